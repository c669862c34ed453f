"""The autograded notebook: what nbgrader's formgrader and feedback show of a submission.

It is written, not executed: the task's cells, the student's answers, and under each check its verdict. Of the outputs
in the submission only text and pictures are copied, nothing that could run in a browser.
"""

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from .attachments import pictures_attached
from .grades import PASSED, Grade, Mark
from .submissions import Unreadable, cells_of, name_of, source_of
from .tasks import Task

__all__ = ["answers_of", "autograded"]

Cell = dict[str, Any]

LONGEST = 20_000  # characters of an output, or of a cell that is not part of the task
LONGEST_ANSWER = 200_000
LARGEST_PICTURE = 4 * 2**20  # characters, base64
MOST_OWN = 100  # cells that are not part of the task
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
HARMLESS = ("text/plain", "image/png")
OWN = "*Not part of the task: added in the submission.*"
CUT_SHORT = (
    "Grading this notebook was cut short: something in it had to be stopped. The checks below say which steps this "
    "cost; all others have their points. What happened first: {}"
)


def autograded(task: Task, submission: bytes | None, grade: Grade) -> str:
    """Write the autograded notebook.

    Parameters
    ----------
    task : Task
        What was asked.
    submission : bytes or None
        The notebook as it was handed in, whatever state it is in; None if there is none.
    grade : Grade
        Its grade.

    Returns
    -------
    str
        Text of the notebook.
    """
    notebook = dict(task.page)
    handed, own = _handed(submission, notebook["cells"])
    marks = {mark.check: mark for mark in grade.marks}
    number = itertools.count(1)
    cells = [_own(cell, number) for cell in own.get("", [])]
    for cell in notebook["cells"]:
        cells.append(_cell(cell, handed, marks))
        cells += [_own(added, number) for added in own.get(_name(cell), [])]
    shown = [_note(grade)] * bool(grade.note) + [*_announced(cells)]
    notebook["cells"] = [{"id": f"cell-{place}"} | cell for place, cell in enumerate(shown)]  # none in format 4.4
    notebook["nbformat_minor"] = max(5, notebook["nbformat_minor"])
    # JSON can hold half of a surrogate pair, which no file or page can
    return json.dumps(notebook, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8")


def answers_of(task: Task, submission: bytes | None) -> dict[str, str]:
    """Texts of the answers.

    Parameters
    ----------
    task : Task
        What was asked.
    submission : bytes or None
        The notebook as it was handed in; None if there is none.

    Returns
    -------
    dict of str to str
        By the name of the answer; those that are not in the submission are left out.
    """
    handed, _ = _handed(submission, task.page["cells"])
    answers = (_name(cell) for cell in task.page["cells"] if _marks(cell).get("solution"))
    return {name: source_of(handed[name]) for name in answers if name in handed}


def _handed(submission: bytes | None, cells: Sequence[Cell]) -> tuple[dict[str, Cell], dict[str, list[Cell]]]:
    """Cells of the submission by name, the first one of copies; and those that were added after each."""
    known = {_name(cell) for cell in cells} - {""}
    open_cells = {source_of(cell) for cell in cells if not _marks(cell)}  # they are shown anyway
    named: dict[str, Cell] = {}
    added: dict[str, list[Cell]] = {}
    last, left = "", MOST_OWN
    for cell in _readable(submission):
        name = name_of(cell, known)
        if name and name not in named:
            named[name], last = cell, name
        elif source_of(cell) in open_cells:
            continue
        elif left and cell["cell_type"] in ("code", "markdown") and source_of(cell).strip():
            added.setdefault(last, []).append(cell)
            left -= 1
    return named, added


def _readable(submission: bytes | None) -> list[Cell]:
    try:
        return cells_of(submission or b"")
    except Unreadable:
        return []


def _note(grade: Grade) -> Cell:
    """A cell with what the student should know first."""
    text = CUT_SHORT.format(grade.note) if grade.status == "cut short" else grade.note
    return _text("note", f"**{text}**") | {"metadata": {"mechanics": {"note": True}}}


def _text(name: str, source: str) -> Cell:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": source}


def _own(cell: Cell, number: Iterator[int]) -> Cell:
    """A cell that the student added, without its metadata; it earns and costs nothing by itself."""
    source = _short(source_of(cell), LONGEST)
    shown = _text(f"added-{next(number)}", source) | {"metadata": {"mechanics": {"own": True}}}
    if cell["cell_type"] == "code":
        return shown | {"cell_type": "code", "execution_count": None, "outputs": list(_shown(cell))}
    return shown | {"source": _still(source)}


def _still(markdown: str, attached: Iterable[str] = ()) -> str:
    """Text of a student without tags and links, which the formgrader leaves in; formulas and attachments stay."""
    kept = "|".join(re.escape(form) for name in attached for form in (name, quote(name)))
    link = rf"\]\((?!attachment:(?:{kept})\))" if kept else r"\]\("
    return re.sub(link, "] (", _TAG.sub("< ", markdown)).replace("]:", "] :")


def _announced(cells: Iterable[Cell]) -> Iterator[Cell]:
    """Cells, with a line in front of those that do not belong to the task."""
    before = False
    for number, cell in enumerate(cells):
        own = cell["metadata"].get("mechanics", {}).get("own", False)
        if own and not before:
            yield _text(f"own-{number}", OWN) | {"metadata": {"mechanics": {"announces": True}}}
        yield cell
        before = own


def _cell(cell: Cell, handed: Mapping[str, Cell], marks: Mapping[str, Mark]) -> Cell:
    result, name = dict(cell), _name(cell)
    if _marks(cell).get("solution"):
        answer = handed.get(name, {})
        text, attached = _short(source_of(answer), LONGEST_ANSWER), pictures_attached(answer)
        result["source"] = text if cell["cell_type"] == "code" else _still(text, attached)
        if attached and cell["cell_type"] == "markdown":
            result["attachments"] = attached
    if name in marks:
        result["outputs"] = [*_verdict(marks[name])]
        result["metadata"] = cell["metadata"] | {"mechanics": {"status": marks[name].status}}
    elif cell["cell_type"] == "code":
        result["outputs"] = list(_shown(handed.get(name, {})))
    return result


def _name(cell: Mapping[str, Any]) -> str:
    return str(_marks(cell).get("grade_id", ""))


def _marks(cell: Mapping[str, Any]) -> dict[str, Any]:
    """nbgrader's metadata of a cell of the task."""
    marks: dict[str, Any] = cell["metadata"].get("nbgrader", {})
    return marks


def _verdict(mark: Mark) -> Iterator[dict[str, Any]]:
    if mark.status in PASSED:
        points = "1 point" if mark.points == 1 else f"{mark.points:g} points"
        yield {"output_type": "stream", "name": "stdout", "text": f"{mark.reason or 'Right.'} {points}.\n"}
    elif mark.status == "partial":  # as nbgrader reads it
        yield {"output_type": "stream", "name": "stdout", "text": f"{mark.reason}\n"}
        data = {"text/plain": repr(mark.points)}
        yield {"output_type": "execute_result", "execution_count": None, "data": data, "metadata": {}}
    else:
        yield {"output_type": "error", "ename": "CheckFailed", "evalue": mark.reason, "traceback": [mark.reason]}


def _shown(cell: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Outputs that the student saw: text and pictures."""
    outputs = cell.get("outputs")
    for output in outputs if isinstance(outputs, list) else []:
        data = output.get("data") if isinstance(output, dict) else None
        kept = _kept(data) if isinstance(data, dict) else {}
        if kept:
            yield {"output_type": "display_data", "data": kept, "metadata": _described(output)}
        elif isinstance(output, dict) and output.get("output_type") == "stream":
            yield {
                "output_type": "stream",
                "name": "stdout",
                "text": _short(_text_of(output.get("text")), LONGEST),
            }


def _kept(data: Mapping[str, Any]) -> dict[str, str]:
    """The part of an output that cannot run in a browser, and is not too large."""
    kept = {kind: _text_of(data[kind]) for kind in HARMLESS if kind in data}
    if len(kept.get("image/png", "")) > LARGEST_PICTURE:
        del kept["image/png"]
        kept["text/plain"] = "(A picture that is too large to be shown.)"
    if "text/plain" in kept:
        kept["text/plain"] = _short(kept["text/plain"], LONGEST)
    return kept


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]}\n... ({len(text) - longest} more characters)"


def _described(output: Mapping[str, Any]) -> dict[str, Any]:
    """The alternative text of a picture."""
    try:
        return {"image/png": {"alt": str(output["metadata"]["image/png"]["alt"])}}
    except (KeyError, TypeError):
        return {}


def _text_of(value: Any) -> str:
    return "".join(map(str, value)) if isinstance(value, list) else str(value or "")
