"""Geometric Jacobians of points and frames: from the rates of coordinates to velocities (lecture 4.6).

Columns belong to coordinates, rows to x, y, z in the inertial frame. Coordinates are functions of time, plain symbols,
or (for a chain) numbers. Expressions are returned in the shortest form that sines and cosines allow.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from sympy import Derivative, Expr, ImmutableMatrix, sympify, zeros
from sympy import Symbol as PlainSymbol
from sympy.core.function import AppliedUndef

from .. import checking
from ..aliases import Matrix, Scalar, Vector
from ..bridge import from_engine, gradient, to_engine
from ..errors import ModelError
from ..rotations import as_orientation
from ..symbols import t
from ..trigonometry import shortest
from .chain import Chain
from .pose import Pose, vector

__all__ = [
    "angular_jacobian",
    "chain_jacobian",
    "jacobian",
    "jacobian_rate",
    "linear_jacobian",
    "point_acceleration",
    "point_velocity",
    "singular_determinant",
]


def linear_jacobian(point: Vector, q: Sequence[Expr]) -> ImmutableMatrix:
    """Velocity of a point from the rates of the coordinates: v = J_v q_d, J_v = dp/dq; (4.64).

    Parameters
    ----------
    point : array_like, shape (3,)
        Position in the inertial frame, 2 or 3 expressions, m.
    q : sequence of Expr, shape (n,)
        Coordinates.

    Returns
    -------
    ImmutableMatrix, shape (3, n)

    Raises
    ------
    ModelError
        If the point is not a vector, or the coordinates are not different symbols or functions of time.
    """
    q, place = _coordinates(q), vector(point, "point")
    entries, names, back = _engine(place)
    return ImmutableMatrix([[_read(slope, back) for slope in slopes] for slopes in _gradients(entries, q, names)])


def angular_jacobian(R: Matrix, q: Sequence[Expr]) -> ImmutableMatrix:
    """Angular velocity of a frame from the rates of the coordinates: omega = J_w q_d; (4.62).

    S(column j of J_w) = dR/dq_j R.T                                                      (4.61)

    Parameters
    ----------
    R : array_like, shape (3, 3)
        Rotation of the frame seen from the inertial frame.
    q : sequence of Expr, shape (n,)
        Coordinates.

    Returns
    -------
    ImmutableMatrix, shape (3, n)

    Raises
    ------
    ModelError
        If the coordinates are not different symbols or functions of time.
    """
    R, q = as_orientation(R), _coordinates(q)
    entries, names, back = _engine(R)
    # derivatives and products in symengine: sympy would take much longer
    R_q = _gradients(entries, q, names)

    def spin(i: int, j: int, k: int) -> Any:
        """Entry i, j of dR/dq_k R.T."""
        return sum(R_q[3 * i + n][k] * entries[3 * j + n] for n in range(3))

    rows = ((2, 1), (0, 2), (1, 0))  # where x, y, z stand in a skew-symmetric matrix; (4.45)
    return ImmutableMatrix([[_read(spin(i, j, k), back) for k in range(len(q))] for i, j in rows])


def jacobian(pose: Pose, q: Sequence[Expr], point: Vector = (0, 0, 0)) -> ImmutableMatrix:
    """Jacobian of a point fixed in a moving frame, J_v above J_w: [v, omega] = J q_d; (4.65).

    Parameters
    ----------
    pose : Pose
        Pose of the frame, expressions in the coordinates.
    q : sequence of Expr, shape (n,)
        Coordinates.
    point : array_like, shape (3,), default (0, 0, 0)
        Point in components of the frame, m.

    Returns
    -------
    ImmutableMatrix, shape (6, n)
    """
    return linear_jacobian(pose.point(point), q).col_join(angular_jacobian(pose.R, q))


def chain_jacobian(chain: Chain, frame: int | None = None, point: Vector = (0, 0, 0)) -> ImmutableMatrix:
    """The same for a chain, from the axes of its joints, without differentiation, so that numbers work, too; (4.65).

    A revolute joint about the unit vector e through a gives the column [e x (p - a), e], a prismatic one [e, 0].

    Parameters
    ----------
    chain : Chain
        Kinematic chain; ``chain.at(numbers)`` for numbers.
    frame : int, optional
        Number of the frame, counted from 1; the last one unless given.
    point : array_like, shape (3,), default (0, 0, 0)
        Point in components of that frame, m.

    Returns
    -------
    ImmutableMatrix, shape (6, n)
        A column for each of all n coordinates; those of joints behind the frame are zero.

    Raises
    ------
    ModelError
        If there is no such frame, or no joint that moves.
    """
    number = len(chain) if frame is None else frame
    if not isinstance(number, int) or not 1 <= number <= len(chain):
        raise ModelError(f"Frames of this chain are counted from 1 to {len(chain)}; got {frame!r}.")
    place, columns = chain.poses[number - 1].point(point), []
    for index, (joint, axis) in enumerate(zip(chain.joints, chain.joint_frames, strict=True)):
        moved = [_column(axis, screw, place - chain.poses[index].p) for screw in joint.screws]
        columns += moved if index < number else [zeros(6, 1)] * len(moved)
    if not columns:
        raise ModelError("The chain has no joint that moves, so there is no Jacobian.")
    return ImmutableMatrix.hstack(*columns)


def jacobian_rate(J: Matrix, q: Sequence[Expr], q_d: Sequence[Scalar] | None = None) -> ImmutableMatrix:
    """Time derivative of a Jacobian along a motion: J_d = sum of dJ/dq_j q_d_j.

    Parameters
    ----------
    J : array_like, shape (m, n)
        Jacobian as a function of the coordinates.
    q : sequence of Expr, shape (n,)
        Coordinates.
    q_d : sequence of Expr or float, shape (n,), optional
        Their rates; the time derivatives of the coordinates unless given.

    Returns
    -------
    ImmutableMatrix, shape (m, n)
    """
    J, q = checking.matrix(J, "A Jacobian"), _coordinates(q)
    parts = (J.diff(x) * rate for x, rate in zip(q, _rates(q, q_d, 1), strict=True))
    return _short(sum(parts, ImmutableMatrix.zeros(*J.shape)))


def point_velocity(point: Vector, q: Sequence[Expr], q_d: Sequence[Scalar] | None = None) -> ImmutableMatrix:
    """Velocity of a point, v = J_v q_d; (4.64).

    Parameters
    ----------
    point : array_like, shape (3,)
        Position in the inertial frame, m.
    q : sequence of Expr, shape (n,)
        Coordinates.
    q_d : sequence of Expr or float, shape (n,), optional
        Their rates; the time derivatives of the coordinates unless given.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)
        Velocity in the inertial frame, m/s.
    """
    q = _coordinates(q)
    return linear_jacobian(point, q) * ImmutableMatrix(_rates(q, q_d, 1))


def point_acceleration(
    point: Vector,
    q: Sequence[Expr],
    q_d: Sequence[Scalar] | None = None,
    q_dd: Sequence[Scalar] | None = None,
) -> ImmutableMatrix:
    """Acceleration of a point, a = J_v q_dd + J_v_d q_d: the derivative of (4.64).

    Parameters
    ----------
    point : array_like, shape (3,)
        Position in the inertial frame, m.
    q : sequence of Expr, shape (n,)
        Coordinates.
    q_d, q_dd : sequence of Expr or float, shape (n,), optional
        Their rates and accelerations; the time derivatives of the coordinates unless given.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)
        Acceleration in the inertial frame, m/s².
    """
    q = _coordinates(q)
    J, rates = linear_jacobian(point, q), _rates(q, q_d, 1)
    J_d = jacobian_rate(J, q, rates)
    return J * ImmutableMatrix(_rates(q, q_dd, 2)) + J_d * ImmutableMatrix(rates)


def singular_determinant(J: Matrix) -> Expr:
    """What is zero where the configuration is singular: det J, or det(J J.T) where there are more joints than rows.

    Zero rows - directions in which nothing ever moves - do not count. With fewer joints than rows it is
    det(J.T J): zero where some rates of the joints move nothing.

    Parameters
    ----------
    J : array_like, shape (m, n)
        Jacobian.

    Returns
    -------
    Expr
    """
    J = checking.matrix(J, "A Jacobian")
    moving = [k for k in range(J.rows) if any(J[k, :])]
    if not moving:
        return sympify(0)
    J = J.extract(moving, list(range(J.cols)))
    square = J if J.rows == J.cols else J * J.T if J.rows < J.cols else J.T * J
    return _short(ImmutableMatrix([square.det(method="berkowitz")]))[0]


# --- details ----------------------------------------------------------------------------------------------


def _column(axis: Pose, screw: Any, arm: ImmutableMatrix) -> ImmutableMatrix:
    """Velocity of a point at `arm` from the moved frame's origin for a unit rate, above the angular velocity."""
    turn, shift = axis.R * screw.turn, axis.R * screw.shift
    return _short((shift + turn.cross(arm)).col_join(turn))


