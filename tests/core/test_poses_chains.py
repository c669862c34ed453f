"""Chains of joints: group laws, screws against differences, a robot's pose against scipy, both elbows of an arm."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from mechanics.poses import (
    Chain,
    Cylindrical,
    Fixed,
    Pose,
    Prismatic,
    Revolute,
    Spherical,
    arm_angles,
    rotation,
    translation,
    vector,
)
from mechanics.rotations import euler_zyz, from_sequence

ANGLES = st.floats(-7, 7)
LENGTHS = st.floats(-3, 3)
VECTORS = st.tuples(LENGTHS, LENGTHS, LENGTHS)
q = sp.symbols("q1:8", real=True)


def array(matrix) -> np.ndarray:
    return np.array(matrix.tolist(), dtype=float)


@st.composite
def poses(draw) -> Pose:
    return translation(*draw(VECTORS)) @ rotation(euler_zyz(*draw(st.tuples(ANGLES, ANGLES, ANGLES))))


def zoo(values) -> Chain:
    """A chain with every kind of joint, about letters and about an oblique axis."""
    a, b, c, d, e, f, g = values
    return Chain(
        [
            Revolute(a, (1, 2, -2), at=translation(0.1, 0, 0.3)),
            Prismatic(b, "y", at=rotation(from_sequence("xz", (0.4, -1.1)))),
            Cylindrical(c, d, "x", at=translation(0, 0.2, 0)),
            Fixed(translation(0.3, 0, -0.2)),
            Spherical((e, f, g), at=translation(0.1, 0.1, 0.1)),
        ],
        base=translation(1, 0, 0),
    )


# --- homogeneous transformations --------------------------------------------------------------------------


@given(poses(), poses(), VECTORS)
def test_the_inverse_undoes_a_pose_and_reverses_products(a, b, r):
    for product in (a @ a.inverse, a.inverse @ a):
        np.testing.assert_allclose(array(product.matrix), np.eye(4), atol=1e-9)
    np.testing.assert_allclose(
        array((a @ b).inverse.matrix), np.linalg.inv(array(a.matrix) @ array(b.matrix)), atol=1e-8
    )
    np.testing.assert_allclose(array(a.inverse.point(a.point(r))).ravel(), r, atol=1e-9)


@given(poses())
def test_a_pose_comes_back_from_its_matrix(pose):
    assert Pose.from_matrix(pose.matrix) == pose
    back = array(Pose.from_matrix(array(pose.matrix)).matrix)
    np.testing.assert_allclose(back, array(pose.matrix), rtol=1e-15)


def test_matrices_of_expressions_are_poses():
    a, x = sp.symbols("a x", real=True)
    pose = translation(x) @ rotation(from_sequence("zx", (a, x)))
    assert Pose.from_matrix(pose.matrix) == pose
    assert sp.simplify((pose @ pose.inverse).matrix) == sp.eye(4)


@pytest.mark.parametrize(
    ("matrix", "reason"),
    [
        (np.eye(3), "must be a 4 x 4 matrix; got 3 x 3"),
        ("H", "4 x 4 matrix of finite real numbers or formulas, .* got 'H'"),
        ([[1, 0, 0, np.nan], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], "finite real numbers or formulas.* got .*nan"),
        (np.diag([1, 1, 1, 2]), r"last row .* is \[0, 0, 0, 1\]; got \[0, 0, 0, 2"),
        (np.ones((4, 4)), r"last row .* \[1"),
        (np.diag([1, 1, -1, 1]), "rotation R .* det R = -1"),
        (np.diag([2.0, 0.5, 1, 1]), r"rotation R .* R\.T R - E is"),
        (sp.Matrix([[sp.Symbol("a"), 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]), "rotation R"),
    ],
)
def test_what_is_no_homogeneous_transformation_is_refused(matrix, reason):
    with pytest.raises(ValueError, match=reason):
        Pose.from_matrix(matrix)


# --- chains -----------------------------------------------------------------------------------------------


def test_a_chain_is_the_product_of_its_steps():
    chain = zoo((0.3, -0.4, 1.0, 0.2, 0.5, 0.6, -0.7))
    H = array(translation(1, 0, 0).matrix)
    for step, pose in zip(chain.steps, chain.poses, strict=True):
        H = H @ array(step.matrix)
        np.testing.assert_allclose(array(pose.matrix), H, atol=1e-12)
    assert chain.tip == chain.poses[-1] and len(chain.poses) == len(chain) == 5


def test_joints_move_as_their_names_say():
    """Against scipy: a turn about an oblique axis, and what stays put on the axis."""
    turn = Revolute(0.7, (1, 2, -2)).motion
    expected = Rotation.from_rotvec(0.7 * np.array([1, 2, -2]) / 3).as_matrix()
    np.testing.assert_allclose(array(turn.R), expected, atol=1e-12)
    np.testing.assert_allclose(array(turn.point((1, 2, -2))).ravel(), [1, 2, -2], atol=1e-12)
    assert Prismatic(0.4, "y").motion == translation(0, 0.4, 0)
    assert Fixed(translation(1)).pose == translation(1) and Fixed(translation(1)).coordinates == ()
    drill = Cylindrical(0.5, 0.2, "z").motion
    assert drill.p == translation(0, 0, 0.2).p and drill.R == Revolute(0.5).motion.R
    ball = Spherical((0.1, 0.2, 0.3), "xyz").motion
    np.testing.assert_allclose(array(ball.R), Rotation.from_euler("XYZ", [0.1, 0.2, 0.3]).as_matrix(), atol=1e-12)


def test_a_hand_with_seven_joints_agrees_with_exponentials():
    """The robot of Beispiel 1.2 by the product of exponentials, which knows no frames between the joints."""
    lengths, axes = (0.36, 0, 0.42, 0, 0.40, 0, 0.22), "zyzyzyz"
    starts = np.cumsum([0, *lengths])
    angles = np.random.default_rng(4).uniform(-2, 2, 7)
    arm = Chain(
        [
            Revolute(x, axis, at=translation(0, 0, length))
            for x, axis, length in zip(q, axes, (0, *lengths[:-1]), strict=True)
        ]
    )
    H = np.eye(4)
    for angle, axis, height in zip(angles, axes, starts, strict=False):
        w = np.eye(3)["xyz".index(axis)]
        v = np.cross([0, 0, height], w)
        H = H @ expm(angle * np.block([[np.cross(np.eye(3), w), v[:, None]], [np.zeros((1, 4))]]))
    straight = np.eye(4)
    straight[2, 3] = starts[-1]
    hand = arm.matrices(angles)[-1] @ array(translation(0, 0, lengths[-1]).matrix)
    np.testing.assert_allclose(hand, H @ straight, atol=1e-12)


def test_numbers_one_by_one_and_all_at_once_agree():
    values = np.random.default_rng(5).uniform(-2, 2, (2, 3, 7))
    chain = zoo(q)
    many = chain.matrices(values)
    assert many.shape == (2, 3, 5, 4, 4)
    one = np.array([array(pose.matrix) for pose in chain.at(values[1, 2]).poses])
    np.testing.assert_allclose(many[1, 2], one, atol=1e-12)
    np.testing.assert_allclose(array(zoo(values[1, 2]).tip.matrix), one[-1], atol=1e-12)


def test_screws_are_the_velocities_of_the_moving_frame():
    """Each coordinate alone is moved a little: what turns and what shifts, seen from the joint's own frame."""
    values, h = np.random.default_rng(6).uniform(-1, 1, 7), 1e-6
    chain = zoo(values)
    k = 0
    for i, joint in enumerate(chain.joints):
        for screw in joint.screws:
            step = h * np.eye(7)[k]
            ahead, behind = (zoo(values + s * step).joints[i].motion for s in (1, -1))
            spin = (array(ahead.R) - array(behind.R)) / (2 * h) @ array(joint.motion.R).T
            turn = [spin[2, 1], spin[0, 2], spin[1, 0]]
            np.testing.assert_allclose(array(screw.turn).ravel(), turn, atol=1e-8, err_msg=f"turn, q{k + 1}")
            shift = (array(ahead.p) - array(behind.p)) / (2 * h)
            np.testing.assert_allclose(array(screw.shift), shift, atol=1e-8, err_msg=f"shift, q{k + 1}")
            k += 1
    assert k == len(chain.coordinates)


