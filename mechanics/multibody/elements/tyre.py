"""A wheel with a tyre on a plane: its load by a spring, its forces along and across by the magic formula."""

from collections.abc import Sequence
from math import atan2
from typing import NamedTuple

import numpy as np

from ...model import ModelError, SimulationError
from ..body import Place
from ..markers import Marker
from .element import ForceElement, Geometry, cross, skew_of
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


class _Rows(NamedTuple):
    """Height of the lowest point X of the wheel, and B (3, 6) of the velocities of X and of the centre Q."""

    height: float
    X_i: np.ndarray
    X_j: np.ndarray
    Q_i: np.ndarray
    Q_j: np.ndarray


class TyreElement(ForceElement):
    """Tyre (*Reifen*) of a wheel about z of Q on the plane x, y of P; FE-10 of table A-1.

    Where the lowest point X of the wheel lies below the plane, a `Contact` pushes with F_z along the normal n = z of P.
    The slip of X makes the forces along the wheel, F_x, and across it, F_y; see `magic_formula.combined`:

    κ = −v_Xx / |v_x|,   α = arctan(v_Xy / |v_x|)

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

    def _directions(self, place_i: Place, place_j: Place) -> tuple[np.ndarray, np.ndarray]:
        """Rows forwards, to the left and along the normal, and the arm from Q to X; inertial."""
        n, a = place_i.A @ self.P.R[:, 2], place_j.A @ self.Q.R[:, 2]
        down = n - (n @ a) * a
        s = float(np.sqrt(down @ down))
        if s < FLAT:
            raise SimulationError(
                f"The wheel of {self.name} lies flat on its plane, where it has no lowest point. Its axis, z of the "
                "second marker, must not be parallel to the normal of the plane."
            )
        forwards = [x / s for x in cross(a.tolist(), n.tolist())]
        return np.array([forwards, cross(n.tolist(), forwards), n]), -self.radius * down / s

    def _rows(self, place_i: Place, place_j: Place) -> _Rows:
        """Height of X over the plane, and B of the velocities forwards, to the left and along n, of X and of Q."""
        axes, arm = self._directions(place_i, place_j)
        to_Q = place_j.A @ self.Q.r  # from O_j
        to_X, between = to_Q + arm, place_j.r - place_i.r
        height = axes[2] @ (between + to_X - place_i.A @ self.P.r)

        def twist(place: Place, r: np.ndarray) -> np.ndarray:
            B = np.empty((3, 6))
            B[:, :3], B[:, 3:] = axes @ place.A, axes @ skew_of(r).T @ place.A
            return B

        of_X = (-twist(place_i, between + to_X), twist(place_j, to_X))
        return _Rows(float(height), *of_X, -twist(place_i, between + to_Q), twist(place_j, to_Q))

    def geometry(self, place_i: Place, place_j: Place, s: Sequence[float] = ()) -> Geometry:
        """Height of the lowest point of the wheel over the plane, negative where the tyre is pressed."""
        rows = self._rows(place_i, place_j)
        return Geometry(np.array([rows.height]), rows.X_i[2:], rows.X_j[2:])

    def contact(self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0) -> TyreContact:
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
        return self._contact(self._rows(place_i, place_j), z_i, z_j, t)

    def _contact(self, rows: _Rows, z_i: np.ndarray, z_j: np.ndarray, t: float) -> TyreContact:
        v_X, v_Q = rows.X_i @ z_i + rows.X_j @ z_j, rows.Q_i @ z_i + rows.Q_j @ z_j
        F_z = -self.laws[0](rows.height, float(v_X[2]), t, ())
        speed = max(abs(float(v_Q[0])), self.v_low)
        kappa, alpha = -float(v_X[0]) / speed, atan2(float(v_X[1]), speed)
        F_x, F_y = combined(kappa, alpha, F_z, self.grip)
        return TyreContact(F_z, F_x, F_y, kappa, alpha, -float(F_x * v_X[0] + F_y * v_X[1]))

    def wrenches(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0, s: Sequence[float] = ()
    ) -> tuple[np.ndarray, np.ndarray]:
        """All three forces at X on the wheel, and their opposites on the body with the road; R(2.57)."""
        rows = self._rows(place_i, place_j)
        here = self._contact(rows, z_i, z_j, t)
        F = np.array([here.F_x, here.F_y, here.F_z])
        return F @ rows.X_i, F @ rows.X_j

    def dissipated_power(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0, s: Sequence[float] = ()
    ) -> float:
        """Heat of the vertical damper and of the slip, W."""
        vertical = super().dissipated_power(place_i, z_i, place_j, z_j, t, s)
        return vertical + self.contact(place_i, z_i, place_j, z_j, t).slip_power
