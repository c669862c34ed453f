"""Joints of kinematic chains: how a frame moves relative to the previous one (lecture 4.4)."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import matmul
from typing import Any, Literal, NamedTuple

from sympy import Expr, ImmutableMatrix, sqrt

from ..aliases import Scalar, Vector
from ..checking import column, real, shown
from ..errors import ModelError
from ..rotations import identity, rotation_about
from .pose import HERE, Pose, rotation, translation, vector

__all__ = ["Cylindrical", "Fixed", "Freedom", "Joint", "Prismatic", "Revolute", "Screw", "Spherical"]

_UNIT = {"x": identity[:, 0], "y": identity[:, 1], "z": identity[:, 2]}


@dataclass(frozen=True)
class Freedom:
    """One coordinate of a joint: the frame turns about an axis of its own, or shifts along it.

    Attributes
    ----------
    coordinate : Expr
        Symbol or number, rad or m.
    kind : {"turn", "shift"}
        Whether the frame turns or shifts.
    axis : array_like or str, shape (3,)
        Unit vector in components of the frame; ``"x"``, ``"y"``, ``"z"`` or any vector but zero may be given.

    Raises
    ------
    ModelError
        If the axis is not one of these, or the coordinate not a formula.
    """

    coordinate: Expr
    kind: Literal["turn", "shift"]
    axis: Vector | str

    def __post_init__(self) -> None:
        if self.kind not in ("turn", "shift"):
            raise ModelError(f"A joint can 'turn' or 'shift'; got {self.kind!r}.")
        object.__setattr__(self, "coordinate", real(self.coordinate, "A coordinate of a joint"))
        object.__setattr__(self, "axis", _unit(self.axis))

    @property
    def pose(self) -> Pose:
        """The frame after this motion seen from the frame before it."""
        if self.kind == "turn":
            return rotation(rotation_about(self.axis, self.coordinate))
        return translation(*(self.coordinate * self.axis))


def _unit(axis: Any) -> ImmutableMatrix:
    if isinstance(axis, str):
        if axis not in _UNIT:
            raise ModelError(f"The axis of a joint is 'x', 'y', 'z' or a vector of its own frame; got {axis!r}.")
        return _UNIT[axis]
    a = vector(axis, "The axis of a joint")
    if a.is_zero_matrix:
        raise ModelError("The axis of a joint must not be the zero vector; any other length is allowed.")
    return ImmutableMatrix(a / sqrt(a.dot(a)))


class Screw(NamedTuple):
    """Effect of one coordinate: velocity and angular velocity of the moving frame for a unit rate.

    Attributes
    ----------
    turn : ImmutableMatrix, shape (3, 1)
        Angular velocity per rate.
    shift : ImmutableMatrix, shape (3, 1)
        Velocity of the moving frame's origin per rate.
    """

    turn: ImmutableMatrix
    shift: ImmutableMatrix


@dataclass(frozen=True)
class Joint:
    """A frame that moves relative to the previous one by one elementary motion after the other.

    Attributes
    ----------
    freedoms : tuple of Freedom, optional
        The elementary motions, each about or along an axis of the frame as moved so far.
    at : Pose, optional
        Pose of the joint's frame seen from the frame before it; the moving frame coincides with it at zero.
    name : str, optional
        Name for people.
    """

    freedoms: tuple[Freedom, ...] = ()
    at: Pose = HERE
    name: str = ""

    def __post_init__(self) -> None:
        if not all(isinstance(freedom, Freedom) for freedom in self.freedoms):
            raise ModelError(f"The motion of a joint consists of Freedom(...); got {self.freedoms!r}.")
        if not isinstance(self.at, Pose):
            raise ModelError(
                f"A joint is at a Pose, such as translation(x, y, z) or rotation(R); got {shown(self.at)}."
            )

    @property
    def coordinates(self) -> tuple[Expr, ...]:
        """Symbols or numbers of the joint, in order."""
        return tuple(freedom.coordinate for freedom in self.freedoms)

    @property
    def motion(self) -> Pose:
        """Pose of the moving frame seen from the joint's frame."""
        return self._stages[-1]

    @property
    def pose(self) -> Pose:
        """Pose of the moving frame seen from the frame before the joint, one factor of the chain; (4.22)."""
        return self.at @ self.motion

    @property
    def screws(self) -> tuple[Screw, ...]:
        """Screw of each coordinate in components of the joint's frame, from which a Jacobian is built; (4.60)."""
        return tuple(
            _screw(freedom, before, self.motion.p) for freedom, before in zip(self.freedoms, self._stages, strict=False)
        )

    @property
    def _stages(self) -> list[Pose]:
        """Pose before the first and after each elementary motion."""
        return list(accumulate((freedom.pose for freedom in self.freedoms), matmul, initial=HERE))

    def at_values(self, table: Mapping[Expr, Expr]) -> "Joint":
        """The same joint with symbols replaced by values.

        Parameters
        ----------
        table : mapping of Expr to Expr
            Values by symbol.

        Returns
        -------
        Joint
        """
        joint = copy(self)
        freedoms = tuple(replace(f, coordinate=f.coordinate.xreplace(dict(table))) for f in self.freedoms)
        object.__setattr__(joint, "freedoms", freedoms)
        object.__setattr__(joint, "at", self.at.at_values(table))
        return joint


