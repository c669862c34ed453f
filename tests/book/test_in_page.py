"""Answers in the page of a task, as a reader meets them: write, check, reload, stop, download, hand in."""

import json
import time
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbgrader.validator import Validator

from tests.book.conftest import TASK
from tests.book.pages import AUDIT, LAID_OUT
from tests.tasks.course import read, right_answers

pytestmark = pytest.mark.browser

NAME = TASK.rsplit("/", 1)[-1]
STEP = "current rate"
RIGHT, WRONG, BROKEN = "i_d = (u - R*i)/L", "i_d = (u + R*i)/L", "i_d = (u - R i)/L"
IDLE = "!document.body.classList.contains('answer-busy')"
START, FIRST, LATER = 90_000, 15.0, 2.0  # ms for a busy machine; s that a reader waits at most on a free one


def area_of(page: Any, step: str = STEP) -> Any:
    return page.get_by_label(f"Your answer: {step}", exact=True)


def pressed(page: Any, step: str = STEP, button: str = "Check") -> str:
    """Press a button of a step, and read what is said then."""
    page.get_by_role("button", name=f"{button}: {step}", exact=True).click()
    page.wait_for_function(IDLE, timeout=START)
    region = page.locator(f'[aria-label="Check: {step}"].answer-output')
    return " ".join(region.locator(".mechanics-step, .answer-needs, .answer-notice").all_inner_texts())


def answered(page: Any, source: str, step: str = STEP) -> str:
    area_of(page, step).fill(source)
    return pressed(page, step)


@pytest.fixture
def task(small_book: Path, server: Any, visit: Any) -> Any:
    """The page of the task, from a web server, ready to be written in."""
    page = visit(f"{server(small_book)}/{TASK}.html")
    area_of(page).wait_for()
    return page


def test_a_step_is_judged_as_in_jupyterlab(task):
    assert answered(task, RIGHT) == "✓ Right: current rate."
    wrong = answered(task, WRONG)
    assert wrong.startswith("✗ Not right yet: current rate.") and len(wrong) > 40, "no reason is given"
    assert answered(task, BROKEN).startswith("↻ Not yet run")
    error = task.locator(".answer-error").first.inner_text()
    assert "SyntaxError" in error and BROKEN in error, "the error does not show the reader's line"


def test_where_am_i_knows_what_was_checked_in_the_page(task):
    cells = {
        cell["id"]: cell["metadata"].get("nbgrader", {}) for cell in read(Path(f"{TASK}.ipynb").absolute())["cells"]
    }
    points = {name: graded["points"] for name, graded in cells.items() if graded.get("grade")}
    for source in (WRONG, WRONG, RIGHT):
        answered(task, source)
    address = task.url
    task.goto(address.replace(TASK, "progress"))
    begun, worth = task.locator(".book-tasks-begun"), points["current-rate-check"]
    line = begun.locator("summary").first.inner_text()
    assert f"1 of {len(points)} steps, {worth} of {sum(points.values())} points" in line
    begun.locator("summary").first.click()
    assert "✓ right" in begun.inner_text() and "2 × not right" in begun.inner_text()
    begun.locator("summary").last.click()
    assert "2 ×. ✗ Not right yet" in begun.locator("li").inner_text()
    task.goto(address)
    area_of(task).fill(WRONG)
    task.goto(address.replace(TASK, "progress"))
    assert f"0 of {len(points)} steps" in begun.locator("summary").first.inner_text(), "the answer was edited since"


def test_hints_unfold_one_by_one_below_a_check_that_is_not_right(task):
    hints = task.get_by_role("group", name=f"Hints: {STEP}")
    assert not hints.is_visible(), "nobody has asked for a verdict yet"
    answered(task, WRONG)
    hints.get_by_role("button", name=f"Hint 1 of 3: {STEP}").click()
    assert hints.locator("li").count() == 1
    task.reload()
    area_of(task).wait_for()
    assert hints.locator("li").count() == 1, "a hint that was taken is hidden again"
    for k in (2, 3):
        hints.get_by_role("button", name=f"Hint {k} of 3: {STEP}").click()
    assert hints.locator("li").count() == 3 and not hints.get_by_role("button").is_visible()
    assert "$" not in hints.inner_text() and "`" not in hints.inner_text()


