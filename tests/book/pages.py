"""What the tests look at in pages: links, anchors, what an audit of accessibility says."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

AUDIT = """async () => {
  const { violations } = await axe.run(document, { preload: false, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`));
}"""
PLAYERS = "document.querySelectorAll('.book-player')"


def see_first(page: Any) -> None:
    """Scroll to the first simulation of a page; one that asks for a prediction first is only looked at."""
    page.evaluate(f"{PLAYERS}[0].scrollIntoView()")
    page.locator(".book-player .mechanics-player").first.wait_for()
    skip = page.locator(".book-player").first.locator("[data-name=skip]")
    if skip.count():
        skip.click()
    page.wait_for_selector(".book-player .mp-canvas")


class Links(HTMLParser):
    """The links, the addresses of files and the ids of a page."""

    def __init__(self, text: str):
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        self.ids |= {values["id"]} if "id" in values else set()
        self.links += [values[name] for name in ("href", "src") if name in values]


def pages_of(book: Path) -> list[Path]:
    """All pages of a book that people read."""
    return sorted(path for path in book.rglob("*.html") if "_static" not in path.parts)


def dead_links(book: Path) -> Iterator[str]:
    """Links inside the book that lead nowhere."""
    found = {path: Links(path.read_text(encoding="utf-8")) for path in pages_of(book)}
    for page, content in found.items():
        for link in content.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            anchors = found[target].ids if target in found else set()
            if not target.is_file() or (parts.fragment and target in found and parts.fragment not in anchors):
                yield f"{page.relative_to(book)}: {link}"


# The audit looks for the background behind a text, and takes what lies at a stale place of it for that.
LAID_OUT = "* { content-visibility: visible !important; }"


def complaints(page: Any, axe: str) -> list[str]:
    """What an audit finds critical or serious, with up to three simulations of the page running."""
    count = min(3, page.evaluate(f"{PLAYERS}.length"))
    for k in range(count):
        page.evaluate(f"{PLAYERS}[{k}].scrollIntoView()")
        page.wait_for_function(f"{PLAYERS}[{k}].querySelector('.mp-canvas, .mechanics-diagram')")
    page.evaluate("() => mechanicsBook.complete")
    page.add_style_tag(content=LAID_OUT)
    page.evaluate(axe)
    return page.evaluate(AUDIT)
