"""Parametrizations of rotations and their inverses, against scipy and against what a rotation does to vectors."""

from itertools import product

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from mechanics.rotations import (
    Quaternion,
    angles_of,
    as_rotation,
    axis_angle,
    direction_cosines,
    euler_zyz,
    euler_zyz_angles,
    from_sequence,
    identity,
    nearest_rotation,
    roll_pitch_yaw,
    roll_pitch_yaw_angles,
    rotation_about,
    rotation_x,
    rotation_y,
    rotation_z,
    slerp,
    tilde,
)

SEQUENCES = [f"{a}{b}{c}" for a, b, c in product("xyz", repeat=3) if a != b != c]
LOCKED = [(axes, locked) for axes in SEQUENCES for locked in ((0, 1) if axes[0] == axes[2] else (0.5, -0.5))]
ANGLE = st.floats(-3.1, 3.1)
ANGLES = st.tuples(ANGLE, ANGLE, ANGLE)
UNITS = st.integers(0, 2**32 - 1).map(lambda seed: unit(np.random.default_rng(seed).normal(size=3)))
MATRICES = st.integers(0, 2**32 - 1).map(
    lambda seed: Rotation.from_quat(np.random.default_rng(seed).normal(size=4)).as_matrix()
)


def unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)


def array(matrix) -> np.ndarray:
    return np.array(sp.Matrix(matrix).tolist(), dtype=float)


def assert_same(ours, expected, what: str = "", atol: float = 1e-12) -> None:
    np.testing.assert_allclose(array(ours), array(expected), atol=atol, err_msg=what)


# --- sequences ------------------------------------------------------------------------------------------


@given(axes=st.sampled_from(SEQUENCES), angles=ANGLES)
def test_a_sequence_agrees_with_scipy(axes, angles):
    current = Rotation.from_euler(axes.upper(), angles).as_matrix()
    assert_same(from_sequence(axes, angles), current, f"{axes} about current axes")
    about_fixed = Rotation.from_euler(axes, angles).as_matrix()
    assert_same(from_sequence(axes, angles, fixed=True), about_fixed, f"{axes} about fixed axes")


@given(ANGLES)
def test_fixed_axes_are_current_axes_backwards(angles):
    assert_same(from_sequence("zyx", angles), from_sequence("xyz", angles[::-1], fixed=True))
    assert_same(from_sequence("yz", angles[:2]), from_sequence("zy", angles[1::-1], fixed=True))


def test_any_number_of_rotations_and_exact_angles():
    a = sp.Symbol("a", real=True)
    assert from_sequence("z", [a]) == rotation_z(a)
    quarter = sp.pi / 2
    assert from_sequence("xyzx", [quarter] * 4) == rotation_x(quarter) * rotation_y(quarter) * rotation_z(
        quarter
    ) * rotation_x(quarter)
    assert all(entry.is_Integer for entry in from_sequence("zyz", [quarter] * 3))


@pytest.mark.parametrize(
    "axes, angles, words",
    [("zqz", (1, 2, 3), "letters of x, y and z"), ("", (), "letters"), ("zy", (1,), "got 1")],
)
def test_a_sequence_that_is_none_is_refused(axes, angles, words):
    with pytest.raises(ValueError, match=words):
        from_sequence(axes, angles)


# --- back to the angles ---------------------------------------------------------------------------------


@given(axes=st.sampled_from(SEQUENCES), fixed=st.booleans(), R=MATRICES)
def test_both_branches_lead_back_to_the_matrix(axes, fixed, R):
    found = angles_of(R, axes, fixed=fixed)
    assert len(found.branches) == 2 and not found.is_locked and not found.freedom
    for angles in found.branches:
        assert_same(from_sequence(axes, angles, fixed=fixed), R, f"{axes}, branch {angles}")
        assert all(-np.pi < angle <= np.pi for angle in angles)
    expected = Rotation.from_matrix(R).as_euler(axes if fixed else axes.upper())
    assert min(np.abs(np.array(b) - expected).max() for b in found.branches) < 1e-7, "scipy's branch is missing"


