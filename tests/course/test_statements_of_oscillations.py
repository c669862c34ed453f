"""What chapters 1 and 3.6 claim in words and numbers is so, and their sliders reach what the text asks for."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.spring_mass_damper_response import spring_mass_damper_response
from mechanics.oscillators import GROUND, Damper, Oscillator, Spring
from mechanics.widgets import simulate

CIRCUIT = systems.load("series_rlc_circuit")
TABLE = systems.load("spring_mass_damper_three")
GYRO = systems.load("rate_gyro_overview")
ARM = systems.load("robot_arm_overview")


class TestSystemsAndModels:
    def test_black_and_white_box(self):
        pendulum = systems.load("mathematical_pendulum")
        (phi,) = pendulum.coordinates.symbols

        def period(length):
            run = pendulum.numeric(l=length).simulate([0.1], t=12.0, events={"bottom": phi})
            return run.events["bottom"][2] - run.events["bottom"][0]

        black = {x: period(0.5) + (period(1.5) - period(0.5)) * (x - 0.5) for x in (1.0, 6.0)}
        assert 1 - black[1.0] / period(1.0) == pytest.approx(0.034, abs=0.002)
        assert black[6.0] / period(6.0) - 1 == pytest.approx(0.45, abs=0.01)

    def test_resonance_of_the_circuit(self):
        run = CIRCUIT.numeric(R=0.3).simulate(t=20.0, u={"u": lambda t: np.sin(4.47 * t)})
        assert run["u_C"].max() > 7
        detuned = CIRCUIT.numeric(R=0.3, C=0.15).simulate(t=20.0, u={"u": lambda t: np.sin(4.47 * t)})
        assert detuned["u_C"][1500:].max() < 4

    def test_without_resistance_the_trajectory_is_closed(self):
        run = CIRCUIT.numeric(R=0.0).simulate([0.0, 0.0], np.linspace(0, 2 * np.pi * np.sqrt(0.05), 9))
        assert run.x[-1] == pytest.approx(run.x[0], abs=1e-5)

    def test_the_wrist_is_as_far_from_the_shoulder_as_the_elbow_lets_it(self):
        def reach(**angles):
            shoulder, _, wrist = np.array(ARM.solve(**angles)["P"])
            return np.linalg.norm(wrist - shoulder)

        assert reach(q1=-1.0, q2=1.0, q3=0.7, q5=2.0, q6=-1.0, q7=1.0) == pytest.approx(reach())
        assert reach(q4=0.4) > reach() + 0.1

    def test_two_settings_of_the_arm_with_the_same_hand(self):
        first, second = (
            ARM.solve(**{f"q{k}": angle for k, angle in enumerate(q, start=1)})
            for q in (
                [0.8, 0.5, -0.5, 1.3, -0.7, 0.9, 0.6],
                [0.2, 0.4885, 0.4217, 1.3, -1.1868, 1.1403, 0.8033],
            )
        )
        assert first["p_H"] == pytest.approx(second["p_H"], abs=1e-4)
        assert np.array(first["R_H"]) == pytest.approx(np.array(second["R_H"]), abs=1e-3)
        moved = np.linalg.norm(np.subtract(first["P"][1], second["P"][1]))
        assert moved == pytest.approx(0.12, abs=0.005)

    def test_a_sense_direction_out_of_tune_hardly_swings(self):
        tuned, detuned = (np.abs(GYRO.numeric(c_y=c).simulate(t=30.0).q[-200:, 1]).max() for c in (8.0, 10.0))
        assert detuned < tuned / 2

    def test_the_ellipse_is_run_through_the_other_way(self):
        def turning(rate):
            run = GYRO.numeric().simulate(t=20.0, u={"Omega": rate})
            x, y, x_d, y_d = *run.q[-300:].T, *run.q_d[-300:].T
            return np.sign(x * y_d - y * x_d)

        assert len({*turning(0.15)}) == 1 and (turning(0.15) == -turning(-0.15)).all()


class TestSpringMassDamper:
    def test_one_mass_loses_half_of_its_amplitude_in_a_swing(self):
        mass = Oscillator.of_elements({"s": 1.0}, [Spring(GROUND, "s", 150.0)], [Damper(GROUND, "s", 2.4)])
        (mode,) = mass.damped_modes()
        left = np.exp(2 * np.pi * mode.eigenvalue.real / mode.eigenvalue.imag)
        assert (mode.frequency, mode.damping_ratio) == pytest.approx((12.25, 0.1), abs=0.003)
        assert left == pytest.approx(0.5, abs=0.05)

    def test_on_the_moon_it_rests_higher_and_swings_alike(self):
        earth, moon = (TABLE.numeric(g=g) for g in (9.81, 1.62))
        high, low = moon.output("q_R", np.zeros(3)), earth.output("q_R", np.zeros(3))
        assert high[2] - low[2] == pytest.approx(0.19, abs=0.005)
        assert low == pytest.approx([0.46, 0.48, 0.97], abs=0.005)

    def test_modes_go_the_ways_that_the_text_says(self):
        modes = Oscillator.linearized(TABLE.numeric(), TABLE.numeric().equilibria()[0].q).natural_modes()
        assert [m.frequency for m in modes] == pytest.approx([7.2, 14.1, 17.5], abs=0.06)
        signs = [np.sign(mode.shape).tolist() for mode in modes]
        assert signs == [[1, 1, 1], [-1, 1, -1], [1, 1, -1]]
        assert modes[0].frequency * 60 / (2 * np.pi) == pytest.approx(68, abs=0.5)

    def test_started_in_a_mode_it_stays_there(self):
        free = TABLE.numeric(d11=0, d22=0, d13=0)
        rest = free.output("q_R", np.zeros(3))
        mode = Oscillator.linearized(free, rest).natural_modes()[1]
        run = free.simulate(rest + 0.12 * mode.shape, t=np.linspace(0, 6, 300), rtol=1e-10, atol=1e-10)
        assert run.q - rest == pytest.approx(np.outer(0.12 * np.cos(mode.frequency * run.t), mode.shape), abs=1e-6)

    def test_without_its_own_damper_mass_2_comes_to_rest_all_the_same(self):
        run = TABLE.numeric(d22=0.0).simulate(t=200.0)
        assert np.abs(run.q_d[-1]).max() < 1e-3

    def test_amplitudes_of_the_text(self):
        found = {w: spring_mass_damper_response().solve(omega=w) for w in (1.0, 7.16, 16.2, 25.0)}
        assert found[1.0]["a3"] == pytest.approx(0.008, abs=5e-4)
        assert found[7.16]["a3"] == pytest.approx(0.20, abs=5e-3)
        assert found[16.2]["a1"] > 3 * found[16.2]["a3"]
        assert found[25.0]["a3"] == pytest.approx(0.001, abs=1e-4)

    def test_three_times_the_damping_lowers_the_peak_where_it_is(self):
        omegas = np.linspace(5, 10, 201)
        weak, strong = (
            np.array([spring_mass_damper_response().solve(omega=w, **d)["a3"] for w in omegas[::4]])
            for d in ({}, {"d11": 3.0, "d22": 4.5, "d13": 2.4})
        )
        assert strong.max() < 0.45 * weak.max() and abs(strong.argmax() - weak.argmax()) <= 1


@pytest.mark.parametrize(
    ("id", "options", "name", "value"),
    [
        ("series_rlc_circuit", {}, "R", 4.45),
        ("series_rlc_circuit", {}, "R", 0.0),
        ("rate_gyro_overview", {}, "Omega", 0.0),
        ("rate_gyro_overview", {}, "c_y", 10.0),
        ("spring_mass_damper_three", {}, "f_L", 20.0),
        ("spring_mass_damper_three", {}, "d22", 0.0),
        ("definiteness_k_d", {}, "c22", 0.0),
        ("definiteness_k_d", {}, "d13", 0.0),
    ],
)
def test_a_slider_reaches_what_the_text_asks_for(id, options, name, value):
    slider = next(s for s in simulate(id, **options).spec["sliders"] if s["name"] == name)
    assert slider["min"] - 1e-9 <= value <= slider["max"] + 1e-9
    steps = (value - slider["min"]) / slider["step"]
    assert steps == pytest.approx(round(steps), abs=1e-6), f"{name}: from {slider['min']} by {slider['step']}"
