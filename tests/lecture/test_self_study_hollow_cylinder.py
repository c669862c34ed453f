"""Aufgabe A.12, the hollow cylinder with a rod: (A.124)-(A.141)."""

import numpy as np
import pytest
from sympy import Matrix, cos, pi, simplify, sin, zeros

from mechanics import systems
from mechanics.lagrange import euler_lagrange
from mechanics.model import t

from .compare import assert_close, assert_same, slope

ITEM = "hollow_cylinder_rod"
SYSTEM = systems.load(ITEM)
phi, s = SYSTEM.coordinates.symbols
w, v = phi.diff(t), s.diff(t)
p, tau_e = SYSTEM.parameters, SYSTEM.inputs.tau_e
CYLINDER, ROD = SYSTEM.bodies
DIRECTION = Matrix([sin(phi), -cos(phi), 0])  # out of the cylinder
ACROSS = Matrix([cos(phi), sin(phi), 0])
e = s + p.l2 / 2
T_R = (p.I1_zz + p.I2_zz) * w**2 / 2
T_1, T_2 = p.m1 * p.l1**2 * w**2 / 8, p.m2 * (v**2 + e**2 * w**2) / 2
V_F = p.c * (s - p.s0) ** 2 / 2
V_1, V_2 = p.m1 * p.g * (p.h - p.l1 / 2 * cos(phi)), p.m2 * p.g * (p.h - e * cos(phi))
L = T_R + T_1 + T_2 - V_F - V_1 - V_2
RNG = np.random.default_rng(124)
STATES = [
    (np.array([RNG.uniform(-3, 3), RNG.uniform(0.1, 0.5)]), RNG.uniform(-3, 3, 2), RNG.uniform(-4, 4)) for _ in range(5)
]
states = pytest.mark.parametrize("q, q_d, tau", STATES)


@pytest.mark.equation("A.124")
def test_order_of_the_coordinates():
    """The vector cannot be read in print; (A.139) has the row of phi first."""
    assert list(SYSTEM.coordinates) == ["phi", "s"], f"(A.124): coordinates of {ITEM}"
    assert list(SYSTEM.states) == ["phi", "s", "phi_d", "s_d"]


@pytest.mark.equation("A.125", "A.126")
def test_mass_centres():
    K = Matrix([0, p.h, 0])
    assert_same(CYLINDER.pose.p, K + p.l1 / 2 * DIRECTION, f"(A.125): mass centre of the cylinder of {ITEM}")
    assert_same(ROD.pose.p, K + e * DIRECTION, f"(A.126): mass centre of the rod of {ITEM}")


@pytest.mark.equation("A.127a", "A.127b")
def test_velocities_of_cylinder_and_rod():
    assert_same(CYLINDER.pose.p.diff(t), p.l1 / 2 * ACROSS * w, f"(A.127a): velocity of the cylinder of {ITEM}")
    assert_same(ROD.pose.p.diff(t), DIRECTION * v + e * ACROSS * w, f"(A.127b): velocity of the rod of {ITEM}")


@pytest.mark.equation("A.128", "A.129a", "A.129b")
def test_kinetic_energies():
    """Each part is left over when the others have no mass and no inertia."""
    parts = {
        "(A.128): rotation": (T_R, {p.m1: 0, p.m2: 0}),
        "(A.129a): cylinder": (T_1, {p.m2: 0, p.I1_zz: 0, p.I2_zz: 0}),
        "(A.129b): rod": (T_2, {p.m1: 0, p.I1_zz: 0, p.I2_zz: 0}),
    }
    for what, (printed, without) in parts.items():
        assert_same(SYSTEM.kinetic_energy.subs(without), printed, f"{what}, kinetic energy of {ITEM}")
    assert_same(SYSTEM.kinetic_energy, T_R + T_1 + T_2, f"T of {ITEM}")


@pytest.mark.equation("A.130", "A.131a", "A.131b")
def test_potential_energies():
    parts = {
        "(A.130): spring": (V_F, {p.m1: 0, p.m2: 0}),
        "(A.131a): cylinder": (V_1, {p.c: 0, p.m2: 0}),
        "(A.131b): rod": (V_2, {p.c: 0, p.m1: 0}),
    }
    for what, (printed, without) in parts.items():
        assert_same(SYSTEM.potential_energy.subs(without), printed, f"{what}, potential energy of {ITEM}")


