"""What is wrong with the checks of a task: what they call and explain, what they let pass, and what they refuse."""

import ast
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..notebooks import Cell
from .findings import Finding
from .forms import FORMULAS, TRANSFORMATIONS, Rewrite
from .solved import Solved
from .steps import Step, calls_of, loaded, stored
from .verdicts import verdicts_within

__all__ = ["as_answer", "call_findings", "form_findings", "mistake_findings", "mutant_findings", "own_check"]

NOTED = ("number", "choice")
MOST = 5  # mutants at fault that are listed for one answer
FAULTS = {
    "survivor": "keeps its points although it does not mean the same as the solution. Make the check ask for more: "
    "another kind, a domain with all names, a second check",
    "rejected": "loses its points although it means the same as the solution. Compare the domain of the check with "
    "what the task says about its symbols",
    "told right": 'loses its points although the visible check said "right". Make the key ask for the same as the '
    "hidden test: write the keys again (mechanics keys), or use one kind and domain for both",
}


def call_findings(step: Step) -> Iterator[Finding]:
    """What a test cell calls.

    Parameters
    ----------
    step : Step
        The test cell.

    Yields
    ------
    Finding
        What is wrong with it.
    """
    name, visible, hidden = step.cell.id, step.visible.source, step.hidden.source
    if not hidden.strip():
        yield Finding(
            name,
            "It has no hidden test: students can see everything that it asks, and its key. Add one below the "
            "visible line, between ### BEGIN HIDDEN TESTS and ### END HIDDEN TESTS, such as verify(...).",
        )
    elif _statements(hidden) and _statements(hidden) <= _statements(visible):
        yield Finding(
            name,
            "Its hidden test is the same as the visible one and finds nothing new. Make it judge other points or "
            "numbers: verify(...) draws new ones each time.",
        )
    if not visible.strip():
        yield Finding(name, "Students see none of it, so they get no reason before the deadline.", advice=True)
    names = step.names
    if any(_function(call) == "verify" for call in calls_of(visible)):
        yield Finding(
            name, "verify(...) is in its visible part and gives the answer away. Move it between the hidden marks."
        )
    if names["verify"] and names["check"] and set(names["check"]) != set(names["verify"]):
        yield Finding(
            name,
            f"check(...) is called {_quoted(names['check'])}, verify(...) is called {_quoted(names['verify'])}. Give "
            "both the same name: the key of one is computed from the other.",
        )


def _statements(source: str) -> set[str]:
    return {ast.dump(node) for node in ast.parse(source).body if not isinstance(node, ast.Import | ast.ImportFrom)}


