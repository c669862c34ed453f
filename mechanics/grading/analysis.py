"""Item analysis: how hard each step of an assignment was, how well it discriminated, which mistakes were made.

The notebook that ``mechanics analysis`` writes begins with::

    results = Results.read("analysis-05-euler-lagrange.csv")
    results.steps()              # a table; results.show_steps("cart-pendulum") the same as a picture

The file has one line for each check of each student, see `mechanics.grading.class_table.StepRow`.
"""

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import fields
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ..drawing.sketch import Sketch
from . import analysis_pictures as pictures
from .class_table import StepRow
from .grades import FOLLOWED
from .item_statistics import Step, discrimination
from .table import Table

__all__ = ["Results", "Step", "discrimination"]

_DRAWN = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")


class Results:
    """The results of a class in an assignment.

    Parameters
    ----------
    rows : sequence of StepRow
        One for each check of each student.

    Attributes
    ----------
    rows : list of StepRow
        The same.
    """

    def __init__(self, rows: Sequence[StepRow]):
        self.rows = list(rows)

    @classmethod
    def read(cls, path: str | Path) -> "Results":
        """Read the table that ``mechanics grade`` and ``mechanics analysis`` write.

        Parameters
        ----------
        path : str or Path
            The file ``analysis-ASSIGNMENT.csv``.

        Returns
        -------
        Results
            Of the class.

        Raises
        ------
        ValueError
            If the table has other columns.
        """
        with open(path, newline="", encoding="utf-8") as file:
            table = csv.DictReader(file)
            names = [field.name for field in fields(StepRow)]
            if table.fieldnames != names:
                raise ValueError(f"Expected a table with the columns {', '.join(names)}, got {path}.")
            return cls([_row(line) for line in table])

    @cached_property
    def tasks(self) -> list[str]:
        """Names of the tasks."""
        return list(dict.fromkeys(row.task for row in self.rows))

    @cached_property
    def students(self) -> list[str]:
        """Ids of the students."""
        return sorted({row.student for row in self.rows})

    @cached_property
    def items(self) -> list[Step]:
        """Statistics of each step, in the order of the tasks."""
        together: dict[tuple[str, str], list[StepRow]] = defaultdict(list)
        for row in self.rows:
            together[row.task, row.step].append(row)
        return [self._step(rows) for rows in together.values()]

    def totals(self, task: str = "") -> dict[str, float]:
        """Points of those who handed something in.

        Parameters
        ----------
        task : str
            Count only this task; all if empty.

        Returns
        -------
        dict of str to float
            Points by student.
        """
        found: dict[str, float] = defaultdict(float)
        for row in self._present(task):
            found[row.student] += row.points
        return dict(found)

    def steps(self, task: str = "") -> Table:
        """Statistics of each step: points, difficulty, discrimination, statuses, time and hints.

        Parameters
        ----------
        task : str
            Show only this task; all if empty.

        Returns
        -------
        Table
            One row for each step.
        """
        columns = ("task", "step", "students", "of", "mean", "difficulty", "discrimination", "right", "follow-through",
                   "wrong", "cut short", "review", "by hand", "seconds", "hints")  # fmt: skip
        lines = [
            (i.task, i.step, i.students, i.maximum, i.mean, i.difficulty, i.discrimination,
             *(i.statuses[status] for status in columns[7:13]), i.seconds, i.hints)
            for i in self.items if task in ("", i.task)
        ]  # fmt: skip
        return Table(columns, lines)

    def mistakes(self, task: str = "", fewest: int = 1) -> Table:
        """Mistakes, in the words of the checks, and how many students made them, the most frequent first.

        Parameters
        ----------
        task : str
            Show only this task; all if empty.
        fewest : int
            Show only what at least so many students did.

        Returns
        -------
        Table
            One row for each message of a step.
        """
        count = Counter(
            (r.task, r.step, _sentence(r)) for r in self._present(task) if r.reason and r.status != FOLLOWED
        )
        of = Counter((row.task, row.step) for row in self._present(task))
        lines = [(t, s, n, n / of[t, s], text) for (t, s, text), n in count.most_common() if n >= fewest]
        return Table(("task", "step", "students", "share", "what they were told"), lines)

    def for_people(self) -> Table:
        """Marks that wait for a person: a check failed, a text has to be read, or a new version was handed in.

        Returns
        -------
        Table
            One row for each of these marks.
        """
        lines = [(r.student, r.task, r.step, r.status, r.reason) for r in self.rows if r.needs_person]
        return Table(("student", "task", "step", "status", "why"), lines)

    def conspicuous(self, hard: float = pictures.HARD, flat: float = pictures.FLAT) -> Table:
        """Steps that are worth a look.

        Parameters
        ----------
        hard : float
            Share of the points below which a step counts as hard.
        flat : float
            Discrimination below which a step does not tell strong students from weak ones.

        Returns
        -------
        Table
            One row for each step, with the reasons.
        """
        lines = []
        for item in (item for item in self.items if item.students):
            why = [f"hard: {item.difficulty:.0%} of the points"] if item.difficulty < hard else []
            if item.discrimination is not None and item.discrimination < flat:
                why.append(f"does not tell strong from weak students: {item.discrimination:.2f}")
            lines += [(item.task, item.step, "; ".join(why))] if why else []
        return Table(("task", "step", "why"), lines)

    def show_totals(self, task: str = "") -> Sketch:
        """Picture: how many students reached how many points.

        Parameters
        ----------
        task : str
            Count only this task; all if empty.

        Returns
        -------
        Sketch
            Histogram, with a description in words.
        """
        steps = {(row.task, row.step): row.maximum for row in self.rows if task in ("", row.task)}
        return pictures.totals(list(self.totals(task).values()), sum(steps.values()), task)

    def show_steps(self, task: str) -> Sketch:
        """Picture: shares of right, wrong and other results of each step of a task.

        Parameters
        ----------
        task : str
            Name of the task.

        Returns
        -------
        Sketch
            Stacked bars, with a description in words.
        """
        return pictures.steps([item for item in self.items if item.task == task], task)

    def show_items(self) -> Sketch:
        """Picture: difficulty and discrimination of all steps.

        Returns
        -------
        Sketch
            Scatter plot, with a description in words.
        """
        return pictures.items([item for item in self.items if item.students])

    def show_time(self, task: str) -> Sketch:
        """Picture: seconds that the students' cells took in each step.

        Parameters
        ----------
        task : str
            Name of the task.

        Returns
        -------
        Sketch
            Box plot, with a description in words.
        """
        seconds: dict[str, list[float]] = defaultdict(list)
        for row in self._present(task):
            seconds[row.step].append(row.seconds)
        return pictures.time(seconds, task)

    def _present(self, task: str = "") -> list[StepRow]:
        return [row for row in self.rows if row.counts and task in ("", row.task)]

    def _step(self, rows: Sequence[StepRow]) -> Step:
        present = [row for row in rows if row.counts]
        own = [row.points for row in present]
        sums = self.totals()
        rest = [sums[row.student] - row.points for row in present]
        maximum = rows[0].maximum
        mean = float(np.mean(own)) if own else 0.0
        return Step(
            rows[0].task,
            rows[0].step,
            len(present),
            maximum,
            mean,
            mean / maximum if maximum else 0.0,
            discrimination(own, rest),
            Counter(row.status for row in present),
            float(np.median([row.seconds for row in present])) if present else 0.0,
            float(np.mean([row.hints for row in present])) if present else 0.0,
        )


def _sentence(row: StepRow) -> str:
    """What the student was told, without the name of the check and without numbers that are random in each run."""
    title = row.step.replace("-", " ").capitalize()
    return _DRAWN.sub("...", row.reason.removeprefix(f"{title}: "))


def _row(line: dict[str, str]) -> StepRow:
    values: dict[str, Any] = dict(line)
    for name in ("points", "maximum", "seconds"):
        values[name] = float(line[name])
    for name in ("automatic", "by_hand"):
        values[name] = float(line[name]) if line[name] else None
    return StepRow(**values | {"needs_person": line["needs_person"] == "True", "hints": int(line["hints"])})
