"""What chapters 4b and A.3 claim in words and numbers is so, and their sliders reach what the text asks for."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.rigid_motion_pictures import both_elbows
from mechanics.friction import TABLE
from mechanics.poses import Pose, arm_angles, rotation, translation
from mechanics.rotations import euler_zyz, rotation_z
from mechanics.systems.self_study.plate_holder import hooked_plate
from mechanics.widgets import simulate

ARM = systems.load("planar_manipulator_kinematics")
CRANE = systems.load("tower_crane_kinematics")
HOLDER = systems.load("plate_holder")


def reaches(player, name: str, *values: float) -> None:
    slider = next(s for s in player.spec["sliders"] if s["name"] == name)
    for value in values:
        assert slider["min"] - 1e-9 <= value <= slider["max"] + 1e-9, f"{name} cannot be set to {value}"


class TestRigidMotions:
    def test_the_answer_of_the_question(self):
        right, left = arm_angles((0.4, 0.6), 0.5, 0.4)
        assert (right.phi1, right.phi2) == pytest.approx((0.420, 1.292), abs=5e-4)
        assert (left.phi1, left.phi2) == pytest.approx((1.545, -1.292), abs=5e-4)

    def test_the_frames_of_the_text_are_those_of_the_picture(self):
        first = Pose(euler_zyz(0.5, 0.3, 0.2), (0.4, 0.8, 0.9))
        second = Pose(euler_zyz(-0.6, 0.5, 0.3), (1.1, -0.2, 0.3))
        found = systems.load("homogeneous_transform").solve()
        assert np.array((first @ second).matrix, float) == pytest.approx(np.array(found["H_0_2"]))
        assert np.array((first @ second).point((0.1, -0.5, -0.7)), float).ravel() == pytest.approx(found["p0"])

    def test_seen_from_frame_one_only_frame_two_moves(self):
        frames = systems.load("homogeneous_transform")
        usual, turned, bent = (
            frames.solve(),
            frames.solve(e1=[2.0, 0.3, 0.2]),
            frames.solve(e2=[-0.6, 1.0, 0.3]),
        )
        assert turned["p1"] == pytest.approx(usual["p1"]) and turned["p0"] != pytest.approx(usual["p0"])
        assert bent["p1"] != pytest.approx(usual["p1"])

    def test_the_cleaning_robot(self):
        turn, first, second = rotation(rotation_z(np.pi / 2)), translation(1), translation(2)
        end = (turn @ first @ turn @ second).p
        assert [float(x) for x in end] == pytest.approx([-2, 1, 0])

    def test_the_motors_would_have_to_hurry_near_the_outer_circle(self):
        slopes = []
        for x in (0.6, 0.67, 0.6708):  # r = 0.9 at x = 0.6708
            a, b = (arm_angles((x + step, 0.6), 0.5, 0.4)[0].phi2 for step in (-1e-6, 1e-6))
            slopes.append(abs(b - a) / 2e-6)
        assert slopes[0] < 5 < 20 < slopes[1] < 100 < slopes[2]

    def test_signs_and_heights_of_the_load(self):
        plumb, swung = (np.array(CRANE.solve(phi1=0, phi3=x, phi4=0)["p_L"]) for x in (0.0, 0.5))
        assert swung[0] < plumb[0] and swung[2] > plumb[2], "a positive phi3 swings to the tower, and up"
        both = CRANE.solve(phi1=0, phi3=0.5, phi4=0.5)["p_L"]
        assert both[1] > 0.5 and both[2] > swung[2]
        far = [CRANE.solve(phi1=0, phi3=1.2, phi4=x)["p_L"] for x in (-0.5, 0.0, 0.5)]
        assert far[2][1] - far[0][1] > 5 and abs(far[2][2] - far[1][2]) < 0.3

    def test_the_last_joint_of_the_robot_turns_the_gripper_in_its_place(self):
        robot = systems.load("robot_arm_overview")
        assert robot.solve(q7=-2.0)["p_H"] == pytest.approx(robot.solve(q7=2.0)["p_H"])

    def test_sliders_reach_what_the_text_asks_for(self):
        reaches(simulate(ARM, autoplay=False), "l2", 0.5)
        elbows = simulate(both_elbows(), sliders={"y": (-0.6, 0.6), "l2": (0.3, 0.5)}, autoplay=False)
        reaches(elbows, "y", 0.02)
        reaches(elbows, "l2", 0.5)
        crane = simulate(CRANE, autoplay=False)
        reaches(crane, "phi3", 0, 0.5, 1.2)
        reaches(crane, "phi4", 0, 0.5)


class TestPlateHolder:
    def test_steel_on_steel(self):
        assert TABLE["steel on steel"].mu_H == 0.15
        angle = 2 * np.arctan(0.15)
        assert angle == pytest.approx(0.298, abs=5e-4) and np.rad2deg(angle) == pytest.approx(17, abs=0.1)
        states = [HOLDER.solve(alpha=x, mu_H=0.15)["state"] for x in (0.295, 0.301)]
        assert states == ["holds", "slips"]

    def test_a_sharp_wedge_multiplies_the_weight_by_twenty(self):
        assert HOLDER.solve(alpha=0.1, m=100.0)["f_An"] / (100 * 9.81) == pytest.approx(20, abs=0.1)

    def test_thirty_degrees(self):
        assert HOLDER.solve(alpha=np.pi / 6)["mu_H_min"] == pytest.approx(2 - np.sqrt(3))

    def test_the_hook_and_the_height_of_C(self):
        loaded = hooked_plate()
        left, middle, right = (loaded.solve(x_L=x)["h_min"] for x in (0.0, 0.04, 0.08))
        assert left < middle == pytest.approx(HOLDER.solve()["h_min"]) and middle < right
        assert loaded.solve(f_L=150.0, x_L=-0.05)["h_min"] < 0, "C lies below B"
        player = simulate(loaded, autoplay=False)
        reaches(player, "f_L", 150.0)
        reaches(player, "x_L", -0.05, 0.04)

    def test_sliders_reach_what_the_text_asks_for(self):
        player = simulate(HOLDER, autoplay=False)
        reaches(player, "mu_H", 0.15)
        reaches(player, "h", 0.01)
