"""A board on which a student draws the free-body diagram of a body: ``draw("cylinder_at_wall", cylinder)``.

What is drawn is plain data, a list of what `force`, `moment`, `cut` and `axes` give. It stands as code in the cell of
the notebook: the board writes the list there whenever something is drawn, and shows it as text to be copied where it
cannot write. Without JavaScript the board is a picture, and the list is typed.
"""

import base64
import math
import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import sympy as sp

from ..demonstrations.free_bodies import cut_body
from ..errors import ModelError
from ..language import say
from ..poses import rotation, translation
from ..rotations import rotation_z
from ..scene import Line, Scene, Shape, Text, ValueArc, ValueArrow, frame_arrows
from ..scene.cut_body import SENSES, UNKNOWN, CutBody, axes, cut, force, moment
from .sketch import Sketch, drawn
from .window import Window, with_margin

__all__ = ["Board", "axes", "cut", "draw", "force", "moment"]

FORMS = ("force", "moment", "cut", "axes")
DPI = 200
MARGIN = 0.25
LENGTH = 0.16  # of an arrow, relative to the larger side of the picture


def draw(body: CutBody | str, diagram: Any = ()) -> "Board":
    """Show a body with what is drawn on it so far, to be drawn on with the mouse, a finger or the keys.

    Parameters
    ----------
    body : CutBody or str
        The body, or the name of one.
    diagram : list of dict
        What is drawn already: ``[force("f_1", at="A", direction="up"), ...]``.

    Returns
    -------
    Board
        A notebook shows it when it is the last line of a cell.

    Raises
    ------
    ModelError
        For an unknown body, or something in the list that is not an action on it.
    """
    name = body if isinstance(body, str) else ""
    body = cut_body(body) if isinstance(body, str) else body
    if not isinstance(body, CutBody):
        raise ModelError(f"draw(...) takes a body to be cut free, or its name; got {body!r}")
    actions = [] if diagram is ... or diagram is None else diagram
    if not isinstance(actions, list | tuple):
        raise ModelError(f"draw(...) takes a list of arrows after the body; got {actions!r}")
    return Board(name, body, [_action(body, action) for action in actions])


def _action(body: CutBody, action: Any) -> dict[str, Any]:
    """One entry of a diagram as the front end takes it; raises `ModelError`."""
    form = next((f for f in FORMS if isinstance(action, Mapping) and f in action), None)
    if form is None:
        raise ModelError(
            f"A diagram is a list of force(...), moment(...), cut(...) and axes(...); one entry is {str(action)[:60]!r}"
        )
    at = action[form] if form in ("cut", "axes") else action.get("at")
    if at not in body.points:
        raise ModelError(f"{body.title} has the points {', '.join(body.points)}; got {str(at)[:60]!r}")
    if form == "cut":
        return {"form": form, "at": at}
    direction = action.get("direction")
    known = {"moment": SENSES, "force": (*body.angles, UNKNOWN), "axes": tuple(body.angles)}[form]
    angle = form != "moment" and type(direction) in (int, float) and math.isfinite(direction)
    if not (angle or direction in known):
        asked = f"{', '.join(known)}{', or an angle in degrees' * (form != 'moment')}"
        what = "the axis x" if form == "axes" else repr(str(action[form])[:40])
        raise ModelError(f"The direction of {what} is {asked}; got {str(direction)[:60]!r}")
    name = {} if form == "axes" else {"name": str(action[form])[:40]}
    return {"form": form, **name, "at": at, "direction": direction}


