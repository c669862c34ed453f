"""From a moved slider to the new trajectory on the screen: ``python -m benchmarks.slider [SYSTEM ...]``.

Every system of the lecture runs in the browser, in JupyterLab as in the book; the kernel follows once the slider rests.
`in_page` takes the time of each in a page without a kernel, `measured` a few in JupyterLab. What does not run in
the browser there has three shares: what the kernel does with a request (a new simulation, the scene and energies along
it), what the browser draws, and what the way through Jupyter costs - web socket, server, kernel's queue, ipywidgets,
and back - on which the course has no influence.
"""

import importlib.util
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from mechanics import systems
from mechanics.doctor import find_browser
from tests.browser.jupyterlab import EXPOSED, Lab, served, widgets
from tests.drawing.page_speed import DRAG, opened

__all__ = ["Response", "in_page", "measured", "response"]

MOVES = 15
SLIDERS = {"cart_pendulum": "m_W", "spinning_top": "m", "slider_crank": "m", "four_bar_linkage": "M"}

PLAYER = """from mechanics.widgets import simulate

player = simulate("{}", autoplay=False)
player"""
WATCH = """from time import perf_counter

seconds, answer = [], player._answer

def watched(request):
    start = perf_counter()
    found = answer(request)
    seconds.append(perf_counter() - start)
    return found

player._answer = watched"""

# A picture counts as shown in the frame after the one that it was drawn for. The slider goes from right to left: its
# first place must not be the one where it stands, and most systems begin near the left end.
MOVE = """async (player, [name, moves]) => {
  const slider = player.querySelector(`[data-name=${name}]`);
  const code = player.querySelector('.mp-code');
  const frame = () => new Promise(requestAnimationFrame);
  const times = [];
  for (let k = 1; k <= moves; k++) {
    await new Promise((done) => setTimeout(done, 150));
    const [before, stood] = [code.value, slider.value];
    slider.value = Number(slider.max) - (k / (moves + 1)) * (slider.max - slider.min);
    if (slider.value === stood) throw new Error(`${name} stays at ${stood} in move ${k}: no new run to wait for`);
    const start = performance.now();
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    while (code.value === before) {
      if (performance.now() - start > 10000) throw new Error('no new run within 10 s');
      await frame();
    }
    await frame();
    times.push((performance.now() - start) / 1000);
  }
  return times;
}"""
DRAW = """(player, moves) => {
  const slider = player.querySelector('[data-name=time]');
  const times = [];
  for (let k = 0; k < moves; k++) {
    slider.value = (k / moves) * slider.max;
    const start = performance.now();
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    player.querySelector('.mp-canvas').getContext('2d').getImageData(0, 0, 1, 1); // what is drawn is drawn now
    times.push((performance.now() - start) / 1000);
  }
  return times;
}"""
# Before the first run of a page: from then on its worker tells how long each run took. What goes back and forth, and
# what the page does before it listens, is part of the total alone.
ANSWERS = """() => {
  const timed = `{
    const post = self.postMessage.bind(self);
    let begun = 0;
    self.addEventListener("message", ({ data }) => { if (data.request) begun = performance.now(); });
    self.postMessage = (message, ...more) => post({ ...message, seconds: (performance.now() - begun) / 1000 }, ...more);
  }`;
  const [TextOf, Working] = [Blob, Worker];
  window.answers = [];
  window.Blob = function (parts, options) {
    return new TextOf(options.type === "text/javascript" ? [timed, ...parts] : parts, options);
  };
  window.Worker = function (...given) {
    const worker = new Working(...given);
    let first = null; // of the messages about one run: a picture may come before the run is complete
    worker.addEventListener("message", ({ data: { told, seconds } }) => {
      first ??= seconds;
      if (told.glimpse) return;
      window.answers.push([first, seconds]);
      first = null;
    });
    return worker;
  };
}"""

LATE = """() => {
  const slider = document.querySelector('.mechanics-player [data-name=time]');
  slider.value = 0.97 * slider.max;
  slider.dispatchEvent(new Event('input', { bubbles: true }));
}"""


