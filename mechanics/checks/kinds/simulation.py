"""Simulations: a function that integrates a motion, judged by what the motion must obey, whatever the method.

The function is called with a start, an end time and three numbers of steps, and returns one list for each column, the
time first. The visible key knows the motion at eight instants; the hidden one knows no motion, only the laws.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from mechanics.checks.answers import AnswerError, Data, describe, flatten, listed
from mechanics.checks.evaluate import Undefined, number, real_value, text_of
from mechanics.checks.points import Points
from mechanics.checks.verdict import Verdict, right, wrong
from mechanics.formulas.reader import read_formula
from mechanics.formulas.tree import TreeError

__all__ = ["judge", "make"]

Rows = list[list[float]]  # one for each column
Law = tuple[str, str]  # quantity and its rate
DRAWS = 2
INSTANTS = tuple(i / 8 for i in range(1, 9))  # of the end time, in the visible key
STRICTER = 0.75  # tolerance of the visible check, so that it never accepts what the hidden one rejects
SETTLED = 5e-4  # a change by more steps that does not matter
POINTS = 200  # of a motion at which laws are checked


def make(
    reference: Callable[..., Any],
    domain: Mapping[str, str],
    points: Points,
    mistakes: Mapping[str, Callable[..., Any]],
    hidden: bool,
    arguments: Sequence[str] = (),
    columns: Sequence[str] = (),
    steps: Sequence[int] = (200, 400, 800),
    start: Mapping[str, str] | None = None,
    kinematics: Mapping[str, Law] | None = None,
    laws: Mapping[str, Law] | None = None,
    ends: Mapping[str, str] | None = None,
    tolerance: float = 1e-2,
) -> dict[str, Any]:
    """Key of a simulation.

    Parameters
    ----------
    reference : callable
        A function like the one asked for, of `arguments` and the number of steps.
    domain : mapping of str
        Domain by name.
    points : Points
        What draws the points.
    mistakes : mapping
        Wrong results by their sentences, written like the reference.
    hidden : bool
        Whether the key is for a hidden check: it then has no mistakes.
    arguments : sequence of str
        Names of the domain, the end time last.
    columns : sequence of str
        Names of the columns, the time first.
    steps : sequence of int
        Increasing numbers of steps that the function is called with.
    start : mapping of str
        Formula of each column but the time at its start.
    kinematics : mapping
        Sentence → (column, its rate in terms of columns alone), for the visible key, too.
    laws : mapping
        Sentence → (quantity, its rate), formulas in columns and names of the domain, for the hidden key only.
    ends : mapping of str
        Sentence → formula that is not negative at the end, for the hidden key only.
    tolerance : float
        Of quantities, relative to how much they change.

    Returns
    -------
    dict
        Plain JSON data.

    Raises
    ------
    ValueError
        For a formula that cannot be read.
    """
    drawn = [points.draw() for _ in range(DRAWS)]
    inputs = [[float(point[name]) for name in arguments] for point in drawn]
    known = {**(kinematics or {}), **((laws or {}) if hidden else {})}
    key: dict[str, Any] = {
        "kind": "simulation",
        "arguments": [*arguments, "steps"],
        "inputs": [[*values, count] for values in inputs for count in steps],
        "columns": list(columns),
        "steps": list(steps),
        "start": [_start(start or {}, columns, point) for point in drawn],
        "laws": [[say, *map(read_formula, law)] for say, law in known.items()],
        "tolerance": tolerance,
        "ends": [[say, read_formula(text)] for say, text in (ends or {}).items()] if hidden else [],
        "points": [dict(point) for point in drawn] if hidden else [{} for _ in drawn],
        "instants": [] if hidden else [_instants(reference(*values, steps[-1])) for values in inputs],
    }
    key["mistakes"] = (
        []
        if hidden
        else [
            {"say": say, "instants": [_instants(other(*values, steps[-1])) for values in inputs]}
            for say, other in mistakes.items()
        ]
    )
    return key


def _start(start: Mapping[str, str], columns: Sequence[str], point: Mapping[str, str]) -> list[float]:
    at = {name: number(text) for name, text in point.items()}
    return [float(real_value(read_formula(start[name]), at)) for name in columns[1:]]


def _instants(rows: Sequence[Sequence[float]]) -> Rows:
    """Every column but the time at the instants."""
    return [[float(column[round(share * (len(column) - 1))]) for column in rows[1:]] for share in INSTANTS]


def judge(data: Data, key: dict[str, Any]) -> Verdict:
    """Verdict on a simulation.

    Parameters
    ----------
    data : dict
        Captured answer.
    key : dict
        From `make`.

    Raises
    ------
    AnswerError
        For results that are not columns of numbers; the message is for the student.
    """
    if data["type"] != "function":
        signature = ", ".join(key["arguments"])
        return wrong(f"Expected a Python function of {signature}, but this is {describe(data)}.")
    calls, runs = data.get("calls") or [], []
    for index, call in enumerate(calls):
        if "error" in call:
            return wrong(f"Called with {_call(key, index)}, {call['error']}.")
        runs.append(_rows(call["value"], key, index))
    if len(runs) < len(key["inputs"]):
        return wrong("The function was not called for all inputs.")
    count = len(key["steps"])
    sorted_runs = [runs[k : k + count] for k in range(0, len(runs), count)]
    for test in (_begins, _settles, _known, _obeys, _ends):
        for draw, of_draw in enumerate(sorted_runs):
            if reason := test(key, draw, of_draw):
                return wrong(reason)
    return right()


def _rows(data: Data, key: dict[str, Any], index: int) -> Rows:
    """The columns that a call returned; raises `AnswerError`."""
    if data["type"] == "nothing":
        raise AnswerError("The function returns nothing; is a `return` missing?")
    names, length = key["columns"], key["inputs"][index][-1] + 1
    asked = f"The function should return {len(names)} lists, {', '.join(names)}, of steps + 1 numbers each"
    parts = [flatten(item) for item in listed(data, names).get("items", [])]
    sizes = {len(part) for part in parts}
    if not ((len(parts) == len(names) and sizes == {length}) or (len(parts) == length and sizes == {len(names)})):
        raise AnswerError(f"{asked}, but it returns {describe(data)} when it is called with {_call(key, index)}.")
    try:
        rows = [[float(real_value(leaf["tree"], {})) for leaf in part] for part in parts]
    except (Undefined, KeyError, TreeError):
        raise AnswerError(f"{asked}, finite and real; some are not.") from None
    return rows if len(rows) == len(names) else [list(column) for column in zip(*rows, strict=True)]


def _begins(key: dict[str, Any], draw: int, runs: Sequence[Rows]) -> str:
    """Equal steps from zero to the end time, and the right start."""
    for k, (times, *others) in enumerate(runs):
        end, count = key["inputs"][draw * len(runs) + k][-2:]
        if any(abs(t - end * i / count) > 1e-6 * end for i, t in enumerate(times)):
            return f"The times should go in equal steps from 0 to the end time {key['arguments'][-2]}."
        first = [column[0] for column in others]
        for name, value, wanted in zip(key["columns"][1:], first, key["start"][draw], strict=True):
            if abs(value - wanted) > 1e-9 * (1 + abs(wanted)):
                return f"{name} does not start where it should."
    return ""


def _settles(key: dict[str, Any], draw: int, runs: Sequence[Rows]) -> str:
    """With twice as many steps the result changes less and less."""
    for column in range(1, len(key["columns"])):
        ends = [run[column][-1] for run in runs]
        size = max(max(map(abs, run[column])) for run in runs)
        changes = [abs(b - a) for a, b in pairwise(ends)]
        if any(b > max(0.75 * a, SETTLED * size) for a, b in pairwise(changes)):
            return (
                f"With more and smaller steps the result should converge, but {key['columns'][column]} at the end does "
                f"not: it becomes {', '.join(f'{x:.6g}' for x in ends)}."
            )
    return ""


def _known(key: dict[str, Any], draw: int, runs: Sequence[Rows]) -> str:
    """The motion at the instants of the visible key, and known mistakes where it is another one."""
    if not key["instants"]:
        return ""
    found = _instants(runs[-1])
    if _close(found, key["instants"][draw], key):
        return ""
    for mistake in key["mistakes"]:
        if _close(found, mistake["instants"][draw], key):
            return str(mistake["say"])
    if reason := _obeys(key, draw, runs):
        return reason
    return f"Called with {_call(key, draw * len(runs))}, the motion is not the right one."


def _close(found: Rows, wanted: Rows, key: dict[str, Any]) -> bool:
    for a, b in zip(zip(*found, strict=True), zip(*wanted, strict=True), strict=True):
        size = max(map(abs, b)) or 1.0
        if any(abs(x - y) > STRICTER * key["tolerance"] * size for x, y in zip(a, b, strict=True)):
            return False
    return True


def _obeys(key: dict[str, Any], draw: int, runs: Sequence[Rows]) -> str:
    """Every quantity changes by the integral of its rate, along the motion with the smallest steps."""
    given = {name: number(text) for name, text in key["points"][draw].items()}
    stride = max(1, (len(runs[-1][0]) - 1) // POINTS)
    rows = list(zip(*(column[::stride] for column in runs[-1]), strict=True))
    for say, quantity, rate in key["laws"]:
        values, rates = (
            [float(real_value(tree, {**given, **dict(zip(key["columns"], row, strict=True))})) for row in rows]
            for tree in (quantity, rate)
        )
        times = [row[0] for row in rows]
        gained, moved, worst = 0.0, 0.0, 0.0
        for i, (a, b) in enumerate(pairwise(rates)):
            gained += (a + b) / 2 * (times[i + 1] - times[i])
            moved += (abs(a) + abs(b)) / 2 * (times[i + 1] - times[i])
            worst = max(worst, abs(values[i + 1] - values[0] - gained))
        if worst > key["tolerance"] * max(moved, max(values) - min(values)):
            return str(say)
    return ""


def _ends(key: dict[str, Any], draw: int, runs: Sequence[Rows]) -> str:
    """What must hold at the end."""
    last = dict(zip(key["columns"], [column[-1] for column in runs[-1]], strict=True))
    point = {name: number(text) for name, text in key["points"][draw].items()} | last
    return next((say for say, tree in key["ends"] if real_value(tree, point) < 0), "")


def _call(key: dict[str, Any], index: int) -> str:
    if key.get("hidden"):
        return "other arguments"
    values = [value if isinstance(value, int) else float(text_of(value, 6)) for value in key["inputs"][index]]
    return ", ".join(f"{name} = {value}" for name, value in zip(key["arguments"], values, strict=True))
