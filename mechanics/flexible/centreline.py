"""What assumed modes and finite elements of beams have in common: displacements along a line, summed at Gauss points.

Cross-sections stay plane and perpendicular to the line (Euler and Bernoulli). So four functions along the line describe
everything, the displacements u, v, w along the axes x, y, z of the section and the twist θ about x; the point (y, z) of
a section moves by (u − y v' − z w', v − z θ, w + y θ).
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from ..model import ModelError
from .nodes import Nodes
from .sections import Section

__all__ = ["Centreline", "centrifugal_tension"]

MOTIONS = ("stretching (EA)", "bending along y (EI_z)", "bending along z (EI_y)", "twisting (GI_t)")


@dataclass(frozen=True, eq=False)
class Centreline:
    """Stations along a beam with the effect of n coordinates there.

    Attributes
    ----------
    s : ndarray, shape (g,)
        Arc length from the root, m.
    weights : ndarray, shape (g,)
        Length that a station stands for, m.
    r : ndarray, shape (g, 3)
        Position of a station in the frame R, m.
    axes : ndarray, shape (g, 3, 3)
        Axes of its section as columns.
    value, slope, curvature : ndarray, shape (g, 4, n)
        Rows u, v, w, θ of each coordinate, and their derivatives with respect to s.
    """

    s: np.ndarray
    weights: np.ndarray
    r: np.ndarray
    axes: np.ndarray
    value: np.ndarray
    slope: np.ndarray
    curvature: np.ndarray

    def combined(self, T: np.ndarray) -> "Centreline":
        """The same in fewer coordinates p, q = T p.

        Parameters
        ----------
        T : ndarray, shape (n, m)
            Reduction.

        Returns
        -------
        Centreline
        """
        return replace(self, value=self.value @ T, slope=self.slope @ T, curvature=self.curvature @ T)

    def mass_points(self, section: Section) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Point masses that stand for all mass elements.

        A thin beam has one point at each station. A section with radii of gyration has four, so that torsion and the
        rotation of the sections have inertia although the standard data contain only translations.

        Parameters
        ----------
        section : Section
            Cross-section of the beam.

        Returns
        -------
        masses : ndarray, shape (N,)
            Masses, kg.
        R_0 : ndarray, shape (N, 3)
            Positions in the frame R, m.
        Phi : ndarray, shape (N, 3, n)
            Modes at the points.
        """
        spots, (u, v, w, theta) = section.spots, np.moveaxis(self.value, 1, 0)
        _, v_s, w_s, _ = np.moveaxis(self.slope, 1, 0)
        y, z = spots[:, 0, None, None, None], spots[:, 1, None, None, None]
        local = np.stack([u - y * v_s - z * w_s, v - z * theta, w + y * theta], axis=-2)[..., 0, :, :, :]
        offsets = np.concatenate([np.zeros((len(spots), 1)), spots], axis=1)
        R_0 = self.r + np.einsum("gab,pb->pga", self.axes, offsets)
        Phi = np.einsum("gab,pgbn->pgan", self.axes, local)
        masses = np.tile(section.mu * self.weights / len(spots), (len(spots), 1))
        return masses.ravel(), R_0.reshape(-1, 3), Phi.reshape(-1, 3, Phi.shape[-1])

    def nodes(self) -> Nodes:
        """The stations as nodes on the axis, which move by (u, v, w) and turn by (θ, −w', v')."""
        u, v, w, theta = np.moveaxis(self.value, 1, 0)
        _, v_s, w_s, _ = np.moveaxis(self.slope, 1, 0)
        shift, turn = np.stack([u, v, w], axis=1), np.stack([theta, -w_s, v_s], axis=1)
        return Nodes(self.r, self.axes @ shift, self.axes @ turn)

    def stiffness(self, section: Section) -> np.ndarray:
        """K_e = ∫ EA u'u'ᵀ + EI_z v''v''ᵀ + EI_y w''w''ᵀ + GI_t θ'θ'ᵀ ds.

        Parameters
        ----------
        section : Section
            Cross-section of the beam.

        Returns
        -------
        ndarray, shape (n, n)
            Stiffness matrix.

        Raises
        ------
        ModelError
            If a coordinate deforms what is rigid.
        """
        strains = np.stack([self.slope[:, 0], self.curvature[:, 1], self.curvature[:, 2], self.slope[:, 3]], axis=1)
        moduli = np.array([section.EA, section.EI_z, section.EI_y, section.GI_t])
        used = np.abs(strains).max(axis=(0, 2), initial=0.0) > 0
        if (used & np.isinf(moduli)).any():
            rigid = " and ".join(name for name, bad in zip(MOTIONS, used & np.isinf(moduli), strict=True) if bad)
            raise ModelError(f"The beam's {rigid} needs a finite stiffness; give it to the Section.")
        weights = self.weights[:, None] * np.where(used, moduli, 0.0)
        return np.einsum("gk,gki,gkj->ij", weights, strains, strains)

    def tension_stiffness(self, N: ArrayLike) -> np.ndarray:
        """Geometric stiffness of an axial force, K_g = ∫ N (v'v'ᵀ + w'w'ᵀ) ds.

        Parameters
        ----------
        N : array_like, shape (g,)
            Tension at the stations, or one for all, N; compression is negative and softens.

        Returns
        -------
        ndarray, shape (n, n)
            Stiffness matrix.
        """
        bend = self.slope[:, 1:3]
        return np.einsum("g,gki,gkj->ij", np.broadcast_to(N, self.s.shape) * self.weights, bend, bend)

    def centrifugal_stiffness(self, mu: float) -> np.ndarray:
        """Stiffening of a straight beam along x by rotations ω, in the order of `StandardData.K_geo`.

        The tension ∫_x^l μ (ω_y² + ω_z²) x dx of the outer part pulls the beam straight.

        Parameters
        ----------
        mu : float
            Mass per length, kg/m.

        Returns
        -------
        ndarray, shape (6, n, n)
            Matrices, N/m per (rad/s)².

        Raises
        ------
        ModelError
            If the beam does not lie on the x axis of the frame R.
        """
        self.check_straight()
        offset = self.r[0, 0] - self.s[0]
        K_g = self.tension_stiffness(centrifugal_tension(mu, self.weights.sum(), self.s, offset))
        return np.array([0.0, 1, 1, 0, 0, 0])[:, None, None] * K_g

    def check_straight(self) -> None:
        """Refuse what is not a straight beam along the x axis of R, outwards.

        Raises
        ------
        ModelError
            For a beam elsewhere.
        """
        if np.abs(self.r[:, 1:]).max() > 1e-9 * np.abs(self.r).max() or self.axes[0, 0, 0] < 1 - 1e-9:
            raise ModelError(
                "Centrifugal stiffening is known for a straight beam along the x axis of R, outwards; this one lies "
                "elsewhere. Move its standard data without stiffening, or give K_geo yourself."
            )

    def foreshortening(self, mu: float) -> np.ndarray:
        """C1_geo of a straight beam along x: bending draws every point towards the root by ½ ∫_0^s (v'² + w'²) ds.

        Summed with the mass per length, C1_geo = −∫ μ (l − s) (v'v'ᵀ + w'w'ᵀ) ds along x: the tension by 1 m/s².

        Parameters
        ----------
        mu : float
            Mass per length, kg/m.

        Returns
        -------
        ndarray, shape (3, n, n)
            kg times the square of the unit of q, per m.

        Raises
        ------
        ModelError
            If the beam does not lie on the x axis of the frame R.
        """
        self.check_straight()
        K_g = self.tension_stiffness(mu * (self.weights.sum() - self.s))
        return np.array([-1.0, 0.0, 0.0])[:, None, None] * K_g


def centrifugal_tension(mu: float, l: float, s: ArrayLike, offset: float = 0.0) -> np.ndarray:
    """Tension of a beam that turns with 1 rad/s about an axis at a distance before its root.

    N(s) = ∫_s^l μ (offset + σ) dσ = μ [(l² − s²)/2 + offset (l − s)]

    Parameters
    ----------
    mu : float
        Mass per length, kg/m.
    l : float
        Length, m.
    s : array_like, shape (g,)
        Arc length from the root, m.
    offset : float, default 0.0
        Distance from the axis to the root, m.

    Returns
    -------
    ndarray, shape (g,)
        Tension, N per (rad/s)².
    """
    return mu * ((l**2 - np.square(s)) / 2 + offset * (l - np.asarray(s)))
