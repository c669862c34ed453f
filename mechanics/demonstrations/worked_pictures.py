"""Pictures of the worked examples in chapters 5a, 5b, 6 and 7: three machines of one kind beside each other."""

from math import cos, pi, radians, sin

from ..poses import rotation, translation
from ..problem import Problem
from ..rotations import rotation_z
from ..scene import AngleMark, Arrow, Box, Circle, Dimension, Disc, Ground, Hinge, Line, PointMass, Rod, Shape, Text
from ..scene import ValueArrow as Force
from .tree_pictures import picture

__all__ = ["arm_disc_ring", "rod_hoop_string", "slope_rod_wire", "three_trees"]

Place = tuple[float, float]


def toward(at: Place, degrees: float, length: float) -> Place:
    """A point at a distance in a direction."""
    return at[0] + length * cos(radians(degrees)), at[1] + length * sin(radians(degrees))


def title(text: str, at: Place) -> Text:
    """``(a)`` and the like."""
    return Text(at, rf"\mathrm{{({text})}}")


def arm_disc_ring() -> Problem:
    """An arm with a slide, a disc on an arm, a ring with a bead; chapter 5a."""
    shapes = (*_arm((0.0, 0.0)), *_disc((2.6, 0.0)), *_ring((6.0, -0.35)))
    return picture(
        "Three machines with two coordinates",
        shapes,
        "Three machines in a vertical plane. (a) An arm of the length l turns about O; phi is its angle from the "
        "horizontal. A slide on it is at the distance r from O. (b) An arm of the length a turns by phi from the "
        "horizontal and carries a disc of the radius R at its end, which a motor turns by psi against the arm. (c) A "
        "ring of the radius R rolls on the floor to the right, by the angle phi; in it slides a bead, at the angle "
        "theta from the bottom.",
    )


def _arm(o: Place) -> tuple[Shape, ...]:
    phi = 32.0
    return (
        title("a", (o[0] - 0.35, 1.35)),
        Line((o, (o[0] + 1.1, o[1])), role="reference", dashed=True),
        Rod(o, toward(o, phi, 1.7), 0.09),
        Box(0.34, 0.24, frame=translation(*toward(o, phi, 1.15)) @ rotation(rotation_z(radians(phi)))),
        Hinge(o, support=(0, -1), label="O"),
        AngleMark(0.75, radians(phi), center=o, label=r"\varphi"),
        Dimension(o, toward(o, phi, 1.15), "r", offset=0.3),
        Dimension(o, toward(o, phi, 1.7), "l", offset=0.62),
    )


def _disc(o: Place) -> tuple[Shape, ...]:
    phi, psi, end = 32.0, 70.0, toward(o, 32.0, 1.3)
    return (
        title("b", (o[0] - 0.35, 1.35)),
        Line((o, (o[0] + 1.1, o[1])), role="reference", dashed=True),
        Line((end, toward(end, phi, 0.75)), role="reference", dashed=True),
        Disc(0.38, end, spokes=0),
        Line((end, toward(end, phi + psi, 0.38))),
        Rod(o, end, 0.08),
        Hinge(o, support=(0, -1), label="O"),
        Hinge(end),
        AngleMark(0.75, radians(phi), center=o, label=r"\varphi"),
        AngleMark(0.55, radians(phi + psi), start=radians(phi), center=end, label=r"\psi"),
        Dimension(o, end, "a", offset=0.36),
        Dimension(end, toward(end, 240.0, 0.38), "R"),
    )


def _ring(o: Place) -> tuple[Shape, ...]:
    R, theta = 0.75, 40.0
    centre = (o[0], o[1] + R)
    bead = toward(centre, theta - 90, R)
    return (
        title("c", (o[0] - 1.1, 1.35)),
        Ground((o[0] - 1.1, o[1]), (o[0] + 1.4, o[1])),
        Circle(R, centre, role="body"),
        Circle(R - 0.05, centre, role="body"),
        Line((centre, o), role="reference", dashed=True),
        Line((centre, bead), role="reference", dashed=True),
        PointMass(bead, 0.08),
        AngleMark(0.4, radians(theta - 90), start=-pi / 2, center=centre, label=r"\theta"),
        AngleMark(0.95, radians(45), start=radians(100), center=centre, label=r"\varphi"),
        Dimension(centre, toward(centre, 160, R - 0.03), "R"),
        *_axes((o[0] - 0.95, o[1] + 0.25)),
    )


def _axes(o: Place) -> tuple[Shape, ...]:
    return (
        Arrow(o, (o[0] + 0.35, o[1]), "x", role="axis"),
        Arrow(o, (o[0], o[1] + 0.35), "y", role="axis"),
    )


