"""Python functions: called with drawn inputs, the results compared."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from mechanics.checks.answers import AnswerError, Data, describe, flatten, is_set, listed, shape
from mechanics.checks.capture import capture
from mechanics.checks.compare import columns, within
from mechanics.checks.evaluate import Undefined, real_value
from mechanics.checks.explain_calls import explain_calls, points_of
from mechanics.checks.explain_system import explain_system, solves
from mechanics.checks.mistake_values import values_of_generic
from mechanics.checks.points import NAMELESS, Point, Points
from mechanics.checks.verdict import Verdict, right, wrong
from mechanics.formulas.tree import Tree, TreeError, names_of

__all__ = ["judge", "make"]

CALLS = 8
Arguments = Sequence[Any]
"""Names of the arguments in their order; a nested list is passed as one array, a list of lists as a matrix."""


def make(
    reference: Data | Callable[..., Any],
    domain: Mapping[str, str],
    points: Points,
    mistakes: Mapping[str, Data | Callable[..., Any]],
    hidden: bool,
    arguments: Arguments = (),
    tolerance: float = 1e-6,
) -> dict[str, Any]:
    """Key of a Python function.

    Parameters
    ----------
    reference : dict or callable
        Data of a formula in the arguments, or a function like the one asked for.
    domain : mapping of str
        Domain by name.
    points : Points
        What draws the points.
    mistakes : mapping
        Wrong results by their sentences, written like the reference.
    hidden : bool
        Whether the key is for a hidden check: it then has no mistakes.
    arguments : sequence
        Names in their order, all of the domain unless given; a nested list is one array, a list of lists a matrix.
    tolerance : float
        Of the results, relative to the largest.

    Returns
    -------
    dict
        Plain JSON data.

    Raises
    ------
    ValueError
        If the reference raises an error.
    """
    names = list(arguments) or list(domain)
    if hidden:
        points = points.for_names(set(_names(names)) | _names_in(reference))
    drawn = points.several(CALLS)
    inputs = [[_argument(name, point) for name in names] for point in drawn]
    results = _results(reference, drawn, inputs)
    more = [] if hidden else list(_more(reference, points, drawn, names))
    key: dict[str, Any] = {
        "kind": "function",
        "arguments": [_text(name) for name in names],
        "inputs": inputs,
        "shape": list(shape(results[0]) or ()),
        "values": [_floats(result) for result in results],
        "tolerance": tolerance,
    }
    if not hidden:
        key["more"] = more
        key["inputs"] = inputs + [item.pop("inputs") for item in more]
        key["generic"] = [] if callable(reference) else values_of_generic(reference, drawn)
    key["mistakes"] = (
        []
        if hidden
        else [
            {"say": say, "values": [_floats(result) for result in _results(wrong_one, drawn, inputs)]}
            for say, wrong_one in mistakes.items()
        ]
    )
    return key


def _more(reference: Any, points: Points, drawn: Sequence[Point], names: Arguments) -> Iterator[dict[str, Any]]:
    """Further calls, by which only reasons are found: with another value of a single name, or 0 in its place."""
    asked = _names(names)
    changes = [(base, name, False) for base in (0, 1) for name in points.free]
    changes += [(0, name, True) for name in points.free if name in asked]
    for base, name, zero in changes:
        with suppress(ValueError, ArithmeticError, TypeError, KeyError):
            point = points.replace(drawn[base], {name: "0"}) if zero else _varied(points, drawn[base], name, base == 1)
            changed = [argument for argument in asked if point[argument] != drawn[base][argument]]
            if not changed or (zero and len(changed) > 1):
                continue
            said = changed[0] if len(changed) == 1 else NAMELESS
            arguments = [_argument(part, point) for part in names]
            (values,) = map(_floats, _results(reference, [point], [arguments]))
            yield {"inputs": arguments, "values": values, "base": base, "name": said, "zero": zero}


def _names(arguments: Arguments) -> list[str]:
    """All names in the arguments, those in arrays too."""
    return [name for part in arguments for name in ([part] if isinstance(part, str) else _names(part))]


def _varied(points: Points, point: Point, name: str, turned: bool) -> Point:
    """The point with another value of a name, of the other sign if it may have both."""
    new = points.vary(point, name)
    text, is_negative = new[name], point[name].startswith("-")
    if turned and points.free[name] in ("real", "angle") and text.startswith("-") == is_negative:
        return points.replace(point, {name: text[1:] if is_negative else f"-{text}"})
    return new


def _argument(name: Any, point: Point) -> Any:
    return float(point[name]) if isinstance(name, str) else [_argument(part, point) for part in name]


def _names_in(reference: Any) -> set[str]:
    leaves = [] if callable(reference) else flatten(reference)
    return set().union(*(names_of(leaf["tree"]) for leaf in leaves))


def _text(name: Any) -> str:
    return name if isinstance(name, str) else "[" + ", ".join(map(_text, name)) + "]"


def _results(reference: Any, drawn: Sequence[Point], inputs: Sequence[list[Any]]) -> list[Data]:
    if callable(reference):
        calls = capture(reference, inputs)["calls"]
        if len(calls) < len(inputs) or "error" in calls[-1]:
            raise ValueError(f"the reference function failed: {calls[-1].get('error')}")
        return [call["value"] for call in calls]
    return _substituted(reference, drawn)


def _substituted(data: Data, drawn: Sequence[Point]) -> list[Data]:
    """The data with numbers, at each point."""
    if data["type"] == "list":
        items = [_substituted(item, drawn) for item in data["items"]]
        return [{"type": "list", "items": [item[point] for item in items]} for point in range(len(drawn))]
    (values,) = columns([data["tree"]], drawn)
    return [{"type": "scalar", "tree": float(value)} for value in values]


def _floats(data: Data) -> list[float]:
    return [float(real_value(leaf["tree"], {})) for leaf in flatten(data)]


def judge(data: Data, key: dict[str, Any]) -> Verdict:
    """Verdict on a Python function.

    Parameters
    ----------
    data : dict
        Captured answer.
    key : dict
        From `make`.

    Raises
    ------
    AnswerError
        For results of another shape, or that are no numbers; the message is for the student.
    """
    if data["type"] != "function":
        return wrong(f"Expected a Python function of {_signature(key)}, but this is {describe(data)}.")
    calls = data.get("calls")
    if calls is None:
        return wrong("The function was not called; this check has no inputs for it.")
    bad, results = [], []
    for index, call in enumerate(calls[: len(key["values"])]):
        if "error" in call:
            return wrong(f"Called with {_call(key, index)}, {call['error']}.")
        results.append(_result(call["value"], key, index))
        if not _equal(results[-1], key["values"][index], key):
            bad.append(index)
    if not bad and len(calls) >= len(key["values"]):
        return right()
    reason = _whole(results, key) or f"{_why(data, results, key)} {_example(results, bad[0] if bad else 0, key)}"
    return wrong(reason.strip())


def _why(data: Data, results: Sequence[Sequence[float]], key: dict[str, Any]) -> str:
    """What is wrong in the system that the function solves, or else with its results."""
    system = _system(data, results, key)
    rows, reasons = explain_system(system, key) if system else ("", [])
    if reasons:
        return " ".join(filter(None, [rows, *reasons]))
    formulas, further = _formulas(data, results, key), _further(data["calls"], key)
    said = explain_calls(results, further, key, formulas, smooth=bool(formulas or system))
    return f"{said} {rows}".strip()


def _formulas(data: Data, results: Sequence[Sequence[float]], key: dict[str, Any]) -> list[Tree]:
    """The formulas that the function computes, as far as they give what it returned; else none."""
    try:
        if "chosen" in data["formulas"][0]:
            return []
        trees = [leaf["tree"] for leaf in flatten(listed(data["formulas"][0]["value"]))]
        points = points_of(key)[: len(results)]
        found = [[float(x) for x in column] for column in columns(trees, points)]
        rows = zip(zip(*found, strict=True), results, strict=True)
        return trees if all(_equal(row, returned, {"tolerance": 1e-9}) for row, returned in rows) else []
    except (KeyError, IndexError, TypeError, ValueError, TreeError, AnswerError):
        return []


def _system(data: Data, results: Sequence[Sequence[float]], key: dict[str, Any]) -> list[Tree]:
    """The rows of the linear system whose solution the function returns; empty if it solves none."""
    try:
        system = data["formulas"][0]["system"]
        return system if solves(system, results, key) else []
    except (KeyError, IndexError, TypeError, ValueError, TreeError, AnswerError):
        return []


def _further(calls: Sequence[dict[str, Any]], key: dict[str, Any]) -> list[list[float] | None]:
    """What the calls for reasons returned; None where that is not what is asked for."""
    found: list[list[float] | None] = []
    for index, call in enumerate(calls[len(key["values"]) :], start=len(key["values"])):
        found.append(None)
        with suppress(AnswerError, KeyError):
            found[-1] = _result(call["value"], key, index)
    return found


def _result(data: Data, key: dict[str, Any], index: int) -> list[float]:
    """The numbers that a call returned; raises `AnswerError`."""
    if data["type"] == "nothing":
        raise AnswerError("The function returns nothing; is a `return` missing?")
    values = listed(data)
    size, wanted = shape(values), tuple(key["shape"])
    flat = flatten(values)
    if is_set(values):
        raise AnswerError("The function returns a set, which has no order; return a list.")
    numeric, count = all(leaf["type"] == "scalar" for leaf in flat), len(key["values"][0])
    if numeric and len(flat) == count and (max(size or (1,)) == len(flat) or size == wanted):
        try:
            return [float(real_value(leaf["tree"], {})) for leaf in flat]
        except (Undefined, KeyError, TreeError):  # infinite, with symbols in it, or NaN
            pass
        raise AnswerError(f"Called with {_call(key, index)}, the function does not return finite real numbers.")
    asked = f"{count} number(s)" if len(wanted) < 2 else " x ".join(map(str, wanted)) + " numbers"
    raise AnswerError(f"The function should return {asked}, but it returns {describe(data)}.")


def _equal(values: Sequence[float], references: Sequence[float], key: dict[str, Any]) -> bool:
    size = max(map(abs, references), default=0.0) or 1.0
    return all(within(a, b, key["tolerance"], size) for a, b in zip(values, references, strict=True))


def _whole(results: Sequence[Sequence[float]], key: dict[str, Any]) -> str:
    """What all results have in common; empty if nothing."""
    for mistake in key["mistakes"]:
        if all(_equal(a, b, key) for a, b in zip(results, mistake["values"], strict=False)):
            return str(mistake["say"])
    if all(_equal([-x for x in a], b, key) for a, b in zip(results, key["values"], strict=False)):
        return "The sign of the result is wrong."
    if all(_equal(results[0], a, key) for a in results):
        return "The function returns the same for all inputs."
    if key.get("hidden"):
        return "The function does not return the right values."
    return ""


def _example(results: Sequence[Sequence[float]], first: int, key: dict[str, Any]) -> str:
    returned = ", ".join(f"{x:.4g}" for x in results[first][:6])
    return f"Called with {_call(key, first)}, the function returns {returned}, which is not right."


def _signature(key: dict[str, Any]) -> str:
    return ", ".join(key["arguments"])


def _call(key: dict[str, Any], index: int) -> str:
    if key.get("hidden"):
        return "other arguments"
    pairs = zip(key["arguments"], key["inputs"][index], strict=True)
    return ", ".join(f"{name} = {value}" for name, value in pairs)
