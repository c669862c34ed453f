"""The index of systems: a card with an animated scene for each, as a notebook that is run like a chapter."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from mechanics import systems

from .cards import grid, picture_of
from .execute import LIBRARY, fingerprint
from .files import digest, write

__all__ = ["GROUPS", "cards", "write_index"]

HEAD = """# Index of systems

Every system of the lecture, with its scene, which begins to move when you press play. In a notebook, the line above a
scene shows the same scene, and `systems.load` with the name gives the equations. Sliders that can be moved in this
page start a new run at once; the others need a notebook.

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
PLACE = re.compile(r"\b([1-5A])\.\d|\b([RWF])\(")


def group_of(source: str) -> str:
    """The part of the lecture that a source such as ``"Aufgabe 5.2"`` or ``"own model, W(59)"`` names."""
    found = PLACE.search(source)
    return (found[1] or found[2]) if found else "1"


def cards(about: Mapping[str, Sequence[str]], chapters: Mapping[str, str]) -> list[nbformat.NotebookNode]:
    """Cells for systems in the order of the lecture: heading, where it comes from, scene.

    Parameters
    ----------
    about : title and source by id, of `named`
    chapters : text of the chapters by file name, in which the systems are looked up
    """
    cells, group = [], None
    for name, (title, source) in about.items():
        mine = group_of(source)
        heading = f"## {GROUPS[mine]}\n\n" if mine != group else ""
        group = mine
        text = f"{heading}({_anchor(name)})=\n\n### {title}\n\n{source}{_mentions(name, chapters)}"
        cells.append(new_markdown_cell(text, id=f"about-{name}"[:64]))
        cells.append(new_code_cell(f'simulate("{name}", autoplay=False)', id=f"scene-{name}"[:64]))
    return cells


def named(names: Sequence[str], cache: Path) -> dict[str, Sequence[str]]:
    """Title and source of systems by id; they are derived only where the library has changed.

    Parameters
    ----------
    names : ids
    cache : folder that keeps what earlier builds found
    """
    kept = cache / f"{digest(fingerprint(LIBRARY).encode(), *map(str.encode, names))}.about"
    if not kept.exists():
        loaded = {name: systems.load(name) for name in names}
        write(kept, json.dumps({name: [s.title, s.source] for name, s in loaded.items()}))
    kept.touch()
    return json.loads(kept.read_text(encoding="utf-8"))


def gallery(about: Mapping[str, Sequence[str]]) -> str:
    """A picture of each system, which leads to its place below."""
    cards = ((picture_of(name), f"[{title}](#{_anchor(name)})") for name, (title, _) in about.items())
    return grid(cards, "2 3 4 5")


def _anchor(name: str) -> str:
    return f"system-{name.replace('_', '-')}"


def _mentions(name: str, chapters: Mapping[str, str]) -> str:
    """Links to the chapters that work with a system."""
    used = [page for page, text in chapters.items() if f'\\"{name}\\"' in text]
    links = [f"[{_title(chapters[page])}]({page})" for page in used]
    return "".join(f" · {link}" for link in links)


def _title(text: str) -> str:
    first = "".join(json.loads(text)["cells"][0]["source"])
    return first.splitlines()[0].removeprefix("# ").replace("[", "(").replace("]", ")")


def write_index(path: Path, names: Sequence[str], chapters: Mapping[str, str], cache: Path) -> None:
    """Write the notebook of the index."""
    tools = new_code_cell("from mechanics.notebook import simulate", id="tools")
    about = named(names, cache)
    cells = [new_markdown_cell(HEAD + gallery(about), id="head"), tools, *cards(about, chapters)]
    write(path, nbformat.writes(new_notebook(cells=cells)))
