"""Pictures of a class's results; each describes in words what it shows."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..drawing.sketch import Sketch
from .item_statistics import Step

__all__ = ["items", "steps", "time", "totals"]

# distinguishable without colours: from dark to light, and hatched
LOOK = {
    "right": ("#2c5f8a", ""),
    "follow-through": ("#7fa8c9", "\\\\"),
    "wrong": ("#e0a458", "//"),
    "cut short": ("#b8b8b8", "xx"),
    "review": ("#8c3b4a", ".."),
    "by hand": ("#d8d8d8", ""),
}
MOST_BARS = 20
HARD, FLAT = 0.4, 0.1  # a step is worth a look below this share of the points, or below this correlation
NAMED = 5  # hard steps that get a label
WIDTH = 7.0


def totals(points: Sequence[float], maximum: float, task: str) -> Sketch:
    """Draw a histogram: how many students reached how many points.

    Parameters
    ----------
    points : sequence of float
        One entry for each student.
    maximum : float
        Maximum points.
    task : str
        Name of the task; empty for all tasks.

    Returns
    -------
    Sketch
        Figure and description.
    """
    figure, axes = _figure(3.0)
    bars = int(min(MOST_BARS, max(1, round(maximum))))
    counts, edges = np.histogram(points, bins=bars, range=(0, max(maximum, 1)))
    axes.stairs(counts, edges, fill=True, color=LOOK["right"][0])
    axes.set_xlim(0, max(maximum, 1))
    axes.set_xlabel(f"points out of {maximum:g}")
    axes.set_ylabel("students")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    where = f"in {task}" if task else "in all tasks"
    if not len(points):
        return Sketch(figure, f"Nobody has handed in anything {where}.")
    low, middle, high = np.percentile(points, [25, 50, 75])
    axes.axvline(float(middle), color="black", linewidth=1, linestyle="--")
    return Sketch(
        figure,
        f"Points of {len(points)} students {where}, out of {maximum:g}: half of them have {low:.1f} to {high:.1f}; the "
        f"median, shown as a dashed line, is {middle:.1f}.",
    )


def steps(found: Sequence[Step], task: str) -> Sketch:
    """Draw the results of each step as bars that add up to all students.

    Parameters
    ----------
    found : sequence of Step
        The steps of the task.
    task : str
        Its name.

    Returns
    -------
    Sketch
        Figure and description.
    """
    figure, axes = _figure(1.1 + 0.32 * len(found))
    places = np.arange(len(found))
    begin = np.zeros(len(found))
    for status, (colour, hatch) in LOOK.items():
        share = np.array([step.statuses[status] / max(step.students, 1) for step in found])
        if share.any():
            axes.barh(places, share, 0.7, begin, color=colour, hatch=hatch, edgecolor="white", label=status)
            begin += share
    _name_rows(axes, [f"{step.step} ({step.maximum:g})" for step in found])
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of the students (points in brackets)")
    if found:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=5, frameon=False)
    told = ", ".join(f"{s.step} {f'{s.difficulty:.0%}' if s.students else 'not marked yet'}" for s in found)
    return Sketch(figure, f"Results of each step of {task}. Share of the points earned: {told}.")


def items(found: Sequence[Step]) -> Sketch:
    """Draw discrimination over difficulty.

    Parameters
    ----------
    found : sequence of Step
        All steps with at least one student.

    Returns
    -------
    Sketch
        Figure and description.
    """
    figure, axes = _figure(4.5)
    known = [(step, step.discrimination) for step in found if step.discrimination is not None]
    axes.axhspan(-1, FLAT, color="#f3e3c8", zorder=0)
    axes.axvspan(0, HARD, color="#e8e8e8", zorder=0)
    axes.plot([step.difficulty for step, _ in known], [value for _, value in known], "o", color=LOOK["right"][0])
    hard = sorted((s for s in found if s.difficulty < HARD), key=lambda step: step.difficulty)
    flat = [step for step, value in known if value < FLAT]
    for step, value in known:
        if step in flat or step in hard[:NAMED]:
            axes.annotate(step.step, (step.difficulty, value), xytext=(5, 3), textcoords="offset points", fontsize=8)
    axes.set_xlim(0, 1.02)
    axes.set_ylim(min([-0.1, *(value - 0.05 for _, value in known)]), 1.02)
    axes.set_xlabel("difficulty: share of the points earned")
    axes.set_ylabel("discrimination: correlation with all other steps")
    undefined = len(found) - len(known)
    left_out = f", without {undefined} in which all students have the same points" if undefined else ""
    return Sketch(
        figure,
        f"Difficulty and discrimination of {len(found)} steps{left_out}. Hard, below {HARD:.0%} of the points: "
        f"{_listed(hard)}. Do not tell strong from weak students, discrimination below {FLAT}: {_listed(flat)}.",
    )


def time(seconds: Mapping[str, Sequence[float]], task: str) -> Sketch:
    """Draw the seconds of each step: the middle half as a box, all others as lines and dots.

    Parameters
    ----------
    seconds : mapping of str to sequence of float
        For each step one entry for each student.
    task : str
        Name of the task.

    Returns
    -------
    Sketch
        Figure and description.
    """
    figure, axes = _figure(1.1 + 0.32 * len(seconds))
    if seconds:
        axes.boxplot(
            list(seconds.values()),
            orientation="horizontal",
            widths=0.6,
            flierprops={"markersize": 3},
            medianprops={"color": "black", "linewidth": 2},
        )
    _name_rows(axes, list(seconds), first=1)
    axes.set_xlim(left=0)
    axes.set_xlabel("seconds that the students' cells took")
    told = ", ".join(f"{step} {np.median(taken):.1f} s" for step, taken in seconds.items())
    return Sketch(figure, f"Time of the students' cells in {task}, median: {told}.")


def _figure(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.add_subplot()


def _name_rows(axes: Axes, names: Sequence[str], first: int = 0) -> None:
    axes.set_yticks(range(first, first + len(names)), names)
    axes.invert_yaxis()


def _listed(found: Sequence[Step]) -> str:
    return ", ".join(f"{step.step} in {step.task}" for step in found) if found else "none"
