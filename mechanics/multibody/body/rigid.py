"""Mass, gyroscopic forces, weight, energy and momenta of one rigid body about any of its points R(2.2)-R(2.37)."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...mass import Solid
from ...model import ModelError
from ...rotations.arrays import skew
from .mass_checks import check_tensor, checked_mass, checked_tensor, checked_vector
from .place import Place, cross, to_basis, turned

__all__ = ["RigidBody"]

ROUNDING = 1e-13  # of the largest moment: what counts as none


@dataclass(frozen=True, eq=False)
class RigidBody:
    """A rigid body, described about a point O that is fixed in it; O need not be the mass centre.

    Attributes
    ----------
    name : str
        Name by which joints and force elements find it.
    m : float
        Mass, kg; R(2.22).
    r_S : np.ndarray, shape (3,)
        From O to the mass centre S, body components, m; R(2.24).
    I_O : np.ndarray, shape (3, 3)
        Inertia tensor about O, body components, kg m²; R(2.34). Tensor components: I_xy = −∫ x y dm.

    Raises
    ------
    ModelError
        For a mass that is not positive, or a tensor that no body of this mass centre has.

    Examples
    --------
    >>> crank = RigidBody.about_centre("crank", m=0.4, I_S=[1e-4, 2e-3, 2e-3], r_S=(0.1, 0, 0))
    """

    name: str
    m: float
    r_S: Any = field(default_factory=lambda: np.zeros(3))
    I_O: Any = field(default_factory=lambda: np.zeros((3, 3)))

    def __post_init__(self) -> None:
        numbers = {
            "m": checked_mass(self.name, self.m),
            "r_S": checked_vector(self.name, self.r_S),
            "I_O": checked_tensor(self.name, self.I_O),
        }
        for name, value in numbers.items():
            object.__setattr__(self, name, value)
        check_tensor(self.name, self.I_S)
        object.__setattr__(self, "I_O", (self.I_O + self.I_O.T) / 2)  # symmetric to the last bit

    @classmethod
    def about_centre(cls, name: str, m: float, I_S: ArrayLike, r_S: ArrayLike = (0.0, 0.0, 0.0)) -> "RigidBody":
        """The body from its inertia tensor about the mass centre, I_O = I_S + m r̃_Sᵀ r̃_S.

        Parameters
        ----------
        name : str
            Name by which joints and force elements find it.
        m : float
            Mass, kg.
        I_S : array_like, shape (3, 3)
            Tensor about the mass centre, kg m²; or its diagonal (3,).
        r_S : array_like, shape (3,), optional
            From O to the mass centre, basis of the body, m.
        """
        m, r_S, tensor = checked_mass(name, m), checked_vector(name, r_S), checked_tensor(name, I_S)
        check_tensor(name, tensor)
        return cls(name, m, r_S, tensor + m * skew(r_S).T @ skew(r_S))

    @classmethod
    def from_solid(cls, name: str, solid: Solid) -> "RigidBody":
        """The body of a `mechanics.mass.Solid`; O is the origin of the frame in which the solid is given.

        Parameters
        ----------
        name : str
            Name by which joints and force elements find it.
        solid : Solid
            Mass, mass centre and inertia tensor; no symbols in them.
        """
        return cls.about_centre(name, solid.m, solid.inertia.tolist(), list(solid.center))

    @cached_property
    def I_S(self) -> np.ndarray:
        """Inertia tensor about the mass centre, I_S = I_O − m r̃_Sᵀ r̃_S, kg m²; R(2.35)."""
        return self.I_O - self.m * skew(self.r_S).T @ skew(self.r_S)

    @cached_property
    def mass_matrix(self) -> np.ndarray:
        """M (6, 6), symmetric, R(2.4a): [[m E, m r̃_Sᵀ], [m r̃_S, I_O]]; belongs to ż = (v̇; ω̇)."""
        s = self.m * skew(self.r_S)
        return np.block([[self.m * np.eye(3), s.T], [s, self.I_O]])

    def gyroscopic_forces(self, z: np.ndarray) -> np.ndarray:
        """Centrifugal and gyroscopic forces (*Zentrifugalkräfte und gyroskopische Kräfte*) Q of M ż + Q = h, R(2.4a).

        Q = [m ω × v + m ω × (ω × r_S);  m r_S × (ω × v) + ω × I_O ω]

        Parameters
        ----------
        z : np.ndarray, shape (..., 6)
            Velocity (v; ω), basis of the body, m/s, rad/s.

        Returns
        -------
        np.ndarray, shape (..., 6)
            N, N m.
        """
        z = np.asarray(z)
        w = z[..., 3:]
        w_v = cross(w, z[..., :3])
        force = self.m * (w_v + cross(w, cross(w, self.r_S)))
        return np.concatenate([force, self.m * cross(self.r_S, w_v) + cross(w, w @ self.I_O)], axis=-1)

    def weight(self, A: np.ndarray, g: np.ndarray) -> np.ndarray:
        """Weight as generalized force (..., 6) in body components, F = m Aᵀ g at S, M_O = r_S × F; R(2.58).

        Parameters
        ----------
        A : np.ndarray, shape (..., 3, 3)
            Rotation matrix, body -> inertial.
        g : np.ndarray, shape (3,)
            Gravity, inertial components, m/s².

        Returns
        -------
        np.ndarray, shape (..., 6)
            (F; M_O), basis of the body, N, N m.
        """
        F = self.m * to_basis(A, np.asarray(g, dtype=float))
        return np.concatenate([F, cross(self.r_S, F)], axis=-1)

    def kinetic_energy(self, z: np.ndarray) -> np.ndarray:
        """Kinetic energy ½ zᵀ M z, J.

        Parameters
        ----------
        z : np.ndarray, shape (..., 6)
            Velocity (v; ω), basis of the body, m/s, rad/s.
        """
        z = np.asarray(z)
        return 0.5 * np.sum(z * (z @ self.mass_matrix), axis=-1)

    def potential_energy(self, place: Place, g: np.ndarray) -> np.ndarray:
        """Potential energy −m g · (r_O + A r_S), zero at the inertial origin, J.

        Parameters
        ----------
        place : Place
            Pose of the body.
        g : np.ndarray, shape (3,)
            Gravity, inertial components, m/s².
        """
        return -self.m * place.point(self.r_S) @ np.asarray(g, dtype=float)

    def momentum(self, z: np.ndarray) -> np.ndarray:
        """Momentum P = m (v + ω × r_S), R(2.25).

        Parameters
        ----------
        z : np.ndarray, shape (..., 6)
            Velocity (v; ω), basis of the body, m/s, rad/s.

        Returns
        -------
        np.ndarray, shape (..., 3)
            Basis of the body, kg m/s.
        """
        z = np.asarray(z)
        return self.m * (z[..., :3] + cross(z[..., 3:], self.r_S))

    def angular_momentum(self, z: np.ndarray) -> np.ndarray:
        """Angular momentum (*Drall*) about O, D_O = m r_S × v + I_O ω, R(2.26).

        Parameters
        ----------
        z : np.ndarray, shape (..., 6)
            Velocity (v; ω), basis of the body, m/s, rad/s.

        Returns
        -------
        np.ndarray, shape (..., 3)
            Basis of the body, kg m²/s.
        """
        z = np.asarray(z)
        return self.m * cross(self.r_S, z[..., :3]) + z[..., 3:] @ self.I_O

    def angular_momentum_about_centre(self, z: np.ndarray) -> np.ndarray:
        """Angular momentum about the mass centre, D_S = I_S ω; A D_S is constant without moments, R(2.32).

        Parameters
        ----------
        z : np.ndarray, shape (..., 6)
            Velocity (v; ω), basis of the body, m/s, rad/s.

        Returns
        -------
        np.ndarray, shape (..., 3)
            Basis of the body, kg m²/s.
        """
        return np.asarray(z)[..., 3:] @ self.I_S

    def angular_momentum_about_origin(self, place: Place, z: np.ndarray) -> np.ndarray:
        """Angular momentum about the inertial origin, D_OI = r_O × A P + A D_O, R(2.33).

        Parameters
        ----------
        place : Place
            Pose of the body.
        z : np.ndarray, shape (..., 6)
            Velocity (v; ω), basis of the body, m/s, rad/s.

        Returns
        -------
        np.ndarray, shape (..., 3)
            *Inertial* basis, kg m²/s.
        """
        return cross(place.r, turned(place.A, self.momentum(z))) + turned(place.A, self.angular_momentum(z))

    def newton_euler(self, z: np.ndarray, z_d: np.ndarray) -> np.ndarray:
        """Resultant (F; M_O) that a motion needs, from the change of the momenta; R(2.27), R(2.31).

        F = Ṗ + ω × P,  M_O = Ḋ_O + ω × D_O − m (ω × r_S) × v, all in body components. Equal to M ż + Q, R(2.41).

        Parameters
        ----------
        z : np.ndarray, shape (..., 6)
            Velocity (v; ω), basis of the body, m/s, rad/s.
        z_d : np.ndarray, shape (..., 6)
            Derivatives (v̇; ω̇) of these components.

        Returns
        -------
        np.ndarray, shape (..., 6)
            Basis of the body, N, N m.
        """
        z, z_d = np.asarray(z), np.asarray(z_d)
        v, w = z[..., :3], z[..., 3:]
        F = self.momentum(z_d) + cross(w, self.momentum(z))
        D_change = self.angular_momentum(z_d) + cross(w, self.angular_momentum(z))
        return np.concatenate([F, D_change - self.m * cross(cross(w, self.r_S), v)], axis=-1)

    def accelerations(self, z: np.ndarray, h: np.ndarray) -> np.ndarray:
        """Accelerations ż = (v̇; ω̇) of the free body, M ż + Q = h, R(2.2).

        The first half are derivatives of components; `acceleration_of_origin` makes the acceleration of O from them.

        Parameters
        ----------
        z : np.ndarray, shape (..., 6)
            Velocity (v; ω), basis of the body, m/s, rad/s.
        h : np.ndarray, shape (..., 6)
            Generalized force (F; M_O), basis of the body, N, N m.

        Returns
        -------
        np.ndarray, shape (..., 6)
            Derivatives of the components, m/s², rad/s².

        Raises
        ------
        ModelError
            For a body without inertia about some axis, such as a point mass.
        """
        if self.axes_without_inertia.size:
            raise ModelError(
                f"The body {self.name!r} has no inertia about some axis through its mass centre: nothing determines "
                "how fast it spins about that axis. Give it a tensor with three positive moments."
            )
        right = np.asarray(h) - self.gyroscopic_forces(z)
        return np.linalg.solve(self.mass_matrix, right[..., None])[..., 0]

    @cached_property
    def axes_without_inertia(self) -> np.ndarray:
        """Unit vectors (3, k) along which a rotation about S has no inertia: k = 1 for a rod, 3 for a point mass."""
        moments, axes = np.linalg.eigh(self.I_S)
        return axes[:, moments <= ROUNDING * np.trace(self.I_O)]

    def about(self, r: ArrayLike) -> "RigidBody":
        """The same body described about another of its points; the axes stay.

        Parameters
        ----------
        r : array_like, shape (3,)
            From O to the new reference point, basis of the body, m.
        """
        return RigidBody.about_centre(self.name, self.m, self.I_S, self.r_S - checked_vector(self.name, r))
