"""What the chapter on force systems claims in words and numbers is so."""

import math

import numpy as np
import pytest

from mechanics import systems
from mechanics.checks import capture, judge, make_key
from mechanics.demonstrations.cut_picture import cut_free
from mechanics.demonstrations.force_pictures import (
    central_forces,
    hinged_beam,
    moment_in_space,
    rope_over_roller,
)
from mechanics.forces import Force, ForceSystem
from mechanics.model import ModelError
from tests.course.conftest import CHAPTERS
from tests.course.test_text import cited
from tests.lecture.lecture_map import equations


def test_the_chapter_shows_every_equation_of_section_3_1():
    section = [n for n in equations() if n.startswith("3.") and int(n[2:].rstrip("abcdef")) <= 19]
    shown = cited(next(path for path in CHAPTERS if path.name.startswith("03a")))
    missing = [n for n in section if n not in shown]
    assert not missing, f"the chapter does not mention {missing}"


class TestFrameOnARope:
    def test_forces_of_the_answer_are_those_of_the_system(self):
        y = systems.load("rope_mechanism").solve()
        assert (y["f_S"], y["f_Ax"], y["f_Az"]) == pytest.approx((83.7, -69.1, -30.9), abs=0.05)

    def test_only_a_level_rope_does_not_press_the_hinge(self):
        """Question 3: the bearing pulls down at every angle of the slider but zero."""
        down = [systems.load("rope_mechanism").solve(alpha=alpha)["f_Az"] for alpha in np.linspace(0, 1.3, 14)]
        assert down[0] == pytest.approx(0, abs=1e-12) and max(down[1:]) < 0


def test_the_finger_the_table_and_the_floor():
    y = cut_free().solve(f=5.0)
    assert (y["f_F"], y["f_L"]) == (5.0, 2.5)


class TestRopes:
    def test_the_bearing_of_the_roller_carries_up_to_twice_the_load(self):
        roller = rope_over_roller()
        for phi in (0.0, 0.5, 1.5):
            y = roller.solve(phi=phi)
            assert y["f_S"] == pytest.approx(98.1)
            assert y["f_L"] == pytest.approx(2 * 98.1 * math.cos(phi / 2)), "half of the angle on either side"

    def test_the_lamp_on_the_wire(self):
        assert 1 / (2 * math.sin(math.radians(5))) == pytest.approx(5.7, abs=0.05)

    def test_a_radius_larger_than_the_rope_is_an_error(self):
        with pytest.raises(ModelError, match="longer than the radius"):
            systems.load("cylinder_on_rope").solve(r=0.6)


class TestPicturesToPlayWith:
    def test_the_resultant_is_smallest_where_the_third_force_is_opposite_to_the_other_two(self):
        forces = central_forces()
        others = forces.solve(f3=0.0)
        opposite = math.atan2(-others["f_Rz"], -others["f_Rx"]) % (2 * math.pi)
        sizes = {phi: forces.solve(phi3=phi)["f_R"] for phi in np.linspace(0, 6.28, 629)}
        assert min(sizes, key=sizes.get) == pytest.approx(opposite, abs=0.01)
        assert others["f_R"] <= 60, "the slider of f_3 reaches far enough to close the polygon"
        assert forces.solve(phi3=opposite, f3=others["f_R"])["f_R"] == pytest.approx(0, abs=1e-9)

    def test_two_forces_balance_like_a_lever(self):
        beam = hinged_beam()
        assert beam.solve(f_z1=20.0, l1=1.5, f_z2=30.0, l2=1.0)["tau"] == pytest.approx(0)
        assert beam.solve(f_z2=-30.0)["tau"] == pytest.approx(30 + 24), "now both turn the same way"
        low, high = beam.scene().ranges["l2"]
        assert low < 1.0 < high, "the beam can be played to its balance"

    def test_a_moment_does_not_notice_a_shift_along_the_line(self):
        force = moment_in_space()
        here, there = force.solve(), force.solve(s=1.3)
        assert there["tau"] == pytest.approx(here["tau"])
        assert force.solve(r=[1.2, 0.9, 0.5])["tau"] != pytest.approx(here["tau"])
        assert np.linalg.norm(here["tau"]) == pytest.approx(here["d"] * np.linalg.norm([5, 12, 22]))


class TestBox:
    def test_the_numbers_of_the_wrench_are_those_of_the_box(self):
        loads = [
            Force((45, -10, 10), (1, 0, 0.5)),
            Force((-10, 20, 30), (1, 0.75, 1)),
            Force((-10, -25, -20)),
        ]
        wrench, y = ForceSystem(loads).reduced(), systems.load("force_system_box").solve()
        assert wrench.kind == "wrench"
        assert list(map(float, wrench.force)) == pytest.approx(y["f_R"])
        assert list(map(float, wrench.moment)) == pytest.approx(y["tau_R_C"])

    def test_the_moment_is_smallest_where_it_is_parallel_to_the_force(self):
        """Question 2: on the sweep of P the moment has its minimum where it comes nearest to f_R."""
        box = systems.load("force_system_box_about_c")
        x = np.linspace(-1, 3, 401)
        tau = np.array([box.solve(r_P=[s, 0.0, 0.0])["tau_R_P"] for s in x])
        f = np.array(box.solve()["f_R"])
        size = np.linalg.norm(tau, axis=1)
        angle = np.arccos(tau @ f / size / np.linalg.norm(f))
        assert 0 < x[size.argmin()] < 2, "the smallest moment of the sweep lies on the edge of the box"
        assert x[size.argmin()] == pytest.approx(x[angle.argmin()], abs=0.05)

    def test_moving_the_point_along_the_resultant_changes_nothing(self):
        box = systems.load("force_system_box_about_c")
        f = np.array(box.solve()["f_R"])
        assert box.solve(r_P=0.05 * f)["tau_R_P"] == pytest.approx(box.solve(r_P=-0.02 * f)["tau_R_P"])


class TestCheckYourself:
    @pytest.mark.parametrize(
        ("answer", "reason"),
        [
            ("a*f_ext", ""),
            ("f_ext*a*1", ""),
            ("-a*f_ext", "sign"),
            ("2*a*f_ext", "2 times"),
            ("f_ext", "unit"),
        ],
    )
    def test_the_third_question(self, answer, reason):
        f_ext, a = systems.symbols("rope_mechanism", "f_ext a")
        right = Force((0, 0, -f_ext), (a, 0, -a)).moment()[1]
        verdict = judge(capture(answer), make_key("expression", right, "rope_mechanism"))
        assert verdict.ok is (reason == "")
        assert reason in verdict.reason
