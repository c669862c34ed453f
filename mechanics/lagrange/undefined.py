"""The error for a quantity that has no value at some state, with the reason where it can be found."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..model import ModelError
from ..state_space.integration import RUNAWAY

if TYPE_CHECKING:
    from .numeric import LagrangianModel

__all__ = ["RUNAWAY", "undefined"]


def undefined(model: "LagrangianModel", key: Any, state: Sequence[float]) -> ModelError:
    """The error for the quantity `key` at one state: arguments of the generated function, in their order."""
    n = len(model.system.coordinates)
    q = [float(x) for x in state[:n]]
    if key == "accelerations" and _is_singular(model, state):
        return ModelError(
            f"The mass matrix is singular at q = {q}: the coordinates do not describe the motion there. "
            "Choose another position, or other coordinates."
        )
    name = key.replace("_", " ") if isinstance(key, str) else ", ".join(map(str, key))
    return ModelError(
        f"No finite value of {name} at q = {q}, q_d = {[float(x) for x in state[n : 2 * n]]}: there is a division by "
        "zero, or a root or logarithm of a negative number, or a number too large. Choose another position."
    )


def _is_singular(model: "LagrangianModel", state: Sequence[float]) -> bool:
    n = len(model.system.coordinates)
    try:
        M = np.array(model._function("mass_matrix", "python")(*state), dtype=float).reshape(n, n)
    except (ZeroDivisionError, OverflowError, ValueError):
        return False
    return bool(np.isfinite(M).all() and np.linalg.matrix_rank(M) < n)
