"""Verdicts in the page equal Python's: right answers in many forms, known mistakes, and what cannot be read."""

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docs.book.files import digest
from docs.book.inpage.bundle import PAGE, library, static_files
from docs.book.inpage.chapters import asked_of_chapters
from docs.book.inpage.works import asked_of_tasks, known, steps_of, tried
from docs.book.web import fetched
from mechanics.grading.authoring.forms import rewrites_in
from tests.conftest import CHECKOUT
from tests.tasks.course import RELEASES, TASKS, checks_of, read, release, right_answers

HERE = Path(__file__).parent
REWRITES = CHECKOUT / "tests" / "tasks" / "rewrites"
NPM = CHECKOUT / "docs" / "_build" / "npm"
MALFORMED = (
    "", "{} = ", "{} = 3 x", "{} = nothing_of_this_name", "{} = [1, 2", "{} = ...", "{} = None", '{} = "abc("',
    "{} = {{}}", "{} = 1/0", "{} = lambda: 1", "{} = [[1], [2], [3]]", "{} = 0", '{} = "x^2"', "{} = float('nan')",
)  # fmt: skip
EVERY, FEW = 3, 40  # of the malformed forms each check gets every third one; so many forms make the quick sample
SECONDS = 3000

Form = tuple[str, str, str]


@pytest.fixture(scope="session")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Pyodide's module, and the folder with the archives that pages load."""
    if not shutil.which("node"):
        pytest.skip("no node on this machine")
    build = tmp_path_factory.mktemp("python")
    try:
        modules = fetched(NPM)
    except SystemExit as problem:
        pytest.skip(str(problem))
    static_files(library(build, sorted(RELEASES.glob("*/*.ipynb"))), modules, build / "static")
    return modules / "pyodide" / "pyodide.mjs", build / "static" / "python"


def calls_of(source: str) -> Iterator[ast.Call]:
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return (call for call in calls if isinstance(call.func, ast.Name))


def forms_of(task: str) -> list[Form]:
    """All rewrites, all mistakes that are written as text, and some malformed answers of each step."""
    checks = {cell.id.removesuffix("-check"): cell for cell in checks_of(task)}
    forms = [(f"{x.answer}-answer", x.source, f"{x.answer}-check") for x in rewrites_in(REWRITES / f"{task}.txt")]
    for number, (step, cell) in enumerate(checks.items()):
        named = {call.func.id: call for call in calls_of(cell.source)}  # type: ignore[attr-defined]
        answer = ast.unparse(named["check"].args[1])
        mistakes = next((k.value for k in named["verify"].keywords if k.arg == "mistakes"), None)
        values = mistakes.values if isinstance(mistakes, ast.Dict) else []
        wrong = [value.value for value in values if isinstance(value, ast.Constant)]
        texts = [f"{answer} = {value!r}" for value in wrong]
        texts += [text.format(answer) for text in MALFORMED[number % EVERY :: EVERY]]
        forms += [(f"{step}-answer", text, f"{step}-check") for text in texts]
    return [form for form in forms if form[0] in right_answers(task) and form[2].removesuffix("-check") in checks]


def job_of(task: str, forms: list[Form]) -> dict[str, Any]:
    keys = release(task).with_name("key.json").read_text(encoding="utf-8")
    return {"notebook": read(release(task)), "keys": keys, "answers": dict(right_answers(task)), "forms": forms}


def both(jobs: list[dict[str, Any]], archives: tuple[Path, Path], folder: Path) -> tuple[Any, Any]:
    """What the page says, and what Python says, of all forms."""
    asked = folder / "jobs.json"
    asked.write_text(json.dumps(jobs), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "MPLBACKEND": "Agg"}
    lines = (
        ["node", str(HERE / "verdicts.mjs"), str(archives[0]), str(archives[1]), str(asked)],
        [sys.executable, str(HERE / "verdicts.py"), str(asked)],
    )
    runs = [subprocess.run(x, capture_output=True, text=True, env=environment, timeout=SECONDS) for x in lines]
    for run in runs:
        assert not run.returncode, run.stderr[-2000:]
    page, python = (json.loads(run.stdout.strip().splitlines()[-1]) for run in runs)
    return page, python


def differing(tasks: list[str], forms: dict[str, list[Form]], archives: tuple[Path, Path], folder: Path) -> list[str]:
    """Forms of which the page says something else than Python; it may only say that something does not exist there."""
    page, python = both([job_of(task, forms[task]) for task in tasks], archives, folder)
    found = []
    absent = total = 0
    for task, here, there in zip(tasks, page, python, strict=True):
        for form, one, other in zip(forms[task], here, there, strict=True):
            total += 1
            absent += one == "absent" or "does not run in this page" in one
            if one != other and one != "absent" and "does not run in this page" not in one:
                found.append(f"{task} {form[0]}: {form[1]!r}\n    page:   {one}\n    Python: {other}")
    print(f"{total} forms, {absent} of them need what the page does not have, {len(found)} differ")
    return found


