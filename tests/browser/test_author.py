"""An author in JupyterLab: a task made there with *Create Assignment*, whose cells have the ids that JupyterLab draws.

It is released, answered in JupyterLab, and graded by both routes, with feedback and analysis.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mechanics.grading.sandbox import boundary
from tests.browser.jupyterlab import EXPOSED, Lab, Server, Traffic, served
from tests.tasks.course import CHECKOUT, nbgrader_of

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]

ASSIGNMENT, TASK = "01-boxes", "box"
PLACE = f"solutions/{ASSIGNMENT}/{TASK}.ipynb"
TOOLS = 'from sympy import symbols\nfrom mechanics.checks import check\nrho, V, g = symbols("rho V g", positive=True)'
MASS = "m = ...\n### BEGIN SOLUTION\nm = rho * V\n### END SOLUTION"
FORCE = "F = ...\n### BEGIN SOLUTION\nF = rho * V * g\n### END SOLUTION"
CHECK = """check("box/{0}", {1})
### BEGIN HIDDEN TESTS
from mechanics.checks import verify

verify("box/{0}", {1}, "{2}", domain=dict.fromkeys(("rho", "V", "g"), "positive"), mistakes={{"{3}": "{4}"}})
### END HIDDEN TESTS"""
MASS_CHECK = CHECK.format("mass", "m", "rho*V", "That is a density.", "rho")
FORCE_CHECK = CHECK.format("force", "F", "rho*V*g", "Gravity is missing.", "rho*V")
CELLS = [  # type of the cell, of nbgrader's mark, points, text
    ("markdown", "readonly", None, "# A box\n\nHow heavy is it?"),
    ("code", "readonly", None, TOOLS),
    ("code", "solution", None, MASS),
    ("code", "tests", 2, MASS_CHECK),
    ("markdown", "", None, "## And its weight?"),  # not marked at all, as most text of other courses
    ("code", "solution", None, FORCE),
    ("code", "tests", 3, FORCE_CHECK),
    ("markdown", "manual", 4, "Because of gravity."),
    ("markdown", "task", 1, "Draw a sketch below."),
]
_NEW = """async ([cwd, name]) => {
  const panel = await window.jupyterapp.commands.execute('notebook:create-new', { cwd, kernelName: 'python3' });
  await panel.context.ready;
  await panel.context.rename(name);
}"""
_WRITE = """async (cells) => {
  const app = window.jupyterapp;
  const { content } = app.shell.currentWidget;
  for (const [number, [kind, , , text]] of cells.entries()) {
    if (number) await app.commands.execute('notebook:insert-cell-below');
    await app.commands.execute(`notebook:change-cell-to-${kind}`);
    content.activeCell.model.sharedModel.setSource(text);
  }
  await app.commands.execute('nbgrader:open-create-assignment');
}"""
_SAVE = "() => window.jupyterapp.commands.execute('docmanager:save')"
_ANSWER = """async (answers) => {
  const { content, context } = window.jupyterapp.shell.currentWidget;
  for (const cell of content.widgets) {
    const text = cell.model.sharedModel.getSource();
    const found = Object.keys(answers).find((start) => text.startsWith(start));
    if (found) cell.model.sharedModel.setSource(answers[found]);
  }
  await window.jupyterapp.commands.execute('docmanager:save');
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """JupyterLab in a course with one assignment, which has no notebook yet."""
    if not boundary().holds:
        pytest.skip(f"no boundary on this machine: {boundary().reason}")
    folder = tmp_path_factory.mktemp("author") / "course"
    (folder / "solutions" / ASSIGNMENT).mkdir(parents=True)
    shutil.copy(CHECKOUT / "nbgrader_config.py", folder)
    line = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}", "--no-browser", *EXPOSED]
    with served([*line, *["--allow-root"] * (os.geteuid() == 0)], folder, folder) as found:
        yield found


@pytest.fixture(scope="module")
def lab(server: Server, browser: Any) -> Iterator[Lab]:
    """A page of its own: nbgrader's side bar raises an error of its own wherever a notebook is opened."""
    context, traffic = browser.new_context(viewport={"width": 1400, "height": 1000}), Traffic()
    traffic.watch(context)
    found = Lab(server, context.new_page())
    found.start()
    yield found
    context.close()
    assert not traffic.strangers, f"the page asked other machines: {traffic.strangers}"


