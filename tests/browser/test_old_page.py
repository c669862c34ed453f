"""A page that was open when the course ended in its terminal, and the course started again."""

import socket
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from tests.browser.jupyterlab import Lab, Server, served

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def started(folder: Path, port: int) -> AbstractContextManager[Server]:
    """``mechanics lab`` on a port of its own choice."""
    options = [f"--port={port}", "--LabApp.expose_app_in_browser=True"]
    line = [sys.executable, "-m", "mechanics.cli", "lab", "desk", "--no-browser", "--", *options]
    return served(line, folder, folder / "desk")


def test_an_old_page_says_so_and_the_new_address_goes_on_beside_it(browser: Any, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    context = browser.new_context(reduced_motion="reduce")
    with started(tmp_path, port) as server:
        lab = Lab(server, context.new_page())
        lab.start()
    lab.page.locator(".jp-Dialog", has_text="Server Connection Error").last.wait_for(timeout=60_000)
    with started(tmp_path, port) as server:
        again = Lab(server, context.new_page())
        again.start()
        first = next(cell["id"] for cell in again.cells() if cell["cell_type"] == "code")
        again.run(first)
        assert again.cell(first)["execution_count"] == 1
    context.close()
