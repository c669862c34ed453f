"""Hinged mechanism held by one rope over two rollers (Beispiel 3.3)."""

from sympy import Matrix, cos, sin, sqrt

from ...forces import Force, ForceSystem, force_arrow, reactions, rope
from ...problem import Given, Outputs, Problem
from ...scene import AngleMark, Dimension, Disc, Hinge, Line, Rod, Scene, Shape, Text

UP = (0, 0, 1)


def rope_mechanism() -> Problem:
    """Rope and bearing forces of a frame on a hinge; (3.18)-(3.19).

    The hinge A is the origin. One rope pulls upwards in B = (a, 0) and along alpha in C = (a, -a); it runs over two
    rollers without friction, so both ends carry the same force. The load acts downwards at the distance 2 a.
    """
    p = Given(
        f_ext=(100.0, "N", "load, downwards", "nonnegative", "f_{ext}"),
        alpha=(0.6, "rad", "angle of the rope at C to the horizontal", "real"),
        a=(1.0, "m", "length"),
    )
    y = Outputs(
        f_S=("N", "force in the rope"),
        f_Ax=("N", "force of the bearing along e_x", "f_{A,x}"),
        f_Az=("N", "force of the bearing along e_z", "f_{A,z}"),
    )
    found = reactions(ForceSystem(_forces(p, y)), [y.f_S, y.f_Ax, y.f_Az])
    return Problem(
        title="Mechanism on a rope",
        source="Beispiel 3.3, (3.18)-(3.19)",
        parameters=p,
        outputs=y,
        formulas={x.name: formula for x, formula in found.items()},
        conditions={
            "The rope must turn the frame upwards about A, -pi/2 < alpha < pi": 1 + sin(p.alpha) + cos(p.alpha) > 0
        },
        scene=scene,
        sweep="alpha",
    )


def _forces(p: Given, y: Outputs) -> list[Force]:
    """The free frame with the rope's two ends, the bearing and the load."""
    return [
        rope((p.a, 0, 0), y.f_S, along=UP, name="rope at B"),
        rope((p.a, 0, -p.a), y.f_S, along=(cos(p.alpha), 0, sin(p.alpha)), name="rope at C"),
        Force((y.f_Ax, 0, y.f_Az), name="bearing"),
        Force((0, 0, -p.f_ext), (2 * p.a, 0, 0), name="load"),
    ]


def scene(problem: Problem) -> Scene:
    """The frame on its hinge, the rope over two rollers, and all forces on the frame."""
    p, y = problem.parameters, problem.outputs
    a, scale = p.a, 0.009  # m/N
    at_b, at_c, bearing, load = _forces(p, y)
    bearing_x, bearing_z = Force((y.f_Ax, 0, 0)), Force((0, 0, y.f_Az))
    return Scene(
        shapes=(
            Rod((0, 0), (2 * a, 0), 0.07),
            Rod((a, 0), (a, -a), 0.07),
            Hinge((0, 0), support=(-1, 0)),
            *_rope_with_rollers(p),
            Text((0.05, 0.2), "A"),
            Text((a - 0.17, 0.2), "B"),
            Text((a - 0.2, -a), "C"),
            Line(((a, -a), (1.75 * a, -a)), role="reference", dashed=True),
            AngleMark(0.6 * a, p.alpha, center=(a, -a), label=p.alpha),
            Dimension((0, -1.3 * a), (a, -1.3 * a), p.a, only="sketch"),
            Dimension((a, -1.3 * a), (2 * a, -1.3 * a), p.a, only="sketch"),
            Dimension((-0.55 * a, -a), (-0.55 * a, 0), p.a, only="sketch"),
            force_arrow(at_b, scale, y.f_S),
            force_arrow(at_c, scale, y.f_S),
            force_arrow(bearing_x, scale, y.f_Ax),
            force_arrow(bearing_z, scale, y.f_Az),
            force_arrow(load, scale, p.f_ext),
        ),
        description=(
            "A frame, made of a horizontal beam and an arm pointing down from its middle, can turn about a hinge A "
            "at its left end. A rope holds it: it pulls upwards at B in the middle of the beam, runs over two "
            "rollers and pulls at C, the lower end of the arm, along a line that rises to the right at the angle "
            "alpha. A load pulls the right end down. Arrows to scale show both rope forces, which are equal, the "
            "load and the two components of the hinge force."
        ),
        ranges={"alpha": (0.0, 1.3), "f_ext": (0.0, 150.0), "a": (0.6, 1.2)},
        limits=(-1.6, 4.2, -2.2, 2.4),
    )


def _rope_with_rollers(p: Given) -> tuple[Shape, ...]:
    """Two rollers, the rope as a tangent to them; it turns to the left all along its way from C to B."""
    a, radius, e = p.a, 0.16, Matrix([cos(p.alpha), sin(p.alpha)])
    left = Matrix([-e[1], e[0]])
    tied = Matrix([p.a, -p.a])
    first, second = tied + 2.3 * a * e + radius * left, Matrix([a + radius, 1.5 * a])
    across = second - first
    normal = Matrix([-across[1], across[0]]) / sqrt(across.dot(across))
    points = (tied, first - radius * left, first - radius * normal, second - radius * normal)
    return (
        Line((*points, (a, 1.5 * a), (a, 0))),
        Disc(radius, first, spokes=0),
        Disc(radius, second, spokes=0),
        Hinge(first),
        Hinge(second),
    )
