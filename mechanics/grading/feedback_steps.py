"""The steps of an autograded notebook: what was asked, what was handed in, what it earned, and why."""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mechanics.language import FEEDBACK, catalogue

from .blocks import Block, handed_in, outputs_of, short
from .formulas import sentence_html, text_html
from .gradebook import NO_RESPONSE
from .pictures import Picture
from .standing import Standing

__all__ = ["Part", "Report", "Step", "in_words", "report_of"]

_HEADING = re.compile(r"^(#{1,3})\s+(.+?)\s*#*\s*$")
_POINTS = re.compile(r"\s*\((?:\d+(?:\.\d+)?)\s+points?\)\s*$")
_DRAWN_ID = re.compile(r"^(cell-)?[0-9a-f]{8,}(-[0-9a-f]+)*$")  # by nbgrader's menu or JupyterLab; says nothing
_ROLE = re.compile(r"[-_](check|answer|test|tests)$")
STATES = {
    "right": ("✓", "right"),
    "partly": ("◐", "partly right"),
    "wrong": ("✗", "not right"),
    "waiting": ("…", "not marked yet"),
    "marked": ("✎", "marked by your teachers"),
}


@dataclass
class Part:
    """One mark: the answers before it, and why it is what it is."""

    id: str
    name: str
    points: float
    maximum: float
    state: str
    reason: str = ""
    note: str = ""
    comments: list[str] = field(default_factory=list)
    answers: list[Block] = field(default_factory=list)
    extra: float = 0.0

    @property
    def sign(self) -> str:
        """A character for the state."""
        return STATES[self.state][0]

    @property
    def state_in_words(self) -> str:
        """The state for those who do not see the sign."""
        return STATES[self.state][1]


@dataclass
class Step:
    """What stands under one heading of the task."""

    id: str
    title: str
    text: list[str] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    added: list[Block] = field(default_factory=list)

    @property
    def points(self) -> float:
        """Sum of its marks."""
        return sum(part.points + part.extra for part in self.parts)

    @property
    def maximum(self) -> float:
        """The most that it can earn."""
        return sum(part.maximum for part in self.parts)

    @property
    def state(self) -> str:
        """The state of all its parts together."""
        states = {part.state for part in self.parts}
        if len(states) == 1:
            return states.pop()
        return "waiting" if "waiting" in states else "partly"

    @property
    def sign(self) -> str:
        """A character for the state."""
        return STATES[self.state][0]

    @property
    def state_in_words(self) -> str:
        """The state for those who do not see the sign."""
        return STATES[self.state][1]


@dataclass
class Report:
    """All of one notebook."""

    title: str
    notes: list[str]
    steps: list[Step]


def report_of(
    cells: list[Any], sketches: Mapping[str, Picture], standing: Standing | None, name: str, language: str = "en"
) -> Report:
    """Sort the cells of an autograded notebook into steps.

    Parameters
    ----------
    cells : list of nbformat.NotebookNode
        Cleaned of hidden tests; with nbgrader's points in their metadata.
    sketches : mapping of str to Picture
        Those of the task, by cell.
    standing : Standing or None
        What the gradebook knows about the marks.
    name : str
        Of the notebook: the title, where it has no heading.
    language : str
        Of the page.

    Returns
    -------
    Report
        In the order of the notebook.
    """
    reader = _Reader(sketches, standing, name, language)
    for cell in cells:
        reader.read(cell)
    reader.finish()
    return Report(reader.title, reader.notes, reader.steps)


