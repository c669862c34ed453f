"""From d'Alembert's principle to the Euler–Lagrange equations, on a machine with a driven pivot: (5.57)-(5.69).

Two point masses hang one below the other on rods; the pivot is moved as x = b sin(Ω t). The accelerations come from
Newton's law with the rod forces as unknowns, numerically and without generalized coordinates.
"""

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.lagrange import Body, Force, LagrangianSystem, euler_lagrange
from mechanics.model import Coordinates, Parameters, t
from tests.kinds import names_of

from .compare import assert_close, assert_same, slope

MECHANICAL = names_of(LagrangianSystem)
RNG = np.random.default_rng(57)
Q = Coordinates(alpha=("rad", "upper rod"), beta=("rad", "lower rod"))
ALPHA, BETA = Q.symbols
RATES = [x.diff(t) for x in Q.symbols]
M1, M2, L1, L2, B, OMEGA, G, D = 1.2, 0.7, 0.9, 0.5, 0.3, 2.0, 9.81, 0.4
WEIGHTS = np.array([M1, M1, M2, M2])


def positions(pivot: sp.Expr) -> list[sp.Matrix]:
    l1, l2 = exact(L1), exact(L2)
    p1 = sp.Matrix([pivot + l1 * sp.sin(ALPHA), -l1 * sp.cos(ALPHA)])
    return [p1, p1 + sp.Matrix([l2 * sp.sin(BETA), -l2 * sp.cos(BETA)])]


def exact(number: float) -> sp.Rational:
    return sp.Rational(str(number))


POINTS = positions(exact(B) * sp.sin(exact(OMEGA) * t))
MASSES = (exact(M1), exact(M2))
# applied forces: weight on both, a drag force on the lower mass
APPLIED = [
    sp.Matrix([0, -MASSES[0] * exact(G)]),
    sp.Matrix([0, -MASSES[1] * exact(G)]) - exact(D) * POINTS[1].diff(t),
]
STATES = [(RNG.uniform(-2, 2, 2), RNG.uniform(-3, 3, 2), RNG.uniform(0, 3)) for _ in range(4)]


def at(expression: sp.Basic, q: np.ndarray, q_d: np.ndarray, time: float, q_dd: np.ndarray | None = None) -> np.ndarray:
    """A number for an expression of the machine."""
    values = {x.diff(t, 2): a for x, a in zip(Q.symbols, q_dd if q_dd is not None else (), strict=False)}
    values |= dict(zip(RATES, q_d, strict=True))
    result = sp.sympify(expression).xreplace(values).xreplace(dict(zip(Q.symbols, q, strict=True)) | {t: time})
    return np.array(result.tolist(), dtype=float)[:, 0] if hasattr(result, "tolist") else float(result)


def newton(q: np.ndarray, q_d: np.ndarray, time: float) -> tuple[np.ndarray, np.ndarray]:
    """Accelerations of both masses and applied forces, from a linear system with the rod forces as unknowns."""
    p0 = np.array([B * np.sin(OMEGA * time), 0.0])
    v0, a0 = (
        np.array([B * OMEGA * np.cos(OMEGA * time), 0.0]),
        np.array([-B * OMEGA**2 * np.sin(OMEGA * time), 0.0]),
    )
    p1 = p0 + L1 * np.array([np.sin(q[0]), -np.cos(q[0])])
    p2 = p1 + L2 * np.array([np.sin(q[1]), -np.cos(q[1])])
    v1 = v0 + L1 * q_d[0] * np.array([np.cos(q[0]), np.sin(q[0])])
    v2 = v1 + L2 * q_d[1] * np.array([np.cos(q[1]), np.sin(q[1])])
    r1, r2 = p1 - p0, p2 - p1
    f1, f2 = np.array([0.0, -M1 * G]), np.array([0.0, -M2 * G]) - D * v2
    eye, zero = np.eye(2), np.zeros((2, 2))
    matrix = np.block(
        [
            [M1 * eye, zero, -r1[:, None], r2[:, None]],
            [zero, M2 * eye, np.zeros((2, 1)), -r2[:, None]],
            [r1[None, :], np.zeros((1, 4))],
            [-r2[None, :], r2[None, :], np.zeros((1, 2))],
        ]
    )
    right = [*f1, *f2, r1 @ a0 - (v1 - v0) @ (v1 - v0), -(v2 - v1) @ (v2 - v1)]
    return np.linalg.solve(matrix, right)[:4], np.concatenate([f1, f2])


