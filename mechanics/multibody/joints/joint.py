"""What all joints share: numbers of degrees of freedom and constraints, and the implicit form of constraints."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ...model import ModelError
from ...rotations.arrays import skew
from ..body.place import Place
from ..markers import Marker, check_markers
from .explicit import ExplicitForm
from .rows import Axes, Constraint, Moving, perpendicular_rows, position_rows
from .wrenches import Frame, Wrenches, evaluated, frame_of

__all__ = ["Joint", "MarkedJoint"]

AT_REST = np.zeros(6)


class Joint(ExplicitForm):
    """A joint between marker P on body i and marker Q on body j; see `mechanics.multibody.joints`.

    Attributes
    ----------
    P, Q : Marker
        Markers on body i (the inner one of a tree) and on body j.
    name : str
        Name in messages and of its reactions.
    u, f : int
        Numbers of constraints and of degrees of freedom, u + f = 6; R(2.44).
    coordinates : tuple of str
        Names of the relative coordinates y of Q seen from P.
    speeds : tuple of str
        Names of the relative speeds u, ẏ = `rates` (y, u).
    neutral : np.ndarray
        Coordinates y where the axes of both markers agree.
    """

    blocked_shifts: ClassVar[tuple[int, ...]] = ()
    """Axes of P (0, 1, 2) along which Q cannot move."""
    blocked_turns: ClassVar[tuple[int, ...]] = ()
    """Axes of P (0, 1, 2) about which Q cannot turn."""
    forbids: ClassVar[tuple[str, ...]] = ()
    """What the rows of `wrench_rows` forbid, in words; there are none unless a kind of joint defines them."""
    is_explicit: ClassVar[bool] = True
    """Whether the joint has relative coordinates."""

    @property
    def is_holonomic(self) -> tuple[bool, ...]:
        """Whether a row of `wrench_rows` has a position; without one (*nichtholonom*) it holds for velocities only."""
        return (True,) * len(self.forbids)

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The markers that rows of `wrench_rows` depend on, P and Q first."""
        return self.P, self.Q

    def wrench_rows(self, t: float | np.ndarray, frames: Sequence[Frame]) -> Wrenches:
        """Rows that are given by the force and moment that hold them; they follow those of `axes`.

        Parameters
        ----------
        t : float or np.ndarray
            Time or times, s.
        frames : sequence of Frame
            The `markers` in motion.

        Returns
        -------
        Wrenches
            One row for each entry of `forbids`.
        """
        raise NotImplementedError

    @property
    def u(self) -> int:
        """Number of constraints."""
        return 6 - self.f

    @property
    def bodies(self) -> tuple[str, str]:
        """Names of body i and body j."""
        return self.P.body, self.Q.body

    def axes(self, t: float = 0.0) -> Axes:
        """The axes of which the rows are made; where many joints are evaluated at once, they are stacked (see `rows`).

        Parameters
        ----------
        t : float, optional
            Time, s; it matters only where the joint is driven.
        """
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
        """Everything at once: g, G_i, G_j, γ, γ′ (rows of position first, then those of rotation).

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        z_i, z_j : np.ndarray, shape (6,)
            Their velocities (v; ω), each in the basis of the body, m/s, rad/s.
        t : float, optional
            Time, s.
        """
        axes, motion = self.axes(t), Moving(place_i, np.asarray(z_i), place_j, np.asarray(z_j))
        parts = [
            position_rows(motion, self.P.r, self.Q.r, axes.n @ self.P.R.T, axes),
            perpendicular_rows(motion, self.P.R, self.Q.R, axes),
        ]
        if self.forbids:
            parts.append(self._held(motion, t))
        return Constraint(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def _held(self, motion: Moving, t: float) -> Constraint:
        """The rows of `wrench_rows` of a joint between two bodies."""
        if len(self.markers) != 2:
            raise ModelError(
                f"The joint {self.name!r} connects more than two bodies; only a system knows all of their motions. Ask "
                "RigidBodySystem.constraints."
            )
        r, A = np.zeros((3, 2, 3)), np.zeros((2, 2, 3, 3))
        for k, (place, z) in enumerate(((motion.place_i, motion.z_i), (motion.place_j, motion.z_j))):
            spin = place.A @ skew(z[3:])
            r[:, k], A[:, k] = (place.r, place.A @ z[:3], spin @ z[:3]), (place.A, spin)
        frames = [frame_of(marker, r[:, k], A[:, k]) for k, marker in enumerate(self.markers)]
        rows = evaluated(self.wrench_rows(t, frames), r, A)
        return Constraint(rows.g, rows.G[:, 0], rows.G[:, 1], np.zeros(len(rows.g)), rows.gamma_dash)

    def residual(self, place_i: Place, place_j: Place, t: float = 0.0) -> np.ndarray:
        """Residuals g (u,), zero where the joint holds, R(2.44), R(2.46); rows in the basis of marker P.

        Axes turned by half a turn are perpendicular to the same axes: there the rows of rotation are zero, too.
        A search for a start therefore has to begin on the right side.

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        t : float, optional
            Time, s.
        """
        return self.constraint(place_i, AT_REST, place_j, AT_REST, t).g

    def jacobians(self, place_i: Place, place_j: Place, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Jacobians G_i, G_j (u, 6) of ġ = G_i z_i + G_j z_j + γ, R(2.45), R(2.52).

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        t : float, optional
            Time, s.
        """
        rows = self.constraint(place_i, AT_REST, place_j, AT_REST, t)
        return rows.G_i, rows.G_j

    def gamma(self, place_i: Place, place_j: Place, t: float = 0.0) -> np.ndarray:
        """Rates γ = ∂g/∂t (u,), zero unless the joint is driven, R(2.52).

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        t : float, optional
            Time, s.
        """
        return self.constraint(place_i, AT_REST, place_j, AT_REST, t).gamma

    def gamma_dash(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0
    ) -> np.ndarray:
        """γ′ (u,) of g̈ = G_i ż_i + G_j ż_j + γ′; ż holds derivatives of components v̇, not accelerations of O.

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        z_i, z_j : np.ndarray, shape (6,)
            Their velocities (v; ω), each in the basis of the body, m/s, rad/s.
        t : float, optional
            Time, s.
        """
        return self.constraint(place_i, z_i, place_j, z_j, t).gamma_dash

    def reaction(self, place_i: Place, place_j: Place, lam: ArrayLike, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Force and moment that multipliers put on body j at Q; R(2.45), R(2.48).

        Body i gets the opposite at the same point of space.

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        lam : array_like, shape (u,)
            Multipliers λ.
        t : float, optional
            Time, s.

        Returns
        -------
        force, moment : np.ndarray, shape (3,)
            Basis of P, N, N m.
        """
        _, G_j = self.jacobians(place_i, place_j, t)
        h_j = G_j.T @ np.asarray(lam, dtype=float)
        A_PQ = (place_i.A @ self.P.R).T @ place_j.A
        return A_PQ @ h_j[:3], A_PQ @ (h_j[3:] - np.cross(self.Q.r, h_j[:3]))


@dataclass(frozen=True, eq=False)
class MarkedJoint(Joint):
    """A joint that is given by its two markers.

    Parameters
    ----------
    P, Q : Marker
        Markers on body i and on body j.
    name : str, optional
        Name of the joint; by default its kind and its bodies.

    Raises
    ------
    ModelError
        Where both markers lie on the same body.
    """

    P: Marker
    Q: Marker
    name: str = ""

    def __post_init__(self) -> None:
        check_markers(f"The {type(self).__name__} joint", self.P, self.Q)
        if not isinstance(self.name, str):
            raise ModelError(f"The name of a joint must be text; got {self.name!r}.")
        if not self.name:
            object.__setattr__(self, "name", f"{type(self).__name__.lower()} {self.P.body}-{self.Q.body}")
        if self.P.body == self.Q.body:
            raise ModelError(
                f"The joint {self.name!r} must connect two bodies; both of its markers lie on {self.P.body!r}. "
                "Put one of them on another body or on 'ground'."
            )
