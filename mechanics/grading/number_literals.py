"""Numbers in the text of a cell: where one stands that has a name, how it is written, other text in its place."""

import ast
from collections.abc import Iterator, Sequence

from ..checks.variants import variant

__all__ = ["literal_of", "place_of", "replaced"]


def place_of(source: str, name: str) -> ast.expr:
    """The one place of a cell where a number gets this name: ``m = 100.0``, or ``...(m=100.0)``.

    Parameters
    ----------
    source : str
        Text of the cell.
    name : str
        The name.

    Raises
    ------
    ValueError
        If there is no such place, or more than one; with a sentence for the author.
    """
    found = list(_named(ast.parse(source), name))
    if len(found) != 1 or not _is_number(found[0]):
        raise ValueError(
            f"variant({name}=...) needs one place in its cell where {name} is a plain number: {name} = 100.0, or "
            f"...({name}=100.0, ...)."
        )
    return found[0]


def _named(tree: ast.Module, name: str) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == [name]:
            yield node.value
        if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id == variant.__name__):
            yield from (word.value for word in node.keywords if word.arg == name)


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def literal_of(source: str, node: ast.expr) -> str:
    """A number as it is written.

    Parameters
    ----------
    source : str
        Text of the cell.
    node : ast.expr
        From `place_of`.

    Raises
    ------
    ValueError
        If it is written with an exponent, or not in decimals.
    """
    text = ast.get_source_segment(source, node) or ""
    if "e" in text.lower() or "x" in text.lower():
        raise ValueError(f"A number that differs from student to student must be written with digits only; got {text}.")
    return text


def replaced(source: str, changes: Sequence[tuple[ast.expr, str]]) -> str:
    """The cell with other text in place of some nodes.

    Parameters
    ----------
    source : str
        Text of the cell.
    changes : sequence of (ast.expr, str)
        Each node with what stands in its place.
    """
    lines = [line.encode() for line in source.split("\n")]
    starts = [sum(len(line) + 1 for line in lines[:k]) for k in range(len(lines))]  # ast counts bytes of UTF-8
    whole = source.encode()
    # the last ones first, so that the places of the others stay right
    for node, text in sorted(changes, key=lambda change: (change[0].lineno, change[0].col_offset), reverse=True):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
        whole = whole[:begin] + text.encode() + whole[end:]
    return whole.decode()
