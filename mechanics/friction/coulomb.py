"""Dry friction between rigid bodies: sticking, sliding, and the switching between them; lecture 3.5.2."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Add, And, Basic, Eq, Expr, Or, Piecewise, Symbol, sympify

from ..aliases import Scalar
from ..checking import checked
from ..model import ModelError
from ..state_space import Mode, Transition
from .cone import ROUNDING, kinetic_friction, static_limit

__all__ = ["DryFriction", "stick_slip"]


@checked(nonnegative="mu_H mu_C")
@dataclass(frozen=True)
class DryFriction:
    """Coulomb friction between a body and its support: limits of stiction and of sliding.

    Parameters
    ----------
    mu_H : Expr or float
        Coefficient of static friction (*Haftreibungskoeffizient*).
    mu_C : Expr or float
        Coefficient of kinetic friction (*Gleitreibungskoeffizient*); at most mu_H.
    f_N : Expr or float
        Normal force, N.

    Raises
    ------
    ModelError
        If mu_C is larger than mu_H: neither sticking nor sliding would then be possible between the two limits.
    """

    mu_H: Scalar
    mu_C: Scalar
    f_N: Scalar

    def __post_init__(self) -> None:
        if (self.possible == False) == True:  # noqa: E712 - a relation of symbols is neither
            raise ModelError(
                f"The coefficient of kinetic friction must not exceed that of static friction; got mu_H = {self.mu_H}, "
                f"mu_C = {self.mu_C}. Between the two limits the body could neither stick nor slide."
            )

    @property
    def possible(self) -> Basic:
        """The condition mu_C <= mu_H of the model."""
        return sympify(self.mu_C) <= self.mu_H

    @property
    def f_H(self) -> Scalar:
        """Limit of stiction, N; (3.77)."""
        return static_limit(self.mu_H, self.f_N)

    @property
    def f_C(self) -> Expr:
        """Force of sliding friction without its sign, N; (3.78)."""
        return kinetic_friction(self.mu_C, self.f_N, 1)

    def sticks(self, v: Scalar, f_e: Scalar) -> Basic:
        """The condition of (3.80a): |f_e| ≤ f_H and v = 0.

        Parameters
        ----------
        v : Expr or float
            Velocity, m/s.
        f_e : Expr or float
            Sum of all other forces along the surface, N.

        Returns
        -------
        Basic
            True or false for numbers, a condition for symbols.
        """
        return And(Eq(v, 0), *self._within(f_e))

    def force(self, v: Scalar, f_e: Scalar) -> Expr:
        """Friction against the force f_e and the motion v: f_e while it sticks (3.76a), else ±f_C (3.78).

        At the instant at which a body begins to slide v is still zero; the direction is then that of f_e.

        Parameters
        ----------
        v : Expr or float
            Velocity, m/s.
        f_e : Expr or float
            Sum of all other forces along the surface, N.

        Returns
        -------
        Expr
            Force, N.
        """
        return Piecewise((f_e, self.sticks(v, f_e)), (self.f_C, self.slides(v, f_e, 1)), (-self.f_C, True))

    def slides(self, v: Scalar, f_e: Scalar, side: int) -> Basic:
        """Whether the body slides, or is about to slide, to one side.

        Parameters
        ----------
        v : Expr or float
            Velocity, m/s.
        f_e : Expr or float
            Sum of all other forces along the surface, N.
        side : int
            1 for the positive side, -1 for the negative one.

        Returns
        -------
        Basic
            True or false for numbers, a condition for symbols.
        """
        return Or(side * v > 0, And(Eq(v, 0), self._beyond(side * f_e)))

    def _within(self, f_e: Any) -> tuple[Any, Any]:
        limit = self.f_H * (1 + ROUNDING)
        return f_e <= limit, f_e >= -limit

    def _beyond(self, f_e: Any) -> Any:
        return f_e > self.f_H * (1 + ROUNDING)


def stick_slip(
    x: Symbol, v: Symbol, m: Scalar, f_e: Scalar, friction: DryFriction, others: Mapping[Symbol, Scalar] | None = None
) -> dict[str, Mode]:
    """Modes of a body that sticks and slides on a rough surface; (3.80).

    sticks while |f_e| ≤ f_H:   x_d = 0, v_d = 0                                 (3.80a)
    slides:                     x_d = v, m v_d = f_e - mu_C f_N sgn(v)           (3.80b)

    The sign is constant in a mode, so that an integrator sees smooth equations and cannot chatter about v = 0; the
    velocity is set to zero where it becomes zero, so that nothing creeps while the body sticks.

    Parameters
    ----------
    x, v : Symbol
        States: position and velocity along the surface, m and m/s.
    m : Expr or float
        Mass, kg.
    f_e : Expr or float
        Sum of all other forces along x, N; may depend on states, inputs and time.
    friction : DryFriction
        Limits of stiction and of sliding.
    others : mapping of Symbol to Expr or float, optional
        Derivatives of further states, the same in all modes.

    Returns
    -------
    dict of str to Mode
        ``"stick"``, ``"slip_right"`` (v > 0) and ``"slip_left"`` (v < 0), for `StateSpaceSystem`.
    """
    rest = dict(others or {})
    limit = friction.f_H * (1 + ROUNDING)
    leaves = [
        Transition(f"slips {way}", when, +1, f"slip_{way}")
        for way, when in (("right", f_e - limit), ("left", -f_e - limit))
    ]
    modes = {"stick": Mode({x: 0, v: 0, **rest}, leaves, holds=friction.sticks(v, f_e))}
    for side, way, other in ((1, "right", "left"), (-1, "left", "right")):
        modes[f"slip_{way}"] = Mode(
            {x: v, v: Add(f_e, -side * friction.f_C) / m, **rest},
            [
                Transition("sticks", v, -side, "stick", {v: 0}, And(*friction._within(f_e))),
                Transition("reverses", v, -side, f"slip_{other}", {v: 0}, friction._beyond(-side * f_e)),
                # if a force jumps at that very instant
                Transition("slips on", v, -side, f"slip_{way}", {v: 0}, friction._beyond(side * f_e)),
            ],
            holds=friction.slides(v, f_e, side),
        )
    return modes
