"""Equations of motion: equal when they determine the same accelerations.

Any system of n equations, linear in the n accelerations, is A(q, q_d) q_dd + b = 0. It is equivalent to the
reference exactly if A is regular and the accelerations of the reference satisfy it, whatever the order, the
sign, the scaling or the combination of its equations, and whether it is written as M q_dd + C q_d + g = Q
or solved for q_dd.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from mechanics.checks.answers import Data, all_names, check_length, formula, resolve
from mechanics.checks.compare import EXACT, ROUNDED, determinant
from mechanics.checks.dimensions import dimensions_of, misfit
from mechanics.checks.equalities import equations
from mechanics.checks.evaluate import Undefined, mp, number, settled, text_of
from mechanics.checks.explain_equations import explain_equation
from mechanics.checks.mistakes import generic_mistakes
from mechanics.checks.points import Point, Points, numbers
from mechanics.checks.rows import Row, holds, parallel, row_of
from mechanics.checks.verdict import Verdict, right, wrong
from mechanics.formulas.tree import Tree, add, has_floats, mul

__all__ = ["judge", "make"]

POINTS = 6
_RESTS = 2  # further points where all rates are zero
_SPOTS = 3
_MOST_MISTAKES = 80


def make(
    reference: Data, domain: Mapping[str, str], points: Points, mistakes: Mapping[str, Data], hidden: bool
) -> dict[str, Any]:
    """Key of equations of motion.

    Parameters
    ----------
    reference : dict
        Data of the right equations, as many as the domain has accelerations.
    domain : mapping of str
        Domain by name.
    points : Points
        What draws the points.
    mistakes : mapping
        Wrong results by their sentences, written like the reference.
    hidden : bool
        Whether the key is for a hidden check: it then has no mistakes.

    Returns
    -------
    dict
        Plain JSON data.

    Raises
    ------
    ValueError
        Unless the reference determines the accelerations at all points.
    """
    accelerations = [name for name in domain if name.endswith("_dd")]
    trees = _trees(reference, list(domain))
    if not accelerations or len(trees) != len(accelerations):
        raise ValueError(
            f"the reference must have one equation for each of the domain's accelerations, {accelerations}; "
            f"got {len(trees)} equation(s)"
        )
    drawn = _draw(points, accelerations)
    rows = [[_reference_row(tree, point, accelerations) for tree in trees] for point in drawn]
    key: dict[str, Any] = {
        "kind": "equations",
        "names": list(domain),
        "accelerations": accelerations,
        "exact": not any(map(has_floats, trees)),
        "rests": _RESTS,
        "points": [[point[name] for name in domain] for point in drawn],
        "solutions": [[text_of(value) for value in _solve(at_point)] for at_point in rows],
    }
    if hidden:
        return {**key, "hidden": True, "rows": [], "mistakes": []}
    key["dimensions"] = dimensions_of(domain)
    key["rows"] = [[[text_of(value, 20) for value in row] for row in at_point] for at_point in rows]
    wrong_trees = [tree for data in mistakes.values() for tree in _trees(data, list(domain))]
    told = points.told_as(all_names([*trees, *wrong_trees]))
    key["zeros"] = list(_zeros(trees, points, drawn[0], key, [name for name in told if told[name] == name]))
    key["mistakes"] = _mistakes(trees, rows[:_SPOTS], drawn[:_SPOTS], mistakes, key)
    return key


def _draw(points: Points, accelerations: Sequence[str]) -> list[Point]:
    drawn = points.several(POINTS + _RESTS)
    rates = {name[:-1]: "0" for name in accelerations if name[:-1] in points.free}
    return [*drawn[:POINTS], *(points.replace(point, rates) for point in drawn[POINTS:])]


def _trees(data: Data, names: Sequence[str]) -> list[Tree]:
    """Each equation as the formula left - right."""
    trees = []
    for index, (left, right_side) in enumerate(equations(data), start=1):
        sides = [formula(side, names, f"Equation {index}") for side in (left, right_side)]
        trees.append(sides[0] if sides[1] == 0 else add(sides[0], mul(-1, sides[1])))
    return trees


def _reference_row(tree: Tree, point: Point, accelerations: Sequence[str]) -> Row:
    """`row_of` the reference, exactly zero where all terms cancel."""
    row = row_of(tree, point, accelerations)
    if row is None:
        raise ValueError("the equations of the reference are undefined at a point of the domain")
    at_rest = {**numbers(point), **dict.fromkeys(accelerations, number(0))}
    return [*row[:-1], settled(tree, at_rest, row[-1])]


def _solve(rows: Sequence[Row]) -> list[Any]:
    try:
        return list(mp.lu_solve(mp.matrix([row[:-1] for row in rows]), mp.matrix([-row[-1] for row in rows])))
    except (ZeroDivisionError, TypeError):  # TypeError: a bug of mpmath where rows are equal
        pass
    raise ValueError("the equations of the reference are singular at a point of the domain")


def _zeros(
    trees: Sequence[Tree], points: Points, first: Point, key: dict[str, Any], free: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Right accelerations at the first point with a single name being 0, where they are determined."""
    for name in free:
        if name in key["accelerations"]:
            continue
        with suppress(ValueError, Undefined):
            point = points.replace(first, {name: "0"})
            rows = [_reference_row(tree, point, key["accelerations"]) for tree in trees]
            solution = [text_of(value) for value in _solve(rows)]
            yield {"name": name, "point": [point[x] for x in key["names"]], "solution": solution}


