"""What the pictures of bodies have in common. Lengths in m, angles in degrees."""

from math import cos, radians, sin

from ...scene import Arrow, Ground, Line, Text

__all__ = ["GUIDE", "Place", "given_load", "rope_end", "slope", "toward"]

GUIDE = "guide"
Place = tuple[float, float]


def toward(x: float, y: float, angle: float, length: float) -> Place:
    """The point at a distance in a direction.

    Parameters
    ----------
    x, y : float
        Start.
    angle, length : float
        Direction and distance.
    """
    return x + length * cos(radians(angle)), y + length * sin(radians(angle))


def given_load(x: float, y: float, angle: float, name: str, length: float = 0.5) -> tuple[Arrow, Text]:
    """A given load, drawn beside the body so that it does not look like part of the diagram.

    Parameters
    ----------
    x, y : float
        Where it acts.
    angle, length : float
        Direction and length of the arrow.
    name : str
        Label.
    """
    start, end = toward(x, y, angle, 0.24 * length), toward(x, y, angle, 1.24 * length)
    side = toward(*toward(x, y, angle, 0.74 * length), angle + 90, 0.28 * length)
    return Arrow(start, end, role="dimension"), Text(side, name, role="dimension")


def rope_end(x: float, y: float, angle: float, length: float = 0.8) -> tuple[Line, Line]:
    """The end of a rope that runs on beyond the picture.

    Parameters
    ----------
    x, y : float
        Where it is tied.
    angle, length : float
        Direction and length of the piece.
    """
    end = toward(x, y, angle, length)
    return Line(((x, y), end)), Line((end, toward(*end, angle, 0.3 * length)), dashed=True, role=GUIDE)


def slope(x: float, y: float, angle: float, before: float, behind: float) -> Ground:
    """Inclined ground through a point; the body is on its left, seen in the direction of the angle.

    Parameters
    ----------
    x, y : float
        The point.
    angle : float
        Direction.
    before, behind : float
        How far it reaches to both sides.
    """
    return Ground(toward(x, y, angle, -before), toward(x, y, angle, behind))
