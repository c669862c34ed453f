"""The rigid body about any point: what does not depend on the point, what a free flight keeps, what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from mechanics.mass.shapes import box
from mechanics.model import ModelError
from mechanics.multibody import Marker, Place, PointMasses, RigidBody
from mechanics.multibody.body import (
    acceleration_of_origin,
    cardan_angles,
    cardan_inverse,
    cardan_matrix,
    cardan_rotation,
    kinematic_matrix,
    velocity_derivative,
)
from mechanics.rotations.arrays import quaternion_matrix, quaternion_rate
from tests.multibody.motions import random_rotation

SEEDS = st.integers(0, 2**32 - 1)


def some_body(rng: np.random.Generator, name: str = "body") -> RigidBody:
    """A cloud of six points, far from symmetric."""
    return PointMasses(rng.uniform(0.2, 2.0, 6), rng.normal(size=(6, 3))).body(name)


def shift_of_velocity(r: np.ndarray) -> np.ndarray:
    """z of the body about the point r from z about O, (6, 6)."""
    B = np.eye(6)
    B[:3, 3:] = -np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])
    return B


# --- algebra --------------------------------------------------------------------------------------------------------


@given(seed=SEEDS)
def test_the_mass_matrix_is_symmetric_and_positive_definite(seed):
    M = some_body(np.random.default_rng(seed)).mass_matrix
    assert np.array_equal(M, M.T)
    assert np.linalg.eigvalsh(M).min() > 0


@given(seed=SEEDS)
def test_results_do_not_depend_on_the_reference_point(seed):
    rng = np.random.default_rng(seed)
    body, r, z, h, g = (
        some_body(rng),
        *rng.normal(size=(1, 3)),
        *rng.normal(size=(2, 6)),
        np.array([0.3, -9.0, 2.0]),
    )
    other, B = body.about(r), shift_of_velocity(r)
    z_2 = B @ z
    h_2 = np.linalg.solve(B.T, h)  # the same force, its moment about the other point: equal virtual power
    np.testing.assert_allclose(B @ body.accelerations(z, h), other.accelerations(z_2, h_2), atol=1e-9)
    np.testing.assert_allclose(body.kinetic_energy(z), other.kinetic_energy(z_2), rtol=1e-11)
    np.testing.assert_allclose(body.momentum(z), other.momentum(z_2), atol=1e-11)
    np.testing.assert_allclose(
        body.angular_momentum_about_centre(z), other.angular_momentum_about_centre(z_2), atol=1e-11
    )
    A, r_O = random_rotation(rng), rng.normal(size=3)
    np.testing.assert_allclose(np.linalg.solve(B.T, body.weight(A, g)), other.weight(A, g), atol=1e-11)
    here, there = Place(r_O, A), Place(r_O + A @ r, A)
    np.testing.assert_allclose(body.potential_energy(here, g), other.potential_energy(there, g), rtol=1e-9)
    np.testing.assert_allclose(
        body.angular_momentum_about_origin(here, z),
        other.angular_momentum_about_origin(there, z_2),
        atol=1e-10,
    )


@given(seed=SEEDS)
def test_gyroscopic_forces_have_no_power(seed):
    """d/dt ½ zᵀ M z = zᵀ M ż = −zᵀ Q without forces: zero, wherever O lies."""
    rng = np.random.default_rng(seed)
    body, z = some_body(rng), rng.normal(size=6)
    assert abs(z @ body.gyroscopic_forces(z)) < 1e-11 * (1 + np.abs(body.gyroscopic_forces(z)).max())


@given(seed=SEEDS)
def test_jourdain_gives_what_newton_and_euler_give(seed):
    rng = np.random.default_rng(seed)
    cloud, z, z_d = PointMasses(rng.uniform(0.1, 3, 5), rng.normal(size=(5, 3))), *rng.normal(size=(2, 6))
    M, Q = cloud.jourdain(z)
    body = cloud.body("cloud")
    for name, h in {
        "momenta": body.newton_euler(z, z_d),
        "particles": cloud.newton_euler(z, z_d),
        "matrices of the body": body.mass_matrix @ z_d + body.gyroscopic_forces(z),
    }.items():
        np.testing.assert_allclose(h, M @ z_d + Q, atol=1e-10, err_msg=f"{name} against Jourdain's sums")


def test_many_instants_are_one_call():
    rng = np.random.default_rng(3)
    body, z, z_d = some_body(rng), rng.normal(size=(4, 6)), rng.normal(size=(4, 6))
    places = Place(rng.normal(size=(4, 3)), np.array([random_rotation(rng) for _ in range(4)]))
    g = np.array([0, 0, -9.81])
    for k in range(4):
        one = Place(places.r[k], places.A[k])
        np.testing.assert_allclose(body.kinetic_energy(z)[k], body.kinetic_energy(z[k]))
        np.testing.assert_allclose(body.potential_energy(places, g)[k], body.potential_energy(one, g))
        np.testing.assert_allclose(body.weight(places.A, g)[k], body.weight(one.A, g))
        np.testing.assert_allclose(body.newton_euler(z, z_d)[k], body.newton_euler(z[k], z_d[k]))
        np.testing.assert_allclose(body.accelerations(z, z_d)[k], body.accelerations(z[k], z_d[k]))
        np.testing.assert_allclose(
            body.angular_momentum_about_origin(places, z)[k], body.angular_momentum_about_origin(one, z[k])
        )


@given(seed=SEEDS)
def test_both_accelerations_convert_into_each_other(seed):
    z, v_d = np.split(np.random.default_rng(seed).normal(size=9), [6])
    np.testing.assert_allclose(velocity_derivative(z, acceleration_of_origin(z, v_d)), v_d, atol=1e-12)


# --- Cardan angles --------------------------------------------------------------------------------------------------


@given(st.tuples(st.floats(-3.1, 3.1), st.floats(-1.5, 1.5), st.floats(-3.1, 3.1)))
def test_cardan_angles_come_back(alpha):
    A = cardan_rotation(alpha)
    np.testing.assert_allclose(A @ A.T, np.eye(3), atol=1e-14)
    assert np.linalg.det(A) > 0
    np.testing.assert_allclose(cardan_angles(A), alpha, atol=1e-12)
    np.testing.assert_allclose(cardan_matrix(alpha) @ cardan_inverse(alpha), np.eye(3), atol=1e-11)


@pytest.mark.parametrize("beta", [np.pi / 2, -np.pi / 2])
def test_where_two_axes_coincide_the_rates_are_refused(beta):
    assert abs(np.linalg.det(cardan_matrix((0.2, beta, 0.7)))) < 1e-15, "H is singular there"
    with pytest.raises(ModelError, match=r"cos\(beta\).*quaternions"):
        kinematic_matrix((1.0, 0, 0), (0.2, beta, 0.7))


# --- motion ---------------------------------------------------------------------------------------------------------


def fly(body: RigidBody, z_0: np.ndarray, t: float, tolerance: float = 1e-12) -> tuple:
    """Free flight: z and places at the end, by R(2.2) and the rates of position and quaternion."""
    q_0 = np.array([1.0, 0, 0, 0])

    def rates(_, x):
        z, q = x[:6], x[9:]
        r_d = quaternion_matrix(q) @ z[:3]
        return np.concatenate([body.accelerations(z, np.zeros(6)), r_d, quaternion_rate(q, z[3:])])

    run = solve_ivp(
        rates,
        (0, t),
        np.concatenate([z_0, np.zeros(3), q_0]),
        method="DOP853",
        rtol=tolerance,
        atol=tolerance,
    )
    return run.y[:6, -1], Place(run.y[6:9, -1], quaternion_matrix(run.y[9:, -1])), run


def test_a_free_flight_keeps_energy_and_both_momenta():
    rng = np.random.default_rng(8)
    body, z_0 = some_body(rng), rng.normal(size=6) * 2
    z, place, _ = fly(body, z_0, 5.0)
    start = Place(np.zeros(3), np.eye(3))
    assert body.kinetic_energy(z) == pytest.approx(body.kinetic_energy(z_0), rel=1e-9)
    np.testing.assert_allclose(place.A @ body.momentum(z), body.momentum(z_0), atol=1e-8)
    D_S = place.A @ body.angular_momentum_about_centre(z)
    np.testing.assert_allclose(D_S, body.angular_momentum_about_centre(z_0), atol=1e-8)
    np.testing.assert_allclose(
        body.angular_momentum_about_origin(place, z),
        body.angular_momentum_about_origin(start, z_0),
        atol=1e-7,
    )
    distance = np.linalg.norm(place.r)
    assert distance > 1, "the body must have gone somewhere for this to mean anything"


def test_mixing_up_the_accelerations_is_seen_in_the_energy():
    """With a_O for v̇, the force m ω × v is counted twice: a free body would gain or lose speed."""
    rng = np.random.default_rng(8)
    body = some_body(rng)
    z = rng.normal(size=6) * 2
    right = body.accelerations(z, np.zeros(6))
    wrong = right.copy()
    wrong[:3] = acceleration_of_origin(z, right[:3])
    power = lambda z_d: z @ body.mass_matrix @ z_d  # noqa: E731
    assert abs(power(right)) < 1e-12 * body.kinetic_energy(z)
    assert abs(power(wrong)) > 1e-2 * body.kinetic_energy(z)


def test_only_the_middle_axis_turns_over():
    body = RigidBody.about_centre("T-handle", 1.0, (1.0, 2.0, 3.0))
    for axis, flips in enumerate((False, True, False)):
        z = np.full(6, 0.0)
        z[3:] = 1e-3
        z[3 + axis] = 5.0
        _, _, run = fly(body, z, 12.0, 1e-8)
        turned_over = run.y[3 + axis].min() < -4.9
        assert turned_over == flips, f"spin about axis {axis}: smallest rate {run.y[3 + axis].min():.3f} rad/s"


def test_euler_cylinder_precesses_at_the_rate_of_the_textbook():
    """Symmetric body: ω_1 + i ω_2 turns with (I_3 − I_1) ω_3 / I_1."""
    body = RigidBody.about_centre("disc", 1.0, (1.0, 1.0, 1.8))
    z = np.array([0, 0, 0, 0.3, 0.0, 4.0])
    rate = (1.8 - 1.0) * 4.0 / 1.0
    t = 0.7
    end, _, _ = fly(body, z, t)
    np.testing.assert_allclose(end[3:], [0.3 * np.cos(rate * t), 0.3 * np.sin(rate * t), 4.0], atol=1e-10)


def test_a_falling_body_turns_no_faster_wherever_its_reference_point_lies():
    body = RigidBody.about_centre("stone", 3.0, (0.1, 0.2, 0.25), r_S=(0.3, -0.2, 0.5))
    A = random_rotation(np.random.default_rng(1))
    z_d = body.accelerations(np.zeros(6), body.weight(A, np.array([0, 0, -9.81])))
    np.testing.assert_allclose(A @ z_d[:3], [0, 0, -9.81], atol=1e-12)
    np.testing.assert_allclose(z_d[3:], 0, atol=1e-12)


# --- making bodies --------------------------------------------------------------------------------------------------


def test_a_body_can_be_made_from_a_solid():
    solid = box(1000, 0.4, 0.2, 0.1).at((0.1, 0, 0.3))
    body = RigidBody.from_solid("box", solid)
    assert body.m == pytest.approx(8.0)
    np.testing.assert_allclose(body.r_S, [0.1, 0, 0.3])
    np.testing.assert_allclose(np.diag(body.I_S), 8 / 12 * np.array([0.05, 0.17, 0.2]))
    np.testing.assert_allclose(body.I_O[0, 2], -8 * 0.1 * 0.3, atol=1e-12)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: RigidBody.about_centre("arm", 0.0, (1, 1, 1)), "mass of the body 'arm' must be a positive"),
        (lambda: RigidBody.about_centre("arm", float("nan"), (1, 1, 1)), "mass of the body 'arm'"),
        (lambda: RigidBody.about_centre("arm", 1.0, (1, 1, 3)), "'arm'.*none may be larger than the sum"),
        (lambda: RigidBody.about_centre("arm", 1.0, [[1, 0.2, 0], [0, 1, 0], [0, 0, 1]]), "'arm'.*symmetric"),
        (lambda: RigidBody.about_centre("arm", 1.0, (1, 1)), r"'arm' must be a \(3, 3\) tensor.*\(2,\)"),
        (
            lambda: RigidBody("arm", 1.0, (1, 0, 0), np.diag([1, 0.5, 0.5])),
            "'arm' about its mass centre is impossible",
        ),
        (lambda: RigidBody.about_centre("arm", 1.0, (1, 1, 1), r_S=(0, 1)), "three finite numbers"),
        (lambda: PointMasses([1.0, -1.0], np.zeros((2, 3))), "n positive masses"),
        (lambda: Marker("arm", R=np.ones((3, 3))), "'arm' must be orthonormal"),
        (lambda: Marker("arm", R=np.diag([1, 1, -1])), "'arm' must be right-handed"),
        (lambda: Marker("arm", r=(0, np.inf, 0)), "needs a point of three finite numbers"),
        (lambda: Marker.along("arm", z=(0, 0, 0)), "directions of nonzero length"),
        (lambda: Marker.along("arm", z=(0, 0, 2), x=(0, 0, 1)), "x not along z"),
    ],
)
def test_bodies_that_cannot_be_are_refused_by_name(make, sentence):
    with pytest.raises(ModelError, match=sentence):
        make()


def test_a_point_mass_alone_cannot_turn_and_says_so():
    with pytest.raises(ModelError, match="'bob'.*inertia"):
        RigidBody("bob", 1.0).accelerations(np.zeros(6), np.ones(6))


@given(st.tuples(*[st.floats(-2, 2)] * 3).filter(lambda d: np.linalg.norm(d) > 1e-3))
def test_a_marker_along_a_direction_has_its_z_axis_there(direction):
    R = Marker.along("arm", z=direction).R
    np.testing.assert_allclose(R[:, 2], direction / np.linalg.norm(direction), atol=1e-12)
    np.testing.assert_allclose(np.linalg.det(R), 1.0)
