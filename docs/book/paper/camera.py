"""Chromium draws a strip of instants of each simulation with the player itself: a process beside that of Sphinx.

Sphinx does not keep all processors busy, and no page has to wait for a picture that is on paper only.
"""

import base64
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mechanics.doctor import find_browser

from ..files import write_bytes

__all__ = ["LIST", "OPTIONS", "PAGE", "SCRIPT", "can_draw", "draw", "listed", "missing"]

LIST = "strips.json"
HERE = Path(__file__).parent
LOADER = HERE.parents[1] / "_static" / "loader.js"
SCRIPT = (HERE / "strip.js").read_text(encoding="utf-8")
OPTIONS = ["--no-sandbox", "--enable-unsafe-swiftshader", "--font-render-hinting=none", "--disable-lcd-text"]
ADDRESS, WIDTH, DENSITY, QUALITY, BROWSERS = "http://book.test", 960, 1.5, 80, 4
SCREEN = {"width": WIDTH, "height": WIDTH, "deviceScaleFactor": DENSITY, "mobile": False}
BOX = """() => {
  const { x, y, width, height } = document.querySelector(".strip").getBoundingClientRect();
  return { x, y, width, height };
}"""
PAGE = """<!doctype html><html lang="en" data-content_root="/"><head><meta charset="utf-8"><style>
body { margin: 0; background: #fff; color: #1f2328; }
.book-player { width: 340px; }
.strip-done { border: 0 !important; padding: 0 !important; }
.strip-done > :not(.strip) { position: absolute !important; left: -9999px; width: 340px; }
.strip { width: WIDTHpx; }
.strip-instants { display: flex; gap: 12px; }
.strip-instant { flex: 1 1 0; min-width: 0; text-align: center; }
.strip-alone { flex: 0 1 420px; margin: 0 auto; }
.strip img { width: 100%; }
.strip p { margin: 2px 0 8px; font-size: 15px; }
.strip p:empty { display: none; }
.strip .mp-plots { flex-direction: row; gap: 16px; }
.strip .mp-plots > * { flex: 1 1 0; max-width: 480px; margin: 0 auto; }
.strip summary { list-style: none; }
.strip .mp-choice { display: none; }
.strip svg { display: block; width: 560px; margin: 0 auto; }
</style><script src="/_static/loader.js"></script></head><body></body></html>""".replace("WIDTH", str(WIDTH))


def can_draw() -> bool:
    """Whether there are Chromium and what drives it."""
    return bool(find_browser() and find_spec("playwright"))


def listed(build: Path) -> dict[Path, str]:
    """HTML of the players by the files of their strips, of the book that is built in a folder; none without a list."""
    found = build / LIST
    names = json.loads(found.read_text(encoding="utf-8")) if found.is_file() else {}
    return {build / "strips" / name: place for name, place in names.items()}


def missing(build: Path) -> dict[Path, str]:
    """Those of them that are still to be drawn."""
    return {path: place for path, place in listed(build).items() if not path.is_file()}


def draw(static: Path, places: Mapping[Path, str]) -> None:
    """Draw strips with several browsers at once.

    Parameters
    ----------
    static : folder whose content the book has under ``_static``
    places : HTML of the players by the files of their strips
    """
    rows = [list(places.items())[k::BROWSERS] for k in range(min(BROWSERS, len(places)))]
    with ThreadPoolExecutor(BROWSERS) as pool:
        list(pool.map(lambda some: _draw(static, some), rows))


def _draw(static: Path, rows: list[tuple[Path, str]]) -> None:
    with camera(static) as take:
        for path, place in rows:
            if picture := take(place, path.stem):
                write_bytes(path, picture)


@contextmanager
def camera(static: Path) -> Iterator[Callable[[str, str], bytes]]:
    """Inside, a function from the HTML of a player to its strip; nothing where it cannot be drawn."""
    from playwright.sync_api import Error, sync_playwright

    def serve(route: Any) -> None:
        path = route.request.url.removeprefix(f"{ADDRESS}/_static/")
        if path == "loader.js":
            route.fulfill(path=LOADER)
        elif (static / path).is_file():
            route.fulfill(path=static / path)
        else:
            route.fulfill(body=PAGE, content_type="text/html")

    def take(place: str, name: str) -> bytes:
        try:
            session.send("Emulation.setDeviceMetricsOverride", SCREEN)  # which a screenshot ends
            page.evaluate(SCRIPT, place)
            box = page.evaluate(BOX) | {"scale": 1}
            picture = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": box})
            return base64.b64decode(picture["data"])
        except Error as problem:
            print(f"{name}: no picture for paper ({problem.message.splitlines()[0]})", flush=True)
            page.goto(ADDRESS)  # whatever it has left behind
            return b""

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=OPTIONS)
        page = browser.new_page(no_viewport=True, reduced_motion="reduce")
        page.route("**/*", serve)
        session = page.context.new_cdp_session(page)
        page.goto(ADDRESS)
        yield take
        browser.close()


def main() -> None:
    """Draw what is missing in a folder, whenever Sphinx leaves a processor idle."""
    if hasattr(os, "nice"):
        os.nice(15)
    build = Path(sys.argv[1])
    draw(build / "static", missing(build))


if __name__ == "__main__":
    main()
