"""Pictures of a class's results; each tells in words what it shows."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..drawing.sketch import Sketch

__all__ = ["items", "steps", "time", "totals"]

# told apart also by those who see no colours: from dark to light, and hatched
LOOK = {
    "right": ("#2c5f8a", ""),
    "wrong": ("#e0a458", "//"),
    "cut short": ("#b8b8b8", "xx"),
    "review": ("#8c3b4a", ".."),
    "by hand": ("#d8d8d8", ""),
}
MOST_BARS = 20
HARD, FLAT = 0.4, 0.1  # below this share of the points, below this correlation, a step is worth a look
NAMED = 5  # of the hard ones
WIDTH = 7.0


def totals(points: Sequence[float], maximum: float, task: str) -> Sketch:
    """How many students reached how many points."""
    figure, axes = _figure(3.0)
    bars = int(min(MOST_BARS, max(1, round(maximum))))
    counts, edges = np.histogram(points, bins=bars, range=(0, max(maximum, 1)))
    axes.stairs(counts, edges, fill=True, color=LOOK["right"][0])
    axes.set_xlim(0, max(maximum, 1))
    axes.set_xlabel(f"points of {maximum:g}")
    axes.set_ylabel("students")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    where = f"in {task}" if task else "in all tasks"
    if not len(points):
        return Sketch(figure, f"Nobody has handed in anything {where}.")
    low, middle, high = np.percentile(points, [25, 50, 75])
    axes.axvline(float(middle), color="black", linewidth=1, linestyle="--")
    return Sketch(
        figure,
        f"Points of {len(points)} students {where}, of {maximum:g}: half of them have {low:.1f} to {high:.1f}, the "
        f"median, a dashed line, is {middle:.1f}.",
    )


def steps(found: Sequence[Any], task: str) -> Sketch:
    """What became of each step, as bars that add up to all students."""
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
    return Sketch(figure, f"What became of each step of {task}. Share of the points that were reached: {told}.")


def items(found: Sequence[Any]) -> Sketch:
    """Difficulty across, discrimination up."""
    figure, axes = _figure(4.5)
    known = [step for step in found if step.discrimination is not None]
    axes.axhspan(-1, FLAT, color="#f3e3c8", zorder=0)
    axes.axvspan(0, HARD, color="#e8e8e8", zorder=0)
    axes.plot([s.difficulty for s in known], [s.discrimination for s in known], "o", color=LOOK["right"][0])
    hard = sorted((s for s in found if s.difficulty < HARD), key=lambda step: step.difficulty)
    flat = [step for step in known if step.discrimination < FLAT]
    for step in known:
        if step in flat or step in hard[:NAMED]:
            place = (step.difficulty, step.discrimination)
            axes.annotate(step.step, place, xytext=(5, 3), textcoords="offset points", fontsize=8)
    axes.set_xlim(0, 1.02)
    axes.set_ylim(min([-0.1, *(s.discrimination - 0.05 for s in known)]), 1.02)
    axes.set_xlabel("difficulty: share of the points that were reached")
    axes.set_ylabel("discrimination: correlation with all other steps")
    placeless = len(found) - len(known)
    left_out = f", without {placeless} in which everybody has the same points" if placeless else ""
    return Sketch(
        figure,
        f"Difficulty and discrimination of {len(found)} steps{left_out}. Hard, below {HARD:.0%} of the points: "
        f"{_and(hard)}. Do not tell good from weak, discrimination below {FLAT}: {_and(flat)}.",
    )


def time(seconds: Mapping[str, Sequence[float]], task: str) -> Sketch:
    """Seconds of each step: the middle half as a box, all others as lines and dots."""
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


def _and(found: Sequence[Any]) -> str:
    return ", ".join(f"{step.step} in {step.task}" for step in found) if found else "none"
