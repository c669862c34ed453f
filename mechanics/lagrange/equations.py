"""The equations of motion M q̈ + C q̇ + g = f as sympy expressions, for people to read and work with."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import symengine as se
import sympy as sp

from ..bridge import from_engine
from ..model import ModelError
from ..symbols import plain_name, t
from ..typeset import latex
from .derivation import Expression, Matrix
from .terms import Terms

__all__ = ["AbbreviatedEquations", "Equations"]


class Equations(ABC):
    """M, C, g, f and the energies of a system in sympy; (5.93).

    `LagrangianSystem` has them in coordinates, parameters and inputs, `AbbreviatedEquations` with the abbreviations.
    """

    @property
    @abstractmethod
    def terms(self) -> Terms:
        """M, C, g, f, T, V in symengine."""

    @property
    @abstractmethod
    def _q(self) -> Sequence[Any]:
        """The sympy coordinates."""

    @property
    @abstractmethod
    def _lambda(self) -> Sequence[Any]:
        """The sympy multipliers of closed loops and nonholonomic constraints."""

    @abstractmethod
    def _to_sympy(self, expression: Expression) -> sp.Expr:
        """One expression of the terms in sympy."""

    def _matrix(self, rows: Matrix) -> sp.ImmutableMatrix:
        return sp.ImmutableMatrix([[self._to_sympy(x) for x in row] for row in rows])

    @cached_property
    def mass_matrix(self) -> sp.ImmutableMatrix:
        """M(q), symmetric; (5.21)."""
        return self._matrix(self.terms.M)

    @cached_property
    def coriolis_matrix(self) -> sp.ImmutableMatrix:
        """C(q, q̇) from the Christoffel symbols; (5.95), (5.97)."""
        return self._matrix(self.terms.C)

    @cached_property
    def potential_forces(self) -> sp.ImmutableMatrix:
        """g(q) = ∂V/∂q, gravity and springs; (5.96)."""
        return self._matrix([[x] for x in self.terms.g])

    @cached_property
    def generalized_forces(self) -> sp.ImmutableMatrix:
        """f, everything that has no potential: inputs, dampers, friction; (5.68).

        Where positions contain the time, f contains the forces of inertia of that motion; see
        `mechanics.lagrange.prescribed_motion`.
        """
        return self._matrix([[x] for x in self.terms.f])

    @cached_property
    def kinetic_energy(self) -> sp.Expr:
        """T = q̇ᵀ M q̇ / 2 (5.21), and the part of a motion that is prescribed."""
        v = [x.diff(t) for x in self._q]
        M = self.mass_matrix
        n = len(v)
        diagonal = [M[i, i] * v[i] ** 2 / 2 for i in range(n)]
        mixed = [M[i, j] * v[i] * v[j] for i in range(n) for j in range(i)]
        motion = self.terms.motion
        return sp.Add(*diagonal, *mixed, self._to_sympy(motion.energy) if motion else 0)

    @cached_property
    def potential_energy(self) -> sp.Expr:
        """V(q) with the lecture's zero."""
        return self._to_sympy(self.terms.V)

    @property
    def lagrangian(self) -> sp.Expr:
        """L = T − V, with a generalized potential L = T − Ṽ; (5.69), (5.74)."""
        return self.kinetic_energy - self.potential_energy - self._to_sympy(self.terms.V_rates)

    @cached_property
    def constraint_jacobian(self) -> sp.ImmutableMatrix:
        """J = ∂φ/∂q of the closed loops, then A of the nonholonomic constraints; a row for each multiplier."""
        rows = self.terms.loops.J
        return self._matrix(rows) if rows else sp.ImmutableMatrix(0, len(self._q), [])

    @property
    def _right(self) -> sp.ImmutableMatrix:
        """f, with constraints f + Jᵀ λ."""
        if not self.terms.loops:
            return self.generalized_forces
        return self.generalized_forces + self.constraint_jacobian.T * sp.Matrix(self._lambda)

    @cached_property
    def equations_of_motion(self) -> list[sp.Eq]:
        """M q̈ + C q̇ + g = f, one equation for each coordinate, with constraints f + Jᵀ λ on the right; (5.93)."""
        q = sp.Matrix(self._q)
        left = self.mass_matrix * q.diff(t, 2) + self.coriolis_matrix * q.diff(t) + self.potential_forces
        return [sp.Eq(a, b, evaluate=False) for a, b in zip(left, self._right, strict=True)]

    @cached_property
    def accelerations(self) -> sp.ImmutableMatrix:
        """q̈ = M⁻¹ (f − C q̇ − g) in symbols.

        With closed loops q̈ = M⁻¹ (r + Jᵀ λ), r = f − C q̇ − g, λ = −(J M⁻¹ Jᵀ)⁻¹ (J M⁻¹ r + J̇ q̇), where the loops close.

        Raises
        ------
        ModelError
            For nonholonomic constraints, whose accelerations are only evaluated with numbers.
        """
        if len(self.terms.loops.J) > len(self.terms.loops.residual):
            raise ModelError(
                "A system with nonholonomic constraints has no accelerations in symbols; evaluate "
                "system.numeric().accelerations."
            )
        q_d = sp.Matrix(self._q).diff(t)
        right = self.generalized_forces - self.coriolis_matrix * q_d - self.potential_forces
        if self.terms.loops:
            J, bias = self.constraint_jacobian, self._matrix([[x] for x in self.terms.loops.bias])
            return sp.ImmutableMatrix(_with_loops(self.mass_matrix, right, J, bias))
        if len(self._q) == 1:
            return sp.ImmutableMatrix([right[0] / self.mass_matrix[0]])
        return sp.ImmutableMatrix(self.mass_matrix.adjugate() * right / self.mass_matrix.det()).applyfunc(_tidy)

    @cached_property
    def skew_matrix(self) -> sp.ImmutableMatrix:
        """N = Ṁ − 2 C, skew-symmetric for the C of (5.97); (5.99)-(5.102)."""
        return sp.ImmutableMatrix((self.mass_matrix.diff(t) - 2 * self.coriolis_matrix).expand())

    @cached_property
    def power(self) -> sp.Expr:
        """d(T + V)/dt, the power of the forces without potential, q̇ᵀ f; (5.72), (5.98).

        Where something moves as a given function of the time, the power that this takes is added; it contains
        accelerations and multipliers.
        """
        if self.terms.is_driven:
            return self._to_sympy(self.terms.power([se.Symbol(plain_name(x)) for x in self._lambda]))
        return sp.Add(*(x.diff(t) * f for x, f in zip(self._q, self.generalized_forces, strict=True)))

    @property
    def latex(self) -> str:
        """The equations of motion as LaTeX, aligned at the equals sign."""
        rows = [f"{self._left_side(k)} &= {latex(f)}" for k, f in enumerate(self._right)]
        return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"

    def _left_side(self, k: int) -> str:
        """Row k of M q̈ + C q̇ + g in the order of (5.93), where sympy would sort the terms."""
        q = sp.Matrix(self._q)
        terms = [m * a for m, a in zip(self.mass_matrix.row(k), q.diff(t, 2), strict=True)]
        terms += [sp.Add(*(self.coriolis_matrix.row(k) * q.diff(t))).expand(), self.potential_forces[k]]
        texts = [latex(term) for term in terms if term != 0]
        return "".join(x if x.startswith("-") or not i else f" + {x}" for i, x in enumerate(texts)) or "0"

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$"


