"""A mechanical system written as one says it; everything else follows from that (lecture chapter 5)."""

from collections.abc import Mapping
from typing import Any

from ..state_space import StateSpaceSystem
from .closed_form import symbolic_equilibria
from .numeric import LagrangianModel
from .programs import LagrangianPrograms
from .state_form import state_space_of

__all__ = ["LagrangianSystem"]


class LagrangianSystem(LagrangianPrograms):
    """Equations of motion M(q) q̈ + C(q, q̇) q̇ + g(q) = f from bodies, springs, dampers and forces; (5.93).

    Parameters
    ----------
    coordinates, parameters, inputs : named quantities; the order of the coordinates is that of q
    bodies : masses with poses; T = Σ m v² / 2 + ωᵀ I ω / 2                       (5.19)
    gravity : vector of the gravitational acceleration, for example ``(0, -g, 0)``
    springs, dampers, forces, moments : see `Spring`, `Damper`, `Force`, `Moment`
    generalized_forces : further forces by coordinate name, ``{"s": f_e}``
    potential : further potential energy, for example to shift its zero; terms that are linear in the rates make it a
        generalized potential, such as that of a magnetic field                    (5.74)
    constraints : holonomic constraints in the form the lecture eliminates them, ``{phi2: -r / r_K}``  (5.49)
    loops : conditions that stay, each by the name of the multiplier that holds it, ``{"lambda_x": expression}``, as
        a tuple also with its unit and meaning; see `mechanics.lagrange.loops`
    abbreviations : ``{m_S: rho_S * l_S * b_S * h_S}``, symbols that keep the equations as short as the lecture's
    outputs : further named quantities, ``{"p_L": column or expression}``; as ``(expression, "N", "rope force")``
        they can be plotted. A function of the system gives them when they are first asked for
    frames : further frames by name that the scene uses beside those of the bodies, ``{"hinge": translation(s)}``
    states : order and names of x, ``{"theta": theta, "omega_theta": theta.diff(t), ...}``; [q, q̇] unless given
    scene : function of the system that returns what it looks like
    phases : function of the system that returns its whole motion as a `StateSpaceSystem` with modes, where the
        equations are those of one phase only; a simulation in a notebook shows that motion
    title, source : for people

    Raises
    ------
    ModelError
        if an expression holds an unknown symbol, or position or potential depend explicitly on time.
    """

    def numeric(self, **parameters: float) -> LagrangianModel:
        """The model with numbers: defaults, overridden by name.

        Raises
        ------
        ModelError
            for an unknown parameter name, or a value outside its domain.
        """
        return LagrangianModel(self, self.parameters.values_with(parameters))

    def state_space(self) -> StateSpaceSystem:
        """The explicit state form ẋ = f(x, u, t) with the states in their order; (1.5a), (5.81)."""
        return state_space_of(self)

    def equilibria(self, u: Mapping[str, Any] | None = None) -> list[dict[Any, Any]]:
        """Symbolic equilibria g(q) = f(q, 0, u), each verified; see `symbolic_equilibria`."""
        return symbolic_equilibria(self, u)
