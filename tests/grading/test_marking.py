"""Marking by hand: what graders choose is in nbgrader's gradebook, and nobody overwrites anybody."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from mechanics import cli
from mechanics.grading.assignment import read_assignment
from mechanics.grading.marking.marks import Busy, Changed
from mechanics.grading.marking.questions import picture_in
from mechanics.grading.marking.rubric import Item, Rubric, RubricFile
from mechanics.grading.marking.service import Marking
from mechanics.grading.sandbox import boundary
from mechanics.grading.tasks import tasks_of

from .box_class import BOX, Class
from .written_class import ITEMS, WHY, written_class

pytestmark = [
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def graded_box(tmp_path_factory: pytest.TempPathFactory) -> Class:
    return written_class(tmp_path_factory.mktemp("marking") / "course")


@pytest.fixture
def box(graded_box: Class, tmp_path: Path) -> Class:
    return graded_box.copy(tmp_path / "course")


@pytest.fixture
def marking(box: Class) -> Marking:
    found = Marking(box.root, BOX)
    found.change_rubric(WHY, Rubric().version, ITEMS)
    return found


def student(marking: Marking, name: str) -> dict[str, Any]:
    [found] = [one for one in marking.question(WHY)["students"] if one["id"] == name]
    return found


def mark(marking: Marking, names: list[str], **wanted: Any) -> dict[str, Any]:
    seen = {one["id"]: one["seen"] for one in marking.question(WHY)["students"]}
    version = marking.question(WHY)["rubric"]["version"]
    return marking.mark(WHY, version, [{"student": name, "seen": seen[name]} | wanted for name in names])


def test_the_same_answer_is_one_group_whatever_its_case_spaces_and_full_stop(marking):
    keys = {one["id"]: one["key"] for one in marking.question(WHY)["students"]}
    assert keys["ada"] == keys["bob"] == keys["cyd"] == keys["late"]
    assert len({keys[name] for name in ("ada", "dan", "eve", "fay", "hal")}) == 5
    assert student(marking, "eve")["empty"] and not student(marking, "hal")["empty"]


def test_items_become_points_and_a_comment_in_the_gradebook_of_nbgrader(box, marking):
    done = mark(marking, ["ada", "bob"], items=[0, 1], note="Well *said*.")
    assert box.state("ada")["why"] == box.state("bob")["why"] == (None, 3, False)
    assert box.comment("ada") == "- Names the law (+2)\n- Says $f = m\\,a$ (+1)\n\nWell *said*."
    assert box.state("cyd")["why"] == (None, None, True), "one who was taken out of the group got the mark"
    assert done["waiting"] == 5
    read = student(Marking(box.root, BOX), "ada")
    assert (read["items"], read["note"], read["score"], read["own"]) == ([0, 1], "Well *said*.", 3, False)


def test_a_comment_of_the_formgrader_is_kept_and_points_can_be_typed(box, marking):
    box.mark("dan", "why", 0.5)
    assert student(marking, "dan")["note"] == "See me."
    mark(marking, ["dan"], items=[0], note="See me.", score=1.5)
    assert box.state("dan")["why"] == (None, 1.5, False)
    assert student(marking, "dan")["own"], "points that a person typed are not those of the items"


@pytest.mark.slow
@pytest.mark.skipif(not boundary().holds, reason=f"no boundary on this machine: {boundary().reason}")
def test_marks_outlive_grading_again(box, marking):
    mark(marking, ["ada"], items=[0], note="Good.")
    box.change_check("rho*l*b")
    box.grade("--apply")
    assert box.state("ada")["why"] == (None, 2, False)
    assert student(marking, "ada")["items"] == [0]


def test_an_undo_brings_back_all_that_was(box, marking):
    before = {name: student(marking, name)["seen"] for name in ("ada", "bob")}
    after = mark(marking, ["ada", "bob"], items=[0])["states"]
    wanted = [{"student": name, "seen": after[name]["seen"], "restore": before[name]} for name in before]
    marking.mark(WHY, marking.question(WHY)["rubric"]["version"], wanted)
    assert {name: student(marking, name)["seen"] for name in before} == before
    assert box.state("ada")["why"] == (None, None, True) and box.comment("ada") is None


def test_two_graders_do_not_overwrite_each_other(box, marking):
    other = Marking(box.root, BOX)
    version, seen = marking.question(WHY)["rubric"]["version"], student(marking, "ada")["seen"]
    free = student(marking, "cyd")["seen"]
    mark(other, ["ada"], items=[1], note="First.")
    late = [{"student": "cyd", "seen": free, "items": [0]}, {"student": "ada", "seen": seen, "items": [0]}]
    with pytest.raises(Changed) as news:
        marking.mark(WHY, version, late)
    assert news.value.students == ["ada"]
    assert box.state("ada")["why"] == (None, 1, False)
    assert box.state("cyd")["why"] == (None, None, True), "half of the marks were written"


def test_of_many_graders_at_the_same_moment_one_is_first(box, marking):
    version, seen = marking.question(WHY)["rubric"]["version"], student(marking, "ada")["seen"]
    together = threading.Barrier(6)

    def race(points: float) -> float | None:
        grader = Marking(box.root, BOX)
        together.wait()
        try:
            grader.mark(WHY, version, [{"student": "ada", "seen": seen, "items": [], "score": points}])
        except (Changed, Busy):
            return None
        return points

    with ThreadPoolExecutor(6) as graders:
        [winner] = filter(None, graders.map(race, [0.5, 1.0, 1.5, 2.0, 2.5, 3.0]))
    assert box.state("ada")["why"] == (None, winner, False)


def test_what_lateness_costs_follows_the_mark(box, marking):
    """Being late costs everything in this course."""
    mark(marking, ["late"], items=[0, 1])
    with box.api.gradebook as book:
        found = book.find_submission(BOX, "late")
        assert (found.score, found.late_submission_penalty) == (10, 10)


def test_a_changed_rubric_changes_the_marks_that_use_it(box, marking):
    mark(marking, ["ada"], items=[0, 1], note="Mine.")
    mark(marking, ["bob"], items=[0], score=0.25)
    version = marking.question(WHY)["rubric"]["version"]
    items = [{"text": "Says so", "points": 0.5, "was": 1}, {"text": "Names Newton", "points": 1.5, "was": 0}]
    marking.change_rubric(WHY, version, items)
    assert box.state("ada")["why"] == (None, 2, False)
    assert box.comment("ada") == "- Says so (+0.5)\n- Names Newton (+1.5)\n\nMine."
    assert box.state("bob")["why"] == (None, 0.25, False), "points that a person typed were changed"
    with pytest.raises(ValueError, match="Someone else has changed the rubric"):
        marking.change_rubric(WHY, version, [])


def test_the_rubric_is_not_released_and_not_part_of_what_grades_depend_on(box, marking):
    source = box.root / "solutions" / BOX
    assert (source / "rubric.json").exists()
    assert "rubric.json" not in read_assignment(source).files
    assert "rubric.json" not in tasks_of(source)[0].files
    assert box.api.generate_assignment(BOX, force=True)["success"]
    assert not list((box.root / "exercises").rglob("rubric.json"))


def test_a_course_that_would_release_its_rubrics_is_refused(box, capsys):
    config = box.root / "nbgrader_config.py"
    config.write_text(config.read_text() + '\nc.CourseDirectory.ignore = ["*.py"]\n')
    assert cli.main(["mark", BOX, "--course", str(box.root), "--no-browser"]) == 2
    assert "c.CourseDirectory.ignore" in capsys.readouterr().err


def test_answers_do_nothing_and_pictures_are_written_again(marking):
    page = marking.answer(WHY, "dan")["page"]
    assert "alert(1)" in page and "<script" not in page and "href" not in page
    page = marking.answer(WHY, "fay")["page"]
    assert page.count("<img") == 1 and "data:image/png;base64," in page and "svg" not in page


def test_photos_beside_the_notebook_are_shown_but_no_link_is_followed(box, marking):
    folder = box.grading / "submitted" / "hal" / BOX
    (folder / "trap.png").symlink_to(box.root / "nbgrader_config.py")
    answer = marking.answer(WHY, "hal")
    assert answer["files"] == ["photo.JPG"]
    assert marking.picture("hal", "photo.JPG").kind == "image/jpeg"
    for name in ("trap.png", "../../ada/box/box.ipynb", "timestamp.txt", "nothing.png"):
        assert picture_in(folder, name) is None, name


def test_the_feedback_page_shows_items_and_comment(box, marking):
    mark(marking, ["ada"], items=[0, 1], note="Well *said*.")
    assert box.api.generate_feedback(BOX, student_id="ada")["success"]
    page = (box.grading / "feedback" / "ada" / BOX / f"{BOX}.html").read_text()
    assert "Names the law (+2)" in page and "<math><mi>f</mi>" in page and "Well <em>said</em>." in page
    assert "not marked yet" not in page and "<strong>10</strong> of 10" in page
    assert box.api.generate_feedback(BOX, student_id="bob")["success"]
    waiting = (box.grading / "feedback" / "bob" / BOX / f"{BOX}.html").read_text()
    assert "Answers not marked yet: 1." in waiting and "A person will read this answer." in waiting


def test_a_rubric_that_only_takes_off_counts_down():
    rubric = Rubric((Item("Sign", -0.5), Item("Unit", -3.0)))
    assert [rubric.score(chosen, 3) for chosen in ([], [0], [0, 1])] == [3, 2.5, 0]
    assert rubric.comment([0], "") == "- Sign (−0.5)" and rubric.read("- Sign (−0.5)") == ([0], "")


@pytest.mark.parametrize(
    ("items", "said"),
    [
        ([{"text": "", "points": 1}], "a text of 1 to"),
        ([{"text": "a", "points": "many"}], "Expected an item such as"),
        ([{"text": "a", "points": float("inf")}], "points that are a number"),
        ([{"text": "a", "points": 1}, {"text": "a", "points": 2}], "two of them are the same"),
    ],
)
def test_an_item_that_is_none_is_refused(tmp_path, items, said):
    (tmp_path / "rubric.json").write_text(json.dumps({"box": {"why": {"items": items}}}))
    with pytest.raises(ValueError, match=said):
        RubricFile(tmp_path).of("box", "why")


def test_a_rubric_file_that_is_broken_is_named(tmp_path):
    (tmp_path / "rubric.json").write_text("{")
    with pytest.raises(ValueError, match="cannot be read"):
        RubricFile(tmp_path).of("box", "why")
