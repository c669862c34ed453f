"""Physics of Aufgaben A.2, A.4, A.6 and A.8, each by a second way that shares no formula with the library."""

import numpy as np
import pytest
from scipy.integrate import dblquad, simpson
from scipy.optimize import brentq
from scipy.signal import StateSpace, lsim

from mechanics import systems
from mechanics.demonstrations.quarter_car_road import ROADS, drive, quarter_car_on_road
from mechanics.demonstrations.self_study_cuts import frame_cut_free, quarter_car_cut_free, rope_drum_cut_free
from mechanics.demonstrations.turntable_motion import turntable_in_motion
from mechanics.friction import characteristic
from mechanics.model import ModelError
from mechanics.systems.self_study.quarter_car import quarter_car


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)


# --- A.2: the frame as two and a half thousand small masses -------------------------------------------------


class Grains:
    """The frame of A.2 as many point masses, in the plane, with its spring as an energy."""

    def __init__(self, p: dict[str, float], n: int = 40):
        self.p = p
        l1, l2, l3, d = (p[name] for name in ("l1", "l2", "l3", "d"))
        x, m = [], []
        for left, low, width, height in ((-l2, d + l1, l2, d), (0, 0, d, l1 + 2 * d), (d, 0, l3, d)):
            mid = (np.arange(n) + 0.5) / n
            # a cell counts as a point; its own inertia is made up for by the midpoint of finer and finer cells
            grid = np.stack(np.meshgrid(left + width * mid, low + height * mid), axis=-1).reshape(-1, 2)
            x.append(grid)
            m.append(np.full(len(grid), p["rho"] * p["b"] * width * height / n**2))
        x.append(np.array([[d + p["l_m"], d]]))
        m.append(np.array([p["m_m"]]))
        self.x, self.m = np.concatenate(x), np.concatenate(m)
        self.moment = self.m @ self.x

    def turned(self, phi: float, x: np.ndarray) -> np.ndarray:
        c, s = np.cos(phi), np.sin(phi)
        return x @ np.array([[c, s], [-s, c]])

    def energy(self, phi: float) -> float:
        p = self.p
        top = self.turned(phi, np.array([-p["l2"], p["d"] + p["l1"]]))
        foot = np.array([-p["l2"], p["d"] + p["l1"] - p["l_f_phi0"]])
        stretch = np.linalg.norm(top - foot) - p["l_f0"]
        return float(p["g"] * self.turned(phi, self.moment)[1] + p["c"] * stretch**2 / 2)

    def torque(self, phi: float, h: float = 1e-5) -> float:
        return -(self.energy(phi + h) - self.energy(phi - h)) / (2 * h)

    @property
    def inertia(self) -> float:
        return float(self.m @ (self.x**2).sum(axis=1))


def test_the_frame_accelerates_as_its_grains(rng):
    model = systems.load("hinged_frame_body").numeric()
    grains = Grains(model.parameters)
    assert model.mass_matrix([0.0])[0, 0] == pytest.approx(grains.inertia, rel=1e-3), "I_A of the frame"
    for phi in rng.uniform(-1, 1, 5):
        expected = grains.torque(phi) / grains.inertia
        assert model.accelerations([phi])[0] == pytest.approx(expected, rel=2e-3, abs=2e-3), f"at phi = {phi}"


def test_rest_positions_of_the_frame_are_those_of_its_energy():
    """Four of them in a full turn: the spring lets the frame snap through."""
    model = systems.load("hinged_frame_body").numeric()
    grains = Grains(model.parameters, n=200)
    angles = np.linspace(-np.pi, np.pi, 721)
    torque = np.array([grains.torque(phi) for phi in angles])
    changes = np.flatnonzero(np.sign(torque[:-1]) != np.sign(torque[1:]))
    expected = sorted(brentq(grains.torque, angles[k], angles[k + 1]) for k in changes)
    found = sorted(float(e.q[0]) for e in model.equilibria())
    np.testing.assert_allclose(found, expected, atol=2e-4, err_msg="rest positions of the frame")
    stable = [float(e.q[0]) for e in model.equilibria() if e.stability == "stable"]
    assert len(stable) == len(found) / 2, "stable and unstable positions alternate on a circle"


