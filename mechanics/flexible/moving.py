"""Standard data in another frame, and several bodies on one frame."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ..model import ModelError
from ..rotations.arrays import skew
from .checking import array
from .standard_data import StandardData

__all__ = ["assembled", "moved"]


def moved(data: StandardData, r: ArrayLike = (0, 0, 0), R: ArrayLike | None = None) -> StandardData:
    """The same body in another frame, in which its old frame stands at `r` with its axes along the columns of `R`.

    With R_0' = r + R R_0 and Φ' = R Φ follow c0' = r + R c0, C1' = R C1, C2' = r̃ C1' + R C2 and
    C4'_l = r̃ C̃1'_l + R C4_l Rᵀ.

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    r : array_like, shape (3,), default (0, 0, 0)
        Position of the old frame in the new one, m.
    R : array_like, shape (3, 3), optional
        Rotation matrix, old components to new ones; no rotation unless given.

    Returns
    -------
    StandardData

    Raises
    ------
    ModelError
        If R is not a rotation, or data with geometric stiffening are displaced: it depends on the distance from the
        axis of rotation.
    """
    r, R = array("r", r, (3,)), np.eye(3) if R is None else array("R", R, (3, 3))
    if not np.allclose(R.T @ R, np.eye(3), atol=1e-9) or np.linalg.det(R) < 0:
        raise ModelError("R must be a rotation matrix: RᵀR = E and det R = 1.")
    if data.K_geo.any() and r.any():
        raise ModelError("Geometric stiffening depends on the distance from the axis: compute K_geo in the new frame.")
    shift, C1 = skew(r), R @ data.C1
    tilted = R @ (skew(data.c0) * data.m) @ R.T  # m c̃0 about the old origin, in the new axes
    steiner = data.m * shift @ shift.T - shift @ tilted - tilted @ shift
    return replace(
        data, c0=r + R @ data.c0, I0=R @ data.I0 @ R.T + steiner, C1=C1, C2=shift @ C1 + R @ data.C2,
        C3=np.einsum("ac,bd,cdlm->ablm", R, R, data.C3), C4=shift @ skew(C1.T) + R @ data.C4 @ R.T,
        K_geo=_turned(data, R), C1_geo=np.einsum("ab,bkl->akl", R, data.C1_geo),
    )  # fmt: skip


def assembled(*parts: StandardData) -> StandardData:
    """One body of several on the same frame R, each with modes of its own: a hub and its panels.

    Masses and moments add up; the elastic coordinates follow each other in the order of the parts.

    Parameters
    ----------
    *parts : StandardData
        Standard data of the parts, in components of R.

    Returns
    -------
    StandardData

    Raises
    ------
    ModelError
        If there is no part.
    """
    if not parts:
        raise ModelError("assembled needs at least one body; got none.")
    m, c0 = [part.m for part in parts], [part.c0 for part in parts]
    return StandardData(
        m=sum(m), c0=np.average(c0, axis=0, weights=m), I0=np.sum([part.I0 for part in parts], axis=0),
        C1=np.hstack([part.C1 for part in parts]), C2=np.hstack([part.C2 for part in parts]),
        C3=_block_diagonal([part.C3 for part in parts]), C4=np.concatenate([part.C4 for part in parts]),
        K_e=_block_diagonal([part.K_e for part in parts]), D_e=_block_diagonal([part.D_e for part in parts]),
        K_geo=_block_diagonal([part.K_geo for part in parts]), C1_geo=_block_diagonal([part.C1_geo for part in parts]),
    )  # fmt: skip


def _turned(data: StandardData, R: np.ndarray) -> np.ndarray:
    """K_geo for components of ω in the new axes."""
    G = np.einsum("ac,klcd,bd->abkl", R, data.geometric_tensors, R)
    return np.array([G[0, 0], G[1, 1], G[2, 2], 2 * G[0, 1], 2 * G[1, 2], 2 * G[0, 2]])


def _block_diagonal(blocks: Sequence[np.ndarray]) -> np.ndarray:
    """Arrays (..., k, k) along the diagonal of the last two axes: no mode of one part moves another."""
    sizes = [block.shape[-1] for block in blocks]
    result = np.zeros((*blocks[0].shape[:-2], sum(sizes), sum(sizes)))
    for block, end in zip(blocks, np.cumsum(sizes), strict=True):
        own = slice(end - block.shape[-1], end)
        result[..., own, own] = block
    return result
