"""Aufgabe A.13, the body on a torsion spring: (A.142)-(A.158)."""

import numpy as np
import pytest
from scipy.integrate import quad
from sympy import Matrix, Rational, cos, sin

from mechanics import systems
from mechanics.lagrange import euler_lagrange
from mechanics.model import t
from mechanics.systems.self_study.torsion_spring_body import two_rods

from .compare import assert_close, assert_same, slope

ITEM = "torsion_spring_body"
SYSTEM = systems.load(ITEM)
(phi,) = SYSTEM.coordinates.symbols
w = phi.diff(t)
m, L, c_F, g = SYSTEM.parameters.symbols
f = SYSTEM.inputs.f
P_S = Matrix([L / 12 * cos(phi) + 2 * L / 3 * sin(phi), -L / 12 * sin(phi) + 2 * L / 3 * cos(phi), 0])
V = -L * m * g * sin(phi) / 8 + m * g * L * cos(phi) + c_F * phi**2 / 2
RNG = np.random.default_rng(142)
ANGLES = pytest.mark.parametrize("angle, rate, force", RNG.uniform(-2, 2, (5, 3)).tolist())

# both rods for phi = 0 with L_S = 1: place of an element at the share u of the length, and the length
UPRIGHT, SHORT = (lambda u: (0.0, u)), (lambda u: (u / 2, 1.0))


def mean(rod, function) -> float:
    """Mean of a function of the place over the elements of a thin rod."""
    return quad(lambda u: function(*rod(u)), 0.0, 1.0)[0]


@pytest.mark.equation("A.142", "A.143")
def test_mass_centres_of_the_rods():
    """The mean places of their elements; together they give the mass centre of the library."""
    assert_close([mean(UPRIGHT, lambda x, y: x), mean(UPRIGHT, lambda x, y: y)], [0, 0.5], "(A.142): long rod")
    assert_close([mean(SHORT, lambda x, y: x), mean(SHORT, lambda x, y: y)], [0.25, 1.0], "(A.143): short rod")
    body = two_rods(SYSTEM.parameters)
    moment = m * Matrix([0, L / 2, 0]) + m / 2 * Matrix([L / 4, L, 0])
    assert_same(body.m * body.center, moment, f"(A.142), (A.143): first moments of {ITEM}")


@pytest.mark.equation("A.144")
def test_common_mass_centre():
    x, y = ((mean(UPRIGHT, part) + mean(SHORT, part) / 2) / 1.5 for part in (lambda x, y: x, lambda x, y: y))
    assert_close([x, y], [1 / 12, 2 / 3], "(A.144): the printed values, by integration")
    assert_same(SYSTEM.outputs["p_S_phi0"], [L / 12, 2 * L / 3, 0], f"(A.144): p_S_phi0 of {ITEM}")


@pytest.mark.equation("A.145a", "A.145b")
def test_inertias_of_the_rods():
    """By integration about their own mass centres, and by the library for the body in two parts."""
    long_rod = mean(UPRIGHT, lambda x, y: x**2 + (y - 0.5) ** 2)
    short_rod = mean(SHORT, lambda x, y: (x - 0.25) ** 2 + (y - 1) ** 2) / 2
    assert_close([long_rod, short_rod], [1 / 12, 1 / 96], "(A.145): by integration, m = L = 1")
    steiner = m * ((L / 12) ** 2 + (L / 6) ** 2) + m / 2 * ((L / 6) ** 2 + (L / 3) ** 2)
    own = two_rods(SYSTEM.parameters).inertia[2, 2] - steiner
    assert_same(own, m * L**2 / 12 + m * L**2 / 96, f"(A.145): inertias of the rods of {ITEM}")


@pytest.mark.equation("A.146")
def test_inertia_about_the_common_mass_centre():
    about_s = mean(UPRIGHT, lambda x, y: (x - 1 / 12) ** 2 + (y - 2 / 3) ** 2)
    about_s += mean(SHORT, lambda x, y: (x - 1 / 12) ** 2 + (y - 2 / 3) ** 2) / 2
    assert_close(about_s, 19 / 96, "(A.146): by integration, m = L = 1")
    assert_same(SYSTEM.outputs["I_S"], Rational(19, 96) * m * L**2, f"(A.146): I_S of {ITEM}")


@pytest.mark.equation("A.147a", "A.147b")
def test_rods_seen_from_the_common_mass_centre():
    """The sign cannot be read in print; only squares enter (A.146). The weighted sum must vanish."""
    S = Matrix(SYSTEM.outputs["p_S_phi0"])
    first, second = S - Matrix([0, L / 2, 0]), S - Matrix([L / 4, L, 0])
    assert_same(first, [L / 12, L / 6, 0], f"(A.147a): mass centre of {ITEM} from the long rod")
    assert_same(second, [-L / 6, -L / 3, 0], f"(A.147b): mass centre of {ITEM} from the short rod")
    assert_same(m * first + m / 2 * second, [0, 0, 0], "(A.147): the moments about S cancel")


