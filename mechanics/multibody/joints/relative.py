"""What a kind of joint defines: the pose of marker Q relative to marker P, and the velocities that are left free.

The relative pose is (A_g, s), the relative velocity ω_r = S_w u + ω_t in the basis of Q and ṡ = S_v u + v_t in the
basis of P. All the rest is the same for all kinds.
"""

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np

from ..markers import Marker

__all__ = ["NO_DRIFT", "Drift", "RelativeMotion", "Subspace"]


class Subspace(NamedTuple):
    """Velocities that a joint leaves free.

    Attributes
    ----------
    w : np.ndarray, shape (3, f)
        S_w, angular velocity of Q relative to P per unit of the speeds u, basis of Q.
    v : np.ndarray, shape (3, f)
        S_v, rate of the displacement s per unit of the speeds u, basis of P.
    """

    w: np.ndarray
    v: np.ndarray


class Drift(NamedTuple):
    """Velocity that a drive prescribes.

    Attributes
    ----------
    w, v : np.ndarray, shape (3,)
        ω_t in the basis of Q, rad/s; v_t in the basis of P, m/s.
    w_d, v_d : np.ndarray, shape (3,)
        Derivatives of these components, rad/s², m/s².
    """

    w: np.ndarray
    v: np.ndarray
    w_d: np.ndarray
    v_d: np.ndarray


NO_DRIFT = Drift(np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3))


class RelativeMotion(ABC):
    """The motion of marker Q relative to marker P in coordinates y and speeds u.

    Attributes
    ----------
    P, Q : Marker
        Markers on body i (the inner one of a tree) and on body j.
    name : str
        Name in messages and of its reactions.
    """

    P: Marker
    Q: Marker
    name: str

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the relative coordinates y of Q seen from P."""
        return ()

    @property
    def speeds(self) -> tuple[str, ...]:
        """Names of the relative speeds u."""
        return ()

    @property
    def neutral(self) -> np.ndarray:
        """Coordinates y where the markers' axes agree and their points lie as near as the joint lets them."""
        return np.zeros(len(self.coordinates))

    @abstractmethod
    def pose(self, y: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Pose of marker Q relative to marker P, R(2.49).

        Parameters
        ----------
        y : np.ndarray, shape (number of coordinates,)
            Relative coordinates, rad, m or -.
        t : float, optional
            Time, s.

        Returns
        -------
        A_g : np.ndarray, shape (3, 3)
            Rotation matrix, Q -> P.
        s : np.ndarray, shape (3,)
            From P to Q, basis of P, m.
        """

    @abstractmethod
    def subspace(self, y: np.ndarray, t: float = 0.0) -> Subspace:
        """Velocities that the joint leaves free.

        Parameters
        ----------
        y : np.ndarray, shape (number of coordinates,)
            Relative coordinates.
        t : float, optional
            Time, s.

        Returns
        -------
        Subspace
            (3, f) each: the rotation in the basis of Q, the displacement in that of P.
        """

    @abstractmethod
    def measured(self, A_g: np.ndarray, s: np.ndarray) -> np.ndarray:
        """Relative coordinates of a relative pose that the joint allows (the nearest ones of another pose).

        Parameters
        ----------
        A_g : np.ndarray, shape (3, 3)
            Rotation matrix, Q -> P.
        s : np.ndarray, shape (3,)
            From P to Q, basis of P, m.

        Returns
        -------
        np.ndarray, shape (number of coordinates,)
            Coordinates y.
        """

    def subspace_terms(self, y: np.ndarray, u: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """What a free velocity adds to accelerations because its direction moves: Ṡ_w u and Ṡ_v u.

        Parameters
        ----------
        y : np.ndarray, shape (number of coordinates,)
            Relative coordinates.
        u : np.ndarray, shape (f,)
            Relative speeds.
        t : float, optional
            Time, s.

        Returns
        -------
        rotation : np.ndarray, shape (3,)
            Basis of Q, rad/s².
        shift : np.ndarray, shape (3,)
            Basis of P, m/s².
        """
        return np.zeros(3), np.zeros(3)

    def drift(self, y: np.ndarray, t: float = 0.0) -> Drift:
        """Relative velocity that a drive prescribes, and its derivative; zero for other joints.

        Parameters
        ----------
        y : np.ndarray, shape (number of coordinates,)
            Relative coordinates.
        t : float, optional
            Time, s.
        """
        return NO_DRIFT

    def rates(self, y: np.ndarray, u: np.ndarray) -> np.ndarray:
        """Rates ẏ of the coordinates: u itself except for orientations, R(2.6).

        Parameters
        ----------
        y : np.ndarray, shape (number of coordinates,)
            Relative coordinates.
        u : np.ndarray, shape (f,)
            Relative speeds.
        """
        return np.asarray(u, dtype=float)

    def normalised(self, y: np.ndarray) -> np.ndarray:
        """Coordinates y with quaternions of length one.

        Parameters
        ----------
        y : np.ndarray, shape (number of coordinates,)
            Relative coordinates.
        """
        return np.asarray(y, dtype=float)

    @property
    def f(self) -> int:
        """Number of degrees of freedom."""
        return len(self.speeds)
