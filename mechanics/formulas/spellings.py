"""Other spellings of signs and functions in text: what people type, and what it stands for."""

from collections.abc import Callable
from typing import Any

from mechanics.formulas.tree import Tree, divide, mul, power

__all__ = ["ALIASES", "MACROS", "SIGNS"]

#: other names of functions: those of numpy and of other countries
ALIASES = {
    "abs": "Abs",
    "absolute": "Abs",
    "fabs": "Abs",
    "arctan2": "atan2",
    "cosec": "csc",
    "cosech": "csch",
    "ln": "log",
    "sgn": "sign",
    **{f"arc{name}": f"a{name}" for name in ("sin", "cos", "tan", "cot", "sec", "csc")},
    **{f"{arc}{name}h": f"a{name}h" for arc in ("arc", "ar") for name in ("sin", "cos", "tan", "cot", "sec", "csc")},
}

#: signs that are typed or pasted in place of Python's
SIGNS = str.maketrans(
    {"−": "-", "–": "-", "·": "*", "⋅": "*", "×": "*", "∗": "*", "÷": "/", "π": "pi"}
    | {"²": "**2", "³": "**3", "⁴": "**4", "½": "(1/2)"}
    | {"\N{FULLWIDTH LEFT PARENTHESIS}": "(", "\N{FULLWIDTH RIGHT PARENTHESIS}": ")", "\N{FULLWIDTH PLUS SIGN}": "+"}
)


def _same(value: Tree) -> Tree:
    return value


def _root(value: Tree, degree: Tree) -> Tree:
    return power(value, divide(1, degree))


def _logarithm(value: Tree, base: Tree) -> Tree:
    return divide(["log", value], ["log", base])


#: functions that are written by others: (name, number of arguments) -> tree
MACROS: dict[tuple[str, int], Callable[..., Any]] = {
    **{(name, 1): _same for name in ("Integer", "Float", "Rational", "UnevaluatedExpr", "S", "sympify", "float")},
    ("Rational", 2): divide,
    ("Pow", 2): power,
    ("pow", 2): power,
    ("power", 2): power,
    ("square", 1): lambda x: power(x, 2),
    ("cbrt", 1): lambda x: _root(x, 3),
    ("root", 2): _root,
    ("hypot", 2): lambda x, y: ["sqrt", ["+", power(x, 2), power(y, 2)]],
    ("log", 2): _logarithm,
    ("log10", 1): lambda x: _logarithm(x, 10),
    ("log2", 1): lambda x: _logarithm(x, 2),
    **{(name, 1): lambda x: mul(x, "pi", ["rat", 1, 180]) for name in ("radians", "deg2rad", "rad")},
    **{(name, 1): lambda x: mul(x, 180, power("pi", -1)) for name in ("degrees", "rad2deg", "deg")},
}
