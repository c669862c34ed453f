"""What an instructor relies on: marks by hand, late work, pages that show what was there, and no harm beside them."""

import csv
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nbconvert.exporters import HTMLExporter
from nbgrader.server_extensions.formgrader import handlers
from traitlets.config import Config

from mechanics import cli
from mechanics.grading.attachments import LARGEST
from mechanics.grading.sandbox import boundary

from .box_class import BOX, Class, handed, released
from .conftest import own

pytestmark = [
    pytest.mark.skipif(not boundary().holds, reason=f"no boundary on this machine: {boundary().reason}"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

EVIL = {"cell_type": "markdown", "id": "x", "metadata": {}, "source":
        "if $a<b$:\n<script>alert(1)</script> <img src=x onerror=alert(1)> ![](https://example.org/p.png)\n"
        "[here](javascript:alert(1)) and [there]\n\n[there]: javascript:alert(1)"}  # fmt: skip
ADDED = [own("helper = 1  # mine"), EVIL]
PICTURE = {"output_type": "display_data", "data": {"image/png": "A" * 5_000_000}, "metadata": {}}
FLOOD = [
    own("1") | {"outputs": [PICTURE]},
    *[own(f"n = {n}") for n in range(300)],
    own("x = 1 #" + "x" * 10**6),
]
SUBMISSIONS = {
    "untouched": handed(),
    "emptied": handed(why=" \n"),
    "adds": handed(more=ADDED),
    "ends": handed(mass_answer="import os; os._exit(0)"),
    "floods": handed(more=FLOOD),
    "formula": handed(mass_answer="raise NameError('=HYPERLINK(1)')"),
    "late": handed(),
    "odd time": handed(),
}
TIMES = {
    "untouched": "2020-05-01 10:00:00 UTC",
    "late": "2020-05-03 00:00:00 UTC",
    "odd time": "yesterday, I think",
}


@pytest.fixture(scope="module")
def course_of_the_box(tmp_path_factory: pytest.TempPathFactory) -> Class:
    """A course with submissions, none of them graded yet."""
    box = Class(released(tmp_path_factory.mktemp("instructor") / "course"))
    with box.api.gradebook as book:
        book.update_or_create_assignment(BOX, duedate="2020-05-01 12:00:00 UTC")
        book.add_student("absent", last_name="Nobody", first_name="")
    for student, content in SUBMISSIONS.items():
        folder = box.submit(student, content)
        if student in TIMES:
            (folder / "timestamp.txt").write_text(TIMES[student])
    (box.grading / "submitted" / "nothing" / BOX).mkdir(parents=True)
    return box


@pytest.fixture(scope="module")
def box(course_of_the_box: Class, tmp_path_factory: pytest.TempPathFactory) -> Class:
    """Graded by ``mechanics grade``."""
    box = course_of_the_box.copy(tmp_path_factory.mktemp("mechanics") / "course")
    assert box.grade() == 1, "one that was cut short needs a look"
    return box


@pytest.fixture(scope="module")
def by_nbgrader(course_of_the_box: Class, tmp_path_factory: pytest.TempPathFactory) -> Class:
    """Some of them graded by nbgrader, as its button does."""
    box = course_of_the_box.copy(tmp_path_factory.mktemp("nbgrader") / "course")
    for student in ("untouched", "emptied", "adds", "odd time", "late"):
        box.autograde(student)
    return box


def test_no_text_is_no_points_and_nobody_has_to_look(box, by_nbgrader):
    for graded in (box, by_nbgrader):
        assert graded.state("untouched")["why"] == graded.state("emptied")["why"] == (0, None, False)
        assert graded.comment("untouched") == "No response."
    assert box.state("nothing")["why"] == (0, None, False), "nothing was handed in, nobody has to look"


def test_nbgrader_asks_for_people_once_and_again_for_a_new_version(by_nbgrader):
    """The other command: test_regrade.py."""
    by_nbgrader.submit("text", handed(why="Because a = f/m."))
    by_nbgrader.autograde("text")
    assert by_nbgrader.state("text")["why"] == (None, None, True), "a text is for a person"
    by_nbgrader.mark("text", "why", 2)
    by_nbgrader.mark("text", "mass-check", 0.5)
    by_nbgrader.autograde("text")
    state = by_nbgrader.state("text")
    assert state["why"] == (None, 2, False), "what a person has marked is asked for again"
    assert state["mass-check"] == (1, 0.5, False)
    by_nbgrader.submit("text", handed(why="Because f = m*a."))
    by_nbgrader.autograde("text")
    assert by_nbgrader.state("text")["why"] == (None, 2, True), "a person should look at the new text"
    assert by_nbgrader.comment("text") == "See me."


def test_the_plugin_decides_what_it_costs_to_be_late_and_the_tables_tell(box, by_nbgrader):
    lines = box.table("students")
    assert (lines["late"]["late_days"], lines["late"]["points"], lines["late"]["total"]) == (
        "1.5",
        "7.0",
        "0.0",
    )
    assert (lines["untouched"]["late_days"], lines["untouched"]["total"]) == ("0.0", "7.0")
    assert lines["odd time"]["handed_in"] == "" and lines["odd time"]["total"] == "7.0"
    assert lines["absent"]["status"] == "nothing handed in" and lines["nothing"]["status"] == "missing"
    assert box.table("grades")["ends"]["status"] == "cut short"
    with by_nbgrader.api.gradebook as book:
        penalties = {name: book.find_submission(BOX, name).late_submission_penalty for name in ("untouched", "late")}
    assert penalties == {"untouched": 0, "late": 7}, "the two commands do not agree on what is late"


def test_a_time_that_is_none_stops_nbgrader_neither(by_nbgrader):
    assert by_nbgrader.state("odd time")["mass-check"][0] == 1


def test_own_cells_are_shown_and_cannot_do_anything(box, by_nbgrader):
    sources = [cell["source"] for cell in box.page("adds")]
    at = sources.index("helper = 1  # mine")
    assert "Not part of the task" in sources[at - 1] and "Not part of the task" not in sources[at + 1]
    assert "alert(1)" in sources[at + 1] and "$a< b$" in sources[at + 1]
    assert "<script" not in "".join(sources)
    assert [cell["source"] for cell in by_nbgrader.page("adds")] == sources, "the two commands show different pages"


def test_the_formgrader_shows_them_without_anything_active(box):
    """It converts pages as they are."""
    config = Config(
        {"HTMLExporter": {"template_name": "formgrade", "extra_template_basedirs": [handlers.template_path]}}
    )
    names = ("assignment_id", "notebook_id", "submission_id", "base_url", "student", "last_name", "first_name",
             "notebook_path", "mathjax_url", "unique_key")  # fmt: skip
    path = box.grading / "autograded" / "adds" / BOX / f"{BOX}.ipynb"
    resources = dict.fromkeys(names, "x") | {"index": 0, "total": 1}
    page, _ = HTMLExporter(config=config).from_filename(str(path), resources=resources)
    shown = page[page.index("Not part of the task") :]
    assert "alert(1)" in shown, "the text should be there"
    assert not re.search(r"<script[^>]*>alert|<img[^>]*onerror|<img[^>]*example|href=.javascript", shown)


def test_the_formgrader_sets_formulas_and_fetches_nothing(box):
    """With the configuration of the course, as the server extension of nbgrader merges it."""
    config = Config(
        {"HTMLExporter": {"template_name": "formgrade", "extra_template_basedirs": [handlers.template_path]}}
    )
    config.merge(box.api.config)
    names = ("assignment_id", "notebook_id", "submission_id", "base_url", "student", "last_name", "first_name",
             "notebook_path", "mathjax_url", "unique_key")  # fmt: skip
    path = box.grading / "autograded" / "adds" / BOX / f"{BOX}.ipynb"
    resources = dict.fromkeys(names, "x") | {"index": 0, "total": 1}
    page, _ = HTMLExporter(config=config).from_filename(str(path), resources=resources)
    assert "<math><mi>a</mi>" in page, "the formula of a student is not set"
    assert not re.findall(r"""<(?:script|link)[^>]*(?:src|href)=["']https?:[^>]*mathjax""", page, re.I)
    assert "window.MathJax" in page, "nbgrader's script waits for MathJax for ever"


def test_a_grade_that_was_cut_short_says_so_first(box):
    first = box.page("ends")[0]["source"]
    assert "cut short" in first and "all others have their points" in first
    assert "ended the whole Python process" in first


def test_floods_are_cut(box):
    page = json.dumps(box.page("floods"))
    assert len(page) < 200_000 and "too large to be shown" in page


def test_tables_hold_no_formula(box):
    """What begins like one is run by a spreadsheet."""
    with open(box.grading / f"analysis-{BOX}.csv", newline="", encoding="utf-8") as file:
        values = [value for line in csv.reader(file) for value in line]
    assert any("HYPERLINK" in value for value in values)
    assert not any(value.startswith(("=", "+", "-", "@")) for value in values)


BESIDE: dict[str, Callable[[Path], Any]] = {
    "pipe": os.mkfifo,
    "link to nowhere": lambda path: path.symlink_to("/nowhere"),
    "link to zeros without end": lambda path: path.symlink_to("/dev/zero"),
    "gigantic file": lambda path: [path.touch(), os.truncate(path, LARGEST + 1)],
}


def test_what_lies_beside_a_notebook_neither_hangs_nor_is_copied(by_nbgrader):
    """Through nbgrader; the other command copies nothing at all."""
    folder = by_nbgrader.submit("beside", handed())
    for name, make in BESIDE.items():
        make(folder / name)
    (folder / "timestamp.txt").symlink_to("/dev/zero")
    (folder / "[notes].txt").write_text("mine")
    by_nbgrader.autograde("beside")
    assert by_nbgrader.state("beside")["mass-check"][0] == 1
    copied = {path.name for path in (by_nbgrader.grading / "autograded" / "beside" / BOX).iterdir()}
    assert copied == {f"{BOX}.ipynb", "[notes].txt", "key.json"}
    assert {path.name for path in folder.iterdir()} >= set(BESIDE), "something of the submission was taken away"


def test_a_folder_that_is_no_course_is_named(tmp_path, capsys):
    for command in ("grade", "analysis"):
        assert cli.main([command, BOX, "--course", str(tmp_path)]) == 2
        assert f"Expected nbgrader_config.py in {tmp_path}" in capsys.readouterr().err
