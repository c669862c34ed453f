"""Equilibria: rest positions q with g(q) = f(q, 0, u), found numerically from many starts, each verified."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from ..checking import array
from ..state_space.arguments import check_mapping
from .quantities import Inputs, LagrangianValues

__all__ = ["Equilibrium", "numeric_equilibria"]

MAX_STARTS = 200
TOLERANCE = 1e-9  # of the typical size of the forces


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """A rest position; it can be used like the array `q`.

    Attributes
    ----------
    q : ndarray, shape (n,)
        Position.
    names : tuple of str
        Names of the coordinates, which are also keys: ``equilibrium["phi"]``.
    stability : str
        ``"asymptotically stable"``, ``"stable"``, ``"unstable"`` or ``"undecided"``.
    free : tuple of str
        Names of coordinates that may have any value here; `q` contains their start value.
    """

    q: np.ndarray
    names: tuple[str, ...]
    stability: str
    free: tuple[str, ...] = ()

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.q, dtype=dtype)

    def __iter__(self) -> Iterator[float]:
        return iter(self.q.tolist())

    def __len__(self) -> int:
        return len(self.q)

    def __getitem__(self, key: int | str) -> float:
        return float(self.q[self.names.index(key) if isinstance(key, str) else key])

    def __repr__(self) -> str:
        values = [f"{n} free" if n in self.free else f"{n} = {x:.6g}" for n, x in zip(self.names, self.q, strict=True)]
        return f"Equilibrium({', '.join(values)}: {self.stability})"


class _Statics:
    """The balance r(q) = g − f at rest for given inputs, with its Jacobian."""

    def __init__(self, model: LagrangianValues, u: Inputs):
        self.model, self.u = model, u
        self.n = len(model.system.coordinates)
        self._function = model._function("statics", "python")

    def __call__(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        try:
            values = np.array(self._function(*self.model._arguments(q, None, self.u, 0.0).columns))
        except (ZeroDivisionError, OverflowError, ValueError):
            values = np.full(self.n + self.n**2, np.nan)
        return values[: self.n], values[self.n :].reshape(self.n, self.n)

    def residual(self, q: np.ndarray) -> float:
        size = np.abs(self(q)[0]).max()
        return float(size) if np.isfinite(size) else np.inf


def numeric_equilibria(
    model: LagrangianValues, u: Inputs = None, starts: Sequence[ArrayLike] | None = None
) -> list[Equilibrium]:
    """Equilibria g(q) = f(q, 0, u) for constant inputs.

    The method of Levenberg and Marquardt runs from every start. A result is accepted if its residual is below 1e-9 of
    the typical force, and at a singular mass matrix only if the accelerations nearby go to zero.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    u : mapping of str to float, or None
        Inputs by name; the defaults unless given.
    starts : sequence of array_like, each of shape (n,), or None
        Positions from which the search starts; a grid around the start values unless given. Systems with very many
        equilibria may need other ones.

    Returns
    -------
    list of Equilibrium
        Sorted by the coordinates; angles in (−π, π] where the forces are periodic.

    Raises
    ------
    ModelError
        For unknown inputs or starts of the wrong shape.
    """
    statics = _Statics(model, u)
    coordinates = model.system.coordinates
    check_mapping(u, model.system.inputs)
    given: Any = starts
    points = list(_grid(model)) if starts is None else [*array(given, "The starts", (None, len(coordinates)))]
    scale = _typical(np.array([statics.residual(q) for q in points]))
    found: list[Equilibrium] = []
    for start in points:
        q = _converge(statics, start, TOLERANCE * scale)
        if q is None or not _is_at_rest(model, statics, q):
            continue
        q, free = _canonical(model, statics, q, TOLERANCE * scale)
        known = [e for e in found if _is_known(model, q, free, e, u)]
        if any(_is_preferred(e, q, free) for e in known):
            continue
        found = [e for e in found if e not in known]
        found.append(Equilibrium(q, tuple(coordinates), _stability(model, statics, q, free, u), free))
    return sorted(found, key=lambda e: tuple(np.round(e.q, 6)))


def simplest(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The simpler one of two descriptions of the same position, such as (θ, φ) and (−θ, φ + π).

    Parameters
    ----------
    a, b : ndarray, shape (n,)
        Coordinates.

    Returns
    -------
    ndarray, shape (n,)
        The one with fewer minus signs, then the one with smaller values, else `a`.
    """
    return b if _simplicity(b) < _simplicity(a) else a


def _simplicity(q: np.ndarray) -> tuple[int, float]:
    q = np.pi - (np.pi - q) % (2 * np.pi)  # as angles in (−π, π], good enough to choose between two names
    return int(np.sum(q < -1e-9)), round(float(np.abs(q).sum()), 9)


def _is_preferred(known: Equilibrium, q: np.ndarray, free: tuple[str, ...]) -> bool:
    """Whether the known one stays: a family rather than one of its members, else the simplest description."""
    return len(known.free) > len(free) or (len(known.free) == len(free) and simplest(known.q, q) is known.q)


def _is_known(model: LagrangianValues, q: np.ndarray, free: tuple[str, ...], other: Equilibrium, u: Any) -> bool:
    """Whether it is the same position, or one of a family that differs in its free coordinates alone."""
    differ = [name in other.free or name in free for name in other.names]
    return same_configuration(model, q, np.where(differ, q, other.q), u)


