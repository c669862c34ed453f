"""A class through ``mechanics grade``: marks in nbgrader's gradebook, a table, nothing run twice."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from mechanics import cli
from mechanics.grading.class_run import ClassRun
from mechanics.grading.local import Local
from mechanics.grading.sandbox import boundary
from mechanics.grading.settings import Settings
from tests.tasks import course

ASSIGNMENT, TASK = "01-systems", "inductor-state"

pytestmark = [
    pytest.mark.skipif(not boundary().holds, reason=f"no boundary on this machine: {boundary().reason}"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


SCRIPT = {"output_type": "display_data", "data": {"text/html": "<script>alert(1)</script>"}, "metadata": {}}


def submissions() -> dict[str, dict]:
    right = course.right_answers(TASK)
    first = next(iter(right))
    bob = course.filled(TASK, {**right, first: "import os; os._exit(0)"})
    for cell in bob["cells"]:
        cell |= {"outputs": [SCRIPT]} if cell["cell_type"] == "code" else {}
    return {
        "ada": course.filled(TASK, right),
        "bob": bob,
        "eve": course.read(course.release(TASK)),
    }


class Class:
    """A course folder with three students."""

    def __init__(self, folder: Path):
        self.root = course.new_course(folder / "course", ASSIGNMENT)
        self.api = course.nbgrader_of(self.root)
        result = self.api.generate_assignment(ASSIGNMENT)
        assert result["success"], result.get("log")
        shutil.copytree(self.root / "solutions" / ASSIGNMENT, self.root / "solutions" / "other")
        self.grading = self.root / "workspace" / "grading"
        for student, notebook in submissions().items():
            self.submit(student, notebook)

    def submit(self, student: str, notebook: dict) -> None:
        target = self.grading / "submitted" / student / ASSIGNMENT / f"{TASK}.ipynb"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(notebook), encoding="utf-8")

    def grade(self) -> int:
        return cli.main(["grade", ASSIGNMENT, "--course", str(self.root), "--jobs", "2"])

    def scores(self) -> dict[str, float]:
        with self.api.gradebook as book:
            return {s.student.id: s.score for s in book.assignment_submissions(ASSIGNMENT)}


@pytest.fixture(scope="module")
def of_three(tmp_path_factory: pytest.TempPathFactory) -> Class:
    return Class(tmp_path_factory.mktemp("class"))


def test_marks_are_in_the_gradebook_and_in_a_table(of_three, capsys):
    assert of_three.grade() == 1, "a submission that had to be cut short needs a look"
    scores, most = of_three.scores(), course.points(TASK)
    assert scores["ada"] == most and scores["eve"] == 0 and 0 < scores["bob"] < most
    with open(of_three.grading / f"grades-{ASSIGNMENT}.csv", newline="", encoding="utf-8") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert rows["bob"]["status"] == "cut short" and "Python process" in rows["bob"]["note"]
    assert float(rows["ada"]["points"]) == most
    assert "1 cut short" in capsys.readouterr().out


def test_what_did_not_change_is_not_run_again_and_manual_marks_stay(of_three, monkeypatch):
    of_three.grade()
    with of_three.api.gradebook as book:
        grade = book.find_submission(ASSIGNMENT, "bob").notebooks[0].grades[0]
        grade.manual_score, name = 0.5, grade.name
        book.db.commit()
    asked = []
    monkeypatch.setattr(Local, "submit", lambda *a: asked.append(a))
    before = of_three.scores()
    of_three.grade()
    assert not asked and of_three.scores() == before
    with of_three.api.gradebook as book:
        [kept] = [g for g in book.find_submission(ASSIGNMENT, "bob").notebooks[0].grades if g.name == name]
        assert kept.manual_score == 0.5


def test_a_new_version_of_one_submission_is_graded_alone(of_three):
    of_three.grade()
    of_three.submit("eve", submissions()["ada"])
    run = ClassRun(Settings(of_three.root).layout.of(ASSIGNMENT))
    assert all(run._place(handed).exists() for handed in run.handed()), "the same bytes as ada's have a grade already"
    of_three.grade()
    assert of_three.scores()["eve"] == course.points(TASK)


def test_nbgrader_makes_feedback_of_it(of_three):
    of_three.grade()
    result = of_three.api.generate_feedback(ASSIGNMENT, "bob")
    assert result["success"], result.get("log")
    page = (of_three.grading / "feedback" / "bob" / ASSIGNMENT / f"{TASK}.html").read_text(encoding="utf-8")
    assert "This ended the whole Python process" in page and "Right." in page
    assert "verify" not in page and "<script" not in page


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["grade", "05-lagrange"], "There is no assignment '05-lagrange'"),
        (["grade", "other"], "Expected submissions"),
    ],
)
def test_what_cannot_begin_says_why(of_three, words, sentence, capsys):
    assert cli.main([*words, "--course", str(of_three.root)]) == 2
    assert sentence in capsys.readouterr().err


def test_an_assignment_that_was_not_released_is_named(tmp_path, capsys):
    root = course.new_course(tmp_path / "course", ASSIGNMENT)
    target = root / "workspace" / "grading" / "submitted" / "ada" / ASSIGNMENT / f"{TASK}.ipynb"
    target.parent.mkdir(parents=True)
    target.write_text(json.dumps(course.read(course.release(TASK))), encoding="utf-8")
    assert cli.main(["grade", ASSIGNMENT, "--course", str(root)]) == 2
    assert f"nbgrader generate_assignment {ASSIGNMENT}" in capsys.readouterr().err