def test_frames_between_frames_also_backwards():
    chain = zoo((0.3, -0.4, 1.0, 0.2, 0.5, 0.6, -0.7))
    there, back = chain.between(1, 4), chain.between(4, 1)
    np.testing.assert_allclose(array((there @ back).matrix), np.eye(4), atol=1e-12)
    np.testing.assert_allclose(array((chain.between(0, 1) @ there).matrix), array(chain.poses[3].matrix), atol=1e-12)
    assert chain.joint_frames[1] == chain.poses[0] @ chain.joints[1].at
    with pytest.raises(ValueError, match=r"from 0 \(inertial\) to 5; got 6"):
        chain.between(0, 6)


def test_symbols_of_lengths_get_values_by_name():
    length, phi = sp.symbols("l phi")
    arm = Chain([Revolute(phi), Fixed(translation(length))])
    assert arm.at({length: 2}).tip.p == sp.Matrix([2 * sp.cos(phi), 2 * sp.sin(phi), 0])
    assert arm.at([0]).tip.p == sp.Matrix([length, 0, 0])
    assert "Revolute, Fixed; coordinates phi" in repr(arm)
    with pytest.raises(ValueError, match="give values of l with at"):
        arm.matrices([0.3])


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Chain([]), "made of joints such as Revolute"),
        (lambda: Chain([translation(1)]), "made of joints such as Revolute"),
        (lambda: Chain([Revolute(q[0]), Prismatic(q[0])]), "q1 belongs to two of them"),
        (lambda: Revolute(q[0], "w"), "'x', 'y', 'z' or a vector of its own frame; got 'w'"),
        (lambda: Revolute(q[0], (0, 0, 0)), "must not be the zero vector"),
        (lambda: Spherical(q[:3], "zzx"), "no axis twice in succession"),
        (lambda: Spherical(q[:2]), "got 2 angles about 'zyz'"),
        (lambda: Chain([Revolute(q[0])]).at([1, 2]), "One value for each of q1 was expected; got 2"),
        (lambda: Chain([Revolute(0.5)]).at([1]), "Only symbols can be replaced by values"),
        (lambda: Chain([Revolute(q[0])]).at({"l": 1}), "does not know l; its symbols are q1"),
        (
            lambda: Chain([Revolute(q[0])]).at([np.nan]),
            "list of numbers or formulas; got .nan",
        ),
        (lambda: Chain(5), "made of joints such as Revolute.phi.; got 5"),
        (lambda: Revolute(np.nan), "A coordinate of a joint must be a finite real number or a formula; got nan"),
        (lambda: Revolute("a b"), "got 'a b'"),
        (lambda: translation(None), r"must be a vector with 2 or 3 components; got \[None, 0, 0\]"),
        (lambda: vector(3), "The argument must be a vector with 2 or 3 components; got 3"),
        (
            lambda: arm_angles((1j, 0), 0.5, 0.4),
            "The target must be a vector with 2 or 3 components; .* Each must be a finite real number",
        ),
        (lambda: arm_angles((np.inf, 0), 0.5, 0.4), "Each must be a finite real number or a formula"),
        (lambda: arm_angles((0.5, 0), np.nan, 0.4), "A length must be a finite real number or a formula; got nan"),
        (lambda: Chain([Revolute(q[0])]).matrices([1, 2]), r"q1; got the shape \(2,\)"),
    ],
)
def test_chains_that_cannot_be_are_refused(make, reason):
    with pytest.raises(ValueError, match=reason):
        make()


