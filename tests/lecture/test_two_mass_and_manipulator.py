"""Aufgabe 5.3, the rotational two-mass oscillator, and Beispiel 5.5, the planar manipulator: (5.103)-(5.112)."""

import numpy as np
import pytest
from sympy import Matrix, cos, diag, sin, zeros

from mechanics import systems
from mechanics.model import t

from .compare import assert_close, assert_same, slope

RNG = np.random.default_rng(103)
DISCS = systems.load("rotational_two_mass")
ARM = systems.load("planar_manipulator")
STATES = [(RNG.uniform(-2, 2, 2), RNG.uniform(-3, 3, 2), RNG.uniform(-4, 4, 2)) for _ in range(5)]
states = pytest.mark.parametrize("q, w, tau", STATES)


def discs() -> tuple:
    p, (a, b) = DISCS.parameters, DISCS.coordinates.symbols
    return p, a, b, a.diff(t), b.diff(t)


@pytest.mark.equation("5.103", "5.104")
def test_energies_of_the_discs_and_springs():
    p, a, b, w1, w2 = discs()
    assert_same(DISCS.kinetic_energy, p.I_xx1 * w1**2 / 2 + p.I_xx2 * w2**2 / 2, "(5.103): T of rotational_two_mass")
    assert_same(
        DISCS.potential_energy,
        p.c1 * a**2 / 2 + p.c12 * (b - a) ** 2 / 2,
        "(5.104): V of rotational_two_mass",
    )


@states
@pytest.mark.equation("5.105a", "5.105b")
def test_torques_on_the_discs_from_the_torques_of_each_damper(q, w, tau):
    """Free bodies: each damper acts with opposite torques on its two sides; external torques with minus."""
    model = DISCS.numeric()
    d1, d12 = model.parameters["d1"], model.parameters["d12"]
    between = d12 * (w[1] - w[0])  # on body 1
    expected = [-tau[0] - d1 * w[0] + between, -tau[1] - between]
    ours = model.generalized_forces(q, w, {"tau1": tau[0], "tau2": tau[1]})
    assert_close(ours, expected, "(5.105): torques on the discs of rotational_two_mass")


@pytest.mark.equation("5.106")
def test_vector_of_generalized_forces():
    p, _, _, w1, w2 = discs()
    u = DISCS.inputs
    printed = [-u.tau1 - p.d1 * w1 - p.d12 * (w1 - w2), -u.tau2 + p.d12 * (w1 - w2)]
    assert_same(DISCS.generalized_forces, printed, "(5.106): generalized forces of rotational_two_mass")


def printed_rates(x: np.ndarray, tau: np.ndarray, p: dict[str, float]) -> list[float]:
    """(5.107a)-(5.107d)."""
    a, w1, b, w2 = x
    return [
        w1,
        (-p["c1"] * a - p["d1"] * w1 + p["c12"] * (b - a) + p["d12"] * (w2 - w1) - tau[0]) / p["I_xx1"],
        w2,
        (-p["c12"] * (b - a) - p["d12"] * (w2 - w1) - tau[1]) / p["I_xx2"],
    ]


@states
@pytest.mark.equation("5.107a", "5.107b")
def test_state_form_of_disc_1(q, w, tau):
    model = DISCS.numeric(d1=0.3, d12=0.2)
    assert list(DISCS.states) == ["phi1", "omega1", "phi2", "omega2"], "(5.107): order of the states"
    x = np.array([q[0], w[0], q[1], w[1]])
    ours = model.state_derivative(0.0, x, {"tau1": tau[0], "tau2": tau[1]})
    assert_close(ours[:2], printed_rates(x, tau, model.parameters)[:2], "(5.107a, b)")


@states
@pytest.mark.equation("5.107c", "5.107d")
def test_state_form_of_disc_2(q, w, tau):
    model = DISCS.numeric(d1=0.3, d12=0.2)
    x = np.array([q[0], w[0], q[1], w[1]])
    ours = model.state_derivative(0.0, x, {"tau1": tau[0], "tau2": tau[1]})
    assert_close(ours[2:], printed_rates(x, tau, model.parameters)[2:], "(5.107c, d)")


@pytest.mark.equation("5.108")
def test_matrices_of_the_discs():
    p, a, b, *_ = discs()
    assert_same(DISCS.mass_matrix, diag(p.I_xx1, p.I_xx2), "(5.108): M of rotational_two_mass")
    assert_same(DISCS.coriolis_matrix, zeros(2, 2), "(5.108): C of rotational_two_mass")
    printed = [p.c1 * a + p.c12 * (a - b), -p.c12 * (a - b)]
    assert_same(DISCS.potential_forces, printed, "(5.108): g of rotational_two_mass")


