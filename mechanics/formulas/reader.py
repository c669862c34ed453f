"""Text typed by a student → data, by Python's `ast` and a whitelist; nothing is ever executed.

`read` knows formulas (names, numbers, + - * / **, the functions of `tree.FUNCTIONS`, ``phi.diff(t)``,
``Derivative(phi(t), t)``), lists, tuples, ``Matrix([...])``, dictionaries and equations (``Eq(a, b)``, ``a
= b``).
"""

import ast
import re
import warnings
from typing import Any, NoReturn

from mechanics.formulas.spellings import ALIASES, MACROS, SIGNS
from mechanics.formulas.tree import FUNCTIONS, Tree, TreeError, add, divide, integer, mul, power

__all__ = ["read", "read_formula"]

MAX_LENGTH = 5000
MAX_NESTING = 60
MAX_EXPONENT = 1000

_MODULES = {"sympy", "sp", "sm", "np", "numpy", "math"}
_WRAPPERS = {"Matrix", "ImmutableMatrix", "array", "Array", "list", "tuple", "FiniteSet"}
_OPERATORS: dict[type[ast.operator], Any] = {
    ast.Add: add,
    ast.Sub: lambda a, b: add(a, mul(-1, b)),
    ast.Mult: mul,
    ast.Div: divide,
    ast.Pow: power,
}


def read(text: str) -> dict[str, Any]:
    """Data of the same form as `capture` makes it, from text.

    Parameters
    ----------
    text : str
        Answer of a student.

    Returns
    -------
    dict of str to Any
        Plain data: a ``"type"``, and a tree, items or sides.

    Raises
    ------
    TreeError
        If the text is not understood; with a sentence for the student.
    """
    try:
        return _read(_tidy(text))
    except RecursionError:
        pass
    raise TreeError("the text has too many terms or brackets to be read; simplify it first")


def _read(text: str) -> dict[str, Any]:
    sides = re.split(r"(?<![<>=!:])=(?!=)", text)
    if len(sides) == 2 and all(side.count("(") == side.count(")") for side in sides):
        left, right = (_structure(_parse(side)) for side in sides)
        return {"type": "equation", "left": left, "right": right}
    return _structure(_parse(text))


def read_formula(text: str) -> Tree:
    """The tree of a formula given as text.

    Parameters
    ----------
    text : str
        Formula in Python's spelling.

    Returns
    -------
    Tree

    Raises
    ------
    TreeError
        If the text is not a single formula.
    """
    data = read(text)
    if data["type"] != "scalar":
        raise TreeError(f"`{shorten(text)}` is not a single formula")
    return data["tree"]


def _tidy(text: str) -> str:
    if len(text) > MAX_LENGTH:
        raise TreeError(f"the text is longer than {MAX_LENGTH} characters; simplify it first")
    text = " ".join(text.translate(SIGNS).split())
    depth = deepest = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        deepest = max(deepest, depth)
    if deepest > MAX_NESTING or re.search(r"(?:[-+~]\s*){60}", text):
        raise TreeError("the text is nested too deeply; simplify it first")
    return text


def _parse(text: str) -> ast.expr:
    problem = "it is not a formula"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python warns of "1or 2" and the like
            return ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        problem = _syntax(text, error)
    except (ValueError, MemoryError, RecursionError):
        pass
    raise TreeError(f"`{shorten(text)}` cannot be read: {problem}")


_HINTS = {
    "°": "angles are in radians, 30 degrees are `30*pi/180`",
    "|": "an absolute value is written `Abs(x)`",
    "√": "a root is written `sqrt(x)`",
    "\\": "formulas are written as in Python, not as in LaTeX",
    "∫": "an integral must be carried out",
    "∞": "infinity is not a number",
    "'": "a derivative is written `phi_d` or `phi.diff(t)`",
}


def _syntax(text: str, error: SyntaxError) -> str:
    for sign, hint in _HINTS.items():
        if sign in text:
            return hint
    if text.count("(") != text.count(")"):
        return "a bracket is missing"
    if re.search(r"\d\s*[A-Za-z_(]|\)\s*[\w(]", text):
        return "perhaps a `*` is missing; multiplication is written `2*x`"
    return f"Python stumbles at character {error.offset}" if error.offset else "it is not a formula"


def shorten(text: str, length: int = 40) -> str:
    """The text on one line, cut to a readable length."""
    text = " ".join(text.split())
    return text if len(text) <= length else text[: length - 1] + "…"


def _structure(node: ast.expr) -> dict[str, Any]:
    """Lists, dictionaries and equations; anything else is a formula."""
    match node:
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return {"type": "list", "items": [_structure(item) for item in items]}
        case ast.Set(elts=items):
            unordered = {"set": True} if len(items) > 1 else {}
            return {"type": "list", "items": [_structure(item) for item in items], **unordered}
        case ast.Dict(keys=keys, values=values):
            pairs = [[_tree(key), _structure(value)] for key, value in zip(keys, values, strict=True) if key]
            return {"type": "dict", "items": pairs}
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            return {"type": "equation", "left": _structure(left), "right": _structure(right)}
        case ast.Call(func=function, args=[left, right], keywords=[] | [ast.keyword(arg="evaluate")]) if _name(
            function
        ) in ("Eq", "Equality"):
            return {"type": "equation", "left": _structure(left), "right": _structure(right)}
        case ast.Call(func=function, args=items, keywords=[]) if _name(function) in _WRAPPERS and items:
            return _structure(items[0]) if len(items) == 1 else {"type": "list", "items": [*map(_structure, items)]}
    return {"type": "scalar", "tree": _tree(node)}


