"""Aufgabe A.15, the trebuchet: (A.175)-(A.189)."""

import numpy as np
import pytest
import sympy as sp
from sympy import Matrix, cos, sin

from mechanics import systems
from mechanics.lagrange import euler_lagrange
from mechanics.model import t
from mechanics.systems.self_study.trebuchet_phases import sliding

from .compare import assert_close, assert_same, slope

SYSTEM = systems.load("trebuchet")
ON_GROUND = sliding(SYSTEM)
ITEM = "trebuchet"
theta, phi, psi = Q = SYSTEM.coordinates.symbols
theta_d, phi_d, psi_d = [x.diff(t) for x in Q]
m, M, L, l, h, r, g, theta0 = SYSTEM.parameters.symbols
P_M = Matrix([l * cos(theta) - h * sin(phi), l * sin(theta) - h * cos(phi)])
P_m = Matrix([-L * cos(theta) + r * sin(psi), -L * sin(theta) - r * cos(psi)])
V_M = Matrix([-l * sin(theta) * theta_d - h * cos(phi) * phi_d, l * cos(theta) * theta_d + h * sin(phi) * phi_d])
V_m = Matrix([L * sin(theta) * theta_d + r * cos(psi) * psi_d, -L * cos(theta) * theta_d + r * sin(psi) * psi_d])
T_WEIGHT = M / 2 * (l**2 * theta_d**2 + h**2 * phi_d**2 + 2 * l * h * theta_d * phi_d * sin(theta + phi))
T_SHOT = m / 2 * (L**2 * theta_d**2 + r**2 * psi_d**2 + 2 * L * r * theta_d * psi_d * sin(theta - psi))
MASSES = Matrix([
    [L**2 * m + l**2 * M, M * l * h * sin(theta + phi), m * L * r * sin(theta - psi)],
    [M * l * h * sin(theta + phi), M * h**2, 0],
    [m * L * r * sin(theta - psi), 0, m * r**2],
])  # fmt: skip
REST = Matrix([
    -m * L * r * cos(theta - psi) * psi_d**2 + M * l * h * cos(theta + phi) * phi_d**2
    - g * (m * L - M * l) * cos(theta),
    M * l * h * cos(theta + phi) * theta_d**2 + M * g * h * sin(phi),
    m * L * r * cos(theta - psi) * theta_d**2 + m * g * r * sin(psi),
])  # fmt: skip
((_, PSI),) = ON_GROUND.constraints.items()
ANGLES = np.linspace(0.8, 0.1, 8)  # of the arm while the shot slides


def flat(body):
    """Position of a body in the x-z plane."""
    return Matrix([body.pose.p[0], body.pose.p[2]])


@pytest.mark.equation("A.175", "A.176a", "A.176b", exercised=True)
def test_coordinates_and_positions():
    assert list(SYSTEM.coordinates) == ["theta", "phi", "psi"], f"(A.175): coordinates of {ITEM}"
    weight, shot = SYSTEM.bodies
    assert_same(flat(weight), P_M, "(A.176a): counterweight")
    assert_same(flat(shot), P_m, "(A.176b): shot")
    assert all(body.pose.p[1] == 0 for body in SYSTEM.bodies), "everything lies in the x-z plane"


@pytest.mark.equation("A.177", "A.178")
def test_the_shot_stays_on_the_ground_in_phase_1():
    shot = sp.lambdify(theta, flat(ON_GROUND._constrained()[0][1])[1].subs({L: 3.0, r: 2.4, theta0: 0.8}))
    assert_close([shot(a) for a in ANGLES], np.full(8, -3.0 * np.sin(0.8)), f"(A.177): height of the shot of {ITEM}")
    angle = sp.lambdify(theta, PSI.subs({L: 3.0, r: 2.4, theta0: 0.8}))
    found = np.array([angle(a) for a in ANGLES])
    assert_close(3.0 * np.sin(ANGLES) + 2.4 * np.cos(found), np.full(8, 3.0 * np.sin(0.8)), "(A.177), (A.178)")
    assert angle(0.8) == pytest.approx(np.pi / 2), "(A.178): at the start the sling lies on the ground"


@pytest.mark.equation("A.179a", "A.179b")
def test_velocities_in_phase_2():
    weight, shot = SYSTEM.bodies
    assert_same(flat(weight).diff(t), V_M, "(A.179a): velocity of the counterweight")
    assert_same(flat(shot).diff(t), V_m, "(A.179b): velocity of the shot")


