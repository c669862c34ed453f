"""A chapter, run once from top to bottom, its simulations watched and all of its sliders moved."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from tests.browser.jupyterlab import Lab, widgets

LIMIT = 180.0
PATIENCE = 900.0  # for all answers of a chapter: 06b asks for a hundred that are not compiled, about 1 s each

# Runs in the kernel after the last cell: what a reader does to the players of the chapter.
PLAY = """
import json as _json
import numpy as _np
from ipywidgets.widgets.widget import _instances
from mechanics.drawing.player import Player as _Player

def _answered(player, values, number):
    player.request = {"id": number, "values": values}
    finite = bool(_np.isfinite(_np.frombuffer(player.data, "<f4")).all())
    return {"values": values, "answered": player.run["answers"] == number, "finite": finite, "error": player.error}

def _seen(player):
    rows = _np.frombuffer(player.data, "<f4").reshape(-1, player.run["columns"]).astype(float)
    ends = lambda column: [column[0], column[-1], column.min(), column.max()]
    known = player._session.playable
    units = {_v.name: _v.unit for _v in (*known.parameters.values(), *known.inputs.values(), *known.starts)}
    asked = player.spec.get("prediction", {})
    said = [asked.get("text"), *(asked[_k]["text"] for _k in ("observed", "reason") if asked.get(_k))]
    return {
        "curves": [[_v["unit"], ends(rows[:, _v["column"]])] for _v in player.spec["variables"].values()],
        "values": [[units.get(_k), _v] for _k, _v in player.run["values"].items() if isinstance(_v, float | int)],
        "end": player.run["end"],
        "sliders": [
            [_s["name"], _s["unit"], [_s["min"], _s["max"], _s["step"]]] for _s in player.spec["sliders"]
        ],
        "texts": [player.spec["description"], *filter(None, said), *(_o["text"] for _o in asked.get("options", ()))],
    }

_report = []
for _player in [_w for _w in _instances.values() if isinstance(_w, _Player)]:
    _first = {"id": _player.model_id, "seen": _seen(_player), "title": _player.spec["title"]}
    _first |= {"description": _player.spec["description"], "error": _player.error}
    _moves = [{_s["name"]: _s[_end]} for _s in _player.spec["sliders"] for _end in ("min", "max")]
    _answers = [_answered(_player, _move, _k + 1) for _k, _move in enumerate(_moves)]
    _bad = _answered(_player, {_player.spec["sliders"][0]["name"]: "nonsense"}, len(_moves) + 1)
    _report.append({**_first, "moves": _answers, "nonsense": _bad})
print(_json.dumps(_report))
"""
DRAWN = """(canvas) => canvas.width > 100 &&
  canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0)"""
TROUBLE = ".jupyter-widgets-error-widget, .jp-RenderedText:is([data-mime-type*=stderr], [data-mime-type*=error])"
TIME = "(node) => Number(node.querySelector('[data-name=time]').value)"


@dataclass
class Executed:
    """A chapter after its run."""

    path: Path
    cells: list[dict[str, Any]]
    seconds: float
    players: list[dict[str, Any]]
    """What each said to the slider moves, in the kernel."""
    alerts: dict[str, str] = field(default_factory=dict)
    """What the player of a cell reports on the page, by the cell's id; empty without a browser."""
    watched: bool = False
    """Whether it was opened in JupyterLab, not only run by a kernel."""
    moving: bool = False
    """Whether the first simulation that can be played has moved."""

    @property
    def code(self) -> list[dict[str, Any]]:
        return [cell for cell in self.cells if cell["cell_type"] == "code"]


def in_jupyterlab(lab: Lab, path: Path, picture: Callable[[Lab, str], None]) -> Executed:
    """Run a chapter as a reader does; `path` is relative to the folder that the server shows."""
    lab.open(path.as_posix())
    try:
        return _watched(lab, path, picture)
    finally:  # or the next page of the same server would open it, too
        lab.close()


def _watched(lab: Lab, path: Path, picture: Callable[[Lab, str], None]) -> Executed:
    seconds = lab.run_all(limit=LIMIT)
    done = Executed(path, lab.cells(), seconds, [], watched=True)
    for name in widgets(done.cells):
        if lab.show(name).locator(".mechanics-diagram svg").count():
            continue  # a board to draw on, which has a test of its own: test_diagram.py
        player = appeared(lab, name)
        if not done.moving and player.locator("[data-name=play]").is_visible():
            moved(lab, player)
            done.moving = True
        picture(lab, f"{path.stem}-{name}")
        done.alerts[name] = player.locator("[role=alert]").inner_text()
    done.players = json.loads(lab.ask(PLAY, limit=PATIENCE))
    return done


def in_a_kernel(path: Path) -> Executed:
    """Run a chapter without a page that shows it; errors stay in the outputs."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=PATIENCE, allow_errors=True, resources={"metadata": {"path": str(path.parent)}}
    )
    probe = nbformat.v4.new_code_cell(PLAY)
    start = time.perf_counter()
    with client.setup_kernel():
        for index, cell in enumerate(notebook.cells):
            client.execute_cell(cell, index)
        seconds = time.perf_counter() - start
        notebook.cells.append(probe)
        client.execute_cell(probe, len(notebook.cells) - 1)
    return Executed(path, notebook.cells[:-1], seconds, json.loads(printed(probe.outputs)))


def printed(outputs: Sequence[dict[str, Any]]) -> str:
    """What code has printed that must not say anything else."""
    assert {output["output_type"] for output in outputs} == {"stream"}, f"it could not be run: {outputs}"
    return "".join(output["text"] for output in outputs)


def appeared(lab: Lab, name: str) -> Any:
    """The player that a cell shows, once something is drawn in its picture."""
    cell = lab.show(name)
    player = cell.locator(".mechanics-player")
    player.wait_for()
    if (skip := player.locator("[data-name=skip]")).count():  # it asks for a prediction first
        skip.click()
    canvas = player.locator(".mp-canvas")
    canvas.wait_for(timeout=20_000)
    for _ in range(100):
        if canvas.evaluate(DRAWN):
            break
        lab.page.wait_for_timeout(100)
    else:
        raise AssertionError(f"{name}: the picture stays empty")
    assert cell.locator(TROUBLE).count() == 0
    return player


def moved(lab: Lab, player: Any) -> None:
    """Wait until a simulation has moved; it is started where it does not begin by itself, then paused."""
    button, before = (
        player.locator("[data-name=play]"),
        player.evaluate(TIME),
    )  # before it may have come to its end
    if button.get_attribute("aria-label") == "Play":
        button.click()
    lab.page.wait_for_function(f"([node, before]) => ({TIME})(node) !== before", arg=[player.element_handle(), before])
    if button.get_attribute("aria-label") == "Pause":
        button.click()
