"""The engine of the page - what `front_end` ships, with what computes runs - under node, without a browser."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from mechanics.drawing.browser_model import browser_model
from mechanics.drawing.playable import playable_of
from mechanics.drawing.player import front_end
from mechanics.drawing.session import Session

NAMES = (
    "A, BrowserModel, Budget, FREE, MU, ALPHA, BETA, P, RC, RE, Solver, T, TI, answer, codeOf, explained, integrate, "
    "lowOrder, machine, named, numberText, settledRange, ticks"
)
START = """
import { readFileSync } from "node:fs";
import { NAMES } from "./front.mjs";
const given = JSON.parse(readFileSync(process.argv[2]));
const row = (made, k) => Array.from(made.data.slice(k * made.columns, (k + 1) * made.columns));
const rows = (made) => Array.from({ length: made.count }, (_, k) => row(made, k));
const tell = (value) => console.log(JSON.stringify(value));
"""


def in_node(folder: Path, script: str, given: Any = None, seconds: float = 120.0) -> Any:
    """What a script tells, with the front end imported and `given` as data."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine: the engine of the page is tested in Chromium alone")
    (folder / "front.mjs").write_text(f"{front_end()}\nexport {{ {NAMES} }};", encoding="utf-8")
    (folder / "script.mjs").write_text(START.replace("NAMES", NAMES) + script, encoding="utf-8")
    (folder / "given.json").write_text(json.dumps(given), encoding="utf-8")
    line = [node, "script.mjs", "given.json"]
    done = subprocess.run(line, cwd=folder, capture_output=True, text=True, timeout=seconds)
    assert done.returncode == 0, f"the engine broke:\n{done.stderr[-2000:]}"
    return json.loads(done.stdout)


def model_of(system: Any, t: float, **start: float) -> dict[str, Any]:
    """What a page gets of a system, without the run of Python that a player begins with."""
    playable = playable_of(system)
    session = Session(playable, t, start, {}, {})
    times = playable.instants(t, {})
    run = {"values": session.settings, "start": float(times[0]), "end": float(times[-1]), "count": len(times)}
    return {"model": browser_model(session), "scene": session.scene.spec, "run": run}


def code_of(widget: Any, folder: Path) -> str:
    """The line that "Copy code" copies of a player whose plots and view nobody has changed."""
    script = """
    const { spec, run } = given;
    const plots = spec.plots.map((k) => ({ named: () => named(spec.choices[k]) }));
    tell(codeOf({ spec, run, plots, camera: { described: {} }, firstView: "{}", speed: spec.speed }));
    """
    return in_node(folder, script, {"spec": widget.spec, "run": widget.run})