@pytest.mark.parametrize("name", ["drawing/free_body.py", "systems/__init__.py"])
def test_what_stands_in_for_the_library_has_the_names_that_tasks_use(name):
    """Else a cell that imports one of them fails in the page only."""
    module = f"mechanics.{name.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}"
    used: set[str] = set()
    for task in TASKS:
        code = "\n".join("".join(c["source"]) for c in read(release(task))["cells"] if c["cell_type"] == "code")
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.ImportFrom) and node.module == module:
                used |= {alias.name for alias in node.names}
    stand_in = ast.parse((PAGE / "overlay" / "mechanics" / name).read_text(encoding="utf-8"))
    [names] = [n.value for n in stand_in.body if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "__all__"]
    missing = sorted(used - set(ast.literal_eval(names)))
    assert not missing, f"docs/book/inpage/page/overlay/mechanics/{name} lacks {', '.join(missing)}"


@pytest.mark.parametrize("task", ["atmospheric-free-fall", "tower-crane"], ids=["imports numpy", "shortens matrices"])
def test_the_steps_of_a_task_work_in_the_page_but_for_what_is_absent(task, tmp_path):
    """What is imported without being there is met by whatever looks at the names of a cell."""
    tasks = [release(task)]
    [steps] = steps_of(tasks, library(tmp_path, tasks), {}).values()
    assert "" in steps.values() and set(steps.values()) <= {"", "absent"}, steps


def test_the_notebook_that_does_not_run_as_in_the_page_is_named(tmp_path):
    asked = {"good": {"cells": []}, "bad": {"cells": [{}]}}
    with pytest.raises(RuntimeError, match="^bad does not run as in the page: "):
        tried(asked, library(tmp_path, []), {})


def everything_asked() -> dict[str, dict[str, Any]]:
    """What is asked about all tasks and chapters."""
    chapters = {
        f"course/{path.name}": path.read_text(encoding="utf-8") for path in (CHECKOUT / "course").glob("*.ipynb")
    }
    return asked_of_tasks(release(task) for task in TASKS) | asked_of_chapters(chapters)


def test_what_works_in_the_page_is_known_of_the_present_tasks_and_chapters():
    """Else each build tries them again, which takes a minute."""
    here = {name: digest(json.dumps(asked).encode()) for name, asked in everything_asked().items()}
    there = {name: row["asked"] for name, row in known().items()}
    changed = sorted(name for name in here.keys() | there.keys() if here.get(name) != there.get(name))
    assert not changed, f"run python -m docs.book.inpage.works and commit its file; it does not know {changed}"


def test_what_is_not_known_is_tried_and_kept(tmp_path, monkeypatch):
    [(name, asked)] = asked_of_tasks([release("cart-pendulum")]).items()
    row = {"asked": digest(json.dumps(asked).encode()), "answer": {"equations-check": "told"}}
    python = library(tmp_path, [])
    assert tried({name: asked}, python, {name: row})[name] == row["answer"]
    changed = asked | {"answers": {**asked["answers"], "more": ""}}
    answer = tried({name: changed}, python, {name: row})[name]
    assert "" in answer.values(), "an answer to another question counted"
    monkeypatch.delattr("subprocess.run")
    assert tried({name: changed}, python, {})[name] == answer, "it was tried again"


@pytest.mark.slow
def test_thirty_tasks_work_whole_in_the_page_and_everything_is_as_the_committed_file_says(tmp_path):
    asked = everything_asked()
    found = tried(asked, library(tmp_path, [release(task) for task in TASKS]), {})
    tasks = {name: steps for name, steps in found.items() if name.startswith("exercises/")}
    assert len([name for name, problems in tasks.items() if not any(problems.values())]) >= 30
    strange = {name: said for name, said in tasks.items() if set(said.values()) - {"", "absent"}}
    assert not strange, f"steps that fail for another reason than a missing package: {strange}"
    told = {name: row["answer"] for name, row in known().items()}
    wrong = sorted(name for name in found if found[name] != told.get(name))
    assert not wrong, f"run python -m docs.book.inpage.works and commit its file; it is wrong about {wrong}"


def test_a_sample_of_verdicts_equals_pythons(archives, tmp_path):
    tasks = ["cart-pendulum", "inductor-state"]
    forms = {task: (every := forms_of(task))[:: max(1, len(every) // (FEW // 2))] for task in tasks}
    found = differing(tasks, forms, archives, tmp_path)
    assert not found, "\n".join(found[:10])


@pytest.mark.slow
@pytest.mark.timeout(2 * SECONDS)
@pytest.mark.parametrize("part", range(6))
def test_every_verdict_equals_pythons(archives, tmp_path, part):
    tasks = TASKS[part::6]
    found = differing(tasks, {task: forms_of(task) for task in tasks}, archives, tmp_path)
    assert not found, f"{len(found)} verdicts differ:\n" + "\n".join(found[:10])
