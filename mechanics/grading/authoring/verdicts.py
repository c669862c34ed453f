"""What becomes of wrong variants of a solution: each must lose marks, unless it means the same."""

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..notebooks import Cell
from .mutation import Mutant
from .solved import Solved

__all__ = ["Verdict", "spread", "verdict_on", "verdicts_within"]

UNTOLD = ("choice", "number", "")
"""Kinds whose visible check does not know the answer, and says so; and plain tests, of which nobody expects that."""


class Verdict(NamedTuple):
    """What became of one mutant.

    Attributes
    ----------
    task, cell : str
        Names of both.
    kind : str
        ``lost marks``, ``equivalent`` (keeps its marks rightly), ``believed`` (keeps them by plain tests, which do not
        say what is right), ``survivor`` (keeps them wrongly), ``rejected`` (loses them wrongly) or ``told right``
        (loses them, but the visible check had said "right").
    what : str
        The change.
    source : str
        Text of the answer cell.
    """

    task: str
    cell: str
    kind: str
    what: str
    source: str

    @property
    def fault(self) -> bool:
        """Whether a check is to blame."""
        return self.kind not in ("lost marks", "equivalent", "believed")


def verdict_on(task: Solved, cell: Cell, mutant: Mutant) -> Verdict:
    """Grade one mutant.

    Parameters
    ----------
    task : Solved
        The task.
    cell : Cell
        Its answer cell.
    mutant : Mutant
        Another text of that cell.

    Returns
    -------
    Verdict
        What became of it.
    """
    outcome = task.judge(cell, mutant.source)
    if not outcome.visible and not outcome.hidden:
        kind = "survivor" if not outcome.same else "believed" if outcome.believed else "equivalent"
    elif outcome.same:
        kind = "rejected"
    elif not outcome.visible and any(task.checks[name].kind not in UNTOLD for name in outcome.hidden):
        kind = "told right"
    else:
        kind = "lost marks"
    return Verdict(task.name, cell.id, kind, mutant.what, mutant.source)


def verdicts_within(task: Solved, seconds: float) -> Iterator[Verdict]:
    """Grade mutants, spread over all lines of all answers, until the time is up.

    Parameters
    ----------
    task : Solved
        The task.
    seconds : float
        Time.

    Yields
    ------
    Verdict
        At least one, if there is a mutant.
    """
    until = time.monotonic() + seconds
    for number in spread(len(task.mutants)):
        yield verdict_on(task, *task.mutants[number])
        if time.monotonic() > until:
            return


def spread(count: int) -> Sequence[int]:
    """The numbers below `count` in an order that is spread evenly, wherever it is cut off.

    Parameters
    ----------
    count : int
        How many.

    Returns
    -------
    sequence of int
        Each number once, consecutive ones far from each other.
    """
    return sorted(range(count), key=lambda number: (number * 0.6180339887498949) % 1.0)
