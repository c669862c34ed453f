"""The web book: complete, without dead links, quiet in a browser, accessible, and silent about solutions."""

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from docs.book.styles import UNUSED
from tests.book.conftest import CHAPTER, SMALL, TASK, built
from tests.book.pages import PLAYERS, Links, complaints, dead_links, pages_of, see_first
from tests.tasks.withheld import told, words_of

TIME = "Number(document.querySelector('.book-player [data-name=time]').value)"
PICTURE = "document.querySelector('.book-player .mp-canvas').toDataURL()"
SAMPLE = ["index", CHAPTER, TASK, "glossary"]  # every page: the slow tests


def address(book: Path, name: str) -> str:
    return (book / f"{name}.html").as_uri()


def text_of(book: Path, name: str) -> str:
    return (book / f"{name}.html").read_text(encoding="utf-8")


def without_hints(text: str) -> str:
    """A script of a task without its hints, the last of which may give a line; any other text as it is."""
    if not text.startswith("mechanicsTask("):
        return text
    task = json.loads(text[text.index("{") : text.rindex("}") + 1])
    for check in task["checks"]:
        assert check.pop("hints") is not None
    return json.dumps(task, ensure_ascii=False)


def tells(book: Path) -> list[str]:
    """Texts of the book that hold a line of a solution or a hidden test; its hints may."""
    files = [p for p in book.rglob("*") if p.suffix in (".html", ".js", ".ipynb", ".json", ".txt")]
    texts = {p: without_hints(p.read_text(encoding="utf-8")) for p in files if "mathjax" not in p.parts}
    return [f"{p.relative_to(book)}: {said}" for p, text in texts.items() if (said := told(words_of(p.name, text)))]


# --- what is in it ----------------------------------------------------------------------------------------------------
def test_every_link_inside_the_book_leads_somewhere(small_book):
    dead = [link for link in dead_links(small_book) if ".ipynb" not in link]  # to chapters left out of this one
    assert not dead, "links that lead nowhere:\n" + "\n".join(dead[:20])


def test_no_page_names_an_address_outside(small_book):
    for page in pages_of(small_book):
        loaded = re.findall(r"<(?:script|link|img)[^>]*?(?:src|href)=\"(https?:[^\"]+)", page.read_text())
        assert not loaded, f"{page.name} loads from elsewhere: {loaded}"


def test_a_mention_of_an_equation_leads_to_where_it_stands(small_book):
    chapter = Links(text_of(small_book, CHAPTER))
    assert "equation-A-43a" in chapter.ids, "the anchor of (A.43a) is missing"
    assert "#equation-A-43a" in chapter.links, "no mention of (A.43a) leads to it"
    index = Links(text_of(small_book, "equations"))
    assert f"{CHAPTER}.html#equation-A-43a" in index.links, "the index does not lead to (A.43a)"


def test_the_index_of_equations_has_them_all_with_their_tests(small_book):
    from tests.lecture.lecture_map import equations

    page = text_of(small_book, "equations")
    rows = re.findall(r"<tr[^>]*>.*?</tr>", page, re.DOTALL)
    assert len([row for row in rows if "<td" in row]) == len(equations())
    unproved = [row for row in rows if "<td" in row and "<code" not in row]
    assert not unproved, f"{len(unproved)} equations without a test, the first: {unproved[:1]}"


def test_a_task_is_a_statement_only(small_book):
    page = text_of(small_book, TASK)
    assert "check(" not in re.sub(r"<[^>]+>", "", page), "the page of a task shows its checks"
    assert "What you have found" not in page, "the page of a task tells what there is to find"
    assert 'alt="' in page and "use.html#get-the-course" in page


def test_the_book_holds_no_solution_and_no_hidden_test(small_book):
    found = tells(small_book)
    assert not found, "the book tells what students shall find:\n" + "\n".join(found[:10])


