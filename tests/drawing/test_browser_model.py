"""Small systems run in the browser: the same numbers and the same refusals as Python, with and without a kernel."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import symengine as se
import sympy as sp
from scipy.integrate import DOP853

from mechanics import systems
from mechanics.codegen import Program
from mechanics.demonstrations.four_bar import four_bar
from mechanics.demonstrations.pendulum_in_steps import pendulum_in_steps
from mechanics.drawing.playable import PlayableMotion, PlayableStateSpace
from mechanics.drawing.player import front_end
from mechanics.integration import integrate
from mechanics.integration.errors import not_evaluable, stopped
from mechanics.lagrange import Body, LagrangianSystem, Spring
from mechanics.model import Coordinates, Parameters, SimulationError, t
from mechanics.scene import AngleMark, Arrow, PointMass, Scene
from mechanics.state_space import Mode, States, StateSpaceSystem, Transition
from mechanics.widgets import simulate

pytestmark = pytest.mark.browser

PICTURE = "() => document.querySelector('.mp-canvas').toDataURL()"
MOVE = """([name, value]) => {
  const slider = document.querySelector(`[data-name="${name}"]`);
  slider.value = value;
  slider.dispatchEvent(new Event("input"));
}"""
BEYOND = """([name, value]) => {
  const slider = document.querySelector(`[data-name="${name}"]`);
  slider.max = slider.value = value;
  slider.value = value;
  slider.dispatchEvent(new Event("input"));
}"""
CODE = "() => document.querySelector('.mp-code').value"

# a free body and a tree for every run of the tests; a linkage with redundant constraints, a flexible body, a long tree
OF_BODIES = [
    "spinning_top", "spherical_double_pendulum",
    *(pytest.param(name, marks=pytest.mark.slow) for name in ("four_bar_linkage", "rotating_beam", "crane_chain_load")),
]  # fmt: skip
SOLVED = ["center_of_mass_points", "definiteness_k_d", "potential_force"]  # by a function of Python
# a sample of all kinds for every run of the tests; the others are slow
SAMPLE = {"planar_robot", "series_rlc_circuit", "projectile", "rocket", "stick_slip_block", *SOLVED}

OPEN = """async (source) => {
  const text = source + "\\nexport { A, BrowserModel, C, D, E3, E5, integrate };";
  window.front = await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
}"""
RUN = """([spec, run, changes]) => {
  try {
    const model = new window.front.BrowserModel(spec.model, spec.scene);
    const made = model.run({ ...run.values, ...changes }, run, { seconds: 60 });
    return { ...made, data: Array.from(made.data) };
  } catch (problem) {
    return { refusal: problem.message };
  }
}"""


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    """One empty page that has the front end, for all systems."""
    page = browser.new_page()
    page.evaluate(OPEN, front_end())
    yield page
    page.close()


@pytest.fixture
def precisely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's runs as exact as possible, instead of as fast."""
    monkeypatch.setattr(PlayableMotion, "accuracy", 1e-13)
    monkeypatch.setattr(PlayableStateSpace, "finest", 1e-13)


def in_the_browser(page: Any, widget: Any, changes: dict[str, float]) -> Any:
    return page.evaluate(RUN, [widget.spec, widget.run, changes])


def nudged(widget: Any) -> dict[str, float]:
    """Every slider moved a little, to no round value."""
    return {s["name"]: s["value"] + 0.0137 * (s["max"] - s["min"]) for s in widget.spec["sliders"]}


