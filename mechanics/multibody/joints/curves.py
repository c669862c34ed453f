"""Curves and surfaces that guide a point: formulas whose derivatives sympy finds, or points with a spline."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from ...checking import real
from ...model import ModelError, SimulationError

__all__ = ["Curve", "Surface"]

SEEDS = 400  # points among which the search for the nearest one begins
STEPS = 30
CLOSE = 1e-14  # of the interval: where Newton's method has arrived


class Curve:
    """A curve c(p) in space.

    Parameters
    ----------
    formula : sequence of Expr or float, length 3
        Coordinates x, y, z in m, in terms of one symbol.
    parameter : tuple
        (symbol, first, last): the symbol and its interval.
    closed : bool, optional
        Whether the end of the interval is its begin, as of a circle; the point may pass it then.

    Raises
    ------
    ModelError
        For formulas with other symbols, an empty interval, or a closed curve whose ends do not meet.

    Examples
    --------
    >>> p = sympy.Symbol("p")
    >>> helix = Curve((sympy.cos(p), sympy.sin(p), 0.1 * p), (p, 0, 20))
    """

    def __init__(self, formula: Sequence[Any], parameter: tuple, closed: bool = False):
        symbol, first, last = _interval(parameter)
        r = _formulas(formula, (symbol,), 3, "A curve needs three coordinates, (x, y, z) in terms of its parameter")
        self.closed, self.ends = closed, (first, last)
        self._c = [_lambdified([symbol], sp.diff(sp.Matrix(r), symbol, k)) for k in range(3)]
        self._check_ends()

    @classmethod
    def through(cls, points: ArrayLike, closed: bool = False) -> "Curve":
        """The curve through given points, a cubic spline over the length of its chords.

        Parameters
        ----------
        points : array_like, shape (k, 3)
            Points, m; the last is the first where the curve is closed.
        closed : bool, optional
            Whether it is closed.
        """
        from scipy.interpolate import CubicSpline

        table = _table(points)
        p = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(table, axis=0), axis=1))])
        if (np.diff(p) <= 0).any() or (closed and np.abs(table[0] - table[-1]).max() > 1e-12):
            raise ModelError("The points of a curve must differ from their neighbours; a closed one ends at its first.")
        if closed:
            table[-1] = table[0]
        curve = cls.__new__(cls)
        spline = CubicSpline(p, table, bc_type="periodic" if closed else "not-a-knot")
        curve.closed, curve.ends = closed, (0.0, float(p[-1]))
        curve._c = [lambda p, k=k: spline(p, k) for k in range(3)]
        return curve

    @staticmethod
    def check(curve: Any, name: str) -> None:
        """Refuse anything but a curve for a joint of this name."""
        if not isinstance(curve, Curve):
            raise ModelError(f"The joint {name!r} needs curve=Curve(formula, (p, first, last)); got {curve!r}.")

    def __call__(self, p: ArrayLike) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Points c(p) and the derivatives c′, c″ for p, (..., 3) each.

        Parameters
        ----------
        p : array_like, shape (...)
            Values of the parameter.
        """
        p = np.asarray(p, dtype=float)
        c, c_p, c_pp = (function(p) for function in self._c)
        return c, c_p, c_pp

    @cached_property
    def _seeds(self) -> tuple[np.ndarray, np.ndarray]:
        p = np.linspace(*self.ends, SEEDS)
        return p, self(p)[0]

    def nearest(self, d: np.ndarray, name: str = "of a curve") -> np.ndarray:
        """Parameters p (...) of the points nearest to the given ones, (d − c) · c′ = 0, by Newton's method.

        Parameters
        ----------
        d : np.ndarray, shape (..., 3)
            Points, m.
        name : str, optional
            Name of the joint, for the message.

        Raises
        ------
        SimulationError
            For a point beyond the ends of an open curve.
        """
        seeds, points = self._seeds
        p = seeds[((points - d[..., None, :]) ** 2).sum(-1).argmin(-1)]
        first, last = self.ends
        for _ in range(STEPS):
            c, c_p, c_pp = self(p)
            slope, bend = ((d - c) * c_p).sum(-1), (c_p * c_p).sum(-1) - ((d - c) * c_pp).sum(-1)
            # far from the curve the bend may change its sign; |c'|² alone then leads towards the nearest point
            step = slope / np.where(bend > 0, bend, (c_p * c_p).sum(-1))
            p = p + step
            if self.closed:
                p = first + np.remainder(p - first, last - first)
            if (np.abs(step) <= CLOSE * (last - first)).all():
                break
        if not self.closed and ((p < first) | (p > last)).any():
            raise SimulationError(
                f"The point of the joint {name!r} leaves its curve at an end: the parameter is "
                f"{float(np.ravel(p)[np.abs(np.ravel(p) - (first + last) / 2).argmax()]):.6g}, and the curve goes from "
                f"{first:g} to {last:g}. Make the curve longer, or the simulation shorter."
            )
        return p

    def _check_ends(self) -> None:
        with np.errstate(all="ignore"):
            ends, _ = self(np.array(self.ends))[0], self._seeds
        if not np.isfinite(ends).all() or not np.isfinite(self._seeds[1]).all():
            raise ModelError(f"A curve must be finite from p = {self.ends[0]:g} to {self.ends[1]:g}.")
        if self.closed and np.abs(ends[0] - ends[1]).max() > 1e-9:
            raise ModelError(f"A closed curve ends where it begins; this one goes from {ends[0]} to {ends[1]}.")


