"""Units as text → factor to SI and dimension, ``"N m/rad"`` or ``"cm/s**2"``.

Without sympy and numpy, because answers are judged in a process that has neither.
"""

import re
from fractions import Fraction
from functools import cache
from math import pi

from mechanics.formulas.reader import read_formula
from mechanics.formulas.tree import Tree, TreeError

__all__ = ["PLAIN", "SPELLINGS", "Dimension", "parse_unit", "same_dimension", "unit_of", "unit_text"]

Dimension = tuple[Fraction, ...]

_BASE = ("m", "kg", "s", "A", "K")
_WRITTEN = ("kg", "m", "s", "A", "K")  # in this order: kg m/s
PLAIN: Dimension = (Fraction(0),) * len(_BASE)


def _dimension(**powers: int) -> Dimension:
    return tuple(Fraction(powers.get(name, 0)) for name in _BASE)


_UNITS: dict[str, tuple[float, Dimension]] = {
    "m": (1.0, _dimension(m=1)),
    "g": (1e-3, _dimension(kg=1)),
    "s": (1.0, _dimension(s=1)),
    "A": (1.0, _dimension(A=1)),
    "K": (1.0, _dimension(K=1)),
    "rad": (1.0, PLAIN),
    "N": (1.0, _dimension(m=1, kg=1, s=-2)),
    "J": (1.0, _dimension(m=2, kg=1, s=-2)),
    "W": (1.0, _dimension(m=2, kg=1, s=-3)),
    "Pa": (1.0, _dimension(m=-1, kg=1, s=-2)),
    "Hz": (1.0, _dimension(s=-1)),
    "C": (1.0, _dimension(A=1, s=1)),
    "V": (1.0, _dimension(m=2, kg=1, s=-3, A=-1)),
    "Ohm": (1.0, _dimension(m=2, kg=1, s=-3, A=-2)),
    "F": (1.0, _dimension(m=-2, kg=-1, s=4, A=2)),
    "H": (1.0, _dimension(m=2, kg=1, s=-2, A=-2)),
    "T": (1.0, _dimension(kg=1, s=-2, A=-1)),
}
_OTHERS: dict[str, tuple[float, Dimension]] = {
    "deg": (pi / 180, PLAIN),
    "rev": (2 * pi, PLAIN),
    "percent": (1e-2, PLAIN),
    "permille": (1e-3, PLAIN),
    "min": (60.0, _dimension(s=1)),
    "h": (3600.0, _dimension(s=1)),
    "d": (86400.0, _dimension(s=1)),
    "rpm": (2 * pi / 60, _dimension(s=-1)),
    "t": (1000.0, _dimension(kg=1)),
    "Nms": (1.0, _dimension(m=2, kg=1, s=-1)),
}
# written together, and with prefixes: 3 kNm, 5 ml, 120 kWh
_COMPOUND: dict[str, tuple[float, Dimension]] = {
    "Nm": (1.0, _dimension(m=2, kg=1, s=-2)),
    "Ns": (1.0, _dimension(m=1, kg=1, s=-1)),
    "l": (1e-3, _dimension(m=3)),
    "L": (1e-3, _dimension(m=3)),
    "bar": (1e5, _dimension(m=-1, kg=1, s=-2)),
    "Wh": (3600.0, _dimension(m=2, kg=1, s=-2)),
    "Ws": (1.0, _dimension(m=2, kg=1, s=-2)),
    "As": (1.0, _dimension(A=1, s=1)),
    "Ah": (3600.0, _dimension(A=1, s=1)),
    "VA": (1.0, _dimension(m=2, kg=1, s=-3)),
}
_NAMED = ("N", "N m", "W", "Pa", "N/m", "N s/m", "N m s", "V", "Ohm", "F", "H")
_PREFIXES = {
    **{"da": 1e1, "h": 1e2, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12},
    **{"d": 1e-1, "c": 1e-2, "m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12},
}
SPELLINGS = {
    "°": "deg",
    "\u2126": "Ohm",
    "\u03a9": "Ohm",
    "µ": "u",
    "μ": "u",
    **{f"⁻{sign}": f"**(-{power})" for sign, power in (("¹", 1), ("²", 2), ("³", 3))},
    "²": "**2",
    "³": "**3",
    "^": "**",
    "·": "*",
    "%": " percent",
    "‰": " permille",
}


@cache
def parse_unit(text: str) -> tuple[float, Dimension]:
    """Factor to SI units and dimension of a unit, ``parse_unit("N m/rad")``; empty text is 1.

    Raises
    ------
    TreeError
        with a sentence, for a unit that is not known.
    """
    for spelling, meaning in SPELLINGS.items():
        text = text.replace(spelling, meaning)
    text = re.sub(r"(?<=[\w)])\s+(?=[A-Za-z(])", "*", text.strip())
    return _evaluate(read_formula(text)) if text else (1.0, PLAIN)


def unit_text(dimension: Dimension) -> str:
    """A unit of that dimension, for messages: the name of a derived unit where there is one, else base units."""
    for name in _NAMED:
        if parse_unit(name)[1] == dimension:
            return name
    powers = dict(zip(_BASE, dimension, strict=True))
    above = [_base_text(base, powers[base]) for base in _WRITTEN if powers[base] > 0]
    below = [_base_text(base, -powers[base]) for base in _WRITTEN if powers[base] < 0]
    divisor = f"({' '.join(below)})" if len(below) > 1 else "".join(below)
    return (" ".join(above) or "1") + (f"/{divisor}" if below else "")


def _base_text(base: str, power: Fraction) -> str:
    exponent = str(power) if power.denominator == 1 else f"({power})"
    return base if power == 1 else f"{base}^{exponent}"


def same_dimension(a: str, b: str) -> bool:
    """Whether two units measure the same kind of quantity."""
    return parse_unit(a)[1] == parse_unit(b)[1]


def _evaluate(tree: Tree) -> tuple[float, Dimension]:
    if type(tree) is str:
        return unit_of(tree)
    if type(tree) in (int, float):
        return float(tree), PLAIN
    if tree[0] == "*":
        scale, dimension = 1.0, PLAIN
        for factor in map(_evaluate, tree[1:]):
            scale *= factor[0]
            dimension = tuple(x + y for x, y in zip(dimension, factor[1], strict=True))
        return scale, dimension
    if tree[0] == "^":
        scale, dimension = _evaluate(tree[1])
        exponent = _exponent(tree[2])
        return scale ** float(exponent), tuple(x * exponent for x in dimension)
    raise TreeError("the unit cannot be read; write it like `N*m/rad` or `m/s**2`")


def _exponent(tree: Tree) -> Fraction:
    if type(tree) is int and abs(tree) < 10:
        return Fraction(tree)
    if type(tree) is list and tree[0] == "*" and all(type(factor) is int for factor in tree[1:]):
        return Fraction(tree[1] * tree[2])
    if type(tree) is list and tree[0] == "rat":
        return Fraction(tree[1], tree[2])
    raise TreeError("the exponent of a unit must be a small whole number")


@cache
def unit_of(name: str) -> tuple[float, Dimension]:
    """Factor to SI units and dimension of a single unit, with a prefix or without: ``unit_of("kN")``.

    Raises
    ------
    TreeError
        with a sentence, for a unit that is not known.
    """
    if name in _OTHERS or name in _COMPOUND or name in _UNITS:
        return _OTHERS.get(name) or _COMPOUND.get(name) or _UNITS[name]
    for prefix, factor in _PREFIXES.items():
        scale, dimension = (_COMPOUND.get(name[len(prefix) :]) or _UNITS.get(name[len(prefix) :])) or (0.0, PLAIN)
        if name.startswith(prefix) and scale:
            return factor * scale, dimension
    raise TreeError(f"`{name[:20]}` is not a unit known here")
