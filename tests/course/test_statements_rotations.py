"""What chapter 4a claims in words and numbers is so."""

import numpy as np
import pytest
from sympy import Matrix, eye, pi, simplify, sqrt

from mechanics import systems
from mechanics.demonstrations.orientation_pictures import interpolations, turn_about_axis
from mechanics.rotations import (
    Quaternion,
    as_rotation,
    axis_angle,
    euler_zyz,
    from_sequence,
    nearest_rotation,
    roll_pitch_yaw,
    slerp,
)

BOOKS = [from_sequence(axes, (pi / 2, pi / 2)) for axes in ("zy", "yz")]


def array(matrix) -> np.ndarray:
    return np.array(matrix.tolist(), dtype=float)


def test_the_two_books():
    """The first stands on its short edge, x upright; the second on its long edge, y upright."""
    first, second = BOOKS
    assert first[2, 0] in (1, -1) and second[2, 1] in (1, -1) and second[2, 2] == 0
    turn = axis_angle(first)
    assert turn.angle == 2 * pi / 3 and {abs(n) for n in turn.axis} == {1 / sqrt(3)}
    assert axis_angle(first.T * second).angle == 2 * pi / 3, "they differ by a turn of 120 degrees"


@pytest.mark.parametrize("angle", [0.1, 0.02])
def test_small_rotations_differ_by_the_product_of_their_angles(angle):
    delta = systems.load("rotation_composition").solve(phi=angle, theta=angle)["delta"]
    assert delta == pytest.approx(angle**2, rel=2e-3)


def test_a_matrix_with_two_digits_is_refused_and_mended_to_thirds():
    typed = Matrix([[0.67, -0.33, 0.67], [0.67, 0.67, -0.33], [-0.33, 0.67, 0.67]])
    with pytest.raises(ValueError, match="looks like rounding"):
        as_rotation(typed)
    assert array(nearest_rotation(typed)) == pytest.approx(np.round(3 * array(typed)) / 3, abs=1e-9)
    lengths = np.linalg.norm(array(typed), axis=0)
    assert lengths - 1 == pytest.approx(np.full(3, 1 / 300), abs=1e-4), "too long by a third of a percent"


def test_the_other_angles_of_the_gimbal():
    """Half a turn, a tilt to the other side, half a turn, as the sliders can be set."""
    assert array(euler_zyz(-2.54, -0.8, -2.24)) == pytest.approx(array(euler_zyz(0.6, 0.8, 0.9)), abs=0.004)


def test_a_positive_pitch_lowers_the_nose():
    assert array(roll_pitch_yaw(0, 0.3, 0))[2, 0] < 0 < array(roll_pitch_yaw(0, -0.3, 0))[2, 0]


def test_quaternions_of_the_books():
    half = [Quaternion.about(axis, pi / 2) for axis in ((0, 0, 1), (0, 1, 0))]
    assert [2 * part for part in half[0] * half[1]] == [1, -1, 1, 1]
    assert [2 * part for part in half[1] * half[0]] == [1, 1, 1, 1]


def test_two_full_turns_are_one_period_of_the_quaternion():
    problem = turn_about_axis()
    values = problem.inputs.flat(problem.inputs.values_with({"angle": 4 * np.pi}))
    parts = [row[0] for row in problem.motion.quantities.values()]
    start, middle, end = problem.evaluate(parts, values, np.array([0.0, 2.0, 4.0]))
    assert middle == pytest.approx(-start, abs=1e-9) and end == pytest.approx(start, abs=1e-9)


def test_a_third_of_a_turn_about_the_diagonal_moves_every_axis_on():
    found = turn_about_axis().solve(n=(1, 1, 1), angle=2.0944)
    assert found["R"] == pytest.approx(np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]]), abs=1e-4)


def test_half_of_the_way():
    R_a, R_b = euler_zyz(0.0, 1.0, 0.0), euler_zyz(2.8, 1.0, -2.8)
    assert axis_angle(R_a.T * R_b).angle == pytest.approx(1.968, abs=5e-4)
    assert axis_angle(R_a.T * slerp(R_a, R_b, 0.5)).angle == pytest.approx(0.984, abs=5e-4)
    middle = euler_zyz(1.4, 1.0, -1.4)
    for R in (R_a.T * middle, middle.T * R_b):
        assert axis_angle(R).angle == pytest.approx(1.256, abs=5e-4)


def test_one_angle_alone_makes_no_detour_and_small_tilts_a_large_one():
    alone = interpolations().solve(a=[0.0, 1.0, 0.3], b=[2.0, 1.0, 0.3])
    assert alone["halfway"] == pytest.approx(alone["alpha"] / 2)
    spinning = interpolations().solve(a=[0.0, 0.1, 0.0], b=[2.8, 0.1, -2.8])
    assert spinning["alpha"] < 0.2, "almost nothing to turn, although phi and psi run through 2.8 rad each"


def test_half_turns_about_perpendicular_axes_commute():
    assert simplify(from_sequence("zyzy", (pi, pi, -pi, -pi))) == eye(3)
