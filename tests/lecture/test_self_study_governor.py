"""Aufgabe A.7, the centrifugal governor: (A.59)-(A.69)."""

import numpy as np
import pytest
from scipy.optimize import brentq
from sympy import Matrix, acos, cos, pi, sin

from mechanics import systems
from mechanics.demonstrations.governor_at_speed import governor_at_speed
from mechanics.lagrange import euler_lagrange
from mechanics.model import t

from .compare import assert_close, assert_same, slope

ITEM = "centrifugal_governor"
SYSTEM = systems.load(ITEM)
phi, alpha = SYSTEM.coordinates.symbols
w_phi, w_alpha = phi.diff(t), alpha.diff(t)
m, l, h, g = SYSTEM.parameters.symbols
tau = SYSTEM.inputs.tau
POSITION = Matrix([l * sin(alpha) * cos(phi), l * sin(alpha) * sin(phi), h - l * cos(alpha)])
T = m * l**2 * (w_alpha**2 + w_phi**2 * sin(alpha) ** 2)
V = 2 * m * g * (h - l * cos(alpha))
RNG = np.random.default_rng(59)
STATES = [(RNG.uniform(0.3, 2.5, 2), RNG.uniform(-4, 4, 2), RNG.uniform(-2, 2)) for _ in range(5)]
states = pytest.mark.parametrize("q, q_d, torque", STATES)


@pytest.mark.equation("A.59")
def test_position_of_a_mass_and_of_its_opposite():
    first, second = (body.pose.p for body in SYSTEM.bodies)
    assert_same(first, POSITION, f"(A.59): position of ball 1 of {ITEM}")
    assert_same(second, POSITION.subs(phi, phi + pi), f"(A.59): position of ball 2 of {ITEM}")


@pytest.mark.equation("A.60")
def test_velocity_of_a_ball():
    printed = l * Matrix(
        [
            w_alpha * cos(alpha) * cos(phi) - w_phi * sin(alpha) * sin(phi),
            w_alpha * cos(alpha) * sin(phi) + w_phi * sin(alpha) * cos(phi),
            w_alpha * sin(alpha),
        ]
    )
    assert_same(SYSTEM.bodies[0].pose.p.diff(t), printed, f"(A.60): velocity of ball 1 of {ITEM}")


@pytest.mark.equation("A.61", "A.62")
def test_kinetic_energy_is_twice_that_of_one_mass():
    v = SYSTEM.bodies[0].pose.p.diff(t)
    assert_same(SYSTEM.kinetic_energy, 2 * m * v.dot(v) / 2, f"(A.61): T of {ITEM}")
    assert_same(SYSTEM.kinetic_energy, T, f"(A.62): T of {ITEM}")


@pytest.mark.equation("A.63", "A.64")
def test_potential_energy_and_lagrange_function():
    assert_same(SYSTEM.potential_energy, V, f"(A.63): V of {ITEM}, zero at height zero")
    assert_same(SYSTEM.lagrangian, T - V, f"(A.64): L of {ITEM}")


@states
@pytest.mark.equation("A.65")
def test_generalized_forces_are_the_power_of_the_torque(q, q_d, torque):
    f = SYSTEM.numeric().generalized_forces(q, q_d, {"tau": torque})
    assert_close(f, [torque, 0.0], f"(A.65): generalized forces of {ITEM}")


@pytest.mark.equation("A.66")
def test_euler_lagrange_equations():
    L = T - V
    rows = euler_lagrange(L, [phi, alpha], [tau, 0])
    printed = [
        2 * m * l**2 * (phi.diff(t, 2) * sin(alpha) ** 2 + 2 * w_phi * w_alpha * sin(alpha) * cos(alpha)) - tau,
        2 * m * l**2 * alpha.diff(t, 2) - 2 * m * l * sin(alpha) * (l * w_phi**2 * cos(alpha) - g),
    ]
    rows_of = zip(SYSTEM.equations_of_motion, rows, printed, SYSTEM.coordinates, strict=True)
    for ours, by_hand, expected, name in rows_of:
        assert_same(by_hand.lhs - by_hand.rhs, expected, f"(A.66): row of {name}, from (A.64)")
        assert_same(ours.lhs - ours.rhs, expected, f"(A.66): row of {name} of {ITEM}")


