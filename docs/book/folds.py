"""Collapsible answers: HTML in a notebook, a directive in the book, so that formulas and translations work in them."""

import re

from nbformat import NotebookNode

__all__ = ["unfolded"]

FOLD = re.compile(r"^( *)<details><summary>(.+?)</summary>\n\n(.*?)\n\n\1</details>$", re.DOTALL | re.MULTILINE)
BOLD = re.compile(r"</?b>")


def unfolded(notebook: NotebookNode) -> NotebookNode:
    """The notebook with a directive in the place of each ``<details>``."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = FOLD.sub(_directive, cell.source)
    return notebook


def _directive(fold: re.Match[str]) -> str:
    indent, title, body = fold.groups()  # indented where it belongs to an item of a list
    return f"{indent}::::{{dropdown}} {BOLD.sub('**', title)}\n{body}\n{indent}::::"
