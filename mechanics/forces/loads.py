"""A force with its point of application, a couple, and the moment of either."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy import ImmutableMatrix
from sympy.core.function import AppliedUndef

from ..bridge import from_engine, to_engine
from ..model import ModelError
from ..poses import vector
from ..symbols import plain_name
from ..trigonometry import shortest

__all__ = [
    "ORIGIN", "Couple", "Force", "Load", "column", "direction", "is_zero", "lever", "moment", "shortened",
]  # fmt: skip

ORIGIN = (0, 0, 0)
ROUNDING = 1e-12  # a number below this part of the terms it was computed from counts as zero


def column(components: Any, what: str) -> ImmutableMatrix:
    """Column of three finite components; two components lie in the x-y plane.

    Raises
    ------
    ModelError
        that says what was expected, if it is none.
    """
    try:
        result = vector(components)
    except (TypeError, ValueError, sp.SympifyError):
        result = None
    if result is None or any(x.is_finite is False or x.has(sp.nan) or x.is_real is False for x in result):
        raise ModelError(f"The {what} must be two or three real components (x, y, z); got {components!r}.")
    return result


def direction(components: Sequence[Any]) -> ImmutableMatrix:
    """Unit vector in the direction of a vector that is not zero."""
    v = column(components, "direction")
    if all(is_zero(x) for x in v):
        raise ModelError(
            "A direction must not be the zero vector; give two different points or a vector of any length."
        )
    return ImmutableMatrix(v / sp.sqrt(shortened(v.dot(v))))  # cos² + sin² of an angle is 1


def lever(to: Sequence[Any], about: Sequence[Any] = ORIGIN) -> ImmutableMatrix:
    """Lever from the reference point A to a point P: r_AP = r_OP - r_OA, m; (3.8), (3.14)."""
    return ImmutableMatrix(column(to, "point") - column(about, "reference point"))


def moment(r: Sequence[Any], f: Sequence[Any]) -> ImmutableMatrix:
    """Moment of a force f at the end of the lever r, N m.

    τ = r × f = [r_y f_z − r_z f_y, r_z f_x − r_x f_z, r_x f_y − r_y f_x]          (3.9), (3.10)
    """
    return ImmutableMatrix(column(r, "lever").cross(column(f, "force")))


@dataclass(frozen=True, repr=False)
class Force:
    """A force f at its point of application P; (3.7).

    Parameters
    ----------
    vector : three components of the inertial frame, N
    point : position of P, m; the origin unless given
    name : for people
    """

    vector: Any
    point: Any = ORIGIN
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "vector", column(self.vector, "force"))
        object.__setattr__(self, "point", column(self.point, "point of application"))

    def moment(self, about: Sequence[Any] = ORIGIN) -> ImmutableMatrix:
        """Moment about the point A: τ^(A) = (r_OP − r_OA) × f, N m; (3.10), (3.15)."""
        return ImmutableMatrix((self.point - column(about, "reference point")).cross(self.vector))

    def __neg__(self) -> "Force":
        """The reaction on the other body (*actio = reactio*): same point, opposite vector."""
        return Force(-self.vector, self.point, self.name)

    def __repr__(self) -> str:
        return f"Force({_row(self.vector)}, {_row(self.point)}{_named(self.name)})"


@dataclass(frozen=True, repr=False)
class Couple:
    """A moment without a force, such as two opposite forces on parallel lines; the same about every point.

    Parameters
    ----------
    vector : three components of the moment, N m
    name : for people
    """

    vector: Any
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "vector", column(self.vector, "moment of a couple"))

    def moment(self, about: Sequence[Any] = ORIGIN) -> ImmutableMatrix:
        """The moment of the couple, whatever the point is, N m."""
        return self.vector

    def __neg__(self) -> "Couple":
        """The reaction on the other body."""
        return Couple(-self.vector, self.name)

    def __repr__(self) -> str:
        return f"Couple({_row(self.vector)}{_named(self.name)})"


Load = Force | Couple


def _row(v: ImmutableMatrix) -> str:
    return f"({', '.join(map(str, v))})"


def _named(name: str) -> str:
    return f", name={name!r}" if name else ""


def shortened(expression: Any) -> sp.Expr:
    """The shortest form that sin² + cos² = 1 and the sums of angles allow."""
    atoms = expression.atoms(sp.Symbol, AppliedUndef, sp.Derivative)
    return from_engine(shortest(to_engine(expression)), {plain_name(atom): atom for atom in atoms})


def is_zero(x: Any, scale: float = 1.0) -> bool:
    """Whether an expression vanishes for all values of its symbols, or a number but for rounding."""
    x = sp.sympify(x)
    if x.free_symbols:
        return bool(shortened(x) == 0 or x.equals(0))
    return bool(abs(float(x)) <= ROUNDING * scale)
