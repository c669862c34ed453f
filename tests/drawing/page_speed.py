"""How a page without Python keeps up: sliders of linkages, and many players at once, in headless Chromium.

``python -m tests.drawing.page_speed [SYSTEM ...]`` prints for each system the time from a slider's event to the new
picture and the longest task of the thread that draws; ``--players 12`` prints the frames of one player alone and among
so many others, all of them in sight and all but one out of sight.
"""

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from tests.drawing.conftest import PAGE, START, state_of

__all__ = ["drag", "frames", "opened", "play", "tasks_of"]

LINKAGES = ("four_bar_linkage", "slider_crank", "double_wishbone")
SLIDERS = {"four_bar_linkage": "M", "slider_crank": "m", "double_wishbone": "m"}
MOVES = 12

# Moves a slider again and again, and waits each time for the run of its new place; ms.
DRAG = """async ([name, moves]) => {
  const slider = document.querySelector(name ? `[data-name="${name}"]` : '.mp-sliders input[type=range]');
  const code = document.querySelector('.mp-code');
  const frame = () => new Promise(requestAnimationFrame);
  const times = [];
  slider.dispatchEvent(new Event('pointerenter', { bubbles: true }));
  for (let k = 1; k <= moves; k++) {
    await new Promise((done) => setTimeout(done, 60));
    const before = code.value;
    slider.value = Number(slider.max) - (k / (moves + 1)) * (slider.max - slider.min);
    const start = performance.now();
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    while (code.value === before && performance.now() - start < 20000) await frame();
    times.push(performance.now() - start);
  }
  await new Promise((done) => setTimeout(done, 500));
  return times;
}"""
PLAY = """async ([all, seconds]) => {
  const buttons = [...document.querySelectorAll('[data-name=play]')].slice(0, all ? undefined : 1);
  document.querySelectorAll('button[aria-label=Loop]').forEach((b) => b.click());
  buttons.forEach((b) => b.click());
  await new Promise((done) => setTimeout(done, 1000));
  const [draws, gaps] = [new Map(), []];
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    if (this.canvas.className === 'mp-canvas') draws.set(this.canvas, (draws.get(this.canvas) ?? 0) + 1);
    return clear.apply(this, box);
  };
  const begin = performance.now();
  for (let before = begin, now; before - begin < 1000 * seconds; before = now) {
    now = await new Promise(requestAnimationFrame);
    gaps.push(now - before);
  }
  CanvasRenderingContext2D.prototype.clearRect = clear;
  gaps.sort((a, b) => a - b);
  return {
    frames: gaps.length / seconds, late: gaps[Math.floor(0.95 * (gaps.length - 1))],
    drawn: [...document.querySelectorAll('.mp-canvas')].map((c) => (draws.get(c) ?? 0) / seconds),
  };
}"""
ONE_MORE = "() => { const old = document.getElementById('place'); old.id = ''; " + (
    "const place = document.createElement('main'); place.id = 'place'; old.after(place); }"
)


def opened(browser: Any, widgets: Sequence[Any], columns: int = 1) -> Any:
    """A page without a kernel that holds some players.

    Parameters
    ----------
    browser : playwright Browser
        Chromium.
    widgets : sequence of Player
        What it holds.
    columns : int
        Players side by side; in one column those after the first two are out of sight.
    """
    page = browser.new_page(viewport={"width": 1000 if columns == 1 else 1600, "height": 900})
    page.set_content(PAGE.replace("STYLE", widgets[0]._css))
    style = f"body {{ display: grid; grid-template-columns: repeat({columns}, minmax(0, 1fr)); gap: 6px }}"
    page.add_style_tag(content=style)
    for k, widget in enumerate(widgets):
        if k:
            page.evaluate(ONE_MORE)
        page.evaluate(START, [widget._esm, {**state_of(widget), "spec": {**widget.spec, "autoplay": False}}, False])
    page.wait_for_timeout(500)
    return page


def drag(browser: Any, page: Any, name: str | None, moves: int = MOVES) -> tuple[list[float], list[float]]:
    """Times from a slider's event to the new picture, and those of all tasks of the thread that draws meanwhile, ms.

    The tasks are those of the browser's own trace, measured in time of the processor: what other programs take of a
    busy machine does not count.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.json"
        browser.start_tracing(page=page, path=path, categories=["toplevel", "__metadata"])
        times: list[float] = page.evaluate(DRAG, [name, moves])
        browser.stop_tracing()
        return times, tasks_of(json.loads(path.read_text(encoding="utf-8"))["traceEvents"])


def tasks_of(trace: list[dict[str, Any]]) -> list[float]:
    """Time of each task of the main threads of pages, ms."""
    mains = {
        (e["pid"], e["tid"]) for e in trace if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"
    }
    tasks = [e for e in trace if e["name"].endswith("RunTask") and (e["pid"], e["tid"]) in mains]
    return [e["tdur"] / 1000 for e in tasks if "tdur" in e]


def play(page: Any, *, everyone: bool, seconds: float = 3.0) -> dict[str, Any]:
    """Frames a second, the 95th percentile of their distance in ms, and how often each player draws in a second."""
    found: dict[str, Any] = page.evaluate(PLAY, [everyone, seconds])
    return found


def frames(browser: Any, widget: Any, players: int) -> dict[str, dict[str, Any]]:
    """Frames with one player, with many of which the others rest, are out of sight, or play as well.

    Parameters
    ----------
    browser : playwright Browser
        Chromium.
    widget : Player
        What all of them show.
    players : int
        How many.
    """
    cases = {
        "alone": (1, 1, False),
        "others rest": (players, 4, False),
        "others play out of sight": (players, 1, True),
        "all play in sight": (players, 4, True),
    }
    found = {}
    for name, (count, columns, everyone) in cases.items():
        page = opened(browser, [widget] * count, columns)
        found[name] = play(page, everyone=everyone)
        page.close()
    return found


def main(systems: list[str], players: int) -> None:
    """Print the tables."""
    from playwright.sync_api import sync_playwright

    from mechanics.doctor import find_browser
    from mechanics.widgets import simulate

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        for name in systems:
            page = opened(browser, [simulate(name, autoplay=False)])
            times, tasks = drag(browser, page, SLIDERS.get(name))
            print(
                f"{name:28} first {times[0]:6.0f} ms, then {median(times[3:]):5.0f} ms (up to {max(times[3:]):.0f}); "
                f"longest of {len(tasks)} tasks {max(tasks):.0f} ms of processor time", flush=True,
            )  # fmt: skip
            page.close()
        if players:
            for name, made in frames(browser, simulate("cart_pendulum", autoplay=False), players).items():
                drawn = made["drawn"]
                print(
                    f"{name:26} {made['frames']:5.1f} frames/s, 95 % within {made['late']:.1f} ms; the first draws "
                    f"{drawn[0]:.1f} times a second, the last {drawn[-1]:.1f}", flush=True,
                )  # fmt: skip


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("systems", nargs="*", default=LINKAGES)
    arguments.add_argument("--players", type=int, default=0)
    given = arguments.parse_args()
    main(list(given.systems), given.players)
