"""Sections 4.3 and 4.4, rigid motions and kinematic chains: (4.20)-(4.41)."""

import numpy as np
import pytest
import sympy as sp
from scipy.spatial.transform import Rotation
from sympy import Matrix, cos, sin

from mechanics import systems
from mechanics.poses import Chain, Fixed, Pose, Prismatic, Revolute, rotation, translation
from mechanics.rotations import euler_zyz
from mechanics.systems.chapter_4.crane_frames import crane_frames
from mechanics.systems.chapter_4.planar_manipulator_kinematics import arm

from .compare import assert_close, assert_same

RNG = np.random.default_rng(420)
ARM = systems.load("planar_manipulator_kinematics")
CRANE = systems.load("tower_crane_kinematics")
phi1, phi2, l1, l2, l_s1, l_s2 = ARM.inputs.symbols
angle1, s2, angle3, angle4, s5 = (CRANE.inputs[name].symbol for name in ("phi1", "s2", "phi3", "phi4", "s5"))
h1, l_S = CRANE.inputs.h1, sp.Symbol("l_S", positive=True)


def motions(count: int) -> list[tuple[np.ndarray, np.ndarray, Pose]]:
    """Rotation (by scipy), displacement, and the pose with the same Euler angles."""
    found = []
    for _ in range(count):
        e, d = RNG.uniform(-3, 3, (2, 3))
        found.append((Rotation.from_euler("ZYZ", e).as_matrix(), d, Pose(euler_zyz(*e), d)))
    return found


def column(matrix) -> np.ndarray:
    return np.array(list(matrix), dtype=float)


def numbers(matrix) -> np.ndarray:
    return np.array(matrix.tolist(), dtype=float)


def homogeneous(p) -> np.ndarray:
    return np.append(np.asarray(p, dtype=float), 1.0)


# --- translation and rotation -----------------------------------------------------------------------------


@pytest.mark.equation("4.20")
def test_a_translation_adds_its_vector_and_turns_nothing():
    d, p1, q1 = RNG.uniform(-2, 2, (3, 3))
    shift = translation(*d)
    assert_close(column(shift.point(p1)), p1 + d, "(4.20): p_0 = p_1 + d")
    assert_close(
        column(shift.point(q1) - shift.point(p1)),
        q1 - p1,
        "(4.20): the line from P to Q must keep its direction",
    )


@pytest.mark.equation("4.21")
def test_a_rigid_motion_turns_and_shifts():
    for R, d, pose in motions(3):
        p1, q1, r1 = RNG.uniform(-2, 2, (3, 3))
        p0, q0, r0 = (column(pose.point(x)) for x in (p1, q1, r1))
        assert_close(p0, R @ p1 + d, "(4.21)")
        assert_close(np.linalg.norm(p0 - q0), np.linalg.norm(p1 - q1), "(4.21): a body keeps its distances")
        volume = [np.linalg.det([a, b, c]) for a, b, c in ((p0 - d, q0 - d, r0 - d), (p1, q1, r1))]
        assert_close(volume[0], volume[1], "(4.21): a body is not mirrored")


@pytest.mark.equation("4.22", "4.23")
def test_two_rigid_motions_are_one():
    """One after the other, and at once with R_0_1 R_1_2 and R_0_1 d_1_2 + d_0_1."""
    (R1, d1, first), (R2, d2, second) = motions(2)
    p2 = RNG.uniform(-2, 2, 3)
    p1 = R2 @ p2 + d2
    assert_close(column(second.point(p2)), p1, "(4.22): from frame 2 to frame 1")
    assert_close(column(first.point(second.point(p2))), R1 @ p1 + d1, "(4.22): from frame 1 to frame 0")
    both = first @ second
    assert_close(numbers(both.R), R1 @ R2, "(4.23): the product of the rotations")
    assert_close(column(both.p), R1 @ d2 + d1, "(4.23): the displacement of frame 2, turned into frame 0")
    assert_close(column(both.point(p2)), R1 @ (R2 @ p2 + d2) + d1, "(4.23): the point")


# --- homogeneous transformations --------------------------------------------------------------------------


@pytest.mark.equation("4.24")
def test_a_homogeneous_matrix_holds_rotation_and_displacement():
    for R, d, pose in motions(2):
        H = numbers(pose.matrix)
        assert_close(H, np.block([[R, d[:, None]], [np.zeros((1, 3)), np.ones((1, 1))]]), "(4.24)")
        assert_close(numbers(Pose.from_matrix(H).matrix), H, "(4.24), read backwards")
        with pytest.raises(ValueError, match="rotation R"):
            Pose.from_matrix(np.diag([1, 1, 1.01, 1]) @ H)  # R must be in SO(3)


