"""What stands in the margin of a wide screen and in the sentence on a narrow one: German terms, what a chapter follows.

A term in brackets, "constraint force (*Zwangskraft*)", and the paragraph below the title of a chapter get a class; the
style sheet does the rest.
"""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

__all__ = ["asides", "setup"]


def asides(app: Sphinx, document: nodes.document, page: str) -> None:
    """Mark the terms in brackets and the source of a chapter."""
    if app.builder.format != "html" or not page.startswith("course/"):
        return
    title = next(document.findall(nodes.title), None)
    first = title.next_node(descend=False, siblings=True) if title else None
    if isinstance(first, nodes.paragraph) and _names_source(first, app.config.language):
        first["classes"].append("book-source")
    for term in [*document.findall(nodes.emphasis)]:
        if "book-source" not in getattr(term.parent, "attributes", {}).get("classes", ()):  # it is in the margin itself
            _set_aside(term)


def _names_source(first: nodes.paragraph, language: str) -> bool:
    """Whether a paragraph tells what a chapter follows: the English one begins with the German title."""
    if language == "de":
        return any(True for _ in first.findall(nodes.emphasis))
    return isinstance(first.next_node(), nodes.emphasis)


def _set_aside(term: nodes.emphasis) -> None:
    """Wrap " (*term*)", its space and brackets included, which the margin does without."""
    parent = term.parent
    place = parent.index(term)
    around = parent[place - 1 : place + 2] if place and isinstance(parent, nodes.paragraph) else []
    if len(around) < 3 or not (isinstance(around[0], nodes.Text) and isinstance(around[2], nodes.Text)):
        return
    before, after = around[0].astext(), around[2].astext()
    if not before.endswith(" (") or not after.startswith(")"):
        return
    marks = [nodes.inline("", text, classes=["book-aside-mark"]) for text in (" (", ")")]
    aside = nodes.inline("", "", marks[0], term.deepcopy(), marks[1], classes=["book-aside"])
    parent[place - 1 : place + 2] = [nodes.Text(before[:-2]), aside, nodes.Text(after[1:])]


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    app.connect("doctree-resolved", asides, priority=400)  # before terms become links to the glossary
    return {"parallel_read_safe": True, "parallel_write_safe": True}
