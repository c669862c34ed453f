"""Power, Jacobians and generalized forces of forces and moments, and a generalized potential: (5.70)-(5.74)."""

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.lagrange import Body, Force, LagrangianSystem, Moment, euler_lagrange
from mechanics.model import Coordinates, Inputs, Parameters, t
from mechanics.poses import rotation, translation
from mechanics.rotations import rotation_x, rotation_y, rotation_z

from .compare import assert_close, assert_same, slope

RNG = np.random.default_rng(70)
F_E, TAU_E, ARM = np.array([1.0, -2.0, 0.5]), np.array([0.3, 0.7, -1.1]), (0.4, -0.2, 0.3)
STATES = [(RNG.uniform(-1.2, 1.2, 4), RNG.uniform(-2, 2, 4)) for _ in range(4)]


def spinning_body() -> LagrangianSystem:
    """A body that slides along x and turns about three axes, with a force at an arm and a moment on it."""
    q = Coordinates(s=("m", "slide"), a=("rad", "about z"), b=("rad", "about y"), c=("rad", "about x"))
    p = Parameters(m=(2.0, "kg", "mass"), I_1=(0.1, "kg m^2", "I"), I_2=(0.2, "kg m^2", "I"), I_3=(0.25, "kg m^2", "I"))
    s, a, b, c = q.symbols
    pose = translation(s) @ rotation(rotation_z(a) * rotation_y(b) * rotation_x(c))
    return LagrangianSystem(
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m, pose, (p.I_1, p.I_2, p.I_3))],
        forces=[Force(list(F_E), pose.point(ARM))],
        moments=[Moment(list(TAU_E), pose)],
        title="spinning body",
    )


SYSTEM = spinning_body()
MODEL = SYSTEM.numeric()
POSE = SYSTEM.bodies[0].pose


def attachment(q: np.ndarray) -> np.ndarray:
    return MODEL.evaluate(POSE.point(ARM), q)


def orientation(q: np.ndarray) -> np.ndarray:
    return MODEL.evaluate(list(POSE.R), q).reshape(3, 3)


def angular_velocity(q: np.ndarray, q_d: np.ndarray) -> np.ndarray:
    """ω from R_d Rᵀ = S(ω), with R_d measured."""
    S = slope(lambda s: orientation(q + s[0] * q_d), np.zeros(1))[..., 0] @ orientation(q).T
    return np.array([S[2, 1], S[0, 2], S[1, 0]])


@pytest.mark.equation("5.70")
def test_the_power_of_force_and_moment_changes_the_kinetic_energy():
    run = MODEL.simulate([0, 0.2, 0.3, -0.4], [0.5, 1.0, -0.5, 2.0], np.linspace(0, 0.3, 101), rtol=1e-11, atol=1e-11)
    v = np.array(
        [slope(lambda s, i=i: attachment(run.q[i] + s[0] * run.q_d[i]), np.zeros(1))[:, 0] for i in range(len(run.t))]
    )
    w = np.array([angular_velocity(run.q[i], run.q_d[i]) for i in range(len(run.t))])
    power = v @ F_E + w @ TAU_E
    h = run.t[1]
    work = h / 3 * (power[0] + 4 * power[1::2].sum() + 2 * power[2:-1:2].sum() + power[-1])
    assert_close(run.energy[-1] - run.energy[0], work, "(5.70): work of f and τ against the energy gained", 1e-7)


@pytest.mark.equation("5.71")
@pytest.mark.parametrize("q, q_d", STATES)
def test_velocities_are_linear_in_the_rates(q, q_d):
    J_v, J_w = slope(attachment, q), np.array([angular_velocity(q, e) for e in np.eye(4)]).T
    v = slope(lambda s: attachment(q + s[0] * q_d), np.zeros(1))[:, 0]
    assert_close(J_v @ q_d, v, "(5.71): v = J_v q_d", 1e-8)
    assert_close(J_w @ q_d, angular_velocity(q, q_d), "(5.71): ω = J_ω q_d", 1e-8)
    rotational = sum(i * w**2 for i, w in zip((0.1, 0.2, 0.25), orientation(q).T @ J_w @ q_d, strict=True)) / 2
    assert_close(MODEL.kinetic_energy(q, q_d), rotational + q_d[0] ** 2, "(5.71): T with ω = J_ω q_d", 1e-8)


@pytest.mark.equation("5.72")
@pytest.mark.parametrize("q, q_d", STATES)
def test_power_in_generalized_rates(q, q_d):
    v = slope(lambda s: attachment(q + s[0] * q_d), np.zeros(1))[:, 0]
    power = MODEL.evaluate([SYSTEM.power], q, q_d)[0]
    assert_close(power, F_E @ v + TAU_E @ angular_velocity(q, q_d), "(5.72): q_dᵀ f against fᵀv + τᵀω", 1e-8)


@pytest.mark.equation("5.73")
@pytest.mark.parametrize("q, q_d", STATES)
def test_generalized_forces_by_transposed_jacobians(q, q_d):
    J_v, J_w = slope(attachment, q), np.array([angular_velocity(q, e) for e in np.eye(4)]).T
    expected = J_v.T @ F_E + J_w.T @ TAU_E
    assert_close(MODEL.generalized_forces(q, q_d), expected, "(5.73): J_vᵀ f + J_ωᵀ τ", 1e-8)


@pytest.mark.equation("5.74")
def test_a_generalized_potential_gives_the_force_on_a_moving_charge():
    """V = -e v · A with A = B (-y, x, 0)/2 has the force e v × B."""
    q = Coordinates(x=("m", "x"), y=("m", "y"), z=("m", "z"))
    e, B, m = sp.symbols("e B m", positive=True)
    r = sp.Matrix(q.symbols)
    v = r.diff(t)
    V = -e * v.dot(sp.Matrix([-r[1], r[0], 0]) * B / 2)
    force = [-V.diff(x) + V.diff(x.diff(t)).diff(t) for x in q.symbols]
    lorentz = e * v.cross(sp.Matrix([0, 0, B]))
    assert_same(force, list(lorentz), "(5.74)")
    equations = euler_lagrange(m * v.dot(v) / 2 - V, q.symbols)
    assert_same([x.lhs for x in equations], list(m * v.diff(t) - lorentz), "(5.74): equations of motion of the charge")


def test_manipulator_power_of_motors_and_dampers_by_a_second_route():
    """Motor 2 works on the relative angle; the library's moment with reaction must do the same."""
    system = systems.load("planar_manipulator")
    model = system.numeric(d_e=0.0, d2=0.0)
    q, q_d = RNG.uniform(-2, 2, 2), RNG.uniform(-2, 2, 2)
    power = model.evaluate([system.power], q, q_d, {"tau1": 3.0, "tau2": -5.0})[0]
    assert_close(power, 3.0 * q_d[0] - 5.0 * q_d[1], "power of both motors")


def test_inputs_are_part_of_forces():
    q, u = Coordinates(x=("m", "x")), Inputs(f=("N", "force"))
    p = Parameters(m=(2.0, "kg", "mass"))
    system = LagrangianSystem(
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(p.m, (q.x, 0))],
        forces=[Force((u.f, 0), (q.x, 0))],
    )
    assert_close(system.numeric().accelerations([0.0], u={"f": 3.0}), [1.5], "f / m")
