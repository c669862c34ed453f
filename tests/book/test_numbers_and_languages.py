"""Numbers of the text that set a simulation, and the switch between the languages of the book."""

import re
import shutil

import pytest

from docs.book.editions import write_editions
from tests.book.conftest import CHAPTER

VALUES = "(name) => [...document.querySelectorAll(`input[data-name=${name}]`)].map((input) => Number(input.value))"


@pytest.mark.browser
def test_a_number_of_the_text_sets_the_slider_of_its_simulation(small_book, visit):
    """Pointing shows the value and gives the old one back; dragging and the arrow keys change both."""
    page = visit((small_book / f"{CHAPTER}.html").as_uri())
    number = page.locator(".book-number[aria-valuetext^='d = 0']").first
    number.wait_for(state="attached")
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    before = page.evaluate(VALUES, "d")
    assert before[0] != 0, "the slider stands where the text wants it: nothing to be seen"
    number.scroll_into_view_if_needed()
    number.hover()
    assert page.evaluate(VALUES, "d")[0] == pytest.approx(0, abs=1e-3), "pointing at d = 0 does not show it"
    page.mouse.move(2, 2)
    assert page.evaluate(VALUES, "d")[0] == before[0], "the value before is not given back"  # others load meanwhile
    number.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    kept = float(number.get_attribute("aria-valuenow"))
    assert kept > 0
    assert page.evaluate(VALUES, "d")[0] == pytest.approx(kept, abs=0.01 * max(before))


@pytest.mark.browser
def test_the_switch_leads_to_the_same_section_and_only_to_editions_that_exist(small_book, visit, tmp_path):
    book = shutil.copytree(small_book, tmp_path / "html")
    write_editions(book)
    page = visit((book / f"{CHAPTER}.html").as_uri())
    assert page.locator(".book-language").count() == 0, "there is no other edition"
    shutil.copytree(small_book, book / "de")
    write_editions(book)
    page = visit((book / f"{CHAPTER}.html").as_uri())
    section = page.locator(".bd-article section[id]").nth(3).get_attribute("id")
    page.evaluate("(id) => document.getElementById(id).scrollIntoView()", section)
    page.wait_for_timeout(300)
    page.locator(".book-language").evaluate("(link) => link.click()")  # the driver would scroll the page for a click
    page.wait_for_url(re.compile(rf"/html/de/{CHAPTER}\.html#{section}$"))
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(500)  # what is above is laid out
    top = page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().top", section)
    assert 0 < top < 120, f"the section is {top:.0f} px from the top of the window"
    page.locator(".book-language").evaluate("(link) => link.click()")
    page.wait_for_url(re.compile(rf"/html/{CHAPTER}\.html#{section}$"))  # not to the one above it
