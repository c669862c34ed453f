"""A strip of instants for paper: every simulation has one, drawn once and committed."""

import json
import re
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from PIL import Image

from docs.book.files import write_bytes
from docs.book.paper import camera, strips
from docs.book.paper.strips import Drawing, Strips, key_of
from docs.book.players import Players
from tests.book.conftest import CHAPTER
from tests.book.test_book import text_of

PLAYER = re.compile('data-player="([^"]+)"')
TEXT = "<p><strong>Rod</strong> (simulation). It falls.</p>"
PLACE = f'<div class="book-player" data-player="p-1" data-front="f-1">{TEXT}{{}}</div>'
ASKS = "<p><strong>Predict first</strong> How?</p><details><summary>Why?</summary><p>So.</p></details>"


def test_every_simulation_has_a_strip_with_its_title(small_book):
    for name in (CHAPTER, "systems"):
        page = text_of(small_book, name)
        places, figures = (
            page.count('class="book-player"'),
            re.findall(r'class="book-strip"><img[^>]* src="([^"]+)"', page),
        )
        assert len(figures) == places > 0, f"{name}: {places} simulations and {len(figures)} strips"
        for figure in figures:
            assert (small_book / name).parent.joinpath(figure).stat().st_size > 3000, f"{figure} is empty"


def test_a_strip_is_drawn_once_and_leaves_the_book_with_its_player(tmp_path, monkeypatch):
    """Sphinx waits for what is drawn meanwhile; here it is drawn by a process that only writes the files."""
    monkeypatch.setattr(strips, "can_draw", lambda: True)
    monkeypatch.setattr(strips, "CAMERA", "tests.book.fake_camera")
    app = SimpleNamespace(srcdir=tmp_path / "source", outdir=tmp_path / "html", builder=SimpleNamespace(name="html"))
    for name in ("p-1", "p-2"):
        kept_as(tmp_path, name=name)

    def build(text: str) -> tuple[str, list[str], bool]:
        """The notebook, the strips of the book, and whether one was drawn."""
        added = Strips(tmp_path).add({"course/a.ipynb": text})["course/a.ipynb"]
        drawing = Drawing()
        drawing.begin(app)
        drawing.end(app, None)
        kept = sorted(path.name for path in (tmp_path / "html" / "_static" / "strips").iterdir())
        return added, kept, drawing.process is not None

    added, [strip], drawn = build(notebook(ASKS))
    assert drawn and f"../_static/strips/{strip}" in added, "a page one folder below the first one"
    shown = added.partition("book-strip")[2]
    assert "Predict first" in shown and "<details>" in shown, "the question is not on paper"
    assert not build(notebook(ASKS))[2], "what is there was drawn again"
    assert [name[:3] for name in build(notebook("").replace("p-1", "p-2"))[1]] == ["p-2"]
    assert not build(notebook(ASKS))[2], "a partial build has removed what others need"


def test_a_book_that_is_not_finished_keeps_no_browsers(tmp_path, monkeypatch):
    monkeypatch.setattr(strips, "can_draw", lambda: True)
    monkeypatch.setattr(strips, "CAMERA", "tests.book.fake_camera")
    app = SimpleNamespace(srcdir=tmp_path / "source", outdir=tmp_path / "html", builder=SimpleNamespace(name="html"))
    kept_as(tmp_path, name="slow-1")
    Strips(tmp_path).add({"course/a.ipynb": notebook("").replace("p-1", "slow-1")})
    drawing = Drawing()
    drawing.begin(app)
    begun = time.monotonic()
    drawing.end(app, ValueError("a page is wrong"))
    assert drawing.process and drawing.process.poll() is not None and time.monotonic() - begun < 30


def test_without_a_browser_the_book_is_built_and_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(strips, "can_draw", lambda: False)
    kept_as(tmp_path)
    files = {"course/a.ipynb": notebook("")}
    assert Strips(tmp_path).add(files)["course/a.ipynb"].count("book-strip") == 0
    assert "1 simulations are text on paper" in capsys.readouterr().out


def test_without_a_browser_a_book_has_the_strips_that_are_committed(tmp_path, monkeypatch):
    monkeypatch.setattr(strips, "can_draw", lambda: False)
    monkeypatch.setattr(strips, "COMMITTED", tmp_path / "committed")
    key = kept_as(tmp_path, mass=2.0)
    write_bytes(tmp_path / "committed" / f"{key}.webp", b"a strip")
    files = {"course/a.ipynb": notebook("")}
    assert Strips(tmp_path).add(files)["course/a.ipynb"].count("book-strip") == 1
    [strip] = (tmp_path / "strips").iterdir()
    assert strip.read_bytes() == b"a strip"
    kept_as(tmp_path, mass=3.0)
    strip.unlink()
    assert Strips(tmp_path).add(files)["course/a.ipynb"].count("book-strip") == 0, "a strip of other parameters"


def test_a_committed_strip_belongs_to_what_it_shows_on_every_processor(tmp_path):
    keys = [kept_as(tmp_path, mass=mass) for mass in (0.3, 0.1 + 0.2, 0.31)]
    assert keys[0] == keys[1] != keys[2], keys
    assert keys[0].startswith("rod-in-a-tube-"), "its name says nothing"


def kept_as(build: Path, mass: float = 1.0, name: str = "p-1") -> str:
    """Store a player in a book under a name; returns the name under which its strip is committed."""
    players = Players(build / "static")
    state = {"_esm": "", "_css": "", "spec": {"title": "Rod in a tube", "description": "", "mass": mass}}
    place = players.place({"state": state}, {}, "p")
    (players.folder / f"{PLAYER.search(place)[1]}.js").rename(players.folder / f"{name}.js")
    return key_of(PLACE.replace("p-1", name), players.folder)


def test_the_strips_of_a_book_are_drawn_and_committed(small_book, browser, tmp_path):
    """Chromium draws some of them anew: there is something to see, as large as what is committed."""
    static = small_book.parent / "static"
    places = {f"{key_of(place, static / 'players')}.webp": place for place in camera.listed(small_book.parent).values()}
    missing = [name for name in places if not (strips.COMMITTED / name).is_file()]
    assert len(missing) < 0.3 * len(places), f"docs/strips is not of these simulations: {missing}. Run: make paper"
    few = [*places][:: max(1, len(places) // 3)]
    camera.draw(static, {tmp_path / name: places[name] for name in few})
    for name in few:
        with Image.open(tmp_path / name) as picture:
            drawn = picture.convert("L")
        assert np.std(np.asarray(drawn)) > 5, f"{name}: nothing is drawn"
        if name not in missing:
            kept = size_of(strips.COMMITTED / name)
            assert drawn.width == kept[0], f"{name} is outdated. Run: make paper"
            assert abs(drawn.height - kept[1]) < 20, f"{name} is outdated. Run: make paper"


def size_of(path: Path) -> tuple[int, int]:
    """Width and height of a picture."""
    with Image.open(path) as picture:
        return picture.size


def notebook(inside: str) -> str:
    output = {"data": {"text/html": PLACE.format(inside)}, "metadata": {}, "output_type": "display_data"}
    return json.dumps({"cells": [{"cell_type": "code", "id": "a", "source": "", "outputs": [output]}]})