def _coordinates(q: Sequence[Any]) -> list[Any]:
    found = [] if isinstance(q, str) or not isinstance(q, Iterable) else list(q)
    wrong = [x for x in found if not isinstance(x, PlainSymbol | AppliedUndef)]
    if wrong or not found or len(set(found)) < len(found):
        raise ModelError(
            f"Different coordinates were expected, symbols or functions of time; got {checking.shown(q)}. "
            "For numbers, build the Jacobian with symbols first and put them in afterwards, or use a Chain."
        )
    return found


def _rates(q: Sequence[Any], given: Sequence[Any] | None, order: int) -> list[Any]:
    """Derivatives of the coordinates: those that are given, or time derivatives."""
    if given is None:
        if constant := [x for x in q if not x.diff(t)]:
            raise ModelError(f"{constant[0]} is not a function of time; give the rates of the coordinates, too.")
        return [x.diff(t, order) for x in q]
    return list(checking.column(given, f"The list of rates of {', '.join(map(str, q))}", (len(q),)))


def _short(matrix: ImmutableMatrix) -> ImmutableMatrix:
    """Every entry in its shortest form."""
    entries, _, back = _engine(matrix)
    return ImmutableMatrix(matrix.rows, matrix.cols, [_read(entry, back) for entry in entries])


def _engine(matrix: ImmutableMatrix) -> tuple[list[Any], dict[Any, Any], dict[str, Any]]:
    """Entries for symengine, the symbol of each atom there, and the atom that each name stands for.

    Every atom has a name of its own: coordinates and constants of the same name stay apart.
    """
    atoms = sorted(matrix.atoms(PlainSymbol, AppliedUndef, Derivative), key=str)
    names = {atom: PlainSymbol(f"x{k}") for k, atom in enumerate(atoms)}
    entries = [to_engine(entry.xreplace(names)) for entry in matrix.flat()]
    symbols = {atom: to_engine(name) for atom, name in names.items()}
    return entries, symbols, {name.name: atom for atom, name in names.items()}


def _gradients(entries: Sequence[Any], q: Sequence[Any], names: dict[Any, Any]) -> list[list[Any]]:
    """Derivatives of each entry by all coordinates; zero for those that do not occur."""
    unused = to_engine(PlainSymbol("unused"))
    return [gradient(entry, [names.get(x, unused) for x in q]) for entry in entries]


def _read(entry: Any, back: dict[str, Any]) -> Any:
    """An expression of symengine in its shortest form, with the original symbols."""
    return from_engine(shortest(entry), back)
