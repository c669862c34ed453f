"""Inputs that are functions of time and state run in the page as in Python, or stay with Python."""

from math import cos
from typing import Any

import numpy as np
import pytest
from scipy.interpolate import CubicSpline
from sympy import Piecewise, sin

from mechanics.drawing.playable import PlayableMotion, PlayableStateSpace
from mechanics.model import t
from mechanics.widgets import simulate
from tests.drawing.engine import in_node

RUN = """
const model = new BrowserModel(given.spec.model, given.spec.scene);
const settings = { ...given.run.values, ...given.changes };
const { made, problem } = answer(() => model.run(settings, given.run, { seconds: 60 }));
tell(made ? rows(made) : problem.message);
"""
CALLS: list[float] = []


def spring(t, x, c=15.0):
    return c * (0.2 * t - x[0])


def drum(t):
    return 5.0 if t % 2.0 < 1.0 else 0.0


def mixed(t):
    return np.sin(3 * t) * np.exp(-t) + cos(t) * float(t)


def of_another(t, x):
    return spring(t, x, c=2.0) + max(0.0, mixed(t))


def noted(t):
    CALLS.append(t)
    return 0.0


LAWS = {
    "an expression": sin(3 * t),
    "pieces": Piecewise((5, (t > 1) & (t < 1.5)), (0, True)),
    "a table": ([0, 1, 2, 3], [0, 4, -4, 0]),
    "an interpolant": CubicSpline(np.linspace(0, 5, 12), np.sin(np.linspace(0, 9, 12))),
    "a function of the time": mixed,
    "a function with jumps": drum,
    "a feedback": lambda t, x: -3.0 * sum(k * value for k, value in zip((1, 0.5), x[1:3], strict=True)),
    "a function that calls another": of_another,
}


@pytest.mark.parametrize("name", LAWS)
def test_the_motion_is_that_of_python(name, tmp_path, monkeypatch):
    monkeypatch.setattr(PlayableMotion, "accuracy", 1e-12)
    compared(simulate("cart_pendulum", u={"f_e": LAWS[name]}, t=3.0, autoplay=False), {"m_W": 1.7}, tmp_path)


def test_a_feedback_ends_the_sticking_as_in_python(tmp_path, monkeypatch):
    monkeypatch.setattr(PlayableStateSpace, "finest", 1e-12)
    widget = simulate("stick_slip_block", x0=[0, 0], u={"f_e": spring}, t=6.0, autoplay=False)
    compared(widget, {"mu_H": 0.5}, tmp_path)


def compared(widget: Any, changes: dict[str, float], folder: Any) -> None:
    """Python's numbers, with a slider moved, and in the page."""
    assert widget.spec["model"], "its sliders are dead in a page without Python"
    ours = np.array(in_node(folder, RUN, {"spec": widget.spec, "run": widget.run, "changes": changes}))
    theirs = widget._answer({"values": changes}).values
    plain = slice(None, -1 if widget.spec["model"].get("shows_modes") else None)
    worst = np.abs(ours - theirs)[:, plain] / np.maximum(np.abs(theirs).max(axis=0), 1e-3)[plain]
    assert worst.max() <= 1e-8, f"column {worst.max(axis=0).argmax()} is off by {worst.max():.2g}"


def test_a_function_that_remembers_stays_with_python():
    CALLS.clear()
    assert simulate("cart_pendulum", u={"f_e": noted}, t=0.1, autoplay=False).spec["model"] is None
    assert CALLS and all(isinstance(t, float) for t in CALLS), "it was called with something that is no number"


def test_a_function_whose_helper_names_no_module_runs_in_the_page():
    """As in a notebook that another program runs: what `exec` defines in plain names belongs to no module."""
    names: dict[str, Any] = {}
    exec("def help(t):\n    return 2.0 * t\ndef law(t):\n    return help(t) - 1.0", names)
    assert simulate("cart_pendulum", u={"f_e": names["law"]}, t=0.1, autoplay=False).spec["model"]


def test_a_function_with_other_numbers_at_every_call_stays_with_python():
    random = np.random.default_rng(0)
    law = lambda t: 1e-9 * random.normal()  # noqa: E731 (as a user writes it)
    assert simulate("cart_pendulum", u={"f_e": law}, t=0.01, autoplay=False).spec["model"] is None


def test_names_of_a_module_are_what_they_were():
    simulate("cart_pendulum", u={"f_e": mixed}, t=0.1, autoplay=False)
    assert globals()["np"] is np and "float" not in globals()
    assert mixed(1.0) == np.sin(3.0) * np.exp(-1.0) + cos(1.0)
