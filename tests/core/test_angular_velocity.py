"""Angular velocity and rate matrices against differentiated rotations, scipy, and group laws."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from mechanics.rotations import (
    Quaternion,
    angular_velocity,
    angular_velocity_from_samples,
    axis_angle_rate_inverse,
    axis_angle_rate_matrix,
    from_sequence,
    quaternion_rate_inverse,
    quaternion_rate_matrix,
    rate_determinant,
    rate_inverse,
    rate_matrix,
    rotation_z,
    tilde,
    total_angular_velocity,
)
from mechanics.symbols import coordinate_symbol, t

EULER = ("zyz", "zxz", "xyx", "xzx", "yxy", "yzy")
TAIT_BRYAN = ("xyz", "xzy", "yxz", "yzx", "zxy", "zyx")
SEQUENCES = st.sampled_from(EULER + TAIT_BRYAN)
ANGLES = st.tuples(*[st.floats(-3, 3)] * 3)
RATES = st.tuples(*[st.floats(-2, 2)] * 3)
H = 1e-4


def array(matrix) -> np.ndarray:
    return np.array(sp.Matrix(matrix).tolist(), dtype=float)


def rotation(axes: str, angles, fixed: bool) -> np.ndarray:
    """The same rotation by scipy, which writes fixed axes in small letters."""
    return Rotation.from_euler(axes if fixed else axes.upper(), angles).as_matrix()


def derivative(function) -> np.ndarray:
    f = [function(k * H) for k in (-2, -1, 1, 2)]
    return (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * H)


@settings(max_examples=25)
@given(SEQUENCES, ANGLES, RATES, st.booleans())
def test_rate_matrices_of_all_sequences_against_the_differentiated_rotation(axes, angles, rates, fixed):
    """omega from R_d R.T by differences of scipy's rotations, in the world and in the body."""
    angles, rates = np.array(angles), np.array(rates)
    R = rotation(axes, angles, fixed)
    R_d = derivative(lambda h: rotation(axes, angles + h * rates, fixed))
    for body, S in ((False, R_d @ R.T), (True, R.T @ R_d)):
        omega = array(rate_matrix(axes, angles, fixed=fixed, body=body)) @ rates
        expected = [S[2, 1], S[0, 2], S[1, 0]]
        np.testing.assert_allclose(omega, expected, atol=1e-9, err_msg=f"{axes}, fixed={fixed}, body={body}")


@settings(max_examples=25)
@given(SEQUENCES, ANGLES, st.booleans(), st.booleans())
def test_inverse_and_determinant_of_the_rate_matrix(axes, angles, fixed, body):
    J = array(rate_matrix(axes, angles, fixed=fixed, body=body))
    assert float(rate_determinant(axes, angles, fixed=fixed)) == pytest.approx(np.linalg.det(J), abs=1e-12)
    assume(abs(np.linalg.det(J)) > 1e-2)
    inverse = array(rate_inverse(axes, angles, fixed=fixed, body=body))
    np.testing.assert_allclose(inverse @ J, np.eye(3), atol=1e-10, err_msg=f"{axes}, fixed={fixed}")


def test_symbols_go_through_the_same_functions_and_stay_short():
    phi, theta, psi = sp.symbols("phi theta psi", real=True)
    J = rate_matrix("zyz", (phi, theta, psi))
    assert rate_determinant("zyz", (phi, theta, psi)) == -sp.sin(theta)
    assert J.count_ops() < 12, f"the Jacobian of the Euler angles should be as short as in print: {J}"
    assert rate_determinant("zyx", (phi, theta, psi)).free_symbols == {theta}


@pytest.mark.parametrize("axes", EULER + TAIT_BRYAN)
@pytest.mark.parametrize("fixed", [False, True])
def test_gimbal_lock_is_refused_and_what_is_left_is_said(axes, fixed):
    """At the singularity, rates that cancel in the named combination do not turn the body at all."""
    for theta in (0.0, np.pi) if axes in EULER else (np.pi / 2, -np.pi / 2):
        angles = (0.4, theta, -0.7)
        with pytest.raises(ValueError, match="are singular where the second one is") as error:
            rate_inverse(axes, angles, fixed=fixed)
        sentence = str(error.value)
        J = array(rate_matrix(axes, angles, fixed=fixed))
        idle = (1, 0, -1) if "only the sum" in sentence else (1, 0, 1)
        np.testing.assert_allclose(J @ idle, 0, atol=1e-12, err_msg=f"{axes}, fixed={fixed}: {sentence}")
        assert ("parallel" in sentence) == ("sum" in sentence)
        lost = np.array(eval(sentence.split("about ")[-1].split(" in frame")[0]), dtype=float)
        np.testing.assert_allclose(lost @ J, 0, atol=2e-3, err_msg=f"{axes}: {sentence}")


