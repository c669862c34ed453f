"""casadi: SX expressions, derivatives by automatic differentiation."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
import sympy as sp

from ..cases import Case, Description

__all__ = ["Model", "accelerations", "derive", "written"]

NAMES = {"sin": ca.sin, "cos": ca.cos, "sqrt": ca.sqrt}


@dataclass
class Model:
    """The neutral description in casadi: positions, angles, loads."""

    q: Any
    v: Any
    p: Any
    bodies: list[tuple[Any, Any, Any, Any]]
    potential: Any
    loads: list[tuple[Any, Any, Any, Any]]


def written(d: Description) -> Model:
    """What a user of casadi would write down."""
    n = len(d.q)
    q, v, p = ca.SX.sym("q", n), ca.SX.sym("v", n), ca.SX.sym("p", len(d.parameters))

    def translated(*expressions: Any) -> Any:
        f = sp.lambdify([d.rates, d.q, d.parameters], list(expressions), modules=[NAMES, "math"])
        return ca.vertcat(*f(ca.vertsplit(v), ca.vertsplit(q), ca.vertsplit(p)))

    return Model(
        q, v, p,
        [(translated(b.mass), translated(*b.position), translated(b.angle), translated(b.inertia)) for b in d.bodies],
        translated(d.potential),
        [(translated(*x.force), translated(*x.point), translated(x.moment), translated(x.angle)) for x in d.loads],
    )  # fmt: skip


def derive(m: Model) -> tuple[Any, Any]:
    """M and the right-hand side from T and V by automatic differentiation."""
    energy = 0
    for mass, position, angle, inertia in m.bodies:
        velocity, omega = ca.jtimes(position, m.q, m.v), ca.jtimes(angle, m.q, m.v)
        energy += mass * ca.dot(velocity, velocity) / 2 + inertia * omega**2 / 2
    momentum = ca.gradient(energy, m.v)
    right = ca.gradient(energy - m.potential, m.q) - ca.jtimes(momentum, m.q, m.v)
    for force, point, moment, angle in m.loads:
        right += ca.jtimes(point, m.q, force, True) + ca.jtimes(angle, m.q, moment, True)
    return ca.jacobian(momentum, m.v), right


def accelerations(case: Case, d: Description, m: Model, equations: tuple[Any, Any]) -> Callable:
    """q̈(q, q̇)."""
    f = ca.Function("accelerations", [m.q, m.v, m.p], [ca.solve(*equations)])
    p = np.array([case.values[x.name] for x in d.parameters])
    return lambda q, v: f(q, v, p)
