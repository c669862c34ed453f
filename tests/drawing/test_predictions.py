"""Predict, observe, explain: nothing plays before the prediction, what is said of it is true, and it stays here."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mechanics.predicting import RECORD, predict
from mechanics.predictions import Choose, Draw, Order, curves_of, named
from mechanics.widgets import simulate
from mechanics.workspace import settings_folder

PENDULUM = "mathematical_pendulum"
SWING = Draw("How does the angle go on?", "phi", -0.5, 0.5, "A pendulum swings.")


def faster(curves: Any) -> tuple[str, str]:
    small, large = (np.flatnonzero(np.diff(np.sign(curves_of(PENDULUM, q0=[q])["phi"])))[0] for q in (0.2, 2.8))
    return ("longer" if large > small else "shorter"), f"{large} instead of {small} frames."


TIME_TO_FALL = Choose("From higher up?", {"shorter": "less time", "longer": "more time"}, faster, "It is flat there.")
LENGTHS = Order(
    "From the shortest period to the longest?",
    {"long": "2 m", "short": "0.5 m", "middle": "1 m"},
    lambda curves: (("short", "middle", "long"), "T is proportional to the root of the length."),
    "A longer pendulum is slower.",
)


@pytest.fixture
def pendulum() -> Any:
    return simulate(PENDULUM, q0=[0.3], t=6.0, autoplay=False)


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings_folder(tmp_path).mkdir()
    (tmp_path / "course").mkdir()
    monkeypatch.chdir(tmp_path / "course")
    return tmp_path


def record(workspace: Path) -> dict[str, Any]:
    return json.loads((settings_folder(workspace) / RECORD).read_text(encoding="utf-8"))


class TestPython:
    def test_the_right_option_is_found_by_a_run(self, pendulum: Any) -> None:
        data = predict(pendulum, TIME_TO_FALL).spec["prediction"]
        assert data["right"] == "longer" and "instead of" in data["observed"]["text"]

    def test_the_real_curve_is_that_of_the_player(self, pendulum: Any) -> None:
        curve = predict(pendulum, SWING).spec["prediction"]["curve"]
        run = pendulum.result
        t = np.linspace(curve["start"], curve["end"], len(curve["real"]))
        assert curve["real"] == pytest.approx(np.interp(t, run.t, run["phi"]), abs=1e-3)

    @pytest.mark.parametrize(
        ("question", "message"),
        [
            ("99/none", "such as"),
            ("02/none", "Chapter 02 has the questions"),
            (Draw("?", "psi", -1, 1, ""), "Unknown curve 'psi'"),
            (Draw("?", "phi", 0, 1, ""), "must leave room"),
            (Choose("?", {"a": "A"}, lambda curves: ("b", ""), ""), "out of a"),
            (Order("?", {"a": "A", "b": "B"}, lambda curves: (("a",), ""), ""), "out of a, b"),
        ],
    )
    def test_a_question_that_does_not_fit_is_refused(self, pendulum: Any, question: Any, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            predict(pendulum, question)

    def test_it_is_kept_in_the_workspace_and_found_again(self, pendulum: Any, workspace: Path) -> None:
        predict(pendulum, TIME_TO_FALL).prediction = {"predicted": "shorter", "right": False}
        kept = record(workspace)["From higher up?"]
        assert kept["predicted"] == "shorter" and kept["at"]
        again = predict(simulate(PENDULUM), TIME_TO_FALL)
        assert again.prediction["predicted"] == "shorter"
        predict(simulate(PENDULUM, q0=[0.3]), SWING).prediction = {"predicted": [0.3, 0.0, -0.3]}
        assert len(record(workspace)) == 2, "one prediction has replaced another"

    def test_a_record_that_cannot_be_read_is_left_alone(self, pendulum: Any, workspace: Path) -> None:
        path = settings_folder(workspace) / RECORD
        path.write_text("[my notes]", encoding="utf-8")
        predict(pendulum, TIME_TO_FALL).prediction = {"predicted": "shorter"}
        assert path.read_text(encoding="utf-8") == "[my notes]"
        assert "could not be saved" in pendulum.error

    def test_nothing_is_written_outside_of_a_workspace(
        self, pendulum: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        predict(pendulum, TIME_TO_FALL).prediction = {"predicted": "shorter"}
        assert not list(tmp_path.iterdir()) and not pendulum.spec["prediction"]["kept"]

    def test_the_questions_of_a_chapter_have_names(self) -> None:
        assert named("02/stop").curve == "x"  # type: ignore[union-attr]


@pytest.mark.browser
class TestBrowser:
    SUBMIT = "button[type=submit]"

    def test_nothing_can_be_played_before_the_prediction(self, show: Any, pendulum: Any) -> None:
        page = show(predict(pendulum, TIME_TO_FALL), opened=False)
        for part in (".mp-canvas", "[data-name=play]", "[data-name=l]", ".mp-code"):
            assert not page.locator(part).is_visible(), f"{part} is in sight before the prediction"
        page.focus(".mechanics-player")
        page.keyboard.press("End")
        assert page.evaluate("() => Number(document.querySelector('[data-name=time]').value)") == 0.0
        assert page.locator(self.SUBMIT).is_disabled()
        assert "It is flat there" not in page.inner_text(".mp-prediction")

    def test_whoever_only_wants_to_see_it_sees_it(self, show: Any, pendulum: Any) -> None:
        page = show(predict(pendulum, TIME_TO_FALL), opened=False)
        page.click("[data-name=skip]")
        assert page.locator("[data-name=play]").is_visible()
        assert page.locator(".mp-why p").first.is_hidden(), "the reason is unfolded at once"
        page.click("[data-name=again]")
        assert not page.locator("[data-name=play]").is_visible()

    def test_a_wrong_choice_is_shown_beside_what_happens(self, show: Any, pendulum: Any) -> None:
        page = show(predict(pendulum, TIME_TO_FALL), opened=False)
        page.get_by_label("less time").check()
        page.click(self.SUBMIT)
        said = page.inner_text(".mp-prediction")
        assert "You predicted: less time." in said and "What happens: more time." in said and "frames" in said
        assert page.locator("[data-name=play]").is_visible()
        page.click(".mp-why summary")
        assert page.get_by_text("It is flat there.").is_visible()

    def test_the_keyboard_is_enough_to_put_cases_in_order(self, show: Any, pendulum: Any) -> None:
        page = show(predict(pendulum, LENGTHS), opened=False)
        button = page.get_by_role("button", name="Move down: 2 m")
        for _ in range(2):
            button.press("Enter")
        page.locator(self.SUBMIT).press("Enter")
        said = page.inner_text(".mp-prediction")
        assert "You predicted: 0.5 m → 1 m → 2 m." in said and "As you predicted" in said

    def test_points_are_moved_by_keys_and_have_names(self, show: Any, pendulum: Any) -> None:
        page = show(predict(pendulum, SWING), opened=False)
        page.locator(".mp-sketching input").first.focus()
        page.keyboard.press("ArrowRight")
        name = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
        assert "t = 1.5 s" in name
        for _ in range(4):
            page.keyboard.press("ArrowDown")
        assert page.evaluate("() => Number(document.activeElement.value)") == pytest.approx(0.2)
        assert page.locator(self.SUBMIT).is_enabled()

    @pytest.mark.parametrize("factor", [1.0, 1.25])
    def test_what_is_said_of_a_drawn_curve_is_true(self, show: Any, pendulum: Any, factor: float) -> None:
        """A cosine is drawn with the mouse, with the right period or a longer one."""
        page = show(predict(pendulum, SWING), opened=False)
        swings = np.flatnonzero(np.diff(np.sign(pendulum.result["phi"])))
        period = 2 * np.diff(pendulum.result.t[swings]).mean()
        box = page.locator(".mp-axes").bounding_box()
        left, width, top, height = box["x"] + 52, box["width"] - 66, box["y"] + 26, 260 - 62
        for k, t in enumerate(np.linspace(0, 6, 121)):
            value = 0.3 * math.cos(2 * math.pi * t / (factor * period))
            page.mouse.move(left + t / 6 * width, top + (0.5 - value) * height)
            if k == 0:
                page.mouse.down()
        page.mouse.up()
        page.click(self.SUBMIT)
        said = page.inner_text(".mp-prediction")
        percent = [int(word) for word in said.split("Your period is ")[1].split() if word.isdigit()][:1]
        assert ("Your period is right" in said) if factor == 1.0 else abs(percent[0] - 25) <= 2, said
        assert "too long" in said if factor > 1 else "of its range" in said

    def test_it_is_still_there_when_the_page_is_opened_again(self, show: Any, pendulum: Any) -> None:
        page = show(predict(pendulum, TIME_TO_FALL), opened=False)
        page.get_by_label("more time").check()
        page.click(self.SUBMIT)
        page.evaluate("() => (window.stop(), document.getElementById('place').replaceChildren())")
        page.evaluate("() => window.build(document.getElementById('place'))")
        assert "As you predicted" in page.inner_text(".mp-prediction")
        assert page.locator("[data-name=play]").is_visible()

    @pytest.mark.parametrize("dark", [False, True])
    def test_a_phone_shows_all_of_it(self, show: Any, pendulum: Any, dark: bool) -> None:
        page = show(predict(pendulum, SWING), opened=False, width=390, dark=dark)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
        sizes = page.locator(".mp-axes text").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect().right)"
        )
        assert max(sizes) <= 390 and min(sizes) > 0