def same_configuration(model: LagrangianValues, a: np.ndarray, b: np.ndarray, u: Inputs = None) -> bool:
    """Whether all bodies have the same pose for both values of the coordinates.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    a, b : ndarray, shape (n,)
        Coordinates.
    u : mapping of str to float, or None
        Inputs by name.
    """
    if np.allclose(a, b, atol=1e-6, rtol=1e-6):
        return True
    first, second = (model._values("configuration", q, None, u) for q in (a, b))
    same_energy = np.isclose(
        model.potential_energy(a, u), model.potential_energy(b, u)
    )  # a torsion spring counts the turns
    return bool(same_energy and np.allclose(first, second, atol=1e-6))


def is_equilibrium(model: LagrangianValues, q: np.ndarray, u: Inputs = None) -> bool:
    """Whether q is an equilibrium, also where the mass matrix is singular.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    q : ndarray, shape (n,)
        Coordinates.
    u : mapping of str to float, or None
        Inputs by name.
    """
    statics = _Statics(model, u)
    scale = _typical(np.array([statics.residual(x) for x in _grid(model)]))
    return statics.residual(q) <= TOLERANCE * scale and _is_at_rest(model, statics, q)


def _typical(residuals: np.ndarray) -> float:
    finite = residuals[np.isfinite(residuals) & (residuals > 0)]
    return float(np.median(finite)) if len(finite) else 1.0


def _grid(model: LagrangianValues) -> Iterator[np.ndarray]:
    """Starts around the circle for angles, around the start value for lengths."""
    axes = []
    for variable in model.system.coordinates.values():
        if variable.unit == "rad":
            axes.append(variable.default + np.linspace(-np.pi, np.pi, 9)[1:])
        else:
            axes.append(variable.default + (abs(variable.default) or 1.0) * np.array([0.0, -0.6, 0.7]))
    grid = list(product(*axes))
    step = max(1, len(grid) // MAX_STARTS)
    yield np.array(list(model.system.coordinates.defaults.values()))
    yield from (np.array(q) for q in grid[::step])


def _converge(statics: _Statics, start: np.ndarray, tolerance: float) -> np.ndarray | None:
    from scipy.optimize import root  # slow to import

    if not np.isfinite(statics.residual(start)):
        return None
    with np.errstate(all="ignore"):
        solution = root(statics, start, jac=True, method="lm", options={"xtol": 1e-13, "ftol": 1e-13})
    return solution.x if statics.residual(solution.x) <= tolerance else None


def _is_at_rest(model: LagrangianValues, statics: _Statics, q: np.ndarray) -> bool:
    """Whether q is at rest where the forces vanish.

    At a singular mass matrix, as at the pole of spherical coordinates, forces vanish because a coordinate moves nothing
    there; only in an equilibrium do the accelerations nearby vanish, too.
    """
    if _is_regular(model, q, statics.u):
        return True
    rng = np.random.default_rng(1)
    directions = rng.normal(size=(4, len(q)))
    far, near = (max(_acceleration_norm(model, statics, q + d * step) for d in directions) for step in (1e-2, 1e-4))
    return near < 0.1 * far


def _is_regular(model: LagrangianValues, q: np.ndarray, u: Any) -> bool:
    values = np.linalg.eigvalsh(model.mass_matrix(q, u))
    return bool(values[0] > 1e-10 * values[-1])


def _acceleration_norm(model: LagrangianValues, statics: _Statics, q: np.ndarray) -> float:
    """√(rᵀ M⁻¹ r), independent of the choice of coordinates."""
    r = statics(q)[0]
    return float(np.sqrt(abs(r @ np.linalg.solve(model.mass_matrix(q, statics.u), r))))


def _canonical(
    model: LagrangianValues, statics: _Statics, q: np.ndarray, tolerance: float
) -> tuple[np.ndarray, tuple[str, ...]]:
    """Wrap periodic angles, and set coordinates that do not matter to their start value."""
    free = []
    q = np.where(np.abs(q) < 1e-9, 0.0, q)
    for i, (name, variable) in enumerate(model.system.coordinates.items()):

        def residual_at(value: float, i: int = i) -> float:
            return statics.residual(np.concatenate([q[:i], [value], q[i + 1 :]]))

        if all(residual_at(variable.default + x) <= 10 * tolerance for x in (0.0, 0.1234, -0.5678)):
            free.append(name)
            q[i] = variable.default
        elif variable.unit == "rad" and residual_at(q[i] + 2 * np.pi) <= 10 * tolerance:
            q[i] = np.pi - (np.pi - q[i]) % (2 * np.pi)
            q[i] = np.pi if q[i] < -np.pi + 1e-9 else q[i]
    return q, tuple(free)


def _stability(model: LagrangianValues, statics: _Statics, q: np.ndarray, free: tuple[str, ...], u: Any) -> str:
    """By the linearization; where that cannot tell, by the potential (Lagrange–Dirichlet)."""
    if _is_regular(model, q, u):
        verdict = model.linearize(q, u).stability
        if verdict != "undecided":
            return verdict
    bound = [i for i, name in enumerate(model.system.coordinates) if name not in free]
    hessian = statics(q)[1][np.ix_(bound, bound)]
    if not bound or not np.allclose(hessian, hessian.T, atol=1e-9 * np.abs(hessian).max()):
        return "undecided"
    smallest, largest = np.linalg.eigvalsh(hessian)[[0, -1]]
    if smallest > 1e-9 * abs(largest):
        return "stable"
    return "unstable" if smallest < -1e-9 * abs(largest) else "undecided"
