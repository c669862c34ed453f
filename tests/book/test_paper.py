"""Pages on paper: answers at the end, nothing cut, a strip for each simulation; and the whole book as one PDF."""

import io
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from tests.book.conftest import CHAPTER, TASK
from tests.book.pages import Links, pages_of
from tests.book.test_book import address
from tests.conftest import CHECKOUT

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
