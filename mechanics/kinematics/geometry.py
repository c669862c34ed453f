"""Geometry of a map r = r(q) to Cartesian components, in symbols: basis, metric, Christoffel symbols, acceleration."""

from dataclasses import dataclass
from functools import cached_property

import sympy as sp
from sympy.core.function import AppliedUndef

from ..bridge import from_engine, to_engine
from ..symbols import plain_name
from ..trigonometry import shortest

__all__ = ["Geometry", "shortened"]

SOMEWHERE = (0.7, 1.1, 0.3)  # a point at which no usual coordinates are singular
ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Geometry:
    """Curvilinear coordinates in their own symbols; everything is derived once, when it is first needed.

    Attributes
    ----------
    position : ImmutableMatrix, shape (n, 1)
        Cartesian components as functions of the symbols, m.
    symbols, rates, second_rates : tuple of Symbol
        Coordinates q and the symbols of their first and second rates.
    """

    position: sp.ImmutableMatrix
    symbols: tuple[sp.Symbol, ...]
    rates: tuple[sp.Symbol, ...]
    second_rates: tuple[sp.Symbol, ...]

    def is_degenerate(self) -> bool:
        """Whether the determinant is zero everywhere; checked at one point first, which is a hundred times faster."""
        determinant = self.jacobian.det()
        somewhere = determinant.subs(dict(zip(self.symbols, SOMEWHERE, strict=False)))
        if somewhere.is_number and somewhere.is_finite and abs(complex(somewhere)) > ROUNDING:
            return False
        return bool(determinant.equals(0))

    @cached_property
    def jacobian(self) -> sp.ImmutableMatrix:
        """Tangent vectors as columns; (2.15)."""
        return self.position.jacobian(self.symbols)

    @cached_property
    def metric(self) -> sp.ImmutableMatrix:
        """Products G_ij = g_i · g_j."""
        return (self.jacobian.T * self.jacobian).applyfunc(shortened)

    @cached_property
    def lengths(self) -> sp.ImmutableMatrix:
        """Lengths h_i of the tangent vectors; (2.18)."""
        # roots of perfect squares without absolute value: r sin(theta), not |r sin(theta)|
        roots = self.metric.diagonal().T.applyfunc(sp.sqrt)
        return roots.replace(sp.Abs, lambda x: x)

    @cached_property
    def basis(self) -> sp.ImmutableMatrix:
        """Unit vectors as columns; (2.17)."""
        return self.jacobian * sp.diag(*self.lengths).inv()

    @cached_property
    def inverse_basis(self) -> sp.ImmutableMatrix:
        """Matrix from Cartesian components to those along the unit vectors."""
        return self.basis.T if self.is_orthogonal else self.basis.inv().applyfunc(sp.cancel)

    @cached_property
    def christoffel(self) -> tuple[sp.ImmutableMatrix, ...]:
        """Christoffel symbols of the second kind, one matrix Γ^k for each k."""
        G, q, n = self.metric, self.symbols, range(len(self.symbols))
        first = [  # of the first kind, c_ijk for k
            sp.Matrix(
                len(q),
                len(q),
                lambda i, j, k=k: (G[k, j].diff(q[i]) + G[k, i].diff(q[j]) - G[i, j].diff(q[k])) / 2,
            )
            for k in n
        ]
        inverse = G.inv()  # of n <= 3 rows, so that the symbolic inverse is cheap
        return tuple(
            sum((inverse[k, m] * first[m] for m in n), sp.zeros(len(q))).applyfunc(sp.cancel).as_immutable() for k in n
        )

    @cached_property
    def transport(self) -> sp.ImmutableMatrix:
        """Column i: how the tangent vector g_i changes, g_i_d = Σ_k Γ^k_ij q_d_j g_k."""
        rates = sp.Matrix(self.rates)
        return sp.ImmutableMatrix.vstack(*((gamma * rates).T for gamma in self.christoffel))

    @cached_property
    def basis_rates(self) -> sp.ImmutableMatrix:
        """W with e_i_d = Σ_k W[k, i] e_k; (2.25)."""
        h, rates = self.lengths, sp.Matrix(self.rates)
        stretch = sp.diag(*(h.jacobian(self.symbols) * rates))
        return ((sp.diag(*h) * self.transport - stretch) * sp.diag(*h).inv()).applyfunc(sp.cancel)

    @cached_property
    def velocity(self) -> sp.ImmutableMatrix:
        """Components along the unit vectors; (2.19)."""
        return sp.diag(*self.lengths) * sp.Matrix(self.rates)

    @cached_property
    def acceleration(self) -> sp.ImmutableMatrix:
        """Components along the unit vectors; (2.27)."""
        rates = sp.Matrix(self.rates)
        products = [  # h_k Γ^k_ij simplified before the rates are put in, when they are still short
            (rates.T * (gamma * h).applyfunc(sp.cancel) * rates)[0]
            for gamma, h in zip(self.christoffel, self.lengths, strict=True)
        ]
        return sp.diag(*self.lengths) * sp.Matrix(self.second_rates) + sp.Matrix(products).expand()

    @property
    def is_orthogonal(self) -> bool:
        """Whether the unit vectors are perpendicular to each other everywhere."""
        return bool(self.metric.is_diagonal())


def shortened(expression: sp.Expr) -> sp.Expr:
    """The shortest form that sin² + cos² = 1 and the sums of angles allow."""
    atoms = expression.atoms(sp.Symbol, AppliedUndef, sp.Derivative)
    return from_engine(shortest(to_engine(expression)), {plain_name(atom): atom for atom in atoms})
