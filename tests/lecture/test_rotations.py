"""Chapter 4, rotations and their parametrization: (4.1)-(4.19)."""

import numpy as np
import pytest
import sympy as sp
from scipy.linalg import expm
from scipy.spatial.transform import Rotation
from sympy import Matrix, cos, sin

from mechanics import systems
from mechanics.rotations import (
    direction_cosines,
    euler_zyz,
    from_sequence,
    roll_pitch_yaw,
    rotation_x,
    rotation_y,
    rotation_z,
)

from .compare import assert_close, assert_same

phi, theta, psi = sp.symbols("varphi theta psi", real=True)
RNG = np.random.default_rng(4)
E_0, E_1 = (Rotation.random(random_state=k).as_matrix() for k in (1, 2))  # columns: bases in drawing-board components
R_0_1, R_1_0 = (np.array(direction_cosines(*bases), dtype=float) for bases in ((E_0.T, E_1.T), (E_1.T, E_0.T)))
P = RNG.normal(size=3)  # a vector, in drawing-board components


def components(vector: np.ndarray, basis: np.ndarray) -> np.ndarray:
    """What multiplies the basis vectors so that they add up to the vector: a linear system of equations."""
    return np.linalg.solve(basis, vector)


# --- one vector in two frames ---------------------------------------------------------------------------


@pytest.mark.equation("4.1", "4.2", derivation=True)
def test_one_vector_has_components_in_either_frame():
    p_0, p_1 = components(P, E_0), components(P, E_1)
    assert_close(sum(p * e for p, e in zip(p_1, E_1.T, strict=True)), P, "(4.1): sum along the axes of frame 1")
    assert_close(sum(p * e for p, e in zip(p_0, E_0.T, strict=True)), P, "(4.2): sum along the axes of frame 0")
    assert np.abs(p_0 - p_1).max() > 0.1, "the components themselves differ"


@pytest.mark.equation("4.3", derivation=True)
def test_a_component_is_a_projection():
    p_1, (e_x0, *_), (e_x1, e_y1, e_z1) = components(P, E_1), E_0.T, E_1.T
    printed = p_1[0] * e_x0 @ e_x1 + p_1[1] * e_x0 @ e_y1 + p_1[2] * e_x0 @ e_z1
    assert_close(printed, components(P, E_0)[0], "(4.3): component along e_x0")
    assert_close(e_x0 @ P, components(P, E_0)[0], "(4.3): projection on e_x0")


@pytest.mark.equation("4.4")
def test_rotation_matrix_of_dot_products():
    printed = [[e_0 @ e_1 for e_1 in E_1.T] for e_0 in E_0.T]
    assert_close(R_0_1, printed, "(4.4): entries e_j0ᵀ e_k1")
    assert_close(R_0_1 @ components(P, E_1), components(P, E_0), "(4.4): p_0 = R_0_1 p_1")


@pytest.mark.equation("4.5", "4.6")
def test_reverse_projection_and_its_matrix():
    p_0, (e_x0, e_y0, e_z0), e_x1 = components(P, E_0), E_0.T, E_1[:, 0]
    printed = p_0[0] * e_x1 @ e_x0 + p_0[1] * e_x1 @ e_y0 + p_0[2] * e_x1 @ e_z0
    assert_close(printed, components(P, E_1)[0], "(4.5): component along e_x1")
    assert_close(R_1_0, [[e_1 @ e_0 for e_0 in E_0.T] for e_1 in E_1.T], "(4.6): entries e_j1ᵀ e_k0")
    assert_close(R_1_0 @ p_0, components(P, E_1), "(4.6): p_1 = R_1_0 p_0")


@pytest.mark.equation("4.7")
def test_there_and_back_is_the_identity():
    assert_close(R_0_1 @ R_1_0, np.eye(3), "(4.7): R_0_1 R_1_0")
    assert_close(R_1_0 @ R_0_1, np.eye(3), "(4.7): R_1_0 R_0_1")


@pytest.mark.equation("4.8")
def test_the_inverse_is_the_transpose_and_the_determinant_one():
    assert_close(R_1_0, np.linalg.inv(R_0_1), "(4.8): the inverse, by elimination")
    assert_close(R_1_0, R_0_1.T, "(4.8): the transpose")
    assert_close(np.linalg.det(R_0_1), 1.0, "det R of two right-handed frames")


# --- elementary rotations -------------------------------------------------------------------------------


@pytest.mark.equation("4.9", "4.10a", "4.10b")
def test_elementary_rotations():
    printed = {
        "z": [[cos(phi), -sin(phi), 0], [sin(phi), cos(phi), 0], [0, 0, 1]],  # (4.9)
        "y": [[cos(theta), 0, sin(theta)], [0, 1, 0], [-sin(theta), 0, cos(theta)]],  # (4.10a)
        "x": [[1, 0, 0], [0, cos(psi), -sin(psi)], [0, sin(psi), cos(psi)]],  # (4.10b)
    }
    ours = {"z": rotation_z(phi), "y": rotation_y(theta), "x": rotation_x(psi)}
    for axis, R in printed.items():
        assert_same(ours[axis], Matrix(R), f"rotation about {axis}")
        n = np.eye(3)["xyz".index(axis)]
        found = systems.load("elementary_rotations").solve(angle=1.234)[f"R_{axis}"]
        assert_close(found, expm(1.234 * np.cross(np.eye(3), n)), f"exponential of the skew matrix of e_{axis}")


# --- one after the other --------------------------------------------------------------------------------