def assert_agrees(page: Any, widget: Any, changes: dict[str, float]) -> None:
    """States within 1e-8 of their size, everything else that is drawn or plotted as well."""
    made, frames = in_the_browser(page, widget, changes), widget._answer({"values": changes})
    assert "refusal" not in made, f"the browser refuses: {made.get('refusal')}"
    rows = np.array(made["data"]).reshape(-1, made["columns"])
    assert rows.shape == frames.values.shape, "another number of instants or columns than in Python"
    assert [made["start"], made["end"]] == pytest.approx([frames.start, frames.end], rel=1e-12)
    size = np.maximum(np.abs(frames.values).max(axis=0), 1e-3)
    plotted = widget.spec["variables"]
    states = [plotted[name]["column"] for name in widget.spec["model"].get("states", []) if name in plotted]
    size[states] = np.maximum(np.abs(frames.values[:, states]).max(axis=0), 1e-12)
    if widget.spec["model"].get("shows_modes"):
        assert_same_modes(rows[:, -1], frames.values[:, -1])
        rows, size = rows[:, :-1], size[:-1]
    worst = np.abs(rows - frames.values[:, : rows.shape[1]]).max(axis=0) / size
    assert worst.max() <= 1e-8, f"column {worst.argmax()} of {widget.spec['title']} is off by {worst.max():.2g}"
    assert made["values"] == frames.settings


def assert_same_modes(ours: np.ndarray, theirs: np.ndarray) -> None:
    """At an instant that is the one of the change itself both modes are right, as rounding has it."""
    before, after = np.roll(theirs, 1), np.roll(theirs, -1)
    assert ((ours == theirs) | (ours == before) | (ours == after)).all(), "another mode than in Python"
    assert (ours != theirs).sum() <= (theirs != after).sum(), "the modes change at other times than in Python"


@pytest.mark.parametrize(
    "name", [name if name in SAMPLE else pytest.param(name, marks=pytest.mark.slow) for name in systems.names()]
)
def test_browser_and_python_agree_over_ten_seconds(page, precisely, name):
    given = {"t": 10.0} if hasattr(systems.load(name), "numeric") else {}
    widget = simulate(name, **given)
    assert widget.spec["model"] is not None, f"{name} has lost its model in the browser"
    assert_agrees(page, widget, {})


@pytest.mark.parametrize("name", ["cart_pendulum", "guyed_mast", *SOLVED, *OF_BODIES])
def test_they_agree_for_other_settings_too(page, precisely, name):
    widget = simulate(name)
    assert_agrees(page, widget, nudged(widget))


# all systems with modes or phases: each changes them while its scene is shown
@pytest.mark.parametrize("name", ["atmospheric_free_fall", "rocket", "stick_slip_block", "trebuchet"])
def test_they_agree_through_all_modes(page, precisely, name):
    """Over the whole time of the scene, in which every one of them changes its mode, for other settings, too."""
    widget = simulate(name)
    for changes in ({}, nudged(widget)):
        assert_agrees(page, widget, changes)
    made = in_the_browser(page, widget, {})
    modes = np.array(made["data"]).reshape(-1, made["columns"])[:, -1]
    assert len(set(modes)) > 1, "nothing has happened that could have been missed"


def bouncing_ball(*, guarded: bool) -> StateSpaceSystem:
    """Each bounce leaves a part e of the speed, so that infinitely many come together. Guarded: where e is below 1."""
    x = States(h=("m", "height", 1.0), v=("m/s", "velocity", 0.0))
    p = Parameters(e=(0.9, "1", "share of the speed", "real"))
    h, v = x.symbols
    guard = p.e < 1.0 if guarded else True
    bounce = Transition("bounce", h, -1, reset={h: 0, v: -p.e * v}, guard=guard)
    return StateSpaceSystem(
        title="Ball", states=x, parameters=p, modes={"": Mode({h: v, v: -10}, [bounce])},
        scene=lambda system: Scene((PointMass((0, h), 0.1),), description="A ball that bounces.", ranges={"e": (0, 2)}),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("guarded", "e", "said"), [(False, 0.3, "accumulate"), (True, 1.5, "no guard holds"), (True, 0.8, "")]
)
def test_transitions_that_lead_nowhere_are_refused_as_in_python(page, precisely, guarded, e, said):
    widget = simulate(bouncing_ball(guarded=guarded), t=2.0)
    if not said:
        return assert_agrees(page, widget, {"e": e})
    widget.request = {"id": 1, "values": {"e": e}}
    assert said in widget.error, "Python takes it"
    assert in_the_browser(page, widget, {"e": e}).get("refusal") == widget.error


