"""State-space systems ẋ = f(x, u, t), y = h(x, u, t) with modes and switching conditions; lecture (1.3)-(1.5)."""

from typing import Any

import sympy as sp

from ..model import ModelError
from ..symbols import plain_name
from .description import StateSpaceDescription
from .model import StateSpaceModel

__all__ = ["StateSpaceSystem"]


class StateSpaceSystem(StateSpaceDescription):
    """A dynamic system with states x, inputs u and outputs y; (1.5).

    Parameters
    ----------
    states, parameters, inputs : named quantities; the order of the states is that of x
    equations : ``{state symbol: derivative}`` for a system with one mode, or
    modes : ``{name: Mode}`` for several; the first one is where a simulation starts
    start : ``{state symbol: expression of parameters}``, where the start values are parameters such as m0
    outputs : ``{"y": expression}``, h(x, u, t); as ``(expression, "N", "rope force")`` they can be plotted
    accuracy : rtol and atol of a simulation that names none
    conditions : ``{sentence: relation}`` that the parameters must fulfil, ``{"The crank must be shorter than the rod":
        p.r < p.l}``
    frames : frames by name that the scene uses, ``{"cart": translation(s)}``
    scene : function of the system that returns what it looks like
    title, source : for people

    Raises
    ------
    ModelError
        if a derivative is missing, a symbol unknown, or a transition leads to no mode.
    """

    def numeric(self, **parameters: float) -> StateSpaceModel:
        """The model with numbers: defaults, overridden by name; see `StateSpaceModel`."""
        return StateSpaceModel(self, self.checked_values(parameters))

    def equilibria(self) -> list[dict[Any, Any]]:
        """Symbolic solutions of f(x, u) = 0 for constant inputs, in the first mode.

        Raises
        ------
        ModelError
            if sympy finds no closed form; `model.equilibria(u)` looks for numbers then.
        """
        equations = [e.rhs for e in self.state_equations()]
        names = {x: sp.Dummy(plain_name(x), real=True) for x in self.states.symbols}
        try:
            solutions = sp.solve([e.subs(names) for e in equations], list(names.values()), dict=True)
        except NotImplementedError:
            raise ModelError(
                "No closed form of the equilibria was found; use system.numeric().equilibria(u)."
            ) from None
        back = {dummy: x for x, dummy in names.items()}
        return [{back[x]: value.subs(back) for x, value in solution.items()} for solution in solutions]
