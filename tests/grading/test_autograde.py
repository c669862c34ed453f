"""``nbgrader autograde`` with the course's configuration: the grades of the engine, whatever the submissions try."""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mechanics import cli
from mechanics.grading import autograde, command, shared
from mechanics.grading.sandbox import Boundary, boundary
from mechanics.grading.submissions import LARGEST
from tests.tasks import course

from .conftest import ANSWERS, cells, notebook
from .test_hostile import FUNCTIONS, IN_A_CELL, NOTEBOOKS

pytestmark = [
    pytest.mark.skipif(not boundary().holds, reason=f"no boundary on this machine: {boundary().reason}"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.timeout(580),
]

BOX = "box"
SHORT = "\nc.SafeExecute.seconds_for_cell = c.SafeExecute.seconds_for_question = 3\n"
IN_ANSWERS = (
    "exit()", "os._exit(0)", "a loop that ignores interrupts", "8 GB of memory", "500 MB of output", "warnings",
    "an object that equals everything", "a gigantic integer", "checker replaced",
    "capture replaced", "hidden tests looked for in memory", "wire closed",
    "Unicode and a byte that no source may have",
)  # fmt: skip
IN_NOTEBOOKS = (
    "an empty file", "cut off", "nested without end", "cells that are none", "test cells deleted",
    "test cells rewritten", "answers as text cells", "an answer copied", "backwards", "marks lost", "another kernel",
    "outputs of a page",
)  # fmt: skip
LINK = "import os; os.symlink('/etc/passwd', 'found')\n" + ANSWERS["mass-answer"]


def sample() -> dict[str, tuple[bytes, float]]:
    """Submissions and the points that each must get, from the tables by which the engine is tested."""
    found = {
        what: (notebook(cells(mass_answer=IN_A_CELL[what][0])), IN_A_CELL[what][1]) for what in IN_ANSWERS
    }
    found |= {what: NOTEBOOKS[what][:2] for what in IN_NOTEBOOKS}
    for what in ("never returns", "an odd object"):
        found |= {key: (notebook(cells(square_answer=source)), points + 5)
                  for key, (source, points) in FUNCTIONS.items() if what in key}  # fmt: skip
    half_of_a_pair = notebook(cells(mass_answer="# SURROGATE\nraise ValueError('SURROGATE')"))
    found["half of a pair of surrogates"] = (half_of_a_pair.replace(b"SURROGATE", rb"\ud800"), 2)
    found["larger than a notebook may be"] = (notebook(cells()) + b" " * LARGEST, 0)
    found["a link"] = (notebook(cells(mass_answer=LINK)), 7)
    found["the last, who knows everything"] = (notebook(cells()), 7)
    return {
        f"{number:02} {what}".replace("/", "-"): case for number, (what, case) in enumerate(found.items())
    }


class Course:
    """A course with the task "box", whose submissions go through nbgrader."""

    def __init__(self, root: Path):
        self.root = root
        self.solution = root / "solutions" / BOX / f"{BOX}.ipynb"
        self.grading = root / "workspace" / "grading"
        self.api = course.nbgrader_of(root)

    def submit(self, student: str, content: bytes, name: str = BOX) -> Path:
        folder = self.grading / "submitted" / student / BOX
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.ipynb").write_bytes(content)
        return folder

    def autograde(self, student: str, **settings: Any) -> dict[str, Any]:
        """As the formgrader's button does."""
        api = course.nbgrader_of(self.root)
        for name, value in settings.items():
            api.config.SafeExecute[name] = value
        result: dict[str, Any] = api.autograde(BOX, student)
        return result

    def autograde_all(self) -> subprocess.CompletedProcess[str]:
        """As somebody does who types the command."""
        line = [sys.executable, "-m", "nbgrader", "autograde", BOX, "--force"]
        return subprocess.run(line, cwd=self.root, capture_output=True, text=True, timeout=550)

    def of(self, student: str) -> Any:
        with self.api.gradebook as book:
            submission = book.find_submission(BOX, student)
            return submission.score, submission.needs_manual_grade

    def marks(self, student: str) -> dict[str, float]:
        with self.api.gradebook as book:
            return {g.name: g.score for n in book.find_submission(BOX, student).notebooks for g in n.grades}

    def page(self, student: str) -> Path:
        return self.grading / "autograded" / student / BOX / f"{BOX}.ipynb"


def digest(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course whose task has been released."""
    root: Path = tmp_path_factory.mktemp("box") / "course"
    (root / "solutions" / BOX).mkdir(parents=True)
    config = (course.CHECKOUT / "nbgrader_config.py").read_text(encoding="utf-8")
    (root / "nbgrader_config.py").write_text(config + SHORT, encoding="utf-8")
    (root / "solutions" / BOX / f"{BOX}.ipynb").write_bytes(notebook(cells()))
    (root / "solutions" / BOX / "key.json").write_text("{}")
    result = course.nbgrader_of(root).generate_assignment(BOX)
    assert result["success"], result.get("log")
    return root


@pytest.fixture
def box(released: Path, tmp_path: Path) -> Course:
    return Course(Path(shutil.copytree(released, tmp_path / "course")))


@pytest.fixture(scope="module")
def hostile(released: Path, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """One run of the command over all submissions; before it a person has marked one."""
    box = Course(Path(shutil.copytree(released, tmp_path_factory.mktemp("hostile") / "course")))
    box.submit("marked by hand", notebook(cells(mass_answer="mass = 1")))
    assert box.autograde("marked by hand")["success"]
    with box.api.gradebook as book:
        [notes] = book.find_submission(BOX, "marked by hand").notebooks
        [mass] = [grade for grade in notes.grades if grade.name == "mass-check"]
        mass.manual_score = 0.5
        notes.comments[0].manual_comment = "See me."
        book.db.commit()
    for student, (content, _) in sample().items():
        box.submit(student, content)
    box.submit("renamed", notebook(cells()), name="my box")
    before = digest(box.root / "solutions"), digest(box.grading / "submitted")
    box.run = box.autograde_all()
    box.unchanged = before == (digest(box.root / "solutions"), digest(box.grading / "submitted"))
    return box


class TestAClassOfHostileSubmissions:
    def test_the_run_comes_to_its_end(self, hostile):
        assert hostile.run.returncode == 0, hostile.run.stderr[-3000:]

    @pytest.mark.parametrize("student", sample())
    def test_everybody_gets_the_points_of_the_engine(self, hostile, student):
        assert hostile.of(student) == (sample()[student][1], False)

    def test_a_notebook_of_another_name_is_a_missing_one(self, hostile):
        assert hostile.of("renamed") == (0, False)
        assert "No notebook of this name was handed in." in hostile.page("renamed").read_text(
            encoding="utf-8"
        )

    def test_marks_and_comments_of_people_stay(self, hostile):
        assert hostile.marks("marked by hand") == {"mass-check": 0.5, "square-check": 2, "force-check": 0}
        with hostile.api.gradebook as book:
            [notes] = book.find_submission(BOX, "marked by hand").notebooks
            assert [comment.comment for comment in notes.comments][0] == "See me."

    def test_solutions_and_submissions_are_unchanged(self, hostile):
        assert hostile.unchanged

    def test_pages_hold_nothing_that_runs(self, hostile):
        pages = [hostile.page(student).read_text(encoding="utf-8") for student in sample()]
        assert not any("<script" in page for page in pages)

    def test_feedback_is_made_of_the_oddest(self, hostile):
        odd = [
            student for student in sample() if any(word in student for word in ("cut off", "half", "larger"))
        ]
        for student in ("renamed", *odd):
            result = hostile.api.generate_feedback(BOX, student)
            assert result["success"], (student, result.get("log"))


def test_what_was_not_judged_gets_nothing_and_is_shown_to_a_person(box):
    """nbgrader takes a test cell without output for full marks."""
    box.submit("ada", notebook(cells()))
    assert box.autograde("ada", enabled=False)["success"]
    assert box.of("ada") == (0, True)
    assert box.autograde("ada")["success"]
    assert box.of("ada") == (7, False)


def test_a_verdict_that_was_lost_on_the_way_is_none():
    page = json.loads(notebook(cells()))
    for cell, status in zip(
        (c for c in page["cells"] if "check" in c["id"]), ("right", "wrong", ""), strict=True
    ):
        cell["metadata"]["mechanics"] = {"status": status}
    nodes = [autograde.nbformat.from_dict(cell) for cell in page["cells"] if "check" in cell["id"]]
    assert [autograde._has_verdict(node) for node in nodes] == [True, False, False]


def test_no_grade_where_the_process_cannot_be_had(box, monkeypatch):
    box.submit("ada", notebook(cells()))

    def broken(*_: Any, **__: Any) -> None:
        raise autograde.Broken("gone")

    monkeypatch.setattr(shared, "grade", broken)
    assert box.autograde("ada")["success"]
    assert box.of("ada") == (0, True)


def test_a_link_leads_nowhere(box):
    """Neither as the notebook nor beside it: what nbgrader copies goes out with the feedback."""
    folder = box.submit("eve", b"")
    (folder / f"{BOX}.ipynb").unlink()
    (folder / f"{BOX}.ipynb").symlink_to(box.solution)
    (folder / "notes.txt").symlink_to(box.solution)
    (folder / "own.txt").write_text("my own")
    result = box.autograde("eve")
    assert result["success"], result
    assert box.of("eve") == (0, False)
    assert {path.name for path in box.page("eve").parent.iterdir()} == {f"{BOX}.ipynb", "own.txt", "key.json"}


def test_a_task_that_was_changed_after_its_release_is_not_graded(box):
    box.submit("ada", notebook(cells()))
    changed = json.loads(box.solution.read_bytes())
    changed["cells"][2]["metadata"]["nbgrader"]["points"] = 5
    box.solution.write_text(json.dumps(changed))
    result = box.autograde("ada")
    assert not result["success"]
    assert f"nbgrader generate_assignment {BOX} --force" in result["log"]


class TestWithoutABoundary:
    @pytest.fixture(autouse=True)
    def _none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(autograde, "_why_no_boundary", lambda: "its kernel forbids it")

    def test_it_is_refused_with_a_sentence(self, box):
        box.submit("ada", notebook(cells()))
        result = box.autograde("ada")
        assert not result["success"]
        assert "its kernel forbids it" in result["log"] and "without_boundary = True" in result["log"]

    def test_it_is_done_with_a_warning_where_it_is_asked_for_by_name(self, box):
        box.submit("ada", notebook(cells()))
        box.submit("bob", notebook(cells(mass_answer="import os; os._exit(0)")))
        for student, points in (("ada", 7), ("bob", 2)):
            result = box.autograde(student, without_boundary=True)
            assert result["success"] and "No boundary, as asked for" in result["log"]
            assert box.of(student) == (points, False)

    @pytest.mark.parametrize("asked_for", [True, False])
    def test_the_other_door_does_the_same(self, box, asked_for, monkeypatch, capsys):
        none = Boundary(False, "its kernel forbids it")
        monkeypatch.setattr(command, "boundary", lambda: none)
        box.submit("ada", notebook(cells()))
        line = ["grade", BOX, "--course", str(box.root), "--jobs", "1"]
        assert cli.main([*line, *["--without-boundary"] * asked_for]) == (0 if asked_for else 2)
        said = capsys.readouterr().err
        if asked_for:
            assert "no boundary, as asked for" in said and box.of("ada") == (7, False)
        else:
            assert "its kernel forbids it" in said and "--without-boundary" in said
