"""Equilibria and linearization of systems with closed loops.

At rest g − f = Jᵀ λ and φ = 0. Near an equilibrium the motion is described by as many independent coordinates as J
leaves free; the others follow from the loops.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..checking import array, rounded
from ..model import ModelError
from ..state_space.linear import Linearization
from .constrained import Constrained
from .dead_centres import AT
from .equilibria import Equilibrium, _grid, same_configuration
from .loop_closure import closed
from .quantities import Inputs, LagrangianValues

__all__ = ["ClosedLinearization", "closed_equilibria", "linearize_closed"]

ROUNDING = 1e-9
STEP = 1e-3  # of the differences; their error is of order 4 in it


@dataclass(frozen=True)
class ClosedLinearization(Linearization):
    """A linear model in independent states; unpacks as ``A, B = linearization``.

    Attributes
    ----------
    states : tuple of str
        Names of the independent coordinates, then of their rates: the order of A and B.
    """

    states: tuple[str, ...] = ()


def linearize_closed(
    model: LagrangianValues, q: np.ndarray, q_d: np.ndarray, u: Inputs, independent: Sequence[str] | None = None
) -> ClosedLinearization:
    """Δẋ ≈ A Δx + B Δu for independent coordinates and their rates, by central differences of order 4.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    q, q_d : ndarray, shape (n,)
        State in which the loops close.
    u : mapping of str to float, or None
        Inputs by name.
    independent : sequence of str, or None
        Names of the independent coordinates; those that determine the others best unless given.

    Raises
    ------
    ModelError
        Where the loops do not close, in a dead centre, or for coordinates that do not determine the others.
    """
    names, inputs = list(model.system.coordinates), model._input_functions(u)
    motion, x = Constrained(model, inputs), np.concatenate([q, q_d])
    terms = motion.terms(0.0, x)
    size = 1.0 + float(np.abs(x).max())
    if max(np.abs(terms.phi).max(), np.abs(terms.rates).max()) > 1e-6 * size:
        raise ModelError(
            f"The loops do not close at q = {rounded(q)} with q_d = {rounded(q_d)}. Start from model.closed(q, q_d)."
        )
    motion.find_rank(0.0, motion.projected(0.0, x))
    if motion.independence(0.0, x) < AT:
        raise ModelError(
            f"The position q = {rounded(q)} is a dead centre: the conditions of the loops depend on each other, and no "
            "linear model describes the motion near it. Choose another position."
        )
    free = _independent(motion, terms.J, names, independent)
    start = np.concatenate([q[free], q_d[free], list(inputs.values())])

    def rates(values: np.ndarray) -> np.ndarray:
        given = dict(zip(inputs, values[2 * len(free) :], strict=True))
        place, speeds = q.copy(), q_d.copy()
        place[free], speeds[free] = values[: len(free)], values[len(free) : 2 * len(free)]
        state = closed(model, place, speeds, [names[k] for k in free], given)
        moved = Constrained(model, given)
        moved.rank, moved.rows = motion.rank, motion.rows
        return np.concatenate([state[1][free], moved.accelerations(0.0, np.concatenate(state))[free]])

    slopes = np.stack([_slope(rates, start, k) for k in range(len(start))], axis=1)
    states = (*(names[k] for k in free), *(f"{names[k]}_d" for k in free))
    return ClosedLinearization(slopes[:, : 2 * len(free)], slopes[:, 2 * len(free) :], states)


def _slope(function: Any, x: np.ndarray, k: int) -> np.ndarray:
    """Derivative by x_k: (8 (f₁ − f₋₁) − (f₂ − f₋₂)) / 12 h."""
    h = STEP * max(1.0, abs(x[k]))
    f = {j: function(x + j * h * np.eye(len(x))[k]) for j in (-2, -1, 1, 2)}
    return (8 * (f[1] - f[-1]) - (f[2] - f[-2])) / (12 * h)


def _independent(motion: Constrained, J: np.ndarray, names: list[str], given: Sequence[str] | None) -> list[int]:
    """Positions of the independent coordinates: J of the others must have full rank."""
    from scipy.linalg import qr  # slow to import

    if given is None:
        order = qr(J[motion.rows], mode="r", pivoting=True)[1]
        return sorted(int(k) for k in order[motion.rank :])
    for name in given:
        motion.model.system.coordinates[name]  # an unknown name is an error here
    free = [names.index(name) for name in given]
    others = np.delete(J[motion.rows], free, axis=1)
    if len(set(free)) != motion.n - motion.rank or np.linalg.matrix_rank(others, tol=1e-8) < motion.rank:
        raise ModelError(
            f"{motion.n - motion.rank} independent coordinates that determine the others were expected; got "
            f"{', '.join(given) or 'none'}. Leave out `independent`, or choose others."
        )
    return free


def closed_equilibria(
    model: LagrangianValues, u: Inputs = None, starts: Sequence[ArrayLike] | None = None
) -> list[Equilibrium]:
    """Equilibria g − f = Jᵀ λ, φ = 0 of a system with closed loops; see `numeric_equilibria`.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    u : mapping of str to float, or None
        Inputs by name; the defaults unless given.
    starts : sequence of array_like, each of shape (n,), or None
        Positions from which the search starts; a grid unless given. Those near which the loops do not close are left
        out.
    """
    coordinates, found = model.system.coordinates, list[Equilibrium]()
    given: Any = starts
    points = _starts(model) if starts is None else [*array(given, "The starts", (None, len(coordinates)))]
    scale = 0.0
    for start in points:
        try:
            q, _ = closed(model, start, np.zeros(len(start)), u=u)
        except ModelError:
            continue
        r, J, _ = _balance(model, q, u)
        scale = max(scale, float(np.abs(r).max()))
        rest = _rest(model, q, np.linalg.lstsq(J.T, r, rcond=1e-10)[0], u, scale)
        if rest is None or any(same_configuration(model, rest, e.q, u) for e in found):
            continue
        found.append(Equilibrium(rest, tuple(coordinates), _stability(model, rest, u)))
    return sorted(found, key=lambda e: tuple(np.round(e.q, 6)))


def _starts(model: LagrangianValues) -> list[np.ndarray]:
    """The grid of systems without loops, and its reflection: lengths are positions here, on both sides of a joint."""
    grid = list(_grid(model))
    turned = np.array([1.0 if v.unit == "rad" else -1.0 for v in model.system.coordinates.values()])
    return grid if (turned > 0).all() else [*grid, *(q * turned for q in grid)]


def _balance(model: LagrangianValues, q: np.ndarray, u: Inputs) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """g − f at rest, J and φ."""
    n, m = model._n, len(model.system.loops)
    conditions = model._values("loops", q, None, u)
    return model._values("statics", q, None, u)[:n], conditions[m:].reshape(m, n), conditions[:m]


def _rest(
    model: LagrangianValues, q: np.ndarray, multipliers: np.ndarray, u: Inputs, scale: float
) -> np.ndarray | None:
    """The equilibrium to which the method of Levenberg and Marquardt converges from a position; None without one."""
    from scipy.optimize import root  # slow to import

    n, size = len(q), scale or 1.0

    def error(z: np.ndarray) -> np.ndarray:
        r, J, phi = _balance(model, z[:n], u)
        return np.concatenate([(r - J.T @ (z[n:] * size)) / size, phi])

    try:
        solution = root(error, np.concatenate([q, multipliers / size]), method="lm", options={"xtol": 1e-13})
        left = np.abs(error(solution.x)).max()
    except ModelError:  # a force that is not defined on the way
        return None
    rest = np.where(np.abs(solution.x[:n]) < ROUNDING, 0.0, solution.x[:n])
    for k, variable in enumerate(model.system.coordinates.values()):
        turned = rest.copy()
        turned[k] = np.pi - (np.pi - rest[k]) % (2 * np.pi)
        same = variable.unit == "rad" and np.abs(error(np.concatenate([turned, solution.x[n:]]))).max() <= ROUNDING
        rest = turned if same else rest
    return rest if left <= ROUNDING else None


def _stability(model: LagrangianValues, q: np.ndarray, u: Inputs) -> str:
    """By the linearization; where that cannot tell and nothing dissipates, by its frequencies (Lagrange–Dirichlet)."""
    try:
        linear = linearize_closed(model, q, np.zeros_like(q), u)
    except ModelError:  # a dead centre
        return "undecided"
    n = len(linear.A) // 2
    stiffness, damping = -linear.A[n:, :n], linear.A[n:, n:]
    if linear.stability != "undecided" or np.abs(damping).max(initial=0.0) > 1e-6 or not n:
        return linear.stability
    values = np.linalg.eigvals(stiffness)
    positive = bool((values.real > 1e-6 * np.abs(values).max()).all() and np.allclose(values.imag, 0))
    return "stable" if positive else "undecided"
