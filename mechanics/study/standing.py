"""How far a student has come: from the notebooks in a workspace and its diary, without running anything."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mechanics.checks.own_file import assigned

from ..checks.hints import taken_in
from .records import CellRan, Judged, kept
from .watching import fingerprint

__all__ = ["Chapter", "Often", "Standing", "Step", "Task", "standing"]

DONE = ("right", "noted")
CHECK = re.compile(r"""^check\(\s*["']([^"']+)["']\s*,\s*(\w+)""", re.MULTILINE)
OFTEN = 5


@dataclass(frozen=True)
class Chapter:
    """A chapter, and how many of its code cells have run at least once."""

    file: str
    title: str
    cells: int
    ran: int

    @property
    def is_read(self) -> bool:
        """Whether nine cells of ten have run."""
        return self.cells > 0 and self.ran >= 0.9 * self.cells


@dataclass(frozen=True)
class Step:
    """A step of a task.

    Attributes
    ----------
    name, title : str
        Of the check.
    points : float
        What it is worth.
    state : str
        What the last check said; ``"changed"`` where the answer was edited since, and empty before the first.
    tries, hints : int
        How often it was not right, and hints taken.
    """

    name: str
    title: str
    points: float
    state: str
    tries: int
    hints: int

    @property
    def is_done(self) -> bool:
        """Whether the answer that stands in the notebook is right, or noted to be judged later."""
        return self.state in DONE


@dataclass(frozen=True)
class Task:
    """A task with its steps, in their order."""

    file: str
    title: str
    steps: tuple[Step, ...]

    @property
    def points(self) -> float:
        """What all steps are worth."""
        return sum(step.points for step in self.steps)

    @property
    def earned(self) -> float:
        """What the steps are worth that were judged right."""
        return sum(step.points for step in self.steps if step.state == "right")

    @property
    def noted(self) -> float:
        """What the steps are worth that are judged when the task is graded."""
        return sum(step.points for step in self.steps if step.state == "noted")

    @property
    def is_done(self) -> bool:
        """Whether all steps are done."""
        return all(step.is_done for step in self.steps)


@dataclass(frozen=True)
class Often:
    """A step that was often not right, and what was said about it last."""

    task: str
    step: str
    times: int
    reason: str


@dataclass(frozen=True)
class Standing:
    """Everything at once, in the order of the course."""

    chapters: tuple[Chapter, ...]
    tasks: tuple[Task, ...]
    often: tuple[Often, ...]
    next: tuple[str, str] | None  # file and title


def standing(workspace: Path) -> Standing:
    """Find out how far a student has come.

    Parameters
    ----------
    workspace : Path
        The student's folder.

    Returns
    -------
    Standing
        Chapters, tasks, and what was not right most often.
    """
    diary = list(kept(workspace))
    ran = {(entry.notebook, entry.cell) for entry in diary if isinstance(entry, CellRan)}
    judged = [entry for entry in diary if isinstance(entry, Judged)]
    chapters = tuple(_chapters(workspace, ran))
    tasks = tuple(_tasks(workspace, judged))
    return Standing(chapters, tasks, tuple(_often(judged, tasks)), _next(chapters, tasks, diary))


def _notebooks(workspace: Path, pattern: str) -> Iterable[tuple[str, list[dict[str, Any]]]]:
    """Notebooks that can be read, with their cells."""
    for path in sorted(workspace.glob(pattern)):
        try:
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            known = [{**cell, "source": "".join(cell["source"])} for cell in cells]
        except (OSError, ValueError, KeyError, TypeError):
            continue
        yield path.relative_to(workspace).as_posix(), known


def _title(cells: Iterable[Mapping[str, Any]], file: str) -> str:
    found = (re.search(r"^# (.+?)\s*$", cell["source"], re.MULTILINE) for cell in cells)
    title = next((match[1] for match in found if match), Path(file).stem)
    return re.sub(r"\s*\(\*.*\*\)$", "", title).replace("*", "")


def _chapters(workspace: Path, ran: set[tuple[str, str]]) -> Iterable[Chapter]:
    for file, cells in _notebooks(workspace, "course/*.ipynb"):
        code = [cell.get("id", "") for cell in cells if cell["cell_type"] == "code"]
        if "start-here" not in file:
            yield Chapter(file, _title(cells, file), len(code), sum((file, name) in ran for name in code))


def _tasks(workspace: Path, judged: list[Judged]) -> Iterable[Task]:
    last = {(entry.notebook, entry.step): entry for entry in judged}
    wrong = Counter((entry.notebook, entry.step) for entry in judged if entry.state == "wrong")
    for file, cells in _notebooks(workspace, "exercises/*/*.ipynb"):
        taken = taken_in((workspace / file).parent)
        steps = [_step(file, cell, cells, last, wrong, taken) for cell in cells if _points(cell) is not None]
        found = tuple(step for step in steps if step)
        if found:
            yield Task(file, _title(cells, file), found)


def _points(cell: Mapping[str, Any]) -> float | None:
    data = cell.get("metadata", {}).get("nbgrader", {})
    return float(data["points"]) if data.get("grade") and isinstance(data.get("points"), int | float) else None


def _step(
    file: str,
    cell: Mapping[str, Any],
    cells: list[dict[str, Any]],
    last: Mapping[tuple[str, str], Judged],
    wrong: Mapping[tuple[str, str], int],
    taken: Mapping[str, int],
) -> Step | None:
    """The step that a locked cell checks; None for a cell that only a person marks."""
    call = CHECK.search(cell["source"])
    if call is None:
        return None
    name, answer = call[1], call[2]
    entry = last.get((file, name))
    state = entry.state if entry else ""
    if entry and entry.answer and entry.answer not in _answers(cells, answer):
        state = "changed"
    title = name.rsplit("/", 1)[-1].replace("-", " ")
    return Step(name, title, _points(cell) or 0.0, state, wrong.get((file, name), 0), taken.get(name, 0))


def _answers(cells: list[dict[str, Any]], name: str) -> set[str]:
    """Fingerprints of the cells that assign a name; IPython's own commands are no Python, but no answers either."""
    code = (cell["source"] for cell in cells if cell["cell_type"] == "code" and name in cell["source"])
    return {fingerprint(source) for source in code if name in assigned(source)}


def _often(judged: list[Judged], tasks: Iterable[Task]) -> Iterable[Often]:
    wrong = [entry for entry in judged if entry.state == "wrong"]
    reasons = {(entry.notebook, entry.step): entry.reason for entry in wrong}
    titles = {task.file: task.title for task in tasks}
    for (file, step), times in Counter((entry.notebook, entry.step) for entry in wrong).most_common(OFTEN):
        if times > 1 and file in titles:
            yield Often(titles[file], step.rsplit("/", 1)[-1].replace("-", " "), times, reasons[file, step])


def _next(chapters: tuple[Chapter, ...], tasks: tuple[Task, ...], diary: list[Any]) -> tuple[str, str] | None:
    """What was begun last and is not finished; else the first chapter or task that is not."""
    open_ones = {c.file: c.title for c in chapters if not c.is_read}
    open_ones |= {t.file: t.title for t in tasks if not t.is_done}
    recent = (entry.notebook for entry in reversed(diary) if entry.notebook in open_ones)
    file = next(recent, next(iter(open_ones), None))
    return (file, open_ones[file]) if file else None
