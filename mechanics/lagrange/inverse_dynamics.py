"""Inverse dynamics: the forces that a given motion needs."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..checking import instances
from ..model import ModelError
from .quantities import Inputs, LagrangianValues

__all__ = ["driving_inputs", "needed_forces"]

ROUNDS = 20
FITS = 1e-7  # relative error of conditions and forces that is none


def needed_forces(model: LagrangianValues, q: Any, q_d: Any, q_dd: Any, u: Inputs, t: Any) -> np.ndarray:
    """τ = M q̈ + C q̇ + g − f, with constraints the smallest that differs from it by constraint forces.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    q, q_d, q_dd : array_like, shape (..., n)
        The motion.
    u : mapping of str to array_like, or None
        Inputs by name.
    t : array_like, shape (...)
        Time, s.

    Returns
    -------
    ndarray, shape (..., n)

    Raises
    ------
    ModelError
        For accelerations that the constraints do not allow.
    """
    M, right, J, bias = _terms(model, q, q_d, u, t)
    q_dd = np.asarray(q_dd, dtype=float)
    if q_dd.shape[-1:] != (model._n,) or not np.isfinite(q_dd).all():
        raise ModelError(f"q_dd must be {model._n} finite numbers for each state; got the shape {q_dd.shape}.")
    needed = np.einsum("...ij,...j->...i", M, q_dd) - right
    if not J.shape[-2]:
        return needed
    left = np.abs(np.einsum("...ij,...j->...i", J, q_dd) + bias)
    size = 1.0 + np.einsum("...ij,...j->...i", np.abs(J), np.abs(q_dd)) + np.abs(bias)
    if not (left <= FITS * size).all():
        names = list(model.system.multipliers)
        worst = int(np.argmax((left / size).reshape(-1, len(names)).max(axis=0)))
        raise ModelError(
            f"The constraint of {names[worst]} does not allow these accelerations: {left[..., worst].max():.3g} is "
            "left of its second derivative. Give accelerations that fit q and q_d, as those of model.accelerations do."
        )
    forces = np.einsum("...ij,...j->...i", np.linalg.pinv(np.swapaxes(J, -1, -2), rcond=1e-9), needed)
    return needed - np.einsum("...ij,...i->...j", J, forces)


def driving_inputs(
    model: LagrangianValues, names: Sequence[str], q: np.ndarray, q_d: np.ndarray, q_dd: np.ndarray, u: Any, t: float
) -> dict[str, float]:
    """Values of inputs with which the accelerations are q̈; of several ones the smallest.

    Newton's method for M q̈ + C q̇ + g − f(u) − Jᵀ λ = 0 in the inputs and the constraint forces λ.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    names : sequence of str
        Inputs that drive.
    q, q_d, q_dd : ndarray, shape (n,)
        The motion.
    u : mapping of str to float, or None
        The other inputs by name.
    t : float
        Time, s.

    Raises
    ------
    ModelError
        If these inputs cannot cause the motion.
    """
    n, inputs = model._n, list(model.system.inputs)
    names = instances(names, str, "The inputs that drive")
    for name in names:
        model.system.inputs[name]  # an unknown name is an error here
    columns = [2 * n + inputs.index(name) for name in names]
    given = dict(u or {}) | {name: (u or {}).get(name, 0.0) for name in names}
    function, forces = model._function("jacobians", "python"), np.zeros(len(model.system.multipliers))
    needed = needed_forces(model, q, q_d, q_dd, given, t)
    size = FITS * (1.0 + np.abs(needed).max())
    for _ in range(ROUNDS):
        M, right, J, _bias = _terms(model, q, q_d, given, t)
        error = M @ q_dd - right - J.T @ forces
        if np.abs(error).max() <= 1e-6 * size:
            break
        arguments = [*model._arguments(q, q_d, given, t).columns, *q_dd]
        slopes = np.array(function(*arguments)).reshape(n, -1)[:, columns]
        step = np.linalg.lstsq(np.hstack([slopes, -J.T]), -error, rcond=1e-12)[0]
        given |= {name: given[name] + float(x) for name, x in zip(names, step, strict=False)}
        forces = forces + step[len(names) :]
    if not np.abs(error).max() <= size:
        k = int(np.argmax(np.abs(error)))
        raise ModelError(
            f"The inputs {', '.join(names)} cannot cause this motion: {error[k]:.3g} is left of the equation of "
            f"{list(model.system.coordinates)[k]}. Name more inputs, or give a motion that they can drive."
        )
    return {name: given[name] for name in names}


def _terms(model: LagrangianValues, q: Any, q_d: Any, u: Inputs, t: Any) -> tuple[np.ndarray, ...]:
    """M, f − C q̇ − g, J and φ̈ − J q̈, each of shape (..., ...)."""
    n, m = model._n, len(model.system.multipliers)
    values = model._values("constraint_terms", q, q_d, u, t)
    M, right, J, bias = np.split(values, np.cumsum([n * n, n, m * n, m]), axis=-1)[:4]
    return M.reshape(*M.shape[:-1], n, n), right, J.reshape(*J.shape[:-1], m, n), bias
