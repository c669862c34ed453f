"""Equations of motion: only what they say about the accelerations matters, not by what they are multiplied."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mechanics.formulas.tree import Tree

from .truth_entry import Entry, Rule
from .truth_values import level, value


@dataclass
class EquationEntry(Entry):
    """One equation of an answer, left side minus right side."""

    system: Sequence[Tree] = ()
    accelerations: Sequence[str] = ()

    def right(self, tree: Tree) -> bool:
        return self._holds(tree, self.drawn.points)

    def _holds(self, tree: Tree, points: Sequence[dict[str, float]]) -> bool:
        for point in points:
            solved = self.solved(point)
            if solved is None:
                continue
            try:
                row = self.row(tree, point)
                rest = float(np.dot(row[:-1], solved) + row[-1])
            except (ArithmeticError, ValueError):
                return False
            size = np.abs(row[:-1]) @ np.maximum(np.abs(solved), 1e-3)
            if abs(rest) > 1e-6 * size or not size > 1e-12:  # 0 = 0 holds, but is not right
                return False
        return True

    def row(self, tree: Tree, point: dict[str, float]) -> np.ndarray:
        """Coefficients of the accelerations, and the rest."""
        rest = value(tree, {**point, **dict.fromkeys(self.accelerations, 0.0)})
        units = [{**dict.fromkeys(self.accelerations, 0.0), name: 1.0} for name in self.accelerations]
        return np.array([*(value(tree, {**point, **unit}) - rest for unit in units), rest])

    def solved(self, point: dict[str, float]) -> np.ndarray | None:
        try:
            rows = np.array([self.row(tree, point) for tree in self.system])
            return np.linalg.solve(rows[:, :-1], -rows[:, -1])
        except (ArithmeticError, ValueError, np.linalg.LinAlgError):
            return None

    def _solutions(self, formula: Callable[[Tree], Tree]) -> Any:
        """Numbers that fulfil the equation at the first point."""
        solved = self.solved(self.drawn.points[0])
        assert solved is not None
        point = {**self.drawn.points[0], **dict(zip(self.accelerations, map(float, solved), strict=True))}
        for start in (1.0, 0.3, -1.0, 2.0, -3.0, 0.05, 10.0):
            c = start
            try:
                for _ in range(60):
                    error, step = value(formula(c), point), 1e-6 * max(abs(c), 1e-3)
                    c -= error / ((value(formula(c + step), point) - error) / step)
            except (ArithmeticError, ValueError):
                pass
            yield c

    def equals_answer(self, tree: Tree) -> bool:
        try:
            pairs = [(self.row(self.answer, p), self.row(tree, p)) for p in self.drawn.points]
        except (ArithmeticError, ValueError):
            return False
        return all(parallel(a, b) for a, b in pairs)

    def zero(self, names: str) -> bool:
        points = [self.drawn.changed(name, 0.0) for name in re.findall(r"`(\w+)`", names)]
        return all(self._holds(self.answer, at) and any(self.solved(p) is not None for p in at) for at in points)

    def references(self) -> list[Tree]:
        return list(self.system)

    def fits(self, which: str) -> bool:
        """Whether one part alone does not fit the others, compared with one equation of the reference."""
        names = [f"coefficient of `{name}`" for name in self.accelerations] + ["part without accelerations"]
        odd = names.index(which)
        for tree in self.system:
            rows = [(self.row(self.answer, p), self.row(tree, p)) for p in self.drawn.points]
            rest = [(np.delete(a, odd), np.delete(b, odd)) for a, b in rows]
            if all(parallel(a, b) for a, b in rest) and not all(parallel(a, b) for a, b in rows):
                return True
        return False

    def at_rest(self) -> bool:
        return self._holds(self.answer, self._at_rest()) and not self.right(self.answer)

    def _at_rest(self) -> list[dict[str, float]]:
        rates = [name[:-1] for name in self.accelerations]
        points = []
        for point in self.drawn.points:
            free = {name: point[name] for name in self.drawn.kinds} | {r: 0.0 for r in rates if r in self.drawn.kinds}
            points.append(self.drawn.complete(free))
        return points

    def opposite_at_rest(self) -> bool:
        """Whether at rest the equation is right if the sign of the terms without accelerations is turned."""
        answer, points = self.answer, self._at_rest()
        turned = [(self.row(answer, p) * ([1] * len(self.accelerations) + [-1]), self.solved(p)) for p in points]
        sizes = [np.abs(row[:-1]) @ np.maximum(np.abs(a), 1e-3) for row, a in turned if a is not None]
        errors = [abs(row[:-1] @ a + row[-1]) for row, a in turned if a is not None]
        return any(row[-1] for row, _ in turned) and all(e <= 1e-6 * s for e, s in zip(errors, sizes, strict=True))

    def right_by_itself(self, which: str) -> bool:
        """Whether one of the two parts of an equation is a multiple of the right one, and the other is not."""
        rows = [(self.row(self.answer, p), self.row(self.system[0], p)) for p in self.drawn.points]
        ratios = [[a[part] / b[part] for a, b in rows] for part in (0, 1)]
        fits = [any(column) and level(column) for column in ratios]
        return fits == [which.startswith("coefficient"), which.startswith("part")]

    def nonlinear(self) -> bool:
        """Whether an acceleration does not enter linearly, or is in a denominator."""
        for name in self.accelerations:
            try:
                values = [value(self.answer, {**self.drawn.points[0], name: x}) for x in (0.0, 0.7, 1.4)]
            except (ArithmeticError, ValueError):
                return True
            if abs(values[0] - 2 * values[1] + values[2]) > 1e-9 * max(map(abs, values)):
                return True
        return False

    def turned(self) -> bool:
        """Whether the equation holds for the accelerations with the other sign."""
        for point in self.drawn.points:
            solved, row = self.solved(point), self.row(self.answer, point)
            if solved is not None and abs(-row[:-1] @ solved + row[-1]) > 1e-6 * (np.abs(row[:-1]) @ np.abs(solved)):
                return False
        return True


def parallel(a: np.ndarray, b: np.ndarray) -> bool:
    size = np.linalg.norm(a) * np.linalg.norm(b)
    return bool(size) and bool(abs(abs(a @ b) - size) <= 1e-9 * size)


RULES: list[Rule] = [
    (r"The accelerations have the wrong sign against all other terms\.", lambda e: e.turned(), True),
    (r"The accelerations do not enter linearly, as they do in equations of motion\.", lambda e: e.nonlinear(), True),
    (r"The (coefficient of `\w+`|part without accelerations) does not fit [^.]*\.", lambda e, x: e.fits(x), True),
    (r"It is right at rest, but the terms with velocities \([^)]*\) are not\.", lambda e: e.at_rest(), True),
    (
        r"The (coefficient of `\w+`|part without accelerations) is right, but for a number perhaps; [^.]* is not\.",
        lambda e, x: e.right_by_itself(x),
        True,
    ),
    (r"At rest, the other terms have the wrong sign against [^.]*\.", lambda e: e.opposite_at_rest(), True),
    (
        r"No acceleration is left in it: [^?]*\?",
        lambda e: not any(any(e.row(e.answer, p)[:-1]) for p in e.drawn.points),
        True,
    ),
]
