"""Three submissions through nbgrader: marks, feedback pages, *Validate*; nothing of a hidden test gets out."""

import html
import json
import re
from pathlib import Path

import pytest

from mechanics.checks import capture, judge, make_key, read_keys, write_keys
from mechanics.grading.notebooks import code_cells, split_hidden
from mechanics.grading.sandbox import boundary
from mechanics.launch import SETTINGS
from tests.tasks import course
from tests.tasks.course import (
    ASSIGNMENT,
    CHECKOUT,
    OF_ASSIGNMENT,
    SOURCE,
    filled,
    points,
    right_answers,
    solution,
)

pytestmark = [
    pytest.mark.skipif(not boundary().holds, reason=f"no boundary on this machine: {boundary().reason}"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    # zmq and asyncio tidy up after the kernels when they find the time
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.timeout(280),
]

WARNING = "import sys, warnings\nwarnings.warn('a warning in an answer costs nothing')\n"
LOUD = "    warnings.warn('nor in a function')\n    print('nor this', file=sys.stderr)\n    ### BEGIN SOLUTION"

# What half right answers have wrong: half of the points of each task, and what the student is told.
WRONG = {
    "cart-pendulum": {
        "rod-mass": ("rod_mass = rho_S * l_S * b_S", "all three dimensions of the rod count"),
        "equations": (
            "equations = [momenta[0].diff(t) - L.diff(s) - f_np[0], momenta[1].diff(t) + L.diff(phi)]",
            "Equation 2 is not right",
        ),
        "equilibria": ("equilibria = [{s: s_W0, phi: 0}]", "The constant force stretches the spring"),
        "stiffness": ("K_upright = Matrix([[c_W, 0], [0, m_S * g * l_S / 2]])", "the hanging equilibrium"),
        "stable": ("stable = 'upright'", "This is not the right choice"),
        "accelerations": ("def accelerations(q, q_d, f_e):\n    return 1 / 0", "ZeroDivisionError"),
    },
    "ball-on-beam": {
        "rolling": ("omega_K = omega1 + v / r_K", "A ball that rolls to the right turns clockwise"),
        "determinant": ("det_M = M[0, 0] * M[1, 1]", "This is the product of the diagonal"),
        "holding-torque": ("holding_torque = -m_K * g * r", "the motor must turn it the other way"),
        "equilibria": ("equilibria = [{phi1: 0, r: 0}]", "nothing balances the torque"),
        "linearization": ("A = f.jacobian([phi1, omega1, r, v])", "Not right: "),
        "state-derivative": ("def state_derivative(x, tau_e):\n    return x", "which is not right"),
    },
    "cut-free-coupled": {
        "ball": ('ball = [force("G", "S", "down"), force("f_N", "K", "into the beam")]', "a contact can only push"),
        "rod": ('rod = [force("A", "A", "unknown"), force("f", "E", 300)]', "there is no centrifugal force"),
    },
    "tower-crane": {
        "potential-energy": ("V = m_L * g * (h1 - s5 * cos(phi3))", "swings across the jib"),
        "potential-forces": (
            "g_vec = [0, 0, m_L*g*s5*sin(phi3)*cos(phi4), m_L*g*s5*cos(phi3)*sin(phi4), 0]",
            "changes with the length of the rope",
        ),
        "holding-force": ("holding = m_L * g", "the winch has to pull"),
        "rest": ("rest = [{phi1: 0, phi3: 0, phi4: 0}]", "nothing turns the tower back"),
        "swing": ("omega = sqrt(g / s5)", "a free trolley moves in the opposite direction to the load"),
        "slewing": ("def slewing(tau, t_end, steps):\n    return 1 / 0", "ZeroDivisionError"),
    },
    "rotational-two-mass": {
        "equations": ("equations = 'phi1_dd = 0'", "Expected 2 equation(s)"),
        "state-form": ("f = [omega1, tau_e1 - g[0], omega2, tau_e2 - g[1]]", "torque over moment of inertia"),
        "energy-rate": ("energy_rate = -tau1 * omega1 - tau2 * omega2", "The dampers are missing"),
        "rest": ("rest = {phi1: -tau1 / c1, phi2: 0}", "is not an equilibrium"),
        "frequencies": ("frequencies = 'sqrt(c1/I_xx1)'", "Expected a Python function"),
    },
}


def half_right(task: str) -> dict[str, str]:
    return {**right_answers(task), **{f"{name}-answer": text for name, (text, _) in WRONG[task].items()}}


def write(folder: Path, task: str, notebook: dict) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{task}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")


def forged_key() -> dict:
    """A file of keys by which a wrong answer of the half right submission is right."""
    wrong, domain = "rho_S*l_S*b_S", dict.fromkeys(("rho_S", "l_S", "b_S", "h_S"), "positive")
    forged = make_key("expression", wrong, domain)
    assert judge(capture(wrong), forged).ok, "the forged key would not even deceive the visible check"
    return {**read_keys(SOURCE / "key.json"), "cart-pendulum/rod-mass": forged}


def submit(folder: Path) -> None:
    for task in OF_ASSIGNMENT:
        answers = right_answers(task).items()  # a warning inside of functions, too; the mark may also stand in a list
        loud = {name: text.replace("    ### BEGIN SOLUTION", LOUD) for name, text in answers if text.startswith("def ")}
        perfect = filled(task, {name: WARNING + loud.get(name, text) for name, text in answers})
        if task == "cart-pendulum":  # a student's own edit: a test cell deleted
            perfect["cells"] = [cell for cell in perfect["cells"] if cell["id"] != "kinetic-energy-check"]
        write(folder / "perfect" / ASSIGNMENT, task, perfect)
        half = filled(task, half_right(task))
        if task == "rotational-two-mass":  # another: an answer cell copied, with its marks
            half["cells"].append({**half["cells"][5], "id": "copy"})
        write(folder / "half" / ASSIGNMENT, task, half)
        raising = dict.fromkeys(right_answers(task), "raise RuntimeError('no idea')")
        write(folder / "raising" / ASSIGNMENT, task, filled(task, raising))
    write_keys(folder / "half" / ASSIGNMENT / "key.json", forged_key())


class Graded:
    """A course folder in which the three submissions went through nbgrader."""

    def __init__(self, folder: Path):
        self.folder = course.new_course(folder)
        self.grading = self.folder / "workspace" / "grading"
        self.api = course.nbgrader_of(self.folder)
        self._do(self.api.generate_assignment(ASSIGNMENT))
        submit(self.grading / "submitted")
        for student in ("perfect", "half", "raising"):
            self._do(self.api.autograde(ASSIGNMENT, student))
            self._do(self.api.generate_feedback(ASSIGNMENT, student))

    def _do(self, result: dict) -> None:
        assert result["success"], f"nbgrader failed:\n{result.get('error')}\n{result.get('log')}"

    def marks(self, student: str) -> dict[str, float]:
        with self.api.gradebook as gradebook:
            return {x.name: x.score for x in gradebook.find_submission(ASSIGNMENT, student).notebooks}

    def page(self, student: str, task: str) -> str:
        return (self.grading / "feedback" / student / ASSIGNMENT / f"{task}.html").read_text(encoding="utf-8")

    def text(self, student: str, task: str) -> str:
        """What the page says, on one line."""
        body = re.sub(r"<style.*?</style>", "", self.page(student, task), flags=re.DOTALL)
        return " ".join(html.unescape(re.sub(r"<[^>]+>", "", body)).split())


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Graded:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(CHECKOUT))  # for the kernels
        return Graded(tmp_path_factory.mktemp("nbgrader") / "course")


