"""Pictures of the tasks of chapter 8: a beam with a mass at its tip, a ball on a turning arm, a chain of masses."""

from sympy import Rational

from ..lagrange import Body, LagrangianSystem, Spring
from ..model import Coordinates, Parameters
from ..poses import rotation
from ..rotations import rotation_z
from ..scene import (
    AngleMark,
    Arrow,
    Box,
    Dimension,
    Disc,
    Ground,
    Hinge,
    Line,
    PointMass,
    Rod,
    Scene,
    SpringShape,
    Text,
    frame_arrows,
)

__all__ = ["ball_on_arm", "beam_with_tip_mass", "chain_of_three"]


def beam_with_tip_mass() -> LagrangianSystem:
    """Clamped beam that bends with one shape, and a mass at its tip; its own mass is left out here."""
    q = Coordinates(q=("m", "deflection of the tip", 0.3))
    p = Parameters(
        m_T=(2.0, "kg", "mass at the tip"), l=(1.5, "m", "length of the beam"),
        EI=(20.0, "N*m^2", "bending stiffness", "positive", "EI"),
    )  # fmt: skip
    tip = q.q
    return LagrangianSystem(
        title="Beam with a mass at its tip", source="chapter 8", coordinates=q, parameters=p,
        bodies=[Body(p.m_T, (p.l, tip, 0), name="mass")], springs=[Spring(tip, 3 * p.EI / p.l**3)], scene=_beam_scene,
    )  # fmt: skip


def _beam_scene(system: LagrangianSystem) -> Scene:
    (q,), p = system.coordinates.symbols, system.parameters
    ends = [Rational(k, 16) for k in range(17)]
    points = tuple((p.l * x, q * x**2 * (3 - x) / 2) for x in ends)
    beam = [Rod(a, b, 0.025 * p.l) for a, b in zip(points, points[1:], strict=False)]
    return Scene(
        shapes=(
            Line(((0, 0), (1.05 * p.l, 0)), role="reference", dashed=True),
            Ground((0, -0.2 * p.l), (0, 0.2 * p.l)),
            *beam,
            PointMass(system.frame("mass").p, 0.05 * p.l, label=p.m_T),
            Arrow((0, 0), (0.25 * p.l, 0), "x", role="axis"),
            Arrow((0, 0), (0, 0.25 * p.l), "z", role="axis"),
            Arrow((1.12 * p.l, 0), (1.12 * p.l, q), label=q),
            Dimension((0, 0), (p.l, 0), label=p.l, offset=-0.28 * p.l),
        ),
        description=(
            "A slender beam is clamped at its left end, where the axes x along it and z upwards begin. It is bent "
            "upwards, and its tip carries a mass. A dashed line shows the beam at rest; the coordinate q leads from it "
            "to the tip."
        ),
        sketch={"q": 0.4},
    )


def ball_on_arm() -> LagrangianSystem:
    """Hub that turns about the vertical, with a ball that springs hold on it at the distance a, along and across."""
    q = Coordinates(
        phi=("rad", "angle of the hub", 0.4, r"\varphi"),
        q1=("m", "displacement of the ball along the arm", 0.2),
        q2=("m", "displacement of the ball across the arm", 0.0),
    )
    p = Parameters(
        J=(0.05, "kg*m^2", "moment of inertia of the hub"), m=(0.5, "kg", "mass of the ball"),
        a=(1.0, "m", "distance of the relaxed ball from the axis"), c=(40.0, "N/m", "stiffness along and across"),
    )  # fmt: skip
    phi, q1, q2 = q.symbols
    hub = rotation(rotation_z(phi))
    return LagrangianSystem(
        title="Ball on a turning arm", source="chapter 8", coordinates=q, parameters=p,
        bodies=[Body(0, hub, p.J, name="hub"), Body(p.m, hub.point((p.a + q1, q2)), name="ball")],
        springs=[Spring(q1, p.c), Spring(q2, p.c)], scene=_arm_scene,
    )  # fmt: skip


