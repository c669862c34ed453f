"""The page "Teach with it": its commands are run from top to bottom in a copy of the course."""

import contextlib
import csv
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mechanics.grading.sandbox import boundary
from tests.tasks import course

ASSIGNMENT, TASK = "01-systems", "inductor-state"
NUMBERS = "07-spherical-joint-trees"  # has a task with own numbers for each student
PAGE = course.CHECKOUT / "docs" / "teach-with-it.md"
AUTHOR = ["-c", "user.name=C. Huygens", "-c", "user.email=huygens@example.org"]
CODES = {  # other than 0; of the last command in a block
    "2. Can this machine isolate code?": (0, 1),  # the doctor may find other things to fix
    "8. A check was wrong": (0, 3),  # first held back, then applied
}


def blocks() -> Iterator[tuple[str, str]]:
    """Blocks of commands, each with the heading above it."""
    heading = ""
    for match in re.finditer(r"^## ([^\n]+)$|^```console\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S):
        heading = match[1] or heading
        if match[2]:
            yield heading, match[2]


class Semester:
    """Runs the blocks; what the page leaves to hands and browsers is done in between."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.place = folder
        self.said: dict[str, str] = {}
        self.codes: list[tuple[str, int]] = []
        self.environment = os.environ | {
            "COURSE": str(published(folder / "public")),
            "PRIVATE": str(bare(folder / "private")),
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "PYTHONPATH": str(course.CHECKOUT),
        }

    @property
    def grading(self) -> Path:
        return self.place / "workspace" / "grading"

    def run(self, heading: str, commands: str) -> None:
        """A block, in the folder in which the one before has ended."""
        line = ["bash", "-euo", "pipefail", "-c", f'{commands}\npwd > "{self.folder}/place"']
        done = subprocess.run(line, cwd=self.place, env=self.environment, capture_output=True, text=True, timeout=500)
        self.codes.append((heading, done.returncode))
        self.said[heading] = self.said.get(heading, "") + done.stdout + done.stderr
        assert done.returncode in CODES.get(heading, (0,)), f"{heading}:\n{commands}\n{done.stdout}\n{done.stderr}"
        with contextlib.suppress(OSError):
            self.place = Path((self.folder / "place").read_text().strip())

    def run_on_a_cluster(self, heading: str, commands: str) -> None:
        """The last line here, those before it in the background, as on other machines."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            address = commands.replace("10.0.0.5", "127.0.0.1").replace("8786", str(free.getsockname()[1]))
        *others, last = address.strip().splitlines()
        quiet = self.environment | {"DASK_DISTRIBUTED__DASHBOARD__ENABLED": "False"}
        machines = [
            subprocess.Popen(words.split(), cwd=self.folder, env=quiet, stderr=subprocess.DEVNULL) for words in others
        ]
        try:
            shutil.rmtree(self.grading / "results")  # or nothing would be left to grade
            self.run(heading, last)
        finally:
            for machine in reversed(machines):
                machine.terminate()
                machine.wait(30)

    def mark_by_hand(self) -> None:
        """As in the formgrader."""
        with course.nbgrader_of(self.place).gradebook as book:
            mark = book.find_grade("reason-check", TASK, ASSIGNMENT, "ada")
            mark.manual_score, mark.needs_manual_grade = 0.5, False
            book.db.commit()

    def mend_checks(self) -> None:
        """Another choice is right, and another word."""
        path = self.place / "solutions" / ASSIGNMENT / f"{TASK}.ipynb"
        text = json.loads(path.read_text(encoding="utf-8"))
        for cell in text["cells"]:
            if cell["id"] in ("reason-check", "states-check"):
                source = (
                    "".join(cell["source"]).replace('"b",\n', '"c",\n').replace('["current", "flux"]', '["energy"]')
                )
                cell["source"] = source
        path.write_text(json.dumps(text), encoding="utf-8")

    def table(self, name: str) -> list[dict[str, str]]:
        with open(self.grading / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))


def bare(folder: Path) -> Path:
    subprocess.run(["git", "init", "--bare", "--quiet", "--initial-branch=main", folder], check=True)
    return folder


def published(folder: Path) -> Path:
    """The course as a repository, with two assignments and two chapters."""
    files = course.new_course(folder.with_name("files"), ASSIGNMENT)
    shutil.copytree(course.RELEASES / ASSIGNMENT, files / "exercises" / ASSIGNMENT)
    shutil.copytree(course.SOURCES / NUMBERS, files / "solutions" / NUMBERS)
    (files / "course").mkdir()
    for chapter in sorted((course.CHECKOUT / "course").glob("0[01]*.ipynb")):
        shutil.copy(chapter, files / "course")
    shutil.copy(course.CHECKOUT / ".gitignore", files)
    for line in (["init", "--quiet", "--initial-branch=main"], ["add", "."], ["commit", "--quiet", "-m", "The course"],
                 ["push", "--quiet", str(bare(folder)), "main"]):  # fmt: skip
        subprocess.run(["git", *AUTHOR, *line], cwd=files, check=True)
    return folder


