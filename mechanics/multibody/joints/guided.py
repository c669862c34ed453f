"""Joints of a single point: on a curve, on a surface, at a constant distance from another point."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..body.place import cross, to_basis, turned
from .curves import Curve, Surface
from .implicit import ImplicitJoint, checked_length
from .wrenches import Frame, Wrenches, opposite

__all__ = ["Distance", "PointOnCurve", "PointOnSurface"]


@dataclass(frozen=True, eq=False)
class Distance(ImplicitJoint):
    """The points P and Q keep their distance, as if by a rod without mass (*masseloser Stab*); u = 1, f = 5.

    g = |r_Q − r_P| − l. The reaction is the force of the rod on body j; positive pulls P and Q together.

    Parameters
    ----------
    P, Q : Marker
        The two points.
    name : str, optional
        Name of the joint; by default its kind and its bodies.
    length : float
        Length l, m.

    Raises
    ------
    ModelError
        For a length that is not positive; use `Spherical` for none.

    Examples
    --------
    >>> rod = Distance(Marker("ground"), Marker("bob"), "rod", length=0.8)
    """

    length: float = 1.0
    forbids = ("another distance",)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "length", checked_length(self.name, "length", self.length))

    def wrench_rows(self, t: float | np.ndarray, frames: Sequence[Frame]) -> Wrenches:
        """A force along the line from P to Q."""
        P, Q = frames
        d, d_d = Q.r - P.r, Q.r_d - P.r_d
        l = np.maximum(np.linalg.norm(d, axis=-1, keepdims=True), 1e-12)
        n = d / l
        n_d = (d_d - (n * d_d).sum(-1, keepdims=True) * n) / l
        X = np.stack([Q.r, Q.r_d])[..., None, :]
        return opposite(l - self.length, np.stack([n, n_d])[..., None, :], X)


@dataclass(frozen=True, eq=False)
class PointOnCurve(ImplicitJoint):
    """The point Q slides without friction on a curve that is fixed to P: a bead on a wire, a follower in its groove.

    With the nearest point c(p) of the curve, seen from P,  g = n_k · (d − c(p)) for the two normals n_k; u = 2, f = 4.

    Parameters
    ----------
    P, Q : Marker
        P on the body with the curve, whose coordinates are those of P's axes; Q the point on the other body.
    name : str, optional
        Name of the joint; by default its kind and its bodies.
    curve : Curve
        The curve.

    Raises
    ------
    SimulationError
        Where the point leaves the end of an open curve.

    Examples
    --------
    >>> p = sympy.Symbol("p")
    >>> wire = PointOnCurve(Marker("ground"), Marker("bead"), "wire", Curve((p, 0, p**2), (p, -2, 2)))
    """

    curve: Any = None
    forbids = ("leaving the curve along its first normal", "leaving the curve along its second normal")

    def __post_init__(self) -> None:
        super().__post_init__()
        Curve.check(self.curve, self.name)

    def wrench_rows(self, t: float | np.ndarray, frames: Sequence[Frame]) -> Wrenches:
        """Forces along two normals at Q.

        The normals are carried along the curve without turning about it, n′ = −(n · τ′) τ, so that ġ = n · ḋ.
        """
        P, Q = frames
        d, d_d = _seen(P, Q)
        p = self.curve.nearest(d, self.name)
        c, c_p, c_pp = self.curve(p)
        away = d - c
        bend = (c_p * c_p).sum(-1, keepdims=True) - (away * c_pp).sum(-1, keepdims=True)
        p_d = (d_d * c_p).sum(-1, keepdims=True) / bend
        speed = np.linalg.norm(c_p, axis=-1, keepdims=True)
        tau = c_p / speed
        normals = _normals(tau)
        turning = -(normals * (c_pp / speed * p_d)[..., None, :]).sum(-1, keepdims=True) * tau[..., None, :]
        return _on_marker(P, Q, (normals * away[..., None, :]).sum(-1), normals, turning)


@dataclass(frozen=True, eq=False)
class PointOnSurface(ImplicitJoint):
    """The point Q slides without friction on a surface F(x, y, z) = 0 that is fixed to P; u = 1, f = 5.

    g = F(d) with d from P to Q in the axes of P. Best write F as a length, with a gradient of about one.

    Parameters
    ----------
    P, Q : Marker
        P on the body with the surface, whose coordinates are those of P's axes; Q the point on the other body.
    name : str, optional
        Name of the joint; by default its kind and its bodies.
    surface : Surface
        The surface.

    Examples
    --------
    >>> x, y, z = sympy.symbols("x y z")
    >>> bowl = PointOnSurface(Marker("ground"), Marker("marble"), "bowl", Surface(z - x**2 - y**2, (x, y, z)))
    """

    surface: Any = None
    forbids = ("leaving the surface",)

    def __post_init__(self) -> None:
        super().__post_init__()
        Surface.check(self.surface, self.name)

    def wrench_rows(self, t: float | np.ndarray, frames: Sequence[Frame]) -> Wrenches:
        """A force along the gradient of F at Q."""
        P, Q = frames
        d, d_d = _seen(P, Q)
        F, gradient, curvature = self.surface(d)
        return _on_marker(P, Q, F[..., None], gradient[..., None, :], turned(curvature, d_d)[..., None, :])


def _seen(P: Frame, Q: Frame) -> tuple[np.ndarray, np.ndarray]:
    """From P to Q in the axes of P, and the derivatives of these components."""
    d = Q.r - P.r
    return to_basis(P.A, d), to_basis(P.A, Q.r_d - P.r_d) + to_basis(P.A_d, d)


def _on_marker(P: Frame, Q: Frame, g: np.ndarray, n: np.ndarray, n_d: np.ndarray) -> Wrenches:
    """Rows with the forces n (..., u, 3) in the axes of P, which act at Q."""
    A, A_d = P.A[..., None, :, :], P.A_d[..., None, :, :]
    f = np.stack([turned(A, n), turned(A_d, n) + turned(A, n_d)])
    X = np.stack([Q.r, Q.r_d])[..., None, :]
    return opposite(g, f, np.broadcast_to(X, f.shape))


def _normals(tau: np.ndarray) -> np.ndarray:
    """Two unit vectors (..., 2, 3) perpendicular to unit vectors and to each other."""
    away = np.eye(3)[np.argmin(np.abs(tau), axis=-1)]
    first = cross(away, tau)
    first = first / np.linalg.norm(first, axis=-1, keepdims=True)
    return np.stack([first, cross(tau, first)], axis=-2)
