"""One class, one sum: terminal, tables, gradebook, feedback pages and analysis tell the same points.

The task gives 1 + 2 + 4 points by checks, 3 by a person, who also changes a mark, gives extra credit, and marks what no
check could read.
"""

import csv
import re

import pytest

from mechanics import cli
from mechanics.grading.analysis import Results
from mechanics.grading.visible import outcome_of
from tests.tasks import course

from .box_class import BOX, Class, handed, released

pytestmark = [
    pytest.mark.usefixtures("isolation"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

MAXIMUM = 10
WHY = "Because a = f/m."
# points by checks, and those that a person gives: for the text, and instead of checks
STUDENTS = {
    "everything": (handed(why=WHY), {"why": 3.0}),
    "half": (handed(why=WHY, mass_answer="mass = 1"), {"why": 1.5}),
    "waits": (handed(why=WHY), {}),
    "untouched": (handed(mass_answer="", square_answer="", force_answer=""), {}),
    "changed": (handed(why=WHY, mass_answer="mass = 1"), {"why": 2.0, "force-check": 3.5}),
    "unreadable": (b"no notebook", {"mass-check": 0.5, "why": 1.0}),
    "late": (handed(why=WHY), {"why": 3.0}),
}
POINTS = {"everything": 10, "half": 3.5, "waits": 7, "untouched": 0, "changed": 7.5, "unreadable": 1.5, "late": 10}


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Class:
    box = Class(released(tmp_path_factory.mktemp("counts") / "course"))
    with box.api.gradebook as book:
        book.update_or_create_assignment(BOX, duedate="2020-05-01 12:00:00 UTC")
        book.add_student("absent")
    for student, (content, _) in STUDENTS.items():
        folder = box.submit(student, content)
        (folder / "timestamp.txt").write_text(f"2020-05-0{2 if student == 'late' else 1} 10:00:00 UTC")
    box.grade()
    for student, (_, marks) in STUDENTS.items():
        for check, points in marks.items():
            box.mark(student, check, points)
    return box


@pytest.fixture(scope="module")
def told(box: Class, request: pytest.FixtureRequest) -> str:
    """What the command prints when it is called again."""
    capture = request.config.pluginmanager.getplugin("capturemanager")
    capture.read_global_capture()
    box.grade()
    return capture.read_global_capture()[0]


def lines(box: Class, table: str) -> list[dict[str, str]]:
    with open(box.grading / f"{table}-{BOX}.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_gradebook_has_these_points(box, told):
    with box.api.gradebook as book:
        found = {one.student.id: (one.score, one.max_score) for one in book.assignment_submissions(BOX)}
    assert found == {student: (points, MAXIMUM) for student, points in POINTS.items()}


def test_all_three_tables_have_them(box, told):
    for table, who in (("grades", "student"), ("students", "student")):
        rows = {line[who]: (float(line["points"]), float(line["maximum"])) for line in lines(box, table)}
        assert {student: rows[student] for student in POINTS} == {s: (p, MAXIMUM) for s, p in POINTS.items()}, table
    for column, expected in (("points", POINTS), ("maximum", dict.fromkeys(POINTS, MAXIMUM))):
        sums = dict.fromkeys(POINTS, 0.0)
        for line in lines(box, "analysis"):
            sums[line["student"]] += float(line[column])
        assert sums == expected, column


def test_they_agree_on_the_total_after_the_penalty(box, told):
    with box.api.gradebook as book:
        totals = {s.student.id: max(0.0, s.score - s.late_submission_penalty) for s in book.assignment_submissions(BOX)}
    assert totals["late"] == 0 and totals["half"] == 3.5
    for table in ("grades", "students"):
        assert {
            line["student"]: float(line["total"]) for line in lines(box, table) if line["student"] in totals
        } == totals


def test_they_agree_on_what_waits_for_a_person(box, told):
    with box.api.gradebook as book:
        waiting = {
            one.student.id: sum(grade.needs_manual_grade for page in one.notebooks for grade in page.grades)
            for one in book.assignment_submissions(BOX)
        }
    assert waiting == dict.fromkeys(POINTS, 0) | {"waits": 1}
    for table in ("grades", "students"):
        assert {n["student"]: int(n["needs_person"]) for n in lines(box, table) if n["student"] in waiting} == waiting
    assert re.search(r"1 to mark by hand +waits: box/why", told), told
    assert re.search(r"\b1 waits for a person", told), told


def test_the_terminal_tells_the_mean_of_the_same_points(told):
    mean = sum(POINTS.values()) / len(POINTS)
    assert re.search(rf"^box +{mean:.2f} +{MAXIMUM} ", told, re.MULTILINE), told


def test_the_analysis_counts_the_same(box, told):
    results = Results.read(box.grading / f"analysis-{BOX}.csv")
    assert results.totals() == pytest.approx({**POINTS})
    assert sum(item.maximum for item in results.items) == MAXIMUM


def test_the_feedback_page_tells_the_same(box, told):
    for student in ("half", "changed", "untouched"):
        result = course.nbgrader_of(box.root).generate_feedback(BOX, student)
        assert result["success"], result.get("log")
        page = (box.grading / "feedback" / student / BOX / f"{BOX}.html").read_text(encoding="utf-8")
        text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
        assert re.search(rf"\b{POINTS[student]:g}(\.0|0)? (of|/) {MAXIMUM}\b", text), text[:2000]


def test_check_counts_checks_and_names_unwritten_answers(box, capsys, tmp_path):
    """The button Validate counts an answer for a person as a check that fails: "4 of 3"."""
    path = tmp_path / f"{BOX}.ipynb"
    release = (box.root / "exercises" / BOX / f"{BOX}.ipynb").read_bytes()
    path.write_bytes(release)
    outcome = outcome_of(path)
    assert outcome.checks == 3 and len(outcome.failed) <= 3 and outcome.unwritten == 1
    assert cli.main(["check", str(tmp_path)]) == int(bool(outcome.failed))
    assert "1 answer that your teachers mark is not written yet" in capsys.readouterr().out
