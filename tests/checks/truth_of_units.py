"""Sentences on units: how a part changes when the units of length, mass, time, ... are changed."""

import math
import re

from mechanics.formulas.reader import shorten
from mechanics.formulas.text import text_of_tree
from mechanics.formulas.tree import Tree
from mechanics.units import parse_unit

from .truth_entry import Entry, fraction
from .truth_values import column, level, places

_BASES = ("m", "kg", "s", "A", "K")
_SCALES = (1.7, 2.3, 0.6, 1.3, 0.8)


def _scaling(entry: Entry, tree: Tree) -> float | None:
    """By what a part is multiplied when all its names are measured in other units; None where that is no constant."""
    factors = {}
    for name, kind in entry.domain.items():
        if "[" in kind:
            powers = parse_unit(kind.split("[")[1].rstrip("] "))[1]
            factors[name] = math.prod(s ** float(x) for s, x in zip(_SCALES, powers, strict=True))
    points = [
        entry.drawn.complete({n: p[n] * factors.get(n, 1.0) for n in entry.drawn.kinds}) for p in entry.drawn.points
    ]
    both = zip(column(tree, points), column(tree, entry.drawn.points), strict=True)
    ratios = [a / b for a, b in both if a is not None and b]
    return ratios[0] if ratios and level(ratios) else None


def _unit_scale(text: str) -> float:
    """By what a quantity is multiplied when the units are changed, for a unit such as ``kg^(1/2) m/(s A)``."""
    total = 1.0
    plain = re.sub(r"\((\d+/\d+)\)", lambda power: str(fraction(power[1])), text.replace("no unit", "1"))
    for sign, side in zip((1, -1), plain.partition("/")[::2], strict=True):
        for name, power in re.findall(r"([A-Za-z]+)(?:\^([-\d.]+))?", side):
            powers = parse_unit(name)[1]
            scale = math.prod(s ** float(x) for s, x in zip(_SCALES, powers, strict=True))
            total *= scale ** (sign * float(power or 1))
    return total


def _parts(entry: Entry, quoted: str) -> list[Tree]:
    return [node for node, _ in places(entry.answer) if shorten(text_of_tree(node)) == quoted]


def has_unit(entry: Entry, quoted: str, unit: str) -> bool:
    scales = [_scaling(entry, part) for part in _parts(entry, quoted)]
    return any(s is not None and abs(s - _unit_scale(unit)) < 1e-6 * s for s in map(_size, scales))


def _size(x: float | None) -> float | None:
    return None if x is None else abs(x)


def added(entry: Entry, one: str, unit: str, other: str, other_unit: str) -> bool:
    return unit != other_unit and has_unit(entry, one, unit) and has_unit(entry, other, other_unit)


def whole_unit(entry: Entry, has: str, should: str) -> bool:
    a, b = _scaling(entry, entry.answer), _scaling(entry, entry.reference)
    fits = [x is not None and abs(abs(x) - _unit_scale(u)) < 1e-6 * abs(x) for x, u in ((a, has), (b, should))]
    return all(fits) and has != should