def _tree(node: ast.expr) -> Tree:
    match node:
        case ast.Constant(value=value):
            return _number(value)
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=module), attr="pi") if module in _MODULES:
            return "pi"
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return mul(-1, _tree(operand))
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _tree(operand)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
            _check_exponent(operator, right)
            return _OPERATORS[type(operator)](_tree(left), _tree(right))
        case ast.BinOp(op=ast.BitXor()):
            raise TreeError("`^` is not a power in Python; write `x**2`")
        case ast.Call(func=function, args=arguments, keywords=[]):
            return _call(function, arguments)
    _refuse(node)


def _number(value: object) -> Tree:
    if type(value) is int:
        return integer(value)
    if type(value) is float and abs(value) < float("inf"):
        return value
    raise TreeError(f"`{shorten(repr(value))}` is not a number that can be used here")


def _check_exponent(operator: ast.operator, exponent: ast.expr) -> None:
    constant = exponent.operand if isinstance(exponent, ast.UnaryOp) else exponent
    value = constant.value if isinstance(constant, ast.Constant) else 0
    if isinstance(operator, ast.Pow) and isinstance(value, int | float) and abs(value) > MAX_EXPONENT:
        raise TreeError(f"the exponent {shorten(str(value))} is too large")


def _name(function: ast.expr) -> str:
    """Name of a called function, ``sin`` as well as ``sp.sin``; empty when it is something else."""
    match function:
        case ast.Name(id=name):
            return ALIASES.get(name, name)
        case ast.Attribute(value=ast.Name(id=module), attr=name) if module in _MODULES:
            return ALIASES.get(name, name)
    return ""


def _call(function: ast.expr, arguments: list[ast.expr]) -> Tree:
    name = _name(function)
    if (name, len(arguments)) in MACROS:
        return MACROS[name, len(arguments)](*map(_tree, arguments))
    if name in FUNCTIONS:
        if len(arguments) != FUNCTIONS[name]:
            raise TreeError(f"`{name}` takes {FUNCTIONS[name]} argument(s), here it has {len(arguments)}")
        return [name, *map(_tree, arguments)]
    if name in ("Derivative", "diff") and arguments:
        return _rate(_tree(arguments[0]), arguments[1:])
    if isinstance(function, ast.Attribute) and function.attr == "diff":
        return _rate(_tree(function.value), arguments)
    if name and len(arguments) == 1 and isinstance(arguments[0], ast.Name) and arguments[0].id == "t":
        return name  # phi(t) is phi
    _refuse_call(function, name)


def _rate(tree: Tree, variables: list[ast.expr]) -> Tree:
    """Time derivative of a coordinate: its name with as many d's as derivatives are taken."""
    order = 0
    for variable in variables:
        match variable:
            case ast.Name(id="t"):
                order += 1
            case ast.Constant(value=int(count)) if 0 < count < 4:
                order += count - 1
            case ast.Tuple(elts=[ast.Name(id="t"), ast.Constant(value=int(count))]) if 0 < count < 4:
                order += count
            case _:
                raise TreeError("only derivatives with respect to t can be read, such as `phi.diff(t)`")
    if type(tree) is not str:
        raise TreeError("only the derivative of a coordinate can be read in text, such as `phi.diff(t)` or `phi_d`")
    return rate_name(tree, order)


def rate_name(name: str, order: int) -> str:
    """Name of a derivative: ``rate_name("phi", 2) == "phi_dd"``, ``rate_name("phi_d", 1) == "phi_dd"``.

    Parameters
    ----------
    name : str
        Name of a coordinate or of a derivative.
    order : int
        Number of further time derivatives.

    Returns
    -------
    str
    """
    base, _, dots = name.rpartition("_")
    if not base or set(dots) != {"d"}:
        base, dots = name, ""
    total = len(dots) + order
    return f"{base}_{'d' * total}" if total else base


def _refuse_call(function: ast.expr, name: str) -> NoReturn:
    if name:
        known = ", ".join(FUNCTIONS)
        raise TreeError(f"`{shorten(name)}` is not a function that can be used here; there are {known}")
    if not isinstance(function, ast.Attribute):
        raise TreeError(f"is a `*` missing? `{shorten(ast.unparse(function))}` cannot be called like a function")
    _refuse(function)


def _refuse(node: ast.AST) -> NoReturn:
    what = {
        "Attribute": "a dot",
        "Subscript": "an index in [ ]",
        "Lambda": "a lambda",
        "IfExp": "an `if`",
        "JoinedStr": "an f-string",
        "List": "a list inside a formula",
        "Compare": "a comparison",
        "BoolOp": "`and`/`or`",
        "ListComp": "a comprehension",
        "Starred": "a `*`",
        "Tuple": "a comma",
    }.get(type(node).__name__, "something")
    raise TreeError(
        f"the text contains {what} that cannot be part of a formula; allowed are names, numbers, "
        "+ - * / ** and functions such as sin(x)"
    )
