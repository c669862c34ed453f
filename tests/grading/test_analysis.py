"""Item analysis: its numbers against ones worked out by hand, its notebook run, what the instructor changed kept."""

import random

import nbformat
import numpy as np
import pytest

from mechanics import cli
from mechanics.grading import analysis_notebook
from mechanics.grading.analysis import Results, discrimination
from mechanics.grading.class_run import HandedIn
from mechanics.grading.class_table import StepRow
from mechanics.grading.entering import Entering
from mechanics.grading.gradebook import Book
from mechanics.grading.gradebook_session import open_gradebook
from mechanics.grading.grades import Grade, Mark, missing
from mechanics.grading.records import Records
from mechanics.grading.settings import Settings
from mechanics.grading.table import Table, write_rows
from mechanics.grading.tasks import tasks_of

from .box_class import BOX, Class, handed, released

pytestmark = [
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    # zmq and asyncio tidy up after the kernels when they find the time
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

STUDENTS = 30
OWN = "sum(results.totals().values()) > 0"
FORGOTTEN = "Mass: The height is missing."


def row(student: str, step: str, points: float, **more: object) -> StepRow:
    usual = {"task": "box", "maximum": 1.0, "automatic": points, "by_hand": None, "status": "right", "reason": "",
             "seconds": 1.0, "needs_person": False}  # fmt: skip
    return StepRow(**({"student": student, "step": step, "points": points} | usual | more))


def of(points: dict[str, tuple[float, ...]]) -> Results:
    """One line for each student, one column for each of the steps a, b, c."""
    return Results(
        [row(name, step, value) for name, values in points.items() for step, value in zip("abc", values, strict=True)]
    )


class TestNumbers:
    def test_difficulty_and_discrimination_as_worked_out_by_hand(self):
        # rest of a: 2, 1, 1, 0, mean 1; a: 1, 1, 0, 0: covariance 2 / (sqrt(1) * sqrt(2))
        a, b, c = of({"s": (1, 1, 1), "t": (1, 0, 1), "u": (0, 1, 0), "v": (0, 0, 0)}).items
        assert (a.mean, a.difficulty, a.students) == (0.5, 0.5, 4)
        assert a.discrimination == pytest.approx(1 / np.sqrt(2))
        assert b.discrimination == pytest.approx(0)  # rest of b: 2, 2, 0, 0
        assert c.discrimination == pytest.approx(a.discrimination)

    def test_a_step_is_not_compared_with_itself(self):
        """With itself in the sum every step would tell strong from weak students."""
        assert of({"s": (1, 0, 0), "t": (0, 1, 0), "u": (0, 0, 1), "v": (0, 0, 1)}).items[0].discrimination < 0

    @pytest.mark.parametrize("points", [[1, 1, 1, 1], [1, 0]])
    def test_where_nothing_differs_or_few_are_there_is_no_discrimination(self, points):
        assert discrimination(points, list(range(len(points)))) is None

    def test_who_handed_in_nothing_makes_no_step_harder(self):
        results = of({"s": (1, 1, 1), "t": (0, 1, 1), "u": (1, 1, 0)})
        absent = [row("gone", step, 0.0, status="missing") for step in "abc"]
        with_absent = Results([*results.rows, *absent])
        assert [item.difficulty for item in with_absent.items] == [item.difficulty for item in results.items]
        assert "gone" not in with_absent.totals() and "gone" in with_absent.students

    def test_mistakes_are_counted_whatever_was_drawn(self):
        called = "Called with 0.31, the function returns 1.7, which is not right."
        rows = [row("s", "a", 0, reason=called), row("t", "a", 0, reason=called.replace("1.7", "-2.5e-3")),
                row("u", "a", 0, reason="A: Forgotten."), row("v", "a", 1)]  # fmt: skip
        assert [(line[2], line[3]) for line in Results(rows).mistakes().rows] == [(2, 0.5), (1, 0.25)]
        assert Results(rows).mistakes(fewest=2).rows[0][4] == (
            "Called with ..., the function returns ..., which is not right."
        )
        assert Results(rows).mistakes().rows[1][4] == "Forgotten.", "the name of the check is a column of its own"

    def test_what_is_hard_or_tells_nothing_is_named(self):
        results = of({"s": (1, 0, 1), "t": (1, 0, 1), "u": (0, 1, 1), "v": (0, 0, 1)})
        assert {line[1]: line[2] for line in results.conspicuous().rows} == {
            "a": "does not tell strong from weak students: -0.58",
            "b": "hard: 25% of the points; does not tell strong from weak students: -0.58",
        }


def test_another_table_is_refused(tmp_path):
    (tmp_path / "grades.csv").write_text("student,points\nada,1\n")
    with pytest.raises(ValueError, match="Expected a table with the columns student, task, step"):
        Results.read(tmp_path / "grades.csv")


def test_a_table_shows_text_of_students_as_text():
    table = Table(["why"], [("<script>alert(1)</script>",)])
    assert "<script" not in table._repr_html_() and "&lt;script&gt;" in table._repr_html_()
    assert "(none)" in Table(["why"], [])._repr_html_() and "(none)" in repr(Table(["why"], []))


def test_a_table_is_written_where_only_nbgrader_has_graded_until_now(tmp_path):
    write_rows(tmp_path / "grading" / "totals.csv", ["student"], [{"student": "ada"}])
    assert (tmp_path / "grading" / "totals.csv").read_text().split() == ["student", "ada"]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Class:
    """A class whose marks are drawn by chance, entered as a run does; one has handed in nothing."""
    box = Class(released(tmp_path_factory.mktemp("analysis") / "course"))
    tasks, settings = tasks_of(box.root / "solutions" / BOX), Settings(box.root)
    with open_gradebook(*settings.gradebook) as gradebook:
        entering = Entering(
            tasks,
            Book(gradebook, BOX),
            Records(box.grading / "records" / BOX),
            settings.layout.of(BOX),
        )
        folder = box.submit("student-0", handed())
        (folder / "hints-taken.json").write_text(f'{{"{BOX}/mass": [1, 2], "{BOX}/weight": 3, "other/mass": [4]}}')
        chance = random.Random(1)
        for number in range(STUDENTS):
            marks = tuple(_mark(check.id, check.points, chance) for check in tasks[0].checks.values())
            entering.take(HandedIn(f"student-{number}", BOX, handed(why="Because.")), Grade(BOX, marks))
        entering.take(HandedIn("gone", BOX, None), missing(tasks[0]))
    line, path = ["analysis", BOX, "--course", str(box.root)], box.grading / f"analysis-{BOX}.ipynb"
    with pytest.MonkeyPatch.context() as patch:  # a kernel takes its time: only the second notebook is run
        patch.setattr(analysis_notebook, "_run", lambda *_: None)
        assert cli.main(line) == 0
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(OWN))
    nbformat.write(notebook, path)
    assert cli.main(line) == 0
    return box


