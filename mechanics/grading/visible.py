"""``mechanics check``: the visible checks of one task, or of a whole assignment, as the button *Validate* runs them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbgrader import utils
from nbgrader.validator import Validator
from traitlets.config import Config

from ..checks.verdict import STATES
from .kernels import in_own_folder
from .submissions import Unreadable, cells_of, read_submission

__all__ = ["Outcome", "is_noted", "outcome_of", "tasks_in"]


@dataclass(frozen=True)
class Outcome:
    """What the visible checks of a notebook say.

    Attributes
    ----------
    checks : int
        Their number. Answers that people mark are none, whatever nbgrader calls them.
    failed : tuple of str
        A sentence for each check that is not right yet.
    troubles : tuple of str
        Why the checks could not be run, or count for nothing: a sentence each.
    unwritten : int
        Answers that people mark, and that are as they were handed out.
    noted : int
        Answers whose form alone was looked at: they are judged when the task is graded.
    """

    checks: int
    failed: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()
    unwritten: int = 0
    noted: int = 0

    @property
    def sentences(self) -> tuple[str, ...]:
        """All that has to be put right."""
        return self.troubles + self.failed

    def __str__(self) -> str:
        if self.troubles:
            told = "not checked"
        elif self.failed:
            told = f"{len(self.failed)} of {self.checks} visible checks fail"
        else:
            told = "all visible checks pass" if self.checks else "no visible checks"
        if self.noted and not self.troubles:
            answers = "answer is noted and" if self.noted == 1 else "answers are noted and"
            told += f"; {self.noted} {answers} judged when the task is graded"
        answers = "answer that your teachers mark is" if self.unwritten == 1 else "answers that your teachers mark are"
        return told + f"; {self.unwritten} {answers} not written yet" * bool(self.unwritten)


def tasks_in(folder: Path) -> list[Path]:
    """Find notebooks of tasks.

    Parameters
    ----------
    folder : Path
        Folder of an assignment.

    Returns
    -------
    list of Path
        Those with checks or with answers that people mark, and those that cannot be read.
    """
    return [path for path in sorted(folder.glob("*.ipynb")) if _is_task(path)]


def outcome_of(notebook: Path) -> Outcome:
    """Run the visible checks of a notebook, whose file is not changed.

    Parameters
    ----------
    notebook : Path
        The file.

    Returns
    -------
    Outcome
        Always one: whatever is wrong with the notebook is in there.
    """
    validator = _Checks(config=Config(in_own_folder()))
    try:
        marks = [_marks(cell) for cell in cells_of(read_submission(notebook) or b"")]
        checks = sum(bool(mark.get("grade") and not mark.get("solution")) for mark in marks)
        found = validator.validate(str(notebook))
    except Unreadable as error:
        return Outcome(0, troubles=(str(error),))
    except Exception as error:  # a copied cell, a loop that cannot be interrupted: the others must still be checked
        return Outcome(
            0, troubles=(f"This notebook could not be checked: {str(error).strip() or type(error).__name__}",)
        )
    said = {kind: tuple(_sentence(kind, cell) for cell in cells) for kind, cells in found.items()}
    failed = said.pop("failed", ())
    troubles = tuple(sentence for told in said.values() for sentence in told)
    return Outcome(checks, failed, troubles, validator.unwritten, validator.noted)


class _Checks(Validator):
    """nbgrader's validator, which counts an answer for people that nobody has written as a check that fails."""

    unwritten = noted = 0

    def _get_failed_cells(self, nb: Any) -> list[Any]:
        failed = super()._get_failed_cells(nb)
        checks = [cell for cell in failed if not utils.is_solution(cell)]
        marked = [cell for cell in nb.cells if utils.is_grade(cell) and utils.is_solution(cell)]
        self.noted = sum(map(is_noted, nb.cells))
        self.unwritten = sum(utils.determine_grade(cell, self.log)[0] is not None for cell in marked)
        return checks


def is_noted(cell: Any) -> bool:
    """Whether a check has only noted its answer, which is judged when the task is graded.

    Parameters
    ----------
    cell : NotebookNode
        That has run.
    """
    begin = " ".join(STATES["noted"])
    outputs = cell.get("outputs", ()) if utils.is_grade(cell) else ()
    return any(output.get("text", "").startswith(begin) for output in outputs)


def _is_task(notebook: Path) -> bool:
    try:
        return any(_marks(cell).get("grade") for cell in cells_of(read_submission(notebook) or b""))
    except Unreadable:
        return True


def _marks(cell: Mapping[str, Any]) -> Mapping[str, Any]:
    """nbgrader's metadata of a cell, which may be anything in a file of a student."""
    metadata = cell.get("metadata")
    marks = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    return marks if isinstance(marks, dict) else {}


def _sentence(kind: str, cell: Mapping[str, str]) -> str:
    """Say what is wrong with one cell: the message of the check, or that a locked cell was changed."""
    if kind == "failed":
        return re.sub(r"\x1b\[[0-9;]*m", "", cell["raw_error"]).strip()
    return f"A locked cell was changed; replace it by this one from a fresh copy of the task:\n{cell['source']}"
