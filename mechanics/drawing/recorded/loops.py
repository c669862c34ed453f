"""Loops in a recorded computation, found again: pieces that follow each other and do the same with other numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Access", "Loop", "loops", "runs"]

LONGEST = 600  # steps of a piece
FEWEST = 4  # pieces; fewer are written one after the other
LEAST = 40  # operations of a piece; loops of less cost more than they save
MANY = 4  # periods of one piece at most

Access = Sequence[int]
"""The places of the memory that a piece reads and writes, in their order."""


@dataclass(frozen=True)
class Loop:
    """Pieces of equal length that follow each other.

    Attributes
    ----------
    start, length, count : int
        The first step, the steps of a piece, and how many pieces there are.
    """

    start: int
    length: int
    count: int

    @property
    def end(self) -> int:
        """Behind the last step."""
        return self.start + self.length * self.count


def loops(shapes: Sequence[Any], weights: Sequence[int], places: Sequence[Access]) -> list[Loop]:
    """The loops in a list of steps, those that save most first considered; in their order, without overlaps.

    Parameters
    ----------
    shapes : sequence
        What each step does, without the numbers that it works on; steps that do the same are equal.
    weights : sequence of int
        Operations of each step.
    places : sequence of sequence of int
        Of each step the places of the numbers that it works on, and the number of its result if it has one.
    """
    numbers = {shape: k for k, shape in enumerate(dict.fromkeys(shapes))}
    steps, total = np.array([numbers[shape] for shape in shapes]), np.cumsum([0, *weights])
    free, found = np.ones(len(steps), dtype=bool), list[Loop]()
    for start, end, period in sorted(_candidates(steps), key=lambda c: (total[c[0]] - total[c[1]], c[2])):
        for first, last in _stretches(free[start:end]):
            if last - first < FEWEST * period:
                continue
            loop = _evenly(start + first, start + last, period, places)
            if loop.count >= FEWEST and total[loop.start + loop.length] - total[loop.start] >= LEAST:
                found.append(loop)
                free[loop.start : loop.end] = False
    return sorted(found, key=lambda loop: loop.start)


def _evenly(start: int, end: int, period: int, places: Sequence[Access]) -> Loop:
    """Of one or a few periods, so that places move on evenly in as many steps as possible."""
    best, most = Loop(start, period, 0), -1
    for periods in range(1, 1 + MANY):
        loop = Loop(start, periods * period, (end - start) // (periods * period))
        cuts = range(loop.start, loop.end, loop.length)
        pieces = [(None, [p for k in range(cut, cut + loop.length) for p in places[k]]) for cut in cuts]
        covered = sum((b - a) * loop.length for a, b in runs(pieces) if b - a >= FEWEST)
        if covered > most:
            best, most = loop, covered
    return best


def _candidates(steps: np.ndarray) -> Iterator[tuple[int, int, int]]:
    """Start, end and period of all stretches in which at least `FEWEST` periods are alike."""
    for length in range(1, min(LONGEST, len(steps) // FEWEST) + 1):
        for start, end in _stretches(steps[length:] == steps[:-length]):
            if end - start >= (FEWEST - 1) * length:
                yield start, end + length, length


def _stretches(flags: np.ndarray) -> Iterator[tuple[int, int]]:
    """Start and end of each stretch of true ones."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(int), [0]])))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)


def runs(pieces: Sequence[tuple[Any, Access]]) -> Iterator[tuple[int, int]]:
    """Start and end of pieces that are one loop: their code is the same, their places move on by the same strides.

    Parameters
    ----------
    pieces : sequence of tuple
        Code and places of each; the code does not tell the places.
    """
    start = 0
    while start < len(pieces):
        code, end = pieces[start][0], start + 1
        strides = None
        while end < len(pieces) and pieces[end][0] == code:
            moved = [b - a for a, b in zip(pieces[end - 1][1], pieces[end][1], strict=True)]
            if moved != (strides := strides or moved):
                break
            end += 1
        yield start, end
        start = end
