"""A class that works on the task "box", which ends with a question for people."""

import csv
import json
import shutil
from pathlib import Path
from typing import Any

from mechanics import cli
from tests.tasks import course

from .conftest import FORMULA, cells, notebook

BOX = "box"
WHY = "Why is the force proportional to the mass?"
LATE = "\nc.LateSubmissionPlugin.penalty_method = 'zero'\n"
WRONG = "mass = rho*l*b"  # costs the mass, and the force that is made of it: 1 + 4 of 7


def text_cell(source: str) -> dict[str, Any]:
    """An answer that a person has to read, 3 points."""
    marks = {"grade_id": "why", "schema_version": 3, "task": False, "solution": True, "grade": True,
             "locked": False, "points": 3}  # fmt: skip
    return {"cell_type": "markdown", "id": "why", "metadata": {"nbgrader": marks}, "source": source}


def handed(why: str = "YOUR ANSWER HERE", more: list[dict[str, Any]] | None = None, **answers: str) -> bytes:
    return notebook([*cells(**answers), *(more or []), text_cell(why)])


class Class:
    """A course with the task "box", which ends with a question for people."""

    def __init__(self, root: Path):
        self.root = root
        self.grading = root / "workspace" / "grading"
        self.api = course.nbgrader_of(root)

    def submit(self, student: str, content: bytes) -> Path:
        folder = self.grading / "submitted" / student / BOX
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{BOX}.ipynb").write_bytes(content)
        return folder

    def change_check(self, reference: str) -> None:
        """Let the check of the mass expect something else."""
        path = self.root / "solutions" / BOX / f"{BOX}.ipynb"
        task = json.loads(path.read_bytes())
        [check] = [cell for cell in task["cells"] if cell["id"] == "mass-check"]
        check["source"] = FORMULA.format("mass", reference)
        path.write_text(json.dumps(task))

    def grade(self, *more: str) -> int:
        return cli.main(["grade", BOX, "--course", str(self.root), "--jobs", "1", *more])

    def autograde(self, student: str) -> None:
        result = course.nbgrader_of(self.root).autograde(BOX, student)
        assert result["success"], result.get("log")

    def copy(self, root: Path) -> "Class":
        return Class(Path(shutil.copytree(self.root, root)))

    def mark(self, student: str, check: str, points: float) -> None:
        """As a person does in the formgrader."""
        with self.api.gradebook as book:
            grade = book.find_grade(check, BOX, BOX, student)
            grade.manual_score, grade.needs_manual_grade = points, False
            book.find_comment("why", BOX, BOX, student).manual_comment = "See me."
            book.db.commit()

    def comment(self, student: str) -> str | None:
        with self.api.gradebook as book:
            return book.find_comment("why", BOX, BOX, student).comment

    def state(self, student: str) -> dict[str, tuple[float | None, float | None, bool]]:
        """By check: the automatic mark, that of a person, and whether one is asked for."""
        with self.api.gradebook as book:
            [found] = book.find_submission(BOX, student).notebooks
            return {g.name: (g.auto_score, g.manual_score, g.needs_manual_grade) for g in found.grades}

    def page(self, student: str) -> list[dict[str, Any]]:
        """Cells of what is shown of a submission."""
        path = self.grading / "autograded" / student / BOX / f"{BOX}.ipynb"
        found = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return [cell | {"source": "".join(cell["source"])} for cell in found]

    def table(self, name: str) -> dict[str, dict[str, str]]:
        """Lines of a table by student."""
        with open(self.grading / f"{name}-{BOX}.csv", newline="", encoding="utf-8") as file:
            return {line["student"]: line for line in csv.DictReader(file)}


def released(root: Path) -> Path:
    """A course whose task has been released; being late costs everything."""
    (root / "solutions" / BOX).mkdir(parents=True)
    config = (course.CHECKOUT / "nbgrader_config.py").read_text(encoding="utf-8")
    (root / "nbgrader_config.py").write_text(config + LATE, encoding="utf-8")
    question = {"cell_type": "markdown", "id": "question", "metadata": {}, "source": WHY}
    solution = notebook([*cells(), question, text_cell("Because of Newton.")])
    (root / "solutions" / BOX / f"{BOX}.ipynb").write_bytes(solution)
    (root / "solutions" / BOX / "key.json").write_text("{}")
    result = course.nbgrader_of(root).generate_assignment(BOX)
    assert result["success"], result.get("log")
    return root
