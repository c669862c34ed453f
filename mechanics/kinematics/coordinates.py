"""Curvilinear coordinates of a point: everything from the map to Cartesian components, by differentiation.

The map r = r(q) gives tangent vectors g_i = ∂r/∂q_i, they give the metric G_ij = g_i · g_j, and the metric gives
the Christoffel symbols, which say how the tangent vectors turn and stretch along a motion. Components belong to
the unit vectors e_i = g_i / h_i with h_i = |g_i|.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import sympy as sp

from ..aliases import Vector
from ..checking import column, function
from ..model import ModelError
from ..symbols import parameter_symbol
from .geometry import Geometry, shortened
from .values import Evaluator, is_symbolic, rates_of

__all__ = ["CurvilinearCoordinates"]

Values: TypeAlias = Any
"""A matrix for symbols, an array for numbers; the caller, who gives them, knows which of the two it gets."""


class CurvilinearCoordinates:
    """Coordinates q of a point, given by the map to its Cartesian components.

    All methods take symbols, functions of time and numbers alike. Sequences with sympy entries give sympy matrices.
    Plain numbers give arrays, and then `q` and its rates may have the shape (..., n): many points in one call.
    Where `q_d` and `q_dd` are left out, `q` holds functions of time `t`, and its derivatives are taken.

    Parameters
    ----------
    names : str
        Names of the coordinates, separated by blanks.
    position : callable
        Function of the coordinates (rad for angles) that returns the Cartesian components, m: two coordinates for a
        point of the plane, three in space.

    Raises
    ------
    ModelError
        If there are not as many components as coordinates, or some directions of motion cannot be described.

    Examples
    --------
    >>> parabolic = CurvilinearCoordinates("u v", lambda u, v: (u * v, (v**2 - u**2) / 2))
    >>> parabolic.velocity([1.0, 2.0], [0.5, 0.0])
    array([1.11803399, 0.        ])
    """

    def __init__(self, names: str, position: Callable[..., Sequence[sp.Expr]]):
        self.names = tuple(names.split()) if isinstance(names, str) else ()
        if not 1 <= len(set(self.names)) == len(self.names) <= 3 or not all(n.isidentifier() for n in self.names):
            raise ModelError(f'One to three different names were expected, such as "r phi"; got {names!r}.')
        self.symbols, rates, second_rates = (
            tuple(parameter_symbol(name + suffix, real=True) for name in self.names) for suffix in ("", "_d", "_dd")
        )
        components = column(
            function(position, "The map of coordinates")(*self.symbols), "What the map of coordinates returns"
        )
        self._geometry = Geometry(components, self.symbols, rates, second_rates)
        if len(components) != len(self.names):
            raise ModelError(
                f"As many Cartesian components as coordinates were expected, {len(self.names)} for {names}; "
                f"the map gives {len(components)}."
            )
        if self._geometry.is_degenerate():
            raise ModelError(
                f"The coordinates {names} do not reach all neighbouring points: the determinant of their Jacobian "
                "is zero everywhere. Each coordinate must move the point in a direction of its own."
            )
        self._evaluate = Evaluator((*self.symbols, *rates, *second_rates))

    def __repr__(self) -> str:
        components = ", ".join(str(x) for x in self._geometry.position)
        return f"CurvilinearCoordinates({' '.join(self.names)!r}: ({components}))"

    # the same at given coordinates

    def position(self, q: Vector) -> Values:
        """Cartesian components of the position vector; (2.2), (2.13).

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.

        Returns
        -------
        ImmutableMatrix or ndarray, shape (..., n)
            Position, m.
        """
        return self._evaluate(self._geometry.position, q)

    def jacobian(self, q: Vector) -> Values:
        """Tangent vectors ∂r/∂q_i as columns, in Cartesian components; (2.15).

        The matrix J of (2.16) has them as rows: it is the transpose of this one.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.

        Returns
        -------
        ImmutableMatrix or ndarray, shape (..., n, n)
        """
        return self._evaluate(self._geometry.jacobian, q)

    def metric(self, q: Vector) -> Values:
        """Products G_ij = g_i · g_j of the tangent vectors; diagonal for orthogonal coordinates.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.

        Returns
        -------
        ImmutableMatrix or ndarray, shape (..., n, n)
        """
        return self._evaluate(self._geometry.metric, q)

    def scale_factors(self, q: Vector) -> Values:
        """Lengths h_i of the tangent vectors; (2.18).

        The root of a perfect square is taken without absolute value: beyond a singular point (r < 0) a length becomes
        negative, so that the unit vectors stay continuous there.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.

        Returns
        -------
        ImmutableMatrix or ndarray, shape (..., n)
        """
        return self._evaluate(self._geometry.lengths, q)

    def basis(self, q: Vector) -> Values:
        """Unit vectors e_i as columns, in Cartesian components; (2.17), (2.23).

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.

        Returns
        -------
        ImmutableMatrix or ndarray, shape (..., n, n)
        """
        return self._evaluate(self._geometry.basis, q)

    def basis_rates(self, q: Vector, q_d: Vector | None = None) -> Values:
        """How the unit vectors turn: matrix W with e_i_d = Σ_k W[k, i] e_k; (2.25), (2.26).

        From the Christoffel symbols: W[k, i] = h_k Γ^k_ij q_d_j / h_i - δ_ki h_i_d / h_i. Skew-symmetric for orthogonal
        coordinates.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.
        q_d : array_like, shape (..., n), optional
            Their rates.

        Returns
        -------
        ImmutableMatrix or ndarray, shape (..., n, n)
            W, 1/s.
        """
        return self._evaluate(self._geometry.basis_rates, *rates_of(q, q_d))

    def christoffel(self, q: Vector) -> list[sp.Matrix] | np.ndarray:
        """Christoffel symbols of the second kind: ∂g_i/∂q_j = Σ_k Γ^k_ij g_k.

        Γ^k_ij = Σ_m (G⁻¹)_km (∂G_mj/∂q_i + ∂G_mi/∂q_j - ∂G_ij/∂q_m) / 2

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.

        Returns
        -------
        list of Matrix or ndarray, shape (..., n, n, n)
            n matrices, Γ^k as number k; for numbers an array [..., k, i, j].
        """
        found = [self._evaluate(gamma, q) for gamma in self._geometry.christoffel]
        return found if is_symbolic(q) else np.stack(found, axis=-3)

    def velocity(self, q: Vector, q_d: Vector | None = None) -> Values:
        """Components of the velocity along the unit vectors, v_i = h_i q_d_i; (2.3), (2.19), (2.21).

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.
        q_d : array_like, shape (..., n), optional
            Their rates.

        Returns
        -------
        ImmutableMatrix or ndarray, shape (..., n)
            Velocity, m/s.
        """
        return self._evaluate(self._geometry.velocity, *rates_of(q, q_d))

    def acceleration(self, q: Vector, q_d: Vector | None = None, q_dd: Vector | None = None) -> Values:
        """Components of the acceleration along the unit vectors; (2.4), (2.27), Aufgabe 2.2.

        a_k = h_k (q_dd_k + Σ_ij Γ^k_ij q_d_i q_d_j)

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.
        q_d, q_dd : array_like, shape (..., n), optional
            Their first and second rates.

        Returns
        -------
        ImmutableMatrix or ndarray, shape (..., n)
            Acceleration, m/s².
        """
        return self._evaluate(self._geometry.acceleration, *rates_of(q, q_d, q_dd))

    def components(self, q: Vector, vector: Vector) -> Values:
        """Components along the unit vectors at a point, from Cartesian components; (2.24).

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates of the point.
        vector : array_like, shape (..., n)
            Cartesian components.

        Returns
        -------
        ImmutableMatrix or ndarray, shape (..., n)
        """
        return self._product(self._geometry.inverse_basis, q, vector)

    def vector(self, q: Vector, components: Vector) -> Values:
        """Cartesian components, from components along the unit vectors at a point; (2.23).

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates of the point.
        components : array_like, shape (..., n)
            Components along the unit vectors.

        Returns
        -------
        ImmutableMatrix or ndarray, shape (..., n)
        """
        return self._product(self._geometry.basis, q, components)

    def _product(self, matrix: sp.ImmutableMatrix, q: Any, vector: Any) -> Any:
        if is_symbolic(q) or is_symbolic(vector):
            exact = self._evaluate(matrix, sp.Matrix(list(q)))
            found = (exact * self._evaluate.column(vector)).applyfunc(shortened)
            return found.applyfunc(lambda e: min(e, sp.cancel(e), key=sp.count_ops))
        return (self._evaluate(matrix, q) @ self._evaluate.array(vector)[..., None])[..., 0]

    @property
    def is_orthogonal(self) -> bool:
        """Whether the unit vectors are perpendicular to each other everywhere."""
        return self._geometry.is_orthogonal
