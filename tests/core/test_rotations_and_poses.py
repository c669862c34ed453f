"""Rotations are SO(3), poses are SE(3): group laws at random angles."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy.linalg import expm

from mechanics.poses import Pose, rotation, translation, vector
from mechanics.rotations import rotation_x, rotation_y, rotation_z, tilde, vee

ANGLES = st.floats(-7, 7)
LENGTHS = st.floats(-3, 3)
ABOUT = {rotation_x: (1, 0, 0), rotation_y: (0, 1, 0), rotation_z: (0, 0, 1)}
VECTORS = st.tuples(LENGTHS, LENGTHS, LENGTHS)


def array(matrix) -> np.ndarray:
    return np.array(matrix.tolist(), dtype=float)


@st.composite
def poses(draw) -> Pose:
    turns = [make(draw(ANGLES)) for make in draw(st.permutations(list(ABOUT)))]
    return (
        translation(*draw(VECTORS)) @ rotation(turns[0] * turns[1]) @ translation(*draw(VECTORS)) @ rotation(turns[2])
    )


@pytest.mark.equation("4.9", "4.10a", "4.10b")
@pytest.mark.parametrize("make", ABOUT)
@given(angle=ANGLES)
def test_elementary_rotations_are_exponentials(make, angle):
    expected = expm(angle * array(tilde(ABOUT[make])))
    np.testing.assert_allclose(array(make(angle)), expected, atol=1e-12, err_msg=f"{make.__name__}({angle})")


@pytest.mark.equation("4.8")
@given(poses())
def test_rotations_are_orthogonal_with_determinant_one(pose):
    R = array(pose.R)
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(R) == pytest.approx(1.0)


@pytest.mark.parametrize("make", ABOUT)
def test_symbolic_angles_stay_symbolic(make):
    a = sp.Symbol("a", real=True)
    R = make(a)
    assert sp.simplify(R * R.T) == sp.eye(3) and make(0) == sp.eye(3)


@pytest.mark.equation("4.45", "4.51")
@given(VECTORS, VECTORS)
def test_tilde_is_the_cross_product_and_vee_its_inverse(a, b):
    np.testing.assert_allclose(array(tilde(a) * sp.Matrix(b)).ravel(), np.cross(a, b), atol=1e-12)
    assert array(vee(tilde(a))).ravel().tolist() == list(a)


def test_vee_refuses_what_is_not_skew_symmetric():
    with pytest.raises(ValueError, match=r"skew-symmetric 3x3 matrix was expected; S \+ S.T is"):
        vee([[0, 1, 0], [1, 0, 0], [0, 0, 0]])


@pytest.mark.equation("4.30")
@given(poses(), poses(), poses(), VECTORS)
def test_poses_compose_like_their_matrices(a, b, c, r):
    np.testing.assert_allclose(array((a @ b).matrix), array(a.matrix) @ array(b.matrix), atol=1e-9)
    np.testing.assert_allclose(array(((a @ b) @ c).matrix), array((a @ (b @ c)).matrix), atol=1e-9)
    through = array((a @ b).point(r))
    np.testing.assert_allclose(through, array(a.point(b.point(r))), atol=1e-9)


@pytest.mark.equation("4.21", "4.27")
@given(poses(), VECTORS)
def test_a_point_is_turned_and_shifted(pose, r):
    np.testing.assert_allclose(array(pose.point(r)).ravel(), array(pose.R) @ r + array(pose.p).ravel(), atol=1e-12)
    homogeneous = array(pose.matrix) @ [*r, 1.0]
    np.testing.assert_allclose(homogeneous, [*array(pose.point(r)).ravel(), 1.0], atol=1e-12)


def test_neutral_element_and_plane_vectors():
    pose = translation(1, 2) @ rotation(rotation_z(sp.Rational(1, 3)))
    assert (Pose() @ pose).matrix == pose.matrix == (pose @ Pose()).matrix
    assert vector((1, 2)).T.tolist() == [[1, 2, 0]]
    assert pose.point((1, 0)) == pose.point((1, 0, 0))
    with pytest.raises(ValueError, match="2 or 3 components"):
        vector((1, 2, 3, 4))
