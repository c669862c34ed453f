"""Sets of equilibria: any order, angles modulo 2 pi, families with a free coordinate.

An equilibrium is a value for each coordinate. A free coordinate has itself as its value, so that it agrees
at every point. Constants such as 0 or pi would give the answer away in a key; only their digest is stored.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from mechanics.checks.answers import AnswerError, Data, formula, is_set, resolve, shape
from mechanics.checks.compare import Column, agree, columns
from mechanics.checks.evaluate import mp, number, text_of
from mechanics.checks.points import Point, Points
from mechanics.checks.verdict import Verdict, right, wrong
from mechanics.formulas.tree import Tree, names_of

__all__ = ["judge", "make"]

POINTS = 6

Equilibrium = dict[str, Tree]


def make(
    reference: Data,
    domain: Mapping[str, str],
    points: Points,
    mistakes: Mapping[str, Data],
    hidden: bool,
    coordinates: Sequence[str] = (),
    optional: Data | None = None,
) -> dict[str, Any]:
    """Key of a set of equilibria.

    Parameters
    ----------
    reference : dict
        Data of the right set.
    domain : mapping of str
        Domain by name.
    points : Points
        What draws the points.
    mistakes : mapping
        Wrong results by their sentences, written like the reference.
    hidden : bool
        Whether the key is for a hidden check: it then has no mistakes.
    coordinates : sequence of str
        Their order in answers without names; those of the first reference unless given.
    optional : dict, optional
        Data of further equilibria, which are accepted but need not be given.

    Returns
    -------
    dict
        Plain JSON data.

    Raises
    ------
    ValueError
        For a reference without names or coordinates, or one that is undefined at a point.
    """
    names = list(coordinates) or _named(reference)
    drawn = [points.draw() for _ in range(POINTS)]
    salt = points.draw()[next(iter(points.free))]
    key: dict[str, Any] = {
        "kind": "equilibria",
        "names": list(domain),
        "coordinates": names,
        "periodic": [name for name in names if domain.get(name, "").startswith("angle")],
        "salt": salt,
        "points": [[point[name] for name in domain] for point in drawn],
    }

    def stored(data: Data) -> list[dict[str, Any]]:
        return [_stored(solution, drawn, key) for solution in _equilibria(data, names, list(domain))]

    key["solutions"] = stored(reference)
    key["optional"] = stored(optional) if optional else []
    key["mistakes"] = (
        []
        if hidden
        else [{"say": say, "solution": solution} for say, data in mistakes.items() for solution in stored(data)]
    )
    return key


def _named(reference: Data) -> list[str]:
    first = reference["items"][0] if reference["type"] == "list" and reference["items"] else reference
    if first["type"] != "dict":
        raise ValueError("equilibria without names need `coordinates=[...]`")
    return [name for name, _ in first["items"]]


def _stored(solution: Equilibrium, drawn: Sequence[Point], key: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, tree in solution.items():
        (column,) = columns([tree], drawn)
        if None in column:
            raise ValueError(f"the equilibrium value of `{name}` is undefined at a point of the domain")
        constant = not names_of(tree)
        result[name] = {"digest": _digest(column[0], name, key)} if constant else [text_of(v) for v in column]
    return result


def _digest(value: Any, name: str, key: dict[str, Any]) -> str:
    """Fingerprint of a constant; of an angle its direction counts."""
    parts = [mp.cos(value), mp.sin(value)] if name in key["periodic"] else [value]
    rounded = [f"{float(part) + 1e-8:.6f}".replace("-0.000000", "0.000000") for part in parts]
    return hashlib.sha256("|".join([key["salt"], name, *rounded]).encode()).hexdigest()[:24]


def _equilibria(data: Data, coordinates: Sequence[str], names: Sequence[str]) -> list[Equilibrium]:
    """All equilibria of an answer as value for each coordinate; raises `AnswerError`."""
    if data["type"] in ("dict", "equation") or _is_single(data, len(coordinates)):
        data = {"type": "list", "items": [data]}
    if data["type"] != "list":
        data = {"type": "list", "items": [data]}
    return [
        _equilibrium(item, coordinates, names, f"Equilibrium {index}")
        for index, item in enumerate(data["items"], start=1)
    ]


def _is_single(data: Data, count: int) -> bool:
    """One equilibrium given as a plain list of the coordinates or of equations."""
    if data["type"] != "list" or not data["items"]:
        return False
    kinds = {item["type"] for item in data["items"]}
    return (count > 1 and kinds == {"scalar"}) or kinds == {"equation"} and count > 1


def _equilibrium(data: Data, coordinates: Sequence[str], names: Sequence[str], where: str) -> Equilibrium:
    pairs = _pairs(data, coordinates, where)
    result: Equilibrium = {name: name for name in coordinates}
    for name, value in pairs:
        tree = formula(value, names, where)
        if type(name) is not str:
            raise AnswerError(f"{where} gives a value for something that is not a coordinate.")
        if name in result:
            result[name] = tree
        elif not (str(name).endswith("_d") or str(name).endswith("_dd")) or tree != 0:
            raise AnswerError(f"{where} gives a value for `{name}`; the coordinates are {', '.join(coordinates)}.")
    return result


def _pairs(data: Data, coordinates: Sequence[str], where: str) -> list[tuple[Tree, Data]]:
    if data["type"] == "dict":
        return [(key, value) for key, value in data["items"]]
    items = data["items"] if data["type"] == "list" else [data]
    if items and all(item["type"] == "equation" for item in items):
        return [_named_side(item, coordinates) for item in items]
    if len(coordinates) > 1 and is_set(data):
        raise AnswerError(f"{where} is a set, which has no order; write a list or a dictionary.")
    if len(items) == 1 and shape(items[0]) not in ((), None):
        items = items[0]["items"]
    items = [item["items"][0] if item["type"] == "list" and len(item["items"]) == 1 else item for item in items]
    if len(items) != len(coordinates):
        raise AnswerError(
            f"{where} should give {', '.join(coordinates)}, in this order or as a dictionary; "
            f"it has {len(items)} value(s)."
        )
    return list(zip(coordinates, items, strict=True))


def _named_side(equation: Data, coordinates: Sequence[str]) -> tuple[Tree, Data]:
    """Name and value, ``phi = 0`` as well as ``0 = phi``."""
    left, right_side = equation["left"], equation["right"]
    turned = left.get("tree") not in coordinates and right_side.get("tree") in coordinates
    return (right_side["tree"], left) if turned else (left.get("tree"), right_side)


def judge(data: Data, key: dict[str, Any]) -> Verdict:
    """Verdict on a set of equilibria.

    Parameters
    ----------
    data : dict
        Captured answer.
    key : dict
        From `make`.

    Raises
    ------
    AnswerError
        For what is no set of equilibria; the message is for the student.
    """
    answer = _equilibria(resolve(data), key["coordinates"], key["names"])
    points = [dict(zip(key["names"], row, strict=True)) for row in key["points"]]
    values = [dict(zip(item, columns(item.values(), points), strict=True)) for item in answer]
    known = key["solutions"] + key["optional"]
    matched = [next((i for i, solution in enumerate(known) if _equal(item, solution, key)), None) for item in values]
    bad = [index for index, match in enumerate(matched) if match is None]
    missing = len(set(range(len(key["solutions"]))) - set(matched))
    if not bad and not missing:
        return right()
    return wrong(_reason(bad, missing, values, key))


def _equal(values: Mapping[str, Column], solution: Mapping[str, Any], key: dict[str, Any]) -> bool:
    return all(_same(values[name], solution[name], name, key) for name in solution)


def _same(values: Column, stored: Any, name: str, key: dict[str, Any]) -> bool:
    if None in values:
        return False
    if isinstance(stored, dict):
        constant = all(_near(value, values[0], name, key) for value in values)
        return constant and _digest(values[0], name, key) == stored["digest"]
    return all(_near(value, number(text), name, key) for value, text in zip(values, stored, strict=True))


def _near(a: Any, b: Any, name: str, key: dict[str, Any]) -> bool:
    if name in key["periodic"]:
        return agree(mp.sin((a - b) / 2), 0, 1)
    return agree(a, b, max(abs(b), 1))


def _reason(bad: Sequence[int], missing: int, values: Sequence[Mapping[str, Column]], key: dict[str, Any]) -> str:
    sentences = []
    if bad:
        names = ", ".join(str(index + 1) for index in bad)
        sentences.append(
            f"Number {names} of your list is not an equilibrium."
            if len(bad) == 1
            else f"Numbers {names} of your list are not equilibria."
        )
        sentences += [f"Number {index + 1}: {say}" for index in bad if (say := _mistake(values[index], key))]
    if missing:
        found = len(key["solutions"]) - missing
        there = "None" if not found else "One" if found == 1 else str(found)
        sentences.append(f"{there} of the equilibria {'are' if found > 1 else 'is'} there, {missing} missing.")
    return " ".join(sentences)


def _mistake(values: Mapping[str, Column], key: dict[str, Any]) -> str:
    for mistake in key["mistakes"]:
        if _equal(values, mistake["solution"], key):
            return str(mistake["say"])
    near = [
        [name for name in solution if not _same(values[name], solution[name], name, key)]
        for solution in key["solutions"]
    ]
    fewest = min(near, key=len, default=[])
    if fewest and len(fewest) < len(key["coordinates"]):
        return f"look at {', '.join(fewest)}."
    return ""
