"""Aufgabe A.11, the planar robot: (A.108)-(A.123)."""

import numpy as np
import pytest
import sympy as sp
from sympy import Matrix, Rational, cos, sin

from mechanics import systems
from mechanics.lagrange import euler_lagrange
from mechanics.model import t

from .compare import assert_close, assert_same

SYSTEM = systems.load("planar_robot")
ITEM = "planar_robot"
q1, q2, q3 = Q = SYSTEM.coordinates.symbols
w1, w2, w3 = W = [q.diff(t) for q in Q]
l1, l2, l3, m1, m2, m3, I1, I2, I3, h, g = SYSTEM.parameters.symbols
f_ex = SYSTEM.inputs.f_ex
BODIES = SYSTEM.bodies
POSITIONS = [  # (A.113)
    Matrix([l1 / 6 * cos(q1), h + l1 / 6 * sin(q1), 0]),
    Matrix([2 * l1 / 3 * cos(q1) + l2 / 2 * cos(q2), h + 2 * l1 / 3 * sin(q1) + l2 / 2 * sin(q2), 0]),
    Matrix([-l1 / 3 * cos(q1) - l3 / 2 * cos(q3), h - l1 / 3 * sin(q1) - l3 / 2 * sin(q3), 0]),
]
SQUARES = [  # (A.115)
    (l1 / 6) ** 2 * w1**2,
    (2 * l1 / 3) ** 2 * w1**2 + (l2 / 2) ** 2 * w2**2 + Rational(2, 3) * l1 * l2 * cos(q1 - q2) * w1 * w2,
    (l1 / 3) ** 2 * w1**2 + (l3 / 2) ** 2 * w3**2 + Rational(1, 3) * l1 * l3 * cos(q1 - q3) * w1 * w3,
]
M = Matrix([
    [l1**2 / 36 * (m1 + 16 * m2 + 4 * m3) + I1, l1 * l2 / 3 * m2 * cos(q1 - q2), l1 * l3 / 6 * m3 * cos(q1 - q3)],
    [l1 * l2 / 3 * m2 * cos(q1 - q2), l2**2 / 4 * m2 + I2, 0],
    [l1 * l3 / 6 * m3 * cos(q1 - q3), 0, l3**2 / 4 * m3 + I3],
])  # fmt: skip
FIRST_ROW = [0, l1 * l2 / 3 * m2 * sin(q1 - q2) * w2, l1 * l3 / 6 * m3 * sin(q1 - q3) * w3]
C = Matrix([FIRST_ROW, [-l1 * l2 / 3 * m2 * sin(q1 - q2) * w1, 0, 0], [-l1 * l3 / 6 * m3 * sin(q1 - q3) * w1, 0, 0]])
# as the lecture prints it: the rates of the outer segments in the first column
C_PRINTED = Matrix(
    [FIRST_ROW, [-l1 * l2 / 3 * m2 * sin(q1 - q2) * w2, 0, 0], [-l1 * l3 / 6 * m3 * sin(q1 - q3) * w3, 0, 0]]
)
G = Matrix([
    (l1 / 6 * m1 + 2 * l1 / 3 * m2 - l1 / 3 * m3) * g * cos(q1),
    l2 / 2 * m2 * g * cos(q2),
    -l3 / 2 * m3 * g * cos(q3),
])  # fmt: skip
FORCE = Matrix([-2 * l1 / 3 * sin(q1) * f_ex, -l2 * sin(q2) * f_ex, 0])


@pytest.mark.equation("A.108", "A.121", exercised=True)
def test_absolute_angles_are_the_coordinates():
    assert list(SYSTEM.coordinates) == ["q1", "q2", "q3"], f"(A.108): coordinates of {ITEM}"
    equations = euler_lagrange(SYSTEM.lagrangian, Q, SYSTEM.generalized_forces)
    for equation, ours in zip(equations, SYSTEM.equations_of_motion, strict=True):
        assert_same(equation.lhs - equation.rhs, ours.lhs - ours.rhs, f"(A.121): Euler-Lagrange of {ITEM}")


