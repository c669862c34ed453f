"""Rows of the linear system that a function solves: what is said of one is compared with the right solution."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from mechanics.formulas.text import text_of_tree
from mechanics.formulas.tree import Tree

from .truth_entry import Entry, Rule
from .truth_values import Drawn, value


@dataclass
class RowEntry(Entry):
    """Left side minus right side of one row, at points that have the right solution with their arguments."""

    vary: Sequence[tuple[str | None, int]] = field(default_factory=list)
    arguments: Sequence[str] = ()

    def right(self, tree: Tree) -> bool:
        return all(self._holds(tree, point) for point, (name, _) in self.at() if name is None)

    def at(self) -> list[tuple[dict[str, float], tuple[str | None, int]]]:
        return list(zip(self.drawn.points, self.vary, strict=True))

    def _holds(self, tree: Tree, point: Mapping[str, float]) -> bool:
        try:
            terms = [sign * value(term, point) for term, sign in _terms(tree)]
        except (ArithmeticError, ValueError):
            return False
        return abs(sum(terms)) <= 1e-7 * sum(map(abs, terms))

    @property
    def names(self) -> list[str]:
        return list(self.drawn.points[0])

    @property
    def wanted_first(self) -> float | None:
        return 0.0

    def same_factor(self, one: str, other: str) -> bool:
        """Whether one number, as a factor of both terms, makes the row right."""
        parts = [part.removesuffix(" ...") for part in (one, other)]
        terms = _terms(self.answer)
        for pair in combinations(range(len(terms)), 2):
            if not all(text_of_tree(terms[k][0]).startswith(text) for k, text in zip(pair, parts, strict=True)):
                continue
            sums = [[["*", sign, x] for k, (x, sign) in enumerate(terms) if (k in pair) == told] for told in (0, 1)]
            rest, both = (["+", *terms_] for terms_ in sums)
            factor = -value(rest, self.drawn.points[0]) / value(both, self.drawn.points[0])
            if self.right(["+", *rest[1:], *(["*", factor, x] for x in both[1:])]):
                return True
        return False

    def error_only(self, names: str) -> bool:
        """Whether the error changes only with these arguments, while there are others."""
        told = set(re.findall(r"`(\w+)`", names))
        errors = [value(self.answer, point) for point, _ in self.at()]
        moved = {
            name
            for error, (name, base) in zip(errors, self.vary, strict=True)
            if name and abs(error - errors[base]) > 1e-6 * max(map(abs, errors))
        }
        return moved <= told < set(self.arguments)


def _terms(row: Tree) -> list[tuple[Tree, int]]:
    """Terms of both sides, and their signs: those of the right side stand in the last one."""
    terms = row[1:] if type(row) is list and row[0] == "+" else [row]
    *left, last = terms
    if type(last) is list and last[:2] == ["*", -1]:
        side = last[2] if len(last) == 3 else ["*", *last[2:]]
        right = side[1:] if type(side) is list and side[0] == "+" else [side]
        return [*((term, 1) for term in left), *((term, -1) for term in right)]
    return [(term, 1) for term in terms]


RULES: list[Rule] = [
    (r"The same factor is wrong in `([^`]+)` and `([^`]+)`\.", lambda e, a, b: e.same_factor(a, b), True),
    (r"What is wrong or missing there depends on ([^.]*) only\.", lambda e, names: e.error_only(names), True),
]


def rows_of(
    system: Sequence[Tree],
    domain: Mapping[str, str],
    calls: Sequence[tuple[Mapping[str, float], Sequence[float]]],
    vary: Any,
) -> list[RowEntry]:
    """Of each row what can be said of it; `calls` are arguments with right results."""
    drawn = Drawn({})
    drawn.kinds = dict.fromkeys(calls[0][0], "real")
    drawn.points = [{**arguments, **{f"result[{k}]": x for k, x in enumerate(right)}} for arguments, right in calls]
    return [RowEntry(row, 0, drawn, domain, {}, vary, list(calls[0][0])) for row in system]
