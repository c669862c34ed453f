"""Dry friction between rigid bodies: stiction, sliding, the friction cone, and the switching between them; 3.5.2."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Add, And, Eq, Float, Or, Piecewise, atan, sign, sqrt, sympify

from ..model import ModelError
from ..poses import vector
from ..state_space import Mode, Transition

__all__ = [
    "DryFriction",
    "cone_margin",
    "friction_angle",
    "holds",
    "kinetic_friction",
    "reaction_angle",
    "static_limit",
    "stick_slip",
]

ROUNDING = Float(1e-12)
"""A force that exceeds the limit by less than this fraction is equal to it but for rounding: it still sticks."""


def static_limit(mu_H: Any, f_N: Any) -> Any:
    """Largest force that stiction (*Haftreibung*) can hold: f_H = mu_H f_N for f_N > 0, N; (3.77)."""
    return mu_H * f_N


def kinetic_friction(mu_C: Any, f_N: Any, v: Any) -> Any:
    """Friction of a sliding body (*Gleitreibung*), against its motion: f_C = mu_C f_N sgn(v), N; (3.78)."""
    return mu_C * f_N * sign(v)


def reaction_angle(f_r: Any, f_N: Any) -> Any:
    """Angle of the contact force to the normal of the surface: tan(phi) = f_r / f_N, rad; (3.81)."""
    return atan(f_r / f_N)


def friction_angle(mu_H: Any) -> Any:
    """Half the opening angle of the friction cone (*Haftkegel*): tan(phi_H) = mu_H, rad; (3.82)."""
    return atan(mu_H)


def cone_margin(force: Sequence[Any], normal: Sequence[Any], mu_H: Any) -> Any:
    """How far a contact force is from the edge of the friction cone, N: mu_H f_N - f_r; (3.77).

    Parameters
    ----------
    force : force of the support on the body, 2 or 3 components, N
    normal : normal of the surface, out of the support, of any length
    mu_H : coefficient of static friction

    Returns
    -------
    positive inside of the cone, zero on its edge, negative outside; N
    """
    f, n = vector(force, "force"), vector(normal, "normal")
    n = n / sqrt(sum(x**2 for x in n))
    f_N = f.dot(n)
    f_r = f - f_N * n
    return static_limit(mu_H, f_N) - sqrt(sum(x**2 for x in f_r))


def holds(force: Sequence[Any], normal: Sequence[Any], mu_H: Any) -> bool:
    """Whether a body at rest stays where it is: its contact force lies in the friction cone; numbers only.

    Raises
    ------
    ModelError
        if there are symbols in the arguments, or a coefficient is negative.
    """
    margin = sympify(cone_margin(force, normal, mu_H))
    if margin.free_symbols:
        raise ModelError(f"Numbers are needed to decide this; got {margin}. Use cone_margin for formulas.")
    if mu_H < 0:
        raise ModelError(f"The coefficient of static friction must not be negative; got {mu_H}.")
    size = sqrt(sum(x**2 for x in vector(force)))
    return bool(margin >= -ROUNDING * size)


@dataclass(frozen=True)
class DryFriction:
    """Coulomb friction between a body and its support: limits of stiction and of sliding.

    Parameters
    ----------
    mu_H : coefficient of static friction (*Haftreibungskoeffizient*)
    mu_C : coefficient of kinetic friction (*Gleitreibungskoeffizient*); at most mu_H
    f_N : normal force, N

    Raises
    ------
    ModelError
        if mu_C is larger than mu_H: neither sticking nor sliding would then be possible between the two limits.
    """

    mu_H: Any
    mu_C: Any
    f_N: Any

    def __post_init__(self) -> None:
        if (self.possible == False) == True:  # noqa: E712 - a relation of symbols is neither
            raise ModelError(
                f"The coefficient of kinetic friction must not exceed that of static friction; got mu_H = {self.mu_H}, "
                f"mu_C = {self.mu_C}. Between the two limits the body could neither stick nor slide."
            )

    @property
    def possible(self) -> Any:
        """The condition mu_C <= mu_H of the model."""
        return sympify(self.mu_C) <= self.mu_H

    @property
    def f_H(self) -> Any:
        """Limit of stiction, N; (3.77)."""
        return static_limit(self.mu_H, self.f_N)

    @property
    def f_C(self) -> Any:
        """Force of sliding friction without its sign, N; (3.78)."""
        return kinetic_friction(self.mu_C, self.f_N, 1)

    def sticks(self, v: Any, f_e: Any) -> Any:
        """The condition of (3.80a): |f_e| ≤ f_H and v = 0."""
        return And(Eq(v, 0), *self._within(f_e))

    def force(self, v: Any, f_e: Any) -> Any:
        """Friction against the force f_e and the motion v, N: f_e while it sticks (3.76a), else ±f_C (3.78).

        At the instant at which a body begins to slide v is still zero; the direction is then that of f_e.
        """
        return Piecewise((f_e, self.sticks(v, f_e)), (self.f_C, self.slides(v, f_e, 1)), (-self.f_C, True))

    def slides(self, v: Any, f_e: Any, side: int) -> Any:
        """Whether the body slides, or is about to, to the positive (side = 1) or the negative side (-1)."""
        return Or(side * v > 0, And(Eq(v, 0), self._beyond(side * f_e)))

    def _within(self, f_e: Any) -> tuple[Any, Any]:
        limit = self.f_H * (1 + ROUNDING)
        return f_e <= limit, f_e >= -limit

    def _beyond(self, f_e: Any) -> Any:
        return f_e > self.f_H * (1 + ROUNDING)


def stick_slip(
    x: Any, v: Any, m: Any, f_e: Any, friction: DryFriction, others: Mapping[Any, Any] | None = None
) -> dict[str, Mode]:
    """Modes of a body that sticks and slides on a rough surface; (3.80).

    sticks while |f_e| ≤ f_H:   x_d = 0, v_d = 0                                 (3.80a)
    slides:                     x_d = v, m v_d = f_e - mu_C f_N sgn(v)           (3.80b)

    The sign is constant in a mode, so that an integrator sees smooth equations and cannot chatter about v = 0; the
    velocity is set to zero where it becomes zero, so that nothing creeps while the body sticks.

    Parameters
    ----------
    x, v : states: position and velocity along the surface, m and m/s
    m : mass, kg
    f_e : sum of all other forces along x, N; may depend on states, inputs and time
    friction : limits of stiction and of sliding
    others : derivatives of further states, the same in all modes

    Returns
    -------
    dict
        ``"stick"``, ``"slip_right"`` (v > 0) and ``"slip_left"`` (v < 0), for `StateSpaceSystem`
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
                # a force that jumps at that very instant
                Transition("slips on", v, -side, f"slip_{way}", {v: 0}, friction._beyond(side * f_e)),
            ],
            holds=friction.slides(v, f_e, side),
        )
    return modes