def _function(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def mistake_findings(task: Solved, step: Step) -> Iterator[Finding]:
    """Mistakes that explain nothing, or explain the right answer.

    Parameters
    ----------
    task : Solved
        The task, with current keys beside it.
    step : Step
        A test cell of it.

    Yields
    ------
    Finding
        A mistake that is wrong.
    """
    if not step.value.isidentifier() or not step.names["verify"]:
        return
    mistakes, right = task.mistakes(step.cell.id), task.options(step.cell.id).get("reference")
    if not mistakes and step.kind in (*FORMULAS, "function"):
        yield Finding(
            step.cell.id,
            'No typical mistakes are named, so wrong answers get only general sentences. Add mistakes={"What is '
            'wrong with it.": "the wrong answer"}.',
            advice=True,
        )
    for sentence, wrong in mistakes.items():
        said = task.failures(step.cell.id, as_answer(step, wrong, right))
        if "hidden" not in said:
            yield Finding(
                step.cell.id,
                f"The mistake {sentence!r} means the same as the right answer, and would explain it. Remove or "
                "correct it.",
            )
        elif sentence not in said.get("visible", ""):
            yield Finding(step.cell.id, f"The mistake {sentence!r} explains nothing: {_told(step, said)}")


def _told(step: Step, said: Mapping[str, str]) -> str:
    """What is said about a mistake instead, and how to mend that."""
    if step.kind in NOTED:
        return f"a {step.kind} is only noted before it is graded, and gets no reason then, either. Remove it."
    told = said.get("visible", "nothing, because the visible check accepts this answer")
    return (
        f"a student who makes it is told {told!r}. Write its wrong answer in full, or remove it where another "
        "sentence says the same."
    )


def as_answer(step: Step, wrong: Any, right: Any = ()) -> Any:
    """A wrong answer as a student would give it.

    Parameters
    ----------
    step : Step
        The test cell.
    wrong : object
        As it stands among the mistakes; of a function its text in the names of the arguments.
    right : object
        The reference, of which a free-body diagram needs the cuts.

    Returns
    -------
    object
        The same; or the function; or the diagram, cut free, with the wrong arrows in it.
    """
    if step.kind == "free_body":
        return [*(entry for entry in right if "cut" in entry), *([wrong] if isinstance(wrong, dict) else wrong)]
    if step.kind != "function" or not isinstance(wrong, str):
        return wrong
    names = [f"array_{k}" if isinstance(name, list) else name for k, name in enumerate(step.arguments)]
    unpacked = [f"{', '.join(name)}, = array_{k}" for k, name in enumerate(step.arguments) if isinstance(name, list)]
    namespace: dict[str, Any] = dict(vars(math))
    exec("\n    ".join([f"def wrong({', '.join(names)}):", *unpacked, f"return {wrong}"]), namespace)
    return namespace["wrong"]


def mutant_findings(task: Solved, seconds: float) -> Iterator[Finding | int]:
    """Wrong variants of the solution that keep their points, or are told to be right.

    Parameters
    ----------
    task : Solved
        The task, with current keys beside it.
    seconds : float
        Time; what could not be tried in it is left out.

    Yields
    ------
    Finding or int
        What is wrong; at last the number of variants that were tried.
    """
    tried = 0
    listed: dict[tuple[str, str], int] = {}
    for verdict in verdicts_within(task, seconds):
        tried += 1
        listed[verdict.cell, verdict.kind] = listed.get((verdict.cell, verdict.kind), 0) + 1
        if verdict.fault and listed[verdict.cell, verdict.kind] <= MOST:
            changed = _changed_line(task, verdict.cell, verdict.source)
            yield Finding(verdict.cell, f"The answer {changed!r} {FAULTS[verdict.kind]}.", verdict.kind == "rejected")
    yield tried


def _changed_line(task: Solved, name: str, source: str) -> str:
    """The lines of a mutant that the solution does not have."""
    own = next(cell.source for cell in task.cells if cell.id == name)
    before = ast.unparse(ast.parse(own)).split("\n")
    return " / ".join(line.strip() for line in source.split("\n") if line not in before) or "without one of its lines"


def form_findings(task: Solved, rewrites: Sequence[Rewrite], path: str, seconds: float) -> Iterator[Finding]:
    """Right answers in other forms that are refused.

    Parameters
    ----------
    task : Solved
        The task, with current keys beside it.
    rewrites : sequence of Rewrite
        Other forms that its author has written down.
    path : str
        Their file.
    seconds : float
        Time for the forms that algebra gives.

    Yields
    ------
    Finding
        A form that is refused, or an answer without rewrites.
    """
    answers = [cell for cell in task.cells if cell.kind == "answer"]
    for rewrite in rewrites:
        cells = [cell for cell in answers if rewrite.is_of(cell.id)]
        if not cells:
            yield Finding(path, f"'--- {rewrite.answer}' does not name an answer cell of this task.")
        for cell in cells:
            yield from _refused(task, cell, rewrite)
    for cell in answers:
        if own_check(task, cell) and not any(rewrite.is_of(cell.id) for rewrite in rewrites):
            yield Finding(
                cell.id,
                f"No other ways to write this answer are tried. Add a few to {path}: a line "
                f"'--- {cell.id.removesuffix('-answer')}', then the text of the cell.",
                advice=True,
            )
    yield from _transformed(task, time.monotonic() + seconds)


def _refused(task: Solved, cell: Cell, rewrite: Rewrite) -> Iterator[Finding]:
    check = own_check(task, cell)
    outcome = task.judge(cell, rewrite.source, last=check)
    said = outcome.visible.get(check) or outcome.hidden.get(check)
    if said:
        first = rewrite.source.strip().split("\n")[0]
        yield Finding(
            cell.id,
            f"The rewrite {first!r} is refused: {said!r} If it is right, the check asks for too much; otherwise "
            "correct it.",
        )


def own_check(task: Solved, cell: Cell) -> str:
    """The test cell that judges an answer.

    Parameters
    ----------
    task : Solved
        The task.
    cell : Cell
        An answer cell.

    Returns
    -------
    str
        Id of the first one below it that uses a name which it sets; empty if there is none.
    """
    later = task.cells[task.cells.index(cell) + 1 :]
    found = (one.id for one in later if one.kind == "check" and loaded(one.source) & stored(cell.source))
    return next(found, "")


def _transformed(task: Solved, until: float) -> Iterator[Finding]:
    for name, step in task.checks.items():
        if step.kind not in FORMULAS or not step.value.isidentifier() or not step.names["verify"]:
            continue
        for how, transform in TRANSFORMATIONS.items():
            if time.monotonic() > until:
                return
            said = task.failures(name, transform(task.value(name)))
            if said:
                yield Finding(name, f"The right answer, {how}, is refused: {next(iter(said.values()))!r}")
