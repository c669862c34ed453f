"""The player: an anywidget front end that animates a run, and asks for a new one when a slider moves.

The trajectory goes to the browser once, as 32-bit floats; everything that must be smooth happens there. The
front end is one ES module, put together from the files of `web/`; it needs no other library and no network. Bodies in
space look better with three.js, which a packaging step bundles; without it they are drawn in lines.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from ipywidgets import Widget, widget_serialization

from ..language import catalogue, language, say, translated
from .frames import Frames, packed
from .window import Window, settled

__all__ = ["Player", "front_end"]

WEB = Path(__file__).parent / "web"
# each needs only earlier ones
MODULES = (
    "words", "labels", "theme", "run", "camera", "shapes", "plots", "controls", "kernel", "tableau", "integrate",
    "modes", "model", "runs", "dragging", "viewing", "space", "player",
)  # fmt: skip


def front_end() -> str:
    """The modules of `web/` as one ES module: comments and imports of each other drop out, every player carries it."""
    text = "\n".join((WEB / f"{name}.js").read_text(encoding="utf-8") for name in MODULES)
    text = re.sub(r"^\s*//.*\n|^[ \n]+", "", text, flags=re.MULTILINE)
    text = re.sub(r'^import [^;]*? from "\./[^"]+";\n', "", text, flags=re.MULTILINE)
    return re.sub(r"^export (?!default)", "", text, flags=re.MULTILINE)


class Bundle(Widget):
    """The code that draws bodies in space with three.js; one for all players of a kernel, because it is large."""

    code = traitlets.Unicode().tag(sync=True)


@cache
def bundle() -> Bundle | None:
    """Three.js and `web/bodies.js` as one module, where the packaging step has made it."""
    path = WEB / "bodies.bundle.js"
    return Bundle(code=path.read_text(encoding="utf-8")) if path.exists() else None


class Player(anywidget.AnyWidget):
    """Animation of a run with buttons, sliders and plots.

    Parameters
    ----------
    spec
        what stays: scene, variables, plots, sliders, texts
    first
        the run to begin with
    answer
        gives the run for a request of the front end, ``{"values": {...}}`` or also ``"drag"``; what it raises
        becomes a message, and the last run stays
    """

    _esm = front_end()
    _css = (WEB / "player.css").read_text(encoding="utf-8")

    spec = traitlets.Dict().tag(sync=True)
    run = traitlets.Dict().tag(sync=True)
    data = traitlets.Bytes().tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)
    request = traitlets.Dict().tag(sync=True)
    space = traitlets.Instance(Widget, allow_none=True).tag(sync=True, **widget_serialization)

    def __init__(self, spec: dict[str, Any], first: Frames, answer: Callable[[Mapping[str, Any]], Frames]):
        self._answer = answer
        self._window: Window | None = settled(None, first.bounds)
        in_space = spec["scene"].get("camera", {}).get("vertical")
        super().__init__(
            spec=spoken(spec),
            run=self._described(first, 0),
            data=packed(first.values),
            space=bundle() if in_space else None,
        )

    @traitlets.observe("request")
    def _requested(self, change: Mapping[str, Any]) -> None:
        request = change["new"]
        number = int(request.get("id", 0))
        try:
            frames = self._answer(request)
            data = packed(frames.values)
        except Exception as problem:  # whatever an input law of the user raises must reach the user
            with self.hold_sync():
                self.error = say(described(problem))
                self.run = {**self.run, "answers": number}
            return
        self._window = settled(self._window, frames.bounds)
        with self.hold_sync():  # one message, so that the front end never sees half of a run
            self.error = ""
            self.data = data
            self.run = self._described(frames, number)

    def _described(self, frames: Frames, number: int) -> dict[str, Any]:
        count, columns = frames.values.shape
        return {
            "answers": number,
            "count": count,
            "columns": columns,
            "start": frames.start,
            "end": frames.end,
            "window": list(self._window or ()),
            "room": frames.room,
            "values": dict(frames.settings),
            "code": frames.code,
        }


def spoken(spec: dict[str, Any]) -> dict[str, Any]:
    """The data of a picture in the chosen language, with what the front end needs to speak it."""
    if (chosen := language()) == "en":
        return spec
    source = re.sub(r'"\s*\+\s*"|` \+\s*"', "", front_end())  # a long text is put together from lines
    words = {text: said for text, said in catalogue(chosen).items() if text.split("{}")[0].strip() in source}
    words |= {text: said for text in texts_in(spec["model"]) if (said := say(text, chosen)) != text}
    return {**translated(spec, chosen), "words": words}


def texts_in(model: Any) -> Iterator[str]:
    """What the errors of a system in the browser are made of; its code has more than one line."""
    if isinstance(model, str):
        yield from [model] * ("\n" not in model)
    elif isinstance(model, Mapping | list | tuple):
        for item in model.values() if isinstance(model, Mapping) else model:
            yield from texts_in(item)


def described(problem: Exception) -> str:
    """The sentence of our own errors; of others also what they are."""
    known = isinstance(problem, (ValueError, ArithmeticError)) and str(problem)
    return str(problem) if known else f"The simulation stopped with {type(problem).__name__}: {problem}"
