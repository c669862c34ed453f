"""A wheel with a tyre on a plane: its load by a spring, its forces along and across by the magic formula."""

from collections.abc import Sequence
from math import atan2
from typing import NamedTuple

import numpy as np

from ...model import ModelError, SimulationError
from ..body import Place
from ..markers import Marker
from .element import ForceElement, Geometry, cross
from .magic_formula import combined
from .one_sided import Contact

__all__ = ["TyreContact", "TyreElement"]

FLAT = 1e-6  # sine of the angle between wheel and plane, below which it has no lowest point


class TyreContact(NamedTuple):
    """What happens where a tyre touches its plane.

    Attributes
    ----------
    F_z, F_x, F_y : float
        Forces on the wheel along the normal, forwards and to the left, N.
    kappa : float
        Longitudinal slip, 1 is 100 %; negative when braking.
    alpha : float
        Slip angle, rad.
    slip_power : float
        Power that becomes heat by slip, W.
    """

    F_z: float
    F_x: float
    F_y: float
    kappa: float
    alpha: float
    slip_power: float


class TyreElement(ForceElement):
    """Tyre (*Reifen*) of a wheel about z of Q on the plane x, y of P; FE-10 of table A-1.

    Where the lowest point X of the wheel lies below the plane, a `Contact` pushes with F_z along the normal n = z of P.
    The slip of X makes the forces along the wheel, F_x, and across it, F_y; see `magic_formula.combined`:

    κ = −v_Xx / |v_x|,   α = arctan(v_y / |v_x|)

    with the velocity v of the wheel's centre and v_X of the particle at X, both relative to body i. The forward
    direction is a × n, with the wheel's axis a to the left. Below the speed `v_low` the slip is taken with v_low in
    place of |v_x|, so that a wheel at rest does not divide by zero; it creeps like a damper there. All forces act at X.

    Left out: camber thrust, the self-aligning moment, rolling resistance, and the time that a tyre takes to deform.

    Parameters
    ----------
    P, Q : Marker
        P on the body with the road, z its normal; Q the centre of the wheel, z its axis, to the left.
    radius : float
        Radius R of the unloaded wheel, m.
    k : float
        Vertical stiffness, N/m.
    d : float, optional
        Vertical damping, N s/m.
    grip : float, optional
        Friction relative to the measured tyre: 1 on a dry road.
    v_low : float, optional
        Speed below which the slip is limited, m/s.
    name : str, optional
        Name of the element.

    Raises
    ------
    ModelError
        For a radius, grip or speed that is not positive.
    SimulationError
        Where the wheel lies flat on the plane.

    Examples
    --------
    >>> tyre = TyreElement(Marker("ground"), Marker.along("wheel", z=(0, 1, 0)), radius=0.31, k=2e5, d=200.0)
    """

    def __init__(
        self,
        P: Marker,
        Q: Marker,
        radius: float,
        k: float,
        d: float = 0.0,
        grip: float = 1.0,
        v_low: float = 0.5,
        name: str = "",
    ) -> None:
        super().__init__(P, Q, [Contact(k, 0.0, d)], name)
        for what, value in {"radius": radius, "grip": grip, "v_low": v_low}.items():
            if not (isinstance(value, int | float) and 0.0 < value < np.inf):
                raise ModelError(f"The {what} of {self.name} must be a positive number; got {value!r}.")
        self.radius, self.grip, self.v_low = float(radius), float(grip), float(v_low)

    def _directions(self, place_i: Place, place_j: Place) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rows forwards, to the left and along the normal, the axis, and the arm from Q to X; inertial."""
        n, a = place_i.A @ self.P.R[:, 2], place_j.A @ self.Q.R[:, 2]
        down = n - (n @ a) * a
        s = float(np.sqrt(down @ down))
        if s < FLAT:
            raise SimulationError(
                f"The wheel of {self.name} lies flat on its plane, where it has no lowest point. Its axis, z of the "
                "second marker, must not be parallel to the normal of the plane."
            )
        forwards = np.array(cross(a.tolist(), n.tolist())) / s
        left = np.array(cross(n.tolist(), forwards.tolist()))
        return np.stack([forwards, left, n]), a, -self.radius * down / s

    def _rows(self, place_i: Place, place_j: Place) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Height of X over the plane, and B of its velocities forwards, left and along n."""
        axes, _, arm = self._directions(place_i, place_j)
        on_j = place_j.A @ self.Q.r + arm  # from O_j to X
        on_i = place_j.r + on_j - place_i.r
        height = axes[2] @ (on_i - place_i.A @ self.P.r)
        B_i = np.hstack([-axes @ place_i.A, -np.cross(on_i, axes) @ place_i.A])
        B_j = np.hstack([axes @ place_j.A, np.cross(on_j, axes) @ place_j.A])
        return np.array([height]), B_i, B_j

    def geometry(self, place_i: Place, place_j: Place, s: Sequence[float] = ()) -> Geometry:
        """Height of the lowest point of the wheel over the plane, negative where the tyre is pressed."""
        e, B_i, B_j = self._rows(place_i, place_j)
        return Geometry(e, B_i[2:], B_j[2:])

    def contact(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0
    ) -> TyreContact:
        """Forces, slips and heat where the tyre touches.

        Parameters
        ----------
        place_i, place_j : Place
            Poses of the body with the road and of the wheel.
        z_i, z_j : np.ndarray, shape (6,)
            Velocities (v; ω), each in the basis of its body, m/s, rad/s.
        t : float, optional
            Time, s.
        """
        (height,), B_i, B_j = self._rows(place_i, place_j)
        v_X = B_i @ z_i + B_j @ z_j
        F_z = -self.laws[0](float(height), float(v_X[2]), t, ())
        v_x, v_y = self._centre(place_i, z_i, place_j, z_j)
        speed = max(abs(v_x), self.v_low)
        kappa, alpha = -float(v_X[0]) / speed, atan2(float(v_X[1]), speed)
        F_x, F_y = combined(kappa, alpha, F_z, self.grip)
        return TyreContact(F_z, F_x, F_y, kappa, alpha, -float(F_x * v_X[0] + F_y * v_X[1]))

    def _centre(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray
    ) -> tuple[float, float]:
        """Velocity of the wheel's centre forwards and to the left, seen from body i."""
        axes, _, _ = self._directions(place_i, place_j)
        r = place_j.r + place_j.A @ self.Q.r
        of_wheel = place_j.A @ (z_j[:3] + np.cross(z_j[3:], self.Q.r))
        of_road = place_i.A @ (z_i[:3] + np.cross(z_i[3:], place_i.A.T @ (r - place_i.r)))
        v_x, v_y, _ = axes @ (of_wheel - of_road)
        return float(v_x), float(v_y)

    def wrenches(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0, s: Sequence[float] = ()
    ) -> tuple[np.ndarray, np.ndarray]:
        """All three forces at X on the wheel, and their opposites on the body with the road; R(2.57)."""
        _, B_i, B_j = self._rows(place_i, place_j)
        here = self.contact(place_i, z_i, place_j, z_j, t)
        F = np.array([here.F_x, here.F_y, here.F_z])
        return F @ B_i, F @ B_j

    def dissipated_power(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0, s: Sequence[float] = ()
    ) -> float:
        """Heat of the vertical damper and of the slip, W."""
        vertical = super().dissipated_power(place_i, z_i, place_j, z_j, t, s)
        return vertical + self.contact(place_i, z_i, place_j, z_j, t).slip_power
