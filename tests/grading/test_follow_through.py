"""A mistake costs its points once: later steps are judged with the student's own earlier result, and with no trick."""

import json

import pytest

from mechanics.checks import CheckFailed, check, verify
from mechanics.checks.follow import earlier_result
from mechanics.checks.key import make_key
from mechanics.grading.feedback import FeedbackPage
from mechanics.grading.follow_through import refuse_wrong_follows
from mechanics.grading.grades import Grade, grade
from mechanics.grading.pages import autograded
from mechanics.grading.student import Budget
from mechanics.grading.tasks import Task, tasks_of
from tests.tasks import course

from .conftest import cell, notebook

FOLLOWING = ["hemisphere-centroid", "sphere-inertia", "turntable-mass"]
NUMBERS = {
    "tools": "from mechanics.checks import check",
    "mass-answer": "m_S = ...\n### BEGIN SOLUTION\nm_S = 2.4\n### END SOLUTION",
    "mass-check": "check('rod/mass', m_S)\n### BEGIN HIDDEN TESTS\nfrom mechanics.checks import verify\n"
    "verify('rod/mass', m_S, 2.4, kind='number', unit='kg')\n### END HIDDEN TESTS",
    "force-answer": "f_G = ...\n### BEGIN SOLUTION\nf_G = 9.81*m_S + 12\n### END SOLUTION",
    "force-check": "check('rod/force', f_G, follows='m_S')\n### BEGIN HIDDEN TESTS\n"
    "from mechanics.checks import verify\nverify('rod/force', f_G, 35.544, kind='number', unit='N')\n"
    "### END HIDDEN TESTS",
}  # fmt: skip


@pytest.fixture(scope="module")
def rod(tmp_path_factory) -> Task:
    """A task whose answers are numbers: a mass, and the force that carries it and 12 N more."""
    folder = tmp_path_factory.mktemp("solutions")
    (folder / "rod.ipynb").write_bytes(notebook([cell(name, source) for name, source in NUMBERS.items()]))
    keys = {"rod/mass": make_key("number", 2.4, unit="kg"), "rod/force": make_key("number", 35.544, unit="N")}
    (folder / "key.json").write_text(json.dumps({"version": 1, "checks": keys}))
    return tasks_of(folder)[0]


def marks(result: Grade) -> dict[str, tuple[str, float]]:
    return {mark.check.removesuffix("-check"): (mark.status, mark.points) for mark in result.marks}


def told(result: Grade, check: str) -> str:
    return next(mark.reason for mark in result.marks if mark.check == f"{check}-check")


def of(task: str, fork_server, **answers: str) -> Grade:
    """The grade of a solution with other answers in some cells."""
    [source] = [found for found in tasks_of(course.solution(task).parent) if found.name == task]
    texts = course.right_answers(task) | {name.replace("_", "-"): text for name, text in answers.items()}
    return grade(source, json.dumps(course.filled(task, texts)).encode(), fork_server, Budget(60, 60, 600))


def of_numbers(task: Task, fork_server, mass: str, force: str) -> Grade:
    texts = NUMBERS | {"mass-answer": f"m_S = {mass}", "force-answer": f"f_G = {force}"}
    return grade(task, notebook([cell(name, source) for name, source in texts.items()]), fork_server, Budget())


@pytest.mark.parametrize(
    ("task", "answer", "wrong", "lost"),
    [
        ("hemisphere-centroid", "area_answer", "area = pi*R**2", 2),
        ("sphere-inertia", "slice_mass_answer", "slice_mass = rho*pi*(R - z)**2", 2),
        ("turntable-mass", "distance_answer", "r = (s_m + l)*sin(beta)", 1),
    ],
)
def test_one_mistake_costs_its_points_once(task, answer, wrong, lost, fork_server):
    result = of(task, fork_server, **{answer: wrong})
    assert result.status == "graded"
    assert result.maximum - result.points == lost
    assert [mark.status for mark in result.marks].count("follow-through") >= 5


def test_the_reason_names_the_student_s_own_result(rod, fork_server):
    result = of_numbers(rod, fork_server, "3.2", "9.81*m_S + 12")
    assert marks(result) == {"mass": ("wrong", 0), "force": ("follow-through", rod.checks["force-check"].points)}
    assert told(result, "force") == "Right with your m_S = 3.2 kg."
    page, _ = FeedbackPage().from_notebook_node(_node(autograded(rod, b"{}", result)))
    assert "Right with your m_S = 3.2 kg. 4 points" in page


def _node(text: str):
    import nbformat

    return nbformat.reads(text, as_version=4)


def test_a_second_mistake_costs_its_points_too(rod, fork_server):
    result = of_numbers(rod, fork_server, "3.2", "9.81*m_S")
    assert marks(result)["force"] == ("wrong", 0)
    assert told(result, "force").endswith("It is not right with your `m_S` either.")


def test_what_is_right_by_itself_is_simply_right(rod, fork_server):
    assert marks(of_numbers(rod, fork_server, "2.4", "9.81*m_S + 12"))["force"][0] == "right"
    assert marks(of_numbers(rod, fork_server, "3.2", "35.544"))["force"][0] == "right"


