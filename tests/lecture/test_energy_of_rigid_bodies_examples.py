"""Beispiel 5.1 and 5.2, energies of the planar manipulator and of the tower crane: (5.22)-(5.42)."""

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import quad, tplquad
from sympy import Matrix, cos, diag, sin, sqrt

from mechanics import systems
from mechanics.mass import change_of_basis
from mechanics.poses import angular_jacobian, linear_jacobian
from mechanics.rotations import rotation_z
from mechanics.systems.chapter_4.tower_crane_kinematics import NAMES, frames_of
from mechanics.systems.chapter_5.planar_manipulator_energies import arm_of
from mechanics.systems.chapter_5.tower_crane_energies import tower_and_jib

from .compare import assert_close, assert_same, slope

ARM, CRANE = systems.load("planar_manipulator_energies"), systems.load("tower_crane_energies")
p, f = ARM.inputs, ARM.formulas
m1, m2, l1, l2, l_s1, l_s2 = p.m1, p.m2, p.l1, p.l2, p.l_s1, p.l_s2
w1, w2 = p.omega1, p.omega2
c, d = CRANE.inputs, CRANE.formulas
w = c.qd
CRANE_Q = [c[name].symbol for name in NAMES]


def values(system, seed: int) -> dict:
    """Values between 0.3 and 1.4 for everything that is given."""
    rng = np.random.default_rng(seed)
    return {name: rng.uniform(0.3, 1.4, np.shape(v.default)).tolist() for name, v in system.inputs.items()}


def centre_speeds(v: dict) -> tuple[float, float]:
    """Speeds of both mass centres of the arm, by differences of their places."""

    def places(time):
        a = v["phi1"] + v["omega1"] * time[0]
        b = a + v["phi2"] + v["omega2"] * time[0]
        first = v["l_s1"] * np.array([np.cos(a), np.sin(a)])
        joint = v["l1"] * np.array([np.cos(a), np.sin(a)])
        return np.array([*first, *(joint + v["l_s2"] * np.array([np.cos(b), np.sin(b)]))])

    rates = slope(places, np.zeros(1)).ravel()
    return float(np.hypot(*rates[:2])), float(np.hypot(*rates[2:]))


# --- Beispiel 5.1 -----------------------------------------------------------------------------------------


@pytest.mark.equation("5.22", "5.23")
def test_translation_of_the_links():
    v = values(ARM, 22)
    first, second = centre_speeds(v)
    found = ARM.solve(**v)
    assert_close(found["T_t1"], v["m1"] * first**2 / 2, "(5.22): ½ m_1 ṗᵀṗ by differences", 1e-8)
    assert_close(found["T_t2"], v["m2"] * second**2 / 2, "(5.23): ½ m_2 ṗᵀṗ by differences", 1e-8)
    assert_same(f["T_t1"], m1 * l_s1**2 * w1**2 / 2, "(5.22): T_t of link 1")
    both = w1 + w2
    printed = m2 * (l1**2 * w1**2 + 2 * l1 * l_s2 * w1 * both * cos(p.phi2) + l_s2**2 * both**2) / 2
    assert_same(f["T_t2"], printed, "(5.23): T_t of link 2")


@pytest.mark.equation("5.24")
def test_principal_axes_of_a_link():
    """A link that is symmetric to its axes has no deviation moments: a cuboid by quadrature."""
    a, b, h = 0.5, 0.08, 0.05

    def over(g):
        return tplquad(lambda z, y, x: 900 * g(x, y, z), -a / 2, a / 2, -b / 2, b / 2, -h / 2, h / 2)[0]

    deviation = [over(g) for g in (lambda x, y, z: x * y, lambda x, y, z: y * z, lambda x, y, z: x * z)]
    moments = [over(g) for g in (lambda x, y, z: y**2 + z**2, lambda x, y, z: x**2 + z**2, lambda x, y, z: x**2 + y**2)]
    assert_close(deviation, np.zeros(3), "(5.24): deviation moments of a symmetric link")
    v = values(ARM, 24) | dict(zip(("I_xx1", "I_yy1", "I_zz1"), moments, strict=True)) | {"phi1": 0.0}
    assert_close(ARM.solve(**v)["I_0_s1"], np.diag(moments), "(5.24): the tensor in the axes of link 1")


