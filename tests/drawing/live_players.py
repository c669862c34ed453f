"""A table of all players of the course and the tasks: whether the sliders work in a page without Python, and why not.

``python -m tests.drawing.live_players [PATTERN ...]`` runs the chapters, the solutions of the tasks and the page of all
systems, or those whose paths contain a pattern, and prints one line for each player.
"""

import json
import os
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
FOLDERS = ("course", "solutions")
SYSTEMS = ROOT / "docs" / "systems"  # the page of the book that shows each of them

__all__ = ["Found", "players_of"]


class Found(NamedTuple):
    """A player: where it stands, what it shows, and the kind of system; `why` is empty where its sliders live."""

    where: str
    title: str
    kind: str
    sliders: int
    why: str


def players_of(path: Path) -> list[Found]:
    """All players that the cells of a notebook make.

    Parameters
    ----------
    path : Path
        Of the notebook.
    """
    import matplotlib as mpl

    mpl.use("agg")
    from IPython.core.interactiveshell import InteractiveShell

    from mechanics.drawing import player

    found: list[Found] = []
    made = player.Player.__init__

    def noted(self: Any, spec: dict[str, Any], session: Any, first: Any) -> None:
        made(self, spec, session, first)
        found.append(described(path, spec, session))

    player.Player.__init__ = noted
    shell = InteractiveShell.instance()
    os.chdir(path.parent)
    sys.path.insert(0, str(path.parent))
    for source in sources(path):
        result = shell.run_cell(source, silent=True)
        if result.error_before_exec or result.error_in_exec:
            print(f"{path.name}: {result.error_in_exec or result.error_before_exec}", file=sys.stderr)
    return found


def sources(path: Path) -> Iterator[str]:
    """The code cells of a notebook."""
    if path == SYSTEMS:
        yield "from mechanics import systems\nfrom mechanics.widgets import simulate"
        yield "for name in systems.names():\n    simulate(name, autoplay=False)"
        return
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            yield "".join(cell["source"])


def described(path: Path, spec: dict[str, Any], session: Any) -> Found:
    """One row of the table."""
    system = session.playable.system
    sliders = len(spec["sliders"])
    why = "" if spec["model"] or not sliders else reason(session)
    return Found(str(path.relative_to(ROOT)), spec["title"], type(system).__name__, sliders, why)


def reason(session: Any) -> str:
    """Why a player has no model in the browser."""
    system = session.playable.system
    if session.functions:
        return "an input is a function"
    if getattr(system, "solution", None) is not None and not system.formulas:
        return "a function of Python solves it"
    if hasattr(system, "build"):
        return of_bodies(session)
    if getattr(system, "multipliers", None):
        return "constraints are kept: loops, or wheels that roll"
    return "its model has a class of its own, or its times of jumps depend on sliders"


def of_bodies(session: Any) -> str:
    """Why bodies cannot be recorded."""
    from mechanics.drawing.recorded import recorded_bodies

    playable = session.playable
    values, scene = playable.parameters.defaults, session.scene.expressions
    try:
        recorded_bodies(playable.system, values, scene, playable.scene.switches)
    except NotImplementedError as error:
        return str(error)
    return "its text is too long"


def main(patterns: list[str]) -> None:
    """Print the table."""
    paths = [p for folder in FOLDERS for p in sorted((ROOT / folder).rglob("*.ipynb")) if ".ipynb_ch" not in str(p)]
    paths = [SYSTEMS, *paths]
    paths = [p for p in paths if not patterns or any(pattern in str(p) for pattern in patterns)]
    rows: list[Found] = []
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for found in pool.imap(players_of, paths):
            rows += found
            for row in found:
                print(
                    f"{'live' if not row.why else 'DEAD':5}{row.where:50.50} {row.title:40.40} {row.kind:18} {row.why}"
                )
    print(f"{len(rows)} players, {sum(not row.why for row in rows)} live")


if __name__ == "__main__":
    main(sys.argv[1:])