def rod_hoop_string() -> Problem:
    """A rod with a force, a bead on a turning hoop, two masses on a string; chapter 5b."""
    shapes = (*_pushed_rod((0.0, 0.9)), *_hoop((2.5, 0.1)), *_string((4.7, 0.45)))
    return picture(
        "Three systems for Lagrange's equations",
        shapes,
        "Three systems. (a) A rod of the length l hangs from a hinge at the angle phi; a force f pulls its lower end "
        "to the right. (b) A bead slides on a hoop of the radius R, at the angle theta from the bottom; the hoop turns "
        "about its vertical diameter with Omega. (c) A mass m1 on a table at the distance r from a hole, where it goes "
        "round by phi; from it a string leads through the hole to a mass m2 that hangs, at which a force F pulls "
        "downwards.",
    )


def _pushed_rod(o: Place) -> tuple[Shape, ...]:
    phi, l = 35.0, 1.5
    end = toward(o, phi - 90, l)
    return (
        title("a", (o[0] - 0.6, 1.3)),
        Line((o, (o[0], o[1] - 1.0)), role="reference", dashed=True),
        Rod(o, end, 0.08),
        Hinge(o, support=(0, 1)),
        AngleMark(0.6, radians(phi - 90), start=-pi / 2, center=o, label=r"\varphi"),
        Dimension(o, end, "l", offset=0.3),
        Force(end, (1, 0), 1.0, label="f"),
    )


def _hoop(o: Place) -> tuple[Shape, ...]:
    R, theta = 0.75, 50.0
    bead = toward(o, theta - 90, R)
    return (
        title("b", (o[0] - 1.0, 1.3)),
        Line(((o[0], o[1] - 1.05), (o[0], o[1] + 1.15)), role="reference", dashed=True),
        Circle(R, o, role="body"),
        Line((o, bead), role="reference", dashed=True),
        PointMass(bead, 0.08, "m"),
        AngleMark(0.35, radians(theta - 90), start=-pi / 2, center=o, label=r"\theta"),
        Dimension(o, toward(o, 155, R), "R"),
        Text((o[0] + 0.22, o[1] + 1.05), r"\Omega"),
    )


def _string(o: Place) -> tuple[Shape, ...]:
    hole = (o[0] + 0.2, o[1] + 0.3)
    load, mass = (hole[0], o[1] - 1.0), (o[0] + 1.05, o[1] + 0.42)
    table = ((o[0] - 0.9, o[1]), (o[0] + 1.1, o[1]), (o[0] + 1.7, o[1] + 0.65), (o[0] - 0.3, o[1] + 0.65))
    return (
        title("c", (o[0] - 0.9, 1.3)),
        Line(table, closed=True, role="guide"),
        Line((mass, hole, load)),
        Line((hole, (o[0] + 1.15, o[1] + 0.12)), role="reference", dashed=True),
        PointMass(mass, 0.09, "m_1"),
        PointMass(load, 0.11, "m_2"),
        Dimension(hole, mass, "r", offset=0.16),
        AngleMark(0.7, 0.14, start=-0.19, center=hole, label=r"\varphi"),
        Force((load[0], load[1] - 0.1), (0, -1), 1.0, label="F"),
    )


def slope_rod_wire() -> Problem:
    """A block on a slope, a mass on a rod, a bead on a wire; chapter 6."""
    shapes = (*_slope((0.0, -0.5)), *_bound((3.1, 0.9)), *_wire((5.7, -0.5)))
    return picture(
        "Three point masses, each with one constraint",
        shapes,
        "Three point masses in a vertical plane, each with axes x to the right and y upwards. (a) On a smooth slope "
        "that rises to the right by the angle alpha. (b) On a light rod of the length l, which hangs from the origin. "
        "(c) A bead on a wire that is bent to a parabola with its lowest point in the origin.",
    )


def _slope(o: Place) -> tuple[Shape, ...]:
    alpha = 28.0
    return (
        title("a", (o[0] - 0.2, 1.3)),
        Line((o, (o[0] + 1.2, o[1])), role="reference", dashed=True),
        Ground(o, toward(o, alpha, 1.9)),
        PointMass(toward(toward(o, alpha, 1.25), alpha + 90, 0.09), 0.09, "m"),
        AngleMark(0.7, radians(alpha), center=o, label=r"\alpha"),
        *_axes((o[0], o[1] + 0.75)),
    )


