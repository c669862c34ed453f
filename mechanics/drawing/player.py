"""The player: an anywidget front end that animates a run, and asks for a new one when a slider moves.

The trajectory goes to the browser once, as 32-bit floats; everything that must be smooth happens there. The front end
is one ES module, assembled from the files of `web/`; it needs no other library and no network. Bodies in space look
better with three.js, which a packaging step bundles; without it they are drawn as lines.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from ipywidgets import Widget, widget_serialization

from ..language import catalogue, language, say, translated
from ..protocol import Run
from .frames import Frames, packed
from .session import Session
from .window import Window, settled

__all__ = ["Player", "front_end"]

WEB = Path(__file__).parent / "web"
# what computes runs, and what draws them; each in an order in which a module imports only earlier ones
ENGINE = (
    "tableau", "budget", "explicit", "implicit", "crossings", "integrate", "low_order", "modes", "machine", "model",
    "worker",
)  # fmt: skip
MODULES = (
    "words", "labels", "theme", "ticker", "run", "camera", "shapes", "code", "plots", "controls", "kernel", "solver",
    "advice", "telling", "runs", "dragging", "viewing", "space", "comparison", "sketching", "prediction", "layout",
    "player",
)  # fmt: skip


def front_end() -> str:
    """The modules of `web/` as one ES module; without comments, because every player carries a copy.

    Those that compute runs are the body of one function, `engine`, whose text also makes the worker of a player.
    """
    computes, exported = joined(ENGINE)
    names = ", ".join(exported)
    draws, _ = joined(MODULES)
    return f"function engine() {{\n{computes}return {{ {names} }};\n}}\nconst {{ {names} }} = engine();\n{draws}"


def joined(names: Sequence[str]) -> tuple[str, list[str]]:
    """Modules of `web/` one after the other without comments and imports, and what they export.

    Parameters
    ----------
    names : sequence of str
        In an order in which each imports only earlier ones.
    """
    text = "\n".join((WEB / f"{name}.js").read_text(encoding="utf-8") for name in names)
    text = re.sub(r"^\s*//.*\n|^[ \n]+", "", text, flags=re.MULTILINE)
    text = re.sub(r'^import [^;]*? from "\./[^"]+";\n', "", text, flags=re.MULTILINE)
    exports = re.findall(r"^export (?:const|class|function\*?) (\w+|\[[^\]]*\])", text, flags=re.MULTILINE)
    found = [name for export in exports for name in re.findall(r"\w+", export)]
    return re.sub(r"^export (?!default)", "", text, flags=re.MULTILINE), found


class Bundle(Widget):
    """The code that draws bodies in space with three.js; one for all players of a kernel, because it is large."""

    code = traitlets.Unicode().tag(sync=True)


@cache
def bundle() -> Bundle | None:
    """Three.js and `web/bodies.js` as one module, where the packaging step has made it."""
    path = WEB / "bodies.bundle.js"
    return Bundle(code=path.read_text(encoding="utf-8")) if path.exists() else None


class Player(anywidget.AnyWidget):
    """Animation of a run with buttons, sliders and plots; a widget, which `mechanics.widgets.simulate` returns.

    Parameters
    ----------
    spec : dict
        JSON data that stay: scene, variables, plots, sliders, texts.
    session : Session
        Gives the first run, and one for each request of the front end; what it raises becomes a message, and the
        last run stays.
    first : Frames
        The run to begin with.

    Attributes
    ----------
    result : Run or dict
        The numbers of what is shown, ``player.result["phi"]``.
    spec, run, data, error, request, space
        What the front end shares with Python, by these names: the `run` is JSON data, its numbers are in `data`.
    """

    _esm = front_end()
    _css = "".join((WEB / f"{name}.css").read_text(encoding="utf-8") for name in ("player", "prediction"))

    spec = traitlets.Dict().tag(sync=True)
    run = traitlets.Dict().tag(sync=True)
    data = traitlets.Bytes().tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)
    request = traitlets.Dict().tag(sync=True)
    prediction = traitlets.Dict().tag(sync=True)  # what the student has predicted, see `mechanics.predicting`
    space = traitlets.Instance(Widget, allow_none=True).tag(sync=True, **widget_serialization)

    def __init__(self, spec: dict[str, Any], session: Session, first: Frames):
        self._session, self._answer = session, session.answer
        self._window: Window | None = settled(None, first.bounds)
        in_space = spec["scene"].get("camera", {}).get("vertical")
        super().__init__(
            spec=spoken(spec),
            run=self._described(first, 0),
            data=packed(first.values),
            space=bundle() if in_space else None,
        )

    @property
    def result(self) -> Run | dict[str, Any]:
        """What the picture shows, as numbers: the run with the present positions of the sliders.

        It has the model, start, times and inputs of the picture and is what ``model.simulate(...)`` would return; for
        a problem it is what ``problem.solve(...)`` would return, the outputs by name.
        """
        return self._session.result

    @traitlets.observe("request")
    def _requested(self, change: Mapping[str, Any]) -> None:
        request = change["new"]
        number = int(request.get("id", 0))
        try:
            frames = self._answer(request)
            data = packed(frames.values)
        except Exception as problem:  # an input of the user is any function: whatever it raises becomes a message
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
        }


def spoken(spec: dict[str, Any]) -> dict[str, Any]:
    """The data of a picture in the chosen language, with the translations that the front end needs.

    Parameters
    ----------
    spec : dict
        JSON data of a player, in English.
    """
    if (chosen := language()) == "en":
        return spec
    source = front_end() + (spec["model"] or {}).get("first", "")  # a program that may refuse a start
    source = re.sub(r'"\s*\+\s*"|` \+\s*"', "", source)  # a long text is put together from lines
    words = {text: said for text, said in catalogue(chosen).items() if text.split("{}")[0].strip() in source}
    words |= {text: said for text in texts_in(spec["model"]) if (said := say(text, chosen)) != text}
    return {**translated(spec, chosen), "words": words}


def texts_in(model: object) -> Iterator[str]:
    """Texts from which a model in the browser builds its error messages; unlike its code, they have one line.

    Parameters
    ----------
    model : dict or None
        From `browser_model`, or any part of it.
    """
    if isinstance(model, str):
        yield from [model] * ("\n" not in model)
    elif isinstance(model, Mapping | list | tuple):
        for item in model.values() if isinstance(model, Mapping) else model:
            yield from texts_in(item)


def described(problem: Exception) -> str:
    """The message of an error; where it is not one of the library's sentences, with the name of its type.

    Parameters
    ----------
    problem : Exception
        Raised by a simulation.
    """
    known = isinstance(problem, (ValueError, ArithmeticError)) and str(problem)
    return str(problem) if known else f"The simulation stopped with {type(problem).__name__}: {problem}"
