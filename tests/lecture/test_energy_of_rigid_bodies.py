"""Section 5.1, energy of a rigid body: (5.1)-(5.21).

The body is a wedge whose density changes from point to point. It is represented by Gauss points, which integrate its
first and second moments exactly; it moves along a path with all six degrees of freedom.
"""

import numpy as np
import pytest
import sympy as sp
from numpy.polynomial.legendre import leggauss
from scipy.integrate import tplquad
from scipy.spatial.transform import Rotation
from sympy import Matrix

from mechanics import systems
from mechanics.mass import (
    Region,
    Solid,
    change_of_basis,
    checked_inertia,
    gravity_energy,
    inertia_of,
    mass_matrix,
    principal_axes,
    rigid_body_energy,
    rotational_energy,
    second_moments,
    solid_by_integral,
)
from mechanics.model import ModelError
from mechanics.poses import Pose
from mechanics.rotations import tilde

from .compare import assert_close, assert_same

A, B, C = 0.6, 0.4, 0.3  # legs of the wedge along x and y, and its height, m
T0 = 0.7  # the instant that is looked at, s


def density(x, y, z):
    return 400 + 300 * x - 200 * y * z


def over_the_wedge(f) -> float:
    """∫ f dm by scipy, in the corner's frame."""
    mass = lambda z, y, x: f(x, y, z) * density(x, y, z)  # noqa: E731
    return tplquad(mass, 0, A, 0, lambda x: B * (1 - x / A), 0, C)[0]


def gauss_points() -> tuple[np.ndarray, np.ndarray]:
    """Places and masses of the points that stand for the wedge, in the corner's frame."""
    s, w = leggauss(5)
    s, w = (s + 1) / 2, w / 2
    x, share, z = (v.ravel() for v in np.meshgrid(A * s, s, C * s, indexing="ij"))
    width = B * (1 - x / A)
    weight = np.einsum("i,j,k->ijk", w, w, w).ravel() * A * C * width
    r = np.stack([x, share * width, z], axis=-1)
    return r, weight * density(*r.T)


CORNER, DM = gauss_points()
M_BODY = DM.sum()
S_1 = DM @ CORNER / M_BODY
P_1 = CORNER - S_1  # places in the body frame, whose origin is the mass centre


def numbers(matrix) -> np.ndarray:
    return np.array(Matrix(matrix).tolist(), dtype=float)


def pose(time: float) -> tuple[np.ndarray, np.ndarray]:
    """R and p_S along the motion."""
    angles = [0.3 + 0.8 * time, 0.9 - 0.5 * time**2, -0.2 + np.sin(time)]
    place = np.array([np.cos(time), 0.5 * time, 0.3 * time**2])
    return Rotation.from_euler("ZYZ", angles).as_matrix(), place


def rate(f, time: float = T0, h: float = 1e-4) -> np.ndarray:
    """Central difference of order 4."""
    values = [np.asarray(f(time + k * h)) for k in (-2, -1, 1, 2)]
    return (values[0] - 8 * values[1] + 8 * values[2] - values[3]) / (12 * h)


R, P_S = pose(T0)
R_D = rate(lambda time: pose(time)[0])
V_S = rate(lambda time: pose(time)[1])
SKEW = R_D @ R.T
OMEGA = np.array([SKEW[2, 1], SKEW[0, 2], SKEW[1, 0]])
POINT_VELOCITIES = rate(lambda time: P_1 @ pose(time)[0].T + pose(time)[1])
BODY = solid_by_integral(
    Region.cartesian((sp.Symbol("y"), 0, B * (1 - sp.Symbol("x") / A)), (sp.Symbol("x"), 0, A), (sp.Symbol("z"), 0, C)),
    density,
)
IN_FRAME_0 = Solid(BODY.m, P_S, change_of_basis(BODY.inertia, R.tolist()))
ENERGY = rigid_body_energy(IN_FRAME_0, V_S, OMEGA)

w_x, w_y, w_z, v_x, v_y, v_z = sp.symbols("w_x w_y w_z v_x v_y v_z", real=True)
w, v = Matrix([w_x, w_y, w_z]), Matrix([v_x, v_y, v_z])
r = Matrix(sp.symbols("r_x r_y r_z", real=True))
J_SYMBOLS = sp.symbols("J_xx J_yy J_zz J_xy J_yz J_xz", real=True)


