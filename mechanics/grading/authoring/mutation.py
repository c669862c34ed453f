"""Wrong variants of a solution: every operator applied to every node of the syntax tree of an answer cell."""

import ast
import copy
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..notebooks import BEGIN_SOLUTION, END_SOLUTION

__all__ = ["Mutant", "groups_of", "mutants"]


class Mutant(NamedTuple):
    """A wrong variant of an answer.

    Attributes
    ----------
    what : str
        Line and change.
    source : str
        Text of the cell.
    """

    what: str
    source: str


def mutants(source: str, groups: Sequence[Sequence[str]], words: Sequence[str] = ()) -> list[Mutant]:
    """All mutants of an answer cell, each text once.

    Parameters
    ----------
    source : str
        Text of the cell.
    groups : sequence of sequence of str
        Names of the same kind, which are exchanged for each other.
    words : sequence of str
        What a text in the solution may be exchanged for.

    Returns
    -------
    list of Mutant
        In the order of the lines between the marks of the solution; of the whole cell where it has none.
    """
    tree = ast.parse(source)
    first, last = _span(source)
    groups = [*groups, *_own_groups(tree)]
    seen = {ast.unparse(tree)}
    found = []
    for path, node in _nodes(tree):
        line = getattr(node, "lineno", 0)
        around = (
            isinstance(node, ast.List) and line < first and (node.end_lineno or 0) > last
        )  # its items are the solution
        if not (first <= line <= last or around):
            continue
        for what, replacement in _variants(node, path, groups, words):
            text = _unparsed(tree, path, replacement)
            if text is not None and text not in seen:
                seen.add(text)
                found.append(Mutant(f"line {line}: {what}", text))
    return found


def _span(source: str) -> tuple[int, int]:
    """First and last line of the solution."""
    lines = source.split("\n")
    marked = [number for number, line in enumerate(lines, 1) if BEGIN_SOLUTION in line or END_SOLUTION in line]
    return (marked[0], marked[-1]) if marked else (1, len(lines))


Path = tuple[tuple[str, int | None], ...]


def _nodes(tree: ast.AST, path: Path = ()) -> Iterator[tuple[Path, ast.AST]]:
    for name, value in ast.iter_fields(tree):
        children = value if isinstance(value, list) else [value]
        for index, child in enumerate(children):
            if isinstance(child, ast.AST):
                here = (*path, (name, index if isinstance(value, list) else None))
                yield here, child
                yield from _nodes(child, here)


def _unparsed(tree: ast.AST, path: Path, replacement: ast.AST | None) -> str | None:
    """Text of the tree with one node replaced, or removed from its list."""
    root = copy.deepcopy(tree)
    parent = root
    for name, index in path[:-1]:
        parent = getattr(parent, name) if index is None else getattr(parent, name)[index]
    name, index = path[-1]
    if index is None:
        setattr(parent, name, replacement)
    elif replacement is None:
        del getattr(parent, name)[index]
    else:
        getattr(parent, name)[index] = replacement
    try:
        text = ast.unparse(ast.fix_missing_locations(root))
        compile(text, "<mutant>", "exec")
    except (SyntaxError, ValueError, IndexError):
        return None  # no program any more
    return text


Variants = Iterator[tuple[str, ast.AST | None]]

_EXCHANGED: dict[type, list[ast.operator]] = {
    ast.Add: [ast.Sub()],
    ast.Sub: [ast.Add()],
    ast.Mult: [ast.Div(), ast.Add()],
    ast.Div: [ast.Mult()],
    ast.Pow: [ast.Mult()],
    ast.MatMult: [ast.Mult()],
}
_FUNCTIONS = {"sin": "cos", "cos": "sin", "zeros": "ones", "sqrt": "square", "sort": "flip", "inv": "pinv"}


def _variants(node: ast.AST, path: Path, groups: Sequence[Sequence[str]], words: Sequence[str]) -> Variants:
    if isinstance(node, ast.expr) and _is_value(node, path):
        yield "sign", ast.UnaryOp(ast.USub(), copy.deepcopy(node))
    if isinstance(node, ast.Assign | ast.Return):
        yield "statement dropped", None if path[-1][1] else ast.Pass()
    match node:
        case ast.BinOp():
            yield from _binary(node)
        case ast.Constant():
            yield from _constant(node, words)
        case ast.Name(ctx=ast.Load()):
            yield from _named(node, groups)
        case ast.Attribute():
            yield from _attribute(node, groups)
        case ast.Call():
            yield from _call(node)
        case ast.UnaryOp(op=ast.USub(), operand=inner) | ast.Subscript(value=inner):
            yield "sign or index dropped", inner
        case ast.List() | ast.Tuple() | ast.Dict():
            yield from _container(node)


