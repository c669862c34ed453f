"""Whether a step of an explicit method was as long as its stability allows.

The last two stages of the step lie at the same instant, so that the difference of their slopes shows how steep f is.

Source: E. Hairer, G. Wanner, *Solving Ordinary Differential Equations II*, section IV.2.
"""

from typing import Any

import numpy as np

__all__ = ["is_at_the_edge"]

EDGES = {"DOP853": 6.1, "RK45": 3.25}  # where their domains of stability end on the negative real axis


def is_at_the_edge(solver: Any, size: int | None = None) -> bool:
    """Whether the last step times the steepest slope of f left the domain of stability.

    Parameters
    ----------
    solver : scipy.integrate.OdeSolver
        After a step; never at the edge unless it is DOP853 or RK45.
    size : int or None
        How many of its states count; all of them unless given.
    """
    edge = EDGES.get(type(solver).__name__)
    if edge is None:
        return False
    K, h, last = solver.K, solver.h_previous, solver.n_stages - 1
    stage = solver.y_old + h * (solver.A[last, :last] @ K[:last])
    apart = np.linalg.norm((solver.y - stage)[:size])
    return bool(h * np.linalg.norm((K[-1] - K[-2])[:size]) > edge * apart > 0.0)
