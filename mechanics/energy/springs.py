"""Springs by stiffness or characteristic, in series and in parallel; stiffness matrices: (3.69)-(3.74)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from ..aliases import Scalar
from ..checking import checked, real, shown
from ..model import ModelError
from .field import Field

__all__ = ["Spring", "deflection_energy", "parallel", "series", "stiffness_matrix"]

Law = Callable[[Any], Any]
LARGEST = 1e6  # deflection at which the search for a force is given up, m
TOLERANCE = 1e-14
ROUNDING = 1e-9  # N


@dataclass(frozen=True)
class Spring:
    """A spring of relaxed length s0: its force f_F(s) is zero at s = s0, and positive where it is stretched.

    Parameters
    ----------
    law : Expr or float or Law
        Stiffness c > 0, N/m, or a characteristic: an increasing function of the deflection s − s0 that gives the force
        and is zero at zero, ``lambda x: c*x + k*x**3``.
    s0 : Expr or float, default 0
        Relaxed length, m.

    Raises
    ------
    ModelError
        If the stiffness is not positive, or the characteristic not zero at zero.
    """

    law: Any
    s0: Scalar = 0

    def __post_init__(self) -> None:
        law = self.law
        real(self.s0, "The relaxed length of a spring")
        if callable(law):
            if not _is_zero(real(law(0), "The force of a characteristic")):
                raise ModelError(f"A characteristic must be zero at zero deflection; it gives {law(0)} N there.")
        elif not _is_positive(real(law, "The stiffness of a spring")):
            raise ModelError(f"The stiffness of a spring must be positive; got {law}.")

    @property
    def is_linear(self) -> bool:
        """Whether the spring is given by its stiffness."""
        return not callable(self.law)

    @checked()
    def force(self, s: Scalar) -> Scalar:
        """Force at the length s: f_F = c (s − s0), or the characteristic.

        Parameters
        ----------
        s : Expr or float
            Length, m.

        Returns
        -------
        Expr or float
            Force, N.
        """
        return self.law(s - self.s0) if callable(self.law) else self.law * (s - self.s0)

    @checked()
    def energy(self, s: Scalar) -> Scalar:
        """Potential energy at the length s: V = ∫ f_F(s̃) ds̃ from s0 (3.69), c (s − s0)²/2 where linear (3.70).

        Parameters
        ----------
        s : Expr or float
            Length, m.

        Returns
        -------
        Expr or float
            Energy, J.
        """
        return deflection_energy(self.law, s - self.s0)

    @checked()
    def length(self, force: Scalar) -> Scalar:
        """Length at which the spring has a given force.

        Parameters
        ----------
        force : Expr or float
            Force, N; an expression only where the spring is linear.

        Returns
        -------
        Expr or float
            Length, m.

        Raises
        ------
        ModelError
            If the characteristic never reaches that force.
        """
        if not callable(self.law):
            return self.s0 + force / self.law
        return self.s0 + _inverse(self.law, float(force))


def deflection_energy(law: Scalar | Law, deflection: Scalar) -> Scalar:
    """Energy stored by a deflection δ: V = c δ²/2, or ∫ F(δ̃) dδ̃ for a characteristic F; (3.69), (3.70).

    Parameters
    ----------
    law : Expr or float or Law
        Stiffness c, N/m, or a function of the deflection that gives the force, N.
    deflection : Expr or float
        δ, m.

    Returns
    -------
    Expr or float
        Energy, J.

    Raises
    ------
    ModelError
        If the deflection is an expression and the integral has no closed form.
    """
    real(deflection, "The deflection")
    if not callable(law):
        real(law, "The stiffness of a spring")
        return law * deflection**2 / 2
    if not isinstance(deflection, sp.Basic):
        from scipy.integrate import quad  # slow to import

        return quad(law, 0, float(deflection), epsabs=1e-13, epsrel=1e-11)[0]
    x = sp.Symbol("x", real=True)
    energy = sp.integrate(law(x), (x, 0, x))
    if energy.has(sp.Integral):
        raise ModelError(
            f"The spring characteristic {law(x)} of x has no integral in closed form; give a potential instead."
        )
    return energy.subs(x, deflection)


def series(*springs: Spring) -> Spring:
    """One spring in place of several in a row: the same force in all, the lengths add up; Aufgabe 3.8.

    1/c = Σ 1/c_i, s0 = Σ s0_i; with a characteristic the force is found numerically.

    Parameters
    ----------
    *springs : Spring
        Springs, one at least.

    Returns
    -------
    Spring
    """
    _demand(springs)
    s0 = sum(spring.s0 for spring in springs)
    if all(spring.is_linear for spring in springs):
        return Spring(_together(1 / sum(1 / sp.sympify(spring.law) for spring in springs)), s0)

    def law(deflection: float) -> float:
        return _inverse(lambda f: sum(spring.length(f) for spring in springs) - s0, float(deflection))

    return Spring(law, s0)


def parallel(*springs: Spring) -> Spring:
    """One spring in place of several side by side: the same length in all, the forces add up; Aufgabe 3.8.

    c = Σ c_i, s0 = Σ c_i s0_i / c; with a characteristic the relaxed length is found numerically. Springs of different
    relaxed lengths are stressed by each other even there; that energy is not part of the result.

    Parameters
    ----------
    *springs : Spring
        Springs, one at least.

    Returns
    -------
    Spring
    """
    _demand(springs)
    if all(spring.is_linear for spring in springs):
        c = sum(spring.law for spring in springs)
        return Spring(c, _together(sum(spring.law * spring.s0 for spring in springs) / sp.sympify(c)))

    def total(s: float) -> float:
        return sum(spring.force(s) for spring in springs)

    s0 = _inverse(total, 0.0)
    rest = total(s0)  # only rounding errors
    return Spring(lambda deflection: total(s0 + deflection) - rest, s0)


def stiffness_matrix(force: Sequence[sp.Expr], z: Sequence[sp.Symbol]) -> sp.ImmutableMatrix:
    """Stiffness matrix K = ∂f_F/∂z of the forces that load the springs; (3.74).

    Parameters
    ----------
    force : sequence of Expr, shape (n,)
        f_F, one for each displacement, N.
    z : sequence of Symbol, shape (n,)
        Displacements, m.

    Returns
    -------
    ImmutableMatrix, shape (n, n)
        K, N/m.

    Raises
    ------
    ModelError
        If K is not symmetric: such forces have no potential energy (3.73).
    """
    field = Field(sp.ImmutableMatrix(list(force)), tuple(z))
    field.demand_integrability()
    return field.jacobian


def _demand(springs: Sequence[Spring]) -> None:
    if not springs or not all(isinstance(spring, Spring) for spring in springs):
        raise ModelError(f"At least one spring, Spring(...), is expected; got {shown(springs) if springs else 'none'}.")


def _is_positive(c: Any) -> bool:
    return c.is_positive is not False if isinstance(c, sp.Basic) else c > 0


def _is_zero(value: Any) -> bool:
    value = sp.sympify(value)
    return bool(abs(value) < ROUNDING) if value.is_number else value == 0


def _together(value: Any) -> Any:
    """Over one denominator; a plain number where there is no symbol."""
    value = sp.together(value)
    return float(value) if value.is_Float else value


def _inverse(law: Law, value: float) -> float:
    """Argument at which an increasing function has a value."""
    from scipy.optimize import brentq  # slow to import

    # the characteristic is only known to increase: enlarge the bracket until it contains the value
    low, high = -1e-3, 1e-3
    while law(low) > value and low > -LARGEST:
        low *= 2
    while law(high) < value and high < LARGEST:
        high *= 2
    if not law(low) <= value <= law(high):
        raise ModelError(f"The characteristic never reaches {value:g} N; it must increase without bound.")
    return float(brentq(lambda x: law(x) - value, low, high, xtol=TOLERANCE, rtol=4 * TOLERANCE))
