"""The diary of a workspace: a line for each cell that ran and for each verdict, in ``.mechanics/study.jsonl``."""

import contextlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from mechanics.workspace import settings_folder

__all__ = ["DIARY", "CellRan", "Judged", "keep", "kept"]

DIARY = "study.jsonl"


@dataclass(frozen=True)
class CellRan:
    """A cell of a notebook ran without an error.

    Attributes
    ----------
    notebook : str
        Its path in the workspace, with ``/``.
    cell : str
        Id of the cell.
    at : float
        When, s since 1970.
    """

    notebook: str
    cell: str
    at: float


@dataclass(frozen=True)
class Judged:
    """A check said in which state its step is.

    Attributes
    ----------
    notebook, step : str
        Path of the notebook in the workspace, and name of the check.
    state, reason : str
        As in `mechanics.checks.Verdict`.
    answer : str
        Text of the cell that the answer came from, shortened to a fingerprint; empty if it is not known.
    at : float
        When, s since 1970.
    """

    notebook: str
    step: str
    state: str
    reason: str
    answer: str
    at: float


Entry = CellRan | Judged


def keep(workspace: Path, entry: Entry) -> None:
    """Add a line to the diary. A folder that cannot be written costs nothing but the line.

    Parameters
    ----------
    workspace : Path
        The student's folder.
    entry : CellRan or Judged
        What happened.
    """
    line = json.dumps(asdict(entry), ensure_ascii=False) + "\n"
    with contextlib.suppress(OSError):
        file = os.open(settings_folder(workspace) / DIARY, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            os.write(file, line.encode())  # one call, so that two kernels do not mix their lines
        finally:
            os.close(file)


def kept(workspace: Path) -> Iterator[Entry]:
    """Read the diary, oldest entry first; lines that are damaged are left out.

    Parameters
    ----------
    workspace : Path
        The student's folder.

    Yields
    ------
    CellRan or Judged
        One for each line.
    """
    try:
        text = (settings_folder(workspace) / DIARY).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for line in text.splitlines():
        entry = _read(line)
        if entry is not None and entry.at <= time.time() + 86400:
            yield entry


def _read(line: str) -> Entry | None:
    try:
        fields = json.loads(line)
        kind = Judged if "step" in fields else CellRan
        entry = kind(**fields)
    except (ValueError, TypeError):
        return None
    texts = (value for name, value in fields.items() if name != "at")
    return entry if isinstance(entry.at, int | float) and all(isinstance(text, str) for text in texts) else None
