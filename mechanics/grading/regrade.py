"""Marks that would change for the same answers: shown to whoever grades, before they are entered."""

from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path

from .entering import Change
from .table import write_rows

__all__ = ["told", "write_changes"]

SHOWN = 40


def told(changes: Sequence[Change]) -> str:
    """A line each, at most forty, below the sum of all."""
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
    """All of them as CSV."""
    write_rows(path, [field.name for field in fields(Change)], (asdict(change) for change in changes))