@pytest.mark.parametrize("axes", ["zzy", "zyy", "zy", "zyzy"])
def test_angles_that_never_describe_every_rotation_are_refused(axes):
    with pytest.raises(ValueError, match="neighbours differ"):
        rate_inverse(axes, [0.1] * len(axes))


def test_angular_velocity_of_expressions_in_time():
    phi, theta = coordinate_symbol("phi"), coordinate_symbol("theta")
    R = from_sequence("zy", (phi, theta))
    rates = sp.Matrix([phi.diff(t), theta.diff(t)])
    world, body = angular_velocity(R), angular_velocity(R, body=True)
    instant = {phi.diff(t): 1.3, theta.diff(t): -0.8, phi: 0.4, theta: 2.1}
    expected = array((rate_matrix("zy", (phi, theta)) * rates).subs(instant))
    np.testing.assert_allclose(array(world.subs(instant)), expected, atol=1e-12)
    np.testing.assert_allclose(
        array((R * body).subs(instant)), expected, atol=1e-12, err_msg="the same vector in other components"
    )
    assert angular_velocity(sp.eye(3)) == sp.zeros(3, 1), "a frame at rest"


@given(ANGLES, RATES)
def test_angular_velocity_of_numbers(angles, omega):
    R = rotation("zyz", angles, False)
    R_d = array(tilde(omega)) @ R
    np.testing.assert_allclose(array(angular_velocity(R, R_d)).ravel(), omega, atol=1e-12)
    np.testing.assert_allclose(array(angular_velocity(R, R_d, body=True)).ravel(), R.T @ omega, atol=1e-12)


def test_what_is_no_rotation_or_no_derivative_of_one_is_refused():
    with pytest.raises(ValueError, match=r"R.T R - E is \[\[3"):
        angular_velocity(2 * np.eye(3), np.zeros((3, 3)))
    with pytest.raises(ValueError, match="det R = -1"):
        angular_velocity(np.diag([1, 1, -1]), np.zeros((3, 3)))
    with pytest.raises(ValueError, match="skew-symmetric; here it is off by 2"):
        angular_velocity(np.eye(3), np.eye(3))
    with pytest.raises(ValueError, match="rotation matrix must be a 3 x 3 matrix; got 2 x 2"):
        angular_velocity(np.eye(2))


@pytest.mark.parametrize("body", [False, True])
def test_angular_velocity_of_a_measured_motion(body):
    """Conical motion: angles that change evenly, sampled every 20 ms."""
    times, rates = np.arange(0, 2, 0.02), np.array([1.5, 0.4, -2.0])
    angles = np.array([0.1, 0.7, 0.3]) + np.outer(times, rates)
    omega = angular_velocity_from_samples(times, [rotation("zyz", a, False) for a in angles], body=body)
    expected = [array(rate_matrix("zyz", a, body=body)) @ rates for a in angles]
    np.testing.assert_allclose(omega[5:-5], expected[5:-5], atol=2e-4)


@pytest.mark.parametrize(
    "times, shape, sentence",
    [
        ([0], (1, 3, 3), "at least two"),
        ([0, 1], (2, 3), r"\(n, 3, 3\)"),
        ([1, 0], (2, 3, 3), "must increase"),
    ],
)
def test_samples_that_are_no_motion_are_refused(times, shape, sentence):
    with pytest.raises(ValueError, match=sentence):
        angular_velocity_from_samples(
            times, np.broadcast_to(np.eye(3)[:, : shape[-1]], shape) if len(shape) == 3 else np.zeros(shape)
        )


