"""What is said of wrong answers is true: of a sample of the mutants here, of all by ``mutate --reasons``."""

from collections import Counter

import pytest

from mechanics.grading.authoring.checks_findings import mistake_findings
from mechanics.grading.notebooks import code_cells
from tests.tasks.course import TASKS, solution
from tests.tasks.judging import task_of
from tests.tasks.reasons import Told, operator_of, told

SAMPLE = 2  # mutants of each task


def sample(name: str, count: int) -> list[Told]:
    """Mutants spread over all lines of a task."""
    task = task_of(name)
    step = max(1, len(task.mutants) // count)
    found = [told(task, *task.mutants[index]) for index in range(step // 3, len(task.mutants), step)]
    return [item for item in found if item is not None]


@pytest.mark.parametrize("name", TASKS)
def test_no_reason_for_a_sample_of_the_mutants_is_false(name):
    false = [item for item in sample(name, SAMPLE) if item.verdict == "false"]
    assert not false, "\n".join(f"{x.check}, {x.what}: {x.said}\n  not true: {x.fault}" for x in false)


@pytest.mark.slow
def test_of_a_large_sample_95_percent_of_the_reasons_are_of_use():
    items = [item for name in TASKS for item in sample(name, 30)]
    counts = Counter(item.verdict for item in items if item.verdict != "nothing")
    assert counts["false"] == 0, counts
    assert counts["useful"] + counts["format"] >= 0.95 * counts.total(), counts


DRAWN = [task for task in TASKS if any('kind="free_body"' in cell.source for cell in code_cells(solution(task)))]


@pytest.mark.parametrize("name", DRAWN)
def test_what_a_diagram_foresees_is_said_to_whoever_draws_it(name):
    task = task_of(name)
    found = [finding for step in task.checks.values() for finding in mistake_findings(task, step)]
    assert not found, "\n".join(f"{finding.place}: {finding.sentence}" for finding in found)


@pytest.mark.parametrize(
    ("what", "operator"),
    [
        ("line 3: 2 -> 1.0", "number changed"),
        ("line 3: m_W -> m_S", "name replaced"),
        ("line 3: sin -> cos", "sin -> cos"),
        ("line 12: elements 1 and 2 exchanged", "elements exchanged"),
        ("line 3: np.cross() dropped", "call dropped"),
        ("line 3: left part dropped", "left part dropped"),
    ],
)
def test_operators_are_named_without_what_they_are_applied_to(what, operator):
    assert operator_of(what) == operator
