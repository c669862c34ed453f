"""What all joints share: markers, numbers of freedoms and constraints, and both forms of the constraints."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ...model import ModelError
from ..body.place import Place
from ..markers import Marker
from . import explicit
from .explicit import Drift, Subspace
from .rows import Axes, Constraint, Moving, perpendicular_rows, position_rows

__all__ = ["Joint", "MarkedJoint"]

AT_REST = np.zeros(6)


class Joint(ABC):
    """A joint between marker P on body i and marker Q on body j; see `mechanics.multibody.joints`.

    Attributes
    ----------
    P, Q : markers on body i (the inner one of a tree) and on body j
    name : by which errors and reactions call it
    u, f : numbers of constraints and of freedoms, u + f = 6; R(2.44)
    coordinates : names of the relative coordinates y of Q seen from P
    speeds : names of the relative velocities u, ẏ = `rates` (y, u)
    neutral : y where the axes of both markers agree
    """

    P: Marker
    Q: Marker
    name: str

    coordinates: ClassVar[tuple[str, ...]] = ()
    speeds: ClassVar[tuple[str, ...]] = ()
    blocked_shifts: ClassVar[tuple[int, ...]] = ()
    """Axes of P (0, 1, 2) along which Q cannot move."""
    blocked_turns: ClassVar[tuple[int, ...]] = ()
    """Axes of P (0, 1, 2) about which Q cannot turn."""

    # -- numbers ------------------------------------------------------------------------------------------------

    @property
    def u(self) -> int:
        """Number of constraints."""
        return 6 - self.f

    @property
    def f(self) -> int:
        """Number of freedoms."""
        return len(self.speeds)

    @property
    def bodies(self) -> tuple[str, str]:
        """Names of body i and body j."""
        return self.P.body, self.Q.body

    @property
    def neutral(self) -> np.ndarray:
        """Coordinates y where the markers' axes agree and their points lie as near as the joint lets them."""
        return np.zeros(len(self.coordinates))

    # -- implicit form ------------------------------------------------------------------------------------------

    def axes(self, t: float = 0.0) -> Axes:
        """The axes that make the rows; whoever evaluates many joints at once stacks them (see `rows`)."""
        return self._constant_axes

    @cached_property
    def _constant_axes(self) -> Axes:
        """A turn about x is blocked by y_P ⟂ z_Q, about y by z_P's neighbour x_P ⟂ z_Q, about z by x_P ⟂ y_Q.

        The signs make the rows' derivative the relative angular velocity about +x, +y, +z of P where the axes agree.
        """
        E = np.eye(3)
        first, second = np.array([-E[1], E[0], -E[0]]), np.array([E[2], E[2], E[1]])
        n, turns = E[list(self.blocked_shifts)].reshape(-1, 3), list(self.blocked_turns)
        a, b, c = first[turns].reshape(-1, 3), second[turns].reshape(-1, 3), np.zeros(len(n))
        return Axes(n, c, c, c, a, np.zeros_like(a), np.zeros_like(a), b)

    def constraint(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0
    ) -> Constraint:
        """Everything at once: g, G_i, G_j, γ, γ′ (rows of position first, then those of rotation)."""
        axes, motion = self.axes(t), Moving(place_i, np.asarray(z_i), place_j, np.asarray(z_j))
        shift = position_rows(motion, self.P.r, self.Q.r, axes.n @ self.P.R.T, axes)
        turn = perpendicular_rows(motion, self.P.R, self.Q.R, axes)
        return Constraint(*(np.concatenate(parts) for parts in zip(shift, turn, strict=True)))

    def residual(self, place_i: Place, place_j: Place, t: float = 0.0) -> np.ndarray:
        """g (u,), zero where the joint holds, R(2.44), R(2.46); rows in the basis of marker P.

        Axes turned by half a turn are perpendicular to the same axes: there the rows of rotation are zero, too.
        A search for a start therefore has to begin on the right side.
        """
        return self.constraint(place_i, AT_REST, place_j, AT_REST, t).g

    def jacobians(self, place_i: Place, place_j: Place, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """G_i, G_j (u, 6) of ġ = G_i z_i + G_j z_j + γ, R(2.45), R(2.52)."""
        rows = self.constraint(place_i, AT_REST, place_j, AT_REST, t)
        return rows.G_i, rows.G_j

    def gamma(self, place_i: Place, place_j: Place, t: float = 0.0) -> np.ndarray:
        """γ = ∂g/∂t (u,), zero unless the joint is driven, R(2.52)."""
        return self.constraint(place_i, AT_REST, place_j, AT_REST, t).gamma

    def gamma_dash(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0
    ) -> np.ndarray:
        """γ′ (u,) of g̈ = G_i ż_i + G_j ż_j + γ′; with the derivatives of components v̇, not with accelerations of O."""
        return self.constraint(place_i, z_i, place_j, z_j, t).gamma_dash

    def reaction(self, place_i: Place, place_j: Place, lam: Any, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Force (3,) and moment (3,) that multipliers λ (u,) put on body j at Q, in the basis of P; R(2.45), R(2.48).

        Body i gets the opposite at the same point of space.
        """
        _, G_j = self.jacobians(place_i, place_j, t)
        h_j = G_j.T @ np.asarray(lam, dtype=float)
        A_PQ = (place_i.A @ self.P.R).T @ place_j.A
        return A_PQ @ h_j[:3], A_PQ @ (h_j[3:] - np.cross(self.Q.r, h_j[:3]))

    # -- explicit form: what a kind of joint says -----------------------------------------------------------------

    @abstractmethod
    def pose(self, y: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Relative pose: rotation matrix A_g (3, 3), Q -> P, R(2.49), and s (3,) from P to Q in the basis of P."""

    @abstractmethod
    def subspace(self, y: np.ndarray, t: float = 0.0) -> Subspace:
        """The velocities that the joint leaves free, (3, f) each: rotation in the basis of Q, shift in that of P."""

    @abstractmethod
    def measured(self, A_g: np.ndarray, s: np.ndarray) -> np.ndarray:
        """Relative coordinates y of a relative pose that the joint allows (the nearest ones of another pose)."""

    def subspace_terms(self, y: np.ndarray, u: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """d(S)/dt u (3,) and (3,), the rotation's in the basis of Q, the shift's in that of P."""
        return np.zeros(3), np.zeros(3)

    def drift(self, y: np.ndarray, t: float = 0.0) -> Drift:
        """Relative velocity that a drive prescribes, and its derivative; zero for other joints."""
        return explicit.NO_DRIFT

    def rates(self, y: np.ndarray, u: np.ndarray) -> np.ndarray:
        """ẏ from y and u: u itself, but for orientations, R(2.6)."""
        return np.asarray(u, dtype=float)

    def normalised(self, y: np.ndarray) -> np.ndarray:
        """Coordinates y with quaternions of length one."""
        return np.asarray(y, dtype=float)

    # -- explicit form: what follows ------------------------------------------------------------------------------

    def place_j(self, place_i: Place, y: np.ndarray, t: float = 0.0) -> Place:
        """Place of body j by forward recursion (*Vorwärtsrekursion*), R(2.50), R(2.51)."""
        return explicit.place_j(self, place_i, y, t)

    def velocity_j(self, place_i: Place, z_i: np.ndarray, y: np.ndarray, u: np.ndarray, t: float = 0.0) -> np.ndarray:
        """z_j (6,) = J_i z_i + J_y u + ζ, R(2.53)."""
        return explicit.velocity_j(self, z_i, y, u, t)

    def J_i(self, y: np.ndarray, t: float = 0.0) -> np.ndarray:
        """J_i (6, 6) of R(2.53): what the motion of body i does to body j."""
        return explicit.J_i(self, y, t)

    def J_y(self, y: np.ndarray, t: float = 0.0) -> np.ndarray:
        """J_y (6, f) of R(2.53): what the speeds u do to body j."""
        return explicit.J_y(self, y, t)

    def zeta(self, y: np.ndarray, t: float = 0.0) -> np.ndarray:
        """ζ (6,) of R(2.53), zero unless the joint is driven."""
        return explicit.zeta(self, y, t)

    def acceleration_terms(self, z_i: np.ndarray, y: np.ndarray, u: np.ndarray, t: float = 0.0) -> np.ndarray:
        """What is left of ż_j (6,) without ż_i and u̇: ż_j = J_i ż_i + J_y u̇ + (J̇_i z_i + J̇_y u + ζ̇)."""
        return explicit.acceleration_terms(self, z_i, y, u, t)

    def coordinates_of(self, place_i: Place, place_j: Place) -> np.ndarray:
        """Relative coordinates y of two places; the way back from `place_j`."""
        P, Q = self.P.place(place_i), self.Q.place(place_j)
        return self.measured(P.A.T @ Q.A, P.A.T @ (Q.r - P.r))

    def speeds_of(self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0) -> np.ndarray:
        """Relative speeds u of two moving bodies; the way back from `velocity_j` (by least squares)."""
        return explicit.speeds_of(self, self.coordinates_of(place_i, place_j), z_i, z_j, t)


@dataclass(frozen=True, eq=False)
class MarkedJoint(Joint):
    """A joint that is given by its two markers and a name; without one it is called after its bodies."""

    P: Marker
    Q: Marker
    name: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", f"{type(self).__name__.lower()} {self.P.body}-{self.Q.body}")
        if self.P.body == self.Q.body:
            raise ModelError(
                f"The joint {self.name!r} must connect two bodies; both of its markers lie on {self.P.body!r}. "
                "Put one of them on another body or on 'ground'."
            )