@given(st.sampled_from(LOCKED), ANGLE, ANGLE, ANGLE, st.booleans(), st.sampled_from([0.0, 1e-12]))
def test_a_locked_sequence_says_what_is_left(locked, first, third, chosen, fixed, slip):
    axes, half_turns = locked
    R = from_sequence(axes, (first, np.pi * half_turns + slip, third), fixed=fixed)
    found = angles_of(R, axes, fixed=fixed)
    assert found.is_locked, f"{axes} at {half_turns} pi"
    left = first + found.sign * third - found.combination
    assert np.cos(float(left)) == pytest.approx(1.0), "the sum or difference that is determined"
    assert ("sum" if found.sign > 0 else "difference") in found.freedom
    for angles in (*found.branches, found.with_first(chosen)):
        assert_same(from_sequence(axes, angles, fixed=fixed), R, f"{axes} with {angles}", atol=1e-9)
    assert found.with_first(chosen)[0] == chosen


@given(st.sampled_from(LOCKED), ANGLE, ANGLE, st.floats(-8, -2))
def test_no_digits_are_lost_next_to_a_locked_sequence(locked, first, third, exponent):
    axes, half_turns = locked
    R = from_sequence(axes, (first, np.pi * half_turns + 10**exponent, third))
    for angles in angles_of(R, axes).branches:
        assert_same(from_sequence(axes, angles), R, f"{axes} with {angles}", atol=1e-13)


def test_euler_angles_of_the_identity_are_locked():
    found = euler_zyz_angles(sp.eye(3))
    assert (found.sign, found.combination) == (1, 0) and found.branches == ((0, 0, 0),)
    assert found.with_first(sp.pi / 4) == (sp.pi / 4, 0, -sp.pi / 4)
    assert not roll_pitch_yaw_angles(sp.eye(3)).is_locked, "there the aircraft flies straight and level"


def test_an_aircraft_that_climbs_vertically_is_locked():
    found = roll_pitch_yaw_angles(roll_pitch_yaw(0.3, -np.pi / 2, 0.5))
    assert found.freedom == "Only the sum of the first and the third angle is determined: angle_1 + angle_3 = 0.8 rad."
    with pytest.raises(ValueError, match="only where the sequence is locked"):
        roll_pitch_yaw_angles(identity).with_first(1.0)


def test_exact_matrices_give_exact_angles():
    found = euler_zyz_angles(euler_zyz(sp.pi / 3, sp.pi / 4, sp.pi / 6))
    assert found.branches == ((sp.pi / 3, sp.pi / 4, sp.pi / 6), (-2 * sp.pi / 3, -sp.pi / 4, -5 * sp.pi / 6))


@pytest.mark.parametrize("axes", SEQUENCES)
def test_formulas_of_the_angles_hold_for_symbols(axes):
    """What comes out for expressions is, at numbers, what comes out for the numbers."""
    symbols = sp.symbols("alpha beta gamma", real=True)
    values = dict(zip(symbols, (0.4, 0.9, -1.1), strict=True))
    formulas = angles_of(from_sequence(axes, symbols), axes).branches
    numbers = angles_of(from_sequence(axes, list(values.values())), axes).branches
    for formula, number in zip(formulas, numbers, strict=True):
        assert [float(angle.subs(values)) for angle in formula] == pytest.approx(number)


def test_nine_symbols_stand_for_any_rotation():
    r = sp.Matrix(3, 3, sp.symbols("r(1:4)(1:4)", real=True))
    first, _ = euler_zyz_angles(r).branches
    assert first == (
        sp.atan2(r[1, 2], r[0, 2]),
        sp.atan2(sp.sqrt(r[0, 2] ** 2 + r[1, 2] ** 2), r[2, 2]),
        sp.atan2(r[2, 1], -r[2, 0]),
    )


@pytest.mark.parametrize("axes", ["zz", "zzy", "zyzy", "abc"])
def test_angles_of_another_sequence_are_refused(axes):
    with pytest.raises(ValueError, match=r"Three axes|letters of x, y and z"):
        angles_of(identity, axes)


# --- axis and angle -------------------------------------------------------------------------------------


