"""What has no peer: imports, and how long a slider's new trajectory takes in Python."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from mechanics import systems

from .timing import Run

__all__ = ["MAY_NOT_BE_LOADED", "imports", "slider"]

MAY_NOT_BE_LOADED = ("numba", "matplotlib", "IPython", "ipywidgets", "anywidget", "ipykernel")
STATEMENTS = ("import mechanics", "from mechanics import systems")
_PROBE = """
import sys, time
start = time.process_time()
{statement}
print(time.process_time() - start, len(sys.modules), *[m for m in {unwanted} if m in sys.modules])
"""


def imports(rounds: int = 7) -> dict[str, tuple[float, int, list[str]]]:
    """CPU time of an import in a new process, number of modules, and those that should not be among them."""
    with tempfile.TemporaryDirectory() as folder:
        return {statement: _import(statement, Path(folder), rounds) for statement in STATEMENTS}


def _import(statement: str, folder: Path, rounds: int) -> tuple[float, int, list[str]]:
    """Bytecode comes from `folder`, as in every installation; the first round writes it and does not count."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(folder)
    code = _PROBE.format(statement=statement, unwanted=MAY_NOT_BE_LOADED)
    lines = [
        subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(rounds + 1)
    ]
    return median(float(line[0]) for line in lines[1:]), int(lines[-1][1]), lines[-1][2:]


def slider() -> dict[str, float]:
    """CPU time from a new parameter value to the packed trajectory, s, for each system with a scene."""
    times = {}
    for name in systems.names():
        system = systems.load(name)
        answer = _answer(system)
        answer()
        times[name] = median(Run(answer).seconds() for _ in range(15))
    return times


def _answer(system: Any) -> Callable[[], bytes]:
    """What a moved slider does: numbers, simulation, scene and energies along it, bytes for the browser."""
    from mechanics.drawing.frames import packed
    from mechanics.drawing.playable import playable_of
    from mechanics.drawing.session import Session

    playable = playable_of(system)
    session = Session(playable, 10.0, playable.start({}), {}, {})
    name, value = next(iter(session.settings.items()))  # as the player knows them: a list has a number for each place
    state = {"factor": 1.0}

    def answer() -> bytes:
        state["factor"] = 2.1 - state["factor"]  # 1.1, 1.0, 1.1: never the same value twice in a row
        return packed(session.frames({name: value * state["factor"]}).values)

    return answer
