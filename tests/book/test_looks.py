"""How the book looks: its letters and measure, pictures in the dark, cards, what the margin holds, nothing cut off."""

import base64
import io
import json
import subprocess
from typing import Any

import numpy as np
import pytest
from docutils import nodes
from PIL import Image, ImageDraw

from docs.book import web
from docs.book.cards import SYSTEMS, grid, pictures_of, small
from docs.book.dark import dark_matrix, pairs
from docs.book.images import Images
from docs.book.lines import keep_together
from docs.book.margins import asides
from docs.book.pages import named, tasks_page
from mechanics import systems
from mechanics.notebook import show
from tests.book.conftest import CHAPTER, TASK

DRAWN = ("ink", "muted", "body-edge", "force", "coordinate", "curve-1", "curve-2")


def address(book: Any, name: str) -> str:
    return (book / f"{name}.html").as_uri()


# --- pictures in the dark ---------------------------------------------------------------------------------------------
def in_the_dark(colour: Any) -> Any:
    return np.clip(dark_matrix() @ [*colour, 1.0], 0, 1)


def luminance(colour: Any) -> float:
    linear = np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def test_paper_becomes_the_page_and_every_colour_nearly_that_of_the_player():
    found = pairs()
    assert np.allclose(in_the_dark(found["paper"][0]), found["paper"][1], atol=1.5 / 255)
    for name, (light, dark) in found.items():
        assert np.abs(in_the_dark(light) - dark).max() < 0.16, f"{name} has another colour in the dark than in a player"


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_drawn_can_be_told_from_the_page_in_the_dark(name):
    page, drawn = luminance(pairs()["paper"][1]), luminance(in_the_dark(pairs()[name][0]))
    assert (drawn + 0.05) / (page + 0.05) > 4.5, f"{name} is hardly seen in the dark"


