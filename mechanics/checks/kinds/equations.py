"""Equations of motion: equal when they determine the same accelerations.

Any system of n equations, linear in the n accelerations, is A(q, q_d) q_dd + b = 0. It is equivalent to the
reference exactly if A is regular and the accelerations of the reference satisfy it, whatever the order, the
sign, the scaling or the combination of its equations, and whether it is written as M q_dd + C q_d + g = Q
or solved for q_dd.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from mechanics.checks.answers import AnswerError, Data, all_names, check_length, formula, resolve
from mechanics.checks.at_points import real_values
from mechanics.checks.compare import EXACT, ROUNDED, agree, determinant
from mechanics.checks.dimensions import dimensions_of, misfit
from mechanics.checks.equalities import equations
from mechanics.checks.evaluate import mp, number, settled, text_of
from mechanics.checks.mistakes import generic_mistakes
from mechanics.checks.points import Point, Points, numbers
from mechanics.checks.verdict import Verdict, right, wrong
from mechanics.formulas.tree import Tree, add, has_floats, mul

__all__ = ["judge", "make"]

POINTS = 6
_RESTS = 2  # further points where all rates are zero
_SPOTS = 3
_MOST_MISTAKES = 80
_PROBE = ("1.3", "-0.7", "2.1", "0.4", "-1.9", "0.8")  # accelerations at which linearity is tested

Row = list[Any]
"""One equation at one point: the coefficients of the accelerations, then the rest b; None where undefined."""


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
        "points": [[point[name] for name in domain] for point in drawn],
        "solutions": [[text_of(value) for value in _solve(at_point)] for at_point in rows],
    }
    if hidden:
        return {**key, "rows": [], "mistakes": []}
    key["dimensions"] = dimensions_of(domain)
    key["rows"] = [[[text_of(value, 20) for value in row] for row in at_point] for at_point in rows]
    key["mistakes"] = _mistakes(trees, rows[:_SPOTS], drawn[:_SPOTS], mistakes, key)
    return key


def _draw(points: Points, accelerations: Sequence[str]) -> list[Point]:
    drawn = [points.draw() for _ in range(POINTS + _RESTS)]
    rates = {name[:-1]: "0" for name in accelerations if name[:-1] in points.free}
    return [*drawn[:POINTS], *(points.replace(point, rates) for point in drawn[POINTS:])]


def _trees(data: Data, names: Sequence[str]) -> list[Tree]:
    """Each equation as the formula left - right."""
    trees = []
    for index, (left, right_side) in enumerate(equations(data), start=1):
        sides = [formula(side, names, f"Equation {index}") for side in (left, right_side)]
        trees.append(sides[0] if sides[1] == 0 else add(sides[0], mul(-1, sides[1])))
    return trees


def _row(tree: Tree, point: Point, accelerations: Sequence[str]) -> Row | None:
    """Coefficients and rest of an equation at a point; raises `AnswerError` if it is not linear."""
    at, size = numbers(point), len(accelerations)
    unit = [[number(int(i == j)) for j in range(size)] for i in range(size)]
    probe = [number(_PROBE[i % len(_PROBE)]) for i in range(size)]
    tried = [{**at, **dict(zip(accelerations, values, strict=True))} for values in ([number(0)] * size, *unit, probe)]
    rest, *residuals, probed = real_values(tree, tried)
    if None in (rest, probed, *residuals):
        return None
    coefficients = [residual - rest for residual in residuals]
    linear = rest + _dot(coefficients, probe)
    if not agree(probed, linear, abs(rest) + sum(map(abs, coefficients)), number("1e-8")):
        raise AnswerError("The accelerations do not enter linearly, as they do in equations of motion.")
    return [*coefficients, rest]


def _dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return sum((x * y for x, y in zip(a, b, strict=True)), number(0))


def _reference_row(tree: Tree, point: Point, accelerations: Sequence[str]) -> Row:
    """`_row` of the reference, exactly zero where all terms cancel."""
    row = _row(tree, point, accelerations)
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


def _mistakes(
    trees: Sequence[Tree],
    rows: Sequence[Sequence[Row]],
    spots: Sequence[Point],
    special: Mapping[str, Data],
    key: dict[str, Any],
) -> list[dict[str, Any]]:
    """Rows of wrong equations at the first points."""
    names, accelerations = key["names"], key["accelerations"]
    candidates = [(say, tree) for say, data in special.items() for tree in _trees(data, names)]
    for tree in trees:
        candidates += list(generic_mistakes(tree))[:_MOST_MISTAKES]
    result: dict[tuple[str, ...], dict[str, Any]] = {}
    for say, tree in candidates:
        wrong_rows = [_row(tree, point, accelerations) for point in spots]
        is_right = any(_parallel([at_point[i] for at_point in rows], wrong_rows) for i in range(len(trees)))
        if None not in wrong_rows and not is_right:
            texts = [[text_of(value, 15) for value in row or []] for row in wrong_rows]
            result.setdefault(tuple(sum(texts, [])), {"say": say, "rows": texts})
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
        return wrong(f"Expected are {count} equation(s) for {', '.join(accelerations)}; here are {len(trees)}.")
    points = [dict(zip(key["names"], row, strict=True)) for row in key["points"]]
    rows = [[_row(tree, point, accelerations) for point in points] for tree in trees]
    solutions = [[number(text) for text in texts] for texts in key["solutions"]]
    tolerances = [EXACT if key["exact"] and not has_floats(tree) else ROUNDED for tree in trees]
    bad = [i for i in range(count) if not _holds(rows[i], solutions, tolerances[i])]
    if bad:
        return wrong(_reason(bad, trees, rows, solutions, key))
    empty = [i for i in range(count) if all(row is not None and not any(row) for row in rows[i])]
    if empty:
        which = "It" if count == 1 else _equations(empty)
        return wrong(f"{which} {'says' if len(empty) == 1 else 'say'} only that 0 = 0.")
    if _dependent(rows):
        return wrong("Each equation holds, but they are not independent: one follows from the others.")
    return right()


def _holds(rows: Sequence[Row | None], solutions: Sequence[Row], tolerance: Any) -> bool:
    """Whether the right accelerations satisfy an equation at all points where it is defined."""
    known = [(row, solution) for row, solution in zip(rows, solutions, strict=True) if row is not None]
    if 2 * len(known) <= len(rows):
        return False
    return all(agree(_dot(row[:-1], solution), -row[-1], _size(row, solution), tolerance) for row, solution in known)


def _size(row: Row, solution: Row) -> Any:
    """Size of the inertia terms.

    That of the other terms would let an equation full of cancelling terms pass.
    """
    floor = max(map(abs, solution)) / 1000 or number(1)
    return sum(abs(a) * max(abs(x), floor) for a, x in zip(row[:-1], solution, strict=True))


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
    units = [misfit(trees[i], key.get("dimensions", {})) for i in bad]
    sentences = [f"{unit} {_explain(rows[i], solutions, key)}".strip() for unit, i in zip(units, bad, strict=True)]
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


def _explain(rows: Sequence[Row | None], solutions: Sequence[Row], key: dict[str, Any]) -> str:
    if 2 * rows.count(None) >= len(rows):
        return "It has no real, finite value: a division by zero, or the root of a negative number?"
    for mistake in key["mistakes"]:
        if _parallel(rows[:_SPOTS], [[number(text) for text in row] for row in mistake["rows"]]):
            return str(mistake["say"])
    if _holds(rows, [[-x for x in solution] for solution in solutions], ROUNDED):
        return "The accelerations have the wrong sign against all other terms."
    references = [[[number(text) for text in row] for row in at_point] for at_point in key["rows"]]
    for reference in zip(*references, strict=True):
        sentence = _compare(rows, list(reference))
        if sentence:
            return sentence
    return ""


def _compare(rows: Sequence[Row | None], reference: Sequence[Row]) -> str:
    """Which part differs from one equation of the reference: inertia, terms with velocities, or the rest."""
    inertia = [row and [*row[:-1], number(0)] for row in rows]
    if _parallel(inertia, [[*row[:-1], number(0)] for row in reference]):
        still = slice(len(rows) - _RESTS, None)
        if _parallel(rows[still], reference[still]):
            return "It is right at rest, but the terms with velocities (Coriolis, damping, ...) are not."
        return (
            "The terms with accelerations are right, but already at rest the others are not: look at "
            "gravity, springs and applied forces."
        )
    rest = [(row[-1], right_row[-1]) for row, right_row in zip(rows, reference, strict=True) if row is not None]
    if all(agree(a, b, abs(b)) for a, b in rest) or all(agree(-a, b, abs(b)) for a, b in rest):
        return "The terms without accelerations are right; the coefficients of the accelerations are not."
    return ""


def _parallel(rows: Sequence[Row | None], others: Sequence[Row | None]) -> bool:
    """Whether two equations are multiples of each other at every point where both are defined."""
    pairs = [(a, b) for a, b in zip(rows, others, strict=False) if a is not None and b is not None]
    return bool(pairs) and all(_multiple(a, b) for a, b in pairs)


def _multiple(a: Row, b: Row) -> bool:
    size = max(map(abs, a)) * max(map(abs, b))
    pivot = max(range(len(b)), key=lambda i: abs(b[i]))
    return bool(size) and all(agree(x * b[pivot], a[pivot] * y, size) for x, y in zip(a, b, strict=True))
