"""From a rotation matrix back to three angles: all branches, and what is still determined where they are not unique."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from sympy import Expr, ImmutableMatrix, LeviCivita, atan2, sqrt

from ..aliases import Matrix, Scalar
from ..checking import real
from ..errors import ModelError
from .checking import array, as_rotation, floats
from .sequences import ELEMENTARY, check_axes

__all__ = ["RotationAngles", "angles_of", "euler_zyz_angles", "roll_pitch_yaw_angles"]

LOCKED = 1e-9  # sine (zyz) or cosine (xyz) of the second angle below which the first and the third coincide

Angles = tuple[Expr, Expr, Expr]  # floats for a matrix of floats


@dataclass(frozen=True)
class RotationAngles:
    """The angles that lead to one rotation matrix, in the order in which the rotations are carried out.

    Attributes
    ----------
    axes : str
        Sequence of axes, as for `from_sequence`.
    fixed : bool
        Whether the axes stay where they are, as for `from_sequence`.
    branches : tuple of Angles
        All triples of angles in (-π, π], rad: two, or a single representative where the sequence is locked.
    sign : int, default 0
        +1 or -1 in a locked sequence, where only angle_1 + sign * angle_3 is determined; otherwise 0.
    combination : Expr or float, optional
        That sum or difference in a locked sequence, rad; otherwise None.
    """

    axes: str
    fixed: bool
    branches: tuple[Angles, ...]
    sign: int = 0
    combination: Expr | None = None

    @property
    def is_locked(self) -> bool:
        """Whether the first and the third axis are parallel, so that one of the two angles can be chosen."""
        return self.sign != 0

    @property
    def freedom(self) -> str:
        """What is still determined in a locked sequence, in words; empty in a regular one."""
        if not self.is_locked:
            return ""
        name, mark = ("sum", "+") if self.sign > 0 else ("difference", "-")
        value = f"{self.combination:.6g} rad" if isinstance(self.combination, float) else self.combination
        return f"Only the {name} of the first and the third angle is determined: angle_1 {mark} angle_3 = {value}."

    def with_first(self, angle: Scalar) -> Angles:
        """The triple of a locked sequence that has this first angle.

        Parameters
        ----------
        angle : Expr or float
            First angle, rad.

        Returns
        -------
        tuple of Expr or float, Expr or float, Expr or float
            The three angles, rad.

        Raises
        ------
        ModelError
            If the sequence is regular, so that no angle can be chosen.
        """
        if self.combination is None:
            raise ModelError("The first angle can be chosen only where the sequence is locked; see `branches`.")
        real(angle, "The first angle")
        return angle, self.branches[0][1], self.sign * (self.combination - angle)


def angles_of(R: Matrix, axes: str, *, fixed: bool = False) -> RotationAngles:
    """All angles with which a sequence of three rotations leads to the matrix; the inverse of `from_sequence`.

    For z-y-z about current axes, (4.18): cos theta = R_33, phi = atan2(± R_23, ± R_13), psi = atan2(± R_32, ∓ R_31)
    with theta = atan2(± sqrt(R_13² + R_23²), R_33); for the other sequences in the same way.

    Parameters
    ----------
    R : array_like, shape (3, 3)
        Rotation matrix of numbers or expressions (regular, unless they are locked for all their values).
    axes : str
        Three letters, neighbours different, such as ``"zyz"``.
    fixed : bool, default False
        Whether the axes stay where they are.

    Returns
    -------
    RotationAngles
        All branches of the angles.

    Raises
    ------
    ModelError
        If the matrix is not a rotation, or the sequence not one of three axes.
    """
    check_axes(axes)
    if len(axes) != 3 or axes[0] == axes[1] or axes[1] == axes[2]:
        raise ModelError(f"Three axes were expected, neighbours different, such as 'zyz' or 'xyz'; got {axes!r}.")
    found = _solved(as_rotation(R), _Sequence(axes[::-1] if fixed else axes))
    if not fixed:
        return RotationAngles(axes, fixed, *found)
    # about fixed axes the same rotations follow each other in reverse order, (4.17)
    branches, sign, combination = found
    reverse = tuple(branch[::-1] for branch in branches)
    return RotationAngles(axes, fixed, reverse, sign, sign * combination if sign else None)


def euler_zyz_angles(R: Matrix) -> RotationAngles:
    """Euler angles (phi, theta, psi) of a rotation matrix, the inverse of `euler_zyz`; (4.18).

    Locked where sin(theta) = 0: then only phi + psi (theta = 0) or phi - psi (theta = pi) is determined.

    Parameters
    ----------
    R : array_like, shape (3, 3)
        Rotation matrix.

    Returns
    -------
    RotationAngles
        Angles (phi, theta, psi), rad.

    Raises
    ------
    ModelError
        If the matrix is not a rotation.
    """
    return angles_of(R, "zyz")


def roll_pitch_yaw_angles(R: Matrix) -> RotationAngles:
    """Roll, pitch and yaw (psi, theta, phi) of a rotation matrix, the inverse of `roll_pitch_yaw`; (4.19).

    Locked where cos(theta) = 0: then only psi - phi (theta = pi/2) or psi + phi (theta = -pi/2) is determined.

    Parameters
    ----------
    R : array_like, shape (3, 3)
        Rotation matrix.

    Returns
    -------
    RotationAngles
        Angles (psi, theta, phi), rad.

    Raises
    ------
    ModelError
        If the matrix is not a rotation.
    """
    return angles_of(R, "xyz", fixed=True)


class _Sequence:
    """Axes i, j, k of rotations about current axes; m completes i, j; `parity` is the sign of (i, j, m)."""

    def __init__(self, axes: str):
        self.i, self.j, self.k = ("xyz".index(axis) for axis in axes)
        self.m = 3 - self.i - self.j
        self.n = 3 - self.j - self.k
        self.parity = int(LeviCivita(self.i, self.j, self.m))
        self.is_proper = self.i == self.k  # z-y-z; x-y-z is not
        self.about_first = ELEMENTARY[axes[0]]

    def first(self, R: Any) -> Angles:
        """(y, x, height): the first angle is atan2(y, x), and the sequence is locked where the height is 0.

        It uses the last axis seen from frame 0, R e_k, which depends only on the first two angles.
        """
        y, x = R[self.j, self.k], R[self.m, self.k]
        y, x = (y, -self.parity * x) if self.is_proper else (-self.parity * y, x)
        return y, x, sqrt(x**2 + y**2)

    def third(self, R: Any) -> tuple[Any, Any]:
        """(y, x) of the third angle: it uses the first axis seen from the body, e_iᵀ R."""
        y = R[self.i, self.j]
        return (y, self.parity * R[self.i, self.m]) if self.is_proper else (-self.parity * y, R[self.i, self.i])

    def second(self, R: Any, height: Any) -> tuple[Any, Any]:
        """(y, x) of the second angle."""
        along = R[self.i, self.k]
        return (height, along) if self.is_proper else (self.parity * along, height)

    def rest(self, turned: Any, arctan: Callable) -> tuple[Any, Any]:
        """Second and third angle from R_i(-first) R = R_j(second) R_k(third)."""
        along, across = turned[self.i, self.k], turned[self.m, self.k]
        y, x = (-self.parity * across, along) if self.is_proper else (self.parity * along, across)
        side = int(LeviCivita(self.k, self.n, self.j))
        return arctan(y, x), arctan(side * turned[self.j, self.n], turned[self.j, self.j])

    def sign(self, R: Any) -> int:
        """In a locked sequence: whether the third rotation adds to the first or acts against it."""
        return 1 if array(ImmutableMatrix([R[self.i, self.k]])).item() > 0 else -1


def _solved(R: ImmutableMatrix, sequence: _Sequence) -> tuple[tuple[Angles, ...], int, Any]:
    """Branches; sign and value of the combination that is determined in a locked sequence."""
    numbers = floats(R)
    arctan: Callable = atan2 if numbers is None else _arctan
    y, x, height = sequence.first(R)
    if abs(array(ImmutableMatrix([height])).item()) < LOCKED:
        second, third = sequence.rest(R if numbers is None else numbers, arctan)
        sign = sequence.sign(R)
        return ((third * 0, second, third),), sign, sign * third
    if numbers is None:
        branches = tuple(_by_entries(R, sequence, side) for side in (1, -1))
    else:
        branches = tuple(_by_turning(numbers, sequence, arctan(side * y, side * x)) for side in (1, -1))
    return branches, 0, None


def _by_entries(R: ImmutableMatrix, sequence: _Sequence, side: int) -> Angles:
    """One branch of expressions, the formulas of the textbooks."""
    y, x, height = sequence.first(R)
    v, u = sequence.third(R)
    return (
        atan2(side * y, side * x),
        atan2(*sequence.second(R, side * height)),
        atan2(side * v, side * u),
    )


def _by_turning(R: np.ndarray, sequence: _Sequence, first: float) -> Angles:
    """One branch of floats: turned back by the first angle, the others keep all digits near a locked sequence."""
    # atan2 of two tiny entries loses digits near a locked sequence; after turning back no entry is tiny
    back = array(sequence.about_first(-first))
    return first, *sequence.rest(back @ R, _arctan)


def _arctan(y: Any, x: Any) -> float:
    """atan2 in (-pi, pi]: negative zeros, which would give -pi, are removed first."""
    return float(np.arctan2(float(y) + 0.0, float(x) + 0.0))
