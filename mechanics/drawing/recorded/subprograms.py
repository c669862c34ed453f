"""Parts of a recorded computation that are repeated until they are precise: written once, in a loop."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .number import BINARY, COMPARED, UNARY, Number, Tape, Truth, value_of

__all__ = ["Rule", "Subprogram", "repeated", "values_at"]

Function = Callable[[list[Any]], Sequence[Any]]


@dataclass(frozen=True)
class Rule:
    """When a repetition ends: it has an error, not negative, which it makes smaller.

    Attributes
    ----------
    most : int
        Repetitions.
    enough, roughly : float
        Parts of the error at the start that are accepted, the second one where a run may be rough.
    """

    most: int
    enough: float
    roughly: float


class Subprogram:
    """A function recorded by itself.

    Parameters
    ----------
    function : callable
        Of a list of numbers; returns several of them, first an error. They are its first arguments when it is repeated.
    arguments : sequence
        Numbers and constants, with which it is recorded; constants are a part of it.
    rule : Rule
        When its repetition ends.

    Attributes
    ----------
    tape : Tape
        With the inputs ``x0``, ``x1``, ...
    outputs : list
        Its results, numbers on this tape or constants.
    """

    def __init__(self, function: Function, arguments: Sequence[Any], rule: Rule):
        self.tape, self.rule = Tape(), rule
        self.tape.decide = _refuse
        places = iter(range(len(arguments)))
        self.outputs = list(function([
            self.tape.input(f"x{next(places)}", value_of(a), 1) if isinstance(a, Number) else a for a in arguments
        ]))  # fmt: skip

    def __call__(self, given: Sequence[float]) -> list[float]:
        """What it gives for numbers in the end."""
        state = self._once(given)
        before = given[0]
        for _ in range(self.rule.most - 1):
            if state[0] <= self.rule.enough * given[0] or state[0] > 0.5 * before:
                break
            before, state = state[0], self._once([*state, *given[len(state) :]])
        return state

    def _once(self, given: Sequence[float]) -> list[float]:
        values = values_at(self.tape, {f"x{k}": v for k, v in enumerate(given)})
        return [values[x.place] if isinstance(x, Number) else float(x) for x in self.outputs]


def _refuse(truth: Truth) -> bool:
    raise NotImplementedError("A part that is repeated decides by its numbers.")


def values_at(tape: Tape, inputs: Mapping[str, float]) -> list[Any]:
    """The value at each place of a tape.

    Parameters
    ----------
    tape : Tape
        Where a computation was recorded.
    inputs : mapping of str to float
        Values of its inputs by name.

    Returns
    -------
    list
        Numbers; where a subprogram is called, a list of all that it gives.
    """
    values: list[Any] = []

    def part(x: Any) -> float:
        return values[x] if isinstance(x, int) else float(x)

    with np.errstate(all="ignore"):
        for name, *given in tape.rows:
            if name == "input":
                values.append(inputs[given[0]])
            elif name == "?":
                (compared, a, b), *ways = given
                values.append(part(ways[not COMPARED[compared](part(a), part(b))]))
            elif name in ("unwrap", "value"):
                values.append(part(given[0]))
            elif name == "call":
                values.append(tape.subprograms[int(given[0])]([part(x) for x in given[1:]]))
            elif name == "of":
                values.append(values[given[0]][int(given[1])])
            else:
                values.append(float((UNARY if len(given) == 1 else BINARY)[name](*map(part, given))))
    return values


class _Changed(Exception):
    """Constants of a state that do not stay what they are."""

    def __init__(self, places: set[int]):
        super().__init__(places)
        self.places = places


def repeated(function: Function, state: Sequence[Any], fixed: Sequence[Any], rule: Rule) -> list[Any]:
    """What a function makes of a state when it is repeated.

    Parameters
    ----------
    function : callable
        Of a list with the state and what is fixed; returns the next state. The first number of it is the error.
    state, fixed : sequence
        Numbers and constants, at least one of them recorded.
    rule : Rule
        When it ends.
    """
    tape = next(a.tape for a in (*state, *fixed) if isinstance(a, Number))
    constant = {k: a for k, a in enumerate(state) if k and not isinstance(a, Number)}
    while True:
        moving = [k for k in range(len(state)) if k not in constant]
        given = [*(_number(tape, state[k]) for k in moving), *fixed]
        try:
            program = Subprogram(_of_moving(function, moving, constant), given, rule)
        except _Changed as some:
            constant = {k: a for k, a in constant.items() if k not in some.places}
        else:
            break
    tape.subprograms.append(program)
    given = [a for a in given if isinstance(a, Number)]
    call = tape.operation("call", (str(len(tape.subprograms) - 1), *given), 0.0)
    tape.levels[call.place] = 1  # also of constants: it is written for the motion alone
    found = {**constant}
    for k, (place, value) in enumerate(zip(moving, program([a.value for a in given]), strict=True)):
        found[place] = tape.operation("of", (call, str(k)), value)
    return [found[k] for k in range(len(state))]


def _of_moving(function: Function, moving: Sequence[int], constant: Mapping[int, Any]) -> Function:
    """The function of a state of which a part stays constant, as one of the rest."""

    def step(numbers: list[Any]) -> list[Any]:
        whole = {**constant, **dict(zip(moving, numbers, strict=False))}
        found = function([*(whole[k] for k in range(len(whole))), *numbers[len(moving) :]])
        changed = {k for k, a in constant.items() if isinstance(found[k], Number) or found[k] != a}
        if changed:
            raise _Changed(changed)
        return [found[k] for k in moving]

    return step


def _number(tape: Tape, x: Any) -> Number:
    return x if isinstance(x, Number) else tape.operation("value", (x,), float(x))
