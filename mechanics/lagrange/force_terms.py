"""From springs, dampers, forces and moments to V and f, in symengine."""

from collections.abc import Sequence
from typing import Any

import symengine as se
import sympy as sp

from ..bridge import entries, gradient, to_engine
from ..model import ModelError
from ..poses import vector
from ..trigonometry import shortest
from .derivation import TIME, ZERO, Expression, angular_jacobian, dot, gram, jacobian
from .elements import Body, Damper, Force, Moment, Spring

__all__ = ["deflections", "generalized_forces", "geometry", "potential_energy", "velocity_potential"]


def potential_energy(
    bodies: Sequence[Body], gravity: Sequence[sp.Expr], springs: Sequence[Spring], extra: Expression
) -> Expression:
    """V = −Σ m gᵀ p + Σ springs + further potentials; (5.20).

    Parameters
    ----------
    bodies : sequence of Body
        In sympy.
    gravity : sequence of Expr, length 3
        Gravitational acceleration g in the inertial frame, m/s².
    springs : sequence of Spring
        In sympy.
    extra : Expr
        Further potentials, J.
    """
    g = [to_engine(x) for x in gravity]
    weights = [-to_engine(body.mass) * dot(g, entries(body.pose.p)) for body in bodies]
    return shortest(se.Add(*weights, to_engine(extra))) + se.Add(*(_spring_energy(spring) for spring in springs))


def _spring_energy(spring: Spring) -> Expression:
    """V = c δ²/2 (5.30), c |δ|²/2 of a point, or the integral of a characteristic."""
    if callable(spring.law):
        return to_engine(spring.energy)
    squares = se.Add(*(deflection**2 for deflection in deflections(spring)))
    return to_engine(spring.law) * (shortest(squares) if is_point(spring) else squares) / 2


def velocity_potential(
    potential: Expression, q: Sequence[se.Symbol], v: Sequence[se.Symbol]
) -> tuple[Expression, list[Expression]]:
    """Forces f_j = d/dt ∂Ṽ/∂q̇ⱼ − ∂Ṽ/∂qⱼ of the part of Ṽ(q, q̇) that is linear in the rates; (5.74).

    With Ṽ = Σ aᵢ(q, t) q̇ᵢ they are f_j = Σᵢ (∂aⱼ/∂qᵢ − ∂aᵢ/∂qⱼ) q̇ᵢ + ∂aⱼ/∂t: the matrix is skew, so that only the
    last term does work.

    Parameters
    ----------
    potential : Expr
        Ṽ in symengine, J.
    q, v : sequence of Symbol, length n
        Coordinates and rates.

    Returns
    -------
    part : Expr
        What is linear in the rates.
    forces : list, length n
        Its generalized forces.

    Raises
    ------
    ModelError
        For a potential that is not linear in the rates.
    """
    if potential.free_symbols.isdisjoint(v):
        return ZERO, [ZERO] * len(q)
    a = gradient(potential, v)
    if any(x is not ZERO and x != 0 for row in a for x in gradient(row, v)):
        raise ModelError(
            f"A generalized potential must be linear in the rates; got {potential}. What is quadratic in them belongs "
            "to the kinetic energy: give the system a body."
        )
    slopes = [gradient(x, q) for x in a]
    n, changes = len(q), [gradient(x, [TIME])[0] for x in a]
    forces = [se.Add(changes[j], *((slopes[j][i] - slopes[i][j]) * v[i] for i in range(n) if i != j)) for j in range(n)]
    return se.Add(*(x * rate for x, rate in zip(a, v, strict=True))), forces


