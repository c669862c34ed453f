"""Source, keys and release of the tasks: nothing has drifted, nothing leaks, every step says what it is worth."""

import ast
import json
import re

import pytest

from mechanics import systems
from mechanics.checks import capture, domain_of, judge, make_key, read_keys
from mechanics.grading.authoring.release_findings import told_in
from mechanics.grading.keys import agree
from mechanics.grading.keys import main as make_keys
from mechanics.grading.notebooks import code_cells, solution_lines, split_hidden
from tests.tasks import course
from tests.tasks.course import (
    ASSIGNMENTS,
    RELEASES,
    SOURCES,
    TASKS,
    assignment_of,
    checks_of,
    read,
    release,
    solution,
)
from tests.tasks.judging import system_of, task_of

# nbgrader's own models are filled in an order that SQLAlchemy comments on
pytestmark = pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning")


@pytest.mark.parametrize("name", TASKS)
def test_no_withheld_line_is_in_any_file_of_the_release(name):
    """Hints say some on purpose, also in the file of translations; `mechanics lint-task` allows those alone."""
    folder = release(name).parent  # in which a later task may give the results of an earlier one
    files = [path for path in folder.rglob("*") if path == release(name) or path.suffix != ".ipynb"]
    found = list(told_in(solution(name), files))
    assert not found, "\n".join(f"{finding.place}: {finding.sentence}" for finding in found)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_keys_are_those_of_the_solutions(assignment, tmp_path):
    folder = course.new_course(tmp_path / "course", assignment) / "solutions" / assignment
    (folder / "key.json").unlink()
    make_keys([str(folder)])
    fresh, committed = (read_keys(path) for path in (folder / "key.json", SOURCES / assignment / "key.json"))
    same = agree(fresh, committed)  # compared here: pytest would take minutes to show how a megabyte differs
    assert same, "solutions/ has changed and key.json has not: run `make release`"


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_release_is_that_of_the_solutions(assignment, tmp_path):
    folder = course.new_course(tmp_path / "course", assignment)
    result = course.nbgrader_of(folder).generate_assignment(assignment)
    assert result["success"], result["log"]
    fresh = {path.name: path.read_bytes() for path in (folder / "exercises" / assignment).iterdir()}
    committed = {path.name: path.read_bytes() for path in (RELEASES / assignment).iterdir() if path.name[0] != "."}
    assert fresh.keys() == committed.keys(), "exercises/ holds other files than a release: run `make release`"
    drifted = [name for name in fresh if fresh[name] != committed[name]]
    assert not drifted, f"{drifted} are not what solutions/ gives: run `make release`; never edit exercises/"


