"""What a system with transitions or jumps in time needs in the browser: its modes as text, and when it jumps."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import sympy as sp

from ..state_space import StateSpaceSystem
from ..state_space.jumps import steps_of
from ..state_space.quantities import truth
from ..symbols import t as time

__all__ = ["modes_of", "moving_jumps"]

Data = dict[str, Any]


def moving_jumps(system: StateSpaceSystem) -> list[sp.Expr] | None:
    """Times at which equations jump, where sliders move them, as formulas of the parameters.

    Parameters
    ----------
    system : StateSpaceSystem
        With equations and conditions.

    Returns
    -------
    list of Expr or None
        None where there is no formula: Python finds these times for each run anew.
    """
    known = {time, *system.parameters.symbols}
    steps = {step for e in system.equations_and_conditions() for step in steps_of(sp.sympify(e))}
    found = []
    for step in steps:
        argument = step.args[0]
        if time not in step.free_symbols or step.free_symbols == {time} or not step.free_symbols <= known:
            continue
        slope = sp.diff(argument, time)
        if not isinstance(step, sp.Heaviside) or time in slope.free_symbols:
            return None
        found.append(-argument.subs(time, 0) / slope)
    return sorted(found, key=sp.default_sort_key)


def modes_of(system: StateSpaceSystem, constants: Sequence[str], laws: Sequence[str] = ()) -> list[Data]:
    """What each mode needs.

    Parameters
    ----------
    system : StateSpaceSystem
        With modes.
    constants : sequence of str
        Parameters and inputs that are numbers.
    laws : sequence of str
        Inputs that are functions; they follow the states.
    """
    arguments = (*system.states, *laws)

    def text(rows: Sequence[Any]) -> str:
        program = system.program(tuple(rows), rows)
        return replace(program, arguments=arguments, constants=tuple(constants)).source("javascript", True)

    return [_mode(system, name, text) for name in system.modes]


def _mode(system: StateSpaceSystem, name: str, text: Callable[[Sequence[Any]], str]) -> Data:
    """Its rates, when a state belongs to it, what ends it and follows, and where the motion comes to rest."""
    mode, states, names = system.modes[name], system.states.symbols, list(system.modes)
    conditions = list(dict.fromkeys(x.when for x in mode.transitions))
    effects = [(truth(x.guard), *(x.reset.get(s, s) for s in states)) for x in mode.transitions]
    return {
        "name": name,
        "rest": None if mode.rest is None else names.index(mode.rest),
        "derivative": text([mode.equations[s] for s in states]),
        "holds": text([truth(mode.holds)]) if mode.holds is not False else None,
        "when": text(conditions) if conditions else None,
        "then": text([entry for row in effects for entry in row]) if effects else None,
        "transitions": [
            {
                "name": x.name,
                "condition": conditions.index(x.when),
                "direction": x.direction,
                "to": names.index(x.to or name),
            }
            for x in mode.transitions
        ],
    }
