"""A rigid or flexible body of a mechanism: standard data, and named nodes for joints and forces."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ...checking import instance, mapping, number, text
from ...flexible import AssumedModes, Nodes, StandardData
from ...flexible.energies import kinetic_energy, weight_energy
from ...flexible.equations import inertia_forces, weight
from ...flexible.inertia import mass_matrix
from ...model import ModelError
from ..body import RigidBody
from ..markers import GROUND_NAME

__all__ = ["FlexibleBody"]


@dataclass(frozen=True, eq=False)
class FlexibleBody:
    """A body in a floating frame R; a rigid one has no modes.

    A joint finds the frame R itself under the name of the body, ``Marker("rod")``, and a node under both names,
    ``Marker("rod.tip")``: its axes are those of R, turned with the deformation.

    Parameters
    ----------
    name : str
        Name of the body, without a dot.
    data : StandardData
        Mass, inertia and integrals of the modes.
    nodes : mapping of str to Nodes, optional
        Nodes by name, each `Nodes` with one node, such as ``{"tip": beam.nodes([1.0])}``.
    second : StandardData, optional
        Inertia with the foreshortening in all orders, as `AssumedModes.second_order_data` has it; `beam` takes it.

    Raises
    ------
    ModelError
        For names that joints cannot find, or nodes that do not have the modes of the body.

    Examples
    --------
    >>> from mechanics.flexible import AssumedModes, Section, beam_shapes
    >>> from mechanics.multibody.flexible import FlexibleBody
    >>> section = Section(mu=1.2, EI_y=1.4e4, EI_z=1.4e4, r_y=0.02, r_z=0.02)
    >>> boom = FlexibleBody.beam("boom", AssumedModes(section, l=10.0, y=beam_shapes(2)), {"tip": 1.0})
    """

    name: str
    data: StandardData
    nodes: Mapping[str, Nodes] = field(default_factory=dict)
    second: StandardData | None = None

    def __post_init__(self) -> None:
        if "." in text(self.name, "The name of a flexible body") or self.name == GROUND_NAME:
            raise ModelError(f"Expected a name of the body without a dot, other than 'ground'; got {self.name!r}.")
        for name, node in self.nodes.items():
            if len(node) != 1 or node.Phi.shape[2] != self.data.n_q or "." in name:
                raise ModelError(
                    f"Expected one node with the {self.data.n_q} modes of {self.name!r} under a name without a dot, "
                    f'such as {{"tip": beam.nodes([1.0])}}; got {len(node)} with {node.Phi.shape[2]} modes as {name!r}.'
                )

            self._check_foreshortening(name, node)

    def _check_foreshortening(self, name: str, node: Nodes) -> None:
        """A joint at the end of a beam must see it as short as its mass does."""
        if node.Phi_geo.any() and not self.data.foreshortens:
            missing = "the node has foreshortening, the standard data have none; take standard_data(stiffening=True)"
        elif self.data.foreshortens and not node.Phi_geo.any() and node.Psi.any() and node.R_0.any():
            missing = "the standard data have foreshortening, the node has none; take nodes(xi, stiffening=True)"
        else:
            return
        raise ModelError(f"The node {name!r} and the standard data of {self.name!r} do not belong together: {missing}.")

    @classmethod
    def beam(
        cls, name: str, beam: AssumedModes, nodes: Mapping[str, float], zeta: ArrayLike = 0.0, stiffening: bool = True
    ) -> "FlexibleBody":
        """A straight beam with nodes on its axis.

        Parameters
        ----------
        name : str
            Name of the body.
        beam : AssumedModes
            Section, length and shapes.
        nodes : mapping of str to float
            Positions ξ between 0 (root) and 1 (tip) by the name of the node.
        zeta : array_like, default 0.0
            Damping ratio of every mode, or one for each.
        stiffening : bool, default True
            Whether forces along the beam stiffen or soften it; False leaves this out, as the source does.

        Returns
        -------
        FlexibleBody
        """
        instance(beam, AssumedModes, "The beam of a flexible body")
        at = mapping(nodes, "The nodes of a beam", '{"tip": 1.0}')
        found = {
            key: beam.nodes([number(xi, f"The position of the node {key!r}")], stiffening) for key, xi in at.items()
        }
        bends = stiffening and (beam.y or beam.z)
        return cls(name, beam.standard_data(zeta, stiffening), found, beam.second_order_data() if bends else None)

    @classmethod
    def rigid(cls, body: RigidBody, nodes: Mapping[str, ArrayLike] | None = None) -> "FlexibleBody":
        """A rigid body among flexible ones.

        Parameters
        ----------
        body : RigidBody
            Name, mass, mass centre and inertia.
        nodes : mapping of str to array_like (3,), optional
            Points by name, from O, basis of the body, m.

        Returns
        -------
        FlexibleBody
        """
        points = {name: Nodes(np.array([r]), np.zeros((1, 3, 0))) for name, r in (nodes or {}).items()}
        return cls(body.name, StandardData.rigid(body.m, body.r_S, body.I_O), points)

    @property
    def n_q(self) -> int:
        """Number of elastic coordinates."""
        return self.data.n_q

    @cached_property
    def frames(self) -> dict[str, tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray | None]]:
        """R_0, Φ, Ψ and Φ_geo of R itself and of the nodes, by the names that markers use."""
        none = np.zeros((3, self.n_q))
        found: dict[str, tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray | None]]
        found = {self.name: (np.zeros(3), none, none, None)}
        for name, node in self.nodes.items():
            second = node.Phi_geo[0] if node.Phi_geo.any() else None
            found[f"{self.name}.{name}"] = (node.R_0[0], node.Phi[0], node.Psi[0], second)
        return found

    @cached_property
    def pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """Indices k ≤ l of the products q_k q_l that foreshorten the body."""
        return np.triu_indices(self.n_q)

    def inertia(self, q: np.ndarray, q_d: np.ndarray, w: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Mass matrix and inertia forces h_ω of F(0).

        With the foreshortening they are those of all coordinates η = (q; q_k q_l), η̇ = T q̇: Tᵀ M T and
        Tᵀ (h_ω + M Ṫ q̇).

        Parameters
        ----------
        q, q_d : np.ndarray, shape (n_q,)
            Elastic coordinates and their rates.
        w : np.ndarray, shape (3,)
            Angular velocity in components of R, rad/s.

        Returns
        -------
        M : np.ndarray, shape (6 + n_q, 6 + n_q)
        h : np.ndarray, shape (6 + n_q,)
        """
        if self.second is None:
            return mass_matrix(self.data, q), inertia_forces(self.data, q, q_d, w)
        (k, l), T = self.pairs, self._tangent(q)
        eta = self.products(q)
        M = mass_matrix(self.second, eta)
        turning = np.concatenate([np.zeros(self.n_q), 2 * q_d[k] * q_d[l]])
        h = inertia_forces(self.second, eta, T[6:, 6:] @ q_d, w) + M[:, 6:] @ turning
        return T.T @ M @ T, T.T @ h

    def mass_matrix(self, q: np.ndarray) -> np.ndarray:
        """M(q) alone.

        Parameters
        ----------
        q : np.ndarray, shape (n_q,)
            Elastic coordinates.
        """
        if self.second is None:
            return mass_matrix(self.data, q)
        T = self._tangent(q)
        return T.T @ mass_matrix(self.second, self.products(q)) @ T

    def weight(self, q: np.ndarray, g: np.ndarray) -> np.ndarray:
        """Generalised forces of the weight, (6 + n_q,).

        Parameters
        ----------
        q : np.ndarray, shape (n_q,)
            Elastic coordinates.
        g : np.ndarray, shape (3,)
            Gravity in components of R, m/s².
        """
        if self.second is None:
            return weight(self.data, q, g)
        return self._tangent(q).T @ weight(self.second, self.products(q), g)

    def kinetic_energy(self, v: np.ndarray, w: np.ndarray, q: np.ndarray, q_d: np.ndarray) -> np.ndarray:
        """Kinetic energy of many states, J, (k,).

        Parameters
        ----------
        v, w : np.ndarray, shape (k, 3)
            Velocity of the origin of R and angular velocity, in components of R, m/s and rad/s.
        q, q_d : np.ndarray, shape (k, n_q)
            Elastic coordinates and their rates.
        """
        if self.second is None:
            return kinetic_energy(self.data, v, w, q, q_d)
        k, l = self.pairs
        rates = np.concatenate([q_d, q_d[:, k] * q[:, l] + q[:, k] * q_d[:, l]], axis=-1)
        return kinetic_energy(self.second, v, w, self.products(q), rates)

    def weight_energy(self, r: np.ndarray, A: np.ndarray, q: np.ndarray, gravity: np.ndarray) -> np.ndarray:
        """Potential of the weight of many states, J, (k,).

        Parameters
        ----------
        r : np.ndarray, shape (k, 3)
            Origin of R, m.
        A : np.ndarray, shape (k, 3, 3)
            Rotation matrix, components of R to inertial ones.
        q : np.ndarray, shape (k, n_q)
            Elastic coordinates.
        gravity : np.ndarray, shape (3,)
            Inertial components, m/s².
        """
        whole, eta = (self.data, q) if self.second is None else (self.second, self.products(q))
        return weight_energy(whole, r, A, eta, gravity)

    def products(self, q: np.ndarray) -> np.ndarray:
        """All coordinates η = (q; q_k q_l) of `second`.

        Parameters
        ----------
        q : np.ndarray, shape (..., n_q)
            Elastic coordinates.
        """
        k, l = self.pairs
        return np.concatenate([q, q[..., k] * q[..., l]], axis=-1)

    def _tangent(self, q: np.ndarray) -> np.ndarray:
        """T of (v; ω; η̇) = T (v; ω; q̇)."""
        n, (k, l) = self.n_q, self.pairs
        T = np.zeros((6 + n + len(k), 6 + n))
        T[range(6 + n), range(6 + n)] = 1.0
        rows = np.arange(len(k)) + 6 + n
        T[rows, 6 + k] = q[l]
        T[rows, 6 + l] += q[k]
        return T

    @cached_property
    def is_elastic(self) -> bool:
        """Whether every deformation meets a stiffness."""
        lowest = np.linalg.eigvalsh(self.data.K_e)[:1]
        return bool((lowest > 1e-9 * np.abs(self.data.K_e).max(initial=0.0)).all()) and self.n_q > 0

    @cached_property
    def fastest(self) -> float:
        """Highest natural frequency with the frame held, rad/s; 0 for a rigid body."""
        if not self.n_q:
            return 0.0
        from scipy.linalg import eigvalsh  # slow to import

        return float(np.sqrt(max(eigvalsh(self.data.K_e, self.data.M_e)[-1], 0.0)))
