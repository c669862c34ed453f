"""A recorded computation as a list of steps, and that list in pieces of moderate length or of loops."""

from collections.abc import Container, Iterable, Sequence
from typing import Any

from .loops import loops
from .number import Number, Tape, value_of

__all__ = ["Step", "Steps", "arguments"]

PART = 600  # operations of one piece: compilers take longer than in proportion for very long functions
LONGEST = 60  # operations of one expression; what is longer gets a variable
TWICE = ("hypot", "%")  # operations that need their arguments twice

Step = tuple[int | None, Any]
"""An output with its number; without a number, the place of an operation whose result gets a variable."""


def arguments(row: tuple[Any, ...]) -> list[int]:
    """Places of the operations that an operation of a tape uses."""
    if row[0] == "input":
        return []
    return [p for p in _parts(row) if isinstance(p, int)]


def _parts(row: tuple[Any, ...]) -> list[Any]:
    """What an operation works on, places or constants; of a condition what it compares."""
    return [p for part in row[1:] for p in (part[1:] if isinstance(part, tuple) else (part,))]


class Steps:
    """What has to be computed for some outputs, one step after the other.

    Parameters
    ----------
    tape : Tape
        Where the computation was recorded.
    constants : container of int
        Places on the tape that are known.
    outputs : sequence
        Numbers of the tape, or constants.

    Attributes
    ----------
    named : set of int
        Places of results that get variables: those used more than once, and parts of long expressions.
    pieces : list of list of list of tuple
        Each a few steps; pieces that do the same with other numbers are listed together.
    crossing : list of int
        Places of results that another piece uses, in their order.
    """

    def __init__(self, tape: Tape, constants: Container[int], outputs: Sequence[Any]):
        self.tape, self.constants = tape, constants
        self.named, self.weight = set[int](), dict[int, int]()
        needed = self._needed(outputs)
        steps = [*((None, place) for place in needed if place in self.named), *enumerate(outputs)]
        self.pieces = self._split(steps)
        self.crossing = self._crossing()

    def _needed(self, outputs: Sequence[Any]) -> list[int]:
        """What is computed; on the way it is found which results get variables."""
        needed, uses = set[int](), dict[int, int]()
        waiting = [x.place for x in outputs if isinstance(x, Number)]
        while waiting:
            place = waiting.pop()
            uses[place] = uses.get(place, 0) + 1
            if place not in needed and place not in self.constants:
                needed.add(place)
                waiting += arguments(self.tape.rows[place])
        for place in sorted(needed):
            name = self.tape.rows[place][0]
            if name in ("input", "of"):
                self.weight[place] = 1
                continue
            times = 2 if name in TWICE else 1
            self.weight[place] = 1 + times * sum(self._weight(k) for k in arguments(self.tape.rows[place]))
            if uses[place] > 1 or self.weight[place] > LONGEST or name == "call":
                self.named.add(place)
        return sorted(needed)

    def _weight(self, place: int) -> int:
        """Operations that are written where a place is used."""
        return 1 if place in self.named or place in self.constants else self.weight[place]

    def _size(self, step: Step) -> int:
        """Operations of a step."""
        k, x = step
        place = x if k is None else x.place if isinstance(x, Number) else None
        return 1 if place is None or place in self.constants else self.weight[place]

    def _split(self, steps: list[Step]) -> list[list[list[Step]]]:
        """Steps in pieces: those of each loop together, between them parts of moderate length."""
        shapes, places = zip(*map(self._shape, steps), strict=True)
        found, last = list[list[list[Step]]](), 0
        for loop in loops(shapes, [*map(self._size, steps)], places):
            found += ([part] for part in self._moderate(steps[last : loop.start]))
            found.append([steps[k : k + loop.length] for k in range(loop.start, loop.end, loop.length)])
            last = loop.end
        return [*found, *([part] for part in self._moderate(steps[last:]))]

    def _moderate(self, steps: Sequence[Step]) -> list[list[Step]]:
        """Steps in parts of moderate length."""
        parts, size = [list[Step]()], 0
        for step in steps:
            if size + self._size(step) > PART and parts[-1]:
                parts.append([])
                size = 0
            parts[-1].append(step)
            size += self._size(step)
        return [part for part in parts if part]

    def _shape(self, step: Step) -> tuple[Any, list[int]]:
        """What a step does, without the places of the numbers that it works on; and these places."""
        (k, x), places = step, list[int]()

        def of(argument: Any) -> Any:
            if not isinstance(argument, int):
                return argument
            if argument in self.constants or argument in self.named:
                places.append(argument)
                return 0
            return of_row(argument)

        def of_row(place: int) -> Any:
            row = self.tape.rows[place]
            if row[0] == "input" and row[1] != "t":
                places.append(place)
                return 0
            if row[0] in ("input", "of", "call"):  # a part that is repeated stays out of loops
                return row
            compared = [part[0] for part in row[1:] if isinstance(part, tuple)]
            return (row[0], *compared, *map(of, _parts(row)))

        if k is None:
            return of_row(x), places
        places.append(k)
        return ("result", of(x.place if isinstance(x, Number) else str(value_of(x)))), places

    def _crossing(self) -> list[int]:
        parts = [piece for pieces in self.pieces for piece in pieces]
        home = {x: number for number, part in enumerate(parts) for k, x in part if k is None}
        found = set[int]()
        for number, part in enumerate(parts):
            for k, x in part:
                top = arguments(self.tape.rows[x]) if k is None else [x.place] if isinstance(x, Number) else []
                found.update(place for place in self._used(top) if home[place] != number)
        return sorted(found)

    def _used(self, places: Iterable[int]) -> set[int]:
        """The named places in expressions."""
        found, waiting = set[int](), [*places]
        while waiting:
            place = waiting.pop()
            if place in self.named:
                found.add(place)
            elif place not in self.constants and self.tape.rows[place][0] != "of":
                waiting += arguments(self.tape.rows[place])
        return found
