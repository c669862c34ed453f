"""The book without a network: what was read stays readable, all of it on demand; a newer book arrives."""

import functools
import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from docs.book.offline import write_offline
from tests.book.conftest import TASK
from tests.book.test_in_page import RIGHT, answered, area_of
from tests.conftest import CHECKOUT

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang="en" data-content_root="./"><head><meta charset="utf-8"><title>{name}</title>
<link rel="icon" href="data:,"><script defer src="_static/offline.js?v=1"></script></head>
<body><h1>{text}</h1><div class="book-offline">Needs a web server.</div></body></html>"""
READY = "document.documentElement.dataset.offline === 'ready'"
LARGE = 3_000_000


class Site:
    """A web server for a folder, which remembers what was asked for, and can be cut off."""

    def __init__(self, folder: Path):
        self.asked: list[str] = []
        self.short_names = False
        asked, site = self.asked, self

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, form: str, *args: Any) -> None:
                asked.append(self.path)

            def do_GET(self) -> None:
                if site.short_names and self.path.endswith(".html"):
                    self.send_response(308)
                    self.send_header("Location", self.path.removesuffix(".html"))
                    return self.end_headers()
                short = site.short_names and "." not in self.path.rpartition("/")[2] and not self.path.endswith("/")
                self.path += ".html" * short
                return super().do_GET()

        handler = functools.partial(Handler, directory=str(folder))
        self.running = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.running.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.running.server_port}"

    def cut(self) -> None:
        """Pull the plug."""
        self.running.shutdown()
        self.running.server_close()


def written(folder: Path, **texts: str) -> Path:
    """A book of a few pages, by name and heading."""
    (folder / "_static").mkdir(parents=True, exist_ok=True)
    for name in ("offline.js", "favicon.svg"):
        (folder / "_static" / name).write_bytes((CHECKOUT / "docs" / "_static" / name).read_bytes())
    (folder / "_static" / "large.bin").write_bytes(bytes(range(250)) * (LARGE // 250))
    for name, text in {"index": "First page", "one": "Chapter one", "two": "Chapter two", **texts}.items():
        (folder / f"{name}.html").write_text(PAGE.format(name=name, text=text), encoding="utf-8")
    write_offline(folder, "en", "A small book")
    return folder


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A small book two folders below the root of its server."""
    return written(tmp_path / "some" / "where")


@pytest.fixture
def site(tmp_path: Path, book: Path) -> Iterator[Site]:
    running = Site(tmp_path)
    running.address += "/some/where"
    yield running
    running.cut()


@pytest.fixture
def reader(browser: Any) -> Iterator[Callable[[str], Any]]:
    """``reader(address)`` opens a page of one browser profile, and waits for the service worker."""
    context = browser.new_context()

    def read(address: str) -> Any:
        page = context.new_page()
        page.goto(address)
        if address.startswith("http"):
            page.wait_for_function(READY, timeout=20_000)
        return page

    yield read
    context.close()


def heading(page: Any, address: str) -> str:
    page.goto(address)
    return str(page.locator("h1").inner_text())


def test_what_was_read_is_there_without_a_network_and_the_rest_says_so(site, reader):
    page = reader(f"{site.address}/one.html")
    site.cut()
    assert heading(page, f"{site.address}/one.html") == "Chapter one"
    assert heading(page, f"{site.address}/") == "First page", "an installed book begins with its first page"
    assert heading(page, f"{site.address}/two.html") == "This page is not kept here yet"
    page.get_by_role("link", name="To the first page").click()
    assert page.locator("h1").inner_text() == "First page"


def test_the_whole_book_is_kept_on_demand_and_removed_again(site, reader):
    page = reader(f"{site.address}/index.html")
    keep, place = page.get_by_role("button", name="Keep the whole book"), page.locator(".book-offline")
    assert "(3.0 MB)" in keep.inner_text()
    keep.click()
    page.get_by_text("The whole book is on this device").wait_for()
    assert not keep.is_visible()
    site.cut()
    assert heading(page, f"{site.address}/two.html") == "Chapter two"
    page.wait_for_function(READY)
    page.get_by_role("button", name="Remove it from this device").click()
    page.get_by_text("0.0 of 3.0 MB are on this device").wait_for()
    assert place.get_by_role("button", name="Keep the whole book").is_visible()


