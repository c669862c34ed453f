"""Pages of the built book printed by Chromium, each to a PDF of its own, numbered on from the one before."""

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from mechanics.doctor import find_browser

from .camera import OPTIONS

__all__ = ["Figure", "Press", "Sheet", "press"]

WAIT = 240_000  # ms for the formulas of the longest chapter, on a busy machine
NUMBERED = """
@page { size: A4; @bottom-center { content: counter(page%s); font: 9pt sans-serif; color: #444; }
  @top-right { content: "%s"; font: 8.5pt sans-serif; color: #666; } }
@page :first { @top-right { content: none; } }
html { counter-reset: page %d; }
"""
READY = "() => (window.mechanicsBook?.complete ?? Promise.resolve()).then(() => true)"
PREPARE = """(anchors) => {
  window.mechanicsPaper?.prepare();
  const figures = [...document.querySelectorAll(".book-figure")].map((label) => {
    const caption = label.parentElement;
    const title = caption.querySelector("strong")?.textContent ?? caption.textContent.slice(label.textContent.length);
    return [label.id, label.textContent.trim(), title.trim()];
  });
  const ids = [...anchors, ...figures.map(([id]) => id)].filter((id) => document.getElementById(id));
  const links = document.createElement("nav"); // Chromium keeps the places of ids to which there are links
  links.hidden = true;
  links.append(...ids.map((id) => Object.assign(document.createElement("a"), { href: `#${id}` })));
  document.body.append(links);
  return Promise.all([...document.images].map((image) => {
    image.loading = "eager";
    return image.decode().catch(() => {});
  })).then(() => [window.mechanicsPaper?.title() ?? document.title, figures]);
}"""


@dataclass(frozen=True)
class Figure:
    """A figure of a printed page: the id of its caption, its number in words, and its title."""

    id: str
    number: str
    title: str


@dataclass
class Sheet:
    """A page of the book as it is printed."""

    title: str
    reader: PdfReader
    figures: list[Figure] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many sheets of paper it takes."""
        return len(self.reader.pages)

    def places(self) -> dict[str, tuple[int, float]]:
        """For each id to which there are links, its sheet, counted from zero, and its height on it in points."""
        found = {}
        for name, place in self.reader.named_destinations.items():
            page = self.reader.get_destination_page_number(place)
            if page is not None:
                found[name.lstrip("/")] = (page, float(place.top or 0))
        return found

    def headings(self) -> list[tuple[str, int]]:
        """The sections below the title, with their sheets, counted from zero."""
        outline = self.reader.outline
        inner = next((part for part in outline if isinstance(part, list)), [])
        heads = [part for part in inner if not isinstance(part, list)]
        pages = [self.reader.get_destination_page_number(head) for head in heads]
        return [(once(str(head.title)), page) for head, page in zip(heads, pages, strict=True) if page is not None]


def once(text: str) -> str:
    """The text of a heading, which Chromium writes twice if it moves to the next sheet."""
    half = len(text) // 2
    return text[:half] if text[:half] == text[half:] else text


class Press:
    """Prints pages in a browser.

    Parameters
    ----------
    page : a page of Playwright
    """

    def __init__(self, page: Any):
        self.page = page

    def print(self, path: Path, first: int, anchors: Iterable[str] = (), style: str = "") -> Sheet:
        """Print a page of the book.

        Parameters
        ----------
        path : of the page
        first : number of its first sheet
        anchors : ids in it to which other pages link
        style : of the numbers, such as ``"lower-roman"``
        """
        self.page.goto(path.as_uri())
        self.page.wait_for_function(READY, timeout=WAIT)
        title, figures = self.page.evaluate(PREPARE, sorted(anchors))
        head = title.replace("\\", "").replace('"', "'")
        self.page.add_style_tag(content=NUMBERED % (f", {style}" if style else "", head, first - 1))
        data = self.page.pdf(prefer_css_page_size=True, print_background=True, tagged=True, outline=True)
        return Sheet(title, PdfReader(io.BytesIO(data)), [Figure(*figure) for figure in figures])


@contextmanager
def press() -> Iterator[Press]:
    """Inside, a press.

    Raises
    ------
    SystemExit
        without Chromium
    """
    from playwright.sync_api import sync_playwright

    browser = find_browser()
    if not browser:
        raise SystemExit("Expected Chromium, which prints the pages; `mechanics doctor` says how to install it.")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=OPTIONS)
        page = opened.new_page(reduced_motion="reduce", viewport={"width": 1000, "height": 1000})
        page.route("**/_static/players/**", lambda route: route.abort())  # paper shows their strips
        yield Press(page)
        opened.close()