# --- in a browser -----------------------------------------------------------------------------------------------------
@pytest.mark.browser
@pytest.mark.parametrize("place", ["file", "http"])
def test_a_simulation_moves_without_a_kernel(small_book, visit, server, place):
    start = small_book.as_uri() if place == "file" else server(small_book)
    page = visit(f"{start}/{CHAPTER}.html")
    see_first(page)
    before, moment = page.evaluate(PICTURE), page.evaluate(TIME)
    page.locator(".book-player [data-name=play]").first.click()
    page.wait_for_function(f"{TIME} > {moment} + 0.2")
    assert page.evaluate(PICTURE) != before, "the clock runs, and the picture does not change"
    assert page.locator(".book-player > p > strong").count() < page.evaluate(f"{PLAYERS}.length")


def test_the_index_of_systems_shows_the_simulation_of_a_chapter_without_its_question(small_book):
    place = re.compile(r'data-player="([^"]+)"[^>]*>(.*?)</div>', re.DOTALL)
    chapter, index = ((small_book / f"{name}.html").read_text(encoding="utf-8") for name in (CHAPTER, "systems"))
    shown = dict(place.findall(chapter))
    asked = [name for name, text in shown.items() if "Predict first" in text]
    (section,) = re.findall(r'id="wheel-suspension">.*?</section>', index, re.DOTALL)
    ((name, text),) = place.findall(section)
    assert name in asked, f"{name} is none of {asked}"
    assert "Predict first" not in text
    assert index.count("data-player=") == len(set(place.findall(index))) == index.count("<h3>"), "a system without"


def test_a_book_can_be_built_again_in_its_folder(small_book):
    """What an earlier build has left is not in the way."""
    before = {path.name: path.read_bytes() for path in (small_book / "_static").glob("**/*.css")}
    built(small_book.parent, *SMALL)
    assert {path.name: path.read_bytes() for path in (small_book / "_static").glob("**/*.css")} == before


def test_a_page_loads_no_script_that_does_nothing_in_it(small_book):
    unused = [name for name in UNUSED if f"/{name}" in text_of(small_book, "index") + text_of(small_book, CHAPTER)]
    assert not unused, f"{unused} are loaded and do nothing"
    assert "/doctools.js" in text_of(small_book, "py-modindex"), "its groups do not fold without it"


def test_the_page_downloads_only_python_that_it_can_read(small_book):
    names = zipfile.ZipFile(small_book / "_static" / "python" / "packages.zip").namelist()
    assert "sympy/__init__.pyc" in names
    assert not [name for name in names if "__pycache__" in name], "compiled by the Python that builds the book"


@pytest.mark.browser
def test_the_first_simulation_comes_before_what_takes_long(small_book, visit):
    page = visit("about:blank")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address(small_book, CHAPTER))
    assert page.evaluate("document.documentElement.dataset.theme") == "light", "no colours until the theme runs"
    page.evaluate("() => mechanicsBook.complete")
    order = [next(k for k, url in enumerate(asked) if name in url) for name in ("/players/A05", "/mathjax/packed")]
    assert order == sorted(order), f"MathJax was fetched before the first simulation: {asked}"
    page.locator(".search-button__button:visible").first.click()
    assert page.locator("#pst-search-dialog").is_visible(), "the theme's own scripts did not come"


@pytest.mark.browser
def test_every_formula_is_typeset_in_the_end(small_book, visit):
    page = visit(address(small_book, CHAPTER))
    page.evaluate("() => mechanicsBook.complete")
    nodes = page.locator(".math")
    left = nodes.evaluate_all("(all) => all.filter((n) => !n.querySelector('mjx-container')).map((n) => n.innerText)")
    assert nodes.count() > 40 and not left, f"{len(left)} formulas stay as text: {left[:3]}"
    assert page.locator(".bd-article math:not(mjx-container *)").count() == 0, "formulas that are set keep their MathML"


