"""Factors of a wrong result, as a sentence writes them."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from mechanics.checks.compare import agree
from mechanics.checks.evaluate import number, text_of

__all__ = ["combinations", "plain", "product"]

_POWERS = (1, 2, -1, -2, 3, -3)


def combinations(names: Sequence[str], roots: bool) -> Iterator[Mapping[str, float]]:
    """Powers of one or two names that a factor may have.

    Parameters
    ----------
    names : sequence of str
        One or two.
    roots : bool
        Whether square roots may be taken.

    Yields
    ------
    mapping of float
        Exponents by name.
    """
    if len(names) == 1:
        yield from ({names[0]: power} for power in (*_POWERS, *(0.5, -0.5) * roots))
    else:
        yield from ({names[0]: a, names[1]: b} for a in _POWERS for b in _POWERS)


def product(powers: Mapping[str, float], factor: Any, tolerance: Any) -> str:
    """A product of powers and a number: "`m*l**2`, and a number".

    Parameters
    ----------
    powers : mapping of float
        Exponents by name.
    factor, tolerance : mpf
        The number, and how near it has to be to 1 not to be told.
    """
    above = [_raised(name, k) for name, k in powers.items() if k > 0]
    below = [_raised(name, -k) for name, k in powers.items() if k < 0]
    text = "*".join(above) or "1"
    if below:
        text += "/" + (below[0] if len(below) == 1 else f"({'*'.join(below)})")
    if agree(factor, 1, 1, tolerance * 10):
        return f"`{text}`"
    return f"`{text}`, and a number"


def _raised(name: str, power: float) -> str:
    return name if power == 1 else f"sqrt({name})" if power == 0.5 else f"{name}**{power}"


def plain(value: Any, tolerance: Any) -> str:
    """A number as a fraction, if it is one.

    Parameters
    ----------
    value, tolerance : mpf
        The number, and its largest relative error.
    """
    fraction = Fraction(float(value)).limit_denominator(200)
    exact = agree(value, number(fraction.numerator) / fraction.denominator, abs(value), tolerance)
    return str(fraction) if exact else text_of(value, 4)
