"""Labels of a sketch that would lie on something move a little: off other labels first, then off bodies and lines.

Lengths are in points (1/72 inch) on the page, so that a label lies in the same place at any resolution.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.text import Text
from matplotlib.transforms import BboxBase

__all__ = ["settle_labels"]

Box = tuple[float, float, float, float]
"""left, right, bottom, top in points"""

DIRECTIONS = [np.array([np.cos(a), np.sin(a)]) for a in np.arange(16) * np.pi / 8]
REACHES = (0.0, 0.35, 0.7, 1.05, 1.4, 1.8)  # how far a label may move, in heights of its letters
DARK = 1.8  # sum of red, green and blue
STEP = 2.0  # between the points that stand for a line
LABEL, OUTSIDE, LINE, FAR = 50.0, 50.0, 1.0, 0.6  # what is lost on a label, beyond the edge, on a line, by going far


@dataclass(frozen=True)
class _Obstacles:
    """What a label should not lie on."""

    lines: np.ndarray
    page: Box


def settle_labels(axes: Axes) -> None:
    """Move labels that lie on something to the nearest better place; those that lie well stay.

    Parameters
    ----------
    axes : matplotlib Axes
        With everything drawn.
    """
    figure = axes.get_figure(root=True)
    assert figure is not None, "labels are placed on a page"
    renderer = figure.canvas.get_renderer()  # type: ignore[attr-defined]
    pixel = 72 / figure.dpi
    boxes = {text: _box(text.get_window_extent(renderer), pixel) for text in axes.texts}
    lines = [_dense(pixel * stroke) for stroke in _strokes(axes)]
    obstacles = _Obstacles(np.vstack([np.zeros((0, 2)), *lines]), _box(figure.bbox, pixel))
    for text in sorted(boxes, key=lambda text: -_cost(boxes[text], _others(boxes, text), obstacles)):
        em = float(text.get_fontsize())
        if shift := _best_shift(em, boxes[text], _others(boxes, text), obstacles):
            boxes[text] = _shifted(boxes[text], shift)
            place = axes.transData.transform(text.get_position()) + np.array(shift) / pixel
            text.set_position(tuple(axes.transData.inverted().transform(place)))


def _box(box: BboxBase, pixel: float) -> Box:
    return float(box.x0) * pixel, float(box.x1) * pixel, float(box.y0) * pixel, float(box.y1) * pixel


def _strokes(axes: Axes) -> Iterator[np.ndarray]:
    """Corners of all lines and outlines in pixels, and inside of what is filled with a dark colour."""
    for line in axes.lines:
        yield axes.transData.transform(np.column_stack(line.get_data()))
    for patch in axes.patches:
        outline = patch.get_transform().transform_path(patch.get_path()).to_polygons()
        for polygon in outline:
            yield np.asarray(polygon)
            if sum(to_rgb(patch.get_facecolor())) < DARK:
                middle = np.asarray(polygon).mean(axis=0)
                for share in (0.25, 0.5, 0.75):
                    yield middle + share * (np.asarray(polygon) - middle)


def _dense(points: np.ndarray) -> np.ndarray:
    """Points on a chain of straight lines, `STEP` apart."""
    ends = np.linalg.norm(np.diff(points, axis=0), axis=1)
    counts = np.maximum(1, np.minimum(2000, ends / STEP)).astype(int)
    parts = [np.linspace(a, b, n, endpoint=False) for a, b, n in zip(points, points[1:], counts, strict=False)]
    return np.vstack([*parts, points[-1:]])


def _others(boxes: dict[Text, Box], text: Text) -> list[Box]:
    return [box for other, box in boxes.items() if other is not text]


def _shifted(box: Box, shift: tuple[float, float]) -> Box:
    return box[0] + shift[0], box[1] + shift[0], box[2] + shift[1], box[3] + shift[1]


def _best_shift(em: float, box: Box, others: list[Box], obstacles: _Obstacles) -> tuple[float, float] | None:
    """Where to move a label whose letters are `em` high; None where nothing is better."""
    best, least = None, _cost(box, others, obstacles)
    for reach in REACHES[1:] if least > FAR * REACHES[1] else ():
        for direction in DIRECTIONS:
            shift = (float(reach * em * direction[0]), float(reach * em * direction[1]))
            cost = _cost(_shifted(box, shift), others, obstacles) + FAR * reach
            if cost < least - 1e-9:
                best, least = shift, cost
    return best


def _cost(box: Box, others: list[Box], obstacles: _Obstacles) -> float:
    left, right, bottom, top = box
    area = (right - left) * (top - bottom)
    on_labels = any(_overlap(box, other) for other in others)
    outside = 1.0 - _overlap(box, obstacles.page) / area
    x, y = obstacles.lines.T
    on_lines = np.count_nonzero((x > left) & (x < right) & (y > bottom) & (y < top)) * STEP / (top - bottom)
    return LABEL * on_labels + OUTSIDE * outside + LINE * min(3.0, float(on_lines))


def _overlap(one: Box, other: Box) -> float:
    width = min(one[1], other[1]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[2], other[2])
    return max(0.0, width) * max(0.0, height)
