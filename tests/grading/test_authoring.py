"""What authors type: a new task runs as it stands, and the lint says of each fault what is wrong and how to fix it."""

import copy
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest

from mechanics import cli
from mechanics.checks import read_keys, write_keys
from mechanics.grading.authoring.checks_findings import (
    call_findings,
    form_findings,
    mistake_findings,
    mutant_findings,
)
from mechanics.grading.authoring.forms import rewrites_in
from mechanics.grading.authoring.lint_task import findings_of, promise_findings
from mechanics.grading.authoring.marks_findings import marks_findings
from mechanics.grading.authoring.new_task import new_task
from mechanics.grading.authoring.rehearsal import Rehearsal
from mechanics.grading.authoring.release_findings import release_findings
from mechanics.grading.authoring.solved import Solved
from mechanics.grading.authoring.statement_findings import statement_findings
from mechanics.grading.keys import keys_of
from mechanics.grading.tasks import tasks_of
from tests.tasks.course import CHECKOUT

from .box_course import digest
from .conftest import needs_isolation

ASSIGNMENT, TASK = "01-friction", "block-on-incline"
Page = Any
Change = Callable[[Page], None]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with the new task, to be copied."""
    root = tmp_path_factory.mktemp("made") / "course"
    root.mkdir()
    config = (CHECKOUT / "nbgrader_config.py").read_text(encoding="utf-8")
    own = [line for line in config.split("\n") if not line.startswith("c.Rewrites")]  # as a course of somebody else
    (root / "nbgrader_config.py").write_text("\n".join(own), encoding="utf-8")
    new_task(TASK, ASSIGNMENT, root)
    return root


@pytest.fixture(scope="module")
def page(made: Path) -> Page:
    return nbformat.read(notebook_in(made), as_version=4)


@pytest.fixture
def course(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "course"))


def notebook_in(root: Path) -> Path:
    return root / "solutions" / ASSIGNMENT / f"{TASK}.ipynb"


def changed(page: Page, change: Change) -> Page:
    other = copy.deepcopy(page)
    change(other)
    return other


def cell(page: Page, name: str) -> Any:
    return next(cell for cell in page.cells if cell.metadata.get("nbgrader", {}).get("grade_id") == name)


def marked(name: str, **marks: Any) -> Change:
    """Other marks of a cell; None takes one away."""

    def change(page: Page) -> None:
        for key, value in marks.items():
            if value is None:
                cell(page, name).metadata.nbgrader.pop(key)
            else:
                cell(page, name).metadata.nbgrader[key] = value

    return change


def written(name: str, old: str, new: str) -> Change:
    def change(page: Page) -> None:
        assert old in cell(page, name).source, "the example has changed"
        cell(page, name).source = cell(page, name).source.replace(old, new)

    return change


def added(name: str) -> Change:
    return lambda page: page.cells.append(copy.deepcopy(cell(page, name)) | {"id": "another"})


MARKS = [
    (marked("speed-check", grade_id=None), "has no grade_id"),
    (marked("speed-check", grade_id=""), "has no grade_id"),
    (marked("speed-check", grade_id=7), "grade_id is 7; expected a text"),
    (marked("speed-check", grade_id="speed check"), "expected a text of letters"),
    (marked("speed-check", grade_id="7"), "does not consist of words"),
    (marked("speed-check", grade_id="cell-0123456789abcdef"), "was drawn by JupyterLab"),
    (added("speed-check"), "2 cells have this grade_id"),
    (marked("speed-check", points=None), "has no points"),
    (marked("speed-check", points=0), "zero points"),
    (marked("speed-check", points=-1), "expected a number that is not negative"),
    (marked("speed-check", points="2"), "expected a number that is not negative"),
    (marked("speed-check", schema_version=1), "schema version 1"),
    (marked("speed-check", schema_version=None), "schema version None"),
    (marked("speed-check", locked=False), "test cell and not locked"),
    (marked("speed-answer", locked=True), "answer cell, and locked"),
    (marked("tools", locked=False), "code that is given, and not locked"),
    (marked("why-answer", grade=False), "nbgrader refuses this notebook"),
    (written("speed-answer", "### END SOLUTION", ""), "do not come in pairs"),
    (written("speed-check", "### BEGIN HIDDEN TESTS", ""), "do not come in pairs"),
    (marked("speed-answer", solution=False, locked=True), "contains a solution, but is no answer cell"),
    (marked("speed-check", grade=False), "contains a hidden test, but is no test cell"),
]
STATEMENT = [
    (written("title", "# A block on an incline", "A block"), "no title"),
    (written("tools", "sketch(block)", "block"), "shows no sketch"),
    (written("given", "## Given", "## Given\n\n![](block.png)"), "block.png has no alternative text"),
    (written("given", "## Given", '## Given\n\n<img src="block.png">'), "no alternative text"),
    (marked("speed-check", points=5), "announces 3 points, the cells below it give 5"),
    (written("title", "there are 10 in all", "there are 12 in all"), "12 in all, the cells give 10"),
]
HIDDEN = "### BEGIN HIDDEN TESTS"
CALLS = [
    (written("speed-check", HIDDEN, "#"), "verify(...) stands in its visible part"),
    (lambda page: cell(page, "speed-check").update(source='check("x", speed)'), "has no hidden test"),
    (lambda page: cell(page, "speed-check").update(source=f'check("x", speed)\n{HIDDEN}\ncheck("x", speed)\n'
     "### END HIDDEN TESTS"), "the same as the visible one"),
    (written("speed-check", f'check("{TASK}/speed"', f'check("{TASK}/sped"'), "Give both the same name"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "expected"), MARKS, ids=[expected for _, expected in MARKS])
def test_marks_that_are_wrong(page: Page, change: Change, expected: str) -> None:
    assert not marks_findings(page)
    assert expected in "\n".join(found.sentence for found in marks_findings(changed(page, change)))


@pytest.mark.parametrize(("change", "expected"), STATEMENT, ids=[expected for _, expected in STATEMENT])
def test_statements_that_lack_something(page: Page, change: Change, expected: str) -> None:
    assert not statement_findings(page.cells)
    assert any(expected in found.sentence for found in statement_findings(changed(page, change).cells))


def solved(course: Path, page: Page, change: Change = lambda _: None) -> Solved:
    """The task with a change and its own keys."""
    nbformat.write(changed(page, change), notebook_in(course))
    write_keys(notebook_in(course).with_name("key.json"), keys_of(notebook_in(course)))
    return Solved(notebook_in(course))


@pytest.mark.parametrize(("change", "expected"), CALLS, ids=[expected for _, expected in CALLS])
def test_calls_that_are_wrong(course: Path, page: Page, change: Change, expected: str) -> None:
    nbformat.write(changed(page, change), notebook_in(course))
    task = Solved(notebook_in(course))
    assert any(expected in found.sentence for found in call_findings(task.checks["speed-check"]))
    assert not [*call_findings(task.checks["acceleration-check"])]


@pytest.mark.parametrize(
    ("cell_id", "old", "new", "expected"),
    [
        ("speed-check", ", speed)\n", ", speed, follows='height')\n", "follows='height' must name an answer"),
        ("tools", "sketch(block)", "variant(m=(1, 2, 3, 4, 5))", "variant("),
    ],
)
def test_promises_that_cannot_be_kept(
    course: Path, page: Page, cell_id: str, old: str, new: str, expected: str
) -> None:
    nbformat.write(page, notebook_in(course))
    assert not [*promise_findings(*tasks_of(notebook_in(course).parent))]
    nbformat.write(changed(page, written(cell_id, old, new)), notebook_in(course))
    [found] = promise_findings(*tasks_of(notebook_in(course).parent))
    assert expected in found.sentence


def test_mistakes_that_explain_nothing_or_the_right_answer(course: Path, page: Page) -> None:
    wrong = '"The friction is missing.": "g*sin(alpha)"'
    right = wrong + ', "No.": "sin(alpha)*g - mu*g*cos(alpha)", "Twice told.": "sin(alpha)*g"'
    task = solved(course, page, written("acceleration-check", wrong, right))
    said = [found.sentence for found in mistake_findings(task, task.checks["acceleration-check"])]
    assert len(said) == 2
    assert "'No.' means the same as the right answer" in said[0]
    assert "'Twice told.' explains nothing: who makes it is told" in said[1]
    assert not [*mistake_findings(task, task.checks["speed-check"])], "mistakes of a function are right"


def test_a_mutant_that_survives_is_listed(course: Path, page: Page) -> None:
    blind = written(
        "speed-check", '"sqrt(2*a*s)",\n    kind="function"', '"sqrt(2*a*s)",\n    tolerance=1e9,\n    kind="function"'
    )
    found = [*mutant_findings(solved(course, page, blind), 20)]
    assert {one.place for one in found[:-1]} == {"speed-answer"}
    assert "keeps its points, although it means something else" in found[0].sentence
    assert "return" in found[0].sentence, "the answer itself is shown"
    assert [*mutant_findings(solved(course, page), 20)] == [found[-1]], "the example has none"


def test_right_forms_that_are_refused_are_listed(course: Path, page: Page) -> None:
    path = course / "rewrites" / ASSIGNMENT / f"{TASK}.txt"
    task = solved(course, page)
    assert not [*form_findings(task, rewrites_in(path), "rewrites", 20)]
    path.write_text(path.read_text() + '\n--- speed\nspeed = "sqrt(2*a*s)"\n\n--- sped\nx = 1\n')
    refused, unknown = form_findings(task, rewrites_in(path), "rewrites", 20)
    assert "is refused" in refused.sentence and refused.place == "speed-answer"
    assert "names no answer cell" in unknown.sentence
    assert "No other way" in next(form_findings(task, [], "rewrites", 0)).sentence


def test_releases_that_tell_or_give_something(course: Path, page: Page) -> None:
    def change(page: Page) -> None:
        written("given", "## Given", "## Given\n\nRemember: `f_N = m * g * cos(alpha)`.")(page)
        cell(page, "acceleration-answer").source = "a = g * (sin(alpha) - mu * cos(alpha))\nunneeded = 1\n"
        cell(page, "speed-answer").source = "### BEGIN SOLUTION\nfrom math import sqrt\n\ndef speed(s, a):\n" \
                                            "    return sqrt(2 * a * s)\n### END SOLUTION"  # fmt: skip
        written("acceleration-check", "check(", "a = g * (sin(alpha) - mu * cos(alpha))\ncheck(")(page)

    nbformat.write(changed(page, change), notebook_in(course))
    notebook_in(course).with_name("notes.txt").write_text("return sqrt( 2*a*s )")
    rehearsal = Rehearsal(notebook_in(course), course.parent / "rehearsal")
    assert rehearsal.keys
    said = {(found.place, found.sentence) for found in release_findings(rehearsal)}
    assert any(place == "speed-answer" and "in notes.txt" in text for place, text in said), said
    assert any(place == "speed-answer" and "without the name of the answer" in text for place, text in said), said
    assert any(place == "acceleration-check" and "untouched release earns its 3 points" in text for place, text in said)
    assert not (course / "exercises").exists() and not (course / "workspace/grading/gradebook.db").exists()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["new-task", TASK, "--assignment", ASSIGNMENT], "exists, and is not overwritten"),
        (["new-task", "Block 1", "--assignment", ASSIGNMENT], "Expected a name of words"),
        (["new-task", "../block", "--assignment", ASSIGNMENT], "Expected a name of words"),
        (["new-task", "other", "--assignment", "a/b"], "Expected the name of an assignment"),
        (["keys", "99-nothing"], "There are: 01-friction"),
    ],
)
def test_what_cannot_be_written_gets_a_sentence(course: Path, capsys, words: list[str], expected: str) -> None:
    before = digest(course)
    assert cli.main([*words, "--course", str(course)]) == 2
    assert expected in capsys.readouterr().err
    assert digest(course) == before


def test_commands_outside_of_a_course_get_a_sentence(tmp_path: Path, capsys) -> None:
    shutil.copy(CHECKOUT / "mechanics/grading/authoring/example-task.ipynb", tmp_path)
    for words in (["lint-task"], ["try-task"]):
        assert cli.main([*words, str(tmp_path / "example-task.ipynb")]) == 2
        assert "inside of a course" in capsys.readouterr().err
        assert cli.main([*words, str(tmp_path / "missing.ipynb")]) == 2
        assert "Expected a notebook" in capsys.readouterr().err
    assert cli.main(["new-task", "block", "--assignment", "01", "--course", str(tmp_path)]) == 2
    assert "Expected nbgrader_config.py" in capsys.readouterr().err


def test_keys_are_those_of_the_solution_and_kept_where_it_fails(course: Path, page: Page, capsys) -> None:
    path = notebook_in(course).with_name("key.json")
    known = path.read_bytes()
    path.unlink()
    assert cli.main(["keys", "--course", str(course)]) == 0
    assert path.read_bytes() == known and list(read_keys(path)) == sorted(read_keys(path))
    nbformat.write(changed(page, written("speed-answer", "2 * a", "3 * a")), notebook_in(course))
    assert cli.main(["keys", ASSIGNMENT, "--course", str(course)]) == 1
    assert "does not pass its own hidden test" in capsys.readouterr().out
    assert path.read_bytes() == known


def test_names_are_those_of_nbgrader_whatever_ids_cells_have(course: Path, page: Page) -> None:
    """Keys, runs and rewrites of a notebook in the format 4.4, which has no ids."""
    bare = json.loads(nbformat.writes(page))
    bare["cells"] = [{key: value for key, value in one.items() if key != "id"} for one in bare["cells"]]
    notebook_in(course).write_text(json.dumps(bare | {"nbformat_minor": 4}))
    task = Solved(notebook_in(course))
    assert set(task.checks) == {"normal-force-check", "acceleration-check", "speed-check"} and not task.failed
    path = course / "rewrites" / ASSIGNMENT / f"{TASK}.txt"
    assert not [*form_findings(task, rewrites_in(path), "rewrites", 0)]


def test_plain_tests_need_no_key_and_are_believed(course: Path, page: Page) -> None:
    def change(page: Page) -> None:
        cell(
            page, "speed-check"
        ).source = f"assert speed(2, 1) == 2\n{HIDDEN}\nassert speed(8, 1) == 4\n### END HIDDEN TESTS"

    task = solved(course, page, change)
    assert len(read_keys(notebook_in(course).with_name("key.json"))) == 2
    assert not [*call_findings(task.checks["speed-check"])] and not [
        *mistake_findings(task, task.checks["speed-check"])
    ]
    assert [type(found) for found in mutant_findings(task, 20)] == [int]


def test_a_check_without_a_hidden_test_has_no_key(course: Path, page: Page) -> None:
    alone = changed(page, lambda page: cell(page, "speed-check").update(source=f'check("{TASK}/speed", speed)'))
    nbformat.write(alone, notebook_in(course))
    with pytest.raises(ValueError, match=f"calls check.'{TASK}/speed', ...., but has no hidden test"):
        keys_of(notebook_in(course))


@pytest.mark.slow
class TestTheNewTask:
    """Which is an example for authors: nothing of it is wrong."""

    def test_has_nothing_wrong_and_touches_nothing(self, course: Path, capsys) -> None:
        before = digest(course)
        assert cli.main(["lint-task", str(notebook_in(course).parent)]) == 0
        assert "0 wrong, 0 advice" in capsys.readouterr().out
        assert {name: value for name, value in digest(course).items() if "exchange" not in name} == before

    def test_is_graded_as_it_should_be(self, course: Path, capsys, monkeypatch, tmp_path: Path) -> None:
        needs_isolation()
        monkeypatch.setattr("mechanics.grading.authoring.try_task.cache_folder", lambda: tmp_path / "cache")
        before = digest(course)
        assert cli.main(["try-task", str(notebook_in(course))]) == 0
        said = capsys.readouterr().out
        assert "right: 8 of 8 points, and 2 that a person gives" in said and "nothing: 0 of 8 points" in said
        assert "Friction acts against the motion, up the incline." in said
        pages = [*(tmp_path / "cache").rglob("*.html")]
        assert {path.stem for path in pages} >= {"right", "mistake-1", "variant", "nothing"}
        assert not [path for path in pages if "verify(" in path.read_text(encoding="utf-8")]
        assert digest(course) == before

    def test_a_check_that_lets_everything_pass_is_told(self, course: Path, page: Page, capsys) -> None:
        needs_isolation()
        blind = written("speed-check", '"sqrt(2*a*s)",\n', '"sqrt(2*a*s)",\n    tolerance=1e9,\n')
        nbformat.write(changed(page, blind), notebook_in(course))
        assert cli.main(["try-task", str(notebook_in(course))]) == 1
        assert "Not as it should be: mistake-1 gets 3 points for speed-check." in capsys.readouterr().out

    def test_all_faults_are_in_one_list(self, course: Path, page: Page, capsys) -> None:
        def change(page: Page) -> None:
            marked("speed-check", points=5)(page)
            written("title", "# A block", "A block")(page)
            written(
                "acceleration-check", '"The friction is missing."', '"No.": "g*(sin(alpha)-mu*cos(alpha))", "Missing."'
            )(page)
            written("normal-force-answer", "m * g * cos", "1 * m * g * cos")(page)

        nbformat.write(changed(page, change), notebook_in(course))
        notebook_in(course).with_name("key.json").unlink()
        said = "\n".join(map(str, findings_of(notebook_in(course))))
        for expected in ("announces 3 points", "no title", "no readable file of keys", "means the same as the right"):
            assert expected in said.replace("\n        ", " ")
