"""A course of its own for one task, in a folder of its own, with the configuration of the author's course.

Whatever is released, graded or written there, the author's course is not touched: gradebook, submissions and all other
folders are those of the rehearsal.
"""

import contextlib
import io
import re
import shutil
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from ...checks import read_keys, write_keys
from ..delimiters import as_usual
from ..errors import GradingError
from ..keys import kept, keys_of
from ..notebooks import BEGIN_HIDDEN, BEGIN_SOLUTION, END_HIDDEN, END_SOLUTION
from .courses import CONFIGS, course_of, settings_at

__all__ = ["Rehearsal", "reason_of"]

OWN = """c = get_config()
{own}
c.CourseDirectory.root = {root!r}
c.CourseDirectory.directory_structure = "{{nbgrader_step}}/{{student_id}}/{{assignment_id}}"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
c.CourseDirectory.submitted_directory = "workspace/grading/submitted"
c.CourseDirectory.autograded_directory = "workspace/grading/autograded"
c.CourseDirectory.feedback_directory = "workspace/grading/feedback"
c.CourseDirectory.solution_directory = "workspace/grading/solution"
c.CourseDirectory.source_with_tests_directory = "workspace/grading/source_with_tests"
c.CourseDirectory.db_url = {gradebook!r}
c.ClearHiddenTests.begin_test_delimeter, c.ClearHiddenTests.end_test_delimeter = {hidden!r}
c.ClearSolutions.begin_solution_delimeter, c.ClearSolutions.end_solution_delimeter = {solution!r}
c.Exchange.root = {root!r} + "/workspace/grading/exchange"
c.Exchange.cache = {root!r} + "/workspace/grading/cache"
"""


class Rehearsal:
    """A course with one task.

    Parameters
    ----------
    notebook : Path
        The task with its solution.
    root : Path
        An empty folder.

    Attributes
    ----------
    root, source, released : Path
        Folder of the rehearsal, and in there the task and its release.
    assignment, task : str
        Names of both.
    """

    def __init__(self, notebook: Path, root: Path):
        self.root, self.task = root, notebook.stem
        self.assignment = notebook.resolve().parent.name
        self.source = root / "solutions" / self.assignment / notebook.name
        self.released = root / "exercises" / self.assignment / notebook.name
        shutil.copytree(notebook.resolve().parent, self.source.parent, ignore=shutil.ignore_patterns(".*", "*.ipynb"))
        delimiters = course_of(notebook).layout.delimiters
        self.source.write_bytes(as_usual(notebook.read_bytes(), delimiters))
        names = {
            "own": _loaded(Path(course_of(notebook).layout.root)),
            "root": str(root),
            "hidden": (BEGIN_HIDDEN, END_HIDDEN),
            "solution": (BEGIN_SOLUTION, END_SOLUTION),
            "gradebook": f"sqlite:///{root}/workspace/grading/gradebook.db",
        }
        (root / CONFIGS[0]).write_text(OWN.format(**names), encoding="utf-8")
        (root / "workspace" / "grading").mkdir(parents=True)

    @cached_property
    def keys(self) -> dict[str, Any]:
        """The keys of the task, computed from its solution; they are also written to its folder here.

        Raises
        ------
        Exception
            Whatever the solution raises, or its hidden tests.
        """
        path = self.source.with_name("key.json")
        with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            keys = kept(keys_of(self.source), path)
        try:
            others = read_keys(path)
        except (OSError, ValueError):
            others = {}
        write_keys(path, others | keys)
        return keys

    @property
    def api(self) -> NbGraderAPI:
        """nbgrader for this course."""
        config = settings_at(self.root).config
        return NbGraderAPI(CourseDirectory(config=config), config=config)

    def release(self) -> str:
        """Release the task.

        Returns
        -------
        str
            What nbgrader said if it failed; empty if it did not.
        """
        with _silent():
            result = self.api.generate_assignment(self.assignment, force=True)
        return "" if result["success"] else reason_of(result)

    def hand_in(self, student: str, answers: Mapping[str, str], more: Sequence[Any] = ()) -> None:
        """Hand in the released notebook.

        Parameters
        ----------
        student : str
            Id of the student.
        answers : mapping of str
            Texts of answer cells by name; the others stay as they were released.
        more : sequence
            Cells that the student has added.
        """
        notebook = nbformat.read(self.released, as_version=4)
        for cell in notebook.cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
            cell.source = answers.get(name, cell.source)
        notebook.cells += list(more)
        folder = self.root / "workspace" / "grading" / "submitted" / student / self.assignment
        folder.mkdir(parents=True)
        nbformat.write(notebook, folder / self.released.name)

    def feedback(self) -> dict[str, Path]:
        """Write the feedback pages.

        Returns
        -------
        dict of str to Path
            By student.

        Raises
        ------
        GradingError
            If nbgrader could not.
        """
        with _silent():
            result = self.api.generate_feedback(self.assignment, force=True)
        if not result["success"]:
            raise GradingError(f"nbgrader could not write the feedback: {reason_of(result)}")
        pages = (self.root / "workspace" / "grading" / "feedback").glob(f"*/{self.assignment}/{self.task}.html")
        return {path.parents[1].name: path for path in sorted(pages)}


def _loaded(root: Path) -> str:
    """Lines that load the configuration of the author's course, where it has one."""
    python, data = (root / name for name in CONFIGS)
    lines = [f"load_subconfig({str(python)!r})"] if python.is_file() else []
    if data.is_file():
        lines += ["from traitlets.config import JSONFileConfigLoader"]
        lines += [f"c.merge(JSONFileConfigLoader({data.name!r}, path={str(root)!r}).load_config())"]
    return "\n".join(lines)


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """Without what nbgrader and the libraries that it uses print; its log is in its results."""
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def reason_of(result: Mapping[str, Any]) -> str:
    """What nbgrader could not do: the first error in its log, because the last one says only that there was one.

    Parameters
    ----------
    result : mapping
        Of nbgrader's API, with ``log`` and ``error``.

    Returns
    -------
    str
        One line.
    """
    log = str(result.get("log") or "")
    raised = re.search(r"^\s*[\w.]*(?:Error|Exception): (.+)$", log, re.MULTILINE)
    return raised[1].strip() if raised else _last_line(str(result.get("error") or log or "no reason"))


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.strip().split("\n") if line.strip()]
    return next((line for line in reversed(lines) if "Error" in line or "ERROR" in line), lines[-1] if lines else "")
