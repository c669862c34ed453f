"""Constraints, generalized coordinates, constraint forces and virtual work: (5.43)-(5.56)."""

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.lagrange import Body, Force, LagrangianSystem
from mechanics.model import Coordinates, Inputs, Parameters, t

from .compare import assert_close, assert_same, slope

RNG = np.random.default_rng(52)
SPHERICAL = systems.load("spherical_pendulum")
MODEL = SPHERICAL.numeric(m=0.7, l=1.3)
STATES = [(RNG.uniform(0.3, 2.8, 2), RNG.uniform(-3, 3, 2), {"f_ex": RNG.uniform(-5, 5)}) for _ in range(5)]
POSITION = SPHERICAL.bodies[0].pose.p


def position(q: np.ndarray) -> np.ndarray:
    return MODEL.evaluate(POSITION, q)


def free_particle() -> LagrangianSystem:
    q = Coordinates(p_x=("m", "x"), p_y=("m", "y"), p_z=("m", "z"))
    p = Parameters(m=(2.0, "kg", "mass"))
    u = Inputs(f_x=("N", "x"), f_y=("N", "y"), f_z=("N", "z"))
    mass = Body(p.m, q.symbols)
    return LagrangianSystem(
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[mass],
        forces=[Force(u.symbols, mass.pose.p)],
        title="free mass",
    )


def multiplier_force(q: np.ndarray, q_d: np.ndarray, u: dict[str, float]) -> tuple[np.ndarray, np.ndarray]:
    """Acceleration and constraint force of the mass from Newton's law with a multiplier: no generalized coordinates.

    m a = f + λ p and p · a = -v · v, the constraint |p|² = l² differentiated twice; four linear equations.
    """
    m, g = MODEL.parameters["m"], MODEL.parameters["g"]
    p, v = position(q), slope(position, q) @ q_d
    matrix = np.block([[m * np.eye(3), -p[:, None]], [p[None, :], np.zeros((1, 1))]])
    solution = np.linalg.solve(matrix, [-u["f_ex"], -m * g, 0.0, -v @ v])
    return solution[:3], solution[3] * p


@pytest.mark.equation("5.43")
def test_a_free_mass_follows_newtons_second_law():
    system = free_particle()
    f = {"f_x": 1.0, "f_y": -3.0, "f_z": 0.5}
    assert_close(2.0 * system.numeric().accelerations([1, 2, 3], [4, 5, 6], f), list(f.values()), "(5.43)")


@pytest.mark.equation("5.44")
def test_the_mass_of_the_spherical_pendulum_stays_on_the_sphere():
    run = MODEL.simulate([0.6, 0.2], [0.5, 2.0], 5.0)
    p = MODEL.evaluate(POSITION, run.q)
    assert_close((p**2).sum(axis=1), np.full(len(run.t), 1.3**2), "(5.44): |p|² along a motion")


@pytest.mark.equation("5.45", exercised=True)
def test_the_inclined_plane_is_a_holonomic_constraint():
    q = Coordinates(p_x=("m", "horizontal position"))
    p = Parameters(m=(1.0, "kg", "mass"), a=(1.5, "m", "height"), b=(2.0, "m", "base"), g=(9.81, "m/s^2", "gravity"))
    height = p.a * (1 - q.p_x / p.b)
    system = LagrangianSystem(
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m, (q.p_x, height))],
        gravity=(0, -p.g, 0),
        title="inclined plane",
    )
    model = system.numeric()
    run = model.simulate([0.0], [0.0], 1.0)
    x, y = model.evaluate([q.p_x, height], run.q).T
    assert_close(y - 1.5 * (1 - x / 2.0), np.zeros(len(x)), "(5.45): the mass leaves the plane")
    downhill = 9.81 * 1.5 / np.hypot(1.5, 2.0)  # g sin(alpha) along the plane
    assert_close(model.accelerations([0.3])[0] * np.hypot(1.5, 2.0) / 2.0, downhill, "(5.45): acceleration downhill")


@pytest.mark.equation("5.46", exercised=True)
def test_a_mass_in_a_hollow_sphere_keeps_its_inequality_until_the_wall():
    system, a = free_particle(), 2.0
    x, y, z = system.coordinates.symbols
    run = system.numeric().simulate([0, 0, 0], [1.0, 2.0, 2.0], 0.9, events={"wall": a**2 - x**2 - y**2 - z**2})
    assert_close(run.events["wall"], [a / 3.0], "(5.46): speed 3 m/s reaches the wall of radius 2 m")
    inside = a**2 - (run.q**2).sum(axis=1) >= 0
    assert (inside == (run.t <= a / 3.0)).all(), "(5.46): the inequality must hold exactly until the wall"


@pytest.mark.equation("5.47")
def test_rolling_in_the_plane_is_not_integrable_and_rolling_on_a_beam_is():
    x, y, theta, psi, radius = sp.symbols("x y theta psi R", positive=True)
    roll = sp.Matrix([radius * sp.cos(theta), radius * sp.sin(theta), 0, 1])  # x_d, y_d, theta_d, psi_d
    turn = sp.Matrix([0, 0, 1, 0])
    at = sp.Matrix([x, y, theta, psi])

    def bracket(a: sp.Matrix, b: sp.Matrix) -> sp.Matrix:
        return b.jacobian(at) * a - a.jacobian(at) * b

    sideways = bracket(turn, roll)
    reached = (
        sp.Matrix.hstack(roll, turn, sideways, bracket(turn, sideways))
        .subs({theta: sp.Rational(1, 3), radius: 2})
        .rank()
    )
    assert reached == 4, "(5.47): a rolling disc reaches all four dimensions, so its constraint is no f(p) = 0"
    ball = systems.load("ball_on_beam")
    ((phi2, expression),) = ball.constraints.items()  # the one-dimensional case integrates to r + r_K phi2 = 0
    assert_same(expression * ball.parameters.r_K, -ball.coordinates.r, "(5.47): integrated rolling condition")


