"""The index of systems: a card for each with its living scene, as a notebook that is run like a chapter."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from mechanics import systems

__all__ = ["GROUPS", "cards", "write_index"]

HEAD = """# Index of systems

Every system of the lecture, with its scene, which begins to move when you press play. In a notebook the line above a
scene shows the same, and `systems.load` with the name gives the equations. Sliders that can be moved in this page
give a new run at once; the others need a notebook.
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


def cards(names: Iterable[str], chapters: Mapping[str, str]) -> list[nbformat.NotebookNode]:
    """Cells for systems in the order of the lecture: heading, where it comes from, scene.

    Parameters
    ----------
    names : ids
    chapters : text of the chapters by file name, in which the systems are looked up
    """
    cells, group = [], None
    for name in names:
        system = systems.load(name)
        mine = group_of(system.source)
        heading = f"## {GROUPS[mine]}\n\n" if mine != group else ""
        group = mine
        text = f"{heading}### {system.title}\n\n{system.source}{_mentions(name, chapters)}"
        cells.append(new_markdown_cell(text, id=f"about-{name}"[:64]))
        cells.append(new_code_cell(f'simulate("{name}", autoplay=False)', id=f"scene-{name}"[:64]))
    return cells


def _mentions(name: str, chapters: Mapping[str, str]) -> str:
    """Links to the chapters that work with a system."""
    used = [page for page, text in chapters.items() if f'\\"{name}\\"' in text]
    links = [f"[{_title(chapters[page])}]({page})" for page in used]
    return "".join(f" · {link}" for link in links)


def _title(text: str) -> str:
    first = "".join(json.loads(text)["cells"][0]["source"])
    return first.splitlines()[0].removeprefix("# ").replace("[", "(").replace("]", ")")


def write_index(path: Path, names: Iterable[str], chapters: Mapping[str, str]) -> None:
    """Write the notebook of the index."""
    tools = new_code_cell("from mechanics.notebook import simulate", id="tools")
    cells = [new_markdown_cell(HEAD, id="head"), tools, *cards(names, chapters)]
    notebook = new_notebook(cells=cells)
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)
