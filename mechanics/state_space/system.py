"""State-space systems ẋ = f(x, u, t), y = h(x, u, t) with modes and switching conditions; lecture (1.3)-(1.5)."""

import sympy as sp

from ..model import ModelError
from ..symbols import plain_name
from .description import StateSpaceDescription
from .model import StateSpaceModel

__all__ = ["StateSpaceSystem"]


class StateSpaceSystem(StateSpaceDescription):
    """A dynamic system ẋ = f(x, u, t), y = h(x, u, t) with states x, inputs u and outputs y; (1.5).

    Parameters
    ----------
    states : States
        Their order is that of x.
    parameters : Parameters
        Constants of the equations.
    inputs : Inputs or None
        Quantities u that a simulation may take as functions.
    equations : mapping of Expr to Expr
        Derivative of each state by its symbol, for a system with one mode; or
    modes : mapping of str to Mode
        Modes by name. A simulation starts in the first one, or in the one whose condition `holds`.
    start : mapping of Expr to Expr, or None
        Expressions of parameters by state symbol, where start values are parameters such as m0.
    outputs : mapping of str to Expr or tuple
        y = h(x, u, t) by name, expressions or columns; as ``(expression, "N", "rope force")`` they can be plotted.
    accuracy : float
        rtol and atol of a simulation, unless it gives its own.
    conditions : mapping of str to Boolean
        Relations that the parameters must fulfil, by the sentence for one who gave others:
        ``{"The crank must be shorter than the rod": p.r < p.l}``.
    frames : mapping of str to Pose
        Frames by name that the scene uses, ``{"cart": translation(s)}``.
    scene : callable
        Function of the system that returns what it looks like, a `Scene`.
    title, source : str
        For people.

    Raises
    ------
    ModelError
        If a derivative is missing, a symbol is unknown, or a transition leads to a mode that does not exist.

    Examples
    --------
    >>> from mechanics.model import Inputs, Parameters
    >>> from mechanics.state_space import States
    >>> x = States(s=("m", "position"), v=("m/s", "velocity"))
    >>> p = Parameters(m=(2.0, "kg", "mass"), d=(0.5, "N s/m", "damping"))
    >>> u = Inputs(f=("N", "drive force"))
    >>> equations = {x.s: x.v, x.v: (u.f - p.d * x.v) / p.m}
    >>> power = (u.f * x.v, "W", "power of the drive")
    >>> cart = StateSpaceSystem(states=x, parameters=p, inputs=u, equations=equations, outputs={"P": power})
    >>> cart.numeric().linearize([0, 0]).A
    array([[ 0.  ,  1.  ],
           [ 0.  , -0.25]])
    >>> run = cart.numeric(m=1.0).simulate(t=20.0, u={"f": 3.0})
    >>> f"{run['P'][-1]:.2f} W"
    '18.00 W'
    """

    def numeric(self, **parameters: float) -> StateSpaceModel:
        """The model with numbers.

        Parameters
        ----------
        **parameters : float
            Values that differ from the defaults, by name.

        Raises
        ------
        ModelError
            For an unknown name, a value outside its domain, or a condition that does not hold.
        """
        return StateSpaceModel(self, self.checked_values(parameters))

    def equilibria(self) -> list[dict[sp.Expr, sp.Expr]]:
        """Solutions of f(x, u) = 0 in symbols for constant inputs, in the first mode.

        Returns
        -------
        list of dict
            Values by state symbol, one dictionary for each equilibrium.

        Raises
        ------
        ModelError
            If sympy finds no closed form; `StateSpaceModel.equilibria` finds numbers then.
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