@pytest.mark.equation("A.109")
def test_relative_angles_describe_the_same_motion():
    """With q = T p the matrices are T' M T and T' C T: the accelerations of the segments are the same."""
    p1, p2, p3 = P = [sp.Function(f"p{k}")(t) for k in (1, 2, 3)]
    absolute = {q1: p1, q2: p2 + p1, q3: p3 + p1}
    equations = euler_lagrange(SYSTEM.lagrangian.subs(absolute).doit(), P, [0, 0, 0])
    rng = np.random.default_rng(3)
    T = np.array([[1, 0, 0], [1, 1, 0], [1, 0, 1]])
    model = SYSTEM.numeric()
    for _ in range(3):
        p, p_d = rng.uniform(-2, 2, (2, 3))
        values = {SYSTEM.symbols[name]: x for name, x in model.parameters.items()}
        a = sp.symbols("a:3")
        state = dict(zip([x.diff(t, 2) for x in P], a, strict=True)) | dict(
            zip([x.diff(t) for x in P], p_d, strict=True)
        )
        rows = [(e.lhs - e.rhs).subs(state).subs(dict(zip(P, p, strict=True))).subs(values) for e in equations]
        solution = sp.solve(rows, a)
        relative = np.array([float(solution[x]) for x in a])
        assert_close(model.accelerations(T @ p, T @ p_d), T @ relative, f"(A.109): accelerations of {ITEM}")


@pytest.mark.equation("A.110", "A.111", "A.112", exercised=True)
def test_kinetic_energy_is_the_sum_over_the_segments():
    total = sum(
        body.mass * body.pose.p.diff(t).dot(body.pose.p.diff(t)) / 2 + inertia * w**2 / 2
        for body, inertia, w in zip(BODIES, (I1, I2, I3), W, strict=True)
    )
    assert_same(SYSTEM.kinetic_energy, total, f"(A.110): T of {ITEM}")


@pytest.mark.equation("A.113a", "A.113b", "A.113c", exercised=True)
def test_mass_centres():
    for body, p in zip(BODIES, POSITIONS, strict=True):
        assert_same(body.pose.p, p, f"(A.113): mass centre of {body.name}")


@pytest.mark.equation("A.114a", "A.114b", "A.114c")
def test_velocities_of_the_mass_centres():
    printed = [
        l1 / 6 * w1 * Matrix([-sin(q1), cos(q1), 0]),
        2 * l1 / 3 * w1 * Matrix([-sin(q1), cos(q1), 0]) + l2 / 2 * w2 * Matrix([-sin(q2), cos(q2), 0]),
        l1 / 3 * w1 * Matrix([sin(q1), -cos(q1), 0]) + l3 / 2 * w3 * Matrix([sin(q3), -cos(q3), 0]),
    ]
    for body, v in zip(BODIES, printed, strict=True):
        assert_same(body.pose.p.diff(t), v, f"(A.114): velocity of {body.name}")


@pytest.mark.equation("A.115a", "A.115b", "A.115c")
def test_squares_of_the_velocities():
    for body, square in zip(BODIES, SQUARES, strict=True):
        v = body.pose.p.diff(t)
        assert_same(v.dot(v), square, f"(A.115): squared speed of {body.name}")


@pytest.mark.equation("A.116")
def test_kinetic_energy():
    T = (
        (m1 * (l1 / 6) ** 2 + m2 * (2 * l1 / 3) ** 2 + m3 * (l1 / 3) ** 2 + I1) * w1**2 / 2
        + (m2 * (l2 / 2) ** 2 + I2) * w2**2 / 2
        + (m3 * (l3 / 2) ** 2 + I3) * w3**2 / 2
        + m2 * l1 * l2 * cos(q1 - q2) * w1 * w2 / 3
        + m3 * l1 * l3 * cos(q1 - q3) * w1 * w3 / 6
    )
    assert_same(SYSTEM.kinetic_energy, T, f"(A.116): T of {ITEM}")


@pytest.mark.equation("A.117")
def test_potential_energy():
    V = sum(m * g * p[1] for m, p in zip((m1, m2, m3), POSITIONS, strict=True))
    assert_same(SYSTEM.potential_energy, V, f"(A.117): V of {ITEM} with its zero at y = 0")


