"""Sympy expressions, matrices and equations → data. Only imported when sympy is loaded already."""

from typing import Any

import sympy
from mpmath.libmp import to_float, to_str  # type: ignore[import-untyped]
from sympy.core.function import AppliedUndef, Derivative, Subs
from sympy.core.relational import Equality, Relational, Unequality
from sympy.core.sorting import default_sort_key
from sympy.logic.boolalg import Boolean, BooleanFalse, BooleanTrue
from sympy.matrices import (
    ImmutableDenseMatrix,
    ImmutableSparseMatrix,
    MatrixExpr,
    MutableDenseMatrix,
    MutableSparseMatrix,
)
from sympy.tensor.array.dense_ndim_array import ImmutableDenseNDimArray, MutableDenseNDimArray

from mechanics.formulas.reader import rate_name
from mechanics.formulas.tree import (
    FUNCTIONS,
    MAX_DEPTH,
    MAX_NODES,
    Tree,
    divide,
    integer,
    mul,
    power,
    problem,
)

__all__ = ["read_sympy"]

_MATRICES = (MutableDenseMatrix, ImmutableDenseMatrix, MutableSparseMatrix, ImmutableSparseMatrix)
_ARRAYS = (ImmutableDenseNDimArray, MutableDenseNDimArray)
_FUNCTIONS = {getattr(sympy, name): name for name in FUNCTIONS if name != "sqrt"}
_CONSTANTS: dict[type, Tree] = {
    sympy.core.numbers.Pi: "pi",
    sympy.core.numbers.Exp1: ["exp", 1],
    sympy.core.numbers.ImaginaryUnit: power(-1, ["rat", 1, 2]),  # exp(I*x) + exp(-I*x) is real
    sympy.core.numbers.NaN: problem("NaN (not a number)"),
    sympy.core.numbers.Infinity: problem("infinity"),
    sympy.core.numbers.NegativeInfinity: problem("infinity"),
    sympy.core.numbers.ComplexInfinity: problem("infinity (a division by zero)"),
}
_ARGS = sympy.Basic.__dict__["_args"]
_SYMBOL_NAME = sympy.Symbol.__dict__["name"]


def read_sympy(answer: Any, reader: Any, level: int) -> dict[str, Any] | None:
    """Data of a sympy (or mpmath) object.

    Parameters
    ----------
    answer : object
        Anything.
    reader : object
        Its ``read(item, level)`` makes data of the items of containers.
    level : int
        How deep the answer is nested in containers.

    Returns
    -------
    dict or None
        None for what is not of sympy.
    """
    kind = type(answer)
    data = _container(answer, reader, level)
    if data is not None:
        return data
    if issubclass(kind, sympy.Expr) and kind is not Unequality:
        return {"type": "scalar", "tree": _Tree().read(answer, 0)}
    if kind.__module__.startswith("mpmath") and hasattr(answer, "_mpf_"):
        return {"type": "scalar", "tree": _decimal(answer._mpf_, 170)}
    if kind in (BooleanTrue, BooleanFalse):
        return {"type": "boolean", "value": kind is BooleanTrue}
    if what := next((what for base, what in _UNREADABLE.items() if issubclass(kind, base)), ""):
        return {"type": "unreadable", "what": what}
    return None


def _container(answer: Any, reader: Any, level: int) -> dict[str, Any] | None:
    """Data of a matrix, an equation or a collection; None for anything else."""
    kind = type(answer)
    if kind in _MATRICES or kind in _ARRAYS:
        return reader.read(answer.tolist(), level)
    if issubclass(kind, MatrixExpr):
        return reader.read(answer.doit().as_explicit(), level + 1)
    if kind is Equality:
        left, right = (reader.read(side, level + 1) for side in _ARGS.__get__(answer))
        return {"type": "equation", "left": left, "right": right}
    if kind is sympy.Tuple:
        return reader._list(iter(_ARGS.__get__(answer)), level)
    if kind is sympy.FiniteSet:
        return reader._set(sorted(_ARGS.__get__(answer), key=default_sort_key), level)
    if kind is sympy.Dict:
        return reader._dict([_ARGS.__get__(pair) for pair in _ARGS.__get__(answer)], level)
    return reader.read(answer.as_expr(), level + 1) if kind is sympy.Poly else None


_UNREADABLE: dict[type, str] = {
    Relational: "an inequality",
    Boolean: "a logical statement",
    sympy.Set: "a set of numbers (give the numbers themselves)",
}