@pytest.mark.equation("5.25")
def test_inertia_tensor_of_link_1_in_frame_0():
    x, y, z, s, k = p.I_xx1, p.I_yy1, p.I_zz1, sin(p.phi1), cos(p.phi1)
    printed = Matrix([[x * k**2 + y * s**2, (x - y) * s * k, 0], [(x - y) * s * k, x * s**2 + y * k**2, 0], [0, 0, z]])
    assert_same(f["I_0_s1"], printed, "(5.25): I_0 of link 1")
    R = rotation_z(p.phi1)
    assert_same(R * diag(x, y, z) * R.T, printed, "(5.25): R I_1 Rᵀ")
    assert_same(change_of_basis(diag(x, y, z), R), printed, "(5.25): by `change_of_basis`")


@pytest.mark.equation("5.26a", "5.26b")
def test_rotation_of_the_links():
    """Two points at the distance √(I/m) from the mass centre have the same moment of inertia."""
    v = values(ARM, 26)
    found = ARM.solve(**v)
    for name, I, rate in (
        ("T_r1", v["I_zz1"], v["omega1"]),
        ("T_r2", v["I_zz2"], v["omega1"] + v["omega2"]),
    ):
        mass, arm = 1.7, np.sqrt(I / 1.7)
        speed = arm * rate
        assert_close(found[name], mass * speed**2 / 2, f"(5.26): {name} of two turning points")
    assert_same(f["T_r1"], p.I_zz1 * w1**2 / 2, "(5.26a)")
    assert_same(f["T_r2"], p.I_zz2 * (w1 + w2) ** 2 / 2, "(5.26b)")


@pytest.mark.equation("5.27")
def test_mass_matrix_of_the_arm():
    off = m2 * l_s2 * (l_s2 + l1 * cos(p.phi2)) + p.I_zz2
    first = m1 * l_s1**2 + m2 * (l1**2 + 2 * l1 * l_s2 * cos(p.phi2) + l_s2**2) + p.I_zz1 + p.I_zz2
    printed = Matrix([[first, off], [off, m2 * l_s2**2 + p.I_zz2]])
    assert_same(f["M"], printed, "(5.27): M of the manipulator")
    q_d = Matrix([w1, w2])
    parts = f["T_t1"] + f["T_t2"] + f["T_r1"] + f["T_r2"]
    assert_same((q_d.T * printed * q_d)[0] / 2, parts, "(5.27): ½ q̇ᵀ M q̇ is the sum of the parts")
    assert_same(sp.hessian(sp.expand(parts), [w1, w2]), printed, "(5.27): M is the Hessian of T")


@pytest.mark.equation("5.28a", "5.28b")
def test_weight_of_the_links():
    v = values(ARM, 28)
    found = ARM.solve(**v)
    a, b = v["phi1"], v["phi1"] + v["phi2"]
    assert_close(found["V_1"], v["m1"] * v["g"] * v["l_s1"] * np.sin(a), "(5.28a)")
    height = v["l1"] * np.sin(a) + v["l_s2"] * np.sin(b)
    assert_close(found["V_2"], v["m2"] * v["g"] * height, "(5.28b)")
    chain = arm_of(p, p.phi1, p.phi2).poses
    e_g = Matrix([0, -1, 0])
    for name, m, place in (("V_1", m1, chain[0].point((l_s1, 0))), ("V_2", m2, chain[1].point((l_s2, 0)))):
        assert_same(f[name], -m * p.g * e_g.dot(place), f"(5.28): {name} = −m g e_gᵀ p_s")


@pytest.mark.equation("5.29", "5.30")
def test_spring_to_the_bearing():
    a, b = p.phi1, p.phi1 + p.phi2
    r_e = Matrix([p.l0A - l1 * cos(a) - l2 * cos(b), p.h0A - l1 * sin(a) - l2 * sin(b), 0])
    assert_same(f["r_e"], r_e, "(5.29): r_e from the end effector to A")
    assert_same(f["s_e"], sqrt(r_e.dot(r_e)), "(5.30): length of the spring")
    v = values(ARM, 30)
    found = ARM.solve(**v)
    work = quad(lambda s: v["c_e"] * (s - v["s0e"]), v["s0e"], found["s_e"])[0]
    assert_close(found["V_c"], work, "(5.30): V_c = ½ c_e (s_e − s_0e)², the work on the spring")


# --- Beispiel 5.2 -----------------------------------------------------------------------------------------

CYLINDER, JIB = tower_and_jib(c)
M_Z, M_Q = d["m_Z"], d["m_Q"]
I_ZZ, I_QZZ = d["I_Z"][2], d["I_Q"][2]
FRAMES = frames_of(c)


