"""``mechanics lint-task NOTEBOOK``: everything that is wrong with a task, in one list."""

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat

from ...checks import read_keys
from ..declarations import declarations
from ..delimiters import as_usual
from ..errors import GradingError
from ..follow_through import refuse_wrong_follows
from ..keys import agree
from ..tasks import Task, tasks_of
from ..visible import outcome_of
from .checks_findings import call_findings, form_findings, mistake_findings, mutant_findings
from .courses import course_of
from .findings import Finding, listed
from .forms import rewrites_in
from .marks_findings import marks_findings
from .rehearsal import Rehearsal
from .release_findings import release_findings
from .rewrites import rewrites_file
from .solved import Solved
from .statement_findings import statement_findings

__all__ = ["findings_of", "lint", "promise_findings"]

MUTANTS, FORMS = 20.0, 8.0  # seconds for each of them
Say = Callable[[str], None]


def lint(named: Path) -> int:
    """Print what is wrong with a task, or with all tasks of a folder.

    Parameters
    ----------
    named : Path
        A notebook, or the folder of an assignment.

    Returns
    -------
    int
        Exit code: 0 if nothing is wrong, else 1.

    Raises
    ------
    GradingError
        If there is no such task, or it is in no course.
    """
    notebooks = sorted(named.glob("[!.]*.ipynb")) if named.is_dir() else [named]
    if not notebooks or not all(path.is_file() and path.suffix == ".ipynb" for path in notebooks):
        raise GradingError(
            f"Expected a notebook (.ipynb) with a task and its solution, or the folder of an assignment, got {named}."
        )
    found = [_report(path) for path in notebooks]
    return int(any(found))


def _report(notebook: Path) -> bool:
    """Print the list of one task; return whether something is wrong."""
    start = time.monotonic()
    print(f"{notebook}", flush=True)
    findings = findings_of(notebook, lambda what: print(f"  {what}", flush=True))
    wrong = sum(not found.advice for found in findings)
    if findings:
        print(listed(findings))
    print(f"{wrong} wrong, {len(findings) - wrong} advice, {time.monotonic() - start:.0f} s\n")
    return wrong > 0


def findings_of(notebook: Path, say: Say = lambda _: None) -> list[Finding]:
    """Look for everything that is wrong with a task.

    Parameters
    ----------
    notebook : Path
        The task with its solution, in the source folder of a course.
    say : callable
        Is told what is done, a short text each time.

    Returns
    -------
    list of Finding
        Each once.

    Raises
    ------
    GradingError
        If the notebook is in no course.
    """
    delimiters = course_of(notebook).layout.delimiters
    try:
        page: Any = nbformat.reads(as_usual(notebook.read_bytes(), delimiters).decode("utf-8"), as_version=4)
    except Exception as error:
        return [
            Finding(notebook.name, f"It cannot be read as a notebook: {_short(error)} Save it in JupyterLab again.")
        ]
    say("Reading names, points, locks and the text.")
    found = [*_format(page), *marks_findings(page), *statement_findings(page.cells)]
    with tempfile.TemporaryDirectory(prefix="lint-task-") as folder:
        found += _tried(notebook, Rehearsal(notebook, Path(folder).resolve()), say)
    return list(dict.fromkeys(found))


def _format(page: Any) -> Iterator[Finding]:
    """What nbformat has against the file."""
    try:
        nbformat.validate(page)
    except nbformat.ValidationError as error:
        yield Finding("format", f"The file is not a valid notebook: {_short(error)} Save it in JupyterLab again.")


def _tried(notebook: Path, rehearsal: Rehearsal, say: Say) -> Iterator[Finding]:
    """Run the solution, and go on as far as that makes sense."""
    say("Running the solution and computing its keys.")
    try:
        keys = rehearsal.keys
        task = Solved(rehearsal.source)
    except Exception as error:
        yield _stopped(error)
        return
    yield from _keys(notebook, keys)
    yield from _solution(task)
    for step in task.checks.values():
        yield from call_findings(step)
    try:
        [graded] = [one for one in tasks_of(rehearsal.source.parent) if one.name == notebook.stem]
    except ValueError as error:
        yield Finding("checks", str(error).replace(f" of {rehearsal.source}", ""))
        return
    yield from promise_findings(graded)
    if task.failed:
        return
    say("Releasing it, and looking for solutions in what students get.")
    yield from release_findings(rehearsal)
    say("Running it as the button Validate does.")
    for sentence in outcome_of(rehearsal.source).sentences:
        yield Finding("Validate", f"The solution does not pass nbgrader's Validate: {sentence}")
    yield from _judged(notebook, task, say)


def promise_findings(task: Task) -> Iterator[Finding]:
    """What is wrong with ``follows=``, and with the numbers that students get of their own.

    Parameters
    ----------
    task : Task
        As the grader reads it.

    Yields
    ------
    Finding
        One for ``follows=``, one for each cell with ``variant(...)``.
    """
    try:
        refuse_wrong_follows(task)
    except Exception as error:
        yield Finding("follows", _short(error))
    for cell in task.cells:
        try:
            declarations(cell.source)
        except ValueError as error:
            yield Finding(cell.id, _short(error))


def _judged(notebook: Path, task: Solved, say: Say) -> Iterator[Finding]:
    say("Answering with typical mistakes.")
    for step in task.checks.values():
        yield from mistake_findings(task, step)
    say("Giving right answers in other forms.")
    path = rewrites_file(course_of(notebook).layout.root, notebook.resolve().parent.name, notebook.stem)
    yield from form_findings(task, rewrites_in(path), str(path), FORMS)
    say(f"Answering with {len(task.mutants)} wrong variants of the solution, for at most {MUTANTS:g} s.")
    for found in mutant_findings(task, MUTANTS):
        if isinstance(found, Finding):
            yield found
        elif found < len(task.mutants):
            say(f"{found} of them were tried, spread over all answers.")


def _keys(notebook: Path, fresh: dict[str, Any]) -> Iterator[Finding]:
    """Whether the file of keys is there, and that of this solution."""
    path, fix = notebook.with_name("key.json"), f"Write it: mechanics keys {notebook.resolve().parent.name}"
    if not fresh:
        return
    try:
        known = read_keys(path)
    except (OSError, ValueError):
        yield Finding("key.json", f"There is no readable file of keys beside the notebook. {fix}")
        return
    same = json.loads(json.dumps(fresh))  # as a file holds it
    old = [name for name, key in same.items() if not agree(key, known.get(name))]
    if old:
        yield Finding("key.json", f"It does not match this solution, for {', '.join(old)}. {fix}")


def _solution(task: Solved) -> Iterator[Finding]:
    for name, sentence in task.failed.items():
        yield Finding(name, f"It refuses the solution: {sentence}")
    if task.noise:
        yield Finding(
            "solution",
            f"It writes to stderr, and stock nbgrader then gives a test cell no points: {task.noise.strip()}",
            advice=True,
        )


def _stopped(error: Exception) -> Finding:
    if isinstance(error, SyntaxError):
        name = str(error.filename or "solution").removeprefix("<cell ").removesuffix(">")
        return Finding(name, f"It is not valid Python: {error.msg} in line {error.lineno}.")
    return Finding("solution", f"It cannot be run, or its keys cannot be computed: {_short(error)}")


def _short(error: Exception) -> str:
    text = str(error).strip().split("\n")[0] or type(error).__name__
    known = isinstance(error, AssertionError | ValueError)
    return f"{'' if known else type(error).__name__ + ': '}{text}"[:300].rstrip(".") + "."
