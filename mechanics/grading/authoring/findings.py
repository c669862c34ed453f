"""What is wrong with a task: where, and a sentence with the way to fix it."""

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Finding", "listed", "place_of"]

WIDTH = 110


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, or could be better.

    Attributes
    ----------
    place : str
        Name of the cell, or what else it is about.
    sentence : str
        What is wrong, and how to fix it.
    advice : bool
        Whether the task can be graded as it is.
    """

    place: str
    sentence: str
    advice: bool = False

    def __str__(self) -> str:
        text = f"{'advice' if self.advice else 'wrong'}  {self.place}: {self.sentence}"
        return textwrap.fill(text, WIDTH, subsequent_indent="        ", break_on_hyphens=False, break_long_words=False)


def listed(findings: Iterable[Finding]) -> str:
    """The list as it is printed.

    Parameters
    ----------
    findings : iterable of Finding
        In any order.

    Returns
    -------
    str
        What is wrong first, then advice; each sentence once.
    """
    once = dict.fromkeys(findings)
    return "\n".join(str(found) for found in sorted(once, key=lambda found: found.advice))


def place_of(cell: Mapping[str, Any], number: int) -> str:
    """How a cell is named in the list.

    Parameters
    ----------
    cell : mapping
        A cell of the notebook.
    number : int
        Its number, from 1.

    Returns
    -------
    str
        Its ``grade_id``, or its number and first line.
    """
    name = cell.get("metadata", {}).get("nbgrader", {}).get("grade_id")
    if isinstance(name, str) and name:
        return name
    first = next((line.strip() for line in "".join(cell.get("source", "")).split("\n") if line.strip()), "empty")
    return f"cell {number} ({textwrap.shorten(first, 40, placeholder=' ...')})"
