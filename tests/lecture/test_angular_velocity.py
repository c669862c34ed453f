"""Section 4.5, angular velocity: (4.42)-(4.59)."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from sympy import Float, Matrix, diag, eye, symbols, zeros

from mechanics.poses import Pose, translation
from mechanics.rotations import (
    angular_velocity,
    euler_zyz,
    rate_matrix,
    rotation_x,
    rotation_y,
    rotation_z,
    tilde,
    total_angular_velocity,
    vee,
)
from mechanics.symbols import coordinate_symbol, t

from .compare import assert_close, assert_same

RNG = np.random.default_rng(442)
theta = coordinate_symbol("theta")
Q1 = [coordinate_symbol(name) for name in ("phi", "theta", "psi")]
Q2 = [coordinate_symbol(name) for name in ("alpha", "beta", "gamma")]
A, B = Matrix(symbols("a_x a_y a_z", real=True)), Matrix(symbols("b_x b_y b_z", real=True))
ELEMENTARY = {rotation_x: (1, 0, 0), rotation_y: (0, 1, 0), rotation_z: (0, 0, 1)}
MOTIONS = [RNG.uniform(-2, 2, (4, 3)) for _ in range(4)]  # angles and rates of up to four frames
motions = pytest.mark.parametrize("angles", MOTIONS, ids=lambda _: "")
H = 1e-3


def S(omega) -> Matrix:
    """(4.45), as it is printed."""
    x, y, z = omega
    return Matrix([[0, -z, y], [z, 0, -x], [-y, x, 0]])


INSTANTS = [  # values of all angles and rates, with 40 digits: an identity holds to that many
    {x: Float(v, 40) for x, v in zip([*Q1, *Q2, *(y.diff(t) for y in (*Q1, *Q2))], row, strict=True)}
    for row in RNG.uniform(-2, 2, (3, 12))
]
instants = pytest.mark.parametrize("now", INSTANTS, ids=lambda _: "")


def moving(angles, now) -> tuple[Matrix, Matrix, Matrix]:
    """R, R_d and omega of a frame with three Euler angles at an instant; omega from (4.44)."""
    R = euler_zyz(*angles)
    return tuple(m.xreplace(now) for m in (R, R.diff(t), angular_velocity(R)))


def turned(angles: np.ndarray, h: float) -> np.ndarray:
    """A rotation that changes evenly with time, by scipy; `angles` are also its rates, in reversed order."""
    return Rotation.from_euler("ZYZ", angles + h * angles[::-1]).as_matrix()


def derivative(function) -> np.ndarray:
    f = [np.asarray(function(k * H)) for k in (-2, -1, 1, 2)]
    return (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * H)


def omega_of(angles: np.ndarray) -> np.ndarray:
    """Angular velocity of `turned` by the library's Jacobian."""
    return np.array(rate_matrix("zyz", angles) * Matrix(angles[::-1]), dtype=float).ravel()


@pytest.mark.equation("4.42")
@pytest.mark.parametrize("make", ELEMENTARY)
def test_derivative_of_a_rotation_by_one_angle(make):
    x = symbols("x", real=True)
    by_angle = make(x).diff(x).subs(x, theta)
    assert_same(make(theta).diff(t), by_angle * theta.diff(t), f"(4.42) for {make.__name__}")


@instants
@pytest.mark.equation("4.43")
def test_derivative_of_the_orthogonality(now):
    R, R_d, _ = moving(Q1, now)
    assert_same(R * R.T, eye(3), "(4.43): R R.T")
    assert_same(R_d * R.T + R * R_d.T, zeros(3, 3), "(4.43): derivative of E")


@pytest.mark.equation("4.43")
def test_product_rule_for_the_orthogonality():
    R = rotation_z(theta)
    assert_same((R * R.T).diff(t), R.diff(t) * R.T + R * R.diff(t).T, "(4.43): product rule")


@motions
@pytest.mark.equation("4.44")
def test_derivative_times_transpose_is_skew(angles):
    R, R_d = turned(angles[0], 0), derivative(lambda h: turned(angles[0], h))
    assert_close(R_d @ R.T, -R @ R_d.T, "(4.44): S = R_d R.T", 1e-9)
    ours = np.array(S(angular_velocity(R, R_d)), dtype=float)
    assert_close(ours, R_d @ R.T, "(4.44): angular_velocity", 1e-9)


@pytest.mark.equation("4.45", "4.51")
def test_skew_matrix_of_a_vector_and_its_product():
    assert_same(tilde(A), S(A), "(4.45): tilde")
    assert_same(vee(S(A)), A, "(4.45): the vector of a skew-symmetric matrix")
    printed = Matrix([A[1] * B[2] - A[2] * B[1], A[2] * B[0] - A[0] * B[2], A[0] * B[1] - A[1] * B[0]])
    assert_same(tilde(A) * B, printed, "(4.51): S(a) b in components")
    assert_same(tilde(A) * B, A.cross(B), "(4.51): S(a) b = a x b")


@pytest.mark.equation("4.46", "4.47")
@pytest.mark.parametrize("make, axis", ELEMENTARY.items(), ids=["x", "y", "z"])
def test_elementary_rotations(make, axis):
    R, rate = make(theta), theta.diff(t)
    printed = {
        rotation_z: Matrix([[0, -rate, 0], [rate, 0, 0], [0, 0, 0]]),  # (4.46)
        rotation_y: Matrix([[0, 0, rate], [0, 0, 0], [-rate, 0, 0]]),  # (4.47)
        rotation_x: Matrix([[0, 0, 0], [0, 0, -rate], [0, rate, 0]]),
    }[make]
    assert_same(R.diff(t) * R.T, printed, f"(4.46), (4.47): S of {make.__name__}")
    assert_same(angular_velocity(R), rate * Matrix(axis), f"(4.46), (4.47): omega of {make.__name__}")