@given(UNITS, st.floats(-7, 7))
def test_rodrigues_is_the_exponential_and_keeps_its_axis(n, angle):
    R = array(rotation_about(3 * n, angle))
    assert_same(R, expm(angle * array(tilde(n))), "exp(angle ñ), (4.9) for any axis")
    np.testing.assert_allclose(R @ n, n, atol=1e-12, err_msg="the axis must stay where it is")


@given(UNITS, st.floats(1e-6, np.pi - 1e-6))
def test_axis_and_angle_come_back(n, angle):
    found = axis_angle(rotation_about(n, angle))
    assert found.angle == pytest.approx(angle, abs=1e-9) and not found.freedom
    np.testing.assert_allclose(array(found.axis).ravel(), n, atol=1e-7)


@given(UNITS)
def test_half_a_turn_has_two_axes_and_none_has_all(n):
    half = axis_angle(rotation_about(n, np.pi))
    assert half.freedom == "either sign of the axis" and half.angle == pytest.approx(np.pi)
    assert abs(array(half.axis).ravel() @ n) == pytest.approx(1.0)
    assert_same(rotation_about(half.axis, half.angle), rotation_about(n, np.pi))
    none = axis_angle(rotation_about(n, 0.0))
    assert none.freedom == "any axis" and none.angle == 0


def test_exact_axes_and_angles():
    third = sp.Matrix([[0, 0, 1], [1, 0, 0], [0, 1, 0]])  # x to y, y to z, z to x
    found = axis_angle(third)
    assert found.angle == 2 * sp.pi / 3 and list(found.axis) == [1 / sp.sqrt(3)] * 3
    axis, angle, freedom = axis_angle(sp.diag(1, -1, -1))
    assert (list(axis), angle, freedom) == ([1, 0, 0], sp.pi, "either sign of the axis")
    a = sp.Symbol("a", real=True)
    assert rotation_about((0, 0, 5), a) == rotation_z(a)


@pytest.mark.parametrize("make", [rotation_about, Quaternion.about])
@pytest.mark.parametrize("axis", [(0, 0, 0), (1, 2)])
def test_an_axis_without_direction_is_refused(make, axis):
    with pytest.raises(ValueError, match="[Aa]xis (is|must be) a vector"):
        make(axis, 1.0)


# --- quaternions ----------------------------------------------------------------------------------------


@given(MATRICES)
def test_quaternions_agree_with_scipy_scalar_first(R):
    q = Quaternion.of(R)
    x, y, z, w = Rotation.from_matrix(R).as_quat(canonical=True)
    np.testing.assert_allclose([float(c) for c in q], [w, x, y, z], atol=1e-12)
    assert_same(q.R, R)
    assert_same((-q).R, R, "q and -q are the same rotation")
    assert_same(q.conjugate.R, R.T)


@given(MATRICES, MATRICES)
def test_the_product_of_quaternions_is_the_product_of_matrices(A, B):
    q = Quaternion.of(A) * Quaternion.of(B)
    assert_same(q.R, A @ B)
    assert float(q.norm) == pytest.approx(1.0)


def test_hamiltons_rule():
    one, i, j, k = (Quaternion(*row) for row in sp.eye(4).tolist())
    assert i * j == k and j * k == i and k * i == j, "i j = k"
    assert j * i == -k and i * i == j * j == k * k == i * j * k == -one


@given(UNITS, st.floats(-3, 3))
def test_a_full_turn_reaches_the_other_quaternion(n, angle):
    q, more = Quaternion.about(n, angle), Quaternion.about(n, angle + 2 * np.pi)
    np.testing.assert_allclose([float(c) for c in more], [float(c) for c in -q], atol=1e-12)
    assert_same(q.R, rotation_about(n, angle))


def test_symbolic_quaternions():
    phi = sp.Symbol("varphi", positive=True)
    values = [float(c.subs(phi, 1.4)) for c in Quaternion.of(rotation_y(phi))]
    assert values == pytest.approx([np.cos(0.7), 0, np.sin(0.7), 0])
    assert Quaternion.of(sp.diag(-1, 1, -1)) == Quaternion(0, 0, 1, 0), "half a turn about y"


