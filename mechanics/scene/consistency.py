"""Whether a scene fits the system that it shows: names of handles and ranges, symbols, directions of coordinates."""

import math
import warnings
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ..model import ModelError, unknown_name
from ..poses import Pose
from ..symbols import plain_name, t
from .description import Scene
from .shapes import AngleMark, Arrow, Dimension, Shape, ValueArc, ValueArrow

__all__ = ["SceneWarning", "check_scene"]

DIRECTED = (AngleMark, Arrow, Dimension, ValueArc, ValueArrow)


class SceneWarning(UserWarning):
    """A scene that can be drawn and leaves a reader in doubt."""


def check_scene(
    scene: Scene, symbols: Collection[str], starts: Collection[str], sliders: Collection[str], directed: Mapping[str, Any]
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
            _known(name, starts, "start value that a handle moves")
    for name in scene.sketch:
        _known(name, {*starts, "t"}, "start value of the sketch")
    for name, limits in scene.ranges.items():
        _known(name, sliders, "slider with a range")
        _check_range(name, limits)
    for number, shape in enumerate(scene.shapes, 1):
        _check_symbols(f"The {type(shape).__name__} that is shape {number} of the scene", shape, symbols)
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


def _check_symbols(what: str, shape: Shape, symbols: Collection[str]) -> None:
    for item in fields(shape):
        if item.name == "label":
            continue  # text of any kind
        for name in sorted(set(_names(getattr(shape, item.name))) - {*symbols, str(t)}):
            raise ModelError(f"{what} uses {name} in `{item.name}`. {unknown_name(name, symbols, 'symbol')}")


def _names(value: Any) -> Iterator[str]:
    """Names of all symbols in a number, point, list of points or pose."""
    if isinstance(value, Pose):
        yield from _names(value.R)
        yield from _names(value.p)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from _names(entry)
    elif isinstance(value, sp.MatrixBase | sp.Basic):
        # a coordinate is a function of t; only t on its own counts as a symbol
        found = value.atoms(sp.Symbol, AppliedUndef)
        yield from (plain_name(atom) for atom in found if atom != t)


def _check_directions(scene: Scene, directed: Mapping[str, Any]) -> None:
    """Every coordinate has an arrow, an arc or a dimension with its label in the sketch."""
    shown = [shape.label for shape in scene.shapes if isinstance(shape, DIRECTED) and shape.only != "player"]
    latex = {label if isinstance(label, str) else sp.latex(label) for label in shown}
    if missing := [name for name, symbol in directed.items() if symbol not in shown and sp.latex(symbol) not in latex]:
        warnings.warn(
            f"The scene shows no positive direction of {', '.join(missing)}: give an Arrow, an AngleMark or a Dimension "
            f"the coordinate as its label.",
            SceneWarning,
            stacklevel=4,
        )