def _bound(o: Place) -> tuple[Shape, ...]:
    mass = toward(o, -52.0, 1.25)
    return (
        title("b", (o[0] - 0.75, 1.3)),
        Rod(o, mass, 0.04),
        Hinge(o, support=(0, 1)),
        PointMass(mass, 0.1, "m"),
        Dimension(o, mass, "l", offset=0.22),
        Arrow(o, (o[0] + 0.5, o[1]), "x", role="axis"),
        Arrow(o, (o[0], o[1] - 0.5), "-y", role="axis"),
    )


def _wire(o: Place) -> tuple[Shape, ...]:
    curve = tuple((o[0] + x, o[1] + 0.75 * x**2) for x in [0.1 * k - 1.3 for k in range(27)])
    mass = (o[0] + 0.85, o[1] + 0.75 * 0.85**2)
    return (
        title("c", (o[0] - 1.3, 1.3)),
        Line(curve),
        PointMass(mass, 0.09, "m"),
        Arrow(o, (o[0] + 0.6, o[1]), "x", role="axis"),
        Arrow(o, (o[0], o[1] + 0.6), "y", role="axis"),
    )


def three_trees() -> Problem:
    """A rod with one lamp, a rod with two, a plate with a rod and lamps; chapter 7."""
    shapes = (*_lamps((0.0, 1.2), {1.3: "2"}), *_lamps((1.8, 1.2), {0.55: "2", 1.3: "3"}), *_plate((4.2, 1.2)))
    return picture(
        "Three trees",
        shapes,
        "Three trees that hang from the ceiling. (a) Rod 1 of the length l with lamp 2 at its lower end. (b) Rod 1 of "
        "the length l with lamp 2 at the distance c below its upper end and lamp 3 at its lower end. (c) A triangular "
        "plate 1 hangs from its upper corner, which lies 2 h above its mass centre C1; its two lower corners lie h "
        "below C1, at the distance w to the left and to the right. In the left one hangs rod 2 of the length l with "
        "lamp 4 at its end, in the right one lamp 3.",
    )


def _lamps(o: Place, lamps: dict[float, str]) -> tuple[Shape, ...]:
    l, letter = 1.3, "a" if len(lamps) == 1 else "b"
    hung: list[Shape] = []
    for depth, name in lamps.items():
        side = 0.28 if depth < l else 0.0
        at, low = (o[0], o[1] - depth), (o[0] + side, o[1] - depth - 0.3)
        hung += [Line((at, low)), PointMass(low, 0.11), Hinge(at), Text((low[0] + 0.27, low[1]), name)]
    short = [Dimension(o, (o[0], o[1] - min(lamps)), "c", offset=-0.3)] if len(lamps) > 1 else []
    return (
        title(letter, (o[0] - 0.55, 1.45)),
        Ground((o[0] + 0.35, o[1]), (o[0] - 0.35, o[1])),
        Rod(o, (o[0], o[1] - l), 0.08),
        Hinge(o),
        *hung,
        Text((o[0] + 0.2, o[1] - 0.25), "1"),
        Dimension(o, (o[0], o[1] - l), "l", offset=-0.55 if short else -0.3),
        *short,
    )


def _plate(o: Place) -> tuple[Shape, ...]:
    h, w, l = 0.3, 0.8, 0.7
    centre, left, right = (o[0], o[1] - 2 * h), (o[0] - w, o[1] - 3 * h), (o[0] + w, o[1] - 3 * h)
    foot = (left[0], left[1] - l)
    hung = (*_lamp(foot, "4"), *_lamp(right, "3"))
    return (
        title("c", (o[0] - 1.25, 1.45)),
        Ground((o[0] + 0.35, o[1]), (o[0] - 0.35, o[1])),
        Line((o, left, right), closed=True, role="body"),
        Rod(left, foot, 0.07),
        *hung,
        *(Hinge(at) for at in (o, left, right, foot)),
        PointMass(centre, 0.025, "C_1"),
        Text((left[0] - 0.2, left[1] - 0.35), "2"),
        Dimension(o, centre, "2h", offset=1.05),
        Dimension(centre, (centre[0], left[1]), "h", offset=1.05),
        Dimension(left, (o[0], left[1]), "w", offset=-0.22),
        Dimension((o[0], right[1]), right, "w", offset=-0.22),
        Dimension(left, foot, "l", offset=-0.35),
        Arrow((o[0] + 1.35, o[1] - 1.5), (o[0] + 1.7, o[1] - 1.5), "x", role="axis"),
        Arrow((o[0] + 1.35, o[1] - 1.5), (o[0] + 1.35, o[1] - 1.15), "z", role="axis"),
    )


def _lamp(at: Place, name: str) -> tuple[Shape, ...]:
    low = (at[0], at[1] - 0.3)
    return Line((at, low)), PointMass(low, 0.11), Text((low[0] + 0.27, low[1]), name)
