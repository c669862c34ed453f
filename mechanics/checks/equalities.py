"""Equations in answers: their two sides, and what they say where a formula is asked.

``Eq(f, m*g)``, ``m*g = f`` and ``Eq(f*cos(alpha) - m*g*cos(alpha), 0)`` all say what f is.
"""

from collections.abc import Collection

from mechanics.checks.answers import AnswerError, Data, describe, flatten, resolve
from mechanics.checks.names import spelled_as
from mechanics.formulas.tree import SPECIAL, Tree, add, divide, mul, names_of, nodes

__all__ = ["equations", "formulas", "linear"]

_MOST_NODES = 2000  # of an equation that is solved
_UNSOLVED = (
    "This equation cannot be solved for the result, because it is too long, or linear in none of its names. "
    "Give the formula itself."
)


def equations(data: Data) -> list[tuple[Data, Data]]:
    """All equations in the data; an expression counts as "= 0".

    Parameters
    ----------
    data : dict
        Resolved data.

    Returns
    -------
    list of tuple
        Data of the left and the right side of each equation.

    Raises
    ------
    AnswerError
        For a truth value in place of an equation, or sides of different sizes.
    """
    zero: Data = {"type": "scalar", "tree": 0}
    match data["type"]:
        case "list":
            return [pair for item in data["items"] for pair in equations(item)]
        case "dict":
            return [({"type": "scalar", "tree": key}, value) for key, value in data["items"]]
        case "equation":
            return _sides(data["left"], data["right"])
        case "boolean":
            raise AnswerError(
                f"One of the equations is simply {data['value']}: its sides do not contain unknowns, "
                "or `==` was used instead of `Eq(left, right)`."
            )
    return [(data, zero)]


def _sides(left: Data, right: Data) -> list[tuple[Data, Data]]:
    """An equation between vectors is one equation for each component."""
    lefts, rights = flatten(left), flatten(right)
    if len(rights) == 1 and rights[0].get("tree") == 0:
        rights = rights * len(lefts)
    if len(lefts) == 1 and lefts[0].get("tree") == 0:
        lefts = lefts * len(rights)
    if len(lefts) != len(rights):
        raise AnswerError(f"The two sides of an equation differ: left {describe(left)}, right {describe(right)}.")
    return list(zip(lefts, rights, strict=True))


def formulas(data: Data, names: Collection[str]) -> list[Data]:
    """What an answer can mean as a formula, the likeliest meaning first.

    Parameters
    ----------
    data : dict
        Resolved data.
    names : collection of str
        The names of the task. Another one in an equation is taken for the name of the result.

    Returns
    -------
    list of dict
        Data of formulas: the answer itself if it is no equation.

    Raises
    ------
    AnswerError
        For an equation that is true or false by itself, or not linear in any name.
    """
    leaves = flatten(data)
    inner = leaves[0] if len(leaves) == 1 else data
    if inner["type"] == "dict" and len(inner["items"]) == 1:
        return formulas(resolve(inner["items"][0][1]), names)
    if inner["type"] != "equation":
        return [data]
    left, right = (resolve(inner[side]) for side in ("left", "right"))
    sides = [leaf["tree"] for side in (left, right) for leaf in flatten(side) if leaf["type"] == "scalar"]
    if len(sides) != 2:
        return [right]  # a name for a whole vector, or something that will be refused as what it is
    a, b = (spelled_as(side, names) for side in sides)
    return [{"type": "scalar", "tree": tree} for tree in _solutions(a, b, names)]


def _solutions(left: Tree, right: Tree, names: Collection[str]) -> list[Tree]:
    """The other side of a single name, then what the equation gives for each name in it."""
    found = [b for a, b in ((left, right), (right, left)) if type(a) is str and a not in names_of(b)]
    difference = add(left, mul(-1, right))
    inside = names_of(difference)
    foreign = inside - set(names)
    if not (foreign and any(names_of(tree) <= set(names) for tree in found)):  # else it is solved for the result
        found += _solved(difference, [*sorted(foreign), *sorted(inside - foreign)])
    if not found:
        raise AnswerError(_UNSOLVED)
    return [tree for tree in found if names_of(tree) <= set(names)] or found[:1]


def _solved(difference: Tree, names: Collection[str]) -> list[Tree]:
    if sum(1 for _ in nodes(difference)) > _MOST_NODES:
        return []
    parts = [part for name in names if (part := linear(difference, name)) is not None and part[0] != 0]
    return [divide(mul(-1, b), a) for a, b in parts]


def linear(tree: Tree, name: str) -> tuple[Tree, Tree] | None:
    """Coefficients a and b of a formula that reads a*name + b.

    Parameters
    ----------
    tree : Tree
        The formula.
    name : str
        One of its names.

    Returns
    -------
    tuple of Tree, or None
        None where the formula is not written as a linear one.
    """
    if tree == name:
        return 1, 0
    if type(tree) is not list or tree[0] in SPECIAL or name not in names_of(tree):
        return 0, tree
    if tree[0] == "+":
        parts = [linear(term, name) for term in tree[1:]]
        known = [part for part in parts if part is not None]
        return (_sum([a for a, _ in known]), _sum([b for _, b in known])) if len(known) == len(parts) else None
    return _linear_product(tree[1:], name) if tree[0] == "*" else None


def _linear_product(factors: list[Tree], name: str) -> tuple[Tree, Tree] | None:
    """One factor may contain the name."""
    inside = [factor for factor in factors if name in names_of(factor)]
    parts = linear(inside[0], name) if len(inside) == 1 else None
    if parts is None:
        return None
    rest = [factor for factor in factors if factor is not inside[0]]
    a, b = (0 if part == 0 else mul(*rest, part) if rest else part for part in parts)
    return a, b


def _sum(terms: list[Tree]) -> Tree:
    if all(type(term) is int for term in terms):
        return sum(terms)
    return add(*(term for term in terms if term != 0))
