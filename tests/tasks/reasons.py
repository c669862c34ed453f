"""What is said of every mutant, and whether that is true: ``python -m tests.tasks.mutate --reasons [task ...]``."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple
from unittest import mock

from mechanics.checks import capture, domain_of, inputs_of, make_key
from mechanics.checks.call import Call
from mechanics.checks.evaluate import real_value
from mechanics.checks.judge import NOTHING, symbols_of
from mechanics.grading.authoring.mutation import Mutant
from mechanics.grading.authoring.solved import Solved
from mechanics.grading.authoring.steps import loaded, stored
from mechanics.grading.notebooks import Cell
from tests.checks.truth_case import Case, called_case, case_of
from tests.checks.truth_of_reasons import KINDS, truth

FORMULAS = ("expression", "vector", "matrix", "equations")
"""Kinds whose visible check knows enough to give a reason; so does that of a function."""


class Told(NamedTuple):
    """What was said of one mutant."""

    task: str
    check: str
    kind: str
    what: str
    said: str
    verdict: str
    fault: str


class Judged(NamedTuple):
    """The answer that a check refused, with all that its reason can be tested by."""

    check: str
    kind: str
    data: dict[str, Any]
    reason: str
    returned: list[list[float] | None] | None = None
    """Of a function: what it returns for fresh arguments; None where that is an error."""
    formulas: list[Any] | None = None
    """Of a function: the formulas in it, where it can be called with symbols."""
    system: Sequence[Any] = ()
    """Of a function: the rows of the linear system that it solves, then."""


def operator_of(what: str) -> str:
    """The kind of change, without line and names."""
    change = what.split(": ", 1)[1]
    old, arrow, new = change.partition(" -> ")
    if arrow and re.fullmatch(r"[-\d.e]+", old):
        return "number changed"
    if arrow and old not in ("sin", "cos", "sqrt", "zeros", "Mult", "Div", "Add", "Sub", "Pow", "MatMult"):
        return "text replaced" if old.startswith("'") else "name replaced"
    return change if arrow else re.sub(r"^\S*?\(\)|^\S+\(\)", "call", re.sub(r" \d+( and \d+)?", "", change))


@cache
def explained(task: Solved) -> set[str]:
    """Answer cells on whose values a check depends that gives reasons."""
    found = set()
    for place, cell in enumerate(task.cells):
        changed = stored(cell.source) if cell.kind == "answer" else set()
        for later in task.cells[place + 1 :]:
            if not loaded(later.source) & changed:
                continue
            if later.kind != "check":
                changed = changed | stored(later.source)
            elif task.checks[later.id].kind in (*FORMULAS, "function"):
                found.add(cell.id)
    return found


def refused(task: Solved, cell: Cell, mutant: Mutant) -> Judged | None:
    """The first answer of a mutant that a visible check refuses, with its reason; None where none does."""
    calls: list[tuple[Call, Any]] = []
    judge = Call.verdict

    def spy(call: Call, data_of: Any = capture) -> Any:
        verdict = judge(call, data_of)
        calls.append((call, verdict))
        return verdict

    alike = mock.patch.object(Solved, "_same", return_value=True)  # takes long, and is not asked here
    with mock.patch.object(Call, "verdict", spy), alike:
        outcome = task.judge(cell, mutant.source)
    if not outcome.visible:
        return None
    [(check, said)] = outcome.visible.items()
    if not calls or calls[-1][1].ok or not said.endswith(calls[-1][1].reason):
        return None  # the test cell itself failed: a name is missing
    call, verdict = calls[-1]
    key = call.key()
    with task.quiet():
        data = capture(call.answer, inputs_of(key))
        fresh, formulas, system = None, None, ()
        if data["type"] == "function":
            fresh = _returned(call.answer, fresh_key(task, check))
            formulas, system = _formulas(call.answer, key)
    return Judged(check, task.checks[check].kind, data, verdict.reason, fresh, formulas, system)


def _formulas(function: Any, key: dict[str, Any]) -> tuple[list[Any] | None, Sequence[Any]]:
    try:
        [call] = capture(function, symbols_of(key))["calls"]
        return [*_scalars(call["value"])] if "value" in call else None, call.get("system", ())
    except (KeyError, IndexError, TypeError, ValueError):  # with symbols it fails, or is no function of numbers
        return None, ()


def _returned(function: Any, key: dict[str, Any]) -> list[list[float] | None]:
    return [_row(call) for call in capture(function, inputs_of(key)).get("calls") or []]


def _row(call: Mapping[str, Any]) -> list[float] | None:
    try:
        return [float(real_value(leaf, {})) for leaf in _scalars(call["value"])]
    except (KeyError, ArithmeticError, ValueError, TypeError):
        return None


def _scalars(data: Mapping[str, Any]) -> Iterator[Any]:
    if data["type"] == "list":
        for item in data["items"]:
            yield from _scalars(item)
    else:
        yield data["tree"]


@cache
def definition(task: Solved, check: str) -> dict[str, Any]:
    """What a hidden test defines, as data."""
    options = task.options(check)
    mistakes = options.get("mistakes") or {}
    return {
        "domain": domain_of(options.get("domain")),
        "reference": capture(options["reference"]),
        "mistakes": {say: capture(item) for say, item in mistakes.items()},
    }


@cache
def fresh_key(task: Solved, check: str) -> dict[str, Any]:
    """A visible key with other points than that of the course."""
    options = {name: item for name, item in task.options(check).items() if name not in ("name", "answer")}
    kind, reference, domain = (options.pop(name, None) for name in ("kind", "reference", "domain"))
    return make_key(kind or "expression", reference, domain, seed="fresh", **options)


def case(judged: Judged, known: Mapping[str, Any], key: Mapping[str, Any], fresh: Mapping[str, Any]) -> Case | None:
    """What the sentences on an answer are about."""
    if judged.kind == "function":
        rows = judged.returned or []
        complete = len(rows) >= len(fresh["values"]) and all(map(_alike, rows, fresh["values"]))
        return called_case(rows, fresh, known, judged.formulas, judged.system) if complete else None
    return case_of(judged.kind, judged.data, known, key)


def _alike(a: Sequence[float] | None, b: Sequence[float]) -> bool:
    return a is not None and len(a) == len(b)


def verdict_of(judged: Judged, about: Case | None) -> tuple[str, str]:
    """One of `KINDS`, and the sentence at fault."""
    if judged.reason == NOTHING:
        return "nothing", ""
    if about is None or re.search("numbers, but it returns a|does not return finite real numbers", judged.reason):
        return "format", ""
    return truth(judged.reason, about)


def told(task: Solved, cell: Cell, mutant: Mutant) -> Told | None:
    """What is said of a mutant; None where its checks cannot know that it is wrong, or do not refuse it."""
    if cell.id not in explained(task):
        return None
    found = refused(task, cell, mutant)
    if found is None or found.kind not in (*FORMULAS, "function"):
        return None
    fresh = fresh_key(task, found.check)
    about = case(found, definition(task, found.check), fresh, fresh)
    return Told(task.name, found.check, found.kind, mutant.what, found.reason, *verdict_of(found, about))


def table(items: Sequence[Told]) -> str:
    """How many reasons are useful, vague or false, by the kind of the check and by the change."""
    rows: dict[str, Counter[str]] = {"all": Counter()}
    for name_of in (lambda item: item.kind, lambda item: operator_of(item.what)):
        for item in sorted(items, key=name_of):
            rows.setdefault(name_of(item), Counter())[item.verdict] += 1
    rows["all"] = Counter(item.verdict for item in items)
    width = max(map(len, rows))
    head = f"{'':{width}} " + " ".join(f"{kind:>10}" for kind in KINDS) + "   of use"
    return "\n".join([head, *(_line(f"{name:{width}}", row) for name, row in rows.items())])


def _line(name: str, row: Mapping[str, int]) -> str:
    """Counts, and which share of the reasons given is of use; a cell that stopped with an error got none."""
    given = sum(row.values()) - row["nothing"]
    share = (row["useful"] + row["format"]) / given if given else 1.0
    return f"{name} " + " ".join(f"{row[kind]:10}" for kind in KINDS) + f"{100 * share:7.1f} %"