@pytest.mark.equation("A.132")
def test_lagrange_function():
    assert_same(SYSTEM.lagrangian, L, f"(A.132): L of {ITEM}")


PARTS = {
    "A.133a": (L.diff(w), p.m1 * p.l1**2 * w / 4 + p.m2 * e**2 * w + (p.I1_zz + p.I2_zz) * w),
    "A.133b": (
        SYSTEM.lagrangian.diff(w).diff(t),
        (p.m1 * p.l1**2 / 4 + p.m2 * e**2 + p.I1_zz + p.I2_zz) * phi.diff(t, 2) + 2 * p.m2 * e * w * v,
    ),
    "A.133c": (SYSTEM.lagrangian.diff(phi), -p.g * (p.m1 * p.l1 / 2 + p.m2 * e) * sin(phi)),
    "A.133d": (SYSTEM.lagrangian.diff(v), p.m2 * v),
    "A.133e": (SYSTEM.lagrangian.diff(v).diff(t), p.m2 * s.diff(t, 2)),
    "A.133f": (SYSTEM.lagrangian.diff(s), p.m2 * w**2 * e - p.c * (s - p.s0) + p.m2 * p.g * cos(phi)),
}


@pytest.mark.equation("A.133a", "A.133b", "A.133c")
def test_partial_derivatives_for_phi():
    for number in ("A.133a", "A.133b", "A.133c"):
        assert_same(*PARTS[number], f"({number}): partial derivative of L of {ITEM}")


@pytest.mark.equation("A.133d", "A.133e", "A.133f")
def test_partial_derivatives_for_s():
    for number in ("A.133d", "A.133e", "A.133f"):
        assert_same(*PARTS[number], f"({number}): partial derivative of L of {ITEM}")


@states
@pytest.mark.equation("A.134", "A.135", "A.136a")
def test_friction_from_the_area_of_contact(q, q_d, tau):
    """The force on the rod in its own direction, times the way of its point of application."""
    model = SYSTEM.numeric()
    a = model.parameters
    area = np.pi * a["d2"] * (a["l1"] - q[1])
    towards_K = np.array([-np.sin(q[0]), np.cos(q[0]), 0.0])
    force = a["d0"] * area * q_d[1] * towards_K
    size = model.output("f_d", q, q_d)
    assert_close(size * towards_K, force, f"(A.134): friction of {ITEM}")

    def place(x):  # (A.135): the upper end of the rod
        return np.array([x[1] * np.sin(x[0]), a["h"] - x[1] * np.cos(x[0]), 0.0])

    f_s = slope(place, q)[:, 1] @ force
    assert_close(f_s, -size, f"(A.136a): generalized friction for s of {ITEM}")
    assert_close(model.generalized_forces(q, q_d)[1], f_s, f"(A.136a): generalized friction for s of {ITEM}")


@states
@pytest.mark.equation("A.136b", "A.137a", "A.137b")
def test_neither_friction_turns_nor_the_torque_shifts(q, q_d, tau):
    model = SYSTEM.numeric()
    friction = model.generalized_forces(q, q_d)
    torque = model.generalized_forces(q, q_d, {"tau_e": tau}) - friction
    assert friction[0] == 0.0, f"(A.136b): friction of {ITEM} does no work on phi"
    assert torque[1] == 0.0, f"(A.137a): the torque of {ITEM} does no work on s"
    # power of the torque: it turns the cylinder with the rate of its angle
    R = [CYLINDER.pose.R[0, 0], CYLINDER.pose.R[1, 0]]
    ends = model.evaluate(R, np.array([q - 1e-5 * q_d, q + 1e-5 * q_d]))
    angle = np.unwrap(np.arctan2(ends[:, 1], ends[:, 0]))
    assert_close(torque @ q_d, tau * (angle[1] - angle[0]) / 2e-5, f"(A.137b): torque of {ITEM}", 1e-7)


@states
@pytest.mark.equation("A.138a", "A.138b")
def test_sums_of_generalized_forces(q, q_d, tau):
    model = SYSTEM.numeric()
    f = model.generalized_forces(q, q_d, {"tau_e": tau})
    assert_close(f[1], -model.output("f_d", q, q_d), f"(A.138a): f_s of {ITEM}")
    assert_close(f[0], tau, f"(A.138b): f_phi of {ITEM}")


