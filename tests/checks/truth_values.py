"""Values of formulas at fresh points, by floats and without the judge: by them the truth of a reason is tested."""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mechanics.formulas.reader import read_formula
from mechanics.formulas.tree import Tree

POINTS = 8
CLOSE = 1e-7
_RANGES = {"positive": (0.4, 2.2), "nonnegative": (0.4, 2.1), "real": (0.3, 2.3), "angle": (0.2, 2.9)}
_FUNCTIONS = {
    **{name: getattr(math, name) for name in ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "log")},
    **{name: getattr(math, name) for name in ("sinh", "cosh", "tanh", "asinh", "acosh", "atanh")},
    "sqrt": math.sqrt,
    "Abs": abs,
    "sign": lambda x: math.copysign(1, x) if x else 0,
    "cot": lambda x: 1 / math.tan(x),
    "sec": lambda x: 1 / math.cos(x),
    "csc": lambda x: 1 / math.sin(x),
}
Point = dict[str, float]
Column = list[float | None]


def value(tree: Tree, point: Mapping[str, float]) -> float:
    """The value of a formula; raises an ArithmeticError or ValueError where it has none."""
    if type(tree) is str:
        return math.pi if tree == "pi" else point[tree]
    if type(tree) is not list:
        return float(tree)
    head, *rest = tree
    if head == "rat":
        return rest[0] / rest[1]
    if head == "num":
        return float(rest[0])
    if head == "error":
        raise ValueError(rest[0])
    arguments = [value(argument, point) for argument in rest]
    if head == "+":
        return math.fsum(arguments)
    if head == "*":
        return math.prod(arguments)
    if head == "^":
        result = arguments[0] ** arguments[1]
        if isinstance(result, complex):
            raise ValueError("complex")
        return result
    return _FUNCTIONS[head](*arguments)


def column(tree: Tree, points: Sequence[Point]) -> Column:
    """Values at points, None where there is none."""
    found: Column = []
    for point in points:
        try:
            found.append(value(tree, point))
        except (ArithmeticError, ValueError):
            found.append(None)
    return found


def same(a: Column, b: Column, close: float = CLOSE) -> bool:
    """Whether two columns are equal where both are defined, which must be at half of the points at least."""
    pairs = [(x, y) for x, y in zip(a, b, strict=True) if x is not None and y is not None]
    largest = max((abs(y) for _, y in pairs), default=0.0)
    return 2 * len(pairs) >= len(a) and all(abs(x - y) <= close * max(abs(y), 1e-3 * largest, 1e-12) for x, y in pairs)


def level(values: Sequence[float]) -> bool:
    """Whether all values are the same."""
    return all(abs(x - values[0]) <= 10 * CLOSE * max(abs(values[0]), 1e-9) for x in values)


class Drawn:
    """Points of a domain, drawn by this module alone."""

    def __init__(self, domain: Mapping[str, str], seed: str = "truth", count: int = POINTS) -> None:
        self.random = random.Random(seed)
        self.kinds = {name: kind.split("[")[0].strip() for name, kind in domain.items() if not kind.startswith("=")}
        self.derived = {name: read_formula(kind[1:]) for name, kind in domain.items() if kind.startswith("=")}
        self.points = [
            self.complete({name: self._one(kind) for name, kind in self.kinds.items()}) for _ in range(count)
        ]

    def _one(self, kind: str) -> float:
        low, high = _RANGES.get(kind, (0.15, 1.4))
        sign = -1 if kind in ("real", "angle") and self.random.random() < 0.5 else 1
        return sign * self.random.uniform(low, high)

    def complete(self, free: Point) -> Point:
        """With abbreviations, which may use each other."""
        point, waiting = dict(free), {name: tree for name, tree in self.derived.items() if name not in free}
        for _ in range(len(waiting)):
            for name, tree in list(waiting.items()):
                try:
                    point[name] = value(tree, point)
                    del waiting[name]
                except KeyError:
                    continue
                except (ArithmeticError, ValueError):
                    point[name] = math.nan
        return point

    def changed(self, name: str, number: float | None = None, held: Sequence[str] = ()) -> list[Point]:
        """All points with another value of one name; abbreviations that are held keep theirs."""
        found = []
        for point in self.points:
            free = {key: point[key] for key in (*self.kinds, *(set(held) & set(self.derived)))}
            free[name] = self._another(name, point[name]) if number is None else number
            found.append(self.complete(free))
        return found

    def _another(self, name: str, own: float) -> float:
        """A new value; of an abbreviation some other one near its own."""
        return self._one(self.kinds[name]) if name in self.kinds else own * self._one("acute")


def places(tree: Tree, wrap: Any = None) -> Iterator[tuple[Tree, Any]]:
    """Every node, and the function that gives the whole formula with something else in its place."""
    wrap = wrap or (lambda new: new)
    yield tree, wrap
    if type(tree) is list and tree[0] not in ("rat", "num", "error"):
        for index in range(1, len(tree)):
            yield from places(tree[index], _inside(tree, index, wrap))


def _inside(tree: Tree, index: int, wrap: Any) -> Any:
    return lambda new: wrap([*tree[:index], new, *tree[index + 1 :]])