def _arm_scene(system: LagrangianSystem) -> Scene:
    (phi, q1, q2), p = system.coordinates.symbols, system.parameters
    hub, ball = system.frame("hub"), system.frame("ball").p
    return Scene(
        shapes=(
            Line(((0, 0), (1.2 * p.a, 0)), role="reference", dashed=True),
            Line((hub.point((0, 0, 0)), hub.point((1.5 * p.a, 0, 0))), role="reference", dashed=True),
            Disc(0.13 * p.a, frame=hub),
            SpringShape(hub.point((0.13 * p.a, 0, 0)), ball, label=p.c),
            Hinge((0, 0)),
            PointMass(ball, 0.06 * p.a, label=p.m),
            *frame_arrows(hub, 0.35 * p.a, 1)[:2],
            AngleMark(0.7 * p.a, phi, label=phi),
            Arrow(hub.point((p.a, -0.2 * p.a, 0)), hub.point((p.a + q1, -0.2 * p.a, 0)), label=q1),
            Arrow(hub.point((1.35 * p.a, 0, 0)), hub.point((1.35 * p.a, q2, 0)), label=q2),
            Dimension(hub.point((0, 0, 0)), hub.point((p.a, 0, 0)), label=p.a, offset=0.45 * p.a),
        ),
        description=(
            "Seen from above: a small hub turns by the angle phi. A spring holds a ball at a distance from it. The "
            "displacement q1 of the ball from its relaxed place counts outwards along the arm, q2 across it, "
            "counterclockwise."
        ),
        sketch={"phi": 0.45, "q1": 0.25, "q2": 0.2},
    )


def chain_of_three() -> LagrangianSystem:
    """Three masses between springs, the first of which hangs on a wall."""
    q = Coordinates(**{f"x{k}": ("m", f"displacement of mass {k}", 0.15 * k) for k in (1, 2, 3)})
    p = Parameters(
        m1=(1.0, "kg", "mass 1"), m2=(0.5, "kg", "mass 2"), m3=(1.5, "kg", "mass 3"),
        c1=(60.0, "N/m", "spring between wall and mass 1"), c2=(90.0, "N/m", "spring between masses 1 and 2"),
        c3=(50.0, "N/m", "spring between masses 2 and 3"),
    )  # fmt: skip
    x1, x2, x3 = q.symbols
    masses = zip((p.m1, p.m2, p.m3), (x1, x2, x3), strict=True)
    return LagrangianSystem(
        title="Chain of three masses", source="chapter 8", coordinates=q, parameters=p,
        bodies=[Body(m, (x + k, 0, 0), name=f"mass {k}") for k, (m, x) in enumerate(masses, start=1)],
        springs=[Spring(x1, p.c1), Spring(x2 - x1, p.c2), Spring(x3 - x2, p.c3)], scene=_chain_scene,
    )  # fmt: skip


def _chain_scene(system: LagrangianSystem) -> Scene:
    p = system.parameters
    shapes: list = [Ground((0, 0.35), (0, -0.35))]
    left = 0.0
    for k, x in enumerate(system.coordinates.symbols, start=1):
        mass = system.frame(f"mass {k}")
        shapes += [
            SpringShape((left, 0), mass.point((-0.18, 0)), label=p[f"c{k}"].symbol),
            Box(0.36, 0.36, frame=mass),
            Text((0, 0), p[f"m{k}"].symbol, frame=mass),
            Arrow((k, 0.45), mass.point((0, 0.45)), label=x),
            Line(((k, 0.2), (k, 0.55)), role="reference"),
        ]
        left = mass.p[0] + 0.18
    return Scene(
        shapes=tuple(shapes),
        description=(
            "Three boxes in a row on springs: the first hangs on a wall at the left, each of the others on its "
            "neighbour. Arrows above them show the displacements x1, x2, x3, all to the right."
        ),
        sketch={"x1": 0.15, "x2": 0.25, "x3": 0.35},
    )
