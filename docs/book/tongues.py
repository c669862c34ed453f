"""The language of words that are not in that of the page: screen readers then pronounce them as they are.

A German term in an English page is set in italics, or stands in brackets behind a title. Which words are German is
known from the translations: they stand there, and hardly in the English texts.
"""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from .tables import rows

__all__ = ["german_words", "is_german", "setup"]

CATALOGUES = Path(__file__).parents[1] / "locale" / "de"
MESSAGE = re.compile(r'^(msgid|msgstr) ((?:"[^\n]*"\n)+)', re.MULTILINE)
WORD = re.compile(r"[^\W\d_]+")
BRACKETS = re.compile(r"\(([^()]+)\)$")
CYRILLIC = re.compile("[а-яА-Я]")
MUCH = 3  # times as often in English texts: an English word
# what the counts do not decide: the German edition keeps these words in brackets, or these names
GERMAN = frozenset("""Ablenkungskraft Ausstoßgeschwindigkeit Bauteilgleichungen Doppelquerlenker Drossel
Drehimpulserhaltungssatz Ebenengelenk Einleitung Gleichstrommotor Haupt- Hydrolager Kreuzgelenk Kugelschicht Stufe
Sturz Untergrund Viergelenk Wirbelstrombremse Zeiterregung""".split()) | {
    "Einfacher Mechanismus", "Standarddatenberechnung in Flexiblen Mehrkörpersystemen", "axiales Kraftelement",
    "elastisches Getriebe", "geometrischer Schwerpunkt", "sternförmige Menge", "viskoser Reibungskoeffizient",
}  # fmt: skip
ENGLISH = frozenset(("Geometric Numerical Integration", "ID", "Server Connection Error", "Stick"))


@cache
def vocabulary() -> tuple[Counter[str], Counter[str]]:
    """How often each word stands in the English texts, and in the German ones."""
    found: dict[str, Counter[str]] = {"msgid": Counter(), "msgstr": Counter()}
    for path in sorted(CATALOGUES.rglob("*.po")):
        for kind, lines in MESSAGE.findall(path.read_text(encoding="utf-8")) if path.stem != "glossary" else ():
            text = lines.replace('"\n"', "").replace("\\n", " ")
            found[kind].update(WORD.findall(text))
    return found["msgid"], found["msgstr"]


@cache
def terms() -> tuple[frozenset[str], frozenset[str]]:
    """The German terms of the glossary, and the English ones that are not German, too."""
    german = frozenset(row["german"] for row in rows("glossary"))
    return german, frozenset(row["english"] for row in rows("glossary")) - german


def german_words() -> list[str]:
    """The words of all German texts in order."""
    return sorted({*vocabulary()[1], *(word for term in terms()[0] for word in WORD.findall(term))})


@cache
def is_german(text: str) -> bool:
    """Whether a text that is set apart is German.

    A term of the glossary is. Else one of its words stands in German texts more often than in English ones, where it
    is a quotation, and none of them mainly in English ones.
    """
    if text in terms()[0] or text in GERMAN or text.startswith("Aufgabe"):
        return True
    if text in ENGLISH or "→" in text:
        return False
    english, german = vocabulary()
    words = [word for word in WORD.findall(text) if len(word) > 1]
    foreign = any(english[word] > MUCH * german[word] for word in words)
    return not foreign and any(german[word] > english[word] for word in words)


class Tongues(SphinxTransform):
    """Marks German words in English pages, and the English terms of the glossary in German ones."""

    default_priority = 700  # after the translation

    def apply(self, **options: Any) -> None:
        """Mark."""
        if self.config.language == "de":
            self._mark(nodes.term, lambda text: text in terms()[1], "en")
            return
        self._mark(nodes.term, terms()[0].__contains__, "de")
        if not self.env.docname.startswith("library/"):  # in docstrings, italics are types
            self._mark(nodes.emphasis, is_german, "de")
        self._mark(nodes.emphasis, lambda text: bool(CYRILLIC.search(text)), "ru")
        for title in self.document.findall(nodes.title):
            for text in list(title.findall(nodes.Text)):
                _mark_brackets(text)

    def _mark(self, kind: type[nodes.Element], fits: Callable[[str], bool], language: str) -> None:
        for node in self.document.findall(kind):
            if fits(node.astext()):
                node["classes"].append(f"language-{language}")


def _mark_brackets(text: nodes.Text) -> None:
    """Mark German words in brackets at the end of a title."""
    found = BRACKETS.search(text.astext())
    if found and is_german(found[1]) and not isinstance(text.parent, nodes.emphasis):
        before = text.astext()[: found.start(1)]
        words = nodes.inline("", found[1], classes=["language-de"])
        text.parent.replace(text, [nodes.Text(before), words, nodes.Text(")")])


def marked(app: Sphinx, page: str, template: str, context: dict[str, Any], document: Any) -> None:
    """Code is English in every edition: its names and comments."""
    if app.config.language != "en" and "body" in context:
        code = '<div class="highlight"'
        context["body"] = context["body"].replace(f"{code}><pre>", f'{code} lang="en"><pre>')


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    app.add_transform(Tongues)
    app.connect("html-page-context", marked)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
