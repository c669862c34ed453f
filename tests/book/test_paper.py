"""Pages on paper: every simulation as a strip, answers at the end, nothing cut; and the whole book as one PDF."""

import io
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unicodedata import normalize

import numpy as np
import pytest
from PIL import Image

from docs.book.files import write_bytes
from docs.book.paper import camera, strips
from docs.book.paper.strips import Drawing, Strips, key_of
from docs.book.players import Players
from tests.book.conftest import CHAPTER, TASK
from tests.book.pages import Links, pages_of
from tests.book.test_book import address, text_of
from tests.conftest import CHECKOUT

PLAYER = re.compile('data-player="([^"]+)"')
TEXT = "<p><strong>Rod</strong> (simulation). It falls.</p>"
PLACE = f'<div class="book-player" data-player="p-1" data-front="f-1">{TEXT}{{}}</div>'
ASKS = "<p><strong>Predict first</strong> How?</p><details><summary>Why?</summary><p>So.</p></details>"
STYLE = (CHECKOUT / "docs" / "_static" / "paper.css").read_text(encoding="utf-8")
SCRIPT = (CHECKOUT / "docs" / "_static" / "paper.js").read_text(encoding="utf-8")
SECTIONS = (CHECKOUT / "docs" / "_static" / "sections.js").read_text(encoding="utf-8")
PAGE = f"""<!doctype html><html lang="en" data-theme="dark"><style>{STYLE}</style><article class="bd-article"><section>
<h1>5b Lagrange</h1><div class="math" id="wide"><p style="width: 90em">x</p></div><div class="math" id="narrow">y</div>
<details><summary>Step 1: energies</summary><p>derived</p></details>
<details><summary>Answer</summary><p>forty-two</p></details><details><summary>It falls.</summary><p>no</p></details>
<p>last words</p></section></article><script>{SCRIPT}</script></html>"""


def sheets(page: Any) -> Any:
    """What Chromium prints of a page, read again."""
    return pytest.importorskip("pypdf").PdfReader(io.BytesIO(page.pdf(format="A4")))


def words_of(reader: Any) -> str:
    return " ".join(" ".join(sheet.extract_text() for sheet in reader.pages).split())


# --- strips -----------------------------------------------------------------------------------------------------------
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


# --- a page -----------------------------------------------------------------------------------------------------------
@pytest.mark.browser
def test_answers_are_at_the_end_and_derivations_where_they_are(browser):
    page = browser.new_page()
    page.set_content(PAGE)
    before = page.content()
    text = words_of(sheets(page))
    order = [text.index(word) for word in ("derived", "last words", "Answers and hints", "forty-two", "It falls. no")]
    assert order == sorted(order), text
    assert page.content().replace(' style=""', "") == before, "printing has changed the page"
    page.close()


FOLDED = f"""<!doctype html><html lang="en"><style>{STYLE}</style><article class="bd-article"><section><h1>Long</h1>
{"".join(f"<section><h2>Part {k}</h2><p>words-{k}</p>PLAYER</section>" for k in range(8))}</section></article>
<script>SILENT{SECTIONS}</script></html>""".replace("PLAYER", '<div class="book-player"></div>', 1).replace(
    "PLAYER", ""
)


@pytest.mark.browser
@pytest.mark.parametrize("silent", ["", "addEventListener = () => {};"])
def test_sections_that_a_phone_folds_are_printed_and_folded_again(browser, silent):
    """Also where a browser says nothing of printing."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_content(FOLDED.replace("SILENT", silent))
    folded = "() => document.querySelectorAll('.book-fold[hidden]').length"
    assert page.evaluate(folded) == 7, "nothing is folded that could be missing"
    text = words_of(sheets(page))
    missing = [k for k in range(8) if f"words-{k}" not in text]
    assert not missing, f"sections that are not on paper: {missing}"
    assert page.evaluate(folded) == 7, "printing has changed the page"
    page.close()


@pytest.mark.browser
def test_a_wide_formula_fits_on_the_sheet_and_the_page_is_light(browser):
    page = browser.new_page()
    page.set_content(PAGE)
    scale = "(id) => Number(document.getElementById(id).style.getPropertyValue('--paper-scale') || 1)"
    page.evaluate("mechanicsPaper.prepare()")
    assert page.evaluate(scale, "wide") == pytest.approx(47 / 90, rel=0.02)
    assert page.evaluate(scale, "narrow") == 1
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.evaluate("mechanicsPaper.restore()")
    assert page.evaluate(scale, "wide") == 1
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.close()


@pytest.mark.browser
def test_a_chapter_on_paper_has_its_pictures_and_no_controls(small_book, visit):
    page = visit(address(small_book, CHAPTER), dark=True)
    page.evaluate("() => mechanicsBook.complete")
    reader = sheets(page)
    text = words_of(reader)
    count = page.locator(".book-strip").count()
    assert len(re.findall(r"Figure A\.5\.\d+", text)) == count + 2, "strips and sketches are the numbered figures"
    assert sum(len(sheet.images) for sheet in reader.pages) >= count + 2, "a picture was not loaded for paper"
    for word in ("Download the notebook", "All controls", "Search", "next", "On this page"):
        assert word not in text, f"{word!r} belongs to the screen"
    assert page.locator(".book-strip").first.is_hidden(), "the strip is seen on the screen, too"
    page.emulate_media(media="print")
    assert page.locator(".book-strip").first.is_visible()
    assert not page.locator(".book-player:visible").count(), "a player is on paper beside its strip"


# --- the whole book ---------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def bound(small_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The small book as a PDF."""
    pypdf = pytest.importorskip("pypdf")
    from docs.book.paper import pdf

    target = tmp_path_factory.mktemp("pdf") / "book.pdf"
    pages = [path for path in pdf.reading_order(small_book) if "library" not in path.parts][:9]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdf, "reading_order", lambda book: [*pages, *wanted(small_book, pages)])
        with ThreadPoolExecutor(1) as aside:  # this thread may belong to a browser of other tests
            aside.submit(pdf.make_pdf, small_book, target, "en").result()
    return pypdf.PdfReader(target)


