"""Systems of section 3.3 against free-body diagrams, energy, closed forms and integrations of their own."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from scipy.optimize import minimize_scalar
from sympy import Matrix, simplify

from mechanics import systems
from mechanics.demonstrations.thrown_rod import thrown_rod
from mechanics.model import ModelError
from mechanics.scene import Line, PointMass

G = 9.81
few = settings(max_examples=15, deadline=None, derandomize=True)


# --- projectile and its best angle ----------------------------------------------------------------------


def flown(v0: float, alpha: float, h: float, g: float) -> tuple[float, float, float, float]:
    """t1, x(t1), greatest height and speed at the ground, by integration until the ground is hit."""

    def ground(_, x):
        return x[1]

    ground.terminal, ground.direction = True, -1
    start = [0.0, h, v0 * np.cos(alpha), v0 * np.sin(alpha)]
    run = solve_ivp(
        lambda _, x: [x[2], x[3], 0.0, -g],
        (0, 200),
        start,
        events=ground,
        rtol=1e-10,
        atol=1e-10,
        dense_output=True,
    )
    t1 = float(run.t[-1])
    return (
        t1,
        float(run.y[0, -1]),
        float(run.sol(np.linspace(0, t1, 20001))[1].max()),
        float(np.hypot(*run.y[2:, -1])),
    )


@few
@given(st.floats(2, 40), st.floats(0.1, 1.5), st.floats(0.01, 20), st.sampled_from([1.62, 9.81, 24.8]))
def test_the_throw_is_what_an_integration_finds(v0, alpha, h, g):
    found = systems.load("projectile").solve(v0=v0, alpha=alpha, h=h, g=g)
    t1, x, z, v = flown(v0, alpha, h, g)
    assert found["t1"] == pytest.approx(t1, rel=1e-8)
    assert found["x_t1"] == pytest.approx(x, rel=1e-8)
    assert found["z_apex"] == pytest.approx(z, rel=1e-6)
    assert found["v_impact"] == pytest.approx(v, rel=1e-8)
    assert found == systems.load("projectile_optimal_angle").solve(v0=v0, alpha=alpha, h=h, g=g)


@few
@given(st.floats(2, 40), st.floats(0.0, 20))
def test_the_best_angle_beats_all_others(v0, h):
    problem = systems.load("projectile_optimal_angle")
    angles = np.linspace(0.02, 1.5, 5001)
    ranges = problem.evaluate([problem.outputs.x_t1], {"v0": v0, "h": h, "alpha": angles})[:, 0]
    found = problem.solve(v0=v0, h=h)
    refined = minimize_scalar(
        lambda a: -problem.solve(v0=v0, h=h, alpha=a)["x_t1"],
        bounds=(angles[ranges.argmax()] - 1e-3, angles[ranges.argmax()] + 1e-3),
        method="bounded",
        options={"xatol": 1e-9},
    )
    assert found["alpha_max"] == pytest.approx(refined.x, abs=1e-6)
    assert found["x_max"] == pytest.approx(-refined.fun, rel=1e-10)


def test_from_level_ground_it_is_45_degrees():
    found = systems.load("projectile").solve(v0=10.0, alpha=np.pi / 4, h=0.0)
    assert found["alpha_max"] == pytest.approx(np.pi / 4, abs=1e-15)
    assert found["x_t1"] == pytest.approx(found["x_max"])
    assert found["x_max"] == pytest.approx(10.0**2 / G)


@pytest.mark.parametrize("alpha", [-0.4, 0.0, 0.9, np.pi / 2])
def test_samples_lie_on_the_way(alpha):
    found = systems.load("projectile").solve(alpha=alpha)
    assert found["x_samples"] == pytest.approx([found["x_t1"] * k / 4 for k in (1, 2, 3)])
    times = [found["t1"] * k / 4 for k in (1, 2, 3)]
    assert found["z_samples"] == pytest.approx([2.2 + 14 * np.sin(alpha) * s - G * s**2 / 2 for s in times])


@pytest.mark.parametrize(
    "given, sentence",
    [
        ({"alpha": 0.0, "h": 0.0}, "fly for a while"),
        ({"alpha": 1.6}, "not be greater than pi/2"),
        ({"alpha": -1.6}, "not be less than -pi/2"),
        ({"v0": 0.0}, "v0 .* must be positive"),
        ({"h": -1.0}, "must be nonnegative"),
    ],
)
def test_what_is_no_throw_is_refused_in_one_sentence(given, sentence):
    with pytest.raises(ModelError, match=sentence):
        systems.load("projectile").solve(**given)


def test_the_drawn_ball_starts_at_the_height_and_ends_at_the_range():
    problem = systems.load("projectile")
    (ball,) = [s for s in problem.scene().shapes if isinstance(s, PointMass)]
    found = problem.solve(alpha=0.5)
    ways = problem.evaluate(list(ball.at), {"alpha": 0.5}, np.array([0.0, found["t1"]]))
    assert ways == pytest.approx(np.array([[0, 2.2], [found["x_t1"], 0]]), abs=1e-12)


# --- block and tackle -----------------------------------------------------------------------------------

masses = st.floats(0.1, 20)


@few
@given(masses, masses)
def test_tackle_against_newton_with_constraint(m1, m2):
    """Unknown z1_dd, z2_dd and f_S from three equations; the rope keeps its length: 2 z1 + z2 = const."""
    A = np.array([[m1, 0, 2], [0, m2, 1], [2, 1, 0]])
    z1_dd, z2_dd, f_S = np.linalg.solve(A, [m1 * G, m2 * G, 0])
    model = systems.load("pulley_two_masses").numeric(m1=m1, m2=m2)
    assert model.accelerations([0.3], [0.5]) == pytest.approx([z2_dd])
    for name, expected in {"f_S": f_S, "z1_dd": z1_dd, "z2_dd": z2_dd}.items():
        assert float(model.output(name, [0.3], [0.5])) == pytest.approx(expected), name


def test_tackle_keeps_its_energy_and_its_acceleration():
    run = systems.load("pulley_two_masses").numeric().simulate([0.0], [-1.0], np.linspace(0, 3, 31))
    assert np.ptp(run.energy) < 1e-7
    a = 2 * G * (2 * 1.6 - 3.0) / (3.0 + 4 * 1.6)
    assert run.q[:, 0] == pytest.approx(-run.t + a * run.t**2 / 2, abs=1e-7)


def test_tackle_is_at_rest_with_twice_the_mass_and_in_free_fall_without_mass_1():
    system = systems.load("pulley_two_masses")
    assert system.numeric(m1=4.0, m2=2.0).accelerations([0.0]) == pytest.approx([0.0], abs=1e-14)
    assert float(system.numeric(m1=4.0, m2=2.0).output("f_S", [0.0])) == pytest.approx(2 * G)
    light = system.numeric(m1=1e-9)
    assert light.accelerations([0.0]) == pytest.approx([G])
    assert float(light.output("f_S", [0.0])) == pytest.approx(0, abs=1e-7)


def test_the_drawn_rope_keeps_its_length():
    system = systems.load("pulley_two_masses")
    straight = [s.points for s in system.scene().shapes if isinstance(s, Line) and len(s.points) == 2][:3]
    length = sum(start[1] - end[1] for start, end in straight)
    assert length.diff(system.coordinates.dz2) == 0, "the rope in the picture stretches"


# --- rocket ---------------------------------------------------------------------------------------------


@few
@given(st.floats(-1e5, 1e5), st.floats(-5e3, 5e3), st.floats(0.1, 5e3), st.floats(0, 50))
def test_rocket_has_the_rates_of_the_lecture(h, v, m, u):
    rates = systems.load("rocket").numeric(w=3000.0, m0=800.0).state_derivative(0.0, [h, v, m], {"u": u})
    assert rates == pytest.approx([v, -G + 3000.0 * u / m, -u])


def test_rocket_starts_with_its_lift_off_mass_and_follows_the_rocket_equation():
    model = systems.load("rocket").numeric(m0=500.0, w=2000.0)
    run = model.simulate(t=np.linspace(0, 60, 7), u={"u": 6.0})
    assert run.x[0] == pytest.approx([0, 0, 500])
    m = 500 - 6 * run.t
    assert run.x[:, 2] == pytest.approx(m)
    assert run.x[:, 1] == pytest.approx(2000 * np.log(500 / m) - G * run.t, rel=1e-7)
    h = 2000 * run.t - 2000 * m / 6 * np.log(500 / m) - G * run.t**2 / 2
    assert run.x[:, 0] == pytest.approx(h, rel=1e-7)


def test_the_engine_stops_where_the_tank_is_empty():
    run = systems.load("rocket").numeric(sigma=0.2).simulate(t=np.linspace(0, 300, 301))
    (event,) = run.events
    assert event.name == "tank empty"
    assert event.t == pytest.approx(800 / 8, abs=1e-9)
    coasting = run.t > event.t
    assert run.x[coasting, 2] == pytest.approx(200.0, abs=1e-9)
    assert run["thrust"][coasting] == pytest.approx(0)
    assert run["thrust"][~coasting] == pytest.approx(20000)
    energy = run.x[coasting, 1] ** 2 / 2 + G * run.x[coasting, 0]
    assert np.ptp(energy) < 1e-6 * energy[0], "a coasting rocket keeps its energy"
    assert run["v"][100] == pytest.approx(2500 * np.log(5) - G * 100, rel=1e-8)


def test_without_enough_thrust_it_sinks():
    run = systems.load("rocket").numeric().simulate(t=2.0, u={"u": 1.0})
    assert run["h"][-1] < 0


def test_how_the_propellant_is_used_does_not_change_the_speed_in_free_space():
    """Without gravity only the mass ratio counts: a burst and a dribble end with the same speed."""
    model = systems.load("rocket").numeric(g=0.0)
    expected = 2500 * np.log(1000 / 400)
    steady = model.simulate(t=10.0, u={"u": 60.0})
    pulsed = model.simulate(t=10.0, u={"u": lambda t, x: 120 * np.sin(np.pi * t / 10) ** 2})
    assert steady["v"][-1] == pytest.approx(expected, rel=1e-7)
    assert pulsed["v"][-1] == pytest.approx(expected, rel=1e-7)


def test_a_rocket_with_an_empty_tank_falls_like_a_stone():
    model = systems.load("rocket").numeric(sigma=0.3)
    assert model.state_derivative(0.0, [0, 5, 300], {"u": 8.0}, mode="coasting") == pytest.approx([5, -G, 0])
    run = model.simulate([1000.0, 0.0, 300.0], 2.0)
    assert run["h"][-1] == pytest.approx(1000 - G * 2)


# --- thrown rod (the course's own example for the centre of mass) ---------------------------------------


def test_centre_of_the_thrown_rod_flies_like_a_point_and_the_rod_carries_the_centrifugal_force():
    system = thrown_rod()
    run = system.numeric(m_i=2.0, m_j=0.5, l=1.2).simulate([0, 1, 0.3], [3.5, 6.0, 8.0], np.linspace(0, 1.2, 25))
    assert run.q[:, 0] == pytest.approx(3.5 * run.t, abs=1e-7)
    assert run.q[:, 1] == pytest.approx(1 + 6 * run.t - G * run.t**2 / 2, abs=1e-7)
    assert run.q[:, 2] == pytest.approx(0.3 + 8 * run.t, abs=1e-7)
    assert run["f_ij"] == pytest.approx(2.0 * (0.5 / 2.5 * 1.2) * 8.0**2), "m r omega^2 of mass i about S"


def test_masses_of_the_thrown_rod_keep_their_distance_and_balance_about_the_centre():
    system = thrown_rod()
    r_i, r_j = (body.pose.p for body in system.bodies)
    p, q = system.parameters, system.coordinates
    assert ((r_j - r_i).dot(r_j - r_i) - p.l**2).simplify() == 0
    lever = p.m_i * (r_i - Matrix([q.x_S, q.z_S, 0])) + p.m_j * (r_j - Matrix([q.x_S, q.z_S, 0]))
    assert lever.applyfunc(simplify).is_zero_matrix
