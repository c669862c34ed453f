"""Aufgabe A.10, the toggle press: (A.97)-(A.107)."""

import numpy as np
import pytest
import sympy as sp
from scipy.optimize import brentq
from sympy import Matrix, asin, cos, sin

from mechanics import systems
from mechanics.lagrange import euler_lagrange
from mechanics.model import t

from .compare import assert_close, assert_same, slope

SYSTEM = systems.load("toggle_press")
ITEM = "toggle_press"
q = SYSTEM.coordinates.phi1
q_d = q.diff(t)
L1, L2, m1, m2, I1, I2, c_F, s_F0, g = SYSTEM.parameters.symbols
f, f_L = SYSTEM.inputs.symbols
PHI2 = asin(L1 / L2 * sin(q))
phi2 = sp.Function("phi2")(q)  # left open, as the lecture does
DPHI2 = phi2.diff(q)
LEVERS = SYSTEM._constrained()[0]
# lever 2 must be the longer one: numbers instead of random ones
LONGER = {L2: 2 * L1}


def closed(expression):
    """φ2(q) put in, for a lever 2 of twice the length."""
    return sp.sympify(expression).subs(phi2, PHI2).doit().subs(LONGER)


def same(ours, printed, what):
    assert_same(Matrix(ours).subs(LONGER), Matrix(printed).applyfunc(closed), what)


@pytest.mark.equation("A.97", exercised=True)
def test_angle_of_lever_1_is_the_coordinate():
    assert SYSTEM.coordinates.symbols == [q], f"(A.97): coordinate of {ITEM}"


@pytest.mark.equation("A.98", "A.99")
def test_the_end_of_lever_2_stays_on_the_guide():
    model = SYSTEM.numeric()
    for angle in (-2.5, -0.3, 0.9, 4.0):
        phi_2, x = model.output("phi2", [angle]), model.output("x_slider", [angle])
        end = 0.4 * np.array([np.cos(angle), np.sin(angle)]) + 0.5 * np.array([np.cos(phi_2), -np.sin(phi_2)])
        assert_close(end, [x, 0.0], f"(A.98), (A.99): slider of {ITEM} at {angle}")


@pytest.mark.equation("A.100")
def test_angle_of_lever_2_solves_the_constraint():
    """The root of L1 sin(q) - L2 sin(phi2) by bisection."""
    model = SYSTEM.numeric()
    for angle in (-1.0, 0.2, 1.5, 2.8):
        root = brentq(lambda x, a=angle: 0.4 * np.sin(a) - 0.5 * np.sin(x), -np.pi / 2, np.pi / 2, xtol=1e-15)
        assert_close(model.output("phi2", [angle]), root, f"(A.100): phi2 of {ITEM}")


@pytest.mark.equation("A.101a", "A.101b")
def test_mass_centres():
    p1 = L1 / 2 * Matrix([cos(q), sin(q), 0])
    p2 = L1 * Matrix([cos(q), sin(q), 0]) + L2 / 2 * Matrix([cos(phi2), -sin(phi2), 0])
    for lever, p in zip(LEVERS, (p1, p2), strict=True):
        same(lever.pose.p, p, f"(A.101): mass centre of {lever.name}")


@pytest.mark.equation("A.102a", "A.102b")
def test_velocities_of_the_mass_centres():
    v1 = L1 / 2 * Matrix([-sin(q), cos(q), 0]) * q_d
    v2 = L1 * Matrix([-sin(q), cos(q), 0]) * q_d + L2 / 2 * Matrix([-sin(phi2), -cos(phi2), 0]) * DPHI2 * q_d
    for lever, v in zip(LEVERS, (v1, v2), strict=True):
        same(lever.pose.p.diff(t), v, f"(A.102): velocity of {lever.name}")


@pytest.mark.equation("A.103a", "A.103b")
def test_angular_rates():
    """From the rotation matrices: omega_z = R_21_d R_11 - R_11_d R_21."""
    for lever, rate in zip(LEVERS, (q_d, -DPHI2 * q_d), strict=True):
        R = lever.pose.R
        omega = R[1, 0].diff(t) * R[0, 0] - R[0, 0].diff(t) * R[1, 0]
        same([omega], [rate], f"(A.103): rate of {lever.name}")


T = (
    m1 * L1**2 / 4 * q_d**2 / 2
    + m2 * L1**2 * q_d**2 / 2
    + m2 * L2**2 * DPHI2**2 * q_d**2 / 8
    - m2 * L1 * L2 * cos(q + phi2) * DPHI2 * q_d**2 / 2
    + I1 * q_d**2 / 2
    + I2 * DPHI2**2 * q_d**2 / 2
)


@pytest.mark.equation("A.104")
def test_kinetic_energy():
    same([SYSTEM.kinetic_energy], [T], f"(A.104): T of {ITEM}")


@pytest.mark.equation("A.105", "A.106")
def test_potential_energies():
    weight = m1 * g * L1 / 2 * sin(q) + m2 * g * (L1 * sin(q) - L2 / 2 * sin(phi2))
    spring = c_F / 2 * (L1 * cos(q) + L2 * cos(phi2) - s_F0) ** 2
    V = SYSTEM.potential_energy
    same([V.subs(c_F, 0)], [weight], f"(A.105): weight of {ITEM}")
    same([V - V.subs(c_F, 0)], [spring], f"(A.106): spring of {ITEM}")


@pytest.mark.equation("A.107a", "A.107b")
def test_generalized_forces():
    """Against the printed form and against the work of the forces, by differences of the points they act on."""
    knee = -f * L1 * cos(q)
    load = f_L * (L1 * sin(q) + L2 * sin(phi2) * DPHI2)
    both = SYSTEM.generalized_forces[0]
    same([both.subs(f_L, 0)], [knee], f"(A.107a): force on the knee of {ITEM}")
    same([both.subs(f, 0)], [load], f"(A.107b): load on the slider of {ITEM}")
    model = SYSTEM.numeric()

    def moved(x):
        return [-200.0 * 0.4 * np.sin(x[0]) - 900.0 * float(model.output("x_slider", x))]

    for angle in (0.3, 1.2, 3.0):
        work = slope(moved, np.array([angle]))[0]
        assert_close(model.generalized_forces([angle], None, {"f": 200.0, "f_L": 900.0}), work, "(A.107): work")


def test_equation_of_motion_is_that_of_the_printed_energies():
    """The lecture stops at the Lagrangian; d/dt ∂L/∂q_d - ∂L/∂q of its energies is what the system has."""
    weight = m1 * g * L1 / 2 * sin(q) + m2 * g * (L1 * sin(q) - L2 / 2 * sin(PHI2))
    spring = c_F / 2 * (L1 * cos(q) + L2 * cos(PHI2) - s_F0) ** 2
    lagrangian = (T - weight - spring).subs(phi2, PHI2).doit().subs(LONGER)
    force = SYSTEM.generalized_forces.subs(LONGER)
    (printed,) = euler_lagrange(lagrangian, [q], force)
    (ours,) = SYSTEM.equations_of_motion
    assert_same((ours.lhs - ours.rhs).subs(LONGER), printed.lhs - printed.rhs, f"equation of motion of {ITEM}")
