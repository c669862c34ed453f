"""The explicit form of a joint: poses, velocities and accelerations by recursion R(2.49)-R(2.53)."""

import numpy as np

from ...rotations.arrays import skew
from ..body.place import Place, cross
from .relative import RelativeMotion

__all__ = ["ExplicitForm"]


class ExplicitForm(RelativeMotion):
    """What follows for body j from the motion of body i and the relative motion of the joint."""

    def place_j(self, place_i: Place, y: np.ndarray, t: float = 0.0) -> Place:
        """Pose of body j by forward recursion (*Vorwärtsrekursion*), R(2.50), R(2.51).

        A_j = A_i R_P A_g R_Qᵀ,  r_j = r_i + A_i (r_P + R_P s) − A_j r_Q

        Parameters
        ----------
        place_i : Place
            Pose of body i.
        y : np.ndarray, shape (number of coordinates,)
            Relative coordinates.
        t : float, optional
            Time, s.
        """
        A_g, s = self.pose(y, t)
        A_j = place_i.A @ self.P.R @ A_g @ self.Q.R.T
        return Place(place_i.r + place_i.A @ (self.P.r + self.P.R @ s) - A_j @ self.Q.r, A_j)

    def J_i(self, y: np.ndarray, t: float = 0.0) -> np.ndarray:
        """Matrix J_i (6, 6) of R(2.53): what the motion of body i does to body j.

        J_i = [[A_ji, −A_ji b̃ + r̃_Q A_ji], [0, A_ji]] with b = r_P + R_P s, from O_i to Q on body i

        Parameters
        ----------
        y : np.ndarray, shape (number of coordinates,)
            Relative coordinates.
        t : float, optional
            Time, s.
        """
        A_g, s = self.pose(y, t)
        A_ji = self.Q.R @ A_g.T @ self.P.R.T
        J = np.zeros((6, 6))
        J[:3, :3] = J[3:, 3:] = A_ji
        J[:3, 3:] = skew(self.Q.r) @ A_ji - A_ji @ skew(self.P.r + self.P.R @ s)
        return J

    def J_y(self, y: np.ndarray, t: float = 0.0) -> np.ndarray:
        """Matrix J_y (6, f) of R(2.53): what the speeds u do to body j.

        J_y = [[R_Q A_gᵀ S_v + r̃_Q R_Q S_w], [R_Q S_w]]; for a spherical joint [[r̃_Q], [E]]

        Parameters
        ----------
        y : np.ndarray, shape (number of coordinates,)
            Relative coordinates.
        t : float, optional
            Time, s.
        """
        A_g, _ = self.pose(y, t)
        S = self.subspace(y, t)
        w = self.Q.R @ S.w
        return np.concatenate([self.Q.R @ A_g.T @ S.v + skew(self.Q.r) @ w, w])

    def zeta(self, y: np.ndarray, t: float = 0.0) -> np.ndarray:
        """Velocity ζ (6,) of R(2.53) that a drive prescribes to body j, in its basis; zero unless the joint is driven.

        Parameters
        ----------
        y : np.ndarray, shape (number of coordinates,)
            Relative coordinates.
        t : float, optional
            Time, s.
        """
        A_g, _ = self.pose(y, t)
        drift = self.drift(y, t)
        w = self.Q.R @ drift.w
        return np.concatenate([self.Q.R @ A_g.T @ drift.v + cross(self.Q.r, w), w])

    def velocity_j(self, place_i: Place, z_i: np.ndarray, y: np.ndarray, u: np.ndarray, t: float = 0.0) -> np.ndarray:
        """Velocity of body j in its basis, z_j = J_i z_i + J_y u + ζ, R(2.53).

        Parameters
        ----------
        place_i : Place
            Pose of body i, which these components do not depend on.
        z_i : np.ndarray, shape (6,)
            Velocity (v; ω) of body i in its basis, m/s, rad/s.
        y, u : np.ndarray
            Relative coordinates and speeds.
        t : float, optional
            Time, s.
        """
        return self.J_i(y, t) @ z_i + self.J_y(y, t) @ u + self.zeta(y, t)

    def acceleration_terms(self, z_i: np.ndarray, y: np.ndarray, u: np.ndarray, t: float = 0.0) -> np.ndarray:
        """What is left of ż_j (6,) without ż_i and u̇: ż_j = J_i ż_i + J_y u̇ + (J̇_i z_i + J̇_y u + ζ̇).

        By the rule for turning bases, with B = A_ji R_P: d/dt (B x) = B ẋ − ω_r × B x. Therefore

        ω̇_j: −ω_r × A_ji ω_i + R_Q (Ṡ_w u + ω̇_t);
        v̇_j: A_ji (ω_i × R_P ṡ) − ω_r × (A_ji (v_i + ω_i × b) + B ṡ) + B (Ṡ_v u + v̇_t) + r_Q × (the line above).

        Parameters
        ----------
        z_i : np.ndarray, shape (6,)
            Velocity (v; ω) of body i in its basis, m/s, rad/s.
        y, u : np.ndarray
            Relative coordinates and speeds.
        t : float, optional
            Time, s.
        """
        A_g, s = self.pose(y, t)
        S, drift, (S_w_d_u, S_v_d_u) = self.subspace(y, t), self.drift(y, t), self.subspace_terms(y, u, t)
        R_P, R_Q, B = self.P.R, self.Q.R, self.Q.R @ A_g.T
        A_ji, v_i, w_i = B @ R_P.T, np.asarray(z_i)[:3], np.asarray(z_i)[3:]
        w_r, s_d = R_Q @ (S.w @ u + drift.w), S.v @ u + drift.v
        w_d = R_Q @ (S_w_d_u + drift.w_d) - cross(w_r, A_ji @ w_i)
        carried = A_ji @ (v_i + cross(w_i, self.P.r + R_P @ s)) + B @ s_d
        v_d = A_ji @ cross(w_i, R_P @ s_d) - cross(w_r, carried) + B @ (S_v_d_u + drift.v_d) + cross(self.Q.r, w_d)
        return np.concatenate([v_d, w_d])

    def coordinates_of(self, place_i: Place, place_j: Place) -> np.ndarray:
        """Relative coordinates y of the poses of both bodies; the inverse of `place_j`.

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        """
        P, Q = self.P.place(place_i), self.Q.place(place_j)
        return self.measured(P.A.T @ Q.A, P.A.T @ (Q.r - P.r))

    def speeds_of(self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0) -> np.ndarray:
        """Relative speeds u of two moving bodies by least squares; the inverse of `velocity_j`.

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        z_i, z_j : np.ndarray, shape (6,)
            Their velocities (v; ω), each in the basis of the body, m/s, rad/s.
        t : float, optional
            Time, s.
        """
        y = self.coordinates_of(place_i, place_j)
        rest = np.asarray(z_j) - self.J_i(y, t) @ np.asarray(z_i) - self.zeta(y, t)
        return np.linalg.lstsq(self.J_y(y, t), rest, rcond=None)[0]