@pytest.fixture(scope="module")
def semester(tmp_path_factory: pytest.TempPathFactory) -> Semester:
    if not boundary().holds:
        pytest.skip(f"no boundary on this machine: {boundary().reason}")
    found = Semester(tmp_path_factory.mktemp("semester"))
    before: dict[str, Callable[[], None]] = {"8. A check was wrong": found.mend_checks}
    for heading, commands in blocks():
        if heading in before:
            found.mark_by_hand()  # step 7 has no commands
            before.pop(heading)()
        (found.run_on_a_cluster if "dask " in commands else found.run)(heading, commands)
    return found


def test_the_page_has_ten_steps():
    headings = re.findall(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), re.M)
    assert [heading.split(".")[0] for heading in headings] == [str(n) for n in range(1, 11)]
    assert len({heading for heading, _ in blocks()}) == 9, "only marking by hand needs no command"


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning")
class TestASemester:
    def test_the_private_copy_has_two_addresses(self, semester):
        asked = subprocess.run(["git", "remote"], cwd=semester.place, capture_output=True, text=True, check=True)
        assert asked.stdout.split() == ["origin", "upstream"]

    def test_students_get_no_solution(self, semester):
        given = [path for path in (semester.folder / "for-students").rglob("*") if path.is_file()]
        assert any(path.name == f"{TASK}.ipynb" for path in given)
        assert not [path for path in given if b"BEGIN SOLUTION" in path.read_bytes()]
        released = [*(semester.grading / "exchange").rglob(f"{TASK}.ipynb")]
        assert released and b"BEGIN SOLUTION" not in released[0].read_bytes()

    def test_grades_are_those_of_the_rehearsal_also_from_a_cluster(self, semester):
        assert "2 graded" in semester.said["6. Grade"]
        assert ("6. Grade", 0) in semester.codes
        lines = {line["student"]: line for line in semester.table(f"students-{ASSIGNMENT}.csv")}
        assert float(lines["bob"]["total"]) == 0 and lines["bob"]["last_name"] == "Rossi"
        # two points for the states are lost by the fixed check, the mark by hand stays
        assert float(lines["ada"]["total"]) == course.points(TASK) - 2 - 0.5

    def test_regrading_asked_and_was_agreed_to(self, semester):
        said = semester.said["8. A check was wrong"]
        assert "2 marks of 1 students would change" in said and "marked by hand, stays 0.5" in said
        assert [code for heading, code in semester.codes if heading.startswith("8.")] == [3, 0]

    def test_feedback_tells_a_reason_and_no_hidden_test(self, semester):
        page = (semester.grading / "feedback" / "bob" / ASSIGNMENT / f"{TASK}.html").read_text(encoding="utf-8")
        assert "Nothing entered yet" in page and "verify(" not in page and "<script" not in page

    def test_each_student_gets_numbers_of_their_own(self, semester):
        folder = semester.grading / "variants"
        cells = [
            (folder / name / NUMBERS / "graph-matrices.ipynb").read_text(encoding="utf-8") for name in ("ada", "bob")
        ]
        numbers = [re.findall(r"m_(?:odd|even) = (\d\.\d\d)", text) for text in cells]
        assert len(numbers[0]) == len(numbers[1]) == 2 and numbers[0] != numbers[1]

    def test_analysis_and_export_are_there(self, semester):
        notebook = json.loads((semester.grading / f"analysis-{ASSIGNMENT}.ipynb").read_text(encoding="utf-8"))
        outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
        assert outputs and not [output for output in outputs if output["output_type"] == "error"]
        exported = {line["student_id"]: float(line["score"]) for line in semester.table("grades.csv")}
        assert exported == {"ada": course.points(TASK) - 2.5, "bob": 0}

    def test_totals_and_files_for_platforms_are_there(self, semester):
        rows = {line["student"]: line for line in semester.table("totals.csv")}
        percent = 100 * (course.points(TASK) - 2.5) / course.points(TASK)
        assert float(rows["ada"]["total"]) == pytest.approx(min(100, percent + 2), abs=0.01)
        assert {line["ID number"] for line in semester.table("moodle.csv")} == {"ada", "bob"}
        assert semester.table("canvas.csv")[0]["Student"].strip() == "Points Possible"