@pytest.mark.equation("4.25", "4.26", "4.27")
def test_configurations_are_moved_by_a_product():
    """A point gets a fourth entry 1, a direction gets 0: the displacement acts on points alone."""
    for R, d, pose in motions(2):
        p1 = RNG.uniform(-2, 2, 3)
        P0, P1 = homogeneous(R @ p1 + d), homogeneous(p1)  # (4.25), (4.26)
        assert_close(numbers(pose.matrix) @ P1, P0, "(4.27): P_0 = H P_1")
        assert_close(homogeneous(column(pose.point(p1))), P0, "(4.27): the same point")
        assert_close((numbers(pose.matrix) @ np.append(p1, 0))[:3], R @ p1, "(4.27) for a direction")


@pytest.mark.equation("4.28", "4.29", "4.30")
def test_homogeneous_matrices_multiply_like_the_motions_they_are():
    (R1, d1, first), (R2, d2, second) = motions(2)
    p2 = RNG.uniform(-2, 2, 3)
    P2 = homogeneous(p2)  # (4.28)
    P1 = numbers(second.matrix) @ P2
    assert_close(P1, homogeneous(R2 @ p2 + d2), "(4.29): P_1 = H_1_2 P_2")
    H_0_2 = numbers((first @ second).matrix)
    assert_close(H_0_2, numbers(first.matrix) @ numbers(second.matrix), "(4.30): the product of the matrices")
    assert_close(H_0_2 @ P2, homogeneous(R1 @ R2 @ p2 + R1 @ d2 + d1), "(4.30): it gives (4.23)")
    swapped = numbers((second @ first).matrix)
    assert np.abs(swapped - H_0_2).max() > 0.1, "(4.30): rigid motions do not commute"


@pytest.mark.equation("4.31")
def test_the_inverse_transformation():
    for R, d, pose in motions(3):
        H = numbers(pose.inverse.matrix)
        assert_close(H, np.linalg.inv(numbers(pose.matrix)), "(4.31): against the inverse of a 4x4 matrix")
        assert_close(H[:3, 3], -R.T @ d, "(4.31): the displacement is turned, too")
        assert np.abs(H[:3, 3] + d).max() > 0.1, "(4.31): -d alone would be wrong"


# --- the planar manipulator -------------------------------------------------------------------------------


@pytest.mark.equation("4.32", "4.33", "4.34")
def test_the_chain_of_the_manipulator_as_the_lecture_sets_it_up():
    """R and d of each step; the mass centres and the end effector lie on the x axes of their frames."""
    first, second, end = arm(ARM.inputs).steps
    for step, angle, d in ((first, phi1, (0, 0, 0)), (second, phi2, (l1, 0, 0))):
        R = Matrix([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])
        assert_same(step.R, R, f"(4.32): rotation by {angle}")
        assert_same(step.p, Matrix(d), "(4.33): displacement")
    assert_same(end.p, Matrix([l2, 0, 0]), "(4.34): the end effector in frame 2")
    link1, link2, _ = arm(ARM.inputs).poses
    values = {phi1: 0.4, phi2: -0.9, l1: 0.5, l2: 0.4, l_s1: 0.2, l_s2: 0.3}
    for name, link, p in (("p_s1", link1, (l_s1, 0, 0)), ("p_s2", link2, (l_s2, 0, 0))):
        inside = link.inverse.point(ARM.formulas[name]).subs(values)
        assert_close(column(inside), column(Matrix(p).subs(values)), f"(4.34): {name} in its link")


MANIPULATOR = {
    "4.35a": ("p_s1", [l_s1 * cos(phi1), l_s1 * sin(phi1), 0]),
    "4.35b": (
        "p_s2",
        [l1 * cos(phi1) + l_s2 * cos(phi1 + phi2), l1 * sin(phi1) + l_s2 * sin(phi1 + phi2), 0],
    ),
    "4.35c": (
        "p_e2",
        [l1 * cos(phi1) + l2 * cos(phi1 + phi2), l1 * sin(phi1) + l2 * sin(phi1 + phi2), 0],
    ),
}


@pytest.mark.equation("4.35a", "4.35b", "4.35c")
@pytest.mark.parametrize("number", MANIPULATOR)
def test_points_of_the_manipulator(number):
    """The printed components, the library's chain, and complex numbers."""
    name, printed = MANIPULATOR[number]
    assert_same(ARM.formulas[name], Matrix(printed), f"({number}): {name}")
    first = {"p_s1": l_s1}.get(name, l1)
    second = {"p_s1": 0, "p_s2": l_s2, "p_e2": l2}[name]
    z = first * sp.exp(sp.I * phi1) + second * sp.exp(sp.I * (phi1 + phi2))
    parts = Matrix([sp.re(z), sp.im(z), 0])
    assert_same(ARM.formulas[name], parts, f"({number}): in the complex plane")


