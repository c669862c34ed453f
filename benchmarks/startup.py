"""Seconds until something can be read, answers and moves, as a student meets them: ``python -m benchmarks.startup``.

Everything begins in new processes - JupyterLab, kernels, an empty browser profile - on a warm disk, in a workspace
that is laid already, with the files of an installation in their places.
"""

import importlib.util
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from mechanics.workspace import material
from tests.browser.jupyterlab import EXPOSED, Lab, served

from .report import Target, table

__all__ = ["measured", "table_of", "targets"]

REPEATS = 3
CHAPTERS = ("02-point-kinematics", "05b-lagrange-equations", "06-rigid-multibody-systems")
COMPILED = "double_wishbone", "chandelier"
IMPORT = "import cell of a chapter in a fresh kernel, CPU: {}"
MOTION = "opening a chapter → first motion: {}"
RUN = "first compiled run in a process, CPU: {}"
PAGE, CELL = "`mechanics lab` → start page complete", "first cell of *start here*, from there"
BOUNDS = {PAGE: 6.0, CELL: 4.0, IMPORT: 2.0, MOTION: 5.0, RUN: 1.0}

Seconds = dict[str, float]

FIRST_RUN = """
from time import process_time
from mechanics import systems
model = systems.load("{}").numeric()
start = process_time()
model.simulate(t=2.0)
print(process_time() - start)"""
IS_COMPLETE = """() => window.jupyterapp?.shell?.currentWidget?.content?.node
  ?.querySelector?.('.jp-MarkdownCell .jp-RenderedMarkdown h1')"""
RUN_FIRST_CELL = """async () => {
  const { content, sessionContext } = window.jupyterapp.shell.currentWidget;
  await sessionContext.ready;
  content.activeCellIndex = content.widgets.findIndex((cell) => cell.model.type === 'code');
  await window.jupyterapp.commands.execute('notebook:run-cell');
}"""
RUN_TO_FIRST_SIMULATION = r"""async (path) => {
  const { commands, shell } = window.jupyterapp;
  const panel = await commands.execute('docmanager:open', { path, factory: 'Notebook' });
  await panel.context.ready;
  await panel.revealed;
  shell.activateById(panel.id);
  const isSimulation = ({ model }) => model.type === 'code' && /^simulate\(/m.test(model.sharedModel.getSource());
  const place = panel.content.widgets.findIndex(isSimulation);
  await panel.sessionContext.ready;
  panel.content.activeCellIndex = place;
  await panel.content.scrollToItem(place, 'start');
  commands.execute('notebook:run-all-above').then(() => commands.execute('notebook:run-cell'));
}"""
HAS_MOVED = """() => {
  const player = document.querySelector('.jp-NotebookPanel:not(.lm-mod-hidden) .mechanics-player');
  return Number(player?.querySelector('[data-name=time]')?.value) > 0;
}"""


def measured() -> Seconds:
    """Every row of the table; what needs a browser is left out where there is none."""
    return _imports() | _first_runs() | (_in_a_browser() if _browser() else {})


def targets(rows: Seconds) -> Iterator[Target]:
    """The slowest of each kind against its bound."""
    for name, bound in BOUNDS.items():
        found = [value for row, value in rows.items() if row.startswith(name.removesuffix("{}"))]
        yield Target(name.removesuffix(": {}"), max(found, default=None), bound, "s", at_least=False)


def table_of(rows: Seconds) -> str:
    """All rows as Markdown."""
    return "## From nothing to a motion\n\n" + table(["step", "s"], [[name, f"{s:.2f}"] for name, s in rows.items()])


def _imports() -> Seconds:
    """Processor time of the first cell of every chapter, each in a kernel of its own."""
    cells = {path.stem: _first_cell(path) for path in sorted((material() / "course").glob("*.ipynb"))}
    seconds = {cell: _cpu_of(cell) for cell in sorted(set(cells.values()))}
    slowest = sorted(cells, key=lambda name: -seconds[cells[name]])
    return {IMPORT.format(name): seconds[cells[name]] for name in (slowest[0], slowest[-1])}


def _first_cell(notebook: Path) -> str:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return next("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def _cpu_of(code: str) -> float:
    """Processor time that a new kernel takes for a cell."""
    from jupyter_client.manager import start_new_kernel

    asked = 'print(__import__("time").process_time())'
    manager, client = start_new_kernel(stderr=subprocess.DEVNULL)
    said: list[str] = []

    def note(message: dict[str, Any]) -> None:
        said.append(message["content"].get("text", ""))

    try:
        for cell in (asked, code, asked):
            client.execute_interactive(cell, output_hook=note, timeout=120)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    before, after = (float(text) for text in said if text.strip())
    return after - before


def _first_runs() -> Seconds:
    """Processor time of a first run, whose machine code another process has left on the disk."""
    rows = {}
    for system in COMPILED:
        line = [sys.executable, "-c", FIRST_RUN.format(system)]
        runs = [subprocess.run(line, capture_output=True, text=True, check=True).stdout for _ in range(REPEATS + 1)]
        rows[RUN.format(system)] = median(map(float, runs[1:]))
    return rows


def _browser() -> str | None:
    from mechanics.doctor import find_browser

    missing = [name for name in ("jupyterlab", "playwright") if importlib.util.find_spec(name) is None]
    return None if missing else find_browser()


def _in_a_browser() -> Seconds:
    """Start page and first cell, medians of some starts; then the chapters, in the server that is up."""
    with _workspace() as folder:
        starts = [_start(folder, last=k == REPEATS - 1) for k in range(REPEATS)]
    return {name: median(start[name] for start in starts if name in start) for name in starts[-1]}


@contextmanager
def _workspace() -> Iterator[Path]:
    """A folder in which the course is laid, so that later starts find it up to date."""
    with tempfile.TemporaryDirectory() as name:
        line = [sys.executable, "-m", "mechanics.cli", "lab", "desk", "--no-open"]
        subprocess.run(line, cwd=name, check=True, capture_output=True)
        yield Path(name)


def _start(folder: Path, last: bool) -> Seconds:
    """One start of JupyterLab until the page is complete and its first cell has answered, and the chapters at last."""
    from playwright.sync_api import sync_playwright

    line = [sys.executable, "-m", "mechanics.cli", "lab", "desk", "--no-browser", "--", *EXPOSED]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_browser(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1400, "height": 1000})
        begin = time.perf_counter()
        with served(line, folder, folder / "desk") as server:
            lab = Lab(server, page)
            page.goto(server.address)
            page.wait_for_function(IS_COMPLETE, polling=20, timeout=120_000)
            rows = {PAGE: time.perf_counter() - begin}
            rows[CELL] = _seconds_of(lab, RUN_FIRST_CELL)
            for chapter in CHAPTERS if last else ():
                rows[MOTION.format(chapter)] = _motion(lab, chapter)
            browser.close()
    return rows


def _seconds_of(lab: Lab, action: str) -> float:
    begin = time.perf_counter()
    lab.finish(action, limit=120)
    return time.perf_counter() - begin


def _motion(lab: Lab, chapter: str) -> float:
    begin = time.perf_counter()
    lab.finish(RUN_TO_FIRST_SIMULATION, f"course/{chapter}.ipynb", limit=120)
    lab.page.wait_for_function(HAS_MOVED, polling=20, timeout=120_000)
    seconds = time.perf_counter() - begin
    lab.close()
    return seconds


if __name__ == "__main__":
    rows = measured()
    print(table_of(rows))
    print("\n".join(f"{x.what}: {x.value} (at most {x.bound})" for x in targets(rows)))
