"""The second route, ``nbgrader autograde``: stray files, unknown times, what was cut short need a person there, too."""

import logging
from pathlib import Path

import pytest

from mechanics.grading.records import Records

from .box_class import BOX, Class, handed, released

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("isolation"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Class:
    return Class(released(tmp_path_factory.mktemp("second-route") / "course"))


def noted(box: Class, student: str) -> tuple[str, bool]:
    grade = Records(box.grading / "records" / BOX).of(student)[BOX].grade
    return grade.note, grade.needs_person


def test_an_unknown_time_is_told_and_needs_a_person(box, caplog):
    (box.submit("stamp", handed()) / "timestamp.txt").write_text("gestern")
    with caplog.at_level(logging.WARNING):
        box.autograde("stamp")
    note, needs_person = noted(box, "stamp")
    assert "gestern" in note and needs_person
    assert "timestamp.txt says 'gestern'" in caplog.text


def test_a_second_version_is_told_and_needs_a_person(box, caplog):
    folder = box.submit("second", handed())
    (folder / f"{BOX} (1).ipynb").write_bytes(handed(mass_answer="mass = 1"))
    with caplog.at_level(logging.WARNING):
        box.autograde("second")
    note, needs_person = noted(box, "second")
    assert f"{BOX} (1).ipynb" in note and needs_person and "To let it count" in caplog.text
    assert box.state("second")["mass-check"][0] == 1


def test_a_renamed_notebook_waits_for_a_person(box, caplog):
    folder: Path = box.submit("renamed", handed())
    (folder / f"{BOX}.ipynb").rename(folder / f"{BOX}(1).ipynb")
    with caplog.at_level(logging.WARNING):
        box.autograde("renamed")
    assert f"{BOX}(1).ipynb is not graded" in caplog.text
    assert box.state("renamed")["mass-check"] == (0, None, True), "a person has to look"


def test_what_a_limit_ended_waits_for_a_person(box):
    box.submit("bomb", handed(mass_answer="import os\nwhile True: os.fork()"))
    box.autograde("bomb")
    assert box.state("bomb")["mass-check"] == (0, None, True)
    assert "more than 64 processes" in noted(box, "bomb")[0]
