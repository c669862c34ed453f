"""Follow-through marks: a mistake costs its points once, where the author says ``check(..., follows="m_S")``.

What would be right with the student's own earlier result is computed by the instructor's solution, in a sandbox of its
own that no code of a student enters: the earlier result goes in as data that was checked, never as code.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..checks.answers import AnswerError
from ..checks.follow import CARRIED, JUDGED, Earlier, earlier_result, put_in, why_trivial
from ..checks.judge import judge
from ..checks.key import Captured
from ..checks.notebook import Call, CheckFailed, Definition
from ..formulas.tree import TreeError
from .student import Budget, Sandboxes, Student
from .tasks import Check, Task

__all__ = ["Judged", "follow_through", "refuse_wrong_follows"]

SECONDS = (60.0, 60.0, 240.0)  # for a cell, a value, and all of it: a machine may be busy
GIVEN = "__given__ = dict(globals())"


@dataclass(frozen=True)
class Judged:
    """An answer that has been judged.

    Attributes
    ----------
    data : dict
        As it left the sandbox.
    right : bool
        Whether it is right by itself.
    """

    data: dict[str, Any]
    right: bool


class _NotPossible(Exception):
    """A step cannot be judged with an earlier result; the message is for the student."""


def follow_through(task: Task, check: Check, judged: Mapping[str, Judged], sandboxes: Sandboxes) -> tuple[bool, str]:
    """Judge a wrong answer once more, with the student's own earlier results.

    Parameters
    ----------
    task : Task
        What is asked.
    check : Check
        The test cell that refused the answer.
    judged : mapping of str to Judged
        Answers until now, by the expression that was asked for.
    sandboxes : Sandboxes
        Where the instructor's solution is run.

    Returns
    -------
    bool
        Whether the answer is right with them.
    str
        A sentence for the student; empty where there is nothing to follow.
    """
    calls = [call for call in task.calls(check) if call.definition]
    names = [name for name in _follows(task.calls(check)) if name in judged and not judged[name].right]
    if not names or not calls or any(_expression(call) not in judged for call in calls):
        return False, ""
    yours = " and ".join(f"`{name}`" for name in names)
    try:
        earlier = [_earlier(task, name, judged[name].data) for name in names]
        right = _is_right(task, check, calls, earlier, judged, sandboxes)
    except _NotPossible as why:
        return False, str(why)
    except (AnswerError, TreeError, CheckFailed, ValueError):
        return False, f"It cannot be judged with your {yours}."
    if right:
        return True, f"Right with your {' and '.join(map(str, earlier))}."
    return False, f"It is not right with your {yours} either."


def _follows(calls: Sequence[Call]) -> list[str]:
    return list(dict.fromkeys(name for call in calls for name in call.follows))


def _expression(call: Call) -> str:
    return str(getattr(call.answer, "expression", ""))


def _earlier(task: Task, name: str, data: dict[str, Any]) -> Earlier:
    found = _definition(task, name)
    if found is None:
        raise _NotPossible("")
    try:
        return earlier_result(name, data, _key(*found))
    except (AnswerError, TreeError) as why:
        text = str(why).rstrip(".")
        reason = f": {text}" if text.startswith("it") else ""
        raise _NotPossible(f"Your `{name}` cannot stand in for the right one{reason}.") from None


def _key(name: str, definition: Definition) -> dict[str, Any]:
    """A key that tells what sort of quantity is right: only the hidden one of a number knows its size."""
    return definition.hidden() if definition.kind == "number" else definition.visible(name)


def _definition(task: Task, name: str) -> tuple[str, Definition] | None:
    """What the check of an earlier answer says about it, and the name of that check."""
    for call in _calls(task):
        if call.definition and _expression(call) == name:
            return call.name, call.definition
    return None


def _calls(task: Task) -> Iterator[Call]:
    return (call for check in task.checks.values() for call in task.calls(check))


def _is_right(
    task: Task,
    check: Check,
    calls: Sequence[Call],
    earlier: Sequence[Earlier],
    judged: Mapping[str, Judged],
    sandboxes: Sandboxes,
) -> bool:
    locked = [cell.source for cell in task.cells if cell.kind == "given"]
    solution = Student(sandboxes, task.files, Budget(*SECONDS), locked)
    try:
        _run(solution, task, check, earlier)
        wanted = [Captured(solution.value(_expression(call), None)) for call in calls]
    except CheckFailed:
        if solution.cut_short:  # which tells nothing about the answer: a person has to look
            raise RuntimeError(solution.cut_short[0]) from None
        raise
    finally:
        solution.close()
    return all(_accepts(call, data, earlier, judged) for call, data in zip(calls, wanted, strict=True))


def _accepts(call: Call, wanted: Captured, earlier: Sequence[Earlier], judged: Mapping[str, Judged]) -> bool:
    """Whether an answer is what the instructor's solution gives with the student's earlier results."""
    assert call.definition
    key = call.definition.hidden(wanted)
    why = why_trivial(wanted, _key(call.name, call.definition))
    if not why and any(judge(judged[result.name].data, key).ok for result in earlier):
        why = "the result would be the same once more"
    if why:
        yours = " and ".join(f"`{result.name}`" for result in earlier)
        raise _NotPossible(f"With your {yours} this step leaves nothing to do: {why}.")
    return judge(judged[_expression(call)].data, key).ok


def _run(solution: Student, task: Task, check: Check, earlier: Sequence[Earlier]) -> None:
    """Run the solution as far as a check, with the student's results in place of the instructor's."""
    at = {task.check_of(result.name): result for result in earlier}
    solution.run(GIVEN)
    for cell in task.cells:
        if cell.id == check.id:
            return
        if cell.kind == "check" and cell.id not in at:
            continue
        solution.run(_assignment(at[cell.id]) if cell.kind == "check" else cell.source)
        if solution.trouble:
            raise CheckFailed(solution.trouble)
        if cell.kind == "given":
            solution.run(f"__given__ |= {{name: globals()[name] for name in {_bound(cell.source)}}}")


def _bound(source: str) -> list[str]:
    """Names that a given cell assigns outside of functions."""
    statements = [part for part in ast.parse(source).body if not isinstance(part, ast.FunctionDef | ast.ClassDef)]
    targets = [node for part in statements for node in getattr(part, "targets", [])]
    return [
        name.id for node in targets for name in ast.walk(node) if type(name) is ast.Name and type(name.ctx) is ast.Store
    ]


def _assignment(result: Earlier) -> str:
    module, function = put_in.__module__, put_in.__name__
    return f"import {module}\n{result.name} = {module}.{function}({result.name}, {list(result.trees)!r}, __given__)"


def refuse_wrong_follows(task: Task) -> None:
    """Complain about a ``follows`` that no grader could do anything with.

    Parameters
    ----------
    task : Task
        As its author wrote it.

    Raises
    ------
    ValueError
        With what to change.
    """
    seen: set[str] = set()
    for check in task.checks.values():
        calls = task.calls(check)
        for name in _follows(calls):
            _refuse_name(task, check, name, seen)
            for call in calls:
                if call.definition and call.definition.kind not in JUDGED:
                    raise ValueError(
                        f"{check.id} of {task.name}: follows= is for answers of the kinds {', '.join(JUDGED)}; this "
                        f"one is of the kind {call.definition.kind}. Leave follows= out."
                    )
        seen |= {_expression(call) for call in calls}


def _refuse_name(task: Task, check: Check, name: str, seen: set[str]) -> None:
    found = _definition(task, name)
    if name not in seen or found is None:
        raise ValueError(
            f"{check.id} of {task.name}: follows={name!r} must name an answer that an earlier check judges; these are "
            f"{', '.join(sorted(seen)) or 'none'}."
        )
    kind = found[1].hidden()["kind"]
    if kind not in CARRIED:
        raise ValueError(
            f"{check.id} of {task.name}: {name!r} is of the kind {kind}, which cannot be put into a later step; "
            "follows= takes names of numbers and formulas."
        )
