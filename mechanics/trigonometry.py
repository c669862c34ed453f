"""The shortest form of a trigonometric polynomial, without a general `simplify`.

Two exact normal forms are tried and the shortest candidate wins: the squares of sine or cosine are eliminated
angle by angle, or products are expanded into sines and cosines of sums of angles.

A polynomial is a dictionary from monomials to rational numbers; a monomial is a sorted tuple of pairs
(index of a factor, exponent). So a normal form takes microseconds where a tree of expressions takes milliseconds.
"""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import symengine as se

__all__ = ["shortest"]

Power = tuple[int, int]
Monomial = tuple[Power, ...]
Number = int | Fraction  # integers wherever possible: they are ten times faster
Polynomial = dict[Monomial, Number]
Angle = tuple[tuple[str, int], ...]  # integer combination of symbols: ((name, factor), ...)
Waves = dict[tuple[bool, Angle], int]  # {(is it a sine?, angle): coefficient}

ONE = se.Integer(1)
_MAX_TERMS = 200
_MAX_DEGREE = 8  # of a product of sines and cosines; above it the expansion into sums is only longer


def shortest(expression: se.Basic) -> se.Basic:
    """The shortest of the exact forms of an expression in sines and cosines.

    Parameters
    ----------
    expression : symengine.Basic
        Expression.

    Returns
    -------
    symengine.Basic
        Equal to the given one for all values.
    """
    if expression.is_Atom:
        return expression
    table = _Factors()
    polynomial = table.polynomial(se.expand(expression))
    if table.angles and len(polynomial) <= _MAX_TERMS:
        polynomial = _without_squares(polynomial, table)
        products = any(sum(e for i, e in monomial if i in table.trig) > 1 for monomial in polynomial)
        if products and len(polynomial) > 1:  # one product alone is as short as its sum
            polynomial = min(polynomial, _as_sums(polynomial, table), key=table.length)
    return min(expression, table.expression(polynomial), key=se.count_ops)


