"""A scene: shapes, how they are projected to the page, and words for those who do not see it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .compiled import PLANAR, CompiledScene, Compiler, Projection, in_world
from .shapes import Point, Shape, Where

__all__ = ["Handle", "Projection", "Scene"]


@dataclass(frozen=True)
class Handle:
    """A point that can be dragged; the named coordinates follow it."""

    at: Point
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """The picture of a system.

    Parameters
    ----------
    shapes
        from back to front
    description
        what is to be seen, for a person who does not see it
    projection
        planar by default, x to the right and y upwards
    sketch
        values of coordinates by name for the labelled sketch, chosen such that every positive direction shows
    handles
        points that can be dragged to a new start
    ranges
        ranges of sliders by name, where the usual one around the default does not fit
    switches
        names of parameters that are either at the lower or at the upper end of their range, nothing in between
    limits
        left, right, bottom, top, m: the window never shows more, even where a body leaves it
    follows
        a point that flies far away: the window begins with `near` around the machine, and grows as it flies
    near
        two opposite corners of what is seen at first
    duration
        of a simulation that is given no end, s
    """

    shapes: tuple[Shape, ...]
    description: str
    projection: Projection = PLANAR
    sketch: Mapping[str, float] = field(default_factory=dict)
    handles: tuple[Handle, ...] = ()
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    switches: tuple[str, ...] = ()
    limits: tuple[float, float, float, float] | None = None
    follows: Point | None = None
    near: tuple[Point, Point] | None = None
    duration: float = 10.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "shapes", tuple(self.shapes))
        if not self.description.strip():
            raise ValueError("A scene needs a description: one or two sentences that say what is to be seen.")
        for shape in self.shapes:
            if not isinstance(shape, Shape):
                raise TypeError(f"A scene is made of shapes such as Rod(...), not of {shape!r}.")

    def compile(self, view: Where = None) -> "CompiledScene":
        """The shapes as JSON data, and the expressions that their numbers refer to.

        Parameters
        ----------
        view : only what the sketch or the player shows, and a window for that; everything by default
        """
        compiler = Compiler(self.projection)
        shapes = [compiler.shape(shape) for shape in self.shapes if not view or shape.only in (None, view)]
        handles = [
            {"at": compiler.placed(in_world(None, handle.at)), "moves": list(handle.moves)} for handle in self.handles
        ]
        spec: dict[str, Any] = {"shapes": shapes, "handles": handles, "description": self.description}
        if self.follows is not None and self.near is not None and view != "sketch":
            places = (self.follows, *self.near)
            spec["growing"] = [compiler.placed(in_world(None, place)) for place in places]
        if not self.projection.is_planar:
            right, up = map(list, (self.projection.right, self.projection.up))
            spec["camera"] = {"right": right, "up": up, "vertical": self.projection.vertical}
        return CompiledScene(tuple(compiler.signals), spec, tuple(compiler.corners), self.projection, self.limits)