@pytest.mark.equation("5.31")
def test_mass_centres_of_cylinder_and_jib():
    assert list(CYLINDER.center) == [0, 0, c.h1 / 2], "(5.31): the middle of the cylinder"
    assert list(JIB.center)[:2] == [c.l1x / 2, 0], "(5.31): the middle of the jib, seen from above"
    pi_r2 = sp.pi * c.r1**2
    assert_same(M_Z, pi_r2 * c.h1 * c.rho1, "(5.31): mass of the cylinder")
    assert_same(M_Q, c.l1x * c.l1y * c.l1z * c.rho1, "(5.31): mass of the jib")


@pytest.mark.equation("5.32")
def test_tensors_of_cylinder_and_jib():
    v = values(CRANE, 32)
    found = CRANE.solve(**v)
    r, h, x, y, z, rho = (v[name] for name in ("r1", "h1", "l1x", "l1y", "l1z", "rho1"))

    def moments(integrate):
        return [integrate(g) for g in (lambda x, y, z: y**2 + z**2, lambda x, y, z: x**2 + z**2,
                                       lambda x, y, z: x**2 + y**2)]  # fmt: skip

    def cylinder(g):
        def polar(z, phi, s):
            return rho * s * g(s * np.cos(phi), s * np.sin(phi), z)

        return tplquad(polar, 0, r, 0, 2 * np.pi, -h / 2, h / 2)[0]

    def cuboid(g):
        return tplquad(lambda z_, y_, x_: rho * g(x_, y_, z_), -x / 2, x / 2, -y / 2, y / 2, -z / 2, z / 2)[0]

    assert_close(found["I_Z"], moments(cylinder), "(5.32): cylinder by quadrature")
    assert_close(found["I_Q"], moments(cuboid), "(5.32): cuboid by quadrature")
    lateral = (3 * c.r1**2 + c.h1**2) * M_Z / 12
    assert_same(d["I_Z"], [lateral, lateral, c.r1**2 * M_Z / 2], "(5.32): cylinder")
    squares = (c.l1y**2 + c.l1z**2, c.l1x**2 + c.l1z**2, c.l1x**2 + c.l1y**2)
    assert_same(d["I_Q"], [s * M_Q / 12 for s in squares], "(5.32): cuboid")


@pytest.mark.equation("5.33", "5.34")
def test_the_cylinder_turns_in_place():
    place = FRAMES.tower.point(CYLINDER.center)
    v = linear_jacobian(place, CRANE_Q) * w
    assert_same(v, sp.zeros(3, 1), "(5.33): velocity of the cylinder's mass centre")
    J_w = angular_jacobian(FRAMES.tower.R, CRANE_Q)
    turning = (w.T * J_w.T * change_of_basis(CYLINDER.inertia, FRAMES.tower.R) * J_w * w)[0] / 2
    assert_same(sp.expand(turning), I_ZZ * w[0] ** 2 / 2, "(5.34): T_r of the cylinder")


@pytest.mark.equation("5.35a", "5.35b")
def test_energies_of_the_jib():
    """½ ∫ v² dm over the jib that turns about the tower, by scipy: it is the sum of both parts."""
    v = values(CRANE, 35)
    x, y, z, rho, rate = v["l1x"], v["l1y"], v["l1z"], v["rho1"], v["qd"][0]
    whole = tplquad(lambda z_, y_, x_: rho * rate**2 * (x_**2 + y_**2) / 2, 0, x, -y / 2, y / 2, -z / 2, z / 2)[0]
    m_Q, found = rho * x * y * z, CRANE.solve(**v)
    T_t, T_r = m_Q * (x / 2) ** 2 * rate**2 / 2, found["I_Q"][2] * rate**2 / 2
    assert_close(T_t + T_r, whole, "(5.35): T_t + T_r = ½ ∫ v² dm")
    velocity = linear_jacobian(FRAMES.tower.point(JIB.center), CRANE_Q) * w
    assert_same(
        sp.trigsimp(M_Q * velocity.dot(velocity) / 2),
        M_Q * c.l1x**2 / 4 * w[0] ** 2 / 2,
        "(5.35a): T_t of the jib",
    )
    assert_close(found["T_sT"] - found["I_Z"][2] * rate**2 / 2, whole, "(5.35): the tower without its cylinder")


