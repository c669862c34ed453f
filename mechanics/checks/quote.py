"""How a sentence quotes a part of a formula: the part, the term and the sum that it stands in."""

from mechanics.checks.grown import Part
from mechanics.formulas.text import text_of_tree

__all__ = ["cut", "sum_of", "term_of"]

LONGEST = 60  # characters of a part that is quoted


def term_of(part: Part) -> str:
    """The term that a part stands in: "In `m*g*h`, "; empty where that is the whole formula, or the part itself.

    Parameters
    ----------
    part : Part
        Of a formula.
    """
    term = part
    while term.parent is not None and term.parent.head != "+":
        term = term.parent
    if term.parent is None and len(text_of_tree(term.tree)) > LONGEST:
        return ""
    return "" if term is part else f"In `{cut(text_of_tree(term.tree))}`, "


def sum_of(part: Part | None) -> str:
    """The sum that a term stands in, where it is not the whole formula.

    Parameters
    ----------
    part : Part or None
        The sum.
    """
    return f" in `{cut(text_of_tree(part.tree))}`" if part is not None and part.parent is not None else ""


def cut(text: str) -> str:
    """A text in a readable length.

    Parameters
    ----------
    text : str
        Of a part of a formula.
    """
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."
