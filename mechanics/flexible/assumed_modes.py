"""A straight beam whose deflection is a sum of assumed shapes (*Ansatzfunktionen*, Ritz)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ..checking import instance, number, whole
from ..model import ModelError
from .admissible import check_admissible
from .centreline import Centreline
from .nodes import Nodes
from .reduction import modal_damping
from .sections import Section
from .shapes import Shape
from .standard_data import StandardData

__all__ = ["AssumedModes"]


@dataclass(frozen=True, eq=False)
class AssumedModes:
    """Beam along the x axis of R, rooted at x = offset; u = Σ φ_k(ξ) q_k along each direction, ξ = (x − offset)/l.

    Each motion needs shapes of its own: the clamp of a beam holds the slope of its bending, but not the strain of its
    stretching. `beam_shapes` and `polynomial_shapes` are for bending, `bar_shapes` and `bar_polynomials` for stretching
    and twisting.

    Attributes
    ----------
    section : Section
        Cross-section.
    l : float
        Length, m.
    y, z, x, twist : tuple of Shape, optional
        Shapes of the deflection along y, along z, of the stretching and of the twist, in the order of q; shapes have no
        unit, so that q are lengths (angles for the twist).
    offset : float, default 0.0
        Distance of the root from the origin of R, m.
    points : int, default 40
        Number of Gauss points over the length; 40 integrate polynomials up to the degree 79 exactly.

    Raises
    ------
    ModelError
        If the length is not positive, there is no shape, there are too few points for them, shapes depend on each
        other, or they cannot represent the strain at an end that they hold.

    Examples
    --------
    >>> from mechanics.flexible import AssumedModes, Section, bar_polynomials, beam_shapes
    >>> steel = Section.rectangle(rho=7850, E=210e9, width=0.02, height=0.02)
    >>> rod = AssumedModes(steel, l=1.0, y=beam_shapes(2, "pinned-pinned"), x=bar_polynomials(2))
    """

    section: Section
    l: float
    y: tuple[Shape, ...] = ()
    z: tuple[Shape, ...] = ()
    x: tuple[Shape, ...] = ()
    twist: tuple[Shape, ...] = ()
    offset: float = 0.0
    points: int = 40

    def __post_init__(self) -> None:
        instance(self.section, Section, "AssumedModes: the section")
        whole(self.points, "AssumedModes: the number of points", 1)
        if not number(self.l, "AssumedModes: the length l", "m") > 0:
            raise ModelError(f"AssumedModes: expected a positive length l of the beam in metres, got {self.l}.")
        for name in ("y", "z", "x", "twist"):
            shapes = getattr(self, name)
            if not isinstance(shapes, Iterable) or not all(map(callable, shapes)):
                raise ModelError(
                    f"AssumedModes: {name} must be a list of functions of ξ, such as beam_shapes(2); got {shapes!r}."
                )
            object.__setattr__(self, name, tuple(shapes))
        if not any((self.y, self.z, self.x, self.twist)):
            raise ModelError("AssumedModes: expected at least one shape, such as z=polynomial_shapes(2); got none.")
        for name in ("y", "z", "x", "twist"):
            check_admissible(name, getattr(self, name), self.points)

    @cached_property
    def line(self) -> Centreline:
        """The beam at its Gauss points."""
        return self._gauss(1.0)

    def second_order_data(self) -> StandardData:
        """Standard data in which bending draws every point towards the root, exactly: for large forces along the beam.

        The foreshortening −½ ∫_0^s (v'² + w'²) ds = −½ Σ G_kl(s) q_k q_l is one mode along x for each pair k ≤ l, whose
        coordinate is the product q_k q_l. Its inertia is exact in q, while that of `C1_geo` and `K_geo` ends with the
        second order and loses its definiteness where deflections are no longer tiny.

        Returns
        -------
        StandardData
            n + n (n + 1)/2 modes without stiffness: the shapes, then the pairs in the order of `numpy.triu_indices(n)`.
        """
        line, xi = self.line, self.line.s / self.l
        G = np.array([self._gauss(end).tension_stiffness(1.0) for end in xi])
        k, l = np.triu_indices(G.shape[1])
        value = np.zeros((*line.value.shape[:2], len(k)))
        value[:, 0] = -np.where(k == l, 0.5, 1.0) * G[:, k, l]
        still = np.zeros_like(value)
        rows = (line.value, value), (line.slope, still), (line.curvature, still)
        whole = Centreline(line.s, line.weights, line.r, line.axes, *(np.concatenate(pair, axis=2) for pair in rows))
        return StandardData.from_nodes(*whole.mass_points(self.section))

    def _gauss(self, end: float) -> Centreline:
        """Gauss points between the root and ξ = end."""
        knots, weights = np.polynomial.legendre.leggauss(self.points)
        return self.at(end * (knots + 1) / 2, end * weights * self.l / 2)

    def nodes(self, xi: ArrayLike, stiffening: bool = False) -> Nodes:
        """Nodes on the axis of the beam.

        Parameters
        ----------
        xi : array_like, shape (N,)
            Positions ξ between 0 (root) and 1 (tip).
        stiffening : bool, default False
            Whether bending draws the nodes towards the root, ½ ∫_0^s (v'² + w'²) ds; a force along the beam at a node
            then stiffens or softens it, up to buckling. To be taken together with that of `standard_data`.

        Returns
        -------
        Nodes
        """
        found = self.at(xi).nodes()
        if not stiffening:
            return found
        drawn = [-self._gauss(end).tension_stiffness(1.0) for end in np.atleast_1d(np.asarray(xi, dtype=float))]
        along = np.array([1.0, 0.0, 0.0])
        return Nodes(found.R_0, found.Phi, found.Psi, along[:, None, None] * np.array(drawn)[:, None])

    def at(self, xi: ArrayLike, weights: ArrayLike = 0.0) -> Centreline:
        """The beam at any positions: the effect of its coordinates there.

        Parameters
        ----------
        xi : array_like, shape (g,)
            Positions ξ between 0 (root) and 1 (tip).
        weights : array_like, shape (g,), default 0.0
            Length that each position stands for, m.

        Returns
        -------
        Centreline

        Raises
        ------
        ModelError
            For a position that is not on the beam.
        """
        xi = np.atleast_1d(np.asarray(xi, dtype=float))
        if not ((xi >= 0) & (xi <= 1)).all():
            raise ModelError(f"AssumedModes: expected positions ξ between 0 (root) and 1 (tip), got {xi.tolist()}.")
        s, values = self.l * xi, [self._rows(xi, order) for order in range(3)]
        r = np.stack([self.offset + s, 0 * s, 0 * s], axis=-1)
        return Centreline(s, np.broadcast_to(weights, s.shape), r, np.broadcast_to(np.eye(3), (len(s), 3, 3)), *values)

    def _rows(self, xi: np.ndarray, order: int) -> np.ndarray:
        """Derivatives of u, v, w, θ with respect to x, (g, 4, n); the coordinates in the order y, z, x, twist."""
        rows = [
            (row, shape) for row, group in ((1, self.y), (2, self.z), (0, self.x), (3, self.twist)) for shape in group
        ]
        found = np.zeros((len(xi), 4, len(rows)))
        for k, (row, shape) in enumerate(rows):
            found[:, row, k] = shape.deriv(order)(xi) / self.l**order
        return found

    def standard_data(self, zeta: ArrayLike = 0.0, stiffening: bool = False) -> StandardData:
        """Integrals C1 … C6, stiffness and damping.

        Parameters
        ----------
        zeta : array_like, shape (n,), default 0.0
            Damping ratio of every mode, or one for each.
        stiffening : bool, default False
            Whether forces along the beam stiffen or soften it: centrifugal forces (K_geo), weight and inertia (C1_geo).
            Nodes at which such forces act then need `nodes(xi, stiffening=True)`.

        Returns
        -------
        StandardData
        """
        masses, R_0, Phi = self.line.mass_points(self.section)
        K_e, K_geo, C1_geo = self.line.stiffness(self.section), None, None
        if stiffening:
            K_geo = self.line.centrifugal_stiffness(self.section.mu)
            C1_geo = self.line.foreshortening(self.section.mu)
        data = StandardData.from_nodes(masses, R_0, Phi, K_e=K_e, K_geo=K_geo, C1_geo=C1_geo)
        return data.with_stiffness(D_e=modal_damping(data.M_e, K_e, zeta)) if np.any(zeta) else data