def _mistakes(
    trees: Sequence[Tree],
    rows: Sequence[Sequence[Row]],
    spots: Sequence[Point],
    special: Mapping[str, Data],
    key: dict[str, Any],
) -> list[dict[str, Any]]:
    """Rows of wrong equations at the first points."""
    names, accelerations = key["names"], key["accelerations"]
    candidates = [(say, tree, False) for say, data in special.items() for tree in _trees(data, names)]
    for tree in trees:
        candidates += [(say, variant, True) for say, variant in list(generic_mistakes(tree))[:_MOST_MISTAKES]]
    result: dict[tuple[str, ...], dict[str, Any]] = {}
    for say, tree, generic in candidates:
        wrong_rows = [row_of(tree, point, accelerations) for point in spots]
        is_right = any(parallel([at_point[i] for at_point in rows], wrong_rows) for i in range(len(trees)))
        if None not in wrong_rows and not is_right:
            texts = [[text_of(value, 15) for value in row or []] for row in wrong_rows]
            mark = {"generic": True} if generic else {}
            result.setdefault(tuple(sum(texts, [])), {"say": say, "rows": texts, **mark})
    return list(result.values())


def judge(data: Data, key: dict[str, Any]) -> Verdict:
    """Verdict on equations of motion.

    Parameters
    ----------
    data : dict
        Captured answer.
    key : dict
        From `make`.

    Raises
    ------
    AnswerError
        For what are no equations in the names of the task; the message is for the student.
    """
    accelerations = key["accelerations"]
    trees = _trees(resolve(data), key["names"])
    check_length(trees)
    count = len(accelerations)
    if not all_names(trees) & set(accelerations):
        return wrong(f"No acceleration ({', '.join(accelerations)}) occurs in it: these are no equations of motion.")
    if len(trees) != count:
        return wrong(f"Expected {count} equation(s) for {', '.join(accelerations)}; got {len(trees)}.")
    points = [dict(zip(key["names"], row, strict=True)) for row in key["points"]]
    rows = [[row_of(tree, point, accelerations) for point in points] for tree in trees]
    solutions = [[number(text) for text in texts] for texts in key["solutions"]]
    tolerances = [EXACT if key["exact"] and not has_floats(tree) else ROUNDED for tree in trees]
    bad = [i for i in range(count) if not holds(rows[i], solutions, tolerances[i])]
    if bad:
        return wrong(_reason(bad, trees, rows, solutions, key))
    empty = [i for i in range(count) if all(row is not None and not any(row) for row in rows[i])]
    if empty:
        which = "It" if count == 1 else _equations(empty)
        return wrong(f"{which} {'says' if len(empty) == 1 else 'say'} only that 0 = 0.")
    if _dependent(rows):
        return wrong("Each equation holds, but they are not independent: one follows from the others.")
    return right()


def _dependent(rows: Sequence[Sequence[Row | None]]) -> bool:
    """Whether the equations fail to determine the accelerations at any point."""
    for at_point in zip(*rows, strict=True):
        if None not in at_point:
            normed = [[a / max(map(abs, row[:-1])) if any(row[:-1]) else a for a in row[:-1]] for row in at_point]
            if abs(determinant(normed)) < number("1e-5"):
                return True
    return False


def _reason(
    bad: Sequence[int],
    trees: Sequence[Tree],
    rows: Sequence[Sequence[Row | None]],
    solutions: Sequence[Row],
    key: dict[str, Any],
) -> str:
    count = len(rows)
    units = [misfit(trees[i], key) for i in bad]
    sentences = [
        f"{unit} {explain_equation(trees[i], rows[i], solutions, key)}".strip()
        for unit, i in zip(units, bad, strict=True)
    ]
    if count == 1:
        return sentences[0] or "This is not the right equation of motion."
    if len(bad) == 1:
        return f"Equation {bad[0] + 1} is not right. {sentences[0]}".rstrip()
    head = f"{_equations(bad)} are not right."
    details = [f"Equation {i + 1}: {say}" for i, say in zip(bad, sentences, strict=True) if say]
    return " ".join([head, *details])


def _equations(indices: Sequence[int]) -> str:
    """``Equation 2``, ``Equations 1, 2 and 3``."""
    *first, last = [str(i + 1) for i in indices]
    return f"Equations {', '.join(first)} and {last}" if first else f"Equation {last}"
