"""Right answers rewritten at random are right, wrong ones stay wrong: every check of every task, by hypothesis."""

from random import Random
from typing import Any

import pytest
import sympy as sp
from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st

from mechanics.grading.authoring.equivalence import same
from mechanics.grading.authoring.forms import FORMULAS, each
from mechanics.grading.authoring.solved import Solved
from mechanics.grading.authoring.steps import Step, step_of
from mechanics.symbols import coordinate_symbol, t
from tests.tasks.algebra import MISTAKES, WAYS, mistaken, rewritten
from tests.tasks.course import TASKS, checks_of
from tests.tasks.judging import task_of

CHECKS = [(name, cell.id) for name in TASKS for cell in checks_of(name) if step_of(cell).kind in FORMULAS]
EVERY = 24  # in each run every twenty-fourth check, with few examples; all, with more, by `make test-all`
SOME = settings(max_examples=2, suppress_health_check=list(HealthCheck))
MANY = settings(max_examples=4, suppress_health_check=list(HealthCheck))
SAMPLE = pytest.mark.parametrize(("task", "cell"), CHECKS[::EVERY])
ALL = pytest.mark.parametrize("task", TASKS)


def in_other_words(value: Any, kind: str, random: Random, steps: int) -> Any:
    """An answer rewritten, entry by entry, and held by something else."""
    if kind == "equations":
        return _other_equations(value, random, steps)
    answer = each(lambda x: rewritten(x, random, steps))(value)
    if kind == "matrix" and isinstance(answer, sp.MatrixBase):
        rows = [answer.row(k) for k in range(answer.rows)]
        return random.choice([answer, sp.Matrix.vstack(*rows), answer.tolist(), sp.ImmutableMatrix(answer)])
    if kind == "vector" and isinstance(answer, sp.MatrixBase):
        return random.choice([answer, list(answer), answer.T, sp.ImmutableMatrix(answer)])
    return answer


def _other_equations(value: Any, random: Random, steps: int) -> Any:
    """Equations with terms on the other side, times a number."""

    def other(equation: Any) -> Any:
        left, right = equation.args if isinstance(equation, sp.Equality) else (equation, sp.Integer(0))
        left, right = (rewritten(side, random, steps) for side in (left, right))
        factor = random.choice([1, -1, sp.Rational(1, 2), 3])
        sides = [sp.Mul(factor, side, evaluate=False) for side in (left, right)]
        random.shuffle(sides)
        return random.choice([sp.Eq(*sides, evaluate=False), sp.Add(sides[0], -sides[1], evaluate=False)])

    if isinstance(value, sp.Equality | sp.Expr):
        return other(value)
    equations = [other(equation) for equation in value]
    return random.sample(equations, len(equations))


def alike(task: Solved, check: Step, answer: Any, reference: Any) -> bool:
    return same(check.kind, answer, reference, check.arguments, task.constants)


def refused(name: str, cell: str, random: Random) -> str:
    """What a check has against a right answer in other words; empty if nothing."""
    task = task_of(name)
    check, value = task.checks[cell], task.value(cell)
    answer = in_other_words(value, check.kind, random, steps=random.randint(1, 5))
    said = task.failures(cell, answer)
    if said:
        assert alike(task, check, answer, value), f"the fuzzer itself has made something else of it: {answer}"
    return f"{cell} refuses {answer}\n{said}" if said else ""


def accepted(name: str, cell: str, random: Random) -> str:
    """What a check let pass although it is wrong, empty if nothing; `assume` ends it where the mistake is none."""
    task = task_of(name)
    check, value = task.checks[cell], task.value(cell)
    wrong = _with_a_mistake(value, random)
    answer = in_other_words(wrong, check.kind, random, steps=1)
    if task.failures(cell, answer).get("hidden"):
        return ""
    assume(not alike(task, check, answer, value))
    return f"{cell} accepts {answer} for {value}"


def _with_a_mistake(value: Any, random: Random) -> Any:
    """One entry of the answer gets one mistake."""
    number = [0]
    each(lambda x: number.__setitem__(0, number[0] + 1) or x)(value)
    left = [random.randrange(number[0])]

    def at_one(expression: Any) -> Any:
        left[0] -= 1
        return mistaken(expression, random) if left[0] == -1 else expression

    return each(at_one)(value)


@SAMPLE
@SOME
@given(random=st.randoms(use_true_random=False))
def test_a_right_answer_in_other_words_is_right(task, cell, random):
    assert not (said := refused(task, cell, random)), said


@SAMPLE
@SOME
@given(random=st.randoms(use_true_random=False))
def test_a_wrong_answer_in_other_words_is_wrong(task, cell, random):
    assert not (said := accepted(task, cell, random)), said


@pytest.mark.slow
@pytest.mark.timeout(900)
@ALL
@MANY
@given(random=st.randoms(use_true_random=False))
def test_all_right_answers_in_other_words_are_right(task, random):
    for name, cell in CHECKS:
        if name == task:
            note(cell)
            assert not (said := refused(task, cell, random)), said


@pytest.mark.slow
@pytest.mark.timeout(900)
@ALL
def test_all_wrong_answers_in_other_words_are_wrong(task):
    for name, cell in CHECKS:
        if name == task:
            many_wrong_answers_are_wrong(task, cell)


def many_wrong_answers_are_wrong(task: str, cell: str) -> None:
    """Each cell by itself: a mistake that is none ends a try."""

    @MANY
    @given(random=st.randoms(use_true_random=False))
    def tried(random: Random) -> None:
        assert not (said := accepted(task, cell, random)), said

    tried()


PHI, M = coordinate_symbol("phi"), sp.Symbol("m", positive=True)
EXAMPLE = M * (sp.sin(PHI) ** 2 + 3 * sp.cos(PHI)) * PHI.diff(t) / 4 + sp.tan(M) * sp.sin(2 * PHI) - M**2


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__.strip("_"))
def test_every_way_to_write_is_applied_and_right(way):
    """The tool itself: an operation that is never used, or wrong, would prove nothing."""
    found = [rewritten(EXAMPLE, _Only(way, seed), 1) for seed in range(4)]
    assert any(answer != EXAMPLE or answer.args != EXAMPLE.args for answer in found)
    assert all(same("expression", answer, EXAMPLE) for answer in found), found


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__.strip("_"))
def test_every_mistake_is_one(mistake):
    found = [mistaken(EXAMPLE, _Only(mistake, seed)) for seed in range(4)]
    assert not any(same("expression", answer, EXAMPLE) for answer in found), found


class _Only(Random):
    """Chooses one operation; everything else at random."""

    def __init__(self, operation: Any, seed: int):
        super().__init__(seed)
        self._operation = operation

    def sample(self, population: Any, k: int, **more: Any) -> Any:
        """The one operation, where it is one of those to choose from."""
        if self._operation in list(population):
            return [self._operation]
        return super().sample(population, k, **more)

    def random(self) -> float:
        """Always below the part of the steps, never the whole."""
        return super().random() * 0.5