@pytest.mark.equation("A.180", "A.182")
def test_velocity_of_the_shot_in_phase_1():
    """(A.182): psi_d = dpsi/dtheta theta_d, which (A.177) gives as L cos(theta) theta_d = r sin(psi) psi_d."""
    assert_same(PSI.diff(t), PSI.diff(theta) * theta_d, "(A.182): chain rule")
    assert_same(r * sin(PSI) * PSI.diff(t), L * cos(theta) * theta_d, "(A.182): derivative of (A.177)")
    v = flat(ON_GROUND._constrained()[0][1]).diff(t)
    along = L * sin(theta) * theta_d + r * cos(PSI) * PSI.diff(t)
    assert_same(v, [along, 0], "(A.180): the shot slides along the ground")


@pytest.mark.equation("A.181a", "A.181b")
def test_kinetic_energies():
    assert_same(SYSTEM.kinetic_energy, T_WEIGHT + T_SHOT, f"(A.181b): T of {ITEM} in phase 2")
    along = L * sin(theta) * theta_d + r * cos(PSI) * PSI.diff(t)
    assert_same(ON_GROUND.kinetic_energy, T_WEIGHT + m / 2 * along**2, f"(A.181a): T of {ITEM} in phase 1")


@pytest.mark.equation("A.183", "A.184")
def test_potential_energies_by_the_work_of_the_weights():
    """Against printed forms, and F = -dV/dp = -m g e_z by differences along the coordinates."""
    weight, shot = M * g * P_M[1], m * g * P_m[1]
    V = SYSTEM.potential_energy
    assert_same(V.subs(m, 0), M * g * (l * sin(theta) - h * cos(phi)), f"(A.183): counterweight of {ITEM}")
    assert_same(V.subs(M, 0), m * g * (-L * sin(theta) - r * cos(psi)), f"(A.184): shot of {ITEM}")
    assert_same(V, weight + shot, "(A.183), (A.184): V is zero at the height of the axle")
    model, q = SYSTEM.numeric(), np.array([0.4, 0.3, 1.1])
    places = slope(lambda x: [*model.output("p_M", x), *model.output("p_m", x)], q)
    work = places.T @ np.array([0, -80.0 * 9.81, 0, -4.0 * 9.81])
    assert_close(-slope(lambda x: [float(model.potential_energy(x))], q)[0], work, "(A.183), (A.184): work")


@pytest.mark.equation("A.185", "A.186", exercised=True)
def test_potential_of_the_shot_is_constant_in_phase_1():
    height = flat(ON_GROUND._constrained()[0][1])[1]
    assert_same(height, -L * sin(theta0), f"(A.185): height of the shot of {ITEM}")
    on_ground = M * g * P_M[1] - m * g * L * sin(theta0)
    assert_same(ON_GROUND.potential_energy, on_ground, "(A.185): but for that constant V of the counterweight alone")


@pytest.mark.equation("A.187", exercised=True)
def test_the_equations_of_phase_2_have_no_forces():
    left = Matrix([e.lhs - e.rhs for e in euler_lagrange(SYSTEM.lagrangian, Q, [0, 0, 0])])
    assert_same(left, MASSES * Matrix(Q).diff(t, 2) + REST, f"(A.187): equations of motion of {ITEM}")
    assert SYSTEM.generalized_forces.is_zero_matrix


@pytest.mark.equation("A.188", "A.189")
def test_mass_matrix_and_the_other_terms():
    assert_same(SYSTEM.mass_matrix, MASSES, f"(A.188): M of {ITEM}")
    rest = SYSTEM.coriolis_matrix * Matrix(Q).diff(t) + SYSTEM.potential_forces
    assert_same(rest, REST, f"(A.189): velocity and gravity terms of {ITEM}")


def test_gravity_term_needs_the_short_arm():
    """What can be read of (A.189) is g (m L - M) cos(theta), a force times a length plus a force: M l is meant."""
    gravity = SYSTEM.potential_forces[0]
    assert sp.simplify(gravity - g * (M * l - m * L) * cos(theta)) == 0
    assert sp.simplify(gravity + g * (m * L - M) * cos(theta)) != 0


def test_determinant_of_the_mass_matrix():
    """Zero where the arm is parallel to both ropes, so there in particular where everything hangs."""
    det = m * M * h**2 * r**2 * (M * l**2 * cos(theta + phi) ** 2 + m * L**2 * cos(theta - psi) ** 2)
    assert_same(SYSTEM.mass_matrix.det(), det, f"determinant of M of {ITEM}")
