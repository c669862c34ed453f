r"""The symbols of the lecture: coordinates as functions of time, parameters, and how they print.

A coordinate is a ``dynamicsymbols``-like function of `t`, so that ``phi.diff(t)`` is the time derivative and
every expression can be handed to `sympy.physics.mechanics`. It prints as in the lecture,
:math:`\dot\varphi_1`, and as the name `phi1_d` in plain text.
"""

import re
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Expr, Symbol
from sympy.core.function import AppliedUndef, Derivative, UndefinedFunction

if TYPE_CHECKING:
    import numpy as np

__all__ = ["coordinate_symbol", "latex_name", "parameter_symbol", "plain_name", "t"]

t = Symbol("t")
"""Time, equal to the symbol that `sympy.physics.mechanics` uses (whose import would cost more than our own)."""

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon "
    "phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
).split()
_DOTS = {0: "", 1: r"\dot", 2: r"\ddot", 3: r"\dddot"}


def latex_name(name: str, order: int = 0) -> str:
    r"""LaTeX of an ASCII name of the lecture, with `order` dots: ``phi1`` gives ``\varphi_{1}``.

    Greek letters are spelled out in the name, a subscript follows an underscore or begins with a digit.

    Parameters
    ----------
    name : str
        ASCII name of the lecture.
    order : int, default 0
        Number of dots.

    Returns
    -------
    str
    """
    match = re.fullmatch(r"([A-Za-z]+?)(?:_(\w+)|(\d\w*))?", name)
    base, index = (match[1], match[2] or match[3] or "") if match else (name, "")
    base, index = _letter(base), _letter(index)
    dotted = f"{_DOTS[order]}{{{base}}}" if order else base
    return dotted + (f"_{{{index}}}" if index else "")


def _letter(name: str) -> str:
    """A Greek letter that is spelled out as LaTeX, anything else as it is."""
    if name not in _GREEK:
        return name
    return r"\varphi" if name == "phi" else "\\" + name


def _dotted(latex: str, order: int) -> str:
    """Put `order` dots on the base letter of `latex`, not on its indices."""
    base, *index = re.split(r"(?=[_^])", latex, maxsplit=1)
    return f"{_DOTS[order]}{{{base}}}" + "".join(index)


_SYMPY_NAMES = {"maximum": "Max", "minimum": "Min", "ceil": "ceiling", "deg2rad": "rad", "rad2deg": "deg"}
_COMPARISONS = ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal")


def _numpy_function(symbol: Any, ufunc: "np.ufunc", method: str, *inputs: Any, **options: Any) -> Any:
    """numpy's operators treat a symbol as any object; its functions such as sin refuse it with a clear message."""
    import numpy as np  # which has just called this; symbols do without it

    plain = [np.array(x, dtype=object) if isinstance(x, sympy.Basic) else x for x in inputs]
    if ufunc.__name__ in _COMPARISONS and not any(map(np.ndim, inputs)):
        options["dtype"] = object  # a relation of symbols is neither true nor false
    try:
        return getattr(ufunc, method)(*plain, **options)
    except (TypeError, AttributeError):
        if ufunc.nin > 1 and ufunc.__name__ not in ("arctan2", "maximum", "minimum"):
            raise
    name = _SYMPY_NAMES.get(ufunc.__name__, ufunc.__name__.replace("arc", "a"))
    hint = f"sympy's: from sympy import {name}" if hasattr(sympy, name) else "a function of sympy instead"
    raise TypeError(f"numpy's {ufunc.__name__} works on numbers, but {symbol} is a symbol; use {hint}.")


def _no_float(symbol: Any) -> float:
    """What functions of math ask for."""
    raise TypeError(
        f"{symbol} is a symbol and has no number: instead of math's functions use sympy's, from sympy import sin."
    )