def arm() -> tuple:
    p, (a, b) = ARM.parameters, ARM.coordinates.symbols
    return p, a, b, a.diff(t), b.diff(t)


def end_effector(q: np.ndarray, p: dict[str, float]) -> np.ndarray:
    a, b = q
    x = p["l1"] * np.cos(a) + p["l2"] * np.cos(a + b)
    return np.array([x, p["l1"] * np.sin(a) + p["l2"] * np.sin(a + b), 0.0])


@states
@pytest.mark.equation("5.109")
def test_damper_force_at_the_end_effector(q, w, tau):
    p, a, b, w1, w2 = arm()
    printed = p.d_e * Matrix(
        [
            p.l2 * sin(a + b) * (w1 + w2) + p.l1 * sin(a) * w1,
            -p.l2 * cos(a + b) * (w1 + w2) - p.l1 * cos(a) * w1,
            0,
        ]
    )
    assert_same(ARM.outputs["f_de"], printed, "(5.109): damper force of planar_manipulator")
    model = ARM.numeric()
    r_e_d = -slope(lambda x: end_effector(x, model.parameters), q) @ w
    assert_close(model.output("f_de", q, w), model.parameters["d_e"] * r_e_d, "(5.109): d_e d/dt r_e", 1e-8)


def test_the_damper_of_5_109_brakes_also_across_its_own_line():
    """Link 1 turns the stretched arm: the distance to the bearing stays, and yet power is lost."""
    model, w1 = ARM.numeric(d2=0.0), 1.0
    q, w = np.array([0.4, 0.0]), np.array([w1, 0.0])
    r_e = end_effector(q, model.parameters)
    v_e = slope(lambda x: end_effector(x, model.parameters), q) @ w
    assert_close(r_e @ v_e, 0.0, "the end effector moves across the line to the bearing", 1e-8)
    lost = model.parameters["d_e"] * (v_e @ v_e)
    assert_close(model.generalized_forces(q, w) @ w, -lost, "(5.109): power of a damper whose length stays", 1e-8)


@pytest.mark.equation("5.110")
def test_generalized_damper_force():
    p, _, b, w1, w2 = arm()
    printed = [
        p.d_e * (-(p.l1**2) * w1 - p.l1 * p.l2 * (2 * w1 + w2) * cos(b) - p.l2**2 * (w1 + w2)),
        p.d_e * (-p.l1 * p.l2 * w1 * cos(b) - p.l2**2 * (w1 + w2)),
    ]
    assert_same(ARM.outputs["f_q_de"], printed, "(5.110): output f_q_de of planar_manipulator")
    quiet = {ARM.inputs.tau1: 0, ARM.inputs.tau2: 0, p.d2: 0}
    assert_same(ARM.generalized_forces.subs(quiet), printed, "(5.110): generalized forces of planar_manipulator")


@states
@pytest.mark.equation("5.111")
def test_generalized_motor_torques(q, w, tau):
    """Torque 2 acts on link 2 and, with minus, on link 1; the links turn with w1 and w1 + w2."""
    model = ARM.numeric(d_e=0.0)
    ours = model.generalized_forces(q, w, {"tau1": tau[0], "tau2": tau[1]})
    friction = np.array([0.0, -model.parameters["d2"] * w[1]])
    on_link_1, on_link_2 = tau[0] - tau[1], tau[1]
    jacobians = np.array([[1.0, 0.0], [1.0, 1.0]])  # rates of the links by w1, w2
    assert_close(ours, jacobians.T @ [on_link_1, on_link_2] + friction, "(5.111): motors of planar_manipulator")


@pytest.mark.equation("5.112")
def test_coriolis_matrix_of_the_manipulator():
    """With a plus in the second row: only then M_d - 2 C is skew-symmetric."""
    p, _, b, w1, w2 = arm()
    h = p.m2 * p.l1 * p.l_s2 * sin(b)
    printed = Matrix([[-h * w2, -h * (w1 + w2)], [h * w1, 0]])
    assert_same(ARM.coriolis_matrix, printed, "(5.112): C of planar_manipulator")
    N = ARM.mass_matrix.diff(t) - 2 * printed
    assert_same(N + N.T, zeros(2, 2), "(5.112): M_d - 2 C of planar_manipulator")
