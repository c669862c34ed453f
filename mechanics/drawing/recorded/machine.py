"""Long recorded computations as WebAssembly, which runs fast from its first call on.

The engines of browsers compile long functions of JavaScript only after they have run for a second or two, and some of
them anew later.
"""

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import webassembly as wasm
from .number import Number, Tape, value_of

__all__ = ["Machine", "arguments"]

PART = 600  # operations of one function: compilers take longer than in proportion for very long ones
LONGEST = 60  # operations of one expression; what is longer gets a variable
TWICE = ("hypot", "%")  # operations that need their arguments twice

Step = tuple[int | None, Any]
"""An output with its number; without a number, the place of an operation whose result gets a variable."""


def arguments(row: tuple[Any, ...]) -> list[int]:
    """Places of the operations that an operation of a tape uses."""
    if row[0] == "input":
        return []
    parts = [p for part in row[1:] for p in (part[1:] if isinstance(part, tuple) else (part,))]
    return [p for p in parts if isinstance(p, int)]


class Machine:
    """Functions of a recorded computation in one module.

    Its memory begins with the inputs x0, x1, ..., the constants, whether a run is rough, and the results.

    Parameters
    ----------
    tape : Tape
        Where the computation was recorded.
    constants : sequence of int
        Places on the tape of what does not change while the motion runs, in their order.
    results : int
        How many at most a function has.

    Attributes
    ----------
    exported : list of tuple
        Functions that can be called: their numbers in the module, and how many results they have.
    """

    def __init__(self, tape: Tape, constants: Sequence[int], results: int):
        inputs = [int(row[1][1:]) for row in tape.rows if row[0] == "input" and row[1].startswith("x")]
        self.sizes = max(inputs, default=-1) + 1, len(constants) + 1, results
        n, c, _ = self.sizes
        self.rough, self.places = n + c - 1, sum(self.sizes)
        self.functions: list[tuple[int, bytes]] = []
        self.exported: list[tuple[int, int]] = []
        self.parts: dict[int, tuple[int, int]] = {}
        self.program = _Program(self, tape, 0, n + c, {place: n + k for k, place in enumerate(constants)})

    def function(self, outputs: Sequence[Any]) -> int:
        """Add a function that computes outputs; returns its number among those that can be called."""
        self.exported.append((self.program.function(outputs), len(outputs)))
        return len(self.exported) - 1

    @property
    def text(self) -> str:
        """The module, and the sizes of inputs, constants and results, as arguments of a function of JavaScript."""
        exported = [number for number, _ in self.exported]
        code = base64.b64encode(wasm.module(self.functions, exported, self.places)).decode()
        return f'"{code}", {", ".join(map(str, self.sizes))}'

    def add(self, variables: int, code: bytes) -> int:
        """Add a function as code; returns its number."""
        self.functions.append((variables, code))
        return len(wasm.MATH) + len(self.functions) - 1

    def reserve(self, count: int) -> int:
        """The first of so many free places of the memory."""
        self.places += count
        return self.places - count

    def repeated(self, part: Any, given: int) -> tuple[int, int]:
        """The place of the arguments of a part that is repeated, before its results, and its function."""
        if id(part) not in self.parts:
            place = self.reserve(given + len(part.outputs))
            self.parts[id(part)] = place, _Program(self, part.tape, place, place + given, {}).function(part.outputs)
        return self.parts[id(part)]


@dataclass
class _Function:
    """A function while it is written: its variables, some of them with a place on the tape."""

    variables: dict[int, int] = field(default_factory=dict)
    count: int = 0

    def variable(self) -> int:
        self.count += 1
        return self.count


