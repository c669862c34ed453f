"""A rigid or flexible body of a mechanism: standard data, and named nodes for joints and forces."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...flexible import AssumedModes, Nodes, StandardData
from ...model import ModelError
from ..body import RigidBody
from ..markers import GROUND_NAME

__all__ = ["FlexibleBody", "NodeLoad"]


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

    def __post_init__(self) -> None:
        if not self.name or "." in self.name or self.name == GROUND_NAME:
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
        found = {key: beam.nodes([xi], stiffening) for key, xi in nodes.items()}
        return cls(name, beam.standard_data(zeta, stiffening), found)

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
        points = {name: Nodes([r], np.zeros((1, 3, 0))) for name, r in (nodes or {}).items()}
        return cls(body.name, StandardData.rigid(body.m, body.r_S, body.I_O), points)

    @property
    def n_q(self) -> int:
        """Number of elastic coordinates."""
        return self.data.n_q

    @cached_property
    def frames(self) -> dict[str, tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray | None]]:
        """R_0, Φ, Ψ and Φ_geo of R itself and of the nodes, by the names that markers use."""
        none = np.zeros((3, self.n_q))
        found = {self.name: (np.zeros(3), none, none, None)}
        for name, node in self.nodes.items():
            second = node.Phi_geo[0] if node.Phi_geo.any() else None
            found[f"{self.name}.{name}"] = (node.R_0[0], node.Phi[0], node.Psi[0], second)
        return found

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


@dataclass(frozen=True, eq=False)
class NodeLoad:
    """A force and a moment at a node, given over time in inertial components.

    Parameters
    ----------
    at : str
        Body, or body and node, ``"rod.tip"``.
    force, moment : callable or array_like (3,), optional
        N and N m; a callable takes the time in s. Zero unless given.
    """

    at: str
    force: Any = (0.0, 0.0, 0.0)
    moment: Any = (0.0, 0.0, 0.0)

    def wrench(self, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Force and moment at one time, inertial components.

        Parameters
        ----------
        t : float
            Time, s.

        Raises
        ------
        ModelError
            For anything but three finite numbers each.
        """
        found = [np.asarray(part(t) if callable(part) else part, dtype=float) for part in (self.force, self.moment)]
        for name, value in zip(("force", "moment"), found, strict=True):
            if value.shape != (3,) or not np.isfinite(value).all():
                raise ModelError(f"The {name} at {self.at!r} must be three finite numbers at t = {t:g} s; got {value}.")
        return found[0], found[1]