@pytest.mark.equation("A.118", "A.119", exercised=True)
def test_point_that_the_force_acts_on():
    p_e = SYSTEM.outputs["p_e"]
    assert_same(
        p_e,
        Matrix([2 * l1 / 3 * cos(q1) + l2 * cos(q2), h + 2 * l1 / 3 * sin(q1) + l2 * sin(q2)]),
        f"(A.119): free end of segment 2 of {ITEM}",
    )
    assert_same(p_e.jacobian(Q).T * Matrix([f_ex, 0]), SYSTEM.generalized_forces, f"(A.118): J' f of {ITEM}")


@pytest.mark.equation("A.120")
def test_generalized_force_has_a_minus_sign():
    """Power of the force by differences of the position: f_ex dx_e/dt = q_d' f_q."""
    assert_same(SYSTEM.generalized_forces, FORCE, f"(A.120): generalized force of {ITEM}")
    model, step = SYSTEM.numeric(), 1e-6
    q, q_d = np.array([0.4, 0.9, 2.0]), np.array([1.0, -2.0, 0.5])
    x_d = (model.output("x_e", q + step * q_d) - model.output("x_e", q - step * q_d)) / (2 * step)
    assert q_d @ model.generalized_forces(q, q_d, {"f_ex": 3.0}) == pytest.approx(3.0 * x_d, rel=1e-7)


@pytest.mark.equation("A.122", "A.123a", "A.123c")
def test_matrix_form():
    assert_same(SYSTEM.mass_matrix, M, f"(A.123a): M of {ITEM}")
    assert_same(SYSTEM.potential_forces, G, f"(A.123c): g of {ITEM}")
    printed = M * Matrix(Q).diff(t, 2) + C * Matrix(W) + G - FORCE
    equations = euler_lagrange(SYSTEM.lagrangian, Q, FORCE)
    assert_same(Matrix([e.lhs - e.rhs for e in equations]), printed, f"(A.122): equations of motion of {ITEM}")


@pytest.mark.equation("A.123b")
def test_coriolis_matrix():
    assert_same(SYSTEM.coriolis_matrix, C, f"(A.123b): C of {ITEM}")
    skew = M.diff(t) - 2 * C
    assert_same(skew + skew.T, sp.zeros(3, 3), "(A.123b): M_d - 2 C is skew-symmetric")


def test_printed_coriolis_matrix_is_a_misprint():
    """The print has q2_d and q3_d in the first column; then M_d - 2 C is not skew, and free motion gains energy."""
    skew = M.diff(t) - 2 * C_PRINTED
    assert sp.simplify(skew + skew.T) != sp.zeros(3, 3)
    drift = {name: _energy_gain(matrix) for name, matrix in (("printed", C_PRINTED), ("repaired", C))}
    assert abs(drift["repaired"]) < 1e-9, "with q1_d the energy of the free robot stays"
    assert abs(drift["printed"]) > 0.01, "with q2_d and q3_d the energy of the free robot would change"


def _energy_gain(matrix: Matrix) -> float:
    """Part of the energy that the free robot (no gravity) gains in 5 s with a given C."""
    from scipy.integrate import solve_ivp

    plain = sp.symbols("a:3 b:3")
    rename = dict(zip([*W, *Q], [*plain[3:], *plain[:3]], strict=True))
    numbers = {SYSTEM.symbols[name]: x for name, x in SYSTEM.parameters.defaults.items()}
    function = sp.lambdify(plain, [e.xreplace(numbers).xreplace(rename) for e in (M, matrix)])

    def rates(_, x):
        mass, coriolis = function(*x)
        return [*x[3:], *np.linalg.solve(mass, -coriolis @ x[3:])]

    x = solve_ivp(rates, (0, 5), [0.4, 0.9, 2.0, 1.0, -1.5, 2.0], rtol=1e-11, atol=1e-11).y
    energy = [x[3:, k] @ function(*x[:, k])[0] @ x[3:, k] / 2 for k in (0, -1)]
    return energy[1] / energy[0] - 1
