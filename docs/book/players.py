"""Simulations without a kernel: from the stored state of widgets to files that the loader of the page fetches.

A page contains a placeholder for each simulation; its state, its front end and three.js are separate scripts, which the
loader (`_static/loader.js`) fetches when the placeholder scrolls into view. They are scripts because a page that is
opened as a file may load nothing else. The front end is stored once for the whole book. The name of a script is a
hash of its content, so that nothing has to be written again for a page whose simulations are there already.
"""

import base64
import html
import json
import re
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from nbformat import NotebookNode

from mechanics.language import say

from .files import deflated, digest, short, write, write_bytes
from .images import smaller

__all__ = ["PLACE", "Players", "stored", "unpacked"]

STATE = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"
REFERENCE = "IPY_MODEL_"
LEFT_OUT = ("layout", "space", "tabbable", "tooltip")  # and what begins with an underscore
STILLS = Path(__file__).parents[2] / "course" / ".stills"
LONG = 20_000  # characters of a model, above which it is a file of its own
AT_ONCE = ("seconds", "rough")  # of a model, what a player asks before it computes
STEPS = 2**16  # of a column, from its least to its largest value: a hundredth of a pixel in a picture
NONE = STEPS + 1  # stands for what is no number
ORDER = 3  # of the differences that are stored
PLACE = re.compile(  # what `Players.markup` writes: names and source, title, kind, description, the rest
    r'<div class="book-player" ([^>]*)><p><strong>(.*?)</strong> \(([^)]*)\)\. (.*?)</p>(.*?)</div>', re.DOTALL
)
NAMED = re.compile(r'data-(?:player|front|space|model)="([^"]+)"')


class Players:
    """Writes the files of players below a static folder.

    Parameters
    ----------
    static : folder whose content the book has under ``_static``
    """

    def __init__(self, static: Path):
        self.folder = static / "players"
        self.used: set[Path] = set()

    def settle(self, notebook: NotebookNode, name: str) -> None:
        """Replace every simulation among the outputs of a notebook by a placeholder."""
        models = notebook.metadata.pop("widgets", {}).get(STATE, {}).get("state", {})
        count = 0
        for cell in notebook.cells:
            for output in cell.get("outputs", ()):
                view = output.get("data", {}).get(VIEW)
                if view is not None:
                    count += 1
                    model = models[view["model_id"]]
                    picture = self._still(name, cell.id)
                    output["data"] = {"text/html": self.place(model, models, f"{name}-{count}", picture)}

    def has(self, notebook: NotebookNode) -> bool:
        """Whether the files of all simulations of a settled notebook are there; they stay then."""
        texts = [o.get("data", {}).get("text/html", "") for c in notebook.cells for o in c.get("outputs", ())]
        names = {name for text in texts for name in NAMED.findall("".join(text))}
        paths = {self.folder / f"{html.unescape(name)}.js" for name in names}
        self.used |= paths
        return all(path.exists() for path in paths)

    def _still(self, chapter: str, cell: str) -> str:
        """The picture of a player before it has run, as HTML; empty where there is none."""
        kept = STILLS / chapter / f"{cell}.png"
        if not kept.is_file():
            return ""
        place = f"stills/{chapter}/{cell}.webp"
        write_bytes(self.folder.parent / place, smaller(kept.read_bytes()))
        return f'<img alt="" loading="lazy" src="../_static/{place}">'

    def place(self, model: dict[str, Any], models: dict[str, Any], name: str, picture: str = "") -> str:
        """Write the state of one player; return the HTML of its placeholder."""
        state = model["state"]
        if "_esm" not in state:
            raise ValueError(f"{name}: expected an anywidget, which the book can draw; got {model['model_name']}.")
        stored = {key: state[key] for key in state if key not in LEFT_OUT and not key.startswith("_")}
        buffers = {buffer["path"][0]: buffer["data"] for buffer in model.get("buffers", ())}
        if "data" in buffers:  # of a run; a board to draw on has none
            stored["data"] = packed(base64.b64decode(buffers["data"]), state["run"]["columns"])
        files = {}
        model = stored.get("spec", {}).get("model") or {}
        if len(json.dumps(model)) > LONG:  # equations of bodies, which wait until somebody moves a slider
            files["model"] = self._write("model", short(model))
            stored["spec"] = {**stored["spec"], "model": {name: model[name] for name in AT_ONCE if name in model}}
        files |= {"front": self._write("front", short({"esm": state["_esm"], "css": state["_css"]}))}
        space = models.get((state.get("space") or "").removeprefix(REFERENCE))
        if space:
            files["space"] = self._write("space", short(space["state"]["code"]))
        return self.markup(files | {"player": self._write(name, stored)}, state["spec"], picture)

    @staticmethod
    def markup(files: dict[str, str], spec: dict[str, Any], picture: str = "") -> str:
        """The placeholder of a player: its text is what readers without scripts, or on paper, see."""
        title, description = html.escape(spec["title"]), html.escape(spec["description"])
        told = files | {"source": spec.get("source", "")}
        names = " ".join(f'data-{kind}="{html.escape(name)}"' for kind, name in told.items())
        kind = "to draw on" if "directions" in spec else "simulation"
        asks = question(spec["prediction"]) if "prediction" in spec else ""
        text = f"<p><strong>{title}</strong> ({kind}). {description}</p>{picture}{asks}"
        return f'<div class="book-player" {names}>{text}</div>'

    def sweep(self) -> None:
        """Remove files that no page of this build uses."""
        for path in self.folder.rglob("*.js"):
            if path not in self.used:
                path.unlink()

    def _write(self, kind: str, content: Any) -> str:
        """Write a script that holds the content; return its name."""
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        name = f"{kind}-{digest(text.encode())[:12]}"
        path = self.folder / f"{name}.js"
        self.used.add(path)
        if not path.exists():
            write(path, f"mechanicsBook({json.dumps(name)},{text})\n")
        return name


