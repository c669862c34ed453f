"""Problems as pictures: played along an input or in time, honest about what has no solution."""

import numpy as np
import pytest
import sympy as sp

from mechanics.drawing.playable import playable_of
from mechanics.model import ModelError
from mechanics.problem import Given, Motion, Outputs, Problem
from mechanics.scene import Ground, Handle, PointMass, Rod, Scene, ValueArrow
from mechanics.symbols import t
from mechanics.widgets import simulate, sketch

MOVE = """([name, value]) => {
  const slider = document.querySelector(`[data-name="${name}"]`);
  slider.value = value;
  slider.dispatchEvent(new Event("input"));
}"""


def hanging() -> Problem:
    """A lamp on a rope between two walls; the rope must be longer than their distance."""
    p = Given(
        m=(2.0, "kg", "mass of the lamp"),
        b=(2.0, "m", "distance of the walls"),
        l=(2.5, "m", "length of the rope"),
    )
    y = Outputs(sag=("m", "sag"), f=("N", "force in the rope"), note=("1", "in words"))
    sag = sp.sqrt(p.l**2 - p.b**2) / 2
    return Problem(
        title="Lamp",
        parameters=p,
        outputs=y,
        formulas={"sag": sag, "f": p.m * 9.81 * p.l / (4 * y.sag)},
        words={"note": {"steep": y.sag > p.b / 2, "flat": True}},
        conditions={"The rope must be longer than the distance of the walls": p.l > p.b},
        sweep="l",
        scene=lambda problem: Scene(
            shapes=(
                Ground((0, 0), (0, 1)),
                Rod((0, 0), (p.b / 2, -y.sag)),
                Rod((p.b / 2, -y.sag), (p.b, 0)),
                PointMass((p.b / 2, -y.sag), 0.1),
                ValueArrow((p.b / 2, -y.sag), (0, -1), y.f, 50.0, label=y.f),
            ),
            description="A lamp hangs in the middle of a rope between two walls and pulls it down.",
            handles=(Handle((p.b / 2, -y.sag), ("l",)),),
            ranges={"l": (1.0, 5.0)},
        ),
    )


def thrown() -> Problem:
    """A stone thrown upwards until it is back."""
    p = Given(v=(9.81, "m/s", "speed"))
    y = Outputs(T=("s", "time in the air"))
    height = p.v * t - 9.81 * t**2 / 2
    return Problem(
        title="Stone",
        parameters=p,
        outputs=y,
        formulas={"T": 2 * p.v / 9.81},
        motion=Motion(y.T, {"z": (height, "m", "height")}),
        scene=lambda problem: Scene((PointMass((0, height), 0.1),), "A stone is thrown upwards and falls back."),
    )


def column(widget, name: str) -> np.ndarray:
    values = np.frombuffer(widget.data, "<f4").reshape(widget.run["count"], widget.run["columns"])
    return values[:, widget.spec["variables"][name]["column"]]


def test_a_problem_is_played_along_its_input_as_far_as_there_is_a_solution():
    widget = simulate(hanging())
    assert widget.spec["axis"]["name"] == "l" and widget.spec["axis"]["begin"] == 2.5
    assert (widget.run["start"], widget.run["end"]) == (pytest.approx(2.01), 5.0), "the rope must be longer than b = 2"
    l = np.linspace(widget.run["start"], widget.run["end"], widget.run["count"])
    assert column(widget, "f") == pytest.approx(2 * 9.81 * l / (2 * np.sqrt(l**2 - 4)), rel=1e-5)
    assert not widget.spec["autoplay"], "what does not move by itself does not start by itself"
    assert "note" not in widget.spec["variables"], "words cannot be plotted"
    assert [s["name"] for s in widget.spec["sliders"]] == ["m", "b"], "the time line is the slider of l"


def test_a_slider_solves_anew_and_what_has_no_solution_leaves_the_picture():
    widget = simulate(hanging())
    before = widget.data
    widget.request = {"id": 1, "values": {"b": 2.2}}
    assert widget.error == "" and widget.run["start"] > 2.2
    widget.request = {"id": 2, "values": {"b": 2.6}}
    assert "longer than the distance" in widget.error
    assert widget.run["values"]["b"] == 2.2 and widget.data != before


def test_dragging_moves_the_input_that_is_played():
    widget = simulate(hanging())
    widget.request = {"id": 1, "values": {}, "drag": {"handle": 0, "x": 1.0, "y": -1.0}}
    assert widget.run["values"]["l"] == pytest.approx(2 * np.sqrt(2), rel=1e-3)


def test_a_motion_lasts_as_long_as_it_says():
    widget = simulate(thrown())
    assert (widget.run["start"], widget.run["end"]) == (0.0, 2.0)
    assert column(widget, "z").max() == pytest.approx(9.81 / 2, rel=1e-4)
    widget.request = {"id": 1, "values": {"v": 2 * 9.81}}
    assert widget.run["end"] == pytest.approx(4.0)


def test_sketches_of_problems():
    assert sketch(hanging(), l=4.0).png().startswith(b"\x89PNG")
    with pytest.raises(ModelError, match="length"):
        sketch(hanging(), length=4.0)


def test_arrays_of_inputs_are_solved_at_once():
    playable = playable_of(hanging())
    l = np.array([2.5, 3.0])
    values = playable.snapshot(playable.parameters.defaults, {"l": l}, [playable.system.outputs.sag])
    assert values[:, 0] == pytest.approx(np.sqrt(l**2 - 4) / 2)


@pytest.mark.browser
def test_in_a_browser_the_time_line_is_the_input(show):
    page = show(simulate(hanging()))
    assert page.get_attribute("[data-name=time]", "aria-label") == "length of the rope"
    assert page.inner_text(".mp-clock") == "l = 2.50 m"
    page.evaluate(MOVE, ["b", 2.6])
    page.wait_for_function("() => document.querySelector('.mp-alert').textContent.includes('longer than')")
    page.evaluate(MOVE, ["b", 1.5])
    page.wait_for_function("() => document.querySelector('.mp-alert').textContent === ''")
    page.wait_for_function("() => Number(document.querySelector('[data-name=time]').min) < 1.6")
    assert page.inner_text(".mp-clock") == "l = 2.50 m", "the present value stays where it is"
