"""A formula at many points at once, because walking the tree costs more than its operations, even with 50 digits.

The numbers are the tuples inside those of mpmath, rounded as `mechanics.checks.evaluate` rounds them, so that the
values are the same to the last bit. Whatever is unusual - a complex number, a division by zero, something
too large - is left to `real_value`, point by point.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce
from typing import Any

from mpmath.libmp import mpf_add, mpf_mul, mpf_pow_int, round_nearest  # type: ignore[import-untyped]

from mechanics.checks.evaluate import LARGEST, LARGEST_RESULT, Undefined, evaluate, mp, real_value
from mechanics.formulas.tree import SPECIAL, Tree

__all__ = ["real_values"]

Raw = tuple[int, int, int, int]
"""Sign, mantissa, exponent and bits of a number, as mpmath keeps it."""
PREC = mp.prec  # stored, because mpmath computes it at each access
_FOLDED = {"+": mpf_add, "*": mpf_mul}


def real_values(tree: Tree, points: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Real values of a formula at several points.

    Parameters
    ----------
    tree : Tree
        The formula.
    points : sequence of mapping
        Numbers by name.

    Returns
    -------
    list of mpf or None
        None where the formula is singular, complex or too large.
    """
    try:
        return [mp.make_mpf(_finite(raw)) for raw in _column(tree, points)]
    except Exception:  # at one of the points at least: each is evaluated by itself
        return [_one(tree, point) for point in points]


def _one(tree: Tree, point: Mapping[str, Any]) -> Any:
    try:
        return real_value(tree, point)
    except Undefined:
        return None


def _column(tree: Tree, points: Sequence[Mapping[str, Any]]) -> list[Raw]:
    if type(tree) is str and tree != "pi":
        return [point[tree]._mpf_ for point in points]
    if type(tree) is not list or tree[0] in SPECIAL:
        return [evaluate(tree, {})._mpf_] * len(points)
    head, *arguments = tree
    if head == "^" and type(arguments[1]) is int:
        return [_power(base, arguments[1]) for base in _column(arguments[0], points)]
    columns = [_column(argument, points) for argument in arguments]
    if head in _FOLDED:
        fold = _FOLDED[head]
        return reduce(lambda a, b: [fold(x, y, PREC, round_nearest) for x, y in zip(a, b, strict=True)], columns)
    return [_called(head, *values) for values in zip(*columns, strict=True)]


def _power(base: Raw, exponent: int) -> Raw:
    _, mantissa, two, bits = base
    if mantissa and abs(exponent) * (abs(two + bits) + 1) > LARGEST:
        raise Undefined("too large")
    power: Raw = mpf_pow_int(base, exponent, PREC, round_nearest)
    return power


@lru_cache(maxsize=1 << 14)
def _called(head: str, *arguments: Raw) -> Raw:
    """A function; cached, because all answers to a question need the sines of the same angles."""
    names = [str(number) for number in range(len(arguments))]
    point = dict(zip(names, map(mp.make_mpf, arguments), strict=True))
    value: Raw = evaluate([head, *names], point)._mpf_  # a complex number has none
    return value


def _finite(raw: Raw) -> Raw:
    if (not raw[1] and raw[2]) or raw[2] + raw[3] > LARGEST_RESULT:
        raise Undefined("not finite")
    return raw
