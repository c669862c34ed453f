"""The two applications of chapter 1: the robot arm against rotation vectors, the rate gyro against space."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from mechanics import systems

ARM = systems.load("robot_arm_overview")
GYRO = systems.load("rate_gyro_overview")
angles = st.lists(st.floats(-3, 3), min_size=7, max_size=7)
LENGTHS = {name: ARM.inputs.defaults[name] for name in ("l_S", "l_E", "l_W", "l_H")}


def pose(q):
    return ARM.solve(**{f"q{k}": angle for k, angle in enumerate(q, start=1)})


class TestRobotArm:
    @given(angles)
    def test_pose_against_rotations_about_axes_fixed_in_space(self, q):
        """From the last joint to the first, each turns everything behind it about its axis in the upright arm."""
        heights = np.cumsum(list(LENGTHS.values()))  # shoulder, elbow, wrist, hand
        places = [0, heights[0], heights[0], heights[1], heights[1], heights[2], heights[2]]
        hand, R = np.array([0, 0, heights[3]]), Rotation.identity()
        for k in reversed(range(7)):
            turn = Rotation.from_rotvec(q[k] * np.array([0, 0, 1] if k % 2 == 0 else [0, 1, 0]))
            joint = np.array([0, 0, places[k]])
            hand, R = joint + turn.apply(hand - joint), turn * R
        found = pose(q)
        assert found["p_H"] == pytest.approx(hand, abs=1e-12)
        assert np.array(found["R_H"]) == pytest.approx(R.as_matrix(), abs=1e-12)

    @given(angles)
    def test_links_keep_their_length(self, q):
        found = pose(q)
        points = np.array([[0, 0, 0], *found["P"], found["p_H"]])
        assert np.linalg.norm(np.diff(points, axis=0), axis=1) == pytest.approx(list(LENGTHS.values()))

    @given(st.floats(-3, 3))
    def test_the_last_joint_turns_the_hand_in_place(self, angle):
        a, b = pose([0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.0]), pose([0.3, 0.4, 0.5, 0.6, 0.7, 0.8, angle])
        assert a["p_H"] == pytest.approx(b["p_H"]) and a["R_H"][0][2] == pytest.approx(b["R_H"][0][2])

    def test_seven_joints_can_move_the_elbow_while_the_hand_stays(self):
        """The Jacobian of the pose has rank 6: one motion of the joints is left that the hand does not feel."""
        q0, h = np.array([0.4, 0.5, 0.4, 1.4, 0.7, 0.8, 0.6]), 1e-6

        def flat(q):
            found = pose(q)
            return np.concatenate([found["p_H"], np.ravel(found["R_H"])])

        J = np.column_stack([(flat(q0 + e) - flat(q0 - e)) / (2 * h) for e in h * np.eye(7)])
        values = np.linalg.svd(J, compute_uv=False)
        assert values[5] > 1e-2 and values[6] < 1e-8


class TestRateGyro:
    def test_against_newton_in_an_inertial_frame(self):
        """Frame and mass as two points that the housing's guides carry along; nothing here knows of Coriolis."""
        model, Omega = GYRO.numeric(), 0.7
        p = model.parameters

        def inertial(t, z):
            """In the axes of space, with the guide forces found from the accelerations that the guides impose."""
            x, y, x_d, y_d = z
            c, s = np.cos(Omega * t), np.sin(Omega * t)
            R = np.array([[c, -s], [s, c]])
            R_d, R_dd = Omega * np.array([[-s, -c], [c, -s]]), -(Omega**2) * R
            drive = -p["f_0"] * np.sin(p["omega_0"] * t)
            spring_x, spring_y = -p["c_x"] * x - p["d_x"] * x_d, -p["c_y"] * y - p["d_y"] * y_d
            # unknowns x_dd, y_dd, guide of the frame in the housing (along y), guide of the mass in the frame (along x)
            rest_frame = R_dd @ [x, 0] + 2 * R_d @ [x_d, 0]
            rest_mass = R_dd @ [x, y] + 2 * R_d @ [x_d, y_d]
            ex, ey = R @ [1, 0], R @ [0, 1]
            A, b = np.zeros((4, 4)), np.zeros(4)
            A[:2] = np.column_stack([p["m_F"] * ex, [0, 0], -ey, ex])
            b[:2] = (spring_x + drive) * ex - spring_y * ey - p["m_F"] * rest_frame
            A[2:] = np.column_stack([p["m"] * ex, p["m"] * ey, [0, 0], -ex])
            b[2:] = spring_y * ey - p["m"] * rest_mass
            return [x_d, y_d, *np.linalg.solve(A, b)[:2]]

        t = np.linspace(0, 6, 31)
        expected = solve_ivp(inertial, (0, 6), [0.1, 0.02, 0, 0.1], t_eval=t, rtol=1e-9, atol=1e-11).y.T
        run = model.simulate([0.1, 0.02], [0, 0.1], t, {"Omega": Omega}, rtol=1e-9, atol=1e-11)
        assert np.hstack([run.q, run.q_d]) == pytest.approx(expected, abs=1e-7)

    def amplitude(self, Omega):
        run = GYRO.numeric().simulate(t=np.linspace(0, 60, 3001), u={"Omega": Omega})
        return np.abs(run.q[-600:, 1]).max(), np.abs(run.q[-600:, 0]).max()

    def test_at_rest_nothing_swings_across(self):
        assert self.amplitude(0.0)[0] == 0

    def test_the_amplitude_across_shows_the_rate(self):
        """In resonance the damper alone balances the Coriolis force: d_y ω ŷ = 2 m Ω ω x̂."""
        p = GYRO.parameters.defaults
        for Omega in (0.02, 0.04):
            sense, drive = self.amplitude(Omega)
            assert sense == pytest.approx(2 * p["m"] * Omega * drive / p["d_y"], rel=0.01)

    def test_the_other_way_round_the_motion_is_mirrored(self):
        left, right = (GYRO.numeric().simulate(t=8.0, u={"Omega": w}).q for w in (0.2, -0.2))
        assert left * [1, -1] == pytest.approx(right, abs=1e-9)