def _with_loops(M: Any, right: Any, J: Any, bias: Any) -> Any:
    """Solution q̈ of M q̈ − Jᵀ λ = right, J q̈ = −bias."""
    if M.det() == 0:  # parts without mass: their accelerations follow from the loops alone
        bordered = sp.BlockMatrix([[M, -J.T], [J, sp.zeros(J.rows)]]).as_explicit()
        return bordered.LUsolve(sp.Matrix.vstack(sp.Matrix(right), -sp.Matrix(bias)))[: M.rows, :]
    inverse = M.adjugate() / M.det()
    compliance = J * inverse * J.T
    forces = compliance.adjugate() * -(J * inverse * right + bias) / compliance.det()
    return inverse * (right + J.T * forces)


def _tidy(fraction: sp.Expr) -> sp.Expr:
    """Common factors of numerator and denominator cancelled, if that shortens a small fraction."""
    if sp.count_ops(fraction) > 200:
        return fraction
    numerator, denominator = sp.fraction(sp.together(fraction))
    short = sp.factor_terms(numerator) / sp.factor_terms(sp.expand(denominator))
    return min(short, fraction, key=sp.count_ops)


class AbbreviatedEquations(Equations):
    """The equations of a system with abbreviations such as m_S kept, as the lecture prints them.

    Parameters
    ----------
    q, multipliers : sequence of sympy symbols
        Coordinates, and multipliers of constraints.
    terms : Terms
        In symengine.
    symbols : mapping
        Sympy symbol of each name in the terms.
    """

    def __init__(self, q: Sequence[Any], multipliers: Sequence[Any], terms: Terms, symbols: Mapping[str, Any]):
        self._coordinates, self._multipliers, self._terms, self._symbols = q, multipliers, terms, symbols

    @property
    def terms(self) -> Terms:
        """M, C, g, f, T, V in symengine."""
        return self._terms

    @property
    def _q(self) -> Sequence[Any]:
        return self._coordinates

    @property
    def _lambda(self) -> Sequence[Any]:
        return self._multipliers

    def _to_sympy(self, expression: Expression) -> sp.Expr:
        return from_engine(expression, self._symbols)
