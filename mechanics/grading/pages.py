"""The autograded notebook: what nbgrader's formgrader and feedback show of a submission.

It is written, not executed: the task's cells, the student's answers, and under each check its verdict. Of what the
submission shows itself only text and pictures are taken over, nothing that could run in a browser.
"""

import copy
import json
from collections.abc import Iterator, Mapping
from typing import Any

from .grades import Grade, Mark
from .tasks import Task

__all__ = ["autograded"]

LONGEST = 20_000  # characters of an output
HARMLESS = ("text/plain", "image/png")


def autograded(task: Task, submission: bytes | None, grade: Grade) -> str:
    """Text of the notebook for a submission, whatever state it is in, and its grade."""
    notebook = json.loads((task.folder / f"{task.name}.ipynb").read_text(encoding="utf-8"))
    handed = _handed(submission)
    marks = {mark.check: mark for mark in grade.marks}
    notebook["cells"] = [_cell(cell, handed, marks) for cell in notebook["cells"]]
    if grade.note:
        notebook["cells"].insert(
            0, {"cell_type": "markdown", "id": "note", "metadata": {}, "source": f"**{grade.note}**"}
        )
    return json.dumps(notebook, indent=1)


def _handed(submission: bytes | None) -> dict[str, dict[str, Any]]:
    """Cells of the submission by the names of their marks; of copies the first."""
    try:
        cells = json.loads((submission or b"").decode("utf-8-sig", "replace"))["cells"]
        named = [(cell["metadata"]["nbgrader"]["grade_id"], cell) for cell in cells if _is_marked(cell)]
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}
    return dict(reversed(named))


def _is_marked(cell: Any) -> bool:
    try:
        return isinstance(cell["metadata"]["nbgrader"]["grade_id"], str)
    except (KeyError, TypeError):
        return False


def _cell(cell: dict[str, Any], handed: Mapping[str, Any], marks: Mapping[str, Mark]) -> dict[str, Any]:
    result, name = copy.deepcopy(cell), cell["metadata"].get("nbgrader", {}).get("grade_id", "")
    if cell["metadata"].get("nbgrader", {}).get("solution"):
        source = handed.get(name, {}).get("source", "")
        result["source"] = source if isinstance(source, (str, list)) else ""
    if cell["cell_type"] == "code":
        result["outputs"] = [_verdict(marks[name])] if name in marks else list(_shown(handed.get(name, {})))
    return result


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
            yield {"output_type": "display_data", "data": kept, "metadata": {}}
        elif isinstance(output, dict) and output.get("output_type") == "stream":
            yield {"output_type": "stream", "name": "stdout", "text": _text(output.get("text"))[:LONGEST]}


def _text(value: Any) -> str:
    return "".join(map(str, value)) if isinstance(value, list) else str(value or "")
