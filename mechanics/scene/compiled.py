"""From shapes to JSON data and the list of expressions behind its numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import product
from typing import Any, Literal, get_type_hints

import numpy as np
import sympy as sp

from ..bridge import to_engine
from ..poses import HERE, Pose
from ..poses import vector as column
from .shapes import Box, Circle, Disc, Shape

__all__ = ["CompiledScene", "Compiler", "Projection", "evaluated", "in_world"]


@dataclass(frozen=True)
class Projection:
    """From space to the page: ``right . p`` to the right, ``up . p`` upwards."""

    right: tuple[float, float, float] = (1, 0, 0)
    up: tuple[float, float, float] = (0, 1, 0)
    vertical: Literal["", "y", "z"] = ""  # the axis that points upwards in a view that can be turned

    @classmethod
    def axonometric(cls, azimuth: float, elevation: float, up: Literal["y", "z"] = "y") -> "Projection":
        """View of space that can be turned: by `azimuth` about the axis `up`, seen from `elevation` above (rad).

        At zero azimuth x points to the right; z comes to the viewer (y upwards), or y goes away (z upwards).
        """
        ca, sa, ce, se = np.cos(azimuth), np.sin(azimuth), np.cos(elevation), np.sin(elevation)
        right, upwards = (ca, 0.0, -sa), (-sa * se, ce, -ca * se)
        if up == "z":  # the same after a quarter turn about x
            right, upwards = (right[0], -right[2], 0.0), (upwards[0], -upwards[2], upwards[1])
        return cls(tuple(map(float, right)), tuple(map(float, upwards)), up)  # type: ignore[arg-type]

    @property
    def is_planar(self) -> bool:
        """Whether z does not show."""
        return self.right[2] == 0 and self.up[2] == 0

    @property
    def rows(self) -> np.ndarray:
        """To the right, upwards and towards the viewer, shape (3, 3)."""
        return np.array([self.right, self.up, np.cross(self.right, self.up)])

    def __call__(self, vector: sp.Matrix) -> list[sp.Expr]:
        """The two entries of a vector on the page."""
        return [sum(a * x for a, x in zip(row, vector, strict=True) if a) for row in (self.right, self.up)]


PLANAR = Projection()


@dataclass(frozen=True)
class CompiledScene:
    """A scene ready to be drawn.

    Attributes
    ----------
    expressions
        the signals: sympy expressions of coordinates, rates, parameters, inputs and t
    spec
        JSON data; ``{"signal": k}`` in it stands for the value of ``expressions[k]``
    corners
        points, and a distance around each, that a window must show
    projection
        from space to the page; points of `spec` have two entries where it is planar, three where it is not
    limits
        the largest window, where there is one
    """

    expressions: tuple[sp.Expr, ...]
    spec: dict[str, Any]
    corners: tuple[tuple[Any, ...], ...]
    projection: Projection
    limits: tuple[float, float, float, float] | None = None

    def _extent(self, values: np.ndarray) -> np.ndarray:
        """Entries of the corners and the distances around them, shape (entries + 1, corners, ...)."""
        return np.stack([np.stack([evaluated(c, values) for c in row]) for row in zip(*self.corners, strict=True)])

    def bounds(self, values: np.ndarray) -> tuple[float, float, float, float]:
        """Smallest window (left, right, bottom, top) for `values`, shape (..., number of expressions)."""
        *place, pad = self._extent(values)
        x, y = place if self.projection.is_planar else np.tensordot(self.projection.rows[:2], place, axes=1)
        left, right = float((x - pad).min()), float((x + pad).max())
        bottom, top = float((y - pad).min()), float((y + pad).max())
        if self.limits is None:
            return left, right, bottom, top
        a, b, c, d = self.limits
        return max(left, a), min(right, b), max(bottom, c), min(top, d)

    def room(self, values: np.ndarray) -> list[list[float]]:
        """Smallest box in space, the lower and the upper corner, for a scene that can be turned."""
        *place, pad = self._extent(values)
        axes = tuple(range(1, np.ndim(place)))
        return [np.min(place - pad, axis=axes).tolist(), np.max(place + pad, axis=axes).tolist()]


class Compiler:
    """Collects the different expressions of shapes; what is planar it projects to the page."""

    def __init__(self, projection: Projection):
        self.projection = projection
        self.signals: dict[sp.Expr, int] = {}
        self.corners: list[tuple[Any, ...]] = []

    def number(self, value: Any) -> float | dict[str, int]:
        """A constant as it is, an expression as a reference to its signal."""
        expression = sp.sympify(value, strict=True)
        if not expression.free_symbols:
            return float(to_engine(expression).n(real=True))  # sympy would take milliseconds for a root of roots
        return {"signal": self.signals.setdefault(expression, len(self.signals))}

    def placed(self, vector: sp.Matrix) -> list[Any]:
        """The two numbers of a vector on the page, or its three in space."""
        entries = self.projection(vector) if self.projection.is_planar else vector
        return [self.number(entry) for entry in entries]

    def shape(self, shape: Shape) -> dict[str, Any]:
        """JSON data of one shape: its points, vectors, lengths and numbers on the page, and its options."""
        spec: dict[str, Any] = {
            "kind": type(shape).__name__.removesuffix("Shape"),
            "points": {},
            "vectors": {},
            "lengths": {},
            "numbers": {},
        }
        for name, kind in kinds(type(shape)).items():
            self._add(spec, kind, name, getattr(shape, name), shape.frame)
        frame = shape.frame or HERE
        for axis in shape.axes:
            spec["vectors"][axis] = self.placed(frame.R[:, "xyz".index(axis)])
        if shape.behind:
            spec["behind"] = True
        if shape.counts:
            self.corners += self._corners(shape, spec["points"])
        return spec

    def _corners(self, shape: Shape, points: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Points on the page that the window must show, each with the distance around it."""
        if isinstance(shape, Box):
            return [(*self.placed(place), 0.0) for place in _corners_of_box(shape)]
        if isinstance(shape, (Disc, Circle)) and not self.projection.is_planar:
            return [(*self.placed(place), 0.0) for place in _rim(shape)]
        pad = self.number(getattr(shape, "radius", getattr(shape, "width", 0) / 2))
        several = points.get("points", [])
        return [(*place, pad) for place in [*(points[name] for name in points if name != "points"), *several]]

    def _add(self, spec: dict[str, Any], kind: str, name: str, value: Any, frame: Pose | None) -> None:
        if kind == "points":
            placed = [self.placed(in_world(frame, p)) for p in (value if name == "points" else [value])]
            spec["points"][name] = placed if name == "points" else placed[0]
        elif kind == "vectors":
            spec["vectors"][name] = self.placed(frame.R * column(value) if frame else column(value))
        elif kind == "option":
            spec[name] = latex(value) if name == "label" else value
        else:
            spec[kind][name] = self.number(value)