def pendulum_chain(q: np.ndarray) -> np.ndarray:
    """Two point masses on rods of 1 m and 0.6 m in the x-y plane."""
    a, b = q
    p1 = np.array([np.sin(a), -np.cos(a), 0.0])
    return np.concatenate([p1, p1 + 0.6 * np.array([np.sin(b), -np.cos(b), 0.0])])


def chain_constraints(p: np.ndarray) -> np.ndarray:
    p1, p2 = p[:3], p[3:]
    return np.array([p1 @ p1 - 1.0, (p2 - p1) @ (p2 - p1) - 0.36, p1[2], p2[2]])


@pytest.mark.equation("5.48", "5.49", derivation=True)
def test_constraints_and_generalized_coordinates_count_up_to_three_n():
    q = RNG.uniform(-2, 2, 2)
    p = pendulum_chain(q)
    assert_close(chain_constraints(p), np.zeros(4), "(5.49): positions from q violate a constraint")
    G, J = slope(chain_constraints, p), slope(pendulum_chain, q)
    rank, n = np.linalg.matrix_rank(G, tol=1e-6), np.linalg.matrix_rank(J, tol=1e-6)
    assert (rank, n, rank + n) == (4, 2, 3 * 2), f"(5.48): {rank} constraints, {n} degrees of freedom, 2 masses"
    assert_close(G @ J, np.zeros((4, 2)), "(5.48): motion along q violates a constraint", 1e-7)


@pytest.mark.equation("5.50")
@pytest.mark.parametrize("q, q_d, u", STATES)
def test_newtons_law_with_applied_and_constraint_force(q, q_d, u):
    acceleration, f_z = multiplier_force(q, q_d, u)
    p_dd = MODEL.evaluate(POSITION.diff(t, 2), q, q_d, u)
    assert_close(p_dd, acceleration, "(5.50): acceleration of the mass against Newton with a multiplier", 1e-7)
    m, g = MODEL.parameters["m"], MODEL.parameters["g"]
    f_e = np.array([-u["f_ex"], -m * g, 0.0])
    assert_close(MODEL.output("f_z", q, q_d, u), m * p_dd - f_e, "(5.50): constraint force", 1e-7)


@pytest.mark.equation("5.51")
@pytest.mark.parametrize("q, q_d, u", STATES)
def test_a_displaced_pendulum_keeps_its_length(q, q_d, u):
    displaced = position(q + 0.3 * q_d)
    assert_close(displaced @ displaced, 1.3**2, "(5.51): the right side is l², not 0")


@pytest.mark.equation("5.52")
def test_a_virtual_displacement_is_perpendicular_to_the_rod():
    delta_q = sp.symbols("delta_theta delta_phi", real=True)
    q = SPHERICAL.coordinates.symbols
    delta_p = sum((POSITION.diff(x) * d for x, d in zip(q, delta_q, strict=True)), sp.zeros(3, 1))
    assert_same(POSITION.dot(delta_p), 0, "(5.52)")
    p, d = sp.Matrix(sp.symbols("p_x p_y p_z", real=True)), sp.Matrix(sp.symbols("d_x d_y d_z", real=True))
    epsilon = sp.Symbol("epsilon")
    first_order = ((p + epsilon * d).dot(p + epsilon * d)).expand().coeff(epsilon, 1)
    assert_same(first_order, 2 * p.dot(d), "(5.52) follows from (5.51) without the terms of second order")


@pytest.mark.equation("5.53")
@pytest.mark.parametrize("q, q_d, u", STATES)
def test_the_constraint_force_does_no_virtual_work(q, q_d, u):
    force, delta_p = MODEL.output("f_z", q, q_d, u), slope(position, q) @ RNG.normal(size=2)
    assert abs(force @ delta_p) < 1e-8 * np.linalg.norm(force), "(5.53): virtual work of the constraint force"


@pytest.mark.equation("5.54")
@pytest.mark.parametrize("q, q_d, u", STATES)
def test_virtual_work_of_the_multiplier_force_is_zero_and_it_is_the_librarys_force(q, q_d, u):
    _, force = multiplier_force(q, q_d, u)
    assert abs(force @ slope(position, q) @ [0.7, -0.4]) < 1e-8 * np.linalg.norm(force), "(5.54)"
    assert_close(MODEL.output("f_z", q, q_d, u), force, "(5.54): force in the rod against the multiplier", 1e-7)


@pytest.mark.equation("5.55", derivation=True)
def test_eliminating_one_displacement_leaves_two_independent_ones():
    p_x, p_y, p_z, f_x, f_y, f_z, d_x, d_y, d_z = sp.symbols("p_x p_y p_z f_x f_y f_z d_x d_y d_z", real=True)
    (eliminated,) = sp.solve(p_x * d_x + p_y * d_y + p_z * d_z, d_z)
    work = (f_x * d_x + f_y * d_y + f_z * d_z).subs(d_z, eliminated)
    printed = (f_x - f_z * p_x / p_z) * d_x + (f_y - f_z * p_y / p_z) * d_y
    assert_same(work, printed, "(5.55)")


@pytest.mark.equation("5.56")
@pytest.mark.parametrize("q, q_d, u", STATES)
def test_the_constraint_force_points_along_the_rod(q, q_d, u):
    f, p = MODEL.output("f_z", q, q_d, u), position(q)
    assert_close(f[:2], f[2] * p[:2] / p[2], "(5.56): the constraint force is not parallel to the rod", 1e-7)