def test_marks_are_full_half_and_none(graded):
    full = {task: points(task) for task in OF_ASSIGNMENT}
    assert graded.marks("perfect") == full, "full marks: also with warnings and a deleted test cell"
    assert graded.marks("half") == {task: mark / 2 for task, mark in full.items()}
    assert graded.marks("raising") == dict.fromkeys(OF_ASSIGNMENT, 0)


def test_a_forged_key_is_replaced_and_earns_nothing(graded):
    autograded = graded.grading / "autograded" / "half" / ASSIGNMENT / "key.json"
    assert autograded.read_bytes() == (SOURCE / "key.json").read_bytes()
    assert WRONG["cart-pendulum"]["rod-mass"][1] in graded.text("half", "cart-pendulum")


@pytest.mark.parametrize("task", OF_ASSIGNMENT)
class TestFeedback:
    def test_a_failed_check_shows_its_sentence(self, graded, task):
        text = graded.text("half", task)
        for name, (_, sentence) in WRONG[task].items():
            title = name.replace("-", " ").capitalize()
            assert f"{title}: " in text, f"nothing is said about {name}"
            assert sentence in text, f"{name}: {sentence!r} is not told"
        assert "Traceback" not in text, "a test cell shows a traceback"

    def test_an_answer_that_stopped_is_named(self, graded, task):
        text = graded.text("raising", task)
        checks = [cell for cell in code_cells(solution(task)) if cell.kind == "check"]
        assert text.count("The cell before this check stopped with RuntimeError: no idea") == len(checks)

    @pytest.mark.parametrize("student", ["perfect", "half", "raising"])
    def test_no_text_of_a_hidden_test_is_in_the_page(self, graded, task, student):
        text = graded.text(student, task)
        for word in ("HIDDEN", "verify", "mistakes=", "domain=", "tests.tasks", "mechanics/checks"):
            assert word not in text
        released = " ".join(cell.source for cell in code_cells(course.release(task)))
        for cell in code_cells(solution(task)):
            for line in split_hidden(cell.source)[1]:
                line = " ".join(line.split())
                if len(line) > 12 and line.rstrip(",") not in released:
                    assert line not in text, f"the page of {student} quotes {line!r}"

    def test_no_solution_is_in_the_page_of_who_had_none(self, graded, task):
        text = graded.text("raising", task)
        for source in right_answers(task).values():
            answer = " ".join(source.split("### BEGIN SOLUTION")[1].split("### END")[0].split())
            assert answer not in text

    def test_page_fetches_nothing_and_runs_nothing(self, graded, task):
        page = graded.page("half", task)
        assert "<script" not in page
        assert not re.search(r"(src|href)\s*=\s*[\"']?(https?:)?//", page)
        assert not re.search(r"@import|url\(\s*[\"']?(https?:)?//", page)


def test_validate_passes_right_answers_and_says_what_is_missing(graded, tmp_path):
    """The button *Validate* of JupyterLab runs the same."""
    from nbgrader.validator import Validator
    from traitlets.config import Config

    validator = Validator(config=Config(SETTINGS["nbgrader_config.json"]))
    task = "rotational-two-mass"
    folder = graded.folder / "exercises" / ASSIGNMENT
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(CHECKOUT))
        untouched = validator.validate(str(folder / f"{task}.ipynb"))
        write(folder, "right", filled(task, right_answers(task)))
        assert validator.validate(str(folder / "right.ipynb")) == {}
    assert len(untouched["failed"]) == len(right_answers(task))
    for failed in untouched["failed"]:
        assert "Nothing entered yet." in failed["raw_error"] or "returns nothing" in failed["raw_error"]
        assert "Traceback" not in failed["raw_error"]
        assert max(map(len, failed["raw_error"].split("\n"))) < 100, "nbgrader cuts longer lines"
