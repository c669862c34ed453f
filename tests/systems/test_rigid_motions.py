"""Systems of sections 4.3 to 4.5 and the plate holder: against derivations that know nothing of ours."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from mechanics import systems
from mechanics.demonstrations.rigid_motion_pictures import both_elbows, joint_kinds, rope_frames
from mechanics.model import ModelError
from mechanics.systems.self_study.plate_holder import hooked_plate

ARM = systems.load("planar_manipulator_kinematics")
CRANE = systems.load("tower_crane_kinematics")
HOLDER = systems.load("plate_holder")
LOADED = hooked_plate()
ELBOWS = both_elbows()
MOTIONS = systems.load("homogeneous_transform")
ANGLES, LENGTHS = st.floats(-3, 3), st.floats(0.05, 3)
RNG = np.random.default_rng(44)


# --- two rigid motions ------------------------------------------------------------------------------------


def frame(e, d) -> np.ndarray:
    H = np.eye(4)
    H[:3, :3], H[:3, 3] = Rotation.from_euler("ZYZ", e).as_matrix(), d
    return H


def test_two_motions_against_scipy():
    for _ in range(5):
        e1, d1, e2, d2, p2 = RNG.uniform(-3, 3, (5, 3))
        found = MOTIONS.solve(e1=e1, d1=d1, e2=e2.tolist(), d2=d2.tolist(), p2=p2)
        first, second = frame(e1, d1), frame(e2, d2)
        expected = {
            "H_0_1": first,
            "H_1_2": second,
            "H_0_2": first @ second,
            "H_1_0": np.linalg.inv(first),
            "p1": (second @ [*p2, 1])[:3],
            "p0": (first @ second @ [*p2, 1])[:3],
        }
        for name, value in expected.items():
            np.testing.assert_allclose(found[name], value, atol=1e-12, err_msg=name)


# --- the arm ----------------------------------------------------------------------------------------------


@given(ANGLES, ANGLES, LENGTHS, LENGTHS)
def test_the_arm_is_a_triangle(phi1, phi2, l1, l2):
    """Law of cosines: the distance of the end effector depends on the angle of the elbow alone."""
    end = np.array(ARM.solve(phi1=phi1, phi2=phi2, l1=l1, l2=l2)["p_e2"])
    r2 = l1**2 + l2**2 + 2 * l1 * l2 * np.cos(phi2)
    assert end @ end == pytest.approx(r2, abs=1e-9) and end[2] == 0


def test_points_of_the_arm_as_complex_numbers():
    """In the plane a rotation is a factor exp(i phi)."""
    for _ in range(5):
        phi1, phi2 = RNG.uniform(-3, 3, 2)
        l1, l2, l_s1, l_s2 = RNG.uniform(0.1, 1, 4)
        found = ARM.solve(phi1=phi1, phi2=phi2, l1=l1, l2=l2, l_s1=l_s1, l_s2=l_s2)
        first, second = np.exp(1j * phi1), np.exp(1j * (phi1 + phi2))
        for name, z in {
            "p_s1": l_s1 * first, "p_s2": l1 * first + l_s2 * second, "p_e2": l1 * first + l2 * second
        }.items():  # fmt: skip
            np.testing.assert_allclose(found[name], [z.real, z.imag, 0], atol=1e-12, err_msg=name)
        np.testing.assert_allclose(np.array(found["R_0_1"])[:, 0], [first.real, first.imag, 0], atol=1e-12)
        np.testing.assert_allclose(np.array(found["R_0_2"])[:, 0], [second.real, second.imag, 0], atol=1e-12)


@given(st.floats(0.2, 0.85), st.floats(-3, 3))
def test_both_elbows_come_back_to_the_target(r, angle):
    x, y = r * np.cos(angle), r * np.sin(angle)
    found = ELBOWS.solve(x=x, y=y)
    for side in ("right", "left"):
        end = ARM.solve(phi1=found[f"phi1_{side}"], phi2=found[f"phi2_{side}"])["p_e2"]
        np.testing.assert_allclose(end, [x, y, 0], atol=1e-9, err_msg=f"elbow on the {side}")
    assert found["phi2_right"] == -found["phi2_left"] > 0


@pytest.mark.parametrize(("x", "reason"), [(1.0, "too far away"), (0.05, "too near")])
def test_targets_out_of_reach_are_refused(x, reason):
    with pytest.raises(ModelError, match=reason):
        ELBOWS.solve(x=x, y=0.0)


# --- the crane --------------------------------------------------------------------------------------------


def load_of(q, h1) -> np.ndarray:
    """The load without matrices: unit vectors of jib and side, and the rope's direction by its two angles."""
    phi1, s2, phi3, phi4, s5 = q
    jib, side, up = (
        np.array([np.cos(phi1), np.sin(phi1), 0]),
        np.array([-np.sin(phi1), np.cos(phi1), 0]),
        np.eye(3)[2],
    )
    in_plane = -np.cos(phi3) * up - np.sin(phi3) * jib  # the rope swung along the jib
    return h1 * up + s2 * jib + s5 * (np.cos(phi4) * in_plane + np.sin(phi4) * side)


