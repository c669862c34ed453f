"""The standard data (*Standarddaten*) of a flexible body: integrals of its modes, computed once before a simulation.

Everything is told in the frame R that floats with the body. A material point lies at r = R_0 + Φ q: undeformed
position plus translational modes (*Ansatzfunktionen*) times elastic coordinates q.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..rotations.arrays import skew
from .checking import array, check, check_masses, check_redundant, modes_in

__all__ = ["StandardData"]

EPSILON = -skew(np.eye(3))  # (3, 3, 3): (u × v)_a = Σ_bc ε_abc u_b v_c


@dataclass(frozen=True, eq=False)
class StandardData:
    """Mass, undeformed mass centre and inertia, and the integrals C1 … C4 of the modes over the body; C5, C6 follow.

    They are checked on the way in: no `StandardData` exists that no body could have.

    Attributes
    ----------
    m : mass, kg
    c0 : (3,), undeformed mass centre ∫ R_0 dm / m, m
    I0 : (3, 3), inertia of the undeformed body about the origin of R, ∫ R̃_0 R̃_0ᵀ dm, kg m²
    C1 : (3, n_q), ∫ Φ dm
    C2 : (3, n_q), ∫ R̃_0 Φ dm
    C3 : (3, 3, n_q, n_q), C3[a, b] = ∫ Φ_a*ᵀ Φ_b* dm, where Φ_a* is the row of the direction a
    C4 : (n_q, 3, 3), C4[l] = ∫ R̃_0 Φ̃_l dm, where Φ_l is the column of the mode l
    K_e, D_e : (n_q, n_q), stiffness and damping of the elastic coordinates; zero unless given
    K_geo : (6, n_q, n_q), geometric stiffening, not in the source: matrices that ω_x², ω_y², ω_z², ω_x ω_y, ω_y ω_z,
        ω_x ω_z multiply, so that K_e q becomes (K_e + Σ ω_a ω_b K_geo) q; zero unless given

    Units of the integrals: a mode that is a number makes q a length, one in metres makes it a number.

    Not part of this model, nor of the source: rotary inertia of the nodes (the slopes of the modes).

    Raises
    ------
    ModelError
        for wrong shapes, and for data that contradict each other or that no body has, with the relation that is hurt.

    Source: F(m) … F(C6), F(8).
    """

    m: float
    c0: np.ndarray
    I0: np.ndarray
    C1: np.ndarray
    C2: np.ndarray
    C3: np.ndarray
    C4: np.ndarray
    # What is None becomes an array of zeros.
    K_e: np.ndarray = None  # type: ignore[assignment]
    D_e: np.ndarray = None  # type: ignore[assignment]
    K_geo: np.ndarray = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        n = modes_in(self.C1)
        shapes = {
            "c0": (3,), "I0": (3, 3), "C1": (3, n), "C2": (3, n), "C3": (3, 3, n, n), "C4": (n, 3, 3),
            "K_e": (n, n), "D_e": (n, n), "K_geo": (6, n, n),
        }  # fmt: skip
        object.__setattr__(self, "m", float(array("m", self.m, ())))
        for name, shape in shapes.items():
            value = np.zeros(shape) if getattr(self, name) is None else getattr(self, name)
            object.__setattr__(self, name, array(name, value, shape))
        check(self)

    @classmethod
    def from_nodes(
        cls, masses: Any, R_0: Any, Phi: Any, *, K_e: Any = None, D_e: Any = None, K_geo: Any = None
    ) -> "StandardData":
        """The integrals as sums over nodes, ∫ f dm → Σ_n m_n f(R_n).

        Gauss points with masses ϱ A w make these sums exact for polynomials; lumped masses are their coarse sister.

        Parameters
        ----------
        masses : (N,), kg
        R_0 : (N, 3), undeformed positions in R, m
        Phi : (N, 3, n_q), the modes at the nodes
        K_e, D_e, K_geo : as in `StandardData`
        """
        masses = array("masses", masses, (None,))
        R_0 = array("R_0", R_0, (len(masses), 3))
        Phi = array("Phi", Phi, (len(masses), 3, None))
        check_masses(masses)
        weighted = masses[:, None, None] * Phi
        S = np.einsum("nal,nb->lab", weighted, R_0)  # ∫ Φ_l R_0ᵀ dm
        J = np.einsum("n,na,nb->ab", masses, R_0, R_0)
        C4 = S - np.trace(S, axis1=1, axis2=2)[:, None, None] * np.eye(3)
        return cls(
            m=masses.sum(), c0=masses @ R_0 / masses.sum(), I0=np.trace(J) * np.eye(3) - J,
            C1=weighted.sum(axis=0), C2=np.einsum("abc,lcb->al", EPSILON, S),
            C3=np.einsum("nal,nbm->ablm", weighted, Phi), C4=C4, K_e=K_e, D_e=D_e, K_geo=K_geo,
        )  # fmt: skip

    @classmethod
    def from_integrals(cls, *, C5: Any = None, C6: Any = None, **rest: Any) -> "StandardData":
        """From all integrals, as a table prints them; C5 and C6 are only compared with what C3 says of them."""
        data = cls(**rest)
        check_redundant(data, C5=C5, C6=C6)
        return data

    @classmethod
    def rigid(cls, m: float, c0: Any, I0: Any) -> "StandardData":
        """A rigid body as a flexible one without modes; c0 and I0 about the origin of R."""
        none = {"C1": (3, 0), "C2": (3, 0), "C3": (3, 3, 0, 0), "C4": (0, 3, 3)}
        return cls(m, c0, I0, **{name: np.zeros(shape) for name, shape in none.items()})

    @property
    def n_q(self) -> int:
        """Number of elastic coordinates."""
        return int(self.C1.shape[1])

    @cached_property
    def M_e(self) -> np.ndarray:
        """Mass matrix of the elastic coordinates, M_e = C3_11 + C3_22 + C3_33, F(8)."""
        return np.einsum("aalm->lm", self.C3)

    @cached_property
    def C5(self) -> np.ndarray:
        """C5[l] = ∫ Φ̃_l Φ dm, (n_q, 3, n_q): C5[l][a, m] = Σ_bc ε_abc C3[b, c][l, m]."""
        return np.einsum("abc,bclm->lam", EPSILON, self.C3)

    @cached_property
    def C6(self) -> np.ndarray:
        """C6[k, l] = ∫ Φ̃_k Φ̃_l dm, (n_q, n_q, 3, 3): C6[k, l][a, b] = C3[a, b][l, k] - δ_ab (M_e)_kl."""
        return self.C3.transpose(3, 2, 0, 1) - self.M_e[..., None, None] * np.eye(3)

    @cached_property
    def geometric_tensors(self) -> np.ndarray:
        """K_geo as tensors: ωᵀ G[k, l] ω is the stiffness that the rotation ω adds, (n_q, n_q, 3, 3)."""
        xx, yy, zz, xy, yz, xz = self.K_geo * np.array([1, 1, 1, 0.5, 0.5, 0.5])[:, None, None]
        return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]).transpose(2, 3, 0, 1)

    @cached_property
    def quadratic(self) -> np.ndarray:
        """C6 with the geometric stiffening, which has the same form, as a matrix (n_q, 9 n_q) for quick products."""
        return np.ascontiguousarray((self.C6 + self.geometric_tensors).reshape(self.n_q, 9 * self.n_q))

    @cached_property
    def gyroscopic(self) -> np.ndarray:
        """C5 as a matrix (n_q, 3 n_q) for quick products."""
        return np.ascontiguousarray(self.C5.reshape(self.n_q, 3 * self.n_q))

    def with_stiffness(self, K_e: Any = None, D_e: Any = None, K_geo: Any = None) -> "StandardData":
        """The same inertia with another stiffness, damping or geometric stiffening; what is not named stays."""
        given = {"K_e": K_e, "D_e": D_e, "K_geo": K_geo}
        return replace(self, **{name: value for name, value in given.items() if value is not None})
