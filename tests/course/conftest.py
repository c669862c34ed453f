"""Every chapter, run once from top to bottom in a kernel of its own."""

import contextlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from docs.book.kernels import Launch, launched_by, warm_kernels
from tests.conftest import CHECKOUT

CHAPTERS = sorted((CHECKOUT / "course").glob("*.ipynb"))
WIDGET_STATE = "application/vnd.jupyter.widget-state+json"

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

_report = []
for _player in [_w for _w in _instances.values() if isinstance(_w, _Player)]:
    _moves = [{_s["name"]: _s[_end]} for _s in _player.spec["sliders"] for _end in ("min", "max")]
    _answers = [_answered(_player, _move, _k + 1) for _k, _move in enumerate(_moves)]
    _bad = _answered(_player, {_player.spec["sliders"][0]["name"]: "nonsense"}, len(_moves) + 1)
    _report.append({"title": _player.spec["title"], "moves": _answers, "nonsense": _bad})
print(_json.dumps(_report))
"""


@dataclass
class Executed:
    """A chapter after its run."""

    path: Path
    notebook: Any
    seconds: float
    players: list[dict[str, Any]]

    @property
    def code(self) -> list[Any]:
        return [cell for cell in self.notebook.cells if cell.cell_type == "code"]

    @property
    def widgets(self) -> list[dict[str, Any]]:
        """The state of every widget, as a page without a kernel would get it."""
        stored = self.notebook.metadata.get("widgets", {}).get(WIDGET_STATE, {"state": {}})
        return [model["state"] for model in stored["state"].values()]


def run_notebook(notebook: Any, folder: Path) -> tuple[Any, float, list[dict[str, Any]]]:
    """Execute all cells, then move every slider of every player; errors stay in the outputs."""
    client = NotebookClient(
        notebook, timeout=120, allow_errors=True, resources={"metadata": {"path": str(folder)}}
    )
    start = time.perf_counter()
    with client.setup_kernel():
        for index, cell in enumerate(notebook.cells):
            client.execute_cell(cell, index)
        seconds = time.perf_counter() - start
        client.set_widgets_metadata()
        probe = nbformat.v4.new_code_cell(PLAY)
        notebook.cells.append(probe)
        client.execute_cell(probe, len(notebook.cells) - 1)
        notebook.cells.pop()
    texts = [output.get("text", str(output)) for output in probe.outputs]
    assert {o.output_type for o in probe.outputs} == {"stream"}, f"the players could not be moved: {texts}"
    return notebook, seconds, json.loads("".join(texts))


@pytest.fixture(scope="session")
def launch(own_jupyter: None) -> Iterator[Launch | None]:
    """What starts a kernel quickly; None where processes cannot be forked."""
    if not hasattr(os, "fork"):
        yield None
        return
    with warm_kernels() as launch:
        yield launch


def quickly(launch: Launch | None) -> contextlib.AbstractContextManager[None]:
    """Inside, a kernel starts as a fork if there is something to fork, else as readers start it."""
    return launched_by(launch) if launch else contextlib.nullcontext()


@pytest.fixture(scope="session", params=CHAPTERS, ids=lambda path: path.stem)
def chapter(request: pytest.FixtureRequest, launch: Launch | None) -> Executed:
    """Each chapter, executed; the first in a kernel as readers start it, which has imported nothing yet."""
    path: Path = request.param
    with quickly(launch if path != CHAPTERS[0] else None):
        return Executed(path, *run_notebook(nbformat.read(path, as_version=4), path.parent))
