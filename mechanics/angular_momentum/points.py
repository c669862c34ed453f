"""Point masses: angular momentum, its balance, and the area that a position vector sweeps.

Vectors are columns of the inertial frame with two (plane z = 0) or three entries, numbers or symbols. Positions as
functions of time make the balances differential equations.
"""

from collections.abc import Sequence
from typing import Any

from sympy import Eq, ImmutableMatrix, Rational, nan, oo, zoo

from ..model import ModelError
from ..poses import vector
from ..symbols import t

__all__ = ["angular_momentum", "areal_velocity", "column", "moment_balance", "moment_of"]

ORIGIN = (0, 0, 0)


def angular_momentum(
    position: Sequence[Any], mass: Any, velocity: Sequence[Any] | None = None, about: Sequence[Any] = ORIGIN
) -> ImmutableMatrix:
    """Angular momentum of a point mass about a point that is fixed in space.

    l = (r − a) × m v                                                            (3.102)

    Parameters
    ----------
    position : r, m
    mass : m, kg; also a mass element dm of a body
    velocity : v, m/s; the time derivative of the position unless given
    about : a, m

    Returns
    -------
    (3, 1) column, kg m²/s

    Raises
    ------
    ModelError
        for what is no vector, or a reference point that moves.
    """
    r, a = column(position, "position"), _fixed(about)
    v = r.diff(t) if velocity is None else column(velocity, "velocity")
    return (r - a).cross(mass * v)


def areal_velocity(
    position: Sequence[Any], velocity: Sequence[Any] | None = None, about: Sequence[Any] = ORIGIN
) -> ImmutableMatrix:
    """Area that the position vector sweeps in a second, as a vector perpendicular to it.

    dA/dt = (r − a) × v / 2, so that l = 2 m dA/dt                               (3.106), (3.107)

    Parameters
    ----------
    position, velocity, about : as in `angular_momentum`

    Returns
    -------
    (3, 1) column, m²/s
    """
    return angular_momentum(position, Rational(1, 2), velocity, about)


def moment_of(force: Sequence[Any], position: Sequence[Any], about: Sequence[Any] = ORIGIN) -> ImmutableMatrix:
    """Moment of a force that acts at a position: τ = (r − a) × f, N m; the right-hand side of (3.103)."""
    return (column(position, "position") - _fixed(about)).cross(column(force, "force"))


def moment_balance(position: Sequence[Any], mass: Any, *forces: Sequence[Any], about: Sequence[Any] = ORIGIN) -> Eq:
    """The balance of angular momentum (*Drehimpulserhaltungssatz, Drallsatz*) of one point mass.

    d/dt ((r − a) × m v) = (r − a) × Σ f                                         (3.105)

    Parameters
    ----------
    position : r as a function of time, m
    mass : m, kg
    forces : all forces on the point, N
    about : a, the same for both sides; it has to rest, m

    Returns
    -------
    Eq of two (3, 1) columns, N m

    Raises
    ------
    ModelError
        for what is no vector, or a reference point that moves.
    """
    rate = angular_momentum(position, mass, about=about).diff(t)
    total = sum((column(force, "force") for force in forces), ImmutableMatrix([0, 0, 0]))
    return Eq(rate, moment_of(total, position, about), evaluate=False)


def column(components: Sequence[Any], what: str) -> ImmutableMatrix:
    """A vector of two or three finite entries as a column of three."""
    try:
        entries = vector([] if isinstance(components, str) else components)
    except (TypeError, ValueError) as problem:
        raise ModelError(
            f"The {what} must be a vector of 2 or 3 numbers or expressions; got {components!r}."
        ) from problem
    if entries.has(nan, oo, -oo, zoo):
        raise ModelError(f"The {what} must have finite entries; got {list(entries)}.")
    return entries


def _fixed(about: Sequence[Any]) -> ImmutableMatrix:
    point = column(about, "reference point")
    if point.has(t):
        raise ModelError(
            "The balance of angular momentum holds about a point that is fixed in space; "
            f"the reference point {list(point)} moves. For a body, take its mass centre and a Rotor."
        )
    return point