def test_the_preload_holds_the_frame_level(rng):
    system = systems.load("hinged_frame_body")
    for _ in range(5):
        values = {name: v.default * rng.uniform(0.6, 1.6) for name, v in system.parameters.items()}
        model = system.numeric(**values)
        f_c0, l_f0, f_y0 = model.output("static_phi0", [0.0])
        held = system.numeric(**values | {"l_f0": max(l_f0, 0.0)})
        if l_f0 > 0:
            assert held.accelerations([0.0])[0] == pytest.approx(0, abs=1e-9), "with l_f0_required phi = 0 is at rest"
            assert held.output("f_y", [0.0]) == pytest.approx(f_y0), "force of the bearing at rest"
        total = sum(model.output(f"m{k}", [0.0]) for k in (1, 2, 3)) + values["m_m"]
        assert f_c0 + f_y0 == pytest.approx(total * values["g"]), "spring and bearing carry the whole weight"


def test_bearing_of_the_frame_from_the_motion_of_its_grains():
    """Force of the bearing = d(momentum)/dt - weights - spring, by differences along a simulated motion."""
    model = systems.load("hinged_frame_body").numeric()
    run = model.simulate([0.25], [0.4], np.linspace(0, 0.4, 4001), rtol=1e-11, atol=1e-11)
    grains, k = Grains(model.parameters), 2000
    centre = np.array([grains.turned(phi, grains.moment) for phi in run["phi"][k - 40 : k + 41 : 40]])
    change = (centre[2] - 2 * centre[1] + centre[0]) / (40 * (run.t[1] - run.t[0])) ** 2
    spring = model.output("spring_force", run.q[k])[:2]
    expected = change + np.array([0, grains.m.sum() * 9.81]) - spring
    found = [run["f_x"][k], run["f_y"][k]]
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-2, err_msg="force of the bearing")


def test_masses_of_the_bars_by_integration():
    p = systems.load("hinged_frame_body").numeric(rho=800.0).parameters
    area = dblquad(lambda y, x: 1.0, -p["l2"], 0, p["l1"] + p["d"], p["l1"] + 2 * p["d"])[0]
    model = systems.load("hinged_frame_body").numeric(rho=800.0)
    assert model.output("m1", [0.0]) == pytest.approx(800.0 * p["b"] * area)


def test_cut_free_the_frame_has_the_same_forces():
    found = frame_cut_free().solve(l_m=0.1)
    model = systems.load("hinged_frame_body").numeric(l_m=0.1)
    expected = model.output("static_phi0", [0.0])
    assert [found["f_c"], found["l_f0"], found["f_y"]] == pytest.approx(list(expected))
    assert found["f_x"] == 0


# --- A.4: the quarter car ---------------------------------------------------------------------------------


def test_a_linear_car_answers_a_ramp_as_scipy_says():
    model = systems.load("quarter_car").numeric()
    p, u = model.parameters, drive("ramp", v=5.0, h=0.08, L=0.5)
    rest = [model.output("x_A_stat", [0, 0]), model.output("x_R_stat", [0, 0])]
    run = model.simulate(rest, [0, 0], np.linspace(0, 2, 4001), u, rtol=1e-10, atol=1e-10)
    c, d = p["c_A"], p["d_A"]
    A = np.array([[0, 0, 1, 0], [0, 0, 0, 1], np.array([-c, c, -d, d]) / p["m_A"],
                  np.array([c, -c - p["c_R"], d, -d - p["d_R"]]) / p["m_R"]])  # fmt: skip
    B = np.array([[0, 0], [0, 0], [0, 0], [p["c_R"] / p["m_R"], p["d_R"] / p["m_R"]]])
    road = np.array([[u["x_U"](t, None), u["x_U_d"](t, None)] for t in run.t])
    _, expected, _ = lsim(StateSpace(A, B, np.eye(4)[:2], np.zeros((2, 2))), road, run.t)
    np.testing.assert_allclose(run.q - rest, expected, atol=2e-6, err_msg="linear answer to a ramp")


def test_body_and_wheel_sink_under_their_weights():
    model = systems.load("quarter_car").numeric(m_A=400.0, c_A=16000.0)
    (rest,) = model.equilibria()
    tyre, suspension = rest.q[1], rest.q[0] - rest.q[1]
    assert tyre * model.parameters["c_R"] == pytest.approx(-440.0 * 9.81), "the tyre carries both masses"
    assert suspension * 16000.0 == pytest.approx(-400.0 * 9.81), "the suspension carries the body"
    assert rest.stability == "asymptotically stable"


def digressive(v):
    """A table of a damper as it is sold: stiff when it moves slowly, and stiffer in rebound."""
    force = np.interp(v, [-1.5, -0.3, 0.0, 0.3, 1.5], [-2600.0, -1300.0, 0.0, 700.0, 1500.0])
    return force / v if v else 2300.0


