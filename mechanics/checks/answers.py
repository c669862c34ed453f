"""Captured data → what a kind of check works on: formulas with known names, in a known shape; or a sentence.

Text inside the data is read here, because here the names of the task are known.
"""

import math
import re
from collections.abc import Collection, Iterable

from mechanics.checks.names import spelled_as, unknown_name
from mechanics.checks.structure import Data, flatten, is_set, listed, shape
from mechanics.formulas.reader import read, shorten
from mechanics.formulas.tree import Tree, TreeError, errors_of, names_of, nodes

__all__ = [
    "AnswerError",
    "Data",
    "check_decimals",
    "check_length",
    "describe",
    "entries",
    "flatten",
    "formula",
    "is_set",
    "listed",
    "parts_of",
    "resolve",
    "shape",
    "where",
]

MOST_NODES = 60_000  # of all entries: some seconds


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
        return {**data, "items": [resolve(item) for item in data["items"]]}
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
            return f"a dictionary of {len(data['items'])}"
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
        return f"a {'set' if data.get('set') else 'list'} of {size[0]}"
    return "a matrix of size " + " x ".join(map(str, size))


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
    tree = spelled_as(data["tree"], names)
    check_names(tree, names, where)
    return tree


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
    return [formula(part, names, where(index, size)) for index, part in enumerate(parts_of(data, size))]


def parts_of(data: Data, size: tuple[int, ...]) -> list[Data]:
    """Data of the entries of a scalar, vector or matrix, row by row.

    Parameters
    ----------
    data : dict
        Resolved data.
    size : tuple of int
        The shape that is asked for.

    Raises
    ------
    AnswerError
        For another shape, or a set, whose items have no order.
    """
    if size == ():
        return [data]
    found = shape(data) if data["type"] == "list" else None
    wanted = f"a vector with {size[0]} components" if len(size) == 1 else f"a matrix of size {size[0]} x {size[1]}"
    as_vector = found is not None and len(size) == 1 and size[0] in found and math.prod(found) == size[0]
    if not (as_vector or found == size or (size in ((1,), (1, 1)) and data["type"] != "list")):
        raise AnswerError(f"Expected {wanted}, but this is {describe(data)}.")
    if is_set(data):
        raise AnswerError("A set has no order. Write the components as a list, in [ ].")
    return flatten(data)


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


def check_decimals(data: Data) -> None:
    """Refuse text of single formulas with a comma for the decimals, which Python reads as two.

    Parameters
    ----------
    data : dict
        Captured data that is not resolved.

    Raises
    ------
    AnswerError
        With a sentence for the student.
    """
    for leaf in flatten(data):
        if leaf["type"] == "text" and re.search(r"(?<![\w.])\d+,\d", re.sub(r"\w*[(\[{].*[)\]}]", "", leaf["text"])):
            raise AnswerError(f"`{shorten(leaf['text'])}` has a comma; decimals are written with a point, 0.5.")


def check_length(trees: Iterable[Tree]) -> None:
    """Refuse formulas that would together take too long to be evaluated.

    Parameters
    ----------
    trees : iterable of Tree
        The entries of an answer.

    Raises
    ------
    AnswerError
        With a sentence for the student.
    """
    if sum(1 for tree in trees for _ in nodes(tree)) > MOST_NODES:
        raise AnswerError("The formulas are together too long to be checked; simplify them first.")


def all_names(trees: Iterable[Tree]) -> set[str]:
    """Names in several trees.

    Parameters
    ----------
    trees : iterable of Tree
        The formulas.
    """
    return set().union(*(names_of(tree) for tree in trees))
