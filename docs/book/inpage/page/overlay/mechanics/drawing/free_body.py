"""Free-body diagrams as lists: the board to draw them on is a part of the page, which needs no Python."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from ..scene.cut_body import axes, cut, force, moment

__all__ = ["axes", "cut", "draw", "force", "moment"]


@cache
def _bodies() -> dict[str, dict[str, Any]]:
    return dict(json.loads(files("mechanics.drawing").joinpath("bodies.json").read_text(encoding="utf-8")))


class Told:
    """A diagram in words, below the board."""

    def __init__(self, name: str, diagram: Any):
        self.body, self.diagram = _bodies().get(name, {}), diagram

    def __repr__(self) -> str:
        points = "; ".join(f"{name}: {what}" for name, what in self.body.get("points", {}).items())
        drawn = "".join(f"\n  {action}" for action in self.diagram) or "\n  nothing yet"
        return (
            f"{self.body.get('title', 'The body')}, cut free. Points: {points}.\n"
            f"Directions: {', '.join(self.body.get('directions', []))}, unknown, or an angle in degrees.\n"
            f"Your list:{drawn}"
        )


def draw(body: Any, diagram: Any = ()) -> Told:
    """Say what can be drawn on the body, and what the list holds."""
    return Told(str(body), diagram if isinstance(diagram, list | tuple) else ())
