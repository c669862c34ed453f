"""semester.toml and what it makes of marks: weights, the worst left out, extra, bonus, excuses; mistakes in it."""

import datetime
import itertools
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbgrader.api import Gradebook

from mechanics import cli
from mechanics.grading.semester import Semester, read_semester
from mechanics.grading.totals import Part, _without_the_worst, totals_of

pytestmark = [
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

DUE = datetime.datetime(2030, 5, 1, 12)
LATER = datetime.datetime(2030, 6, 1)
FULL = """
drop_worst = 1
at_most = 100

[weights]
statics = 1
energy = 3

[extra]
puzzle = 5

[deadlines.statics]
ada = 2030-05-08 23:59:00+02:00

[excused]
energy = ["bob"]

[bonus]
ada = 2
"""


def said(folder: Path, text: str) -> Semester:
    (folder / "semester.toml").write_text(text, encoding="utf-8")
    return read_semester(folder)


def test_everything_that_can_be_said(tmp_path):
    semester = said(tmp_path, FULL)
    assert (semester.weights, semester.extra, semester.bonus) == (
        {"statics": 1, "energy": 3},
        {"puzzle": 5},
        {"ada": 2},
    )
    assert semester.of("statics") == {"ada": datetime.datetime(2030, 5, 8, 21, 59)}, "in UTC, as in the gradebook"
    assert (semester.excused, semester.drop_worst, semester.at_most) == ({("energy", "bob")}, 1, 100)


def test_no_file_says_nothing(tmp_path):
    assert read_semester(tmp_path) == Semester()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("weights = [1", "cannot be read"),
        ("weigths = {}", "there is no entry 'weigths'. Did you mean 'weights'?"),
        ("weights = 1", "expected a table [weights], got weights = 1."),
        ("[weights]\nstatics = -1", "expected a number of at least 0 for weights.statics, got -1."),
        ("[weights]\nstatics = true", "expected a number of at least 0 for weights.statics, got True."),
        ("[weights]\nstatics = nan", "for weights.statics, got nan."),
        ("[bonus]\nada = inf", "expected a number for bonus.ada, got inf."),
        ("drop_worst = 1.5", "expected a whole number of at least 0 for drop_worst, got 1.5."),
        ("[excused]\nstatics = 'ada'", "expected a list of students for excused.statics"),
        ("[deadlines]\nstatics = 2030-05-08", "expected a table [statics]"),
        ("[deadlines.statics]\nada = 2030-05-08", "expected date, time and offset for deadlines.statics.ada"),
        (
            "[deadlines.statics]\nada = 2030-05-08 12:00:00",
            "such as 2030-05-08 23:59:00+02:00; got 2030-05-08 12:00:00.",
        ),
    ],
)
def test_a_mistake_gets_one_sentence(tmp_path, text, sentence):
    with pytest.raises(ValueError) as refused:
        said(tmp_path, text)
    assert sentence in str(refused.value), str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[deadlines.statik]\nada = 2030-05-08 12:00:00Z", "there is no assignment 'statik'. Did you mean 'statics'?"),
        ("[deadlines.statics]\nadda = 2030-05-08 12:00:00Z", "there is no student 'adda'. Did you mean 'ada'?"),
        ("[deadlines.statics]\nada = 2030-04-08 12:00:00Z", "not before the general one of 'statics'"),
        ("[deadlines.energy]\nada = 2030-05-08 12:00:00Z", "nbgrader db assignment add energy --duedate"),
        ("[excused]\nstatics = ['adam']", "there is no student 'adam'. Did you mean 'ada'?"),
        ("[bonus]\nzoe = 1", "there is no student 'zoe'. There are: ada, bob."),
        ("[extra]\npuzle = 1", "there is no assignment 'puzle'."),
        ("[weights]\nstatics = 1", "found none for 'energy'. Write 0 for what does not count."),
        (
            "[weights]\nstatics = 1\nenergy = 1\n[extra]\nenergy = 5",
            "a weight or an entry in [extra] for 'energy', got both",
        ),
    ],
)
def test_a_name_that_the_gradebook_does_not_know_is_not_lost(tmp_path, text, sentence):
    with pytest.raises(ValueError) as refused:
        said(tmp_path, text).check({"statics": DUE, "energy": None}, {"ada", "bob"})
    assert sentence in str(refused.value), str(refused.value)


def test_weights_may_be_there_before_the_assignments(tmp_path):
    said(tmp_path, "[weights]\nstatics = 1\nenergy = 1\nlagrange = 2").check({"statics": DUE, "energy": None}, {"ada"})


parts = st.lists(
    st.tuples(st.floats(0.5, 10), st.integers(0, 10)).map(lambda pair: Part("", pair[0], pair[1], 10)),
    min_size=1,
    max_size=7,
)


