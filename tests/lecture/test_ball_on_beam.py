"""Beispiel 5.4 and Aufgabe 5.1, the ball on the beam: (5.82)-(5.91)."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import quad
from sympy import Matrix, Rational, cos, sin

from mechanics import systems
from mechanics.lagrange import euler_lagrange
from mechanics.model import t

from .compare import assert_close, assert_same

SYSTEM = systems.load("ball_on_beam")
phi1, r = SYSTEM.coordinates.symbols
phi1_d, r_d, phi1_dd, r_dd = phi1.diff(t), r.diff(t), phi1.diff(t, 2), r.diff(t, 2)
m_K, r_K, I_B, g = SYSTEM.parameters.symbols
tau_e = SYSTEM.inputs.tau_e
I_K = Rational(2, 5) * m_K * r_K**2
BALL, BEAM = SYSTEM.bodies
ITEM = "ball_on_beam"
CENTRE = Matrix([r * cos(phi1) - r_K * sin(phi1), r * sin(phi1) + r_K * cos(phi1), 0])
T_TRANSLATION = m_K * (r**2 * phi1_d**2 + (r_d - r_K * phi1_d) ** 2) / 2
T_BALL = I_K * (phi1_d - r_d / r_K) ** 2 / 2
T_BEAM = I_B * phi1_d**2 / 2
V = m_K * g * (r * sin(phi1) + r_K * cos(phi1)) - m_K * g * r_K


@pytest.mark.equation("5.82")
def test_centre_of_the_ball():
    assert_same(BALL.pose.p, CENTRE, f"(5.82): centre of the ball of {ITEM}")


@pytest.mark.equation("5.83")
def test_translational_kinetic_energy():
    v = BALL.pose.p.diff(t)
    assert_same(m_K * v.dot(v) / 2, T_TRANSLATION, f"(5.83): translational energy of the ball of {ITEM}")
    no_inertia = sp.limit(SYSTEM.kinetic_energy.subs(I_B, 0) - T_TRANSLATION - T_BALL, m_K, 0)
    assert no_inertia == 0, f"(5.83): T of {ITEM} holds a term without the mass of the ball"


@pytest.mark.equation("5.84")
def test_inertia_of_the_solid_ball():
    """Discs along the z axis: dI = dm ρ²/2, with ρ² = R² - z²."""
    density = 0.3 / (4 / 3 * np.pi * 0.02**3)
    inertia, _ = quad(lambda z: density * np.pi * (0.02**2 - z**2) ** 2 / 2, -0.02, 0.02)
    ((_, ours),) = SYSTEM.abbreviations.items()
    assert_close(float(ours.subs({m_K: 0.3, r_K: 0.02})) * 1e5, inertia * 1e5, f"(5.84): inertia of the ball of {ITEM}")


@pytest.mark.equation("5.85")
def test_the_ball_rolls_without_slipping():
    """The point of the ball that touches the beam moves with the beam."""
    ((phi2, rolled),) = SYSTEM.constraints.items()
    assert_same(rolled.diff(t), -r_d / r_K, f"(5.85): {phi2}_d from r_d = -r_K phi2_d")
    spin = sp.Matrix([0, 0, phi1_d + rolled.diff(t)])
    normal = Matrix([-sin(phi1), cos(phi1), 0])
    contact = CENTRE - r_K * normal
    of_ball = CENTRE.diff(t) + spin.cross(contact - CENTRE)
    of_beam = sp.Matrix([0, 0, phi1_d]).cross(contact)
    assert_same(of_ball, of_beam, f"(5.85): velocity of the contact point of {ITEM}")


@pytest.mark.equation("5.86", "5.87")
def test_rotational_energies():
    rest = SYSTEM.kinetic_energy - T_TRANSLATION
    assert_same(rest.subs(I_B, 0), T_BALL, f"(5.86): rotational energy of the ball of {ITEM}")
    assert_same(rest - rest.subs(I_B, 0), T_BEAM, f"(5.87): rotational energy of the beam of {ITEM}")


@pytest.mark.equation("5.88")
def test_potential_energy():
    assert_same(SYSTEM.potential_energy, V, f"(5.88): V of {ITEM}")
    assert SYSTEM.numeric().potential_energy([0.0, 0.37]) == pytest.approx(0.0, abs=1e-15), "(5.88): V(phi1 = 0) = 0"


@pytest.mark.equation("5.89")
def test_lagrange_function():
    assert_same(SYSTEM.lagrangian, T_TRANSLATION + T_BALL + T_BEAM - V, f"(5.89): L of {ITEM}")


@pytest.mark.equation("5.90a", "5.90b")
def test_euler_lagrange_for_both_coordinates():
    L = T_TRANSLATION + T_BALL + T_BEAM - V
    for_r, for_phi1 = euler_lagrange(L, [r, phi1], [0, tau_e])
    ours = SYSTEM.equations_of_motion
    assert_same(ours[1].lhs - ours[1].rhs, for_r.lhs - for_r.rhs, f"(5.90a): the r-row of {ITEM}")
    assert_same(ours[0].lhs - ours[0].rhs, for_phi1.lhs - for_phi1.rhs, f"(5.90b): the phi1-row of {ITEM}")


@pytest.mark.equation("5.91a")
def test_equation_of_r():
    printed = (
        (m_K + I_K / r_K**2) * r_dd - (I_K / r_K + m_K * r_K) * phi1_dd - m_K * r * phi1_d**2 + m_K * g * sin(phi1)
    )
    row = SYSTEM.equations_of_motion[1]
    assert_same(row.lhs - row.rhs, printed, f"(5.91a): the r-row of {ITEM}")


@pytest.mark.equation("5.91b")
def test_equation_of_phi1():
    printed = (
        -(I_K / r_K + m_K * r_K) * r_dd
        + (I_K + I_B + m_K * (r**2 + r_K**2)) * phi1_dd
        + 2 * m_K * r * r_d * phi1_d
        + m_K * g * (r * cos(phi1) - r_K * sin(phi1))
        - tau_e
    )
    row = SYSTEM.equations_of_motion[0]
    assert_same(row.lhs - row.rhs, printed, f"(5.91b): the phi1-row of {ITEM}")


@pytest.mark.equation("5.91a", "5.91b")
def test_newton_euler_of_ball_and_beam():
    """The contact forces and the pivot forces as unknowns of a linear system; nothing from Lagrange."""
    model, rng = SYSTEM.numeric(), np.random.default_rng(91)
    m, R, I_beam, gravity = (model.parameters[k] for k in ("m_K", "r_K", "I_B", "g"))
    for _ in range(5):
        a, x, a_d, x_d, tau = *rng.uniform(-1, 1, 4), rng.uniform(-0.5, 0.5)
        along, normal = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
        # centre p = x along + R normal, with along_d = a_d normal and normal_d = -a_d along
        # p_dd = (x_dd - R a_dd - x a_d²) along + (x a_dd + 2 x_d a_d - R a_d²) normal
        unknowns = np.zeros((4, 4))  # a_dd, x_dd, N (normal force on the ball), F (friction on the ball)
        unknowns[0] = [-m * R, m, 0, -1]
        unknowns[1] = [m * x, 0, -1, 0]
        unknowns[2] = [0.4 * m * R**2, -0.4 * m * R, 0, -R]  # I (a_dd - x_dd / R) = F R about the centre
        unknowns[3] = [I_beam, 0, x, 0]  # beam: -N at the arm x; friction passes through the pivot line
        weight = np.array([0, -m * gravity])
        right = [
            weight @ along + m * x * a_d**2,
            weight @ normal - m * (2 * x_d * a_d - R * a_d**2),
            0.0,
            tau,
        ]
        solution = np.linalg.solve(unknowns, right)
        ours = model.accelerations([a, x], [a_d, x_d], {"tau_e": tau})
        assert_close(ours, solution[:2], f"(5.91): accelerations of {ITEM} against Newton-Euler")


def test_state_form_and_rest_positions_of_aufgabe_5_1():
    assert list(SYSTEM.states) == ["phi1", "omega1", "r", "v"]
    model = SYSTEM.numeric()
    tau = model.parameters["m_K"] * model.parameters["g"] * 0.25
    rest = model.state_derivative(0.0, [0.0, 0.0, 0.25, 0.0], {"tau_e": tau})
    assert_close(rest, np.zeros(4), "Aufgabe 5.1: the ball rests at r with tau_e = m_K g r")
    upside_down = model.state_derivative(0.0, [np.pi, 0.0, 0.25, 0.0], {"tau_e": -tau})
    assert_close(upside_down, np.zeros(4), "Aufgabe 5.1: it could also rest below the beam", 1e-12)


def test_the_frame_fixed_to_the_beam_is_frame_1():
    """The text before (5.86) names frame 0; the ball's centre is at (r, r_K, 0) in axes that turn with the beam."""
    R_0_1 = BEAM.pose.R
    assert_same(R_0_1.T * CENTRE, Matrix([r, r_K, 0]), "centre of the ball in the axes of the beam")
    assert (CENTRE - Matrix([r, r_K, 0])).subs(phi1, 1) != Matrix([0, 0, 0])
