"""The stills of the chapters: each has those it needs, they belong to cells as they are, and they can be made again."""

import ast
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from docs.stills import fingerprint
from mechanics.workspace.stills import FOLDER, INDEX
from tests.conftest import CHECKOUT
from tests.course.conftest import CHAPTERS

STILLS = CHECKOUT / "course" / FOLDER
LISTED: dict[str, dict[str, Any]] = json.loads((STILLS / INDEX).read_text(encoding="utf-8"))


def pictured(chapter: Path) -> list[tuple[str, str]]:
    """The cells that end with a call of `sketch` or `simulate`, and which; `predict` has a simulation in it."""
    found = []
    for cell in json.loads(chapter.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            last = getattr(ast.parse("".join(cell["source"])).body[-1], "value", None)
            name = getattr(last.func, "id", "") if isinstance(last, ast.Call) else ""
            name = "simulate" if name == "predict" else name
            found += [(cell["id"], name)] * (name in ("sketch", "simulate"))
    return found


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_has_its_opening_picture_and_its_first_simulation(chapter: Path) -> None:
    cells = pictured(chapter)
    expected = {cells[0][0], next(cell for cell, name in cells if name == "simulate")}
    assert set(LISTED.get(chapter.stem, {})) == expected, "run `make pictures`"
    for cell, still in LISTED[chapter.stem].items():
        assert len(still["alt"]) > 30, f"{cell} has no description"
        assert still["simulation"] == (dict(cells)[cell] == "simulate")
        now = fingerprint(chapter, cell, still["systems"])
        assert still["fingerprint"] == now, f"what {cell} shows has changed: run `make pictures`"


def test_every_picture_belongs_to_a_cell_and_is_small() -> None:
    listed = {f"{chapter}/{cell}.png" for chapter, cells in LISTED.items() for cell in cells}
    sizes = {path.relative_to(STILLS).as_posix(): path.stat().st_size for path in STILLS.glob("*/*")}
    assert set(sizes) == listed, "run `make pictures`"
    assert max(sizes.values()) <= 30_000
    assert sum(sizes.values()) <= 1_000_000


def made(folder: Path, *only: str) -> dict[str, bytes]:
    """The pictures that the command behind ``make pictures`` makes; playwright wants a process of its own."""
    line = [sys.executable, "-m", "docs.stills", *only, "--into", str(folder)]
    run = subprocess.run(line, cwd=CHECKOUT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.glob("*/*.png"))}


def difference(one: bytes, other: bytes) -> float:
    """How far the pixels of two pictures are from each other on average, of 255; other machines round otherwise."""
    a, b = (np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), dtype=float) for png in (one, other))
    return float(np.abs(a - b).mean()) if a.shape == b.shape else 255.0


def changed(now: dict[str, bytes]) -> dict[str, float]:
    """The pictures that look otherwise than those that are committed."""
    moved = {name: difference(png, (STILLS / name).read_bytes()) for name, png in now.items()}
    return {name: distance for name, distance in moved.items() if distance > 2.0}


@pytest.mark.browser
def test_pictures_can_be_made_again(tmp_path: Path) -> None:
    """Those of one chapter: a sketch, and bodies in space with light and shadow."""
    now = made(tmp_path, "08")
    assert list(now) == [f"08-flexible-bodies/{name}.png" for name in ("question-picture", "question-play")]
    assert not changed(now), "run `make pictures`"


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_all_pictures_look_as_they_would_today_and_have_the_same_bytes_twice(tmp_path: Path) -> None:
    """The library may have changed how it draws: that is not in the fingerprints."""
    now = made(tmp_path / "all")
    assert not changed(now), "run `make pictures`"
    again = made(tmp_path / "again", "08")
    assert again == {name: now[name] for name in again}
