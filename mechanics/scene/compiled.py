"""From shapes to JSON data and the list of expressions behind its numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, get_type_hints

import numpy as np
import sympy as sp

from ..bridge import to_engine
from ..poses import Pose
from ..poses import vector as column
from .shapes import Box, Shape

__all__ = ["CompiledScene", "Compiler", "Projection", "evaluated", "in_world"]


@dataclass(frozen=True)
class Projection:
    """From space to the page: ``right . p`` to the right, ``up . p`` upwards."""

    right: tuple[float, float, float] = (1, 0, 0)
    up: tuple[float, float, float] = (0, 1, 0)

    @classmethod
    def axonometric(cls, azimuth: float, elevation: float) -> "Projection":
        """Parallel view with y upwards, turned by `azimuth` about y and seen from `elevation` above (rad)."""
        ca, sa, ce, se = np.cos(azimuth), np.sin(azimuth), np.cos(elevation), np.sin(elevation)
        return cls((float(ca), 0.0, float(-sa)), (float(-sa * se), float(ce), float(-ca * se)))

    @property
    def is_planar(self) -> bool:
        """Whether z does not show."""
        return self.right[2] == 0 and self.up[2] == 0

    def __call__(self, vector: sp.Matrix) -> list[sp.Expr]:
        """The two entries of a vector on the page."""
        return [sum(a * x for a, x in zip(row, vector, strict=True) if a) for row in (self.right, self.up)]

    def depth(self, vector: sp.Matrix) -> sp.Expr:
        """Distance towards the viewer."""
        return sum(float(a) * x for a, x in zip(np.cross(self.right, self.up), vector, strict=True) if a)


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
        points (x, y, distance around it) that a window must show
    limits
        the largest window, where there is one
    """

    expressions: tuple[sp.Expr, ...]
    spec: dict[str, Any]
    corners: tuple[tuple[Any, Any, Any], ...]
    limits: tuple[float, float, float, float] | None = None

    def bounds(self, values: np.ndarray) -> tuple[float, float, float, float]:
        """Smallest window (left, right, bottom, top) for `values`, shape (..., number of expressions)."""
        x, y, pad = (np.stack([evaluated(c, values) for c in row]) for row in zip(*self.corners, strict=True))
        left, right = float((x - pad).min()), float((x + pad).max())
        bottom, top = float((y - pad).min()), float((y + pad).max())
        if self.limits is None:
            return left, right, bottom, top
        a, b, c, d = self.limits
        return max(left, a), min(right, b), max(bottom, c), min(top, d)


class Compiler:
    """Collects the different expressions of shapes, and projects their points to the page."""

    def __init__(self, projection: Projection):
        self.projection = projection
        self.signals: dict[sp.Expr, int] = {}
        self.corners: list[tuple[Any, Any, Any]] = []

    def number(self, value: Any) -> float | dict[str, int]:
        """A constant as it is, an expression as a reference to its signal."""
        expression = sp.sympify(value, strict=True)
        if not expression.free_symbols:
            return float(to_engine(expression).n(real=True))  # sympy would take milliseconds for a root of roots
        return {"signal": self.signals.setdefault(expression, len(self.signals))}

    def projected(self, vector: sp.Matrix) -> list[Any]:
        """The two numbers of a vector on the page."""
        return [self.number(entry) for entry in self.projection(vector)]

    def shape(self, shape: Shape) -> dict[str, Any]:
        """JSON data of one shape: its points, vectors, lengths and numbers on the page, and its options."""
        spec: dict[str, Any] = {
            "kind": type(shape).__name__,
            "points": {},
            "vectors": {},
            "lengths": {},
            "numbers": {},
        }
        for name, kind in kinds(type(shape)).items():
            self._add(spec, kind, name, getattr(shape, name), shape.frame)
        frame = shape.frame or Pose()
        for axis in shape.axes:
            spec["vectors"][axis] = self.projected(frame.R[:, "xyz".index(axis)])
        if not self.projection.is_planar:
            spec["numbers"]["depth"] = -1e9 if shape.behind else self.number(self._depth(shape))
        if shape.counts:
            self.corners += [(*self.projected(place), self.number(pad)) for place, pad in _extent(shape)]
        return spec

    def _add(self, spec: dict[str, Any], kind: str, name: str, value: Any, frame: Pose | None) -> None:
        if kind == "points":
            projected = [self.projected(in_world(frame, p)) for p in (value if name == "points" else [value])]
            spec["points"][name] = projected if name == "points" else projected[0]
        elif kind == "vectors":
            spec["vectors"][name] = self.projected((frame or Pose()).R * column(value))
        elif kind == "option":
            spec[name] = latex(value) if name == "label" else value
        else:
            spec[kind][name] = self.number(value)

    def _depth(self, shape: Shape) -> Any:
        places = _places(shape)
        return sum((self.projection.depth(place) for place in places), sp.S.Zero) / len(places)


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
    return (frame or Pose()).point(point)


def _places(shape: Shape) -> list[sp.Matrix]:
    """All points of a shape in the inertial frame."""
    values = [(name, getattr(shape, name)) for name, kind in kinds(type(shape)).items() if kind == "points"]
    return [
        in_world(shape.frame, p) for name, value in values for p in (value if name == "points" else [value])
    ]


def _extent(shape: Shape) -> list[tuple[sp.Matrix, Any]]:
    """Points that the window must show, each with the distance around it."""
    if isinstance(shape, Box):
        x, y, z = column(shape.center)
        w, h = shape.width / 2, shape.height / 2
        return [(in_world(shape.frame, (x + i * w, y + j * h, z)), 0) for i in (-1, 1) for j in (-1, 1)]
    pad = getattr(shape, "radius", getattr(shape, "width", 0) / 2)
    return [(place, pad) for place in _places(shape)]


def evaluated(number: Any, values: np.ndarray) -> np.ndarray:
    """A number of the spec for the values of the signals, shape (...)."""
    return (
        values[..., number["signal"]] if isinstance(number, Mapping) else np.full(values.shape[:-1], number)
    )
