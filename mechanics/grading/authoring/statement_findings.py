"""What is missing in the text of a task: title, sketch, descriptions, points that are told."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .findings import Finding, place_of

__all__ = ["statement_findings"]

Cell = Mapping[str, Any]
POINTS = re.compile(r"\((\d+(?:\.\d+)?)\s+points?\)")
HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
TOTAL = re.compile(r"there are (\d+(?:\.\d+)?) in all")
PICTURE = re.compile(r"!\[(.*?)\]\((.*?)\)|(<img\b[^>]*>)", re.DOTALL)
ALT = re.compile(r"""\balt\s*=\s*(["'])\s*\S.*?\1""", re.DOTALL)
DRAWING = {"sketch", "simulate", "draw", "savefig", "show", "plot", "imshow"}


def statement_findings(cells: Sequence[Cell]) -> list[Finding]:
    """Look through the text of a task.

    Parameters
    ----------
    cells : sequence of mapping
        All cells of the notebook.

    Returns
    -------
    list of Finding
        Empty if all is well.
    """
    return [*_title(cells), *_pictures(cells), *_told(cells)]


def _texts(cells: Sequence[Cell]) -> Iterator[tuple[str, str]]:
    """Place and text of each cell of text that is no answer."""
    for number, cell in enumerate(cells, 1):
        if cell["cell_type"] == "markdown" and not cell["metadata"].get("nbgrader", {}).get("solution"):
            yield place_of(cell, number), cell["source"]


def _title(cells: Sequence[Cell]) -> Iterator[Finding]:
    if not any(re.search(r"^# \S", text, re.MULTILINE) for _, text in _texts(cells)):
        yield Finding("title", "The task has no title. Begin its first cell with a line such as # Cart", advice=True)


def _pictures(cells: Sequence[Cell]) -> Iterator[Finding]:
    seen = any(_draws(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    for place, text in _texts(cells):
        for alt, address, tag in PICTURE.findall(text):
            seen = True
            if not (ALT.search(tag) if tag else alt.strip()):
                shown = f"The picture {address or 'in <img>'}"
                yield Finding(
                    place,
                    f"{shown} has no alternative text. Say what it shows, for those who cannot see it: "
                    "![A cart on a spring](cart.png)",
                )
    if not seen:
        yield Finding(
            "sketch",
            'The task shows no sketch. Draw one in a locked cell, for example sketch("cart_pendulum") or that of '
            "`mechanics new-task`; its description is included.",
            advice=True,
        )


def _draws(source: str) -> bool:
    try:
        nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    except SyntaxError:
        return False
    return any(ast.unparse(node.func).rpartition(".")[2] in DRAWING for node in nodes)


def _told(cells: Sequence[Cell]) -> Iterator[Finding]:
    """Whether the points that the text tells are those of the cells below."""
    sections = [*_sections(cells)]
    if not any(announced for _, announced, _ in sections):
        yield Finding(
            "points",
            "No heading says how many points a step gives. Write, for example, ## Step 1: the mass (2 points)",
            advice=True,
        )
        return
    for heading, announced, below in sections:
        if announced != below:
            yield Finding(
                heading or "the beginning",
                f"The heading announces {announced:g} points, the cells below it give {below:g}. Change one of them.",
            )
    total = sum(below for _, _, below in sections)
    for number in (number for _, text in _texts(cells) for number in TOTAL.findall(text)):
        if float(number) != total:
            yield Finding("points", f"The text says that there are {number} in all, the cells give {total:g}.")


def _sections(cells: Sequence[Cell]) -> Iterator[tuple[str, float, float]]:
    """Headings, with the points that each announces and those that the cells up to the next heading give."""
    heading, announced, below = "", 0.0, 0.0
    for cell in cells:
        marks = cell["metadata"].get("nbgrader", {})
        if cell["cell_type"] == "markdown" and not marks.get("solution"):
            for line in HEADING.findall(cell["source"]):
                yield heading, announced, below
                heading, announced, below = line.lstrip("# "), sum(map(float, POINTS.findall(line))), 0.0
        if marks.get("grade") and isinstance(marks.get("points"), int | float):
            below += marks["points"]
    yield heading, announced, below
