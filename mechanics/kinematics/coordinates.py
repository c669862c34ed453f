"""Curvilinear coordinates of a point: everything from the map to Cartesian components, by differentiation.

The map r = r(q) gives tangent vectors g_i = ∂r/∂q_i, they give the metric G_ij = g_i · g_j, and the metric gives
the Christoffel symbols, which say how the tangent vectors turn and stretch along a motion. Components belong to
the unit vectors e_i = g_i / h_i with h_i = |g_i|.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from ..aliases import Vector
from ..bridge import from_engine, to_engine
from ..model import ModelError
from ..symbols import parameter_symbol, plain_name
from ..trigonometry import shortest
from .values import Evaluator, is_symbolic, rates_of

__all__ = ["CurvilinearCoordinates"]

SOMEWHERE = (0.7, 1.1, 0.3)  # a point at which no usual coordinates are singular
ROUNDING = 1e-9

Values: TypeAlias = Any
"""A matrix for symbols, an array for numbers; the caller, who gives them, knows which of the two it gets."""


class CurvilinearCoordinates:
    """Coordinates q of a point, given by the map to its Cartesian components.

    All methods take symbols, functions of time and numbers alike. Sequences with sympy entries give sympy matrices.
    Plain numbers give arrays, and then `q` and its rates may have the shape (..., n): many points are one call.
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
        self.names = tuple(names.split())
        if not 1 <= len(set(self.names)) == len(self.names) <= 3 or not all(n.isidentifier() for n in self.names):
            raise ModelError(f'One to three different names were expected, such as "r phi"; got {names!r}.')
        self.symbols, self._d, self._dd = (
            tuple(parameter_symbol(name + suffix, real=True) for name in self.names) for suffix in ("", "_d", "_dd")
        )
        self._position = sp.ImmutableMatrix(list(position(*self.symbols)))
        if len(self._position) != len(self.names):
            raise ModelError(
                f"As many Cartesian components as coordinates were expected, {len(self.names)} for {names}; "
                f"the map gives {len(self._position)}."
            )
        if self._is_degenerate():
            raise ModelError(
                f"The coordinates {names} do not reach all neighbouring points: the determinant of their Jacobian "
                "is zero everywhere. Each coordinate must move the point in a direction of its own."
            )
        self._evaluate = Evaluator((*self.symbols, *self._d, *self._dd))

    def _is_degenerate(self) -> bool:
        """Whether the determinant is zero everywhere; at one point, that is seen a hundred times faster."""
        determinant = self._jacobian.det()
        somewhere = determinant.subs(dict(zip(self.symbols, SOMEWHERE, strict=False)))
        if somewhere.is_number and somewhere.is_finite and abs(complex(somewhere)) > ROUNDING:
            return False
        return bool(determinant.equals(0))

    def __repr__(self) -> str:
        components = ", ".join(str(x) for x in self._position)
        return f"CurvilinearCoordinates({' '.join(self.names)!r}: ({components}))"

    # what the map gives, in the coordinates' own symbols; derived once, when it is asked for

    @cached_property
    def _jacobian(self) -> sp.ImmutableMatrix:
        return self._position.jacobian(self.symbols)

    @cached_property
    def _metric(self) -> sp.ImmutableMatrix:
        return (self._jacobian.T * self._jacobian).applyfunc(self._short)

    @cached_property
    def _lengths(self) -> sp.ImmutableMatrix:
        # the roots of perfect squares without bars: r sin(theta), not |r sin(theta)|
        roots = self._metric.diagonal().T.applyfunc(sp.sqrt)
        return roots.replace(sp.Abs, lambda x: x)

    @cached_property
    def _basis(self) -> sp.ImmutableMatrix:
        return self._jacobian * sp.diag(*self._lengths).inv()

    @cached_property
    def _inverse_basis(self) -> sp.ImmutableMatrix:
        return self._basis.T if self.is_orthogonal else self._basis.inv().applyfunc(sp.cancel)

    @cached_property
    def _christoffel(self) -> tuple[sp.ImmutableMatrix, ...]:
        G, q, n = self._metric, self.symbols, range(len(self.symbols))
        first = [  # of the first kind, c_ijk for k
            sp.Matrix(
                len(q),
                len(q),
                lambda i, j, k=k: (G[k, j].diff(q[i]) + G[k, i].diff(q[j]) - G[i, j].diff(q[k])) / 2,
            )
            for k in n
        ]
        inverse = G.inv()
        return tuple(
            sum((inverse[k, m] * first[m] for m in n), sp.zeros(len(q))).applyfunc(sp.cancel).as_immutable() for k in n
        )

    @cached_property
    def _transport(self) -> sp.ImmutableMatrix:
        """Column i: how the tangent vector g_i changes, g_i_d = Σ_k Γ^k_ij q_d_j g_k."""
        rates = sp.Matrix(self._d)
        return sp.ImmutableMatrix.vstack(*((gamma * rates).T for gamma in self._christoffel))

    @cached_property
    def _basis_rates(self) -> sp.ImmutableMatrix:
        h, rates = self._lengths, sp.Matrix(self._d)
        stretch = sp.diag(*(h.jacobian(self.symbols) * rates))
        return ((sp.diag(*h) * self._transport - stretch) * sp.diag(*h).inv()).applyfunc(sp.cancel)

    @cached_property
    def _velocity(self) -> sp.ImmutableMatrix:
        return sp.diag(*self._lengths) * sp.Matrix(self._d)

    @cached_property
    def _acceleration(self) -> sp.ImmutableMatrix:
        rates = sp.Matrix(self._d)
        products = [  # h_k Γ^k_ij shortened before the rates come in: polynomials are left
            (rates.T * (gamma * h).applyfunc(sp.cancel) * rates)[0]
            for gamma, h in zip(self._christoffel, self._lengths, strict=True)
        ]
        return sp.diag(*self._lengths) * sp.Matrix(self._dd) + sp.Matrix(products).expand()

    @staticmethod
    def _short(expression: sp.Expr) -> sp.Expr:
        atoms = expression.atoms(sp.Symbol, AppliedUndef, sp.Derivative)
        return from_engine(shortest(to_engine(expression)), {plain_name(atom): atom for atom in atoms})

    # the same at the coordinates that are asked for

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
        return self._evaluate(self._position, q)

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
        return self._evaluate(self._jacobian, q)

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
        return self._evaluate(self._metric, q)

    def scale_factors(self, q: Vector) -> Values:
        """Lengths h_i of the tangent vectors; (2.18).

        The root of a perfect square is taken without bars: beyond a singular point (r < 0) a length becomes negative,
        so that the unit vectors stay continuous there.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.

        Returns
        -------
        ImmutableMatrix or ndarray, shape (..., n)
        """
        return self._evaluate(self._lengths, q)

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
        return self._evaluate(self._basis, q)

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
        return self._evaluate(self._basis_rates, *rates_of(q, q_d))

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
        found = [self._evaluate(gamma, q) for gamma in self._christoffel]
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
        return self._evaluate(self._velocity, *rates_of(q, q_d))

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
        return self._evaluate(self._acceleration, *rates_of(q, q_d, q_dd))

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
        return self._product(self._inverse_basis, q, vector)

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
        return self._product(self._basis, q, components)

    def _product(self, matrix: sp.ImmutableMatrix, q: Any, vector: Any) -> Any:
        if is_symbolic(q) or is_symbolic(vector):
            exact = self._evaluate(matrix, sp.Matrix(list(q)))
            found = (exact * self._evaluate.column(vector)).applyfunc(self._short)
            return found.applyfunc(lambda e: min(e, sp.cancel(e), key=sp.count_ops))
        return (self._evaluate(matrix, q) @ self._evaluate.array(vector)[..., None])[..., 0]

    @property
    def is_orthogonal(self) -> bool:
        """Whether the unit vectors are perpendicular to each other everywhere."""
        return bool(self._metric.is_diagonal())