def test_a_quaternion_that_drifted_is_refused_and_mended():
    drifted = Quaternion(1.0, 0.1, 0.0, 0.2)
    with pytest.raises(ValueError, match=r"unit quaternion was expected.*\.unit"):
        _ = drifted.R
    assert_same(drifted.unit.R, Rotation.from_quat([0.1, 0.0, 0.2, 1.0]).as_matrix())
    with pytest.raises(ValueError, match="has no direction"):
        _ = Quaternion(0, 0, 0, 0).unit
    with pytest.raises(ValueError, match="another one"):
        _ = drifted * 2


# --- interpolation --------------------------------------------------------------------------------------


@given(MATRICES, MATRICES, st.floats(0, 1))
def test_slerp_is_one_steady_turn(A, B, share):
    whole = float(axis_angle(A.T @ B).angle)
    there = array(slerp(A, B, share))
    assert float(axis_angle(A.T @ there).angle) == pytest.approx(share * whole, abs=1e-7)
    assert float(axis_angle(there.T @ B).angle) == pytest.approx((1 - share) * whole, abs=1e-7)


@settings(max_examples=25)
@given(MATRICES, MATRICES)
def test_slerp_begins_and_ends_where_it_should_and_takes_symbols(A, B):
    s = sp.Symbol("s", real=True)
    path = slerp(A, B, s)
    assert_same(path.subs(s, 0), A)
    assert_same(path.subs(s, 1), B, atol=1e-7)
    assert_same(path.subs(s, 0.5), slerp(A, B, 0.5))


def test_slerp_between_equal_orientations_stays():
    assert slerp(rotation_x(0.3), rotation_x(0.3), 0.7) == rotation_x(0.3)


# --- what is no rotation --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "matrix, words",
    [
        (2 * sp.eye(3), r"R\.T R - E is \[\[3\.0, 0\.0, 0\.0\].* det R = 8\..* length 1"),
        (sp.diag(1, 1, -1), "det R = -1: a reflection"),
        (sp.Matrix([[0.8, -0.6, 0], [0.6001, 0.8, 0], [0, 0, 1]]), "looks like rounding; nearest_rotation"),
        (sp.ones(2, 3), "got 2 x 3"),
        (sp.diag(sp.cos(sp.Symbol("x", real=True)), 1, 1), "perpendicular"),
        (sp.diag(1, 1, sp.nan), "finite real numbers"),
        (sp.diag(1, 1, sp.I), "finite real numbers"),
    ],
)
@pytest.mark.parametrize("use", [as_rotation, axis_angle, Quaternion.of, euler_zyz_angles, roll_pitch_yaw_angles])
def test_no_rotation_is_refused_with_its_defect(matrix, words, use):
    with pytest.raises(ValueError, match=words):
        use(matrix)


@given(MATRICES, st.integers(0, 1000))
def test_the_nearest_rotation_is_nearer_than_its_neighbours(R, seed):
    noise = np.random.default_rng(seed)
    measured = R + 0.05 * noise.normal(size=(3, 3))
    mended = array(nearest_rotation(measured))
    as_rotation(mended)
    best = np.linalg.norm(mended - measured)
    for _ in range(5):
        other = mended @ array(rotation_about(noise.normal(size=3), 0.01))
        assert np.linalg.norm(other - measured) > best


def test_there_is_no_nearest_rotation_of_a_reflection():
    with pytest.raises(ValueError, match="several rotations are equally close"):
        nearest_rotation(sp.diag(1, 1, -1))


@given(MATRICES, MATRICES)
def test_direction_cosines_do_not_depend_on_the_components(E_0, Q):
    """The dot products of (4.4) are the same in whatever frame both bases are written."""
    E_1 = E_0 @ array(rotation_about((1, 2, 3), 0.8))
    ours = direction_cosines(E_0.T, E_1.T)
    assert_same(ours, direction_cosines((Q @ E_0).T, (Q @ E_1).T))
    assert_same(ours, rotation_about((1, 2, 3), 0.8))


def test_a_basis_must_be_orthonormal():
    with pytest.raises(ValueError, match="right-handed orthonormal basis was expected"):
        direction_cosines(np.eye(3), [(1, 0, 0), (1, 1, 0), (0, 0, 1)])
    with pytest.raises(ValueError, match="Three vectors with three components"):
        direction_cosines(np.eye(3), [(1, 0, 0), (0, 1, 0)])