@ANGLES
@pytest.mark.equation("A.148")
def test_place_of_the_mass_centre(angle, rate, force):
    """The place for phi = 0, turned CLOCKWISE by phi."""
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    expected = turn @ [1 / 12, 2 / 3]
    assert_close(SYSTEM.numeric().output("p_S", [angle])[:2], expected, f"(A.148): p_S of {ITEM}")
    assert_same(SYSTEM.outputs["p_S"], P_S, f"(A.148): p_S of {ITEM}")


@pytest.mark.equation("A.149")
def test_velocity_of_the_mass_centre():
    printed = [
        -L / 12 * sin(phi) * w + 2 * L / 3 * cos(phi) * w,
        -L / 12 * cos(phi) * w - 2 * L / 3 * sin(phi) * w,
        0,
    ]
    assert_same(SYSTEM.bodies[0].pose.p.diff(t), printed, f"(A.149): velocity of {ITEM}")


@pytest.mark.equation("A.150", "A.151")
def test_kinetic_energies():
    (body,) = SYSTEM.bodies
    v = body.pose.p.diff(t)
    T_t, T_r = body.mass * v.dot(v) / 2, body.inertia[2, 2] * w**2 / 2
    assert_same(T_t, Rational(65, 192) * m * L**2 * w**2, f"(A.150): translation of {ITEM}")
    assert_same(T_r, Rational(19, 192) * m * L**2 * w**2, f"(A.151): rotation of {ITEM}")
    assert_same(SYSTEM.kinetic_energy, T_t + T_r, f"(A.150), (A.151): T of {ITEM}")


@pytest.mark.equation("A.152")
def test_potential_energy():
    """Height of both rods one by one, and the spring."""
    height = m * L / 2 * cos(phi) + m / 2 * (L * cos(phi) - L / 4 * sin(phi))
    assert_same(SYSTEM.potential_energy, g * height + c_F * phi**2 / 2, f"(A.152): V of {ITEM} from both rods")
    assert_same(SYSTEM.potential_energy, V, f"(A.152): V of {ITEM}")


@ANGLES
@pytest.mark.equation("A.153", "A.154", "A.155")
def test_generalized_force(angle, rate, force):
    """The force along the short rod, times the way of the corner, from differences."""

    def corner(q):
        return np.array([np.sin(q[0]), np.cos(q[0])])

    def end(q):
        return corner(q) + 0.5 * np.array([np.cos(q[0]), -np.sin(q[0])])

    q = np.array([angle])
    along = (end(q) - corner(q)) / 0.5
    assert_close(along, [np.cos(angle), -np.sin(angle)], "(A.154): direction of the short rod")
    expected = slope(corner, q).T @ (force * along)
    assert_close(expected, [force], "(A.155): f L for L = 1")
    ours = SYSTEM.numeric().generalized_forces(q, [rate], {"f": force})
    assert_close(ours, expected, f"(A.153)-(A.155): generalized force of {ITEM}")


@pytest.mark.equation("A.156", "A.157")
def test_lagrange_function_and_its_equation():
    L_printed = Rational(7, 16) * m * w**2 * L**2 - V
    assert_same(SYSTEM.lagrangian, L_printed, f"(A.156): L of {ITEM}")
    (row,) = euler_lagrange(L_printed, [phi], [f * L])
    ours = SYSTEM.equations_of_motion[0]
    assert_same(ours.lhs - ours.rhs, row.lhs - row.rhs, f"(A.157): row of {ITEM}")


@pytest.mark.equation("A.158")
def test_equation_of_motion():
    printed = (
        Rational(7, 8) * m * L**2 * phi.diff(t, 2) - m * g * L * cos(phi) / 8 - m * g * L * sin(phi) + c_F * phi - f * L
    )
    row = SYSTEM.equations_of_motion[0]
    assert_same(row.lhs - row.rhs, printed, f"(A.158): row of {ITEM}")


@ANGLES
@pytest.mark.equation("A.158")
def test_angular_momentum_about_the_hinge(angle, rate, force):
    """Both rods as thin rods about the hinge, moments counted clockwise; nothing from Lagrange."""
    values = {"m": 1.2, "L_S": 0.7, "c_F": 6.0}
    mass, length, c = values.values()
    about_hinge = mass * length**2 / 3 + mass / 2 * ((length / 2) ** 2 / 12 + length**2 + (length / 4) ** 2)
    arms = mass * length / 2 * np.sin(angle) + mass / 2 * (length * np.sin(angle) + length / 4 * np.cos(angle))
    moment = 9.81 * arms + force * length - c * angle
    ours = SYSTEM.numeric(**values).accelerations([angle], [rate], {"f": force})
    assert_close(ours, [moment / about_hinge], f"(A.158): acceleration of {ITEM} from the moments about the hinge")
