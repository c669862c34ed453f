"""What chapter 4.5 to 4.6 claims in words and numbers is so, and what it asks a reader to set can be set."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.velocity_pictures import spinning_frame, straight_line
from mechanics.widgets import simulate
from tests.course.conftest import CHAPTERS
from tests.course.test_text import cited
from tests.lecture.lecture_map import equations

FRAMES = systems.load("angular_velocity")
GIMBAL = systems.load("euler_rate_jacobian")
CRANE = systems.load("tower_crane_jacobians")


def along(problem, names, given, times):
    """Plotted quantities of a problem over time."""
    numbers = problem.inputs.flat(problem.inputs.values_with(given))
    return problem.evaluate([problem.motion.quantities[n][0] for n in names], numbers, times)


def test_the_chapter_mentions_every_equation_of_its_sections():
    """(4.42) to (4.74), but those between the first and the last of Aufgabe 4.4."""
    wanted = {n for n in equations() if n.startswith("4.") and 42 <= int(n[2:].rstrip("abcd")) <= 74}
    shown = cited(next(path for path in CHAPTERS if path.name.startswith("04c")))
    assert wanted - shown <= {"4.72", "4.73"}, f"not mentioned: {sorted(wanted - shown)}"


class TestLine:
    PROBLEM = straight_line()

    def rates(self, **given):
        values = self.PROBLEM.inputs.values_with(given)
        end = (values["x_b"] - values["x_a"]) / values["v"]
        times = np.linspace(0, end, 400)
        return (
            times,
            values["x_a"] + values["v"] * times,
            along(self.PROBLEM, ["omega1", "omega2"], given, times),
        )

    def test_numbers_of_the_answer(self):
        found = self.PROBLEM.solve()
        assert found["x_max"] - 0.778 == pytest.approx(0.0015, abs=1e-4)
        assert found["omega2"] == pytest.approx(4.4, abs=0.05)
        _, _, rates = self.rates()
        assert (np.abs(rates).max(axis=1) < 0.5).mean() == pytest.approx(0.9, abs=0.02)

    def test_a_shorter_line_is_harmless(self):
        _, _, rates = self.rates(x_b=0.70)
        assert np.abs(rates).max() < 0.6

    def test_half_the_speed_half_the_rates(self):
        slow, fast = self.rates(v=0.06)[2], self.rates()[2]
        assert 2 * slow == pytest.approx(fast)

    def test_the_low_line_is_fastest_over_the_bearing(self):
        times, x, rates = self.rates(h=0.2)
        assert abs(x[np.abs(rates).max(axis=1).argmax()]) < 0.05
        assert np.abs(rates[-1]).max() < np.abs(rates).max()
        first, second = np.abs(rates).T
        assert (x[first.argmax()], first.max()) == pytest.approx((-0.03, 0.61), abs=0.006)
        assert second.argmax() == len(x) - 1 and second.max() == pytest.approx(0.58, abs=0.005)
        assert along(self.PROBLEM, ["phi2"], {"h": 0.2}, times).min() == pytest.approx(-2.75, abs=0.005)

    def test_a_line_out_of_reach_is_refused(self):
        from mechanics.model import ModelError

        with pytest.raises(ModelError, match="must end within reach"):
            self.PROBLEM.solve(x_b=0.8)

    def test_the_pen_is_on_the_line(self):
        """The angles that are drawn, put into forward kinematics."""
        times, x, rates = self.rates()
        phi2 = along(self.PROBLEM, ["phi2"], {}, times)[:, 0]
        distance = np.sqrt(0.5**2 + 0.4**2 + 2 * 0.5 * 0.4 * np.cos(phi2))
        assert distance == pytest.approx(np.hypot(x, 0.45))
        calm = x < 0.7
        assert rates[calm, 1] == pytest.approx(np.gradient(phi2, times)[calm], abs=0.01)


class TestTop:
    def size(self, **given):
        return along(FRAMES, ["size"], given, np.linspace(0, 12, 60))[:, 0]

    def test_an_upright_shaft_adds_the_rates(self):
        assert self.size(angles_01=[0.0, 0.0, 0.0]) == pytest.approx(3.8)

    def test_the_rotor_stands_still(self):
        given = {"angles_01": [0.0, 0.0, 0.0], "rates_12": [-0.8, 0.0, 0.0]}
        assert FRAMES.solve(**given)["omega_02"] == pytest.approx([0, 0, 0])

    def test_a_level_shaft(self):
        assert self.size(angles_01=[0.0, np.pi / 2, 0.0]) == pytest.approx(np.hypot(0.8, 3.0))

    def test_a_shaft_that_tilts_changes_the_size(self):
        assert np.ptp(self.size()) < 1e-12 < np.ptp(self.size(rates_01=[0.8, 0.5, 0.0]))


class TestSpinning:
    def test_components_swing_and_the_speed_stays(self):
        problem = spinning_frame()
        values = along(problem, ["v_x", "v_y", "v_z", "v"], {}, np.linspace(0, 10, 80))
        assert np.ptp(values[:, :3], axis=0).min() > 0.1 and np.ptp(values[:, 3]) < 1e-12
        assert values[0, 3] == pytest.approx(problem.solve()["speed"])

    def test_on_the_axis_nothing_moves(self):
        found = spinning_frame().solve(p_1=[0.2, 0.0, 0.6])  # along omega = [0.5, 0, 1.5]
        assert found["speed"] == pytest.approx(0) and found["distance"] == pytest.approx(0)


class TestGimbal:
    def test_the_rings_meet_after_four_seconds(self):
        times = np.linspace(0, 12, 2401)
        det = along(GIMBAL, ["det"], {}, times)[:, 0]
        (crossing,) = times[:-1][det[:-1] * det[1:] <= 0][:1]
        assert crossing == pytest.approx(1.5 / 0.35, abs=0.01) and 4 < crossing < 4.5

    def test_both_motors_run_and_nothing_moves(self):
        assert GIMBAL.solve(angles=[0.4, 0.0, 0.0], rates=[1.0, 0.0, -1.0])["omega"] == [0, 0, 0]

    def test_psi_moves_no_axis(self):
        a, b = (GIMBAL.solve(angles=[0.4, 1.1, psi])["J_w"] for psi in (0.0, 1.3))
        assert a == b


class TestCrane:
    def test_numbers_in_the_text(self):
        found = CRANE.solve(phi1=0.0, s2=8.0, phi3=0.2, phi4=0.0, s5=6.0)
        J = np.array(found["J_v_sL"])
        assert (np.abs(J[2]) > 1e-12).tolist() == [False, False, True, False, True], "what lifts this load"
        velocity = J @ [0.1, 0.5, 0, 0, -0.2]
        assert velocity == pytest.approx([0.54, 0.68, 0.196], abs=0.005)

    def test_a_plumb_load_is_lifted_by_the_winch_alone(self):
        J = np.array(CRANE.solve(phi3=0.0, phi4=0.0)["J_v_sL"])
        assert J[2] == pytest.approx([0, 0, 0, 0, -1])

    def test_swing_and_tower_may_cancel(self):
        J = np.array(CRANE.solve(phi3=0.0, phi4=0.0, s2=7.0, s5=6.0)["J_v_sL"])
        velocity = J @ [0.3, 0, 0, -0.3 * 7 / 6, 0]
        assert velocity == pytest.approx(np.zeros(3), abs=1e-12)


@pytest.mark.parametrize(
    "problem, values",
    [
        ("angular_velocity", {"angles_01_2": 0.0, "rates_12_1": -0.8}),
        ("angular_velocity", {"angles_01_2": 1.57}),
        ("euler_rate_jacobian", {"angles_2": 0.0, "rates_1": 1.0, "rates_2": 0.0, "rates_3": -1.0}),
        ("planar_manipulator_jacobians", {"phi2": 0.0, "omega2": 0.0}),
        ("tower_crane_jacobians", {f"qd_{k}": 0.0 for k in range(1, 6)} | {"phi3": 0.0, "phi4": 0.0}),
        (straight_line(), {"x_b": 0.7, "h": 0.2, "v": 0.06}),
        (spinning_frame(), {"omega_x": 0.0, "omega_y": -1.0}),
    ],
    ids=["upright", "level", "lock", "stretched", "crane", "line", "spinning"],
)
def test_what_the_reader_is_asked_to_set_lies_on_the_sliders(problem, values):
    sliders = {s["name"]: s for s in simulate(problem).spec["sliders"]}
    for name, value in values.items():
        assert sliders[name]["min"] <= value <= sliders[name]["max"], f"{name} = {value} cannot be set"
