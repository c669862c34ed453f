"""Own numbers for each student: declared in a line, drawn, released, graded by the owner's numbers at both routes."""

import csv
import json
import re
import shutil
from pathlib import Path
from typing import Any

import nbformat
import pytest

from mechanics import cli
from mechanics.checks import variant
from mechanics.grading.class_table import StepRow
from mechanics.grading.declarations import as_text, declarations, drawn, numbers_in, put_in, values
from mechanics.grading.gradebook import Book
from mechanics.grading.gradebook_session import open_gradebook
from mechanics.grading.grades import grade
from mechanics.grading.settings import Settings
from mechanics.grading.student import Budget
from mechanics.grading.tasks import Task, tasks_of
from mechanics.grading.variant_statistics import comparable, comparisons
from mechanics.grading.variants import Variants
from tests.tasks import course

pytestmark = [
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

DECLARED = ["atmospheric-free-fall", "eulers-equations", "graph-matrices", "wrong-sign"]
ASSIGNMENT = "07-spherical-joint-trees"
OF_ASSIGNMENT = DECLARED[1:]
STUDENTS = [f"s{k:02}" for k in range(20)]
COPIED, DEFAULT, WRONG, LEFT_OUT = "s03", "s04", ("s05", "s06", "s07"), "s08"
CELL = '''variant(h=(36_000, 42_000), m=(80, 120, 5), where="h > 300*m")
h = 39_000.0  # m, ρ and ü need more bytes than one
body = dict(ü=1, m=100.0)
'''  # fmt: skip


def task_of(name: str) -> Task:
    return next(task for task in tasks_of(course.solution(name).parent) if task.name == name)


def draw(student: str, task: Task) -> str:
    return as_text(Variants(tasks=["*"]).drawn(student, course.assignment_of(task.name), task))


class TestDeclarations:
    def test_drawn_numbers_stand_where_those_of_the_author_stood(self):
        numbers = drawn(CELL, "anna")
        cell = put_in(CELL, numbers)
        assert numbers_in(cell, numbers) == values(as_text(numbers)) == numbers
        assert re.fullmatch(
            r"# These numbers are yours.*\nh = \d\d_000\.0  # m, ρ.*\nbody = dict\(ü=1, m=\d+\.0\)\n", cell
        )

    def test_the_same_student_gets_the_same_numbers_for_ever(self):
        assert drawn(CELL, "anna") == {"h": "40_000.0", "m": "110.0"}

    def test_every_number_of_the_range_occurs_and_the_condition_holds(self):
        sets = [drawn(CELL, str(k)) for k in range(400)]
        assert {numbers["h"] for numbers in sets} == {f"{h}_000.0" for h in range(36, 43)}
        assert {numbers["m"] for numbers in sets} == {f"{m}.0" for m in range(80, 121, 5)}
        strict = CELL.replace("300*m", "385*m")
        assert all(float(n["h"]) > 385 * float(n["m"]) for n in (drawn(strict, str(k)) for k in range(100)))

    def test_a_cell_that_declares_nothing_stays_as_it_is(self):
        assert put_in("m = 2.0", {"m": "3.0"}) == "m = 2.0"
        assert put_in("%matplotlib inline\nvariant(", {"m": "3.0"}) == "%matplotlib inline\nvariant("

    @pytest.mark.parametrize(
        ("source", "sentence"),
        [
            ("variant(m=(2, 5))", "one place in its cell where m is a plain number"),
            ("variant(m=(2, 5))\nm = 3.0\nm = 4.0", "one place"),
            ("variant(m=(2, 5))\nm = 2 + 1", "one place"),
            ("variant(m=(5, 2))\nm = 3.0", "the smallest number, the largest one"),
            ("variant(m=3)\nm = 3.0", "the smallest number, the largest one"),
            ("variant(m=(2, x))\nm = 3.0", "must contain plain numbers"),
            ("variant(m=(2, 5))\nm = 7.0", "must contain the number in the cell"),
            ("variant(m=(2.5, 5.0))\nm = 3", "needs more decimals than 3 has"),
            ("variant(m=(1, 5))\nm = 3e0", "written with digits only"),
            ("variant(m=(1, 5), where='m > 4')\nm = 3.0", "must hold for the numbers in the cell"),
        ],
    )  # fmt: skip
    def test_a_wrong_line_is_told_to_its_author(self, source, sentence):
        with pytest.raises(ValueError, match=re.escape(sentence)):
            declarations(source)

    def test_the_line_itself_changes_nothing_and_complains_at_once(self):
        variant(m=(2, 5), h=(1.0, 2.0, 0.5), where="m > h")
        with pytest.raises(ValueError, match=r"variant\(m=...\) must be the smallest number"):
            variant(m=(5, 2))


@pytest.mark.parametrize("name", DECLARED)
def test_a_task_with_variants_says_so_in_its_release_and_nowhere_else(name):
    task = task_of(name)
    assert sum(bool(declarations(cell.source)) for cell in task.cells if cell.kind == "given") == 1
    released = [cell["source"] for cell in course.read(course.release(name))["cells"]]
    assert sum("variant(" in "".join(source) for source in released) == 1


def _seeds(name: str) -> list[Any]:
    """Fifty for each task; a few of them in every run."""
    often = 2 if name == "atmospheric-free-fall" else 4
    return [pytest.param(name, k, marks=() if k < often else pytest.mark.slow) for k in range(50)]


@pytest.mark.parametrize(("name", "seed"), [one for name in DECLARED for one in _seeds(name)])
def test_the_solution_earns_full_marks_with_drawn_numbers_and_the_release_none(name, seed, fork_server):
    own = task_of(name).with_numbers(draw(f"seed {seed}", task_of(name)))
    solved = grade(own, notebook(name, course.right_answers(name)), fork_server, Budget(120, 120, 1200))
    assert (solved.points, solved.status, solved.numbers) == (solved.maximum, "graded", own.numbers), solved
    empty = grade(own, notebook(name, {}), fork_server, Budget(120, 120, 1200))
    assert empty.points == 0, empty


def notebook(name: str, answers: dict[str, str], folder: Path | None = None) -> bytes:
    """A release with answers; without a folder its cells with numbers are left out, as a student may do."""
    page = course.read(folder / f"{name}.ipynb" if folder else course.release(name))
    if folder is None:
        page["cells"] = [cell for cell in page["cells"] if "variant(" not in "".join(cell["source"])]
    for cell in page["cells"]:
        name_of_cell = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = answers.get(name_of_cell, cell["source"])
    return json.dumps(page).encode()


class Class:
    """Twenty students, three tasks with own numbers, some of them wrong, copied or left out."""

    def __init__(self, root: Path):
        self.root, self.grading = course.new_course(root, ASSIGNMENT), root / "workspace" / "grading"
        for task in ("hinge-vectors", "two-body-tree"):
            (root / "solutions" / ASSIGNMENT / f"{task}.ipynb").unlink()
        config = root / "nbgrader_config.py"
        config.write_text(config.read_text() + f'\nc.Variants.tasks = ["{ASSIGNMENT}"]\n')
        result = course.nbgrader_of(root).generate_assignment(ASSIGNMENT)
        assert result["success"], result.get("log")
        assert self.run("release-variants", ASSIGNMENT, "--students", *STUDENTS) == 0
        for student in STUDENTS:
            self.hand_in(student)

    def run(self, *words: str) -> int:
        return cli.main([*words, "--course", str(self.root)])

    def hand_in(self, student: str) -> None:
        source = {COPIED: self.own("s00"), DEFAULT: self.root / "exercises" / ASSIGNMENT}.get(
            student, self.own(student)
        )
        folder = self.grading / "submitted" / student / ASSIGNMENT
        folder.mkdir(parents=True)
        for task in OF_ASSIGNMENT:
            answers = dict(course.right_answers(task))
            if task == "graph-matrices":
                odd, even = self.numbers("s00" if student == COPIED else student, task, student == DEFAULT)
                answers["hook-answer"] = f"hook = (3*{odd} + 2*{even})*9.81"  # as a number: it is not everybody's
            if student in WRONG and task == "eulers-equations":
                answers["kappa-answer"] = "kappa = (J_2 - J_3)*(J_3 - J_1)*Omega**2/J_3**2"
            if student == LEFT_OUT and task == "wrong-sign":
                answers["drift-answer"] = "drift = ..."
            (folder / f"{task}.ipynb").write_bytes(notebook(task, answers, source))

    def own(self, student: str) -> Path:
        return self.grading / "variants" / student / ASSIGNMENT

    def numbers(self, student: str, task: str, default: bool) -> tuple[str, str]:
        known = json.loads((self.grading / "variants" / f"{ASSIGNMENT}.json").read_text())[student][task]
        return ("0.20", "0.10") if default else (known["m_odd"], known["m_even"])

    def marks(self) -> dict[str, dict[tuple[str, str], tuple[float | None, float | None]]]:
        with open_gradebook(*Settings(self.root).gradebook) as gradebook:
            book = Book(gradebook, ASSIGNMENT)
            return book.marks(*STUDENTS)

    def table(self, kind: str) -> list[dict[str, str]]:
        with open(self.grading / f"{kind}-{ASSIGNMENT}.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def page(self, student: str, task: str) -> str:
        return (self.grading / "feedback" / student / ASSIGNMENT / f"{task}.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory, isolation) -> Class:
    return Class(tmp_path_factory.mktemp("variants") / "course")


def lost(marks: dict[tuple[str, str], tuple[float | None, float | None]], course_class: Class) -> set[str]:
    most = {(task.name, c.id): c.points for task in tasks_of(course_class.root / "solutions" / ASSIGNMENT)
            for c in task.checks.values()}  # fmt: skip
    return {check.removesuffix("-check") for (task, check), (auto, _) in marks.items() if auto != most[task, check]}


@pytest.mark.slow
class TestAClassOfTwenty:
    """In this order: what one test leaves, the next one uses."""

    def test_mechanics_grade_judges_by_the_numbers_of_the_owner(self, handed_in, capsys):
        assert handed_in.run("grade", ASSIGNMENT) == 1  # two of them need a look
        assert "2 other numbers" in capsys.readouterr().out
        marks = {student: lost(found, handed_in) for student, found in handed_in.marks().items()}
        expected = {COPIED: {"hook"}, DEFAULT: {"hook"}, LEFT_OUT: {"drift"}} | dict.fromkeys(WRONG, {"kappa"})
        assert marks == {student: expected.get(student, set()) for student in STUDENTS}
        steps = {(row["student"], row["step"]): row for row in handed_in.table("analysis")}
        followed = steps[WRONG[0], "growth"]
        assert followed["status"] == "follow-through"
        assert followed["reason"].startswith("Right with your kappa = Omega**2*")
        assert "m_odd=" in steps["s00", "hook"]["numbers"]
        notes = {(row["student"], row["notebook"]): (row["status"], row["note"]) for row in handed_in.table("grades")}
        status, note = notes[COPIED, "graph-matrices"]
        assert status == "other numbers"
        assert "not yours" in note
        assert notes["s00", "graph-matrices"] == ("graded", "")

    def test_feedback_shows_the_numbers_of_the_owner_and_what_followed(self, handed_in):
        result = course.nbgrader_of(handed_in.root).generate_feedback(ASSIGNMENT)
        assert result["success"], result.get("log")
        for student in ("s00", COPIED, DEFAULT):
            odd, even = handed_in.numbers(student, "graph-matrices", default=False)
            page = re.sub(r"<[^>]+>", "", handed_in.page(student, "graph-matrices"))
            assert f"m_odd = {odd}" in page
            assert f"m_even = {even}" in page
            assert "variant(" not in page.replace("check, variant", "")
        assert "Right with your kappa" in handed_in.page(WRONG[0], "eulers-equations")

    def test_a_range_that_is_changed_later_changes_nobody_s_marks(self, handed_in, capsys):
        before = handed_in.marks()
        source = handed_in.root / "solutions" / ASSIGNMENT / "graph-matrices.ipynb"
        text = source.read_text(encoding="utf-8")
        source.write_text(text.replace("m_odd=(0.20, 0.60, 0.05)", "m_odd=(0.20, 0.40, 0.01)"), encoding="utf-8")
        assert handed_in.run("grade", ASSIGNMENT) == 1
        assert "would change" not in capsys.readouterr().out
        assert handed_in.marks() == before
        source.write_text(text.replace("variant(m_odd=", "print('') # ("), encoding="utf-8")
        assert handed_in.run("grade", ASSIGNMENT) == 2
        assert "does not declare them any more" in capsys.readouterr().err
        source.write_text(text, encoding="utf-8")
        assert handed_in.marks() == before

    def test_switched_off_after_the_release_the_numbers_handed_out_hold(self, handed_in):
        before, config = handed_in.marks(), handed_in.root / "nbgrader_config.py"
        text = config.read_text()
        config.write_text(text.replace(f'c.Variants.tasks = ["{ASSIGNMENT}"]', "c.Variants.tasks = []"))
        assert handed_in.run("grade", ASSIGNMENT) == 1
        config.write_text(text)
        assert handed_in.marks() == before

    def test_the_analysis_says_whether_the_marks_are_comparable(self, handed_in):
        assert handed_in.run("analysis", ASSIGNMENT) == 0
        found = nbformat.read(handed_in.grading / f"analysis-{ASSIGNMENT}.ipynb", as_version=4)
        outputs = [output.get("text", "") for cell in found.cells for output in cell.get("outputs", [])]
        assert any(text.startswith("The marks are comparable: in ") for text in outputs), outputs
        assert not [
            output for cell in found.cells for output in cell.get("outputs", []) if output.output_type == "error"
        ]

    def test_nbgrader_autograde_gives_the_same_marks_and_pages(self, handed_in):
        before = handed_in.marks()
        pages = {s: (handed_in.grading / "autograded" / s / ASSIGNMENT) for s in ("s00", COPIED, WRONG[0])}
        shown = {s: _sources(folder / "graph-matrices.ipynb") for s, folder in pages.items()}
        shutil.rmtree(handed_in.grading / "autograded")
        shutil.rmtree(handed_in.grading / "records")
        with open_gradebook(*Settings(handed_in.root).gradebook) as gradebook:
            for student in STUDENTS:
                gradebook.remove_submission(ASSIGNMENT, student)
        api = course.nbgrader_of(handed_in.root)
        for student in STUDENTS:
            result = api.autograde(ASSIGNMENT, student)
            assert result["success"], result.get("log")
            assert "has changed" not in str(result.get("log"))
        assert handed_in.marks() == before
        assert {s: _sources(folder / "graph-matrices.ipynb") for s, folder in pages.items()} == shown


def _sources(path: Path) -> list[str]:
    return ["".join(cell["source"]) for cell in course.read(path)["cells"]]


def row(student: str, points: float, numbers: str) -> StepRow:
    return StepRow(student, "rod", "mass", points, 1.0, points, None, "right", "", 1.0, False, numbers)


class TestAnalysis:
    def test_a_step_that_is_harder_with_large_numbers_is_found(self):
        rows = [row(f"s{k}", float(k < 20), f"m={k}.0") for k in range(40)]
        assert comparable(rows).startswith(
            "rod/mass depends on m: 100% of the points with small numbers, 0% with large"
        )
        assert comparisons(rows).rows[0][:6] == ("rod", "mass", "m", 40, 1.0, 0.0)

    def test_chance_among_many_comparisons_is_not_taken_for_a_difference(self):
        import random

        draw = random.Random(7)
        rows = [
            row(f"s{k}", float(draw.random() < 0.6), " ".join(f"m{j}={draw.randint(1, 9)}" for j in range(30)))
            for k in range(60)
        ]
        table = comparisons(rows)
        assert len(table) == 30
        assert min(line[6] for line in table.rows) < 0.05  # one by chance, which by itself would look like a find
        assert comparable(rows).startswith("The marks are comparable: in 30 comparisons")

    def test_nothing_is_said_where_nothing_can_be_said(self):
        assert comparable([row("s", 1.0, "")]) == "All students had the same numbers."
        assert comparable([row("s", 1.0, "m=1"), row("t", 0.0, "m=2")]).startswith("Too few students")


class TestCommand:
    @pytest.mark.parametrize(
        ("patterns", "switched_on"),
        [
            ([ASSIGNMENT], OF_ASSIGNMENT),
            ([f"{ASSIGNMENT}/graph-matrices"], ["graph-matrices"]),
            (["07-*"], OF_ASSIGNMENT),
            ([], []),
            (["05-euler-lagrange"], []),
        ],
    )
    def test_variants_are_switched_on_by_assignment_or_by_task(self, patterns, switched_on):
        tasks = tasks_of(course.SOURCES / ASSIGNMENT)
        assert Variants(tasks=patterns).names(ASSIGNMENT, tasks) == switched_on

    def test_what_is_missing_is_said(self, tmp_path, capsys):
        root = course.new_course(tmp_path / "course", ASSIGNMENT)
        words = ["release-variants", ASSIGNMENT, "--course", str(root)]
        assert cli.main(words) == 2
        assert "are switched off. To switch them on for eulers-equations" in capsys.readouterr().err
        config = root / "nbgrader_config.py"
        config.write_text(config.read_text() + '\nc.Variants.tasks = ["07-*/graph-matrices"]\n')
        assert cli.main([*words, "--students", "anna"]) == 2
        assert "found none. Release it first: nbgrader generate_assignment" in capsys.readouterr().err
        shutil.copytree(course.RELEASES / ASSIGNMENT, root / "exercises" / ASSIGNMENT)
        assert cli.main([*words, "--students", "../anna"]) == 2
        assert "folder names" in capsys.readouterr().err
        assert cli.main([*words, "--students", "anna", "ben"]) == 0
        assert cli.main([*words, "--students", "anna", "cem"]) == 0
        assert "1 of whom keep their earlier ones" in capsys.readouterr().out
        (root / "workspace" / "grading" / "variants" / f"{ASSIGNMENT}.json").write_text("{")
        assert cli.main([*words, "--students", "anna"]) == 2
        assert "it cannot be read" in capsys.readouterr().err
