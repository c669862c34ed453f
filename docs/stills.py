"""Stills: what a chapter shows before any of its cells has run. ``make pictures`` regenerates all of them.

The opening picture of every chapter and the first frame of its first simulation are in ``course/.stills``, with an
index; `mechanics.workspace.stills` inserts them into the chapters that a student gets. A sketch is drawn by matplotlib;
of a player, Chromium takes a screenshot without the controls, so that nobody tries to move a slider in a picture.
"""

import argparse
import ast
import base64
import contextlib
import hashlib
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import matplotlib
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from mechanics.doctor import find_browser
from mechanics.drawing.player import Player, bundle
from mechanics.drawing.sketch import Sketch
from mechanics.workspace.stills import FOLDER, INDEX

ROOT = Path(__file__).resolve().parents[1]
COURSE = ROOT / "course"
DESCRIBED = (
    "mechanics.systems.chapter_", "mechanics.systems.self_study.", "mechanics.demonstrations.",
    "mechanics.predictions.chapter_",
)  # fmt: skip
COLORS, DPI, WIDTH = 96, 120, 900
OPTIONS = ["--no-sandbox", "--enable-unsafe-swiftshader", "--font-render-hinting=none", "--disable-lcd-text"]

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><style>FONTS STYLE
body { margin: 0; background: #fff; --jp-ui-font-family: "DejaVu Sans"; }
.mechanics-player { border: none; padding: 0; }
 .mp-controls, .mp-choice, .mp-corner, .mp-quick, .mp-more { display: none; }
 .mp-legend { list-style: none; }</style></head><body></body></html>"""
FONTS = {  # of matplotlib, under the names that the player asks for: the same letters on every machine
    ("DejaVu Sans", "normal"): "DejaVuSans",
    ("STIX Two Text", "normal"): "STIXGeneral",
    ("STIX Two Text", "italic"): "STIXGeneralItalic",
}
RENDER = """async ([source, state]) => {
  await Promise.all([...document.fonts].map((font) => font.load()));
  const data = new DataView(Uint8Array.from(atob(state.data), (c) => c.charCodeAt(0)).buffer);
  const values = { ...state, data }, nothing = () => {};
  const widget_manager = { get_model: async () => ({ get: () => state.space }) };
  const model = { get: (name) => values[name], set: nothing, on: nothing, off: nothing, widget_manager };
  const module = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  await module.default.render({ model, el: document.body });
  await globalThis.mechanicsSpace;
}"""
SETTLED = """async () => {
  const space = await globalThis.mechanicsSpace;
  const rest = () => new Promise((resolve) => setTimeout(resolve, 20));
  for (let k = 0; space && k < 500 && !space.Space.isSettled(); k++) await rest();
}"""
CANVASES = "() => [...document.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL()).join()"


@dataclass(frozen=True)
class Shown:
    """What a cell shows: a picture, or the state of a player that is still to be photographed."""

    cell: str
    alt: str
    systems: list[str]
    """The modules of systems and demonstrations that were loaded up to this cell."""
    fingerprint: str
    width: int
    png: bytes = b""
    player: dict[str, Any] | None = None

    def entry(self) -> dict[str, Any]:
        """Its entry in the index."""
        return {
            "alt": self.alt,
            "fingerprint": self.fingerprint,
            "simulation": self.player is not None,
            "systems": self.systems,
            "width": self.width,
        }


def fingerprint(chapter: Path, cell: str, systems: Sequence[str]) -> str:
    """Hash of everything a picture depends on: the chapter's code down to its cell, and the systems that it loads."""
    cells = json.loads(chapter.read_text(encoding="utf-8"))["cells"]
    last = next(k for k, one in enumerate(cells) if one["id"] == cell)
    code = ["".join(one["source"]) for one in cells[: last + 1] if one["cell_type"] == "code"]
    files = [ROOT / f"{name.replace('.', '/')}.py" for name in systems]
    modules = [file.read_text(encoding="utf-8") for file in files if file.exists()]  # not of a folder
    return hashlib.sha256("\0".join([*code, *modules]).encode()).hexdigest()[:16]


def shown_by(chapter: Path) -> list[Shown]:
    """Run a chapter down to its first simulation; returns its first picture and this simulation."""
    names: dict[str, Any] = {}
    found: list[Shown] = []
    for cell in json.loads(chapter.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            value = value_of("".join(cell["source"]), names)
        if isinstance(value, Player) or (isinstance(value, Sketch) and not found):
            found.append(shown(chapter, cell["id"], value))
        if isinstance(value, Player):
            break
    return found


def value_of(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; returns the value of its last line, where that is an expression."""
    *body, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        exec(source, names)
        return None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def shown(chapter: Path, cell: str, value: Sketch | Player) -> Shown:
    """What a cell shows, with what is known about it."""
    loaded = sorted(name for name in sys.modules if name.startswith(DESCRIBED))
    known = (loaded, fingerprint(chapter, cell, loaded))
    if isinstance(value, Sketch):
        width = round(float(value.figure.get_figwidth()) * 96)  # as the cell itself shows it
        return Shown(cell, value.description, *known, width, png=small(value.png(DPI)))
    state = {"spec": value.spec, "run": value.run, "error": "", "data": base64.b64encode(value.data).decode()}
    state["space"] = value.space and value.space.code
    return Shown(cell, value.spec["description"], *known, WIDTH, player=state)


def small(png: bytes) -> bytes:
    """The same picture with fewer colours, in a third of the bytes."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    buffer = io.BytesIO()
    picture.quantize(COLORS, dither=Image.Dither.NONE).save(buffer, format="png", optimize=True)
    return buffer.getvalue()


@contextlib.contextmanager
def camera() -> Iterator[Callable[[Shown], Shown]]:
    """Inside, a function that adds the screenshot to what shows a player."""
    browser = find_browser()
    if browser is None or bundle() is None:
        raise SystemExit(
            "Expected Chromium and three.js for the pictures of simulations; `mechanics doctor` names what is "
            "missing. Install it, then run: pip install -e . && make pictures"
        )
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=browser, args=OPTIONS).new_page(
            viewport={"width": WIDTH, "height": WIDTH}, reduced_motion="reduce"
        )
        yield lambda one: photographed(page, one) if one.player else one


def photographed(page: Page, one: Shown) -> Shown:
    """The same with its picture, and as wide as that is."""
    png = photograph(page, one.player or {})
    return replace(one, png=png, width=Image.open(io.BytesIO(png)).width)


def photograph(page: Page, state: dict[str, Any]) -> bytes:
    """The first frame of a player, its picture and its plots; or the question that comes before it."""
    page.set_content(PAGE.replace("FONTS", fonts()).replace("STYLE", Player._css))
    page.evaluate("() => delete globalThis.mechanicsSpace")
    page.evaluate(RENDER, [Player._esm, state])
    page.evaluate(SETTLED)  # bodies in space are drawn when nothing has moved for a while
    before, now = "", page.evaluate(CANVASES)
    while before != now:
        page.wait_for_timeout(100)
        before, now = now, page.evaluate(CANVASES)
    return small(page.locator(".mp-prediction, .mp-main").first.screenshot())


def fonts() -> str:
    """Style rules with the fonts embedded."""
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    data = {key: base64.b64encode((folder / f"{name}.ttf").read_bytes()).decode() for key, name in FONTS.items()}
    return "".join(
        f'@font-face {{ font-family: "{family}"; font-style: {style}; src: url(data:font/ttf;base64,{text}); }}\n'
        for (family, style), text in data.items()
    )


def all_stills(chapters: Sequence[Path]) -> Iterator[tuple[Path, list[Shown]]]:
    """Each chapter with its pictures; every chapter runs in a process of its own, which has loaded nothing."""
    fresh = {"mp_context": get_context("spawn"), "max_tasks_per_child": 1}
    with ProcessPoolExecutor(os.cpu_count(), **fresh) as pool, camera() as take:
        for chapter, found in zip(chapters, pool.map(shown_by, chapters), strict=True):
            yield chapter, [take(one) for one in found]


def main(words: Sequence[str] | None = None) -> None:
    """Regenerate the pictures of all chapters, or of those whose names begin with one of the arguments."""
    parser = argparse.ArgumentParser(prog="python -m docs.stills", description=main.__doc__)
    parser.add_argument("only", nargs="*", default=[""], help="beginnings of chapters' names, such as 05b")
    parser.add_argument("--into", type=Path, default=COURSE / FOLDER, help="folder that gets the pictures")
    chosen = parser.parse_args(words)
    chapters = {path.stem: path for path in sorted(COURSE.glob("*.ipynb"))}
    known = chosen.into / INDEX
    entries = json.loads(known.read_text(encoding="utf-8")) if known.exists() else {}
    for gone in entries.keys() - chapters.keys():
        shutil.rmtree(chosen.into / gone, ignore_errors=True)
        del entries[gone]
    asked = [path for name, path in chapters.items() if name.startswith(tuple(chosen.only))]
    if not asked:
        parser.error(f"Expected the beginning of a chapter's name, such as 05b, got {' '.join(chosen.only)}.")
    for chapter, stills in all_stills(asked):
        entries[chapter.stem] = {still.cell: still.entry() for still in stills}
        keep(chosen.into / chapter.stem, stills)
    text = json.dumps(entries, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    known.write_text(text, encoding="utf-8")


def keep(folder: Path, stills: Sequence[Shown]) -> None:
    """Write the pictures of a chapter, and no others."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for still in stills:
        (folder / f"{still.cell}.png").write_bytes(still.png)
    print(f"{folder.name}: {', '.join(still.cell for still in stills)}", flush=True)


if __name__ == "__main__":
    main()
