"""The autograded notebook: what nbgrader's formgrader and feedback show of a submission.

It is written, not executed: the task's cells, the student's answers, and under each check its verdict. Of what the
submission shows itself only text and pictures are taken over, nothing that could run in a browser.
"""

import copy
import json
from collections.abc import Container, Iterator, Mapping
from typing import Any

from .grades import Grade, Mark
from .submissions import Unreadable, cells_of, name_of, source_of
from .tasks import Task

__all__ = ["autograded"]

LONGEST = 20_000  # characters of an output
HARMLESS = ("text/plain", "image/png")


def autograded(task: Task, submission: bytes | None, grade: Grade) -> str:
    """Text of the notebook for a submission, whatever state it is in, and its grade."""
    notebook = json.loads((task.folder / f"{task.name}.ipynb").read_text(encoding="utf-8"))
    handed = _handed(submission, {_marks(cell).get("grade_id", "") for cell in notebook["cells"]})
    marks = {mark.check: mark for mark in grade.marks}
    notebook["cells"] = [_cell(cell, handed, marks) for cell in notebook["cells"]]
    if grade.note:
        notebook["cells"].insert(
            0, {"cell_type": "markdown", "id": "note", "metadata": {}, "source": f"**{grade.note}**"}
        )
    # half of a pair of surrogates can be in JSON, but in no file or page
    return json.dumps(notebook, indent=1, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8")


def _handed(submission: bytes | None, known: Container[str]) -> dict[str, dict[str, Any]]:
    """Cells of the submission by the names of their marks; of copies the first."""
    try:
        cells = cells_of(submission or b"")
    except Unreadable:
        return {}
    return {name: cell for cell in reversed(cells) if (name := name_of(cell, known))}


def _cell(cell: dict[str, Any], handed: Mapping[str, Any], marks: Mapping[str, Mark]) -> dict[str, Any]:
    result, name = copy.deepcopy(cell), _marks(cell).get("grade_id", "")
    if _marks(cell).get("solution"):
        result["source"] = source_of(handed.get(name, {}))
    if name in marks:
        result["outputs"] = [_verdict(marks[name])]
        result["metadata"]["mechanics"] = {"status": marks[name].status}
    elif cell["cell_type"] == "code":
        result["outputs"] = list(_shown(handed.get(name, {})))
    return result


def _marks(cell: Mapping[str, Any]) -> dict[str, Any]:
    """What nbgrader knows of a cell of the task."""
    marks: dict[str, Any] = cell["metadata"].get("nbgrader", {})
    return marks


def _verdict(mark: Mark) -> dict[str, Any]:
    if mark.status == "right":
        return {"output_type": "stream", "name": "stdout", "text": "Right.\n"}
    return {"output_type": "error", "ename": "CheckFailed", "evalue": mark.reason, "traceback": [mark.reason]}


def _shown(cell: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Outputs that the student saw: text and pictures."""
    outputs = cell.get("outputs")
    for output in outputs if isinstance(outputs, list) else []:
        data = output.get("data") if isinstance(output, dict) else None
        kept = (
            {kind: _text(data[kind]) for kind in HARMLESS if kind in data} if isinstance(data, dict) else {}
        )
        if kept:
            yield {"output_type": "display_data", "data": kept, "metadata": _described(output)}
        elif isinstance(output, dict) and output.get("output_type") == "stream":
            yield {"output_type": "stream", "name": "stdout", "text": _text(output.get("text"))[:LONGEST]}


def _described(output: Mapping[str, Any]) -> dict[str, Any]:
    """What a picture shows, for people who do not see it."""
    try:
        return {"image/png": {"alt": str(output["metadata"]["image/png"]["alt"])}}
    except (KeyError, TypeError):
        return {}


def _text(value: Any) -> str:
    return "".join(map(str, value)) if isinstance(value, list) else str(value or "")
