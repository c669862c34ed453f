"""Shapes drawn by matplotlib: one method for each kind, as `web/shapes.js` has one function for each."""

import math
from typing import Any, ClassVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Polygon
from matplotlib.patheffects import withStroke

from ..language import say
from . import geometry
from .geometry import Array, left, on_arc, unit
from .labels import is_words
from .placing import settle_labels

__all__ = ["Artist"]

TAU = 2 * math.pi
INK, EDGE, BODY, MUTED, FORCE, COORDINATE = "#1f2328", "#25557f", "#d9e6f2", "#5b6470", "#b3261e", "#0b6e5b"
STYLES: dict[str, dict[str, Any]] = {
    "body": {"stroke": EDGE, "fill": BODY},
    "mass": {"stroke": EDGE, "fill": EDGE},
    "spring": {"stroke": INK, "fill": "white"},
    "line": {"stroke": INK, "fill": "white"},
    "joint": {"stroke": INK, "fill": "white"},
    "ground": {"stroke": "#6b7480", "fill": "white"},
    "gap": {"stroke": "white", "fill": "white", "width": 2.0},
    "force": {"stroke": FORCE, "fill": FORCE, "width": 1.4},
    "coordinate": {"stroke": COORDINATE, "fill": COORDINATE},
    "axis": {"stroke": MUTED, "fill": MUTED, "width": 0.7},
    "dimension": {"stroke": MUTED, "fill": MUTED, "width": 0.6},
    "guide": {"stroke": "#a3acb5", "fill": "white", "width": 0.6, "dash": (0, (4, 4))},
    "reference": {"stroke": MUTED, "fill": "white", "width": 0.6, "dash": (0, (6, 4))},
}


