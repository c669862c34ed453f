"""The method of rough runs of large systems: its order, its error, and what it saves where steps must be stable."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mechanics.widgets import simulate
from tests.drawing.engine import in_node

KEPLER = "const r3 = Math.hypot(x[0], x[1]) ** 3; y.set([x[2], x[3], -x[0] / r3, -x[1] / r3], place);"
START = [0.6, 0.0, 0.0, 1.5275]  # a body on an ellipse about the origin
FIXED = """
const f = (x, t, y, place) => { KEPLER };
tell(given.steps.map((count) => {
  const h = given.end / count;
  const [x, next, inside] = [Float64Array.from(given.x0), new Float64Array(4), new Float64Array(4)];
  const method = lowOrder(f, x, next, 1);
  method.begin(0);
  const error = method.attempt(0, h);
  method.interpolate(0, h);
  method.write(0.3, inside);
  method.accept();
  for (let k = 1; k < count; k++) {
    method.attempt(k * h, h);
    method.accept();
  }
  return { error, inside: Array.from(inside), end: Array.from(x) };
}));
""".replace("KEPLER", KEPLER)
# A slow oscillation moves many fast and slightly damped ones a little, as the links of a chain.
MANY = """
const pairs = 100;
const f = (x, t, y, place) => {
  y[place] = x[1];
  y[place + 1] = -4 * x[0];
  for (let i = 2; i < 2 * pairs; i += 2) {
    y[place + i] = x[i + 1];
    y[place + i + 1] = -62500 * x[i] - 19 * x[i + 1] + 0.01 * x[0];
  }
};
const x0 = new Float64Array(2 * pairs).fill(0);
x0[0] = 1;
tell([[2e-3, lowOrder], [1e-6, undefined]].map(([tolerance, nonstiff]) => {
  let count = 0;
  const counted = (...given) => (count++, f(...given));
  const times = { start: 0, end: 10, count: 101 };
  const { states } = integrate(counted, x0, times, { tolerance, nonstiff, rough: true });
  return { count, slow: Array.from({ length: 101 }, (_, k) => states[2 * pairs * k]) };
}));
"""


@pytest.fixture(scope="module")
def halved(tmp_path_factory):
    """A fifth of the ellipse in 40, 80 and 160 steps, beside what scipy finds."""
    end, steps = 1.2, [40, 80, 160]
    made = in_node(tmp_path_factory.mktemp("fixed"), FIXED, {"x0": START, "end": end, "steps": steps})

    def pull(_, x):
        return [x[2], x[3], *(-x[:2] / np.hypot(*x[:2]) ** 3)]

    inside = [0.3 * end / count for count in steps]
    exact = solve_ivp(pull, (0, end), START, "DOP853", sorted([*inside, end]), rtol=1e-13, atol=1e-14).y.T
    return made, exact[-1], exact[:-1][::-1]


def orders(errors):
    return np.log2(np.array(errors[:-1]) / errors[1:])


def test_the_error_at_the_end_is_of_order_four(halved):
    made, end, _ = halved
    assert orders([np.abs(np.subtract(one["end"], end)).max() for one in made]) == pytest.approx(4, abs=0.25)


def test_inside_a_step_cubics_are_of_order_four(halved):
    made, _, inside = halved
    errors = [np.abs(np.subtract(one["inside"], exact)).max() for one, exact in zip(made, inside, strict=True)]
    assert orders(errors) == pytest.approx(4, abs=0.4)


def test_the_error_that_it_tells_is_one_of_order_three(halved):
    """In one step it shrinks with the fourth power of the step."""
    made, _, _ = halved
    assert orders([one["error"] for one in made]) == pytest.approx(4, abs=0.4)


def test_a_fast_vibration_that_nobody_sees_costs_less_than_by_the_method_of_order_eight(tmp_path):
    low, high = in_node(tmp_path, MANY)
    slow = np.cos(2 * np.linspace(0, 10, 101))
    for made in (low, high):
        assert np.abs(made["slow"] - slow).max() < 1e-3, "not the motion"
    assert low["count"] < 0.8 * high["count"], "evaluations of the rates: nothing is gained"


@pytest.mark.parametrize(
    ("name", "is_large"), [("hanging_chain", True), ("double_wishbone", True), ("slider_crank", False)]
)
def test_it_is_for_the_rough_runs_of_large_systems(name, is_large):
    """Others, among them chaotic ones like the four-bar linkage, need the precision of order 8 to look the same."""
    model = simulate(name, autoplay=False).spec["model"]
    assert model.get("large", False) is is_large
    assert (model["rough"] > 1e-4) is is_large


COUNTED = """
tell([true, false].map((large) => {
  const { model: spec, scene } = given.spec;
  const model = new BrowserModel({ ...spec, large, rough: large ? spec.rough : 1e-6 }, scene);
  const { derivative } = model;
  let count = 0;
  model.derivative = (...constants) => {
    const write = derivative(...constants);
    return (...at) => (count++, write(...at));
  };
  const run = model.running(given.run.values, given.run, new Budget({ seconds: 60 }), true);
  while (!run.next().done);
  return count;
}));
"""


@pytest.mark.parametrize("name", ["crane_chain_load", "hanging_chain"])
def test_rough_runs_of_chains_evaluate_their_rates_less_often(name, tmp_path):
    widget = simulate(name, autoplay=False)
    low, high = in_node(tmp_path, COUNTED, {"spec": widget.spec, "run": widget.run})
    assert low < 0.8 * high, f"{low} evaluations of the rates instead of {high}: nothing is gained"
