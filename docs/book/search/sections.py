"""The sections of a page as a reader sees them: title, text, formulas, code, simulations, numbered equations."""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser

from ..formulas import Formula, latex_of

__all__ = ["Row", "Section", "rows_of", "sections_of"]

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
SKIPPED = frozenset(("script", "style", "noscript", "button", "svg", "nav"))
HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
BLOCKS = frozenset("p li dd dt td th div pre tr h1 h2 h3 h4 h5 h6 summary br".split())
CODE = re.compile(r"(?<=<pre>).*?(?=</pre>)", re.DOTALL)
TAG = re.compile(r"<[^>]*>")  # the colours of code are most of the elements of a page
Attributes = dict[str, str]


@dataclass
class Section:
    """A place that a hit leads to."""

    anchor: str
    above: tuple[str, ...] = ()
    titles: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    equations: dict[str, Formula] = field(default_factory=dict)  # by anchor
    german: list[str] = field(default_factory=list)
    level: int = 0  # of an entry of a list - a term, a function of the library - how deep its list is

    @property
    def defined(self) -> bool:
        """Whether it is an entry of a list."""
        return self.level > 0

    @property
    def title(self) -> str:
        """The words of its heading; both terms of the glossary."""
        return ", ".join(title for title in (_tidy(part) for part in self.titles) if title)


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


class Page(HTMLParser):
    """Reads the article of a page.

    Parameters
    ----------
    plain : a formula in words
    """

    def __init__(self, plain: Callable[[Formula], str]):
        super().__init__(convert_charrefs=True)
        self.plain = plain
        self.sections: list[Section] = []
        self.open: list[tuple[str, Attributes]] = []  # elements
        self.stack: list[Section] = []
        self.formula: list[str] | None = None
        self.depth = 0  # of what is skipped or a formula

    # --- elements -----------------------------------------------------------------------------------------------------
    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        if not self.open:
            if tag == "article" and "bd-article" in values.get("class", ""):
                self.open.append((tag, values))
            return
        if tag in VOID:
            self._void(tag, values)
            return
        self.open.append((tag, values))
        if not self.depth:
            self._begin(tag, values)

    def _begin(self, tag: str, values: Attributes) -> None:
        """An element that is read."""
        classes = values.get("class", "").split()
        if tag in SKIPPED or "headerlink" in classes:
            self.depth = len(self.open)
        elif "math" in classes and "notranslate" in classes:
            self.depth, self.formula = len(self.open), []
        elif tag == "section" and values.get("id"):
            self._enter(values["id"])
        elif tag == "dt" and values.get("id"):
            self._define(values["id"])
        elif "data-player" in values and self.stack:
            self.stack[-1].players.append(values["data-player"])
        if tag in BLOCKS:
            self._say(" ")

    def _void(self, tag: str, values: Attributes) -> None:
        if not self.depth:
            self._say(f" {values.get('alt', '')} " if tag == "img" else " ")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or tag in VOID:
            return
        while self.open:
            name, values = self.open[-1]
            if self.depth == len(self.open):
                self._settle(values)
            self.open.pop()
            if name == tag:
                break
        if self.depth:
            return
        if tag == "section" and self.stack:
            self._leave()
        if tag == "dl":
            self._end_of_definition()

    def _settle(self, values: Attributes) -> None:
        """The end of what was skipped, or of a formula."""
        if self.formula is not None and self.stack:
            formula = latex_of("".join(self.formula))
            self.stack[-1].formulas.append(formula)
            if values.get("id", "").startswith("equation-"):
                self.stack[-1].equations[values["id"]] = formula
            self._say(self.plain(formula))
        self.depth, self.formula = 0, None

    # --- sections -----------------------------------------------------------------------------------------------------
    def _enter(self, anchor: str) -> None:
        above = tuple(section.title for section in self.stack if not section.defined)
        self.stack.append(Section(anchor, above))
        self.sections.append(self.stack[-1])

    def _leave(self) -> None:
        while self.stack and self.stack.pop().defined:
            pass

    def _define(self, anchor: str) -> None:
        """A term or function; terms without a text between them share one."""
        last, level = (self.stack[-1] if self.stack else None), self._level()
        if last and last.level == level:
            if not last.text:
                last.titles.append("")
                return
            self.stack.pop()
        self._enter(anchor)
        self.stack[-1].level = level
        self.stack[-1].titles.append("")

    def _level(self) -> int:
        return sum(tag == "dl" for tag, _ in self.open)

    def _end_of_definition(self) -> None:
        while self.stack and self.stack[-1].level > self._level():
            self.stack.pop()

    # --- words --------------------------------------------------------------------------------------------------------
    def handle_data(self, data: str) -> None:
        if self.formula is not None:
            self.formula.append(data)
        elif self.open and not self.depth:
            self._say(data)

    def _say(self, text: str) -> None:
        if not self.stack:
            return
        section, tags = self.stack[-1], {tag for tag, _ in self.open}
        if tags & HEADINGS or (section.defined and "dt" in tags and not self._in_body()):
            section.titles[-1:] = [(section.titles[-1] if section.titles else "") + text]
        elif "pre" in tags:
            section.code.append(text)
        elif text.strip() or section.text:
            section.text.append(text)
        if any(values.get("lang") == "de" for _, values in self.open):
            section.german.append(text)

    def _in_body(self) -> bool:
        """Whether the innermost entry of a list is a text, not a term."""
        for tag, values in reversed(self.open):
            if tag in ("dd", "dt"):
                return tag == "dd" or not values.get("id")
        return False


def sections_of(page: str, plain: Callable[[Formula], str]) -> list[Section]:
    """The sections of a page in their order.

    Parameters
    ----------
    page : its HTML
    plain : a formula in words
    """
    reader = Page(plain)
    article = page[max(page.find("<article"), 0) : page.rfind("</article>")]
    reader.feed(CODE.sub(lambda found: TAG.sub("", found[0]), article))
    return reader.sections


@dataclass(frozen=True)
class Row:
    """A line of the index of equations."""

    anchor: str
    number: str
    meaning: str
    place: str  # where it stands; empty if only in the index


ROW = re.compile(r"<tr\b[^>]*>(.*?)</tr>", re.DOTALL)
CELL = re.compile(r"<td>(.*?)</td>", re.DOTALL)
ANCHOR = re.compile(r'<span id="(equation-[^"]+)"')
PLACE = re.compile(r'href="([^"]*#equation-[^"]+)"')


def rows_of(page: str) -> list[Row]:
    """The lines of the index of equations."""
    found = []
    for row in ROW.findall(page):
        cells = CELL.findall(row)
        anchor = ANCHOR.search(cells[0]) if cells else None
        if anchor:
            place = PLACE.search(cells[0])
            found.append(Row(anchor[1], _words(cells[0]), _words(cells[1]), html.unescape(place[1]) if place else ""))
    return found


def _words(text: str) -> str:
    return _tidy(html.unescape(re.sub(r"<[^>]+>", "", text)))