@pytest.mark.parametrize("law", [lambda v: 900 + 300 * v**2, lambda v: 1200.0, lambda v: 1500 / (1 + v**2)])
def test_a_formula_and_any_other_function_give_the_same_motion(law):
    """Once as a part of the equations, once called as a Python function that knows numbers only."""
    system = systems.load("quarter_car")
    models = [system.numeric(d_A=law), system.numeric(d_A=lambda v: law(float(v)))]
    assert type(models[0]) is not type(models[1]), "the first one must be a formula"
    q, q_d, u = [0.1, -0.05], [0.3, -1.2], {"x_U": 0.02, "x_U_d": 0.4}
    runs = [m.simulate([0, 0], [0, 0.5], 1.0, drive("bump"), rtol=1e-10, atol=1e-10) for m in models]
    for name in ("accelerations", "generalized_forces"):
        a, b = (getattr(m, name)(q, q_d, u) for m in models)
        np.testing.assert_allclose(a, b, rtol=1e-12, err_msg=name)
    np.testing.assert_allclose(runs[0].q, runs[1].q, atol=1e-8, err_msg="simulation")
    v_RA = -1.5
    assert models[0].generalized_forces(q, q_d, u)[0] == pytest.approx(law(v_RA) * v_RA)
    A, B = zip(*(m.linearize(m.equilibria(u)[0].q, u) for m in models), strict=True)
    np.testing.assert_allclose(A[0], A[1], rtol=1e-12, err_msg="A")
    np.testing.assert_allclose(B[0], B[1], rtol=1e-12, err_msg="B")


def test_a_measured_damper_takes_many_states_at_once(rng):
    model = systems.load("quarter_car").numeric(d_A=digressive)
    q, q_d = rng.normal(size=(4, 3, 2)), rng.normal(size=(4, 3, 2))
    found = model.accelerations(q, q_d)
    assert found.shape == (4, 3, 2)
    one = model.accelerations(q[2, 1], q_d[2, 1])
    np.testing.assert_allclose(found[2, 1], one)
    run = model.simulate([0.0, 0.0], [0.0, 0.0], 3.0)
    assert run.energy[-1] < run.energy[0] and np.allclose(run.q[-1], model.equilibria()[0].q, atol=1e-3)


def test_a_table_may_be_a_formula_too():
    table = characteristic([(-1.5, -2600.0), (-0.3, -1300.0), (0.0, 0.0), (0.3, 700.0), (1.5, 1500.0)])
    exact = systems.load("quarter_car").numeric(d_A=digressive)
    assert exact.output("f_dA", [0, 0], [0.2, -0.5]) == pytest.approx(float(table(-0.7)))


@pytest.mark.parametrize(
    "d_A, words", [(lambda v: -200.0, "must have the same sign"), (lambda v: None, "for every speed"),
                   (lambda v: np.nan if v < 0 else -1.0, "for every speed"), ("soft", "finite number"),
                   (-3.0, "nonnegative")]
)  # fmt: skip
def test_dampers_that_are_none_are_refused(d_A, words):
    with pytest.raises(ModelError, match=words):
        systems.load("quarter_car").numeric(d_A=d_A).accelerations([0, 0], [0.5, -0.5])


def test_only_formulas_make_a_system():
    with pytest.raises(ModelError, match="works on symbols"):
        quarter_car(digressive)
    with pytest.raises(ModelError, match="q_d"):
        systems.load("quarter_car").numeric(d_A=digressive).linearize([0, 0], None, [0.1, 0.0])


@pytest.mark.parametrize("road", ROADS)
def test_height_and_rate_of_a_road_belong_together(road):
    u, h = drive(road), 1e-6
    for t in np.linspace(0.0123, 2.5, 60):
        slope = (u["x_U"](t + h, None) - u["x_U"](t - h, None)) / (2 * h)
        assert u["x_U_d"](t, None) == pytest.approx(slope, abs=1e-3), f"{road} at t = {t}"
    heights = [u["x_U"](t, None) for t in np.linspace(0, 3, 2000)]
    assert heights[0] == 0 and min(heights) >= 0 and max(heights) > 0, "a road begins level and rises"


