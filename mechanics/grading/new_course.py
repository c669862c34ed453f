"""``mechanics new-course FOLDER``: a course folder that works with plain nbgrader and with ``mechanics grade``."""

import argparse
import json
from pathlib import Path
from typing import Any

from mechanics.workspace import WorkspaceError

__all__ = ["add", "write_course"]

_ABOUT = """Write the folder of a course: nbgrader_config.py, a README, and a small assignment as an example. Nothing
that exists is overwritten."""

_CONFIG = '''"""Settings of this course for nbgrader. Its folders: source, release, submitted, autograded, feedback."""

from mechanics.grading.nbgrader import configure

c = get_config()
c.CourseDirectory.course_id = {name!r}

# `nbgrader autograde`, the formgrader and `mechanics grade` run submissions in a sandbox and give the same marks.
configure(c)
'''

_README = """# {name}

Assignments are folders in `source/`, with solutions and tests as nbgrader marks them. In this folder:

    nbgrader generate_assignment {assignment}   # source/ -> release/, for the students
    # put what they hand in into submitted/STUDENT/{assignment}/
    mechanics grade {assignment}                # runs it in a sandbox; marks go into gradebook.db and grading/
    nbgrader generate_feedback {assignment}     # -> feedback/STUDENT/{assignment}/
    mechanics analysis {assignment}             # how the class did
"""

_TEXT = "# Example\n\nWrite a function `mean(values)` that returns the arithmetic mean of a list of numbers."
_ANSWER = '''def mean(values):
    """Arithmetic mean."""
    ### BEGIN SOLUTION
    return sum(values) / len(values)
    ### END SOLUTION'''
_TEST = """assert mean([1, 2, 3]) == 2
### BEGIN HIDDEN TESTS
assert mean([0.5, 1]) == 0.75, "The mean of 0.5 and 1 is wrong."
### END HIDDEN TESTS"""
_QUESTION = "Why is the mean of an empty list not defined?"


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command.

    Parameters
    ----------
    commands : argparse action
        Of the parser of ``mechanics``.
    """
    new = commands.add_parser("new-course", help="write the folder of a course of your own", description=_ABOUT)
    new.add_argument("folder", type=Path, help="the new folder, or one that contains no course yet")
    new.add_argument("--empty", action="store_true", help="without the example")
    new.set_defaults(run=_run)


def _run(chosen: argparse.Namespace, _: list[str]) -> int:
    root = chosen.folder.expanduser().resolve()
    write_course(root, example=not chosen.empty)
    print(f"{root} is a course now; its README.md says how to continue.")
    return 0


def write_course(root: Path, *, example: bool = True) -> None:
    """Write the folder of a course.

    Parameters
    ----------
    root : Path
        The folder; made if it is not there.
    example : bool
        Whether it gets an assignment.

    Raises
    ------
    WorkspaceError
        If one of the files is there already; nothing is written then.
    """
    assignment = "example" if example else "ASSIGNMENT"
    texts = {
        "nbgrader_config.py": _CONFIG.format(name=root.name),
        "README.md": _README.format(name=root.name, assignment=assignment),
    }
    if example:
        texts["source/example/mean.ipynb"] = json.dumps(_example(), indent=1, ensure_ascii=False) + "\n"
    there = [name for name in texts if (root / name).exists()]
    if there:
        raise WorkspaceError(
            f"Expected a folder without {there[0]}, but {root / there[0]} exists. Choose another folder; a course that "
            "is there already needs two lines in its nbgrader_config.py: from mechanics.grading.nbgrader import "
            "configure, and configure(c)."
        )
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    (root / "source").mkdir(exist_ok=True)


def _example() -> dict[str, Any]:
    cells = [
        _cell("markdown", "task", _TEXT, locked=True),
        _cell("code", "mean-answer", _ANSWER, solution=True),
        _cell("code", "mean-check", _TEST, grade=True, locked=True, points=2),
        _cell("markdown", "question", _QUESTION, locked=True),
        _cell("markdown", "why", "There is no number to divide by.", grade=True, solution=True, points=1),
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def _cell(kind: str, name: str, source: str, **marks: Any) -> dict[str, Any]:
    usual = {"grade_id": name, "schema_version": 3, "task": False, "grade": False, "solution": False, "locked": False}
    cell = {"cell_type": kind, "id": name, "metadata": {"nbgrader": usual | marks}, "source": source}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})
