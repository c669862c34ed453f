"""After a run nobody has lost marks in silence: the list of what to look at, at the terminal and as a page."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from .box_class import BOX, Class, handed, released
from .conftest import ANSWERS

pytestmark = [
    pytest.mark.usefixtures("isolation"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

DUE = "2020-05-01 12:00:00 UTC"
BUSY = "import time\nend = time.process_time() + 2\nwhile time.process_time() < end: pass\n"
LIMIT = "\nc.SafeExecute.seconds_for_notebook = 1.5\n"
SECRET = '<script>alert("x")</script>'
ESSAY = f"The force is proportional to the mass {SECRET}, because every particle has to be accelerated. " * 5


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Class:
    box = Class(released(tmp_path_factory.mktemp("triage") / "course"))
    with box.api.gradebook as book:
        book.update_or_create_assignment(BOX, duedate=DUE)
    with open(box.root / "nbgrader_config.py", "a", encoding="utf-8") as config:
        config.write(LIMIT)
    for student in ("right", "renamed", "second", "zipped", "folder", "busy", "stamp", "late", "gone"):
        folder = box.submit(
            student, handed(why="YOUR ANSWER HERE", mass_answer=ANSWERS["mass-answer"] + f"  # {student}")
        )
        (folder / "timestamp.txt").write_text("2020-05-01 10:00:00 UTC")
    at = box.grading / "submitted"
    (at / f"renamed/{BOX}/{BOX}.ipynb").rename(at / f"renamed/{BOX}/{BOX}(1).ipynb")
    (at / f"second/{BOX}/{BOX} - Kopie.ipynb").write_bytes(handed(mass_answer="mass = 1"))
    shutil.make_archive(str(at / "zipped" / "all"), "zip", at / f"zipped/{BOX}")
    (at / f"zipped/{BOX}/{BOX}.ipynb").unlink()
    (at / f"folder/{BOX}").rename(at / "folder/Box")
    box.submit("busy", handed(mass_answer=BUSY + ANSWERS["mass-answer"]))
    (at / f"stamp/{BOX}/timestamp.txt").write_bytes("gestern".encode("utf-16"))
    (at / f"late/{BOX}/timestamp.txt").write_text("2020-05-03 00:00:00 UTC")
    (at / f"gone/{BOX}/{BOX}.ipynb").unlink()
    box.submit("broken", b"no notebook")
    for student in ("copies", "copied"):
        box.submit(student, handed(why=ESSAY))
    return box


@pytest.fixture(scope="module")
def run(box: Class, capfd_of_module) -> tuple[int, str]:
    code = box.grade()
    return code, capfd_of_module()


@pytest.fixture(scope="module")
def capfd_of_module(request: pytest.FixtureRequest):
    """What was printed since the last call."""
    capture = request.config.pluginmanager.getplugin("capturemanager")
    capture.read_global_capture()
    return lambda: capture.read_global_capture()[0]


@pytest.fixture
def page(box: Class, run: tuple[int, str]) -> str:
    return (box.grading / f"triage-{BOX}.html").read_text(encoding="utf-8")


def test_the_terminal_has_counts_and_the_first_few(run):
    code, told = run
    assert code == 1, "somebody has to look"
    for line in (r"4 not graded +folder: box.ipynb; renamed: box\(1\).ipynb; second", r"1 unreadable +broken: box",
                 r"1 cut short +busy: box", r"1 time unknown +stamp", r"2 to mark by hand +box/why: 2",
                 r"1 late +late: 1.5 days", r"1 missing +gone: box", r"1 the same +copied, copies: box"):  # fmt: skip
        assert re.search(line, told), f"{line!r} is not in:\n{told}"
    assert f"triage-{BOX}.html" in told and f"all that are clear: mechanics grade {BOX} --accept" in told


def test_the_rows_of_the_tables_need_a_person(box, run):
    rows = box.table("grades")
    for student in ("renamed", "second", "zipped", "folder", "busy", "stamp"):
        assert int(rows[student]["needs_person"]) > 0, student
    for student in ("right", "late", "gone"):
        assert int(rows[student]["needs_person"]) == 0, student
    assert f"{BOX}(1).ipynb" in rows["renamed"]["note"] and rows["renamed"]["status"] == "missing"
    assert "which of them counts" in rows["second"]["note"] and float(rows["second"]["points"]) == 7
    assert "UTF-8" in rows["stamp"]["note"]
    assert rows["busy"]["status"] == "cut short" and "time" in rows["busy"]["note"]


def test_the_formgrader_has_what_was_cut_short_and_what_may_be_somewhere(box, run):
    busy, renamed = box.state("busy"), box.state("renamed")
    assert busy["force-check"][2] and renamed["mass-check"][2], "needs_manual_grade"
    assert not box.state("gone")["mass-check"][2], "nothing of it is anywhere"


def test_the_page_runs_and_fetches_nothing(page):
    assert "<script" not in page and "src=" not in page and "http://" not in page and "https://" not in page
    assert 'name="viewport"' in page


def test_the_page_has_the_lines_for_a_shell(box, page):
    assert "cp -- " in page and "unzip -p " in page and f"mechanics grade {BOX} --accept" in page


def test_the_line_of_the_page_works_as_it_stands(box, run, tmp_path):
    """Copied to a shell; in a copy of the course, because the next test accepts all."""
    from mechanics.grading.layout import Layout
    from mechanics.grading.settings import Settings
    from mechanics.grading.tasks import tasks_of
    from mechanics.grading.triage_files import Strays

    copy = box.copy(tmp_path / "copy")
    folders = Settings(copy.root).layout.of(BOX)
    assert isinstance(folders.layout, Layout)
    [stray] = Strays(tasks_of(folders.source), folders).of("renamed")
    subprocess.run(stray.command, shell=True, check=True)
    assert (copy.grading / f"submitted/renamed/{BOX}/{BOX}.ipynb").is_file()


def test_accepted_they_are_graded_and_nothing_is_lost(box, run, capsys):
    at = box.grading / "submitted"
    before = {path: path.read_bytes() for path in at.rglob("*") if path.is_file()}
    box.grade("--accept")
    told = capsys.readouterr().out
    assert "renamed: box(1).ipynb -> renamed/box/box.ipynb" in told and "-> folder/box/box.ipynb" in told
    assert "1 not graded" in told, "the second version is left to a person"
    rows = box.table("grades")
    for student in ("renamed", "zipped", "folder"):
        assert (rows[student]["points"], rows[student]["status"]) == ("7.0", "graded"), rows[student]
        assert int(rows[student]["needs_person"]) == 0
    assert {path: path.read_bytes() for path in before} == before
    assert (at / f"folder/{BOX}/timestamp.txt").is_file()


def test_a_corrected_time_counts(box, run, capsys):
    (box.grading / f"submitted/stamp/{BOX}/timestamp.txt").write_text("2020-05-02 12:00:00 UTC")
    box.grade()
    assert "time unknown" not in capsys.readouterr().out
    assert box.table("students")["stamp"]["late_days"] == "1.0"
    assert int(box.table("grades")["stamp"]["needs_person"]) == 0


def test_nothing_of_a_student_becomes_active(box, run):
    pages = [path.read_text(encoding="utf-8") for path in Path(box.grading).glob("triage-*.html")]
    assert pages and all(SECRET not in page for page in pages)
    assert json.dumps(SECRET)