# --- inverse kinematics -----------------------------------------------------------------------------------


def tip(l1, l2, phi1, phi2) -> np.ndarray:
    return np.array(
        [
            l1 * np.cos(phi1) + l2 * np.cos(phi1 + phi2),
            l1 * np.sin(phi1) + l2 * np.sin(phi1 + phi2),
        ]
    )


@given(st.floats(0.1, 2), st.floats(0.1, 2), st.floats(-3.1, 3.1), st.floats(0.05, 3.0))
def test_both_elbows_reach_the_target_and_one_is_where_it_came_from(l1, l2, phi1, phi2):
    x, y = tip(l1, l2, phi1, phi2)
    both = arm_angles((x, y), l1, l2)
    assert [s.elbow for s in both] == ["right", "left"] and both[0].phi2 == -both[1].phi2 > 0
    for s in both:
        np.testing.assert_allclose(tip(l1, l2, s.phi1, s.phi2), [x, y], atol=1e-9)
        elbow = l1 * np.array([np.cos(s.phi1), np.sin(s.phi1)])
        left = x * elbow[1] - y * elbow[0]  # of the line from the bearing to the target
        assert (left > 0) == (s.elbow == "left"), f"{s}: the elbow lies on the other side"
    assert both[0].phi2 == pytest.approx(phi2, abs=1e-6)
    assert np.cos(both[0].phi1 - phi1) == pytest.approx(1, abs=1e-9)


