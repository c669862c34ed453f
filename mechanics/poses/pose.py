"""The pose of a frame: a homogeneous transformation (lecture 4.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sympy import Add, Expr, ImmutableMatrix

from .. import checking
from ..aliases import Matrix, Scalar, Vector
from ..errors import ModelError
from ..rotations import as_orientation, as_rotation, identity

__all__ = ["HERE", "Pose", "rotation", "translation", "vector"]

_LAST_ROW = ImmutableMatrix([[0, 0, 0, 1]])


def vector(components: Vector, what: str = "The argument") -> ImmutableMatrix:
    """Column of length 3; two components mean a point of the plane z = 0.

    Parameters
    ----------
    components : array_like
        2 or 3 numbers or expressions.
    what : str, default "The argument"
        Name of the argument, for the message.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)

    Raises
    ------
    ModelError
        If it is anything else, such as a scalar or a matrix.
    """
    return checking.vector(components, what)


def _product(left: ImmutableMatrix, right: ImmutableMatrix) -> ImmutableMatrix:
    """Product of finite matrices; sympy would multiply the zeros, too, and check every formula for being finite."""
    if left == identity:
        return right
    rows, columns = left.tolist(), right.T.tolist()
    return ImmutableMatrix([[_sum_of_products(row, column) for column in columns] for row in rows])


def _sum_of_products(row: Sequence[Expr], column: Sequence[Expr]) -> Expr:
    return Add(*(a * b for a, b in zip(row, column, strict=True) if a and b))


@dataclass(frozen=True)
class Pose:
    """Position and orientation of a frame 1 seen from a frame 0.

    H = [[R, p], [0, 1]]                                                        (4.24)

    Attributes
    ----------
    R : ImmutableMatrix, shape (3, 3), optional
        Maps components in frame 1 to components in frame 0.
    p : ImmutableMatrix, shape (3, 1)
        Origin of frame 1 in components of frame 0, m.
    """

    R: ImmutableMatrix = identity
    p: ImmutableMatrix = ImmutableMatrix([0, 0, 0])

    def __post_init__(self) -> None:
        # a pose is a value: it can be compared and hashed
        object.__setattr__(
            self, "R", self.R if self.R is identity else as_orientation(self.R, "The rotation R of a pose")
        )
        object.__setattr__(self, "p", checking.column(self.p, "The position p of a pose", (3,)))

    def __matmul__(self, inner: "Pose") -> "Pose":
        """The transformation `inner` first, then this one: H_0_2 = H_0_1 H_1_2; (4.30)."""
        if not isinstance(inner, Pose):
            raise ModelError(f"A pose is followed by another pose; got {inner!r}. For a point use pose.point(r).")
        return _pose(_product(self.R, inner.R), self.p + _product(self.R, inner.p))

    def point(self, components: Vector) -> ImmutableMatrix:
        """Position in frame 0 of a point given in frame 1: p + R r; (4.21), (4.27).

        Parameters
        ----------
        components : array_like, shape (3,)
            Point r in components of frame 1, m.

        Returns
        -------
        ImmutableMatrix, shape (3, 1)
            Point in components of frame 0, m.
        """
        return self.p + _product(self.R, vector(components))

    @property
    def inverse(self) -> "Pose":
        """Frame 0 seen from frame 1: H_1_0 = [[R.T, -R.T p], [0, 1]]; (4.31)."""
        return _pose(self.R.T, -_product(self.R.T, self.p))

    @property
    def matrix(self) -> ImmutableMatrix:
        """The homogeneous 4x4 matrix H; (4.24)."""
        return self.R.row_join(self.p).col_join(_LAST_ROW)

    @classmethod
    def from_matrix(cls, matrix: Matrix) -> "Pose":
        """The pose of a homogeneous 4x4 matrix, the reverse of `matrix`; (4.24).

        Parameters
        ----------
        matrix : array_like, shape (4, 4)
            Numbers or expressions.

        Returns
        -------
        Pose

        Raises
        ------
        ModelError
            If it is not a homogeneous transformation; the message says what is wrong.
        """
        H = checking.matrix(matrix, "A homogeneous matrix", (4, 4))
        if not (H[3, :] - _LAST_ROW).is_zero_matrix:  # also where the entries are floats
            raise ModelError(f"The last row of a homogeneous matrix is [0, 0, 0, 1]; got {H[3, :].tolist()[0]}.")
        return cls(
            as_rotation(H[:3, :3], "The rotation R in H = [[R, p], [0, 1]]"),
            H[:3, 3],
        )

    def at_values(self, table: Mapping[Expr, Scalar]) -> "Pose":
        """The same pose with symbols replaced by values.

        Parameters
        ----------
        table : mapping of Expr to Expr or float
            Values by symbol.

        Returns
        -------
        Pose
        """
        values = {symbol: checking.real(value, "A value") for symbol, value in table.items()}
        return _pose(self.R.xreplace(values), self.p.xreplace(values))


def _pose(R: ImmutableMatrix, p: ImmutableMatrix) -> Pose:
    """A pose made of others, which were checked."""
    pose = object.__new__(Pose)
    object.__setattr__(pose, "R", R)
    object.__setattr__(pose, "p", p)
    return pose


HERE = Pose()
"""The frame itself: no shift, no turn."""


def translation(x: Scalar = 0, y: Scalar = 0, z: Scalar = 0) -> "Pose":
    """Shift without rotation.

    Parameters
    ----------
    x, y, z : Expr or float, default 0
        Components, m.

    Returns
    -------
    Pose
    """
    return _pose(identity, vector([x, y, z], "A translation"))


def rotation(R: Matrix) -> "Pose":
    """Rotation about the origin, without shift.

    Parameters
    ----------
    R : array_like, shape (3, 3)
        Rotation matrix.

    Returns
    -------
    Pose
    """
    return Pose(as_orientation(R))
