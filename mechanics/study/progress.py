"""The page *Where am I?*: one line that says it, and tables that unfold."""

import html
from pathlib import Path

from mechanics.language import FEEDBACK, catalogue, language, say, tell
from mechanics.workspace import workspace_around

from .standing import Chapter, Standing, Step, Task, standing

__all__ = ["Progress", "progress"]

SIGNS = {
    "right": "✓", "noted": "…", "wrong": "✗", "unanswered": "○", "not run": "↻", "changed": "↻", "": "○",
    "not judged": "!",
}  # fmt: skip
WORDS = {
    "right": "right", "noted": "noted", "wrong": "not right yet", "unanswered": "not yet answered",
    "not run": "run it again", "changed": "changed since, check it again", "": "not yet checked",
    "not judged": "not judged",
}  # fmt: skip
NO_WORKSPACE = (
    "Your progress is kept in the folder that `mechanics lab` creates; this notebook is in none, so nothing is known."
)


class Progress:
    """How far a student has come, as a page; `repr` gives its first line.

    Parameters
    ----------
    found : Standing or None
        None outside of a workspace.
    up : str
        The way from the notebook to the workspace, for links.
    """

    def __init__(self, found: Standing | None, up: str = ""):
        self.found, self.up = found, up

    def __repr__(self) -> str:
        return _line(self.found) if self.found else say(NO_WORKSPACE)

    def _repr_html_(self) -> str:
        if self.found is None:
            return f"<p>{_text(NO_WORKSPACE)}</p>"
        found, parts = self.found, [f"<p><b>{_text(_line(self.found))}</b></p>"]
        if found.next:
            parts.append(f"<p>{_text('Next')}: {self._link(*found.next)}</p>")
        begun = [task for task in found.tasks if any(step.state or step.hints for step in task.steps)]
        parts += [self._task(task) for task in begun]
        if found.often:
            rows = "".join(
                f"<li>{html.escape(often.task)}, <i>{html.escape(tell(often.step))}</i>: {often.times} ×. "
                f"{html.escape(tell(often.reason))}</li>"
                for often in found.often
            )
            parts.append(_fold("What was not right most often", f"<ul>{rows}</ul>"))
        rows = "".join(self._chapter(chapter) for chapter in found.chapters)
        parts.append(_fold("Chapters", f"<table>{rows}</table>"))
        rest = [task for task in found.tasks if task not in begun]
        rows = "".join(
            f"<tr>{_cell(self._link(t.file, t.title))}{_cell(_text(f'{t.points:g} points'))}</tr>" for t in rest
        )
        if rest:
            parts.append(_fold("Tasks not begun", f"<table>{rows}</table>"))
        return "".join(parts)

    def _link(self, file: str, title: str) -> str:
        return f'<a href="{html.escape(self.up + file)}">{html.escape(title)}</a>'

    def _chapter(self, chapter: Chapter) -> str:
        state = "✓ read" if chapter.is_read else f"{chapter.ran} of {chapter.cells} cells" if chapter.ran else "○"
        return f"<tr>{_cell(self._link(chapter.file, chapter.title))}{_cell(_text(state))}</tr>"

    def _task(self, task: Task) -> str:
        done = sum(step.is_done for step in task.steps)
        head = say(f"{done} of {len(task.steps)} steps, {task.earned:g} of {task.points:g} points")
        head += _noted(task.noted)
        folder = Path(self.up + task.file).parent
        rows = "".join(_step(step, tell(step.title, task=folder)) for step in task.steps)
        link = self._link(task.file, say("Open it"))
        return _fold(f"{task.title}: {head}", f"<p>{link}</p><table>{rows}</table>")


def _step(step: Step, title: str) -> str:
    more = [say(f"{step.tries} × not right")] * bool(step.tries) + [say(f"{step.hints} hints")] * bool(step.hints)
    words = catalogue(language(), FEEDBACK).get(WORDS[step.state], WORDS[step.state])
    cells = (f"{SIGNS[step.state]} {words}", title, f"{step.points:g}", ", ".join(more))
    return "<tr>" + "".join(_cell(html.escape(cell)) for cell in cells) + "</tr>"


def _cell(content: str) -> str:
    return f'<td style="text-align: left">{content}</td>'


def _line(found: Standing) -> str:
    steps = [step for task in found.tasks for step in task.steps]
    earned, points = sum(task.earned for task in found.tasks), sum(task.points for task in found.tasks)
    line = say(
        f"{sum(chapter.is_read for chapter in found.chapters)} of {len(found.chapters)} chapters read, "
        f"{sum(step.is_done for step in steps)} of {len(steps)} steps done: {earned:g} of {points:g} points."
    )
    return line.removesuffix(".") + _noted(sum(task.noted for task in found.tasks)) + "."


def _noted(points: float) -> str:
    """Points of answers that nobody has judged yet: they are not earned."""
    return say(f" and {points:g} noted") if points else ""


def _fold(head: str, body: str) -> str:
    return f"<details><summary>{_text(head)}</summary>{body}</details>"


def _text(text: str) -> str:
    return html.escape(say(text))


def progress(folder: str | Path | None = None) -> Progress:
    """Say how far you have come: chapters, steps, points, what is next, and what was not right most often.

    Parameters
    ----------
    folder : str or Path, optional
        Any folder in your workspace; the one of the notebook unless given.

    Returns
    -------
    Progress
        A notebook displays it when it is the last line of a cell.
    """
    here = Path(folder) if folder is not None else Path.cwd()
    workspace = workspace_around(here.absolute())
    if workspace is None:
        return Progress(None)
    depth = len(here.absolute().relative_to(workspace).parts)
    return Progress(standing(workspace), "../" * depth)
