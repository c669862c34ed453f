"""Bodies for the tests: nodes at random, and what their points say without any standard data."""

import numpy as np
from hypothesis import strategies as st

from mechanics.flexible import Nodes, StandardData

Cloud = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Masses (N,), places (N, 3) and modes (N, 3, n_q)."""


def cloud(seed: int, n_q: int, count: int = 9, size: float = 0.3) -> Cloud:
    """Nodes all over the place with any modes."""
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1, count), rng.normal(size=(count, 3)), size * rng.normal(size=(count, 3, n_q))


def body(seed: int, n_q: int, **stiffness) -> tuple[StandardData, Nodes]:
    masses, places, modes = cloud(seed, n_q)
    return StandardData.from_nodes(masses, places, modes, **stiffness), Nodes(places, modes)


def stiffness(seed: int, n_q: int, lowest: float = 1.0) -> np.ndarray:
    """Any symmetric, positive definite matrix."""
    root = np.random.default_rng(seed + 1000).normal(size=(n_q, n_q))
    return lowest * (root @ root.T + np.eye(n_q))


clouds = st.builds(cloud, st.integers(0, 10**6), st.integers(0, 4), st.integers(1, 12))


def velocities(nodes: Cloud, v, w, q, q_d) -> np.ndarray:
    """v + ω × r + Φ q̇ of every node, (N, 3)."""
    _, places, modes = nodes
    return v + np.cross(w, places + modes @ q) + modes @ q_d


def centrifugal(nodes: Cloud, w, q, q_d) -> np.ndarray:
    """What is left of the acceleration where a_R, ω̇ and q̈ vanish: ω × (ω × r) + 2 ω × Φ q̇, (N, 3)."""
    _, places, modes = nodes
    return np.cross(w, np.cross(w, places + modes @ q)) + 2 * np.cross(w, modes @ q_d)


def power_of(nodes: Cloud, q, field: np.ndarray) -> np.ndarray:
    """Σ m [E; r̃; Φᵀ] f for a field f at the nodes, (6 + n_q,)."""
    masses, places, modes = nodes
    force = masses[:, None] * field
    moment = np.cross(places + modes @ q, force).sum(0)
    return np.concatenate([force.sum(0), moment, np.einsum("nal,na->l", modes, force)])
