"""A teacher in JupyterLab: the formgrader page generates, grades and gives feedback; nothing hidden gets out."""

import base64
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mechanics.drawing.sketch import sketch
from mechanics.grading.notebooks import code_cells
from tests.browser.jupyterlab import Lab, Server
from tests.tasks.course import ASSIGNMENT, read, right_answers

pytestmark = pytest.mark.browser

TASK = "cart-pendulum"
WRONG = {"velocity-answer": "v_S = -p_S.diff(t)"}


@pytest.fixture(scope="module")
def lab(teacher_server: Server, visit: Callable[[Server], Lab]) -> Lab:
    return visit(teacher_server)


@pytest.fixture(scope="module")
def formgrader(lab: Lab) -> Any:
    """The page of the menu *Nbgrader*, opened as a teacher opens it."""
    lab.page.get_by_role("menuitem", name="Nbgrader").click()
    lab.page.get_by_role("menuitem", name="Formgrader").first.click()
    return lab.page.frame_locator("iframe[src*=formgrader]")


@pytest.fixture(scope="module")
def assignment(formgrader: Any) -> Any:
    """The line of the assignment."""
    return formgrader.locator("#main-table tr", has_text=ASSIGNMENT)


def answered(formgrader: Any) -> str:
    """What the dialog says that ends an action of nbgrader; it is closed."""
    dialog = formgrader.locator(".modal.in")
    dialog.locator(".modal-title").wait_for(timeout=90_000)
    said = dialog.inner_text()
    dialog.get_by_role("button", name="Close").last.click()
    formgrader.locator(".modal-backdrop").wait_for(state="detached")
    return said


def test_the_formgrader_lists_the_assignment(formgrader: Any, assignment: Any, lab: Lab, picture: Callable) -> None:
    assignment.wait_for()
    picture(lab, "formgrader")
    assert formgrader.locator("#main-table tr", has_text="05-").count() == 1


@pytest.fixture(scope="module")
def generated(formgrader: Any, assignment: Any) -> str:
    assignment.locator("td.assign a").click()
    return answered(formgrader)


def test_the_release_is_generated_without_solutions(generated: str, teacher_server: Server) -> None:
    assert "Success" in generated, generated
    released = (teacher_server.folder / "exercises" / ASSIGNMENT / f"{TASK}.ipynb").read_text()
    assert "BEGIN SOLUTION" not in released
    assert "HIDDEN" not in released


@pytest.fixture(scope="module")
def expected(generated: str, teacher_server: Server) -> float:
    """A submission with half of the answers right and one of the others wrong; what it should earn."""
    folder = teacher_server.folder / "workspace" / "grading" / "submitted" / "ada" / ASSIGNMENT
    shutil.copytree(teacher_server.folder / "exercises" / ASSIGNMENT, folder)
    right = list(right_answers(TASK).items())
    texts = {**dict(right[: len(right) // 2]), **WRONG}
    notebook = read(folder / f"{TASK}.ipynb")
    for cell in notebook["cells"]:
        cell["source"] = texts.get(cell["id"], cell["source"])
        if "sketch(" in "".join(cell["source"]):  # as JupyterLab has saved it
            data, metadata = sketch("cart_pendulum")._repr_mimebundle_()
            data["image/png"] = base64.b64encode(data["image/png"]).decode()
            cell["outputs"] = [{"output_type": "display_data", "data": data, "metadata": metadata}]
    (folder / f"{TASK}.ipynb").write_text(json.dumps(notebook))
    earned = {name.removesuffix("-answer") for name in texts.keys() - WRONG.keys()}
    return sum(cell.points for cell in checks(teacher_server) if cell.id.removesuffix("-check") in earned)


def checks(server: Server) -> list[Any]:
    cells = code_cells(server.folder / "solutions" / ASSIGNMENT / f"{TASK}.ipynb")
    return [cell for cell in cells if cell.kind == "check"]


@pytest.fixture(scope="module")
def submission(formgrader: Any, assignment: Any, expected: float) -> Any:
    """The line of the student's submission."""
    formgrader.get_by_role("link", name="Manage Assignments").first.click()
    assignment.locator("td.num-submissions a").click()
    line = formgrader.locator("#main-table tr", has_text="ada")
    line.wait_for()
    return line


def test_autograding_gives_the_points_of_the_right_answers(
    formgrader: Any, submission: Any, expected: float, teacher_server: Server, lab: Lab, picture: Callable
) -> None:
    submission.locator("td.autograde a").click()
    said = answered(formgrader)
    assert "Success" in said, said
    picture(lab, "formgrader-graded")
    total = sum(cell.points for cell in checks(teacher_server))
    assert 0 < expected < total
    assert submission.locator("td.score").inner_text() == f"{expected:g} / {total:g}"


@pytest.fixture(scope="module")
def feedback(formgrader: Any, submission: Any, teacher_server: Server) -> Path:
    submission.locator("td.generate-feedback a").click()
    said = answered(formgrader)
    assert "Success" in said, said
    grading = teacher_server.folder / "workspace" / "grading"
    return grading / "feedback" / "ada" / ASSIGNMENT / f"{TASK}.html"


def test_the_feedback_page_says_why_and_quotes_no_hidden_test(
    feedback: Path, lab: Lab, teacher_server: Server, picture: Callable
) -> None:
    page = lab.page.context.new_page()
    page.goto(feedback.as_uri())
    shown = Lab(teacher_server, page)
    picture(shown, "feedback")
    page.get_by_text("Velocity: The sign of the whole").first.scroll_into_view_if_needed()
    picture(shown, "feedback-wrong")
    text, source = page.locator("body").inner_text(), page.content()
    shown_sketch = page.locator("img").first.evaluate("(image) => [image.naturalWidth, image.alt]")
    page.close()
    assert "Right." in text
    assert "Traceback" not in text
    assert "<img" not in text, "a picture is shown as text"
    assert shown_sketch[0] > 100
    assert "cart" in shown_sketch[1], "the sketch has no description"
    assert "verify(" not in source
    assert "HIDDEN TESTS" not in source
    released = (teacher_server.folder / "exercises" / ASSIGNMENT / f"{TASK}.ipynb").read_text()
    visible = "\n".join("".join(cell["source"]) for cell in json.loads(released)["cells"])
    hidden = [line.strip() for cell in checks(teacher_server) for line in hidden_lines(cell.source)]
    quoted = [line for line in hidden if len(line) > 16 and line in text and line.rstrip(",") not in visible]
    assert not quoted, f"the feedback quotes hidden tests: {quoted}"


def hidden_lines(source: str) -> list[str]:
    """The lines of a test cell from its hidden tests on."""
    return source.partition("### BEGIN HIDDEN TESTS")[2].splitlines()