def test_the_window_is_the_one_of_python(page):
    widget = simulate("spherical_pendulum")
    changes = {"l": 2.0} if "l" in widget.run["values"] else nudged(widget)
    made = in_the_browser(page, widget, changes)
    widget.request = {"id": 1, "values": changes}
    assert made["window"] == pytest.approx(widget.run["window"], rel=1e-5)
    assert np.array(made["room"]) == pytest.approx(np.array(widget.run["room"]), rel=1e-5, abs=1e-5)


def in_the_plane(**more: Any) -> LagrangianSystem:
    """A pendulum whose pivot is shaken at a given rate, on a spring whose end is moved."""
    p = Parameters(
        m=(1.0, "kg", "mass"), l=(0.6, "m", "length"), a=(0.05, "m", "amplitude"), w=(9.0, "rad/s", "frequency"),
        c=(3.0, "N/m", "stiffness"), g=(9.81, "m/s^2", "gravity"),
    )  # fmt: skip
    q = Coordinates(x=("m", "to the right", 0.1), phi=("rad", "angle", 0.5))
    mass = (q.x + p.l * sp.sin(q.phi), p.a * sp.sin(p.w * t) - p.l * sp.cos(q.phi))
    return LagrangianSystem(
        coordinates=q, parameters=p, bodies=[Body(p.m, (q.x, 0)), Body(p.m, mass, name="mass")], gravity=(0, -p.g),
        springs=[Spring(q.x - p.a * sp.cos(p.w * t), p.c)], title="shaken",
        scene=lambda system: Scene(
            (PointMass(system.frame("mass").p, 0.1), Arrow((0, 0), (q.x, 0), q.x), AngleMark(0.2, q.phi, label=q.phi)),
            description="A mass that swings.",
        ),
        **more,
    )  # fmt: skip


def test_what_moves_as_a_function_of_the_time_moves_in_the_browser(page, precisely):
    widget = simulate(in_the_plane(), t=3.0)
    assert widget.spec["model"], "it needs no kernel"
    assert_agrees(page, widget, {"w": 11.0, "a": 0.08})


@pytest.mark.parametrize("kind", ["nonholonomic", "loops"])
def test_constraints_are_kept_in_the_browser(page, precisely, kind):
    x, phi = in_the_plane().coordinates.symbols
    follows = x - 0.2 * phi
    system = in_the_plane(**{kind: {"f": follows.diff(t) if kind == "nonholonomic" else follows}})
    assert_agrees(page, simulate(system, t=3.0), {"x": 0.3, "phi": 0.8})


def test_a_linkage_with_loops_closes_and_turns_as_in_python(page, precisely):
    widget = simulate(four_bar(), t=10.0)
    assert_agrees(page, widget, nudged(widget))
    too_long = {"l0": 20.0}
    widget.request = {"id": 1, "values": too_long}
    assert "do not close near the start" in widget.error
    assert "do not close near the start" in in_the_browser(page, widget, too_long).get("refusal", "it closes")


def test_what_a_linkage_refuses_is_said_in_the_language_of_the_page(monkeypatch):
    monkeypatch.setenv("MECHANICS_LANGUAGE", "de")
    words = simulate(four_bar(), t=1.0).spec["words"]
    assert [said for text, said in words.items() if text.startswith("The loops do not close")], "it is said in English"


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("cart_pendulum", {"m_W": -1.0}),
        ("cylinder_on_rope", {"r": 2.0}),
        ("cylinder_on_rope", {"m": 0.0}),
        ("guyed_mast", {"alpha": 2.0}),
        ("projectile", {"v0": 0.0}),
    ],
)
def test_what_cannot_be_is_refused_with_the_sentence_of_python(page, name, changes):
    widget = simulate(name)
    assert set(changes) <= set(widget.run["values"]), f"the settings are {', '.join(widget.run['values'])}"
    widget.request = {"id": 1, "values": changes}
    assert widget.error, "Python takes it"
    assert in_the_browser(page, widget, changes).get("refusal") == widget.error


