"""The book for readers without JavaScript, with a keyboard, or with a screen reader."""

import html
import re
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes

from docs.book.formulas import FORMULA, Formulas, plain, symbols
from docs.book.tongues import is_german, mark_brackets
from docs.book.web import fetched_already
from tests.book.conftest import CHAPTER, TASK
from tests.book.pages import PLAYERS, pages_of

PAIR = re.compile(FORMULA.pattern + r"<noscript>(<math.*?</math>)?</noscript>")
ITALICS = re.compile(r"<em( [^>]*)?>(.*?)</em>", re.DOTALL)


def text_of(book: Path, name: str) -> str:
    return (book / f"{name}.html").read_text(encoding="utf-8")


# --- formulas ---------------------------------------------------------------------------------------------------------
def test_every_formula_of_the_book_has_mathml(small_book):
    for path in pages_of(small_book):
        text = path.read_text(encoding="utf-8")
        formulas = list(FORMULA.finditer(text))
        pairs = [found[found.re.groups] for found in PAIR.finditer(text)]
        assert len(pairs) == len(formulas), f"{path.name}: {len(formulas) - len(pairs)} formulas without MathML"
        bad = [pair for pair in pairs if not pair or "merror" in pair or "mathcolor" in pair]
        assert not bad, f"{path.name}: MathJax could not read {bad[:2]}"


@pytest.mark.browser
def test_formulas_are_readable_without_javascript(small_book, browser):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto((small_book / f"{CHAPTER}.html").as_uri())
    maths = page.locator(".bd-article math")
    assert maths.count() > 40 and maths.first.is_visible()
    latex = page.locator(".bd-article .math.notranslate").evaluate_all(
        "(all) => all.filter((one) => one.offsetHeight).length"
    )
    assert latex == 0, f"{latex} formulas show their LaTeX"
    page.context.close()


@pytest.fixture
def mathml(tmp_path: Path) -> Any:
    modules = fetched_already()
    if modules is None:
        pytest.skip("the packages of the book have not been fetched: make book")

    def convert(latex: str, display: bool = False) -> str:
        formulas = Formulas(tmp_path / "formulas.json", modules)
        formulas.ask([(latex, display)])
        return formulas[latex, display]

    return convert


def test_what_browsers_do_not_know_is_put_in_what_they_know(mathml):
    numbered = mathml(r"\begin{equation} a = b \tag{5.6} \end{equation}", True)
    assert "mlabeledtr" not in numbered and numbered.rindex("5.6") > numbered.index("<mi>b")
    bold = mathml(r"\mathbf{q} + \boldsymbol{\omega}")
    assert "mathvariant" not in bold and "𝐪" in bold and "𝝎" in bold


def test_a_formula_is_read_in_one_line_and_by_its_symbols(mathml):
    text = mathml(r"\ddot\varphi_{1} = \frac{m_{\mathrm{S}} g}{2} \sin\alpha")
    assert plain(text) == "φ̈_1 = (m_S g)/2 sin α"
    assert {"φ_1", "m_S", "g", "α"} <= set(symbols(text))


# --- words in another language ----------------------------------------------------------------------------------------
def test_german_words_in_an_english_page_say_that_they_are(small_book):
    for name in (CHAPTER, TASK, "sources"):
        article = text_of(small_book, name).partition("<article")[2].partition("</article>")[0]
        for attributes, inner in ITALICS.findall(article):
            words = html.unescape(re.sub(r"<[^>]+>", "", inner))
            assert ('lang="de"' in attributes) == is_german(words), f"{name}: {words!r} in italics"
    assert '<em lang="de"' in text_of(small_book, CHAPTER)


def test_the_glossary_says_which_terms_are_german(small_book):
    glossary = text_of(small_book, "glossary")
    german = re.findall(r'<dt lang="de" id="term-[^"]+">|<dt id="term-[^"]+" lang="de">', glossary)
    assert len(german) > 150, f"{len(german)} German terms are marked"
    assert re.search(r'<dt id="term-drift">', glossary), "English terms of an English page need no mark"


def test_german_in_brackets_behind_a_title_is_marked():
    words = "Example 4.2: the tower crane (Turmdrehkran)"
    title = nodes.title("", words)
    mark_brackets(title[0])
    assert [part.astext() for part in title if "language-de" in getattr(part, "attributes", {}).get("classes", ())] == [
        "Turmdrehkran"
    ]
    assert title.astext() == words


@pytest.mark.parametrize(
    ("words", "german"),
    [
        ("Führungskraft", False),
        ("Turmdrehkran", True),
        ("Aufgabe: Freier Fall", True),
        ("Run All", False),
        ("rigid", False),
    ],
)
def test_german_is_told_from_english_by_the_translations(words, german):
    assert is_german(words) == german


# --- simulations ------------------------------------------------------------------------------------------------------
@pytest.mark.browser
def test_without_javascript_a_simulation_tells_its_course_as_its_player_does(small_book, visit):
    text = text_of(small_book, CHAPTER)
    courses = re.findall(r'<noscript class="book-course">(.*?)</noscript>', text)
    assert len(courses) == text.count("data-player="), "a simulation without its course in words"
    page = visit((small_book / f"{CHAPTER}.html").as_uri())
    for k, course in enumerate(courses):
        place = page.locator(".book-player").nth(k)
        place.scroll_into_view_if_needed()
        place.locator(".mp-course li").first.wait_for(state="attached")
        told = [html.unescape(sentence) for sentence in re.findall(r"<li>(.*?)</li>", course)]
        assert told == place.locator(".mp-course li").all_text_contents(), f"simulation {k + 1}"
        assert len(told) > 1, f"simulation {k + 1} tells of nothing that moves"


@pytest.mark.browser
def test_simulations_are_reached_with_few_keys(small_book, visit):
    page = visit((small_book / f"{CHAPTER}.html").as_uri())
    page.evaluate("() => mechanicsBook.complete")
    count = page.evaluate(f"{PLAYERS}.length")
    inside = "(k) => document.querySelectorAll('.book-player')[k].contains(document.activeElement)"
    for _ in range(2):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == f"Skip to the simulations ({count})"
    page.keyboard.press("Enter")
    page.locator(".book-player").first.locator(".mechanics-player").wait_for()
    for k in range(1, count):
        page.keyboard.press("Shift+Tab")
        assert page.evaluate("document.activeElement.className") == "book-skip", f"no link before simulation {k}"
        assert page.evaluate("document.activeElement.getBoundingClientRect().height > 20"), "the link is not seen"
        page.keyboard.press("Enter")
        assert page.evaluate(inside, k), f"simulation {k + 1} is not reached"
