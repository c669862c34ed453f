"""What stands for functions of the library that recorded numbers cannot go through.

Checks of what was given decide by present values; two rotations that scipy computes have formulas here.
"""

import math
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import numpy as np

from ...checking import array as plain_array
from ...checking import number as plain_number
from ...flexible import checking as of_flexible
from ...flexible.checking import array as flexible_array
from ...flexible.reduction import natural_shapes
from ...mass import check_moments
from ...multibody.assembly import compiled_index_one, index_one, simulation, starts
from ...multibody.assembly.equations import joined
from ...multibody.assembly.redundancy import dependent_rows
from ...multibody.body import mass_checks
from ...multibody.elements import excitation
from ...multibody.elements.parameter_checks import finite, nonnegative, positive
from ...multibody.number_checks import check_rotation, checked_numbers
from ...multibody.trees import compiled_recursion, guided
from ...multibody.trees.dynamics import TreeDynamics
from ...rotations.arrays import matrix_quaternion, rotation_vector_matrix
from .arrays import Float, Formulas, Recorder, select
from .branches import chosen, joined_branches
from .elements import ELEMENTS
from .linear import concrete, is_recorded
from .number import MODELS, Number
from .refined import constrained

__all__ = ["recording"]

LEFT = (
    "mechanics.drawing", "mechanics.scene", "mechanics.cache", "mechanics.codegen",
    "mechanics.multibody.assembly.redundancy", "mechanics.multibody.assembly.sparsity",
)  # fmt: skip


def _passed(*given: Any, **options: Any) -> None:
    """A check is left out: the present values have passed it."""


def _number(value: Any, what: str, unit: str = "") -> Any:
    return value if isinstance(value, Number) else plain_number(value, what, unit)


def _array(value: Any, what: str, shape: Any = None) -> np.ndarray:
    return np.array(value, dtype=object) if is_recorded(value) else plain_array(value, what, shape)


def _flexible_array(name: str, value: Any, shape: Any) -> np.ndarray:
    return np.array(value, dtype=object) if is_recorded(value) else flexible_array(name, concrete(value), shape)


def _numbers(wanted: str, value: Any, shape: Any, *rest: Any) -> np.ndarray:
    if is_recorded(value):
        return np.array(value, dtype=object)
    return checked_numbers(wanted, concrete(value), shape, *rest)


def _rotation_vector_matrix(vector: Any) -> np.ndarray:
    """E + sin θ/θ ã + (1 − cos θ)/θ² ã ã."""
    if not is_recorded(vector):
        return rotation_vector_matrix(concrete(vector))
    vector = np.asarray(vector)
    if vector.ndim > 1:
        return np.array([_rotation_vector_matrix(part) for part in vector], dtype=object)
    x, y, z = vector
    known = [entry for entry in vector if not (isinstance(entry, float) and entry == 0.0)]
    a = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]], dtype=object)
    if len(known) == 1:  # about an axis: no root, no division
        axis = np.array([[0.0, -(z is known[0]), y is known[0]], [z is known[0], 0.0, -(x is known[0])],
                         [-(y is known[0]), x is known[0], 0.0]], dtype=float)  # fmt: skip
        sine, cosine = Recorder().sin(known[0]), Recorder().cos(known[0])
        return np.eye(3) + np.asarray(sine) * axis + (1.0 - np.asarray(cosine)) * (axis @ axis)
    square = x * x + y * y + z * z
    angle = Recorder().sqrt(square + 1e-300)
    half = Recorder().sin(angle / 2.0)
    return np.eye(3) + a * (Recorder().sin(angle) / angle) + (a @ a) * (2.0 * half * half / (square + 1e-300))


