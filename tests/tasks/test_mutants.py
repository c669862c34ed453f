"""Mutants of the solutions: a sample here, all of them by `make mutants`."""

import ast
from dataclasses import replace

import pytest
import sympy as sp

from mechanics.grading.authoring.equivalence import same
from mechanics.grading.authoring.mutation import mutants
from mechanics.grading.authoring.solved import Solved
from mechanics.grading.authoring.verdicts import verdict_on
from mechanics.grading.notebooks import Cell
from mechanics.symbols import coordinate_symbol, t
from tests.tasks.course import TASKS, solution
from tests.tasks.judging import task_of
from tests.tasks.mutate import report

SAMPLE = 4  # mutants of each task; all of them, of which 99 % must lose marks, by `make mutants`


@pytest.mark.parametrize("name", TASKS)
def test_a_sample_of_the_mutants_loses_marks(name):
    task = task_of(name)
    step = max(1, len(task.mutants) // SAMPLE)
    verdicts = [verdict_on(task, *task.mutants[index]) for index in range(step // 2, len(task.mutants), step)]
    bad = [verdict for verdict in verdicts if verdict.fault]
    assert not bad, report(bad)
    assert sum(verdict.kind == "lost marks" for verdict in verdicts) >= len(verdicts) / 2, "a sample that proves little"


def test_a_check_that_accepts_too_much_is_found():
    """The tool itself: mutants get past a test cell that does not look, and it says so."""
    task = Solved(solution("rotational-two-mass"))
    blind = Cell("rest-check", "pass", "check", 2)
    task.checks["rest-check"] = replace(task.checks["rest-check"], visible=blind, hidden=blind)
    kinds = [verdict_on(task, cell, mutant).kind for cell, mutant in task.mutants if cell.id == "rest-answer"]
    assert set(kinds) <= {"survivor", "equivalent"}
    assert kinds.count("survivor") > 20


@pytest.mark.parametrize(
    ("solution", "expected"),
    [
        ("x = a + b", {"x = a - b", "x = a", "x = b", "x = -a + b", "x = a + -b", "x = -(a + b)", "x = b + b"}),
        ("x = a * b / 2", {"x = a / b / 2", "x = a / 2", "x = b / 2", "x = a * b * 2", "x = a * b / 3"}),
        ("x = a ** 2", {"x = a ** 3", "x = a ** 1", "x = a * 2", "x = a ** -2", "x = a ** 4"}),
        ("x = sin(a)", {"x = cos(a)", "x = a", "x = sin(-a)", "x = -sin(a)", "x = sin(b)"}),
        ("x = [a, b]", {"x = [b]", "x = [a]", "x = [b, a]", "x = [-a, b]", "x = [a, a]"}),
        ("x = y[0, 1]", {"x = y[1, 1]", "x = y[0, 2]", "x = y[0, 0]", "x = y"}),
        ("x = {a: 0, b: 1}", {"x = {b: 1}", "x = {a: 1, b: 0}", "x = {a: 0, a: 1}"}),
        ("x = y.diff(t)", {"x = y"}),
        ("x = 'up'", {"x = 'down'"}),
    ],
)  # fmt: skip
def test_every_operator_is_applied(solution, expected):
    source = f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION"
    found = {mutant.source for mutant in mutants(source, [["a", "b"]], ["up", "down"])}
    assert {ast.unparse(ast.parse(text)) for text in expected} <= found


def test_the_comparison_of_meaning_tells_apart():
    phi = coordinate_symbol("phi")
    rate, m = phi.diff(t), sp.Symbol("m", positive=True)
    assert same("expression", m * (rate + 1) ** 2, sp.expand(m * (rate + 1) ** 2))
    assert not same("expression", m * rate, m * phi)
    assert same("matrix", [[1, 0], [0, m]], sp.diag(1, m))
    assert not same("matrix", sp.diag(m, 1), sp.diag(1, m))
    motion = [m * phi.diff(t, 2) + sp.sin(phi)]
    assert same("equations", [sp.Eq(phi.diff(t, 2), -sp.sin(phi) / m)], motion)
    assert not same("equations", [m * phi.diff(t, 2) - sp.sin(phi)], motion)
    assert same("equilibria", [{phi: sp.pi}, {phi: 0}], [{phi: 0}, {phi: sp.pi}])
    assert not same("equilibria", [{phi: 0}], [{phi: 0}, {phi: sp.pi}])
    assert same("function", lambda x: x[0] - x[1], lambda x: -(x[1] - x[0]), [["a", "b"]])
    assert not same("function", lambda x: abs(x), lambda x: x**2 / 2, ["a"])
