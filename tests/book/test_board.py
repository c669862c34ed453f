"""The board for free-body diagrams in a plain page: accessible, in sight at once, and usable with mouse and keys."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from docs.book.web import fetched
from mechanics.drawing.drawing_board import DrawingBoard
from mechanics.drawing.free_body import axes, cut, draw, force, moment
from tests.book.conftest import NPM
from tests.book.pages import AUDIT

pytestmark = pytest.mark.browser

START = """async ([source, css, spec, actions]) => {
  const values = { spec, actions };
  const model = { get: (name) => values[name], set() {}, on() {}, off() {}, save_changes() {} };
  document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
  const module = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  await module.default.render({ model, el: document.getElementById("place") });
}"""
PAGE = (
    "<!doctype html><html lang='en'><title>Board</title><header><h1 style='color: #7a7a7a'>Board</h1></header>"
    "<main id='place' style='width: {}px'></main>"
)
FULL = [
    *map(cut, "ABC"),
    force("A_x", at="A", direction="right"),
    force("A_z", at="A", direction="unknown"),
    force("f_S", at="B", direction="up"),
    force("f_S", at="C", direction="along the rope at C, upwards"),
    moment("M", at="D"),
    axes("A", direction=20),
]
WIDE, PHONE = (1280, 720, 880), (390, 844, 340)  # window, and what JupyterLab leaves of its width to an output


@pytest.fixture
def board(browser: Any) -> Iterator[Callable[..., Any]]:
    """``board(size, name, actions)`` opens a page that shows a board."""
    pages: list[Any] = []

    def show(
        size: tuple[int, int, int], name: str, actions: list[dict[str, Any]], dark: bool = False, text: str = ""
    ) -> Any:
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        pages.append(page)
        page.set_content(PAGE.format(size[2]))
        if text:
            page.evaluate(TYPED, text)
        if dark:
            page.add_style_tag(content="body { background: #111111; --jp-layout-color0: #111111; }")
        shown = draw(name, actions)
        widget = DrawingBoard(shown.spec(), shown.actions)
        page.evaluate(START, [widget._esm, widget._css, widget.spec, widget.actions])
        page.wait_for_selector(".fb-dot")
        return page

    yield show
    for page in pages:
        page.close()


@pytest.fixture(scope="module")
def audit() -> str:
    """The source of axe-core, fetched if it is missing."""
    try:
        fetched(NPM.parent)
    except SystemExit as problem:
        pytest.skip(str(problem))
    return (NPM / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def lines(page: Any) -> list[str]:
    code = page.locator("textarea").input_value()
    return [line.strip() for line in code.splitlines() if line not in ("[", "]", "[]")]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_an_audit_of_accessibility_has_no_complaints(board: Callable, audit: str, size: tuple, dark: bool) -> None:
    page = board(size, "frame_on_rope", FULL, dark)
    page.locator("summary").click()
    page.evaluate(audit)
    assert page.evaluate(AUDIT) == []


def test_a_page_that_turns_dark_takes_its_board_along(board: Callable, audit: str) -> None:
    page = board(WIDE, "frame_on_rope", FULL)
    page.add_style_tag(content="[data-theme=dark] body { background: #111111; --jp-layout-color0: #111111; }")
    page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; }")
    page.wait_for_selector(".mechanics-diagram.fb-dark", timeout=5000)
    page.evaluate(audit)
    assert page.evaluate(AUDIT) == []


@pytest.mark.parametrize("name", ["frame_on_rope", "cylinder_at_wall", "clamped_beam", "block_pulled_uphill"])
def test_sketch_tools_and_table_are_in_sight_together(board: Callable, name: str) -> None:
    arrows = FULL if name == "frame_on_rope" else []
    box = board(WIDE, name, arrows).locator(".mechanics-diagram").bounding_box()
    assert box["height"] < 560, "JupyterLab leaves 600 px of a window of 720 px to a notebook"


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_nothing_is_cut_off_at_the_side(board: Callable, size: tuple) -> None:
    page = board(size, "frame_on_rope", FULL)
    assert page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth") <= 0
    wide = page.evaluate(
        "() => [...document.querySelectorAll('.fb-tablebox, .fb-row')].map((x) => x.scrollWidth - x.clientWidth)"
    )
    assert max(wide) <= 1


def test_axes_and_cuts_are_drawn_with_the_mouse(board: Callable) -> None:
    page = board(WIDE, "block_pulled_uphill", [])
    box = page.locator('[data-point="K"] .fb-dot').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.get_by_role("button", name="Cut", exact=True).click()
    page.mouse.click(x, y)
    page.get_by_role("button", name="Axes", exact=True).click()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y - 25)
    page.mouse.up()
    assert lines(page) == ['cut("K"),', 'axes("K", direction="up the slope"),']
    page.get_by_role("button", name="Undo").click()
    assert lines(page) == ['cut("K"),']


def test_axes_are_drawn_turned_and_taken_elsewhere_with_the_keys(board: Callable) -> None:
    page = board(WIDE, "block_pulled_uphill", [])
    page.locator('[data-point="K"]').focus()
    page.keyboard.press("a")
    assert lines(page) == ['axes("K", direction="right"),']
    page.keyboard.press("r")
    assert lines(page) == ['axes("K", direction="left"),']
    page.locator('[data-point="S"]').focus()
    page.keyboard.press("a")
    assert lines(page) == ['axes("S", direction="left"),'], "there is one pair of axes; drawn again, it moves"
    page.keyboard.press("Delete")
    assert lines(page) == []


def test_a_name_does_not_lie_on_a_point(board: Callable) -> None:
    page = board(
        WIDE, "cylinder_at_wall", [force("F_2", "W", "right"), force("F_3", "S", "down"), force("F", "S", "left")]
    )
    near = page.evaluate("""() => {
      const middle = (node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      };
      const dots = [...document.querySelectorAll(".fb-dot")].map(middle);
      return Math.min(...[...document.querySelectorAll(".fb-arrow text")].flatMap((text) =>
        dots.map(([x, y]) => Math.hypot(middle(text)[0] - x, middle(text)[1] - y))));
    }""")
    assert near > 12


TYPED = """text => {
  const area = Object.assign(document.createElement("textarea"), { className: "answer-input", value: text });
  const cell = Object.assign(document.createElement("div"), { className: "cell" });
  const place = document.getElementById("place");
  place.replaceWith(cell);
  cell.append(area, place);
}"""
BEAM = 'beam = [{}]\ndraw("clamped_beam", beam)'


LONG = "a_name_that_is_longer_than_the_forty_letters_of_a_drawing"


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ('force("A_x", at="A", direction="up")', True),
        ('force("A_x", at="A", direction="right"), cut("B")', True),
        ("", True),
        ('force("A_x", at="A", direction="right")', False),
        ("force('A_x', direction='right', at='A'),", False),
        ("here", False),
        (f'force("{LONG}", at="A", direction="right")', False),
    ],
    ids=[
        "turned since",
        "added since",
        "emptied since",
        "the same",
        "written otherwise",
        "known to Python alone",
        "cut",
    ],
)
def test_what_was_typed_before_a_saved_board_was_shown_again_stays(board: Callable, line: str, kept: bool) -> None:
    """A notebook that is opened again shows the board of the last run, above it the text that was typed since."""
    text = BEAM.format(line)
    page = board(WIDE, "clamped_beam", [force(LONG if LONG in line else "A_x", at="A", direction="right")], text=text)
    page.locator('[data-point="A"]').focus()
    page.keyboard.press("c")
    written = page.locator("textarea.answer-input").input_value()
    assert (written == text) is kept, written
    assert ("has changed" in page.locator(".fb-status").inner_text()) is kept