@given(st.floats(0.1, 2), st.floats(0.1, 2), st.floats(-3.1, 3.1))
def test_at_the_limits_of_the_workspace_there_is_one_solution(l1, l2, phi1):
    (far,) = arm_angles(tip(l1, l2, phi1, 0.0), l1, l2)
    assert far.elbow == "stretched" and far.phi2 == 0 and far.phi1 == pytest.approx(phi1)
    if abs(l1 - l2) > 0.01:
        (near,) = arm_angles(tip(l1, l2, phi1, np.pi), l1, l2)
        assert near.elbow == "folded" and near.freedom == ""
        assert np.cos(near.phi1 - phi1) == pytest.approx(1, abs=1e-9)


def test_on_the_bearing_the_first_angle_is_free():
    (found,) = arm_angles((0, 0), 0.5, 0.5)
    assert found.phi2 == pytest.approx(np.pi) and found.freedom == "any phi1"


@pytest.mark.parametrize("target", [(1.0, 0.5), (0.05, 0.0), (0, 0)])
def test_what_is_out_of_reach_is_refused_with_the_reach(target):
    with pytest.raises(ValueError, match=r"reach from 0\.1 m to 0\.9 m. Move the target"):
        arm_angles(target, 0.5, 0.4)


def test_targets_and_arms_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="plane z = 0"):
        arm_angles((0.5, 0.2, 0.1), 0.5, 0.4)
    with pytest.raises(ValueError, match="must be positive; got l1 = 0.5, l2 = -0.4"):
        arm_angles((0.5, 0.2), 0.5, -0.4)


def test_formulas_in_symbols_are_those_of_the_numbers():
    x, y, l1, l2 = sp.symbols("x y l1 l2", positive=True)
    values = {x: 0.3, y: 0.6, l1: 0.5, l2: 0.4}
    for formula, number in zip(arm_angles((x, y), l1, l2), arm_angles((0.3, 0.6), 0.5, 0.4), strict=True):
        assert formula.elbow == number.elbow
        assert float(formula.phi1.subs(values)) == pytest.approx(number.phi1)
        assert float(formula.phi2.subs(values)) == pytest.approx(number.phi2)


@pytest.mark.parametrize(
    "wrong",
    [9.81, sp.Symbol("g"), "xy", "g", None, np.zeros(4), np.zeros((2, 2)), [[0, -9.81, 0]], [[0], [1]], (1,), []],
)
def test_what_is_no_vector_is_refused_by_the_name_of_the_argument(wrong):
    with pytest.raises(ValueError) as caught:
        vector(wrong, "gravity")
    assert str(caught.value) == f"gravity must be a vector with 2 or 3 components; got {wrong!r}."
