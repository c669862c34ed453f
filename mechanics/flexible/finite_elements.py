"""A beam, straight or bent, as a chain of finite elements in space (Euler and Bernoulli)."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import ArrayLike

from ..model import ModelError, unknown_name
from .centreline import Centreline
from .nodes import Nodes
from .reduction import guyan, modal_damping, natural_shapes
from .sections import Section
from .standard_data import StandardData

__all__ = ["DIRECTIONS", "BeamModel"]

DIRECTIONS = ("x", "y", "z", "rot_x", "rot_y", "rot_z")
LINEAR = (Polynomial([1, -1]), Polynomial([0, 1]))
CUBIC = (  # value left, slope left, value right, slope right (Hermite)
    Polynomial([1, 0, -3, 2]),
    Polynomial([0, 1, -2, 1]),
    Polynomial([0, 0, 3, -2]),
    Polynomial([0, 0, -1, 1]),
)
GAUSS = 4  # points of an element: exact up to the degree 7, the integrands have at most 6


class BeamModel:
    """Beam through given points of the frame R, with three displacements and three small rotations for each node.

    Between two nodes it stretches and twists linearly and bends with cubic polynomials. Mass and stiffness are
    integrals of the same polynomials (*konsistente Massenmatrix*).

    Parameters
    ----------
    points : array_like, shape (n, 3)
        Nodes from the root to the tip in components of R, m.
    section : Section
        Cross-section of all elements; needs finite EA and GI_t, and radii of gyration for the inertia of the twist.
    up : array_like, shape (3,), default (0, 0, 1)
        Direction that fixes the axes of the sections: their z axis lies in the plane of the beam's axis and `up`.
    clamped : sequence of int, default (0,)
        Nodes that cannot move; the coordinates of all others are `free`.

    Raises
    ------
    ModelError
        If points coincide, `up` lies along the beam, or a node does not exist.
    """

    def __init__(self, points: ArrayLike, section: Section, up: ArrayLike = (0, 0, 1), clamped: Sequence[int] = (0,)):
        self.points = np.asarray(points, dtype=float)
        if self.points.ndim != 2 or self.points.shape[1] != 3 or len(self.points) < 2:
            raise ModelError(f"BeamModel: expected two or more points (n, 3), got the shape {self.points.shape}.")
        self.section, self.lengths = section, np.linalg.norm(np.diff(self.points, axis=0), axis=1)
        if not self.lengths.min() > 0:
            raise ModelError(f"BeamModel: the points {self.lengths.argmin()} and {self.lengths.argmin() + 1} coincide.")
        self.axes = np.array([_axes(x, np.asarray(up, dtype=float)) for x in np.diff(self.points, axis=0)])
        self.clamped = sorted(self._node(node) for node in clamped)
        held = {6 * node + k for node in self.clamped for k in range(6)}
        self.free = np.array([k for k in range(6 * len(self.points)) if k not in held], dtype=int)

    @classmethod
    def straight(cls, section: Section, l: float, elements: int, offset: float = 0.0, **options: Any) -> "BeamModel":
        """Straight beam along the x axis, from x = offset to x = offset + l.

        Parameters
        ----------
        section : Section
            Cross-section.
        l : float
            Length, m.
        elements : int
            Number of elements.
        offset : float, default 0.0
            Distance of the root from the origin of R, m.
        **options : Any
            Further arguments of `BeamModel`.

        Returns
        -------
        BeamModel

        Raises
        ------
        ModelError
            If the length is not positive, or there is no element.
        """
        if not (l > 0 and elements >= 1):
            raise ModelError(f"BeamModel: expected a positive length and 1 or more elements, got {l} m, {elements}.")
        x = offset + np.linspace(0, l, elements + 1)
        return cls(np.stack([x, 0 * x, 0 * x], axis=-1), section, **options)

    def coordinate(self, node: int, direction: str) -> int:
        """Index of a coordinate among the free ones.

        Parameters
        ----------
        node : int
            Number of the node; −1 is the tip.
        direction : str
            ``"x"``, ``"y"``, ``"z"``, ``"rot_x"``, ``"rot_y"`` or ``"rot_z"``, along the axes of R.

        Returns
        -------
        int

        Raises
        ------
        ModelError
            If the direction or the node is unknown, or the node is clamped.
        """
        if direction not in DIRECTIONS:
            raise ModelError(unknown_name(direction, DIRECTIONS, "direction"))
        node = self._node(node)
        if node in self.clamped:
            raise ModelError(
                f"Node {node} is clamped, it has no coordinate {direction!r}; free it or take another one."
            )
        return int(np.searchsorted(self.free, 6 * node + DIRECTIONS.index(direction)))

    @cached_property
    def line(self) -> Centreline:
        """The beam at the Gauss points of its elements, in the free coordinates."""
        knots, weights = np.polynomial.legendre.leggauss(GAUSS)
        xi, starts = (knots + 1) / 2, np.concatenate([[0.0], np.cumsum(self.lengths)[:-1]])
        r = self.points[:-1, None] + xi[:, None] * np.diff(self.points, axis=0)[:, None]
        return Centreline(
            s=(starts[:, None] + xi * self.lengths[:, None]).ravel(),
            weights=np.outer(self.lengths, weights / 2).ravel(),
            r=r.reshape(-1, 3),
            axes=np.repeat(self.axes, GAUSS, axis=0),
            **{name: self._rows(xi, order) for order, name in enumerate(("value", "slope", "curvature"))},
        )

    def _rows(self, xi: np.ndarray, order: int) -> np.ndarray:
        """Derivatives of u, v, w, θ along the elements for the free coordinates, (elements * g, 4, n)."""
        found = np.zeros((len(self.lengths), len(xi), 4, 6 * len(self.points)))
        for e, (l, A) in enumerate(zip(self.lengths, self.axes, strict=True)):
            turn = np.kron(np.eye(4), A.T)  # displacements and rotations of both nodes, from R to the element
            found[e, :, :, 6 * e : 6 * e + 12] = _interpolation(xi, l, order) @ turn
        return found.reshape(-1, 4, found.shape[-1])[..., self.free]

    @cached_property
    def mass_matrix(self) -> np.ndarray:
        """Consistent mass matrix of the free coordinates, ∫ Nᵀ N dm, (n, n)."""
        masses, _, N = self.line.mass_points(self.section)
        return np.einsum("p,pai,paj->ij", masses, N, N, optimize=True)

    @cached_property
    def stiffness_matrix(self) -> np.ndarray:
        """Stiffness matrix of the free coordinates, (n, n)."""
        return self.line.stiffness(self.section)

    def natural_shapes(self, n: int) -> tuple[np.ndarray, np.ndarray]:
        """The slowest natural frequencies and their shapes.

        Parameters
        ----------
        n : int
            How many.

        Returns
        -------
        omega : ndarray, shape (n,)
            Angular frequencies, rad/s.
        shapes : ndarray, shape (N, n)
            Shapes in the N free coordinates, as columns.
        """
        M, K = self.mass_matrix, self.stiffness_matrix
        massless = np.flatnonzero(np.diag(M) <= 1e-12 * np.diag(M).max())
        if len(massless):  # the twist of an infinitely thin beam
            T = guyan(K, np.setdiff1d(np.arange(len(K)), massless))
            omega, shapes = natural_shapes(T.T @ M @ T, T.T @ K @ T, n)
            return omega, T @ shapes
        return natural_shapes(M, K, n)

    def nodes(self, T: np.ndarray) -> Nodes:
        """The nodes of the beam, moved and turned by the coordinates of a reduction.

        Parameters
        ----------
        T : ndarray, shape (N, n_q)
            Reduction of the N free coordinates.

        Returns
        -------
        Nodes
        """
        whole = np.zeros((6 * len(self.points), T.shape[1]))
        whole[self.free] = T
        six = whole.reshape(-1, 6, T.shape[1])
        return Nodes(self.points, six[:, :3], six[:, 3:])

    def standard_data(
        self, T: ArrayLike | None = None, zeta: ArrayLike = 0.0, stiffening: bool = False
    ) -> StandardData:
        """Integrals C1 … C6, stiffness and damping of the coordinates that T keeps.

        Parameters
        ----------
        T : array_like, shape (N, n_q), optional
            Reduction such as `guyan`, `craig_bampton` or natural shapes; all N free coordinates unless given.
        zeta : array_like, shape (n_q,), default 0.0
            Damping ratio of every mode, or one for each.
        stiffening : bool, default False
            Whether forces along the beam stiffen or soften it: centrifugal forces (K_geo), weight and inertia (C1_geo).

        Returns
        -------
        StandardData

        Raises
        ------
        ModelError
            If the reduction does not have a row for each free coordinate.
        """
        T = np.eye(len(self.free)) if T is None else np.asarray(T, dtype=float)
        if T.ndim != 2 or len(T) != len(self.free):
            raise ModelError(
                f"The reduction T needs {len(self.free)} rows, one for each free coordinate; got the shape {T.shape}."
            )
        line = self.line.combined(T)
        K_e, K_geo, C1_geo = line.stiffness(self.section), None, None
        if stiffening:
            K_geo = line.centrifugal_stiffness(self.section.mu)
            C1_geo = line.foreshortening(self.section.mu)
        data = StandardData.from_nodes(*line.mass_points(self.section), K_e=K_e, K_geo=K_geo, C1_geo=C1_geo)
        return data.with_stiffness(D_e=modal_damping(data.M_e, K_e, zeta)) if np.any(zeta) else data

    def _node(self, node: int) -> int:
        n = len(self.points)
        if not -n <= node < n:
            raise ModelError(f"The beam has the nodes 0 to {n - 1}; there is no node {node}.")
        return node % n


def _axes(along: np.ndarray, up: np.ndarray) -> np.ndarray:
    """Axes of a section as columns: x along the beam, z as near to `up` as possible."""
    x = along / np.linalg.norm(along)
    y = np.cross(up, x)
    if np.linalg.norm(y) < 1e-6 * max(float(np.linalg.norm(up)), 1e-300):
        raise ModelError(f"BeamModel: up = {up.tolist()} points along the beam; choose a direction across it.")
    y /= np.linalg.norm(y)
    return np.stack([x, y, np.cross(x, y)], axis=-1)


def _interpolation(xi: np.ndarray, l: float, order: int) -> np.ndarray:
    """u, v, w, θ of an element and their derivatives, by its 12 coordinates (displacement, rotation of both ends).

    v' = θ_z and w' = −θ_y: a beam that rises along x has turned in the negative direction about y.
    """
    linear = [shape.deriv(order)(xi) / l**order for shape in LINEAR]
    cubic = [shape.deriv(order)(xi) / l**order for shape in CUBIC]
    rows = np.zeros((len(xi), 4, 12))
    for end in (0, 1):
        x, y, z, rx, ry, rz = range(6 * end, 6 * end + 6)
        rows[:, 0, x] = rows[:, 3, rx] = linear[end]
        rows[:, 1, y] = rows[:, 2, z] = cubic[2 * end]
        rows[:, 1, rz], rows[:, 2, ry] = l * cubic[2 * end + 1], -l * cubic[2 * end + 1]
    return rows
