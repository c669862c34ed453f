"""How bodies pull and push each other: weight, ropes and pulleys, smooth and rough contacts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy import ImmutableMatrix

from ..model import ModelError
from .loads import Force, column, direction, is_zero, lever

__all__ = ["RoughContact", "normal_force", "pulley", "rope", "weight"]


def weight(m: Any, g: Any, at: Sequence[Any], down: Sequence[Any] = (0, 0, -1), name: str = "") -> Force:
    """Weight m g of a body in its mass centre, N; downwards is −e_z unless another direction is given."""
    return Force(m * g * direction(down), at, name)


def rope(
    at: Sequence[Any],
    tension: Any,
    *,
    to: Sequence[Any] | None = None,
    along: Sequence[Any] | None = None,
    name: str = "",
) -> Force:
    """Force of a rope on the body to which it is tied: it pulls along itself, away from the body; figure 3.3.

    Parameters
    ----------
    at : where the rope is tied to the body, m
    tension : force in the rope, N; a negative one would be a push, which no rope can give
    to : a point that the rope leads to, m; or
    along : its direction, of any length
    """
    if (to is None) == (along is None):
        raise ModelError("A rope needs either the point that it leads to (to=...) or its direction (along=...).")
    towards: Any = along if to is None else lever(to, at)
    return Force(tension * direction(towards), at, name)


def pulley(axle: Sequence[Any], tension: Any, towards: Sequence[Sequence[Any]], name: str = "") -> Force:
    """Force of a rope on a roller that turns without friction: the same tension pulls in both directions.

    f = f_S (e_1 + e_2)

    A rope whose weight does not count carries one force all along, also around such a roller: a difference would
    have to come from a moment on the roller, and nothing there gives one.

    Parameters
    ----------
    axle : position of the axle, m
    tension : f_S, N
    towards : the directions in which the two ends of the rope run away from the roller
    """
    if len(towards) != 2:
        raise ModelError(f"A rope leaves a roller in two directions; got {len(towards)}.")
    first, second = (direction(e) for e in towards)
    return Force(tension * (first + second), axle, name)


def normal_force(at: Sequence[Any], normal: Sequence[Any], f_N: Any, name: str = "") -> Force:
    """Force of a smooth surface: it pushes along its normal, which points to the body, f_N ≥ 0; figure 3.4."""
    return Force(f_N * direction(normal), at, name)


@dataclass(frozen=True)
class RoughContact:
    """Contact with dry friction (Coulomb): it holds while the force stays inside the friction cone.

    Parameters
    ----------
    at : point of contact, m
    normal : of the surface, towards the body
    mu_H : coefficient of static friction (*Haftreibungskoeffizient*) μ_H
    """

    at: Any
    normal: Any
    mu_H: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", column(self.at, "point of contact"))
        object.__setattr__(self, "normal", direction(self.normal))
        object.__setattr__(self, "mu_H", sp.sympify(self.mu_H))
        if self.mu_H.is_negative:
            raise ModelError(f"A coefficient of friction cannot be negative; got {self.mu_H}.")

    @property
    def angle(self) -> Any:
        """Angle of friction φ_H, half the opening of the friction cone: tan φ_H = μ_H; (3.82)."""
        return sp.atan(self.mu_H)

    def force(self, f_N: Any, f_H: Any, along: Sequence[Any], name: str = "") -> Force:
        """Reaction with the normal force f_N and the friction force f_H along a direction of the surface, N."""
        return Force(f_N * self.normal + f_H * self._tangent(along), self.at, name)

    def at_limit(self, f_N: Any, slides: Sequence[Any], name: str = "") -> Force:
        """Reaction on a body that is just about to slide: f_H = μ_H f_N against the motion to come; (3.77).

        Parameters
        ----------
        f_N : normal force, N
        slides : direction in which the body would slide
        """
        return self.force(f_N, -self.mu_H * f_N, slides, name)

    def use(self, force: Sequence[Any]) -> Any:
        """Tangent of the angle between reaction and normal, tan φ = f_H / f_N; (3.81)."""
        f = column(force, "reaction")
        f_N = f.dot(self.normal)
        side = f - f_N * self.normal
        return sp.sqrt(side.dot(side)) / f_N

    def holds(self, force: Sequence[Any]) -> Any:
        """Whether the surface can give this reaction, inside the friction cone: f_H ≤ μ_H f_N and f_N ≥ 0; (3.77).

        True or false for numbers, a condition for symbols.
        """
        f = column(force, "reaction")
        f_N = f.dot(self.normal)
        side = f - f_N * self.normal
        return sp.And(f_N >= 0, side.dot(side) <= (self.mu_H * f_N) ** 2)

    def cone(self, along: Sequence[Any]) -> tuple[ImmutableMatrix, ImmutableMatrix]:
        """The two edges of the cone in the plane of the normal and `along`, unit vectors: at ±φ_H to the normal."""
        t = self._tangent(along)
        c, s = 1 / sp.sqrt(1 + self.mu_H**2), self.mu_H / sp.sqrt(1 + self.mu_H**2)
        return ImmutableMatrix(c * self.normal + s * t), ImmutableMatrix(c * self.normal - s * t)

    def _tangent(self, along: Sequence[Any]) -> ImmutableMatrix:
        t = direction(along)
        if not is_zero(t.dot(self.normal)):
            raise ModelError("The direction of sliding must lie in the surface, perpendicular to its normal.")
        return t
