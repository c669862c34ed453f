"""Text of a number with its unit → value in SI units and dimension: ``"9.81 m/s^2"``, ``"(1 + sqrt(2))/3 kN"``.

All names in such a text are units. What is added must have one dimension, so that ``9.81 + m/s`` is not 9.81 m/s.
"""

import re
from fractions import Fraction

from mechanics.checks.answers import AnswerError
from mechanics.checks.evaluate import Number, Undefined, evaluate, mp
from mechanics.formulas.reader import read_formula, shorten
from mechanics.formulas.tree import SPECIAL, Tree, TreeError, errors_of, names_of
from mechanics.units import PLAIN, SPELLINGS, Dimension, unit_of, unit_text

__all__ = ["quantity"]

_NOT_FINITE = "The answer is not a real, finite number."
_NUMBER = r"(?<![\w.])(?:\d++\.?+\d*+|\.\d++)(?:[eE][-+]?+\d++)?+"  # possessive: 1e-3 is not 1*e - 3
_PRODUCTS = (
    (re.compile(r"(?<=\d)\s*[x×]\s*(?=10\b)"), "*"),  # 5 x 10^5
    (re.compile(r"(?<=[\w.)])\s+(?=1\s*/\s*[A-Za-z(])"), "*"),  # 50 1/s
    (re.compile(rf"({_NUMBER})\s*(?=[A-Za-z(])"), r"\1*"),  # 9.81 m, 2(3 + 4)
    (re.compile(r"(?<=[\w)])\s+(?=[A-Za-z(])"), "*"),  # N m
)


def quantity(text: str) -> tuple[Number, Dimension | None]:
    """Value in SI units, and dimension.

    Parameters
    ----------
    text : str
        A number or a formula of numbers, with a unit or without.

    Returns
    -------
    tuple of (mpf or mpc, Dimension or None)
        None where no unit is written.

    Raises
    ------
    AnswerError
        With a sentence for the student, for what is no quantity.
    """
    tree = _tree(text)
    if errors := errors_of(tree):
        raise AnswerError(f"The answer contains {errors[0]}.")
    units = _units(tree)
    if not _has_number(tree):
        _check_units(units, text)
        raise AnswerError(f"`{shorten(text)}` is a unit without a number.")
    try:
        value, dimension = _value(tree, text)
        return value, dimension if units else None
    except Undefined:
        pass
    raise AnswerError(_NOT_FINITE)


def _tree(text: str) -> Tree:
    plain = re.sub(r"^\s*(?:[A-Za-z_]\w*\s*)?[=≈~]\s*|\s*=\s*[A-Za-z_]\w*\s*$", "", text)
    if re.search(r"\d\s*,\s*\d", re.sub(r"\w+\([^()]*\)", "", plain)):
        raise AnswerError("Write the number with a point for the decimals and without commas: 9.81 instead of 9,81.")
    if re.search(r"\d\s+\d(?!\s*/\s*[A-Za-z(])", plain):
        raise AnswerError("Write the number without spaces inside: 12000 for 12 000, 1.5 for 1 1/2.")
    if re.search(r"°\s*[CF]\b", plain):
        raise AnswerError("Degrees Celsius and Fahrenheit do not multiply: give a temperature in kelvin, `K`.")
    for spelling, meaning in {**SPELLINGS, "−": "-", "–": "-", "[": "(", "]": ")"}.items():
        plain = plain.replace(spelling, meaning)
    for pattern, product in _PRODUCTS:
        plain = pattern.sub(product, plain)
    try:
        return read_formula(plain)
    except TreeError:
        pass
    raise AnswerError(_unreadable(text))


def _unreadable(text: str) -> str:
    return f"`{shorten(text)}` cannot be read as a number with a unit, such as `9.81 m/s**2`."


def _units(tree: Tree) -> set[str]:
    """Names outside of functions: ``sin(30 deg)`` has no unit."""
    if type(tree) is not list:
        return names_of(tree)
    return set().union(*map(_units, tree[1:])) if tree[0] in ("+", "*", "^") else set()


def _check_units(names: set[str], text: str) -> None:
    for name in names:
        try:
            unit_of(name)
        except TreeError:
            raise AnswerError(_unreadable(text)) from None


def _has_number(tree: Tree) -> bool:
    """Whether a number is among the factors: ``1/s`` has one, ``m**2`` has not."""
    if type(tree) is not list:
        return tree == "pi" or type(tree) is not str
    return (
        tree[0] in SPECIAL
        or tree[0] not in ("*", "^")
        or any(map(_has_number, tree[1 : 2 if tree[0] == "^" else None]))
    )


def _plain(tree: Tree) -> Number:
    try:
        return evaluate(tree, {})
    except Undefined:
        pass
    raise AnswerError(_NOT_FINITE)


def _value(tree: Tree, text: str) -> tuple[Number, Dimension]:
    if not names_of(tree):
        return _plain(tree), PLAIN
    if type(tree) is str:
        return _unit(tree)
    head, *arguments = tree
    if head == "^":
        return _power(arguments[0], arguments[1], text)
    parts = [_value(argument, text) for argument in arguments]
    if head == "*":
        total = tuple(sum(powers, Fraction(0)) for powers in zip(*(part[1] for part in parts), strict=True))
        return mp.fprod(part[0] for part in parts), total
    dimensions = {part[1] for part in parts}
    if head == "+" and len(dimensions) > 1:
        found = " and ".join(f"`{unit_text(x)}`" if x != PLAIN else "a plain number" for x in sorted(dimensions))
        raise AnswerError(f"`{shorten(text)}` adds {found}; is the `+` meant to be a `*`?")
    if head != "+" and dimensions != {PLAIN}:
        raise AnswerError(f"`{shorten(text)}` takes {head} of something that has a unit.")
    names = [str(index) for index in range(len(parts))]
    return evaluate([head, *names], {name: part[0] for name, part in zip(names, parts, strict=True)}), parts[0][1]


def _unit(name: str) -> tuple[Number, Dimension]:
    try:
        scale, dimension = unit_of(name)
    except TreeError as error:
        message = str(error)
    else:
        return mp.mpf(scale), dimension
    raise AnswerError(f"{message[:1].upper()}{message[1:]}.")


def _power(base: Tree, exponent: Tree, text: str) -> tuple[Number, Dimension]:
    value, dimension = _value(base, text)
    power = _plain(exponent) if not names_of(exponent) else None
    if power is None or abs(power) > 12:
        raise AnswerError(f"`{shorten(text)}` has an exponent that is no small number.")
    rational = Fraction(float(power.real)).limit_denominator(12)
    return evaluate(["^", "0", "1"], {"0": value, "1": power}), tuple(x * rational for x in dimension)
