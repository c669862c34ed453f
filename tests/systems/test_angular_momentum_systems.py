"""Central motion, drive train and rolling ball against what Kepler, Newton and Euler say about them."""

import numpy as np
import pytest
from scipy.integrate import quad

from mechanics import systems
from mechanics.demonstrations.rotation_pictures import mass_element, pendulum_in_steps, sliding_ball
from mechanics.model import ModelError

COMET = systems.load("kepler_area_law")
TRAIN = systems.load("drivetrain")
BALL = systems.load("rolling_ball_incline")


class TestCentralMotion:
    @pytest.mark.parametrize("start", [[1, 0, 0, 0, 0.65, 0], [1, 0.2, -0.3, 0.1, 0.5, 0.6], [0.6, 0, 0, 0, 1.8, 0]])
    def test_angular_momentum_and_areal_velocity_are_constant_to_ten_digits(self, start):
        run = COMET.numeric(m=2.5).simulate(start, t=30.0)
        for name in ("areal_velocity", "l"):
            history = run[name]
            assert history.shape == (len(run.t), 3)
            assert np.abs(history - history[0]).max() < 1e-10, f"{name} changes along an orbit"
        assert run["l"][0] == pytest.approx(2.5 * np.cross(start[:3], start[3:]))
        assert run["l"] == pytest.approx(2 * 2.5 * run["areal_velocity"], rel=1e-14)

    def test_equal_areas_in_equal_times_measured_on_the_path(self):
        """The areas of narrow triangles between points of the path, not the areal velocity of the system."""
        run = COMET.numeric().simulate(t=np.linspace(0, 3, 6001))
        r = run.x[:, :3]
        swept = np.cumsum(np.linalg.norm(np.cross(r[:-1], r[1:]), axis=1) / 2)[999::1000]
        assert np.diff(swept) == pytest.approx(swept[0], rel=1e-5)

    def test_energy_is_constant(self):
        run = COMET.numeric(mu=1.7).simulate([1, 0.2, -0.3, 0.1, 0.5, 0.6], t=30.0)
        energy = run["speed"] ** 2 / 2 - 1.7 / run["distance"]
        assert np.ptp(energy) < 1e-10, "the energy of the comet changes"

    def test_the_orbit_closes_after_keplers_period(self):
        mu, r, v = 1.3, 1.0, 0.8
        axis = 1 / (2 / r - v**2 / mu)
        T = 2 * np.pi * np.sqrt(axis**3 / mu)
        run = COMET.numeric(mu=mu).simulate([r, 0, 0, 0, v, 0], t=[0, T])
        assert run.x[1] == pytest.approx(run.x[0], abs=1e-9)

    def test_a_faint_field_leaves_a_straight_line_which_sweeps_equal_areas_too(self):
        run = COMET.numeric(mu=1e-9).simulate([1, 0, 0, -0.5, 0.7, 0.2], t=5.0)
        assert run.x[-1, :3] == pytest.approx([1 - 2.5, 3.5, 1.0], abs=1e-6)
        assert np.ptp(run["areal_velocity"], axis=0) == pytest.approx(0, abs=1e-12)

    def test_the_force_points_to_the_centre(self):
        force = COMET.numeric(m=2.0, mu=3.0).output("f", [1, 2, 2, 0, 0, 0])
        assert force == pytest.approx(-2.0 * 3.0 / 27 * np.array([1, 2, 2]))

    def test_twelve_tinted_areas_make_one_turn(self):
        shapes = COMET.scene().compile().spec["shapes"]
        (sweep,) = [s for s in shapes if s["kind"] == "Sweep"]
        signals = COMET.scene().compile().expressions
        every, turn = (
            COMET.numeric().evaluate([signals[sweep["numbers"][name]["signal"]]], [1, 0, 0, 0, 0.65, 0])[0]
            for name in ("every", "duration")
        )
        axis = 1 / (2 - 0.65**2)
        assert turn == pytest.approx(2 * np.pi * axis**1.5)
        assert turn == pytest.approx(12 * every)


def train_by_hand(p: dict, q: list, q_d: list, u: dict) -> tuple[float, float, float]:
    """Accelerations of inertias 1 and 2 and the torque at the motor: (3.137), (3.138) as four linear equations."""
    spring = p["c"] * (q[0] - q[1]) + p["d"] * (q_d[0] - q_d[1])
    i = p["i_g"]
    # unknowns: phi1_dd, phi2_dd, tau1_m, tau1
    A = [[p["I_m"] * i, 0, 1, 0], [p["I1"], 0, 0, -1], [0, p["I2"], 0, 0], [0, 0, i, -1]]
    a1, a2, tau1_m, _ = np.linalg.solve(A, [u["tau_m"], -spring, spring - u["tau_l"], 0])
    return a1, a2, tau1_m