def test_position_and_velocity_of_the_load():
    h = 1e-5
    for _ in range(5):
        q, qd, h1 = RNG.uniform(0.2, 2, 5), RNG.uniform(-1, 1, 5), RNG.uniform(5, 20)
        named = dict(zip(("phi1", "s2", "phi3", "phi4", "s5"), q, strict=True))
        found = CRANE.solve(**named, h1=h1, qd=qd)
        np.testing.assert_allclose(found["p_L"], load_of(q, h1), atol=1e-12)
        velocity = (load_of(q + h * qd, h1) - load_of(q - h * qd, h1)) / (2 * h)
        np.testing.assert_allclose(found["v_L"], velocity, atol=1e-8)


def test_only_the_height_of_the_other_parameters_counts():
    plain = CRANE.solve()
    heavy = CRANE.solve(r1=1.0, l1x=20.0, l1y=1.0, l1z=1.0, rho1=10.0, m_K=1.0, I_Kzz=1.0, m_L=1.0, g=1.6)
    assert heavy == plain
    lifted = CRANE.solve(h1=13.0)
    np.testing.assert_allclose(np.subtract(lifted["p_L"], plain["p_L"]), [0, 0, 1], atol=1e-12)


@given(ANGLES, ANGLES, ANGLES, LENGTHS)
def test_the_load_hangs_on_a_sphere_about_the_trolley(phi1, phi3, phi4, s5):
    load = np.array(CRANE.solve(phi1=phi1, phi3=phi3, phi4=phi4, s5=s5, s2=7.0, h1=12.0)["p_L"])
    trolley = np.array([7 * np.cos(phi1), 7 * np.sin(phi1), 12])
    assert np.linalg.norm(load - trolley) == pytest.approx(s5)


def test_pictures_are_of_the_same_crane():
    found = rope_frames().solve(phi3=0.4, phi4=-0.3, s5=2.0)["p_L"]
    np.testing.assert_allclose(found, load_of((0, 0, 0.4, -0.3, 2.0), 0), atol=1e-12)


def test_joints_keep_what_they_must():
    """Distances from the axis, from the plane across it, and from the centre of the ball."""
    rest = np.array(joint_kinds().solve(angle=0.0, shift=0.0, psi=0.0, theta=0.0)["p"])
    moved = np.array(joint_kinds().solve(angle=0.8, shift=0.2, psi=0.5, theta=0.7)["p"]) - rest
    np.testing.assert_allclose(moved[:3], [[0, 0, 0], [0, 0, 0.2], [0, 0, 0.2]], atol=1e-12)
    centre = rest[3] - [0, 0, 0.6]
    assert np.linalg.norm(rest[3] + moved[3] - centre) == pytest.approx(0.6)
    assert moved[3][2] == pytest.approx(0.6 * np.cos(0.7) - 0.6)


# --- the plate holder -------------------------------------------------------------------------------------


