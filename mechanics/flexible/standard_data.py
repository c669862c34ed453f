"""The standard data (*Standarddaten*) of a flexible body: integrals of its modes, computed once before a simulation."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .checking import array, check, check_masses, check_redundant, modes_in
from .integrals import EPSILON, Integrals

__all__ = ["StandardData"]


class StandardData(Integrals):
    """Mass, undeformed mass centre and inertia, and the integrals C1 … C4 of the modes over the body; C5, C6 follow.

    They are checked when they are given: no `StandardData` exists that no body could have. Source: F(m) … F(C6), F(8).

    Parameters
    ----------
    m : float
        Mass, kg.
    c0, I0, C1, C2, C3, C4 : array_like
        Mass centre, inertia and integrals of the modes, in components of R; shapes and units as in `Integrals`.
    K_e, D_e : array_like, shape (n_q, n_q), optional
        Stiffness and damping of the elastic coordinates; zero unless given.
    K_geo : array_like, shape (6, n_q, n_q), optional
        Geometric stiffening as in `Integrals`; zero unless given.
    C1_geo : array_like, shape (3, n_q, n_q), optional
        Foreshortening as in `Integrals`; zero unless given.

    Raises
    ------
    ModelError
        For wrong shapes, and for data that contradict each other or that no body has, with the violated relation.

    Notes
    -----
    Not part of this model, nor of the source: rotary inertia of the nodes (the slopes of the modes).
    """

    def __init__(
        self, m: float, c0: ArrayLike, I0: ArrayLike, C1: ArrayLike, C2: ArrayLike, C3: ArrayLike, C4: ArrayLike,
        K_e: ArrayLike | None = None, D_e: ArrayLike | None = None, K_geo: ArrayLike | None = None,
        C1_geo: ArrayLike | None = None,
    ):  # fmt: skip
        n = modes_in(C1)
        super().__init__(
            m=float(array("m", m, ())),
            c0=array("c0", c0, (3,)),
            I0=array("I0", I0, (3, 3)),
            C1=array("C1", C1, (3, n)),
            C2=array("C2", C2, (3, n)),
            C3=array("C3", C3, (3, 3, n, n)),
            C4=array("C4", C4, (n, 3, 3)),
            K_e=array("K_e", np.zeros((n, n)) if K_e is None else K_e, (n, n)),
            D_e=array("D_e", np.zeros((n, n)) if D_e is None else D_e, (n, n)),
            K_geo=array("K_geo", np.zeros((6, n, n)) if K_geo is None else K_geo, (6, n, n)),
            C1_geo=array("C1_geo", np.zeros((3, n, n)) if C1_geo is None else C1_geo, (3, n, n)),
        )
        check(self)

    @classmethod
    def from_nodes(
        cls,
        masses: ArrayLike,
        R_0: ArrayLike,
        Phi: ArrayLike,
        *,
        K_e: ArrayLike | None = None,
        D_e: ArrayLike | None = None,
        K_geo: ArrayLike | None = None,
        C1_geo: ArrayLike | None = None,
    ) -> "StandardData":
        """The integrals as sums over nodes, ∫ f dm → Σ_n m_n f(R_n).

        Gauss points with masses ϱ A w make these sums exact for polynomials; lumped masses are a coarser choice.

        Parameters
        ----------
        masses : array_like, shape (N,)
            Masses of the nodes, kg.
        R_0 : array_like, shape (N, 3)
            Undeformed positions in R, m.
        Phi : array_like, shape (N, 3, n_q)
            Modes at the nodes.
        K_e, D_e : array_like, shape (n_q, n_q), optional
            Stiffness and damping.
        K_geo : array_like, shape (6, n_q, n_q), optional
            Geometric stiffening.
        C1_geo : array_like, shape (3, n_q, n_q), optional
            Foreshortening.

        Returns
        -------
        StandardData

        Raises
        ------
        ModelError
            If shapes do not fit, or a mass is negative.
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
            C3=np.einsum("nal,nbm->ablm", weighted, Phi), C4=C4, K_e=K_e, D_e=D_e, K_geo=K_geo, C1_geo=C1_geo,
        )  # fmt: skip

    @classmethod
    def from_integrals(cls, *, C5: ArrayLike | None = None, C6: ArrayLike | None = None, **rest: Any) -> "StandardData":
        """Standard data from all integrals, as a table prints them.

        Parameters
        ----------
        C5 : array_like, shape (n_q, 3, n_q), optional
            Only compared with what follows from C3.
        C6 : array_like, shape (n_q, n_q, 3, 3), optional
            Only compared with what follows from C3.
        **rest : Any
            As for `StandardData`.

        Returns
        -------
        StandardData

        Raises
        ------
        ModelError
            If C5 or C6 contradict C3.
        """
        data = cls(**rest)
        check_redundant(data, C5=C5, C6=C6)
        return data

    @classmethod
    def rigid(cls, m: float, c0: ArrayLike, I0: ArrayLike) -> "StandardData":
        """A rigid body as a flexible one without modes.

        Parameters
        ----------
        m : float
            Mass, kg.
        c0 : array_like, shape (3,)
            Mass centre in components of R, m.
        I0 : array_like, shape (3, 3)
            Inertia tensor about the origin of R, kg m².

        Returns
        -------
        StandardData
        """
        none = {"C1": (3, 0), "C2": (3, 0), "C3": (3, 3, 0, 0), "C4": (0, 3, 3)}
        return cls(m, c0, I0, **{name: np.zeros(shape) for name, shape in none.items()})

    def with_stiffness(
        self, K_e: ArrayLike | None = None, D_e: ArrayLike | None = None, K_geo: ArrayLike | None = None,
        C1_geo: ArrayLike | None = None,
    ) -> "StandardData":  # fmt: skip
        """The same inertia with another stiffness, damping or geometric stiffening; what is not given stays.

        Parameters
        ----------
        K_e, D_e : array_like, shape (n_q, n_q), optional
            Stiffness and damping.
        K_geo : array_like, shape (6, n_q, n_q), optional
            Geometric stiffening.
        C1_geo : array_like, shape (3, n_q, n_q), optional
            Foreshortening.

        Returns
        -------
        StandardData
        """
        given: dict[str, Any] = {"K_e": K_e, "D_e": D_e, "K_geo": K_geo, "C1_geo": C1_geo}
        return replace(self, **{name: value for name, value in given.items() if value is not None})
