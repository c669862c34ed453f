"""Laws by table, tyres with friction, controllers that sample, and loads of the user's run in the page as in Python."""

from typing import Any

import pytest

from mechanics import systems
from mechanics.demonstrations import force_elements as examples
from mechanics.drawing.playable import PlayableMotion
from mechanics.widgets import simulate
from tests.drawing.test_laws_in_the_page import compared

PRESS = systems.load("toggle_press").numeric()


@pytest.fixture(autouse=True)
def precisely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's runs as exact as possible."""
    monkeypatch.setattr(PlayableMotion, "accuracy", 1e-12)


@pytest.mark.parametrize(
    ("make", "changes"),
    [
        (lambda: examples.testing_machine("table"), {"q": 0.6, "a": 0.07}),  # beyond the ends of both tables
        (examples.balanced_stick, {"phi_0": -0.5}),  # samples that fall on times of the run
        pytest.param(examples.balanced_stick, {"T": 0.11}, marks=pytest.mark.slow),
    ],
)
def test_the_motion_is_that_of_python_over_ten_seconds(make: Any, changes: dict[str, float], tmp_path: Any):
    compared(simulate(make(), t=10.0, autoplay=False), changes, tmp_path)


@pytest.mark.timeout(600)
@pytest.mark.slow  # in Python a wheel with a brake takes a minute so exactly
def test_a_wheel_brakes_as_in_python(tmp_path):
    widget = simulate(examples.braked_wheel(), t=2.0, autoplay=False)
    compared(widget, {"grip": 0.4, "M_B": 900.0}, tmp_path)


def workpiece(t, x, k=2e5, x_w=0.88):
    return k * max(0.0, float(PRESS.output("x_slider", x[:1])) - x_w)


def test_a_load_may_ask_a_model_for_an_output(tmp_path):
    widget = simulate("toggle_press", q0=[1.0], u={"f": 300.0, "f_L": workpiece}, t=1.2, autoplay=False)
    compared(widget, {"phi1": 0.9, "m1": 5.0}, tmp_path)