@pytest.mark.parametrize(
    ("mass", "force", "why"),
    [
        ("0", "12", "it is zero"),
        ("float('nan')", "m_S", "The answer contains NaN"),
        ("float('inf')", "m_S", "The answer contains infinity"),
        ("-3.2", "9.81*m_S + 12", "it is not positive"),
        ("1e9", "9.81*m_S", "its size is far from the right one"),
        ("1e-9", "12", "its size is far from the right one"),
        ("35.544", "35.544*9.81 + 12", "its size is far from the right one"),
        ("[1, 2]", "12", "`m_S` cannot stand in"),
        ("'3.2 m'", "43.4", "`m_S` cannot stand in"),
        ("lambda: 3.2", "43.4", "`m_S` cannot stand in"),
    ],
)  # fmt: skip
def test_an_earlier_number_that_makes_the_step_trivial_earns_nothing(mass, force, why, rod, fork_server):
    result = of_numbers(rod, fork_server, mass, force)
    assert result.points == 0
    assert why in told(result, "force")


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("slice_mass = 0*R", "slice_inertia = 0*R"),
        ("slice_mass = rho*R**2/(R - R)", "slice_inertia = slice_mass"),
        ("slice_mass = 10**30*rho*pi*R**2", "slice_inertia = slice_mass*R**2"),  # hides what is added
        ("slice_mass = 5*R**2", "slice_inertia = 5*R**2*(R**2 - z**2)/2"),  # of another unit
        ("slice_mass = 2*rho*R**4/(R**2 - z**2)*0", "slice_inertia = rho*R**4"),
        ("slice_mass = -rho*pi*R**2", "slice_inertia = 0"),
        ("slice_mass = slice_inertia = rho*pi*(R**2 - z**2)**2/2*2", "pass"),  # the later answer itself
        ("class A:\n    def __eq__(self, other): return True\nslice_mass = A()", "slice_inertia = A()"),
    ],
)  # fmt: skip
def test_an_earlier_formula_that_makes_the_step_trivial_earns_nothing(earlier, later, fork_server):
    result = of("sphere-inertia", fork_server, slice_mass_answer=earlier, slice_inertia_answer=later)
    assert marks(result)["slice-mass"][1] == 0
    assert marks(result)["slice-inertia"] == ("wrong", 0)


@pytest.mark.parametrize("force", ["m*g", "2*m*g", "m*(g + 1)", "m*g + 1e-40*c_w*A*rho0*exp(-h/k)*v**2"])
def test_an_invented_force_earns_no_points_for_the_acceleration(force, fork_server):
    answers = {"drag_answer": f"f_D = {force}", "acceleration_answer": f"v_d = simplify(-g + ({force})/m)"}
    answers["drag_answer"] = "from sympy import simplify\n" + answers["drag_answer"]
    result = of("atmospheric-free-fall", fork_server, **answers)
    assert marks(result)["acceleration"] == ("wrong", 0)


def test_changing_an_answer_after_it_was_judged_has_no_influence(rod, fork_server):
    result = of_numbers(rod, fork_server, "3.2", "9.81*5 + 12\nm_S = 5.0")
    assert marks(result)["force"] == ("wrong", 0)


def test_the_solution_never_enters_the_process_of_a_student(rod, fork_server):
    """The earlier result is an object that runs code where it is read: it is read in the student's own sandbox."""
    spy = "type('Spy', (float,), {'__repr__': lambda s: open('/proc/self/environ').read()})(3.2)"
    result = of_numbers(rod, fork_server, spy, "43.392")
    assert told(result, "force") == "Right with your m_S = 3.2 kg."


@pytest.mark.parametrize("task", FOLLOWING)
def test_what_the_tasks_say_about_following_can_be_followed(task):
    [source] = [found for found in tasks_of(course.solution(task).parent) if found.name == task]
    refuse_wrong_follows(source)
    assert sum(bool(call.follows) for found in source.checks.values() for call in source.calls(found)) >= 5


@pytest.mark.parametrize("follows", ["m_T", "f_G"])
def test_an_author_is_told_of_a_name_that_no_earlier_check_judges(follows, tmp_path):
    texts = NUMBERS | {"force-check": NUMBERS["force-check"].replace("'m_S'", f"'{follows}'")}
    (tmp_path / "rod.ipynb").write_bytes(notebook([cell(name, source) for name, source in texts.items()]))
    with pytest.raises(ValueError, match=r"must name an answer that an earlier check judges; these are m_S"):
        refuse_wrong_follows(tasks_of(tmp_path)[0])


def test_the_visible_check_says_that_a_mistake_costs_its_points_once(tmp_path):
    key = make_key("expression", "a + b", {"a": "real", "b": "real"}, seed="t/sum")
    (tmp_path / "key.json").write_text(json.dumps({"version": 1, "checks": {"t/sum": key}}))
    with pytest.raises(CheckFailed) as failed:
        check("t/sum", "a - b", tmp_path / "key.json", follows="a")
    shown = " ".join(failed.value._render_traceback_())
    assert "If only `a` is wrong" in shown
    assert "If only" not in str(failed.value)  # the grading itself says what became of it
    with pytest.raises(CheckFailed) as failed:
        verify("t/sum", "a - b", "a + b", domain={"a": "real", "b": "real"})
    assert "If only" not in " ".join(failed.value._render_traceback_())


def test_a_result_that_only_looks_as_if_it_depended_on_its_names_is_refused():
    key = make_key("expression", "m*cos(phi)*x", {"m": "real", "phi": "angle", "x": "real"})
    with pytest.raises(ValueError, match="does not depend on what it should depend on"):
        earlier_result("f", {"type": "text", "text": "7*(sin(phi)**2 + cos(phi)**2) + m - m + x - x"}, key)