def symmetric(xx, yy, zz, xy, yz, xz) -> Matrix:
    return Matrix([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


@pytest.mark.equation("5.1")
def test_kinetic_energy_is_the_integral_over_all_mass_elements():
    expected = (DM * (POINT_VELOCITIES**2).sum(axis=1)).sum() / 2
    assert_close(float(ENERGY.total), expected, "(5.1): T = ½ ∫ ṗᵀ ṗ dm", 1e-8)


@pytest.mark.equation("5.2")
def test_mass_centre_is_an_integral():
    m = over_the_wedge(lambda x, y, z: 1.0)
    expected = [over_the_wedge(lambda *p, k=k: p[k]) / m for k in range(3)]
    assert_close(float(BODY.m), m, "(5.2): m = ∫ dm")
    assert_close(numbers(BODY.center).ravel(), expected, "(5.2): p_S = ∫ p dm / m")
    assert_close(S_1, expected, "(5.2): the Gauss points have the same mass centre")


@pytest.mark.equation("5.3")
def test_a_point_by_way_of_the_frame_in_the_mass_centre():
    frame = Pose(R.tolist(), P_S.tolist())
    for p_1 in P_1[:5]:
        assert_close(numbers(frame.point(p_1)).ravel(), R @ p_1 + P_S, "(5.3): p_0 = R p_1 + p_S")
    centre = DM @ (P_1 @ R.T + P_S) / M_BODY
    assert_close(centre, P_S, "(5.3): the mass centre is the origin of the body frame")


@pytest.mark.equation("5.4")
def test_velocity_of_a_point():
    arms = P_1 @ R.T
    with_skew = arms @ numbers(tilde(OMEGA)).T + V_S
    assert_close(with_skew, POINT_VELOCITIES, "(5.4): v = S(ω) r + v_S", 1e-7)
    assert_close(np.cross(OMEGA, arms) + V_S, POINT_VELOCITIES, "(5.4): v = ω × r + v_S", 1e-7)


@pytest.mark.equation("5.5")
def test_the_square_falls_into_three_parts():
    S = tilde(w)
    whole = (S * r + v).dot(S * r + v) / 2
    T_r, T_t = (r.T * S.T * S * r)[0] / 2, v.dot(v) / 2
    T_rt = ((r.T * S.T * v)[0] + (v.T * S * r)[0]) / 2
    assert_same(sp.expand(whole), sp.expand(T_r + T_rt + T_t), "(5.5): ½ (S r + v)² = T_r + T_rt + T_t")
    m = sp.Symbol("m", positive=True)
    point = Solid(m, list(r), sp.zeros(3))
    ours = rigid_body_energy(point, list(v), list(w), at=(0, 0, 0))
    for name, printed in {"T_r": T_r, "T_rt": T_rt, "T_t": T_t}.items():
        assert_same(sp.expand(getattr(ours, name)), sp.expand(m * printed), f"(5.5): {name} of one mass element")


@pytest.mark.equation("5.6")
def test_translational_part():
    expected = (DM * (V_S @ V_S)).sum() / 2
    assert_close(float(ENERGY.T_t), expected, "(5.6): T_t = ½ ∫ v_Sᵀ v_S dm = ½ m v_Sᵀ v_S")


@pytest.mark.equation("5.7")
def test_mixed_part_vanishes_about_the_mass_centre_only():
    arms = P_1 @ R.T
    mixed = (DM * (np.cross(OMEGA, arms) @ V_S)).sum()
    assert_close(mixed, 0.0, "(5.7): T_rt = ∫ v_Sᵀ S(ω) r dm = 0")
    assert_close(float(ENERGY.T_rt), 0.0, "(5.7): T_rt of the library")
    elsewhere = P_S - arms[0]  # another reference point of the body, r counts from there
    mixed = (DM * (np.cross(OMEGA, arms + arms[0]) @ V_S)).sum()
    assert abs(mixed) > 0.1, "(5.7): about another point it does not vanish"
    ours = rigid_body_energy(IN_FRAME_0, V_S, OMEGA, at=elsewhere).T_rt
    assert_close(float(ours), mixed, "(5.7): mixed part about another point")


@pytest.mark.equation("5.8", "5.9")
def test_a_scalar_product_is_a_trace():
    assert_same(r.dot(r), (r * r.T).trace(), "(5.8): hᵀ h = spur(h hᵀ)")
    S = tilde(w)
    assert_same((r.T * S.T * S * r)[0], (S * (r * r.T) * S.T).trace(), "(5.9): rᵀ Sᵀ S r = spur(S r rᵀ Sᵀ)")
    arms = P_1 @ R.T
    J = np.einsum("p,pi,pj->ij", DM, arms, arms)
    skew = numbers(tilde(OMEGA))
    assert_close(np.trace(skew @ J @ skew.T) / 2, float(ENERGY.T_r), "(5.9): T_r by the trace", 1e-8)


@pytest.mark.equation("5.10")
def test_second_moments():
    about_corner = np.einsum("p,pi,pj->ij", DM, CORNER, CORNER)
    expected = [[over_the_wedge(lambda *p, i=i, j=j: p[i] * p[j]) for j in range(3)] for i in range(3)]
    assert_close(about_corner, expected, "(5.10): J = ∫ r rᵀ dm")
    ours = second_moments(BODY.about((0, 0, 0)))
    assert_close(numbers(ours), expected, "(5.10): J of the library, from the inertia tensor")


@pytest.mark.equation("5.11")
def test_the_trace_is_a_quadratic_form_of_the_inertia_tensor():
    J = symmetric(*J_SYMBOLS)
    left = sp.expand((tilde(w) * J * tilde(w).T).trace())
    J_xx, J_yy, J_zz, J_xy, J_yz, J_xz = J_SYMBOLS
    printed = (
        w_x**2 * (J_yy + J_zz) + w_y**2 * (J_xx + J_zz) + w_z**2 * (J_xx + J_yy)
        - 2 * w_x * w_y * J_xy - 2 * w_y * w_z * J_yz - 2 * w_x * w_z * J_xz
    )  # fmt: skip
    assert_same(left, sp.expand(printed), "(5.11): spur(S J Sᵀ) in components")
    assert_same(left, sp.expand((w.T * inertia_of(J) * w)[0]), "(5.11): spur(S J Sᵀ) = ωᵀ I_0 ω")


@pytest.mark.equation("5.12")
def test_rotational_part():
    """½ ∫ |v - v_S|² dm, what an observer sees who flies along with S."""
    expected = (DM * ((POINT_VELOCITIES - V_S) ** 2).sum(axis=1)).sum() / 2
    assert_close(float(ENERGY.T_r), expected, "(5.12): T_r = ½ ωᵀ I_0 ω", 1e-8)
    assert_close(float(rotational_energy(IN_FRAME_0.inertia, OMEGA)), expected, "(5.12): by `rotational_energy`", 1e-8)


def tensor(points: np.ndarray, sign: int = -1) -> np.ndarray:
    """The integrals of (5.13) one by one, with a sign for the deviation moments."""
    x, y, z = points.T
    return symmetric(
        *(DM @ s for s in (y**2 + z**2, x**2 + z**2, x**2 + y**2)),
        *(sign * (DM @ s) for s in (x * y, y * z, x * z)),
    )


@pytest.mark.equation("5.13")
def test_inertia_tensor_with_minus_signs_off_the_diagonal():
    arms = P_1 @ R.T
    assert_close(numbers(IN_FRAME_0.inertia), numbers(tensor(arms)), "(5.13): I_0 from its integrals")
    energy = (DM * (np.cross(OMEGA, arms) ** 2).sum(axis=1)).sum() / 2
    assert_close(OMEGA @ numbers(tensor(arms)) @ OMEGA / 2, energy, "(5.13): its energy")
    with_plus = OMEGA @ numbers(tensor(arms, +1)) @ OMEGA / 2
    assert abs(with_plus - energy) > 0.01 * energy, "(5.13): with plus signs the energy is another one"


@pytest.mark.equation("5.14", derivation=True)
def test_second_moments_in_another_frame():
    arms = P_1 @ R.T
    J_0 = np.einsum("p,pi,pj->ij", DM, arms, arms)
    J_1 = np.einsum("p,pi,pj->ij", DM, P_1, P_1)
    assert_close(J_0, R @ J_1 @ R.T, "(5.14): J = R ∫ p_1 p_1ᵀ dm Rᵀ")


@pytest.mark.equation("5.15", "5.16")
def test_inertia_tensor_in_the_body_frame_is_constant():
    I_1 = numbers(tensor(P_1))
    assert_close(numbers(BODY.inertia), I_1, "(5.16): I_1 from its integrals in the body frame")
    for time in (0.0, 0.4, 1.3):
        turn = pose(time)[0]
        I_0 = numbers(tensor(P_1 @ turn.T))
        assert_close(I_0, numbers(change_of_basis(I_1, turn.tolist())), "(5.15): I_0 = R I_1 Rᵀ")
    moments, axes = principal_axes(BODY.inertia)
    assert_close(axes.T @ I_1 @ axes, np.diag(moments), "(5.16): diagonal in principal axes", 1e-8)
    found = systems.load("inertia_tensor").solve(angles=[0.3, 1.0, -0.4])
    turn = Rotation.from_euler("ZYZ", [0.3, 1.0, -0.4]).as_matrix()
    assert_close(found["I_0"], turn @ np.array(found["I_1"]) @ turn.T, "(5.15): the system inertia_tensor")


@pytest.mark.equation("5.17", derivation=True)
def test_angular_velocity_in_the_body_frame():
    skew = R.T @ R_D
    in_body = np.array([skew[2, 1], skew[0, 2], skew[1, 0]])
    assert_close(R.T @ OMEGA, in_body, "(5.17): Rᵀ ω is the vector of Rᵀ Ṙ", 1e-8)


@pytest.mark.equation("5.18")
def test_rotational_energy_in_the_body_frame():
    in_body = rotational_energy(BODY.inertia, R.T @ OMEGA)
    assert_close(float(in_body), float(ENERGY.T_r), "(5.18): ½ ω_1ᵀ I_1 ω_1 = ½ ω_0ᵀ I_0 ω_0", 1e-8)


@pytest.mark.equation("5.19")
def test_total_kinetic_energy():
    expected = (DM * (POINT_VELOCITIES**2).sum(axis=1)).sum() / 2
    printed = M_BODY * V_S @ V_S / 2 + OMEGA @ numbers(tensor(P_1 @ R.T)) @ OMEGA / 2
    assert_close(printed, expected, "(5.19): T = ½ m v_Sᵀ v_S + ½ ωᵀ I_0 ω", 1e-8)
    assert_close(float(ENERGY.total), expected, "(5.19): by `rigid_body_energy`", 1e-8)


@pytest.mark.equation("5.20")
def test_energy_of_the_weight():
    g, e_g = 9.81, np.array([0.36, -0.48, -0.8])
    expected = -(DM * g * ((P_1 @ R.T + P_S) @ e_g)).sum()
    assert_close(-M_BODY * g * e_g @ P_S, expected, "(5.20): V = −m g e_gᵀ p_S")
    assert_close(float(gravity_energy(BODY.m, P_S, g * e_g)), expected, "(5.20): by `gravity_energy`")


@pytest.mark.equation("5.21")
def test_mass_matrix_from_jacobians_is_positive_definite():
    """The path as a motion along three coordinates: Jacobians by differences, T = ½ q̇ᵀ M q̇."""
    rng = np.random.default_rng(21)

    def at(q):
        return Rotation.from_euler("ZYZ", q).as_matrix(), np.array([np.cos(q[0]), q[1] * q[2], np.sin(q[2])])

    q, h = np.array([0.4, 0.8, -0.3]), 1e-6
    steps = [(at(q + h * e), at(q - h * e)) for e in np.eye(3)]
    J_v = np.stack([(a[1] - b[1]) / (2 * h) for a, b in steps], axis=-1)
    skews = [(a[0] - b[0]) / (2 * h) @ at(q)[0].T for a, b in steps]
    J_w = np.stack([[s[2, 1], s[0, 2], s[1, 0]] for s in skews], axis=-1)
    I_0 = change_of_basis(BODY.inertia, at(q)[0].tolist())
    M = numbers(mass_matrix(BODY.m, J_v, I_0, J_w))
    np.linalg.cholesky(M)  # fails where M is not positive definite
    for rates in rng.normal(size=(4, 3)):
        expected = rigid_body_energy(Solid(BODY.m, (0, 0, 0), I_0), J_v @ rates, J_w @ rates).total
        assert_close(rates @ M @ rates / 2, float(expected), "(5.21): T = ½ q̇ᵀ M q̇")
        assert rates @ M @ rates > 0, "(5.21): a motion without kinetic energy"
    J_v_symbols, J_w_symbols = Matrix(3, 2, sp.symbols("a:6")), Matrix(3, 2, sp.symbols("b:6"))
    m, I = sp.Symbol("m"), symmetric(*J_SYMBOLS)
    printed = J_v_symbols.T * m * J_v_symbols + J_w_symbols.T * I * J_w_symbols
    assert_same(mass_matrix(m, J_v_symbols, I, J_w_symbols), printed, "(5.21): M = J_vᵀ m J_v + J_ωᵀ I_0 J_ω")


def test_a_tensor_that_no_body_has_is_refused():
    """∫ z² dm would have to be negative: the triangle inequality of the principal moments."""
    with pytest.raises(ModelError, match="none may be larger than the sum of the other two"):
        checked_inertia(np.diag([1.0, 1.2, 2.3]))
    checked_inertia(np.diag([1.0, 1.2, 2.2]))  # a plate in the x-y plane, the limit