def _screw(freedom: Freedom, before: Pose, origin: ImmutableMatrix) -> Screw:
    axis = ImmutableMatrix(before.R * freedom.axis)
    if freedom.kind == "turn":
        return Screw(axis, axis.cross(origin - before.p))
    return Screw(vector((0, 0, 0)), axis)


class Fixed(Joint):
    """No motion, only a constant shift or turn: a tool, a bracket, a mass centre.

    Parameters
    ----------
    at : Pose
        Pose of the fixed frame seen from the frame before it.
    name : str, optional
        Name for people.
    """

    def __init__(self, at: Pose, name: str = ""):
        super().__init__((), at, name)


class Revolute(Joint):
    """Turns about an axis of its frame.

    Parameters
    ----------
    angle : Expr or float
        Coordinate, rad.
    axis : array_like or str, shape (3,), default "z"
        ``"x"``, ``"y"``, ``"z"`` or a vector of any length, in the joint's frame.
    at : Pose, optional
        Pose of the joint's frame seen from the frame before it.
    name : str, optional
        Name for people.
    """

    def __init__(self, angle: Scalar, axis: Vector | str = "z", at: Pose = HERE, name: str = ""):
        super().__init__((Freedom(angle, "turn", axis),), at, name)


class Prismatic(Joint):
    """Slides along an axis of its frame.

    Parameters
    ----------
    shift : Expr or float
        Coordinate, m.
    axis : array_like or str, shape (3,), default "x"
        ``"x"``, ``"y"``, ``"z"`` or a vector of any length, in the joint's frame.
    at : Pose, optional
        Pose of the joint's frame seen from the frame before it.
    name : str, optional
        Name for people.
    """

    def __init__(self, shift: Scalar, axis: Vector | str = "x", at: Pose = HERE, name: str = ""):
        super().__init__((Freedom(shift, "shift", axis),), at, name)


class Cylindrical(Joint):
    """Turns about an axis of its frame and slides along it.

    Parameters
    ----------
    angle, shift : Expr or float
        Coordinates in this order, rad and m.
    axis : array_like or str, shape (3,), default "z"
        ``"x"``, ``"y"``, ``"z"`` or a vector of any length, in the joint's frame.
    at : Pose, optional
        Pose of the joint's frame seen from the frame before it.
    name : str, optional
        Name for people.
    """

    def __init__(self, angle: Scalar, shift: Scalar, axis: Vector | str = "z", at: Pose = HERE, name: str = ""):
        super().__init__((Freedom(angle, "turn", axis), Freedom(shift, "shift", axis)), at, name)


class Spherical(Joint):
    """Turns freely about its origin, described by three angles about current axes, by default those of (4.18).

    Parameters
    ----------
    angles : sequence of Expr or float, shape (3,)
        Coordinates, rad.
    axes : str, default "zyz"
        Axes of the three rotations, no axis twice in succession.
    at : Pose, optional
        Pose of the joint's frame seen from the frame before it.
    name : str, optional
        Name for people.

    Raises
    ------
    ModelError
        If there are not three angles about such axes.
    """

    def __init__(self, angles: Sequence[Scalar], axes: str = "zyz", at: Pose = HERE, name: str = ""):
        angles = list(column(angles, "The list of angles"))
        if not isinstance(axes, str) or len(axes) != 3 or len(angles) != 3 or axes[1] in (axes[0], axes[2]):
            raise ModelError(
                "A spherical joint needs three angles about three axes, no axis twice in succession, such as 'zyz'; "
                f"got {len(angles)} angles about {axes!r}."
            )
        turns = (Freedom(angle, "turn", axis) for angle, axis in zip(angles, axes, strict=True))
        super().__init__(tuple(turns), at, name)
