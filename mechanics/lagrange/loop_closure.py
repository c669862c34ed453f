"""The position and the rates nearest to given ones at which closed loops close and rates meet their constraints."""

from collections.abc import Sequence

import numpy as np

from ..checking import rounded
from ..model import ModelError
from .quantities import Inputs, LagrangianValues

__all__ = ["closed", "fitting_rates"]

ROUNDS = 50


def closed(
    model: LagrangianValues,
    q: np.ndarray,
    q_d: np.ndarray,
    keep: Sequence[str] = (),
    u: Inputs = None,
    t: float = 0.0,
) -> tuple[np.ndarray, np.ndarray]:
    """The nearest position and rates that close the loops, and meet the nonholonomic constraints.

    q ← q − J⁺ φ until φ = 0 (Newton), then q̇ ← q̇ − J⁺ (J q̇ + φ_t), with the pseudoinverse J⁺ of the columns that may
    change, and A, b of nonholonomic constraints below J and φ_t.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    q, q_d : ndarray, shape (n,)
        Position and rates from which the search starts.
    keep : sequence of str
        Names of coordinates that stay as they are.
    u : mapping of str to float, or None
        Constant inputs by name; the defaults unless given.
    t : float
        Time, s.

    Returns
    -------
    q, q_d : ndarray, shape (n,)

    Raises
    ------
    ModelError
        If the loops do not close near q, or conditions contradict each other.
    """
    names = list(model.system.coordinates)
    for name in keep:
        model.system.coordinates[name]  # an unknown name is an error here
    free = [name not in keep for name in names]
    q, q_d = np.array(q, float), np.array(q_d, float)
    if model.system.loops:
        q = _closed_position(model, q, free, u, t)
    return q, fitting_rates(model, q, q_d, free, u, t)


def _closed_position(model: LagrangianValues, q: np.ndarray, free: Sequence[bool], u: Inputs, t: float) -> np.ndarray:
    """Newton's iteration to φ = 0."""
    names = list(model.system.coordinates)
    size = 1.0 + float(np.abs(q).max())
    for _ in range(ROUNDS):
        phi, J = _conditions(model, q, u, t)
        step = _least(J, phi, free)
        q -= step
        if np.abs(step).max() <= 1e-14 * size:
            break
    phi, J = _conditions(model, q, u, t)
    if not np.abs(phi).max() <= 1e-9 * size * max(1.0, float(np.abs(J).max())):
        values = ", ".join(f"{name} = {x:.4g}" for name, x in zip(names, q, strict=True))
        raise ModelError(
            f"The loops do not close near the start; the search ended at {values} with {np.abs(phi).max():.3g} left. "
            "Give a start nearer to a position that exists, or check the lengths."
        )
    return q


def fitting_rates(
    model: LagrangianValues, q: np.ndarray, q_d: np.ndarray, free: Sequence[bool], u: Inputs, t: float
) -> np.ndarray:
    """The nearest rates with J q̇ + φ_t = 0 and A q̇ + b = 0.

    Parameters
    ----------
    model, q, q_d, u, t
        As for `closed`.
    free : sequence of bool, length n
        Whether a rate may change.

    Raises
    ------
    ModelError
        If no rates meet all conditions.
    """
    m, n = len(model.system.multipliers), len(q)
    values = model._values("rate_conditions", q, None, u, t)
    A, b = values[: m * n].reshape(m, n), values[m * n :]
    found = q_d - _least(A, A @ q_d + b, free)
    left = np.abs(A @ found + b)
    if not (left <= 1e-9 * (1.0 + np.abs(A) @ np.abs(found) + np.abs(b))).all():
        worst = list(model.system.multipliers)[int(np.argmax(left))]
        raise ModelError(
            f"The constraints on the rates cannot be met at q = {rounded(q)}: {left.max():.3g} is left of {worst}. "
            "Let more rates change, leave out a constraint that contradicts others, or start elsewhere."
        )
    return found


def _conditions(model: LagrangianValues, q: np.ndarray, u: Inputs, t: float) -> tuple[np.ndarray, np.ndarray]:
    m, n = len(model.system.loops), len(q)
    values = model._values("loops", q, None, u, t)
    return values[:m], values[m:].reshape(m, n)


def _least(J: np.ndarray, right: np.ndarray, free: Sequence[bool]) -> np.ndarray:
    """The smallest step with J step = right in the free coordinates; redundant rows of J do no harm."""
    step = np.zeros(J.shape[1])
    step[free] = np.linalg.lstsq(J[:, free], right, rcond=1e-10)[0]
    return step