def test_a_full_storage_is_told_and_breaks_nothing(site, reader):
    page = reader(f"{site.address}/index.html")
    session = page.context.new_cdp_session(page)
    origin = site.address.removesuffix("/some/where")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 600_000})
    page.get_by_role("button", name="Keep the whole book").click()
    page.get_by_text("storage is full or switched off").wait_for()
    assert heading(page, f"{site.address}/two.html") == "Chapter two"
    site.cut()
    assert heading(page, f"{site.address}/index.html") == "First page", "what was kept before is lost"


def test_a_lost_network_is_told_and_the_button_goes_on_later(site, reader):
    page = reader(f"{site.address}/index.html")
    site.cut()
    page.get_by_role("button", name="Keep the whole book").click()
    page.get_by_text("The network is gone").wait_for()


def test_a_server_that_leaves_out_endings_of_names_is_no_obstacle(site, reader):
    site.short_names = True
    page = reader(f"{site.address}/one.html")
    assert page.url.endswith("/one")
    for name in ("one", "two.html"):
        assert heading(page, f"{site.address}/{name}").startswith("Chapter")
    site.cut()
    assert heading(page, f"{site.address}/two") == "Chapter two"
    assert heading(page, f"{site.address}/one.html") == "Chapter one"


@pytest.mark.parametrize("refusal", ["get: () => { throw new DOMException('', 'SecurityError'); }", "value: undefined"])
def test_a_browser_that_refuses_service_workers_shows_the_page_as_it_is(site, browser, refusal):
    page = browser.new_page()
    troubles = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.add_init_script(f"Object.defineProperty(navigator, 'serviceWorker', {{ {refusal} }})")
    page.goto(f"{site.address}/one.html")
    page.wait_for_timeout(300)
    assert page.locator(".book-offline").inner_text() == "Needs a web server." and not troubles
    page.close()


def test_a_newer_book_arrives_and_fetches_only_what_has_changed(site, reader, book):
    page = reader(f"{site.address}/one.html")
    heading(page, f"{site.address}/two.html")
    page.wait_for_function(READY)
    written(book, one="Chapter one, revised")
    site.asked.clear()
    assert heading(page, f"{site.address}/two.html") == "Chapter two"
    page.get_by_text("There is a newer version of this book.").wait_for()
    assert heading(page, f"{site.address}/one.html") == "Chapter one, revised"
    again = [path for path in site.asked if path.endswith((".html", ".js", ".svg")) and "service-worker" not in path]
    assert again == ["/some/where/one.html"], "files that are the same were fetched again"
    site.cut()
    assert heading(page, f"{site.address}/one.html") == "Chapter one, revised"


def test_what_is_not_what_the_list_says_is_shown_and_not_kept(site, reader, book):
    page = reader(f"{site.address}/index.html")
    (book / "two.html").write_text(PAGE.format(name="two", text="Half uploaded"), encoding="utf-8")
    assert heading(page, f"{site.address}/two.html") == "Half uploaded"
    page.wait_for_timeout(300)
    site.cut()
    assert heading(page, f"{site.address}/two.html") == "This page is not kept here yet"


def test_a_browser_finds_the_book_installable(site, reader):
    page = reader(f"{site.address}/index.html")
    session = page.context.new_cdp_session(page)
    assert not session.send("Page.getAppManifest")["errors"]
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}, errors  # as every context of Playwright is


def test_from_a_folder_nothing_of_it_happens(book, reader):
    page = reader((book / "index.html").as_uri())
    assert page.locator("link[rel=manifest]").count() == 0
    assert page.locator(".book-offline").inner_text() == "Needs a web server."


@pytest.mark.slow
def test_answers_are_checked_without_a_network(small_book, reader):
    site = Site(small_book)
    page = reader(f"{site.address}/{TASK}.html")
    assert answered(page, RIGHT).startswith("✓")
    site.cut()
    page.goto(f"{site.address}/{TASK}.html")
    area_of(page).wait_for()
    assert answered(page, RIGHT) == "✓ Right: current rate."
