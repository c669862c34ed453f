"""Forces as shapes of a scene: arrows to scale, a polygon of forces, a friction cone.

The lecture measures heights along e_z, a page has y upwards; `UPRIGHT` turns one into the other. A plane problem
then lies in the x-z plane.
"""

from collections.abc import Sequence

from sympy import Expr, ImmutableMatrix

from ..aliases import Scalar, Vector
from ..poses import Pose, rotation
from ..scene import Arrow, Line, Shape
from .contacts import RoughContact
from .loads import Couple, Force, column

__all__ = ["UPRIGHT", "cone_shape", "couple_arrow", "force_arrow", "force_polygon"]

UPRIGHT = rotation(ImmutableMatrix([[1, 0, 0], [0, 0, 1], [0, -1, 0]]))
"""The lecture's frame on the page: e_x to the right, e_z upwards, e_y into the page."""


def force_arrow(
    force: Force,
    scale: Scalar,
    label: str | Expr = "",
    *,
    push: bool = False,
    frame: Pose = UPRIGHT,
    role: str = "force",
) -> Arrow:
    """Arrow of a force to scale, from its point of application, or up to it with `push`.

    Parameters
    ----------
    force : Force
        Force with its point of application.
    scale : Expr or float
        Length of the arrow for one newton, m/N.
    label : str or Expr, optional
        Words or a symbol.
    push : bool, default False
        Whether the arrow ends in the point, as for a force that pushes from outside.
    frame : Pose, optional
        Frame of the components, seen from the page.
    role : str, default "force"
        Role of the shape, which decides on its colour.

    Returns
    -------
    Arrow
    """
    reach = scale * force.vector
    start = force.point - reach if push else force.point
    return Arrow(start, start + reach, label, frame=frame, role=role)


def couple_arrow(
    couple: Couple, at: Vector, scale: Scalar, label: str | Expr = "", *, frame: Pose = UPRIGHT
) -> tuple[Shape, ...]:
    """A moment as an arrow with two heads along its vector; it turns like a right-handed screw.

    Parameters
    ----------
    couple : Couple
        Moment.
    at : array_like, shape (3,)
        Where the arrow begins, m.
    scale : Expr or float
        Length of the arrow for one N m, m/(N m).
    label : str or Expr, optional
        Words or a symbol.
    frame : Pose, optional
        Frame of the components, seen from the page.

    Returns
    -------
    tuple of Shape
    """
    start, reach = column(at, "point"), scale * couple.vector
    return (
        Arrow(start, start + reach, label, frame=frame),
        Arrow(start, start + 0.86 * reach, frame=frame),
    )


def force_polygon(
    forces: Sequence[Force], labels: Sequence[str | Expr], start: Vector, scale: Scalar, *, frame: Pose = UPRIGHT
) -> tuple[Arrow, ...]:
    """The forces one after the other, head to tail: the polygon closes if their resultant is zero; (3.1), (3.3).

    Parameters
    ----------
    forces : sequence of Force
        Forces, in order.
    labels : sequence of str or Expr
        A label for each of them.
    start : array_like, shape (3,)
        Where the polygon begins, m.
    scale : Expr or float
        Length of an arrow for one newton, m/N.
    frame : Pose, optional
        Frame of the components, seen from the page.

    Returns
    -------
    tuple of Arrow
    """
    at, arrows = column(start, "start of the polygon"), []
    for force, label in zip(forces, labels, strict=True):
        arrows.append(force_arrow(Force(force.vector, at), scale, label, frame=frame))
        at = at + scale * force.vector
    return tuple(arrows)


def cone_shape(contact: RoughContact, along: Vector, length: Scalar, *, frame: Pose = UPRIGHT) -> Line:
    """The friction cone in the plane of the normal and a direction, seen from the side.

    Parameters
    ----------
    contact : RoughContact
        Rough contact.
    along : array_like, shape (3,)
        Direction in the surface.
    length : Expr or float
        Length of the edges, m.
    frame : Pose, optional
        Frame of the components, seen from the page.

    Returns
    -------
    Line
    """
    left, right = contact.cone(along)
    corners = (contact.at + length * left, contact.at, contact.at + length * right)
    return Line(corners, closed=True, dashed=True, frame=frame, role="reference")
