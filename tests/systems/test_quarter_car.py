"""The quarter car of A.4: against scipy's linear systems, with dampers of any law, on roads, and cut free."""

import numpy as np
import pytest
from scipy.signal import StateSpace, lsim

from mechanics import systems
from mechanics.demonstrations.quarter_car_road import ROADS, drive, quarter_car_on_road
from mechanics.demonstrations.self_study_cuts import quarter_car_cut_free
from mechanics.friction import characteristic
from mechanics.model import ModelError
from mechanics.systems.self_study.quarter_car import quarter_car


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
