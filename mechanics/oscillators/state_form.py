"""First-order form of linear systems: ẋ = A x + B f with x = [q, q̇], in numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from ..checking import rounded
from ..model import Inputs, ModelError, Parameters
from ..state_space import States, StateSpaceSystem

__all__ = ["linear_model", "state_matrices", "state_space"]


def linear_model(model: Any, q: ArrayLike, u: Mapping[str, float] | None) -> tuple[np.ndarray, np.ndarray]:
    """State and input matrix of a model about an equilibrium.

    Parameters
    ----------
    model : object
        Anything with `accelerations` and `linearize`.
    q : array_like, shape (n,)
        Coordinates of the equilibrium.
    u : mapping of str to float or None
        Inputs by name that hold it there.

    Returns
    -------
    A : ndarray, shape (2n, 2n)
        State matrix.
    B : ndarray, shape (2n, m)
        Input matrix.

    Raises
    ------
    ModelError
        If the system is not in equilibrium at q.
    """
    acceleration = np.abs(model.accelerations(q, None, u)).max()
    A, B = model.linearize(q, u)
    if acceleration > 1e-6 * max(1.0, np.abs(A).max()):
        raise ModelError(
            f"The system does not rest at q = {rounded(np.ravel(q))}: it accelerates with up to {acceleration:.3g}. "
            "Take one of model.equilibria(u)."
        )
    return A, B


def state_matrices(M: np.ndarray, D: np.ndarray, K: np.ndarray, B: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """State and input matrix of M q̈ + D q̇ + K q = B f.

    Parameters
    ----------
    M, D, K : ndarray, shape (n, n)
        Mass, damping and stiffness matrix.
    B : ndarray, shape (n, m)
        Effect of the inputs on each coordinate.

    Returns
    -------
    A : ndarray, shape (2n, 2n)
        State matrix.
    B : ndarray, shape (2n, m)
        Input matrix.
    """
    n = len(M)
    A = np.block([[np.zeros((n, n)), np.eye(n)], [np.linalg.solve(M, np.hstack([-K, -D]))]])
    return A, np.vstack([np.zeros_like(B), np.linalg.solve(M, B)])


def state_space(
    A: np.ndarray, B: np.ndarray, constant: np.ndarray, coordinates: Sequence[str], forces: Sequence[str]
) -> StateSpaceSystem:
    """The system ẋ = A x + B f + [0, constant], ready to be simulated.

    Parameters
    ----------
    A : ndarray, shape (2n, 2n)
        State matrix.
    B : ndarray, shape (2n, m)
        Input matrix.
    constant : ndarray, shape (n,)
        Constant accelerations.
    coordinates, forces : sequence of str
        Names of the n coordinates and of the m inputs.

    Returns
    -------
    StateSpaceSystem
        With the states q and q̇ and the inputs f.
    """
    states = States(
        **{name: ("m", f"position {name}") for name in coordinates},
        **{f"{name}_d": ("m/s", f"rate of {name}") for name in coordinates},
    )
    inputs = Inputs(**{name: ("N", f"force {name}") for name in forces})
    x, u = sp.Matrix(states.symbols), sp.Matrix(len(forces), 1, inputs.symbols)
    rates = sp.Matrix(A) * x + sp.Matrix(B) * u + sp.Matrix([0] * len(coordinates) + constant.tolist())
    return StateSpaceSystem(
        states=states, parameters=Parameters(), inputs=inputs,
        equations=dict(zip(states.symbols, rates, strict=True)), title="Linear oscillator", source="(3.92)",
    )  # fmt: skip
