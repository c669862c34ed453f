"""The tasks as the tests see them: source, release, submissions."""

import copy
import json
import shutil
import tempfile
import warnings
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from mechanics.grading.notebooks import Cell, code_cells, folder_of, run
from tests.cells import Cells

CHECKOUT = Path(__file__).resolve().parents[2]
SOURCES = CHECKOUT / "solutions"
RELEASES = CHECKOUT / "exercises"
_PATHS = sorted(SOURCES.glob("[!.]*/[!.]*.ipynb"))
_NOTEBOOKS = {path.stem: path for path in _PATHS}
assert len(_NOTEBOOKS) == len(_PATHS), "two tasks have the same name; checks and tests tell tasks apart by their names"
TASKS = list(_NOTEBOOKS)
ASSIGNMENTS = sorted({path.parent.name for path in _NOTEBOOKS.values()})

# the one that goes the whole way through nbgrader
ASSIGNMENT = "05-euler-lagrange"
SOURCE = SOURCES / ASSIGNMENT
OF_ASSIGNMENT = [task for task, path in _NOTEBOOKS.items() if path.parent == SOURCE]


def assignment_of(task: str) -> str:
    return _NOTEBOOKS[task].parent.name


def solution(task: str) -> Path:
    return _NOTEBOOKS[task]


def release(task: str) -> Path:
    return RELEASES / assignment_of(task) / f"{task}.ipynb"


def points(task: str) -> float:
    return sum(cell.points for cell in code_cells(solution(task)))


def checks_of(task: str) -> list[Cell]:
    return [cell for cell in code_cells(solution(task)) if cell.kind == "check"]


def read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def filled(task: str, answers: Mapping[str, str]) -> dict[str, Any]:
    """The released notebook with other texts in some answer cells (by cell id)."""
    notebook = copy.deepcopy(read(release(task)))
    cells = Cells(f"{task}.ipynb", ((cell["id"], cell) for cell in notebook["cells"]))
    for name, text in answers.items():
        assert cells[name]["metadata"]["nbgrader"]["solution"], f"{task}: {name} is no answer cell"
        cells[name]["source"] = text
    return notebook


def right_answers(task: str) -> dict[str, str]:
    answers = (cell for cell in code_cells(solution(task)) if cell.kind == "answer")
    return Cells(f"{task}.ipynb", ((cell.id, cell.source) for cell in answers))


def grade(task: str, answers: Mapping[str, str], hidden: bool = True) -> tuple[float, dict[str, str]]:
    """Points of some answers, run in this process, and what each failed test cell said.

    A test cell earns all its points or none, as in nbgrader; an answer cell that raises is passed over.
    """
    cells = code_cells(solution(task) if hidden else release(task))
    total, failed = 0.0, {}
    namespace: dict[str, Any] = {"__name__": "__main__"}
    with folder_of(solution(task)):
        for cell in cells:
            if cell.kind == "answer":
                cell = Cell(cell.id, answers.get(cell.id, ""), "answer")
            try:
                with warnings.catch_warnings():
                    if cell.kind == "answer":
                        warnings.simplefilter("ignore")  # as in a kernel, none stops the cell of a student
                    run([cell], namespace)
                total += cell.points
            except Exception as error:
                assert cell.kind != "given", f"{task}: the given cell {cell.id} raises {error!r}"
                failed[cell.id] = f"{type(error).__name__}: {error}"
    return total, {name: text for name, text in failed.items() if name.endswith("-check")}


def new_course(folder: Path, assignment: str = ASSIGNMENT) -> Path:
    """A course folder with the source of the assignment and the project's configuration."""
    folder.mkdir(parents=True)
    shutil.copy(CHECKOUT / "nbgrader_config.py", folder)
    source, copied = SOURCES / assignment, folder / "solutions" / assignment
    shutil.copytree(source, copied, ignore=shutil.ignore_patterns(".*", "__*"))
    return folder


def nbgrader_of(folder: Path) -> Any:
    """nbgrader's programming interface with the configuration of a course folder."""
    from nbgrader.apps import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import PyFileConfigLoader

    config = PyFileConfigLoader("nbgrader_config.py", path=str(folder)).load_config()
    book = folder / "workspace" / "grading" / "gradebook.db"
    if not book.exists():
        book.write_bytes(_empty_gradebook())
    return NbGraderAPI(CourseDirectory(config=config), config=config)


@cache
def _empty_gradebook() -> bytes:
    """One without entries; it is copied, because making one takes nbgrader several seconds."""
    from nbgrader.api import Gradebook

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gradebook.db"
        Gradebook(f"sqlite:///{path}", "mechanics").close()
        return path.read_bytes()