@pytest.mark.equation("5.36", "5.37")
def test_mass_matrix_of_the_tower():
    J_v = linear_jacobian(FRAMES.tower.point(JIB.center), CRANE_Q)
    J_w = angular_jacobian(FRAMES.tower.R, CRANE_Q)
    total = CYLINDER.inertia + JIB.inertia  # in the axes of the tower
    summed = J_v.T * J_v * M_Q + J_w.T * change_of_basis(total, FRAMES.tower.R) * J_w
    assert_same(d["M_sT"], summed, "(5.36): M of the tower as a sum over its parts")
    printed = sp.zeros(5)
    printed[0, 0] = c.l1x**2 * M_Q / 4 + I_ZZ + I_QZZ
    assert_same(d["M_sT"], printed, "(5.37): the only entry of M of the tower")
    assert_same(d["T_sT"], (w.T * printed * w)[0] / 2, "(5.37): T of the tower = ½ q̇ᵀ M q̇")


@pytest.mark.equation("5.38", "5.39")
def test_mass_matrix_of_the_trolley():
    J_v, J_w = linear_jacobian(FRAMES.trolley.p, CRANE_Q), angular_jacobian(FRAMES.trolley.R, CRANE_Q)
    x, y = sp.symbols("I_x I_y", positive=True)
    I_0 = change_of_basis(diag(x, y, c.I_Kzz), FRAMES.trolley.R)  # I_xx and I_yy must drop out
    summed = (J_v.T * J_v * c.m_K + J_w.T * I_0 * J_w).applyfunc(sp.trigsimp)
    assert_same(d["M_sK"], summed, "(5.38): M of the trolley from its Jacobians")
    assert_same(d["M_sK"], diag(c.s2**2 * c.m_K + c.I_Kzz, c.m_K, 0, 0, 0), "(5.39): M of the trolley")


@pytest.mark.equation("5.40")
def test_energy_of_the_trolley_needs_the_square_of_omega_1():
    """The print lacks ω_1² at the second term: such a T would not vanish at rest."""
    v2, omega1 = w[1], w[0]
    inertia = c.m_K * c.s2**2 + c.I_Kzz
    assert_same(d["T_sK"], c.m_K * v2**2 / 2 + inertia * omega1**2 / 2, "(5.40) with ω_1²")
    v = values(CRANE, 40) | {"qd": [0.0] * 5}
    assert CRANE.solve(**v)["T_sK"] == 0, "(5.40): a crane at rest has no kinetic energy"
    as_printed = v["m_K"] * 0.0**2 / 2 + (v["m_K"] * v["s2"] ** 2 + v["I_Kzz"]) / 2
    assert as_printed > 0.1, "(5.40) as printed: energy at rest"
    moving = values(CRANE, 41)
    turning, running = moving["qd"][:2]

    def place(time):
        angle = turning * time[0]
        return (moving["s2"] + running * time[0]) * np.array([np.cos(angle), np.sin(angle)])

    speed = np.linalg.norm(slope(place, np.zeros(1)))
    expected = moving["m_K"] * speed**2 / 2 + moving["I_Kzz"] * turning**2 / 2
    assert_close(CRANE.solve(**moving)["T_sK"], expected, "(5.40): from the trolley's path", 1e-8)


@pytest.mark.equation("5.41")
def test_mass_matrix_of_the_load():
    J = linear_jacobian(FRAMES.load.p, CRANE_Q)
    assert_same(d["M_sL"], J.T * J * c.m_L, "(5.41): M of the load = J_vᵀ J_v m_L")
    v = values(CRANE, 41)
    kinematics = systems.load("tower_crane_kinematics").solve(**v)
    speed = np.linalg.norm(kinematics["v_L"])
    assert_close(CRANE.solve(**v)["T_sL"], v["m_L"] * speed**2 / 2, "(5.41): ½ q̇ᵀ M q̇ = ½ m v²")
    whole = np.array(CRANE.solve(**v)["M"])
    np.linalg.cholesky(whole)  # fails where M is not positive definite
    parts = sum(np.array(CRANE.solve(**v)[f"M_{s}"]) for s in ("sT", "sK", "sL"))
    assert_close(whole, parts, "(5.41): M of the crane is the sum of its bodies")


@pytest.mark.equation("5.42")
def test_potential_energy_of_the_load():
    printed = c.m_L * c.g * (c.h1 - c.s5 * cos(c.phi3) * cos(c.phi4))
    assert_same(d["V"], printed, "(5.42): V of the load")
    e_g = Matrix([0, 0, -1])
    assert_same(d["V"], -c.m_L * c.g * e_g.dot(FRAMES.load.p), "(5.42): −m_L g e_gᵀ p_L")
    v = values(CRANE, 42)
    height = systems.load("tower_crane_kinematics").solve(**v)["p_L"][2]
    assert_close(CRANE.solve(**v)["V"], v["m_L"] * v["g"] * height, "(5.42): the load's height above the ground")
