"""Search and cards as a reader meets them: from a folder, in both languages, with the keyboard, on a telephone."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from docs.book.search.build import finish
from docs.book.search.sections import sections_of
from docs.book.web import fetched_already
from tests.book.conftest import CHAPTER, TASK
from tests.book.pages import LAID_OUT, Links
from tests.conftest import CHECKOUT

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang="de" data-content_root="./"><head><meta charset="utf-8"><title>Buch</title>
<script defer src="_static/search.js"></script></head><body><article class="bd-article"><section id="anfang">
<h1>Punktkinematik</h1><p>Von Bahnen und Zeiten.</p>
<section id="bewegt"><h2>Bewegte Bezugssysteme</h2>
<p>Die Führungsbeschleunigungen und die Coriolisbeschleunigung.</p></section>
<section id="traege"><h2>Träge Körper</h2><p>Das Massenträgheitsmoment einer Kugel mit \
<span class="math notranslate nohighlight">\\(\\dot\\varphi_2 = m_S/2\\)</span>.</p></section>
</section></article><form><input type="search"></form><div><form><input type="search"></form>
<div class="book-search-results"></div></div></body></html>"""
TITLES = ".book-search-results .book-hit-title"


def finder(page: Any) -> Callable[[str], list[str]]:
    """``find(query)`` gives the titles of what the page of the search finds."""

    def find(query: str) -> list[str]:
        page.locator(".bd-search-container input[type=search], div > form > input").last.fill(query)
        page.wait_for_function("new URLSearchParams(location.search).get('q') === " + repr(query))
        return page.locator(TITLES).all_inner_texts()

    return find


@pytest.fixture
def search(small_book: Path, visit: Any) -> Any:
    """The page of the search of a book that lies in a folder."""
    return visit((small_book / "search.html").as_uri())


def hrefs(page: Any) -> list[str]:
    return page.locator(".book-search-results .book-hit").evaluate_all("(all) => all.map((one) => one.href)")


@pytest.mark.parametrize(
    ("query", "anchor"),
    [
        ("A.43a", "equation-A-43a"),
        ("(A.43a)", "equation-A-43a"),
        ("eq. A,43", "equation-A-43a"),
        ("5.62", "equation-5-62"),
        ("R(2.14)", "equation-R-2-14"),
        ("r2.14", "equation-R-2-14"),
        ("W(55)", "equation-W-55"),
        ("w55", "equation-W-55"),
    ],
)
def test_the_number_of_an_equation_leads_to_it_however_it_is_written(search, small_book, query, anchor):
    finder(search)(query)
    page, _, place = hrefs(search)[0].partition("#")
    assert place == anchor, f"{query!r} leads to {page}#{place}"
    assert anchor in Links(Path(unquote(urlsplit(page).path)).read_text(encoding="utf-8")).ids


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("four-bar", "Gelenkviereck, four-bar linkage"),
        ("Trägheitsmoment", "Massenträgheitsmoment, moment of inertia"),
        ("Traegheitsmoment", "Massenträgheitsmoment, moment of inertia"),
        ("tragheitsmoment", "Massenträgheitsmoment, moment of inertia"),
        ("Gleichung", "Frequenzgleichung, frequency equation"),
        ("wheel suspension", "A.5 Wheel suspension"),
        ("wheel_suspension", "Wheel suspension"),
        ("susspension", "A.5 Wheel suspension"),
    ],
)
def test_terms_systems_and_misspelt_words_are_found(search, query, title):
    found = finder(search)(query)
    assert title in found[:6], f"{query!r} finds {found[:6]}"


def test_a_hit_leads_to_a_section_and_shows_its_words(search, small_book):
    finder(search)("push rod")
    sections = {
        f"{page}.html#{one.anchor}": "".join(one.text)
        for page in (CHAPTER, TASK)
        for one in sections_of((small_book / f"{page}.html").read_text(encoding="utf-8"), lambda formula: "")
    }
    hit = search.locator(f".book-hit[href*='{CHAPTER}.html#']").first
    text = sections[hit.get_attribute("href").removeprefix(small_book.as_uri() + "/")]
    marked = hit.locator("mark").all_inner_texts()
    assert {word.lower().rstrip("s") for word in marked} == {"push", "rod"}, marked
    assert all(word in text for word in hit.locator(".book-hit-text mark").all_inner_texts())


def test_a_symbol_is_found_as_it_is_written_and_as_it_is_said(search):
    find = finder(search)
    by_name = find("phi")
    assert by_name == find("φ") and by_name, "phi and φ are the same symbol"
    assert find("f_S") == find("F_s") != []


@pytest.mark.parametrize("query", ["Beschleunigung", "führungsbeschl", "Fuehrungsbeschleunigung"])
def test_a_german_word_is_found_in_its_compounds(german, query):
    found = finder(german)(query)
    assert found == ["Bewegte Bezugssysteme"], f"{query!r} finds {found}"
    assert german.locator(".book-hit mark").all_inner_texts()[0] == "Führungsbeschleunigungen"


@pytest.mark.parametrize("query", ["Trägheit", "moment", "phi_2", "φ", "m_S", "Kugeln"])
def test_a_german_page_is_found_by_part_symbol_and_form_of_a_word(german, query):
    found = finder(german)(query)
    assert found == ["Träge Körper"], f"{query!r} finds {found}"


