"""Numbered equations: an anchor where each stands, a link wherever one is mentioned, and the index of all.

A number is written ``(5.93)``, or ``W(59)``, ``R(2.4)``, ``F(10)`` for those of the three documents. What each says and
which test proves it is known to the tests of the lecture.
"""

import html
import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from mechanics.language import language
from tests.lecture.lecture_map import Equation, Mark, equations, marks

from .told import told

__all__ = ["index_page", "named", "places", "setup"]

MENTION = re.compile(r"(?<![\w.])(?:[WRF]\(\w[\w.]*\)|\((?:\d|A)\.\d+[a-h]?\))")
TAG = re.compile(r"\\tag\{([^}]+)\}|\\text\{\(([^)]+\)?)\)\}")
SHOWN = re.compile(r'tags="([^"]*)"')
COMMENT = re.compile(r'<span class="c1">[^<]*</span>')
NOT_LINKED = (nodes.literal, nodes.literal_block, nodes.math, nodes.math_block, nodes.reference, nodes.title)
INDEX = "equations"
GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "theta": "θ", "lambda": "λ", "mu": "μ", "rho": "ρ",
         "tau": "τ", "phi": "φ", "psi": "ψ", "omega": "ω", "Phi": "Φ"}  # fmt: skip
GREEK_NAME = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(GREEK)})(?=_|\d|\b)")
SYMBOL = re.compile(r"((?<![^\W_])[^\W\d_]['\d]*|\)|\bsum)_(\w+)")  # u_L, phi1_dd, d_dd_ik
POWER = re.compile(r"\^(-?\w+)")
DOTS = {"d": "\u0307", "dd": "\u0308"}


@cache
def known() -> dict[str, Equation]:
    """All equations of the lecture by number."""
    return equations()


def number_of(mention: str) -> str | None:
    """The number in the list that a mention means; of ``(5.92)`` the first part, where only its parts are listed."""
    number = mention[1:-1] if mention.startswith("(") else mention
    parts = (number, f"{number}a", f"{number.removesuffix(')')}a)")
    return next((candidate for candidate in parts if candidate in known()), None)


def anchor(number: str) -> str:
    """The id of the place where an equation stands."""
    return "equation-" + re.sub(r"\W+", "-", number).strip("-")


def places(files: Mapping[str, str]) -> dict[str, str]:
    """The page on which each equation stands: where it is set with its number, else where a cell displays it."""
    found: dict[str, str] = {}
    for pattern in (re.compile(r"\\tag\{([^}]+)\}"), SHOWN):
        for name in sorted(name for name in files if name.startswith("course/")):
            for cell in json.loads(files[name])["cells"]:
                for group in pattern.findall("".join(cell["source"])):
                    for number in group.split():
                        found.setdefault(number, name.rsplit(".", 1)[0])
    return {number: page for number, page in found.items() if number in known()}


# --- the index --------------------------------------------------------------------------------------------------------
HEAD = """# Index of equations

Every numbered equation of the lecture: where it is in these pages, what it says, and which test of the library proves
it. *Used* marks a definition, in which there is nothing to prove. *Derivation checked* marks a step on the way to an
equation: a test derives it again, and no part of the library depends on it alone. If a task asks for the equation, it
is in the task; a dash means that it is only in the printed lecture or document. Every mention of a number in these
pages links to the equation.

"""
TABLE = "| number | what it says | where | test |\n|---|---|---|---|\n"
PARTS = {
    "1": "Chapter 1: systems and models",
    "2": "Chapter 2: kinematics of a point",
    "3": "Chapter 3: kinetics",
    "4": "Chapter 4: kinematics of rigid bodies",
    "5": "Chapter 5: Euler–Lagrange equations",
    "A": "Appendix A: machines to study by yourself",
    "W": "Document W: trees with spherical joints",
    "R": "Document R: rigid multibody systems",
    "F": "Document F: flexible bodies",
}


def asked(files: Mapping[str, str]) -> dict[str, str]:
    """The task that first mentions an equation."""
    result: dict[str, str] = {}
    for name in sorted(name for name in files if name.startswith("exercises/")):
        numbers = (number_of(mention) for mention in MENTION.findall(files[name]))
        result |= {number: name.rsplit(".", 1)[0] for number in numbers if number and number not in result}
    return result


def index_page(files: Mapping[str, str], found: Mapping[str, str]) -> str:
    """The index, as a page.

    Parameters
    ----------
    files : text of the gathered files by name
    found : page by number, of `places`
    """
    found = asked(files) | found
    tests: dict[str, list[str]] = {}
    for mark in marks():
        for number in mark.numbers:
            tests.setdefault(str(number), []).append(named(mark.test) + _kind(mark))
    parts = []
    for chapter, title in PARTS.items():
        rows = [_row(e, found, tests) for e in known().values() if e.chapter == chapter]
        parts.append(f"## {title}\n\n::::{{container}} book-rows\n{TABLE}" + "".join(rows) + "::::\n")
    return HEAD + "\n".join(parts)


