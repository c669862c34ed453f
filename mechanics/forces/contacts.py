"""How bodies pull and push each other: weight, ropes and pulleys, smooth and rough contacts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy import ImmutableMatrix

from ..aliases import Scalar, Vector
from ..checking import checked, real, shown
from ..model import ModelError
from .loads import Force, column, direction, is_zero, lever

__all__ = ["RoughContact", "normal_force", "pulley", "rope", "weight"]


@checked(nonnegative="m g")
def weight(m: Scalar, g: Scalar, at: Vector, down: Vector = (0, 0, -1), name: str = "") -> Force:
    """Weight m g of a body, acting at its mass centre.

    Parameters
    ----------
    m : Expr or float
        Mass, kg.
    g : Expr or float
        Gravity, m/s².
    at : array_like, shape (3,)
        Mass centre, m.
    down : array_like, shape (3,), default (0, 0, -1)
        Downward direction, of any length.
    name : str, optional
        Name for people.

    Returns
    -------
    Force
    """
    return Force(m * g * direction(down), at, name)


@checked()
def rope(
    at: Vector,
    tension: Scalar,
    *,
    to: Vector | None = None,
    along: Vector | None = None,
    name: str = "",
) -> Force:
    """Force of a rope on the body to which it is tied: it pulls along the rope, away from the body; figure 3.3.

    Parameters
    ----------
    at : array_like, shape (3,)
        Where the rope is tied to the body, m.
    tension : Expr or float
        Force in the rope, N; a negative one would be a push, which no rope can exert.
    to : array_like, shape (3,), optional
        A point that the rope leads to, m; or
    along : array_like, shape (3,), optional
        its direction, of any length.
    name : str, optional
        Name for people.

    Returns
    -------
    Force

    Raises
    ------
    ModelError
        If neither or both of `to` and `along` are given.
    """
    if (to is None) == (along is None):
        raise ModelError("A rope needs either the point that it leads to (to=...) or its direction (along=...).")
    towards: Any = along if to is None else lever(to, at)
    return Force(tension * direction(towards), at, name)


@checked()
def pulley(axle: Vector, tension: Scalar, towards: Sequence[Vector], name: str = "") -> Force:
    """Force of a rope on a roller that turns without friction: the same tension pulls in both directions.

    f = f_S (e_1 + e_2)

    A rope of negligible weight carries one force all along, also around such a roller: a difference would need a moment
    on the roller, and nothing there exerts one.

    Parameters
    ----------
    axle : array_like, shape (3,)
        Position of the axle, m.
    tension : Expr or float
        f_S, N.
    towards : sequence of array_like
        The two directions in which the ends of the rope leave the roller, of any length.
    name : str, optional
        Name for people.

    Returns
    -------
    Force

    Raises
    ------
    ModelError
        If there are not two directions.
    """
    if not isinstance(towards, Sequence) or len(towards) != 2:
        raise ModelError(f"A rope leaves a roller in two directions; got {shown(towards)}.")
    first, second = (direction(e) for e in towards)
    return Force(tension * (first + second), axle, name)


@checked()
def normal_force(at: Vector, normal: Vector, f_N: Scalar, name: str = "") -> Force:
    """Force of a smooth surface: it pushes along its normal, f_N ≥ 0; figure 3.4.

    Parameters
    ----------
    at : array_like, shape (3,)
        Point of contact, m.
    normal : array_like, shape (3,)
        Normal of the surface, towards the body, of any length.
    f_N : Expr or float
        Normal force, N.
    name : str, optional
        Name for people.

    Returns
    -------
    Force
    """
    return Force(f_N * direction(normal), at, name)


@dataclass(frozen=True)
class RoughContact:
    """Contact with dry friction (Coulomb): it sticks while the force stays inside the friction cone.

    Parameters
    ----------
    at : array_like, shape (3,)
        Point of contact, m.
    normal : array_like, shape (3,)
        Normal of the surface, towards the body, of any length; a unit vector is stored.
    mu_H : Expr or float
        Coefficient of static friction (*Haftreibungskoeffizient*) μ_H.

    Raises
    ------
    ModelError
        If the coefficient is negative.
    """

    at: ImmutableMatrix
    normal: ImmutableMatrix
    mu_H: sp.Expr

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", column(self.at, "point of contact"))
        object.__setattr__(self, "normal", direction(self.normal))
        object.__setattr__(self, "mu_H", real(self.mu_H, "A coefficient of friction"))
        if self.mu_H.is_negative:
            raise ModelError(f"A coefficient of friction cannot be negative; got {self.mu_H}.")

    @property
    def angle(self) -> sp.Expr:
        """Angle of friction φ_H, half the opening of the friction cone: tan φ_H = μ_H; (3.82)."""
        return sp.atan(self.mu_H)

    @checked()
    def force(self, f_N: Scalar, f_H: Scalar, along: Vector, name: str = "") -> Force:
        """Reaction with a normal force and a friction force.

        Parameters
        ----------
        f_N : Expr or float
            Normal force, N.
        f_H : Expr or float
            Friction force, N.
        along : array_like, shape (3,)
            Its direction, in the surface, of any length.
        name : str, optional
            Name for people.

        Returns
        -------
        Force

        Raises
        ------
        ModelError
            If the direction does not lie in the surface.
        """
        return Force(f_N * self.normal + f_H * self._tangent(along), self.at, name)

    @checked()
    def at_limit(self, f_N: Scalar, slides: Vector, name: str = "") -> Force:
        """Reaction on a body that is just about to slide: f_H = μ_H f_N against the impending motion; (3.77).

        Parameters
        ----------
        f_N : Expr or float
            Normal force, N.
        slides : array_like, shape (3,)
            Direction in which the body would slide, of any length.
        name : str, optional
            Name for people.

        Returns
        -------
        Force
        """
        return self.force(f_N, -self.mu_H * f_N, slides, name)

    def use(self, force: Vector) -> sp.Expr:
        """Tangent of the angle between reaction and normal, tan φ = f_H / f_N; (3.81).

        Parameters
        ----------
        force : array_like, shape (3,)
            Reaction, N.

        Returns
        -------
        Expr
        """
        f = column(force, "reaction")
        f_N = f.dot(self.normal)
        side = f - f_N * self.normal
        return sp.sqrt(side.dot(side)) / f_N

    def holds(self, force: Vector) -> sp.Basic:
        """Whether the surface can exert this reaction, inside the friction cone: f_H ≤ μ_H f_N and f_N ≥ 0; (3.77).

        Parameters
        ----------
        force : array_like, shape (3,)
            Reaction, N.

        Returns
        -------
        Basic
            True or false for numbers, a condition for symbols.
        """
        f = column(force, "reaction")
        f_N = f.dot(self.normal)
        side = f - f_N * self.normal
        return sp.And(f_N >= 0, side.dot(side) <= (self.mu_H * f_N) ** 2)

    def cone(self, along: Vector) -> tuple[ImmutableMatrix, ImmutableMatrix]:
        """The two edges of the cone in the plane of the normal and a direction, at ±φ_H to the normal.

        Parameters
        ----------
        along : array_like, shape (3,)
            Direction in the surface, of any length.

        Returns
        -------
        tuple of ImmutableMatrix, ImmutableMatrix
            Unit vectors.

        Raises
        ------
        ModelError
            If the direction does not lie in the surface.
        """
        t = self._tangent(along)
        c, s = 1 / sp.sqrt(1 + self.mu_H**2), self.mu_H / sp.sqrt(1 + self.mu_H**2)
        return ImmutableMatrix(c * self.normal + s * t), ImmutableMatrix(c * self.normal - s * t)

    def _tangent(self, along: Vector) -> ImmutableMatrix:
        t = direction(along)
        if not is_zero(t.dot(self.normal)):
            raise ModelError("The direction of sliding must lie in the surface, perpendicular to its normal.")
        return t
