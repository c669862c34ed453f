"""The systems once more with `sympy.physics.mechanics.KanesMethod`: frames, points and forces, written from scratch.

Nothing comes from the library but the names of the parameters; the matrices are only evaluated, never simplified.
A builder takes coordinates, speeds and `Names`, and gives bodies and loads; each module has a table of its own.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
import sympy as sp
from sympy.physics.mechanics import KanesMethod, dynamicsymbols

from . import chapters, crane, frame_car_drum, governor_hoist_springs, press_robot_trebuchet
from .common import N, Names

BUILDERS: dict[str, tuple[int, Callable]] = {
    **chapters.BUILDERS,
    **crane.BUILDERS,
    **frame_car_drum.BUILDERS,
    **governor_hoist_springs.BUILDERS,
    **press_robot_trebuchet.BUILDERS,
}


@cache
def accelerations(name: str) -> Callable[..., np.ndarray]:
    """Function (q, q_d, {parameter or input: value}) of one system that gives q_dd."""
    n, build = BUILDERS[name]
    q, u = dynamicsymbols(f"q:{n}"), dynamicsymbols(f"u:{n}")
    p = Names()
    bodies, loads = build(q, u, p)
    rates = [b - a.diff() for a, b in zip(q, u, strict=True)]
    rates_as_u = {a.diff(): b for a, b in zip(q, u, strict=True)}
    method = KanesMethod(N, q_ind=q, u_ind=u, kd_eqs=rates)
    method.kanes_equations(bodies, loads)
    matrices = [method.mass_matrix, method.forcing.xreplace(rates_as_u)]
    symbols = list(p.values())
    function = sp.lambdify([q, u, symbols], matrices, cse=True)

    def evaluate(q: np.ndarray, q_d: np.ndarray, values: dict[str, float]) -> np.ndarray:
        M, right = function(q, q_d, [values[s.name] for s in symbols])
        return np.linalg.solve(M, right).ravel()

    return evaluate
