"""Mass, gyroscopic forces, weight, energy and momenta of one rigid body about any of its points R(2.2)-R(2.37)."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...mass import Solid, check_moments
from ...model import ModelError
from ...rotations.arrays import skew
from .place import Place, cross, to_basis, turned

__all__ = ["RigidBody"]

ROUNDING = 1e-13  # of the largest moment: what counts as none


@dataclass(frozen=True, eq=False)
class RigidBody:
    """A rigid body, described about a point O that is fixed in it: any point, not only the mass centre.

    Attributes
    ----------
    name : by which joints and force elements find it
    m : mass, kg; R(2.22)
    r_S : (3,) from O to the mass centre S, body components, m; R(2.24)
    I_O : (3, 3) inertia tensor about O, body components, kg m²; R(2.34). Tensor components: I_xy = −∫ x y dm

    Raises
    ------
    ModelError
        for a mass that is not positive, or a tensor that no body of this mass centre has.

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
            "m": _mass(self.name, self.m),
            "r_S": _vector(self.name, self.r_S),
            "I_O": _tensor(self.name, self.I_O),
        }
        for name, value in numbers.items():
            object.__setattr__(self, name, value)
        _check_tensor(self.name, self.I_S)
        object.__setattr__(self, "I_O", (self.I_O + self.I_O.T) / 2)  # symmetric to the last bit

    @classmethod
    def about_centre(cls, name: str, m: float, I_S: ArrayLike, r_S: ArrayLike = (0.0, 0.0, 0.0)) -> "RigidBody":
        """The body from its tensor about the mass centre, I_O = I_S + m r̃_Sᵀ r̃_S; (3,) stands for a diagonal."""
        m, r_S, tensor = _mass(name, m), _vector(name, r_S), _tensor(name, I_S)
        _check_tensor(name, tensor)
        return cls(name, m, r_S, tensor + m * skew(r_S).T @ skew(r_S))

    @classmethod
    def from_solid(cls, name: str, solid: Solid) -> "RigidBody":
        """The body of a `mechanics.mass.Solid`; O is the origin of the frame in which the solid is given."""
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
        """Q (..., 6), *Zentrifugalkräfte und gyroskopische Kräfte*, on the left of M ż + Q = h, R(2.4a).

        Q = [m ω × v + m ω × (ω × r_S);  m r_S × (ω × v) + ω × I_O ω]
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
        A : (..., 3, 3) rotation matrix, body -> inertial
        g : (3,) gravity, inertial components, m/s²
        """
        F = self.m * to_basis(A, np.asarray(g, dtype=float))
        return np.concatenate([F, cross(self.r_S, F)], axis=-1)

    def kinetic_energy(self, z: np.ndarray) -> np.ndarray:
        """½ zᵀ M z (...,), J."""
        z = np.asarray(z)
        return 0.5 * np.sum(z * (z @ self.mass_matrix), axis=-1)

    def potential_energy(self, place: Place, g: np.ndarray) -> np.ndarray:
        """−m g · (r_O + A r_S) (...,), J; zero at the inertial origin."""
        return -self.m * place.point(self.r_S) @ np.asarray(g, dtype=float)

    def momentum(self, z: np.ndarray) -> np.ndarray:
        """P = m (v + ω × r_S) (..., 3), body components, kg m/s; R(2.25)."""
        z = np.asarray(z)
        return self.m * (z[..., :3] + cross(z[..., 3:], self.r_S))

    def angular_momentum(self, z: np.ndarray) -> np.ndarray:
        """D_O = m r_S × v + I_O ω (..., 3), *Drall* about O, body components, kg m²/s; R(2.26)."""
        z = np.asarray(z)
        return self.m * cross(self.r_S, z[..., :3]) + z[..., 3:] @ self.I_O

    def angular_momentum_about_centre(self, z: np.ndarray) -> np.ndarray:
        """D_S = I_S ω (..., 3), about the mass centre, body components; A D_S is constant without moments, R(2.32)."""
        return np.asarray(z)[..., 3:] @ self.I_S

    def angular_momentum_about_origin(self, place: Place, z: np.ndarray) -> np.ndarray:
        """D_OI = r_O × A P + A D_O (..., 3), about the inertial origin, *inertial* components; R(2.33)."""
        return cross(place.r, turned(place.A, self.momentum(z))) + turned(place.A, self.angular_momentum(z))

    def newton_euler(self, z: np.ndarray, z_d: np.ndarray) -> np.ndarray:
        """Resultant (F; M_O) (..., 6) that a motion needs, from the change of the momenta; R(2.27), R(2.31).

        F = Ṗ + ω × P,  M_O = Ḋ_O + ω × D_O − m (ω × r_S) × v, all in body components. Equal to M ż + Q, R(2.41).
        """
        z, z_d = np.asarray(z), np.asarray(z_d)
        v, w = z[..., :3], z[..., 3:]
        F = self.momentum(z_d) + cross(w, self.momentum(z))
        D_change = self.angular_momentum(z_d) + cross(w, self.angular_momentum(z))
        return np.concatenate([F, D_change - self.m * cross(cross(w, self.r_S), v)], axis=-1)

    def accelerations(self, z: np.ndarray, h: np.ndarray) -> np.ndarray:
        """ż = (v̇; ω̇) (..., 6) of the free body under the generalized force h = (F; M_O), M ż + Q = h, R(2.2).

        The first half are derivatives of components; `acceleration_of_origin` makes the acceleration of O from them.
        """
        if not self._turns_freely:
            raise ModelError(
                f"The body {self.name!r} has no inertia about some axis through its mass centre: nothing determines "
                "how fast it spins about that axis. Give it a tensor with three positive moments."
            )
        right = np.asarray(h) - self.gyroscopic_forces(z)
        return np.linalg.solve(self.mass_matrix, right[..., None])[..., 0]

    @cached_property
    def _turns_freely(self) -> bool:
        """Whether it has inertia about every axis; in a joint it may have none, as a point mass on a rod."""
        return bool(np.linalg.eigvalsh(self.I_S).min() > ROUNDING * np.trace(self.I_O))

    def about(self, r: ArrayLike) -> "RigidBody":
        """The same body described about another of its points, which lies at r (3,) from O; axes stay."""
        return RigidBody.about_centre(self.name, self.m, self.I_S, self.r_S - _vector(self.name, r))


def _mass(name: str, m: float) -> float:
    value = float(m)
    if not 0.0 < value < np.inf:
        raise ModelError(f"The mass of the body {name!r} must be a positive number of kg; got {m!r}.")
    return value


def _vector(name: str, r: ArrayLike) -> np.ndarray:
    value = np.asarray(r, dtype=float)
    if value.shape != (3,) or not np.all(np.isfinite(value)):
        raise ModelError(f"A point of the body {name!r} is given by three finite numbers in m; got {r!r}.")
    return value


def _tensor(name: str, inertia: ArrayLike) -> np.ndarray:
    value = np.asarray(inertia, dtype=float)
    value = np.diag(value) if value.shape == (3,) else value
    if value.shape != (3, 3):
        raise ModelError(
            f"The inertia of the body {name!r} must be a (3, 3) tensor or its three diagonal entries in kg m^2; "
            f"got an array of shape {value.shape}."
        )
    return value


def _check_tensor(name: str, I_S: np.ndarray) -> None:
    """A tensor about the mass centre that a body can have and that is not zero about every axis."""
    try:
        check_moments(I_S)
    except ModelError as error:
        raise ModelError(f"The inertia of the body {name!r} about its mass centre is impossible: {error}") from None