@pytest.mark.parametrize("road", ROADS)
def test_the_car_on_a_road_moves_as_the_car_with_that_input(road):
    run = quarter_car_on_road(road).numeric().simulate(t=2.0, rtol=1e-10, atol=1e-10)
    model = systems.load("quarter_car").numeric()
    same = model.simulate(run.x[0, :2], run.x[0, 2:], run.t, drive(road), rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(run.x[:, :2], same.q, atol=1e-8, err_msg=road)
    np.testing.assert_allclose(run["a_A"], same["x_A_dd"], atol=1e-5, err_msg=f"acceleration on {road}")
    np.testing.assert_allclose(run["f_R"], same["f_R"], atol=1e-3, err_msg=f"force of the road, {road}")
    assert np.ptp(run["f_R"]) > 100, f"{road}: the car must feel it"


def test_roads_that_are_none_are_refused():
    for bad in ({"road": "sea"}, {"v": 0.0}, {"h": -0.1}):
        with pytest.raises(ModelError, match="road"):
            drive(**bad)
    with pytest.raises(ModelError, match="bump"):
        quarter_car_on_road("sea")


def test_cut_free_the_car_has_newtons_law():
    found = quarter_car_cut_free().solve(v_A=0.4)
    up, down = found["f_cA"] + found["f_dA"], found["f_cR"] + found["f_dR"]
    assert 320 * found["a_A"] == pytest.approx(up - 320 * 9.81)
    assert 40 * found["a_R"] == pytest.approx(down - up - 40 * 9.81)


# --- A.6: the turntable -----------------------------------------------------------------------------------


def coulomb(p: dict[str, float], omega: float) -> float:
    """Way between the needed friction and its limit, from the vectors in the inertial frame; positive: it slips.

    A mass on a circle of the radius r is accelerated by r omega^2 towards the axis (2.21).
    """
    r = (p["s_m"] + p["l"]) * np.cos(p["beta"])
    along, normal = (
        np.array(e) for e in ((np.cos(p["beta"]), np.sin(p["beta"])), (-np.sin(p["beta"]), np.cos(p["beta"])))
    )
    contact = p["m"] * np.array([-r * omega**2, p["g"]]) + p["c"] * (p["s_m"] - p["s0"]) * along
    return abs(contact @ along) - p["mu_H"] * (contact @ normal)


def test_the_mass_slips_where_newton_and_coulomb_say(rng):
    problem, met = systems.load("turntable_mass"), {"in": 0, "out": 0}
    for _ in range(60):
        p = {name: v.default * rng.uniform(0.4, 2.0) for name, v in problem.inputs.items()}
        found = problem.solve(**p)
        assert found["sticks"] == (coulomb(p, p["omega"]) <= 0), f"{p}"
        for side in ("in", "out"):
            omega = found[f"omega_crit_{side}"]
            if omega is not None:
                met[side] += 1
                assert coulomb(p, omega) == pytest.approx(0, abs=1e-9 * p["m"] * p["g"] + 1e-9), "at the limit"
                assert problem.solve(**p | {"omega": omega * 1.001})["sticks"] == (side == "in"), f"{side}: {p}"
    assert min(met.values()) > 5, "both limits must have been met"


def test_speeds_that_do_not_exist_are_none():
    problem = systems.load("turntable_mass")
    rough = problem.solve(mu_H=1.5, beta=0.8)
    assert rough["omega_crit_out"] is None, "mu_H tan(beta) > 1: the faster, the better it sticks"
    assert problem.solve(mu_H=1.5, beta=0.8, omega=300.0)["sticks"] is True
    assert problem.solve(mu_H=0.9)["omega_crit_in"] is not None, "the spring pulls it in"
    flat = problem.solve(beta=0.1, s0=0.3)
    assert flat["omega_crit_in"] is None and problem.solve(beta=0.1, s0=0.3, omega=0.0)["sticks"] is True
    pushed = problem.solve(beta=0.0, s0=0.6)
    assert pushed["omega_crit_out"] is None and problem.solve(beta=0.0, s0=0.6, omega=0.0)["sticks"] is False


@pytest.mark.parametrize("a, side, way", [(0.4, "out", "right"), (-0.4, "in", "left"), (0.9, "out", "right")])
def test_the_moving_table_lets_go_at_the_critical_speed(a, side, way):
    critical = systems.load("turntable_mass").solve()[f"omega_crit_{side}"]
    run = turntable_in_motion().numeric(a=a).simulate(t=8.0)
    first = run.events[0]
    assert first.name == f"slips {way}"
    assert 5.0 + a * first.t == pytest.approx(critical, rel=1e-7), "the speed at which it begins to slip"


def test_power_of_the_sliding_mass():
    """T + V of the mass in the turning frame changes by friction and by the centrifugal field that grows with omega."""
    run = turntable_in_motion().numeric(a=0.0, omega0=7.0, mu_C=0.15).simulate(t=0.3, rtol=1e-10, atol=1e-10)
    s, v = run["s_m"], run["v"]
    r = (s + 0.1) * np.cos(0.4)
    energy = 0.25 * v**2 + 0.5 * 9.81 * s * np.sin(0.4) + 25.0 * (s - 0.25) ** 2 - 0.25 * r**2 * 49.0
    lost = simpson(run["f_r"] * v, x=run.t)
    assert (v[1:-1] > 0).all(), "it slides outwards all the time"
    assert energy[0] - energy[-1] == pytest.approx(lost, rel=1e-3), "what friction takes"


# --- A.8: the rope drum -----------------------------------------------------------------------------------


def newton_euler(p: dict[str, float], x_T: float) -> np.ndarray:
    """[x_dd, phi_dd, y_dd, f_S, f_t] from five linear equations: three balances, rolling, the rope."""
    spring = p["c"] * (x_T - p["s_f0"])
    A = np.array([
        [p["m_T"], 0, 0, -1, 1],  # m_T x_dd = f_S - f_f - f_t
        [0, p["I_T"], 0, -p["r_i"], -p["r_a"]],  # I_T phi_dd = f_S r_i + f_t r_a
        [0, 0, p["m_B"], 1, 0],  # m_B y_dd = m_B g - f_S
        [1, -p["r_a"], 0, 0, 0],  # rolling
        [1, p["r_i"], -1, 0, 0],  # the rope keeps its length
    ])  # fmt: skip
    return np.linalg.solve(A, [-spring, 0, p["m_B"] * p["g"], 0, 0])


def test_the_drum_moves_as_five_equations_say(rng):
    system = systems.load("rope_drum")
    for _ in range(20):
        model = system.numeric(**{name: v.default * rng.uniform(0.5, 2) for name, v in system.parameters.items()})
        q, q_d = rng.uniform(0, 2, 1), rng.uniform(-3, 3, 1)
        x_dd, _, y_dd, f_S, f_t = newton_euler(model.parameters, q[0])
        found = [model.output(name, q, q_d) for name in ("y_B_dd", "f_S", "f_t")]
        np.testing.assert_allclose([model.accelerations(q, q_d)[0], *found], [x_dd, y_dd, f_S, f_t], rtol=1e-9)


def test_at_rest_motion_and_statics_agree(rng):
    system = systems.load("rope_drum")
    model = system.numeric(**{name: v.default * rng.uniform(0.5, 2) for name, v in system.parameters.items()})
    (rest,) = model.equilibria()
    f_S, f_x, f_y, f_n, f_t, f_f = model.output("static", rest.q)
    p = model.parameters
    assert model.output("f_S", rest.q) == pytest.approx(f_S), "rope force at rest"
    assert model.output("f_t", rest.q) == pytest.approx(f_t), "force of the ground at rest"
    assert p["c"] * (rest.q[0] - p["s_f0"]) == pytest.approx(f_f), "force of the spring at rest"
    assert [f_x, f_y, f_n] == pytest.approx([f_S, f_S, p["m_T"] * p["g"]])
    cut = rope_drum_cut_free().solve(**p)
    assert [cut[name] for name in ("f_S", "f_x", "f_y", "f_n", "f_t", "f_f")] == pytest.approx(
        [f_S, f_x, f_y, f_n, f_t, f_f]
    )


def test_a_long_fall_has_the_period_of_the_drum():
    model = systems.load("rope_drum").numeric()
    M = model.mass_matrix([0.0])[0, 0]
    times = np.linspace(0, 2 * np.pi * np.sqrt(M / 80.0), 101)
    run = model.simulate([0.5], [0.0], times, rtol=1e-11, atol=1e-11)
    assert run["x_T"][-1] == pytest.approx(0.5, abs=1e-8), "after one period it is back"
    assert run["y_B"][50] - run["y_B"][0] == pytest.approx(0.37 / 0.25 * (run["x_T"][50] - 0.5))
    assert run["x_T"][50] == pytest.approx(2 * model.equilibria()[0].q[0] - 0.5, abs=1e-8)


def test_without_spring_and_inertia_the_block_falls_freely():
    model = systems.load("rope_drum").numeric(c=1e-12, I_T=1e-12, m_T=1e-12)
    assert model.output("y_B_dd", [0.5]) == pytest.approx(9.81)
    assert model.output("f_S", [0.5]) == pytest.approx(0, abs=1e-9), "a rope in free fall pulls at nothing"