@pytest.fixture(scope="module")
def written(lab: Lab, server: Server, picture: Callable) -> list[dict[str, Any]]:
    """The cells as JupyterLab has saved them, marked by hand in the side bar."""
    lab.finish(_NEW, [f"solutions/{ASSIGNMENT}", f"{TASK}.ipynb"])
    lab.open()
    lab.finish(_WRITE, [list(cell) for cell in CELLS])
    marks = lab.page.locator(".nbgrader-CellWidget")
    marks.nth(len(CELLS) - 1).wait_for()
    for number, (_, kind, points, _) in enumerate(CELLS):
        mark = marks.nth(number)
        mark.locator(".nbgrader-CellType select").select_option(kind)
        if points is not None:
            mark.locator(".nbgrader-CellPoints input").fill(str(points))
            mark.locator(".nbgrader-CellPoints input").press("Tab")
    picture(lab, "create-assignment")
    lab.finish(_SAVE)
    return json.loads((server.folder / PLACE).read_text())["cells"]


def run(server: Server, *words: str, codes: tuple[int, ...] = (0,)) -> str:
    line = [sys.executable, "-m", *words]
    variables = os.environ | {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    done = subprocess.run(line, cwd=server.folder, env=variables, capture_output=True, text=True, timeout=300)
    assert done.returncode in codes, f"{' '.join(words)}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def submitted(lab: Lab, server: Server, written: list[dict[str, Any]]) -> Path:
    """Keys, release, and two students who answer in JupyterLab, one of them with a typical mistake."""
    assert "2 checks" in run(server, "mechanics.cli", "keys", ASSIGNMENT)
    run(server, "nbgrader", "generate_assignment", ASSIGNMENT)
    folder = server.folder / "workspace" / "grading" / "submitted"
    for student, force in (("ada", "F = rho * V * g"), ("bob", "F = rho * V")):
        shutil.copytree(server.folder / "exercises" / ASSIGNMENT, folder / student / ASSIGNMENT)
        lab.open(f"workspace/grading/submitted/{student}/{ASSIGNMENT}/{TASK}.ipynb")
        lab.finish(_ANSWER, {"m = ...": "m = rho * V", "F = ...": force, "YOUR ANSWER": f"Because {student} says so."})
    return folder


def test_jupyterlab_draws_ids_that_differ_from_the_names_of_nbgrader(written: list[dict[str, Any]]) -> None:
    marked = [cell for cell in written if "nbgrader" in cell["metadata"]]
    assert len(marked) == len(CELLS) - 1
    assert all(cell["id"] != cell["metadata"]["nbgrader"]["grade_id"] for cell in marked)


def marks_of(server: Server, student: str) -> dict[str, float | None]:
    """Automatic marks by points of the check, and None where a person is asked for."""
    with nbgrader_of(server.folder).gradebook as book:
        [found] = book.find_submission(ASSIGNMENT, student).notebooks
        return {f"{g.max_score:g}": None if g.needs_manual_grade else g.score for g in found.grades}


@pytest.mark.parametrize("route", ["mechanics", "nbgrader"])
@pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning")
def test_both_routes_grade_it(server: Server, submitted: Path, route: str) -> None:
    words = ("mechanics.cli", "grade", ASSIGNMENT) if route == "mechanics" else ("nbgrader", "autograde", ASSIGNMENT)
    run(server, *words, *["--force"] * (route == "nbgrader"))
    assert marks_of(server, "ada") == {"2": 2, "3": 3, "4": None, "1": None}
    assert marks_of(server, "bob") == {"2": 2, "3": 0, "4": None, "1": None}


def test_a_student_checks_it_in_a_terminal(server: Server, submitted: Path) -> None:
    place = f"workspace/grading/submitted/bob/{ASSIGNMENT}"
    assert "Gravity is missing." in run(server, "mechanics.cli", "check", place, codes=(1,))


def test_feedback_and_analysis_tell_the_reason(server: Server, submitted: Path) -> None:
    run(server, "mechanics.cli", "grade", ASSIGNMENT)
    run(server, "nbgrader", "generate_feedback", ASSIGNMENT, "--force")
    page = (server.folder / "workspace/grading/feedback/bob" / ASSIGNMENT / f"{TASK}.html").read_text()
    assert "Gravity is missing." in page and "verify(" not in page and "Because bob says so." in page
    headings = re.findall(r"<h2>([^<]*)", page)
    assert [text.strip() for text in headings].count("And its weight?") == 1, "unmarked text is shown twice"
    run(server, "mechanics.cli", "analysis", ASSIGNMENT)
    table = (server.folder / f"workspace/grading/analysis-{ASSIGNMENT}.csv").read_text()
    assert "Gravity is missing." in table


def test_the_lint_asks_for_names_and_for_nothing_that_stops_it(server: Server, submitted: Path) -> None:
    said = run(server, "mechanics.cli", "lint-task", PLACE)
    assert "generated by JupyterLab" in said and "0 wrong" in said
