"""A student in JupyterLab: a simulation plays and follows its sliders; tasks say what is wrong."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from mechanics.launch import START
from tests.browser.chapters import TIME, appeared
from tests.browser.jupyterlab import Lab, Server, widgets
from tests.tasks.course import right_answers

pytestmark = pytest.mark.browser

CHAPTER = "course/08-flexible-bodies.ipynb"
TASK = "exercises/05-euler-lagrange/cart-pendulum.ipynb"
PICTURES = "(node) => [...node.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL())"


@pytest.fixture(scope="module")
def lab(student_server: Server, visit: Callable[[Server], Lab]) -> Lab:
    return visit(student_server)


def test_the_course_opens_on_the_start_page(lab: Lab, picture: Callable) -> None:
    lab.open()
    picture(lab, "start")
    shown = lab.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.path")
    assert shown == START
    menus = lab.page.locator("#jp-MainMenu").inner_text()
    assert "Nbgrader" not in menus, "a student sees the teachers' menu"


def images(lab: Lab, name: str) -> list[list[Any]]:
    """Width and description of the pictures under a cell."""
    lab.show(name).locator("img").first.evaluate("(image) => image.decode()")
    return lab.show(name).locator("img").evaluate_all("(all) => all.map((one) => [one.naturalWidth, one.alt])")


def test_a_chapter_shows_stills_until_its_cells_run(lab: Lab, picture: Callable) -> None:
    lab.open(CHAPTER)
    code = [cell for cell in lab.cells() if cell["cell_type"] == "code"]
    for name in ("question-picture", "question-play"):
        [[width, alt]] = images(lab, name)
        assert width > 100, f"{name} is blank"
        assert "solar panels" in alt
    picture(lab, "still")
    assert "Shift+Enter" in lab.show("question-play").inner_text()
    assert not any(cell["execution_count"] for cell in lab.cells() if cell["cell_type"] == "code")
    for cell in code[: [cell["id"] for cell in code].index("question-play") + 1]:
        lab.run(cell["id"])
    assert len(images(lab, "question-picture")) == 1, "the sketch stands beside its still"
    appeared(lab, "question-play")
    picture(lab, "still-replaced")
    assert lab.show("question-play").locator("img").count() == 0, "the simulation stands beside its still"
    assert "A still" not in lab.show("question-play").inner_text()
    lab.close()


@pytest.fixture(scope="module")
def player(lab: Lab) -> Any:
    """The first simulation of the start page, which begins by itself."""
    lab.open(START)
    lab.run_all()
    return appeared(lab, widgets(lab.cells())[0])


def paused(player: Any) -> None:
    if player.locator("[data-name=play]").get_attribute("aria-label") == "Pause":
        player.locator("[data-name=play]").click()


def test_a_simulation_moves_and_stands_still_when_paused(lab: Lab, player: Any) -> None:
    player.evaluate(f"(node) => new Promise((done) => setTimeout(() => done(({TIME})(node)), 300))")
    assert player.evaluate(TIME) > 0.0, "the simulation does not begin by itself"
    paused(player)
    before, time = player.evaluate(PICTURES), player.evaluate(TIME)
    lab.page.wait_for_timeout(300)
    assert player.evaluate(PICTURES) == before, "something moves although it is paused"
    player.locator("[data-name=play]").click()
    lab.page.wait_for_timeout(300)
    paused(player)
    assert player.evaluate(TIME) > time
    after = player.evaluate(PICTURES)
    assert all(new != old for new, old in zip(after, before, strict=True)), "picture and plots do not move together"


def test_a_slider_brings_a_new_run_at_the_same_time(lab: Lab, player: Any, picture: Callable) -> None:
    paused(player)
    before, time, code = (
        player.evaluate(PICTURES),
        player.evaluate(TIME),
        player.locator(".mp-code").input_value(),
    )
    slider = player.locator("[data-name=l]")
    slider.focus()
    for _ in range(3):
        lab.page.keyboard.press("ArrowRight")
    value = slider.get_attribute("aria-valuetext").removesuffix(" m")
    player.page.wait_for_function(
        "([code, text]) => code.value.includes(text)",
        arg=[player.locator(".mp-code").element_handle(), f"l={value}"],
    )
    picture(lab, "slider")
    assert player.locator(".mp-code").input_value() != code
    after = player.evaluate(PICTURES)
    assert all(new != old for new, old in zip(after, before, strict=True)), "a picture stayed as it was"
    assert player.evaluate(TIME) == pytest.approx(time), "the time cursor moved"


@pytest.fixture(scope="module")
def task(lab: Lab) -> Lab:
    lab.open(TASK)
    lab.run_all()
    return lab


def shown(lab: Lab, check: str) -> str:
    """What can be read below a check, with what its style adds."""
    step = lab.show(check).locator(".mechanics-step")
    added = ["::before", "::after"]
    read = "(node, names) => names.map((name) => getComputedStyle(node, name).content.replace(/^none$/, ''))"
    before, after = step.evaluate(read, added)
    return f"{before.strip(chr(34))}{step.inner_text()}{after.strip(chr(34))}".strip()


def test_run_all_reaches_the_last_cell_of_an_untouched_task(task: Lab, picture: Callable) -> None:
    code = [cell for cell in task.cells() if cell["cell_type"] == "code"]
    left = [cell["id"] for cell in code if not cell["execution_count"]]
    assert not left, f"these cells did not run: {left}"
    picture(task, "task-untouched")
    assert shown(task, "rod-mass-check") == "○ Not yet answered: rod mass."


def test_a_wrong_answer_gets_its_sentence_and_no_traceback(task: Lab, picture: Callable) -> None:
    task.type("rod-mass-answer", "rod_mass = -rho_S * l_S * b_S * h_S")
    task.run("rod-mass-answer")
    assert "Traceback" not in task.run("rod-mass-check")
    picture(task, "task-wrong")
    said = shown(task, "rod-mass-check")
    assert said.startswith("✗ Not right yet: rod mass.") and "sign" in said
    assert len(said.strip().splitlines()) == 1, f"more than a sentence:\n{said}"


def test_the_right_answer_is_praised(task: Lab, picture: Callable) -> None:
    task.type("rod-mass-answer", "rod_mass = rho_S * b_S * h_S * l_S")
    task.run("rod-mass-answer")
    task.run("rod-mass-check")
    picture(task, "task-right")
    assert shown(task, "rod-mass-check") == "✓ Right: rod mass."


def test_what_was_said_disappears_as_soon_as_the_answer_is_edited(task: Lab, picture: Callable) -> None:
    answer = "rod_mass = rho_S * b_S * h_S * l_S"
    task.type("rod-mass-answer", answer.replace("* h_S", "^ h_S"))
    picture(task, "task-edited")
    assert shown(task, "rod-mass-check").startswith("↻ Not yet run: the cell above has been edited")
    task.type("rod-mass-answer", answer)
    assert shown(task, "rod-mass-check") == "✓ Right: rod mass.", "it is the text that ran"


def test_a_value_from_before_an_error_is_not_judged(task: Lab, picture: Callable) -> None:
    task.type("rod-mass-answer", "rod_mass = rho_S * b_S * h_S * l_S^1")
    assert "write **" in task.run("rod-mass-answer")
    stands = shown(task, "rod-mass-check")
    picture(task, "task-failed")
    task.run("rod-mass-check")
    assert shown(task, "rod-mass-check") == stands
    assert stands.startswith("↻ Not yet run: rod mass. The last run of the cell of rod_mass ended with an error")


def test_a_choice_is_noted(task: Lab, picture: Callable) -> None:
    task.type("stable-answer", "stable = 'both'")
    task.run("stable-answer")
    said = task.run("stable-check")
    picture(task, "task-noted")
    assert said.startswith("… Noted: stable.") and "Right" not in said


def validated(lab: Lab) -> str:
    """What the button *Validate* answers."""
    lab.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Toolbar").get_by_text("Validate").click()
    lab.page.locator("#validation-message").wait_for(timeout=60_000)
    said = lab.page.locator("#validation-message").inner_text()
    return said


def test_validate_names_what_is_missing(task: Lab, picture: Callable) -> None:
    task.type("rod-mass-answer", "rod_mass = rho_S * b_S * h_S * l_S")
    said = validated(task)
    picture(task, "validate-fails")
    task.page.locator(".jp-Dialog").get_by_text("Ok", exact=True).click()
    assert "Rod inertia: Nothing entered yet." in said
    assert "Rod mass" not in said, "the right answer is named as wrong"
    assert "Traceback" not in said


def test_validate_passes_when_every_answer_is_right(task: Lab, picture: Callable) -> None:
    for name, text in right_answers("cart-pendulum").items():
        task.type(name, text)
    said = validated(task)
    picture(task, "validate-passes")
    task.page.locator(".jp-Dialog").get_by_text("Ok", exact=True).click()
    assert "passes all" not in said and "The following cell" not in said
    assert re.search(r"Nothing is wrong so far\. \d+ answers are right, 1 is noted: it is judged when", said), said
