"""From elements to M, C, g and f: Jacobians and Christoffel symbols, in symengine.

Everything here works on symengine expressions in plain symbols: coordinates `q`, rates `v`. A derivation is
linear in the bodies, so M is collected body by body and comes out as the lecture prints it.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import symengine as se
import sympy as sp

from ..bridge import entries, gradient, to_engine
from ..model import ModelError
from ..poses import vector
from ..trigonometry import shortest
from .elements import Body, Damper, Force, Moment, Spring

__all__ = [
    "christoffel",
    "coriolis_matrix",
    "mass_matrix",
    "generalized_forces",
    "potential_energy",
    "velocity_forces",
    "velocity_potential",
]

Expression = Any
Matrix = list[list[Expression]]
ZERO = se.Integer(0)  # one object for all zeros: `is` costs a fiftieth of `!=`


def jacobian(column: Any, q: Sequence[Any]) -> Matrix:
    """J = ∂p/∂q of a sympy column, one row a component (5.71)."""
    return [gradient(x, q) for x in entries(column)]


def mass_matrix(bodies: Sequence[Body], q: Sequence[Any]) -> Matrix:
    """M = Σ m J_vᵀ J_v + J_ωᵀ I J_ω (5.21), each body's part in its shortest trigonometric form."""
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


def _translation(body: Body, q: Sequence[Any]) -> list[tuple[int, int, Expression]]:
    if body.mass == 0:
        return []
    mass = to_engine(body.mass)
    J = jacobian(body.pose.p, q)
    columns = [[row[i] for row in J] for i in range(len(q))]
    return [(i, j, mass * form) for i, j, form in _gram(columns, columns)]


def _rotation(body: Body, q: Sequence[Any]) -> list[tuple[int, int, Expression]]:
    if body.inertia.is_zero_matrix:
        return []
    columns, inertia = angular_jacobian(body.pose.R, tuple(q)), entries(body.inertia)
    weighted = [[_dot(inertia[i : i + 3], column) for i in (0, 3, 6)] for column in columns]
    return _gram(columns, weighted)


def _gram(a: Matrix, b: Matrix) -> list[tuple[int, int, Expression]]:
    """Lower triangle of aᵢ · bⱼ, without zeros."""
    products = ((i, j, _dot(a[i], b[j])) for i in range(len(a)) for j in range(i + 1))
    return [(i, j, shortest(e)) for i, j, e in products if e is not ZERO]


def _dot(a: Sequence[Expression], b: Sequence[Expression]) -> Expression:
    return se.Add(*(x * y for x, y in zip(a, b, strict=True) if x is not ZERO and y is not ZERO))


@lru_cache(maxsize=32)  # bodies, motors and their reactions share frames
def angular_jacobian(R: Any, q: tuple[Any, ...]) -> Matrix:
    """Columns of J_ω in the body frame: the vectors of the skew matrices Rᵀ ∂R/∂qᵢ (4.61), (5.17)."""
    columns = [entries(R)[j::3] for j in range(3)]
    rates = [[gradient(x, q) for x in column] for column in columns]

    def component(a: int, b: int, k: int) -> Expression:
        return shortest(_dot(columns[a], [rate[k] for rate in rates[b]]))

    return [[component(2, 1, k), component(0, 2, k), component(1, 0, k)] for k in range(len(q))]


def christoffel(M: Matrix, q: Sequence[Any], i: int, j: int, k: int) -> Expression:
    """Christoffel symbol of the first kind c_ijk = (∂M_kj/∂qᵢ + ∂M_ki/∂qⱼ − ∂M_ij/∂q_k) / 2 (5.95)."""
    return (M[k][j].diff(q[i]) + M[k][i].diff(q[j]) - M[i][j].diff(q[k])) / 2


def coriolis_matrix(M: Matrix, q: Sequence[Any], v: Sequence[Any]) -> Matrix:
    """C_kj = Σᵢ c_ijk q̇ᵢ (5.97)."""
    n, d = len(q), _slopes(M, q)

    def entry(k: int, j: int) -> Expression:
        terms = [v[i] * x for i in range(n) if (x := d(k, j, i) + d(k, i, j) - d(i, j, k)) is not ZERO]
        return se.expand(se.Add(*terms) / 2) if terms else ZERO

    return [[entry(k, j) for j in range(n)] for k in range(n)]


def velocity_forces(M: Matrix, q: Sequence[Any], v: Sequence[Any]) -> list[Expression]:
    """C q̇ with one term for each pair of rates, Σ_{i ≤ j} (2 − δᵢⱼ) c_ijk q̇ᵢ q̇ⱼ: half the work of the matrix C."""
    n, d = len(q), _slopes(M, q)

    def entry(k: int, i: int, j: int) -> Expression:
        slope = d(k, j, i) + d(k, i, j) - d(i, j, k)
        return se.expand(slope / 2 if i == j else slope) * v[i] * v[j] if slope is not ZERO else ZERO

    return [se.Add(*(entry(k, i, j) for j in range(n) for i in range(j + 1))) for k in range(n)]


def _slopes(M: Matrix, q: Sequence[Any]) -> Callable[[int, int, int], Expression]:
    """The function (a, b, k) -> ∂M_ab/∂q_k."""
    dM = [[gradient(M[i][j], q) for j in range(i + 1)] for i in range(len(q))]
    return lambda a, b, k: dM[max(a, b)][min(a, b)][k]