# --- the tower crane --------------------------------------------------------------------------------------


def simple_crane() -> Chain:
    """The crane of Beispiel 4.2 by joints: turn about z, slide along x, turn about y; load at the constant distance."""
    return Chain(
        [
            Revolute(angle1, "z"),
            Prismatic(s2, "x", at=translation(0, 0, h1)),
            Revolute(angle3, "y"),
            Fixed(translation(0, 0, -l_S)),
        ]
    )


@pytest.mark.equation("4.36", "4.37", "4.38")
def test_the_steps_of_the_simple_crane():
    about_z = Matrix([[cos(angle1), -sin(angle1), 0], [sin(angle1), cos(angle1), 0], [0, 0, 1]])
    about_y = Matrix([[cos(angle3), 0, sin(angle3)], [0, 1, 0], [-sin(angle3), 0, cos(angle3)]])
    printed = [
        (about_z, (0, 0, 0)),
        (sp.eye(3), (s2, 0, h1)),
        (about_y, (0, 0, 0)),
        (sp.eye(3), (0, 0, -l_S)),
    ]
    for k, (step, (R, d)) in enumerate(zip(simple_crane().steps, printed, strict=True), start=1):
        assert_same(step.R, R, f"(4.36): rotation of step {k}")
        assert_same(step.p, Matrix(d), f"(4.37), (4.38): displacement of step {k}")
    frames = crane_frames(angle1, s2, angle3, 0, l_S, h1)
    for ours, chained in zip(
        (frames.tower, frames.trolley, frames.rope, frames.load), simple_crane().poses, strict=True
    ):
        assert_same(ours.matrix, chained.matrix, "the frames of the system are those of the joints")


@pytest.mark.equation("4.39", "4.40")
def test_the_load_of_the_simple_crane():
    """(4.39) from the inside outwards, then its components, by an azimuth and a distance from the tower's axis."""
    p = Matrix([0, 0, -l_S])
    for step in reversed(simple_crane().steps[:3]):
        p = step.p + step.R * p  # (4.39)
    assert_same(simple_crane().tip.p, p, "(4.39): nested brackets and product of matrices")
    distance = s2 - l_S * sin(angle3)
    printed = Matrix([cos(angle1) * distance, sin(angle1) * distance, h1 - cos(angle3) * l_S])
    assert_same(p, printed, "(4.40)")
    simple = systems.load("tower_crane_simple")
    values = {"phi1": 0.4, "s2": 5.0, "phi3": -0.3}
    numeric = simple.numeric(h1=12.0, l_S=4.0)
    expected = printed.subs({angle1: 0.4, s2: 5.0, angle3: -0.3, h1: 12.0, l_S: 4.0})
    assert_close(numeric.output("p_L", list(values.values()), [0, 0, 0]), column(expected), "(4.40): the system")


@pytest.mark.equation("4.41")
def test_the_load_of_the_crane_with_five_freedoms():
    c1, s1, c3, s3, c4, s4 = (f(x) for x in (angle1, angle3, angle4) for f in (cos, sin))
    printed = Matrix(
        [s2 * c1 + s5 * (-s1 * s4 - c1 * s3 * c4), s2 * s1 + s5 * (c1 * s4 - s1 * s3 * c4), h1 - s5 * c4 * c3]
    )
    assert_same(CRANE.formulas["p_L"], printed, "(4.41)")
    by_joints = Chain(
        [
            *simple_crane().joints[:3],
            Revolute(angle4, "x"),
            Prismatic(-s5, "z"),
        ]
    )
    assert_same(by_joints.tip.p, printed, "(4.41): by joints")
    limit = printed.subs({angle4: 0, s5: l_S})
    assert_same(limit, simple_crane().tip.p, "(4.41) must become (4.40) without phi4 and at constant length")
    # about x3, which phi3 has turned already: about x2 the load would be elsewhere
    other = rotation(Revolute(angle1).motion.R) @ translation(s2, 0, h1) @ Revolute(angle4, "x").motion
    swapped = (other @ Revolute(angle3, "y").motion).point((0, 0, -s5))
    values = {angle1: 0.3, s2: 5.0, angle3: 0.5, angle4: 0.6, s5: 4.0, h1: 12.0}
    assert (swapped - printed).subs(values).norm() > 0.1, "(4.41): the order of phi3 and phi4 matters"
