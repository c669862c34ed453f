"""Systems A u = b of balances whose entries are numbers or symbols.

Rank and dependence are decided with numbers: those given, and where there are symbols a few values that are
not special. Only then the regular part is solved exactly.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from ..model import ModelError, t
from .loads import shortened

__all__ = ["independent_rows", "null_space", "numbers", "particular", "rank", "samples", "size", "solve"]

DRAWS, TRIES = 2, 50
MOST_ROOTS = 2  # irrational numbers that an exact solution may contain; more would take minutes
TOLERANCE = 1e-9


def size(entries: Iterable[sp.Expr]) -> float:
    """The largest absolute value of the entries that are numbers.

    Parameters
    ----------
    entries : iterable of Expr
        Numbers and expressions.

    Returns
    -------
    float
    """
    values = [abs(float(x)) for x in entries if not x.free_symbols]
    return max(values, default=0.0)


def samples(*matrices: sp.MatrixBase) -> Iterator[list[np.ndarray]]:
    """The matrices as numbers, for values of their symbols at which all of them are real and finite.

    Parameters
    ----------
    *matrices : Matrix
        Matrices of numbers and expressions.

    Returns
    -------
    Iterator[list[np.ndarray]]

    Raises
    ------
    ModelError
        If no values are found.
    """
    # sympy would have to prove that pivots are zero, which takes minutes or fails; random values show it at once
    symbols = sorted(set().union(*map(atoms, matrices)), key=str)
    random_number = random.Random(31)
    found = 0
    for _ in range(TRIES):
        values = {x: sp.Float(random_number.uniform(0.3, 1.4)) for x in symbols}
        numeric = [numbers(m.xreplace(values)) for m in matrices]
        if all(np.isfinite(m).all() for m in numeric):
            yield numeric
            found += 1
        if found == (DRAWS if symbols else 1):
            return
    raise ModelError(
        "These loads have no real values for any values of their symbols; check roots and inverse functions."
    )


def atoms(matrix: sp.MatrixBase) -> set[sp.Expr]:
    """Everything that needs a value: symbols, coordinates and their rates.

    Parameters
    ----------
    matrix : Matrix
        Matrix of numbers and expressions.

    Returns
    -------
    set of Expr
    """
    dynamic = matrix.atoms(AppliedUndef, sp.Derivative)
    return dynamic | (matrix.free_symbols - {t} if dynamic else matrix.free_symbols)


def numbers(matrix: sp.MatrixBase) -> np.ndarray:
    """Entries as floats; what is not real becomes NaN.

    Parameters
    ----------
    matrix : Matrix
        Matrix of numbers.

    Returns
    -------
    ndarray
        Floats, in the shape of the matrix.
    """
    values = [complex(sp.N(x)) if x.is_finite is not False else complex("nan") for x in matrix]
    real = [v.real if abs(v.imag) < 1e-14 else np.nan for v in values]
    return np.array(real).reshape(matrix.shape)


def _scaled(A: np.ndarray) -> np.ndarray:
    """Rows scaled to the size one, so that units (N or N m) do not affect the rank."""
    largest = np.abs(A).max(axis=1, keepdims=True, initial=0.0)
    return A / np.where(largest > TOLERANCE * np.abs(A).max(initial=0.0), largest, 1.0)


def rank(A: sp.MatrixBase) -> int:
    """The rank for generic values of the symbols.

    Parameters
    ----------
    A : Matrix, shape (m, n)
        Matrix of numbers and expressions.

    Returns
    -------
    int
    """
    return max(int(np.linalg.matrix_rank(_scaled(a), tol=TOLERANCE)) for (a,) in samples(A))


def independent_rows(A: sp.MatrixBase) -> list[int]:
    """The first rows of A that are linearly independent.

    Parameters
    ----------
    A : Matrix, shape (m, n)
        Matrix of numbers and expressions.

    Returns
    -------
    list of int
        Their indices.
    """
    (a, *_) = next(samples(A))
    rows: list[int] = []
    for k in range(A.rows):
        if np.linalg.matrix_rank(_scaled(a[[*rows, k]]), tol=TOLERANCE) > len(rows):
            rows.append(k)
    return rows


def null_space(a: np.ndarray) -> np.ndarray:
    """Orthonormal columns that span the null space of a numerical matrix.

    Parameters
    ----------
    a : ndarray, shape (m, n)
        Matrix.

    Returns
    -------
    ndarray, shape (n, n - rank)
    """
    if not a.size:
        return np.eye(a.shape[1])
    _, s, vt = np.linalg.svd(a)
    return vt[int((s > TOLERANCE * max(s.max(), 1e-300)).sum()) :].T


def solve(A: sp.MatrixBase, b: sp.MatrixBase, unknowns: Sequence[sp.Expr]) -> dict[sp.Expr, sp.Expr]:
    """The unknowns of a consistent system with as many independent rows as unknowns.

    Exact where there are symbols, fractions or few roots; floats otherwise.

    Parameters
    ----------
    A : Matrix, shape (m, n)
        Coefficients.
    b : Matrix, shape (m, 1)
        Right-hand sides.
    unknowns : sequence of Expr, shape (n,)
        Symbols.

    Returns
    -------
    dict of Expr to Expr
        Value of each unknown.
    """
    rows = independent_rows(A)
    A, b = A.extract(rows, list(range(A.cols))), b.extract(rows, [0])
    if not A.free_symbols | b.free_symbols and len(_irrational(A) | _irrational(b)) > MOST_ROOTS:
        found = np.linalg.solve(numbers(A), numbers(b))[:, 0]
        return dict(zip(unknowns, map(sp.Float, found.tolist()), strict=True))
    (solution,) = sp.linsolve((A, b), *unknowns)
    return dict(zip(unknowns, map(_short, solution), strict=True))


def _irrational(matrix: Any) -> set[Any]:
    return {x for x in matrix.atoms(sp.Pow, sp.Function, sp.NumberSymbol) if not x.is_rational}


def particular(A: sp.MatrixBase, b: sp.MatrixBase) -> sp.Matrix:
    """One solution of a consistent system; undetermined unknowns are zero.

    Parameters
    ----------
    A : Matrix, shape (m, n)
        Coefficients.
    b : Matrix, shape (m, 1)
        Right-hand sides.

    Returns
    -------
    Matrix, shape (n, 1)
    """
    unknowns = sp.symbols(f"u:{A.cols}", cls=sp.Dummy)
    rows = independent_rows(A)
    (solution,) = sp.linsolve((A.extract(rows, list(range(A.cols))), b.extract(rows, [0])), *unknowns)
    return sp.Matrix(solution).subs(dict.fromkeys(unknowns, 0))


def _short(expression: sp.Expr) -> sp.Expr:
    """Numerator and denominator as short products; numbers stay as they are."""
    if not expression.free_symbols:
        return expression
    above, below = sp.fraction(sp.factor(expression))
    return _factors(above) / _factors(below)


def _factors(product: sp.Expr) -> sp.Expr:
    return sp.Mul(*map(shortened, sp.Mul.make_args(product)))
