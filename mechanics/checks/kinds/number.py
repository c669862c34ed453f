"""Numbers with unit and tolerance.

The visible key knows the unit, the sign and a wide range of plausible values only, because a value would be
the answer; the hidden key knows the value.
"""

import re
from typing import Any

from mechanics.checks.answers import AnswerError, Data, flatten, formula
from mechanics.checks.evaluate import Undefined, real_value
from mechanics.checks.points import Points
from mechanics.checks.verdict import Verdict, right, wrong
from mechanics.formulas.reader import shorten
from mechanics.formulas.tree import TreeError
from mechanics.units import parse_unit

__all__ = ["judge", "make", "value_of"]

_NUMBER = re.compile(r"\s*([-+−]?\s*(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*\*?\s*(.*)", re.DOTALL)


def make(reference: Data, points: Points, hidden: bool, unit: str = "", tolerance: float = 1e-2) -> dict[str, Any]:
    """Key of a number.

    Parameters
    ----------
    reference : dict
        Data of the right number.
    points : Points
        What draws the range of plausible values.
    hidden : bool
        Whether the key is for a hidden check: only such a key knows the value.
    unit : str
        In which the reference is given, and a number without a unit is taken to be.
    tolerance : float
        Relative to the value.

    Raises
    ------
    AnswerError
        If the reference is not a number.
    """
    value = value_of(reference, unit)
    key: dict[str, Any] = {"kind": "number", "unit": unit}
    if hidden:
        return {**key, "value": value, "tolerance": tolerance}
    sign = (value > 0) - (value < 0)
    below, above = (points.random.uniform(8.0, 60.0) for _ in range(2))
    low, high = (float(f"{size:.0e}") for size in (abs(value) / below, abs(value) * above))
    return {**key, "sign": sign, "plausible": [low, high]}


def judge(data: Data, key: dict[str, Any]) -> Verdict:
    """Verdict on a number.

    Parameters
    ----------
    data : dict
        Captured answer.
    key : dict
        From `make`.

    Raises
    ------
    AnswerError
        For what is not a number, or has another unit; the message is for the student.
    """
    value = value_of(data, key["unit"])
    if "value" in key:
        return _compare(value, key["value"], key["tolerance"])
    sign = (value > 0) - (value < 0)
    if sign != key["sign"]:
        wanted = {1: "positive", -1: "negative", 0: "zero"}[key["sign"]]
        return wrong(f"The sign is not right: the result should be {wanted}.")
    low, high = key["plausible"]
    if abs(value) < low or abs(value) > high:
        unit = f" {key['unit']}" if key["unit"] else ""
        size = "small" if abs(value) < low else "large"
        return wrong(f"The result is far too {size}. Is it in{unit or ' the right unit'}, angles in radians?")
    return right("Unit, sign and size are plausible; the value itself is judged when the task is graded.")


def _compare(value: float, reference: float, tolerance: float) -> Verdict:
    if abs(value - reference) <= tolerance * abs(reference) or abs(value) + abs(reference) <= 1e-12:
        return right()
    if abs(value + reference) <= tolerance * abs(reference):
        return wrong("The sign is not right.")
    return wrong("This is not the right value.")


def value_of(data: Data, unit: str) -> float:
    """The number in the wanted unit.

    Parameters
    ----------
    data : dict
        Captured answer.
    unit : str
        The wanted one.

    Raises
    ------
    AnswerError
        For what is not a number, or has another unit; the message is for the student.
    """
    if data["type"] == "text":
        return _from_text(data["text"], unit)
    if data["type"] == "list" and len(data["items"]) == 2 and data["items"][1]["type"] == "text":
        value, given = data["items"]  # (9.81, "m/s**2")
        return value_of(value, unit) * _factor(given["text"], unit)
    leaves = flatten(data)
    try:
        return float(real_value(formula(leaves[0] if len(leaves) == 1 else data, ()), {}))
    except Undefined:
        pass
    except AnswerError as error:
        if "not a name of this task" not in str(error):
            raise
        raise AnswerError("Asked is a number, but the answer still contains symbols; put in the values.") from None
    raise AnswerError("The answer is not a real, finite number.")


def _from_text(text: str, unit: str) -> float:
    if re.fullmatch(r"\s*[-+]?\d+,\d+.*", text):
        raise AnswerError("Write decimals with a point: 9.81 instead of 9,81.")
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise AnswerError(f"`{shorten(text)}` is not a number with a unit, such as `9.81 {unit or 'm'}`.")
    return float(match[1].replace("−", "-").replace(" ", "")) * _factor(match[2], unit)


def _factor(given: str, unit: str) -> float:
    """What a value in the given unit is to be multiplied by, to be in the wanted one."""
    if not given.strip():
        return 1.0
    try:
        (scale, dimension), (wanted_scale, wanted) = parse_unit(given), parse_unit(unit)
    except TreeError as error:
        message = str(error)
        raise AnswerError(message[0].upper() + message[1:] + ".") from None
    if dimension != wanted:
        raise AnswerError(
            f"The unit `{shorten(given)}` does not fit; asked is a value in {unit or 'no unit (a plain number)'}."
        )
    return scale / wanted_scale
