"""The rotating beam and the satellite against published numbers, frequencies worked out by hand, and conservation."""

from functools import cache, cached_property

import numpy as np
import pytest
from scipy.integrate import cumulative_trapezoid

from mechanics import systems
from mechanics.flexible.motion import DrivenMotion
from mechanics.systems.chapter_8.rotating_beam import spin_up
from mechanics.systems.chapter_8.satellite_with_panels import panel_of

BEAM, SATELLITE = systems.load("rotating_beam"), systems.load("satellite_with_panels")
OMEGA_1 = 1.8751040687**2 * np.sqrt(1.4e4 / (1.2 * 10.0**4))  # of the beam at rest, rad/s


def frequency(t: np.ndarray, x: np.ndarray) -> float:
    """Angular frequency of a nearly harmonic signal about its mean, by its zero crossings."""
    x = x - x.mean()
    k = np.flatnonzero((x[:-1] < 0) & (x[1:] >= 0))
    crossings = t[k] - x[k] * (t[k + 1] - t[k]) / (x[k + 1] - x[k])
    return 2 * np.pi * (len(crossings) - 1) / (crossings[-1] - crossings[0])


@cache
def undamped():
    """The satellite without damping, computed more exactly than for a picture."""
    return SATELLITE.numeric(zeta=0.0).simulate(t=np.linspace(0, 24, 961), rtol=1e-9, atol=1e-9)


class TestSpinUp:
    @pytest.mark.parametrize("t", [0.3, 4.0, 7.5, 14.9, 16.0])
    def test_speed_and_acceleration_are_derivatives_of_the_angle(self, t):
        angle, h = spin_up(6.0, 15.0), 1e-5
        before, now, after = (np.array(angle(t + d)) for d in (-h, 0, h))
        assert (after - before)[:2] / (2 * h) == pytest.approx(now[1:], abs=1e-6)

    def test_it_ends_at_the_full_speed_without_a_jerk(self):
        angle = spin_up(6.0, 15.0)
        assert angle(0.0) == pytest.approx((0, 0, 0))
        assert angle(15.0) == pytest.approx((45.0, 6.0, 0.0)), "half of Ω T"


class TestRotatingBeam:
    def test_the_published_lag_of_the_tip(self):
        """Simo and Vu-Quoc (1987), Kane, Ryan and Banerjee (1987): 0.57 to 0.58 m behind, then nearly no swing."""
        run = BEAM.numeric().simulate(t=np.linspace(0, 20, 401))
        assert run["tip_y"].min() == pytest.approx(-0.575, abs=0.006)
        assert 6.0 < run.t[run["tip_y"].argmin()] < 7.5
        assert np.abs(run["tip_y"][run.t > 15.5]).max() < 0.01

    def test_without_stiffening_it_runs_away_and_is_held(self):
        run = BEAM.numeric(stiffening=0).simulate(t=np.linspace(0, 20, 201))
        gone = np.abs(run["tip_y"]) > 4.99
        assert gone[-1], "the linear theory must lose the beam"
        assert run["omega"][gone.argmax()] > OMEGA_1 * 0.5, "not before it turns fast"
        assert np.isfinite(run.x).all()
        assert run["tip_y"][gone] == pytest.approx(-5.0, abs=1e-6)

    @pytest.mark.parametrize(("name", "coefficient"), [("y_0", 1.193 - 1), ("z_0", 1.193)])
    def test_frequencies_of_southwell(self, name, coefficient):
        """ω² = ω_1² + k Ω²: k = 1.193 across the plane of rotation, one less in it."""
        run = BEAM.numeric(Omega=2.0, T_s=4.0, **{name: 0.5}).simulate(t=np.linspace(0, 24, 1201))
        x, steady = run["tip_y" if name == "y_0" else "tip_z"], run.t > 4.0
        assert frequency(run.t[steady], x[steady]) == pytest.approx(np.sqrt(OMEGA_1**2 + coefficient * 4), rel=4e-3)

    def test_without_stiffening_the_frequency_falls_instead(self):
        run = BEAM.numeric(Omega=2.0, T_s=4.0, y_0=0.5, stiffening=0).simulate(t=np.linspace(0, 24, 1201))
        steady = run.t > 4.0
        assert frequency(run.t[steady], run["tip_y"][steady]) == pytest.approx(np.sqrt(OMEGA_1**2 - 4), rel=4e-3)

    def test_the_quick_form_is_the_general_one(self):
        motion = BEAM.numeric(zeta=0.02, r_h=0.7).motion
        for t, seed in ((3.0, 1), (9.0, 2), (17.0, 3)):
            x = np.random.default_rng(seed).normal(size=len(motion.start))
            assert motion.state_derivative(t, x) == pytest.approx(DrivenMotion.state_derivative(motion, t, x), rel=1e-9)

    def test_the_power_of_the_drive_is_the_growth_of_the_energy(self):
        model = BEAM.numeric(T_s=6.0, z_0=0.3)
        run = model.simulate(t=np.linspace(0, 5, 1001), rtol=1e-10, atol=1e-10)
        power = model.motion.reactions(run.t, run.x)[:, 5] * run["omega"]
        work = cumulative_trapezoid(power, run.t, initial=0.0)
        assert run.energy - run.energy[0] == pytest.approx(work, abs=2e-3 * np.abs(work).max())

    def test_the_beam_is_where_the_outputs_say(self):
        run = BEAM.numeric(y_0=0.4, z_0=-0.3, r_h=0.5).simulate(t=np.array([0.0, 0.01]))
        r, A = run.places
        assert r[0, -1] == pytest.approx([10.5, 0.4, -0.3])
        assert A[0, -1][:, 0] == pytest.approx([1, 1.3765 * 0.04, 1.3765 * -0.03], abs=3e-3), (
            "slope 1.3765 w/l at the tip"
        )


