"""A strip of instants for every simulation of the book, which takes its place on paper.

Chromium draws it at build time with the player itself, once: its name is that of the player's files, which are named by
their content. Without Chromium the book is built all the same, and paper shows the text that stands for a simulation.
"""

import base64
import html
import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from PIL import Image

from mechanics.doctor import find_browser

from ..execute import forget
from ..files import digest
from ..players import PLACE

__all__ = ["Strips"]

HERE = Path(__file__).parent
LOADER = HERE.parents[1] / "_static" / "loader.js"
SCRIPT = (HERE / "strip.js").read_text(encoding="utf-8")
OPTIONS = ["--no-sandbox", "--enable-unsafe-swiftshader", "--font-render-hinting=none", "--disable-lcd-text"]
DATA = re.compile(r'data-(\w+)="([^"]*)"')
ADDRESS, WIDTH, DENSITY, QUALITY, BROWSERS = "http://book.test", 960, 1.5, 80, 4
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


class Strips:
    """Draws what is missing, and puts the strips behind the places of the players.

    Parameters
    ----------
    static : folder whose content the book has under ``_static``
    """

    def __init__(self, static: Path):
        self.static, self.folder = static, static / "strips"
        self.cache = static.parent / "strips"  # those of partial builds and of older versions, too
        self.places: dict[str, str] = {}

    def add(self, files: Mapping[str, str]) -> dict[str, str]:
        """The same notebooks with a figure behind each simulation, whose strips are drawn where they are missing.

        Parameters
        ----------
        files : text of the notebooks by name
        """
        for text in files.values():
            self._look(text)
        missing = {name: place for name, place in self.places.items() if not self._kept(name).exists()}
        if missing and not (find_browser() and find_spec("playwright")):
            print(
                f"Without Chromium and playwright {len(missing)} simulations are text on paper (see mechanics doctor)."
            )
        elif missing:
            print(f"drawing {len(missing)} simulations for paper", flush=True)
            self.draw(missing)
        self._lay_out()
        return {name: self._shown(text, "../" * name.count("/")) for name, text in files.items()}

    def _kept(self, name: str) -> Path:
        return self.cache / f"{name}.webp"

    def _lay_out(self) -> None:
        """Make the static folder contain the strips of these pages, and no others."""
        kept = [path for path in map(self._kept, self.places) if path.is_file()]
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        for path in kept:
            path.touch()
            shutil.copy2(path, self.folder)
        if self.cache.is_dir():
            forget(self.cache)

    def _look(self, text: str) -> None:
        """Remember the players of a notebook."""
        for cell in json.loads(text)["cells"]:
            for output in cell.get("outputs", ()):
                for found in PLACE.finditer("".join(output.get("data", {}).get("text/html", ""))):
                    self.places[name_of(found)] = f'<div class="book-player" {found[1]}></div>'

    def _shown(self, text: str, up: str) -> str:
        """A notebook with the strips that there are."""
        if "book-player" not in text:
            return text
        notebook = json.loads(text)
        for cell in notebook["cells"]:
            for output in cell.get("outputs", ()):
                shown = "".join(output.get("data", {}).get("text/html", ""))
                if "book-player" in shown:
                    output["data"]["text/html"] = PLACE.sub(lambda found: self._figure(found, up), shown)
        return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"

    def _figure(self, found: re.Match[str], up: str) -> str:
        """The place of a player with its strip; what is to be predicted stands below it, and the answer is folded."""
        path = self._kept(name_of(found))
        if not path.is_file():
            return found[0]
        title, description = found[2], found[4]
        with Image.open(path) as picture:
            width, height = picture.size
        asks = re.sub("<img[^>]*>", "", found[5])
        return (
            f'{found[0]}<figure class="book-strip"><img alt="{description}" loading="lazy" width="{width}" '
            f'height="{height}" src="{up}_static/strips/{html.escape(path.name)}">'
            f"<figcaption><strong>{title}.</strong> {description}</figcaption>{asks}</figure>"
        )

    def draw(self, places: Mapping[str, str]) -> None:
        """Draw strips with several browsers at once.

        Parameters
        ----------
        places : HTML of the players by the names of their strips
        """
        self.cache.mkdir(parents=True, exist_ok=True)
        rows = [list(places.items())[k::BROWSERS] for k in range(min(BROWSERS, len(places)))]
        with ThreadPoolExecutor(BROWSERS) as pool:
            list(pool.map(self._draw, rows))

    def _draw(self, rows: list[tuple[str, str]]) -> None:
        with camera(self.static) as take:
            for name, place in rows:
                if picture := take(place, name):
                    self._kept(name).write_bytes(picture)


def name_of(found: re.Match[str]) -> str:
    """The name of a strip: that of the player's state, and a hash of everything else that it depends on."""
    files = {kind: html.unescape(name) for kind, name in DATA.findall(found[1])}
    others = [*sorted(files.values()), SCRIPT, PAGE]
    return f"{files['player']}-{digest(*(text.encode() for text in others))[:8]}"


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
            page.evaluate(SCRIPT, place)
            box = page.evaluate(BOX) | {"scale": DENSITY}
            picture = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": box})
            return base64.b64decode(picture["data"])
        except Error as problem:
            print(f"{name}: no picture for paper ({problem.message.splitlines()[0]})", flush=True)
            page.goto(ADDRESS)  # whatever it has left behind
            return b""

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=OPTIONS)
        size = {"width": WIDTH, "height": WIDTH}
        page = browser.new_page(viewport=size, device_scale_factor=DENSITY, reduced_motion="reduce")
        page.route("**/*", serve)
        session = page.context.new_cdp_session(page)
        page.goto(ADDRESS)
        yield take
        browser.close()