@given(st.floats(0.1, 1.5), st.floats(0.02, 0.2), st.floats(0.01, 0.1), st.floats(0.1, 100))
def test_the_roller_carries_along_one_line(alpha, b, d, m):
    """A body with two forces: they lie on the line through A and B, which leans by alpha/2 against both normals."""
    found = HOLDER.solve(alpha=alpha, b=b, d=d, m=m)
    assert found["mu_H_min"] == pytest.approx(np.tan(alpha / 2))
    A = d / 2 * np.array([-1 - np.cos(alpha), -np.sin(alpha)])
    normal, down = np.array([np.cos(alpha), np.sin(alpha)]), np.array([np.sin(alpha), -np.cos(alpha)])
    at_A = found["f_An"] * normal + found["f_At"] * down
    at_B = np.array([-found["f_Bn"], -found["f_Bt"]])
    size = np.linalg.norm(at_A)
    np.testing.assert_allclose(at_A + at_B, [0, 0], atol=1e-9 * size, err_msg="the roller is not in equilibrium")
    assert abs(A[0] * at_A[1] - A[1] * at_A[0]) < 1e-9 * size * d, "the force at A does not point to B"


@given(st.floats(0.1, 1.5), st.floats(0.1, 100))
def test_the_plate_is_in_equilibrium(alpha, m):
    found = HOLDER.solve(alpha=alpha, m=m, b=0.08, g=9.81)
    weight = m * 9.81
    assert found["f_Bn"] == pytest.approx(found["f_Cn"]) and found["f_Bt"] == pytest.approx(weight)
    assert found["f_Cn"] * found["h_min"] == pytest.approx(weight * 0.08 / 2), "moments about B"


def test_the_holder_locks_itself():
    """Forces grow with the mass, what is needed does not; the diameter of the roller does not count either."""
    light, heavy = HOLDER.solve(m=0.1), HOLDER.solve(m=1000.0, d=0.01)
    for name in ("mu_H_min", "h_min", "state"):
        assert light[name] == pytest.approx(heavy[name]) if name != "state" else light[name] == heavy[name]
    assert heavy["f_An"] == pytest.approx(1e4 * light["f_An"])


@pytest.mark.parametrize(
    ("values", "state"),
    [
        ({"mu_H": 0.26, "h": 0.02}, "holds"),
        ({"mu_H": 0.25, "h": 0.02}, "slips"),
        ({"mu_H": 0.26, "h": 0.01}, "tilts"),
        ({"mu_H": 0.26, "h": 0.01, "b": 0.07}, "holds"),
    ],
)
def test_what_becomes_of_the_plate(values, state):
    assert HOLDER.solve(alpha=0.5, **values)["state"] == state


def test_a_wall_that_does_not_slope_towards_the_plate_is_refused():
    with pytest.raises(ModelError, match="must slope towards the plate"):
        HOLDER.solve(alpha=3.3)


# --- the plate holder with a load -------------------------------------------------------------------------


@given(st.floats(0.2, 1.4), st.floats(0, 200), st.floats(-0.05, 0.15))
def test_a_load_on_the_hook_changes_the_height_and_not_the_friction(alpha, f_L, x_L):
    """Weight and load act like one force in their common line of action."""
    loaded, plain = LOADED.solve(alpha=alpha, f_L=f_L, x_L=x_L), HOLDER.solve(alpha=alpha)
    assert loaded["mu_H_min"] == pytest.approx(plain["mu_H_min"])
    weight = 5 * 9.81
    line = (weight * 0.04 + f_L * x_L) / (weight + f_L)
    assert loaded["h_min"] == pytest.approx(plain["h_min"] * line / 0.04)
    assert loaded["f_Cn"] == pytest.approx(plain["f_Cn"] * (weight + f_L) / weight)


def test_a_load_below_the_middle_changes_nothing_but_the_forces():
    for f_L in (0.0, 30.0, 300.0):
        assert LOADED.solve(f_L=f_L, x_L=0.04)["h_min"] == pytest.approx(HOLDER.solve()["h_min"])