@states
@pytest.mark.equation("A.67a", "A.67b")
def test_explicit_form(q, q_d, torque):
    model = SYSTEM.numeric()
    (_, a), (w, w_a) = q, q_d
    p = model.parameters
    twice = 2 * p["m"] * p["l"] ** 2
    printed = [
        (torque - 2 * twice * w * w_a * np.sin(a) * np.cos(a)) / (twice * np.sin(a) ** 2),
        np.sin(a) * (p["l"] * w**2 * np.cos(a) - p["g"]) / p["l"],
    ]
    assert_close(model.accelerations(q, q_d, {"tau": torque}), printed, f"(A.67): accelerations of {ITEM}")


@states
@pytest.mark.equation("A.67a", "A.67b")
def test_newton_for_one_mass_with_the_rod_force_unknown(q, q_d, torque):
    """m p_dd = weight + S e_rod + F e_phi, where the hinge gives F by half of the torque; nothing from Lagrange."""
    model = SYSTEM.numeric()
    p = model.parameters

    def place(x):
        return np.array(
            [
                p["l"] * np.sin(x[1]) * np.cos(x[0]),
                p["l"] * np.sin(x[1]) * np.sin(x[0]),
                -p["l"] * np.cos(x[1]),
            ]
        )

    J = slope(place, q)
    J_d = slope(lambda x: slope(place, x) @ q_d, q, 1e-3) @ q_d
    across = np.array([-np.sin(q[0]), np.cos(q[0]), 0.0])
    push = torque / 2 / (p["l"] * np.sin(q[1])) * across
    weight = np.array([0.0, 0.0, -p["m"] * p["g"]])
    # unknown: both accelerations and S
    left = np.column_stack([p["m"] * J, -(-place(q) / p["l"])])
    found = np.linalg.solve(left, weight + push - p["m"] * J_d)
    assert_close(model.accelerations(q, q_d, {"tau": torque}), found[:2], f"(A.67): {ITEM} against Newton", 1e-6)


def test_coordinates_are_singular_where_the_rods_hang():
    M = SYSTEM.numeric().mass_matrix([0.3, 0.0])
    assert np.linalg.matrix_rank(M) == 1, "(A.67a) divides by sin(alpha)"


@pytest.mark.parametrize("omega", [6.0, 7.5, 12.0])
@pytest.mark.equation("A.68", "A.69")
def test_stationary_angle(omega):
    """The root of the condition, found by bisection on the accelerations of the system."""
    model = SYSTEM.numeric(l=0.6)

    def condition(a):
        return model.accelerations([0.0, a], [omega, 0.0])[1]

    p = model.parameters
    for a in (0.4, 1.2, 2.0):
        expected = np.sin(a) * (p["l"] * omega**2 * np.cos(a) - p["g"]) / p["l"]
        assert condition(a) == pytest.approx(expected), f"(A.68): stationarity condition of {ITEM}"
    found = brentq(condition, 0.05, 3.0, xtol=1e-14)
    closed = float(acos(p["g"] / (p["l"] * omega**2)))
    assert found == pytest.approx(closed, abs=1e-10), f"(A.69): alpha_s at {omega} rad/s"
    assert governor_at_speed().solve(omega=omega, l=0.6, h=1.5)["alpha_s"] == pytest.approx(closed, abs=1e-10)
    assert model.accelerations([0.0, found], [omega, 0.0])[0] == pytest.approx(0.0), "(A.67a): tau_s = 0"


@pytest.mark.equation("A.69")
def test_below_the_critical_speed_only_the_hanging_position_is_left():
    model = SYSTEM.numeric(l=0.6)
    slow = 0.99 * np.sqrt(9.81 / 0.6)
    signs = {np.sign(model.accelerations([0.0, a], [slow, 0.0])[1]) for a in np.linspace(0.01, 3.1, 60)}
    assert signs == {-1.0}, "(A.69): needs omega > sqrt(g/l)"
    assert governor_at_speed().solve(omega=slow, l=0.6, h=1.5)["alpha_s"] == 0.0


@pytest.mark.equation("A.69")
def test_the_centrifugal_force_has_the_sine():
    """E5: the radius of (A.59) is l sin(alpha); with the printed cosine the free body contradicts (A.69)."""
    omega, length, mass = 6.0, 0.6, 1.0
    y = governor_at_speed().solve(omega=omega, l=length, m=mass, h=1.5)
    alpha_s, weight = y["alpha_s"], mass * 9.81
    assert alpha_s == pytest.approx(1.09936, abs=1e-5) and np.tan(alpha_s) == pytest.approx(1.96165, abs=1e-5)
    assert y["f_F"] / weight == pytest.approx(np.tan(alpha_s)), "f_F / (m g) = tan(alpha_s)"
    printed = mass * omega**2 * length * np.cos(alpha_s)
    assert printed / weight == pytest.approx(1.0), "with the cosine the force would equal the weight at every speed"
