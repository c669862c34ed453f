"""Expressions become one scalar program, and the program a function: plain Python, numpy, numba or JavaScript.

A `Program` takes named arguments and constants and returns a flat tuple of numbers. Common subexpressions are
computed once; whatever depends on constants only is computed when the function is made, not when it is called.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

import numpy as np
import symengine as se

__all__ = ["Program", "solve_symmetric"]

Statement = tuple[Any, Any]  # (symbol, expression)

_FUNCTIONS = {
    se.sin: "sin", se.cos: "cos", se.tan: "tan", se.asin: "asin", se.acos: "acos", se.atan: "atan",
    se.atan2: "atan2", se.sinh: "sinh", se.cosh: "cosh", se.tanh: "tanh", se.log: "log", se.Abs: "fabs",
    se.sign: "sign",
}  # fmt: skip
_RELATIONS = {"LessThan": "<=", "StrictLessThan": "<", "Equality": "==", "Unequality": "!="}


def _sign(x: float) -> float:
    return 1.0 if x > 0.0 else (-1.0 if x < 0.0 else 0.0)


_SHARED = ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "log", "sqrt", "fabs")
SCALAR: dict[str, Any] = {name: getattr(math, name) for name in _SHARED}
SCALAR |= {"sign": _sign, "maximum": max, "minimum": min, "pow": math.pow, "pi": math.pi, "nan": math.nan}
ARRAY: dict[str, Any] = {name: getattr(np, name) for name in _SHARED}
ARRAY |= {"sign": np.sign, "maximum": np.maximum, "minimum": np.minimum, "pow": np.power, "where": np.where}
ARRAY |= {"pi": math.pi, "nan": math.nan}


@dataclass(frozen=True)
class Program:
    """Statements that compute outputs from arguments, with constants set once.

    Parameters
    ----------
    arguments : names of the scalars that change from call to call
    constants : names of the scalars that are fixed when the function is made
    outputs : symengine expressions in plain symbols of these names
    prelude : further statements (symbol, expression) that the outputs refer to, in order
    """

    arguments: tuple[str, ...]
    constants: tuple[str, ...]
    outputs: tuple[Any, ...]
    prelude: tuple[Statement, ...] = ()

    @cached_property
    def statements(self) -> tuple[list[Statement], list[Any]]:
        """Statements and outputs after common subexpressions have been named."""
        replacements, reduced = se.cse([e for _, e in self.prelude] + list(self.outputs))
        names = {symbol: se.Symbol(f"_{i}") for i, (symbol, _) in enumerate(replacements)}
        pending = [(names[symbol], e.xreplace(names)) for symbol, e in replacements]
        reduced = [e.xreplace(names) for e in reduced]
        prelude = [(symbol, e) for (symbol, _), e in zip(self.prelude, reduced, strict=False)]
        return _in_order(pending, prelude), reduced[len(prelude) :]

    def source(self, language: str = "python", vector: bool = False) -> str:
        """The text of a function `make(constants)` that returns the function of the arguments.

        Parameters
        ----------
        language : ``"python"`` (also for numba), ``"numpy"`` or ``"javascript"``
        vector : the made function takes one state vector and the time, ``f(x, t)``, and returns a list
        """
        printer = _Printer(self.constants, language)
        statements, outputs = self.statements
        lines = [printer.assign(symbol, expression) for symbol, expression in statements]
        results = [printer.text(expression) for expression in outputs]
        return _TEMPLATES[language](self, printer.hoisted, [line for line in lines if line], results, vector)

    @cached_property
    def _code(self) -> dict[tuple[str, bool], Any]:
        return {}

    def make(self, constants: Iterable[float], language: str = "python", vector: bool = False) -> Callable:
        """The function for given values of the constants (compiled text is kept, so this is cheap)."""
        key = (language, vector)
        if key not in self._code:
            self._code[key] = compile(self.source(language, vector), f"<generated {language}>", "exec")
        namespace = dict(ARRAY if language == "numpy" else SCALAR)
        exec(self._code[key], namespace)
        return namespace["make"](*(float(c) for c in constants))


def solve_symmetric(matrix: Sequence[Sequence[Any]], right: Sequence[Any], name: str = "_l"):
    """Unrolled solution of M x = r for a symmetric positive definite M as M = L D Lᵀ.

    Zero entries of L are left out, so that a sparse mass matrix gives a short program.

    Returns
    -------
    statements, solution : the prelude of a `Program`, and the symbols that hold x
    """
    n = len(right)
    statements: list[Statement] = []

    def keep(label: str, expression: Any) -> Any:
        if expression.is_Atom:
            return expression
        symbol = se.Symbol(name + label)
        statements.append((symbol, expression))
        return symbol

    L: list[list[Any]] = [[se.Integer(0)] * n for _ in range(n)]
    W: list[list[Any]] = [[se.Integer(0)] * n for _ in range(n)]  # W = L D
    D: list[Any] = []
    for i in range(n):
        for j in range(i):
            W[i][j] = keep(f"w{i}_{j}", matrix[i][j] - se.Add(*(W[i][k] * L[j][k] for k in range(j))))
            L[i][j] = keep(f"l{i}_{j}", W[i][j] / D[j])
        D.append(keep(f"d{i}", matrix[i][i] - se.Add(*(W[i][k] * L[i][k] for k in range(i)))))
    y: list[Any] = []
    for i in range(n):
        y.append(keep(f"y{i}", right[i] - se.Add(*(L[i][k] * y[k] for k in range(i)))))
    x: list[Any] = [None] * n
    for i in reversed(range(n)):
        x[i] = keep(f"x{i}", y[i] / D[i] - se.Add(*(L[k][i] * x[k] for k in range(i + 1, n))))
    return tuple(statements), tuple(x)


def _in_order(pending: list[Statement], prelude: list[Statement]) -> list[Statement]:
    """Merge both lists so that every symbol is set before it is used."""
    waiting = dict(prelude)
    ordered: list[Statement] = []

    def place(symbol: Any, expression: Any) -> None:
        for used in expression.free_symbols:
            if used in waiting:
                place(used, waiting.pop(used))
        ordered.append((symbol, expression))

    subexpressions = dict(pending)
    waiting |= subexpressions
    for symbol, _ in prelude + pending:
        if symbol in waiting:
            place(symbol, waiting.pop(symbol))
    return ordered


class _Printer:
    """Text of expressions; products and sums of constants are moved in front of the function."""

    def __init__(self, constants: Iterable[str], language: str):
        self.constant = {*constants, "pi"}
        self.language = language
        self.hoisted: list[str] = []
        self._hoisted_names: dict[str, str] = {}

    def assign(self, symbol: Any, expression: Any) -> str:
        """One statement; an empty line when it was moved in front."""
        text, constant = self._text(expression)
        if not constant:
            return f"{symbol.name} = {text}"
        self.constant.add(symbol.name)
        self.hoisted.append(f"{symbol.name} = {text}")
        return ""

    def text(self, expression: Any) -> str:
        text, constant = self._text(expression)
        return self._hoist(text) if constant and not expression.is_Atom else text

    def _hoist(self, text: str) -> str:
        if text not in self._hoisted_names:
            self._hoisted_names[text] = f"_k{len(self._hoisted_names)}"
            self.hoisted.append(f"{self._hoisted_names[text]} = {text}")
        return self._hoisted_names[text]

    def _text(self, e: Any) -> tuple[str, bool]:
        """Text and whether it depends on constants only."""
        if isinstance(e, se.Symbol):
            return e.name, e.name in self.constant
        if isinstance(e, se.Mul):
            return self._join(e.args, self._product)
        if isinstance(e, se.Add):
            return self._join(e.args, self._sum)
        if isinstance(e, se.Pow):
            return self._power(*e.args)
        if e.is_Number or not e.args:
            return _number(e), True
        return self._call(e)

    def _join(self, args: Sequence[Any], join: Callable[[list[str]], str]) -> tuple[str, bool]:
        parts = [(arg, *self._text(arg)) for arg in args]
        fixed = [text for _, text, constant in parts if constant]
        moving = [text for _, text, constant in parts if not constant]
        if not moving:
            return join(fixed), True
        atom = len(fixed) == 1 and not any(not arg.is_Atom for arg, _, constant in parts if constant)
        head = fixed if atom or not fixed else [self._hoist(join(fixed))]
        return join(head + moving), False

    @staticmethod
    def _product(factors: list[str]) -> str:
        negative = factors.count("-1.0") % 2
        factors = [f for f in factors if f not in ("-1.0", "1.0")] or ["1.0"]
        product = ("-" if negative else "") + "*".join(factors)
        return f"({product})"

    @staticmethod
    def _sum(terms: list[str]) -> str:
        return f"({' + '.join(terms)})".replace("+ (-", "- (").replace("+ -", "- ")

    def _power(self, base: Any, exponent: Any) -> tuple[str, bool]:
        text, constant = self._text(base)
        if exponent == se.Rational(1, 2):
            return f"sqrt({text})", constant
        if isinstance(exponent, se.Integer) and abs(int(exponent)) <= 4:
            k = abs(int(exponent))
            power = "*".join([text] * k)
            return (f"({power})" if int(exponent) > 0 else f"(1.0/({power}))"), constant
        if base == se.E:
            inner, constant = self._text(exponent)
            return f"exp({inner})", constant
        inner, also = self._text(exponent)
        return f"pow({text}, {inner})", constant and also  # of a negative base an error, where ** gives a complex number

    def _call(self, e: Any) -> tuple[str, bool]:
        if isinstance(e, se.Piecewise):
            return self._piecewise(e)
        name = _RELATIONS.get(type(e).__name__)
        parts = [self._text(arg) for arg in e.args]
        constant = all(c for _, c in parts)
        if name:
            return f"({parts[0][0]} {name} {parts[1][0]})", constant
        if isinstance(e, (se.And, se.Or)):
            return f"({(' & ' if isinstance(e, se.And) else ' | ').join(p for p, _ in parts)})", constant
        if isinstance(e, (se.Max, se.Min)):
            return _nested("maximum" if isinstance(e, se.Max) else "minimum", [p for p, _ in parts]), constant
        for function, text in _FUNCTIONS.items():
            if isinstance(e, function):
                return f"{text}({', '.join(p for p, _ in parts)})", constant
        raise NotImplementedError(f"No code can be generated for the function {type(e).__name__} in {e}.")

    def _piecewise(self, e: Any) -> tuple[str, bool]:
        pairs = list(zip(e.args[::2], e.args[1::2], strict=True))
        text = "nan" if str(pairs[-1][1]) not in ("True", "true") else ""
        constant = True
        for value, condition in reversed(pairs):
            inside, c1 = self._text(value)
            if not text:
                text, constant = inside, c1
                continue
            test, c2 = self._text(condition)
            constant = constant and c1 and c2
            text = f"where({test}, {inside}, {text})" if self.language == "numpy" else _choose(self, test, inside, text)
        return text, constant


def _choose(printer: _Printer, test: str, yes: str, no: str) -> str:
    # no leading minus inside the outer parentheses: `_sum` would read it as the sign of a product
    return f"({test} ? {yes} : {no})" if printer.language == "javascript" else f"(({yes}) if {test} else {no})"


def _nested(name: str, arguments: Sequence[str]) -> str:
    """Max and Min of many as a chain of two: numpy would take the third for the place of the result."""
    return reduce(lambda inner, x: f"{name}({x}, {inner})", arguments)


def _number(e: Any) -> str:
    return "pi" if e == se.pi else repr(float(e))


def _python(program: Program, hoisted: list[str], lines: list[str], results: list[str], vector: bool) -> str:
    names = ", ".join(program.arguments)
    header = ["    def function(_x, t):", f"        [{names}] = _x.tolist()"] if vector else [f"    def function({names}):"]
    opening, closing = ("[", "]") if vector else ("(", ",)" if len(results) == 1 else ")")
    return "\n".join(
        [
            f"def make({', '.join(program.constants)}):",
            *(f"    {line}" for line in hoisted),
            *header,
            *(f"        {line}" for line in lines),
            f"        return {opening}{', '.join(results)}{closing}",
            "    return function",
        ]
    )


def _javascript(program: Program, hoisted: list[str], lines: list[str], results: list[str], vector: bool) -> str:
    names = ", ".join(program.arguments)
    math_names = "const {sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, sqrt, pow, sign, PI: pi, abs: fabs, max: maximum, min: minimum} = Math, nan = NaN;"
    return "\n".join(
        [
            f"function make({', '.join(program.constants)}) {{",
            f"  {math_names}",
            *(f"  const {line};" for line in hoisted),
            f"  return function ({f'[{names}]' if vector else names}) {{",
            *(f"    const {line};" for line in lines),
            f"    return [{', '.join(results)}];",
            "  };",
            "}",
        ]
    )


_TEMPLATES = {"python": _python, "numpy": _python, "javascript": _javascript}
