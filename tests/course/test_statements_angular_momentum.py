"""What chapter 3.7 claims in words and numbers is so, and what it asks a reader to set can be set."""

import numpy as np
import pytest
import sympy as sp

from mechanics import systems
from mechanics.angular_momentum import Rotor, solve_balances
from mechanics.demonstrations.rotation_pictures import pendulum_in_steps, sliding_ball
from mechanics.symbols import coordinate_symbol, t
from mechanics.widgets import simulate


class TestComet:
    def test_far_out_it_is_sixty_times_slower(self):
        """Halley's orbit: pericentre and apocentre in au, GM of the sun in au km²/s²; the areal law is not used."""
        near, far, mu = 0.586, 35.1, 887.2
        v_near, v_far = (np.sqrt(mu * (2 / r - 2 / (near + far))) for r in (near, far))
        assert v_near == pytest.approx(54.5, abs=0.1)
        assert v_far == pytest.approx(0.91, abs=0.005)
        assert v_near / v_far == pytest.approx(60, abs=0.2)

    def test_a_circle_at_the_speed_one(self):
        run = systems.load("kepler_area_law").numeric().simulate([1, 0, 0, 0, 1, 0], t=20.0)
        assert run["distance"] == pytest.approx(1.0, abs=1e-9)

    def test_a_stronger_sun_changes_the_orbit_but_not_the_areal_velocity(self):
        weak, strong = (systems.load("kepler_area_law").numeric(mu=mu).simulate(t=5.0) for mu in (1.0, 1.5))
        assert strong["area_rate"] == pytest.approx(weak["area_rate"], abs=1e-10)
        assert strong["area_rate"][0] == pytest.approx(0.65 / 2)
        assert abs(strong["distance"] - weak["distance"]).max() > 0.1

    def test_almost_seven_turns(self):
        run = systems.load("kepler_area_law").numeric(m=2.0).simulate([1.0, 0.2, -0.3, 0.1, 0.5, 0.6], t=30.0)
        nearest = np.flatnonzero(np.diff(np.sign(np.diff(run["distance"]))) > 0)
        assert 30 / np.diff(run.t[nearest]).mean() == pytest.approx(6.8, abs=0.1)


class TestPendulum:
    def test_the_rod_pushes_where_a_rope_would_fall_slack(self):
        run = systems.load("mathematical_pendulum").numeric().simulate([0.0], [5.5])
        pushes = run["f_S"] < 0
        assert pushes.any() and (np.cos(run["phi"][pushes]) < 0).all()
        assert run["f_S"].argmax() == abs(run["phi_d"]).argmax(), "it pulls hardest at the lowest place"

    def test_the_mass_does_not_matter_for_the_motion(self):
        light, heavy = (systems.load("mathematical_pendulum").numeric(m=m).simulate(t=3.0) for m in (1.0, 5.0))
        assert heavy["phi"] == pytest.approx(light["phi"], abs=1e-6)
        assert heavy["f_S"] == pytest.approx(5 * light["f_S"], abs=1e-4)

    @pytest.mark.parametrize(("method", "ratio"), [("symplectic", 2), ("heun", 8)])
    def test_half_the_step(self, method, ratio):
        off = []
        for h in (0.02, 0.01):
            E = pendulum_in_steps(method).numeric(h=h).simulate(t=20.0)["E"]
            off.append(abs(E / E[0] - 1).max())
        assert off[0] / off[1] == pytest.approx(ratio, rel=0.05)


class TestBodies:
    def test_inner_half_of_a_cylinder(self):
        whole, half = (systems.load("cylinder_inertia").solve(R=R) for R in (0.2, 0.1))
        assert half["m"] / whole["m"] == pytest.approx(1 / 4)
        assert half["I_zz"] / whole["I_zz"] == pytest.approx(1 / 16)

    def test_own_inertia_of_the_cylinders_is_a_nineteenth(self):
        far, points = (systems.load("four_cylinders_inertia").solve(m=1.0, H=0.3, R=R)["I_zz"] for R in (0.1, 1e-9))
        assert (far - points) / far == pytest.approx(1 / 19)

    @pytest.mark.parametrize(("width", "share"), [(1e-6, 1 / 4), (0.6, 2 / 5)])
    def test_share_of_the_rotation_of_a_rod(self, width, share):
        rod = systems.load("pendulum_rod_inertia").solve(l_S=0.6, b_S=width)
        assert rod["T_r"] / rod["T"] == pytest.approx(share)


class TestDriveTrain:
    def test_the_load_torque_that_balances_the_motor(self):
        model = systems.load("drivetrain").numeric()
        run = model.simulate([0.0, 0.0], u={"tau_m": 0.05, "tau_l": 0.2}, t=4.0)
        mean = run.q_d @ np.diag(model.mass_matrix([0.0, 0.0]))
        assert mean == pytest.approx(0, abs=1e-6)

    def test_the_best_ratio(self):
        speeds = {}
        for i_g in (3.0, 5.0, 5.9, 7.0, 10.0):
            model = systems.load("drivetrain").numeric(i_g=i_g, c=50.0, d=0.2)
            speeds[i_g] = model.simulate([0.0, 0.0], u={"tau_m": 0.05}, t=4.0)["phi1_d"][-1]
        assert max(speeds, key=speeds.get) == 5.9
        assert np.sqrt((0.02 + 0.05) / 0.002) == pytest.approx(5.9, abs=0.02)


def test_the_cylinder_is_faster_than_the_tube_by_the_root_of_four_thirds():
    """From the balances of a body of the inertia k m R² that rolls; the chapter argues by energies."""
    x, phi, f_t = coordinate_symbol("x"), coordinate_symbol("phi"), sp.Symbol("f_t")

    def acceleration(k: sp.Rational) -> float:
        momentum = sp.Eq(x.diff(t, 2), 9.81 * sp.sin(0.3) - f_t)  # m = R = 1
        rolling = sp.Eq(x.diff(t, 2), phi.diff(t, 2))
        balances = [momentum, Rotor(k, phi, [f_t]).balance, rolling]
        return float(solve_balances(balances, [x.diff(t, 2), phi.diff(t, 2), f_t])[x.diff(t, 2)])

    ratio = acceleration(sp.Rational(1, 2)) / acceleration(sp.S.One)  # v² = 2 a s
    assert np.sqrt(ratio) == pytest.approx(np.sqrt(4 / 3))


@pytest.mark.parametrize(
    ("system", "options"),
    [
        ("kepler_area_law", {"x0": [1, 0, 0, 0, 0.65, 0.4]}),
        ("mathematical_pendulum", {"q0": [3.1]}),
        (pendulum_in_steps("symplectic"), {"h": 0.1}),
        (sliding_ball(), {"v0": 0.0, "alpha": 1.0}),
        ("drivetrain", {"u": {"tau_m": 0.05, "tau_l": 0.2}, "d": 0.0}),
    ],
)
def test_what_a_reader_is_asked_to_set_can_be_shown(system, options):
    player = simulate(system, **options)
    assert not player.error and player.data