# --- cards and pictures -----------------------------------------------------------------------------------------------
def png(size: tuple[int, int]) -> bytes:
    picture = Image.new("RGBA", size, (255, 255, 255, 0))
    ImageDraw.Draw(picture).rectangle((size[0] // 4, size[1] // 4, size[0] // 2, size[1] // 2), fill="#25557f")
    picture.save(buffer := io.BytesIO(), format="png")
    return buffer.getvalue()


def test_a_picture_of_a_card_is_small_and_has_no_paper_around_it():
    shown = Image.open(io.BytesIO(small(png((2000, 1000)))))
    assert max(shown.size) <= 480
    corners = [shown.convert("RGB").getpixel(place) for place in ((0, 0), (shown.width - 1, shown.height - 1))]
    assert corners == [(37, 85, 127)] * 2, "there is still paper around what is drawn"


def test_every_system_has_a_picture_for_its_card():
    missing = [name for name in systems.names() if not (SYSTEMS / f"{name}.png").is_file()]
    assert not missing, f"no picture of {', '.join(missing)}: python -m docs.book.scenes {' '.join(missing)}"
    assert {path.stem for path in SYSTEMS.glob("*.png")} == set(systems.names()), "a picture of no system"


def test_a_chapter_and_a_task_have_the_picture_that_they_begin_with(checkout, tmp_path):
    path = checkout / f"{TASK}.ipynb"
    found = pictures_of({f"{TASK}.ipynb": path.read_text(encoding="utf-8")}, tmp_path)
    assert found[CHAPTER] == "pictures/course-A05-wheel-suspension.png" and (tmp_path / found[CHAPTER]).is_file()
    assert TASK not in found, "a task without outputs has no picture, and no broken one"
    chapters = {f"course/{path.stem}" for path in checkout.glob("course/*.ipynb")}
    assert chapters <= set(found), f"no picture of {chapters - set(found)}"


def test_pages_of_lists_have_cards_that_are_links_and_proper_titles():
    page = tasks_page({"exercises/05-euler-lagrange/x": "Task 5.1: a ball (*Aufgabe: Kugel*)"}, {})
    assert "## 5 Euler–Lagrange equations" in page
    assert "\n[Task 5.1: a ball](exercises/05-euler-lagrange/x.ipynb)\n" in page
    assert named("03d-energy") == "3d Energy" and named("A-self-study") == "A Machines to study by yourself"
    assert ":img-top: /pictures/a.png" in grid([("pictures/a.png", "[a](a.md)")])


def test_pictures_of_a_page_are_files_that_are_fetched_when_needed(tmp_path):
    text = '<img alt="A rod" width="10" src="data:image/png;base64,{}">'
    cell = {"outputs": [{"data": {"text/html": text.format(base64.b64encode(png((40, 20))).decode())}}]}
    images = Images(tmp_path)
    page = json.loads(images.outside(json.dumps({"cells": [cell]}), "course/x.ipynb"))
    html = page["cells"][0]["outputs"][0]["data"]["text/html"]
    assert 'alt="A rod"' in html and 'loading="lazy"' in html and "aspect-ratio: 40 / 20" in html
    (file,) = (tmp_path / "drawings").iterdir()
    assert f'src="../_static/drawings/{file.name}"' in html
    with Image.open(file) as kept, Image.open(io.BytesIO(png((40, 20)))) as given:
        seen = [Image.alpha_composite(Image.new("RGBA", (40, 20), "white"), p.convert("RGBA")) for p in (kept, given)]
        assert kept.format == "WEBP" and seen[0].tobytes() == seen[1].tobytes()
    Images(tmp_path).sweep()
    assert not list((tmp_path / "drawings").iterdir()), "a picture that no page uses stays"


# --- the margin -------------------------------------------------------------------------------------------------------
class Html:
    class builder:
        format = "html"

    class config:
        language = "en"


class German(Html):
    class config:
        language = "de"


def paragraph(*parts: Any) -> Any:
    texts = [nodes.Text(part) if isinstance(part, str) else part for part in parts]
    return nodes.paragraph("", "", *texts)


def test_a_term_in_brackets_goes_to_the_margin_and_nothing_is_lost():
    document = nodes.document(None, None)  # type: ignore[arg-type]
    document += paragraph("a constraint force (", nodes.emphasis("", "Zwangskraft"), "), which acts")
    document += paragraph("the lecture (see ", nodes.emphasis("", "Modellbildung"), ") says")
    whole = document.astext()
    asides(Html, document, "course/x")  # type: ignore[arg-type]
    (aside,) = [node for node in document.findall(nodes.inline) if "book-aside" in node["classes"]]
    assert aside.astext() == " (Zwangskraft)"
    assert document.astext() == whole, "the text of the page has changed"


@pytest.mark.parametrize(
    ("edition", "begins", "is_source"),
    [(Html, True, True), (German, True, True), (German, False, True), (Html, False, False)],
)
def test_the_source_of_a_chapter_is_one_note_with_all_its_terms(edition, begins, is_source):
    """The German edition says it in another order; a note inside of the note would not be seen."""
    document = nodes.document(None, None)  # type: ignore[arg-type]
    section = nodes.section("", nodes.title("", "A.5"), ids=["a-5"])
    first = paragraph(*[nodes.emphasis("", "Rad")] * begins, " follows (", nodes.emphasis("", "Aufgabe A.5"), ") of it")
    section += [first, paragraph("a force (", nodes.emphasis("", "Kraft"), ") acts")]
    document += section
    asides(edition, document, "course/x")
    found = [node.astext() for node in document.findall(nodes.inline) if "book-aside" in node["classes"]]
    assert ("book-source" in first["classes"]) == is_source
    assert found == ([] if is_source else [" (Aufgabe A.5)"]) + [" (Kraft)"]


def test_punctuation_stays_where_it_is_although_it_stands_twice_in_a_paragraph():
    document = nodes.document(None, None)  # type: ignore[arg-type]
    formula = nodes.math("v", "v")
    document += paragraph("measured ", nodes.strong("", "to the beam"), ".", " How fast is ", formula, ".")
    keep_together(Html, document, "course/x")  # type: ignore[arg-type]
    assert document.astext() == "measured to the beam. How fast is v."
    assert formula.parent.astext() == "v."


# --- numbers ----------------------------------------------------------------------------------------------------------
def test_measured_values_have_names_and_six_digits():
    shown = show({"t": 52.2994739517075, "h": np.float64(27340.7709341775)})
    assert "t = 52.2995" in shown._repr_latex_() and "h = 27340.8" in shown._repr_latex_()


# --- three.js ---------------------------------------------------------------------------------------------------------
def test_a_build_without_three_js_fails_with_a_sentence(monkeypatch):
    class NoNode:
        reason = staticmethod(str)

        @staticmethod
        def bundle() -> None:
            raise subprocess.SubprocessError("npm was not found")

    monkeypatch.setattr(web, "packaging", lambda: NoNode)
    with pytest.raises(SystemExit, match=r"three\.js, and it could not be bundled \(npm was not found\)"):
        web.space()


# --- in a browser -----------------------------------------------------------------------------------------------------
MEASURE = """() => [...document.querySelectorAll('.bd-article section > p:not(.book-source)')]
  .filter((p) => p.textContent.length > 250 && !p.querySelector('.math'))
  .map((p) => p.textContent.length / (p.offsetHeight / parseFloat(getComputedStyle(p).lineHeight)))"""
CUT = """() => {
  const cut = (box) => {
    if (!box || box.matches('article')) return false;
    if (box.scrollWidth <= box.clientWidth + 1) return cut(box.parentElement);
    const { overflowX, backgroundAttachment } = getComputedStyle(box);
    return overflowX === 'hidden' || (overflowX === 'auto' && !backgroundAttachment.includes('local'));
  };
  const wide = [...document.querySelectorAll('.bd-article :is(pre, div.math, table)')];
  return wide.filter(cut).map((node) => node.textContent.slice(0, 60));
}"""
UNFOLD = """() => document.querySelectorAll('.book-fold-button[aria-expanded="false"]').forEach((one) => one.click())"""
TYPESET = """[...document.querySelectorAll('.bd-article .math')]
  .every((node) => node.closest('[hidden]') || node.querySelector('mjx-container'))"""
OVERLAP = """() => [...document.querySelectorAll('div.math mjx-container')].filter((node) => {
  const glyphs = [...node.querySelectorAll('mjx-math mjx-c')];
  const boxes = (ofNumber) => glyphs.filter((glyph) => Boolean(glyph.closest('mjx-labels')) === ofNumber)
    .map((glyph) => glyph.getBoundingClientRect());
  const meet = (a, b) => a.right > b.left + 1 && a.left < b.right - 1 && a.bottom > b.top && a.top < b.bottom;
  return boxes(true).some((number) => boxes(false).some((glyph) => meet(glyph, number)));
}).map((node) => node.textContent.slice(0, 60))"""


@pytest.mark.browser
def test_the_text_is_set_in_its_own_letters_with_lines_that_can_be_read(small_book, visit):
    page = visit(address(small_book, CHAPTER), width=1280)
    page.evaluate("() => document.fonts.ready")
    faces = page.evaluate("() => [...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family)")
    assert any("STIX Two Text" in face for face in faces), f"loaded letters: {faces}"
    page.add_style_tag(content="* { content-visibility: visible !important; }")
    lengths = sorted(page.evaluate(MEASURE))
    assert lengths and 55 < np.median(lengths) < 80, f"characters a line: {lengths}"


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_cut_without_a_cue_and_no_number_lies_on_its_equation(small_book, visit, width):
    page = visit(address(small_book, CHAPTER), width=width)
    page.evaluate(UNFOLD)
    page.wait_for_function(TYPESET, timeout=120_000)
    page.add_style_tag(content="* { content-visibility: visible !important; }")
    assert not (cut := page.evaluate(CUT)), f"cut without a cue: {cut[:5]}"
    assert page.locator("mjx-labels").count() > 3, "no equation has a number"
    assert not (lying := page.evaluate(OVERLAP)), f"a number lies on its equation: {lying[:5]}"


@pytest.mark.browser
def test_a_long_chapter_is_folded_on_a_telephone_and_a_link_unfolds_it(small_book, visit):
    page = visit(address(small_book, CHAPTER), width=390)
    page.evaluate("() => mechanicsBook.complete")
    screens = page.evaluate("() => document.documentElement.scrollHeight / innerHeight")
    assert screens < 12, f"{screens:.0f} screens"
    summary = page.locator("section#summary")
    assert summary.locator(".book-fold").get_attribute("hidden") == "until-found"
    page.evaluate("() => { location.hash = '#summary'; }")
    page.wait_for_function("!document.querySelector('section#summary .book-fold').hasAttribute('hidden')")
    assert summary.locator("button").first.get_attribute("aria-expanded") == "true"
    summary.locator("button").first.click()
    assert summary.locator(".book-fold").get_attribute("hidden") == "until-found"


@pytest.mark.browser
def test_a_listing_that_goes_on_to_the_side_is_moved_with_the_keyboard(small_book, visit):
    page = visit(address(small_book, "judging"), width=390)
    page.evaluate("() => mechanicsBook.complete")
    scrolled = "(n) => [n.scrollWidth > n.clientWidth, n.tabIndex === 0]"
    found = []
    for listing in page.locator(".bd-article .pst-scrollable-table-container, .bd-article pre").all():
        listing.scroll_into_view_if_needed()
        page.wait_for_timeout(100)
        found.append(listing.evaluate(scrolled))
    assert any(wide for wide, _ in found) and all(reached for wide, reached in found if wide), found


CLOCK = "document.querySelector('.book-living [data-name=time]').value"


def wait_until_it_plays(page):
    page.wait_for_selector(".book-living [data-name=play][data-icon=pause]", state="attached", timeout=20_000)


def assert_still(page):
    page.wait_for_timeout(500)
    stopped = page.evaluate(CLOCK)
    page.wait_for_timeout(300)
    assert page.evaluate(CLOCK) == stopped, "it moves although nobody looks"


@pytest.mark.browser
def test_a_living_picture_moves_under_the_pointer_and_stays_a_link(small_book, visit):
    page = visit(address(small_book, "index"), motion="no-preference")
    page.evaluate("() => mechanicsBook.complete")
    card = page.locator(".book-living > a").first
    card.scroll_into_view_if_needed()
    play = card.locator("[data-name=play]")
    for event in ("pointerenter", "pointerleave"):  # somebody only passes: the player comes when nobody looks any more
        card.dispatch_event(event)
    play.wait_for(state="attached", timeout=20_000)
    assert_still(page)
    card.hover()
    wait_until_it_plays(page)
    assert card.locator("[data-name=loop]").get_attribute("aria-pressed") == "true", "it ends while somebody looks"
    page.wait_for_function(f"before => {CLOCK} !== before", arg=page.evaluate(CLOCK), timeout=20_000)
    page.mouse.move(0, 0)
    assert_still(page)
    card.hover()
    wait_until_it_plays(page)
    play.dispatch_event("click")  # the reader's own pause
    page.mouse.move(0, 0)
    assert_still(page)
    card.click()
    page.wait_for_url("**/systems.html#system-*")


@pytest.mark.browser
def test_a_drawing_is_light_on_the_page_in_the_dark(small_book, visit):
    page = visit(address(small_book, TASK), dark=True)
    picture = page.locator(".cell_output img").first
    picture.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('.cell_output img').complete")
    shown = Image.open(io.BytesIO(picture.screenshot())).convert("RGB")
    assert max(abs(a - b) for a, b in zip(shown.getpixel((3, 3)), (0x15, 0x19, 0x1E), strict=True)) < 4
    assert max(sum(colour) for _, colour in shown.getcolors(100_000)) > 500, "no light line is drawn"
