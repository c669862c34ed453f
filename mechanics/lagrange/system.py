"""A mechanical system described by its bodies, springs, dampers and forces; everything else follows (chapter 5)."""

from collections.abc import Mapping

from sympy import Expr

from ..state_space import StateSpaceSystem
from .closed_form import symbolic_equilibria
from .numeric import LagrangianModel
from .programs import LagrangianPrograms
from .state_form import state_space_of

__all__ = ["LagrangianSystem"]


class LagrangianSystem(LagrangianPrograms):
    """Equations of motion M(q) q̈ + C(q, q̇) q̇ + g(q) = f from bodies, springs, dampers and forces; (5.93).

    Positions, deflections, potentials and constraints may contain the time `t` (of `mechanics.model`), for what moves
    as a given function of it: a pivot that shakes, a crank that turns at a given rate. Such a function needs a
    continuous first derivative: a kink would be a blow, which no equation of motion contains. An input, whose rate is
    not known, must be constant there.

    Parameters
    ----------
    coordinates : Coordinates
        Generalized coordinates; their order is that of q.
    parameters : Parameters
        Constants of the equations.
    inputs : Inputs or None
        Quantities u that a simulation may take as functions.
    bodies : sequence of Body
        Masses with poses; T = Σ m v² / 2 + ωᵀ I ω / 2; (5.19).
    gravity : sequence of Expr, length 3
        Gravitational acceleration in the inertial frame, for example ``(0, -g, 0)``, m/s².
    springs, dampers, forces, moments : sequence of Spring, Damper, Force and Moment
        See there.
    generalized_forces : mapping of str to Expr
        Further forces by the name of the coordinate, ``{"s": f_e}``, N or N m.
    potential : Expr
        Further potential energy, for example to shift its zero, J. Terms that are linear in the rates make it a
        generalized potential, such as that of a magnetic field; (5.74).
    constraints : mapping of Expr to Expr
        Holonomic constraints to eliminate: what dependent coordinates are equal to, ``{phi2: -r / r_K}``; (5.49).
    loops : mapping of str to Expr or tuple
        Constraint equations φ(q, t) = 0 that are kept, by the name of their multiplier: ``{"lambda_x": expression}``,
        as a tuple also with unit and meaning of the multiplier; see `mechanics.lagrange.loops`.
    nonholonomic : mapping of str to Expr or tuple
        Constraints a(q, t) q̇ + b(q, t) = 0 on the rates, such as rolling without slip, in the same way:
        ``{"f_s": (v_across, "N", "force across the blade")}``; see `mechanics.lagrange.nonholonomic`. The multiplier
        is the force along the velocity that is zero, an output like every other.
    abbreviations : mapping of Symbol to Expr
        Symbols that keep the equations as short as the lecture's: ``{m_S: rho_S * l_S * b_S * h_S}``.
    outputs : mapping of str to Expr or tuple, or callable
        Further quantities by name, expressions or columns; as ``(expression, "N", "rope force")`` they can be plotted.
        A function of the system returns them when they are first used.
    frames : mapping of str to Pose
        Frames that the scene uses beside those of the bodies, ``{"hinge": translation(s)}``.
    states : mapping of str to Expr
        Order and names of x, ``{"theta": theta, "omega_theta": theta.diff(t), ...}``; [q, q̇] unless given.
    scene : callable
        Function of the system that returns what it looks like, a `Scene`.
    phases : callable
        Function of the system that returns its whole motion as a `StateSpaceSystem` with modes, where the equations
        are those of one phase only; a simulation in a notebook shows that motion.
    title, source : str
        For people.

    Raises
    ------
    ModelError
        If an expression contains an unknown symbol, units do not fit together, a position contains a rate, or a
        constraint is not linear in the rates.

    Examples
    --------
    >>> from sympy import cos, sin
    >>> from mechanics.lagrange import Body
    >>> from mechanics.model import Coordinates, Parameters
    >>> q = Coordinates(phi=("rad", "angle from hanging", 0.5))
    >>> p = Parameters(m=(1.0, "kg", "mass"), l=(1.0, "m", "length"), g=(9.81, "m/s^2", "gravity"))
    >>> mass = Body(p.m, (p.l * sin(q.phi), -p.l * cos(q.phi), 0), name="mass")
    >>> pendulum = LagrangianSystem(coordinates=q, parameters=p, bodies=[mass], gravity=(0, -p.g, 0), title="Pendulum")
    >>> pendulum.equations_of_motion
    [Eq(g*l*m*sin(phi) + l**2*m*phi_dd, 0)]
    >>> run = pendulum.numeric(l=2.0).simulate(t=10.0)
    >>> bool(abs(run.energy - run.energy[0]).max() < 1e-5)
    True
    """

    def numeric(self, **parameters: float) -> LagrangianModel:
        """The model with numbers.

        Parameters
        ----------
        **parameters : float
            Values that differ from the defaults, by name.

        Raises
        ------
        ModelError
            For an unknown name, or a value outside its domain.
        """
        return LagrangianModel(self, self.parameters.values_with(parameters))

    def state_space(self) -> StateSpaceSystem:
        """The explicit state form ẋ = f(x, u, t) with the states in their order; (1.5a), (5.81)."""
        return state_space_of(self)

    def equilibria(self, u: Mapping[str, Expr] | None = None) -> list[dict[Expr, Expr]]:
        """Equilibria g(q) = f(q, 0, u) in closed form, each verified; see `symbolic_equilibria`.

        Parameters
        ----------
        u : mapping of str to Expr, or None
            Inputs by name that have certain values, ``{"f_S": -m_L * g}``; the others stay symbols.

        Returns
        -------
        list of dict
            Expressions by coordinate; a coordinate that is not in it may have any value.

        Raises
        ------
        ModelError
            If no closed form is found; `LagrangianModel.equilibria` finds numbers then.
        """
        return symbolic_equilibria(self, u)
