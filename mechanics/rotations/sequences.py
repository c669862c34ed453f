"""Rotations one after the other, about current or about fixed axes (lecture 4.1, 4.2)."""

from collections.abc import Sequence
from functools import reduce
from operator import mul

from sympy import ImmutableMatrix

from ..aliases import Scalar
from ..checking import column
from ..errors import ModelError
from .elementary import identity, rotation_x, rotation_y, rotation_z

__all__ = ["euler_zyz", "from_sequence", "roll_pitch_yaw"]

ELEMENTARY = {"x": rotation_x, "y": rotation_y, "z": rotation_z}


def from_sequence(axes: str, angles: Sequence[Scalar], *, fixed: bool = False) -> ImmutableMatrix:
    """Rotations one after the other about coordinate axes.

    About current axes every rotation is multiplied from the right, R = R_a R_b R_c, (4.14); about fixed axes from
    the left, R = R_c R_b R_a, (4.17).

    Parameters
    ----------
    axes : str
        Letters x, y, z in the order of the rotations, such as ``"zyz"``.
    angles : sequence of Expr or float
        One angle for each axis, rad.
    fixed : bool, default False
        Whether the axes stay where they are (those of frame 0) or turn with the body.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)

    Raises
    ------
    ModelError
        If there is another letter, or the numbers of axes and angles differ.
    """
    check_axes(axes)
    angles = list(column(angles, "The list of angles"))
    if len(axes) != len(angles):
        raise ModelError(f"One angle for each axis of {axes!r} was expected; got {len(angles)}.")
    turns = [ELEMENTARY[axis](angle) for axis, angle in zip(axes, angles, strict=True)]
    return reduce(mul, reversed(turns) if fixed else turns, identity)


def check_axes(axes: str) -> None:
    """Refuse a sequence with other letters than x, y, z.

    Parameters
    ----------
    axes : str
        Sequence of axes.

    Raises
    ------
    ModelError
        If it is empty or contains other letters than x, y, z.
    """
    if not isinstance(axes, str) or not axes or not set(axes) <= set(ELEMENTARY):
        raise ModelError(f"Axes are letters of x, y and z, such as 'zyz'; got {axes!r}.")


def euler_zyz(phi: Scalar, theta: Scalar, psi: Scalar) -> ImmutableMatrix:
    """Rotation by Euler angles: `phi` about z, `theta` about the current y, `psi` about the current z; (4.18).

    R = R_z(phi) R_y(theta) R_z(psi)

    Parameters
    ----------
    phi, theta, psi : Expr or float
        Angles, rad.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
    """
    return from_sequence("zyz", (phi, theta, psi))


def roll_pitch_yaw(psi: Scalar, theta: Scalar, phi: Scalar) -> ImmutableMatrix:
    """Rotation by roll `psi` about x0, then pitch `theta` about y0, then yaw `phi` about z0, all fixed; (4.19).

    R = R_z(phi) R_y(theta) R_x(psi)

    Parameters
    ----------
    psi, theta, phi : Expr or float
        Angles, rad.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
    """
    return from_sequence("xyz", (psi, theta, phi), fixed=True)
