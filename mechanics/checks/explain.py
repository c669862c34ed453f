"""Why a formula is wrong, as far as numbers can tell: from its values, the right ones and those of mistakes."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from mechanics.checks.compare import ROUNDED, Column, agree, constant_ratio, scales
from mechanics.checks.evaluate import mp, number, text_of
from mechanics.checks.mistakes import GENERIC

__all__ = ["SIGN", "arrangement", "explain"]

SIGN = "The sign of the whole expression is wrong."


def explain(values: Column, key: dict[str, Any], entry: int) -> str:
    """The best explanation of a wrong entry; empty if there is none.

    Parameters
    ----------
    values : Column
        Of the answer's entry, at the points of the key.
    key : dict
        A key of `mechanics.checks.kinds.expression`.
    entry : int
        Index of the entry.
    """
    references = [number(row[entry]) for row in key["values"]]
    return (
        _mistake(values, key, entry, generic=False)
        or _sign(values, references)  # before any single angle: -sin(phi) is sin(-phi) as well
        or _mistake(values, key, entry, generic=True)
        or _ratio(values, references)
        or _rounded(values, references)
        or _offset(values, references)
        or _dependence(values, references, key)
        or _region(values, references, key)
    )


def _mistake(values: Column, key: dict[str, Any], entry: int, *, generic: bool) -> str:
    """The sentence of a mistake of the task itself, or of one that is made everywhere."""
    for mistake in key["mistakes"]:
        is_asked = mistake["entry"] == entry and (mistake["say"] in GENERIC) == generic
        if is_asked and _matches(values, mistake["values"]):
            return str(mistake["say"])
    return ""


def _matches(values: Column, texts: Sequence[str]) -> bool:
    pairs = [(value, number(text)) for value, text in zip(values, texts, strict=False)]
    return all(value is not None and agree(value, text, max(abs(text), 1e-6)) for value, text in pairs)


def _sign(values: Column, references: Column) -> str:
    ratio = constant_ratio(values, references)
    return SIGN if ratio is not None and agree(ratio, -1, 1) else ""


def _ratio(values: Column, references: Column) -> str:
    ratio = constant_ratio(values, references)
    if ratio is None or agree(ratio, 1, 1):
        return ""
    if agree(ratio, -1, 1):
        return SIGN
    if ratio == 0:
        return "It is zero, but the right result is not."
    for name, factor in (("pi/180", mp.pi() / 180), ("180/pi", 180 / mp.pi())):
        if agree(ratio, factor, factor):
            return f"It is {name} times the right result: degrees and radians are mixed up."
    return f"It is {_plain(ratio)} times the right result: a constant factor is wrong."


def _plain(value: Any) -> str:
    fraction = Fraction(float(value)).limit_denominator(200)
    return str(fraction) if agree(value, number(fraction.numerator) / fraction.denominator, 1) else text_of(value, 4)


def _rounded(values: Column, references: Column) -> str:
    sizes = scales([references])[0]
    close = [
        a is not None and agree(a, b, size, number("5e-3"))
        for a, b, size in zip(values, references, sizes, strict=True)
    ]
    if all(close):
        return "It is close but not equal: are there rounded numbers in it? Write fractions like 1/12 exactly."
    return ""


def _offset(values: Column, references: Column) -> str:
    offsets = [a - b for a, b in zip(values, references, strict=True) if a is not None]
    size = max(abs(value) for value in references)
    if len(offsets) > 3 and all(agree(offset, offsets[0], max(size, abs(offsets[0]))) for offset in offsets):
        return "It differs from the right result by a constant number."
    return ""


def _dependence(values: Column, references: Column, key: dict[str, Any]) -> str:
    """Names that the answer depends on and should not, or the other way round."""
    ours, right = _depends(values, key), _depends(references, key)
    if ours is None or right is None:
        return ""
    more, less = sorted(ours - right), sorted(right - ours)
    sentences = [f"It depends on {_and(more)}, but the right result does not."] if more else []
    sentences += [f"It does not depend on {_and(less)}, but the right result does."] if less else []
    return " ".join(sentences)


def _depends(values: Column, key: dict[str, Any]) -> set[str] | None:
    """Names whose variation from the first point changes the values."""
    if not values or values[0] is None:
        return None
    size = max(abs(value) for value in values if value is not None) or 1
    pairs = zip(key["vary"], values, strict=True)
    return {name for name, value in pairs if name and value is not None and not agree(value, values[0], size)}


def _region(values: Column, references: Column, key: dict[str, Any]) -> str:
    """What only the error, or only the factor between the two, depends on."""
    known = [(a, b) for a, b in zip(values, references, strict=True)]
    if any(a is None for a, _ in known):
        return ""
    total = _depends(references, key) or set()
    error = _depends([a - b for a, b in known], key)
    if error and len(error) <= max(1, len(total) // 2):
        return f"The difference to the right result depends on {_and(sorted(error))} only."
    if all(b != 0 for _, b in known):
        factor = _depends([a / b for a, b in known], key)
        if factor and len(factor) <= 3 and len(factor) < len(total):
            return f"It is right up to a factor that depends on {_and(sorted(factor))} only."
    return ""


def _and(names: Sequence[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    if len(quoted) > 4:
        quoted = [*quoted[:3], f"{len(quoted) - 3} other names"]
    return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + " and " + quoted[-1]


def arrangement(answer: Sequence[Column], references: Sequence[Column], size: tuple[int, ...]) -> str:
    """What is wrong with a vector or matrix as a whole: order, transposition, sign; empty if nothing is.

    Parameters
    ----------
    answer, references : sequence of Column
        Values of the entries, row by row.
    size : tuple of int
        Shape of the answer.
    """
    sizes = scales(references)
    equal = [[_equal(a, b, s) for b, s in zip(references, sizes, strict=True)] for a in answer]
    if len(size) == 1:
        matched = [row.index(True) if True in row else -1 for row in equal]
        if sorted(matched) == list(range(len(answer))):
            return "The components are right, but their order is not."
    if len(size) == 2:
        for sentence, order in _orders(*size).items():
            if all(equal[index][source] for index, source in enumerate(order)):
                return sentence
    ratios = [constant_ratio(a, b) for a, b in zip(answer, references, strict=True) if any(b)]
    if len(ratios) > 1 and all(ratio is not None and agree(ratio, ratios[0], 1) for ratio in ratios):
        return _ratio(answer[_first(references)], references[_first(references)]).replace("expression", "result")
    return ""


def _first(references: Sequence[Column]) -> int:
    return next(index for index, column in enumerate(references) if any(column))


def _equal(values: Column, references: Column, sizes: Column) -> bool:
    return all(a is not None and agree(a, b, s, ROUNDED) for a, b, s in zip(values, references, sizes, strict=True))


def _orders(rows: int, cols: int) -> dict[str, list[int]]:
    """For each typical rearrangement the index of the right entry in each place."""
    places = [(row, col) for row in range(rows) for col in range(cols)]
    orders = {
        "The rows are in the opposite order.": [(rows - 1 - row) * cols + col for row, col in places],
        "The columns are in the opposite order.": [row * cols + cols - 1 - col for row, col in places],
        "Rows and columns are both in the opposite order: check the order of the coordinates.": [
            (rows - 1 - row) * cols + cols - 1 - col for row, col in places
        ],
    }
    if rows == cols:
        orders = {
            "The matrix is transposed: rows and columns are exchanged.": [col * cols + row for row, col in places],
            **orders,
        }
    return orders