def numeric_positions(q: np.ndarray, time: float) -> np.ndarray:
    p1 = np.array([B * np.sin(OMEGA * time) + L1 * np.sin(q[0]), -L1 * np.cos(q[0])])
    return np.concatenate([p1, p1 + L2 * np.array([np.sin(q[1]), -np.cos(q[1])])])


def kinetic_energy() -> sp.Expr:
    return sp.Add(*(m * p.diff(t).dot(p.diff(t)) / 2 for m, p in zip(MASSES, POINTS, strict=True)))


def generalized_force(j: int) -> sp.Expr:
    return sp.Add(*(f.dot(p.diff(Q.symbols[j])) for f, p in zip(APPLIED, POINTS, strict=True)))


@pytest.mark.equation("5.57", derivation=True)
@pytest.mark.parametrize("state", STATES)
def test_dalembert_inertia_and_applied_forces_do_no_virtual_work(state):
    q, _, time = state
    acceleration, applied = newton(*state)
    delta_p = slope(lambda x: numeric_positions(x, time), q) @ RNG.normal(size=2)
    work = (WEIGHTS * acceleration - applied) @ delta_p
    assert abs(work) < 1e-8 * np.abs(applied).max(), "(5.57): virtual work of m p_dd - f"


@pytest.mark.equation("5.58")
@pytest.mark.parametrize("state", STATES)
def test_virtual_displacements_by_the_chain_rule_at_fixed_time(state):
    q, q_d, time = state
    delta_q = np.array([1e-6, -2e-6])
    moved = (numeric_positions(q + delta_q, time) - numeric_positions(q - delta_q, time)) / 2
    chain = np.concatenate([at(p.jacobian(Q.symbols) * sp.Matrix(delta_q), *state) for p in POINTS])
    assert_close(moved * 1e6, chain * 1e6, "(5.58)")


@pytest.mark.equation("5.59")
@pytest.mark.parametrize("state", STATES)
def test_dalembert_in_generalized_coordinates(state):
    acceleration, _ = newton(*state)
    for j, x in enumerate(Q.symbols):
        column = np.concatenate([at(p.diff(x), *state) for p in POINTS])
        left, right = (WEIGHTS * acceleration) @ column, at(generalized_force(j), *state)
        assert_close(left, right, f"(5.59): coordinate {x}")


@pytest.mark.equation("5.60")
@pytest.mark.parametrize("name", ["spherical_pendulum", "cart_pendulum"])
def test_generalized_forces_are_virtual_work_by_virtual_displacement(name):
    system = systems.load(name)
    model = system.numeric(**({"d_R": 0.0} if name == "cart_pendulum" else {}))
    u = {next(iter(system.inputs)): 3.7}
    for _ in range(4):
        q = RNG.uniform(0.2, 2.5, 2)
        force = np.array([-3.7 if name == "spherical_pendulum" else 3.7, 0, 0])
        point = system.forces[0].point
        work = force @ slope(lambda x, point=point: model.evaluate(point, x), q)
        assert_close(model.generalized_forces(q, None, u), work, f"(5.60): {name}", 1e-8)