@pytest.mark.parametrize(
    ("law", "time", "said"),
    [
        ("4 * x[0]", 6.91, "ran away"),
        ("1 / (1 - t)", 1.0, "stopped"),
        ("Math.sqrt(-1)", None, "cannot be evaluated"),
        ("Math.sqrt(2 - t)", None, "cannot be evaluated"),
    ],
)
def test_failed_integrations_say_what_python_says(page, law, time, said):
    """A state that runs away, a pole on the way, no number at all; the cause in brackets is the integrator's own."""
    script = f"""() => {{
      const rates = (x, t, y, place) => {{ y[place] = {law}; }};
      try {{ window.front.integrate(rates, [1], {{ start: 0, end: 10, count: 101 }}, {{ tolerance: 1e-10 }}); }}
      catch (problem) {{ return problem.message; }}
    }}"""
    answer = page.evaluate(script)
    assert said in answer
    assert _bare(answer) in {_bare(str(error)) for error in _failures()}
    if time:
        assert float(re.search(r"t = ([\d.]+)", answer)[1]) == pytest.approx(time, abs=0.1)


def _failures() -> Iterator[SimulationError]:
    """Each way in which an integration fails in Python."""
    with pytest.raises(SimulationError) as failure:
        integrate(lambda x, t: [4 * x[0]], np.array([1.0]), np.linspace(0, 10, 101), 1e-10, 1e-10)
    yield failure.value
    yield stopped(1.0, "the steps became too short")  # at a pole, after some seconds
    yield not_evaluable("no number")


def _bare(sentence: str) -> str:
    return re.sub(r" \(.*\)|\d[\d.e+-]*", "", sentence)


def test_the_coefficients_are_those_of_the_method(page):
    A, C, D, E3, E5 = page.evaluate("() => ['A', 'C', 'D', 'E3', 'E5'].map((name) => window.front[name])")
    rows = [*(DOP853.A[i, :i] for i in range(12)), DOP853.B, *(DOP853.A_EXTRA[k, : 13 + k] for k in range(3))]
    assert [list(row) for row in rows] == A
    assert [*DOP853.C, 1.0, *DOP853.C_EXTRA] == C
    assert [DOP853.D.tolist(), DOP853.E3.tolist(), DOP853.E5.tolist()] == [D, E3, E5]


def test_names_that_are_words_of_javascript(page):
    new, var = se.Symbol("new"), se.Symbol("var")
    text = Program(("new", "var"), ("this",), (new * se.Symbol("this") + var,)).source("javascript", True)
    script = f"() => {{ {text}\nconst y = [0, 0]; make(3)([2, 5], 0, y, 1); return y; }}"
    assert page.evaluate(script) == [0, 11]


def test_a_model_is_small_beside_the_run_that_it_makes():
    widget = simulate("tower_crane")
    assert len(json.dumps(widget.spec["model"])) < 0.1 * len(widget.data)
    assert len(front_end()) < 159_000, "every page with a player carries the front end, about 35 kB when compressed"


# --- in the player ----------------------------------------------------------------------------------------------


@pytest.fixture
def cart() -> Any:
    return simulate("cart_pendulum", autoplay=False)


def moved(page: Any, name: str, value: float) -> None:
    """Move a slider and wait until the picture has changed."""
    before = page.evaluate(PICTURE)
    page.evaluate(MOVE, [name, value])
    page.wait_for_function(f"(before) => ({PICTURE})() !== before", arg=before)


