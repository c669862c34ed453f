"""The explicit state form of a mechanical system."""

import sympy as sp

from ..model import ModelError
from ..state_space import States, StateSpaceSystem
from ..symbols import t
from .description import LagrangianDescription

__all__ = ["state_space_of"]


def state_space_of(system: LagrangianDescription) -> StateSpaceSystem:
    """The states in their order with their derivatives; (1.5a), (5.81).

    Parameters
    ----------
    system : LagrangianDescription
        Without closed loops.

    Returns
    -------
    StateSpaceSystem

    Raises
    ------
    ModelError
        For a system with closed loops or nonholonomic constraints.
    """
    if system.multipliers:  # their equations without stabilization would drift
        raise ModelError(
            "The state form of a system with constraints that are kept is not given: its states are not independent. "
            "Eliminate the dependent coordinates with `constraints`, or simulate the system itself."
        )
    rows = {v.name: (v.unit, v.description, v.default, v.latex) for v in system.states.values()}
    states = States(**rows)
    names = dict(zip(system.states.symbols, states.symbols, strict=True))
    motion = dict(zip(system.coordinates.symbols, system.abbreviated.accelerations, strict=True))
    short = dict(reversed(system.abbreviations.items()))
    equations = {}
    for symbol, state in names.items():
        is_rate = isinstance(symbol, sp.Derivative)
        value = motion[symbol.expr].subs(short) if is_rate else symbol.diff(t)
        equations[state] = value.xreplace({s: x for s, x in names.items() if isinstance(s, sp.Derivative)})
    return StateSpaceSystem(
        states=states, parameters=system.parameters, inputs=system.inputs, equations=equations,
        title=system.title, source=system.source,
    )  # fmt: skip
