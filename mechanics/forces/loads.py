"""A force with its point of application, a couple, and the moment of either."""

from dataclasses import dataclass

import sympy as sp
from sympy import ImmutableMatrix
from sympy.core.function import AppliedUndef

from ..aliases import Scalar, Vector
from ..bridge import from_engine, to_engine
from ..checking import vector
from ..model import ModelError
from ..symbols import plain_name
from ..trigonometry import shortest

__all__ = [
    "ORIGIN", "Couple", "Force", "Load", "column", "direction", "is_zero", "lever", "moment", "shortened",
]  # fmt: skip

ORIGIN = (0, 0, 0)
ROUNDING = 1e-12  # a number below this fraction of the terms it was computed from counts as zero


def column(components: Vector, what: str) -> ImmutableMatrix:
    """Column of three finite components; two components lie in the x-y plane.

    Parameters
    ----------
    components : array_like, shape (3,)
        Numbers or expressions.
    what : str
        What the message calls it.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)

    Raises
    ------
    ModelError
        If it is not a vector of real, finite components.
    """
    return vector(components, f"The {what}")


def direction(components: Vector) -> ImmutableMatrix:
    """Unit vector in the direction of a vector that is not zero.

    Parameters
    ----------
    components : array_like, shape (3,)
        Vector of any length but zero.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)

    Raises
    ------
    ModelError
        If it is the zero vector.
    """
    v = column(components, "direction")
    if all(is_zero(x) for x in v):
        raise ModelError(
            "A direction must not be the zero vector; give two different points or a vector of any length."
        )
    return ImmutableMatrix(v / sp.sqrt(shortened(v.dot(v))))  # cos² + sin² of an angle is 1


def lever(to: Vector, about: Vector = ORIGIN) -> ImmutableMatrix:
    """Lever from the reference point A to a point P: r_AP = r_OP - r_OA; (3.8), (3.14).

    Parameters
    ----------
    to : array_like, shape (3,)
        Point P, m.
    about : array_like, shape (3,), optional
        Reference point A, m.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)
    """
    return ImmutableMatrix(column(to, "point") - column(about, "reference point"))


def moment(r: Vector, f: Vector) -> ImmutableMatrix:
    """Moment of a force f at the end of the lever r.

    τ = r × f = [r_y f_z − r_z f_y, r_z f_x − r_x f_z, r_x f_y − r_y f_x]          (3.9), (3.10)

    Parameters
    ----------
    r : array_like, shape (3,)
        Lever, m.
    f : array_like, shape (3,)
        Force, N.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)
        Moment, N m.
    """
    return ImmutableMatrix(column(r, "lever").cross(column(f, "force")))


@dataclass(frozen=True, repr=False)
class Force:
    """A force f at its point of application P; (3.7).

    Parameters
    ----------
    vector : array_like, shape (3,)
        Components in the inertial frame, N.
    point : array_like, shape (3,), optional
        Position of P in the inertial frame, m.
    name : str, optional
        Name for people.

    Raises
    ------
    ModelError
        If force or point are not vectors of real, finite components.
    """

    vector: ImmutableMatrix
    point: ImmutableMatrix = ORIGIN
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "vector", column(self.vector, "force"))
        object.__setattr__(self, "point", column(self.point, "point of application"))

    def moment(self, about: Vector = ORIGIN) -> ImmutableMatrix:
        """Moment about the point A: τ^(A) = (r_OP − r_OA) × f; (3.10), (3.15).

        Parameters
        ----------
        about : array_like, shape (3,), optional
            Reference point A, m.

        Returns
        -------
        ImmutableMatrix, shape (3, 1)
            Moment, N m.
        """
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
    vector : array_like, shape (3,)
        Components of the moment in the inertial frame, N m.
    name : str, optional
        Name for people.

    Raises
    ------
    ModelError
        If it is not a vector of real, finite components.
    """

    vector: ImmutableMatrix
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "vector", column(self.vector, "moment of a couple"))

    def moment(self, about: Vector = ORIGIN) -> ImmutableMatrix:
        """The moment of the couple, the same about every point.

        Parameters
        ----------
        about : array_like, shape (3,), optional
            Reference point, without influence, m.

        Returns
        -------
        ImmutableMatrix, shape (3, 1)
            Moment, N m.
        """
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


def shortened(expression: sp.Expr) -> sp.Expr:
    """The shortest form that sin² + cos² = 1 and the sums of angles allow.

    Parameters
    ----------
    expression : Expr
        Expression.

    Returns
    -------
    Expr
    """
    atoms = expression.atoms(sp.Symbol, AppliedUndef, sp.Derivative)
    return from_engine(shortest(to_engine(expression)), {plain_name(atom): atom for atom in atoms})


def is_zero(x: Scalar, scale: float = 1.0) -> bool:
    """Whether an expression vanishes for all values of its symbols, or a number up to rounding.

    Parameters
    ----------
    x : Expr or float
        Number or expression.
    scale : float, default 1.0
        Size of the terms from which a number was computed.

    Returns
    -------
    bool
    """
    x = sp.sympify(x)
    if x.free_symbols:
        return bool(shortened(x) == 0 or x.equals(0))
    return bool(abs(float(x)) <= ROUNDING * scale)
