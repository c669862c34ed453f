"""Whether a motion has passed a position in which the mass matrix is singular: no integrator need notice.

At the length zero of a rope, or at the pole of spherical coordinates, a coordinate moves nothing. An integrator passes
over it with steps that are longer than the neighbourhood in which the accelerations grow without limit.
"""

from typing import Any

import numpy as np

from ..state_space.interpolation import hermite

__all__ = ["singular_time"]

SAMPLES = 48
SUSPICIOUS = 1e-2  # of the largest determinant of M: below it the neighbourhood is searched
SINGULAR = 1e-8  # of the determinant on both sides
NULL = 1e-4  # eigenvalues of M, in relation to the largest, of what moves nothing
NEIGHBOURS, STILL = 10, 1e-7  # output times around, and relative rates there that are none


def singular_time(run: Any) -> float | None:
    """The time at which the mass matrix was singular on the way, s; None if it never was.

    The determinant of M is looked at in some states. Where it is small its minimum is searched in between.

    Parameters
    ----------
    run : LagrangianRun
        Without closed loops.
    """
    if run.model.system.has_constant_mass:
        return None
    few = np.unique(np.linspace(0, len(run.t) - 1, SAMPLES).astype(int))
    inputs = [run._inputs[name] for name in run.model.system.inputs]
    constant = [0.0 if callable(value) else float(value) for value in inputs]  # those that M contains are constant
    function, n = run.model._function("mass_matrix", "python"), run.q.shape[1]
    rest = [0.0] * n

    def masses(q: np.ndarray, t: np.ndarray) -> np.ndarray:
        rows = [function(*x, *rest, s, *constant) for x, s in zip(q.tolist(), t.tolist(), strict=True)]
        return np.array(rows).reshape(-1, n, n)

    def M_at(t: float) -> np.ndarray:
        at = np.array([t])
        return masses(hermite(run.t, run.q, run.q_d, at), at)[0] / scale / scale[:, None]

    M = masses(run.q[few], run.t[few])
    scale = np.sqrt(np.abs(np.einsum("kii->ki", M)).max(axis=0))
    scale = np.where(scale > 0, scale, 1.0)
    sizes = np.linalg.det(M / scale / scale[:, None])
    inner = 1 + np.flatnonzero((sizes[1:-1] <= sizes[:-2]) & (sizes[1:-1] <= sizes[2:]))
    for k in inner[sizes[inner] < SUSPICIOUS * sizes.max()]:
        t, size = _minimum(run, few[k - 1], few[k + 1], masses, scale)
        # in relation to both sides: a coordinate that grows without limit makes everything before it look small
        if size < SINGULAR * min(sizes[k - 1], sizes[k + 1]) and _moves(run, t, M_at(t)):
            return t
    return None


def _moves(run: Any, t: float, M: np.ndarray) -> bool:
    """Whether the coordinates that move nothing at time t change: at rest, as in a plane swing, they do no harm."""
    values, vectors = np.linalg.eigh(M)
    free = vectors[:, values < NULL * values[-1]]
    near = np.searchsorted(run.t, t)
    rates = run.q_d[max(near - NEIGHBOURS, 0) : near + NEIGHBOURS]
    return bool(np.abs(rates @ free).max(initial=0.0) > STILL * np.abs(rates).max())


def _minimum(run: Any, first: int, last: int, masses: Any, scale: np.ndarray) -> tuple[float, float]:
    """Time and value of the smallest determinant between two output times."""
    from scipy.optimize import minimize_scalar  # slow to import

    def size(t: np.ndarray) -> np.ndarray:
        q = hermite(run.t[first : last + 1], run.q[first : last + 1], run.q_d[first : last + 1], t)
        return np.abs(np.linalg.det(masses(q, t) / scale / scale[:, None]))

    grid = np.linspace(run.t[first], run.t[last], 65)
    values = size(grid)
    k = int(np.argmin(values))
    bounds = grid[max(k - 1, 0)], grid[min(k + 1, 64)]
    result = minimize_scalar(
        lambda t: size(np.array([t]))[0], bounds=bounds, method="bounded", options={"xatol": 1e-12}
    )
    return (float(result.x), float(result.fun)) if result.fun < values[k] else (float(grid[k]), float(values[k]))
