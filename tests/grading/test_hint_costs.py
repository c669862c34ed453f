"""Hints cost points only where ``semester.toml`` says so, the same by both commands, and the student reads why."""

import json
from pathlib import Path

import pytest

from mechanics.grading.grades import Grade, Mark
from mechanics.grading.hint_costs import less_hints
from mechanics.grading.sandbox import boundary
from mechanics.grading.semester import read_semester
from tests.tasks import course

from .box_class import BOX, WRONG, Class, handed, released

pytestmark = [
    pytest.mark.skipif(not boundary().holds, reason=f"no boundary on this machine: {boundary().reason}"),
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

TAKEN = {"box/force-check": [1, 2], "box/mass-check": [3], "box/no-such-check": [4], "other/force-check": [5]}


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Class:
    """One who is right with hints, one who is wrong with hints, one whose file says nothing sensible."""
    box = Class(released(tmp_path_factory.mktemp("hints") / "course"))
    for student, answers in {"right": {}, "wrong": {"mass_answer": WRONG}, "odd": {}}.items():
        folder = box.submit(student, handed(why=" ", **answers))
        text = json.dumps(TAKEN) if student != "odd" else "[" * 100_000
        (folder / "hints-taken.json").write_text(text)
    return box


def points(box: Class, student: str) -> dict[str, float | None]:
    return {name: automatic for name, (automatic, _, _) in box.state(student).items()}


def copied(box: Class, tmp_path: Path, said: str) -> Class:
    box = box.copy(tmp_path / "course")
    (box.grading / "semester.toml").write_text(said)
    return box


@pytest.mark.parametrize("command", ["mechanics grade", "nbgrader autograde"])
@pytest.mark.parametrize("said", ["", "hint_cost = 0.25"], ids=["free", "a quarter each"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of traitlets, in the exporter of nbgrader
def test_they_cost_what_the_file_says(box, tmp_path, command, said):
    box = copied(box, tmp_path, said)
    if command == "mechanics grade":
        assert box.grade() == 0
    else:
        for student in ("right", "wrong", "odd"):
            box.autograde(student)
    full = points(box, "odd")
    assert full["mass-check"] and full["force-check"], "the class is made wrong"
    kept = {"mass-check": 0.75, "force-check": 0.5} if said else {}
    assert points(box, "right") == {name: full[name] * kept.get(name, 1.0) for name in full}
    assert points(box, "wrong")["mass-check"] == 0
    result = course.nbgrader_of(box.root).generate_feedback(BOX)
    assert result["success"], result.get("log")
    page = (box.grading / "feedback" / "right" / BOX / f"{BOX}.html").read_text()
    assert ("Right. 2 hints taken:" in page) == bool(said), "the student is not told why points are missing"


def test_no_mark_gets_below_zero_or_is_touched_that_has_none():
    marks = Mark("a", 2.0, 2.0, "right"), Mark("b", 0.0, 1.0, "wrong", "Why."), Mark("c", 1.0, 1.0, "right")
    found = less_hints(Grade("t", marks), {"t/a": 3, "t/b": 3}, 0.5).marks
    assert [mark.points for mark in found] == [0.0, 0.0, 1.0]
    assert found[1:] == marks[1:]
    assert found[0].reason == "Right. 3 hints taken: 0 of 2 points."


@pytest.mark.parametrize("said", ["1.5", "-0.1", "true", "'much'"])
def test_a_cost_that_cannot_be_is_refused(tmp_path, said):
    (tmp_path / "semester.toml").write_text(f"hint_cost = {said}")
    with pytest.raises(ValueError, match="hint_cost"):
        read_semester(tmp_path)