@dataclass(frozen=True)
class Response:
    """Medians over some moves of a slider, s.

    Attributes
    ----------
    total : from the slider's event to the new picture on the screen
    simulation : from the request to the numbers: in the kernel, or of a page without one in its worker; 0 where the
        browser of JupyterLab simulates
    drawing : in the browser, the scene and its plots
    picture : from the request to the numbers of the picture, which comes before the run is complete where that takes
        long; measured near the end of the motion
    """

    total: float
    simulation: float
    drawing: float
    picture: float | None = None

    @property
    def ours(self) -> float:
        """What the course itself takes; the rest is Jupyter's way to the kernel and back, and the screen's rate."""
        return self.simulation + self.drawing

    @property
    def shown(self) -> float:
        """What the course takes until the picture is there, before the run is complete where that takes long."""
        return (self.simulation if self.picture is None else self.picture) + self.drawing

    def __str__(self) -> str:
        total, ours, simulation, drawing = (1000 * s for s in (self.total, self.ours, self.simulation, self.drawing))
        if not self.simulation:
            return f"slider to new picture {total:.0f} ms, simulated in the browser (drawing {drawing:.1f} ms)"
        return (
            f"slider to new picture {total:.0f} ms, of which ours {ours:.1f} ms "
            f"(simulation {simulation:.1f} ms, drawing {drawing:.1f} ms)"
            + (f", the picture after {1000 * self.shown:.1f} ms" if self.picture is not None else "")
        )


def write_notebook(folder: Path, system: str) -> str:
    """Write the notebook in which `response` measures; returns its name."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    texts = {"player": PLAYER.format(system), "watch": WATCH, "seconds": "print(*seconds)"}
    blank = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [{**blank, "id": name, "source": text} for name, text in texts.items()]
    notebook = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    (folder / "slider.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    return "slider.ipynb"


def response(lab: Lab, system: str, moves: int = MOVES) -> Response:
    """Move a slider of a simulation in JupyterLab, again and again, and take the times.

    The first moves, in which everything is done for the first time, do not count.
    """
    lab.open(write_notebook(lab.server.folder, system))
    lab.run_all()
    shown = widgets(lab.cells())
    if shown != ["player"]:
        raise AssertionError(f"expected a player in JupyterLab, got {lab.cells()}")
    player = lab.show("player").locator(".mechanics-player")
    player.locator(".mp-canvas").wait_for()
    total = player.evaluate(MOVE, [SLIDERS[system], moves + 3])[3:]
    drawing = player.evaluate(DRAW, moves + 3)[3:]
    simulation = [float(word) for word in lab.run("seconds").split()]
    lab.close()
    if len(simulation) < moves + 3:  # it runs in the browser, and the kernel has only followed, now and then
        return Response(median(total), 0.0, median(drawing))
    return Response(median(total), median(simulation[3:]), median(drawing))


def in_page(names: Iterable[str], moves: int = MOVES) -> Iterator[tuple[str, Response]]:
    """Move the first slider of each simulation in a page without a kernel, as in the book.

    A motion is rough while its slider moves, as the reader sees it. The first moves do not count, nor the runs before
    them that nobody sees; the precise run at the end does not change a median. Systems without a slider are left out,
    and all where there is no Chromium.
    """
    from mechanics.widgets import simulate

    chromium = find_browser()
    if chromium is None or importlib.util.find_spec("playwright") is None:
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in names:
            player = simulate(name, autoplay=False)
            if not player.spec["sliders"]:
                continue
            page = opened(browser, [player])
            page.evaluate(ANSWERS)
            page.evaluate(LATE)
            total = [ms / 1000 for ms in page.evaluate(DRAG, [None, moves + 3])[3:]]
            pictures, answers = zip(*page.evaluate("() => window.answers")[-moves - 1 :], strict=True)
            drawing = page.locator(".mechanics-player").evaluate(DRAW, moves + 3)[3:]
            page.close()
            yield name, Response(median(total), median(answers), median(drawing), median(pictures))
        browser.close()


def measured(system: str) -> Response | str:
    """Measure in a JupyterLab of its own, in headless Chromium; a sentence where that is not possible."""
    chromium = find_browser()
    if chromium is None:
        return "not measured: no Chromium on this machine"
    if missing := [name for name in ("jupyterlab", "playwright") if importlib.util.find_spec(name) is None]:
        return f"not measured: {' and '.join(missing)} not installed"
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        line = [sys.executable, "-m", "mechanics.cli", "lab", "desk", "--no-browser", "--", *EXPOSED]
        browser: Any = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with served(line, folder, folder / "desk") as server:
            lab = Lab(server, browser.new_page(viewport={"width": 1400, "height": 1000}))
            lab.start()
            try:
                return response(lab, system)
            finally:
                browser.close()


if __name__ == "__main__":
    for name, found in in_page(sys.argv[1:] or systems.names()):
        print(f"{name}, in a page", found, sep=": ", flush=True)
    for name in [] if sys.argv[1:] else SLIDERS:
        print(f"{name}, in JupyterLab", measured(name), sep=": ", flush=True)
