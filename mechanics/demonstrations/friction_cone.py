"""The friction cone (figure 3.23): a body under a load in any direction; not an item of the lecture."""

from sympy import Expr, cos, pi, sin

from ..friction import cone_margin, friction_angle, reaction_angle
from ..poses import rotation
from ..problem import Given, Outputs, Problem
from ..rotations import rotation_x, rotation_y, rotation_z
from ..scene import AngleMark, Arrow, Circle, Line, PointMass, Projection, Scene, Shape, Text

__all__ = ["friction_cone"]

EDGES, HEIGHT, GROUND, LOAD = 12, 1.0, 0.9, 1.15


def friction_cone() -> Problem:
    """A load of any direction on rough ground; the body stays while the reaction is in the cone; (3.81), (3.82).

    The load has the size f, the angle theta to the normal of the ground and the azimuth phi about it.
    """
    p = Given(
        mu_H=(0.5, "1", "coefficient of static friction", "nonnegative"),
        f=(100.0, "N", "magnitude of the load"),
        theta=(0.35, "rad", "angle of the load to the normal", "nonnegative"),
        phi=(0.8, "rad", "azimuth of the load", "real"),
    )
    y = Outputs(
        f_N=("N", "normal force"),
        f_r=("N", "friction force"),
        angle=("rad", "angle of the reaction to the normal", r"\varphi"),
        phi_H=("rad", "half the opening angle of the cone"),
        margin=("N", "margin to the limit of static friction", "f_H - f_r"),
        state=("", "sticks or slides"),
    )
    margin = cone_margin([p.f * e for e in reaction(p.theta, p.phi)], (0, 1, 0), p.mu_H)
    return Problem(
        title="Friction cone",
        source="section 3.5.2, (3.81)-(3.82)",
        parameters=p,
        outputs=y,
        formulas={
            "f_N": p.f * cos(p.theta),
            "f_r": p.f * sin(p.theta),
            "angle": reaction_angle(y.f_r, y.f_N),
            "phi_H": friction_angle(p.mu_H),
            "margin": margin,
        },
        words={"state": {"slides": margin < 0, "sticks": True}},
        conditions={"The load must press on the ground": p.theta < pi / 2},
        scene=scene,
        sweep="theta",
    )


def scene(problem: Problem) -> Scene:
    """The cone stands on the ground with its tip at the contact; the reaction is drawn upwards, the load downwards."""
    p, y = problem.parameters, problem.outputs
    level = rotation(rotation_x(-pi / 2))  # a frame whose x-y plane is the ground
    ahead = rotation(rotation_y(-p.phi)) @ rotation(rotation_z(pi / 2))  # x upwards, -y towards the load
    towards = reaction(p.theta, p.phi)
    edge = p.mu_H * HEIGHT
    rim = [(edge * cos(2 * pi * i / EDGES), HEIGHT, edge * sin(2 * pi * i / EDGES)) for i in range(EDGES)]
    corners = [(x * GROUND, 0, z * GROUND) for x, z in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    lines: list[Shape] = [Line(((0, 0, 0), corner), role="guide") for corner in rim]
    return Scene(
        shapes=(
            Line((*corners, corners[0]), closed=True, role="ground"),
            Arrow((0, 0, 0), tuple(-LOAD * e for e in towards), label=p.f, role="force"),
            *lines,
            Circle(edge, (0, 0, HEIGHT), frame=level, role="guide"),
            Line(((0, 0, 0), (0, 1.25 * HEIGHT, 0)), role="reference", dashed=True),
            Text((0, 1.35 * HEIGHT, 0), "e_n"),
            AngleMark(0.7 * HEIGHT, -y.angle, frame=ahead, label=y.angle),
            AngleMark(1.1 * HEIGHT, y.phi_H, frame=rotation(rotation_z(pi / 2)), label=y.phi_H),
            PointMass((0, 0, 0), 0.05),
            Arrow((0, 0, 0), tuple(LOAD * e for e in towards), label="f_R", role="force"),
        ),
        description=(
            "A point on level ground with a cone around the normal of the ground, its apex at the point. A load "
            "presses obliquely on the ground; the reaction of the ground is opposite to it and points upwards. While "
            "the reaction is inside the cone, the body stays at rest, however large the load is."
        ),
        projection=Projection.axonometric(0.5, 0.35),
        ranges={"theta": (0.0, 1.2), "mu_H": (0.0, 1.2), "phi": (-3.14, 3.14)},
    )


def reaction(theta: Expr, phi: Expr) -> tuple[Expr, Expr, Expr]:
    """Direction of the reaction, with y upwards; the load has the opposite one.

    Parameters
    ----------
    theta : Expr
        Angle of the load to the normal, rad.
    phi : Expr
        Azimuth of the load, rad.

    Returns
    -------
    tuple of Expr
        Components of a unit vector.
    """
    return (sin(theta) * cos(phi), cos(theta), sin(theta) * sin(phi))
