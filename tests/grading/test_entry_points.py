"""Both entry points, ``mechanics grade`` and ``nbgrader autograde``: the same true grades, and nothing else changes."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import matplotlib
import pytest

from mechanics.grading.submissions import LARGEST

from .box_course import BOX, Course, digest, released_box
from .conftest import ANSWERS, cells, notebook
from .hostile_reach import World, world
from .suite import Case, suite

pytestmark = [
    pytest.mark.usefixtures("isolation"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.timeout(1600),
]

SAMPLE = (
    "os._exit(0)", "a signal to the group of processes", "500 MB of output", "an object that equals everything",
    "capture replaced", "a tower of powers", "timed", "files in /dev/shm and /tmp",
    "function: returns an odd object", "reach: the solutions", "reach: an abstract socket", "file: cut off",
    "file: an answer copied", "file: outputs of a page", "file: no file",
)  # fmt: skip
VICTIM = "the last, with everything right"
LINK = "import os; os.symlink('/etc/passwd', 'found')\n" + ANSWERS["mass-answer"]
RUNS = [
    pytest.param(
        (command, whole),
        marks=pytest.mark.slow if whole or command == "mechanics" else (),  # test_hostile tries it, too
        id=f"{command}-{'all' if whole else 'sample'}",
    )
    for whole in (False, True)
    for command in ("nbgrader", "mechanics")
]


class Graded:
    """A class that was graded by one command, with all that stood around it before and after."""

    def __init__(self, course: Course, outside: World, whole: bool):
        self.course = course
        found = suite(outside)
        self.cases = {f"{k:03} {what}".replace("/", "-"): case for k, (what, case) in enumerate(found.items())
                      if whole or what in SAMPLE}  # fmt: skip
        self.cases |= {
            "half of a pair of surrogates": Case(_half_of_a_pair(), 2),
            "larger than a notebook may be": Case(notebook(cells()) + b" " * LARGEST, 0),
            "a link made inside": Case(notebook(cells(mass_answer=LINK)), 7),
            VICTIM: Case(notebook(cells()), 7),
        }
        for student, case in self.cases.items():
            if case.content is None:
                course.folder_of(student)
            else:
                course.submit(student, case.content)
        self.cases |= {what: Case(None, points) for what, points in _odd_folders(course).items()}

    def run(self, command: str, around: Path) -> None:
        """Grade, with a home and a folder for temporary files of its own."""
        variables = {"MECHANICS_CANARY": "secret", "MPLCONFIGDIR": matplotlib.get_cachedir()}
        for name in ("HOME", "TMPDIR"):
            (around / name).mkdir(parents=True)
            variables[name] = str(around / name)
        (around / "HOME" / "diary.txt").write_text("dear diary")
        places = [self.course.root / "solutions", self.course.grading / "submitted", around / "HOME"]
        before = [digest(place) for place in places]
        self.result = self.course.type_in(command, variables)
        self.after = [digest(place) for place in places]
        self.before = before
        self.left = sorted(path.name for path in (around / "TMPDIR").iterdir())


def _half_of_a_pair() -> bytes:
    text = notebook(cells(mass_answer="# SURROGATE\nraise ValueError('SURROGATE')"))
    return text.replace(b"SURROGATE", rb"\ud800")


def _odd_folders(course: Course) -> dict[str, float]:
    """Folders in which the notebook is no file, or lies beside what is none."""
    os.mkfifo(course.folder_of("a pipe for a notebook") / f"{BOX}.ipynb")
    (course.folder_of("a folder for a notebook") / f"{BOX}.ipynb").mkdir()
    (course.folder_of("a link to the solution") / f"{BOX}.ipynb").symlink_to(course.solution)
    (course.folder_of("a link to the work of another") / f"{BOX}.ipynb").symlink_to(
        course.folder_of(VICTIM) / f"{BOX}.ipynb"
    )
    (course.submit("a link to an endless file beside it", notebook(cells())) / "z").symlink_to("/dev/zero")
    os.mkfifo(course.submit("a pipe beside it", notebook(cells())) / "pipe")
    course.submit("renamed", notebook(cells()), name="my box")
    return {
        "a pipe for a notebook": 0, "a folder for a notebook": 0, "a link to the solution": 0,
        "a link to the work of another": 0, "a link to an endless file beside it": 7, "a pipe beside it": 7,
        "renamed": 0,
    }  # fmt: skip


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return released_box(tmp_path_factory.mktemp("box") / "course")


@pytest.fixture(scope="module", params=RUNS)
def graded(request, released: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graded]:
    command, whole = request.param
    root = tmp_path_factory.mktemp(command)
    course = Course(Path(shutil.copytree(released, root / "course")))
    with world(course.solution.parent) as outside:
        found = Graded(course, outside, whole)
        _mark_by_hand(course)
        found.run(command, root / "around")
        found.visitors = outside.visitors()
        yield found


def _says_why(course: Course, student: str) -> bool:
    """Whether the page of a submission has a note, or a step that a limit has ended."""
    page = course.grading / "autograded" / student / BOX / f"{BOX}.ipynb"
    ours = [cell["metadata"].get("mechanics", {}) for cell in json.loads(page.read_text(encoding="utf-8"))["cells"]]
    return any(said.get("note") or said.get("status") == "cut short" for said in ours)


def _mark_by_hand(course: Course) -> None:
    """A person has marked one before."""
    course.submit("marked by hand", notebook(cells(mass_answer="mass = 1")))
    assert course.autograde("marked by hand")["success"]
    with course.api.gradebook as book:
        [notes] = book.find_submission(BOX, "marked by hand").notebooks
        [mass] = [grade for grade in notes.grades if grade.name == "mass-check"]
        mass.manual_score = 0.5
        notes.comments[0].manual_comment = "See me."
        book.db.commit()


def test_the_run_comes_to_its_end(graded):
    assert graded.result.returncode in (0, 1), graded.result.stderr[-3000:]
    assert "Traceback" not in graded.result.stderr, graded.result.stderr[-3000:]


def test_everybody_gets_his_points(graded):
    scores = graded.course.scores()
    missing = graded.cases.keys() - scores.keys()
    assert not missing, f"no grade at all: {sorted(missing)}"
    wrong = {
        student: (scores[student][0], case.points)
        for student, case in graded.cases.items()
        if not case.agrees(scores[student][0])
    }
    assert not wrong, f"(points, what it must get): {wrong}"


def test_only_those_wait_for_a_person_whose_page_says_why(graded):
    waiting = {student for student, (_, waits) in graded.course.scores().items() if waits} - {"marked by hand"}
    unexplained = {student for student in waiting if not _says_why(graded.course, student)}
    assert not unexplained, (
        f"their pages name neither a limit nor a file that is not where grading looks: {unexplained}"
    )
    assert len(waiting) < len(graded.cases) / 3, f"most submissions, however odd, need nobody: {sorted(waiting)}"


def test_marks_and_comments_of_people_stay(graded):
    assert graded.course.marks("marked by hand") == {"mass-check": 0.5, "square-check": 2, "force-check": 0}
    with graded.course.api.gradebook as book:
        [notes] = book.find_submission(BOX, "marked by hand").notebooks
        assert [comment.comment for comment in notes.comments][0] == "See me."


def test_the_gradebook_holds_what_it_should_and_no_more(graded):
    with graded.course.api.gradebook as book:
        found = book.find_assignment(BOX)
        assert {cell.name: cell.max_score for cell in found.notebooks[0].grade_cells} == {
            "mass-check": 1, "square-check": 2, "force-check": 4,
        }  # fmt: skip
        assert {student.id for student in book.students} == {*graded.cases, "marked by hand"}
        by_hand = [g for s in book.assignment_submissions(BOX) for n in s.notebooks for g in n.grades if g.manual_score]
        assert len(by_hand) == 1, "a submission has given itself marks of a person"


def test_solutions_submissions_and_home_are_unchanged(graded):
    assert graded.after == graded.before


def test_nothing_is_left_in_temporary_folders(graded):
    assert not graded.left
    assert not [path for folder in ("/tmp", "/dev/shm") for path in Path(folder).glob("owned*")]


def test_nobody_called(graded):
    assert not graded.visitors, "a submission has reached a socket outside"


def test_pages_hold_nothing_that_runs(graded):
    """Source of a code cell and the sentence of an error are shown as text; the next test reads such a page."""
    found = []
    for student in graded.cases:
        for cell in json.loads(graded.course.page(student).read_text(encoding="utf-8"))["cells"]:
            outputs = [output for output in cell.get("outputs", ()) if output["output_type"] != "error"]
            shown = outputs if cell["cell_type"] == "code" else cell["source"]
            found += [student] if "<script" in json.dumps(shown) else []
    assert not found


def test_feedback_is_made_of_the_oddest(graded):
    odd = [
        s
        for s in graded.cases
        if any(word in s for word in ("cut off", "half", "larger", "renamed", "pipe for", "name of a page"))
    ]
    for student in odd:
        result = graded.course.api.generate_feedback(BOX, student)
        assert result["success"], (student, result.get("log"))
        [page] = (graded.course.grading / "feedback" / student / BOX).glob("*.html")
        assert "<script" not in page.read_text(encoding="utf-8")
