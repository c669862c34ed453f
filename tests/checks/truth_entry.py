"""One wrong entry of an answer, and what can be asked about it: the questions behind every sentence on it."""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mechanics.formulas.reader import read_formula
from mechanics.formulas.text import text_of_tree
from mechanics.formulas.tree import Tree

from .truth_values import Drawn, column, places, same

MANY = 400
NAMES = r"((?:`(?:\w+|\[[\w, ]+\])`(?:, | and )?)+(?:\d+ other names)?)"
QUOTE = r"`([^`]+)`"


@dataclass
class Entry:
    """One wrong entry: the answer's formula, the right one, and what counts as right."""

    answer: Tree
    reference: Tree
    drawn: Drawn
    domain: Mapping[str, str]
    mistakes: Mapping[str, Tree]

    def right(self, tree: Tree) -> bool:
        found, right = column(tree, self.drawn.points), column(self.reference, self.drawn.points)
        if not any(right):  # zero, but for the rounding of terms of the size of the answer
            sizes = column(gross(self.answer), self.drawn.points)
            size = max((abs(x) for x in sizes if x is not None), default=0.0)
            return same([None if x is None else x + size for x in found], [size] * len(right))
        return same(found, right)

    def equals_answer(self, tree: Tree) -> bool:
        points = self.drawn.points
        if not any(column(tree, points)):
            pairs = zip(column(self.answer, points), column(gross(self.answer), points), strict=True)
            return all(a is not None and abs(a) <= 1e-12 * (b or 0.0) for a, b in pairs)
        return same(column(self.answer, self.drawn.points), column(tree, self.drawn.points))

    def pairs(self, points: Sequence[dict[str, float]] | None = None) -> list[tuple[float, float]]:
        points = self.drawn.points if points is None else points
        both = zip(column(self.answer, points), column(self.reference, points), strict=True)
        return [(a, b) for a, b in both if a is not None and b is not None]

    def depends(self, right: bool, name: str) -> bool:
        """Whether the answer, or the right result, depends on a name."""
        tree = self.reference if right else self.answer
        pairs = zip(column(tree, self.drawn.changed(name)), column(tree, self.drawn.points), strict=True)
        return any(not same([a], [b]) for a, b in pairs if a is not None and b is not None)

    @property
    def names(self) -> list[str]:
        """All that may stand in a formula of the answer."""
        return list(self.domain)

    def error_depends(self, name: str, ratio: bool, held: Sequence[str] = ()) -> bool:
        """Whether difference or quotient of answer and right result depends on a name, if others are held."""
        points = self.drawn.points, self.drawn.changed(name, held=held)
        before, after = ([a / b if ratio else a - b for a, b in self.pairs(at) if b or not ratio] for at in points)
        floor = 1e-9 if ratio else 1e-9 * max((abs(b) for _, b in self.pairs()), default=1.0)
        if len(before) != len(after):
            return False
        return any(abs(x - y) > 1e-6 * max(abs(x), floor) for x, y in zip(before, after, strict=True))

    def times(self, text: str) -> list[float]:
        """The answer divided by the right result and by a product of names."""
        columns = [column(x, self.drawn.points) for x in (self.answer, self.reference, read_formula(text))]
        return [a / (b * c) for a, b, c in zip(*columns, strict=True) if None not in (a, b, c) and b]

    def zero(self, names: str) -> bool:
        """Whether the answer is right where one of these names is zero."""
        for name in named(names):
            points = self.drawn.changed(name, 0.0)
            a, b = column(self.answer, points), column(self.reference, points)
            if not same(a, b) or not any(b):
                return False
        return True

    def found(self, quoted: str) -> list[tuple[Tree, Callable[[Tree], Tree]]]:
        """Parts of the answer that a sentence quotes."""
        start = quoted.removesuffix(" ...")
        texts = [(node, wrap, text_of_tree(node)) for node, wrap in places(self.answer)]
        return [
            (node, wrap) for node, wrap, text in texts if text == quoted or (start != quoted and text.startswith(start))
        ]

    def any_change(self, quoted: str, change: Callable[[Tree], Sequence[Tree]]) -> bool:
        """Whether one of the changes of a quoted part makes the answer right."""
        return any(self.right(wrap(new)) for node, wrap in self.found(quoted) for new in change(node))

    def constant(self, quoted: str, make: Callable[[Tree, Tree], Tree]) -> float | None:
        """The number with which a quoted part is to be combined, so that the answer is right; None without one."""
        for node, wrap in self.found(quoted):
            for guess in self._solutions(lambda c, node=node, wrap=wrap: wrap(make(node, c))):
                if self.right(wrap(make(node, guess))):
                    return guess
        return None

    @property
    def wanted_first(self) -> float | None:
        """The right value at the first point."""
        return column(self.reference, self.drawn.points[:1])[0]

    def _solutions(self, formula: Callable[[Tree], Tree]) -> Iterator[float]:
        """Numbers that make the answer right at the first point, by Newton's method from several starts."""
        point = self.drawn.points[:1]

        def error(c: float) -> float:
            (a,), b = column(formula(c), point), self.wanted_first
            return math.nan if a is None or b is None else a - b

        for c in (1.0, 0.3, -1.0, 2.0, -3.0, 0.05, 10.0, -10.0, 30.0):
            for _ in range(60):
                e, step = error(c), 1e-6 * max(abs(c), 1e-3)
                slope = (error(c + step) - e) / step
                if not math.isfinite(slope) or slope == 0:
                    break
                c -= e / slope
                if abs(e) < 1e-14 * max(abs(slope * c), 1e-12):
                    break
            if math.isfinite(c):
                yield c


def gross(tree: Tree) -> Tree:
    """A formula in which no terms cancel: its value is the size of rounding errors."""
    if type(tree) is not list or tree[0] in ("rat", "num", "error"):
        return tree
    return [tree[0], *(["Abs", gross(x)] if tree[0] == "+" else gross(x) for x in tree[1:])]


def named(text: str) -> list[str]:
    return [name for quoted in re.findall(QUOTE, text) for name in re.findall(r"\w+", quoted)]


def fraction(text: str) -> float:
    above, _, below = text.partition("/")
    return float(above) / float(below or 1)


Rule = tuple[str, Callable[..., bool], bool]
"""How a sentence begins, whether it is true, and whether it is of use."""