@pytest.mark.equation("5.61")
@pytest.mark.parametrize("j", [0, 1])
def test_product_rule_of_the_inertia_term(j):
    x = Q.symbols[j]
    left = sp.Add(*(m * p.diff(t, 2).dot(p.diff(x)) for m, p in zip(MASSES, POINTS, strict=True)))
    right = sp.Add(
        *(
            (m * p.diff(t).dot(p.diff(x))).diff(t) - m * p.diff(t).dot(p.diff(x).diff(t))
            for m, p in zip(MASSES, POINTS, strict=True)
        )
    )
    assert_same(left, right, "(5.61)")


@pytest.mark.equation("5.62")
@pytest.mark.parametrize("state", STATES)
def test_velocities_by_the_chain_rule_with_explicit_time(state):
    q, q_d, time = state
    measured = slope(lambda s: numeric_positions(q + s[0] * q_d, time + s[0]), np.zeros(1))[:, 0]
    chain = [p.jacobian(Q.symbols) * sp.Matrix(RATES) + explicit_rate(p) for p in POINTS]
    assert_close(np.concatenate([at(v, *state) for v in chain]), measured, "(5.62)", 1e-8)


def explicit_rate(p: sp.Matrix) -> sp.Matrix:
    """∂p/∂t with the coordinates held."""
    held = {x: sp.Symbol(str(x)) for x in Q.symbols}
    return p.xreplace(held).diff(t).xreplace({s: x for x, s in held.items()})


@pytest.mark.equation("5.63")
@pytest.mark.parametrize("j", [0, 1])
def test_both_identities_of_the_dots(j):
    x = Q.symbols[j]
    for p in POINTS:
        v = p.diff(t)
        assert_same(v.diff(x.diff(t)), p.diff(x), "(5.63): ∂v/∂q_d = ∂p/∂q")
        assert_same(p.diff(x).diff(t), v.diff(x), "(5.63): d/dt ∂p/∂q = ∂v/∂q")


@pytest.mark.equation("5.64")
@pytest.mark.parametrize("j", [0, 1])
def test_inertia_terms_from_the_kinetic_energy(j):
    x, T = Q.symbols[j], kinetic_energy()
    left = sp.Add(*(m * p.diff(t, 2).dot(p.diff(x)) for m, p in zip(MASSES, POINTS, strict=True)))
    assert_same(left, T.diff(x.diff(t)).diff(t) - T.diff(x), "(5.64)")


def resting_pivot() -> LagrangianSystem:
    q1, q2 = positions(sp.Integer(0))
    p = Parameters(m1=(M1, "kg", "upper"), m2=(M2, "kg", "lower"), g=(G, "m/s^2", "gravity"))
    return LagrangianSystem(
        coordinates=Q,
        parameters=p,
        bodies=[Body(p.m1, q1), Body(p.m2, q2)],
        gravity=(0, -p.g, 0),
        forces=[Force(-D * q2.diff(t), q2)],
        title="double pendulum",
    )


@pytest.mark.equation("5.65")
@pytest.mark.parametrize("state", STATES)
def test_kinetic_energy_of_points(state):
    q, q_d, _ = state
    model = resting_pivot().numeric()
    v = slope(lambda x: numeric_positions(x, 0.0), q) @ q_d
    assert_close(model.kinetic_energy(q, q_d), (WEIGHTS * v) @ v / 2, "(5.65): T of two points", 1e-8)


@pytest.mark.equation("5.66")
@pytest.mark.parametrize("state", STATES)
def test_the_sum_over_independent_displacements_vanishes(state):
    T, total = kinetic_energy(), 0.0
    q_dd = coordinate_accelerations(*state)
    for j, x in enumerate(Q.symbols):
        row = T.diff(x.diff(t)).diff(t) - T.diff(x) - generalized_force(j)
        total += RNG.normal() * at(row, *state, q_dd)
    assert abs(total) < 1e-9 * M2 * G, "(5.66): sum of the rows times arbitrary displacements"