class _Factors:
    """Numbers the factors that occur, remembers which of them are sines and cosines, and of what."""

    def __init__(self) -> None:
        self.factors: list[Any] = []
        self.index: dict[Any, int] = {}
        self.trig: dict[int, tuple[bool, Any]] = {}  # index of a factor: (is it a sine?, argument)
        self.angles: dict[Any, tuple[int, int]] = {}  # argument: indices of its cosine and sine

    def number(self, factor: Any) -> int:
        i = self.index.get(factor)
        if i is None:
            i = self.index[factor] = len(self.factors)
            self.factors.append(factor)
            if isinstance(factor, (se.sin, se.cos)):
                argument = factor.args[0]
                self.trig[i] = isinstance(factor, se.sin), argument
                if argument not in self.angles:
                    self.angles[argument] = (0, 0)
                    self.angles[argument] = self.number(se.cos(argument)), self.number(se.sin(argument))
        return i

    def wave(self, is_sine: bool, angle: "Angle") -> Monomial:
        """The sine or cosine of an angle as a monomial; empty for cos 0 = 1."""
        function = (se.sin if is_sine else se.cos)(se.Add(*(n * se.Symbol(x) for x, n in angle)))
        return () if function is ONE else ((self.number(function), 1),)

    def polynomial(self, expanded: Any) -> Polynomial:
        polynomial: Polynomial = {}
        for term in expanded.args if isinstance(expanded, se.Add) else (expanded,):
            coefficient: Number = 1
            powers: dict[int, int] = {}
            for factor in term.args if isinstance(term, se.Mul) else (term,):
                if isinstance(factor, se.Integer):
                    coefficient *= int(factor)
                    continue
                if isinstance(factor, se.Rational):
                    coefficient *= Fraction(str(factor))
                    continue
                base, exponent = factor.args if isinstance(factor, se.Pow) else (factor, 1)
                if not isinstance(exponent, (int, se.Integer)):
                    base, exponent = factor, 1
                powers[self.number(base)] = int(exponent)
            monomial = tuple(sorted(powers.items()))
            polynomial[monomial] = polynomial.get(monomial, 0) + coefficient
        return {m: c for m, c in polynomial.items() if c}

    def expression(self, polynomial: Polynomial) -> Any:
        """The polynomial as an expression, with the common factors of all terms in front."""
        if not polynomial:
            return se.Integer(0)
        common = _common(polynomial)
        if len(polynomial) == 1 or not common:
            rest = dict(polynomial)
            squares = self._binomials(rest)
            return se.Add(*squares, *(self._term(m, c) for m, c in rest.items()))
        reduced = {_times(m, {i: -e for i, e in common.items()}): c for m, c in polynomial.items()}
        return self._term(tuple(common.items()), 1) * self.expression(reduced)

    def _binomials(self, polynomial: Polynomial) -> list[Any]:
        """Take a² ± 2 a b + b² out of the polynomial, each as (a ± b)²."""
        found = []
        even = [m for m in polynomial if all(e % 2 == 0 for _, e in m)] if len(polynomial) > 2 else []
        for first, second in combinations(even, 2):
            c = polynomial.get(first)
            a, b = (tuple((i, e // 2) for i, e in m) for m in (first, second))
            cross = _times(a, dict(b))
            if c is None or polynomial.get(second) != c:
                continue
            if polynomial.get(cross, 0) in (2 * c, -2 * c):
                sign = polynomial.pop(cross) / (2 * c)
                del polynomial[first], polynomial[second]
                found.append(self._term((), c) * (self._term(a, 1) + int(sign) * self._term(b, 1)) ** 2)
        return found

    def _term(self, monomial: Monomial, coefficient: Number) -> Any:
        factors = [self.factors[i] ** e if e != 1 else self.factors[i] for i, e in monomial]
        if coefficient == 1:
            return se.Mul(*factors)
        number = (
            coefficient if isinstance(coefficient, int) else se.Rational(coefficient.numerator, coefficient.denominator)
        )
        return se.Mul(number, *factors)

    def length(self, polynomial: Polynomial) -> int:
        """Number of operations; common factors of all terms count once."""
        common = _common(polynomial) if len(polynomial) > 1 else {}
        outside = self._operations(common.items(), {}, 1) + (1 if common else 0)
        return outside + sum(self._operations(m, common, c) + 1 for m, c in polynomial.items())

    def _operations(self, monomial: Iterable[Power], common: dict[int, int], coefficient: Number) -> int:
        """Number of operations of one term without the factors in `common`."""
        count = 0 if coefficient in (1, -1) else 1
        for i, e in monomial:
            rest = e - common.get(i, 0)
            if rest:
                count += (rest != 1) + (2 if i in self.trig else 1)
        return count


def _common(polynomial: Polynomial) -> dict[int, int]:
    """Factors with positive exponents that all monomials share."""
    first, *others = polynomial
    common = {i: e for i, e in first if e > 0}
    for monomial in others:
        powers = dict(monomial)
        common = {i: min(e, powers[i]) for i, e in common.items() if powers.get(i, 0) > 0}
        if not common:
            break
    return common


def _times(monomial: Monomial, powers: dict[int, int]) -> Monomial:
    product = dict(monomial)
    for i, e in powers.items():
        product[i] = product.get(i, 0) + e
    return tuple(sorted((i, e) for i, e in product.items() if e))


def _add(polynomial: Polynomial, monomial: Monomial, coefficient: Number) -> None:
    total = polynomial.get(monomial, 0) + coefficient
    if total:
        polynomial[monomial] = total
    else:
        polynomial.pop(monomial, None)


def _without_squares(polynomial: Polynomial, table: _Factors) -> Polynomial:
    """Replace s² by 1 - c², or c² by 1 - s², angle by angle as long as it shortens the polynomial."""
    # greedy: the choice for one angle changes which squares of the others still occur, so start again after a gain
    length = before = table.length(polynomial)
    for c, s in table.angles.values():
        squared = {i for monomial in polynomial for i, e in monomial if e > 1}
        options = [_replace_square(polynomial, a, b) for a, b in ((s, c), (c, s)) if a in squared]
        for option in options:
            shorter = table.length(option)
            if shorter < length:
                polynomial, length = option, shorter
    return polynomial if length == before else _without_squares(polynomial, table)


def _replace_square(polynomial: Polynomial, a: int, b: int) -> Polynomial:
    """Use a² = 1 - b² until no power of factor `a` above the first is left."""
    result: Polynomial = {}
    for monomial, coefficient in polynomial.items():
        half = max((e // 2 for i, e in monomial if i == a and e > 1), default=0)
        if not half:
            _add(result, monomial, coefficient)
            continue
        for k in range(half + 1):  # a^(2 h) = (1 - b²)^h
            _add(result, _times(monomial, {a: -2 * half, b: 2 * k}), coefficient * comb(half, k) * (-1) ** k)
    return result


def _as_sums(polynomial: Polynomial, table: _Factors) -> Polynomial:
    """Products of sines and cosines as sines and cosines of sums; unchanged for other angles."""
    found = {argument: _angle(argument) for argument in table.angles}
    angles = {argument: angle for argument, angle in found.items() if angle is not None}
    if len(angles) < max(2, len(found)):
        return polynomial
    result: Polynomial = {}
    sums: dict[Monomial, dict[Monomial, Number]] = {}  # many terms share their sines and cosines
    for monomial, coefficient in polynomial.items():
        trig = tuple(power for power in monomial if power[0] in table.trig)
        rest = tuple(power for power in monomial if power[0] not in table.trig)
        if any(e < 0 for _, e in trig) or sum(e for _, e in trig) > _MAX_DEGREE:
            return polynomial
        if trig not in sums:
            waves = _fourier([(table.trig[i][0], angles[table.trig[i][1]], e) for i, e in trig])
            sums[trig] = {table.wave(*wave): c for wave, c in waves.items()}
        for wave, factor in sums[trig].items():
            _add(result, tuple(sorted(rest + wave)), coefficient * factor)
    return result


def _angle(argument: Any) -> Angle | None:
    """The argument as an integer combination of symbols, or None."""
    factors = [(x, n) for x, n in argument.as_coefficients_dict().items() if n != 0]
    if all(isinstance(x, se.Symbol) and isinstance(n, (int, se.Integer)) for x, n in factors):
        return tuple(sorted((x.name, int(n)) for x, n in factors))
    return None


def _fourier(product: list[tuple[bool, Angle, int]]) -> dict[tuple[bool, Angle], Number]:
    """Product of powers of sines and cosines as a sum: {(is it a sine?, angle): coefficient}."""
    total: Waves = {(False, ()): 1}
    degree = 0
    for is_sine, angle, exponent in product:
        for _ in range(exponent):
            total, degree = _times_wave(total, is_sine, angle), degree + 1
    half = 2**degree
    return {wave: Fraction(c, half) if c % half else c // half for wave, c in total.items()}


def _times_wave(waves: Waves, is_sine: bool, angle: Angle) -> Waves:
    """Twice the product with one sine or cosine: 2 cos a cos b = cos(a - b) + cos(a + b), and so on."""
    result: Waves = defaultdict(int)
    for (other_is_sine, other), c in waves.items():
        for sign in (1, -1):  # the sum and the difference of the angles
            # sin a cos b: both +; cos a sin b: +, -; sin a sin b: -, + as a cosine; cos a cos b: both +
            negative = is_sine and (sign == 1) == other_is_sine
            wave, flip = _canonical(is_sine != other_is_sine, _combine(other, angle, sign))
            result[wave] += -c * flip if negative else c * flip
    return {wave: c for wave, c in result.items() if c}


def _combine(a: Angle, b: Angle, sign: int) -> Angle:
    total = dict(a)
    for symbol, n in b:
        total[symbol] = total.get(symbol, 0) + sign * n
    return tuple(sorted((x, n) for x, n in total.items() if n))


def _canonical(is_sine: bool, angle: Angle) -> tuple[tuple[bool, Angle], int]:
    """The angle with a positive first factor, and the sign of the wave, 0 for sin(0)."""
    if not angle:
        return (is_sine, angle), 0 if is_sine else 1
    if angle[0][1] > 0:
        return (is_sine, angle), 1
    return (is_sine, tuple((x, -n) for x, n in angle)), -1 if is_sine else 1
