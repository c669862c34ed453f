"""Rheonomic joints (*rheonome Bindungen*): one relative coordinate follows a given function of time."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ...model import ModelError
from ..markers import Marker
from ..number_checks import checked_numbers
from .joint import Joint
from .relative import Drift, Subspace
from .rows import Axes

__all__ = ["Driven", "Timed"]

Timed = Callable[[float], tuple[float, float, float]]
"""A value and its first two derivatives at the time t."""

SHIFTS = {"x": 0, "y": 1, "displacement": 2}
PROBES = (0.0, 0.37, 1.1)  # s, where the derivatives of a drive are tried
STEP = 1e-4  # s, of the difference quotients
AGREE = 1e-4  # of their size


@dataclass(frozen=True, eq=False)
class Driven(Joint):
    """A joint one of whose coordinates is prescribed: an angle about z, or a displacement along an axis of P.

    The implicit form gets one row more, with γ = ∂g/∂t other than zero R(2.52); the explicit form one coordinate less,
    with ζ(t) other than zero R(2.53).

    Attributes
    ----------
    joint : Joint
        Revolute, prismatic, cylindrical or planar.
    motion : callable
        t -> (value, rate, acceleration) of the coordinate, rad or m.
    coordinate : str
        Name of the driven coordinate; not needed where the joint has only one.
    name : str
        Name of this joint; that of `joint` unless given.

    Raises
    ------
    ModelError
        For a coordinate that cannot be driven, or derivatives that are not those of the value.

    Examples
    --------
    >>> crank = Driven(Revolute(Marker("ground"), Marker("crank")), lambda t: (3 * t, 3.0, 0.0))
    """

    joint: Joint
    motion: Timed
    coordinate: str = ""
    name: str = ""
    P: Marker = field(init=False)
    Q: Marker = field(init=False)

    def __post_init__(self) -> None:
        if not isinstance(self.joint, Joint) or not callable(self.motion):
            raise ModelError(
                "A drive needs a joint and a function of time that returns (value, rate, acceleration); got "
                f"{self.joint!r} and {self.motion!r}."
            )
        object.__setattr__(self, "P", self.joint.P)
        object.__setattr__(self, "Q", self.joint.Q)
        object.__setattr__(self, "name", self.name or self.joint.name)
        object.__setattr__(self, "coordinate", self._checked_coordinate())
        for t in PROBES:
            _check_derivatives(self.name, self.motion, t)

    def _checked_coordinate(self) -> str:
        """The name that was given, or the only one there is."""
        fits = {"angle", *SHIFTS} if self.joint.coordinates == self.joint.speeds else set()
        known = [c for c in self.joint.coordinates if c in fits and not isinstance(self.joint, Driven)]
        if self.coordinate in known or (not self.coordinate and len(known) == 1):
            return self.coordinate or known[0]
        choice = f"this one has {' and '.join(known)}, name one" if known else "this one has none"
        raise ModelError(
            f"The joint {self.name!r} cannot be driven by {self.coordinate!r}: a drive prescribes an angle about z or "
            f"a displacement of a revolute, prismatic, cylindrical or planar joint; {choice}."
        )

    @property
    def _index(self) -> int:
        return self.joint.coordinates.index(self.coordinate)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates that stay free."""
        return tuple(c for c in self.joint.coordinates if c != self.coordinate)

    @property
    def speeds(self) -> tuple[str, ...]:
        """Names of the speeds that stay free."""
        return self.coordinates

    def axes(self, t: float = 0.0) -> Axes:
        """The axes of the joint, and one row more that moves with the time."""
        value, rate, acceleration = self.motion(t)
        free = self.joint.axes(t)
        if self.coordinate in SHIFTS:
            follow = zip((free.c, free.c_d, free.c_dd), (value, rate, acceleration), strict=True)
            c, c_d, c_dd = (np.append(old, new) for old, new in follow)
            return free._replace(n=np.vstack([free.n, np.eye(3)[SHIFTS[self.coordinate]]]), c=c, c_d=c_d, c_dd=c_dd)
        x, y = np.array([np.cos(value), np.sin(value), 0.0]), np.array([-np.sin(value), np.cos(value), 0.0])
        return free._replace(
            a=np.vstack([free.a, -x]),
            a_d=np.vstack([free.a_d, -rate * y]),
            a_dd=np.vstack([free.a_dd, rate**2 * x - acceleration * y]),
            b=np.vstack([free.b, np.eye(3)[1]]),
        )

    def full(self, y: np.ndarray, t: float) -> np.ndarray:
        """All coordinates of the joint, the driven one among them.

        Parameters
        ----------
        y : np.ndarray, shape (number of free coordinates,)
            Coordinates that stay free.
        t : float
            Time, s.

        Returns
        -------
        np.ndarray
            Coordinates of `joint`.
        """
        return np.insert(np.asarray(y, dtype=float), self._index, self.motion(t)[0])

    def pose(self, y: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """That of the joint at the prescribed coordinate."""
        return self.joint.pose(self.full(y, t), t)

    def subspace(self, y: np.ndarray, t: float = 0.0) -> Subspace:
        """The free velocities but the driven one."""
        w, v = self.joint.subspace(self.full(y, t), t)
        return Subspace(np.delete(w, self._index, axis=1), np.delete(v, self._index, axis=1))

    def drift(self, y: np.ndarray, t: float = 0.0) -> Drift:
        """The driven velocity; its direction is fixed in both bases for all joints that can be driven."""
        (w, v), (_, rate, acceleration) = self.joint.subspace(self.full(y, t), t), self.motion(t)
        w, v = w[:, self._index], v[:, self._index]
        return Drift(rate * w, rate * v, acceleration * w, acceleration * v)

    def measured(self, A_g: np.ndarray, s: np.ndarray) -> np.ndarray:
        """The coordinates that stay free."""
        return np.delete(self.joint.measured(A_g, s), self._index)


def _check_derivatives(name: str, motion: Timed, t: float) -> None:
    """Rate and acceleration against difference quotients, at one instant."""
    wanted = f"The drive of the joint {name!r} must return three finite numbers, value, rate and acceleration"
    try:
        given = [motion(t + d) for d in (-STEP, 0.0, STEP)]
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise ModelError(f"{wanted}; at t = {t} s it raised {type(error).__name__}: {error}.") from error
    before, now, after = (checked_numbers(wanted, value, (3,)) for value in given)
    for k, what in enumerate(("rate", "acceleration")):
        quotient = (after[k] - before[k]) / (2 * STEP)
        sides = abs((after[k] - now[k]) - (now[k] - before[k])) / STEP  # a kink just here is no mistake
        if abs(quotient - now[k + 1]) > AGREE * (1 + abs(quotient) + abs(now).max()) + sides:
            raise ModelError(
                f"The drive of the joint {name!r} gives the {what} {now[k + 1]:.6g} at t = {t} s, but its "
                f"{('value', 'rate')[k]} changes by {quotient:.6g} per second. Return (value, rate, acceleration)."
            )
