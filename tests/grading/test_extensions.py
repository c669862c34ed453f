"""Deadlines of single students: being late costs what it should by both commands, also when the file changes later."""

from pathlib import Path

import pytest

from mechanics import cli
from mechanics.grading.sandbox import boundary
from tests.tasks import course

from .box_class import BOX, Class, handed, released

pytestmark = [
    pytest.mark.skipif(not boundary().holds, reason=f"no boundary on this machine: {boundary().reason}"),
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

EXTENDED = "[deadlines.box]\nextended = 2020-05-04 00:00:00Z\n'too late' = 2020-05-02 23:00:00+02:00\n"
ALL = {"extended": 0, "too late": 7, "late": 7}


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Class:
    """Three students hand in a day and a half after the deadline; being late costs everything."""
    box = Class(released(tmp_path_factory.mktemp("extensions") / "course"))
    with box.api.gradebook as book:
        book.update_or_create_assignment(BOX, duedate="2020-05-01 12:00:00 UTC")
    for student in ALL:
        folder = box.submit(student, handed(why=" "))
        (folder / "timestamp.txt").write_text("2020-05-03 00:00:00 UTC")
    (box.grading / "semester.toml").write_text(EXTENDED)
    return box


def copied(box: Class, tmp_path: Path, said: str = EXTENDED) -> Class:
    box = box.copy(tmp_path / "course")
    (box.grading / "semester.toml").write_text(said)
    return box


def penalties(box: Class) -> dict[str, float]:
    with box.api.gradebook as book:
        return {student: book.find_submission(BOX, student).late_submission_penalty for student in ALL}


def test_mechanics_grade_respects_them_and_a_change_of_them(box, tmp_path):
    box = copied(box, tmp_path)
    assert box.grade() == 0
    assert penalties(box) == ALL
    assert float(box.table("students")["extended"]["late_days"]) == 0
    (box.grading / "semester.toml").write_text("[deadlines.box]\nlate = 2020-05-04 00:00:00Z\n")
    assert box.grade() == 0
    assert penalties(box) == ALL | {"late": 0}, "an extension that the file no longer names is kept"
    (box.grading / "semester.toml").write_text("[deadlines.box]\nlate = 2020-05-01 12:00:00Z\n")
    assert box.grade() == 0
    assert penalties(box) == ALL, "the general deadline takes an extension back"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of traitlets, in the exporter of nbgrader
def test_feedback_of_what_came_through_an_exchange_can_be_released(box, tmp_path):
    box = copied(box, tmp_path)
    for student in ALL:  # as the exchange does
        (box.grading / "submitted" / student / BOX / "submission_secret.txt").write_text(f"{student}'s secret")
    assert box.grade() == 0
    for command in ("generate_feedback", "release_feedback"):
        result = getattr(course.nbgrader_of(box.root), command)(BOX)
        assert result["success"], result
    released = [path.name for path in (box.grading / "exchange").rglob("*.html")]
    assert len(released) == len(ALL)


def test_nbgrader_autograde_does_the_same(box, tmp_path):
    box = copied(box, tmp_path)
    for student in ALL:
        box.autograde(student)
    assert penalties(box) == ALL


def test_totals_take_a_change_into_account_without_grading_again(box, tmp_path, capsys):
    box = copied(box, tmp_path, "")
    assert box.grade() == 0 and penalties(box) == dict.fromkeys(ALL, 7)
    (box.grading / "semester.toml").write_text(EXTENDED)
    capsys.readouterr()
    assert cli.main(["totals", "--course", str(box.root)]) == 0
    assert penalties(box) == ALL
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["student", "last_name", "first_name", "box", "bonus", "total", "note"]
    assert [line.split() for line in lines[1:4]] == [
        ["extended", "70.0", "0", "70"],
        ["late", "0.0", "0", "0"],
        ["too", "late", "0.0", "0", "0"],
    ]


def test_a_wrong_name_stops_both_before_anything_is_graded(box, tmp_path, capsys):
    box = copied(box, tmp_path, EXTENDED.replace("extended", "extendet"))
    assert box.grade() == 2
    sentence = "semester.toml: there is no student 'extendet'. Did you mean 'extended'?"
    assert sentence in capsys.readouterr().err
    result = course.nbgrader_of(box.root).autograde(BOX, "late")
    assert not result["success"] and sentence in result["error"]


def test_a_course_without_a_deadline_is_told_how_to_set_one(box, tmp_path, capsys):
    box = copied(box, tmp_path)
    with box.api.gradebook as book:
        book.find_assignment(BOX).duedate = None
        book.db.commit()
    assert box.grade() == 2
    assert 'nbgrader db assignment add box --duedate "2020-05-04 00:00:00 UTC"' in capsys.readouterr().err