@instants
@pytest.mark.equation("4.48")
def test_derivative_of_a_rotation_by_its_angular_velocity(now):
    R, R_d, omega = moving(Q1, now)
    assert_same(R_d, tilde(omega) * R, "(4.48): R_d = S(omega) R")


@motions
@pytest.mark.equation("4.49", "4.50")
def test_velocity_of_a_point_of_a_moving_frame(angles):
    """A frame that turns and shifts; the point rests in it."""
    p1, d_d = angles[1], angles[2]

    def place(h: float) -> np.ndarray:
        pose = Pose(Matrix(turned(angles[0], h).tolist()), translation(*(angles[3] + h * d_d)).p)
        return np.array(pose.point(p1), dtype=float).ravel()

    omega, R = omega_of(angles[0]), turned(angles[0], 0)
    velocity = derivative(place)
    assert_close(np.array(tilde(omega), dtype=float) @ R @ p1 + d_d, velocity, "(4.49): S(omega) R p1 + d_d", 1e-8)
    assert_close(np.cross(omega, R @ p1) + d_d, velocity, "(4.50): omega x (R p1) + d_d", 1e-8)


@instants
@pytest.mark.equation("4.52", "4.53")
def test_derivative_of_two_rotations_in_succession(now):
    whole = euler_zyz(*Q1) * euler_zyz(*Q2)
    R, R_d = whole.xreplace(now), whole.diff(t).xreplace(now)
    (R1, R1_d, w1), (R2, R2_d, w2) = moving(Q1, now), moving(Q2, now)
    assert_same(R_d, R1_d * R2 + R1 * R2_d, "(4.53): product rule")
    assert_same(R_d, S(w1) * R1 * R2 + R1 * S(w2) * R1.T * R1 * R2, "(4.53)")
    assert_same(R_d, S(vee(tidy(R_d * R.T))) * R, "(4.52)")


def tidy(skew: Matrix) -> Matrix:
    """Exactly skew-symmetric, where it was so to 30 digits."""
    assert_same(skew, -skew.T, "S is skew-symmetric")
    return (skew - skew.T) / 2


@instants
@pytest.mark.equation("4.54")
def test_skew_matrix_of_a_turned_vector(now):
    R, *_ = moving(Q1, now)
    assert_same(R * tilde(A) * R.T * B, tilde(R * A) * B, "(4.54): R S(w) R.T k = S(R w) k")
    assert_same(R * A.cross(R.T * B), (R * A).cross(B), "(4.54): the step between")
    mirror = diag(1, 1, -1)
    with pytest.raises(AssertionError):
        assert_same(mirror * tilde(A) * mirror.T, tilde(mirror * A), "a mirror is no rotation")


@pytest.mark.equation("4.55")
def test_skew_matrix_of_a_sum():
    assert_same(tilde(A) + tilde(B), tilde(A + B), "(4.55): S(a) + S(b) = S(a + b)")


@instants
@pytest.mark.equation("4.56")
def test_sum_of_both_skew_matrices(now):
    R_d = (euler_zyz(*Q1) * euler_zyz(*Q2)).diff(t).xreplace(now)
    (R1, _, w1), (R2, _, w2) = moving(Q1, now), moving(Q2, now)
    assert_same(R_d, (tilde(w1) + tilde(R1 * w2)) * R1 * R2, "(4.56), first form")
    assert_same(R_d, tilde(w1 + R1 * w2) * R1 * R2, "(4.56), second form")


@motions
@pytest.mark.equation("4.57")
def test_angular_velocities_of_two_frames_add_up(angles):
    R_d = derivative(lambda h: turned(angles[0], h) @ turned(angles[1], h))
    R1 = turned(angles[0], 0)
    skew = R_d @ (R1 @ turned(angles[1], 0)).T
    expected = [skew[2, 1], skew[0, 2], skew[1, 0]]
    assert_close(omega_of(angles[0]) + R1 @ omega_of(angles[1]), expected, "(4.57)", 1e-8)
    ours = total_angular_velocity([R1], [omega_of(angles[0]), omega_of(angles[1])])
    assert_close(np.array(ours, dtype=float).ravel(), expected, "(4.57): total_angular_velocity", 1e-8)


@motions
@pytest.mark.equation("4.58", "4.59")
def test_angular_velocities_of_a_chain_of_frames_add_up(angles):
    """Four frames, differentiated as one rotation."""
    R_d = derivative(lambda h: np.linalg.multi_dot([turned(a, h) for a in angles]))
    steps = [turned(a, 0) for a in angles]
    whole = np.linalg.multi_dot(steps)
    own = [omega_of(a) for a in angles]
    sum_of_all = own[0] + steps[0] @ own[1] + steps[0] @ steps[1] @ own[2] + steps[0] @ steps[1] @ steps[2] @ own[3]
    assert_close(np.array(tilde(sum_of_all), dtype=float) @ whole, R_d, "(4.58): R_d = S(omega) R", 1e-8)
    ours = np.array(total_angular_velocity(steps, own), dtype=float).ravel()
    assert_close(ours, sum_of_all, "(4.59): total_angular_velocity", 1e-12)