@pytest.fixture
def german(tmp_path: Path, visit: Any) -> Any:
    """A book of one German page, which is the page of its search as well."""
    modules = fetched_already()
    if modules is None:
        pytest.skip("the packages of the book have not been fetched: make book")
    (tmp_path / "_static").mkdir()
    shutil.copy(CHECKOUT / "docs" / "_static" / "search.js", tmp_path / "_static")
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    finish(tmp_path, modules, "de")
    return visit((tmp_path / "index.html").as_uri())


# --- in the dialog ----------------------------------------------------------------------------------------------------
def opened(page: Any, query: str) -> Any:
    """Open the dialog, write a query, and wait for what is found."""
    page.evaluate("() => mechanicsBook.complete")
    page.keyboard.press("Control+K")
    page.locator("#pst-search-dialog").wait_for()
    page.keyboard.type(query)
    page.locator("#pst-search-dialog .book-hit").first.wait_for()
    return page.locator("#pst-search-dialog")


def test_results_come_as_one_types_and_the_keyboard_goes_through_them(small_book, visit):
    page = visit((small_book / f"{CHAPTER}.html").as_uri())
    dialog = opened(page, "friction")
    box = dialog.locator("input")
    assert box.get_attribute("role") == "combobox" and box.get_attribute("aria-expanded") == "true"
    assert re.fullmatch(r"\d+ places found", dialog.get_by_role("status").inner_text())
    page.keyboard.press("ArrowDown")
    dialog.locator("#book-hit-1[aria-selected=true]").wait_for()
    chosen = dialog.locator("[role=option][aria-selected=true]")
    assert chosen.count() == 1 and box.get_attribute("aria-activedescendant") == "book-hit-1"
    target = chosen.evaluate("(option) => option.href")
    page.keyboard.press("Enter")
    page.wait_for_url(target)
    opened(page, "q")
    page.keyboard.press("Escape")
    assert not page.locator("#pst-search-dialog").is_visible()


def test_a_key_means_what_fits_all_that_was_typed_before_it(small_book, visit):
    """Results follow what is typed a moment later: Enter must not open what fits the first letters."""
    page = visit((small_book / f"{CHAPTER}.html").as_uri())
    dialog = opened(page, "spring")
    first = dialog.locator("#book-hit-0").get_attribute("href")
    second = dialog.locator("#book-hit-1").get_attribute("href")
    dialog.locator("input").fill("mass matrix")
    dialog.locator(".book-hit-all[href$='mass%20matrix']").wait_for()
    assert dialog.locator("#book-hit-1").get_attribute("href") != second != first
    dialog.locator("input").evaluate("""(input) => {
      input.value = "spring";
      input.dispatchEvent(new InputEvent("input"));
      const press = (key) => input.dispatchEvent(new KeyboardEvent("keydown", { key }));
      ["ArrowDown", "ArrowDown", "ArrowUp", "Enter"].forEach(press);
    }""")
    page.wait_for_url(f"**/{second.split('/')[-1]}")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_search_is_accessible_on_a_telephone(small_book, visit, axe, dark):
    page = visit((small_book / f"{CHAPTER}.html").as_uri(), dark=dark, width=390)
    page.evaluate("() => mechanicsBook.complete")
    page.locator(".search-button__button:visible").first.click()
    page.keyboard.type("spring")
    page.locator(".book-hit").first.wait_for()
    box = page.locator("#pst-search-dialog").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390, box
    page.add_style_tag(content=LAID_OUT)
    page.evaluate(axe)
    faults = page.evaluate("""async () => {
      const { violations } = await axe.run("#pst-search-dialog", { preload: false });
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
    }""")
    assert not faults, faults


# --- cards ------------------------------------------------------------------------------------------------------------
LINK = "a.equation[href$='#equation-A-43a'], a.equation[href*='#equation-A-4']"


def test_a_reference_shows_its_equation_when_it_is_pointed_at_or_reached(small_book, visit):
    page = visit((small_book / f"{CHAPTER}.html").as_uri())
    page.evaluate("() => mechanicsBook.complete")
    link, card = page.locator(LINK).first, page.locator(".book-card")
    link.hover()
    card.wait_for()
    assert link.inner_text().rstrip(")") in card.inner_text() and card.locator("mjx-container").count()
    card.hover()
    page.wait_for_timeout(400)
    assert card.is_visible(), "one cannot point at the card"
    page.keyboard.press("Escape")
    assert not card.is_visible()
    link.focus()
    card.wait_for()
    assert link.get_attribute("aria-describedby") == card.get_attribute("id")


def test_a_tap_shows_the_card_and_its_link_leads_on(small_book, browser):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto((small_book / "course" / "A05-wheel-suspension.html").as_uri())
    page.evaluate("() => mechanicsBook.complete")
    link, card = page.locator(LINK).first, page.locator(".book-card")
    link.scroll_into_view_if_needed()
    link.tap()
    card.wait_for()
    assert "#equation" not in page.url
    box = card.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    card.locator("a").tap()
    page.wait_for_function("location.hash.startsWith('#equation-A-4')")
    context.close()


def test_a_term_shows_what_it_means(small_book, visit):
    page = visit((small_book / f"{CHAPTER}.html").as_uri())
    page.evaluate("() => mechanicsBook.complete")
    link = '<a class="term" href="../glossary.html#term-Abdriften">Abdriften</a>'  # this chapter has none
    page.evaluate("(link) => document.querySelector('.bd-article p').insertAdjacentHTML('beforeend', link)", link)
    page.locator("a.term").hover()
    page.locator(".book-card").wait_for()
    said = page.locator(".book-card").inner_text()
    assert said.startswith("Abdriften, drift") and "constraint" in said
