"""Line breaks: an inline formula and the comma or bracket behind it stay together."""

import re
from collections.abc import Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

__all__ = ["exchange", "keep_together", "setup"]

BEHIND = re.compile(r"[.,;:!?)\]’”'\"]+|-\w+")  # punctuation, or the rest of a word that begins with a formula


def exchange(node: nodes.Node, new: Sequence[nodes.Node]) -> None:
    """Put nodes in the place of one; `replace` of docutils takes the first text that reads the same for it."""
    siblings = node.parent.children
    place = next(k for k, sibling in enumerate(siblings) if sibling is node)
    node.parent[place : place + 1] = new


def keep_together(app: Sphinx, document: nodes.document, page: str) -> None:
    """Wrap each formula with the punctuation behind it: browsers may break lines on both sides of a formula."""
    if app.builder.format != "html":
        return
    for formula in [*document.findall(nodes.math)]:
        after = formula.next_node(descend=False, siblings=True)
        marks = BEHIND.match(after.astext()) if isinstance(after, nodes.Text) else None
        if marks:
            exchange(after, [nodes.Text(after.astext()[marks.end() :])])
            whole = nodes.inline("", "", classes=["book-unbroken"])
            exchange(formula, [whole])
            whole += [formula, nodes.Text(marks.group())]


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    app.connect("doctree-resolved", keep_together)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
