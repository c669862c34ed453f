"""The work of forces and drives in implicit steps, and the energy that it changes."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .description import SystemDescription
from .equations import attitudes

__all__ = ["Collocation", "energies"]

NODES = np.array([(4 - 6**0.5) / 10, (4 + 6**0.5) / 10, 1.0])  # of Radau IIA
_INTEGRALS = np.linalg.inv(np.vander(NODES, increasing=True)) / np.arange(1, 4)[:, None]  # of θ, θ², θ³


class Collocation:
    """States and work within a step of Radau's method, whose order the work has as well.

    Parameters
    ----------
    f : callable
        (t, x) -> ẋ, power.
    solver : StiffSolver
        After a step.
    work : float
        At the beginning of the step, J.
    """

    def __init__(self, f: Callable[[float, np.ndarray], tuple[np.ndarray, float]], solver: Any, work: float):
        self._states, self._start, self._length, self._work = (
            solver.dense_output(),
            solver.t_old,
            solver.step_size,
            work,
        )
        nodes = self._start + self._length * NODES
        power = [f(float(t), x)[1] for t, x in zip(nodes, self._states(nodes).T, strict=True)]
        self._coefficients = self._length * (_INTEGRALS @ np.array(power))

    def __call__(self, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """States (k, size) and work (k,) at times of this step."""
        parts = (times - self._start) / self._length
        return self._states(times).T, self._work + np.vander(parts, 4, increasing=True)[:, 1:] @ self._coefficients


def energies(system: SystemDescription, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Kinetic energy and that of the weight, J, without that of force elements.

    Parameters
    ----------
    system : SystemDescription
        Bodies.
    x : np.ndarray, shape (..., 13 n + own)
        One state or many.
    """
    state = system.split(x)
    return system.inertias.kinetic(state.z), system.inertias.potential(state.r, attitudes(state.q))
