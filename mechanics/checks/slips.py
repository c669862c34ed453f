"""Slips of the pen in an answer cell: what Python makes of them is an error, or a number that nobody meant.

Each hint is given only where the text of the cell shows the slip.
"""

import ast
import keyword
import math
import re
import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from mechanics.checks.slips_of_types import factors, type_slip

__all__ = ["after_error", "in_value", "latin"]

POWER = "`^` is not a power in Python: write `**`, as in `x**2`."
RADIANS = "`{}` takes its angle in radians: 180° is `pi`, so {}° is `{}*pi/180`."
DECIMALS = "`{}` is a pair of numbers: write decimals with a point, `{}`."
TIMES = "`{}`: the multiplication sign is missing; write `{}*{}`."
BESIDE = "Between `{}` and `{}` something is missing, such as `*`."
POWER_OF = "`{0}^…`: a power is written `**`, and behind the argument: `{0}(x)**2`."
OPEN = "`{}` is an earlier answer that still holds the three dots: answer its step first."
ARGUMENT = "`{}`: a function needs parentheses; write `{}({})`."
EQUATION = "An equation is written `Eq(left, right)`: `=` gives a name its value."
NOTHING = "Behind `=` the answer is missing; three dots, `...`, leave it open."
BRACKET = "A `{}` is missing: every `{}` needs one."
WHOLE = "`//` divides and rounds down: write `/`."

_FUNCTIONS = "a?(?:sin|cos|tan|cot)h?|sqrt|exp|log|ln|atan2"
_TEXTS = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|#[^\n]*")
_SIGNS = {
    "−": "-", "–": "-", "—": "-", "×": "*", "·": "*", "⋅": "*", "∙": "*", "÷": "/", "⁄": "/",
    "²": "**2", "³": "**3", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "√": "sqrt(…)", "°": "*pi/180",
    "\xa0": "a space",
}  # fmt: skip
_LOOK_ALIKE = str.maketrans("асеорхуіјѕһԛԝАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "aceopxyijshqwABEKMHOPCTXIJSABEZHIKMNOPTYXo")


def after_error(source: str, error: BaseException, namespace: Mapping[str, Any]) -> str:
    """A hint for a cell that stopped with an error; empty where its text shows no known slip.

    Parameters
    ----------
    source : str
        Text of the cell.
    error : BaseException
        What stopped it.
    namespace : mapping
        Names that are known.
    """
    if hint := _open(source, error, namespace):
        return hint
    if isinstance(error, SyntaxError):
        return _syntax(source, error)
    if isinstance(error, NameError):
        return _name(str(getattr(error, "name", "") or ""), namespace)
    if isinstance(error, TypeError):
        return _type(source, str(error), namespace)
    return ""


def in_value(source: str, name: str, namespace: Mapping[str, Any]) -> str:
    """A hint for a cell that came to its end, but whose answer is not right.

    Parameters
    ----------
    source : str
        Text of the cell.
    name : str
        Of the answer.
    namespace : mapping
        Names that are known.
    """
    tree = _parsed(source)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitXor):
            return POWER
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
            return WHOLE
        if hint := _degrees(node) or _pair(node, source) or _comparison(node, name):
            return hint
    other = next((known for known in namespace if known != name and latin(known) == latin(name)), "")
    if other:
        return _letters(other) or _letters(name)
    return ""


def latin(name: str) -> str:
    """The name that it looks like, in Latin letters.

    Parameters
    ----------
    name : str
        Any.
    """
    return name.translate(_LOOK_ALIKE)


def _parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _open(source: str, error: BaseException, namespace: Mapping[str, Any]) -> str:
    """An earlier answer that is used, but that still holds the dots of its cell."""
    tree = _parsed(source) if "ellipsis" in str(error).lower() else None
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Name)] if tree else []
    names = [node.id for node in nodes if isinstance(node.ctx, ast.Load)]  # not the answer itself
    return next((OPEN.format(name) for name in names if namespace.get(name) is ...), "")


def _syntax(source: str, error: SyntaxError) -> str:
    lines = _TEXTS.sub('""', source).splitlines()
    place = (error.lineno or 1) - 1
    line = lines[place] if place < len(lines) else ""
    strange = source.splitlines()[place] if place < len(lines) else ""
    if "invalid character" in str(error.msg) or "non-printable" in str(error.msg):
        return next((hint for hint in map(_sign, strange) if hint), "")
    if re.search(r"(?<![=<>!])=\s*$", line):
        return NOTHING
    if "incomplete input" in str(error.msg):
        return _bracket(source)
    if "cannot assign" in str(error.msg) and len(re.findall(r"(?<![=<>!])=(?!=)", line)) > 1:
        return EQUATION
    found = re.search(rf"(?<![\w.])({_FUNCTIONS})[ \t]+([^\W\d]\w*|\d[\d.]*)", line)
    if found and found[2] not in keyword.kwlist:
        return ARGUMENT.format(found[0], found[1], found[2])
    if found := re.search(rf"(?<![\w.])({_FUNCTIONS})\^", line):
        return POWER_OF.format(found[1])
    return _beside(line) or (POWER if "^" in line else "")


def _bracket(source: str) -> str:
    """Which bracket is opened more often than closed."""
    text = _TEXTS.sub('""', source)
    pairs = ("()", "[]", "{}")
    return next((BRACKET.format(pair[1], pair[0]) for pair in pairs if text.count(pair[0]) > text.count(pair[1])), "")


