"""Beispiel 5.3, the spherical pendulum: (5.75)-(5.81)."""

import numpy as np
import pytest
from sympy import Matrix, cos, sin

from mechanics import systems
from mechanics.lagrange import euler_lagrange
from mechanics.model import t

from .compare import assert_close, assert_same, slope

SYSTEM = systems.load("spherical_pendulum")
theta, phi = SYSTEM.coordinates.symbols
theta_d, phi_d, theta_dd, phi_dd = theta.diff(t), phi.diff(t), theta.diff(t, 2), phi.diff(t, 2)
m, l, g = SYSTEM.parameters.symbols
f_ex = SYSTEM.inputs.f_ex
ITEM = "spherical_pendulum"
RNG = np.random.default_rng(75)


@pytest.mark.equation("5.75")
def test_position_in_spherical_coordinates():
    printed = Matrix([l * sin(theta) * cos(phi), -l * cos(theta), l * sin(theta) * sin(phi)])
    assert_same(SYSTEM.bodies[0].pose.p, printed, f"(5.75): position of {ITEM}")


@pytest.mark.equation("5.76")
def test_kinetic_energy():
    p = Matrix([l * sin(theta) * cos(phi), -l * cos(theta), l * sin(theta) * sin(phi)])
    printed = m * l**2 * (theta_d**2 + phi_d**2 * sin(theta) ** 2) / 2
    assert_same(SYSTEM.kinetic_energy, printed, f"(5.76): T of {ITEM}")
    assert_same(SYSTEM.kinetic_energy, m * p.diff(t).dot(p.diff(t)) / 2, f"(5.76): T of {ITEM} from the velocity")


@pytest.mark.equation("5.77")
def test_potential_energy():
    assert_same(SYSTEM.potential_energy, m * g * l * (1 - cos(theta)), f"(5.77): V of {ITEM}")


@pytest.mark.equation("5.78")
def test_generalized_forces():
    printed = [-f_ex * l * cos(theta) * cos(phi), f_ex * l * sin(theta) * sin(phi)]
    assert_same(SYSTEM.generalized_forces, printed, f"(5.78): generalized forces of {ITEM}")
    model, q = SYSTEM.numeric(l=0.8), np.array([0.7, -0.4])
    work = slope(lambda x: -2.5 * 0.8 * np.sin(x[0]) * np.cos(x[1]), q)  # f · p(q), f constant
    assert_close(model.generalized_forces(q, u={"f_ex": 2.5}), work, f"(5.78): {ITEM} by virtual work", 1e-8)


@pytest.mark.equation("5.79")
def test_euler_lagrange_for_both_angles():
    L = m * l**2 * (theta_d**2 + phi_d**2 * sin(theta) ** 2) / 2 - m * g * l * (1 - cos(theta))
    rows = euler_lagrange(L, [theta, phi], [-f_ex * l * cos(theta) * cos(phi), f_ex * l * sin(theta) * sin(phi)])
    for row, ours in zip(rows, SYSTEM.equations_of_motion, strict=True):
        assert_same(ours.lhs - ours.rhs, row.lhs - row.rhs, f"(5.79): {ITEM}")


@pytest.mark.equation("5.80a", "5.80b")
def test_equations_of_motion():
    left = [
        m * l**2 * theta_dd - m * l**2 * phi_d**2 * cos(theta) * sin(theta) + m * g * l * sin(theta),
        m * l**2 * (phi_dd * sin(theta) ** 2 + 2 * theta_d * phi_d * cos(theta) * sin(theta)),
    ]
    right = [-f_ex * l * cos(theta) * cos(phi), f_ex * l * sin(theta) * sin(phi)]
    for k, row in enumerate(SYSTEM.equations_of_motion):
        assert_same(row.lhs - row.rhs, left[k] - right[k], f"(5.80{'ab'[k]}): the {['theta', 'phi'][k]}-row of {ITEM}")


def state_form(x: np.ndarray, u: float, mass: float, length: float, gravity: float) -> list[float]:
    """(5.81a)-(5.81d) as printed."""
    x1, x2, x3, x4 = x
    s, c = np.sin(x1), np.cos(x1)
    return [
        x2,
        (-u * length * c * np.cos(x3) + mass * length**2 * x4**2 * c * s - mass * gravity * length * s)
        / (mass * length**2),
        x4,
        (u * length * s * np.sin(x3) - 2 * mass * length**2 * x2 * x4 * c * s) / (mass * length**2 * s**2),
    ]


def rates_at_random() -> list[tuple[np.ndarray, np.ndarray]]:
    model = SYSTEM.numeric(m=1.7, l=0.8, g=9.7)
    rows = []
    for _ in range(6):
        x, u = np.array([RNG.uniform(0.2, 2.9), *RNG.uniform(-3, 3, 3)]), RNG.uniform(-5, 5)
        rows.append((model.state_derivative(0.0, x, {"f_ex": u}), np.array(state_form(x, u, 1.7, 0.8, 9.7))))
    return rows


@pytest.mark.equation("5.81a", "5.81b")
def test_state_form_of_theta():
    assert list(SYSTEM.states) == ["theta", "omega_theta", "phi", "omega_phi"], "(5.81): order of the states"
    for ours, printed in rates_at_random():
        assert_close(ours[:2], printed[:2], f"(5.81a, b): {ITEM}")


@pytest.mark.equation("5.81c", "5.81d")
def test_state_form_of_phi():
    for ours, printed in rates_at_random():
        assert_close(ours[2:], printed[2:], f"(5.81c, d): {ITEM}")


def test_the_angles_are_singular_where_the_load_hangs():
    M = SYSTEM.numeric().mass_matrix([0.0, 0.3])
    assert np.linalg.matrix_rank(M) == 1, "(5.81d) divides by sin(theta)"


def test_a_crane_whose_angles_are_both_right_angles_only_seems_to_rest():
    """The rope lies level, and neither angle can lower the load there: no balance, only poor coordinates."""
    model = systems.load("tower_crane").numeric()
    q = [0.0, 5.0, np.pi / 2, np.pi / 2, 4.0]
    assert_close(model.potential_forces(q), np.zeros(5), "Aufgabe 5.4: all dV/dq vanish", 1e-9)
    assert np.linalg.matrix_rank(model.mass_matrix(q), tol=1e-9) < 5, "the coordinates are singular there"