@pytest.mark.slow
def test_verdicts_come_soon(task):
    before = time.monotonic()
    answered(task, RIGHT)
    first = time.monotonic()
    answered(task, WRONG)
    later = time.monotonic()
    print(f"first verdict after {first - before:.1f} s, the next one after {later - first:.2f} s")
    assert first - before < FIRST and later - first < LATER


@pytest.mark.slow
def test_all_answers_together_are_right(task):
    for name, source in right_answers(NAME).items():
        area_of(task, name.removesuffix("-answer").replace("-", " ")).fill(source)
    task.get_by_role("button", name="Check all").click()
    task.wait_for_function(IDLE, timeout=START)
    said = task.locator(".answer-output .mechanics-step").all_inner_texts()
    assert len(said) == 8 and all(text[:1] in "✓…" for text in said), said


@pytest.mark.slow
def test_answers_survive_a_reload_and_leave_in_a_notebook_that_can_be_handed_in(task, tmp_path):
    for name, source in right_answers(NAME).items():
        area_of(task, name.removesuffix("-answer").replace("-", " ")).fill(source)
    task.reload()
    area_of(task).wait_for()
    with task.expect_download() as download:
        task.get_by_role("button", name="Download the notebook").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == f"{NAME}.ipynb"
    handed_in, released = nbformat.read(path, as_version=4), read(Path(f"{TASK}.ipynb").absolute())
    nbformat.validate(handed_in)
    sources = {cell.id: cell.source for cell in handed_in.cells}
    assert sources | right_answers(NAME) == sources, "an answer is missing in the notebook"
    for cell in released["cells"]:
        if not cell["metadata"].get("nbgrader", {}).get("solution"):
            assert sources[cell["id"]] == "".join(cell["source"]), f"{cell['id']} is not what was released"
    (tmp_path / "key.json").write_bytes(Path(TASK).with_name("key.json").read_bytes())
    assert not Validator().validate(str(path)).get("failed"), "nbgrader does not accept the notebook"


@pytest.mark.slow
def test_an_endless_loop_is_stopped_and_the_next_check_works(task):
    assert answered(task, RIGHT).startswith("✓")
    area_of(task).fill(f"while True:\n    pass\n{RIGHT}")
    task.get_by_role("button", name=f"Check: {STEP}", exact=True).click()
    task.get_by_role("button", name="Stop").click()
    task.wait_for_function(IDLE)
    assert "Stopped" in task.locator(".answer-state").inner_text()
    assert answered(task, RIGHT) == "✓ Right: current rate."


@pytest.mark.slow
def test_what_does_not_run_here_says_so_in_one_sentence(task):
    step = "current function"
    arrays = "def current(i_0, u, h, L):\n    return i_0 + h*u.sum()/L"
    assert "needs numpy, which does not run in this page" in answered(task, arrays, step)
    assert answered(task, right_answers(NAME)["current-function-answer"], step).startswith("✓")


def test_a_page_without_a_server_takes_answers_along_but_cannot_check_them(small_book, visit):
    page = visit((small_book / f"{TASK}.html").as_uri())
    assert "Checks need a web server" in answered(page, RIGHT)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the notebook").click()
    assert RIGHT in Path(download.value.path()).read_text(encoding="utf-8")


def test_a_page_without_javascript_is_the_statement(small_book, browser):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto((small_book / f"{TASK}.html").as_uri())
    assert page.locator("div.cell_input").first.is_visible() and not page.locator(".answer-input").count()
    page.context.close()


@pytest.mark.slow
def test_a_full_storage_is_told(task):
    task.evaluate("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; 0")
    area_of(task).fill(RIGHT)
    assert "does not keep your answers" in task.locator(".answer-bar ~ .answer-notice").inner_text()
    assert pressed(task).startswith("✓"), "answers that cannot be kept cannot be checked"