@settings(max_examples=15)
@given(st.lists(st.tuples(ANGLES, RATES), min_size=2, max_size=4))
def test_angular_velocities_add_up_along_a_chain_of_frames(frames):
    """(4.59) against R_d R.T of the product of all rotations."""

    def product(h: float) -> np.ndarray:
        return np.linalg.multi_dot(
            [np.eye(3), *(rotation("zyz", np.add(a, np.multiply(h, w)), False) for a, w in frames)]
        )

    own = [array(rate_matrix("zyz", a)) @ w for a, w in frames]
    total = total_angular_velocity([rotation("zyz", a, False) for a, _ in frames[:-1]], own)
    S = derivative(product) @ product(0.0).T
    np.testing.assert_allclose(array(total).ravel(), [S[2, 1], S[0, 2], S[1, 0]], atol=1e-8)


def test_angular_velocities_in_different_frames_need_their_rotation():
    turned = rotation_z(sp.pi / 2)
    assert total_angular_velocity([turned], [(0, 0, 1), (1, 0, 0)]).T.tolist() == [[0, 1, 1]]
    with pytest.raises(ValueError, match="0 rotations and 2 angular velocities"):
        total_angular_velocity([], [(0, 0, 1), (1, 0, 0)])


@given(ANGLES.filter(lambda a: np.linalg.norm(a) > 0.3), RATES, st.floats(0.2, 6.0), st.floats(-2, 2))
def test_axis_and_angle(direction, change, angle, angle_d):
    n = np.array(direction) / np.linalg.norm(direction)
    n_d = np.array(change) - n * (n @ change)

    def turned(h: float) -> np.ndarray:
        axis = n * np.cos(h * np.linalg.norm(n_d)) + n_d * np.sinc(h * np.linalg.norm(n_d) / np.pi) * h
        return Rotation.from_rotvec((angle + h * angle_d) * axis).as_matrix()

    S = derivative(turned) @ turned(0.0).T
    rates = np.array([*n_d, angle_d])
    omega = array(axis_angle_rate_matrix(n, angle)) @ rates
    np.testing.assert_allclose(omega, [S[2, 1], S[0, 2], S[1, 0]], atol=1e-8)
    np.testing.assert_allclose(array(axis_angle_rate_inverse(n, angle)) @ omega, rates, atol=1e-8)


def test_axis_of_no_rotation_is_not_determined():
    for angle in (0, 2 * np.pi):
        with pytest.raises(ValueError, match="axis is not determined"):
            axis_angle_rate_inverse((0, 0, 1), angle)
    with pytest.raises(ValueError, match="length 1 was expected; .* has the length 2"):
        axis_angle_rate_matrix((0, 0, 2), 0.3)


@given(ANGLES, RATES)
def test_quaternion_rates_against_scipy(angles, omega):
    """A quaternion that turns with constant angular velocity, differentiated numerically."""
    start = Rotation.from_euler("ZYZ", angles)
    scalar_first = [3, 0, 1, 2]

    def turned(h: float) -> np.ndarray:
        q = (Rotation.from_rotvec(np.multiply(h, omega)) * start).as_quat()[scalar_first]
        return q if q @ start.as_quat()[scalar_first] > 0 else -q

    q, q_d = turned(0.0), derivative(turned)
    np.testing.assert_allclose(array(quaternion_rate_matrix(q)) @ q_d, omega, atol=1e-8)
    np.testing.assert_allclose(array(quaternion_rate_inverse(q)) @ omega, q_d, atol=1e-8)
    R = start.as_matrix()
    np.testing.assert_allclose(array(quaternion_rate_matrix(q, body=True)) @ q_d, R.T @ omega, atol=1e-8)
    np.testing.assert_allclose(array(quaternion_rate_inverse(q, body=True)) @ R.T @ omega, q_d, atol=1e-8)


def test_the_librarys_own_quaternions_fit():
    """A quaternion about a fixed axis, differentiated as an expression."""
    phi = coordinate_symbol("phi")
    quaternion = Quaternion.about((0, 0, 1), phi)
    rates = sp.Matrix([sp.diff(x, t) for x in quaternion])
    omega = (quaternion_rate_matrix(quaternion) * rates).applyfunc(sp.trigsimp)
    assert omega == sp.Matrix([0, 0, phi.diff(t)])