F_D = p.d0 * pi * p.d2 * (p.l1 - s) * v
PRINTED = [
    (p.m1 * p.l1**2 / 4 + p.m2 * e**2 + p.I1_zz + p.I2_zz) * phi.diff(t, 2)
    + 2 * p.m2 * e * w * v
    + p.g * (p.m1 * p.l1 / 2 + p.m2 * e) * sin(phi)
    - tau_e,
    p.m2 * s.diff(t, 2) + p.c * (s - p.s0) - p.m2 * p.g * cos(phi) - p.m2 * w**2 * e + F_D,
]


@pytest.mark.equation("A.139a", "A.139b")
def test_equations_of_motion():
    by_hand = euler_lagrange(L, [phi, s], [tau_e, -F_D])
    ours = SYSTEM.equations_of_motion
    for k, number in enumerate(("A.139a", "A.139b")):
        assert_same(by_hand[k].lhs - by_hand[k].rhs, PRINTED[k], f"({number}): from (A.132) and (A.138)")
        assert_same(ours[k].lhs - ours[k].rhs, PRINTED[k], f"({number}): row of {ITEM}")


@states
@pytest.mark.equation("A.139a", "A.139b")
def test_free_bodies(q, q_d, tau):
    """Newton and Euler for both bodies; unknown are the force and the moment between them, and the force in K."""
    model = SYSTEM.numeric()
    a = model.parameters
    r, c1 = q[1] + a["l2"] / 2, a["l1"] / 2
    along = model.output("f_c", q, q_d) + model.output("f_d", q, q_d)  # pulls the rod to K
    # unknown: phi_dd, s_dd, N (across, on the rod at its mass centre), M (moment on the rod)
    left = np.array(
        [
            [0.0, a["m2"], 0.0, 0.0],  # along
            [a["m2"] * r, 0.0, -1.0, 0.0],  # across
            [a["I2_zz"], 0.0, 0.0, -1.0],  # rod about its mass centre
            [a["m1"] * c1**2 + a["I1_zz"], 0.0, r, 1.0],  # cylinder about K
        ]
    )
    g = a["g"]
    right = [
        a["m2"] * (r * q_d[0] ** 2 + g * np.cos(q[0])) - along,
        -a["m2"] * (2 * q_d[1] * q_d[0] + g * np.sin(q[0])),
        0.0,
        tau - a["m1"] * g * c1 * np.sin(q[0]),
    ]
    found = np.linalg.solve(left, right)[:2]
    ours = model.accelerations(q, q_d, {"tau_e": tau})
    assert_close(ours, found, f"(A.139): accelerations of {ITEM} against the free bodies")


@pytest.mark.equation("A.140", "A.141")
def test_places_of_rest():
    found = {x[phi]: x[s] for x in SYSTEM.equilibria({"tau_e": 0})}
    assert {0, pi} <= set(found), f"(A.140): {ITEM} rests hanging and upright"
    assert_same(found[0], p.s0 + p.m2 * p.g / p.c, f"(A.141): lower place of rest of {ITEM}")
    assert_same(found[pi], p.s0 - p.m2 * p.g / p.c, f"(A.141): upper place of rest of {ITEM}")
    for k in (0, 1, 2, -3):
        rest = {phi: k * pi, s: p.m2 * p.g * cos(k * pi) / p.c + p.s0}
        still = (SYSTEM.potential_forces - SYSTEM.generalized_forces.subs({w: 0, v: 0, tau_e: 0})).subs(rest)
        assert simplify(still) == zeros(2, 1), f"(A.140), (A.141): {ITEM} rests at phi = {k} pi"
    lengths = {round(float(x["s"]), 9) for x in SYSTEM.numeric().equilibria()}
    stretch = 9.81 / 100
    assert lengths == {round(0.25 + stretch, 9), round(0.25 - stretch, 9)}, f"(A.141): s_R of {ITEM}"


@pytest.mark.equation("A.140")
def test_no_other_angle_is_a_place_of_rest():
    model = SYSTEM.numeric()
    for angle in np.linspace(0.05, 3.09, 40):
        moments = [model.potential_forces([angle, x])[0] for x in (0.1, 0.3, 0.5)]
        assert min(moments) > 0, f"(A.140): at {angle:.2f} rad the weight of {ITEM} turns it back for every s"
