"""The questions of an assignment that people mark, and what was answered to them."""

import hashlib
import html
import io
import json
import re
import stat
import tokenize
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..attachments import harmful
from ..blocks import Block, handed_in
from ..feedback_steps import in_words
from ..formulas import text_html
from ..pictures import LARGEST_FILE, Picture, safe_picture
from ..submissions import source_of

__all__ = ["Answer", "Question", "answer_of", "files_of", "picture_in", "questions_of"]

PICTURES = {".png", ".jpg", ".jpeg"}
_HEADING = re.compile(r"^#{1,6}\s", re.MULTILINE)
Cell = dict[str, Any]


@dataclass(frozen=True)
class Question:
    """Something that a person has to mark.

    Attributes
    ----------
    task, cell : str
        Names of the notebook and of the cell.
    title : str
        What it is called.
    maximum : float
        Points.
    prompt : str
        HTML of what the task says above the answer.
    """

    task: str
    cell: str
    title: str
    maximum: float
    prompt: str = field(repr=False, compare=False)

    @property
    def id(self) -> str:
        """Both names."""
        return f"{self.task}/{self.cell}"


@dataclass(frozen=True)
class Answer:
    """What one student answered.

    Attributes
    ----------
    page : str
        HTML, in which nothing can run.
    key : str
        The same for answers that say the same.
    is_empty : bool
        Whether nothing was written.
    """

    page: str
    key: str
    is_empty: bool


def questions_of(folder: Path) -> list[Question]:
    """Find what people have to mark in an assignment.

    Parameters
    ----------
    folder : Path
        Its folder in the source of the course.

    Returns
    -------
    list of Question
        In the order of the notebooks and their cells.
    """
    return [question for path in sorted(folder.glob("*.ipynb")) for question in _in_notebook(path)]


def _in_notebook(path: Path) -> Iterator[Question]:
    above: list[Cell] = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        marks = cell["metadata"].get("nbgrader", {})
        is_task = bool(marks.get("task"))
        if is_task or (marks.get("grade") and marks.get("solution")):
            shown = [*above, cell] if is_task else above
            prompt = "".join(map(_prompt, shown))
            name = marks["grade_id"]
            title = f"{path.stem}: {in_words(name, len(above) + 1)}"
            yield Question(path.stem, name, title, float(marks["points"]), prompt)
        if cell["cell_type"] == "markdown" and _HEADING.match(source_of(cell)):
            above = []
        if not (marks.get("solution") or marks.get("grade")):
            above.append(cell)


def _prompt(cell: Cell) -> str:
    text = source_of(cell)
    if cell["cell_type"] == "markdown":
        return text_html(text, trusted=True, attachments=cell.get("attachments"))
    return f"<details><summary>Given code</summary><pre>{html.escape(text)}</pre></details>"


def answer_of(page: Path, question: Question, released: str) -> Answer | None:
    """Read what a student answered.

    Parameters
    ----------
    page : Path
        The autograded notebook.
    question : Question
        The question.
    released : str
        What stood in the answer cell when the task was released.

    Returns
    -------
    Answer or None
        None if there is no such page, or no such cell in it.
    """
    try:
        cells = _cells(page, page.stat().st_mtime_ns)
    except (OSError, ValueError):
        return None
    names = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in cells]
    if question.cell not in names:
        return None
    at = names.index(question.cell)
    marks = cells[at]["metadata"]["nbgrader"]
    handed = [] if marks.get("task") else [cells[at]]
    handed += _own_after(cells[at + 1 :])
    texts = [source_of(cell) for cell in handed]
    is_empty = not any(text.strip() and text.strip() != released.strip() for text in texts)
    return Answer("".join(map(_handed, handed)), _key(handed), is_empty)


def _own_after(cells: list[Cell]) -> Iterator[Cell]:
    """Cells that the student added right below."""
    for cell in cells:
        ours = cell["metadata"].get("mechanics", {})
        if ours.get("own"):
            yield cell
        elif not ours.get("announces"):
            return


@lru_cache(maxsize=2000)
def _cells(page: Path, changed: int) -> list[Cell]:
    cells: list[Cell] = json.loads(page.read_text(encoding="utf-8"))["cells"]
    return cells


def _handed(cell: Cell) -> str:
    return "".join(map(_block, handed_in(cell)))


def _block(block: Block) -> str:
    if block.kind == "text":
        return str(block.content)
    if block.kind == "picture":
        return f'<img alt="{html.escape(block.content.description)}" src="{block.content.address}">'
    return f'<pre class="{block.kind}">{html.escape(block.content)}</pre>'


def _key(cells: list[Cell]) -> str:
    """A hash that does not see case, spaces, punctuation at the end, or comments in code; but every pasted picture."""
    parts = []
    for cell in cells:
        text = source_of(cell)
        is_code = cell["cell_type"] == "code"
        parts.append(_code(text) if is_code else " ".join(_plain(text).split()).rstrip(" .!?;,"))
        parts.append(json.dumps(cell.get("attachments", {}), sort_keys=True))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:16]


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _code(text: str) -> str:
    """Python text without comments and spaces; as it is where it is none."""
    try:
        words = tokenize.generate_tokens(io.StringIO(text).readline)
        return " ".join(word.string for word in words if word.type not in (tokenize.COMMENT, tokenize.NL))
    except (tokenize.TokenError, SyntaxError):
        return text


def files_of(folder: Path, tasks: Mapping[str, Any]) -> list[str]:
    """Names of what was handed in beside the notebooks of an assignment.

    Parameters
    ----------
    folder : Path
        The submission of a student.
    tasks : mapping
        Its keys are the names of the notebooks.

    Returns
    -------
    list of str
        Ordinary files directly in the folder; pictures first.
    """
    if not folder.is_dir():
        return []
    left_out = set(harmful(folder))
    usual = {"timestamp.txt", "key.json", *(f"{task}.ipynb" for task in tasks)}
    names = [path.name for path in folder.iterdir() if path.is_file() and path not in left_out]
    found = [name for name in names if name not in usual and not name.startswith(".")]
    return sorted(found, key=lambda name: (Path(name).suffix.lower() not in PICTURES, name))


def picture_in(folder: Path, name: str) -> Picture | None:
    """Read a picture that was handed in as a file.

    Parameters
    ----------
    folder : Path
        The submission of a student.
    name : str
        Of a file directly in it.

    Returns
    -------
    Picture or None
        Written again; None if it is no picture, or no ordinary file.
    """
    path = folder / name
    if path.name != name or path.suffix.lower() not in PICTURES:
        return None
    try:
        state = path.lstat()
        if not stat.S_ISREG(state.st_mode) or state.st_size > LARGEST_FILE:
            return None
        return safe_picture(path.read_bytes(), name)
    except OSError:
        return None
