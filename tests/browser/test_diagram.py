"""A free-body diagram in JupyterLab: drawn with mouse, finger and keys, written into its cell, and checked."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.jupyterlab import Lab, Server, Traffic

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TASK = "exercises/03a-force-systems/cut-it-free.ipynb"
CUTS = ['cut("A"),', 'cut("B"),', 'cut("C"),']


class Board:
    """The board under a cell."""

    def __init__(self, lab: Lab, name: str):
        self.lab, self.name = lab, name
        self.place = lab.show(name).locator(".mechanics-diagram")
        self.place.locator(".fb-dot").first.wait_for(timeout=20_000)
        self.place.locator("svg").first.evaluate("(node) => node.scrollIntoView({ block: 'center' })")

    def at(self, point: str) -> tuple[float, float]:
        box = self.place.locator(f'[data-point="{point}"] .fb-dot').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, point: str, right: float, up: float) -> None:
        x, y = self.at(point)
        self.lab.page.mouse.move(x, y)
        self.lab.page.mouse.down()
        for part in (0.3, 0.7, 1.0):
            self.lab.page.mouse.move(x + part * right, y - part * up)
        self.lab.page.mouse.up()
        self.lab.page.wait_for_timeout(600)
        now = self.at(point)
        assert abs(now[1] - y) < 4, f"the picture has moved by {now[1] - y} px, since the cell above it has grown"

    def touch(self, point: str, right: float, up: float) -> None:
        """A finger that is put down, moved and lifted, as the browser itself reports it."""
        x, y = self.at(point)
        session = self.lab.page.context.new_cdp_session(self.lab.page)
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for part in (0.3, 0.7, 1.0):
            moved = {"x": x + part * right, "y": y - part * up}
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [moved]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.lab.page.wait_for_timeout(600)

    def keys(self, point: str, *keys: str) -> None:
        self.place.locator(f'[data-point="{point}"]').focus()
        for key in keys:
            self.lab.page.keyboard.press(key)

    @property
    def written(self) -> list[str]:
        """The lines of the list in the cell."""
        lines = [line.strip() for line in self.lab.cell(self.name)["source"].splitlines()]
        return [line for line in lines if line.startswith(("force(", "moment(", "cut(", "#"))]

    @property
    def status(self) -> str:
        return self.place.locator("[role=status]").inner_text()


@pytest.fixture(scope="module")
def lab(student_server: Server, visit: Callable[[Server], Lab]) -> Lab:
    lab = visit(student_server)
    lab.open(TASK)
    lab.run("tools")
    return lab


def test_a_diagram_drawn_with_the_mouse_stands_in_the_cell_and_is_right(lab: Lab, picture: Callable) -> None:
    lab.run("cylinder-answer")
    board = Board(lab, "cylinder-answer")
    board.drag("S", -40, 68)
    board.drag("W", 70, 3)
    board.drag("S", 2, -70)
    picture(lab, "diagram-mouse")
    assert board.written == [
        'force("F_1", at="S", direction="along the rope, upwards"),',
        'force("F_2", at="W", direction="right"),',
        'force("F_3", at="S", direction="down"),',
    ]
    assert "Run it" in board.status
    assert "F_1 at S" in board.place.locator(".fb-table select").nth(0).evaluate("(s) => 'F_1 at ' + s.value")
    lab.run("cylinder-answer")
    assert "Right: cylinder" in lab.run("cylinder-check")
    assert Board(lab, "cylinder-answer").place.locator("[data-action]").count() == 3, "the arrows are not drawn again"


def test_an_arrow_is_turned_taken_to_another_point_and_undone(lab: Lab) -> None:
    lab.run("frame-answer")
    board = Board(lab, "frame-answer")
    board.drag("D", 60, 0)
    tip = board.place.locator('[data-action="0"] [data-grip=tip]').last.bounding_box()
    mouse = lab.page.mouse
    mouse.move(tip["x"] + tip["width"] / 2, tip["y"] + tip["height"] / 2)
    mouse.down()
    x, y = board.at("D")
    mouse.move(x + 30, y + 60)
    mouse.move(x, y + 80)
    mouse.up()
    assert board.written == ['force("F_1", at="D", direction="down"),']
    (x, y), (to_x, to_y) = board.at("D"), board.at("C")
    mouse.move(x, y + 40)
    mouse.down()
    mouse.move(to_x + 20, to_y + 10)
    mouse.move(to_x, to_y)
    mouse.up()
    assert board.written == ['force("F_1", at="C", direction="down"),']
    board.place.locator("text=Undo").click()
    assert board.written == ['force("F_1", at="D", direction="down"),']


def test_the_keys_do_all_that_the_mouse_does(lab: Lab, picture: Callable) -> None:
    lab.run("beam-answer")
    board = Board(lab, "beam-answer")
    board.keys("A", "Enter", "Enter")  # a force, then its name
    lab.page.keyboard.press("ControlOrMeta+a")
    lab.page.keyboard.type("A_z")
    lab.page.keyboard.press("Tab")
    board.keys("A", "f", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
    board.keys("A", "m", "r")
    board.keys("S", "Enter", "r")
    board.keys("S", "c")
    lab.page.keyboard.press("Delete")
    board.keys("S", "Enter", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight")
    board.keys("A", "c")
    board.keys("B", "c")
    picture(lab, "diagram-keys")
    assert board.written == [
        'force("A_z", at="A", direction="up"),',
        'force("F_1", at="A", direction="right"),',
        'moment("M_1", at="A", direction="clockwise"),',
        'force("F_2", at="S", direction="down"),',
        'force("F_3", at="B", direction="along the rope, upwards"),',
        'cut("A"),',
        'cut("B"),',
    ]
    cell = lab.cell("beam-answer")
    assert cell["cell_type"] == "code", "the key m has changed the cell: JupyterLab has seen it"
    lab.run("beam-answer")
    assert "Right: beam" in lab.run("beam-check")


def test_what_is_typed_meanwhile_is_not_overwritten(lab: Lab) -> None:
    lab.run("frame-answer")
    board = Board(lab, "frame-answer")
    before = board.written
    lines = ["# of mine", *CUTS, 'force("own", at="A", direction=12),']
    text = "\n    ".join(["frame = [", *lines]) + '\n]\ndraw("frame_on_rope", frame)'
    lab.type("frame-answer", text)
    board.keys("A", "Enter")
    assert lab.cell("frame-answer")["source"] == text
    assert "has changed" in board.status and before
    lab.run("frame-answer")
    board = Board(lab, "frame-answer")
    board.keys("D", "Enter", "r")
    assert board.written == [
        *lines,
        'force("F_1", at="D", direction="down"),',
    ]
    lab.run("frame-answer")
    assert "own alone is not enough for the hinge" in lab.run("frame-check").replace("`", "")


@pytest.fixture(scope="module")
def phone(student_server: Server, browser: Any) -> Iterator[Lab]:
    """A phone: 390 px wide, with a finger instead of a mouse."""
    context, traffic = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True), Traffic()
    traffic.watch(context)
    lab = Lab(student_server, context.new_page())
    lab.start()
    lab.page.evaluate("() => window.jupyterapp.shell.collapseLeft()")
    yield lab
    context.close()
    assert not traffic.exceptions


def test_a_finger_draws_on_a_phone(phone: Lab, picture: Callable) -> None:
    phone.open("exercises/03e-dissipative-forces/cut-free-friction.ipynb")
    phone.run("tools")
    phone.run("ball-answer")
    board = Board(phone, "ball-answer")
    box = board.place.bounding_box()
    assert box["width"] <= 390 and box["x"] >= 0, "the board is wider than the phone"
    board.touch("S", 0, -60)
    board.touch("S", -50, -35)
    picture(phone, "diagram-phone")
    assert board.written == [
        'force("F_1", at="S", direction="down"),',
        'force("F_2", at="S", direction="against the velocity"),',
    ]
    wide = board.place.evaluate("(node) => node.scrollWidth - node.clientWidth")
    assert wide <= 1, f"{wide} px of the table are out of sight"
