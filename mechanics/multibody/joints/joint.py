"""What all joints share: numbers of degrees of freedom and constraints, and the implicit form of constraints."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ...model import ModelError
from ..body.place import Place
from ..markers import Marker
from .explicit import ExplicitForm
from .rows import Axes, Constraint, Moving, perpendicular_rows, position_rows

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
        shift = position_rows(motion, self.P.r, self.Q.r, axes.n @ self.P.R.T, axes)
        turn = perpendicular_rows(motion, self.P.R, self.Q.R, axes)
        return Constraint(*(np.concatenate(parts) for parts in zip(shift, turn, strict=True)))

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
        if not self.name:
            object.__setattr__(self, "name", f"{type(self).__name__.lower()} {self.P.body}-{self.Q.body}")
        if self.P.body == self.Q.body:
            raise ModelError(
                f"The joint {self.name!r} must connect two bodies; both of its markers lie on {self.P.body!r}. "
                "Put one of them on another body or on 'ground'."
            )
