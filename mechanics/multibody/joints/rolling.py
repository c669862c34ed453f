"""Rolling without slip (*Rollen*): a sphere, or a disc with a sharp rim, on the plane of a marker.

One row keeps the body on the plane. The two others say that its point of contact does not slip; they hold for
velocities and cannot be integrated (*nichtholonome Bindungen*), because where a disc gets to depends on its path.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...model import SimulationError
from .implicit import ImplicitJoint, checked_length
from .wrenches import Frame, Wrenches, opposite

__all__ = ["RollingDisc", "RollingSphere"]

FLAT = 1e-6  # sine of the angle between a disc and its plane, below which it has no lowest point


@dataclass(frozen=True, eq=False)
class _Rolling(ImplicitJoint):
    radius: float = 1.0
    forbids = ("leaving the plane", "slip along x", "slip along y")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "radius", checked_length(self.name, "radius", self.radius))

    @property
    def is_holonomic(self) -> tuple[bool, ...]:
        """Only the height has a position."""
        return True, False, False

    def _arm(self, P: Frame, Q: Frame) -> tuple[np.ndarray, np.ndarray]:
        """From Q to the point of contact, and its derivative, inertial components."""
        raise NotImplementedError

    def wrench_rows(self, t: float | np.ndarray, frames: Sequence[Frame]) -> Wrenches:
        """Forces along z, x and y of P at the point of contact X; g = n · (X − r_P)."""
        P, Q = frames
        arm, arm_d = self._arm(P, Q)
        n, X = P.A[..., 2], np.stack([Q.r + arm, Q.r_d + arm_d])
        axes = np.stack([P.A, P.A_d]).swapaxes(-1, -2)[..., [2, 0, 1], :]
        g = np.zeros(axes.shape[1:-1])
        g[..., 0] = ((X[0] - P.r) * n).sum(-1)
        return opposite(g, axes, np.broadcast_to(X[..., None, :], axes.shape))


@dataclass(frozen=True, eq=False)
class RollingSphere(_Rolling):
    """A sphere about Q rolls on the plane x, y of P without slip; u = 3, f = 3.

    g = n · (r_Q − r_P) − R,  v_X = 0 along x and y with X = r_Q − R n; n is z of P.

    Parameters
    ----------
    P, Q : Marker
        P on the body with the plane, z its normal; Q the centre of the sphere on the other.
    name : str, optional
        Name of the joint; by default its kind and its bodies.
    radius : float
        Radius R of the sphere, m.

    Raises
    ------
    ModelError
        For a radius that is not positive.

    Examples
    --------
    >>> joint = RollingSphere(Marker("ground"), Marker("ball"), "floor", radius=0.11)
    """

    def _arm(self, P: Frame, Q: Frame) -> tuple[np.ndarray, np.ndarray]:
        return -self.radius * P.A[..., 2], -self.radius * P.A_d[..., 2]


@dataclass(frozen=True, eq=False)
class RollingDisc(_Rolling):
    """A disc or wheel about z of Q rolls with its rim on the plane x, y of P without slip; u = 3, f = 3.

    X = r_Q − R (n − (n · a) a) / s with the sine s = √(1 − (n · a)²) of the angle between disc and plane, its axis a
    (z of Q) and the normal n (z of P);  g = n · (r_Q − r_P) − R s,  v_X = 0 along x and y.

    Parameters
    ----------
    P, Q : Marker
        P on the body with the plane, z its normal; Q the centre of the disc on the other, z its axis.
    name : str, optional
        Name of the joint; by default its kind and its bodies.
    radius : float
        Radius R of the disc, m.

    Raises
    ------
    ModelError
        For a radius that is not positive.
    SimulationError
        Where the disc lies flat on the plane, and has no lowest point.

    Examples
    --------
    >>> joint = RollingDisc(Marker("ground"), Marker.along("coin", z=(0, 1, 0)), "table", radius=0.012)
    """

    def _arm(self, P: Frame, Q: Frame) -> tuple[np.ndarray, np.ndarray]:
        n, n_d, a, a_d = P.A[..., 2], P.A_d[..., 2], Q.A[..., 2], Q.A_d[..., 2]
        c, c_d = _dot(n, a), _dot(n_d, a) + _dot(n, a_d)
        p, p_d = n - c * a, n_d - c_d * a - c * a_d
        s = np.sqrt(_dot(p, p))
        if (s < FLAT).any():
            raise SimulationError(
                f"The disc of the joint {self.name!r} lies flat on its plane, where it has no single point of contact. "
                "Stop the simulation before it falls over, or start with its axis away from the normal of the plane."
            )
        return -self.radius * p / s, -self.radius * (p_d / s - p * _dot(p, p_d) / s**3)


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.sum(a * b, axis=-1, keepdims=True)
