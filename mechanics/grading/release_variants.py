"""``mechanics release-variants``: a notebook with numbers of their own for each student, made from the release."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nbformat

from ..checks import read_keys, write_keys
from .declarations import as_text
from .errors import GradingError
from .gradebook_session import open_gradebook
from .numbered_pages import given_of, put_in_cells
from .settings import Settings
from .tasks import Task, tasks_of
from .variants import Variants

__all__ = ["release_variants"]

KEYS = "key.json"


def release_variants(assignment: str, root: Path, students: Sequence[str] = ()) -> str:
    """Write a folder for each student, with drawn numbers in the locked cells and keys that belong to them.

    Whoever was given numbers before keeps them.

    Parameters
    ----------
    assignment : str
        Name of the assignment; it has been released.
    root : Path
        Folder of the course.
    students : sequence of str
        Ids; all of the gradebook unless given.

    Returns
    -------
    str
        What was done.

    Raises
    ------
    GradingError
        If variants are not switched on, nothing declares any, or there is no release or student.
    """
    settings = _settings(root)
    folders = settings.layout.of(assignment)
    chosen = _chosen(assignment, _tasks(folders.source, settings.layout.ignored), settings)
    _refuse_old(folders.release, chosen)
    known = settings.numbers(assignment)
    students = _students(settings, students)
    before = known.students()
    numbers = {student: {task.name: known.numbers(student, task) for task in chosen} for student in students}
    known.keep(numbers)
    folder = settings.grading / "variants"
    keys: dict[str, dict[str, Any]] = {}
    for student in students:
        own = [task.with_numbers(as_text(numbers[student][task.name])) for task in chosen]
        _write(folders.release, folder / student / assignment, own, keys)
    kept = f", {len(before & set(students))} of whom keep their earlier ones" if before & set(students) else ""
    names = ", ".join(task.name for task in chosen)
    return f"{names}: own numbers for {len(students)} students{kept} -> {folder}/STUDENT/{assignment}/"


def _settings(root: Path) -> Settings:
    try:
        return Settings(root)
    except FileNotFoundError as error:
        raise GradingError(str(error)) from None


def _tasks(source: Path, ignored: list[str]) -> list[Task]:
    try:
        return tasks_of(source, ignored)
    except (ValueError, OSError) as error:
        raise GradingError(str(error)) from None


def _chosen(assignment: str, tasks: Sequence[Task], settings: Settings) -> list[Task]:
    """The tasks with variants that are switched on."""
    try:
        every = Variants(tasks=["*"]).names(assignment, tasks)
        names = Variants(config=settings.config).names(assignment, tasks)
    except ValueError as error:
        raise GradingError(str(error)) from None
    if not every:
        raise GradingError(
            f"No task of {assignment} declares numbers that may differ. Write a line such as variant(m=(2, 5)) into "
            "the locked cell in which m = 3.0 stands."
        )
    if not names:
        raise GradingError(
            f"Variants of {assignment} are switched off. To switch them on for {', '.join(every)}, write into "
            f'nbgrader_config.py: c.Variants.tasks = ["{assignment}"]'
        )
    return [task for task in tasks if task.name in names]


def _refuse_old(release: Path, tasks: Sequence[Task]) -> None:
    """Complain where the release does not have the locked cells of the source."""
    for task in tasks:
        path = release / f"{task.name}.ipynb"
        wanted = {cell.id: cell.source for cell in task.cells if cell.kind == "given"}
        try:
            found = {_name(cell): cell.source for cell in nbformat.read(path, as_version=4).cells}
        except (OSError, ValueError, AttributeError):
            found = {}
        if any(found.get(name) != source for name, source in wanted.items()):
            raise GradingError(
                f"Expected the release of {task.name} in {release}, found {'an older one' if found else 'none'}. "
                f"Release it first: nbgrader generate_assignment {release.name} --force"
            )


def _students(settings: Settings, named: Sequence[str]) -> list[str]:
    if not named:
        with open_gradebook(*settings.gradebook) as gradebook:
            named = [student.id for student in gradebook.students]
    if not named:
        raise GradingError(
            "The gradebook has no students. Name them: --students anna ben; or add them: nbgrader db student add anna"
        )
    for student in named:
        if Path(student).name != student or student.startswith("."):
            raise GradingError(f"Expected ids of students that can be used as folder names, got {student!r}.")
    return list(dict.fromkeys(named))


def _write(release: Path, folder: Path, tasks: Sequence[Task], known: dict[str, dict[str, Any]]) -> None:
    """Copy the release, with other numbers in the tasks, and with the keys of these numbers.

    `known` has keys that were made before: several students may have the same numbers in a task.
    """
    shutil.copytree(release, folder, dirs_exist_ok=True)
    keys = read_keys(release / KEYS) if (release / KEYS).exists() else {}
    for task in tasks:
        place = folder / f"{task.name}.ipynb"
        page = nbformat.read(release / f"{task.name}.ipynb", as_version=4)
        put_in_cells(page, given_of(task))
        place.write_text(json.dumps(page, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        label = f"{task.name} {task.numbers}"
        if label not in known:
            known[label] = _keys(task)
        keys |= known[label]
    if keys:
        write_keys(folder / KEYS, keys)


def _keys(task: Task) -> dict[str, Any]:
    """What the visible checks know, for the numbers of the task."""
    calls = (call for check in task.checks.values() for call in task.calls(check))
    return {call.name: call.definition.visible(call.name) for call in calls if call.definition}


def _name(cell: Any) -> str:
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
