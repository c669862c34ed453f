"""Whether a scene fits the system that it shows: names of handles and ranges, symbols, directions of coordinates."""

import math
import warnings
from collections.abc import Collection, Mapping
from dataclasses import fields
from typing import Any

import sympy as sp

from ..model import ModelError, unknown_name
from ..naming import names_in
from ..poses import Pose, vector
from ..scene import AngleMark, Arrow, Dimension, Scene, Shape, ValueArc, ValueArrow
from ..scene.compiled import kinds
from ..symbols import t

__all__ = ["SceneWarning", "check_scene"]

DIRECTED = (AngleMark, Arrow, Dimension, ValueArc, ValueArrow)


class SceneWarning(UserWarning):
    """A scene that can be drawn and leaves a reader in doubt."""


def check_scene(
    scene: Scene,
    symbols: Collection[str],
    starts: Collection[str],
    sliders: Collection[str],
    directed: Mapping[str, Any],
) -> None:
    """Names and symbols of a scene exist; a warning for a coordinate whose positive direction is not shown.

    Parameters
    ----------
    scene : Scene
        What the system's function has returned.
    symbols : collection of str
        Names that expressions of the shapes may use.
    starts : collection of str
        Names that handles move and that the sketch may set.
    sliders : collection of str
        Names that can have a range.
    directed : mapping of str
        Symbols by name that need an arrow or arc with their label in the sketch.

    Raises
    ------
    ModelError
        For the first name or symbol that does not exist, with the nearest ones.
    """
    if not isinstance(scene, Scene):
        raise ModelError(f"The function `scene` must return a Scene; got {scene!r}.")
    for handle in scene.handles:
        for name in handle.moves:
            _known(name, starts, "name in a handle of the scene")
    for name in scene.sketch:
        _known(name, [*starts, "t"], "name in the sketch of the scene")
    for name, limits in scene.ranges.items():
        _known(name, sliders, "name in the ranges of the scene")
        _check_range(name, limits)
    for number, shape in enumerate(scene.shapes, 1):
        what = f"the {type(shape).__name__} that is shape {number} of the scene"
        _check_points(what, shape)
        _check_symbols(what, shape, symbols)
    _check_directions(scene, directed)


def _known(name: str, valid: Collection[str], kind: str) -> None:
    if name not in valid:
        raise ModelError(unknown_name(name, valid, kind))


def _check_range(name: str, limits: Any) -> None:
    try:
        low, high = (float(x) for x in limits)
    except (TypeError, ValueError):
        low = high = math.nan
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise ModelError(f"The range of {name} must be two numbers (low, high) with low < high; got {limits!r}.")


def _check_points(what: str, shape: Shape) -> None:
    """A frame is a pose, points and directions have two or three components."""
    if not isinstance(shape.frame, Pose | None):
        raise ModelError(f"`frame` of {what} must be a pose such as system.frame('rod'); got {shape.frame!r}.")
    for name, kind in kinds(type(shape)).items():
        if kind in ("points", "vectors"):
            value = getattr(shape, name)
            for point in value if name == "points" else [value]:
                vector(point, f"`{name}` of {what}")


def _check_symbols(what: str, shape: Shape, symbols: Collection[str]) -> None:
    for item in fields(shape):
        if item.name == "label":
            continue  # text of any kind
        for name in sorted(set(names_in(getattr(shape, item.name))) - {*symbols, str(t)}):
            raise ModelError(f"T{what[1:]} uses {name} in `{item.name}`. {unknown_name(name, symbols, 'symbol')}")


def _check_directions(scene: Scene, directed: Mapping[str, Any]) -> None:
    """Every coordinate has an arrow, an arc or a dimension with its label in the sketch."""
    shown = [shape.label for shape in scene.shapes if isinstance(shape, DIRECTED) and shape.only != "player"]
    labels = {_plain_latex(label) for label in shown}
    if missing := [name for name, symbol in directed.items() if _plain_latex(symbol) not in labels]:
        warnings.warn(
            f"The scene does not show the positive direction of {', '.join(missing)}: give an Arrow, an AngleMark or a "
            "Dimension the coordinate as its label.",
            SceneWarning,
            stacklevel=4,
        )


def _plain_latex(label: Any) -> str:
    """LaTeX without braces: ``x_S`` and ``x_{S}`` are one label."""
    return (label if isinstance(label, str) else sp.latex(label)).replace("{", "").replace("}", "")
