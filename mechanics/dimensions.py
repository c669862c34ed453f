"""Dimensions of sympy expressions: whether what is added has one unit, and which unit a formula has.

A plain number that stands alone or as an addend fits every unit, so that a length may be written ``l + 0.2``. As a
factor it is a pure number where it is a small fraction such as 1/2 or 2/5, and fits every unit otherwise: 9.81 and 40.0
stand for quantities. Nothing is asked of a formula without parameters, such as the point (cos φ, sin φ) of a circle
whose radius of 1 m is not written.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef, Derivative

from .symbols import plain_name, t
from .units import PLAIN, Dimension, parse_unit, unit_text

__all__ = ["DimensionError", "UnitWarning", "check_unit", "dimension_of", "dimensions_by_name", "rate_of"]

SECOND = parse_unit("s")[1]
LARGEST = 12  # numerator and denominator of a factor that is taken for a pure number

_SAME = (sp.Abs, sp.Max, sp.Min, sp.Mod, sp.floor, sp.ceiling, sp.re, sp.im)
_PURE = (sp.sign, sp.Heaviside)
_OF_PURE = (
    *(sp.sin, sp.cos, sp.tan, sp.cot, sp.sec, sp.csc, sp.asin, sp.acos, sp.atan, sp.acot, sp.asec, sp.acsc),
    *(sp.exp, sp.log, sp.sinh, sp.cosh, sp.tanh, sp.coth, sp.sech, sp.csch),
    *(sp.asinh, sp.acosh, sp.atanh, sp.acoth, sp.asech, sp.acsch),
)


class DimensionError(ValueError):
    """Quantities of different units are added, or a function is taken of a quantity with a unit."""


class UnitWarning(UserWarning):
    """Units that do not fit where equations may be written without them."""


def dimension_of(expression: Any, known: Mapping[str, Dimension]) -> Dimension | None:
    """Exponents of the base units of an expression.

    Parameters
    ----------
    expression : sympy expression or number
        In the symbols of a system.
    known : mapping of str to Dimension
        Dimension of each name; coordinates by their names, rates as ``phi_d``.

    Returns
    -------
    Dimension or None
        None for a plain number, for names that are not known, and for functions without a rule: they fit every unit.

    Raises
    ------
    DimensionError
        With the two terms, or the function, that do not fit.
    """
    return _of(sp.sympify(expression), known)


def check_unit(what: str, expression: Any, wanted: Dimension | None, known: Mapping[str, Dimension]) -> None:
    """Nothing, or a sentence about what does not fit.

    Parameters
    ----------
    what : str
        Subject of the sentence, ``"The mass of the cart"``.
    expression : sympy expression or number
        What is checked.
    wanted : Dimension or None
        Dimension that it must have; None to look only inside of it.
    known : mapping of str to Dimension
        As for `dimension_of`.

    Raises
    ------
    DimensionError
        With the subject, the unit that was expected and the one that was got.
    """
    if not any(symbol.name in known for symbol in sp.sympify(expression).atoms(sp.Symbol)):
        return  # the units of numbers that are not written cannot be known
    try:
        found = dimension_of(expression, known)
    except DimensionError as error:
        raise DimensionError(f"{what} does not fit together: {error}. {_units(expression, known)}") from None
    if wanted is not None and found is not None and found != wanted:
        raise DimensionError(
            f"{what} must have the unit {unit_text(wanted)}; got {_short(expression)} with the unit "
            f"{unit_text(found)}. {_units(expression, known)}"
        )


def dimensions_by_name(units: Mapping[str, str]) -> dict[str, Dimension]:
    """Dimension of each name from its unit; names without a unit are left out."""
    return {name: parse_unit(unit)[1] for name, unit in units.items() if unit and unit != "-" and "," not in unit}


def _units(expression: Any, known: Mapping[str, Dimension]) -> str:
    """The units of the symbols that occur, for the end of a sentence."""
    atoms = sp.sympify(expression).atoms(sp.Symbol, AppliedUndef)
    names = sorted({plain_name(atom) for atom in atoms} & set(known))
    return f"The units given: {', '.join(f'{name} in {unit_text(known[name])}' for name in names)}." if names else ""


def rate_of(dimension: Dimension, order: int = 1) -> Dimension:
    """Dimension of a time derivative."""
    return _times(dimension, tuple(-order * x for x in SECOND))


def _of(e: Any, known: Mapping[str, Dimension]) -> Dimension | None:
    if e.is_number:
        return None
    if isinstance(e, sp.Symbol | AppliedUndef):
        return None if e == t else known.get(plain_name(e))  # sin(t) stands for sin(ω t) with 1 rad/s
    if isinstance(e, Derivative):
        return known.get(plain_name(e)) if isinstance(e.expr, AppliedUndef) else _derivative(e, known)
    for kinds, rule in _RULES:
        if isinstance(e, kinds):
            return rule(e, known)
    return None


def _derivative(e: Any, known: Mapping[str, Dimension]) -> Dimension | None:
    found = _of(e.expr, known)
    order = sum(count for variable, count in e.variable_count if variable == t)
    return None if found is None or order < len(e.variables) else rate_of(found, order)


def _product(e: Any, known: Mapping[str, Dimension]) -> Dimension | None:
    total: Dimension = PLAIN
    for factor in e.args:
        part = PLAIN if factor.is_number and _is_pure(factor) else _of(factor, known)
        if part is None:
            return None
        total = _times(total, part)
    return total


def _is_pure(number: Any) -> bool:
    fraction = number.as_coeff_Mul()[0]
    return fraction.is_Rational and abs(fraction.p) <= LARGEST and fraction.q <= LARGEST


def _power(e: Any, known: Mapping[str, Dimension]) -> Dimension | None:
    base = _of(e.base, known)
    _pure(e.exp, known, "an exponent")
    if base is None or base == PLAIN:
        return base
    if not e.exp.is_Rational:
        if e.exp.is_number:
            return None
        raise DimensionError(f"{_short(e.base)} has the unit {unit_text(base)}, but its exponent {e.exp} is no number")
    return tuple(x * Fraction(int(e.exp.p), int(e.exp.q)) for x in base)


def _same(e: Any, known: Mapping[str, Dimension]) -> Dimension | None:
    """All arguments have one dimension, which is that of the whole."""
    first: tuple[Any, Dimension] | None = None
    for argument in e.args:
        part = _of(argument, known)
        if part is None:
            continue
        if first is not None and part != first[1]:
            raise DimensionError(
                f"{_short(first[0])} has the unit {unit_text(first[1])}, {_short(argument)} the unit {unit_text(part)}"
            )
        first = first or (argument, part)
    return first[1] if first else None


def _of_same(e: Any, known: Mapping[str, Dimension]) -> Dimension | None:
    _same(e, known)
    return PLAIN


def _of_pure(e: Any, known: Mapping[str, Dimension]) -> Dimension | None:
    for argument in e.args:
        _pure(argument, known, f"{e.func.__name__}(...)")
    return PLAIN


def _pure(argument: Any, known: Mapping[str, Dimension], what: str) -> None:
    part = _of(argument, known)
    if part not in (None, PLAIN):
        raise DimensionError(f"{what} is taken of {_short(argument)}, which has the unit {unit_text(part)}")


def _cases(e: Any, known: Mapping[str, Dimension]) -> Dimension | None:
    for case in e.args:
        if isinstance(case.cond, sp.core.relational.Relational):
            _same(case.cond, known)
    return _same(sp.Tuple(*(case.expr for case in e.args)), known)


def _times(a: Dimension, b: Dimension) -> Dimension:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _short(e: Any) -> str:
    text = str(e)
    return text if len(text) < 60 else f"{text[:57]}..."


_RULES: tuple[tuple[Any, Callable[[Any, Mapping[str, Dimension]], Dimension | None]], ...] = (
    (sp.Add, _same),
    (sp.Mul, _product),
    (sp.Pow, _power),
    (sp.Piecewise, _cases),
    (_SAME, _same),
    (_PURE, lambda e, known: PLAIN),
    (sp.atan2, _of_same),
    (_OF_PURE, _of_pure),
)
