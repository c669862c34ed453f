"""Numbers with unit and tolerance.

The visible key knows the unit, the sign and a wide range of plausible values only, because a value would be
the answer; the hidden key knows the value.
"""

from typing import Any

from mechanics.checks.answers import AnswerError, Data, describe, formula
from mechanics.checks.compare import within
from mechanics.checks.equalities import formulas
from mechanics.checks.evaluate import Undefined, real_value, settled
from mechanics.checks.points import Points
from mechanics.checks.quantities import quantity
from mechanics.checks.verdict import Verdict, noted, right, wrong
from mechanics.formulas.reader import shorten
from mechanics.formulas.tree import TreeError, names_of
from mechanics.units import Dimension, parse_unit

__all__ = ["judge", "make", "value_of"]

LARGEST = 1e300


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
        Relative to the value; absolute, in that unit, where the value is zero.

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
    if not sign:
        return {**key, "sign": 0, "plausible": [0.0, 0.0], "tolerance": tolerance}
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
    return _compare(value, key["value"], key["tolerance"]) if "value" in key else _plausible(value, key)


def _compare(value: float, reference: float, tolerance: float) -> Verdict:
    size = abs(reference) or 1.0
    if within(value, reference, tolerance, size):
        return right()
    if within(-value, reference, tolerance, size):
        return wrong("The sign is not right.")
    return wrong("This is not the right value.")


def _plausible(value: float, key: dict[str, Any]) -> Verdict:
    plausible = noted("Unit, sign and size are plausible; the value itself is judged when the task is graded.")
    if key["sign"] == 0 and within(value, 0.0, key["tolerance"], 1.0):
        return plausible
    sign = (value > 0) - (value < 0)
    if sign == 0:
        return wrong("The result is zero, but the right one is not.")
    if sign != key["sign"]:
        wanted = {1: "positive", -1: "negative", 0: "zero"}[key["sign"]]
        return wrong(f"The sign is not right: the result should be {wanted}.")
    low, high = key["plausible"]
    if low <= abs(value) <= high:
        return plausible
    unit = f" {key['unit']}" if key["unit"] else ""
    size = "small" if abs(value) < low else "large"
    return wrong(f"The result is far too {size}. Is it in{unit or ' the right unit'}, angles in radians?")


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
    match data:
        case {"type": "text", "text": text}:
            return _from_text(text, unit)
        case {"type": "list", "items": [value, {"type": "text", "text": given}]}:  # (9.81, "m/s**2")
            return value_of(value, unit) * _factor(*_unit(given), given, unit)
        case {"type": "list", "items": [value]} | {"type": "dict", "items": [[_, value]]}:
            return value_of(value, unit)
        case {"type": "equation", "left": left, "right": value} if type(left.get("tree")) is str:
            return value_of(value, unit)
    (meaning, *_) = formulas(data, ())
    if meaning["type"] != "scalar":
        raise AnswerError(f"A number is expected, but this is {describe(meaning)}.")
    if names := sorted(names_of(meaning["tree"])):
        found = ", ".join(map(shorten, names[:5]))
        raise AnswerError(
            f"A number is expected, but the answer still contains symbols ({found}). Substitute the values; a unit is "
            f"written as text, such as '9.81 {unit or 'm'}'."
        )
    tree = formula(meaning, ())
    try:
        return _finite(settled(tree, {}, real_value(tree, {})))
    except Undefined:
        pass
    raise AnswerError("The answer is not a real, finite number.")


def _from_text(text: str, unit: str) -> float:
    value, dimension = quantity(text)
    if dimension is None:
        return _finite(value)
    return _finite(value * _factor(1.0, dimension, text, unit))


def _finite(value: Any) -> float:
    if value.imag == 0 and abs(value) < LARGEST:
        return float(value.real)
    raise AnswerError("The answer is not a real, finite number.")


def _unit(given: str) -> tuple[float, Dimension]:
    try:
        return parse_unit(given)
    except TreeError as error:
        message = str(error)
    raise AnswerError(f"{message[0].upper()}{message[1:]}.")


def _factor(scale: float, dimension: Dimension, given: str, unit: str) -> float:
    """What a value in units of that scale and dimension is to be multiplied by, to be in the wanted one."""
    wanted_scale, wanted = parse_unit(unit)
    if dimension == wanted:
        return scale / wanted_scale
    asked = f"in {unit}" if unit else "without a unit (a plain number)"
    raise AnswerError(f"The unit of `{shorten(given)}` does not fit; expected a value {asked}.")
