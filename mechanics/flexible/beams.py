"""Eigenfunctions of a beam that bends, as functions of ξ = x/l, for each kind of its ends.

φ'''' = κ⁴ φ has the solutions cos κξ, sin κξ, e^(−κξ) and e^(−κ(1−ξ)). Hyperbolic functions are combinations of these
four, but they grow and cancel; the exponentials stay between 0 and 1. The conditions of both ends are four homogeneous
linear equations for the coefficients, singular at the roots κ of the frequency equation.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..checking import text, whole
from ..model import ModelError

__all__ = ["BeamShape", "beam_roots", "beam_shapes"]

HELD = {"clamped": (0, 1), "pinned": (0, 2), "free": (2, 3), "guided": (1, 3)}
"""Orders of the derivatives that vanish at an end: deflection, slope, moment, shear force."""
EQUATIONS: dict[frozenset[str], tuple[Callable[[float], float], float]] = {  # f(κ) = 0, and where the first root begins
    frozenset(("clamped", "free")): (lambda x: np.cos(x) + 1 / np.cosh(x), 0.0),
    frozenset(("clamped",)): (lambda x: np.cos(x) - 1 / np.cosh(x), np.pi),
    frozenset(("free",)): (lambda x: np.cos(x) - 1 / np.cosh(x), np.pi),
    frozenset(("clamped", "pinned")): (lambda x: np.sin(x) - np.cos(x) * np.tanh(x), np.pi),
    frozenset(("pinned", "free")): (lambda x: np.sin(x) - np.cos(x) * np.tanh(x), np.pi),
    frozenset(("clamped", "guided")): (lambda x: np.sin(x) + np.cos(x) * np.tanh(x), np.pi / 2),
    frozenset(("free", "guided")): (lambda x: np.sin(x) + np.cos(x) * np.tanh(x), np.pi / 2),
    frozenset(("pinned",)): (np.sin, np.pi / 2),
    frozenset(("guided",)): (np.sin, np.pi / 2),
    frozenset(("pinned", "guided")): (np.cos, 0.0),
}


@dataclass(frozen=True)
class BeamShape:
    """a_1 cos κξ + a_2 sin κξ + a_3 e^(−κξ) + a_4 e^(−κ(1−ξ)), or a derivative of it.

    Attributes
    ----------
    kappa : float
        Root κ = β l.
    a : tuple of float
        The four coefficients.
    order : int, default 0
        Order of the derivative.
    """

    kappa: float
    a: tuple[float, float, float, float]
    order: int = 0

    def __call__(self, xi: Any) -> np.ndarray:
        """The shape, or its derivative, at ξ."""
        return self.kappa**self.order * (_solutions(self.kappa, np.asarray(xi, dtype=float), self.order) @ self.a)

    def deriv(self, m: int = 1) -> "BeamShape":
        """Derivative with respect to ξ.

        Parameters
        ----------
        m : int, default 1
            Order.

        Returns
        -------
        BeamShape
        """
        return BeamShape(self.kappa, self.a, self.order + m)


@cache
def beam_roots(n: int, ends: str = "clamped-free") -> tuple[float, ...]:
    """The first n roots κ = β l of a beam's frequency equation; ω_k = κ_k² √(EI/(μ l⁴)).

    Parameters
    ----------
    n : int
        Number of roots.
    ends : str, default "clamped-free"
        Root and tip: two of ``clamped``, ``pinned``, ``free``, ``guided`` (no slope, no shear force).

    Returns
    -------
    tuple of float
        Roots, ascending; without the root 0 of a beam that can move as a whole.

    Raises
    ------
    ModelError
        If there is no root, or the ends are unknown.
    """
    from scipy.optimize import brentq  # slow to import

    equation, first = EQUATIONS[frozenset(_split(n, ends))]
    starts = first + np.pi * np.arange(n)
    return tuple(brentq(equation, start, start + np.pi, xtol=1e-15, rtol=1e-15) for start in starts)


def beam_shapes(n: int, ends: str = "clamped-free") -> tuple[BeamShape, ...]:
    """The first n eigenfunctions of a beam that bends, with the largest deflection of its ends, or of all, equal to 1.

    A connecting rod between two pins has the shapes of ``"pinned-pinned"``, sin kπξ: the x axis of its frame is the
    line through the pins. One whose frame is fixed in its root has those of ``"clamped-free"``.

    Parameters
    ----------
    n : int
        Number of shapes.
    ends : str, default "clamped-free"
        Root and tip: two of ``clamped``, ``pinned``, ``free``, ``guided`` (no slope, no shear force).

    Returns
    -------
    tuple of BeamShape
        Shapes; without the motions of the whole beam, which belong to the frame of the body.

    Raises
    ------
    ModelError
        If there is no shape, or the ends are unknown.
    """
    left, right = _split(n, ends)
    return tuple(_shape(kappa, left, right) for kappa in beam_roots(n, ends))


def _shape(kappa: float, left: str, right: str) -> BeamShape:
    """The null vector of the four conditions, scaled."""
    conditions = [_solutions(kappa, np.array(0.0), order) for order in HELD[left]]
    conditions += [_solutions(kappa, np.array(1.0), order) for order in HELD[right]]
    a = np.linalg.svd(np.array(conditions))[2][-1]
    xi = np.array([1.0]) if right in ("free", "guided") else np.linspace(0, 1, 2001)
    values = _solutions(kappa, xi, 0) @ a
    peaks = np.flatnonzero(np.abs(values) > 0.5 * np.abs(values).max())
    scale = np.abs(values).max() * np.sign(values[peaks[0]])  # the first hump, or the tip, is positive
    return BeamShape(kappa, tuple(a / scale))


def _solutions(kappa: float, xi: np.ndarray, order: int) -> np.ndarray:
    """The four solutions' derivatives of an order, divided by its power of κ, (..., 4)."""
    turned = kappa * xi + order * np.pi / 2
    columns = (np.cos(turned), np.sin(turned), (-1) ** order * np.exp(-kappa * xi), np.exp(-kappa * (1 - xi)))
    return np.stack(columns, axis=-1)


def _split(n: int, ends: str) -> tuple[str, str]:
    whole(n, "beam_shapes: the number of shapes", 1)
    text(ends, "beam_shapes: the ends")
    left, _, right = ends.partition("-")
    if left not in HELD or right not in HELD:
        raise ModelError(
            f"beam_shapes: expected two ends among {', '.join(HELD)}, such as 'pinned-pinned'; got {ends!r}."
        )
    return left, right
