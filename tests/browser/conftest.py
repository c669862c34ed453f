"""One server for students and one for teachers, pages that must stay on this machine, and every chapter, run once."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from docs.book.kernels import launched_by, warm_kernels
from mechanics.doctor import find_browser
from tests.browser.chapters import Executed, in_a_kernel, in_jupyterlab
from tests.browser.jupyterlab import EXPOSED, Lab, Server, Traffic, served
from tests.browser.watched import is_due
from tests.conftest import CHECKOUT
from tests.course.conftest import CHAPTERS
from tests.tasks.course import new_course


@pytest.fixture(scope="session")
def student_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """``mechanics lab``, as a student starts it, but for kernels that start at once."""
    folder = tmp_path_factory.mktemp("student")
    options = [*EXPOSED, f"--config={Path(__file__).with_name('forked_kernels.py')}"]
    line = [sys.executable, "-m", "mechanics.cli", "lab", "desk", "--no-browser", "--", *options]
    with served(line, folder, folder / "desk") as server:
        yield server


@pytest.fixture(scope="session")
def teacher_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """What ``make teach`` starts, in a course with one task of one assignment."""
    folder = new_course(tmp_path_factory.mktemp("teacher") / "checkout")
    for notebook in folder.glob("solutions/*/*.ipynb"):
        if notebook.stem != "cart-pendulum":
            notebook.unlink()
    recipe = re.search(r"^teach:.*\n\t\$\(BIN\)/python (.*)", (CHECKOUT / "Makefile").read_text(), re.MULTILINE)
    assert recipe, "the Makefile has no target `teach` that starts python"
    names = {"$(CURDIR)": str(folder), "$(AS_ROOT)": "--allow-root" * (os.geteuid() == 0), "$(LAB)": ""}
    words = recipe[1].replace('"', "").split()
    line = [
        sys.executable,
        *filter(None, (replaced(word, names) for word in words)),
        "--no-browser",
        *EXPOSED,
    ]
    with served(line, folder, folder) as server:
        yield server


def replaced(word: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        word = word.replace(name, value)
    return word


@pytest.fixture(scope="session")
def visit(browser: Any) -> Iterator[Callable[..., Lab]]:
    """``visit(server)`` opens JupyterLab in a page of its own; it must not ask anybody but this machine.

    With ``motion="reduce"`` it is the browser of somebody who wants nothing to move by itself.
    """
    contexts, traffic = [], Traffic()

    def open_page(server: Server, motion: str = "no-preference") -> Lab:
        context = browser.new_context(viewport={"width": 1400, "height": 1000}, reduced_motion=motion)
        contexts.append(context)
        traffic.watch(context)
        lab = Lab(server, context.new_page())
        lab.start()
        return lab

    yield open_page
    for context in contexts:
        context.close()
    assert not traffic.strangers, f"the pages asked other machines: {traffic.strangers}"
    assert not traffic.exceptions, f"the pages raised: {traffic.exceptions}"


@pytest.fixture(scope="session")
def picture() -> Callable[[Lab, str], None]:
    """``picture(lab, name)`` keeps a screenshot in the folder that MECHANICS_SCREENSHOTS names, if it does."""
    folder = os.environ.get("MECHANICS_SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)

    def take(lab: Lab, name: str) -> None:
        if folder:
            lab.page.screenshot(path=Path(folder) / f"{name}.png")

    return take


@pytest.fixture(scope="session")
def run_chapter(request: pytest.FixtureRequest) -> Callable[[Path], Executed]:
    """``run_chapter(path)`` of the course, in JupyterLab."""
    visit, server, picture = map(request.getfixturevalue, ("visit", "student_server", "picture"))
    lab = visit(server, motion="reduce")  # nothing plays before the test asks for it, and takes time from the kernel
    return lambda path: in_jupyterlab(lab, path, picture)


@pytest.fixture(scope="session")
def run_by_a_kernel() -> Iterator[Callable[[Path], Executed]]:
    """``run_by_a_kernel(path)`` without a page that shows it, in a fork of a kernel that has imported."""
    with warm_kernels() if hasattr(os, "fork") else nullcontext() as launch:

        def run(path: Path) -> Executed:
            with launched_by(launch) if launch else nullcontext():
                return in_a_kernel(path)

        yield run


@pytest.fixture(scope="session", params=CHAPTERS, ids=lambda path: path.stem)
def chapter(request: pytest.FixtureRequest) -> Executed:
    """Each chapter, executed: in JupyterLab where it is due there."""
    if find_browser() and is_due(request.param, request.config):
        return request.getfixturevalue("run_chapter")(request.param.relative_to(CHECKOUT))
    return request.getfixturevalue("run_by_a_kernel")(request.param)