class Board:
    """A body and the diagram that is drawn on it; a notebook shows it as a board to draw on.

    Parameters
    ----------
    name : str
        Of the body; empty for one that has no name.
    body : CutBody
        The body.
    actions : list of dict
        What is drawn on it.

    Attributes
    ----------
    name, body, actions
        As the parameters.
    """

    def __init__(self, name: str, body: CutBody, actions: list[dict[str, Any]]):
        self.name, self.body, self.actions = name, body, actions

    def __repr__(self) -> str:
        said = [f"  {_said(action)}" for action in self.actions] or ["  nothing is drawn yet"]
        return "\n".join([f"{self.body.title}, cut free:", *said])

    @property
    def window(self) -> Window:
        """Left, right, bottom and top of the picture, m."""
        scene = Scene(tuple(self.body.shapes), self.body.description, limits=self.body.limits)
        return self.body.limits or with_margin(scene.compile("sketch").bounds(np.zeros(0)), MARGIN)

    def picture(self, with_diagram: bool = True) -> Sketch:
        """The body as a labelled sketch.

        Parameters
        ----------
        with_diagram : bool
            Whether what is drawn on it is to be seen, too.
        """
        marks = self._marks() if with_diagram else []
        scene = Scene((*self.body.shapes, *marks), self._description() if with_diagram else self.body.description)
        return drawn(scene.compile("sketch"), np.zeros(0), self.window, scene.description)

    def _description(self) -> str:
        said = "; ".join(_said(action) for action in self.actions)
        return f"{say(self.body.description)} {say('Drawn on it')}: {said or say('nothing yet')}."

    def _marks(self) -> list[Shape]:
        left, right, bottom, top = self.window
        size = LENGTH * max(right - left, top - bottom)
        shapes: list[Shape] = []
        for name, (x, y, _) in self.body.points.items():
            shapes.append(Text((x - 0.2 * size, y + 0.3 * size), name, role="line"))
        for action in self.actions:
            shapes += _mark(self.body, action, size)
        return shapes

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = self.picture()._repr_mimebundle_()
        data["text/plain"] = repr(self)
        try:
            from .drawing_board import DrawingBoard
        except ImportError:  # the picture alone, where there are no widgets
            return data, metadata
        live: dict[str, Any] = DrawingBoard(self.spec(), self.actions)._repr_mimebundle_()[0]  # type: ignore[index]
        return {**live, **data}, metadata

    def spec(self) -> dict[str, Any]:
        """What the front end needs to know of the body, as JSON data."""
        png = base64.b64encode(self.picture(with_diagram=False).png(DPI)).decode()
        return {
            "body": self.name,
            "title": say(self.body.title),
            "description": say(self.body.description),
            "image": f"data:image/png;base64,{png}",
            "window": list(self.window),
            "points": [
                {"name": name, "x": float(x), "y": float(y), "what": say(what)}
                for name, (x, y, what) in self.body.points.items()
            ],
            "directions": [{"name": name, "angle": angle} for name, angle in self.body.angles.items()],
        }


def _said(action: Mapping[str, Any]) -> str:
    """An action in words, those of the table beside the board."""
    form, place = action["form"], f"{say('at')} {action['at']}"
    if form == "cut":
        return f"{say('cut')} {place}"
    direction = action["direction"]
    told = f"{direction:g}°" if isinstance(direction, float | int) else say(direction)
    if direction == UNKNOWN:
        told = say("direction unknown")
    return f"{say('axes')} {place}, x {told}" if form == "axes" else f"{say(form)} {action['name']} {place}, {told}"


def _mark(body: CutBody, action: Mapping[str, Any], size: float) -> list[Shape]:
    """An action as shapes of a sketch."""
    x, y, _ = body.points[action["at"]]
    if action["form"] == "cut":
        steps = [(x + 0.35 * size * (k / 4 - 1), y + 0.12 * size * (-1) ** k) for k in range(9)]
        return [Line(tuple(steps), role="force")]
    if action["form"] == "moment":
        sign = 1.0 if action["direction"] == SENSES[0] else -1.0
        return [ValueArc(0.45 * size, sign, center=(x, y), turn=math.pi / 4, label=_label(action["name"]))]
    if action["form"] == "axes":
        turn = rotation(rotation_z(math.radians(_angle(body, action["direction"]))))
        return list(frame_arrows(translation(x, y) @ turn, 0.7 * size)[:2])
    if action["direction"] == UNKNOWN:
        return [ValueArrow((x, y), (0.6, 0.8), 1.0, label=f"{_label(action['name'])}\\,?")]
    angle = math.radians(_angle(body, action["direction"]))
    return [ValueArrow((x, y), (math.cos(angle), math.sin(angle)), 1.0, label=_label(action["name"]))]


def _angle(body: CutBody, direction: str | float) -> float:
    return float(body.angles[direction] if isinstance(direction, str) else direction)


def _label(name: str) -> str:
    """A name as LaTeX, whatever a student calls an arrow."""
    letters = re.sub(r"[^A-Za-z0-9_ ]", "", name).strip(" _") or "?"
    return (
        sp.latex(sp.Symbol(letters.replace(" ", "_")))
        if letters.replace(" ", "_").isidentifier()
        else letters.replace("_", "")
    )