def generalized_forces(
    forces: Sequence[Force],
    moments: Sequence[Moment],
    dampers: Sequence[Damper],
    q: Sequence[se.Symbol],
    v: Sequence[se.Symbol],
) -> list[Expression]:
    """f_np = Σ J_vᵀ f + Σ J_ωᵀ τ − Σ F(δ̇) ∂δ/∂q; (5.73).

    Parameters
    ----------
    forces, moments, dampers : sequence of Force, Moment and Damper
        In sympy.
    q, v : sequence of Symbol, length n
        Coordinates and rates.

    Returns
    -------
    list, length n
    """
    parts = [*(_of_force(f, q) for f in forces), *(_of_moment(m, q) for m in moments)]
    parts += [_of_damper(damper, q, v) for damper in dampers if not is_point(damper)]
    short = [shortest(se.Add(*(part[i] for part in parts))) for i in range(len(q))]
    points = [_of_point_damper(damper, q, v) for damper in dampers if is_point(damper)]
    return [se.Add(x, *(part[i] for part in points)) for i, x in enumerate(short)]


def _of_damper(damper: Damper, q: Sequence[se.Symbol], v: Sequence[se.Symbol]) -> list[Expression]:
    """−F(δ̇) ∂δ/∂q."""
    slope = gradient(to_engine(damper.deflection), q)
    force = _braking_force(damper, dot(slope, v))
    return [-force * x for x in slope]


def _of_point_damper(damper: Damper, q: Sequence[se.Symbol], v: Sequence[se.Symbol]) -> list[Expression]:
    """−d J_vᵀ J_v q̇ (5.109)."""
    J = jacobian(damper.deflection, q)
    columns = [[row[i] for row in J] for i in range(len(q))]
    D = {(i, j): form for i, j, form in gram(columns, columns)}
    d = to_engine(damper.law)
    return [-d * dot([D.get((max(i, j), min(i, j)), ZERO) for j in range(len(q))], v) for i in range(len(q))]


def is_point(element: Spring | Damper) -> bool:
    """Whether it is a point that is held, rather than a single deflection."""
    return isinstance(element.deflection, sp.MatrixBase)


def deflections(element: Spring | Damper) -> tuple[Expression, ...]:
    """δ, or the three components of a point that is braked."""
    return entries(element.deflection) if is_point(element) else (to_engine(element.deflection),)


def _braking_force(damper: Damper, rate: Expression) -> Expression:
    """F(δ̇) with δ̇ = Σ ∂δ/∂qᵢ q̇ᵢ substituted."""
    if not callable(damper.law):
        return to_engine(damper.law) * rate
    x = sp.Symbol("rate of the deflection", real=True)
    return to_engine(damper.force(x)).xreplace({se.Symbol(x.name): rate})


def _of_force(force: Force, q: Sequence[se.Symbol]) -> list[Expression]:
    """J_vᵀ f, with a reaction (J_v1 − J_v2)ᵀ f."""
    path = force.point if force.reaction is None else vector(force.point) - vector(force.reaction)
    J, f = jacobian(path, q), entries(force.force)
    return [dot([row[i] for row in J], f) for i in range(len(q))]


def _of_moment(moment: Moment, q: Sequence[se.Symbol]) -> list[Expression]:
    total = _power_of_moment(moment.moment, moment.pose.R, q)
    if moment.reaction is None:
        return total
    reaction = _power_of_moment(moment.moment, moment.reaction.R, q)
    return [a - b for a, b in zip(total, reaction, strict=True)]


def _power_of_moment(moment: Any, R: Any, q: Sequence[se.Symbol]) -> list[Expression]:
    """J_ωᵀ τ with τ brought into the body frame, where J_ω is shortest."""
    in_body = [dot(entries(R)[j::3], entries(moment)) for j in range(3)]
    return [shortest(dot(column, in_body)) for column in angular_jacobian(R, tuple(q))]


def geometry(bodies: Sequence[Body], springs: Sequence[Spring], dampers: Sequence[Damper]) -> list[Any]:
    """Every position, rotation and deflection: what must be a function of q alone.

    Parameters
    ----------
    bodies, springs, dampers : sequence of Body, Spring, Damper
        In sympy.

    Returns
    -------
    list of Expr
        In this order.
    """
    poses = [x for body in bodies for matrix in (body.pose.p, body.pose.R) for x in entries(matrix)]
    return poses + [e for group in (springs, dampers) for element in group for e in deflections(element)]