def potential_energy(
    bodies: Sequence[Body], gravity: Sequence[Any], springs: Sequence[Spring], extra: Any
) -> Expression:
    """V = −Σ m gᵀ p (5.20) + Σ springs + further potentials."""
    g = [to_engine(x) for x in gravity]
    weights = [-to_engine(body.mass) * _dot(g, entries(body.pose.p)) for body in bodies]
    return shortest(se.Add(*weights, to_engine(extra))) + se.Add(*(_spring_energy(spring) for spring in springs))


def _spring_energy(spring: Spring) -> Expression:
    """V = c δ²/2 (5.30), c |δ|²/2 of a point, or the integral of a characteristic."""
    if callable(spring.law):
        return to_engine(spring.energy)
    squares = se.Add(*(deflection**2 for deflection in deflections(spring)))
    return to_engine(spring.law) * (shortest(squares) if is_point(spring) else squares) / 2


def velocity_potential(
    potential: Expression, q: Sequence[Any], v: Sequence[Any]
) -> tuple[Expression, list[Expression]]:
    """Forces f_j = d/dt ∂Ṽ/∂q̇ⱼ − ∂Ṽ/∂qⱼ of the part of Ṽ(q, q̇) that is linear in the rates; (5.74).

    With Ṽ = Σ aᵢ(q) q̇ᵢ they are f_j = Σᵢ (∂aⱼ/∂qᵢ − ∂aᵢ/∂qⱼ) q̇ᵢ: the matrix is skew, they do no work.

    Returns
    -------
    that part of Ṽ, and its generalized forces

    Raises
    ------
    ModelError
        for a potential that is not linear in the rates.
    """
    if potential.free_symbols.isdisjoint(v):
        return ZERO, [ZERO] * len(q)
    a = gradient(potential, v)
    if any(x is not ZERO and x != 0 for row in a for x in gradient(row, v)):
        raise ModelError(
            "A generalized potential is linear in the rates; what is quadratic in them belongs to the kinetic energy: "
            "give the system a body."
        )
    slopes = [gradient(x, q) for x in a]
    forces = [se.Add(*((slopes[j][i] - slopes[i][j]) * v[i] for i in range(len(q)) if i != j)) for j in range(len(q))]
    return se.Add(*(x * rate for x, rate in zip(a, v, strict=True))), forces


def generalized_forces(
    forces: Sequence[Force],
    moments: Sequence[Moment],
    dampers: Sequence[Damper],
    q: Sequence[Any],
    v: Sequence[Any],
) -> list[Expression]:
    """f_np = Σ J_vᵀ f + Σ J_ωᵀ τ − Σ F(δ̇) ∂δ/∂q (5.73)."""
    parts = [*(_of_force(f, q) for f in forces), *(_of_moment(m, q) for m in moments)]
    parts += [_of_damper(damper, q, v) for damper in dampers if not is_point(damper)]
    short = [shortest(se.Add(*(part[i] for part in parts))) for i in range(len(q))]
    points = [_of_point_damper(damper, q, v) for damper in dampers if is_point(damper)]
    return [se.Add(x, *(part[i] for part in points)) for i, x in enumerate(short)]


def _of_damper(damper: Damper, q: Sequence[Any], v: Sequence[Any]) -> list[Expression]:
    """−F(δ̇) ∂δ/∂q."""
    slope = gradient(to_engine(damper.deflection), q)
    force = _braking_force(damper, _dot(slope, v))
    return [-force * x for x in slope]


def _of_point_damper(damper: Damper, q: Sequence[Any], v: Sequence[Any]) -> list[Expression]:
    """−d J_vᵀ J_v q̇ (5.109)."""
    J = jacobian(damper.deflection, q)
    columns = [[row[i] for row in J] for i in range(len(q))]
    D = {(i, j): form for i, j, form in _gram(columns, columns)}
    d = to_engine(damper.law)
    return [-d * _dot([D.get((max(i, j), min(i, j)), ZERO) for j in range(len(q))], v) for i in range(len(q))]


def is_point(element: Spring | Damper) -> bool:
    """Whether it is a point that is held, rather than a single deflection."""
    return isinstance(element.deflection, sp.MatrixBase)


def deflections(element: Spring | Damper) -> tuple[Expression, ...]:
    """δ, or the three components of a point that is braked."""
    return entries(element.deflection) if is_point(element) else (to_engine(element.deflection),)


def _braking_force(damper: Damper, rate: Expression) -> Expression:
    """F(δ̇) with δ̇ = Σ ∂δ/∂qᵢ q̇ᵢ put in."""
    if not callable(damper.law):
        return to_engine(damper.law) * rate
    x = sp.Symbol("rate of the deflection", real=True)
    return to_engine(damper.force(x)).xreplace({se.Symbol(x.name): rate})


def _of_force(force: Force, q: Sequence[Any]) -> list[Expression]:
    """J_vᵀ f, with a reaction (J_v1 − J_v2)ᵀ f."""
    path = force.point if force.reaction is None else vector(force.point) - vector(force.reaction)
    J, f = jacobian(path, q), entries(force.force)
    return [_dot([row[i] for row in J], f) for i in range(len(q))]


def _of_moment(moment: Moment, q: Sequence[Any]) -> list[Expression]:
    total = _power_of_moment(moment.moment, moment.pose.R, q)
    if moment.reaction is None:
        return total
    reaction = _power_of_moment(moment.moment, moment.reaction.R, q)
    return [a - b for a, b in zip(total, reaction, strict=True)]


def _power_of_moment(moment: Any, R: Any, q: Sequence[Any]) -> list[Expression]:
    """J_ωᵀ τ with τ brought into the body frame, where J_ω is shortest."""
    in_body = [_dot(entries(R)[j::3], entries(moment)) for j in range(3)]
    return [shortest(_dot(column, in_body)) for column in angular_jacobian(R, tuple(q))]
