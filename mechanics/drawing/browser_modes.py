"""The modes of a system with transitions as text for the browser."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import sympy as sp

from ..state_space import StateSpaceSystem
from ..state_space.jumps import SWITCHES
from ..state_space.quantities import truth
from ..symbols import t as time

__all__ = ["jumps_with_parameters", "modes_of"]

Data = dict[str, Any]


def jumps_with_parameters(system: StateSpaceSystem) -> bool:
    """Whether sliders move the times at which equations jump; Python finds these for each run anew.

    Parameters
    ----------
    system : StateSpaceSystem
        With equations and conditions.
    """
    parameters = set(system.parameters.symbols)
    switches = (s for e in system.equations_and_conditions() for s in sp.sympify(e).atoms(*SWITCHES))
    return any(
        time in s.free_symbols and s.free_symbols - {time} <= parameters and s.free_symbols != {time} for s in switches
    )


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
