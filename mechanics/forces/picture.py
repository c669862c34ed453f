"""Forces as shapes of a scene: arrows to scale, a polygon of forces, a friction cone.

The lecture measures heights along e_z, a page upwards; `UPRIGHT` turns the one into the other. A plane problem lies in
the x-z plane, then.
"""

from collections.abc import Sequence
from typing import Any

from sympy import ImmutableMatrix

from ..poses import Pose, rotation
from ..scene import Arrow, Line, Shape
from .contacts import RoughContact
from .loads import Couple, Force, column

__all__ = ["UPRIGHT", "cone_shape", "couple_arrow", "force_arrow", "force_polygon"]

UPRIGHT = rotation(ImmutableMatrix([[1, 0, 0], [0, 0, 1], [0, -1, 0]]))
"""The lecture's frame on the page: e_x to the right, e_z upwards, e_y into the page."""


def force_arrow(
    force: Force,
    scale: Any,
    label: Any = "",
    *,
    push: bool = False,
    frame: Pose = UPRIGHT,
    role: str = "force",
) -> Arrow:
    """Arrow of a force to scale, from its point of application, or up to it with `push`.

    Parameters
    ----------
    force : with its point of application
    scale : length of the arrow for one newton, m/N
    label : words or a symbol
    push : whether the arrow ends in the point, as for a force that pushes from outside
    """
    reach = scale * force.vector
    start = force.point - reach if push else force.point
    return Arrow(start, start + reach, label, frame=frame, role=role)


def couple_arrow(
    couple: Couple, at: Sequence[Any], scale: Any, label: Any = "", *, frame: Pose = UPRIGHT
) -> tuple[Shape, ...]:
    """A moment as an arrow with two heads along its vector, `scale` m for one N m; it turns like a screw."""
    start, reach = column(at, "point"), scale * couple.vector
    return (
        Arrow(start, start + reach, label, frame=frame),
        Arrow(start, start + 0.86 * reach, frame=frame),
    )


def force_polygon(
    forces: Sequence[Force], labels: Sequence[Any], start: Sequence[Any], scale: Any, *, frame: Pose = UPRIGHT
) -> tuple[Arrow, ...]:
    """The forces one after the other, head to tail: the polygon closes if their resultant is zero; (3.1), (3.3)."""
    at, arrows = column(start, "start of the polygon"), []
    for force, label in zip(forces, labels, strict=True):
        arrows.append(force_arrow(Force(force.vector, at), scale, label, frame=frame))
        at = at + scale * force.vector
    return tuple(arrows)


def cone_shape(contact: RoughContact, along: Sequence[Any], length: Any, *, frame: Pose = UPRIGHT) -> Line:
    """The friction cone in the plane of the normal and `along`, seen from the side."""
    left, right = contact.cone(along)
    corners = (contact.at + length * left, contact.at, contact.at + length * right)
    return Line(corners, closed=True, dashed=True, frame=frame, role="reference")