def _beside(line: str) -> str:
    """Two factors with nothing between them: ``2x``, ``2 x``, ``m g``."""
    number = r"(?<![\w.])(\d+\.?\d*|\.\d+)[ \t]*([^\W\d]\w*)"
    names = r"(?<![\w.])([^\W\d]\w*)[ \t]+([^\W\d]\w*)"
    for pattern, hint in ((number, TIMES), (names, BESIDE)):
        for found in re.finditer(pattern, line):
            exponent = re.fullmatch(r"[eE]\d*|[jJ]", found[2])
            if not exponent and not {found[1], found[2]} & set(keyword.kwlist):
                return hint.format(*([found[0]] if hint == TIMES else []), found[1], found[2])
    return ""


def _sign(sign: str) -> str:
    if sign in _SIGNS:
        shown = "A space that cannot be broken" if sign == "\xa0" else f"`{sign}`"
        meant = _SIGNS[sign] if sign == "\xa0" else f"`{_SIGNS[sign]}`"
        return f"{shown} is not a Python operator: write {meant}."
    return ""


def _name(name: str, namespace: Mapping[str, Any]) -> str:
    parts = re.split(r"[·∙⋅]", name)
    if len(parts) > 1:
        return f"`{name}`: the multiplication sign is `*`; write `{'*'.join(parts)}`."
    if not name.isascii():
        return _letters(name)
    called = re.fullmatch(rf"({_FUNCTIONS})_?(\w+)", name)
    if called and called[1] in namespace and called[2] in namespace:
        return ARGUMENT.format(name, called[1], called[2])
    known = [other for other in namespace if not other.startswith("_")]
    same = [other for other in known if other.lower().replace("_", "") == name.lower().replace("_", "")]
    if not same and (parts := factors(name, namespace)):
        return f"`{name}`: the multiplication sign is missing; write `{'*'.join(parts)}`."
    close = same or (get_close_matches(name, known, 1, 0.75) if len(name) > 3 else [])
    return f"Is `{close[0]}` meant?" if close else ""


def _letters(name: str) -> str:
    """Which letters of a name are of another alphabet, and what to write."""
    if name.isascii():
        return ""
    looks = latin(name)
    foreign = next(letter for letter in name if not letter.isascii())
    alphabet, *words = unicodedata.name(foreign, "FOREIGN").split()
    if looks.isascii():
        return f"The `{foreign}` in `{name}` is a {alphabet.title()} letter that looks Latin: type `{looks}`."
    if alphabet == "GREEK":
        written = re.sub(r"[^\x00-\x7f]", lambda letter: _spelled(letter[0]), looks)
        return f"`{foreign}` is a Greek letter: in this notebook the names are spelled out, here `{written}`."
    return f"The `{foreign}` in `{name}` is not a Latin letter: type it again."


def _spelled(letter: str) -> str:
    words = unicodedata.name(letter, letter).split()
    return words[-1].replace("LAMDA", "LAMBDA").lower() if "SMALL" in words else words[-1].title()


def _type(source: str, said: str, namespace: Mapping[str, Any]) -> str:
    if "for ^" in said:
        return POWER
    if "FunctionClass" in said and (found := re.search(rf"\b({_FUNCTIONS})\b(?!\s*\()", _TEXTS.sub("", source))):
        return f"`{found[1]}` has no argument: write `{found[1]}(x)`."
    if "not callable" in said and (found := re.search(rf"\b({_FUNCTIONS})\^", source)):
        return POWER_OF.format(found[1])
    return type_slip(said, _parsed(source), namespace)


def _degrees(node: ast.AST) -> str:
    """A sine of a number that is no angle in radians: ``sin(30)``, ``cos(phi + 90)``, ``tan(90/C)``."""
    if not isinstance(node, ast.Call) or len(node.args) != 1:
        return ""
    if ast.unparse(node.func).rsplit(".")[-1] not in ("sin", "cos", "tan", "cot"):
        return ""
    alone = _number(node.args[0])
    if alone is not None and alone > 2 * math.pi:
        return RADIANS.format(ast.unparse(node), f"{alone:g}", f"{alone:g}")
    for value in map(_number, _terms(node.args[0])):
        if value in (30, 45, 60, 90, 120, 180, 270, 360):
            return RADIANS.format(ast.unparse(node), f"{value:g}", f"{value:g}")
    return ""


def _terms(node: ast.expr) -> list[ast.expr]:
    """The terms of a sum, and of a fraction those above the line."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        return [*_terms(node.left), *_terms(node.right)]
    return _terms(node.left) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) else [node]


def _number(node: ast.expr) -> float | None:
    """Magnitude of a number; None for anything else."""
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    value = inner.value if isinstance(inner, ast.Constant) else None
    return abs(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _pair(node: ast.AST, source: str) -> str:
    """``x = 9,81``."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Tuple):
        return ""
    text = ast.get_source_segment(source, node.value) or ""
    found = re.search(r"(?<![\w.])(\d+),(\d+)(?![\w.,])", text)
    return DECIMALS.format(found[0], f"{found[1]}.{found[2]}") if found and not text.startswith("(") else ""


def _comparison(node: ast.AST, name: str) -> str:
    """``x == 3`` as a line of its own."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Compare):
        return ""
    left = node.value.left
    if isinstance(left, ast.Name) and left.id == name and isinstance(node.value.ops[0], ast.Eq):
        return f"`{name} == …` compares; write `{name} = …`, with one equals sign."
    return ""
