"""Chapter 2: what it claims in numbers is so, and it shows every equation of its section."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.point_pictures import turntable
from mechanics.kinematics import POLAR, jerk_limited
from mechanics.model import ModelError
from tests.conftest import CHECKOUT
from tests.course.test_text import cited
from tests.lecture.lecture_map import equations

DRIVE = systems.load("acceleration_profile")


def test_all_equations_of_the_chapter_are_shown():
    shown = cited(CHECKOUT / "course" / "02-point-kinematics.ipynb")
    missing = [n for n in equations() if n.startswith("2.") and not {n, n.rstrip("ab")} & shown]
    assert not missing, f"the chapter does not mention {missing}"


def test_braking_as_hard_as_accelerating():
    assert DRIVE.solve(x_end=5.0)["a_min"] == pytest.approx(-2.0)


def test_braking_later_stops_earlier_and_harder():
    usual, later = DRIVE.solve(), DRIVE.solve(t2=3.0)
    assert [usual["t3"], usual["a_min"]] == pytest.approx([4.5, -1.0])
    assert [later["t3"], later["a_min"]] == pytest.approx([4.0, -2.0])


def test_a_place_that_is_passed_already():
    with pytest.raises(ModelError, match="travelled until t2"):
        DRIVE.solve(x_end=3.5)


@pytest.mark.parametrize(
    "distance, jerk, end, pieces",
    [(6.0, 4.0, 4.5, 7), (6.0, 40.0, 4.05, 7), (2.0, 4.0, None, 6), (0.2, 4.0, None, 4)],
)
def test_the_smooth_drive(distance, jerk, end, pieces):
    profile = jerk_limited(distance, 2.0, 2.0, jerk)
    assert len(profile.phases) == pieces
    assert end is None or float(profile.end) == pytest.approx(end)


def test_the_answer_of_the_turntable():
    found = turntable().solve()
    assert [found["a_r"], found["a_phi"]] == pytest.approx([-2.0, 0.8])


@pytest.mark.parametrize("r", [0.4, 1.7])
def test_starting_on_a_circle_the_centripetal_acceleration_wins_after_the_same_time_everywhere(r):
    times = np.array([1.3, 1.5])
    q = np.stack([np.full(2, r), 0.25 * times**2], axis=-1)
    a = POLAR.acceleration(q, np.stack([np.zeros(2), 0.5 * times], axis=-1), [0.0, 0.5])
    assert abs(a[0, 0]) < a[0, 1] and abs(a[1, 0]) > a[1, 1]
