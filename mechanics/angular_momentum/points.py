"""Point masses: angular momentum, its balance, and the area that a position vector sweeps.

Vectors are columns of the inertial frame with two (plane z = 0) or three entries, numbers or symbols. Positions as
functions of time make the balances differential equations.
"""

from sympy import Eq, ImmutableMatrix, Rational

from ..aliases import Scalar, Vector
from ..checking import real, vector
from ..model import ModelError
from ..symbols import t

__all__ = ["angular_momentum", "areal_velocity", "column", "moment_balance", "moment_of"]

ORIGIN = (0, 0, 0)


def angular_momentum(
    position: Vector, mass: Scalar, velocity: Vector | None = None, about: Vector = ORIGIN
) -> ImmutableMatrix:
    """Angular momentum of a point mass about a point that is fixed in space.

    l = (r − a) × m v                                                            (3.102)

    Parameters
    ----------
    position : array_like, shape (3,)
        r, m.
    mass : Expr or float
        m, kg; also a mass element dm of a body.
    velocity : array_like, shape (3,), optional
        v, m/s; the time derivative of the position unless given.
    about : array_like, shape (3,), optional
        a, m.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)
        Angular momentum, kg m²/s.

    Raises
    ------
    ModelError
        If an argument is not a vector, or the reference point moves.
    """
    r, a = column(position, "position"), _fixed(about)
    v = r.diff(t) if velocity is None else column(velocity, "velocity")
    return (r - a).cross(real(mass, "The mass") * v)


def areal_velocity(position: Vector, velocity: Vector | None = None, about: Vector = ORIGIN) -> ImmutableMatrix:
    """Area that the position vector sweeps per second, as a vector perpendicular to it.

    dA/dt = (r − a) × v / 2, so that l = 2 m dA/dt                               (3.106), (3.107)

    Parameters
    ----------
    position : array_like, shape (3,)
        r, m.
    velocity : array_like, shape (3,), optional
        v, m/s; the time derivative of the position unless given.
    about : array_like, shape (3,), optional
        a, m.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)
        Areal velocity, m²/s.
    """
    return angular_momentum(position, Rational(1, 2), velocity, about)


def moment_of(force: Vector, position: Vector, about: Vector = ORIGIN) -> ImmutableMatrix:
    """Moment of a force that acts at a position: τ = (r − a) × f; the right-hand side of (3.103).

    Parameters
    ----------
    force : array_like, shape (3,)
        f, N.
    position : array_like, shape (3,)
        r, m.
    about : array_like, shape (3,), optional
        a, m.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)
        Moment, N m.
    """
    return (column(position, "position") - _fixed(about)).cross(column(force, "force"))


def moment_balance(position: Vector, mass: Scalar, *forces: Vector, about: Vector = ORIGIN) -> Eq:
    """The balance of angular momentum (*Drehimpulserhaltungssatz, Drallsatz*) of one point mass.

    d/dt ((r − a) × m v) = (r − a) × Σ f                                         (3.105)

    Parameters
    ----------
    position : array_like, shape (3,)
        r as a function of time, m.
    mass : Expr or float
        m, kg.
    *forces : array_like, shape (3,)
        All forces on the point, N.
    about : array_like, shape (3,), optional
        a, the same for both sides, fixed in space, m.

    Returns
    -------
    Eq
        Between two (3, 1) columns, N m.

    Raises
    ------
    ModelError
        If an argument is not a vector, or the reference point moves.
    """
    rate = angular_momentum(position, mass, about=about).diff(t)
    total = sum((column(force, "force") for force in forces), ImmutableMatrix([0, 0, 0]))
    return Eq(rate, moment_of(total, position, about), evaluate=False)


def column(components: Vector, what: str) -> ImmutableMatrix:
    """A vector of two or three finite entries as a column of three.

    Parameters
    ----------
    components : array_like, shape (3,)
        Two or three numbers or expressions.
    what : str
        What the message calls it.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)

    Raises
    ------
    ModelError
        If it is anything else, or not finite.
    """
    return vector(components, f"The {what}")


def _fixed(about: Vector) -> ImmutableMatrix:
    point = column(about, "reference point")
    if point.has(t):
        raise ModelError(
            "The balance of angular momentum holds about a point that is fixed in space; "
            f"the reference point {list(point)} moves. For a body, take its mass centre and a Rotor."
        )
    return point
