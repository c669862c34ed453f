"""Bodies that turn about a fixed axis, or about an axis of fixed direction through their mass centre."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.solvers.solveset import NonlinearError

from ..checking import column, real
from ..model import ModelError
from ..symbols import t

__all__ = ["Rotor", "solve_balances"]


@dataclass(frozen=True)
class Rotor:
    """A rigid body that turns about an axis of fixed direction.

    The axis is fixed in space, or goes through the mass centre of a body that moves in a plane: in both cases the
    balance of angular momentum is one equation.

    Parameters
    ----------
    inertia : Expr or float
        I about that axis, kg m².
    angle : Expr
        φ as a function of time, rad.
    moments : sequence of Expr or float, optional
        Torques about the axis, positive in the direction of the angle, N m.

    Raises
    ------
    ModelError
        If the inertia is not positive or changes with time, or the angle does not depend on time.
    """

    inertia: sp.Expr
    angle: sp.Expr
    moments: Sequence[sp.Expr] = ()

    def __post_init__(self) -> None:
        inertia, angle = real(self.inertia, "The inertia of a rotor"), real(self.angle, "The angle of a rotor")
        if inertia.has(t) or inertia.is_nonpositive:
            raise ModelError(f"The inertia of a rotor must be positive and constant (kg m^2); got {inertia}.")
        if not angle.has(t):
            raise ModelError(f"The angle of a rotor must be a function of time; got {angle}.")
        object.__setattr__(self, "inertia", inertia)
        object.__setattr__(self, "angle", angle)
        object.__setattr__(self, "moments", tuple(column(self.moments, "The list of moments")))

    @property
    def angular_momentum(self) -> sp.Expr:
        """l = I ω, the component along the axis, kg m²/s; (3.119)."""
        return self.inertia * self.angle.diff(t)

    @property
    def kinetic_energy(self) -> sp.Expr:
        """T = I ω² / 2, J; (3.121)."""
        return self.inertia * self.angle.diff(t) ** 2 / 2

    @property
    def balance(self) -> sp.Eq:
        """I φ̈ = Σ τ, N m; (3.114), (3.119)."""
        return sp.Eq(self.angular_momentum.diff(t), sp.Add(*self.moments), evaluate=False)


def solve_balances(balances: Iterable[sp.Eq | sp.Expr], unknowns: Sequence[sp.Expr]) -> dict[sp.Expr, sp.Expr]:
    """Accelerations and reactions from the balances of momentum and of angular momentum.

    Parameters
    ----------
    balances : iterable of Eq or Expr
        Equations, or expressions that are zero; those between columns count for each of their entries.
    unknowns : sequence of Expr
        Symbols of reactions and second derivatives of coordinates; the balances are linear in them.

    Returns
    -------
    dict of Expr to Expr
        Value of each unknown, an expression without unknowns.

    Raises
    ------
    ModelError
        If the balances do not determine an unknown, contradict each other, or are not linear in the unknowns.
    """
    rows = [row for balance in balances for row in _rows(balance)]
    names = {unknown: sp.Dummy(f"x{k}") for k, unknown in enumerate(unknowns)}
    try:
        solutions = sp.linsolve([_named(row, names) for row in rows], *names.values())
    except NonlinearError:
        raise ModelError(f"The balances must be linear in {_listed(unknowns)}; they are not.") from None
    if not solutions:
        raise ModelError(f"The balances contradict each other: no {_listed(unknowns)} satisfy all of them.")
    (values,) = solutions
    found = dict(zip(unknowns, values, strict=True))
    if open_ones := [u for u in unknowns if found[u].has(*names.values())]:
        raise ModelError(
            f"The balances do not determine {_listed(open_ones)}: give as many independent equations as unknowns."
        )
    return {unknown: _short(value) for unknown, value in found.items()}


def _rows(balance: Any) -> list[sp.Expr]:
    difference = balance.lhs - balance.rhs if isinstance(balance, sp.Equality) else sp.sympify(balance)
    entries = list(difference) if isinstance(difference, sp.MatrixBase) else [difference]
    return [entry for entry in entries if sp.expand(entry) != 0]


def _named(row: sp.Expr, names: Mapping[Any, sp.Dummy]) -> sp.Expr:
    # expand first: derivatives of products contain accelerations
    return sp.expand(row.doit()).xreplace(dict(names))


def _short(value: sp.Expr) -> sp.Expr:
    """Factored; sin² + cos² = 1 where the balances of two directions were combined."""
    return sp.factor(sp.trigsimp(value) if value.has(sp.sin, sp.cos) else value)


def _listed(unknowns: Iterable[Any]) -> str:
    return ", ".join(str(unknown) for unknown in unknowns)
