"""Long recorded computations as WebAssembly, which runs fast from its first call on.

The engines of browsers compile long functions of JavaScript only after they have run for a second or two, and some of
them anew later.
"""

import base64
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import webassembly as wasm
from .loops import FEWEST, runs
from .number import Number, Tape, value_of
from .steps import Step, Steps

__all__ = ["Machine"]


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
        self.functions: list[tuple[int, int, bytes]] = []
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

    def add(self, variables: int, code: bytes, pointers: int = 0) -> int:
        """Add a function as code, with so many local variables; returns its number."""
        self.functions.append((variables, pointers, code))
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
    """A function while it is written: its variables, some of them with a place on the tape, and what it reaches.

    `access` makes of the number of an access to the memory, and of its place, the place that is written and the pointer
    from which it is counted: in a loop they hold for all pieces.
    """

    variables: dict[int, int] = field(default_factory=dict)
    count: int = 0
    reached: list[int] = field(default_factory=list)
    access: Callable[[int, int], tuple[int, int | None]] = lambda _, place: (place, None)

    def variable(self) -> int:
        self.count += 1
        return self.count

    def place(self, place: int) -> tuple[int, int | None]:
        self.reached.append(place)
        return self.access(len(self.reached) - 1, place)


class _Program:
    """The operations of one tape, with inputs from x, results from y, and constants by place in the memory."""

    def __init__(self, machine: Machine, tape: Tape, x: int, y: int, constants: Mapping[int, int]):
        self.machine, self.tape, self.x, self.y, self.constants = machine, tape, x, y, constants
        self.stored, self.named = dict[int, int](), set[int]()

    def function(self, outputs: Sequence[Any]) -> int:
        """The number of a function that computes outputs: it does its pieces one after the other."""
        steps = Steps(self.tape, self.constants, outputs)
        self.named = steps.named
        self.stored = {place: self.machine.reserve(1) for place in steps.crossing}
        numbers = [number for pieces in steps.pieces for number in self._written(pieces)]
        return self.machine.add(0, b"".join(wasm.get(0) + wasm.call(number) for number in numbers))

    def _written(self, pieces: list[list[Step]]) -> list[int]:
        """The numbers of functions that do some pieces: in loops where their places move on evenly."""
        if len(pieces) == 1:
            return [self._part(pieces[0])]
        numbers = list[int]()
        for start, end in runs([*map(self._piece, pieces)]):
            some = pieces[start:end]
            numbers += [self._loop(some)] if len(some) >= FEWEST else map(self._part, some)
        return numbers

    def _piece(self, steps: Iterable[Step]) -> tuple[tuple[int, bytes], list[int]]:
        """The code of a piece without the places of its numbers, and these places."""
        here = _Function(access=lambda *_: (0, None))
        code = self._code(steps, here)
        return (here.count, code), here.reached

    def _loop(self, pieces: list[list[Step]]) -> int:
        (count, _), first = self._piece(pieces[0])
        second, last = self._piece(pieces[1])[1], self._piece(pieces[-1])[1]
        moves = [b - a for a, b in zip(first, second, strict=True)]
        strides = sorted({move for move in moves if move})
        pointers = {stride: count + 1 + k for k, stride in enumerate(strides)}
        found = [(a if move >= 0 else b, pointers.get(move)) for move, a, b in zip(moves, first, last, strict=True)]
        here = _Function(access=lambda k, _: found[k])
        code = wasm.loop(self._code(pieces[0], here), len(pieces), strides, list(pointers.values()))
        return self.machine.add(count, code, len(strides))

    def _part(self, steps: Iterable[Step]) -> int:
        here = _Function()
        code = self._code(steps, here)
        return self.machine.add(here.count, code)

    def _code(self, steps: Iterable[Step], here: _Function) -> bytes:
        return b"".join(self._step(k, x, here) for k, x in steps)

    def _step(self, k: int | None, x: Any, here: _Function) -> bytes:
        if k is not None:
            place, pointer = here.place(self.y + k)
            return wasm.store(place, self._value(x.place if isinstance(x, Number) else value_of(x), here), pointer)
        row = self.tape.rows[x]
        if row[0] == "call":
            return self._repetition(row, here)
        code = self._expression(row, here)
        here.variables[x] = here.variable()
        code = wasm.put(here.variables[x], code)
        if x not in self.stored:
            return code
        place, pointer = here.place(self.stored[x])
        return code + wasm.store(place, wasm.get(here.variables[x]), pointer)

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
            return wasm.load(*here.place(self.constants[argument]))
        if argument in here.variables:
            return wasm.get(here.variables[argument])
        if argument in self.named:
            return wasm.load(*here.place(self.stored[argument]))
        return self._expression(self.tape.rows[argument], here)

    def _expression(self, row: tuple[Any, ...], here: _Function) -> bytes:
        name, *given = row
        if name == "input":
            return wasm.get(0) if given[0] == "t" else wasm.load(*here.place(self.x + int(given[0][1:])))
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
