"""Shapes in which a bar stretches or twists, as functions of ξ = x/l, for each kind of its ends.

Both motions have the same equation, μ ü = EA u'' and ρ I_p θ̈ = GI_t θ'': waves with the speed c. At a held end the
displacement vanishes and the strain does not; at a free end it is the other way round.

    fixed-free   sin (k − ½) π ξ    ω = (k − ½) π c/l        c² = EA/μ for stretching, GI_t/(μ (r_y² + r_z²)) for twist
    fixed-fixed  sin k π ξ          ω = k π c/l
    free-free    cos k π ξ          ω = k π c/l              beside the motion of the whole bar, which its frame has
    free-fixed   cos (k − ½) π ξ    ω = (k − ½) π c/l
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.polynomial import Legendre, Polynomial

from ..checking import text, whole
from ..model import ModelError

__all__ = ["Sinusoid", "bar_polynomials", "bar_roots", "bar_shapes"]

ENDS = ("fixed-free", "fixed-fixed", "free-free", "free-fixed")


@dataclass(frozen=True)
class Sinusoid:
    """sin κξ (phase 0) or cos κξ (phase π/2), or a derivative of it.

    Attributes
    ----------
    kappa : float
        Wave number κ.
    phase : float, default 0.0
        Phase, rad.
    order : int, default 0
        Order of the derivative.
    """

    kappa: float
    phase: float = 0.0
    order: int = 0

    def __call__(self, xi: Any) -> np.ndarray:
        """The shape, or its derivative, at ξ."""
        turned = self.kappa * np.asarray(xi, dtype=float) + self.phase + self.order * np.pi / 2
        return self.kappa**self.order * np.sin(turned)

    def deriv(self, m: int = 1) -> "Sinusoid":
        """Derivative with respect to ξ.

        Parameters
        ----------
        m : int, default 1
            Order.

        Returns
        -------
        Sinusoid
        """
        return Sinusoid(self.kappa, self.phase, self.order + m)


def bar_roots(n: int, ends: str = "fixed-free") -> tuple[float, ...]:
    """The first n roots κ of a bar's frequency equation; its natural frequencies are ω = κ c/l.

    Parameters
    ----------
    n : int
        Number of roots.
    ends : str, default "fixed-free"
        Root and tip: ``"fixed-free"``, ``"fixed-fixed"``, ``"free-free"`` or ``"free-fixed"``.

    Returns
    -------
    tuple of float
        Roots, ascending; without the root 0 of a free bar.

    Raises
    ------
    ModelError
        If there is no root, or the ends are unknown.
    """
    _check("bar_roots", n, ends)
    return tuple((k if ends in ("fixed-fixed", "free-free") else k - 0.5) * np.pi for k in range(1, n + 1))


def bar_shapes(n: int, ends: str = "fixed-free") -> tuple[Sinusoid, ...]:
    """The first n eigenfunctions of a bar that stretches or twists.

    Parameters
    ----------
    n : int
        Number of shapes.
    ends : str, default "fixed-free"
        Root and tip: ``"fixed-free"``, ``"fixed-fixed"``, ``"free-free"`` or ``"free-fixed"``.

    Returns
    -------
    tuple of Sinusoid
        Shapes; for free ends without the rigid motion, which belongs to the frame of the body.

    Raises
    ------
    ModelError
        If there is no shape, or the ends are unknown.
    """
    return tuple(Sinusoid(kappa, 0.0 if ends.startswith("fixed") else np.pi / 2) for kappa in bar_roots(n, ends))


def bar_polynomials(n: int, ends: str = "fixed-free") -> tuple[Polynomial, ...]:
    """The first n polynomials for a bar that stretches or twists: of the degrees 1, 2, ...

    With a load along the bar that is a polynomial, such as its weight or the centrifugal force, they contain the exact
    displacement, which the eigenfunctions only approach.

    fixed-free ξ, ξ², ...; fixed-fixed ξ(1 − ξ), ξ²(1 − ξ), ...; free-fixed 1 − ξ, (1 − ξ)², ...; free-free Legendre's
    polynomials of the degrees 1, 2, ..., without a motion of the mass centre.

    Parameters
    ----------
    n : int
        Number of shapes.
    ends : str, default "fixed-free"
        Root and tip, as for `bar_shapes`.

    Returns
    -------
    tuple of Polynomial

    Raises
    ------
    ModelError
        If there is no shape, or the ends are unknown.
    """
    _check("bar_polynomials", n, ends)
    xi = Polynomial([0.0, 1.0])
    if ends == "free-free":
        return tuple(Legendre.basis(k, domain=[0, 1]).convert(kind=Polynomial) for k in range(1, n + 1))
    if ends == "fixed-fixed":
        return tuple(xi**k * (1 - xi) for k in range(1, n + 1))
    base = xi if ends == "fixed-free" else 1 - xi
    return tuple(base**k for k in range(1, n + 1))


def _check(name: str, n: int, ends: str) -> None:
    whole(n, f"{name}: the number of shapes", 1)
    text(ends, f"{name}: the ends")
    if ends not in ENDS:
        raise ModelError(f"{name}: expected ends of the bar among {', '.join(ENDS)}; got {ends!r}.")