def mean(parts) -> float:
    return sum(part.weight * part.fraction for part in parts) / sum(part.weight for part in parts)


@given(parts, st.integers(0, 8))
def test_no_choice_of_what_to_leave_out_is_better_for_the_student(parts, number):
    kept = _without_the_worst(parts, number)
    assert len(kept) == max(1, len(parts) - number)
    best = max(mean(choice) for choice in itertools.combinations(parts, len(kept)))
    assert mean(kept) == pytest.approx(best)


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """Three assignments of 10, 30 and 4 points; ada has handed in all of them, bob only the first."""
    path = tmp_path_factory.mktemp("semester") / "gradebook.db"
    with Gradebook(f"sqlite:///{path}", "mechanics") as book:
        for name, points, due in (("statics", 10, DUE), ("energy", 30, DUE), ("puzzle", 4, None)):
            book.add_assignment(name, duedate=due)
            book.add_notebook("task", name)
            book.add_grade_cell("check", "task", name, max_score=points, cell_type="code")
        book.add_student("ada", first_name="Ada", last_name="Lovelace")
        book.add_student("bob", first_name="Bob", last_name="Ärger")
        for name, student, points in (
            ("statics", "ada", 5), ("energy", "ada", 24), ("puzzle", "ada", 2), ("statics", "bob", 10)
        ):  # fmt: skip
            book.add_submission(name, student, timestamp=DUE)
            grade = book.find_grade("check", "task", name, student)
            grade.auto_score, grade.needs_manual_grade = points, False
        book.db.commit()
    return path


@pytest.fixture
def gradebook(database, tmp_path):
    with Gradebook(f"sqlite:///{shutil.copy(database, tmp_path)}", "mechanics") as book:
        yield book


def totals(book, semester=None, now=LATER):
    return {total.student: total for total in totals_of(book, semester or Semester(), now)}


def test_without_a_file_every_point_counts_the_same(gradebook):
    found = totals(gradebook)
    assert found["ada"].percent == pytest.approx(100 * 31 / 44)
    assert found["bob"].percent == pytest.approx(100 * 10 / 44), "what is over and was not handed in counts as nothing"
    assert found["bob"].note == "nothing handed in: puzzle, energy"


def test_weights_extra_and_bonus(gradebook, tmp_path):
    found = totals(gradebook, said(tmp_path, FULL.replace("drop_worst = 1", "").replace("at_most = 100", "")))
    assert found["ada"].percent == pytest.approx(100 * (1 * 0.5 + 3 * 0.8) / 4 + 5 * 2 / 4 + 2)
    assert found["bob"].percent == 100, "excused from the other, and no extra"


def test_the_worst_is_left_out_and_the_total_is_capped(gradebook, tmp_path):
    found = totals(gradebook, said(tmp_path, "drop_worst = 1\nat_most = 90\n[extra]\npuzzle = 30\n"))["ada"]
    assert [str(part) for part in found.parts if part.assignment == "statics"] == ["(50.0)"]
    assert found.percent == 90, "80 of energy and 15 extra"


def test_what_is_not_due_yet_does_not_count(gradebook, tmp_path):
    before = totals(gradebook, now=DUE - datetime.timedelta(days=1))["bob"]
    assert {part.assignment: part.state for part in before.parts}["energy"] == "open"
    assert before.percent == pytest.approx(100 * 10 / 14), "puzzle has no deadline, and ada has handed it in"
    extended = said(tmp_path, "[deadlines.energy]\nbob = 2030-07-01 00:00:00Z")
    assert totals(gradebook, extended)["bob"].percent == pytest.approx(100 * 10 / 14)


def test_a_late_penalty_is_taken_off_and_open_marks_are_named(gradebook):
    gradebook.find_submission("statics", "ada").notebooks[0].late_submission_penalty = 4
    gradebook.find_grade("check", "task", "energy", "ada").needs_manual_grade = True
    gradebook.db.commit()
    found = totals(gradebook)["ada"]
    assert {part.assignment: part.points for part in found.parts}["statics"] == 1
    assert found.note == "waits for a person: energy"


def test_everybody_excused_from_everything_has_no_total(gradebook, tmp_path):
    semester = said(tmp_path, "[excused]\nstatics = ['bob']\nenergy = ['bob']\npuzzle = ['bob']")
    assert totals(gradebook, semester)["bob"].percent is None


def test_students_are_sorted_by_name(gradebook):
    assert [total.student for total in totals_of(gradebook, Semester(), LATER)] == ["ada", "bob"]


def test_the_command_says_where_it_needs_a_course(tmp_path, capsys):
    assert cli.main(["totals", "--course", str(tmp_path)]) == 2
    assert "Expected nbgrader_config.py" in capsys.readouterr().err