def wanted(book: Path, pages: list[Path]) -> list[Path]:
    """The chapter and the task, where they are not among the pages."""
    return [path for path in (book / f"{name}.html" for name in (CHAPTER, TASK)) if path not in pages]


def test_the_reading_order_has_every_page_for_paper_once(small_book):
    pytest.importorskip("pypdf")
    from docs.book.paper.pdf import SCREEN, reading_order

    order = reading_order(small_book)
    assert sorted(order) == [path for path in pages_of(small_book) if path.name not in SCREEN]
    assert order[0].name == "index.html"


@pytest.mark.slow
@pytest.mark.browser
def test_contents_and_list_of_figures_name_the_right_sheets(bound):
    labels = bound.page_labels
    texts = [" ".join(normalize("NFKC", sheet.extract_text()).split()) for sheet in bound.pages]
    front = [k for k, label in enumerate(labels) if not label.isdigit()]
    listed = re.findall(r"(Figure \S+) .*? (\d+)(?= Figure |$)", texts[front[-1]].partition("List of figures")[2])
    assert listed, "no figures are listed"
    for figure, number in listed:
        assert f"{figure} " in texts[labels.index(number)], f"{figure} is not on sheet {number}"
    chapter = re.search(r"A\.5 Wheel suspension (\d+)", " ".join(texts[k] for k in front))
    assert chapter and "A.5 Wheel suspension" in texts[labels.index(chapter[1])]


@pytest.mark.slow
@pytest.mark.browser
def test_bookmarks_and_links_lead_to_sheets(bound):
    def titles(outline: Any) -> list[str]:
        return [title for part in outline for title in (titles(part) if isinstance(part, list) else [part.title])]

    assert {"A.5 Wheel suspension", "Simulation", "Summary"} <= set(titles(bound.outline))
    sheets_of_the_book = {sheet.indirect_reference.idnum for sheet in bound.pages}
    inside = outside = 0
    for sheet in bound.pages:
        for item in sheet.get("/Annots", ()):
            link = item.get_object()
            if "/Dest" in link:
                inside += 1
                assert link["/Dest"][0].idnum in sheets_of_the_book
            elif "/A" in link:
                outside += 1
                assert str(link["/A"]["/URI"]).startswith(("https:", "mailto:")), "a link to a file of the builder"
    assert inside > 20, f"{inside} links in the book, {outside} to the web"


@pytest.mark.slow
@pytest.mark.browser
def test_what_sheets_have_in_common_is_stored_once(bound):
    pictures: dict[bytes, set[int]] = {}
    for sheet in bound.pages:
        for item in sheet["/Resources"].get("/XObject", {}).values():
            if item.get_object()["/Subtype"] == "/Image":
                pictures.setdefault(item.get_object()._data, set()).add(item.idnum)
    assert len(pictures) > 10
    assert all(len(places) == 1 for places in pictures.values()), "a picture is stored several times"
    sheets = {sheet.indirect_reference.idnum for sheet in bound.pages}
    assert len(sheets) == len(bound.pages), "two sheets became one"


def test_anchors_for_links_are_those_of_the_pages(small_book):
    pytest.importorskip("pypdf")
    from docs.book.paper.pdf import linked, reading_order

    pages = reading_order(small_book)
    ids = {page: Links(page.read_text(encoding="utf-8")).ids for page in pages}
    lost = {f"{page.name}#{name}" for page, names in linked(pages).items() for name in names - ids[page]}
    lost = {name for name in lost if not re.search(r"\.(ipynb|md)\b", name)}  # of pages that are not in this book
    assert not lost, f"links to anchors that do not exist: {sorted(lost)[:5]}"
