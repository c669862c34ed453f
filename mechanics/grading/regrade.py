"""Marks that would change although the answers did not: shown to the instructor before they are entered."""

from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path

from .entering import Change
from .table import write_rows

__all__ = ["describe", "write_changes"]

SHOWN = 40


def describe(changes: Sequence[Change]) -> str:
    """Describe the changes.

    Parameters
    ----------
    changes : sequence of Change
        All of them.

    Returns
    -------
    str
        A summary, then a line for each of the first forty.
    """
    students = {change.student for change in changes}
    up = sum(change.after > change.before for change in changes)
    lines = [
        f"{len(changes)} marks of {len(students)} students would change, although their answers did not: "
        f"{up} up, {len(changes) - up} down."
    ]
    lines += [f"  {change}" for change in changes[:SHOWN]]
    if len(changes) > SHOWN:
        lines.append(f"  ... and {len(changes) - SHOWN} more.")
    return "\n".join(lines)


def write_changes(path: Path, changes: Sequence[Change]) -> None:
    """Write all changes as CSV.

    Parameters
    ----------
    path : Path
        The file.
    changes : sequence of Change
        All of them.
    """
    write_rows(path, [field.name for field in fields(Change)], (asdict(change) for change in changes))
