"""What the chapter on force elements claims in numbers is so; every example keeps its energy and its picture."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from mechanics.demonstrations import force_elements
from mechanics.demonstrations.force_elements import (
    balanced_stick,
    ball_on_rope,
    block_on_belt,
    braked_wheel,
    car_on_waves,
    engine_on_mounts,
    hoist,
    rattling_gears,
    sign_on_springs,
    tumbling_box,
)
from mechanics.demonstrations.force_elements.testing import SPECIMENS
from mechanics.demonstrations.force_elements.testing import testing_machine as machine  # its name begins like a test's
from mechanics.model import ModelError
from mechanics.multibody.elements import Contact
from mechanics.multibody.elements.magic_formula import LONGITUDINAL

MACHINES = {name: getattr(force_elements, name) for name in force_elements.__all__ if name != "testing_machine"}
F_Z = 400 * 9.81


@cache
def run(make: Any, t: Any = None, **values: float) -> Any:
    system = make() if callable(make) else machine(make)
    return system.numeric(**values).simulate(t=system.scene().duration if t is None else t)


def finely(t: float) -> tuple[float, ...]:
    """Times that are close to each other, for what is short."""
    return tuple(np.linspace(0, t, 301).tolist())


def late(run: Any, name: str, share: float = 0.5) -> np.ndarray:
    """The last part of a curve, when the start has been forgotten."""
    return run[name][int(len(run.t) * (1 - share)) :]


def amplitude(values: np.ndarray) -> float:
    return float(np.ptp(values) / 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", MACHINES)
def test_no_example_loses_track_of_its_energy(name):
    motion = run(MACHINES[name])
    scale = max(1.0, float(np.ptp(motion.kinetic)))
    assert np.abs(motion.energy_error).max() < 1e-4 * scale


@pytest.mark.parametrize("system", [*(make() for make in MACHINES.values()), *map(machine, SPECIMENS)])
def test_every_example_has_a_picture(system):
    scene = system.scene()
    motion = system.numeric().simulate(t=[0.0, 0.05])
    assert np.isfinite(motion.evaluate(scene.compile().expressions)).all() and len(scene.description) > 80


def test_an_unknown_specimen_is_named():
    with pytest.raises(ModelError, match="specimen of the testing machine.*Did you mean series"):
        machine("serie")


@pytest.mark.slow
class TestLineAndSpace:
    def test_a_softer_left_spring_lets_the_sign_hang_down_on_its_left(self):
        rest = run(sign_on_springs, 40.0, k_1=80.0, phi_0=0.0, d=20.0)
        (x, *_), A = rest.places[0][-1, 0], rest.places[1][-1, 0]
        assert A[1, 0] > 0.05 and x > 0.05, "turned to the left, and moved to the right"
        assert late(rest, "F_1", 0.02).std() < 1e-6

    @pytest.mark.parametrize(("output", "speeds"), [("z", (50.0, 63.0, 80.0)), ("roll", (25.0, 33.0, 60.0)),
                                                    ("roll", (80.0, 100.0, 150.0))])  # fmt: skip
    def test_the_engine_shakes_most_at_its_resonances(self, output, speeds):
        below, at, above = (amplitude(late(run(engine_on_mounts, 5.0, Omega=w), output)) for w in speeds)
        assert at > 1.1 * max(below, above)

    def test_far_above_them_the_floor_feels_a_fourth_of_the_imbalance(self):
        assert 0.03 * 150**2 == 675
        assert amplitude(late(run(engine_on_mounts, 5.0, Omega=150.0), "F", 0.3)) == pytest.approx(150, abs=15)


@pytest.mark.slow
class TestGears:
    def test_with_play_the_teeth_lift_off_and_without_they_never_do(self):
        loose, tight = (late(run(rattling_gears, 3.0, b=b), "F") for b in (0.5, 0.0))
        assert (loose == 0).mean() > 0.1 and loose.max() > 2 * tight.max()

    def test_under_load_the_flanks_stay_together(self):
        F = late(run(rattling_gears, 3.0, M_0=6.0), "F")
        assert (F < 0).all(), "one flank only"


class TestTestingMachine:
    def heat(self, *specimen: Any, **values: float) -> float:
        """Of the last round, as the area of the loop and as the heat that the law has counted."""
        system = machine(*specimen)
        W = values.get("Omega", system.parameters.defaults["Omega"])
        T = 2 * np.pi / W
        motion = system.numeric(**values).simulate(t=np.linspace(0, 12 * T, 12001))
        area = np.trapezoid(motion["F"][11000:], motion["x"][11000:])
        assert area == pytest.approx(motion["Q"][-1] - motion["Q"][11000], rel=2e-3, abs=1e-6), "heat is the area"
        return float(area)

    @pytest.mark.parametrize("specimen", SPECIMENS)
    def test_the_heat_of_a_round_is_the_area_of_its_loop(self, specimen):
        assert (self.heat(specimen) > 1e-3) == (specimen != "air"), "gas alone makes no heat"

    def test_dry_friction_does_not_ask_for_the_frequency(self):
        assert self.heat("hysteresis", Omega=12.0) == pytest.approx(self.heat("hysteresis", Omega=6.0), rel=1e-3)

    def test_a_small_loop_of_friction_is_steep(self):
        motion = run("hysteresis", None, a=5e-4)
        assert 0.75 * 85e3 < late(motion, "F").max() / 5e-4 < 85e3

    def test_in_series_slow_is_soft_and_fast_is_stiff_and_between_it_damps_most(self):
        k, k_p, d = 20e3, 5e3, 3000.0
        slow, fast = (late(run("series", 12 * np.pi / w, Omega=w), "F").max() / 0.02 for w in (1.5, 45.0))
        assert slow < 0.35 * (k + k_p) and fast > 0.97 * (k + k_p)
        best = self.heat("series", Omega=k / d)
        assert best > 1.1 * max(self.heat("series", Omega=w) for w in (2.0, 20.0))

    def test_a_strut_resists_being_pulled_more_than_being_pressed(self):
        motion = run("table")
        inner = np.abs(motion["x"]) < 0.005
        assert (
            np.abs(motion["F"][inner & (motion["v"] > 0)]).min() > np.abs(motion["F"][inner & (motion["v"] < 0)]).max()
        )


class TestOneSided:
    def test_the_stop_of_the_cell(self):
        stop = Contact(k=5e4, l_0=0.2, d=400.0)
        assert stop(0.19, 0.5) == pytest.approx(-300) and stop.dissipated_power(0.19, 0.5) == pytest.approx(
            400 * 0.5**2
        )

    def test_a_stiffer_floor_pushes_higher_and_shorter(self):
        soft, hard = (run(tumbling_box, finely(0.6), k=k) for k in (10e3, 60e3))
        assert hard["F_N"].max() > 1.5 * soft["F_N"].max()
        assert (hard["F_N"] > 0).mean() < (soft["F_N"] > 0).mean()

    @pytest.mark.slow
    def test_the_box_comes_to_rest_on_a_side(self):
        rest = run(tumbling_box, 6.0)
        assert rest["phi"][-1] == pytest.approx(0, abs=1e-3) and rest["y"][-1] == pytest.approx(0.15, abs=2e-3)

    @pytest.mark.slow
    def test_the_rope_is_slack_at_first_and_tight_in_the_end(self):
        F = run(ball_on_rope, 20.0)["F"]
        assert not F[:10].any() and late(run(ball_on_rope, 20.0), "F", 0.2).min() > 0


@pytest.mark.slow
class TestBelt:
    def test_the_block_sticks_and_slides_in_turn(self):
        motion = run(block_on_belt, 16.0)
        sticks = np.abs(late(motion, "v_b") / 0.15 - 1) < 0.05
        assert 0.3 < sticks.mean() < 0.9 and late(motion, "v_b").min() < -0.2

    def test_on_a_fast_belt_it_hardly_sticks(self):
        shares = [(np.abs(late(run(block_on_belt, 16.0, v=v), "v_b") / v - 1) < 0.05).mean() for v in (0.15, 0.4, 0.8)]
        assert shares[0] > shares[1] > shares[2]

    def test_without_a_higher_static_friction_it_swings_about_the_friction_over_the_stiffness(self):
        x = late(run(block_on_belt, 16.0, ratio=1.0), "x")
        assert (x.max() + x.min()) / 2 == pytest.approx(4 / 60, rel=0.02)
        assert late(run(block_on_belt, 16.0, ratio=1.0), "v_b").max() <= 0.15 * 1.05


@pytest.mark.slow
class TestDrives:
    def test_the_load_hangs_still_at_eight_volts(self):
        rest = run(hoist, 3.0, U=0.5 * 19.62 / 1.2)
        assert rest["i"][-1] == pytest.approx(16.3, abs=0.1) and rest["omega"][-1] == pytest.approx(0, abs=1e-6)
        assert abs(0.5 * 19.62 / 1.2 - 8.2) < 0.05

    def test_short_circuited_it_brakes_to_a_constant_speed(self):
        omega = run(hoist, 2.0, U=0.0)["omega"]
        assert (
            omega[-1] == pytest.approx(-0.5 * 19.62 / 1.2**2, rel=1e-3) and late(run(hoist, 2.0, U=0.0), "h")[-1] < -0.1
        )

    @pytest.mark.parametrize(("T", "sways"), [(0.02, False), (0.105, False), (0.115, True)])
    def test_a_late_command_lets_the_stick_sway(self, T, sways):
        assert (np.abs(late(run(balanced_stick, 5.0, T=T), "phi", 0.2)).max() > 0.02) == sways

    def test_more_damping_makes_it_worse(self):
        gentle, strong = (np.abs(late(run(balanced_stick, 4.0, T=0.05, D=D), "M", 0.2)).max() for D in (6.0, 20.0))
        assert gentle < 1e-3 and strong > 5


@pytest.mark.slow
class TestRoads:
    def test_the_body_shakes_most_at_nearly_five_metres_a_second(self):
        found = {v: amplitude(late(run(car_on_waves, 8.0, v=v), "z_c")) for v in (3.0, 4.0, 5.0, 6.0, 8.0)}
        assert max(found, key=lambda v: found[v]) == 5.0
        k = 20e3 * 180e3 / 200e3
        assert np.sqrt(k / 300) / (2 * np.pi) == pytest.approx(1.2, abs=0.05)

    def test_fast_over_short_waves_the_wheel_leaves_the_road(self):
        motion = run(car_on_waves, 4.0, v=30.0, L=2.0)
        assert amplitude(late(motion, "z_c")) < 2e-3 and (late(motion, "F_t") == 0).mean() > 0.1
        assert np.sqrt(200e3 / 35) / (2 * np.pi) > 12


class TestTyre:
    def test_the_numbers_of_the_cell(self):
        peak = LONGITUDINAL(LONGITUDINAL.peak(F_Z), F_Z)
        assert peak > F_Z and LONGITUDINAL(1.0, F_Z) / peak == pytest.approx(2 / 3, abs=0.03)
        assert LONGITUDINAL.peak(F_Z) == pytest.approx(0.10, abs=0.01)

    @pytest.mark.slow
    def test_just_below_the_peak_the_slip_is_small_and_above_it_the_wheel_locks_at_once(self):
        gentle, hard = (run(braked_wheel, finely(3.0), M_B=M) for M in (1200.0, 1800.0))
        assert 0.02 < -gentle["slip"].min() < 0.1
        locked = hard.t[np.argmax(hard["slip"] < -0.95)]
        assert 0 < locked < 0.2 and hard["s"][-1] > 1.2 * gentle["s"][-1]
        assert hard["v"][-1] < 0.1 and gentle["v"][-1] < 0.1, "both stand"

    @pytest.mark.slow
    @pytest.mark.parametrize(("M", "locks"), [(360.0, False), (420.0, True)])
    def test_on_snow_the_best_moment_is_about_a_third(self, M, locks):
        assert (run(braked_wheel, 2.0, M_B=M, grip=0.3)["slip"].min() < -0.9) == locks
