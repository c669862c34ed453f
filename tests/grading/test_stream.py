"""The stream of a class through an engine: little in memory, lost ones tried again, nothing kept that is no grade."""

import io
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest

from mechanics.grading import class_run
from mechanics.grading.assignment import Seconds
from mechanics.grading.autograde import SafeExecute
from mechanics.grading.class_run import ClassRun
from mechanics.grading.errors import GradingError
from mechanics.grading.folder_lock import alone_in
from mechanics.grading.fork_servers import not_judged
from mechanics.grading.grades import Grade, Mark
from mechanics.grading.layout import Layout
from mechanics.grading.progress import Progress
from mechanics.grading.settings import Settings

from .conftest import cells, notebook

STUDENTS = 12


class Fake:
    """An engine that grades at once; `answer` says what it gives back for which try."""

    places = 3

    def __init__(self, answer: Callable[[bytes | None, int], str | None]):
        self.answer, self.given = answer, Counter()
        self.waiting = self.most = 0

    def submit(self, task: str, content: bytes | None, tries: int) -> Future[str | None]:
        self.given[content] += 1
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        future: Future[str | None] = Future()
        try:
            future.set_result(self.answer(content, tries))
        except GradingError as error:
            future.set_exception(error)
        return future


class Deserted(Fake):
    """Takes a notebook and never gives it back."""

    def submit(self, task: str, content: bytes | None, tries: int) -> Future[str | None]:
        return Future()

    def refuse_to_wait(self) -> None:
        raise GradingError("All workers have gone.")


def right(content: bytes | None, tries: int = 0) -> str:
    return Grade("box", (Mark("mass-check", 1.0, 1.0, "right"),)).as_json()


@pytest.fixture
def run(tmp_path: Path) -> ClassRun:
    source = tmp_path / "solutions" / "boxes"
    source.mkdir(parents=True)
    (source / "box.ipynb").write_bytes(notebook(cells()))
    for student in range(STUDENTS):
        folder = tmp_path / "submitted" / f"s{student:02}" / "boxes"
        folder.mkdir(parents=True)
        (folder / "box.ipynb").write_bytes(b"%d" % student)
    return ClassRun(Layout.at(tmp_path, source_directory="solutions").of("boxes"))


def grade_all(run: ClassRun, engine: Fake) -> dict[str, Grade]:
    found = {}
    for handed, grade, _ in run.grades(engine):
        engine.waiting = max(0, engine.waiting - 1)
        found[handed.student] = grade
    assert len(found) == STUDENTS, "every student should have a grade, and only one"
    return found


def test_no_more_notebooks_are_given_away_than_there_are_places(run):
    engine = Fake(right)
    grade_all(run, engine)
    assert engine.most <= engine.places


def test_grades_that_are_ready_together_come_in_the_order_of_submission(run):
    engine = Fake(right)
    engine.places = STUDENTS
    assert list(grade_all(run, engine)) == [f"s{student:02}" for student in range(STUDENTS)]


def test_what_is_known_is_not_graded_again(run):
    grade_all(run, Fake(right))
    second = Fake(right)
    assert all(grade.points == 1 for grade in grade_all(run, second).values())
    assert not second.given


def test_a_notebook_whose_process_was_lost_is_tried_again(run):
    engine = Fake(lambda content, tries: None if content == b"5" and tries < 2 else right(content))
    assert grade_all(run, engine)["s05"].points == 1
    assert engine.given[b"5"] == 3 and engine.given[b"4"] == 1


def test_one_that_ends_every_process_is_left_to_a_person_and_tried_the_next_time(run):
    never = Fake(lambda content, tries: None if content == b"5" else right(content))
    assert grade_all(run, never)["s05"].status == "review"
    assert never.given[b"5"] == class_run.TRIES
    later = Fake(right)
    assert grade_all(run, later)["s05"].points == 1
    assert set(later.given) == {b"5"}, "only the one without a grade should be given away again"


def test_one_that_could_not_be_run_is_tried_again(run):
    task = run.tasks[0]
    engine = Fake(lambda content, tries: right(content) if tries else not_judged(task).as_json())
    assert all(grade.status == "graded" for grade in grade_all(run, engine).values())


