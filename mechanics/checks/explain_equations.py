"""Why an equation of motion is wrong: whatever it is multiplied by, it must hold for the right accelerations."""

from collections.abc import Mapping, Sequence
from typing import Any

from mechanics.checks.compare import ROUNDED, agree, constant_ratio
from mechanics.checks.evaluate import number, text_of
from mechanics.checks.evidence import listed, where_zero
from mechanics.checks.repair import repair
from mechanics.checks.rows import Row, holds, parallel, row_of
from mechanics.formulas.tree import Tree

__all__ = ["explain_equation"]

_OFF = 2  # points with wrong accelerations


def explain_equation(tree: Tree, rows: Sequence[Row | None], solutions: Sequence[Row], key: dict[str, Any]) -> str:
    """The best explanation of a wrong equation; empty if there is none.

    Parameters
    ----------
    tree : Tree
        Left side minus right side.
    rows : sequence of Row or None
        The equation at the points of the key.
    solutions : sequence of list
        Right accelerations there.
    key : dict
        A key of `mechanics.checks.kinds.equations`.
    """
    if 2 * rows.count(None) >= len(rows):
        return "It has no real, finite value: a division by zero, or the root of a negative number?"
    if key.get("hidden"):  # its names are not for the student
        return _turned(rows, solutions)
    moving = _moving(key)
    at_zero = _at_zero(tree, key)
    return (
        _mistake(rows, key, generic=False)
        or repair(tree, key["names"], [*moving, *_off(moving, key)], [number(0)] * (len(moving) + _OFF), _OFF)
        or _turned(rows, solutions)
        or _without_accelerations(rows)  # any two such equations for one acceleration are multiples of each other
        or _mistake(rows, key, generic=True)
        or _compare(rows, key)
        or _where_zero(at_zero)
        or _absent(rows[0], at_zero, key)
    )


def _turned(rows: Sequence[Row | None], solutions: Sequence[Row]) -> str:
    if holds(rows, [[-x for x in solution] for solution in solutions], ROUNDED):
        return "The accelerations have the wrong sign against all other terms."
    return ""


def _mistake(rows: Sequence[Row | None], key: dict[str, Any], *, generic: bool) -> str:
    for mistake in key["mistakes"]:
        wrong_rows = [[number(text) for text in row] for row in mistake["rows"]]
        if mistake.get("generic", False) == generic and parallel(rows[: len(wrong_rows)], wrong_rows):
            return str(mistake["say"])
    return ""


def _moving(key: dict[str, Any]) -> list[list[str]]:
    """The points with the right accelerations, at which a right equation is fulfilled."""
    found = []
    for point, solution in zip(key["points"], key["solutions"], strict=True):
        right = dict(zip(key["accelerations"], solution, strict=True))
        found.append([right.get(name, text) for name, text in zip(key["names"], point, strict=True)])
    return found


def _off(moving: Sequence[list[str]], key: dict[str, Any]) -> list[list[str]]:
    """Some points with other accelerations, at which no equation of motion is fulfilled."""
    kinds = [name in key["accelerations"] for name in key["names"]]
    pairs = [zip(point, kinds, strict=True) for point in moving[:_OFF]]
    return [[text_of(number(text) * 1.7 + 0.6) if turned else text for text, turned in pair] for pair in pairs]


def _at_zero(tree: Tree, key: dict[str, Any]) -> dict[str, tuple[Row, Row]]:
    """By name the equation and the right accelerations at the first point with 0 in place of this name."""
    found = {}
    for zero in key.get("zeros", []):
        row = row_of(tree, dict(zip(key["names"], zero["point"], strict=True)), key["accelerations"])
        if row:
            found[zero["name"]] = row, [number(text) for text in zero["solution"]]
    return found


def _where_zero(at_zero: Mapping[str, tuple[Row, Row]]) -> str:
    """Names whose terms contain the whole mistake: the equation holds where any of them is zero."""
    pairs = at_zero.items()
    return where_zero([name for name, (row, right) in pairs if any(row[:-1]) and holds([row], [right], ROUNDED)])


def _absent(first: Row | None, at_zero: Mapping[str, tuple[Row, Row]], key: dict[str, Any]) -> str:
    """Names that matter but do not occur, where there is one equation only; else they may be in another one."""
    right = [number(text) for text in key["solutions"][0]]
    if len(right) > 1 or first is None:
        return ""
    missing = sorted(name for name, (row, wanted) in at_zero.items() if wanted != right and row == first)
    return f"It does not depend on {listed(missing)}, but the right result does." if missing else ""


def _compare(rows: Sequence[Row | None], key: dict[str, Any]) -> str:
    """Which coefficient does not fit the others, whatever the equation is multiplied by."""
    references = [[[number(text) for text in row] for row in at_point] for at_point in key["rows"]]
    what = [f"The coefficient of `{name}`" for name in key["accelerations"]] + ["The part without accelerations"]
    for reference in zip(*references, strict=True):
        if None in rows:
            return ""
        fits = [_fitting(rows, reference, pivot) for pivot in range(len(what))]
        best = max(fits, key=len)
        still = slice(len(rows) - key["rests"], None)
        others = [i for i in range(len(what)) if i not in best]
        if others == [len(what) - 1] and parallel(rows[still], reference[still]):
            return "It is right at rest, but the terms with velocities (Coriolis, damping, ...) are not."
        if others and _opposite_at_rest(rows[still], reference[still]):
            return "At rest, the other terms have the wrong sign against those with accelerations."
        if len(best) > 1 and len(others) == 1:
            return f"{what[others[0]]} does not fit the other terms, which are right among themselves."
        if len(what) == 2 and (right := _right_by_itself(rows, reference)) is not None:
            return f"{what[right]} is right, but for a number perhaps; {what[1 - right].lower()} is not."
    return ""


def _without_accelerations(rows: Sequence[Row | None]) -> str:
    """Whether the coefficients of all accelerations are zero."""
    if any(row is None or any(row[:-1]) for row in rows):
        return ""
    return "No acceleration is left in it: is the derivative with respect to time missing, or taken of something else?"


def _opposite_at_rest(rows: Sequence[Any], reference: Sequence[Row]) -> bool:
    """Whether only the sign of what remains at rest is wrong there."""
    return any(row[-1] for row in reference) and parallel(rows, [[*row[:-1], -row[-1]] for row in reference])


def _right_by_itself(rows: Sequence[Any], reference: Sequence[Row]) -> int | None:
    """Which of the two parts of an equation for one acceleration is a multiple of the right one at all points."""
    fits = []
    for part in (0, 1):
        right = [row[part] for row in reference]
        ratio = constant_ratio([row[part] for row in rows], right)
        fits.append(ratio is not None and ratio != 0 and any(x != right[0] for x in right))
    return fits.index(True) if fits.count(True) == 1 else None


def _fitting(rows: Sequence[Any], reference: Sequence[Row], pivot: int) -> list[int]:
    """The parts of an equation that are right if one of them is; empty if that is zero."""
    if not all(row[pivot] and right_row[pivot] for row, right_row in zip(rows, reference, strict=True)):
        return []
    pairs = [(row, right_row, row[pivot] / right_row[pivot]) for row, right_row in zip(rows, reference, strict=True)]
    return [
        i
        for i in range(len(reference[0]))
        if all(agree(row[i], scale * right_row[i], abs(scale * right_row[i])) for row, right_row, scale in pairs)
    ]
