"""Unit quaternions, scalar first: q = (w, x, y, z) = w + x i + y j + z k."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Expr, ImmutableMatrix, cos, sin, sqrt, sympify

from ..aliases import Matrix, Scalar, Vector
from ..checking import checked, real
from ..errors import ModelError
from .axis_angle import axis_angle, direction
from .checking import as_rotation, floats
from .elementary import identity, tilde

__all__ = ["Quaternion"]

TOLERANCE = 1e-8


@checked()
@dataclass(frozen=True)
class Quaternion:
    """A quaternion w + x i + y j + z k with its scalar part **first** (scipy puts it last).

    The unit quaternion q = (cos(angle/2), sin(angle/2) n) stands for the rotation about the unit vector n by `angle`.
    q and -q are the same rotation: the angle is halved, so that a full turn leads only to -q.

    Attributes
    ----------
    w : Expr or float
        Scalar part, cos(angle/2) of a rotation.
    x, y, z : Expr or float
        Vector part, sin(angle/2) n of a rotation.
    """

    w: Scalar
    x: Scalar
    y: Scalar
    z: Scalar

    def __iter__(self) -> Iterator[Any]:
        return iter((self.w, self.x, self.y, self.z))

    @classmethod
    def about(cls, axis: Vector, angle: Scalar) -> "Quaternion":
        """The rotation about an axis.

        Parameters
        ----------
        axis : array_like, shape (3,)
            Axis, of any length but zero.
        angle : Expr or float
            Angle, rad, counterclockwise.

        Raises
        ------
        ModelError
            If the axis is the zero vector.
        """
        a, half = direction(axis), real(angle, "The angle of a rotation") / 2
        return cls(cos(half), *(sin(half) * a / sqrt(a.dot(a))))

    @classmethod
    def of(cls, R: Matrix) -> "Quaternion":
        """The one with w >= 0 of the two quaternions of a rotation matrix.

        Parameters
        ----------
        R : array_like, shape (3, 3)
            Rotation matrix.

        Raises
        ------
        ModelError
            If the matrix is not a rotation.
        """
        R = as_rotation(R)
        numbers = floats(R)
        if numbers is None:
            return _of_expressions(R)
        from scipy.spatial.transform import Rotation  # slow to import

        x, y, z, w = (float(c) for c in Rotation.from_matrix(numbers).as_quat())
        return cls(w, x, y, z) if w >= 0 else cls(-w, -x, -y, -z)

    @property
    def vector(self) -> ImmutableMatrix:
        """The vector part (x, y, z), a column."""
        return ImmutableMatrix([self.x, self.y, self.z])

    @property
    def norm(self) -> Expr:
        """Length: the root of w² + x² + y² + z², 1 for a rotation."""
        return sqrt(sum(c * c for c in self))

    @property
    def unit(self) -> "Quaternion":
        """The same direction with length 1: corrects the drift of a quaternion in an integration."""
        length = self.norm
        if length == 0:
            raise ModelError("A quaternion that is not zero was expected: the zero quaternion has no direction.")
        return Quaternion(*(c / length for c in self))

    @property
    def conjugate(self) -> "Quaternion":
        """(w, -x, -y, -z), the inverse rotation of a unit quaternion."""
        return Quaternion(self.w, -self.x, -self.y, -self.z)

    def __mul__(self, other: "Quaternion") -> "Quaternion":
        """Hamilton's product, i j = k: its matrix is the product of the matrices, (4.12).

        p q = (w_p w_q - v_p·v_q, w_p v_q + w_q v_p + v_p × v_q)
        """
        if not isinstance(other, Quaternion):
            raise ModelError(f"A quaternion can be multiplied by another one; got {other!r}.")
        v, u = self.vector, other.vector
        return Quaternion(self.w * other.w - v.dot(u), *(self.w * u + other.w * v + v.cross(u)))

    def __neg__(self) -> "Quaternion":
        """The other quaternion of the same rotation."""
        return Quaternion(*(-c for c in self))

    @property
    def R(self) -> ImmutableMatrix:
        """Rotation matrix of a unit quaternion, E + 2 w ṽ + 2 ṽ².

        Raises
        ------
        ModelError
            for numbers whose length is not 1.
        """
        length = sympify(self.norm)
        if length.is_number and abs(length - 1) > TOLERANCE:
            raise ModelError(f"A unit quaternion was expected; the length of {tuple(self)} is {length}. Use its .unit.")
        v = tilde(self.vector)
        return ImmutableMatrix(identity + 2 * self.w * v + 2 * v * v)


def _of_expressions(R: ImmutableMatrix) -> Quaternion:
    """w from the trace, the vector part from the skew part; by axis and angle where the trace indicates half a turn."""
    w = sqrt(1 + R.trace()) / 2
    if w == 0:
        axis, _, _ = axis_angle(R)
        return Quaternion(w, *axis)
    parts = (R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1])
    return Quaternion(w, *(part / (4 * w) for part in parts))
