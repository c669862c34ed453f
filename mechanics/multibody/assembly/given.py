"""What a system is given, checked: its parts, poses, velocities and coefficients, each with a sentence of its own."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...model import ModelError
from ..body import Place
from ..number_checks import check_rotation, checked_numbers

__all__ = ["check_names", "checked_place", "checked_stabilisation", "checked_start", "checked_velocity", "of_kind"]


def of_kind(things: Iterable[Any], kinds: type | tuple[type, ...], what: str) -> tuple:
    """The things as a tuple, all of them of one kind.

    Parameters
    ----------
    things : iterable
        Bodies, joints, elements or loads.
    kinds : type or tuple of types
        What they have to be.
    what : str
        What they are, such as ``"bodies"``.

    Raises
    ------
    ModelError
        Naming the first that is of another kind.
    """
    try:
        found = tuple(things)
    except TypeError:
        raise ModelError(f"The {what} of a system are given as a list; got {things!r}.") from None
    for thing in found:
        if not isinstance(thing, kinds):
            names = " or ".join(kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
            raise ModelError(f"The {what} of a system must be objects of the class {names}; got {thing!r}.")
    return found


def check_names(names: list[str], kind: str) -> None:
    """Refuse names that are used twice.

    Parameters
    ----------
    names : list of str
        Names of things of one kind.
    kind : str
        What they are, such as ``"bodies"``.
    """
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ModelError(f"The names of {kind} must differ; got {', '.join(twice)} more than once.")


def checked_place(name: str, place: Any) -> Place:
    """The pose of a body, with a rotation matrix that neither stretches nor shears nor reflects.

    Parameters
    ----------
    name : str
        Name of the body.
    place : Place
        Position (3,) in m and rotation matrix (3, 3).
    """
    if not isinstance(place, tuple) or len(place) != 2:
        raise ModelError(f"The place of the body {name!r} must be Place(r, A), a point and a matrix; got {place!r}.")
    r = checked_numbers(f"The position of the body {name!r} has three finite components in m", place[0], (3,))
    what = f"The orientation of the body {name!r}"
    A = checked_numbers(f"{what} must be a rotation matrix (3, 3)", place[1], (3, 3))
    check_rotation(what, A)
    return Place(r, A)


def checked_velocity(name: str, z: Any) -> np.ndarray:
    """The velocity of a body, (v; ω).

    Parameters
    ----------
    name : str
        Name of the body.
    z : array_like, shape (6,)
        m/s, rad/s.
    """
    wanted = f"The velocity of the body {name!r} has six finite components, (v; ω) in its own basis, in m/s and rad/s"
    return checked_numbers(wanted, z, (6,))


def checked_stabilisation(given: Any) -> tuple[float, float]:
    """Baumgarte's two coefficients, which are not negative.

    Parameters
    ----------
    given : sequence of float
        a and b, 1/s.
    """
    wanted = "The stabilisation has two coefficients a and b in 1/s that are not negative"
    a, b = checked_numbers(wanted, given, (2,)).tolist()
    if min(a, b) < 0.0:
        raise ModelError(f"{wanted}; got {given!r}.")
    return a, b


def checked_start(x: Any, names: tuple[str, ...], n: int) -> np.ndarray:
    """A state as `start` returns it: finite numbers, and quaternions that are not zero.

    Parameters
    ----------
    x : array_like, shape (13 n + own,)
        State.
    names : tuple of str
        Names of its entries.
    n : int
        Number of bodies.
    """
    wanted = f"A state of this system has {len(names)} finite numbers, from {names[0]} to {names[-1]}"
    found = checked_numbers(wanted, x, (len(names),))
    lengths = np.linalg.norm(found[3 * n : 7 * n].reshape(n, 4), axis=1)
    if lengths.min() < 0.5 or lengths.max() > 2.0:
        raise ModelError(
            f"The quaternions of a state must have length one; got lengths {np.round(lengths, 6).tolist()}. "
            "system.start(places, velocities) returns a state."
        )
    return found