class Artist:
    """Draws resolved shapes on axes.

    Parameters
    ----------
    axes : matplotlib Axes
        With the window as limits; 1 m has the same length in x and in y.
    size : float
        Of symbols such as the width of a spring, m.
    em : float
        Height of letters, m.
    far : float
        A length that reaches out of the window, m.

    Attributes
    ----------
    style : dict
        Colours and dashes of the shape that is drawn.
    order : int
        Its position; later shapes are on top.
    """

    LINE: ClassVar[float] = 1.4  # pt

    def __init__(self, axes: Axes, size: float, em: float, far: float):
        self.axes, self.size, self.em, self.far = axes, size, em, far
        self.style: dict[str, Any] = STYLES["line"]

    def draw(self, shape: dict[str, Any], order: int) -> None:
        """Draw one shape.

        Parameters
        ----------
        shape : dict
            From `sketch.resolved`.
        order : int
            Its position; later shapes are on top.
        """
        self.style, self.order = STYLES.get(shape["role"], STYLES["line"]), order
        getattr(self, f"_draw_{shape['kind']}")(shape)

    def settle(self) -> None:
        """Move labels that lie on something; call it once everything is drawn."""
        settle_labels(self.axes)

    # --- strokes ----------------------------------------------------------------------------------------

    def _line(self, points: Any, width: float = 1.0, **options: Any) -> None:
        points = np.asarray(points)
        options = {"linestyle": self.style.get("dash", "-"), "color": self.style["stroke"]} | options
        width *= self.LINE * self.style.get("width", 1.0)
        self.axes.plot(*points.T, linewidth=width, solid_capstyle="round", zorder=self.order, **options)

    def _area(self, points: Any, **options: Any) -> None:
        options = {"facecolor": self.style["fill"], "edgecolor": self.style["stroke"]} | options
        width = self.LINE * self.style.get("width", 1.0)
        self.axes.add_patch(
            Polygon(np.asarray(points), linewidth=width, joinstyle="round", zorder=self.order, **options)
        )

    def _ball(self, center: Array, radius: float) -> None:
        self.axes.add_patch(
            Circle(
                tuple(center),
                radius,
                facecolor=self.style["fill"],
                edgecolor=self.style["stroke"],
                linewidth=self.LINE,
                zorder=self.order,
            )  # fmt: skip
        )

    def _head(self, tip: Array, direction: Array) -> None:
        back, side = tip - 1.1 * self.size * direction, 0.38 * self.size * left(direction)
        self._area([tip, back + side, back - side], facecolor=self.style["stroke"], edgecolor="none")

    def _write(self, label: str, at: Array, color: str | None = None, **options: Any) -> None:
        if not label:
            return
        text = say(label) if is_words(label) else f"${label}$"
        style: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 13, "math_fontfamily": "stix"}
        style |= {"color": color or self.style["stroke"], "zorder": 1000} | options
        style["path_effects"] = [withStroke(linewidth=3, foreground="white")]  # readable on lines
        self.axes.text(float(at[0]), float(at[1]), text, **style)

    def _write_beside(
        self, label: str, at: Array, along: Array, color: str | None = None, gap: float = 0.4, side: int = 1
    ) -> None:
        """A label on the left of a line (on the right: -1), as far away as its own size needs."""
        normal = side * left(unit(along))
        reach = gap * self.size + self.em * (0.62 + 0.5 * abs(normal[0]))
        self._write(label, at + reach * normal, color)

    # --- one method for each kind -----------------------------------------------------------------------

    def _draw_Rod(self, s: dict[str, Any]) -> None:
        half = max(s["width"], 0.32 * self.size) / 2
        direction = unit(s["end"] - s["start"])
        x, y = direction, left(direction)
        cap = [
            geometry.arc(s["end"], half, -TAU / 4, TAU / 4, x, y),
            geometry.arc(s["start"], half, TAU / 4, 3 * TAU / 4, x, y),
        ]
        self._area(np.vstack(cap))

    def _draw_Box(self, s: dict[str, Any]) -> None:
        half = {"x": s["width"] / 2 * s["x"], "y": s["height"] / 2 * s["y"], "z": s["depth"] / 2 * s["z"]}
        solid = s["depth"] and "toward" in s
        for normal, u, v in ("xyz", "yzx", "zxy") if solid else ("zxy",):
            if solid and abs(s["toward"][normal]) < 1e-9:
                continue  # seen from its edge
            front = half[normal] * np.sign(s["toward"][normal]) if solid else 0 * half["x"]
            corners = [front + i * half[u] + j * half[v] for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            self._area([s["center"] + corner for corner in corners])

    def _draw_Disc(self, s: dict[str, Any]) -> None:
        r, x, y, half = s["radius"], s["x"], s["y"], s["thickness"] / 2 * s["z"]
        front, back = s["center"] + half, s["center"] - half
        if s["thickness"]:
            edge = math.atan2(_cross(y, half), _cross(x, half))  # where the side surface touches the rim
            for turn in (TAU / 2, -TAU / 2):
                behind = geometry.arc(back, r, edge, edge + turn, x, y)
                self._area(np.vstack([behind, geometry.arc(front, r, edge + turn, edge + 2 * turn, x, y)]))
        self._area(geometry.arc(front, r, 0, TAU, x, y))
        for k in range(s["spokes"]):
            self._line([front, on_arc(front, r, k * TAU / s["spokes"], x, y)])

    def _draw_Circle(self, s: dict[str, Any]) -> None:
        self._line(geometry.arc(s["center"], s["radius"], 0, TAU, s["x"], s["y"]))

    def _draw_PointMass(self, s: dict[str, Any]) -> None:
        radius = max(s["radius"], 0.5 * self.size)
        self._ball(s["at"], radius)
        away = 0.7 * max(radius, self.size) + 0.6 * self.em
        self._write(s["label"], s["at"] + away * np.array([1, -1]), INK)

    def _draw_Spring(self, s: dict[str, Any]) -> None:
        start, end = s["start"], s["end"]
        self._line(geometry.spring(start, end, s["coils"], 0.85 * self.size, s["style"]))
        self._write_beside(s["label"], (start + end) / 2, end - start, INK, 1.1, _side(s))

    def _draw_TorsionSpring(self, s: dict[str, Any]) -> None:
        start, end = s["start"], s["end"]
        sweep = TAU * s["coils"] + s["twist"]
        self._line(geometry.helix(start, end, s["radius"], s["turn"], sweep, s["x"], s["y"]))
        self._write_beside(s["label"], (start + end) / 2, end - start, INK, 0.5 + s["radius"] / self.size)

    def _draw_Damper(self, s: dict[str, Any]) -> None:
        lines = geometry.damper(s["start"], s["end"], self.size)
        for name, points in lines.items():
            self._line(points, 1.8 if name == "piston" else 1.0)
        self._write_beside(s["label"], (s["start"] + s["end"]) / 2, s["end"] - s["start"], INK, 1.1, _side(s))

    def _draw_Line(self, s: dict[str, Any]) -> None:
        dashed: dict[str, Any] = {"linestyle": (0, (6, 4))} if s["dashed"] else {}
        if s["closed"]:
            self._area(s["points"], **dashed)
        else:
            self._line(s["points"], **dashed)

    def _draw_Ground(self, s: dict[str, Any]) -> None:
        direction = unit(s["end"] - s["start"])
        far = self.far * direction if s["endless"] else 0 * direction
        self._ground(s["start"] - far, s["end"] + far)

    def _ground(self, start: Array, end: Array) -> None:
        self._line([start, end])
        for stroke in geometry.hatching(start, end, self.size):
            self._line(stroke, 0.6)

    def _draw_Hinge(self, s: dict[str, Any]) -> None:
        if np.hypot(*s["support"]):
            down = unit(s["support"])
            foot, side = s["at"] + 1.9 * self.size * down, self.size * left(down)
            self._area([s["at"], foot + 1.15 * side, foot - 1.15 * side])
            self._ground(foot + 1.8 * side, foot - 1.8 * side)
        self._ball(s["at"], 0.45 * self.size)
        self._write(s["label"], s["at"] + (1.2 * self.size + 0.5 * self.em) * np.array([1, 0]), INK)

    def _draw_Arrow(self, s: dict[str, Any]) -> None:
        start, end = s["start"], s["end"]
        along, direction = end - start, unit(end - start)
        if np.hypot(*along) < 1e-9:
            return
        self._line([start, end - 0.8 * self.size * direction])
        self._head(end, direction)
        if s["role"] == "axis":
            self._write(s["label"], end + 0.8 * self.em * direction)
        else:
            self._write_beside(s["label"], start + along / 2, along, gap=0.2, side=-1 if along[0] < 0 else 1)

    def _draw_ValueArrow(self, s: dict[str, Any]) -> None:
        direction = unit(s["direction"])
        start = s["at"] - 5 * self.size * direction if s["push"] else s["at"]
        end = start + 5 * self.size * direction
        self._line([start, end - 0.8 * self.size * direction])
        self._head(end, direction)
        side = -1 if direction[0] < 0 else 1
        self._write_beside(s["label"], (start + end) / 2, direction, gap=0.3, side=side)

    def _draw_ValueArc(self, s: dict[str, Any]) -> None:
        self._arc(s, s["turn"] - 1.1, s["turn"] + 1.1)
        self._write(s["label"], on_arc(s["center"], s["radius"] + self.em, s["turn"], s["x"], s["y"]))

    def _draw_AngleMark(self, s: dict[str, Any]) -> None:
        self._arc(s, s["start"], s["stop"])
        middle = (s["start"] + s["stop"]) / 2
        self._write(s["label"], on_arc(s["center"], s["radius"] + 0.85 * self.em, middle, s["x"], s["y"]))

    def _arc(self, s: dict[str, Any], start: float, stop: float) -> None:
        """Arc with a head at its end; the head follows the curve."""
        center, radius, x, y = s["center"], s["radius"], s["x"], s["y"]
        turn = math.copysign(min(abs(stop - start), self.size / radius), stop - start)
        self._line(geometry.arc(center, radius, start, stop - 0.8 * turn, x, y))
        tip = on_arc(center, radius, stop, x, y)
        self._head(tip, unit(tip - on_arc(center, radius, stop - turn, x, y)))

    def _draw_Dimension(self, s: dict[str, Any]) -> None:
        along = s["end"] - s["start"]
        normal = left(unit(along))
        a, b = s["start"] + s["offset"] * normal, s["end"] + s["offset"] * normal
        beyond = math.copysign(0.4 * self.size, s["offset"]) * normal
        if s["offset"]:
            self._line([s["start"], a + beyond])
            self._line([s["end"], b + beyond])
        self._line([a, b])
        self._head(a, -unit(along))
        self._head(b, unit(along))
        self._write_beside(s["label"], (a + b) / 2, along, gap=0.2, side=-1 if s["offset"] < 0 else 1)

    def _draw_Text(self, s: dict[str, Any]) -> None:
        align = {
            "left": {"ha": "left"}, "right": {"ha": "right"}, "center": {},
            "top": {"va": "top"}, "bottom": {"va": "bottom"},
        }  # fmt: skip
        self._write(s["label"], s["at"], **align[s["anchor"]])


def _side(s: dict[str, Any]) -> int:
    return -1 if s["side"] == "right" else 1


def _cross(a: Array, b: Array) -> float:
    return float(a[0] * b[1] - a[1] * b[0])