def _matrix_quaternion(A: Any) -> np.ndarray:
    """From the largest of the four components, with q_0 ≥ 0."""
    if not is_recorded(A):
        return matrix_quaternion(concrete(A))
    A = np.asarray(A)
    if A.ndim > 2:
        return np.array([_matrix_quaternion(part) for part in A], dtype=object)
    d, s = np.diag(A), [A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1]]
    squares = [1.0 + d[0] + d[1] + d[2], *(1.0 + 2.0 * d[k] - (d[0] + d[1] + d[2]) for k in range(3))]
    plus = {(k, m): A[k, m] + A[m, k] for k in range(3) for m in range(k)}
    numerators = [
        [squares[0], *s],
        *([s[k], *(squares[k + 1] if m == k else plus[max(k, m), min(k, m)] for m in range(3))] for k in range(3)),
    ]
    found, best = numerators[0], squares[0]
    for square, row in zip(squares[1:], numerators[1:], strict=True):
        larger = best < square
        found, best = [select(larger, a, b) for a, b in zip(row, found, strict=True)], select(larger, square, best)
    root = Recorder().sqrt(best) * 2.0
    sign = select(found[0] < 0.0, -1.0, 1.0)
    return np.array([sign * entry / root for entry in found], dtype=object)


def _natural_shapes(M: Any, K: Any, count: Any = None) -> Any:
    """Of modes that are uncoupled, as those of a clamped beam are."""
    now = [concrete(part) for part in (M, K)]
    apart = [np.abs(part - np.diag(np.diag(part))).max() <= 1e-8 * np.abs(part).max() for part in now]
    if not all(apart) or count is not None:
        raise NotImplementedError("The modes are coupled: natural modes have no formula.")
    masses, stiffness = np.diag(M), np.diag(K)
    order = np.argsort(np.diag(now[1]) / np.diag(now[0]), kind="stable")
    roots = Recorder().sqrt(stiffness / masses)
    shapes = np.zeros(now[0].shape, dtype=object)
    for column, k in enumerate(order):
        shapes[k, column] = 1.0 / Recorder().sqrt(masses[k])
    return roots[order], shapes


def _check_start(system: Any, t: float, x: Any) -> np.ndarray:
    """The rows that are redundant at present."""
    return system.dependent(t, x)


def _dependent_rows(rows: Any) -> np.ndarray:
    return dependent_rows(concrete(rows))


def _consistent(system: Any, x: Any, hold: Any = (), speeds: Any = None, t: float = 0.0) -> np.ndarray:
    """The velocities nearest to the given ones, for places that are consistent already."""
    if np.abs(concrete(system.constraints(t, x).g)).max(initial=0.0) > 1e-9:
        raise NotImplementedError("The places at the start must satisfy the joints: the page cannot close them.")
    named = dict(hold) if isinstance(hold, Mapping) else dict.fromkeys(hold)
    held = starts.Held(system, named, dict(speeds or {}), x)
    state, values, (H, wanted) = system.split(x), system.constraints(t, x), held.velocities(x)
    rows = np.concatenate([H, values.G])
    right = np.concatenate([wanted - H @ state.z.ravel(), -values.g_d])
    kept = np.setdiff1d(np.arange(len(rows)), dependent_rows(concrete(rows @ system.inertias.half)))
    rows, right = rows[kept], right[kept]
    spread = system.inertias.full_inverse @ rows.T
    if len(kept):
        change = spread @ Recorder().linalg.solve(rows @ spread, right)
        state = state._replace(z=state.z + change.reshape(-1, 6))
    return joined(state)


def _tree_rates(motion: Any, t: Any, x: Any) -> np.ndarray:
    """ẋ of one state of a tree, by the recursion that is compiled otherwise."""
    constants = np.array(motion._constants(t), dtype=object)
    rates = np.zeros(len(x), dtype=object)
    compiled_recursion._rates(x, t, constants, rates)
    return rates


def _tree_accelerations(motion: Any, t: Any, x: Any) -> np.ndarray:
    """Angular accelerations in several states."""
    n = motion.tree.n
    return np.array(
        [_tree_rates(motion, *pair)[4 * n :].reshape(n, 3) for pair in zip(t, x, strict=True)], dtype=object
    )


def _piece(pieces: Any, t: Any) -> tuple[Any, ...]:
    """The piece around a time, of all of them."""
    x, v = pieces._knots
    nothing, last = np.zeros(pieces.coefficients[0].shape), len(pieces.times) - 1
    found = pieces.times[last], nothing, x[last], v[last]
    for k in range(last - 1, -2, -1):
        here = (
            (pieces.times[k], pieces.coefficients[k], x[k], v[k]) if k >= 0 else (pieces.times[0], nothing, x[0], v[0])
        )
        found = chosen(t < pieces.times[k + 1], here, found) if isinstance(t, Number) else found
    return found


