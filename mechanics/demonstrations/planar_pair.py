"""Two bodies on ball joints that move in a plane, by Lagrange's equations: what the blocks of W(59) must agree with."""

import numpy as np

__all__ = ["planar_pair"]


def planar_pair(
    phi: np.ndarray,
    phi_d: np.ndarray,
    *,
    m_1: float = 0.7,
    m_2: float = 1.6,
    l: float = 0.8,
    s: float = 0.5,
    J_1: float = 0.04,
    J_2: float = 0.15,
    g: float = 9.81,
) -> np.ndarray:
    """Angular accelerations of both bodies, (2,), rad/s², from their angles and rates about y.

    T = ½ (J_1 + m_1 l²/4) φ'_1² + ½ J_2 φ'_2² + ½ m_2 (l² φ'_1² + s² φ'_2² + 2 l s cos(φ_2 - φ_1) φ'_1 φ'_2),
    V = -m_1 g l/2 cos φ_1 - m_2 g (l cos φ_1 + s cos φ_2)

    Parameters
    ----------
    m_1, m_2 : float
        Masses, kg.
    l : float
        Length of the rod, with its mass centre in the middle, m.
    s : float
        From the hinge of body 2 to its mass centre, m.
    J_1, J_2 : float
        Moments of inertia about the mass centres, kg m².
    g : float
        Gravity, m/s².
    """
    (first, second), (w_1, w_2) = phi, phi_d
    c, pull = (m_2 * l * s * function(second - first) for function in (np.cos, np.sin))
    M = np.array([[J_1 + m_1 * l**2 / 4 + m_2 * l**2, c], [c, J_2 + m_2 * s**2]])
    weights = g * np.array([(m_1 / 2 + m_2) * l * np.sin(first), m_2 * s * np.sin(second)])
    return np.linalg.solve(M, np.array([pull * w_2**2, -pull * w_1**2]) - weights)