def kinds(shape: type) -> dict[str, str]:
    """Field name -> points, vectors, lengths, numbers or option, read from the annotations of the class."""
    hints = get_type_hints(shape, include_extras=True)
    return {
        item.name: getattr(hints[item.name], "__metadata__", ("option",))[0]
        for item in fields(shape)
        if item.name != "frame"
    }


def latex(label: Any) -> str:
    """LaTeX of a label that is a sympy expression; text stays as it is."""
    return label if isinstance(label, str) else sp.latex(label)


def in_world(frame: Pose | None, point: Any) -> sp.Matrix:
    """The point in the inertial frame, as a column of length 3."""
    return (frame or HERE).point(point)


def _corners_of_box(box: Box) -> list[sp.Matrix]:
    """The corners of a box in the inertial frame, those of a rectangle where it has no depth."""
    frame, lengths = box.frame or HERE, (box.width, box.height, box.depth)
    edges = [frame.R[:, axis] * sp.sympify(length) for axis, length in enumerate(lengths) if length]
    center, sides = frame.point(box.center), (-sp.S.Half, sp.S.Half)
    return [
        sum((side * edge for side, edge in zip(chosen, edges, strict=True)), center)
        for chosen in product(sides, repeat=len(edges))
    ]


def _rim(ring: Disc | Circle) -> list[sp.Matrix]:
    """Four points of a ring in the inertial frame: a flat one does not reach below its plane."""
    frame = ring.frame or HERE
    center = frame.point(ring.center)
    return [center + sign * ring.radius * frame.R[:, axis] for axis in (0, 1) for sign in (1, -1)]


def evaluated(number: Any, values: np.ndarray) -> np.ndarray:
    """A number of the spec for the values of the signals, shape (...)."""
    return values[..., number["signal"]] if isinstance(number, Mapping) else np.full(values.shape[:-1], number)
