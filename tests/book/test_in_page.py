"""Answers in the page of a task, as a reader meets them: write, check, reload, stop, download, hand in."""

import json
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from tests.book.conftest import TASK
from tests.book.pages import AUDIT, LAID_OUT
from tests.conftest import CHECKOUT

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("in-page")]

IDLE = "!document.body.classList.contains('answer-busy')"
START = 90_000  # ms for Python to start on a busy machine
STEP = "voltages"  # the first step of the task
RIGHT = "v_R = R * i_L"


def area_of(page: Any, step: str) -> Any:
    return page.get_by_label(f"Your answer: {step}", exact=True)


def said(page: Any, step: str) -> str:
    region = page.locator(f'[aria-label="Check: {step}"].answer-output')
    return " ".join(region.locator(".mechanics-step, .answer-needs, .answer-notice").all_inner_texts())


def check(page: Any, step: str, source: str) -> str:
    """Write an answer, press Check, and read what is said."""
    area_of(page, step).fill(source)
    page.get_by_role("button", name=f"Check: {step}", exact=True).click()
    page.wait_for_function(f"{IDLE}", timeout=START)
    return said(page, step)


@pytest.fixture
def task(small_book: Path, server: Any, visit: Any) -> Any:
    """The page of the task, from a web server, ready to be written in."""
    page = visit(f"{server(small_book)}/{TASK}.html")
    page.locator(".answer-input").first.wait_for()
    return page


def first_step(page: Any) -> str:
    return page.locator(".answer-input").first.get_attribute("aria-label").removeprefix("Your answer: ")


def solution_of(step: str) -> str:
    notebook = nbformat.read(CHECKOUT / "solutions" / TASK.removeprefix("exercises/").join(["", ".ipynb"]), as_version=4)
    return next(cell.source for cell in notebook.cells if cell.id == f"{step.replace(' ', '-')}-answer")