@pytest.mark.browser
@pytest.mark.parametrize("reader", ["slow", "prints at once"])
def test_until_its_formulas_are_set_a_page_shows_them_as_mathml(small_book, browser, reader):
    """The first screens at once, the others when there is time, or when somebody prints before."""
    page = browser.new_page()
    if reader == "slow":
        page.route("**/mathjax/**", lambda route: route.abort())
    else:
        page.add_init_script("window.requestIdleCallback = () => {}")
    page.goto(address(small_book, CHAPTER))
    formulas, drafts = page.locator(".math"), page.locator(".bd-article math")
    assert drafts.count() >= 40, "the first screens show LaTeX"
    if reader != "slow":
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_function(f"document.querySelectorAll('.bd-article math').length === {formulas.count()}")
    left = page.evaluate("document.querySelector('.bd-article').innerText").count("\\(")
    boxes = formulas.evaluate_all("(all) => all.filter((n) => n.offsetHeight > 2).length")
    assert boxes == 0 and left == 0, f"{max(boxes, left)} formulas are shown as LaTeX"
    page.close()


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_a_link_to_an_equation_in_a_dropdown_leads_to_it(small_book, visit, width):
    """From the same page, and from another one."""
    for direct in (False, True):
        page = visit(address(small_book, CHAPTER) + "#equation-A-45c" * direct, width=width)
        page.evaluate("() => mechanicsBook.complete")
        if not direct:
            page.evaluate("location.hash = 'equation-A-45c'")
        page.wait_for_timeout(1000)
        top = page.locator("#equation-A-45c").evaluate("(node) => node.getBoundingClientRect().top")
        assert 40 < top < 400, f"it is {top:.0f} px from the top of the window"


# A wide equation begins at the left edge of its box; whoever reads on scrolls to the right.
BEGINS_BEFORE = """() => [...document.querySelectorAll("div.math")].filter((box) => {
  const inside = box.querySelector("mjx-container");
  return inside && inside.getBoundingClientRect().left < box.getBoundingClientRect().left - 1;
}).map((box) => box.id || box.textContent.slice(0, 40))"""


@pytest.mark.browser
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pages_are_accessible(small_book, visit, axe, dark):
    for name in SAMPLE:
        found = complaints(visit(address(small_book, name), dark=dark), axe)
        assert not found, f"{name}: {len(found)} faults of accessibility:\n" + "\n".join(found[:5])


@pytest.mark.browser
def test_nothing_is_wider_than_a_telephone(small_book, visit):
    for name in SAMPLE:
        page = visit(address(small_book, name), width=360)
        if page.evaluate(f"{PLAYERS}.length"):
            see_first(page)
        page.evaluate("() => mechanicsBook.complete")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, f"{name} must be scrolled sideways"
        behind = page.evaluate(BEGINS_BEFORE)
        assert not behind, f"{name}: equations that are scrolled to their end at first: {behind[:3]}"


# --- the whole book ---------------------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_whole_book_has_every_chapter_and_task_and_no_dead_link(whole_book, checkout):
    sources = [*checkout.glob("course/*.ipynb"), *checkout.glob("exercises/*/*.ipynb")]
    missing = [str(p) for p in sources if not (whole_book / p.relative_to(checkout)).with_suffix(".html").exists()]
    assert not missing, f"no page for {missing}"
    dead = list(dead_links(whole_book))
    assert not dead, "links that lead nowhere:\n" + "\n".join(dead[:20])
    found = tells(whole_book)
    assert not found, "the book tells what students shall find:\n" + "\n".join(found[:10])


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_page_is_accessible(whole_book, visit, axe, dark):
    faults: dict[str, Any] = {}
    for path in pages_of(whole_book):
        page = visit(path.as_uri(), dark=dark)
        if found := complaints(page, axe):
            faults[str(path.relative_to(whole_book))] = found[:3]
        page.context.close()
    assert not faults, f"{len(faults)} pages with faults of accessibility: {faults}"


@pytest.mark.browser
def test_a_chapter_counts_as_read_when_its_summary_was_in_sight(browser, small_book):
    page = browser.new_page()
    try:
        page.goto(address(small_book, "progress"))
        line = page.locator(".book-reading-line")
        assert line.inner_text().startswith("0 of ")
        page.goto(address(small_book, CHAPTER))
        page.evaluate("document.querySelector('section#summary').scrollIntoView()")
        page.wait_for_function("localStorage.getItem('mechanics-read')", timeout=10_000)
        page.goto(address(small_book, "progress"))
        assert line.inner_text().startswith("1 of ")
        assert page.locator(".book-read").count() == 1, "the chapter has no mark"
    finally:
        page.close()
