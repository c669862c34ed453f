"""Predictions in JupyterLab: asked before a simulation plays, kept in the workspace, there again after a new start."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.jupyterlab import Lab, Server

pytestmark = pytest.mark.browser

CHAPTER, CELL = "course/02-point-kinematics.ipynb", "play-profile"


@pytest.fixture(scope="module")
def lab(student_server: Server, visit: Callable[[Server], Lab]) -> Lab:
    return visit(student_server)


def asked(lab: Lab, picture: Callable[[Lab, str], None], name: str) -> Any:
    """The player of the cell after the chapter has run, with a picture of the page."""
    lab.run_all(limit=120)
    player = lab.show(CELL).locator(".mechanics-player")
    player.wait_for()
    picture(lab, name)
    return player


def test_a_curve_is_drawn_shown_beside_the_real_one_and_kept(lab: Lab, picture: Callable) -> None:
    lab.open(CHAPTER)
    player = asked(lab, picture, "prediction-asked")
    assert not player.locator("[data-name=play]").is_visible(), "it can be played before the prediction"
    player.locator(".mp-sketching input").first.focus()
    for keys in (["ArrowRight"] * 3, ["ArrowUp"] * 8):
        for key in keys:
            lab.page.keyboard.press(key)
    player.get_by_role("button", name="Show the motion").click()
    assert "On average, your curve is" in player.inner_text()
    assert player.locator("[data-name=play]").is_visible()
    picture(lab, "prediction-shown")
    record = 'import json, pathlib\nprint(pathlib.Path("../.mechanics/predictions.json").read_text(encoding="utf-8"))'
    kept = json.loads(lab.ask(record))
    assert len(kept["02/stop"]["predicted"]) == 81
    below = lab.show(f"{CELL}-see").locator(".jp-MarkdownOutput")
    answer = below.get_by_text("It brakes harder and harder")
    assert not answer.is_visible(), "the answer to a question is not folded"
    below.locator("details", has_text="It brakes harder and harder").locator("summary").first.click()
    answer.wait_for()
    picture(lab, "answer-unfolded")
    player = asked(lab, picture, "prediction-again")
    assert "Your prediction" in player.inner_text(), "it is forgotten when the cell runs again"
    lab.close()
