"""Captured data → what a kind of check works on: formulas with known names, in a known shape; or a sentence.

Text inside the data is read here, because here the names of the task are known.
"""

import difflib
import math
from collections.abc import Collection, Iterable
from typing import Any

from mechanics.formulas.reader import read, shorten
from mechanics.formulas.tree import Tree, TreeError, errors_of, names_of

__all__ = ["AnswerError", "describe", "entries", "equations", "flatten", "formula", "resolve"]

Data = dict[str, Any]


class AnswerError(ValueError):
    """The answer is not of the kind that is asked for; the message is a sentence for the student."""


def resolve(data: Data) -> Data:
    """Data in which all text has been read.

    Parameters
    ----------
    data : dict
        Captured data.

    Raises
    ------
    AnswerError
        For text that is not understood.
    """
    kind = data.get("type")
    if kind == "text":
        try:
            return read(data["text"])
        except TreeError as error:
            message = str(error)
        raise AnswerError(message[0].upper() + message[1:] + ".")
    if kind == "list":
        return {"type": "list", "items": [resolve(item) for item in data["items"]]}
    if kind == "dict":
        return {"type": "dict", "items": [[_key(key), resolve(value)] for key, value in data["items"]]}
    if kind == "equation":
        return {"type": "equation", "left": resolve(data["left"]), "right": resolve(data["right"])}
    return data


def _key(key: Tree) -> Tree:
    """Keys of a dictionary may be given as text, too: ``{"phi.diff(t)": 0}``."""
    try:
        data = read(key) if type(key) is str and not key.isidentifier() else {}
    except TreeError:
        data = {}
    return data.get("tree", key)


def describe(data: Data) -> str:
    """What the data is, to be used in "expected ..., this is ...".

    Parameters
    ----------
    data : dict
        Captured data.
    """
    match data.get("type"):
        case "scalar":
            return "a single expression"
        case "text":
            return f"the text `{shorten(data['text'])}`"
        case "list":
            return _describe_list(data)
        case "dict":
            return "a dictionary"
        case "equation":
            return "an equation"
        case "boolean":
            return f"{data['value']}"
        case "function":
            return "a function"
        case "nothing":
            return "nothing"
    return str(data.get("what", "something unreadable"))


def _describe_list(data: Data) -> str:
    size = shape(data)
    if size is None:
        return "a list whose rows differ in length"
    if len(size) == 1:
        return f"a list of {size[0]}"
    return "a matrix of size " + " x ".join(map(str, size))


def shape(data: Data) -> tuple[int, ...] | None:
    """Shape of nested lists, as numpy has it.

    Parameters
    ----------
    data : dict
        Captured data; anything but a list has the shape ().

    Returns
    -------
    tuple of int, or None
        None where rows differ in length.
    """
    if data["type"] != "list":
        return ()
    inner = {shape(item) for item in data["items"]}
    if len(inner) > 1 or None in inner:
        return None
    return (len(data["items"]), *(inner.pop() or () if inner else ()))


def flatten(data: Data) -> list[Data]:
    """The items of nested lists in their order.

    Parameters
    ----------
    data : dict
        Captured data; anything but a list is its own item.
    """
    if data["type"] != "list":
        return [data]
    return [leaf for item in data["items"] for leaf in flatten(item)]


def formula(data: Data, names: Collection[str], where: str = "The answer") -> Tree:
    """The tree of a single formula.

    Parameters
    ----------
    data : dict
        Resolved data.
    names : collection of str
        The names that the formula may use.
    where : str
        What a message calls the formula.

    Raises
    ------
    AnswerError
        Unless it is a formula, and uses only `names`.
    """
    if data["type"] == "list" and len(leaves := flatten(data)) == 1:
        data = leaves[0]  # q_d.T * M * q_d is a matrix with one entry
    if data["type"] != "scalar":
        raise AnswerError(f"{where} should be an expression, but it is {describe(data)}.")
    check_names(data["tree"], names, where)
    return data["tree"]


def check_names(tree: Tree, names: Collection[str], where: str = "The answer") -> None:
    """Refuse a tree that is no formula, or uses a name that the task does not have.

    Parameters
    ----------
    tree : Tree
        What was read.
    names : collection of str
        The names of the task.
    where : str
        What a message calls the formula.

    Raises
    ------
    AnswerError
        With the first thing that is wrong.
    """
    for what in errors_of(tree):
        raise AnswerError(f"{where} contains {what}.")
    for name in sorted(names_of(tree) - set(names)):
        raise AnswerError(unknown_name(name, names))


def unknown_name(name: str, names: Collection[str]) -> str:
    """Sentence about a name that the task does not have, with the nearest one that it has.

    Parameters
    ----------
    name : str
        The unknown one.
    names : collection of str
        The names of the task.
    """
    near = difflib.get_close_matches(name, list(names), n=1, cutoff=0.5)
    hint = f": did you mean `{near[0]}`?" if near else "."
    return f"`{shorten(name)}` is not a name of this task; it has {', '.join(names)}{hint}"


def entries(data: Data, size: tuple[int, ...], names: Collection[str]) -> list[Tree]:
    """The formulas of a scalar, vector or matrix, row by row.

    Parameters
    ----------
    data : dict
        Resolved data.
    size : tuple of int
        The shape that is asked for: (), (n,) or (rows, columns).
    names : collection of str
        The names that the formulas may use.

    Raises
    ------
    AnswerError
        For another shape, an unknown name, or what is no formula.
    """
    if size == ():
        return [formula(data, names)]
    found = shape(data) if data["type"] == "list" else None
    wanted = f"a vector with {size[0]} components" if len(size) == 1 else f"a matrix of size {size[0]} x {size[1]}"
    as_vector = found is not None and len(size) == 1 and size[0] in found and math.prod(found) == size[0]
    if not (as_vector or found == size or (size in ((1,), (1, 1)) and data["type"] == "scalar")):
        raise AnswerError(f"Expected is {wanted}, but this is {describe(data)}.")
    leaves = flatten(data)
    return [formula(leaf, names, where(index, size)) for index, leaf in enumerate(leaves)]


def where(index: int, size: tuple[int, ...]) -> str:
    """Name of an entry as a student counts: ``Entry (1, 2)`` of a matrix, ``Component 2`` of a vector.

    Parameters
    ----------
    index : int
        Row by row, from 0.
    size : tuple of int
        Shape of the answer.
    """
    if len(size) == 2:
        return f"Entry ({index // size[1] + 1}, {index % size[1] + 1})"
    return f"Component {index + 1}" if size else "The answer"


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
    if len(lefts) != len(rights):
        raise AnswerError(f"The two sides of an equation differ: left {describe(left)}, right {describe(right)}.")
    return list(zip(lefts, rights, strict=True))


def all_names(trees: Iterable[Tree]) -> set[str]:
    """Names in several trees.

    Parameters
    ----------
    trees : iterable of Tree
        The formulas.
    """
    return set().union(*(names_of(tree) for tree in trees))
