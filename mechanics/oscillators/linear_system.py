"""The matrices of a linear spring-mass-damper system: its position of rest, equations and energy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
import sympy as sp

from ..aliases import Scalar, Vector
from ..checking import matrix
from ..model import ModelError, unknown_name
from ..symbols import t
from .definiteness import definiteness, quadratic_form
from .matrices import column, is_zero, names_of, numbers, solved, square

__all__ = ["LinearSystem"]


@dataclass(frozen=True)
class LinearSystem:
    """A linear system M q̈ + D q̇ + K q = k + B f; (3.92), and (3.98) with k = 0.

    Matrices may hold symbols or numbers. D, K, k and B are zero, coordinates q1, q2, ... and inputs f1, f2, ... unless
    given.

    Parameters
    ----------
    M : array_like, shape (n, n)
        Symmetric, positive definite, kg.
    D, K : array_like, shape (n, n), optional
        Damping, N s/m, and stiffness, N/m.
    k : array_like, shape (n,), optional
        Constant forces: weights, relaxed lengths of springs, N.
    B : array_like, shape (n, m), optional
        Effect of the inputs on each coordinate.
    coordinates, inputs : sequence of str, optional
        Names.

    Raises
    ------
    ModelError
        If shapes do not fit, or M is not positive definite.
    """

    M: sp.ImmutableMatrix
    D: sp.ImmutableMatrix = None
    K: sp.ImmutableMatrix = None
    k: sp.ImmutableMatrix = None
    B: sp.ImmutableMatrix = None
    coordinates: Sequence[str] = field(default=())
    inputs: Sequence[str] = field(default=())

    def __post_init__(self) -> None:
        M = square(self.M, "M")
        n = M.rows
        if definiteness(M) not in ("positive definite", "undecided"):
            raise ModelError(
                f"M must be positive definite; {M.tolist()} is {definiteness(M)}. Does a coordinate move no mass?"
            )
        zero = sp.zeros(n, n)
        B = sp.zeros(n, 0) if self.B is None else matrix(self.B, "B")
        if B.rows != n:
            raise ModelError(f"B must have a row for each of the {n} coordinates; got {B.rows}x{B.cols}.")
        values = {
            "M": M,
            "D": square(zero if self.D is None else self.D, "D", n),
            "K": square(zero if self.K is None else self.K, "K", n),
            "k": column([0] * n if self.k is None else self.k, "k", n),
            "B": sp.ImmutableMatrix(B),
            "coordinates": names_of(self.coordinates, "q", n),
            "inputs": names_of(self.inputs, "f", B.cols),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def with_values(self, values: Mapping[sp.Symbol | str, Scalar] | None = None, **named: Scalar) -> Self:
        """The same system with numbers (or other symbols) in place of symbols.

        Parameters
        ----------
        values : mapping of Symbol or str to Expr or float, optional
            Values by symbol or name.
        **named : Expr or float
            Values by name.

        Raises
        ------
        ModelError
            If a name is unknown.
        """
        free = {s for matrix in self._matrices.values() for s in matrix.free_symbols}
        table = {symbol.name: symbol for symbol in free}
        changes = {str(key): value for key, value in (values or {}).items()} | named
        for name in named:
            if name not in table:
                raise ModelError(unknown_name(name, sorted(table), "symbol"))
        put_in = {table[name]: value for name, value in changes.items() if name in table}
        return replace(self, **{name: matrix.subs(put_in) for name, matrix in self._matrices.items()})

    def about_rest(self) -> Self:
        """The same system in the deviations Δq = q − q_R, without the constant k; (3.97)."""
        self.static_position()  # raises where there is none
        return replace(self, k=None)

    # --- statics and motion -----------------------------------------------------------------------------

    @property
    def _matrices(self) -> dict[str, sp.ImmutableMatrix]:
        return {name: getattr(self, name) for name in ("M", "D", "K", "k", "B")}

    @property
    def size(self) -> int:
        """Number n of coordinates."""
        return self.M.rows

    def force(self, f: Vector | Mapping[str, Scalar] | None = None) -> sp.ImmutableMatrix:
        """B f; inputs that are left out are zero.

        Parameters
        ----------
        f : array_like or mapping of str to Expr or float, shape (m,), optional
            Inputs by name, or in their order, N.

        Returns
        -------
        ImmutableMatrix, shape (n, 1)
            Forces, N.

        Raises
        ------
        ModelError
            If a name is unknown.
        """
        if isinstance(f, Mapping):
            for name in f:
                if name not in self.inputs:
                    raise ModelError(unknown_name(name, self.inputs, "input"))
            f = [f.get(name, 0) for name in self.inputs]
        return sp.ImmutableMatrix(self.B * column(np.zeros(self.B.cols, int) if f is None else f, "f", self.B.cols))

    def static_position(self, f: Vector | Mapping[str, Scalar] | None = None) -> sp.ImmutableMatrix:
        """Position of rest under constant forces: q_R = K⁻¹ (k + B f); (3.96).

        Parameters
        ----------
        f : array_like or mapping of str to Expr or float, shape (m,), optional
            Inputs, N.

        Returns
        -------
        ImmutableMatrix, shape (n, 1)
            q_R.

        Raises
        ------
        ModelError
            If K is singular; the message names a motion that strains no spring.
        """
        free = self.K.nullspace(iszerofunc=lambda x: is_zero(x, self.K))
        if free:
            motion = ", ".join(f"{float(x):.4g}" if x.is_number else str(x) for x in free[0])
            raise ModelError(
                f"K is singular: the motion [{motion}] of {', '.join(self.coordinates)} strains no spring, so "
                "no position of rest is fixed. Hold the system with a spring to the ground."
            )
        return solved(self.K, self.k + self.force(f))

    def equations_of_motion(self, q: Sequence[sp.Expr], f: Vector | Mapping[str, Scalar] | None = None) -> list[sp.Eq]:
        """M q̈ + D q̇ + K q = k + B f, one equation for each row; (3.92).

        Parameters
        ----------
        q : sequence of Expr, shape (n,)
            Coordinates as functions of t.
        f : array_like or mapping of str to Expr or float, shape (m,), optional
            Inputs, N.
        """
        place = column(q, "q", self.size)
        left = self.M * place.diff(t, 2) + self.D * place.diff(t) + self.K * place
        return [sp.Eq(a, b, evaluate=False) for a, b in zip(left, self.k + self.force(f), strict=True)]

    # --- energy -----------------------------------------------------------------------------------------

    def kinetic_energy(self, q_d: Vector) -> Any:
        """T = q̇ᵀ M q̇ / 2, for symbols or for numbers; (3.99).

        Parameters
        ----------
        q_d : array_like, shape (..., n)
            Rates.

        Returns
        -------
        Any, shape (...)
            Energy, J.
        """
        return quadratic_form(self.M, q_d) / 2

    def potential_energy(self, q: Vector) -> Any:
        """V = qᵀ K q / 2 − kᵀ q, zero at q = 0; (3.100) for k = 0, where q counts from the position of rest.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.

        Returns
        -------
        Any, shape (...)
            Energy, J.
        """
        return quadratic_form(self.K, q) / 2 - self._dot(self.k, q)

    def energy_rate(self, q_d: Vector, f: Vector | Mapping[str, Scalar] | None = None) -> Any:
        """Ė = −q̇ᵀ D q̇ + q̇ᵀ B f along every motion; (3.101).

        Parameters
        ----------
        q_d : array_like, shape (..., n)
            Rates.
        f : array_like or mapping of str to Expr or float, shape (m,), optional
            Inputs, N.

        Returns
        -------
        Any, shape (...)
            Power, W.
        """
        return -quadratic_form(self.D, q_d) + self._dot(self.force(f), q_d)

    @staticmethod
    def _dot(constant: sp.ImmutableMatrix, z: Any) -> Any:
        entries = np.ravel(np.asarray(z, dtype=object))
        if any(isinstance(x, sp.Basic) for x in (*entries, *constant.free_symbols)):
            return (constant.T * sp.Matrix(z))[0]
        return np.asarray(z, dtype=float) @ numbers(constant, "the force").ravel()
