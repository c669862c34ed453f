"""Functions: called with fresh arguments."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mechanics.formulas.reader import read_formula
from mechanics.formulas.tree import Tree

from .truth_entry import Entry, Rule
from .truth_values import Drawn, column, same, value


@dataclass
class CalledEntry(Entry):
    """One component of what a function returns."""

    returned: Sequence[float] = ()
    wanted: Sequence[float] = ()
    sizes: Sequence[float] = ()
    vary: Sequence[tuple[str | None, int]] = ()
    inputs: Mapping[str, Sequence[float]] = field(default_factory=dict)
    tolerance: float = 1e-6
    zeros: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def equals_answer(self, tree: Tree) -> bool:
        complete = Drawn(self.domain).complete
        rows = zip(*self.inputs.values(), strict=True)
        points = [complete(dict(zip(self.inputs, row, strict=True))) for row in rows]
        return same(list(self.returned), column(tree, points))

    @property
    def names(self) -> list[str]:
        return list(self.inputs)

    @property
    def wanted_first(self) -> float | None:
        return self.wanted[0]

    def right(self, tree: Tree) -> bool:
        """Whether a formula, or what the function returns itself, is right for all arguments."""
        found = self.returned if tree is self.answer else column(tree, self.drawn.points)
        pairs = zip(found, self.wanted, self.sizes, strict=True)
        return all(a is not None and abs(a - b) <= self.tolerance * size for a, b, size in pairs)

    def pairs(self, points: Any = None) -> list[tuple[float, float]]:
        return list(zip(self.returned, self.wanted, strict=True))

    def depends(self, right: bool, name: str) -> bool:
        return self._moves(list(self.wanted if right else self.returned), name)

    def _moves(self, values: list[float], name: str) -> bool:
        pairs = [(x, values[base]) for x, (varied, base) in zip(values, self.vary, strict=True) if varied == name]
        return any(abs(x - y) > 1e-9 * max(map(abs, values)) for x, y in pairs)

    def error_depends(self, name: str, ratio: bool, held: Sequence[str] = ()) -> bool:
        if ratio and 0 in self.wanted:
            return True
        errors = [a / b if ratio else a - b for a, b in self.pairs()]
        pairs = [(x, errors[base]) for x, (varied, base) in zip(errors, self.vary, strict=True) if varied == name]
        size = max(map(abs, errors)) if ratio else max(map(abs, self.wanted))
        return any(abs(x - y) > 10 * self.tolerance * size for x, y in pairs)

    def zero(self, names: str) -> bool:
        pairs = [self.zeros.get(name) for name in re.findall(r"`(\w+)`", names)]
        return all(pair and abs(pair[0] - pair[1]) <= self.tolerance * abs(pair[1]) for pair in pairs)

    def times(self, text: str) -> list[float]:
        at = [dict(zip(self.inputs, row, strict=True)) for row in zip(*self.inputs.values(), strict=True)]
        return [a / (b * value(read_formula(text), p)) for (a, b), p in zip(self.pairs(), at, strict=True) if b]

    def some(self) -> bool:
        pairs = zip(self.returned, self.wanted, self.sizes, strict=True)
        right = [abs(a - b) <= self.tolerance * size for a, b, size in pairs]
        return any(right) and not all(right)


RULES: list[Rule] = [
    (r"For \d+ of \d+ calls it is right: it is wrong only for some arguments\.", lambda e: e.some(), True),
]
