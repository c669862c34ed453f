"""Motions of bodies that are known exactly, for tests: they take nothing from the library."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

# weights of an eighth-order central difference, for the steps 1, 2, 3, 4
WEIGHTS = (4 / 5, -1 / 5, 4 / 105, -1 / 280)


def derivative(f: Callable[[float], np.ndarray], t: float = 0.0, h: float = 0.02) -> np.ndarray:
    """df/dt of a smooth function, to about 1e-12."""
    return sum(w * (f(t + k * h) - f(t - k * h)) for k, w in enumerate(WEIGHTS, 1)) / h


def rotation(axis: int, angle):
    """Elementary rotation, for real and complex angles."""
    c, s = np.cos(angle), np.sin(angle)
    R = np.eye(3, dtype=complex)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R[i, i], R[i, j], R[j, i], R[j, j] = c, -s, s, c
    return R


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    """A rotation matrix, all of them equally likely."""
    Q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return Q * np.linalg.det(Q)


def axial(W: np.ndarray) -> np.ndarray:
    """The vector of a skew matrix; the assertion keeps a wrong matrix from passing."""
    assert np.abs(W + W.T).max() < 1e-10, "the matrix is not skew-symmetric"
    return np.array([W[2, 1], W[0, 2], W[1, 0]])


@dataclass(frozen=True)
class Flight:
    """A body that flies and tumbles: r(t) and the Cardan angles are sums of a constant, a rate and a swing."""

    r_parts: np.ndarray  # (3, 3): constant, rate, swing
    angle_parts: np.ndarray

    @classmethod
    def at_random(cls, rng: np.random.Generator) -> "Flight":
        return cls(rng.normal(size=(3, 3)), rng.normal(size=(3, 3)) * np.array([[0.5], [0.7], [0.4]]))

    @staticmethod
    def _along(parts: np.ndarray, t):
        return parts[0] + parts[1] * t + parts[2] * np.sin(1.3 * t)

    def angles(self, t):
        return self._along(self.angle_parts, t)

    def position(self, t):
        """Inertial position of O."""
        return self._along(self.r_parts, t)

    def rotation(self, t):
        """R_x(alpha) R_y(beta) R_z(gamma), body to inertial."""
        a, b, c = self.angles(t)
        return rotation(0, a) @ rotation(1, b) @ rotation(2, c)

    def r(self, t: float) -> np.ndarray:
        return self.position(t)

    def A(self, t: float) -> np.ndarray:
        return self.rotation(t).real

    def r_d(self, t: float) -> np.ndarray:
        """By a complex step: exact."""
        return self.position(t + 1e-30j).imag / 1e-30

    def A_d(self, t: float) -> np.ndarray:
        return self.rotation(t + 1e-30j).imag / 1e-30

    def w(self, t: float) -> np.ndarray:
        """Angular velocity in the basis of the body, from the definition tilde(w) = A^T A_d."""
        return axial(self.A(t).T @ self.A_d(t))

    def z(self, t: float) -> np.ndarray:
        """(v; w), body components."""
        return np.concatenate([self.A(t).T @ self.r_d(t), self.w(t)])

    def z_d(self, t: float) -> np.ndarray:
        """Derivatives of these components."""
        return derivative(self.z, t)

    def point(self, r: np.ndarray) -> Callable[[float], np.ndarray]:
        """Inertial path of a body-fixed point."""
        return lambda t: self.r(t) + self.A(t) @ r
