"""``nbgrader autograde`` with the course's configuration: what it does with what cannot be judged, or not safely.

That everybody gets his grade is tried in test_entry_points.py.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from mechanics import cli
from mechanics.grading import autograde, engines, fork_servers
from mechanics.grading.sandbox import Boundary
from mechanics.grading.sandbox.messages import Broken

from .box_course import BOX, Course, released_box
from .conftest import cells, notebook

pytestmark = [
    pytest.mark.usefixtures("isolation"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return released_box(tmp_path_factory.mktemp("box") / "course")


@pytest.fixture
def box(released: Path, tmp_path: Path) -> Course:
    return Course(Path(shutil.copytree(released, tmp_path / "course")))


def test_what_was_not_judged_gets_nothing_and_is_shown_to_a_person(box):
    """nbgrader takes a test cell without output for full marks."""
    box.submit("ada", notebook(cells()))
    assert box.autograde("ada", enabled=False)["success"]
    assert box.of("ada") == (0, True)
    assert box.autograde("ada")["success"]
    assert box.of("ada") == (7, False)


def test_a_verdict_that_was_lost_on_the_way_is_none():
    page = json.loads(notebook(cells()))
    for cell, status in zip((c for c in page["cells"] if "check" in c["id"]), ("right", "wrong", ""), strict=True):
        cell["metadata"]["mechanics"] = {"status": status}
    nodes = [autograde.nbformat.from_dict(cell) for cell in page["cells"] if "check" in cell["id"]]
    assert [autograde._has_verdict(node) for node in nodes] == [True, False, False]


def test_no_grade_where_the_process_cannot_be_had(box, monkeypatch):
    box.submit("ada", notebook(cells()))

    def broken(*_: Any, **__: Any) -> None:
        raise Broken("gone")

    monkeypatch.setattr(fork_servers, "grade", broken)
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
        monkeypatch.setattr(autograde, "why_no_boundary", lambda: "its kernel forbids it")

    def test_it_is_refused_with_a_sentence(self, box):
        box.submit("ada", notebook(cells()))
        result = box.autograde("ada")
        assert not result["success"]
        assert "its kernel forbids it" in result["log"] and "without_boundary = True" in result["log"]

    def test_it_is_done_with_a_warning_where_it_is_asked_for_by_name(self, box):
        box.submit("ada", notebook(cells()))
        box.submit("bob", notebook(cells(mass_answer="import os; os._exit(0)")))
        # what ended the whole process waits for a person
        for student, points, waits in (("ada", 7, False), ("bob", 2, True)):
            result = box.autograde(student, without_boundary=True)
            assert result["success"] and "No boundary, as asked for" in result["log"]
            assert box.of(student) == (points, waits)

    @pytest.mark.parametrize("asked_for", [True, False])
    def test_the_other_command_does_the_same(self, box, asked_for, monkeypatch, capsys):
        none = Boundary(False, "its kernel forbids it")
        monkeypatch.setattr(engines, "boundary", lambda: none)
        box.submit("ada", notebook(cells()))
        line = ["grade", BOX, "--course", str(box.root), "--jobs", "1"]
        assert cli.main([*line, *["--without-boundary"] * asked_for]) == (0 if asked_for else 2)
        said = capsys.readouterr().err
        if asked_for:
            assert "no boundary, as asked for" in said and box.of("ada") == (7, False)
        else:
            assert "its kernel forbids it" in said and "--without-boundary" in said
