"""sympy.physics.mechanics, and Jacobians by hand: M and the right-hand side of M q̈ = r."""

from collections.abc import Callable
from typing import Any

import numpy as np
import sympy as sp
from sympy.physics.mechanics import KanesMethod, LagrangesMethod, Point, ReferenceFrame, RigidBody, inertia

from ..cases import Description, Load, t

__all__ = [
    "accelerations",
    "batched",
    "by_jacobians",
    "by_kane",
    "by_lagrange",
    "kane",
    "kinetic_energy",
    "rates",
]

Equations = tuple[sp.Matrix, sp.Matrix]


def generalized(loads: list[Load], q: list[Any]) -> sp.Matrix:
    """Σ J_vᵀ f + Σ J_ω τ."""
    total = sp.zeros(len(q), 1)
    for load in loads:
        total += sp.Matrix(load.point).jacobian(q).T * sp.Matrix(load.force)
        total += sp.Matrix([load.angle]).jacobian(q).T * load.moment
    return total


def kinetic_energy(d: Description) -> sp.Expr:
    """T from velocities: Σ m v² / 2 + I ω² / 2."""
    squares = [(b.mass, sum(x.diff(t) ** 2 for x in map(sp.sympify, b.position))) for b in d.bodies]
    return sum(m * v2 / 2 for m, v2 in squares) + sum(
        b.inertia * sp.sympify(b.angle).diff(t) ** 2 / 2 for b in d.bodies
    )


def by_lagrange(d: Description, lagrangian: sp.Expr) -> Equations:
    """`LagrangesMethod` of a given L = T − V."""
    method = LagrangesMethod(lagrangian, d.q)
    method.form_lagranges_equations()
    return method.mass_matrix, method.forcing + generalized(d.loads, d.q)


def by_jacobians(d: Description) -> Equations:
    """M = Σ Jᵀ m J, C from Christoffel symbols, in sympy."""
    q, v = d.q, d.rates
    n = len(q)
    M = sp.zeros(n, n)
    for b in d.bodies:
        J, W = sp.Matrix(b.position).jacobian(q), sp.Matrix([b.angle]).jacobian(q)
        M += b.mass * J.T * J + b.inertia * W.T * W
    dM = [M.diff(x) for x in q]
    right = generalized(d.loads, q) - sp.Matrix([d.potential]).jacobian(q).T
    for k in range(n):
        for i in range(n):
            for j in range(n):
                right[k] -= (dM[i][k, j] + dM[j][k, i] - dM[k][i, j]) * v[i] * v[j] / 2
    return M, right


def kane(d: Description) -> KanesMethod:
    """`KanesMethod` from frames, points and all loads; the equations are not formed yet."""
    N, origin, u = ReferenceFrame("N"), Point("O"), rates(d)
    origin.set_vel(N, 0)
    with_u = dict(zip(d.rates, u, strict=True))

    def vector(components: list[Any]) -> Any:
        return sum((x * axis for x, axis in zip(components, (N.x, N.y, N.z), strict=False)), 0 * N.x)

    def point(name: str, place: tuple[Any, ...]) -> Point:
        components = [sp.sympify(x) for x in place]
        new = origin.locatenew(name, vector(components))
        new.set_vel(N, vector([x.diff(t).subs(with_u) for x in components]))
        return new

    def frame(name: str, angle: Any) -> ReferenceFrame:
        new = N.orientnew(name, "Axis", (angle, N.z))
        new.set_ang_vel(N, sp.sympify(angle).diff(t).subs(with_u) * N.z)
        return new

    bodies = []
    for i, b in enumerate(d.bodies):
        A, P = frame(f"A{i}", b.angle), point(f"P{i}", b.position)
        bodies.append(RigidBody(f"B{i}", P, A, sp.sympify(b.mass), (inertia(A, 0, 0, b.inertia), P)))
    acting = []
    for i, load in enumerate([*d.conservative, *d.loads]):
        force = [sp.sympify(f).subs(with_u) for f in load.force]
        if any(force):
            acting.append((point(f"L{i}", load.point), vector(force)))
        if load.moment != 0:
            acting.append((frame(f"F{i}", load.angle), sp.sympify(load.moment).subs(with_u) * N.z))
    method = KanesMethod(N, d.q, u, kd_eqs=[a - b for a, b in zip(u, d.rates, strict=True)])
    method.given = (bodies, acting)
    return method


def rates(d: Description) -> list[Any]:
    """Kane's generalized speeds, one for each coordinate."""
    return [sp.Function(f"u{i}")(t) for i in range(len(d.q))]


def by_kane(method: KanesMethod) -> Equations:
    """Form the equations."""
    method.kanes_equations(*method.given)
    return method.mass_matrix, method.forcing


def accelerations(d: Description, equations: Equations, values: dict[str, float], cse: bool) -> Callable:
    """q̈(q, q̇) of lists by `lambdify` and `numpy.linalg.solve`."""
    f = sp.lambdify([d.q, d.rates, d.parameters], equations, cse=cse)
    p = [values[x.name] for x in d.parameters]

    def call(q: list[float], v: list[float]) -> np.ndarray:
        M, r = f(q, v, p)
        return np.linalg.solve(M, r)[:, 0]

    return call


def batched(
    d: Description, equations: Equations, values: dict[str, float], q: np.ndarray, v: np.ndarray, cse: bool
) -> Callable[[], np.ndarray]:
    """q̈ of many states: entries by `lambdify` on arrays, one `numpy.linalg.solve` for all."""
    M, r = equations
    f = sp.lambdify([d.q, d.rates, d.parameters], [*M, *r], cse=cse)
    p, n = [values[x.name] for x in d.parameters], len(d.q)

    def call() -> np.ndarray:
        entries = np.empty((n * n + n, len(q)))
        for row, value in zip(entries, f(q.T, v.T, p), strict=True):
            row[:] = value
        matrices, right = entries[: n * n].T.reshape(-1, n, n), entries[n * n :].T
        return np.linalg.solve(matrices, right[..., None])[..., 0]

    return call