class TestSatellite:
    @cached_property
    def run(self):
        return undamped()

    @cached_property
    def after(self):
        return self.run.t > 8.0

    def test_the_angular_momentum_is_the_impulse_of_the_jets(self):
        run = self.run
        impulse = np.where(run.t < 4, run.t, np.clip(8 - run.t, 0, None)) * run["torque"][0]
        assert run["D"] == pytest.approx(impulse, abs=1e-6 * impulse.max())
        assert run["D"][self.after] == pytest.approx(0, abs=1e-6 * impulse.max()), "no torque, and nothing is left"

    def test_what_has_no_force_on_it_keeps_its_mass_centre(self):
        P, _ = self.run.model.motion.momenta(self.run.t, self.run.x)
        assert np.abs(P).max() < 1e-6

    def test_the_energy_stays_after_the_jets(self):
        energy = self.run.energy[self.after]
        assert energy == pytest.approx(energy[0], rel=1e-6)
        damped = SATELLITE.numeric(zeta=0.02).simulate(t=np.linspace(0, 24, 241))
        assert (np.diff(damped.energy[damped.t > 8.0]) < 0).all(), "damping can only take energy"

    def test_it_swings_about_the_angle_of_a_rigid_one(self):
        """I φ̇ + C_r q̇ = 0 after the pulse, so φ + C_r q / I stays at the angle asked for (small deflections)."""
        data, run = self.run.model.motion.data, self.run
        q = run.x[self.after, 13:17]
        mean = run["phi"][self.after] + q @ data.C2[0] / data.I0[0, 0]
        assert mean == pytest.approx(1.2, abs=0.01)
        assert np.ptp(run["phi"][self.after]) > 0.05, "the hub itself is shaken"

    def test_the_plane_turn_is_the_motion_of_the_free_body(self):
        """The rates of the general equations F(0) in space, along the turn that is integrated in the plane."""
        motion, rng = SATELLITE.numeric(zeta=0.03, smooth=0.4).motion, np.random.default_rng(1)
        for t in (1.0, 5.0, 9.0):
            odd = rng.normal(size=(2, 2))
            y = np.concatenate([rng.normal(size=2), *(np.concatenate([half, -half]) for half in odd)])
            y_d, h = motion.turn_derivative(t, y), 1e-6
            expected = (motion.in_space((y + h * y_d)[None]) - motion.in_space((y - h * y_d)[None]))[0] / (2 * h)
            assert motion.state_derivative(t, motion.in_space(y[None])[0]) == pytest.approx(expected, abs=1e-6)

    def test_both_panels_do_the_same(self):
        assert self.run["tip_left"] == pytest.approx(-self.run["tip_right"], abs=1e-7)

    def test_a_free_hub_makes_the_panels_swing_faster_than_a_clamp(self):
        data = self.run.model.motion.data
        odd = np.array([1, 0, -1, 0])
        inertia = odd @ data.M_e @ odd - (data.C2[0] @ odd) ** 2 / data.I0[0, 0]  # the hub gives way
        expected = np.sqrt(odd @ data.K_e @ odd / inertia)
        found = frequency(self.run.t[self.after], self.run["tip_right"][self.after])
        assert found == pytest.approx(expected, rel=0.02)
        assert found > 1.3 * 2 * np.pi * 0.3

    @staticmethod
    def rest(T_s: float, smooth: float = 0.0) -> float:
        """How far the tip still swings when the jets have stopped, from one side to the other, m."""
        model = SATELLITE.numeric(zeta=0.0, smooth=smooth, T_s=T_s)
        run = model.simulate(t=np.linspace(0, T_s + 3, 150), rtol=1e-5, atol=1e-5)
        assert run["phi"][-1] == pytest.approx(1.2, abs=0.15)
        return float(np.ptp(run["tip_right"][run.t > T_s]))

    def test_a_smooth_torque_leaves_less_swing(self):
        assert self.rest(8.0, smooth=1.0) < 0.2 * self.rest(8.0)

    def test_a_turn_of_four_periods_leaves_hardly_any(self):
        """Each half of a bang-bang pulse lasts two whole periods: the swing that a jump starts, the next one stops."""
        data = self.run.model.motion.data
        odd = np.array([1, 0, -1, 0])
        inertia = odd @ data.M_e @ odd - (data.C2[0] @ odd) ** 2 / data.I0[0, 0]
        period = 2 * np.pi / np.sqrt(odd @ data.K_e @ odd / inertia)
        assert self.rest(4 * period) < 0.1 * self.rest(4.7 * period)

    def test_the_panels_have_the_frequency_asked_for(self):
        data = panel_of(SATELLITE.parameters.values_with({"f_p": 0.5})).standard_data()
        assert np.sqrt(data.K_e[0, 0] / data.M_e[0, 0]) == pytest.approx(np.pi)