def _row(equation: Equation, found: Mapping[str, str], tests: Mapping[str, list[str]]) -> str:
    number, page = equation.number, found.get(equation.number)
    shown = number if "(" in number else f"({number})"
    place = f"[]({page}.ipynb)" if page else "–"  # Sphinx puts the title, in its language
    proof = "<br>".join(tests.get(number, ["–"]))
    return f'| <span id="{anchor(number)}"></span>{shown} | {in_type(told(equation.meaning))} | {place} | {proof} |\n'


def _kind(mark: Mark) -> str:
    """How a test proves an equation, where it is not by the library."""
    return f" *({told('used')})*" * mark.exercised + f" *({told('derivation checked')})*" * mark.derivation


def named(test: str) -> str:
    """A test by what its name says and the file where it is, ``test_momentum::test_a_shot_flies`` in words."""
    module, _, name = test.partition("::")
    said = plain(name.removeprefix("test_").replace("_", " "))
    english = said if language() == "en" else f'<span lang="en">{said}</span>'
    return f"{english} (`{module}`)"


def in_type(text: str) -> str:
    """Formulas amid words as one prints them: ``phi1_dd`` with two dots, ``u_L`` and ``q^T`` with small letters."""

    def symbol(found: re.Match[str]) -> str:
        indices = found[2].split("_")
        dots = "".join(DOTS.get(index, "") for index in indices)
        below = ",".join(index for index in indices if index not in DOTS)
        letter = "Σ" if found[1] == "sum" else found[1]
        return letter[0] + dots + letter[1:] + f"<sub>{below}</sub>" * bool(below)

    letters = GREEK_NAME.sub(lambda found: GREEK[found[0]], text)
    marked = SYMBOL.sub(symbol, plain(letters).replace("\\_", "_"))
    return POWER.sub(r"<sup>\1</sup>", marked).replace("_", "\\_")


def plain(text: str) -> str:
    """Text that Markdown takes as it is."""
    return re.sub(r"([\\`*_\[\]|$<>])", r"\\\1", text)


# --- links ------------------------------------------------------------------------------------------------------------
def link(app: Sphinx, page: str, number: str) -> str:
    """The address of an equation as seen from a page."""
    target = app.config.equation_places.get(number, INDEX)
    same = target == page
    return ("" if same else app.builder.get_relative_uri(page, target)) + "#" + anchor(number)


def resolve(app: Sphinx, document: nodes.document, page: str) -> None:
    """Give every equation of a page its anchor, and every mention its link."""
    if app.builder.format != "html":
        return
    for node in document.findall(nodes.math_block):
        keep_number(node)
    if page != INDEX:
        set_anchors(app, document, page)
    for text in list(document.findall(nodes.Text)):
        if not any(isinstance(parent, NOT_LINKED) for parent in ancestors(text)):
            linked = [*linked_text(app, page, text.astext())]
            if len(linked) > 1:
                text.parent.replace(text, linked)


def keep_number(node: nodes.math_block) -> None:
    """Set an equation with a number in an environment that may have one: Sphinx takes `split` for every matrix."""
    text = node.astext()
    if "\\tag{" in text and not text.lstrip().startswith("\\begin{equation"):
        whole = f"\\begin{{equation}}\n{text.strip()}\n\\end{{equation}}"
        node[:], node["no-wrap"] = [nodes.Text(whole)], True


def ancestors(node: nodes.Node) -> Any:
    """The elements that a node stands in."""
    while node.parent is not None:
        node = node.parent
        yield node


def set_anchors(app: Sphinx, document: nodes.document, page: str) -> None:
    """The ids of equations, at the first place on the page where it belongs."""
    missing = {number for number, place in app.config.equation_places.items() if place == page}
    for kind in (nodes.math_block, nodes.math):
        for node in document.findall(kind):
            tags = [tagged or shown for tagged, shown in TAG.findall(node.astext())]
            for number in missing.intersection(" ".join(tags).split()):
                node["ids"].append(anchor(number))
                missing.remove(number)


def linked_text(app: Sphinx, page: str, text: str) -> Any:
    """The pieces of a text, mentions of equations as links."""
    end = 0
    for mention in MENTION.finditer(text):
        number = number_of(mention.group())
        if number is None or is_own_row(app, page, number):
            continue
        yield nodes.Text(text[end : mention.start()])
        options = {"refuri": link(app, page, number), "internal": True, "classes": ["equation"]}
        yield nodes.reference("", mention.group(), reftitle=told(known()[number].meaning), **options)
        end = mention.end()
    yield nodes.Text(text[end:])


def is_own_row(app: Sphinx, page: str, number: str) -> bool:
    """Whether the link would lead from the index into the index."""
    return page == INDEX and number not in app.config.equation_places


def link_comments(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Links for the numbers in the comments of code."""

    def linked(mention: re.Match[str]) -> str:
        number = number_of(mention.group())
        if number is None:
            return mention.group()
        title = html.escape(told(known()[number].meaning))
        return f'<a class="equation" href="{link(app, page, number)}" title="{title}">{mention.group()}</a>'

    if "body" in context:
        context["body"] = COMMENT.sub(lambda found: MENTION.sub(linked, found.group()), context["body"])


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    app.add_config_value("equation_places", {}, "html")
    app.connect("doctree-resolved", resolve)
    app.connect("html-page-context", link_comments)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