def coordinate_accelerations(q: np.ndarray, q_d: np.ndarray, time: float) -> np.ndarray:
    """The angles' accelerations that give Newton's accelerations of the masses."""
    acceleration, _ = newton(q, q_d, time)
    J = slope(lambda x: numeric_positions(x, time), q)
    rest = np.concatenate([at(p.diff(t, 2), q, q_d, time, np.zeros(2)) for p in POINTS])
    return np.linalg.lstsq(J, acceleration - rest, rcond=None)[0]


@pytest.mark.equation("5.67")
@pytest.mark.parametrize("state", STATES)
def test_euler_lagrange_gives_newtons_accelerations_with_a_driven_pivot(state):
    equations = euler_lagrange(kinetic_energy(), Q.symbols, [generalized_force(j) for j in (0, 1)])
    q_dd = coordinate_accelerations(*state)
    for equation in equations:
        assert_close(at(equation.lhs, *state, q_dd), at(equation.rhs, *state), "(5.67): euler_lagrange", 1e-8)


@pytest.mark.equation("5.67")
@pytest.mark.parametrize("state", STATES)
def test_the_librarys_system_gives_newtons_accelerations(state):
    q, q_d, _ = state
    model = resting_pivot().numeric()
    q_dd = model.accelerations(q, q_d)
    J = slope(lambda x: numeric_positions(x, 0.0), q)
    curve = slope(lambda s: slope(lambda x: numeric_positions(x, 0.0), q + s[0] * q_d, 1e-4) @ q_d, np.zeros(1), 1e-4)
    expected = newton_at_rest(q, q_d)
    assert_close(J @ q_dd + curve[:, 0], expected, "(5.67): accelerations of both masses against Newton", 1e-6)


def newton_at_rest(q: np.ndarray, q_d: np.ndarray) -> np.ndarray:
    """Newton's accelerations with the pivot at rest: the driven machine where the drive has no amplitude."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(globals(), "B", 0.0)
        return newton(q, q_d, 0.0)[0]


@pytest.mark.equation("5.68")
@pytest.mark.parametrize("name", ["cart_pendulum", "spherical_pendulum"])
def test_forces_split_into_a_potential_and_the_rest(name):
    system = systems.load(name)
    p, u = system.parameters, system.inputs
    if name == "cart_pendulum":
        s, _ = system.coordinates.symbols
        cart, rod = system.bodies[0].pose.p, system.bodies[1].pose.p
        m_S = p.rho_S * p.l_S * p.b_S * p.h_S
        forces = [(sp.Matrix([u.f_e - p.d_R * s.diff(t) - p.c_W * (s - p.s_W0), 0, 0]), cart),
                  (sp.Matrix([0, -m_S * p.g, 0]), rod)]  # fmt: skip
    else:
        forces = [(sp.Matrix([-u.f_ex, -p.m * p.g, 0]), system.bodies[0].pose.p)]
    total = [sp.Add(*(f.dot(r.diff(x)) for f, r in forces)) for x in system.coordinates.symbols]
    ours = [f - system.potential_energy.diff(x) for f, x in zip(
        system.generalized_forces, system.coordinates.symbols, strict=True)]  # fmt: skip
    assert_same(ours, total, f"(5.68): {name}, all forces as f - ∂V/∂q")
    assert_same(system.generalized_forces - system.potential_forces, total, f"(5.68): {name}, as f - g")


@pytest.mark.equation("5.69")
@pytest.mark.parametrize("name", MECHANICAL)
def test_the_lagrange_function_gives_the_equations_of_every_system(name):
    system = systems.load(name)
    by_hand = euler_lagrange(system.lagrangian, system.coordinates.symbols, list(system.generalized_forces))
    for k, (a, b) in enumerate(zip(by_hand, system.equations_of_motion, strict=True)):
        assert_same(b.lhs - b.rhs, a.lhs - a.rhs, f"(5.69): row {k + 1} of {name} against euler_lagrange(L, q)")