class TestDriveTrain:
    @pytest.mark.parametrize("seed", range(5))
    def test_accelerations_and_torques_are_those_of_the_bodies_cut_free(self, seed):
        rng = np.random.default_rng(seed)
        p = {name: v.default * rng.uniform(0.3, 3) for name, v in TRAIN.parameters.items()}
        q, q_d = rng.uniform(-2, 2, 2), rng.uniform(-9, 9, 2)
        u = dict(zip(TRAIN.inputs, rng.uniform(-1, 1, 2), strict=True))
        model = TRAIN.numeric(**p)
        a1, a2, tau1_m = train_by_hand(p, q, q_d, u)
        assert model.accelerations(q, q_d, u) == pytest.approx([a1, a2])
        assert model.output("phim_dd", q, q_d, u) == pytest.approx(p["i_g"] * a1)
        assert model.output("tau1_m", q, q_d, u) == pytest.approx(tau1_m)
        assert model.output("tau1", q, q_d, u) == pytest.approx(p["i_g"] * tau1_m)

    def test_without_torques_and_damping_energy_and_angular_momentum_stay(self):
        model = TRAIN.numeric(d=0.0)
        run = model.simulate([0.5, -0.5], [1.0, -2.0], t=20.0, rtol=1e-11, atol=1e-11)
        assert run.energy == pytest.approx(run.energy[0], rel=1e-9)
        l = run.q_d @ np.diag(model.mass_matrix([0, 0]))
        assert l == pytest.approx(l[0], abs=1e-10)

    def test_equilibrium_only_where_the_load_carries_the_motor(self):
        model = TRAIN.numeric()
        twist = 0.4 / model.parameters["c"]
        balanced = model.accelerations([twist, 0], u={"tau_m": 0.4 / model.parameters["i_g"], "tau_l": 0.4})
        assert balanced == pytest.approx([0, 0], abs=1e-12)
        K = model.potential_forces(np.eye(2)).T
        assert np.linalg.eigvalsh(K) == pytest.approx([0, 2 * model.parameters["c"]], abs=1e-12)

    def test_twist_swings_at_the_frequency_of_two_free_inertias(self):
        p = {name: v.default for name, v in TRAIN.parameters.items()}
        first = p["I1"] + p["i_g"] ** 2 * p["I_m"]
        omega = np.sqrt(p["c"] * (1 / first + 1 / p["I2"]))
        run = TRAIN.numeric(d=0.0).simulate([0.3, -0.3], t=np.linspace(0, 5, 2001), rtol=1e-10, atol=1e-10)
        assert run.q[:, 0] - run.q[:, 1] == pytest.approx(0.6 * np.cos(omega * run.t), abs=1e-7)

    def test_a_longer_ratio_makes_the_motor_heavier_on_the_load_side(self):
        slow, fast = (TRAIN.numeric(i_g=i).mass_matrix([0, 0])[0, 0] for i in (10.0, 1.0))
        assert slow - fast == pytest.approx(99 * TRAIN.parameters["I_m"].default)


