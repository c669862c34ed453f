"""Equations of motion with a row too many, too few, twice or empty: a sentence for each, in every task."""

import pytest
import sympy as sp

from mechanics.checks import capture, judge, read_keys
from mechanics.grading.notebooks import code_cells
from tests.tasks.course import ASSIGNMENTS, SOURCES, TASKS, solution
from tests.tasks.judging import task_of

EQUATIONS = [task for task in TASKS if any('kind="equations"' in cell.source for cell in code_cells(solution(task)))]


def rows_of(value: object) -> list[sp.Expr]:
    rows = list(value) if isinstance(value, list | tuple | sp.MatrixBase) else [value]
    return [row.lhs - row.rhs if isinstance(row, sp.Equality) else row for row in rows]


def spoiled(rows: list[sp.Expr]) -> dict[str, list[sp.Expr]]:
    first, last, count = rows[0], rows[-1], len(rows)
    cases = {
        "too many": [*rows, first],
        "none": [],
        "an empty row": [sp.Integer(0), *rows[1:]],
        "empty rows": [sp.Integer(0)] * count,
        "a nothing": [*rows[:-1], None],
        "a wrong row": [first + 1, *rows[1:]],
    }
    if count > 1:
        cases |= {
            "too few": rows[1:],
            "twice": [first, first, *rows[2:]],
            "always the same": [last] * count,
            "a multiple": [3 * last, *rows[1:]],
            "a sum of the others": [sum(rows[1:]), *rows[1:]],
        }
    return cases


@pytest.mark.parametrize("name", EQUATIONS)
def test_spoiled_rows_get_a_sentence(name):
    task = task_of(name)
    keys = {key: value for folder in ASSIGNMENTS for key, value in read_keys(SOURCES / folder / "key.json").items()}
    checks = [check for check in task.checks.values() if check.kind == "equations"]
    assert checks
    for check in checks:
        rows = rows_of(task.value(check.cell.id))
        key = keys[f"{name}/{check.cell.id.removesuffix('-check')}"]
        assert judge(capture(rows), key).ok, "the rows themselves are right"
        assert judge(capture(rows[::-1]), key).ok, "in another order, too"
        for what, answer in spoiled(rows).items():
            verdict = judge(capture(answer), key)
            assert verdict.judged and not verdict.ok, f"{check.cell.id} with {what}: {verdict}"
            assert verdict.reason.endswith((".", "?")), verdict.reason


def test_every_task_that_asks_for_equations_is_tried():
    assert len(EQUATIONS) >= 10
