"""A tree of rigid bodies with spherical joints: its data, and the constants that the equations take from them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ...model import ModelError
from .augmented import AugmentedBody
from .data_checks import check_body, check_thickness, fixed_array
from .graph import Arc, Graph, Vertex
from .link import Link, check_parents, mass, tensor, vector

__all__ = ["Tree"]


@dataclass(frozen=True, eq=False)
class Tree:
    """Rigid bodies in a tree of spherical joints (*Kugelgelenke*) on a base with a prescribed motion; W(1)-(67).

    Arrays have the body first and components last, and are in the basis of the body in whose place they stand.

    Attributes
    ----------
    graph : Graph
        Which bodies the arcs join: a `Graph`, or the list of its arcs (i+, i-).
    m : np.ndarray, shape (n,)
        Masses, kg.
    J : np.ndarray, shape (n, 3, 3)
        Inertia tensors about the mass centres C_i, kg m².
    c_plus : np.ndarray, shape (n, 3)
        For each arc from the mass centre of body i+(a) to the hinge, m, basis of i+(a).
    c_minus : np.ndarray, shape (n, 3)
        For each arc from the mass centre of body i-(a) to the hinge, m, basis of i-(a); on the base from its origin.

    Raises
    ------
    ModelError
        Naming the body: a mass that is not positive, an inertia that no body has, a body that has none about the
        line of its hinges, wrong shapes, a graph that is no tree.
    """

    graph: Graph
    m: np.ndarray = field(repr=False)
    J: np.ndarray = field(repr=False)
    c_plus: np.ndarray = field(repr=False)
    c_minus: np.ndarray = field(repr=False)

    def __post_init__(self) -> None:
        graph = self.graph if isinstance(self.graph, Graph) else Graph(self.graph)
        object.__setattr__(self, "graph", graph)
        n = graph.n
        for name, shape in {"m": (n,), "J": (n, 3, 3), "c_plus": (n, 3), "c_minus": (n, 3)}.items():
            object.__setattr__(self, name, fixed_array(name, getattr(self, name), shape))
        for i, body in enumerate(graph.bodies):
            check_body(body, self.m[i], self.J[i])
        check_thickness(graph.bodies, self.K)

    @classmethod
    def of(cls, links: Iterable[Link]) -> "Tree":
        """The tree of links: each says on which body it hangs, and where the joint is on both.

        Arcs lead from each body towards the base. The links may come in any order.

        Parameters
        ----------
        links : iterable of Link
            One link for each body, in any order.
        """
        links = list(links)
        check_parents(links)
        bodies = [link.name for link in links]
        arcs: list[Arc] = [(link.name, link.parent) for link in links]
        graph = Graph(arcs, bodies, [link.joint_name or link.name for link in links])
        J = [tensor(link.name, link.J) for link in links]
        hinges = [vector(f"hinge of {link.name!r}", link.hinge) for link in links]
        joints = [vector(f"joint of {link.name!r} on {link.parent!r}", link.joint) for link in links]
        masses = [mass(link.name, link.m) for link in links]
        return cls(graph, np.array(masses), np.array(J), np.array(hinges), np.array(joints))

    @property
    def n(self) -> int:
        """Number of bodies."""
        return self.graph.n

    @property
    def bodies(self) -> Sequence[str]:
        """Names of the bodies."""
        return self.graph.bodies

    @property
    def joints(self) -> Sequence[str]:
        """Names of the joints."""
        return self.graph.joints

    # --- where a body hangs: what the recursion takes -----------------------------------------------------

    @cached_property
    def hinge(self) -> np.ndarray:
        """(n, 3) from the mass centre of each body to its inboard hinge, basis of the body."""
        inboard = self.graph.inboard
        return np.where(self.graph.signs[:, None] > 0, self.c_plus[inboard], self.c_minus[inboard])

    @cached_property
    def joint(self) -> np.ndarray:
        """(n, 3) from the mass centre of each body's parent to the inboard hinge of the body, basis of the parent."""
        inboard = self.graph.inboard
        return np.where(self.graph.signs[:, None] > 0, self.c_minus[inboard], self.c_plus[inboard])

    # --- hinge vectors ------------------------------------------------------------------------------------

    @cached_property
    def c(self) -> np.ndarray:
        """(n + 1, n, 3) hinge vectors c_ia with the base as row 0, zero where arc a is not on body i."""
        vectors, arcs = np.zeros((self.n + 1, self.n, 3)), np.arange(self.n)
        vectors[self.graph.plus, arcs], vectors[self.graph.minus, arcs] = self.c_plus, self.c_minus
        return vectors

    @property
    def C(self) -> np.ndarray:
        """(n, n, 3) C_ia = S_ia c_ia; W(9)."""
        return self.graph.S[:, :, None] * self.c[1:]

    @cached_property
    def d(self) -> np.ndarray:
        """(n, n, 3) d_ij = (C T)_ij, fixed in body i: to its inboard hinge from the hinge that leads to j; W(20).

        d_ii leads from the mass centre C_i to the inboard hinge.
        """
        return np.moveaxis(np.tensordot(self.C, self.graph.T, axes=(1, 0)), 1, 2)

    @cached_property
    def d_off(self) -> np.ndarray:
        """(n, 3, n) d_ij in columns, with zeros for i = j: only where s_i < s_j there is anything left."""
        return np.moveaxis(self.d * (1 - np.eye(self.n))[:, :, None], 1, 2).copy()

    @cached_property
    def d_0(self) -> np.ndarray:
        """(n, 3) d_0j = -c_0a, fixed in the base: from the hinge that leads to body j to the base's origin."""
        return np.einsum("a,ac,aj->jc", self.graph.S_0, self.c[0], self.graph.T)

    # --- augmented bodies ---------------------------------------------------------------------------------

    @cached_property
    def m_tot(self) -> float:
        """Mass of all bodies, kg; printed M."""
        return float(self.m.sum())

    @cached_property
    def b_0(self) -> np.ndarray:
        """(n, 3) b_i0 = Σ_j m_j d_ij / m_tot: from the barycentre of body i to its inboard hinge; W(37), W(39)."""
        return np.einsum("j,ijc->ic", self.m, self.d) / self.m_tot

    @cached_property
    def b(self) -> np.ndarray:
        """(n, n, 3) b_ij = b_i0 - d_ij: from the barycentre of body i to the hinge that leads to j; W(39).

        b_ii leads to the mass centre C_i, and where j does not hang on i, b_ij = b_i0.
        """
        return self.b_0[:, None] - self.d

    @cached_property
    def K(self) -> np.ndarray:
        """(n, 3, 3) K_i = J_i + Σ_k m_k (d_ik² E - d_ik d_ikᵀ): augmented body i about its inboard hinge; W(46)."""
        # d_ik is the same vector for all bodies k beyond one hinge: their masses act as if they sat at that hinge
        squares = np.einsum("k,ikc,ikc->i", self.m, self.d, self.d)
        return self.J + squares[:, None, None] * np.eye(3) - np.einsum("k,ika,ikb->iab", self.m, self.d, self.d)

    def augmented_body(self, body: Vertex) -> AugmentedBody:
        """The augmented body (*дополненное тело*) of a body given by name or number, to look at.

        The body itself and, at each of its hinges, a point mass equal to all bodies that hang there.

        Parameters
        ----------
        body : int or str
            Name of the body or its number (from 1).
        """
        i = self.body(body)
        graph, hinges = self.graph, np.flatnonzero(self.graph.S[i]).tolist()
        beyond = [j for j in range(self.n) if graph.before[i, j]]
        return AugmentedBody(
            name=graph.bodies[i],
            masses={graph.joints[a]: self._mass_behind(a) for a in hinges if a != graph.inboard[i]},
            hinges={graph.joints[a]: self.c[i + 1, a] for a in hinges},
            barycentre=-self.b[i, i],
            b={"base": self.b_0[i]} | {graph.bodies[j]: self.b[i, j] for j in beyond},
            d={graph.bodies[j]: self.d[i, j] for j in beyond},
            K=self.K[i],
        )

    def _mass_behind(self, a: int) -> float:
        """Mass of all bodies whose path to the base contains arc a."""
        return float(self.m[self.graph.T[a] != 0].sum())

    def body(self, body: Vertex) -> int:
        """Index (from 0) of a body.

        Parameters
        ----------
        body : int or str
            Name of the body or its number (from 1).

        Raises
        ------
        ModelError
            For an unknown body, and for the base.
        """
        i = self.graph.body(body)
        if i < 0:
            raise ModelError("The base moves as prescribed and has no mass; name one of the bodies.")
        return i
