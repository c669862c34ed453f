"""Graders in their browser: keys, rubric, groups, undo, two of them at once, and students who try to be in the page."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.grading.box_class import BOX, Class
from tests.grading.written_class import written_class

pytestmark = [
    pytest.mark.browser,
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Class:
    return written_class(tmp_path_factory.mktemp("marking") / "course")


@pytest.fixture(scope="module")
def address(box: Class) -> Iterator[str]:
    """Of ``mechanics mark``."""
    line = [sys.executable, "-u", "-m", "mechanics.cli", "mark", BOX, "--no-browser", "--course", str(box.root)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=os.environ | {"BROWSER": "none"}) as process:
        assert process.stdout
        first = process.stdout.readline()
        assert first.startswith("http://127.0.0.1:"), first
        yield first.strip()
        process.terminate()


class Grader:
    """One of them, with the page open."""

    def __init__(self, page: Any):
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def expect(self, selector: str, text: str) -> None:
        """Wait for a text."""
        self.page.locator(selector, has_text=text).first.wait_for(timeout=60_000)

    def go(self, name: str) -> None:
        self.page.locator("#entries button", has_text=name).click()
        self.expect("#who", name)

    @property
    def entries(self) -> list[str]:
        return [text.replace("\n", " ") for text in self.page.locator("#entries button").all_inner_texts()]


@pytest.fixture(scope="module")
def grader(browser: Any, address: str) -> Iterator[Callable[[], Grader]]:
    """``grader()`` opens the page in a browser of its own; nothing may go wrong in it, and nobody else be asked."""
    contexts, wrong = [], []

    def open_page() -> Grader:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: wrong.append(dialog.message))
        page.on("request", lambda request: wrong.append(request.url) if is_strange(request.url) else None)
        page.goto(address)
        found = Grader(page)
        found.expect("#entries button", "Ada")
        return found

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong, f"the page of the graders: {wrong}"


def is_strange(url: str) -> bool:
    return not url.startswith(("http://127.0.0.1:", "data:"))


@pytest.fixture(scope="module")
def first(grader: Callable[[], Grader]) -> Grader:
    """A grader who has made the rubric."""
    found = grader()
    for text, points in (("Names the law", "2"), ("Says f = m a", "1")):
        found.page.get_by_role("button", name="Add an item").click()
        found.page.get_by_label("Item", exact=True).last.fill(text)
        found.page.locator("#lines").get_by_label("Points").last.fill(points)
    found.page.get_by_role("button", name="Save the rubric").click()
    found.expect("#status", "The rubric is saved.")
    return found


def test_keys_mark_a_whole_group_but_not_who_was_taken_out(first: Grader, box: Class) -> None:
    first.go("Ada")
    assert first.page.locator("#who").inner_text() == "Ada Lovelace and 3 more"
    first.page.locator("#members").get_by_label("cyd").uncheck()
    first.page.locator("#who").focus()
    first.press("1", "2")
    first.expect("#entries button", "✓ 3")
    pressed = [item.get_attribute("aria-pressed") for item in first.page.locator("#items button").all()]
    assert pressed == ["true", "true"]
    assert box.state("bob")["why"] == (None, 3, False) == box.state("late")["why"]
    assert box.state("cyd")["why"] == (None, None, True)
    first.press("u", "u")
    first.page.locator("#entries button", has_text="Ada").locator(".mark").wait_for(state="detached")
    assert box.state("bob")["why"] == (None, None, True), "an undo has left something"


def test_a_comment_is_saved_when_the_next_student_comes(first: Grader, box: Class) -> None:
    first.go("dan")
    first.press("c")
    first.page.keyboard.type("No idea is not an answer: $f = m a$.")
    first.press("Escape", "0", "n")
    first.expect("#who", "fay")
    first.page.locator("#entries button", has_text="dan").locator(".mark", has_text="0").wait_for()
    assert box.state("dan")["why"] == (None, 0, False)
    assert box.comment("dan") == "No idea is not an answer: $f = m a$."


def test_pictures_are_large_and_what_a_student_wrote_does_nothing(first: Grader) -> None:
    first.go("hal")
    shown = first.page.locator("#files img")
    shown.wait_for()
    assert shown.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") == 30
    first.go("fay")
    first.page.locator("#answer img").wait_for()
    assert not first.page.locator("#files img").count(), "the photo of another student is shown"
    first.go("dan")
    first.expect("#answer", "alert(1)")
    assert not first.page.locator("#answer script, #answer a, #answer [onerror]").count()


def test_who_comes_second_sees_what_the_first_has_given(
    first: Grader, grader: Callable[[], Grader], box: Class
) -> None:
    second = grader()
    second.go("hal")
    first.go("hal")
    first.page.locator("#who").focus()
    first.press("2")
    first.expect("#status", "Saved: hal")
    second.page.locator("#who").focus()
    second.press("1")
    second.expect("#conflict", "Someone else has marked in the meantime")
    second.expect("#entries button", "✓ 1")
    assert box.state("hal")["why"] == (None, 1, False)
    assert second.page.locator("#points").input_value() == "1"


def test_nobody_gets_in_without_the_token_or_from_another_site(address: str, browser: Any) -> None:
    port = re.search(r":(\d+)/", address)[1]
    with_token, page = address, browser.new_page()
    assert page.request.get(f"http://127.0.0.1:{port}/overview").status == 403
    page.request.get(with_token)
    assert page.request.get(f"http://127.0.0.1:{port}/overview").status == 200
    assert page.request.post(f"http://127.0.0.1:{port}/marks", data={}).status == 403, "another site could write"
    strange = page.request.get(f"http://127.0.0.1:{port}/overview", headers={"Host": f"example.org:{port}"})
    assert strange.status == 403
    page.close()


def test_it_fits_on_a_narrow_window(first: Grader) -> None:
    first.page.set_viewport_size({"width": 390, "height": 844})
    width = first.page.evaluate("document.documentElement.scrollWidth")
    first.page.set_viewport_size({"width": 1280, "height": 800})
    assert width == 390


def test_on_a_slow_machine_the_next_key_marks_the_next_student(first: Grader, box: Class) -> None:
    first.page.route("**/marks", lambda route: (first.page.wait_for_timeout(400), route.continue_()))
    first.go("eve")
    first.press("p", "p", "2", "n", "0")
    first.expect("#status", "Saved: hal")
    first.page.unroute("**/marks")
    before, after = first.entries[-3:-1]
    assert "✓ 1" in before and "✓ 0" in after, first.entries
