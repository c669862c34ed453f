"""How soon a page of the web book moves, how smoothly, what follows a slider: ``python -m benchmarks.book [folder]``.

The folder is that of a built book, by default the one of ``make book``. Times are those of a reader: from the address
to the first simulation that moves, with all that the browser of a new visitor has to fetch; they count on an idle
machine only. The processor time of the page's main thread stands beside them: it says the same on a busy one.
"""

import contextlib
import functools
import importlib.util
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import quote

from mechanics.doctor import find_browser

from . import report
from .report import Target
from .slider import MOVE

__all__ = ["Page", "measured", "page", "table", "targets"]

BOOK = Path(__file__).parents[1] / "docs" / "_build" / "html"
PAGES = ("02-point-kinematics", "04a-rotations", "05b-lagrange-equations", "07-spherical-joint-trees",
         "08-flexible-bodies")  # fmt: skip
VISITS, MOVES = 5, 15
WATCHED = 3000  # ms
HEAD = ["chapter", "first motion, s", "processor till then, s", "frames a second", "slider to picture, ms"]

# The reader goes to the first simulation as soon as the page is there. It moves once its place in time has changed.
ARRIVAL = """
  const arrive = () => document.querySelector('.book-player')?.scrollIntoView({ block: 'center' });
  addEventListener('DOMContentLoaded', arrive);
  const clock = () => document.querySelector('.book-player [data-name=time]');
  const wait = (start) => {
    start ??= clock()?.value;
    if (start !== undefined && clock().value !== start) window.moved = performance.now() / 1000;
    else requestAnimationFrame(() => wait(start));
  };
  wait();
"""
MOVED = "() => window.moved"
SETTLED = "() => mechanicsBook.complete"
# The canvas is cleared once for every picture; several that fall between two pictures of the screen count as one.
FRAMES = """async (player, watched) => {
  player.scrollIntoView({ block: 'center' });
  const canvas = player.querySelector('.mp-canvas');
  const context = canvas.getContext('2d');
  let drawn = false;
  for (const key of ['l', 'Home', ' ']) { // some are over soon: in a loop, from the start, play
    player.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }
  context.clearRect = (...box) => (drawn = true, CanvasRenderingContext2D.prototype.clearRect.apply(context, box));
  const frame = () => new Promise(requestAnimationFrame);
  const start = await frame();
  let [count, now] = [0, start];
  while (now - start < watched) {
    drawn = false;
    now = await frame();
    count += drawn;
  }
  delete context.clearRect;
  return count / ((now - start) / 1000);
}"""

# As little as can move and follow a slider, under the names that a simulation of the book has.
EMPTY = """<!doctype html><div class="book-player"><div class="mechanics-player">
<canvas class="mp-canvas" width="654" height="476"></canvas><input data-name="time" value="0"><input class="mp-code">
<div class="mp-slider"><input type="range" min="0" max="100" value="0" data-name="x"></div></div></div><script>
const [time, code, slider] = document.querySelectorAll("input");
const context = document.querySelector("canvas").getContext("2d");
const tick = (now) => {
  requestAnimationFrame(tick);
  time.value = now;
  context.clearRect(0, 0, 654, 476);
  context.beginPath();
  context.lineTo(0, 0);
  context.lineTo(now % 654, 476);
  context.stroke();
};
requestAnimationFrame(tick);
slider.addEventListener("input", () => requestAnimationFrame(() => (code.value = slider.value)));
mechanicsBook = {};
</script>"""
NOTHING = "an empty canvas"


@dataclass(frozen=True)
class Page:
    """What a reader of one page feels; medians.

    Attributes
    ----------
    motion : from the address to the first simulation that moves, s
    processor : what the main thread of the page has worked until then, s
    frames : pictures that the first simulation draws in a second
    slider : from its first slider to the new picture, s; None where the kernel simulates
    """

    motion: float
    processor: float
    frames: float
    slider: float | None


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a web server for a folder."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def visit(browser: Any, address: str) -> tuple[Any, float, float]:
    """Open a page as somebody who was never there; the page, and when it moved by both clocks, s."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(ARRIVAL)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(address, wait_until="commit")
    page.wait_for_function(MOVED, timeout=60_000)
    counters = {row["name"]: row["value"] for row in session.send("Performance.getMetrics")["metrics"]}
    return page, page.evaluate(MOVED), counters["TaskDuration"]


def page(browser: Any, address: str, visits: int = VISITS, moves: int = MOVES) -> Page:
    """Visit a page some times, then watch its first simulation and move its first slider."""
    times = []
    for k in range(visits):
        shown, *seconds = visit(browser, address)
        times.append(seconds)
        if k + 1 < visits:
            shown.context.close()
    shown.evaluate(SETTLED)
    player = shown.locator(".book-player .mechanics-player").first
    frames = player.evaluate(FRAMES, WATCHED)
    slider = player.locator(".mp-slider input").first
    latencies = None
    if slider.is_enabled():
        latencies = player.evaluate(MOVE, [slider.get_attribute("data-name"), moves + 3])[3:]
    shown.context.close()
    motion, processor = (median(row) for row in zip(*times, strict=True))
    return Page(motion, processor, frames, latencies and median(latencies))


def measured(folder: Path = BOOK) -> dict[str, Page] | str:
    """Measure the chapters in headless Chromium; a sentence where that is not possible."""
    chromium = find_browser()
    if chromium is None:
        return "not measured: no Chromium on this machine"
    if importlib.util.find_spec("playwright") is None:
        return "not measured: playwright not installed"
    if missing := [name for name in PAGES if not (folder / "course" / f"{name}.html").exists()]:
        return f"not measured: the book is not built, {missing[0]} is missing; make book, then this again"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, served(folder) as address:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        found = {NOTHING: page(browser, f"data:text/html,{quote(EMPTY)}")}
        found |= {name: page(browser, f"{address}/course/{name}.html") for name in PAGES}
        browser.close()
    return found


def table(pages: dict[str, Page] | str) -> str:
    """The pages in rows, or why there are none."""
    title = "## The web book in headless Chromium, on the first visit\n\n"
    if isinstance(pages, str):
        return f"{title}{pages}\n"
    return title + report.table(HEAD, [_row(name, x) for name, x in pages.items()])


def _row(name: str, x: Page) -> list[str]:
    slider = "–" if x.slider is None else f"{1e3 * x.slider:.0f}"
    return [name, f"{x.motion:.2f}", f"{x.processor:.2f}", f"{x.frames:.0f}", slider]


def targets(pages: dict[str, Page] | str) -> list[Target]:
    """The slowest chapter counts."""
    found = [] if isinstance(pages, str) else [x for name, x in pages.items() if name != NOTHING]
    latest = max((x.motion for x in found), default=None)
    fewest = min((x.frames for x in found), default=None)
    slowest = max((1e3 * x.slider for x in found if x.slider), default=None)
    return [
        Target("book: from the address to the first motion", latest, 1, "s", at_least=False),
        Target("book: frames a second", fewest, 50, ""),
        Target("book: slider to new picture", slowest, 33, "ms", at_least=False),
    ]


if __name__ == "__main__":
    print(table(measured(*map(Path, sys.argv[1:2]))))