def _mark(check: str, points: float, chance: random.Random) -> Mark:
    right = chance.random() < 0.6
    reason = "" if right else FORGOTTEN if check == "mass-check" else "Not right."
    return Mark(check, points * right, points, "right" if right else "wrong", reason, chance.random())


@pytest.fixture(scope="module")
def cells(graded: Class) -> list:
    return nbformat.read(graded.grading / f"analysis-{BOX}.ipynb", as_version=4).cells


class TestTheNotebook:
    def test_it_has_run_without_an_error(self, cells):
        code = [cell for cell in cells if cell.cell_type == "code"]
        assert all(cell.outputs for cell in code)
        wrong = [o for cell in code for o in cell.outputs if o.output_type == "error" or o.get("name") == "stderr"]
        assert not wrong, wrong
        assert f"{STUDENTS + 1} students, 1 tasks, 4 steps" in code[0].outputs[0].data["text/plain"]

    def test_every_picture_tells_what_it_shows(self, cells):
        pictures = [o for cell in cells for o in cell.get("outputs", []) if "image/png" in o.get("data", {})]
        assert len(pictures) == 5
        for picture in pictures:
            told = picture.metadata["image/png"]["alt"]
            assert any(letter.isdigit() for letter in told), f"no number in {told!r}"

    def test_mistakes_and_people_are_in_it(self, cells):
        shown = "".join(o.data["text/plain"] for c in cells for o in c.get("outputs", []) if "data" in o)
        assert "The height is missing." in shown
        assert "why" in shown and "by hand" in shown, "texts wait for a person"

    def test_the_hints_that_a_student_took_are_counted(self, graded, cells):
        results = Results.read(graded.grading / f"analysis-{BOX}.csv")
        assert {row.step: row.hints for row in results.rows if row.student == "student-0" and row.hints} == {"mass": 2}
        assert {item.step: item.hints for item in results.items if item.hints} == {"mass": pytest.approx(2 / STUDENTS)}
        assert "hints" in repr(results.steps()).splitlines()[0]

    def test_only_what_was_handed_in_and_marked_counts(self, graded, cells):
        items = {item.step: item for item in Results.read(graded.grading / f"analysis-{BOX}.csv").items}
        assert items["mass"].students == STUDENTS, "who handed in nothing is counted"
        assert items["why"].students == 0, "a text that nobody has read yet is counted"
        told = [
            o.metadata["image/png"]["alt"]
            for c in cells
            for o in c.get("outputs", [])
            if "image/png" in o.get("data", {})
        ]
        assert any("why not marked yet" in text for text in told)
        hard = [o.data["text/plain"] for c in cells if c.source == "results.conspicuous()" for o in c.outputs]
        assert hard and "why  hard" not in hard[0]

    def test_what_the_instructor_added_stays_and_is_run(self, cells):
        assert cells[-1].source == OWN
        assert cells[-1].outputs[0].data["text/plain"] == "True"

    def test_one_that_cannot_be_read_is_left_alone(self, graded, capsys):
        path = graded.grading / f"analysis-{BOX}.ipynb"
        before = path.read_text()
        path.write_text("my notes")
        assert cli.main(["analysis", BOX, "--course", str(graded.root)]) == 2
        assert "Expected a notebook" in capsys.readouterr().err and path.read_text() == "my notes"
        path.write_text(before)


def test_the_tables_agree_with_the_gradebook(graded):
    lines = graded.table("students")
    with graded.api.gradebook as book:
        scores = {s.student.id: s.score for s in book.assignment_submissions(BOX)}
    assert {name: float(lines[name]["total"]) for name in scores} == scores
    assert lines["gone"]["status"] == "missing" and float(lines["gone"]["maximum"]) == 10
