"""A strip of instants for every simulation of the book, which takes its place on paper.

Most strips are committed in ``docs/strips``, drawn by ``make paper``; the book draws those of simulations that have
changed since, while Sphinx builds, once: their names are those of the player's files, which are named by their content.
Without Chromium, paper shows the text that stands for such a simulation.
"""

import html
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from ..execute import forget
from ..files import digest, write, write_bytes
from ..players import PLACE, stored
from .camera import LIST, PAGE, SCRIPT, can_draw, listed, missing

__all__ = ["COMMITTED", "Drawing", "Strips", "key_of", "setup"]

DATA = re.compile(r'data-(\w+)="([^"]*)"')
CAMERA = f"{__package__}.camera"
ROOT = Path(__file__).parents[3]
COMMITTED = ROOT / "docs" / "strips"
NUMBER = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")


class Strips:
    """Puts the strips behind the places of the players, and lists them for `Drawing`.

    Parameters
    ----------
    build : folder for everything that is made
    """

    def __init__(self, build: Path):
        self.list, self.players = build / LIST, build / "static" / "players"
        self.cache = build / "strips"  # those of partial builds and of older versions, too
        self.places: dict[str, str] = {}

    def add(self, files: Mapping[str, str]) -> dict[str, str]:
        """The same notebooks with a figure behind each simulation.

        Parameters
        ----------
        files : text of the notebooks by name
        """
        for text in files.values():
            self._look(text)
        self._take()
        if not can_draw():
            there = {name: place for name, place in self.places.items() if self._kept(name).is_file()}
            if count := len(self.places) - len(there):
                print(f"Without Chromium and playwright {count} simulations are text on paper (see mechanics doctor).")
            self.places = there
        write(self.list, json.dumps({self._kept(name).name: place for name, place in self.places.items()}))
        return {name: self._shown(text, "../" * name.count("/")) for name, text in files.items()}

    def none(self) -> None:
        """Build a book without strips."""
        self.list.unlink(missing_ok=True)

    def _kept(self, name: str) -> Path:
        return self.cache / f"{name}.webp"

    def _look(self, text: str) -> None:
        """Remember the players of a notebook."""
        for cell in json.loads(text)["cells"]:
            for output in cell.get("outputs", ()):
                for found in PLACE.finditer("".join(output.get("data", {}).get("text/html", ""))):
                    self.places[name_of(found)] = f'<div class="book-player" {found[1]}></div>'

    def _take(self) -> None:
        """Take those that are committed."""
        for name, place in self.places.items():
            committed = COMMITTED / f"{key_of(place, self.players)}.webp"
            if committed.is_file() and not self._kept(name).is_file():
                write_bytes(self._kept(name), committed.read_bytes())

    def _shown(self, text: str, up: str) -> str:
        """A notebook with the strips."""
        if "book-player" not in text:
            return text
        notebook = json.loads(text)
        for cell in notebook["cells"]:
            for output in cell.get("outputs", ()):
                shown = "".join(output.get("data", {}).get("text/html", ""))
                if "book-player" in shown:
                    output["data"]["text/html"] = PLACE.sub(lambda found: self._figure(found, up), shown)
        return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"

    def _figure(self, found: re.Match[str], up: str) -> str:
        """The place of a player with its strip; what is to be predicted stands below it, and the answer is folded."""
        name, title, description = name_of(found), found[2], found[4]
        if name not in self.places:
            return found[0]
        address = f"{up}_static/strips/{html.escape(self._kept(name).name)}"
        asks = re.sub("<img[^>]*>", "", found[5])
        return (
            f'{found[0]}<figure class="book-strip"><img alt="{description}" loading="lazy" src="{address}">'
            f"<figcaption><strong>{title}.</strong> {description}</figcaption>{asks}</figure>"
        )


def name_of(found: re.Match[str]) -> str:
    """The name of a strip: that of the player's state, and a hash of everything else that it depends on."""
    files = _files(found[1])
    others = [*sorted(files.values()), SCRIPT, PAGE]
    return f"{files['player']}-{digest(*(text.encode() for text in others))[:8]}"


def key_of(place: str, players: Path) -> str:
    """The name under which the strip of a player is committed: of what it shows, not of how it is drawn.

    Numbers are taken to six digits, because processors differ in the last ones; those of the run follow from the rest.

    Parameters
    ----------
    place : HTML of the player's place
    players : folder with the stored simulations
    """
    files = _files(place)
    state = stored(players / f"{files['player']}.js")
    shown = {name: value for name, value in state.items() if name != "data"}
    text = NUMBER.sub(lambda found: f"{float(found[0]):.6g}", json.dumps(shown, sort_keys=True))
    title = re.sub(r"\W+", "-", shown["spec"]["title"].lower()).strip("-")
    return f"{title}-{digest(text.encode(), files.get('model', '').encode())[:12]}"


def _files(place: str) -> dict[str, str]:
    """The names of a player's files by their kind."""
    return {kind: html.unescape(name) for kind, name in DATA.findall(place)}


class Drawing:
    """The strips of a book that Sphinx builds: those that are missing are drawn meanwhile."""

    process: "subprocess.Popen[bytes] | None" = None

    def begin(self, app: Sphinx) -> None:
        """Start to draw what is missing."""
        build = Path(app.srcdir).parent
        count = len(missing(build))
        if count and app.builder.name == "html":
            print(f"drawing {count} simulations for paper meanwhile", flush=True)
            self.process = subprocess.Popen([sys.executable, "-m", CAMERA, str(build)], cwd=ROOT)

    def end(self, app: Sphinx, problem: Exception | None) -> None:
        """Wait for them; then the book has these strips, and no others."""
        if self.process and problem:
            self.process.terminate()
        if self.process and self.process.wait() and not problem:
            print("Some simulations have no picture for paper, for the reason above.", flush=True)
        if app.builder.name == "html" and not problem:
            _lay_out(Path(app.srcdir).parent, Path(app.outdir) / "_static" / "strips")


def _lay_out(build: Path, folder: Path) -> None:
    """Make a folder of the book contain the strips of its pages, and no others."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in (path for path in listed(build) if path.is_file()):
        path.touch()
        shutil.copy2(path, folder)
    if (build / "strips").is_dir():
        forget(build / "strips")


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    drawing = Drawing()
    app.connect("builder-inited", drawing.begin)
    app.connect("build-finished", drawing.end, priority=800)  # after what reads pages, before what counts all files
    return {"parallel_read_safe": True, "parallel_write_safe": True}
