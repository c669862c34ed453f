"""Where the equations of small deformations end: refused in a sentence instead of a motion that is wrong."""

from collections.abc import Sequence

import numpy as np

from ...model import SimulationError
from .flexible_body import FlexibleBody
from .index_one import BodyInMotion, Equations, constraints

__all__ = ["check_valid"]

LARGEST = 0.5  # root mean square of the deflection, of the body's radius of gyration: a tip moved by 0.3 l or so


def check_valid(t: float, system: Equations, parts: Sequence[BodyInMotion]) -> None:
    """Refuse rotations at which a body has lost its stiffness, and deformations that are not small.

    A body that turns with ω has the stiffness K_e + ωᵀ (C6 + K_geo) ω against its frame: the centrifugal forces of C6
    pull every deflection outwards. What holds the body together then is the tension that they cause, K_geo. Without it,
    linear elasticity makes a beam run away above its natural frequency, where a real one becomes stiffer.

    Parameters
    ----------
    t : float
        Time, s.
    system : Equations
        Bodies and joints.
    parts : sequence of BodyInMotion
        Their state.

    Raises
    ------
    SimulationError
        With the body, the speed, and how to take its geometric stiffening into account.
    """
    for k, (body, part) in enumerate(zip(system.bodies, parts, strict=True)):
        if body.is_elastic:
            _check_small(t, body, part.q)
            K = _stiffness(body, part.u[3:6])
            if not _is_positive(K) and not _is_positive(_held(K, constraints(system, t, parts).G, system.columns[k])):
                raise SimulationError(_too_fast(t, body, float(np.linalg.norm(part.u[3:6]))))


def _stiffness(body: FlexibleBody, w: np.ndarray) -> np.ndarray:
    data = body.data
    added = (data.C6 + data.geometric_tensors).reshape(data.n_q, data.n_q, 9) @ (w[:, None] * w).ravel()
    return data.K_e + (added + added.T) / 2


def _held(K: np.ndarray, G: np.ndarray, own: slice) -> np.ndarray:
    """The stiffness against deformations that the joints allow while the frame stays: a rod between two pins."""
    from scipy.linalg import null_space  # slow to import

    allowed = null_space(G[:, own][:, 6:], rcond=1e-9) if len(G) else np.eye(len(K))
    return allowed.T @ K @ allowed


def _is_positive(K: np.ndarray) -> bool:
    try:
        np.linalg.cholesky(K)
    except np.linalg.LinAlgError:
        return False
    return True


def _too_fast(t: float, body: FlexibleBody, speed: float) -> str:
    if body.data.K_geo.any():
        remedy = "even with its geometric stiffening: it would buckle or fly apart. Turn it more slowly"
    else:
        remedy = (
            "because its standard data have no geometric stiffening, which in nature holds it together. Take "
            "standard_data(stiffening=True), or give K_geo"
        )
    return (
        f"The body {body.name!r} turns with {speed:.4g} rad/s at t = {t:.4g} s, where its deformations no longer "
        f"meet any stiffness, {remedy}."
    )


def _check_small(t: float, body: FlexibleBody, q: np.ndarray) -> None:
    data = body.data
    inertia = np.trace(data.I0) / 2 - data.m * data.c0 @ data.c0  # ∫ r² dm about the undeformed mass centre
    moved = q @ data.M_e @ q
    if not moved < LARGEST**2 * max(inertia, 1e-300):
        raise SimulationError(
            f"The deformation of the body {body.name!r} is not small any more at t = {t:.4g} s: its points have moved "
            f"by {np.sqrt(moved / data.m):.3g} m (root mean square) against its frame. The equations hold for small "
            "deformations only. Make it stiffer, load it less, or cut it into several bodies joined by Fixed joints."
        )
