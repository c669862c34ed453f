"""What a state-space system is described by: states, modes, and the transitions between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sympy import Expr
from sympy.logic.boolalg import Boolean

from ..checking import instances, mapping, real, shown, text
from ..model import ModelError, Variables, _variable
from ..symbols import coordinate_symbol

__all__ = ["Mode", "States", "Transition"]


class States(Variables):
    """States x, functions of the time `t`; their order is that of the state vector.

    Parameters
    ----------
    **rows : tuple
        By name: (unit, description[, start value[, LaTeX]]); the start value is 0 unless given.

    Examples
    --------
    >>> x = States(h=("m", "height", 1.0), v=("m/s", "velocity"))
    >>> x.symbols, x.defaults
    ([h, v], {'h': 1.0, 'v': 0.0})
    """

    kind = "state"

    def __init__(self, **rows: tuple):
        super().__init__(_variable(name, row, coordinate_symbol, self.kind) for name, row in rows.items())


@dataclass(frozen=True)
class Transition:
    """What happens when an expression of (x, u, t) passes through zero: another mode, new states, or both.

    Parameters
    ----------
    name : str
        For people and for `run.events`.
    when : Expr
        Expression whose zero is looked for.
    direction : int
        -1 only where it falls, +1 only where it rises, 0 both.
    to : str or None
        Name of the mode that follows; the same one unless given.
    reset : mapping of Expr to Expr
        New values by state symbol, in terms of the states just before; the other states stay as they are.
    guard : Boolean
        Relation that must hold at that moment as well.

    Examples
    --------
    >>> from mechanics.model import Parameters
    >>> from mechanics.state_space import StateSpaceSystem
    >>> x = States(h=("m", "height", 1.0), v=("m/s", "velocity"))
    >>> p = Parameters(e=(0.8, "1", "restitution"), g=(9.81, "m/s^2", "gravity"))
    >>> impact = Transition("impact", when=x.h, direction=-1, reset={x.v: -p.e * x.v})
    >>> flight = Mode({x.h: x.v, x.v: -p.g}, transitions=[impact])
    >>> ball = StateSpaceSystem(states=x, parameters=p, modes={"flight": flight}, title="Bouncing ball")
    >>> ball.numeric().simulate(t=2.0).events["impact"].round(3)
    array([0.452, 1.174, 1.752])
    """

    name: str
    when: Expr
    direction: int = 0
    to: str | None = None
    reset: Mapping[Expr, Expr] = field(default_factory=dict)
    guard: Boolean | bool = True

    def __post_init__(self) -> None:
        which = f"the transition {text(self.name, 'The name of a transition')!r}"
        real(self.when, f"The condition of {which}, an expression that becomes zero,")
        if type(self.direction) is not int or abs(self.direction) > 1:
            raise ModelError(f"The direction of {which} must be -1, 0 or 1; got {self.direction!r}.")
        if self.to is not None:
            text(self.to, f"The mode that follows {which}")
        for x, value in mapping(self.reset, f"The reset of {which}", "{x.v: -p.e * x.v}").items():
            real(value, f"The reset of {x} in {which}")
        _check_relation(self.guard, f"The guard of {which}")


@dataclass(frozen=True)
class Mode:
    """Differential equations that hold between two transitions, such as sticking or sliding; see `Transition`.

    Parameters
    ----------
    equations : mapping of Expr to Expr
        Derivative of each state by its symbol.
    transitions : sequence of Transition
        Ways out of the mode.
    holds : Boolean
        Relation of (x, u, t) under which a state belongs to this mode, where it is not the first: a simulation that
        starts there starts in this mode.
    rest : str or None
        Name of the mode that follows when transitions accumulate: when they follow each other at ever shorter
        intervals, as those of a bouncing ball. Without it, a simulation ends there with an error.

    Examples
    --------
    >>> x = States(h=("m", "water level", 0.5))
    >>> Mode({x.h: -x.h / 10}, transitions=[Transition("empty", when=x.h - 0.1, direction=-1, to="closed")]).equations
    {h: -h/10}
    """

    equations: Mapping[Expr, Expr]
    transitions: Sequence[Transition] = ()
    holds: Boolean | bool = False
    rest: str | None = None

    def __post_init__(self) -> None:
        for x, value in mapping(self.equations, "The equations of a mode", "{x.h: x.v, x.v: -p.g}").items():
            real(value, f"The derivative of {x}")
        instances(self.transitions, Transition, "The transitions of a mode")
        _check_relation(self.holds, "The condition under which a mode holds")
        if self.rest is not None:
            text(self.rest, "The mode of rest")


def _check_relation(value: Any, what: str) -> None:
    if not isinstance(value, (bool, Boolean)):
        raise ModelError(f"{what} must be a relation such as x.v > 0, True or False; got {shown(value)}.")
