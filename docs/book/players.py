"""Simulations that live without a kernel: from the stored state of widgets to files that the page's loader asks for.

A page holds a line of text for each simulation; its state, its front end and three.js are scripts of their own, which
the loader (`_static/loader.js`) fetches when the place comes near the window. Scripts, because a page that is opened as
a file may load nothing else. The front end is stored once for the whole book.
"""

import hashlib
import html
import json
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

__all__ = ["Players"]

STATE = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"
REFERENCE = "IPY_MODEL_"
LEFT_OUT = (
    "layout",
    "space",
    "tabbable",
    "tooltip",
)  # and what begins with an underscore: nothing for the front end


class Players:
    """Writes the files of players below a static folder.

    Parameters
    ----------
    static : folder whose content the book has under ``_static``
    """

    def __init__(self, static: Path):
        self.folder = static / "players"
        self.written: set[Path] = set()

    def settle(self, notebook: NotebookNode, name: str) -> None:
        """Replace every simulation among the outputs of a notebook by a place for it."""
        models = notebook.metadata.pop("widgets", {}).get(STATE, {}).get("state", {})
        count = 0
        for cell in notebook.cells:
            for output in cell.get("outputs", ()):
                view = output.get("data", {}).get(VIEW)
                if view is not None:
                    count += 1
                    model = models[view["model_id"]]
                    output["data"] = {"text/html": self.place(model, models, f"{name}/{count}")}

    def place(self, model: dict[str, Any], models: dict[str, Any], name: str) -> str:
        """Write the state of one player; return the HTML that stands for it in a page."""
        state = model["state"]
        if "_esm" not in state:
            raise ValueError(
                f"{name}: {model['model_name']} is no anywidget, and nothing in the book draws it"
            )
        stored = {key: state[key] for key in state if key not in LEFT_OUT and not key.startswith("_")}
        stored["buffers"] = {buffer["path"][0]: buffer["data"] for buffer in model.get("buffers", ())}
        stored["front"] = self._shared("front", {"esm": state["_esm"], "css": state["_css"]})
        space = models.get((state.get("space") or "").removeprefix(REFERENCE))
        if space:
            stored["space"] = self._shared("space", space["state"]["code"])
        self._write(name, stored)
        return self.markup(name, state["spec"])

    @staticmethod
    def markup(name: str, spec: dict[str, Any]) -> str:
        """A place for a player: its text is what a reader without scripts, or on paper, has of it."""
        title, description = html.escape(spec["title"]), html.escape(spec["description"])
        return (
            f'<div class="book-player" data-player="{html.escape(name)}">'
            f"<p><strong>{title}</strong> (simulation). {description}</p></div>"
        )

    def sweep(self) -> None:
        """Remove what an earlier build wrote and this one did not."""
        for path in self.folder.rglob("*.js"):
            if path not in self.written:
                path.unlink()

    def _shared(self, kind: str, content: Any) -> str:
        digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()[:12]
        name = f"{kind}-{digest}"
        self._write(name, content)
        return name

    def _write(self, name: str, content: Any) -> None:
        path = self.folder / f"{name}.js"
        if path in self.written:
            return
        self.written.add(path)
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        write(path, f"mechanicsBook({json.dumps(name)},{text})\n")


def write(path: Path, text: str) -> None:
    """Write a file only if that changes it: Sphinx and the browser's cache go by the time of a file."""
    content = text.encode()
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
