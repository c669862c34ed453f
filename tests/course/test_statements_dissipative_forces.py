"""What the chapter on dissipative forces claims in words and numbers is so, and its sliders reach what it asks for."""

import math
import re

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.friction_cone import friction_cone
from mechanics.friction import rope_tension, terminal_speed
from tests.course.conftest import CHAPTERS
from tests.lecture.lecture_map import equations


@pytest.fixture(scope="module")
def fall():
    return systems.load("atmospheric_free_fall").numeric()


class TestJump:
    def test_without_air_and_with_it(self, fall):
        assert math.sqrt(2 * 9.81 * 39e3) == pytest.approx(875, abs=1)
        fastest, landing = fall.simulate(t=230.0).events
        assert (fastest.t, fastest.before[0], -fastest.before[1]) == pytest.approx((52, 27.3e3, 363), rel=0.01)
        assert -fastest.before[1] * 3.6 == pytest.approx(1308, abs=1)
        assert (landing.t, -landing.before[1]) == pytest.approx((214, 82.5), rel=0.002)
        assert 1 - landing.before[1] ** 2 / 2 / (9.81 * 39e3) > 0.99

    def test_terminal_speeds(self, fall):
        assert float(terminal_speed(100, 9.81, 0.5, 0.5, 1.2)) == pytest.approx(80.9, abs=0.05)
        top, ground = (fall.output("v_T", [h, 0.0]) for h in (39e3, 0.0))
        assert 8.0 < top / ground < 9.0, "almost nine times as high"
        assert math.exp(-39 / 9.1) == pytest.approx(0.014, abs=5e-4)
        assert math.tanh(1) == pytest.approx(0.76, abs=0.01) and math.tanh(20 / 8.24) > 0.98

    def test_the_height_of_the_start_hardly_matters_at_the_ground(self):
        def landing(h0):
            model = systems.load("atmospheric_free_fall").numeric(h0=h0)
            return model.simulate(t=230.0).events

        runs = [landing(h0) for h0 in (10e3, 20e3, 39e3)]
        speeds = [-events[-1].before[1] for events in runs]
        assert np.ptp(speeds) < 0.1
        assert np.ptp([events[0].before[0] for events in runs]) > 10e3

    def test_a_throw_comes_down_more_slowly(self):
        run = systems.load("atmospheric_free_fall").numeric(h0=1000.0, v0=300.0).simulate(t=60.0)
        top = run.t[np.argmax(run["h"])]
        again = run.t[(run["h"] < 1000.0) & (run.t > top)][0]
        assert again - top > top


class TestBlock:
    def test_the_naive_integration_never_rests(self):
        v, history = 0.5, []
        for _ in range(200):
            v += 0.01 * (1.0 - 0.2 * 2.0 * 9.81 * ((v > 0) - (v < 0))) / 2.0
            history.append(v)
        assert min(map(abs, history)) > 0 and np.ptp(np.sign(history[-20:])) == 2, "it chatters"

    def test_the_library_comes_to_rest_once(self):
        run = systems.load("stick_slip_block").numeric().simulate([0.0, 0.5], 2.0, {"f_e": 1.0})
        (event,) = run.events
        assert event.t == pytest.approx(2 * 0.5 / (0.2 * 2 * 9.81 - 1.0), abs=1e-9) == pytest.approx(0.342, abs=5e-4)

    def test_what_the_reader_is_told_to_try(self):
        block = systems.load("stick_slip_block").numeric()
        assert not block.simulate([0, 2.0], 30.0, {"f_e": 5.0}).events, "5 N: it never stops"
        turned = block.simulate([0, 2.0], 8.0, {"f_e": -8.0})
        assert [event.name for event in turned.events] == ["reverses"] and "stick" not in turned.mode

    def test_it_waits_and_leaps_only_if_the_coefficients_differ(self):
        def waiting(**coefficients):
            model = systems.load("stick_slip_block").numeric(**coefficients)
            run = model.simulate([0, 0], 30.0, {"f_e": lambda t, x: 15.0 * (0.2 * t - x[0])})
            return np.mean(run.mode[run.t > 5.0] == "stick")

        assert 0.3 < waiting() < 0.6
        assert waiting(mu_H=0.25, mu_C=0.25) == 0.0


def test_the_cone_does_not_care_for_the_size_of_the_load():
    assert {friction_cone().solve(f=f, theta=0.47)["state"] for f in (1.0, 300.0)} == {"slides"}
    assert {friction_cone().solve(f=f, theta=0.46)["state"] for f in (1.0, 300.0)} == {"sticks"}


def test_the_rope_is_easiest_where_it_is_steeper_by_the_friction_angle():
    problem = systems.load("mass_on_incline_pull")
    best = 0.4 + math.atan(0.3)
    pulls = [problem.solve(alpha=0.4, mu_H=0.3, beta=best + d)["f_S_min"] for d in (-0.1, 0.0, 0.1)]
    assert pulls[1] == min(pulls)


def test_the_mass_of_the_person_does_not_matter():
    problem = systems.load("ladder_person")
    assert problem.solve(m=50.0)["n_real"] == pytest.approx(problem.solve(m=110.0)["n_real"])


def test_turns_of_the_rope():
    turn = float(rope_tension(1.0, 0.3, 2 * math.pi))
    assert (turn, turn**2, turn**3) == pytest.approx((6.6, 43.4, 286), rel=0.01)
    assert math.log(1.8) / 0.3 == pytest.approx(1.96, abs=0.005)
    assert math.log(2) / 0.3 / (2 * math.pi) == pytest.approx(1 / 3, abs=0.05)
    rope = systems.load("rope_friction")
    assert [rope.solve(f_S2=180.0, alpha=a)["state"] for a in (1.95, 1.97)] == ["slips_left", "sticks"]


def test_the_chapter_shows_every_equation_of_its_section():
    path = next(path for path in CHAPTERS if path.name.startswith("03e"))
    section = [n for n in equations() if n.startswith("3.") and 75 <= int(re.findall(r"\d+", n)[1]) <= 90]
    shown = set(re.findall(r"\\tag\{([^}]*)\}", path.read_text(encoding="utf-8").replace("\\\\", "\\")))
    assert len(section) == 19 and set(section) == shown
