"""Books that are built for the tests, and pages of them in a browser that must stay quiet and off the network."""

import functools
import http.server
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import CHECKOUT

NPM = CHECKOUT / "docs" / "_build" / "npm" / "node_modules"
SMALL = ("--only", "A05*", "A12*", "01-systems")
CHAPTER, TASK = "course/A05-wheel-suspension", "exercises/01-systems/inductor-state"


def built(folder: Path, *options: str) -> Path:
    """The pages of a book that ``python -m docs.book`` makes in a folder."""
    line = [sys.executable, "-m", "docs.book", "html", "--build", str(folder), *options]
    run = subprocess.run(line, cwd=CHECKOUT, capture_output=True, text=True, env=os.environ)
    if "npm could not fetch it" in run.stderr:
        pytest.skip(run.stderr.strip())
    assert run.returncode == 0, f"the book is not built:\n{run.stdout[-1500:]}\n{run.stderr[-3000:]}"
    return folder / "html"


@pytest.fixture(scope="session")
def small_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two short chapters, one task, and all indexes."""
    return built(tmp_path_factory.mktemp("book"), *SMALL)


@pytest.fixture(scope="session")
def whole_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything, in the folder of `make book`, so that chapters which have run are not run again."""
    return built(CHECKOUT / "docs" / "_build")


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    return (NPM / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def server() -> Iterator[Callable[[Path], str]]:
    """``server(folder)`` gives the address of a web server for a folder."""
    running: list[http.server.ThreadingHTTPServer] = []

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args: Any) -> None:
            pass

    def start(folder: Path) -> str:
        handler = functools.partial(Quiet, directory=str(folder))
        running.append(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler))
        threading.Thread(target=running[-1].serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{running[-1].server_port}"

    yield start
    for one in running:
        one.shutdown()
        one.server_close()


@pytest.fixture
def visit(browser: Any, server: Any) -> Iterator[Callable[..., Any]]:
    """``visit(address)`` opens a page; errors in its console, what MathJax complains of, and requests to others fail.

    A server ends after its pages, which may still be loading.
    """
    contexts: list[Any] = []
    troubles: list[str] = []

    def open_page(address: str, *, dark: bool = False, width: int = 1200, motion: str = "reduce") -> Any:
        scheme = "dark" if dark else "light"
        size = {"width": width, "height": 900}
        options = {"viewport": size, "color_scheme": scheme, "reduced_motion": motion}
        # what a service worker fetches, Playwright does not see: test_offline.py is about that
        contexts.append(browser.new_context(**options, service_workers="block"))
        page = contexts[-1].new_page()
        own = ("file:", "blob:", "data:", "http://127.0.0.1:")
        page.on("console", lambda m: troubles.append(f"console: {m.text}") if _is_trouble(m) else None)
        page.on("pageerror", lambda error: troubles.append(f"exception: {error}"))
        page.on("request", lambda r: None if r.url.startswith(own) else troubles.append(f"network: {r.url}"))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not troubles, "a page of the book made trouble in the browser:\n" + "\n".join(troubles)


def _is_trouble(message: Any) -> bool:
    """Whether the console says that something is wrong with a page."""
    return message.type == "error" or (message.type == "warning" and "MathJax" in message.text)