def _pieces_at(pieces: Any, t: Any) -> tuple[Any, ...]:
    """Position, velocity and acceleration at several times."""
    rows = []
    for time in np.atleast_1d(np.asarray(t, dtype=object)):
        start, coefficients, x, v = pieces.piece(time)
        rows.append(guided._moved(coefficients, x, v, np.array([time - start], dtype=object))[:, 0])
    return tuple(np.array(rows, dtype=object).transpose(1, 0, 2))


OF_MATH = "sqrt sin cos tan asin acos atan atan2 sinh cosh tanh exp log hypot floor ceil degrees isfinite".split()
METHODS: list[tuple[type, str, Any]] = [
    (TreeDynamics, "state_derivative", _tree_rates),
    (TreeDynamics, "rates", _tree_accelerations),
    (TreeDynamics, "runs_compiled", True),
    (guided.Pieces, "piece", _piece),
    (guided.Pieces, "at", _pieces_at),
    *ELEMENTS,
]
INSTEAD: dict[Callable, Callable] = {
    plain_number: _number,
    plain_array: _array,
    flexible_array: _flexible_array,
    checked_numbers: _numbers,
    **{getattr(math, name): getattr(Formulas(), name) for name in OF_MATH},
    compiled_index_one._constrained: constrained,
    index_one._uses_loops: lambda compiled: True,
    natural_shapes: _natural_shapes,
    dependent_rows: _dependent_rows,
    starts.consistent: _consistent,
    simulation.check_start: _check_start,
    rotation_vector_matrix: _rotation_vector_matrix,
    matrix_quaternion: _matrix_quaternion,
    **dict.fromkeys((
        check_rotation, mass_checks.check_tensor, check_moments, of_flexible.check, of_flexible.check_masses,
        of_flexible.check_redundant, finite, nonnegative, positive, excitation._check_derivative,
    ), _passed),
}  # fmt: skip


@contextmanager
def recording() -> Iterator[None]:
    """While it lasts, the modules of the library calculate with recorded numbers."""
    found, other = list(_other_names()), [*_joined_methods(), *METHODS]
    names = [(module, name, module[name]) for module, name, _ in found]
    methods = [(owner, name, vars(owner)[name]) for owner, name, _ in other]
    for module, name, new in found:
        module[name] = new
    for owner, name, new in other:
        setattr(owner, name, new)
    try:
        yield
    finally:
        for module, name, old in names:
            module[name] = old
        for owner, name, old in methods:
            setattr(owner, name, old)


def _modules() -> list[Any]:
    """Those that calculate."""
    loaded = [module for name, module in list(sys.modules.items()) if name.startswith("mechanics.")]
    return [module for module in loaded if not module.__name__.startswith(LEFT)]


def _other_names() -> Iterator[tuple[dict[str, Any], str, Any]]:
    """What stands for something in the modules, with the name that it has there."""
    recorder, formulas = Recorder(), Formulas()
    for module in _modules():
        names = vars(module)
        names.setdefault("float", float)
        for name, value in list(names.items()):
            known = recorder if value is np else formulas if value is math else Float if value is float else None
            new = known or _instead(value, module.__name__)
            if new is not None:
                yield names, name, new


def _instead(value: Any, module: str) -> Any:
    """What stands for a function; for one that numba compiles the function that it was."""
    if not callable(value) or isinstance(value, type) or type(value).__hash__ is None:
        return None
    if value in INSTEAD:
        return INSTEAD[value]
    if isinstance(value, FunctionType):
        decides = value.__module__ == module and module.startswith(MODELS)
        return joined_branches(value) if decides else None
    return getattr(value, "py_func", None)


def _joined_methods() -> Iterator[tuple[type, str, Any]]:
    """The methods of models that decide by the state, with their branches joined."""
    for module in _modules():
        if not module.__name__.startswith(MODELS):
            continue
        for owner in vars(module).values():
            if isinstance(owner, type) and owner.__module__ == module.__name__:
                for name, value in list(vars(owner).items()):
                    if isinstance(value, FunctionType) and name not in ("__init__", "__post_init__"):
                        yield owner, name, joined_branches(value)
