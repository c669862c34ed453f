"""Hints and progress in JupyterLab: a student gets stuck, asks twice, solves the step, and looks where they are."""

from collections.abc import Callable

import pytest

from mechanics.launch import START
from tests.browser.jupyterlab import Lab, Server

pytestmark = pytest.mark.browser

TASK = "exercises/05-euler-lagrange/cart-pendulum.ipynb"


@pytest.fixture(scope="module")
def lab(student_server: Server, visit: Callable[[Server], Lab]) -> Lab:
    return visit(student_server)


def test_hints_unfold_one_by_one_below_the_check_and_count(lab: Lab, picture: Callable) -> None:
    lab.open(TASK)
    lab.run_all(limit=120)
    cell = lab.show("rod-inertia-check")
    for count in (1, 2):
        cell.get_by_role("button", name="hint").click()
        cell.get_by_text(f"Hint {count}.").wait_for()
    picture(lab, "hints")
    assert "cuboid" in cell.inner_text() and "Hint 3." not in cell.inner_text()
    lab.type("rod-inertia-answer", "rod_inertia = m_S * (l_S**2 + b_S**2) / 12")
    lab.run("rod-inertia-answer")
    assert lab.run("rod-inertia-check").startswith("✓ Right")
    assert lab.show("rod-inertia-check").get_by_role("button", name="hint").count() == 0, "a solved step needs none"
    lab.finish("() => window.jupyterapp.commands.execute('docmanager:save')")


def test_the_start_page_says_how_far_one_has_come(lab: Lab, picture: Callable) -> None:
    lab.open(START)
    lab.run("progress-now")
    said = lab.show("progress-now").locator(".jp-OutputArea")
    said.locator("summary", has_text="Task 5.2").click()  # other tests may have begun other tasks
    picture(lab, "progress")
    text = said.inner_text()
    assert "1 of" in text and "steps done" in text, text
    assert "✓ right" in text and "2 hints" in text, text