def test_sliders_live_without_a_kernel(show: Callable[..., Any], cart):
    page = show(cart, kernel=False)
    assert not page.query_selector("[data-name=l_S]").is_disabled()
    assert page.query_selector(".mp-note") is None
    page.evaluate(MOVE, ["time", 3.0])
    moved(page, "l_S", 1.0)
    assert page.evaluate("() => Number(document.querySelector('[data-name=time]').value)") == 3.0
    assert page.evaluate(CODE) == 'simulate("cart_pendulum", autoplay=False, l_S=1.0)'
    page.click("[data-name=more]")
    page.click("[data-name=defaults]")
    page.wait_for_function(f"() => ({CODE})() === 'simulate(\"cart_pendulum\", autoplay=False)'")
    assert page.evaluate("() => window.requests") == []


def test_problems_live_without_a_kernel(show):
    page = show(simulate("cylinder_on_rope"), kernel=False)
    moved(page, "r", 0.4)
    assert "r=0.4" in page.evaluate(CODE)
    page.evaluate(BEYOND, ["r", 5.0])
    page.wait_for_function("() => document.querySelector('[role=alert]').textContent !== ''")
    assert "longer than the radius" in page.inner_text("[role=alert]")
    assert "r=0.4" in page.evaluate(CODE), "the last run must stay"


def test_a_body_is_dragged_without_a_kernel(show):
    widget = simulate("mathematical_pendulum", q0=[0.5], autoplay=False)
    page = show(widget, kernel=False)
    box = page.query_selector(".mp-canvas").bounding_box()
    left, right, bottom, top = widget.run["window"]
    scale = min(box["width"] / (right - left), box["height"] / (top - bottom))

    def on_page(phi: float) -> tuple[float, float]:
        x = box["x"] + box["width"] / 2 + scale * (np.sin(phi) - (left + right) / 2)
        return x, box["y"] + box["height"] / 2 - scale * (-np.cos(phi) - (bottom + top) / 2)

    page.mouse.move(*on_page(0.5))
    page.mouse.down()
    page.mouse.move(*on_page(-0.4), steps=4)
    page.wait_for_function("() => /q0=\\[-0\\.[34]/.test(document.querySelector('.mp-code').value)")
    page.mouse.up()
    assert page.evaluate("() => window.requests") == []


def test_the_kernel_follows_once_and_the_picture_does_not_jump(show):
    widget = simulate("cart_pendulum", autoplay=False)
    page = show(widget)
    page.evaluate(MOVE, ["time", 7.0])
    for k in range(10):
        page.evaluate(MOVE, ["m_W", 1.1 + 0.1 * k])
    moved(page, "l_S", 0.75)
    page.wait_for_timeout(100)  # the run comes from a worker
    picture = page.evaluate(PICTURE)
    page.wait_for_function("() => window.requests.length > 0")
    page.wait_for_timeout(300)
    assert len(page.evaluate("() => window.requests")) == 1, "the kernel was asked for every value on the way"
    assert widget.run["values"]["m_W"] == pytest.approx(2.0) and widget.run["values"]["l_S"] == 0.75
    assert page.evaluate(PICTURE) == picture, "the picture changed when the kernel answered"


def test_what_is_too_costly_is_left_to_the_kernel(show):
    """A spring a million times as stiff needs more steps than a page should make."""
    widget = simulate("spring_mass_damper_three", autoplay=False)
    widget.spec["model"]["tolerance"] = 1e-13
    page = show(widget)
    name = next(s["name"] for s in widget.spec["sliders"] if s["unit"] == "N/m")
    page.evaluate(BEYOND, [name, 1e12])
    page.wait_for_function("() => window.requests.length === 1")
    assert page.evaluate("() => window.requests[0].values")[name] == 1e12


@pytest.mark.parametrize("method", ["euler", "symplectic", "heun", "rk4"])
def test_fixed_steps_are_those_of_python(page, method):
    """What such a method does to the energy is the subject of that picture; the page must not show the exact motion."""
    widget = simulate(pendulum_in_steps(method), t=2.0)
    assert_agrees(page, widget, {"h": 0.031, "l": 1.3})