def test_half_a_file_among_the_results_is_no_grade(run):
    grade_all(run, Fake(right))
    damaged = sorted(run.results.glob("*.json"))[0]
    damaged.write_text(damaged.read_text()[:20])
    (run.results / "left.part").touch()
    engine = Fake(right)
    grade_all(run, engine)
    assert sum(engine.given.values()) == 1 and not list(run.results.glob("*.part"))


def test_a_cluster_that_cannot_go_on_ends_the_run_and_what_was_finished_is_kept(run):
    def answer(content: bytes | None, tries: int) -> str:
        if content == b"9":
            raise GradingError("A worker has another version of this library.")
        return right(content)

    with pytest.raises(GradingError, match="another version"):
        grade_all(run, Fake(answer))
    second = Fake(right)
    grade_all(run, second)
    assert sum(second.given.values()) < STUDENTS / 2


def test_nobody_waits_for_a_cluster_that_has_no_workers_any_more(run):
    with pytest.raises(GradingError, match="All workers have gone"):
        grade_all(run, Deserted(right))


def test_a_changed_key_is_graded_again_and_a_changed_neighbour_is_not(run, tmp_path):
    grade_all(run, Fake(right))
    (run.folders.source / "other.ipynb").write_bytes(notebook(cells()))
    neighbour = Fake(right)
    found = ClassRun(run.folders)
    assert sum(1 for _ in found.grades(neighbour)) == 2 * STUDENTS
    assert set(neighbour.given) == {None}, "only the new task, which nobody has handed in"
    (run.folders.source / "key.json").write_text("{}")
    changed = Fake(right)
    assert sum(1 for _ in ClassRun(run.folders).grades(changed)) == 2 * STUDENTS
    assert len(changed.given) == STUDENTS + 1


def test_more_time_is_a_reason_to_grade_again(run):
    grade_all(run, Fake(right))
    patient = Fake(right)
    grade_all(ClassRun(run.folders, Seconds(cell=90.0)), patient)
    assert len(patient.given) == STUDENTS, "what was cut short before may come to its end now"


def test_both_commands_read_the_time_limits_of_nbgrader_config(tmp_path):
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\nc.SafeExecute.seconds_for_cell = 90.0\n")
    assert SafeExecute(config=Settings(tmp_path).config).seconds == Seconds(cell=90.0)


def test_results_of_older_notebooks_and_checks_are_removed_in_the_end(run):
    grade_all(run, Fake(right))
    (run.folders.submitted("s03") / "box.ipynb").write_bytes(b"a new one")
    (run.folders.source / "key.json").write_text("{}")
    later = ClassRun(run.folders)
    grade_all(later, Fake(right))
    assert len(list(run.results.iterdir())) == 2 * STUDENTS
    later.forget_others()
    again = Fake(right)
    grade_all(later, again)
    assert len(list(run.results.iterdir())) == STUDENTS and not again.given, "those that count are still there"


def test_a_folder_belongs_to_one_process_at_a_time(tmp_path):
    with alone_in(tmp_path), pytest.raises(GradingError, match="is grading into"), alone_in(tmp_path):
        pass
    with alone_in(tmp_path):
        pass


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def told_by_progress(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> str:
    """Eight of 80 notebooks, ten seconds each."""
    now = [0.0]
    monkeypatch.setattr("mechanics.grading.progress.time.monotonic", lambda: now[0])
    progress = Progress(80, stream)
    for _ in range(8):
        now[0] += 10.0
        progress.count(graded=True)
    progress.end()
    return stream.getvalue()


def test_progress_is_one_line_at_a_terminal(monkeypatch):
    told = told_by_progress(Terminal(), monkeypatch)
    assert told.count("\n") == 1 and told.endswith("\n") and told.count("\r") > 8
    assert "8 of 80 notebooks, 0.1 a second, 12 min 00 s left" in told


def test_progress_is_a_line_now_and_then_elsewhere(monkeypatch):
    told = told_by_progress(io.StringIO(), monkeypatch)
    assert told.splitlines() == [
        "3 of 80 notebooks, 0.1 a second, 12 min 50 s left",
        "6 of 80 notebooks, 0.1 a second, 12 min 20 s left",
    ]