class Surface:
    """A surface F(x, y, z) = 0.

    Parameters
    ----------
    formula : Expr
        F in terms of the symbols, zero on the surface.
    symbols : tuple of Symbol, length 3
        x, y, z.

    Examples
    --------
    >>> x, y, z = sympy.symbols("x y z")
    >>> bowl = Surface(z - x**2 - y**2, (x, y, z))
    """

    def __init__(self, formula: Any, symbols: tuple):
        if (
            not isinstance(symbols, Sequence)
            or len(symbols) != 3
            or not all(isinstance(symbol, sp.Symbol) for symbol in symbols)
        ):
            raise ModelError(f"A surface needs the symbols of its three coordinates, (x, y, z); got {symbols!r}.")
        (F,) = _formulas([formula], tuple(symbols), 1, "A surface needs one formula, zero on the surface")
        gradient = [F.diff(symbol) for symbol in symbols]
        if all(entry == 0 for entry in gradient):
            raise ModelError(f"The formula of a surface must depend on its coordinates; got {formula!r}.")
        self._F = _lambdified(symbols, sp.Matrix([F]))
        self._gradient = _lambdified(symbols, sp.Matrix(gradient))
        self._curvature = _lambdified(symbols, sp.Matrix(3, 3, lambda i, k: gradient[i].diff(symbols[k])))

    @staticmethod
    def check(surface: Any, name: str) -> None:
        """Refuse anything but a surface for a joint of this name."""
        if not isinstance(surface, Surface):
            raise ModelError(f"The joint {name!r} needs surface=Surface(F, (x, y, z)); got {surface!r}.")

    def __call__(self, d: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """F (...), its gradient (..., 3) and its matrix of second derivatives (..., 3, 3).

        Parameters
        ----------
        d : np.ndarray, shape (..., 3)
            Points, m.
        """
        x, y, z = np.moveaxis(d, -1, 0)
        return self._F(x, y, z)[..., 0], self._gradient(x, y, z), self._curvature(x, y, z).reshape(*x.shape, 3, 3)


def _lambdified(symbols: Sequence[sp.Symbol], entries: sp.Matrix) -> Callable[..., np.ndarray]:
    """A function of arrays (...) that returns the entries, (..., number of entries)."""
    function = sp.lambdify(symbols, list(entries), "numpy", cse=True)

    def evaluated(*values: np.ndarray) -> np.ndarray:
        return np.stack([np.broadcast_to(entry, np.shape(values[0])) for entry in function(*values)], axis=-1)

    return evaluated


def _formulas(formula: Any, symbols: tuple, count: int, wanted: str) -> list[sp.Expr]:
    try:
        found = [real(entry, wanted) for entry in formula]
        foreign = set().union(*(entry.free_symbols for entry in found)) - set(symbols)
    except TypeError:
        found, foreign = [], set()
    if len(found) != count or foreign:
        extra = f", with {', '.join(map(str, sorted(foreign, key=str)))} in it" if foreign else ""
        raise ModelError(f"{wanted}; got {formula!r}{extra}. Put numbers for parameters.")
    return found


def _interval(parameter: Any) -> tuple[sp.Symbol, float, float]:
    try:
        symbol, first, last = parameter
        first, last = float(first), float(last)
        fits = isinstance(symbol, sp.Symbol) and np.isfinite([first, last]).all() and first < last
    except (TypeError, ValueError):
        fits = False
    if not fits:
        raise ModelError(
            f"The parameter of a curve is given as (symbol, first, last), first < last; got {parameter!r}."
        )
    return symbol, first, last


def _table(points: ArrayLike) -> np.ndarray:
    try:
        table = np.array(points, dtype=float)
    except (TypeError, ValueError):
        table = np.zeros(0)
    if table.ndim != 2 or table.shape[1] != 3 or len(table) < 4 or not np.isfinite(table).all():
        raise ModelError(f"A curve goes through at least four points of three finite numbers each; got {points!r}.")
    return table
