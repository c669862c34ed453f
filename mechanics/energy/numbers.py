"""Numerical values of a field: in a point, and its work along a straight line by adaptive quadrature."""

from collections.abc import Callable, Sequence
from math import hypot, isfinite, nan

from ..checking import array
from ..model import ModelError

__all__ = ["finite_values", "straight_work"]

ACCURACY = 1e-11
COARSE = 1e-3
LIMIT = 200  # pieces of an adaptive quadrature
_NONE = (ArithmeticError, TypeError, ValueError)  # of a function that has no real value somewhere

Function = Callable[..., Sequence[float]]
"""Components of a field as a function of the coordinates."""


def finite_values(function: Function, point: Sequence[float]) -> list[float]:
    """The components in a point.

    Parameters
    ----------
    function : callable
        Components as a function of the coordinates.
    point : sequence of float
        Coordinates, m.

    Returns
    -------
    list of float

    Raises
    ------
    ModelError
        If a component is not finite and real.
    """
    numbers = array(point, "A point", (None,)).tolist()
    try:
        found = [float(x) for x in function(*numbers)]
    except _NONE:
        found = [nan]
    if not all(map(isfinite, found)):
        raise ModelError(f"The field has no finite real value at {_text(numbers)}; take a point of its domain.")
    return found


def straight_work(function: Function, a: Sequence[float], b: Sequence[float]) -> float:
    """Work along the straight line from a to b; (3.61).

    Parameters
    ----------
    function : callable
        Components of the force as a function of the coordinates, N.
    a, b : sequence of float
        Coordinates of the end points, m.

    Returns
    -------
    float
        Work, J.

    Raises
    ------
    ModelError
        If the field is singular or has no real value on the line.
    """
    step = [y - x for x, y in zip(a, b, strict=True)]
    if not any(step):
        return 0.0

    def force(s: float) -> Sequence[float]:
        return function(*(x + s * d for x, d in zip(a, step, strict=True)))

    value = _integral(lambda s: sum(f * d for f, d in zip(force(s), step, strict=True)), ACCURACY)
    # a singular point whose force is normal to the line does no work, but still the line leaves the domain there
    size = _integral(lambda s: hypot(*force(s)), COARSE)
    if not isfinite(value + size):
        raise ModelError(
            f"The work from {_text(a)} to {_text(b)} is not finite: the field is singular or has no real value on "
            "the line between them. Take another path."
        )
    return value


def _integral(function: Callable[[float], float], accuracy: float) -> float:
    """The integral from 0 to 1; NaN where it does not converge."""
    from scipy.integrate import quad  # its import takes a fifth of a second, which every chapter would wait for

    try:
        value, error, *_ = quad(function, 0, 1, epsabs=accuracy, epsrel=accuracy, limit=LIMIT, full_output=1)
    except _NONE:
        return nan
    return float(value) if error <= max(1e-7, 10 * accuracy) * max(1.0, abs(value)) else nan


def _text(point: Sequence[float]) -> str:
    return "(" + ", ".join(f"{x:g}" for x in point) + ")"