class TestRollingBall:
    @pytest.mark.parametrize("alpha", [0.05, 0.3, 1.0])
    def test_acceleration_and_contact_forces_by_newton_and_euler(self, alpha):
        m, R, g = 0.3, 0.07, 9.81
        I = m * quad(lambda z: np.pi * (R**2 - z**2) ** 2 / 2, -R, R)[0] / (4 / 3 * np.pi * R**3)  # slices
        # unknowns: phi_dd, f_t, f_N; along the incline, across it, about the centre
        A = [[m * R, 1, 0], [0, 0, 1], [I, -R, 0]]
        phi_dd, f_t, f_N = np.linalg.solve(A, [m * g * np.sin(alpha), m * g * np.cos(alpha), 0])
        model = BALL.numeric(m=m, R=R, alpha=alpha, g=g)
        assert model.accelerations([0.4], [2.0]) == pytest.approx([phi_dd])
        assert model.output("f_t", [0.4], [2.0]) == pytest.approx(f_t)
        assert model.output("f_N", [0.4], [2.0]) == pytest.approx(f_N)
        assert model.output("mu_H_min", [0.4], [2.0]) == pytest.approx(f_t / f_N)

    def test_contact_forces_are_what_the_motion_of_the_centre_needs(self):
        """Second derivative of the position along a run, by differences: m p_dd = weight + contact."""
        model = BALL.numeric()
        run = model.simulate(t=np.linspace(0, 1, 1001), rtol=1e-11, atol=1e-11)
        centre = model.evaluate(list(BALL.bodies[0].pose.p[:2]), run.q)
        h = run.t[1]
        p_dd = (centre[2:] - 2 * centre[1:-1] + centre[:-2]) / h**2
        alpha, m, g = (model.parameters[name] for name in ("alpha", "m", "g"))
        down, normal = np.array([np.cos(alpha), -np.sin(alpha)]), np.array([np.sin(alpha), np.cos(alpha)])
        contact = model.output("f_N", [0.0]) * normal - model.output("f_t", [0.0]) * down
        assert m * p_dd == pytest.approx(np.tile(contact + [0, -m * g], (999, 1)), abs=1e-4)

    def test_energy_stays_and_the_zero_is_at_the_start(self):
        run = BALL.numeric().simulate(t=2.0)
        assert run.energy == pytest.approx(0, abs=1e-6)
        assert BALL.numeric().potential_energy([0.0]) == 0

    def test_two_sevenths_of_the_kinetic_energy_are_rotation(self):
        model, rate = BALL.numeric(), 3.0
        m, R = model.parameters["m"], model.parameters["R"]
        rotation = 2 / 5 * m * R**2 * rate**2 / 2
        assert rotation / model.kinetic_energy([0.0], [rate]) == pytest.approx(2 / 7)

    def test_a_level_plane_needs_no_friction(self):
        model = BALL.numeric(alpha=0.0)
        assert model.output("mu_H_min", [0.0]) == 0
        assert model.accelerations([0.0], [5.0]) == pytest.approx([0])

    def test_the_mass_of_a_ball_is_positive(self):
        with pytest.raises(ModelError, match="mass of the ball.*must be positive"):
            BALL.numeric(m=-1.0)


def test_rod_force_of_the_mathematical_pendulum_is_what_its_circle_needs():
    """Newton along the rod, from the second derivative of the position: tension is positive."""
    model = systems.load("mathematical_pendulum").numeric(l=0.8, m=1.5)
    run = model.simulate([2.0], [1.0], t=np.linspace(0, 2, 4001), rtol=1e-11, atol=1e-11)
    y, z = 0.8 * np.sin(run["phi"]), -0.8 * np.cos(run["phi"])
    r = np.column_stack([y, z])
    h = run.t[1]
    p_dd = (r[2:] - 2 * r[1:-1] + r[:-2]) / h**2
    rod = 1.5 * p_dd - [0, -1.5 * 9.81]
    tension = -(rod * r[1:-1]).sum(axis=1) / 0.8
    assert run["f_S"][1:-1] == pytest.approx(tension, abs=1e-3)


class TestSlidingBall:
    """Bowling: whatever the friction, five sevenths of the speed are left when the ball rolls."""

    @pytest.mark.parametrize("mu", [0.05, 0.2, 0.6])
    def test_five_sevenths_of_the_speed_are_left(self, mu):
        model = sliding_ball().numeric(mu=mu, v0=3.0)
        (switch,) = model.simulate(t=20.0).events
        assert switch.t == pytest.approx(2 * 3.0 / (7 * mu * 9.81), rel=1e-9)
        assert switch.after[1] == pytest.approx(5 / 7 * 3.0)

    @pytest.mark.parametrize("start", [[0, 4, 0, 0], [0, 1, 0, 30.0]])
    def test_angular_momentum_about_the_ground_stays_on_a_level_plane(self, start):
        run = sliding_ball().numeric().simulate(start, t=3.0)
        assert run["about_ground"] == pytest.approx(run["about_ground"][0], rel=1e-9)
        assert run.mode[-1] == "rolls" and run.mode[0] != "rolls"

    def test_sliding_takes_energy_and_rolling_none(self):
        model = sliding_ball().numeric()
        m, R = model.parameters["m"], model.parameters["R"]
        run = model.simulate(t=np.linspace(0, 2, 401))
        T = m * run["v"] ** 2 / 2 + m * R**2 / 5 * run["omega"] ** 2
        rolls = run.mode == "rolls"
        assert (np.diff(T[~rolls]) < 0).all()
        assert np.ptp(T[rolls]) < 1e-9
        assert T[-1] / T[0] == pytest.approx(5 / 7)

    def test_rolls_from_rest_where_the_friction_of_the_lecture_suffices(self):
        """The border is mu_H_min of rolling_ball_incline."""
        ball = BALL.numeric(alpha=0.4)
        least = float(ball.output("mu_H_min", [0.0]))
        rolling = sliding_ball().numeric(alpha=0.4, mu=1.001 * least, v0=0.0).simulate(t=1.0)
        assert set(rolling.mode) == {"rolls"}
        assert rolling["v"][-1] == pytest.approx(ball.parameters["R"] * ball.accelerations([0.0])[0])
        sliding = sliding_ball().numeric(alpha=0.4, mu=0.999 * least, v0=0.0).simulate(t=1.0)
        assert set(sliding.mode) == {"slides"} and sliding["v"][-1] > sliding["rim"][-1]

    def test_a_ball_with_too_much_spin_is_driven_forwards_first(self):
        run = sliding_ball().numeric(alpha=0.9).simulate([0, 1, 0, 30.0], t=1.0)
        assert [event.next_mode for event in run.events] == ["slides"], "too steep to roll"
        assert run.mode[0] == "spins" and run["f_t"][0] < 0 < run["f_t"][-1]


