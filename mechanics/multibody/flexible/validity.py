"""Where the equations of small deformations end: refused in a sentence instead of a motion that is wrong."""

from collections.abc import Sequence

import numpy as np

from ...model import SimulationError
from .flexible_body import FlexibleBody
from .index_one import BodyInMotion

__all__ = ["check_valid"]

LARGEST = 0.5  # root mean square of the deflection, of the body's radius of gyration: a tip moved by 0.3 l or so


def check_valid(t: float, bodies: Sequence[FlexibleBody], parts: Sequence[BodyInMotion]) -> None:
    """Refuse rotations at which a body has lost its stiffness, and deformations that are not small.

    A body that turns with ω has the stiffness K_e + ωᵀ (C6 + K_geo) ω against its frame: the centrifugal forces of C6
    pull every deflection outwards. What holds the body together then is the tension that they cause, K_geo. Without it,
    linear elasticity makes a beam run away above its natural frequency, where a real one becomes stiffer.

    Parameters
    ----------
    t : float
        Time, s.
    bodies : sequence of FlexibleBody
        Bodies.
    parts : sequence of BodyInMotion
        Their state.

    Raises
    ------
    SimulationError
        With the body, the speed, and how to take its geometric stiffening into account.
    """
    for body, part in zip(bodies, parts, strict=True):
        if body.is_elastic:
            _check_stiffness(t, body, part.u[3:6])
            _check_small(t, body, part.q)


def _check_stiffness(t: float, body: FlexibleBody, w: np.ndarray) -> None:
    data = body.data
    centrifugal = ((w[:, None] * w).ravel() @ (data.C6 + data.geometric_tensors).reshape(data.n_q**2, 9).T).reshape(
        data.K_e.shape
    )
    try:
        np.linalg.cholesky(data.K_e + (centrifugal + centrifugal.T) / 2)
    except np.linalg.LinAlgError:
        speed = f"The body {body.name!r} turns with {np.linalg.norm(w):.4g} rad/s at t = {t:.4g} s"
        if data.K_geo.any():
            remedy = "even with its geometric stiffening: it would buckle or fly apart. Turn it more slowly"
        else:
            remedy = (
                "because its standard data have no geometric stiffening, which in nature holds it together. Take "
                "standard_data(stiffening=True), or give K_geo"
            )
        raise SimulationError(f"{speed}, where its deformations no longer meet any stiffness, {remedy}.") from None


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
