"""A free-body diagram is drawn in the page of its task: the board writes the answer, and draws what is typed there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docs.book.inpage.tasks import lay_out_tasks
from tests.conftest import CHECKOUT
from tests.tasks.course import RELEASES, right_answers

pytestmark = pytest.mark.browser

TASK = RELEASES / "03a-force-systems" / "cut-it-free.ipynb"
ANSWERS = ("cylinder", "frame", "beam")
CELL = '<div class="cell tag_answer--{}-answer"><div class="cell_input"></div><div class="cell_output">x</div></div>'
PAGE = """<!doctype html><html lang="en" data-content_root="../../"><title>Task</title><body><h1>Task</h1>
<div class="answer-place"></div>{}<script src="../../_static/answers.js"></script></body></html>"""


@pytest.fixture
def page(tmp_path: Path, visit: Any) -> Iterator[Any]:
    """The page of a task as a file, with what the book lays out for it."""
    lay_out_tasks({TASK: {}}, tmp_path / "_static")
    script = (CHECKOUT / "docs" / "_static" / "answers.js").read_text(encoding="utf-8")
    (tmp_path / "_static" / "answers.js").write_text(script, encoding="utf-8")
    place = tmp_path / "exercises" / TASK.parent.name / "cut-it-free.html"
    place.parent.mkdir(parents=True)
    place.write_text(PAGE.format("".join(map(CELL.format, ANSWERS))), encoding="utf-8")
    page = visit(place.as_uri())
    page.locator(".answer-board .fb-dot").first.wait_for()
    return page


def area(page: Any) -> Any:
    return page.locator("textarea.answer-input").first


def rows(page: Any) -> Any:
    return page.locator(".answer-board").first.locator(".fb-row")


def test_what_is_drawn_is_written_into_the_answer_and_kept(page):
    page.locator(".answer-board").first.locator('[data-point="S"]').focus()
    page.keyboard.press("Enter")
    wanted = 'cylinder = [\n    force("F_1", at="S", direction="up"),\n]\ndraw("cylinder_at_wall", cylinder)'
    assert area(page).input_value() == wanted
    page.reload()
    rows(page).wait_for()
    assert area(page).input_value() == wanted, "the drawing is lost with the page"
    assert rows(page).count() == 1, "the drawing is not drawn again"


def test_what_is_typed_is_drawn(page):
    area(page).fill(dict(right_answers("cut-it-free"))["cylinder-answer"])
    assert rows(page).count() == 3
    area(page).fill('cylinder = [cut("W"), axes("S", direction=30),]\ndraw("cylinder_at_wall", cylinder)')
    assert rows(page).count() == 2


@pytest.mark.parametrize("line", ['force(name, at="S", direction="up")', 'force("F", at="Q", direction="up")', "1"])
def test_what_only_python_understands_is_never_overwritten(page, line):
    text = f'cylinder = [{line}]\ndraw("cylinder_at_wall", cylinder)'
    area(page).fill(text)
    page.locator(".answer-board").first.locator('[data-point="S"]').focus()
    page.keyboard.press("Enter")
    assert area(page).input_value() == text
    assert "has changed" in page.locator(".answer-board .fb-status").first.inner_text()


AT_ONCE = """([drawn, typed]) => {
  const area = document.querySelector("textarea.answer-input");
  for (const text of [drawn, typed]) {
    area.value = text;
    area.dispatchEvent(new Event("input"));
  }
  const point = area.closest("div.cell").querySelector('[data-point="S"]');
  point.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  return area.value;
}"""


def test_what_is_typed_before_the_board_is_painted_is_not_overwritten_either(page):
    """All of it before the browser paints once more, as on a busy machine."""
    drawn = 'cylinder = [cut("W")]\ndraw("cylinder_at_wall", cylinder)'
    typed = 'cylinder = [force(name, at="S", direction="up")]\ndraw("cylinder_at_wall", cylinder)'
    assert page.evaluate(AT_ONCE, [drawn, typed]) == typed
    assert "has changed" in page.locator(".answer-board .fb-status").first.inner_text()
