"""A program of scalars, and the function that it becomes: plain Python, numpy, numba or JavaScript.

A `Program` takes named arguments and constants and returns a flat tuple of numbers. Common subexpressions
are computed once; what depends only on constants is computed when the function is made, not when it is
called.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import symengine as se

from .printer import Printer
from .templates import NAMES, TEMPLATES, Text

__all__ = ["PIVOT", "Program", "solve_symmetric"]

Statement = tuple[se.Symbol, se.Basic]  # (symbol, expression)

PIVOT = 1e-13
"""What is left of a diagonal entry after the elimination must be more than this part of it; less is rounding."""


@dataclass(frozen=True)
class Program:
    """Statements that compute outputs from arguments, with constants set once.

    Parameters
    ----------
    arguments : tuple of str
        Names of the scalars that change from call to call.
    constants : tuple of str
        Names of the scalars that are fixed when the function is made.
    outputs : tuple of symengine.Basic
        symengine expressions in plain symbols of these names.
    prelude : tuple of Statement, optional
        Further statements (symbol, expression) that the outputs refer to, in order.
    """

    arguments: tuple[str, ...]
    constants: tuple[str, ...]
    outputs: tuple[se.Basic, ...]
    prelude: tuple[Statement, ...] = ()

    @cached_property
    def statements(self) -> tuple[list[Statement], list[se.Basic]]:
        """Statements and outputs after common subexpressions have been named."""
        replacements, reduced = se.cse([e for _, e in self.prelude] + list(self.outputs))
        names = {symbol: se.Symbol(f"_{i}") for i, (symbol, _) in enumerate(replacements)}

        def renamed(e: Any) -> Any:  # only with its own names: symengine copies the whole table at every call
            return e.xreplace({symbol: names[symbol] for symbol in e.free_symbols & names.keys()})

        pending = [(names[symbol], renamed(e)) for symbol, e in replacements]
        reduced = [renamed(e) for e in reduced]
        prelude = [(symbol, e) for (symbol, _), e in zip(self.prelude, reduced, strict=False)]
        return _in_order(pending, prelude), reduced[len(prelude) :]

    def source(self, language: str = "python", vector: bool = False) -> str:
        """The text of a function `make(constants)` that returns the function of the arguments.

        Parameters
        ----------
        language : str, default "python"
            ``"python"``, ``"numpy"`` or ``"javascript"``; ``"blocks"`` for numpy with buffers, whose function takes
            them first; or ``"numba"`` for a whole module whose function ``derivative(x, t, constants)`` takes the
            arguments as one vector.
        vector : bool, default False
            Whether the function takes one state vector and the time, ``f(x, t)``, and returns a list; in JavaScript it
            fills another vector from a place on, ``f(x, t, y, place)``.

        Returns
        -------
        str
        """
        printer = Printer(self.constants, language)
        statements, outputs = self.statements
        lines = [line for statement in statements if (line := printer.assign(*statement))]
        results = [printer.text(expression) for expression in outputs]
        return TEMPLATES[language](Text(self.arguments, self.constants, printer.hoisted, lines, results), vector)

    @cached_property
    def _code(self) -> dict[tuple[str, bool], Any]:
        return {}

    def make(self, constants: Iterable[float], language: str = "python", vector: bool = False) -> Callable:
        """The function for given values of the constants (compiled text is kept, so this is cheap).

        Parameters
        ----------
        constants : iterable of float
            A number for each constant, in their order.
        language : str, default "python"
            As for `source`.
        vector : bool, default False
            As for `source`.

        Returns
        -------
        callable
        """
        key = (language, vector)
        if key not in self._code:
            self._code[key] = compile(self.source(language, vector), f"<generated {language}>", "exec")
        namespace = dict(NAMES[language])
        exec(self._code[key], namespace)
        return namespace["make"](*(float(c) for c in constants))


def solve_symmetric(
    matrix: Sequence[Sequence[se.Basic]], right: Sequence[se.Basic], name: str = "_l", definite: bool = True
) -> tuple[tuple[Statement, ...], tuple[se.Basic, ...]]:
    """Unrolled solution of M x = r for a symmetric M as M = L D Lᵀ.

    Zero entries of L are left out, so that a sparse matrix gives a short program. Where M is singular, up to rounding,
    the program divides by zero: Python raises, numpy and numba return numbers that are not finite.

    Parameters
    ----------
    matrix : sequence of sequences of symengine.Basic, shape (n, n)
        M.
    right : sequence of symengine.Basic, shape (n,)
        r.
    name : str, default "_l"
        How the symbols of the statements begin.
    definite : bool, default True
        Whether M is positive definite: the unknowns may be eliminated in the order that keeps L sparse.

    Returns
    -------
    statements : tuple of Statement
        The prelude of a `Program`.
    solution : tuple of symengine.Basic
        The symbols that hold x.

    Raises
    ------
    ZeroDivisionError
        If the matrix is singular for all values of its symbols.
    """
    # with three unknowns or fewer there is next to nothing to gain
    order = _least_fill(matrix) if definite and len(right) > 3 else list(range(len(right)))
    M, r = [[matrix[i][j] for j in order] for i in order], [right[i] for i in order]
    statements, x = _eliminated(M, r, name, definite)
    solution = dict(zip(order, x, strict=True))
    return tuple(statements), tuple(solution[i] for i in range(len(right)))


def _least_fill(matrix: Sequence[Sequence[Any]]) -> list[int]:
    """Order of elimination: next is always the unknown that is coupled to the fewest others (minimum degree)."""
    n = len(matrix)
    coupled = {i: {j for j in range(n) if j != i and matrix[i][j] != 0} for i in range(n)}
    order = []
    while coupled:
        next_one = min(coupled, key=lambda i: (len(coupled[i]), i))
        others = coupled.pop(next_one)
        for i in others:  # these are coupled to each other from now on
            coupled[i] = (coupled[i] | others) - {i, next_one}
        order.append(next_one)
    return order


def _eliminated(
    matrix: Sequence[Sequence[Any]], right: Sequence[Any], name: str, definite: bool
) -> tuple[list[Statement], list[se.Basic]]:
    n = len(right)
    statements: list[Statement] = []

    # every entry gets a name: nested in each other, the expressions of L and D would grow exponentially
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
        terms = [W[i][k] * L[i][k] for k in range(i) if W[i][k] != 0]
        rest = keep(f"e{i}" if terms else f"d{i}", matrix[i][i] - se.Add(*terms))
        if rest == 0:
            raise ZeroDivisionError(f"the matrix is singular: nothing remains of its diagonal entry {i + 1}")
        D.append(keep(f"d{i}", _or_zero(rest, matrix[i][i], terms, definite)) if terms else rest)
    return statements, _substituted(L, D, right, keep)


def _substituted(
    L: Sequence[Sequence[Any]], D: Sequence[Any], right: Sequence[Any], keep: Callable[[str, Any], Any]
) -> list[Any]:
    """x from L D Lᵀ x = r: forwards to y with L y = r, backwards to x with D Lᵀ x = y."""
    n = len(right)
    y: list[Any] = []
    for i in range(n):
        y.append(keep(f"y{i}", right[i] - se.Add(*(L[i][k] * y[k] for k in range(i)))))
    x: list[Any] = [None] * n
    for i in reversed(range(n)):
        x[i] = keep(f"x{i}", y[i] / D[i] - se.Add(*(L[k][i] * x[k] for k in range(i + 1, n))))
    return x


def _or_zero(rest: Any, diagonal: Any, terms: Sequence[Any], definite: bool) -> Any:
    """The pivot, or zero where only rounding errors of its terms are left."""
    size = diagonal if definite else se.Add(abs(diagonal), *map(abs, terms))
    return se.Piecewise((rest, se.Lt(PIVOT * size, rest if definite else abs(rest))), (0, True))


def _in_order(pending: list[Statement], prelude: list[Statement]) -> list[Statement]:
    """Merge both lists so that every symbol is set before it is used."""
    # common subexpressions may use symbols of the prelude and the other way round: depth first, from what is used
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