@pytest.mark.slow
def test_the_network_is_gone_and_comes_again(small_book, server, browser):
    task = browser.new_page(service_workers="block")  # of its own: a lost network is an error in the console
    task.goto(f"{server(small_book)}/{TASK}.html")
    task.route("**/_static/python/**", lambda route: route.abort())
    said = answered(task, RIGHT)
    assert "Try again" in said and "✓" not in said, said
    task.unroute("**/_static/python/**")
    assert answered(task, RIGHT) == "✓ Right: current rate."
    task.close()


@pytest.mark.slow
def test_a_step_is_answered_with_the_keyboard_alone(task):
    area_of(task).focus()
    task.keyboard.press("Control+A")
    task.keyboard.type("i_d = (u - R*i)/L")
    task.keyboard.press("Tab")
    assert task.evaluate("document.activeElement.getAttribute('aria-label')") == f"Check: {STEP}"
    task.keyboard.press("Enter")
    task.wait_for_function(IDLE, timeout=START)
    assert "✓ Right" in task.locator(f'[aria-label="Check: {STEP}"].answer-output').inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_page_with_verdicts_is_accessible_on_a_phone(small_book, server, visit, axe, dark):
    page = visit(f"{server(small_book)}/{TASK}.html", dark=dark, width=390)
    area_of(page).wait_for()
    for source in (BROKEN, WRONG):
        answered(page, source)
    area_of(page).fill(BROKEN)
    pressed(page, button="Run")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "the page must be scrolled sideways"
    page.evaluate("() => mechanicsBook.complete")
    page.add_style_tag(content=LAID_OUT)
    page.evaluate(axe)
    assert not page.evaluate(AUDIT)


def test_a_page_holds_the_released_keys_and_nothing_else(small_book):
    text = (small_book / "_static" / "tasks" / f"{TASK.removeprefix('exercises/')}.js").read_text(encoding="utf-8")
    content = json.loads(text.removeprefix("mechanicsTask(").removesuffix(");\n"))
    assert content["notebook"] == read(Path(f"{TASK}.ipynb").absolute())
    released = read(Path(TASK).with_name("key.json").absolute())["checks"]
    assert json.loads(content["keys"])["checks"].items() <= released.items()


@pytest.fixture
def chapter(small_book: Path, server: Any, visit: Any) -> Any:
    """The page of a chapter with a question that needs nothing but sympy."""
    page = visit(f"{server(small_book)}/course/A12-hollow-cylinder-rod.html")
    page.get_by_role("button", name="Change and run: check stretch").click()
    return page


def ran(page: Any, source: str) -> str:
    """Write into the question of the chapter, run it, and read what it prints."""
    area_of(page, "check stretch").fill(source)
    page.get_by_role("button", name="Run: check stretch", exact=True).click()
    page.wait_for_function(IDLE, timeout=START)
    return page.locator('[aria-label="Output: check stretch"]').inner_text()


def test_a_question_of_a_chapter_is_answered_in_its_page(chapter):
    asked = area_of(chapter, "check stretch").input_value()
    assert asked.startswith("from mechanics.notebook import check_yourself") and "..." in asked
    assert ran(chapter, asked).startswith("Put your answer in place of the three dots")
    assert ran(chapter, asked.replace("...", '"c/m2"', 1)).startswith("✓ Right")
    wrong = ran(chapter, asked.replace("...", '"m2/c"', 1))
    assert wrong.startswith("✗ Not right yet") and len(wrong) > 40, "no reason is given"
    chapter.reload()
    assert '"m2/c"' in area_of(chapter, "check stretch").input_value(), "what was written is kept"
    chapter.get_by_role("button", name="Reset: check stretch").click()
    assert area_of(chapter, "check stretch").input_value() == asked


def test_only_cells_that_run_in_the_page_can_be_changed(chapter):
    cells = chapter.locator("div.cell:has(pre)").count()
    assert 1 <= chapter.locator("div.cell[class*=tag_answer--]").count() < cells / 2