class _Reader:
    """Reads one cell after the other."""

    def __init__(self, sketches: Mapping[str, Picture], standing: Standing | None, name: str, language: str):
        self.title, self.sketches, self.standing, self.language = name, sketches, standing, language
        self.notes: list[str] = []
        self.steps = [Step("task", "The task")]
        self._answers: list[Block] = []
        self._comments: list[str] = []

    def read(self, cell: Any) -> None:
        marks, ours = cell.metadata.get("nbgrader", {}), cell.metadata.get("mechanics", {})
        if ours.get("note"):
            self.notes.append(text_html(cell.source, trusted=False))
        elif ours.get("own"):
            self._target.extend(handed_in(cell))
        elif ours.get("announces"):
            return
        elif marks.get("grade") or marks.get("task"):
            self._mark(cell, marks)
        elif marks.get("solution"):
            self._answers += handed_in(cell)
            self._comments += _comments(marks)
        elif cell.cell_type == "markdown":
            self._text(cell)
        else:
            self._given(cell, marks)

    @property
    def _target(self) -> list[Block]:
        """Where cells of the student belong: to an answer that is not marked yet, or to the step."""
        return self._answers if self._answers else self.steps[-1].added

    def _text(self, cell: Any) -> None:
        first, _, rest = cell.source.strip().partition("\n")
        heading = _HEADING.match(first)
        if not heading:
            self.steps[-1].text.append(text_html(cell.source, trusted=True, attachments=cell.get("attachments")))
            return
        self.finish()
        if len(heading[1]) == 1 and len(self.steps) == 1 and not self.steps[0].parts:
            self.title = heading[2]
        else:
            self.steps.append(Step(f"step-{len(self.steps)}", _POINTS.sub("", heading[2])))
        self.steps[-1].text.append(text_html(rest, trusted=True, attachments=cell.get("attachments")))

    def _given(self, cell: Any, marks: Mapping[str, Any]) -> None:
        step, sketch = self.steps[-1], self.sketches.get(marks.get("grade_id", ""))
        if sketch:
            step.pictures.append(sketch)
            return
        step.pictures += [block.content for block in outputs_of(cell) if block.kind == "picture"]
        if cell.source.strip():
            summary = catalogue(self.language, FEEDBACK).get("Given code", "Given code")
            code = f'<pre class="code"><code>{html.escape(short(cell.source))}</code></pre>'
            step.text.append(f"<details><summary>{summary}</summary>{code}</details>")

    def _mark(self, cell: Any, marks: Mapping[str, Any]) -> None:
        step = self.steps[-1]
        if marks.get("task"):
            step.text.append(text_html(cell.source, trusted=True, attachments=cell.get("attachments")))
        elif marks.get("solution"):
            self._answers += handed_in(cell)
        part = self._part(cell, marks, len(step.parts) + 1)
        part.answers, self._answers = self._answers, []
        part.comments, self._comments = [*self._comments, *_comments(marks)], []
        step.parts.append(part)

    def _part(self, cell: Any, marks: Mapping[str, Any], number: int) -> Part:
        name, by_hand = marks["grade_id"], bool(marks.get("solution") or marks.get("task"))
        points, maximum = float(marks.get("score") or 0), float(marks.get("points") or 0)
        extra = self.standing.extra.get(name, 0.0) if self.standing else 0.0
        is_waiting = bool(self.standing and name in self.standing.waiting)
        reason = "" if by_hand else _reason(cell)
        part = Part(name, in_words(name, number), points - extra, maximum, "wrong", reason, extra=extra)
        if is_waiting and not (self.standing and name in self.standing.by_person):
            part.state = "waiting"
        elif part.points >= maximum:
            part.state = "right" if maximum or not reason else "wrong"
        elif part.points > 0:
            part.state = "partly"
        if self.standing and name in self.standing.by_person and not by_hand:
            part.note = "Your teachers set these points."
        return part

    def finish(self) -> None:
        """An answer that no mark follows belongs to its step."""
        step = self.steps[-1]
        step.added += self._answers
        step.text += self._comments
        self._answers, self._comments = [], []


def in_words(name: str, number: int) -> str:
    """Name a mark by the words of its id.

    Parameters
    ----------
    name : str
        Its ``grade_id``.
    number : int
        Its place in the step, for ids that were drawn by lot and say nothing.

    Returns
    -------
    str
        Words.
    """
    if _DRAWN_ID.match(name):
        return f"Part {number}"
    words = re.sub(r"[-_]+", " ", _ROLE.sub("", name)).strip()
    return words[:1].upper() + words[1:] or f"Part {number}"


def _comments(marks: Mapping[str, Any]) -> list[str]:
    """What people wrote; the words that nbgrader itself writes below an empty answer say nothing new."""
    comment = marks.get("comment")
    return [text_html(comment, trusted=False)] if comment and comment != NO_RESPONSE else []


def _reason(cell: Any) -> str:
    """What a check said, as HTML."""
    said = []
    for output in cell.get("outputs", []):
        if output.output_type == "error":
            said.append("\n".join(output.traceback))
        elif output.output_type == "stream":
            said.append("".join(output.text))
    paragraphs = [line.strip() for text in said for line in re.split(r"\n\s*\n", text) if line.strip()]
    return "".join(f"<p>{sentence_html(text)}</p>" for text in paragraphs)