class _Program:
    """The operations of one tape, with inputs from x, results from y, and constants by place in the memory."""

    def __init__(self, machine: Machine, tape: Tape, x: int, y: int, constants: Mapping[int, int]):
        self.machine, self.tape, self.x, self.y, self.constants = machine, tape, x, y, constants
        self.stored: dict[int, int] = {}

    def function(self, outputs: Sequence[Any]) -> int:
        """The number of a function that computes outputs: it calls its parts one after the other."""
        self._name(outputs)
        parts = self._split(outputs)
        self.stored = {place: self.machine.reserve(1) for place in sorted(self._crossing(parts))}
        numbers = [self._part(part) for part in parts]
        return self.machine.add(0, b"".join(wasm.get(0) + wasm.call(number) for number in numbers))

    def _name(self, outputs: Sequence[Any]) -> None:
        """Find what is computed, and which results get variables: those used more than once, and parts of long ones."""
        needed, uses = set[int](), dict[int, int]()
        waiting = [x.place for x in outputs if isinstance(x, Number)]
        while waiting:
            place = waiting.pop()
            uses[place] = uses.get(place, 0) + 1
            if place not in needed and place not in self.constants:
                needed.add(place)
                waiting += arguments(self.tape.rows[place])
        self.needed, self.named, self.weight = sorted(needed), set[int](), dict[int, int]()
        for place in self.needed:
            name = self.tape.rows[place][0]
            if name in ("input", "of"):
                self.weight[place] = 1
                continue
            times = 2 if name in TWICE else 1
            self.weight[place] = 1 + times * sum(self._weight(k) for k in arguments(self.tape.rows[place]))
            if uses[place] > 1 or self.weight[place] > LONGEST or name == "call":
                self.named.add(place)

    def _weight(self, place: int) -> int:
        """Operations that are written where a place is used."""
        return 1 if place in self.named or place in self.constants else self.weight[place]

    def _split(self, outputs: Sequence[Any]) -> list[list[Step]]:
        """Steps in parts of moderate length: places on the tape that are named, and outputs with their numbers."""
        steps: list[Step] = [(None, place) for place in self.needed if place in self.named]
        parts, size = [list[Step]()], 0
        for k, x in [*steps, *enumerate(outputs)]:
            place = x.place if isinstance(x, Number) else x if k is None else None
            weight = 1 if place is None or place in self.constants else self.weight[place]
            if size + weight > PART and parts[-1]:
                parts.append([])
                size = 0
            parts[-1].append((k, x))
            size += weight
        return parts

    def _crossing(self, parts: list[list[Step]]) -> set[int]:
        """Places that a later part uses."""
        found, known = set[int](), set[int]()
        for part in parts:
            mine = {x for k, x in part if k is None}
            for k, x in part:
                top = arguments(self.tape.rows[x]) if k is None else [x.place] if isinstance(x, Number) else []
                found |= self._used(top) & known - mine
            known |= mine
        return found

    def _used(self, waiting: list[int]) -> set[int]:
        """The named places in expressions."""
        found = set[int]()
        while waiting:
            place = waiting.pop()
            if place in self.named:
                found.add(place)
            elif place not in self.constants and self.tape.rows[place][0] != "of":
                waiting += arguments(self.tape.rows[place])
        return found

    def _part(self, steps: Iterable[Step]) -> int:
        here = _Function()
        code = b"".join(self._step(k, x, here) for k, x in steps)
        return self.machine.add(here.count, code)

    def _step(self, k: int | None, x: Any, here: _Function) -> bytes:
        if k is not None:
            return wasm.store(self.y + k, self._value(x.place if isinstance(x, Number) else value_of(x), here))
        row = self.tape.rows[x]
        if row[0] == "call":
            return self._repetition(row, here)
        code = self._expression(row, here)
        here.variables[x] = here.variable()
        code = wasm.put(here.variables[x], code)
        return code + (wasm.store(self.stored[x], wasm.get(here.variables[x])) if x in self.stored else b"")

    def _repetition(self, row: tuple[Any, ...], here: _Function) -> bytes:
        """A part of the computation again and again; its results are its first arguments for the next time."""
        _, number, *given = row
        part = self.tape.subprograms[int(number)]
        rule, n = part.rule, len(given)
        q, function = self.machine.repeated(part, n)
        left, before, enough = here.variable(), here.variable(), here.variable()
        error, one, first = wasm.load(q + n), wasm.constant(1.0), wasm.load(q)
        is_rough = wasm.operation("==", [wasm.load(self.machine.rough), one])
        allowed = wasm.select(is_rough, wasm.constant(rule.roughly), wasm.constant(rule.enough))
        return b"".join([
            *(wasm.store(q + k, self._value(a, here)) for k, a in enumerate(given)),
            wasm.put(left, wasm.constant(rule.most)),
            wasm.put(before, first),
            wasm.put(enough, wasm.operation("*", [allowed, first])),
            wasm.repeat(
                wasm.get(0) + wasm.call(function) + wasm.put(left, wasm.operation("-", [wasm.get(left), one])),
                [
                    wasm.operation("==", [wasm.get(left), wasm.constant(0.0)]),
                    wasm.operation("<=", [error, wasm.get(enough)]),
                    wasm.operation(">", [error, wasm.operation("*", [wasm.constant(0.5), wasm.get(before)])]),
                ],
                wasm.put(before, error) + wasm.moved(q + n, q, len(part.outputs)),
            ),
        ])  # fmt: skip

    def _value(self, argument: Any, here: _Function) -> bytes:
        """What an operation works on: the place of another one, or a constant, as text on the tape."""
        if not isinstance(argument, int):
            return wasm.constant(float(argument))
        if argument in self.constants:
            return wasm.load(self.constants[argument])
        if argument in here.variables:
            return wasm.get(here.variables[argument])
        if argument in self.named:
            return wasm.load(self.stored[argument])
        return self._expression(self.tape.rows[argument], here)

    def _expression(self, row: tuple[Any, ...], here: _Function) -> bytes:
        name, *given = row
        if name == "input":
            return wasm.get(0) if given[0] == "t" else wasm.load(self.x + int(given[0][1:]))
        if name == "of":
            call = self.tape.rows[given[0]]
            n = len(call) - 2
            return wasm.load(self.machine.repeated(self.tape.subprograms[int(call[1])], n)[0] + n + int(given[1]))
        if name == "?":
            (compared, a, b), yes, no = given
            condition = wasm.operation(compared, [self._value(x, here) for x in (a, b)])
            return wasm.select(condition, self._value(yes, here), self._value(no, here))
        values = [self._value(x, here) for x in given]
        if name in ("unwrap", "value"):
            return values[0]
        if name == "hypot":
            return wasm.operation("sqrt", [wasm.operation("+", [wasm.operation("*", [x, x]) for x in values])])
        if name == "%":
            whole = wasm.operation("floor", [wasm.operation("/", values)])
            return wasm.operation("-", [values[0], wasm.operation("*", [values[1], whole])])
        return wasm.operation(name, values)
