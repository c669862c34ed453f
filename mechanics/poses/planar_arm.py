"""Inverse kinematics of an arm with two links in the plane: which angles put the tip there? (lecture 4.4)."""

from typing import Any, NamedTuple

from sympy import atan2, cos, pi, sin, sqrt, sympify

from ..aliases import Scalar, Vector
from ..checking import real
from ..errors import ModelError
from .pose import vector

__all__ = ["ArmAngles", "arm_angles"]

ROUNDING = 1e-12  # part of the reach that counts as zero


class ArmAngles(NamedTuple):
    """Joint angles of an arm with two links.

    Attributes
    ----------
    phi1 : Expr or float
        Angle of link 1 from the x axis, rad.
    phi2 : Expr or float
        Angle of link 2 relative to link 1, rad.
    elbow : str
        Side of the line from the bearing to the target on which the elbow lies, ``"right"`` (phi2 > 0) or ``"left"``
        (phi2 < 0); ``"stretched"`` or ``"folded"`` where it lies on the line.
    freedom : str, optional
        ``"any phi1"`` where the target is the bearing itself, else ``""``.
    """

    phi1: Scalar
    phi2: Scalar
    elbow: str
    freedom: str = ""

    def __repr__(self) -> str:
        angles = (f"{float(x):.6g}" if sympify(x).is_number else str(x) for x in self[:2])
        return "ArmAngles(phi1={}, phi2={}, elbow={!r}, freedom={!r})".format(*angles, *self[2:])


def arm_angles(target: Vector, l1: Scalar, l2: Scalar) -> list[ArmAngles]:
    """All angles of the planar manipulator of Beispiel 4.1 for which its end effector is at `target`.

    The distance r = |target| of (4.35c) gives the angle of the elbow, tan²(φ₂/2) = ((l₁+l₂)² − r²)/(r² − (l₁−l₂)²);
    then φ₁ = atan2(y, x) − atan2(l₂ sin φ₂, l₁ + l₂ cos φ₂).

    Parameters
    ----------
    target : array_like, shape (2,)
        x, y (and z = 0) of the end effector, m; numbers or expressions.
    l1, l2 : Expr or float
        Lengths of the links, m.

    Returns
    -------
    list of ArmAngles
        Two solutions, the elbow on the right first; one where the arm is stretched or folded. For expressions both
        formulas, without a check.

    Raises
    ------
    ModelError
        If the target is out of the plane or out of reach; the message gives the reach.
    """
    x, y, z = vector(target, "The target")
    if z != 0:
        raise ModelError(f"The arm moves in the plane z = 0; got a target with z = {z}.")
    l1, l2 = real(l1, "A length"), real(l2, "A length")
    if not all(entry.is_number for entry in (x, y, l1, l2)):
        return [ArmAngles(*_angles(x, y, l1, l2, side), name) for side, name in _SIDES]
    x, y, l1, l2 = (float(entry) for entry in (x, y, l1, l2))
    if not (l1 > 0 and l2 > 0):
        raise ModelError(f"The lengths of the links must be positive; got l1 = {l1:g}, l2 = {l2:g}.")
    return _numeric(x, y, l1, l2)


_SIDES = ((1, "right"), (-1, "left"))


def _angles(x: Any, y: Any, l1: Any, l2: Any, side: int) -> tuple[Any, Any]:
    r2 = x**2 + y**2
    phi2 = 2 * side * atan2(sqrt((l1 + l2) ** 2 - r2), sqrt(r2 - (l1 - l2) ** 2))
    return atan2(y, x) - atan2(l2 * sin(phi2), l1 + l2 * cos(phi2)), phi2


def _numeric(x: float, y: float, l1: float, l2: float) -> list[ArmAngles]:
    """One or two solutions; the limits of the workspace count as reached up to rounding."""
    r, outer, inner = float(sqrt(x * x + y * y)), l1 + l2, abs(l1 - l2)
    near = ROUNDING * outer
    if not inner - near <= r <= outer + near:
        raise ModelError(
            f"The target ({x:g}, {y:g}) is {r:g} m from the bearing; links of {l1:g} m and {l2:g} m reach from "
            f"{inner:g} m to {outer:g} m. Move the target or take other links."
        )
    if r <= near:  # and so l1 = l2
        return [ArmAngles(0.0, float(pi), "folded", "any phi1")]
    direction = float(atan2(y, x))
    if r >= outer - near:
        return [ArmAngles(direction, 0.0, "stretched")]
    if r <= inner + near:
        return [ArmAngles(direction if l1 > l2 else _wrapped(direction + float(pi)), float(pi), "folded")]
    both = [(_angles(x, y, l1, l2, side), name) for side, name in _SIDES]
    return [ArmAngles(_wrapped(phi1), float(phi2), name) for (phi1, phi2), name in both]


def _wrapped(angle: Any) -> float:
    """The same angle between -pi and pi."""
    return float(atan2(sin(angle), cos(angle)))
