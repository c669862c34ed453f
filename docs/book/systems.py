"""The index of systems: each with a simulation, that of a chapter or, where no chapter has one, of its own."""

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from .cards import grid, picture_of
from .files import write
from .players import PLACE

__all__ = ["GROUPS", "index_page", "write_scenes"]

HEAD = """# Index of systems

Every system of the lecture, with its scene, which begins to move when you press play; each move of a slider starts a
new run at once. In a notebook, the line above a scene shows the same system with all its sliders, and `systems.load`
with the name gives the equations.

"""
GROUPS = {
    "1": "Systems and models",
    "2": "Kinematics of a point",
    "3": "Kinetics",
    "4": "Kinematics of rigid bodies",
    "5": "Euler–Lagrange equations",
    "A": "Machines to study by yourself",
    "R": "Rigid multibody systems",
    "W": "Trees with spherical joints",
    "F": "Flexible bodies",
}
NUMBER = re.compile(r"\b([1-5A])\.\d|\b([RWF])\(")
SOURCE = re.compile(r'data-source="([^"]*)"')
CALL = re.compile(r'\bsimulate\("(\w+)"[,)]')
ALONE = r'<div class="book-player" \1><p><strong>\2</strong> (\3). \4</p></div>'  # no question of a chapter
TOOLS = new_code_cell("from mechanics.notebook import simulate", id="tools")


def group_of(source: str) -> str:
    """The part of the lecture that a source such as ``"Aufgabe 5.2"`` or ``"own model, W(59)"`` names."""
    found = NUMBER.search(source)
    return (found[1] or found[2]) if found else "1"


def write_scenes(path: Path, names: Iterable[str], chapters: Iterable[NotebookNode]) -> None:
    """Write a notebook that simulates those systems of which no chapter has a simulation.

    Parameters
    ----------
    path : the notebook
    names : ids of the systems
    chapters : notebooks without outputs
    """
    shown = {name for chapter in chapters for name, _ in _simulated(chapter)}
    cells = [_scene(name) for name in names if name not in shown]
    write(path, nbformat.writes(new_notebook(cells=[TOOLS, *cells])))


def index_page(names: Iterable[str], scenes: NotebookNode, chapters: Mapping[str, NotebookNode]) -> NotebookNode:
    """The index as a notebook: systems in the order of the lecture with heading, where each comes from, simulation.

    Parameters
    ----------
    names : ids of the systems
    scenes : the notebook of `write_scenes`, with its outputs
    chapters : notebooks by file name, with their outputs
    """
    ran = [*chapters.values(), scenes]
    places = {name: place for notebook in reversed(ran) for name, place in reversed([*_simulated(notebook)])}
    about = {name: title_and_source(places[name]) for name in names}
    cells, group = [new_markdown_cell(HEAD + gallery(about), id="head"), TOOLS], None
    for name, (title, source) in about.items():
        mine = group_of(source)
        heading = f"## {GROUPS[mine]}\n\n" if mine != group else ""
        group = mine
        text = f"{heading}({_anchor(name)})=\n\n### {title}\n\n{source}{_mentions(name, chapters)}"
        cells += [new_markdown_cell(text, id=f"about-{name}"[:64]), _scene(name, places[name])]
    return new_notebook(cells=cells)


def _simulated(notebook: NotebookNode) -> Iterator[tuple[str, str]]:
    """The systems that a notebook simulates by their ids, each with the place of its player; none before it has run."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and (called := CALL.search(cell.source)):
            shown = "".join("".join(out.get("data", {}).get("text/html", "")) for out in cell.get("outputs", ()))
            place = PLACE.search(shown)
            yield called[1], PLACE.sub(ALONE, place[0]) if place else ""


def _scene(name: str, place: str = "") -> NotebookNode:
    """The cell of a system, with the place of its player."""
    outputs = [new_output("display_data", {"text/html": place})] if place else []
    tags = {"tags": ["quiet"]}  # _static/loader.js
    return new_code_cell(f'simulate("{name}")', id=f"scene-{name}"[:64], outputs=outputs, metadata=tags)


def title_and_source(place: str) -> tuple[str, str]:
    """What the place of a player says of its system."""
    found = PLACE.search(place)
    assert found, "each system of the index has a simulation"
    source = SOURCE.search(found[1])
    return html.unescape(found[2]), html.unescape(source[1]) if source else ""


def gallery(about: Mapping[str, tuple[str, str]]) -> str:
    """A picture of each system, which leads to its place below."""
    cards = ((picture_of(name), f"[{title}](#{_anchor(name)})") for name, (title, _) in about.items())
    return grid(cards, "2 3 4 5")


def _anchor(name: str) -> str:
    return f"system-{name.replace('_', '-')}"


def _mentions(name: str, chapters: Mapping[str, NotebookNode]) -> str:
    """Links to the chapters that work with a system."""
    used = [page for page, chapter in chapters.items() if any(f'"{name}"' in cell.source for cell in chapter.cells)]
    links = [f"[{_title(chapters[page])}]({page})" for page in used]
    return "".join(f" · {link}" for link in links)


def _title(chapter: NotebookNode) -> str:
    return chapter.cells[0].source.splitlines()[0].removeprefix("# ").replace("[", "(").replace("]", ")")
