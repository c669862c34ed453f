"""The engine of the page by itself: stiff equations, transitions, jumps in time, and an end to every run."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.integrate._ivp import radau
from sympy import Piecewise

from mechanics.model import Parameters
from mechanics.scene import PointMass, Scene
from mechanics.state_space import Mode, States, StateSpaceSystem, Transition
from mechanics.symbols import t
from tests.drawing.engine import in_node, model_of

INTEGRATE = """
const f = (x, t, y, place) => { const set = (...rates) => rates.forEach((rate, i) => (y[place + i] = rate)); LAW };
let count = 0;
const counted = (x, t, y, place) => { count++; f(x, t, y, place); };
const budget = new Budget({ steps: 200000, seconds: 5, names: given.names });
try {
  const { states } = integrate(counted, given.x0, { start: 0, end: given.end, count: given.points },
    { tolerance: 1e-9, budget, breakpoints: given.breakpoints ?? [] });
  tell({ states: Array.from(states), steps: budget.spent, count });
} catch (problem) {
  tell({ said: problem.message, steps: budget.spent });
}
"""
RUN = """
const model = new BrowserModel(given.model, given.scene);
const { made, problem } = answer(() => model.run({ ...given.run.values, ...given.changes }, given.run));
tell(made ? { rows: rows(made) } : { said: problem.message, known: problem.known });
"""


@pytest.fixture
def integrated(tmp_path):
    """``integrated(law, x0, end)``: states at 51 times, the number of steps, or what the engine says."""

    def run(law: str, x0: list[float], end: float, **more: Any) -> dict[str, Any]:
        names = [f"x{k}" for k in range(len(x0))]
        given = {"x0": x0, "end": end, "points": 51, "names": names, **more}
        made = in_node(tmp_path, INTEGRATE.replace("LAW", law), given)
        if "states" in made:
            made["states"] = np.array(made["states"]).reshape(51, len(x0))
        return made

    return run


@pytest.fixture
def moved(tmp_path):
    """``moved(system, t, changes)``: states by name and the number of the mode along the run; or what the page says."""

    def run(system: StateSpaceSystem, t: float, **changes: float) -> dict[str, Any]:
        given = model_of(system, t) | {"changes": changes}
        made = in_node(tmp_path, RUN, given)
        if "rows" not in made:
            return made
        rows, names = np.array(made["rows"]), list(system.states)
        first = given["model"]["columns"] - len(names) - bool(given["model"].get("shows_modes"))
        columns = {name: rows[:, first + k] for k, name in enumerate(names)}
        return columns | {"mode": rows[:, -1]}

    return run


# --- stiff equations ------------------------------------------------------------------------------------------


def test_the_implicit_method_has_the_coefficients_of_the_literature(tmp_path):
    ours = in_node(tmp_path, "tell({ RC, RE, MU, ALPHA, BETA, T, TI, P });")
    assert ours["RC"] == pytest.approx(radau.C, rel=1e-14)
    assert ours["RE"] == pytest.approx(radau.E / 3 * 3, rel=1e-14)
    assert ours["MU"] == pytest.approx(radau.MU_REAL, rel=1e-14)
    assert complex(ours["ALPHA"], ours["BETA"]) == pytest.approx(radau.MU_COMPLEX, rel=1e-14)
    for name in ("T", "TI", "P"):
        assert np.allclose(ours[name], getattr(radau, name), rtol=1e-14), name


def robertson(a: float, b: float, c: float) -> list[float]:
    return [b - a, a - b - c, c]


STIFF = [
    # a spring-damper of a car's door in oil: the fast motion has died out after microseconds
    ("set(x[1], -1e6 * x[1] - 1e6 * x[0])", lambda t, x: [x[1], -1e6 * x[1] - 1e6 * x[0]], [1.0, 0.0], 3.0),
    # van der Pol: slow on two branches, fast between them
    (
        "set(x[1], 1000 * (1 - x[0] * x[0]) * x[1] - x[0])",
        lambda t, x: [x[1], 1000 * (1 - x[0] ** 2) * x[1] - x[0]], [2.0, 0.0], 2000.0,
    ),
    # Robertson's chemical reactions
    (
        "const [a, b] = [0.04 * x[0], 1e4 * x[1] * x[2]], c = 3e7 * x[1] * x[1]; set(b - a, a - b - c, c)",
        lambda t, x: robertson(0.04 * x[0], 1e4 * x[1] * x[2], 3e7 * x[1] ** 2),
        [1.0, 0.0, 0.0], 400.0,
    ),
]  # fmt: skip


def rooted_trees(n):
    """All rooted trees of n nodes, each as the tuple of the trees at its root."""
    if n == 1:
        return {()}
    return {grown for tree in rooted_trees(n - 1) for grown in with_one_more(tree)}


def with_one_more(tree):
    """A tree with a leaf more at its root, or in one of the trees there."""
    yield tuple(sorted((*tree, ())))
    for k, part in enumerate(tree):
        for other in with_one_more(part):
            yield tuple(sorted((*tree[:k], other, *tree[k + 1 :])))


def nodes(tree):
    return 1 + sum(map(nodes, tree))


def density(tree):
    """γ(t): the number of nodes times the densities of the trees at the root."""
    return nodes(tree) * math.prod(map(density, tree))


@pytest.mark.parametrize("theta", [0.1, 0.37, 0.5, 0.82, 1.0])
def test_the_polynomial_of_a_rough_run_is_of_order_six(tmp_path, theta):
    """Butcher's conditions: Σ b_i(θ) Φ_i(t) = θ^|t|/γ(t) for all rooted trees t of up to six nodes.

    Source: E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, section II.6.
    """
    made = in_node(tmp_path, "tell({ A, FREE });")
    free = np.array(made["FREE"])
    A = np.array([[*row, *[0.0] * 13][:13] for row in made["A"][:13]])
    first, last = np.eye(13)[[0, 12]]
    inner = free[0] + theta * (free[1] + (1 - theta) * free[2])
    ends = A[12], first - A[12], 2 * A[12] - last - first
    b = theta * (ends[0] + (1 - theta) * (ends[1] + theta * (ends[2] + (1 - theta) * inner)))

    def elementary(tree):
        return math.prod((A @ elementary(part) for part in tree), start=np.ones(13))

    trees = [tree for n in range(1, 7) for tree in rooted_trees(n)]
    assert len(trees) == 37, "1 + 1 + 2 + 4 + 9 + 20"
    for tree in trees:
        assert b @ elementary(tree) == pytest.approx(theta ** nodes(tree) / density(tree), abs=1e-11), tree


@pytest.mark.parametrize(("law", "rates", "x0", "end"), STIFF, ids=["door", "van-der-pol", "robertson"])
def test_stiff_equations_need_few_steps_and_are_right(integrated, law, rates, x0, end):
    made = integrated(law, x0, end)
    assert "said" not in made, made.get("said")
    exact = solve_ivp(rates, (0, end), x0, "Radau", np.linspace(0, end, 51), rtol=1e-11, atol=1e-13).y.T
    size = np.abs(exact).max(axis=0)
    assert np.abs(made["states"] - exact).max() <= 1e-5 * size.max(), "not the motion that scipy finds"
    assert made["steps"] < 5000, "an explicit method would need a million steps"


def test_after_a_stiff_part_the_explicit_method_comes_back(integrated):
    """A damper a million times as strong for one second: before and after it the oscillation keeps its accuracy."""
    law = "const d = t > 1 && t < 2 ? 1e6 : 0; set(x[1], -25 * x[0] - d * x[1])"
    made = integrated(law, [1.0, 0.0], 10.0, breakpoints=[1.0, 2.0])
    t = np.linspace(0, 10, 51)
    held = np.cos(5.0) * np.exp(-25e-6)
    start = held  # at t = 2, at rest but for a creep of 25e-6 a second
    expected = np.where(t <= 1, np.cos(5 * t), np.where(t < 2, held, start * np.cos(5 * (t - 2))))
    assert made["states"][:, 0] == pytest.approx(expected, abs=4e-5)
    assert made["steps"] < 3000


def test_an_implicit_method_is_given_up_where_its_steps_are_no_longer(integrated):
    """An oscillation that has to be followed, with a damper beside it that only stability has to heed."""
    law = "set(x[1], -400 * x[0], -2000 * (x[2] - x[0]))"
    made = integrated(law, [1.0, 0.0, 1.0], 20.0)

    def rates(t, x):
        return [x[1], -400 * x[0], -2000 * (x[2] - x[0])]

    theirs = solve_ivp(rates, (0, 20.0), [1.0, 0.0, 1.0], "DOP853", rtol=1e-9, atol=1e-9)
    assert made["states"][:, 0] == pytest.approx(np.cos(20 * np.linspace(0, 20, 51)), abs=1e-5)
    assert made["count"] < 1.1 * theirs.nfev, f"rates: {made['count']}, scipy's explicit method needs {theirs.nfev}"


# --- jumps in time --------------------------------------------------------------------------------------------


def test_a_short_pulse_is_not_passed_over_where_its_times_are_known(integrated):
    law = "set(t >= 1 && t < 1.000001 ? 1e6 : 0)"
    assert integrated(law, [0.0], 10.0)["states"][-1, 0] != pytest.approx(1.0, abs=1e-6), "this proves nothing"
    made = integrated(law, [0.0], 10.0, breakpoints=[1.0, 1.000001])
    assert made["states"][-1, 0] == pytest.approx(1.0, abs=1e-9)


def test_a_jump_is_integrated_exactly(integrated):
    """A step function of the time, whose integral is a straight line: no error and no small steps."""
    made = integrated("set(t < 1.23456789 ? 0 : 2)", [0.0], 5.0, breakpoints=[1.23456789])
    assert made["states"][-1, 0] == pytest.approx(2 * (5 - 1.23456789), rel=1e-14)
    assert made["steps"] < 40


# --- an end to every run --------------------------------------------------------------------------------------


def test_a_run_without_progress_ends_and_names_the_state(integrated):
    """A switch without hysteresis in the equations: steps become tiny, for ever."""
    made = integrated("set(1, -1e3 * Math.sign(x[1] - 0.3 * x[0]))", [0.0, 0.5], 1e6)
    assert "said" in made
    assert "t = " in made["said"] and ("x1 = " in made["said"] or "ran away" in made["said"]), made["said"]


# --- transitions ----------------------------------------------------------------------------------------------


def system_of(states: States, modes: dict[str, Mode], parameters: Parameters | None = None) -> StateSpaceSystem:
    first = states.symbols[0]
    return StateSpaceSystem(
        title="Test", states=states, parameters=parameters or Parameters(), modes=modes,
        scene=lambda system: Scene((PointMass((0, first), 0.1),), description="A point that moves."),
    )  # fmt: skip


def ball(*, with_rest: bool) -> StateSpaceSystem:
    """A ball that falls from 1 m; only its velocity is reset, and its bounces are counted."""
    x = States(h=("m", "height", 1.0), v=("m/s", "velocity", 0.0), n=("1", "bounces", 0.0))
    p = Parameters(e=(0.5, "1", "restitution", "real"))
    h, v, n = x.symbols
    modes = {"flight": Mode({h: v, v: -10, n: 0}, [Transition("bounce", h, -1, reset={v: -p.e * v, n: n + 1})])}
    if with_rest:
        modes["flight"] = replace(modes["flight"], rest="rest")
        modes["rest"] = Mode({h: 0, v: 0, n: 0})
    return system_of(x, modes, p)


@pytest.mark.parametrize("e", [0.2, 0.5, 0.8])
def test_a_ball_bounces_comes_to_rest_and_is_never_below_the_floor(moved, e):
    run = moved(ball(with_rest=True), 6.0, e=e)
    assert run["h"].min() >= 0.0, "the ball was seen below the floor"
    first = np.sqrt(2 / 10)
    end = first * (1 + 2 * e / (1 - e))  # the sum of a geometric series
    t = np.linspace(0, 6, len(run["h"]))
    assert (run["mode"][t < end - 1e-3] == 0).all() and (run["mode"][t > end + 1e-3] == 1).all()
    second = (t > first) & (t < first * (1 + 2 * e))
    s = t[second] - first
    assert run["h"][second] == pytest.approx(e * 10 * first * s - 5 * s**2, abs=1e-9)


@pytest.mark.parametrize("e", [0.0, 1e-3, 0.2, 0.8])
def test_without_a_mode_of_rest_there_is_a_sentence(moved, e):
    made = moved(ball(with_rest=False), 6.0, e=e)
    end = np.sqrt(2 / 10) * (1 + 2 * e / (1 - e))
    assert made.get("known"), "the ball fell through the floor"
    assert made["said"].startswith(f"Transitions accumulate at t = {end:.6g} s (the last: bounce)")


def test_an_elastic_ball_bounces_for_ever(moved):
    run = moved(ball(with_rest=True), 30.0, e=1.0)
    assert run["h"].max() == pytest.approx(1.0, abs=1e-6) and run["h"][-300:].max() > 0.99
    assert run["n"][-1] == 1 + int((30 / np.sqrt(0.2) - 1) // 2)


def test_markers_and_counters_count_each_crossing_once(moved):
    """Falling and rising zeros of cos(3 t) over 9 periods; what is reset is no part of the motion."""
    x = States(y=("m", "way", 1.0), v=("m/s", "rate"), down=("1", "falling"), up=("1", "rising"))
    y, v, down, up = x.symbols
    counts = [Transition("down", y, -1, reset={down: down + 1}), Transition("up", y, 1, reset={up: up + 1})]
    run = moved(system_of(x, {"": Mode({y: v, v: -9 * y, down: 0, up: 0}, counts)}), 6 * np.pi)
    t = np.linspace(0, 6 * np.pi, len(run["y"]))
    assert run["down"] == pytest.approx(np.floor((3 * t + 1.5 * np.pi) / (2 * np.pi)), abs=1e-9)
    assert run["up"] == pytest.approx(np.floor((3 * t + 0.5 * np.pi) / (2 * np.pi)), abs=1e-9)
    assert run["y"] == pytest.approx(np.cos(3 * t), abs=1e-9), "a marker has changed the motion"


def test_a_relay_in_two_modes_switches_for_ever(moved):
    """y'' = -sgn(y) by two modes on the same surface: a parabola above, one below, period 4 sqrt(2)."""
    x = States(y=("m", "way", 1.0), v=("m/s", "rate"))
    y, v = x.symbols
    modes = {
        "above": Mode({y: v, v: -1}, [Transition("falls", y, -1, "below")]),
        "below": Mode({y: v, v: 1}, [Transition("rises", y, 1, "above")]),
    }
    run = moved(system_of(x, modes), 20.0)
    t = np.linspace(0, 20, len(run["y"]))
    quarter = np.sqrt(2)
    s = (t + quarter) % (4 * quarter)  # time since y rose through zero
    expected = np.where(s < 2 * quarter, 1 - (s - quarter) ** 2 / 2, (s - 3 * quarter) ** 2 / 2 - 1)
    assert run["y"] == pytest.approx(expected, abs=1e-9)


def test_conditions_met_at_one_instant_are_served_in_their_order(moved):
    """Two balls at the same height; a third transition on the first surface comes second and must not fire."""
    x = States(a=("m", "a", 1.0), b=("m", "b", 1.0), v=("m/s", "v"), w=("m/s", "w"), n=("1", "n"), k=("1", "k"))
    a, b, v, w, n, k = x.symbols
    bounces = [
        Transition("a", a, -1, reset={v: -v, n: n + 1}),
        Transition("never", a, -1, reset={n: n + 100}),
        Transition("b", b, -1, reset={w: -w, k: 10 * n}),  # sees what the first one has set
    ]
    run = moved(system_of(x, {"": Mode({a: v, b: w, v: -10, w: -10, n: 0, k: 0}, bounces)}), 5.0)
    assert (run["n"][-1], run["k"][-1]) == (6, 60)
    assert run["a"] == pytest.approx(run["b"], abs=1e-12)


def test_two_zeros_within_a_step_are_found(moved):
    """A condition that is negative for 2 microseconds of 2 seconds, between two samples of any step."""
    x = States(s=("s", "time", 0.0), n=("1", "count"))
    s, n = x.symbols
    dip = (s - 1.2345678) ** 2 - 1e-12
    window = [Transition("in", dip, -1, reset={n: n + 1}), Transition("out", dip, 1, reset={n: n + 10})]
    assert moved(system_of(x, {"": Mode({s: 1, n: 0}, window)}), 2.0)["n"][-1] == 11


def test_a_pulse_in_the_equations_is_not_passed_over(moved):
    """A push of a microsecond, which gives a velocity of 1 m/s; also where a slider moves it."""
    x, p = States(s=("m", "way"), v=("m/s", "velocity")), Parameters(T=(3.0, "s", "time of the push"))
    s, v = x.symbols
    push = Piecewise((1e6, (t >= 1.2345) & (t < 1.2345 + 1e-6)), (0, True))
    run = moved(system_of(x, {"": Mode({s: v, v: push})}), 3.0)
    assert run["v"][-1] == pytest.approx(1.0, abs=1e-8) and run["s"][-1] == pytest.approx(3 - 1.2345, abs=1e-5)
    later = Piecewise((1e6, (t >= p.T) & (t < p.T + 1e-6)), (0, True))
    run = moved(system_of(x, {"": Mode({s: v, v: later})}, p), 3.0, T=1.7654)
    assert run["v"][-1] == pytest.approx(1.0, abs=1e-8) and run["s"][-1] == pytest.approx(3 - 1.7654, abs=1e-5)
    unknown = Piecewise((1, t**2 > p.T), (0, True))
    assert model_of(system_of(x, {"": Mode({s: v, v: unknown})}, p), 3.0)["model"] is None


def test_a_force_at_the_limit_that_still_grows_ends_the_sticking(moved):
    """It starts exactly where the block begins to slip: the transition is served at once, and only once."""
    x = States(x=("m", "way"), v=("m/s", "velocity"), F=("N", "force", 1.0))
    s, v, F = x.symbols
    modes = {
        "stick": Mode({s: 0, v: 0, F: 1}, [Transition("slips", F - 1, 1, "slip")]),
        "slip": Mode({s: v, v: F - 0.5, F: 1}, [Transition("sticks", v, -1, "stick", {v: 0})]),
    }
    run = moved(system_of(x, modes), 2.0)
    assert run["v"][-1] == pytest.approx(0.5 * 2 + 2.0, abs=1e-9), "the block sticks while the force exceeds the limit"


def test_a_direction_chooses_among_transitions_with_one_condition(moved):
    x = States(y=("m", "way", 1.0), v=("m/s", "rate"), n=("1", "count"))
    y, v, n = x.symbols
    both = [Transition("up", y, 1, reset={n: n + 100}), Transition("down", y, -1, reset={n: n + 1})]
    assert moved(system_of(x, {"": Mode({y: v, v: -y, n: 0}, both)}), 3.0)["n"][-1] == 1
