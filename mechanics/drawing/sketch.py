"""The labelled sketch of a system: coordinates with positive directions, parameters, bearings."""

import base64
import html
import io
from typing import TYPE_CHECKING, Any

import numpy as np

from ..language import say
from ..protocol import System
from ..scene.compiled import CompiledScene, Projection, evaluated
from .playable import playable_of
from .window import Window, with_margin

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from .artist import Artist

__all__ = ["Sketch", "drawn", "sketch"]

WIDTH = 6.0  # inch
TALLEST = 5.0
MARGIN = 0.13  # of the larger side: room for labels
FONT = 13 / 72  # inch
DPI = 160  # of placing labels as of the picture: matplotlib reads each formula once for each resolution


class Sketch:
    """A figure with a description, which a notebook shows as a picture with alternative text.

    Parameters
    ----------
    figure : matplotlib Figure
        What is drawn.
    description : str
        What is to be seen, for a person who does not see it.

    Attributes
    ----------
    figure, description
        As the parameters.
    """

    def __init__(self, figure: "Figure", description: str):
        self.figure, self.description = figure, description

    def png(self, dpi: float = DPI) -> bytes:
        """The picture as the content of a PNG file.

        Parameters
        ----------
        dpi : float
            Resolution, dots per inch.
        """
        buffer = io.BytesIO()
        self.figure.savefig(buffer, format="png", dpi=dpi)
        return buffer.getvalue()

    def __repr__(self) -> str:
        return f"Sketch: {self.description}"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        width = round(float(self.figure.get_figwidth()) * 96)
        png = self.png()
        # JupyterLab shows the HTML, because it has no alternative text for a picture of its own
        address = f"data:image/png;base64,{base64.b64encode(png).decode()}"
        tag = f'<img alt="{html.escape(self.description)}" width="{width}" src="{address}">'
        data = {"text/html": tag, "image/png": png, "text/plain": repr(self)}
        return data, {"image/png": {"alt": self.description, "width": width}}


def sketch(system: System | str, **parameters: float) -> Sketch:
    """Labelled sketch of a system in a position in which every positive direction can be seen.

    Parameters
    ----------
    system : System or str
        A system of any kind, or the id of one.
    **parameters : float
        Values by name, where the proportions should differ from those of the defaults.

    Returns
    -------
    Sketch
        A notebook shows it when it is the last line of a cell; ``.figure`` is the matplotlib figure.

    Raises
    ------
    ModelError
        For unknown names, or a system without a scene.
    """
    playable = playable_of(system)
    scene = playable.scene
    compiled = scene.compile("sketch")
    start = playable.start({name: value for name, value in scene.sketch.items() if name not in parameters})
    values = playable.snapshot(playable.parameters.values_with(parameters), start, compiled.expressions)
    return drawn(compiled, values, with_margin(compiled.bounds(values), MARGIN), scene.description)


def drawn(compiled: CompiledScene, values: np.ndarray, window: Window, description: str) -> Sketch:
    """The sketch of a compiled scene.

    Parameters
    ----------
    compiled : CompiledScene
        Its shapes.
    values : ndarray, shape (number of expressions,)
        Of its signals.
    window : tuple of float
        Left, right, bottom and top of the picture, m.
    description : str
        What is to be seen, for a person who does not see it.
    """
    figure, artist = _canvas(window)
    shapes = [resolved(shape, values, compiled.projection) for shape in compiled.spec["shapes"]]
    shapes.sort(key=lambda shape: shape.get("nearness", 0.0))  # stable: the order of the scene where there is no depth
    for order, shape in enumerate(shapes):
        artist.draw(shape, order)
    artist.settle()
    return Sketch(figure, say(description))


def _canvas(window: Window) -> tuple["Figure", "Artist"]:
    """An empty figure whose axes are the window, and an artist whose symbols fit it."""
    # imported here, so that the first sketch waits for matplotlib and not the first cell of every chapter
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from .artist import Artist

    left, right, bottom, top = window
    scale = min(WIDTH / (right - left), TALLEST / (top - bottom))  # inch on the paper for one metre
    width, height = right - left, top - bottom
    figure = Figure(figsize=(width * scale, height * scale), dpi=DPI)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(left, right), ylim=(bottom, top), aspect="equal")
    axes.set_axis_off()
    size = float(np.hypot(width, height))
    return figure, Artist(axes, 0.0165 * size, FONT / scale, size)


def resolved(shape: dict[str, Any], values: np.ndarray, projection: Projection) -> dict[str, Any]:
    """A shape of a compiled scene with numbers in place of its signals, projected to the page.

    Parameters
    ----------
    shape : dict
        An entry of ``CompiledScene.spec["shapes"]``.
    values : ndarray, shape (number of expressions,)
        Of the signals.
    projection : Projection
        From space to the page.

    Returns
    -------
    dict
        The shape with arrays of shape (..., 2) and numbers. A shape in space also has its `nearness` to the viewer,
        m, and in `toward` by how much each of its axes points to the viewer.
    """

    def place(entries: Any) -> np.ndarray:
        if isinstance(entries[0], list):
            return np.array([place(point) for point in entries])
        return np.array([float(evaluated(entry, values)) for entry in entries])

    points, vectors = (
        {name: place(entries) for name, entries in shape[group].items()} for group in ("points", "vectors")
    )
    numbers = {
        name: float(evaluated(n, values)) for group in ("lengths", "numbers") for name, n in shape[group].items()
    }
    if projection.is_planar:
        return {**shape, **points, **vectors, **numbers}
    right_up, toward = projection.rows[:2].T, projection.rows[2]
    depth = np.mean(np.vstack(list(points.values())) @ toward) if points else 0.0
    on_page = {name: entries @ right_up for name, entries in (points | vectors).items()}
    numbers["nearness"] = -1e9 if shape.get("behind") else float(depth)
    return {**shape, **on_page, **numbers, "toward": {name: float(v @ toward) for name, v in vectors.items()}}
