"""The position and the rates nearest to given ones at which closed loops close."""

from collections.abc import Sequence

import numpy as np

from ..model import ModelError
from .quantities import LagrangianValues

__all__ = ["closed"]

ROUNDS = 50


def closed(
    model: LagrangianValues, q: np.ndarray, q_d: np.ndarray, keep: Sequence[str] = ()
) -> tuple[np.ndarray, np.ndarray]:
    """The nearest position and rates that close the loops.

    q ← q − J⁺ φ until φ = 0 (Newton), then q̇ ← q̇ − J⁺ J q̇, with the pseudoinverse J⁺ of the columns that may change.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    q, q_d : ndarray, shape (n,)
        Position and rates from which the search starts.
    keep : sequence of str
        Names of coordinates that stay as they are.

    Returns
    -------
    q, q_d : ndarray, shape (n,)

    Raises
    ------
    ModelError
        If the loops do not close near q, or their conditions contradict each other.
    """
    names = list(model.system.coordinates)
    for name in keep:
        model.system.coordinates[name]  # an unknown name is an error here
    free = [name not in keep for name in names]
    q, q_d = np.array(q, float), np.array(q_d, float)
    size = 1.0 + float(np.abs(q).max())
    for _ in range(ROUNDS):
        phi, J = _conditions(model, q)
        step = _least(J, phi, free)
        q -= step
        if np.abs(step).max() <= 1e-14 * size:
            break
    phi, J = _conditions(model, q)
    if not np.abs(phi).max() <= 1e-9 * size * max(1.0, float(np.abs(J).max())):
        values = ", ".join(f"{name} = {x:.4g}" for name, x in zip(names, q, strict=True))
        raise ModelError(
            f"The loops do not close near the start; the search ended at {values} with {np.abs(phi).max():.3g} left. "
            "Give a start nearer to a position that exists, or check the lengths."
        )
    return q, q_d - _least(J, J @ q_d, free)


def _conditions(model: LagrangianValues, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    m, n = len(model.system.multipliers), len(q)
    values = model._values("loops", q, None, None)
    return values[:m], values[m:].reshape(m, n)


def _least(J: np.ndarray, right: np.ndarray, free: Sequence[bool]) -> np.ndarray:
    """The smallest step with J step = right in the free coordinates; redundant rows of J do no harm."""
    step = np.zeros(J.shape[1])
    step[free] = np.linalg.lstsq(J[:, free], right, rcond=1e-10)[0]
    return step
