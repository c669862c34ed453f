"""From a grade to the gradebook without running anything: what is entered at once, and what is held back."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from nbgrader.api import MissingEntry
from sqlalchemy.event import listen

from mechanics.grading import command
from mechanics.grading.class_run import HandedIn
from mechanics.grading.entering import Entering
from mechanics.grading.gradebook import Book
from mechanics.grading.gradebook_session import open_gradebook
from mechanics.grading.grades import Grade, Mark, missing
from mechanics.grading.records import Records, fingerprint
from mechanics.grading.settings import Settings
from mechanics.grading.tasks import Task, tasks_of

from .box_class import BOX, Class, handed, released
from .conftest import POINTS

pytestmark = [
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

GROWING = {
    "student",
    "submitted_assignment",
    "submitted_notebook",
    "grade",
    "comment",
}  # tables, with the class
FULL = tuple(POINTS.values())
NONE = (0, 0, 0)


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return released(tmp_path_factory.mktemp("entering") / "course")


@pytest.fixture
def box(once: Path, tmp_path: Path) -> Class:
    return Class(once).copy(tmp_path / "course")


@pytest.fixture
def task(box: Class) -> Task:
    return tasks_of(box.root / "solutions" / BOX)[0]


@pytest.fixture
def run(box: Class, task: Task) -> Iterator[Callable[..., Entering]]:
    """Begins a run, as `mechanics grade` does; its transactions have one student each unless there is a pause."""
    settings = Settings(box.root)
    with open_gradebook(*settings.gradebook) as gradebook:
        records = Records(box.grading / "records" / BOX)
        yield lambda pause=0.0: Entering([task], Book(gradebook, BOX), records, settings.layout.of(BOX), pause)


def grade(points: tuple[float, ...], status: str = "") -> Grade:
    marks = (
        Mark(check, got, most, status or ("right" if got else "wrong"), "" if got else "Not right.")
        for got, (check, most) in zip(points, POINTS.items(), strict=True)
    )
    return Grade(BOX, tuple(marks), status or "graded")


def points(box: Class, student: str) -> tuple[Any, ...]:
    state = box.state(student)
    return tuple(state[check][0] for check in POINTS)


def test_an_interrupted_run_that_is_started_again_is_no_regrade(run, box):
    run().take(HandedIn("ada", BOX, handed()), grade(FULL))
    second = run()
    for student in ("ada", "bob"):
        second.take(HandedIn(student, BOX, handed()), grade(FULL))
    assert not second.changes and points(box, "ada") == points(box, "bob") == FULL


def test_nobody_is_searched_for_among_all_students(run, box, monkeypatch):
    """The time for a submission must not grow with the class, nor with the semester."""
    asked: dict[str, Any] = {}
    entering = run()
    engine = entering._book._gradebook.engine
    listen(engine, "before_cursor_execute", lambda c, cursor, text, values, *_: asked.setdefault(text, values))
    for _ in range(2):  # new, and known
        entering.take(HandedIn("ada", BOX, handed()), grade(FULL))
    with engine.connect() as connection:
        for text, values in list(asked.items()):
            if text.startswith(("SELECT", "UPDATE")):
                one = values[0] if isinstance(values, list) else values
                plan = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", one)]
                scans = [line for line in plan if line.removeprefix("SCAN ").split()[0] in GROWING and "SCAN" in line]
                assert not scans, f"{scans} looks through all entries of the gradebook, in: {text[:200]}"
    assert any("FROM grade" in text for text in asked), "the marks have been read"


def test_several_students_in_a_transaction_are_entered_as_one_by_one(run, box):
    """One is new, one was entered before, one was marked by a person, one has handed in nothing."""
    for number in range(2):
        students = [f"{name}-{number}" for name in ("new", "known", "marked", "gone")]
        for student in students[1:3]:
            box.submit(student, handed(why="Because."))
            run().take(HandedIn(student, BOX, handed(why="Because.")), grade(NONE))
        box.mark(students[2], "why", 2)
        entering = run(number * 1e9)
        entering.take(HandedIn("first", BOX, handed()), grade(FULL))  # which no pause holds back
        changed = handed(why="Because.", mass_answer="mass = m")
        for student in students[:3]:
            entering.take(HandedIn(student, BOX, changed), grade(FULL))
        entering.take(HandedIn(students[3], BOX, None), missing(entering._tasks[BOX]))
        if number:
            assert points(box, students[1]) == NONE, "the pause is not over"
        entering.finish()
        assert not entering.changes
    for name in ("new", "known", "marked", "gone"):
        assert box.state(f"{name}-0") == box.state(f"{name}-1")
        pages = [box.grading / "autograded" / f"{name}-{number}" / BOX / f"{BOX}.ipynb" for number in range(2)]
        assert pages[0].read_bytes() == pages[1].read_bytes()
    assert box.state("marked-1")["why"] == (None, 2, True), "kept, and to be looked at again"
    assert box.state("new-1")["mass-check"] == (1, None, False)


def test_a_transaction_is_entered_whole_or_not_at_all(run, box):
    entering = run(1e9)
    entering.take(HandedIn("first", BOX, handed()), grade(FULL))
    entering.take(HandedIn("ada", BOX, handed()), grade(FULL))
    unknown = Grade(BOX, (Mark("other-check", 1, 1, "right"),))
    entering.take(HandedIn("bob", BOX, handed()), unknown)
    with pytest.raises(ValueError, match="does not know the check 'other-check'"):
        entering.finish()
    assert points(box, "first") == FULL
    with pytest.raises(MissingEntry):
        box.state("ada")
    again = run()
    again.take(HandedIn("ada", BOX, handed()), grade(FULL))
    assert not again.changes and points(box, "ada") == FULL


def test_one_that_was_killed_before_it_could_remember_is_none_either(run, box, monkeypatch):
    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Records, "keep", killed)
        run().take(HandedIn("ada", BOX, handed()), grade(FULL))
    second = run()
    second.take(HandedIn("ada", BOX, handed()), grade(FULL))
    assert not second.changes and points(box, "ada") == FULL


def test_a_mark_is_not_changed_behind_anybodys_back_if_nothing_is_remembered(run, box):
    box.submit("ada", handed())
    run().take(HandedIn("ada", BOX, handed()), grade(FULL))
    for record in (box.grading / "records" / BOX).iterdir():
        record.write_text("{")
    second = run()
    second.take(HandedIn("ada", BOX, handed()), grade(NONE))
    assert len(second.changes) == 3 and points(box, "ada") == FULL
    second.apply()
    assert not second.changes and points(box, "ada") == NONE


def test_a_verdict_after_none_is_no_regrade(run, box):
    run().take(HandedIn("ada", BOX, handed()), grade(NONE, "review"))
    assert box.state("ada")["mass-check"] == (0, None, True), "a person has to look"
    second = run()
    second.take(HandedIn("ada", BOX, handed()), grade(FULL))
    assert not second.changes and points(box, "ada") == FULL
    assert box.state("ada")["mass-check"] == (1, None, False), "there is nothing left to look at"


def test_the_same_answers_with_other_outputs_are_the_same_answers(run, box):
    run().take(HandedIn("ada", BOX, handed()), grade(FULL))
    again = json.loads(handed())
    again["cells"][1]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "hello"}]
    second = run()
    second.take(HandedIn("ada", BOX, json.dumps(again).encode()), grade(NONE))
    assert len(second.changes) == 3


def test_what_was_handed_in_anew_while_one_thought_about_it_waits_for_the_next_run(run, box):
    box.submit("ada", handed())
    run().take(HandedIn("ada", BOX, handed()), grade(FULL))
    second = run()
    second.take(HandedIn("ada", BOX, handed()), grade(NONE))
    box.submit("ada", handed(mass_answer="mass = 1"))
    second.apply()
    assert points(box, "ada") == FULL, "the new version has not been graded yet"


def test_a_missing_notebook_that_arrives_is_no_regrade(run, box, task):
    run().take(HandedIn("ada", BOX, None), missing(task))
    second = run()
    second.take(HandedIn("ada", BOX, handed()), grade(FULL))
    assert not second.changes and points(box, "ada") == FULL


@pytest.mark.parametrize("content", [None, b"", b"no notebook", handed()])
def test_a_fingerprint_is_that_of_the_answers(content):
    assert fingerprint(content) == fingerprint(content)
    assert fingerprint(content) != fingerprint(handed(mass_answer="mass = 1"))


def test_a_changed_task_is_refused_before_anything_is_run(box, capsys):
    path = box.root / "solutions" / BOX / f"{BOX}.ipynb"
    changed = json.loads(path.read_bytes())
    changed["cells"][2]["metadata"]["nbgrader"]["points"] = 5
    path.write_text(json.dumps(changed))
    box.submit("ada", handed())
    with pytest.raises(command.GradingError, match=f"nbgrader generate_assignment {BOX} --force"):
        command.grade_assignment(BOX, box.root, 1, without_boundary=True)


@pytest.mark.parametrize(("typed", "agreed"), [("y", True), (" Yes ", True), ("", False), ("n", False), (None, False)])
def test_only_a_yes_is_one(typed, agreed, monkeypatch):
    def answer(_: str) -> str:
        if typed is None:  # Ctrl-D
            raise EOFError
        return typed

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr(command.sys.stdin, "isatty", lambda: True, raising=False)
    assert command._agreed() == agreed
    monkeypatch.setattr(command.sys.stdin, "isatty", lambda: False, raising=False)
    assert not command._agreed(), "nobody sits there who could be asked"