@pytest.mark.parametrize("task", TASKS)
class TestTask:
    def test_release_holds_no_line_of_solution_or_hidden_test(self, task):
        text = json.dumps(read(release(task)))
        cells = code_cells(solution(task))
        given = {line.strip() for cell in cells if cell.kind == "given" for line in cell.source.split("\n")}
        for cell in code_cells(solution(task)):
            visible, hidden = split_hidden(cell.source)
            asked = visible if cell.kind == "check" else ""
            lines = [line.strip() for line in (*solution_lines(cell.source), *hidden)]
            for line in lines:
                if (
                    len(line) > 12
                    and line not in asked
                    and line not in {*given, f'"{task}/{cell.id.removesuffix("-check")}",'}
                ):
                    assert json.dumps(line)[1:-1] not in text, f"{release(task)} tells {line!r}"

    def test_answers_are_waiting_for_a_student(self, task):
        for cell in code_cells(release(task)):
            if cell.kind == "answer":
                diagram = r"(\w+) = \[\n    # your work here\n\]\ndraw\(\"\w+\", \1\)"
                if re.fullmatch(diagram, cell.source):
                    continue
                assert cell.source.endswith("# your work here"), cell.id
                assert re.match(r"\w+ = \.\.\.|def \w+\(", cell.source), f"{cell.id} does not name the answer"

    def test_a_check_is_one_call_on_one_value(self, task):
        for cell in checks_of(task):
            visible, hidden = split_hidden(cell.source)
            name = f"{task}/{cell.id.removesuffix('-check')}"
            call = rf'check\("{name}", \w+(, follows="[\w ]+")?\)'
            assert re.fullmatch(call, visible), f"{cell.id} holds more than one call"
            # a reference may be computed from given numbers, in lines before
            calls = [x for x in ast.parse("\n".join(hidden)).body if not isinstance(x, ast.ImportFrom | ast.Assign)]
            assert len(calls) == 1 and ast.unparse(calls[0]).startswith(f"verify('{name}', "), cell.id
            assert not any(isinstance(x, ast.If | ast.For | ast.Try) for x in ast.walk(calls[0])), cell.id

    def test_ids_are_words_and_the_same_for_jupyter_and_nbgrader(self, task):
        for cell in read(solution(task))["cells"]:
            marks = cell["metadata"]["nbgrader"]
            assert cell["id"] == marks["grade_id"], cell["id"]
            assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", cell["id"]), cell["id"]
            assert marks["locked"] != marks["solution"], f"{cell['id']}: answers are open, everything else is locked"

    def test_points_are_told_to_the_student(self, task):
        text = "\n".join("".join(c["source"]) for c in read(solution(task))["cells"] if c["cell_type"] == "markdown")
        total = course.points(task)
        assert f"there are {total:g} in all" in text
        assert sum(map(int, re.findall(r"^## .*\((\d+) points?\)$", text, flags=re.MULTILINE))) == total

    def test_symbols_of_the_table_are_those_of_the_system(self, task):
        if all(check.kind == "free_body" for check in task_of(task).checks.values()):
            return  # nothing is computed, and the names of forces are free
        table = re.findall(r"^\| \$.*?\| (`.*?`) \|", "".join(read(solution(task))["cells"][2]["source"]), re.MULTILINE)
        names = {name for row in table for name in re.findall(r"`(\w+)`", row)}
        assert names, "the task has no table of its symbols"
        checks = task_of(task).checks
        known = {name for check in checks for name in domain_of(task_of(task).options(check).get("domain"))}
        assert names <= known, "a symbol of the table is not one that checks know"
        units = "".join(read(solution(task))["cells"][2]["source"])
        parameters = getattr(system_of(task), "parameters", {})
        for name, variable in getattr(parameters, "scalars", parameters).items():  # vectors by their components
            row = next((line for line in units.split("\n") if f"`{name}`" in line), None)
            if row is None:  # a task may leave out what it does not need
                continue
            unit = variable.unit.replace("^2", "²").replace("^3", "³")
            assert unit in row, f"the unit of {name} is {unit}, the table says {row}"

    def test_has_number_title_sketch_and_a_way_back(self, task):
        cells = ["".join(cell["source"]) for cell in read(solution(task))["cells"]]
        assert re.match(r"# (Task [1-8A]\.\d+|Free-body diagrams): ", cells[0])
        assert re.search(r"sketch\(|import .*\bdraw", cells[1]), "the task shows no picture"
        back = re.search(r"\.\./\.\./course/([\w-]+\.ipynb)", cells[-1])
        assert back and (course.CHECKOUT / "course" / back[1]).exists(), "no way back to the chapter"
        chapter = assignment_of(task).split("-")[0]  # A-self-study has a chapter for every task
        assert back[1].startswith(chapter[:2]), "the way back leads to another chapter"

    def test_key_holds_no_formula_of_the_reference(self, task):
        text = solution(task).with_name("key.json").read_text(encoding="utf-8")
        for cell in checks_of(task):
            reference = ast.parse(cell.source).body[-1].value.args[2]
            if isinstance(reference, ast.Constant) and len(str(reference.value)) > 8:
                assert reference.value not in text, f"key.json tells the answer to {cell.id}"


def test_given_equations_of_the_ball_are_those_of_the_library():
    namespace = task_of("ball-on-beam").namespace
    given = [namespace["equation_a"], namespace["equation_b"]]
    key = make_key("equations", systems.load("ball_on_beam").equations_of_motion, "ball_on_beam", hidden=True)
    assert judge(capture(given), key).ok, "equations (5.91) as the task gives them are not those of the system"
