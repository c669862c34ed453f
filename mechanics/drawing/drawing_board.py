"""The front end of the board for free-body diagrams: an anywidget, whose drawing needs no kernel."""

from collections.abc import Mapping, Sequence
from typing import Any

import anywidget
import traitlets

from ..language import catalogue, language
from ..scene.cut_body import SENSES
from .player import WEB, joined

__all__ = ["DrawingBoard"]

MODULES = ("words", "theme", "diagram_code", "diagram_picture", "diagram_table", "diagram")  # each imports earlier ones


class DrawingBoard(anywidget.AnyWidget):
    """A body on which arrows are drawn.

    Parameters
    ----------
    spec : dict
        JSON data of the body: its picture, points and directions.
    actions : list of dict
        What is drawn on it.

    Attributes
    ----------
    spec, actions
        What the front end shares with Python, by these names.
    """

    _esm = joined(MODULES)[0]
    _css = (WEB / "diagram.css").read_text(encoding="utf-8")

    spec = traitlets.Dict().tag(sync=True)
    actions: traitlets.List = traitlets.List().tag(sync=True)

    def __init__(self, spec: dict[str, Any], actions: Sequence[dict[str, Any]]):
        super().__init__(spec=spec | {"words": self._words(spec)}, actions=list(actions))

    def _words(self, spec: Mapping[str, Any]) -> dict[str, str]:
        """Translations that the front end needs: of its own texts, and of the directions, whose names stay in code."""
        names = {direction["name"] for direction in spec["directions"]}
        known = catalogue(language()).items()
        return {text: said for text, said in known if text in names or f'"{text}"' in self._esm or text in SENSES}