def _is_value(node: ast.expr, path: Path) -> bool:
    """Whether a minus sign before the node makes sense: it is no target, no function, no argument name."""
    place = path[-1][0]
    return place in ("left", "right", "value", "elts", "values", "args") and not isinstance(
        getattr(node, "ctx", None), ast.Store
    )


def _binary(node: ast.BinOp) -> Variants:
    for operator in _EXCHANGED.get(type(node.op), []):
        yield (
            f"{type(node.op).__name__} -> {type(operator).__name__}",
            ast.BinOp(node.left, operator, node.right),
        )
    yield "right part dropped", node.left
    yield "left part dropped", node.right
    if not isinstance(node.op, ast.Add | ast.Mult):
        yield "parts exchanged", ast.BinOp(node.right, node.op, node.left)
    if isinstance(node.op, ast.Sub):
        yield "left part dropped, sign kept", ast.UnaryOp(ast.USub(), node.right)
    if isinstance(node.op, ast.Div):
        yield "left part dropped, division kept", ast.BinOp(ast.Constant(1), ast.Div(), node.right)


def _constant(node: ast.Constant, words: Sequence[str]) -> Variants:
    old: Any = node.value
    if isinstance(old, str):
        for word in words:
            yield f"{old!r} -> {word!r}", ast.Constant(word)
    elif type(old) in (int, float):
        for value in (old + 1, old - 1, old * 2, old / 2):
            number = ast.Constant(abs(value))
            yield f"{old} -> {value}", ast.UnaryOp(ast.USub(), number) if value < 0 else number


def _named(node: ast.Name, groups: Sequence[Sequence[str]]) -> Variants:
    if node.id in _FUNCTIONS:
        yield f"{node.id} -> {_FUNCTIONS[node.id]}", ast.Name(_FUNCTIONS[node.id], ast.Load())
    for group in groups:
        if node.id in group:
            for other in group:
                yield f"{node.id} -> {other}", ast.Name(other, ast.Load())


def _attribute(node: ast.Attribute, groups: Sequence[Sequence[str]]) -> Variants:
    if node.attr in _FUNCTIONS:
        other = _FUNCTIONS[node.attr]
        yield f"{node.attr} -> {other}", ast.Attribute(node.value, other, ast.Load())
    if isinstance(node.value, ast.Name):
        for group in groups:
            for other in group if f".{node.attr}" in group else ():
                if other.startswith("."):
                    yield f"{node.attr} -> {other[1:]}", ast.Attribute(node.value, other[1:], ast.Load())


def _call(node: ast.Call) -> Variants:
    if isinstance(node.func, ast.Attribute) and not _is_module(node.func.value):
        yield f".{node.func.attr}() dropped", node.func.value
    elif node.args:
        yield f"{ast.unparse(node.func)}() dropped", node.args[0]
    for index in range(len(node.args)):
        if len(node.args) > 1:
            fewer = [*node.args[:index], *node.args[index + 1 :]]
            yield f"argument {index + 1} dropped", ast.Call(node.func, fewer, node.keywords)
        if index:
            turned = [*node.args]
            turned[index - 1 : index + 1] = turned[index], turned[index - 1]
            yield f"arguments {index} and {index + 1} exchanged", ast.Call(node.func, turned, node.keywords)


def _is_module(node: ast.expr) -> bool:
    return ast.unparse(node).split(".")[0] == "np"


def _container(node: ast.List | ast.Tuple | ast.Dict) -> Variants:
    if isinstance(getattr(node, "ctx", None), ast.Store):
        return
    field = "values" if isinstance(node, ast.Dict) else "elts"
    items = getattr(node, field)
    for index in range(len(items)):
        fewer = copy.copy(node)
        setattr(fewer, field, [*items[:index], *items[index + 1 :]])
        if isinstance(fewer, ast.Dict) and isinstance(node, ast.Dict):
            fewer.keys = [*node.keys[:index], *node.keys[index + 1 :]]
        yield f"element {index + 1} dropped", fewer
        if index:
            turned = copy.copy(node)
            swapped = [*items]
            swapped[index - 1 : index + 1] = swapped[index], swapped[index - 1]
            setattr(turned, field, swapped)
            yield f"elements {index} and {index + 1} exchanged", turned


def _own_groups(tree: ast.AST) -> list[list[str]]:
    """Names that the solution itself unpacks or assigns together."""
    targets = [node.targets[0] for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    return [[item.id for item in x.elts if isinstance(item, ast.Name)] for x in targets if isinstance(x, ast.Tuple)]


def groups_of(given: str) -> list[list[str]]:
    """Groups of names in a given cell: what is unpacked together, and the numbers of a namespace as ``.m_W``.

    Parameters
    ----------
    given : str
        Text of the cell.

    Returns
    -------
    list of list of str
        Names of the same kind.
    """
    tree = ast.parse(given)
    groups = _own_groups(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "SimpleNamespace":
            groups.append([f".{keyword.arg}" for keyword in node.keywords])
    return groups