class Rate(Derivative):
    """Time derivative of a coordinate: works like sympy's, but prints with dots."""

    __array_ufunc__ = _numpy_function
    __float__ = _no_float

    def _order(self) -> int:
        return sum(count for _, count in self.variable_count)

    # equal to sympy's own Derivative of the same, so that lookups and substitutions find either
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Derivative) and self.args == other.args

    def __hash__(self) -> int:
        return hash((Derivative.__name__, *self._hashable_content()))

    def _eval_subs(self, old: Any, new: Any) -> Any:
        # sympy rebuilds what it did not replace as a plain Derivative
        result = super()._eval_subs(old, new)
        is_plain = type(result) is Derivative and isinstance(result.expr, Coordinate)
        return Rate(*result.args, evaluate=False) if is_plain else result

    def _eval_is_real(self) -> bool:
        return True

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = _dotted(self.expr.latex_name, self._order())
        return text if exp is None else f"{text}^{{{exp}}}"

    def _sympystr(self, printer: Any) -> str:
        return plain_name(self)


class Coordinate(AppliedUndef):
    """A function of time that prints as a letter, and whose derivative prints with a dot."""

    latex_name = ""
    __array_ufunc__ = _numpy_function
    __float__ = _no_float

    def fdiff(self, argindex: int = 1) -> Rate:
        return Rate(self, self.args[argindex - 1], evaluate=False)

    def __reduce_ex__(self, protocol: Any) -> tuple:
        return coordinate_symbol, (self.func.__name__, self.latex_name)

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        # braces keep an upper index of the lecture apart from a power
        return self.latex_name if exp is None else f"{{{self.latex_name}}}^{{{exp}}}"

    def _sympystr(self, printer: Any) -> str:
        return self.func.__name__


class ParameterSymbol(Symbol):
    """A symbol that prints with the LaTeX of the lecture."""

    __slots__ = ("latex_name",)
    __array_ufunc__ = _numpy_function
    __float__ = _no_float

    def __new__(cls, name: str, latex: str = "", **assumptions: bool) -> "ParameterSymbol":
        cls._sanitize(assumptions, cls)
        symbol = Symbol.__xnew__(cls, name, **assumptions)
        symbol.latex_name = latex or latex_name(name)
        return symbol

    def __getnewargs_ex__(self) -> tuple:
        return (self.name, self.latex_name), self._assumptions_orig

    def _hashable_content(self) -> tuple:
        return (self.name, self.latex_name, *self._assumptions0)

    def _latex(self, printer: Any) -> str:
        return self.latex_name


def coordinate_symbol(name: str, latex: str = "") -> Coordinate:
    """A real function of time `name(t)`, for example a generalized coordinate.

    Parameters
    ----------
    name : str
        ASCII name.
    latex : str, optional
        LaTeX of its letter; made from the name unless given.

    Returns
    -------
    Coordinate
    """
    spelling = {"latex_name": latex or latex_name(name)}
    function = UndefinedFunction(name, bases=(Coordinate,), __dict__=dict(spelling), real=True)
    function._kwargs = {"real": True} | spelling  # its identity: sympy's cache must tell two spellings apart
    return function(t)


def parameter_symbol(name: str, latex: str = "", **assumptions: bool) -> Symbol:
    """A constant symbol with assumptions such as ``positive=True``.

    Parameters
    ----------
    name : str
        ASCII name.
    latex : str, optional
        LaTeX of the symbol; made from the name unless given.
    **assumptions : bool
        Assumptions of sympy.

    Returns
    -------
    Symbol
    """
    return ParameterSymbol(name, latex, **assumptions)


def plain_name(expression: Expr) -> str:
    """ASCII name of a coordinate, a rate or a symbol: ``phi.diff(t)`` gives ``phi_d``.

    Parameters
    ----------
    expression : Expr
        Coordinate, its time derivative, or symbol.

    Returns
    -------
    str
    """
    if isinstance(expression, Derivative):
        order = sum(count for _, count in expression.variable_count)
        return f"{expression.expr.func.__name__}_{'d' * order}"
    return expression.func.__name__ if isinstance(expression, AppliedUndef) else expression.name