class _Tree:
    """One walk over an expression with a limit on its nodes: shared parts count each time they occur."""

    def __init__(self, derive: bool = True) -> None:
        self.left = MAX_NODES
        self.derive = derive

    def read(self, expression: Any, depth: int) -> Tree:
        self.left -= 1
        if self.left < 0 or depth > MAX_DEPTH:
            return problem("a formula too long to be checked (simplify it first)")
        leaf = _leaf(expression)
        return self._compound(expression, depth) if leaf is None else leaf

    def _compound(self, expression: Any, depth: int) -> Tree:
        kind = type(expression)
        if issubclass(kind, Derivative | Subs):
            return self._derivative(expression, depth)
        if kind not in _HEADS and kind not in _FUNCTIONS:
            return problem(_refused(kind))
        if self.left < 0:
            return problem("a formula too long to be checked (simplify it first)")
        arguments = [self.read(argument, depth + 1) for argument in _ARGS.__get__(expression)]
        return _HEADS[kind](*arguments) if kind in _HEADS else [_FUNCTIONS[kind], *arguments]

    def _derivative(self, expression: Any, depth: int) -> Tree:
        """``phi.diff(t)`` is ``phi_d``; the derivative of anything longer is taken first."""
        name = _rate(expression)
        if name is not None:
            return name
        if not self.derive:
            return problem("a derivative that is not carried out")
        inner = _Tree(derive=False)
        inner.left = self.left
        result = inner.read(expression.doit(), depth)
        self.left = inner.left
        return result


def _refused(kind: type) -> str:
    """What is said of something that is no formula, with what to do instead."""
    name = str(kind.__name__)[:40]
    for names, advice in _ADVICE.items():
        if name in names:
            return f"`{name}`, {advice}"
    return f"`{name}`, which cannot be used here"


_ADVICE = {
    ("Integral", "Sum", "Product", "Limit"): "which is not carried out: write `.doit()` behind it",
    ("Piecewise", "Heaviside", "Max", "Min"): (
        "a distinction of cases: give the one that holds here (sympy distinguishes none for symbols with "
        "`positive=True`)"
    ),
    ("Quantity",): "a unit of sympy: give the number alone, or number and unit as text",
    ("floor",): "which rounds down, as `//` does: write `/`",
    ("re", "im", "conjugate", "arg"): "because sympy does not know that the symbols are real: use `real=True`",
}


def _rate(expression: Any) -> Tree | None:
    """Name of a time derivative of a coordinate, None for any other derivative."""
    if not issubclass(type(expression), Derivative):
        return None
    inner, *variables = _ARGS.__get__(expression)
    base = _rate(inner) if issubclass(type(inner), Derivative) else _leaf(inner)
    order = 0
    for variable, count in (map(_leaf, _ARGS.__get__(pair)) for pair in variables):
        if variable != "t" or not isinstance(count, int):
            return None
        order += count
    is_function = issubclass(type(inner), AppliedUndef | Derivative)
    return rate_name(base, order) if is_function and type(base) is str and 0 < order < 5 else None


def _leaf(expression: Any) -> Tree | None:
    """Tree of a number, a constant, a symbol or a function of time; None for anything else."""
    kind = type(expression)
    if kind in _CONSTANTS:
        return _CONSTANTS[kind]
    if issubclass(kind, sympy.Symbol):
        return str(_SYMBOL_NAME.__get__(expression))
    if issubclass(kind, AppliedUndef):
        arguments = _ARGS.__get__(expression)
        if len(arguments) == 1 and issubclass(type(arguments[0]), sympy.Symbol) and _leaf(arguments[0]) == "t":
            return str(kind.__name__)
        return problem(f"`{str(kind.__name__)[:40]}` of something else than t")
    if issubclass(kind, sympy.Rational) and kind.__module__.startswith("sympy."):
        return integer(expression.p) if expression.q == 1 else divide(integer(expression.p), integer(expression.q))
    if issubclass(kind, sympy.Float):
        return _decimal(expression._mpf_, expression._prec)
    return None


def _decimal(mpf: Any, bits: int) -> Tree:
    """A Float of sympy: as a Python float if that is all it knows, else as decimal text."""
    if mpf[1] == 0 and mpf[2] != 0:
        return problem("NaN (not a number)" if mpf[2] == -123 else "infinity")
    if abs(mpf[2] + mpf[3]) > 900:
        return problem("a number of extreme size")
    return to_float(mpf) if bits <= 53 else ["num", str(to_str(mpf, min(bits // 3, 50)))]


_HEADS: dict[type, Any] = {
    sympy.Add: lambda *terms: ["+", *terms],
    sympy.Mul: mul,
    sympy.Pow: power,
    sympy.UnevaluatedExpr: lambda inner: inner,
}
