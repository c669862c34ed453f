"""Whatever is broken in a course: one sentence, exit code 2, no traceback, and nothing that was there is changed."""

import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mechanics import cli
from mechanics.grading import gradebook_file
from mechanics.grading.errors import GradingError
from tests.rights import without_the_rights_of_root

from .box_course import BOX, Course, released_box
from .broken_course import BOOK, BROKEN, FORBIDDEN, SOURCE, _replace
from .conftest import cells, notebook

pytestmark = [
    pytest.mark.usefixtures("isolation"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
LATER = {"a file for the records", "a file for the pages", "a folder for a table", "settings that stop",
         "a number for an address", "bytes for a notebook", "a gradebook that lost its end",
         "no gradebook"}  # fmt: skip

NEEDED_BY_ANALYSIS = ("an unreadable gradebook", "a read-only folder of the class", "unreadable settings")
IMPORT = r"from mechanics.checks import verify\n"


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = released_box(tmp_path_factory.mktemp("box") / "course")
    Course(root).submit("ada", notebook(cells()))
    return root


@pytest.fixture
def course(released: Path, tmp_path: Path) -> Iterator[Path]:
    root = Path(shutil.copytree(released, tmp_path / "course"))
    yield root
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755)


def params(table):
    return [pytest.param(what, marks=pytest.mark.slow if what in LATER else ()) for what in table]


@pytest.mark.parametrize("what", params(BROKEN))
def test_one_sentence_and_exit_code_2(what, course, capfd):
    break_it, names = BROKEN[what]
    break_it(course)
    before = (course / BOOK).read_bytes() if (course / BOOK).is_file() else None
    assert cli.main(["grade", BOX, "--course", str(course), "--jobs", "1"]) == 2
    one_sentence(capfd.readouterr().err, names)
    if before is not None:
        assert (course / BOOK).read_bytes() == before or "table" in what or "file for" in what or "folder for" in what


@pytest.mark.slow
@pytest.mark.parametrize("command", ["grade", "analysis"])
@pytest.mark.parametrize("what", FORBIDDEN)
def test_what_is_forbidden(what, command, course):
    if command == "analysis" and what not in NEEDED_BY_ANALYSIS:
        pytest.skip("the analysis does not need it")
    break_it, names = FORBIDDEN[what]
    break_it(course)
    line = [*without_the_rights_of_root(), sys.executable, "-m", "mechanics.cli", command, BOX, "--course", str(course)]
    ended = subprocess.run(line, capture_output=True, text=True, timeout=250)
    assert ended.returncode == 2, ended.stderr
    one_sentence(ended.stderr, names)


def test_a_check_that_cannot_judge_is_told_before_the_class_is_graded(course, capfd):
    _replace(IMPORT, f"{IMPORT}1/0\\n")(course)
    assert cli.main(["grade", BOX, "--course", str(course), "--jobs", "1"]) == 2
    one_sentence(capfd.readouterr().err, "'mass-check'", "ZeroDivisionError")


def test_a_missing_key_is_told_before_the_class_is_graded(course, capfd):
    """The visible check looks for its key beside the notebook; without it every student would wait for a person."""
    _replace(IMPORT, f"{IMPORT}check('box/mass', mass)\\n")(course)
    (course / SOURCE).with_name("key.json").unlink()
    assert cli.main(["grade", BOX, "--course", str(course), "--jobs", "1"]) == 2
    one_sentence(capfd.readouterr().err, "'mass-check'", "key.json", "mechanics keys")


def test_a_gradebook_that_another_program_holds(course, monkeypatch, capfd):
    monkeypatch.setattr(gradebook_file, "PATIENCE", 0.2)
    with sqlite3.connect(course / BOOK) as other:
        other.execute("begin immediate")
        assert cli.main(["grade", BOX, "--course", str(course), "--jobs", "1"]) == 2
        one_sentence(capfd.readouterr().err, "another program is using it")
    other.close()


def test_a_gradebook_that_is_held_for_a_moment_is_waited_for(course):
    with sqlite3.connect(course / BOOK, check_same_thread=False) as other:
        other.execute("begin immediate")
        threading.Timer(1.0, other.rollback).start()
        gradebook_file.refuse_unfit(gradebook_file.patient(f"sqlite:///{course / BOOK}"))
    other.close()
    with pytest.raises(GradingError, match="db_url"):
        gradebook_file.patient("nonsense")


def test_nothing_ends_with_the_exit_code_of_python(monkeypatch, capsys):
    def stop(*_: object) -> int:
        raise RuntimeError("of nobody's making")

    monkeypatch.setattr(cli, "_doctor", stop)
    assert cli.main(["doctor"]) == 2
    one_sentence(capsys.readouterr().err, "RuntimeError", "Please report it")


def test_output_that_cannot_be_written(course):
    line = [sys.executable, "-m", "mechanics.cli", "--version"]
    line[3:] = ["lab", "--no-open", str(course / "mine")]
    with open("/dev/full", "w") as full:
        ended = subprocess.run(line, stdout=full, stderr=subprocess.PIPE, text=True, timeout=250)
    assert ended.returncode == 2
    one_sentence(ended.stderr, "output could not be written")


def one_sentence(told: str, *names: str) -> None:
    lines = [line for line in told.splitlines() if line.strip()]
    assert len(lines) == 1 and lines[0].startswith("mechanics: "), told
    assert not [name for name in names if name not in told], told
