"""From bodies to M and C: Jacobians and Christoffel symbols, in symengine.

Everything here works on expressions of symengine, which differentiates and expands much faster than sympy. Coordinates
`q` and rates `v` are plain symbols, so that a derivative by one of them treats the other as constant. M is a sum over
the bodies: it is collected body by body, so that it comes out as the lecture prints it.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

import symengine as se
import sympy as sp

from ..bridge import entries, gradient, to_engine
from ..trigonometry import shortest
from .elements import Body

__all__ = [
    "TIME",
    "angular_jacobian",
    "christoffel",
    "coriolis_matrix",
    "dot",
    "gram",
    "inertial_forces",
    "jacobian",
    "mass_matrix",
    "moving_forces",
    "velocity_forces",
]

Expression: TypeAlias = se.Expr
Matrix: TypeAlias = list[list[Expression]]
ZERO = se.Integer(0)  # one object for all zeros: `is` costs a fiftieth of `!=`
TIME = se.Symbol("t")
MOST_OPERATIONS = 1000


def jacobian(column: sp.MatrixBase, q: Sequence[se.Symbol]) -> Matrix:
    """Jacobian J = ∂p/∂q; (5.71).

    Parameters
    ----------
    column : Matrix, shape (m, 1)
        p in sympy.
    q : sequence of Symbol, length n
        Coordinates.

    Returns
    -------
    list of list, shape (m, n)
    """
    return [gradient(x, q) for x in entries(column)]


def mass_matrix(bodies: Sequence[Body], q: Sequence[se.Symbol]) -> Matrix:
    """M = Σ m J_vᵀ J_v + J_ωᵀ I J_ω, each body's part in its shortest trigonometric form; (5.21).

    Parameters
    ----------
    bodies : sequence of Body
        In sympy.
    q : sequence of Symbol, length n
        Coordinates.

    Returns
    -------
    list of list, shape (n, n)
    """
    n = len(q)
    parts: list[list[list[Expression]]] = [[[] for _ in range(n)] for _ in range(n)]
    for body in bodies:
        for i, j, entry in [*_translation(body, q), *_rotation(body, q)]:
            parts[i][j].append(entry)
    M = [[ZERO] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            M[i][j] = M[j][i] = se.Add(*parts[i][j]) if parts[i][j] else ZERO
    return M


def _translation(body: Body, q: Sequence[se.Symbol]) -> list[tuple[int, int, Expression]]:
    if body.mass == 0:
        return []
    mass = to_engine(body.mass)
    J = jacobian(body.pose.p, q)
    columns = [[row[i] for row in J] for i in range(len(q))]
    return [(i, j, mass * form) for i, j, form in gram(columns, columns)]


def _rotation(body: Body, q: Sequence[se.Symbol]) -> list[tuple[int, int, Expression]]:
    if body.inertia.is_zero_matrix:
        return []
    columns, inertia = angular_jacobian(body.pose.R, tuple(q)), entries(body.inertia)
    weighted = [[dot(inertia[i : i + 3], column) for i in (0, 3, 6)] for column in columns]
    return gram(columns, weighted)


def gram(a: Matrix, b: Matrix) -> list[tuple[int, int, Expression]]:
    """Lower triangle of aᵢ · bⱼ as (i, j, product), without zeros."""
    products = ((i, j, dot(a[i], b[j])) for i in range(len(a)) for j in range(i + 1))
    return [(i, j, shortest(e)) for i, j, e in products if e is not ZERO]


def dot(a: Sequence[Expression], b: Sequence[Expression]) -> Expression:
    """a · b without products with zero."""
    return se.Add(*(x * y for x, y in zip(a, b, strict=True) if x is not ZERO and y is not ZERO))


@lru_cache(maxsize=32)  # bodies, motors and their reactions share frames
def angular_jacobian(R: sp.MatrixBase, q: tuple[se.Symbol, ...]) -> Matrix:
    """J_ω in the body frame: the vectors of the skew matrices Rᵀ ∂R/∂qᵢ; (4.61), (5.17).

    Parameters
    ----------
    R : Matrix, shape (3, 3)
        Rotation matrix of the body in sympy.
    q : tuple of Symbol, length n
        Coordinates.

    Returns
    -------
    list of list, shape (n, 3)
        The columns of J_ω.
    """
    columns = [entries(R)[j::3] for j in range(3)]
    rates = [[gradient(x, q) for x in column] for column in columns]

    def component(a: int, b: int, k: int) -> Expression:
        return shortest(dot(columns[a], [rate[k] for rate in rates[b]]))

    return [[component(2, 1, k), component(0, 2, k), component(1, 0, k)] for k in range(len(q))]


def christoffel(M: Matrix, q: Sequence[se.Symbol], i: int, j: int, k: int) -> Expression:
    """Christoffel symbol of the first kind c_ijk = (∂M_kj/∂qᵢ + ∂M_ki/∂qⱼ − ∂M_ij/∂q_k) / 2; (5.95).

    Parameters
    ----------
    M : list of list, shape (n, n)
        Mass matrix.
    q : sequence of Symbol, length n
        Coordinates.
    i, j, k : int
        Counted from 0.
    """
    return (M[k][j].diff(q[i]) + M[k][i].diff(q[j]) - M[i][j].diff(q[k])) / 2


def coriolis_matrix(M: Matrix, q: Sequence[se.Symbol], v: Sequence[se.Symbol]) -> Matrix:
    """C_kj = Σᵢ c_ijk q̇ᵢ; (5.97).

    Parameters
    ----------
    M : list of list, shape (n, n)
        Mass matrix.
    q, v : sequence of Symbol, length n
        Coordinates and rates.

    Returns
    -------
    list of list, shape (n, n)
    """
    n, d = len(q), _slopes(M, q)

    def entry(k: int, j: int) -> Expression:
        terms = [v[i] * x for i in range(n) if (x := d(k, j, i) + d(k, i, j) - d(i, j, k)) is not ZERO]
        return _expanded(se.Add(*terms) / 2) if terms else ZERO

    return [[entry(k, j) for j in range(n)] for k in range(n)]


def velocity_forces(M: Matrix, q: Sequence[Expression], v: Sequence[Expression], first: int = 0) -> list[Expression]:
    """C q̇ with one term for each pair of rates, Σ_{i ≤ j} (2 − δᵢⱼ) c_ijk q̇ᵢ q̇ⱼ: half the work of the matrix C.

    Parameters
    ----------
    M : list of list, shape (n, n)
        Mass matrix.
    q, v : sequence of Symbol, length n
        Coordinates and rates.
    first : int
        Only pairs with j from here on, counted from 0.

    Returns
    -------
    list, length n
    """
    n, d = len(q), _slopes(M, q)

    def entry(k: int, i: int, j: int) -> Expression:
        slope = d(k, j, i) + d(k, i, j) - d(i, j, k)
        return _expanded(slope / 2 if i == j else slope) * v[i] * v[j] if slope is not ZERO else ZERO

    return [se.Add(*(entry(k, i, j) for j in range(first, n) for i in range(j + 1))) for k in range(n)]


def inertial_forces(bodies: Sequence[Body], q: Sequence[Expression], v: Sequence[Expression]) -> list[Expression]:
    """The same C q̇ from the bodies, Σ m J_vᵀ J̇_v q̇ + J_ωᵀ (I J̇_ω q̇ + ω × I ω), without derivatives of M.

    Where the entries of M are long, as those of spatial linkages are, their derivatives are longer still; the Jacobians
    are short, and common to all terms. ω, I and J_ω are in the body frame.

    Parameters
    ----------
    bodies : sequence of Body
        In sympy.
    q, v : sequence of Symbol, length n
        Coordinates and rates.

    Returns
    -------
    list, length n
    """
    parts = [_thrust(body, q, v) for body in bodies if body.mass != 0]
    parts += [_gyration(body, q, v) for body in bodies if not body.inertia.is_zero_matrix]
    return [se.Add(*(part[k] for part in parts)) for k in range(len(q))]


def _thrust(body: Body, q: Sequence[Expression], v: Sequence[Expression]) -> list[Expression]:
    """m J_vᵀ J̇_v q̇."""
    J, mass = jacobian(body.pose.p, q), to_engine(body.mass)
    bias = [dot(gradient(dot(row, v), q), v) for row in J]
    return [mass * dot([row[k] for row in J], bias) for k in range(len(q))]


def _gyration(body: Body, q: Sequence[Expression], v: Sequence[Expression]) -> list[Expression]:
    """J_ωᵀ (I J̇_ω q̇ + ω × I ω)."""
    columns, inertia = angular_jacobian(body.pose.R, tuple(q)), entries(body.inertia)
    omega = [dot([column[i] for column in columns], v) for i in range(3)]
    bias = [dot(gradient(x, q), v) for x in omega]
    x, y, z = omega
    a, b, c = (dot(inertia[i : i + 3], omega) for i in (0, 3, 6))
    turned = [y * c - z * b, z * a - x * c, x * b - y * a]
    moment = [dot(inertia[i : i + 3], bias) + turn for i, turn in zip((0, 3, 6), turned, strict=True)]
    return [dot(column, moment) for column in columns]


def moving_forces(
    bodies: Sequence[Body], M: Matrix, q: Sequence[se.Symbol], v: Sequence[se.Symbol]
) -> list[Expression]:
    """C q̇ by `velocity_forces`, or by `inertial_forces` where the derivatives of M would be too long to work with.

    Parameters
    ----------
    bodies : sequence of Body
        In sympy.
    M : list of list, shape (n, n)
        Their mass matrix.
    q, v : sequence of Symbol, length n
        Coordinates and rates.
    """
    if any(se.count_ops(x) > MOST_OPERATIONS for row in M for x in row):
        return inertial_forces(bodies, q, v)
    return velocity_forces(M, q, v)


def _expanded(e: Expression) -> Expression:
    """Terms that cancel are found by expanding; long products of sums would become millions of terms."""
    return se.expand(e) if se.count_ops(e) <= MOST_OPERATIONS else e


def _slopes(M: Matrix, q: Sequence[se.Symbol]) -> Callable[[int, int, int], Expression]:
    """The function (a, b, k) -> ∂M_ab/∂q_k."""
    dM = [[gradient(M[i][j], q) for j in range(i + 1)] for i in range(len(q))]
    return lambda a, b, k: dM[max(a, b)][min(a, b)][k]
