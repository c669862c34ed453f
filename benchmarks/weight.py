"""What a chapter of the web book weighs and costs: ``python -m benchmarks.weight [folder] [chapter ...]``.

The folder is that of a built book, by default the one of ``make book``. *Sent* is all that the browser of a new visitor
fetches until the page is complete, and then while it is scrolled to its end: as files, and compressed as most servers
send them (gzip for text; pictures and letters are compressed already). The longest task is that of the page's main
thread, which does not react meanwhile; it counts on an idle machine only.
"""

import contextlib
import gzip
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from mechanics.doctor import find_browser

from . import report
from .book import BOOK, PAGES, served

__all__ = ["Weight", "table", "weight"]

COMPRESSED = (".woff2", ".png", ".webp", ".whl")
HEAD = ["page", "sent, kB", "compressed, kB", "to its end, kB", "compressed, kB", "longest task, ms",
        "screens of a telephone"]  # fmt: skip
TASKS = """
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: "longtask", buffered: true });
"""
COMPLETE = "() => mechanicsBook.complete"
SCROLL = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y);
    for (let count = 0; count < 6; count++) await frame();
  }
}"""
WIDE, TELEPHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@dataclass
class Weight:
    """What one page sends; files by address, with their size and compressed size in bytes.

    Attributes
    ----------
    files : what has been fetched so far
    first : size and compressed size until the page was complete
    longest : longest task of the main thread until then, ms
    screens : height of the page on a telephone, in screens
    """

    files: dict[str, tuple[int, int]] = field(default_factory=dict)
    first: tuple[int, int] = (0, 0)
    longest: float = 0.0
    screens: float = 0.0

    def receive(self, addresses: list[str], folder: Path) -> None:
        """Weigh the files of a folder that have been asked for."""
        for address in addresses:
            parts = urlsplit(address)
            path = folder / unquote(parts.path).lstrip("/")
            if parts.scheme == "http" and path.is_file() and parts.path not in self.files:
                body = path.read_bytes()
                small = len(body) if path.suffix in COMPRESSED else len(gzip.compress(body, 6))
                self.files[parts.path] = (len(body), small)

    def total(self) -> tuple[int, int]:
        """Size and compressed size of all files so far."""
        sizes = list(zip(*self.files.values(), strict=True))
        return sum(sizes[0]), sum(sizes[1])


def weight(browser: Any, folder: Path, address: str) -> Weight:
    """Visit a page as somebody who was never there, on a wide screen and on a telephone."""
    found = Weight()
    asked: list[str] = []
    with _visited(browser, address, WIDE, asked) as page:
        page.wait_for_timeout(300)
        found.longest = page.evaluate("() => window.longest")
        found.receive(asked, folder)
        found.first = found.total()
        page.evaluate(SCROLL)
        page.wait_for_timeout(300)
        found.receive(asked, folder)
    with _visited(browser, address, TELEPHONE, []) as page:
        page.evaluate(SCROLL)
        found.screens = page.evaluate("() => document.documentElement.scrollHeight / innerHeight")
    return found


@contextlib.contextmanager
def _visited(browser: Any, address: str, size: dict[str, int], asked: list[str]) -> Iterator[Any]:
    """A page that is complete; the addresses of what it fetches are appended to those that were asked for."""
    context = browser.new_context(viewport=size)
    page = context.new_page()
    page.add_init_script(TASKS)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.evaluate(COMPLETE)
    yield page
    context.close()


def table(folder: Path, pages: tuple[str, ...]) -> str:
    """The pages in rows."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, served(folder) as address:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        rows = [_row(name, weight(browser, folder, f"{address}/course/{name}.html")) for name in pages]
        browser.close()
    return report.table(HEAD, rows)


def _row(name: str, x: Weight) -> list[str]:
    sizes = [f"{size / 1000:.0f}" for size in (*x.first, *x.total())]
    return [name, *sizes, f"{x.longest:.0f}", f"{x.screens:.0f}"]


if __name__ == "__main__":
    chosen = sys.argv[1:2] or [str(BOOK)]
    print(table(Path(chosen[0]), tuple(sys.argv[2:]) or PAGES))
