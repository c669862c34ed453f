"""Joints that couple two motions: a screw, and gears between two other joints (also rack and pinion, belt, winch)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ...model import ModelError
from ..markers import Marker
from .implicit import WithoutCoordinates, checked_factor
from .joint import Joint, MarkedJoint
from .kinds import Cylindrical, Planar, Prismatic, Revolute
from .relative import Subspace
from .wrenches import Frame, Wrenches, opposite

__all__ = ["Gear", "Screw"]

E = np.eye(3)
TURN = 2.0 * np.pi


@dataclass(frozen=True, eq=False)
class Screw(MarkedJoint):
    """Screw (*Schraubgelenk*): Q turns about the common z axis and shifts by the pitch with each turn; u = 5, f = 1.

    The rows are those of `Cylindrical`, and  g = s − h φ / 2π  with the turn that is nearest to s = 0 for φ = 0: a nut
    may be put on its thread at any turn.

    Parameters
    ----------
    P, Q : Marker
        Markers on body i and on body j; the z axes are the axis of the screw.
    name : str, optional
        Name of the joint; by default its kind and its bodies.
    pitch : float
        Displacement h along z for one turn about z, m; negative for a left-handed thread.

    Raises
    ------
    ModelError
        For a pitch of zero, which is a `Revolute`.

    Examples
    --------
    >>> spindle = Screw(Marker("ground"), Marker("nut"), "spindle", pitch=0.005)
    """

    pitch: float = 0.0
    blocked_shifts = (0, 1)
    blocked_turns = (0, 1)
    forbids = ("a shift without its turn",)
    coordinates = speeds = ("angle",)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "pitch", checked_factor(f"The pitch of the screw {self.name!r} in m", self.pitch))

    @property
    def _per_rad(self) -> float:
        return self.pitch / TURN

    def pose(self, y: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """A rotation about z, and the shift that belongs to it."""
        c, s = np.cos(y[0]), np.sin(y[0])
        return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]), self._per_rad * y[0] * E[2]

    def subspace(self, y: np.ndarray, t: float = 0.0) -> Subspace:
        """Angular velocity about z with the velocity along z."""
        return Subspace(E[:, 2:], self._per_rad * E[:, 2:])

    def measured(self, A_g: np.ndarray, s: np.ndarray) -> np.ndarray:
        """The angle with all its turns, which the shift counts."""
        angle = np.arctan2(A_g[1, 0] - A_g[0, 1], A_g[0, 0] + A_g[1, 1])
        return np.array([angle + TURN * np.round((s[2] / self._per_rad - angle) / TURN)])

    def wrench_rows(self, t: float | np.ndarray, frames: Sequence[Frame]) -> Wrenches:
        """A force along z at Q with the moment −h/2π about it."""
        P, Q = frames
        z, d = np.stack([P.A[..., 2], P.A_d[..., 2]]), Q.r - P.r
        A = P.A.swapaxes(-1, -2) @ Q.A
        angle = np.arctan2(A[..., 1, 0] - A[..., 0, 1], A[..., 0, 0] + A[..., 1, 1])
        shift = (z[0] * d).sum(-1)
        g = np.remainder(shift - self._per_rad * angle + self.pitch / 2, self.pitch) - self.pitch / 2
        X = np.stack([Q.r, Q.r_d])
        return opposite(g[..., None], z[..., None, :], X[..., None, :], -self._per_rad * z[..., None, :])


@dataclass(frozen=True, eq=False)
class Gear(WithoutCoordinates):
    """Two joints move in a fixed ratio (*Getriebe*): speed of the second = ratio × speed of the first; u = 1.

    Between two hinges it is a pair of wheels or a belt, between a hinge and a slider a rack and its pinion (or a
    winch), with the ratio in m/rad. Wheels with external teeth turn in opposite directions: their ratio is −r_1/r_2.
    The hinges of a planetary gear are those in the carrier.

    The row holds for the speeds. A hinge does not count its turns, so where the teeth meet is as they stand at the
    start, and the ratio of the angles stays as exact as the integrator.

    Its reaction is what the second joint's body j gets: a moment about the axis or a force along it, in the axes of
    the second joint's P.

    Parameters
    ----------
    first, second : Revolute, Prismatic, Cylindrical or Planar
        The joints; they belong to the system themselves.
    ratio : float
        Speed of the second per speed of the first, rad/rad, m/rad, ...; not zero.
    name : str, optional
        Name of the gear; by default made of the names of both joints.
    which : tuple of str, optional
        Which coordinate of each joint is meant, where one has several: ``("angle", "displacement")``.

    Raises
    ------
    ModelError
        For a ratio of zero, and joints without such a coordinate.

    Examples
    --------
    >>> rack = Gear(pinion_hinge, slide, ratio=0.02, name="rack and pinion")
    """

    first: Joint
    second: Joint
    ratio: float
    name: str = ""
    which: tuple[str, str] = ("", "")
    P: Marker = field(init=False)
    Q: Marker = field(init=False)
    forbids = ("another ratio of speeds",)

    def __post_init__(self) -> None:
        for joint in (self.first, self.second):
            if not isinstance(joint, Revolute | Prismatic | Cylindrical | Planar):
                raise ModelError(
                    "A gear couples revolute, prismatic, cylindrical or planar joints, given as objects; got "
                    f"{joint if isinstance(joint, str) else type(joint).__name__!r}."
                )
        object.__setattr__(self, "name", self.name or f"gear {self.first.name} - {self.second.name}")
        object.__setattr__(self, "ratio", checked_factor(f"The ratio of the gear {self.name!r}", self.ratio))
        object.__setattr__(self, "P", self.second.P)
        object.__setattr__(self, "Q", self.second.Q)
        object.__setattr__(self, "which", self._checked_coordinates())

    def _checked_coordinates(self) -> tuple[str, str]:
        """Which coordinates are coupled; where a joint has only one, that one."""
        given = tuple(self.which)
        if len(given) != 2:
            raise ModelError(f"which of the gear {self.name!r} has two names; got {self.which!r}.")
        return _coordinate(self.name, self.first, given[0]), _coordinate(self.name, self.second, given[1])

    @property
    def is_holonomic(self) -> tuple[bool, ...]:
        """A ratio of speeds has no position."""
        return (False,)

    @property
    def markers(self) -> tuple[Marker, ...]:
        """Those of the second joint, then those of the first."""
        return self.second.P, self.second.Q, self.first.P, self.first.Q

    def wrench_rows(self, t: float | np.ndarray, frames: Sequence[Frame]) -> Wrenches:
        """Unit force or moment in the second joint, and the first one's in the ratio −i."""
        first, second = self.which
        parts = [_speed(second, 1.0, *frames[:2]), _speed(first, -self.ratio, *frames[2:])]
        g = np.zeros((*frames[0].r.shape[:-1], 1))
        columns = zip(*(part[1:] for part in parts), strict=True)
        return Wrenches(g, *(np.concatenate(column, axis=-2) for column in columns))


def _speed(coordinate: str, factor: float, P: Frame, Q: Frame) -> Wrenches:
    """The row whose rate is a relative speed of Q, times a factor."""
    axis = {"x": 0, "y": 1}.get(coordinate, 2)
    along, X = factor * np.stack([P.A[..., axis], P.A_d[..., axis]])[..., None, :], np.stack([Q.r, Q.r_d])[..., None, :]
    none, g = np.zeros_like(along), np.zeros(along.shape[1:-1])
    return opposite(g, none, X, along) if coordinate == "angle" else opposite(g, along, X, none)


def _coordinate(name: str, joint: Joint, given: str) -> str:
    """The coordinate that was named, or the only one there is."""
    if given in joint.coordinates or (not given and len(joint.coordinates) == 1):
        return given or joint.coordinates[0]
    raise ModelError(
        f"The gear {name!r} needs to know which coordinate of the joint {joint.name!r} it couples: "
        f"{' or '.join(joint.coordinates)}; got {given!r}. Give which=(first, second)."
    )
