"""Array programs that write into given buffers: one numpy call for each operation, no temporary arrays.

The statements of a program, as text, become calls such as ``multiply(a, b, out=_r3)``. A buffer is used again as soon
as its value is not needed any more, so that few are enough, and they stay in the cache of the processor.
"""

import ast
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["buffered"]

_OPERATIONS: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide", ast.USub: "negative",
}  # fmt: skip
_TESTS: dict[type[ast.AST], str] = {
    ast.Lt: "less", ast.LtE: "less_equal", ast.Eq: "equal", ast.NotEq: "not_equal",
    ast.BitAnd: "logical_and", ast.BitOr: "logical_or",
}  # fmt: skip


class Call(NamedTuple):
    """One operation on numbers, constants or values of earlier calls (their positions).

    Attributes
    ----------
    function : str
        Name of a numpy function.
    arguments : tuple of str or int
        Numbers and constants as text, values of earlier calls by their position.
    """

    function: str
    arguments: tuple[str | int, ...]


def buffered(lines: Sequence[str], results: Sequence[str]) -> tuple[list[str], list[str], int]:
    """Calls that write into buffers ``_r0``, ``_r1``, ..., as few as possible.

    Parameters
    ----------
    lines : sequence of str
        Assignments ``name = expression``, in order, each name set once.
    results : sequence of str
        Expressions that are returned.

    Returns
    -------
    calls : list of str
        One line for each operation.
    names : list of str
        Names or numbers of the results.
    count : int
        Number of buffers that are needed.
    """
    calls: list[Call] = []
    known: dict[str, str | int] = {}
    for line in lines:
        name, text = line.split(" = ", 1)
        known[name] = _value(_parsed(text), known, calls)
    wanted = [_value(_parsed(text), known, calls) for text in results]
    return _placed(calls, wanted)


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _value(node: ast.expr, known: dict[str, str | int], calls: list[Call]) -> str | int:
    """Append the calls that compute a value; the name or number that it is, or the position of the last call."""
    if isinstance(node, ast.Constant):
        return repr(node.value)
    if isinstance(node, ast.Name):
        return known.get(node.id, node.id)
    function, operands = _operation(node)
    calls.append(Call(function, tuple(_value(operand, known, calls) for operand in operands)))
    return len(calls) - 1


def _operation(node: ast.expr) -> tuple[str, list[ast.expr]]:
    """The numpy function of a node, and what it works on."""
    match node:
        case ast.BinOp(left, operator, right):
            return (_OPERATIONS | _TESTS)[type(operator)], [left, right]
        case ast.UnaryOp(operator, operand):
            return _OPERATIONS[type(operator)], [operand]
        case ast.Compare(left, [operator], [right]):
            return _TESTS[type(operator)], [left, right]
        case ast.Call(ast.Name(name), arguments):
            return name, arguments
    raise NotImplementedError(f"No call can be generated for {ast.unparse(node)}.")


def _placed(calls: Sequence[Call], wanted: Sequence[str | int]) -> tuple[list[str], list[str], int]:
    """Give every call a buffer that is free at that time."""
    # a buffer is free again after the last call that reads it; results are read after all calls
    last = {argument: i for i, call in enumerate(calls) for argument in call.arguments}
    last |= dict.fromkeys(wanted, len(calls))
    places: dict[str | int, str] = {}
    free: list[str] = []
    count, text = 0, []
    for i, (function, arguments) in enumerate(calls):
        operands = ", ".join(places.get(argument, str(argument)) for argument in arguments)
        if function in _TESTS.values():  # a comparison gives booleans: an array of its own
            places[i] = f"_t{i}"
            text.append(f"_t{i} = {function}({operands})")
            continue
        free += [places[a] for a in set(arguments) if last[a] == i and places.get(a, "").startswith("_r")]
        if not free:
            free.append(f"_r{count}")
            count += 1
        places[i] = free.pop()
        named = "copyto({1}, where({0}))" if function == "where" else f"{function}({{0}}, out={{1}})"
        text.append(named.format(operands, places[i]))
    return text, [places.get(value, str(value)) for value in wanted], count
