"""A small assignment, and one fork server for all tests of a session."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mechanics.grading.grades import Grade, grade
from mechanics.grading.sandbox import boundary
from mechanics.grading.sandbox.fork_server import ForkServer
from mechanics.grading.student import Budget
from mechanics.grading.tasks import Task, tasks_of

ANSWERS = {
    "mass-answer": "mass = rho*l*b*h",
    "square-answer": "def square(x):\n    return x**2",
    "force-answer": "force = mass*g",
}
TOOLS = """
import sympy as sp
from mechanics.checks import check
rho, l, b, h, g = sp.symbols("rho l b h g", positive=True)
"""
FORMULA = """
from mechanics.checks import verify
verify("box/{0}", {0}, "{1}", domain={{name: "positive" for name in ("rho", "l", "b", "h", "g")}})
"""
FUNCTION = """
from mechanics.checks import verify
verify("box/square", square, "x**2", kind="function", domain={"x": "real"})
"""
SOURCES = {
    "tools": TOOLS,
    "mass-check": FORMULA.format("mass", "rho*l*b*h"),
    "square-check": FUNCTION,
    "force-check": FORMULA.format("force", "rho*l*b*h*g"),
}
POINTS = {"mass-check": 1, "square-check": 2, "force-check": 4}
ORDER = ("tools", "mass-answer", "mass-check", "square-answer", "square-check", "force-answer", "force-check")


def cell(name: str, source: str) -> dict[str, Any]:
    """A marked cell, as nbgrader writes it."""
    is_answer, is_check = name.endswith("answer"), name.endswith("check")
    marks = {"grade_id": name, "schema_version": 3, "task": False, "solution": is_answer, "grade": is_check,
             "locked": not is_answer}  # fmt: skip
    if is_check:
        marks["points"] = POINTS[name]
    return {"cell_type": "code", "id": name, "metadata": {"nbgrader": marks}, "source": source, "outputs": [],
            "execution_count": None}  # fmt: skip


def own(source: str) -> dict[str, Any]:
    """A cell that the student added."""
    return {
        "cell_type": "code",
        "id": "own",
        "metadata": {},
        "source": source,
        "outputs": [],
        "execution_count": None,
    }


def cells(**answers: str) -> list[dict[str, Any]]:
    """The cells of a submission; answers by id with _ for -, right ones where none is given."""
    texts = SOURCES | ANSWERS | {name.replace("_", "-"): source for name, source in answers.items()}
    return [cell(name, texts[name]) for name in ORDER]


def notebook(cells: list[dict[str, Any]], **metadata: Any) -> bytes:
    """The file of a notebook."""
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}).encode()


@pytest.fixture(scope="session")
def task(tmp_path_factory: pytest.TempPathFactory) -> Task:
    """The task "box": 1 + 2 + 4 points, so that the sum tells which checks were passed."""
    folder: Path = tmp_path_factory.mktemp("solutions")
    (folder / "box.ipynb").write_bytes(notebook(cells()))
    (folder / "key.json").write_text("{}")
    return tasks_of(folder)[0]


def needs_isolation() -> None:
    """Skip with the reason where this machine has no boundary; where CI runs, fail: there it has to be tried."""
    if boundary().holds:
        return
    reason = f"no boundary on this machine: {boundary().reason}"
    if os.environ.get("CI"):
        pytest.fail(f"{reason}. Where CI runs, hostile submissions must be tried.")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def isolation() -> None:
    """For tests that need a boundary."""
    needs_isolation()


@pytest.fixture(scope="session")
def fork_server(isolation: None) -> Iterator[ForkServer]:
    """A fork server, started where there is a secret among the variables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MECHANICS_CANARY", "secret")
        process = ForkServer()
    with process:
        yield process


@pytest.fixture
def graded(task: Task, fork_server: ForkServer) -> Callable[..., Grade]:
    """Grade a submission given as bytes, or as a list of cells."""

    def run(submission: Any, **seconds: float) -> Grade:
        budget = Budget(**({"cell": 3.0, "question": 3.0, "notebook": 40.0} | seconds))
        return grade(task, notebook(submission) if isinstance(submission, list) else submission, fork_server, budget)

    return run