@pytest.mark.equation("4.11", "4.12")
def test_two_steps_are_one_product():
    E_2 = Rotation.from_quat(RNG.normal(size=4)).as_matrix()
    R_1_2, R_0_2 = direction_cosines(E_1.T, E_2.T), direction_cosines(E_0.T, E_2.T)
    p_1 = np.array(R_1_2, dtype=float) @ components(P, E_2)
    assert_close(p_1, components(P, E_1), "(4.11): p_1 = R_1_2 p_2")
    assert_close(R_0_1 @ p_1, components(P, E_0), "(4.11): p_0 = R_0_1 p_1")
    assert_close(R_0_2, R_0_1 @ np.array(R_1_2, dtype=float), "(4.12): R_0_2 = R_0_1 R_1_2")


@pytest.mark.equation("4.13")
def test_the_inverse_of_a_product_runs_backwards():
    R_1_2 = Rotation.from_quat(RNG.normal(size=4)).as_matrix()
    inverse = np.linalg.inv(R_0_1 @ R_1_2)
    assert_close(R_1_2.T @ R_0_1.T, inverse, "(4.13): R_2_0 = R_2_1 R_1_0")
    assert np.abs(R_0_1.T @ R_1_2.T - inverse).max() > 0.1, "in the order of the product it is another matrix"


ZY = Matrix(
    [
        [cos(theta) * cos(phi), -sin(phi), cos(phi) * sin(theta)],
        [sin(phi) * cos(theta), cos(phi), sin(theta) * sin(phi)],
        [-sin(theta), 0, cos(theta)],
    ]
)
YZ = Matrix(
    [
        [cos(theta) * cos(phi), -cos(theta) * sin(phi), sin(theta)],
        [sin(phi), cos(phi), 0],
        [-sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta)],
    ]
)


@pytest.mark.equation("4.14", "4.15")
def test_two_rotations_in_either_order():
    """Each axis is followed by hand: the second rotation is that about an axis that the first one has moved."""
    assert_same(from_sequence("zy", (phi, theta)), ZY, "(4.14)")
    assert_same(from_sequence("yz", (theta, phi)), YZ, "(4.15)")
    turned = Rotation.from_euler("z", 0.5)
    about_current_y = Rotation.from_rotvec(0.7 * turned.apply([0, 1, 0]))
    assert_close(ZY.subs({phi: 0.5, theta: 0.7}), (about_current_y * turned).as_matrix(), "(4.14)")
    assert (ZY - YZ).subs({phi: 0.5, theta: 0.7}).norm() > 0.1, "(4.14) and (4.15) differ"


@pytest.mark.equation("4.16", "4.17")
def test_rotation_about_the_fixed_axis():
    R_1_2 = rotation_z(-phi) * rotation_y(theta) * rotation_z(phi)  # (4.16)
    assert (R_1_2 - rotation_y(theta)).subs({phi: 0.5, theta: 0.7}).norm() > 0.1, "(4.16): not R_y"
    assert_same(rotation_z(phi) * R_1_2, YZ, "(4.17): R_z R_1_2 = R_y R_z")
    assert_same(from_sequence("zy", (phi, theta), fixed=True), YZ, "(4.17) of the library")
    about_fixed_y = Rotation.from_rotvec([0, 0.7, 0]) * Rotation.from_euler("z", 0.5)
    assert_close(YZ.subs({phi: 0.5, theta: 0.7}), about_fixed_y.as_matrix(), "(4.17) by rotating vectors about y_0")


# --- parametrizations -----------------------------------------------------------------------------------


@pytest.mark.equation("4.18")
def test_euler_angles():
    c_phi, s_phi, c_theta, s_theta, c_psi, s_psi = (f(x) for x in (phi, theta, psi) for f in (cos, sin))
    printed = Matrix(
        [
            [
                c_phi * c_theta * c_psi - s_phi * s_psi,
                -c_phi * c_theta * s_psi - s_phi * c_psi,
                c_phi * s_theta,
            ],
            [
                s_phi * c_theta * c_psi + c_phi * s_psi,
                -s_phi * c_theta * s_psi + c_phi * c_psi,
                s_phi * s_theta,
            ],
            [-s_theta * c_psi, s_theta * s_psi, c_theta],
        ]
    )
    assert_same(euler_zyz(phi, theta, psi), printed, "(4.18)")
    assert_same(rotation_z(phi) * rotation_y(theta) * rotation_z(psi), printed, "(4.18): product")
    given = {"phi": 0.4, "theta": 2.1, "psi": -1.3}
    expected = Rotation.from_euler("ZYZ", list(given.values())).as_matrix()
    assert_close(systems.load("euler_angles_zyz").solve(**given)["R"], expected, "(4.18) in numbers")


@pytest.mark.equation("4.19")
def test_roll_pitch_yaw():
    c_phi, s_phi, c_theta, s_theta, c_psi, s_psi = (f(x) for x in (phi, theta, psi) for f in (cos, sin))
    printed = Matrix(
        [
            [
                c_phi * c_theta,
                -s_phi * c_psi + c_phi * s_theta * s_psi,
                s_phi * s_psi + c_phi * s_theta * c_psi,
            ],
            [
                s_phi * c_theta,
                c_phi * c_psi + s_phi * s_theta * s_psi,
                -c_phi * s_psi + s_phi * s_theta * c_psi,
            ],
            [-s_theta, c_theta * s_psi, c_theta * c_psi],
        ]
    )
    assert_same(roll_pitch_yaw(psi, theta, phi), printed, "(4.19)")
    assert_same(rotation_z(phi) * rotation_y(theta) * rotation_x(psi), printed, "(4.19): product")
    given = {"psi": 0.4, "theta": 1.1, "phi": -1.3}
    expected = Rotation.from_euler("xyz", list(given.values())).as_matrix()
    assert_close(systems.load("roll_pitch_yaw").solve(**given)["R"], expected, "(4.19) in numbers")
