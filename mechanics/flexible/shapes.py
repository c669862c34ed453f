"""Shapes in which a clamped beam may bend, as functions of ξ = x/l: polynomials, and its own eigenfunctions.

A shape can be called with an array of ξ, and `deriv(m)` is its derivative of order m with respect to ξ, as for
polynomials of numpy.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

import numpy as np
from numpy.polynomial import Polynomial

from ..model import ModelError

__all__ = ["CantileverShape", "Shape", "cantilever_roots", "cantilever_shapes", "polynomial_shapes"]


class Shape(Protocol):
    """Function of ξ with derivatives."""

    def __call__(self, xi: Any, /) -> Any:
        """The shape at ξ."""

    def deriv(self, m: int = 1) -> "Shape":
        """Its derivative of order m with respect to ξ.

        Parameters
        ----------
        m : int, default 1
            Order.

        Returns
        -------
        Shape
        """


@cache
def cantilever_roots(n: int) -> tuple[float, ...]:
    """The first n roots β l of the cantilever's frequency equation cos(β l) cosh(β l) = −1: 1.8751, 4.6941, ...

    The natural frequencies are ω_k = (β_k l)² √(EI/(μ l⁴)).

    Parameters
    ----------
    n : int
        Number of roots.

    Returns
    -------
    tuple of float
        Roots, ascending.
    """
    from scipy.optimize import brentq  # slow to import

    # divided by cosh, so that nothing large is compared; each root lies near (k − 1/2) π
    return tuple(
        brentq(lambda x: np.cos(x) + 1 / np.cosh(x), (k - 1) * np.pi, k * np.pi, xtol=1e-15, rtol=1e-15)
        for k in range(1, n + 1)
    )


@dataclass(frozen=True)
class CantileverShape:
    """Eigenfunction of a beam that is clamped at ξ = 0 and free at ξ = 1, or a derivative of it; 1 at the tip.

    φ = ± ½ [cos κξ − cosh κξ − σ (sin κξ − sinh κξ)], κ = β l and σ = (cos κ + cosh κ)/(sin κ + sinh κ).

    Its hyperbolic functions grow until they cancel; they are therefore written with e^(−κξ) and e^(−κ(1−ξ)), which
    stay small.

    Attributes
    ----------
    kappa : float
        Root κ = β l.
    order : int, default 0
        Order of the derivative.
    """

    kappa: float
    order: int = 0

    def __call__(self, xi: Any) -> np.ndarray:
        """The shape, or its derivative, at ξ."""
        k, m = self.kappa, self.order
        xi = np.asarray(xi, dtype=float)
        small = np.exp(-k)
        growth = 2 * (np.sin(k) - np.cos(k) - small) / (1 - small**2 + 2 * small * np.sin(k))  # (1 − σ) e^κ
        sigma = 1 - growth * small
        phase = k * xi + m * np.pi / 2  # each derivative shifts sine and cosine by a quarter period
        swinging = np.cos(phase) - sigma * np.sin(phase)
        decaying = (1 + sigma) * (-1) ** m * np.exp(-k * xi)
        tip = (-1.0) ** round(k / np.pi + 0.5)  # the bracket ends at −2, +2, −2, ...
        return k**m * tip / 2 * (swinging - decaying / 2 - growth * np.exp(-k * (1 - xi)) / 2)

    def deriv(self, m: int = 1) -> "CantileverShape":
        """Derivative with respect to ξ.

        Parameters
        ----------
        m : int, default 1
            Order.

        Returns
        -------
        CantileverShape
        """
        return CantileverShape(self.kappa, self.order + m)


def cantilever_shapes(n: int) -> tuple[CantileverShape, ...]:
    """The first n eigenfunctions of a clamped-free beam.

    Parameters
    ----------
    n : int
        Number of shapes.

    Returns
    -------
    tuple of CantileverShape

    Raises
    ------
    ModelError
        If there is no shape.
    """
    if n < 1:
        raise ModelError(f"cantilever_shapes: expected the number of shapes, 1 or more, got {n}.")
    return tuple(map(CantileverShape, cantilever_roots(n)))


def polynomial_shapes(n: int) -> tuple[Polynomial, ...]:
    """The first n powers that satisfy the clamped end: ξ², ξ³, ..., 1 at the tip.

    All of them satisfy φ(0) = φ'(0) = 0, which the clamp demands (*wesentliche Randbedingungen*).

    Parameters
    ----------
    n : int
        Number of shapes.

    Returns
    -------
    tuple of Polynomial

    Raises
    ------
    ModelError
        If there is no shape.
    """
    if n < 1:
        raise ModelError(f"polynomial_shapes: expected the number of shapes, 1 or more, got {n}.")
    return tuple(Polynomial.basis(power) for power in range(2, n + 2))