class TestPendulumInSteps:
    def energy(self, method: str, **parameters: float) -> np.ndarray:
        return pendulum_in_steps(method).numeric(**parameters).simulate(t=20.0)["E"]

    def test_euler_gains_energy_and_swings_over(self):
        energy = self.energy("euler")
        assert energy[-1] > 2 * 9.81 > energy[0], "after 20 s there is enough energy to turn over"

    def test_symplectic_steps_neither_gain_nor_lose(self):
        energy = self.energy("symplectic")
        assert np.ptp(energy) < 0.07 * energy[0]
        assert energy[:1000].mean() == pytest.approx(energy[1000:].mean(), rel=0.01)

    def test_runge_kutta_follows_the_lagrangian_system(self):
        run = pendulum_in_steps("rk4").numeric(h=0.01).simulate(t=5.0)
        exact = systems.load("mathematical_pendulum").numeric().simulate([1.0], t=run.t, rtol=1e-11, atol=1e-11)
        assert run["phi"] == pytest.approx(exact["phi"], abs=1e-5)


class TestOrbitsOfAllSizes:
    def test_the_earth_in_metres_and_seconds(self):
        mu, r, v = 1.32712440018e20, 1.495978707e11, 29_784.7
        year = 2 * np.pi * np.sqrt((1 / (2 / r - v**2 / mu)) ** 3 / mu)
        run = COMET.numeric(m=5.97e24, mu=mu).simulate([r, 0, 0, 0, v, 0], t=np.linspace(0, year, 367))
        assert year / 86_400 == pytest.approx(365.25, abs=0.1)
        assert run["area_rate"] == pytest.approx(r * v / 2, rel=1e-10)

    @pytest.mark.parametrize("start", [[1, 0, 0, 0, 1.6, 0], [1, 0, 0, 1.5, 0.0, 0], [1, 0, 0, -0.2, 0.05, 0.1]])
    def test_open_and_narrow_orbits_can_be_drawn_too(self, start):
        compiled = COMET.scene().compile()
        values = COMET.numeric().evaluate(compiled.expressions, start)
        assert np.isfinite(values).all()


class TestMassElement:
    def test_only_the_part_along_the_axis_stays(self):
        run = mass_element().numeric().simulate(t=5.0)
        assert np.ptp(run["l_z"]) < 1e-7
        sideways = np.hypot(run["l_x"], run["l_y"])
        assert np.ptp(sideways) < 1e-6 and np.ptp(run["l_x"]) > 1.9 * sideways[0], "it turns with the element"

    def test_a_moment_about_the_axis_turns_it_faster(self):
        model = mass_element().numeric(tau_z=0.1)
        run = model.simulate(t=3.0)
        r, v = run["r_dm"], run["v_dm"]
        assert run["l_z"] == pytest.approx(run["l_z"][0] + 0.1 * run.t, abs=1e-7)
        assert run["l"] == pytest.approx(np.cross(r, model.parameters["m"] * v), abs=1e-12)

    def test_in_the_plane_of_the_origin_it_is_a_rotor(self):
        run = mass_element().numeric(z=0.0).simulate(t=1.0)
        assert np.abs(np.column_stack([run["l_x"], run["l_y"]])).max() < 1e-12