def stored(script: Path) -> dict[str, Any]:
    """The content of a script that `Players` has written."""
    text = script.read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text[text.index(",") + 1 : text.rindex(")")])
    return content


def question(asked: dict[str, Any]) -> str:
    """What is to be predicted, with the answer folded, for readers without scripts and on paper."""
    options = "".join(f"<li>{html.escape(option['text'])}</li>" for option in asked.get("options", ()))
    parts = [part["text"] for part in (asked.get("observed"), asked["reason"]) if part]
    answer = "".join(f"<p>{html.escape(part)}</p>" for part in parts)
    return (
        f"<p><strong>{say('Predict first')}</strong> {html.escape(asked['text'])}</p>"
        f"{f'<ul>{options}</ul>' if options else ''}<details><summary>{say('Why?')}</summary>{answer}</details>"
    )


def packed(data: bytes, columns: int) -> str:
    """Rows of 32-bit floats in a tenth of the space, to a hundred-thousandth of what each column varies.

    A column becomes whole numbers from its least value on; a number that is none lies above them. A smooth motion has
    small differences of third order. The first bytes of all of them come first, then the second bytes and so on, behind
    the least values and the steps of the columns; all of it deflated, as text. The loader reverses this, as `unpacked`
    does.
    """
    rows = np.frombuffer(data, dtype="<f4").reshape(-1, columns).T.astype(float)
    known = np.isfinite(rows)
    low = np.min(rows, axis=1, where=known, initial=np.inf)
    high = np.max(rows, axis=1, where=known, initial=-np.inf)
    low, high = (np.where(known.any(axis=1), end, 0.0) for end in (low, high))
    step = np.where(high > low, (high - low) / STEPS, 1.0)
    scaled = np.where(known, (np.where(known, rows, 0.0) - low[:, None]) / step[:, None], NONE)
    whole = np.rint(scaled).astype(np.int32)
    change = np.diff(whole, n=ORDER, prepend=np.zeros((columns, ORDER), np.int32))
    signs_last = np.ascontiguousarray((change << 1) ^ (change >> 31), dtype="<i4")
    planes = signs_last.view(np.uint8).reshape(-1, 4).T
    return deflated(np.concatenate([low, step]).astype("<f8").tobytes() + planes.tobytes())


def unpacked(text: str, columns: int) -> bytes:
    """The rows that were `packed`."""
    data = zlib.decompress(base64.b64decode(text))
    low, step = np.frombuffer(data, "<f8", count=2 * columns).reshape(2, columns)
    planes = np.frombuffer(data, np.uint8, offset=16 * columns).reshape(4, columns, -1)
    signs_last = np.ascontiguousarray(planes.transpose(1, 2, 0)).view("<u4")[..., 0].astype(np.int64)
    whole = (signs_last >> 1) ^ -(signs_last & 1)
    for _ in range(ORDER):
        whole = np.cumsum(whole, axis=1)
    rows = np.where(whole == NONE, np.nan, low[:, None] + step[:, None] * whole)
    return rows.T.astype("<f4").tobytes()
