"""Interactive figures of section 3.1 beyond the examples: forces in a point, a roller, a lever, a moment."""

from sympy import Matrix, cos, sin, sqrt

from ..forces import (
    UPRIGHT,
    Couple,
    Force,
    ForceSystem,
    couple_arrow,
    force_arrow,
    force_polygon,
    pulley,
    reactions,
    rope,
    weight,
)
from ..poses import Pose
from ..problem import Given, Outputs, Problem
from ..scene import (
    AngleMark,
    Arrow,
    Box,
    Dimension,
    Disc,
    Hinge,
    Line,
    PointMass,
    Projection,
    Rod,
    Scene,
    Text,
    ValueArc,
)

__all__ = ["central_forces", "hinged_beam", "moment_in_space", "rope_over_roller"]


def central_forces() -> Problem:
    """Three forces in one point of the x-z plane and their resultant (figure 3.1); (3.1)-(3.3)."""
    p = Given(
        f1=(40.0, "N", "first force", "nonnegative"),
        f2=(50.0, "N", "second force", "nonnegative"),
        f3=(30.0, "N", "third force", "nonnegative"),
        phi1=(0.2, "rad", "direction of the first force, from e_x to e_z", "real", r"\varphi_1"),
        phi2=(1.9, "rad", "direction of the second force", "real", r"\varphi_2"),
        phi3=(4.3, "rad", "direction of the third force", "real", r"\varphi_3"),
    )
    y = Outputs(
        f_Rx=("N", "resultant along e_x", "f_{R,x}"),
        f_Rz=("N", "resultant along e_z", "f_{R,z}"),
        f_R=("N", "magnitude of the resultant"),
    )
    resultant = ForceSystem(_central(p)).resultant
    return Problem(
        title="Forces at one point",
        source="figure 3.1, (3.1)-(3.3)",
        parameters=p,
        outputs=y,
        formulas={"f_Rx": resultant[0], "f_Rz": resultant[2], "f_R": sqrt(resultant.dot(resultant))},
        scene=_central_scene,
        sweep="phi3",
    )


def _central(p: Given) -> list[Force]:
    pairs = ((p.f1, p.phi1), (p.f2, p.phi2), (p.f3, p.phi3))
    return [Force((f * cos(phi), 0, f * sin(phi))) for f, phi in pairs]


def _central_scene(problem: Problem) -> Scene:
    """The forces in their common point with their lines of action; beside them the polygon of forces."""
    p, y = problem.parameters, problem.outputs
    scale, away = 0.016, Matrix([2.2, 0, -0.3])  # m/N, m
    forces, labels = _central(p), ("f_1", "f_2", "f_3")
    resultant = Matrix([y.f_Rx, 0, y.f_Rz])
    lines = [(-0.35 * f.vector / 30, f.vector / 30) for f in forces]
    return Scene(
        shapes=(
            *(Line(ends, role="guide", dashed=True, frame=UPRIGHT) for ends in lines),
            *(force_arrow(f, scale, label) for f, label in zip(forces, labels, strict=True)),
            force_arrow(Force(resultant), scale, "f_R", role="coordinate"),
            PointMass((0, 0), 0.05),
            *force_polygon(forces, labels, away, scale),
            force_arrow(Force(resultant, away), scale, "f_R", role="coordinate"),
        ),
        description=(
            "On the left, three forces act at one point, as arrows to scale with their lines of action; a fourth "
            "arrow shows their resultant. On the right, the same three arrows are drawn head to tail, and the "
            "resultant leads from the tail of the first to the head of the last."
        ),
        ranges={f"f{k}": (0.0, 60.0) for k in (1, 2, 3)} | {f"phi{k}": (0.0, 6.28) for k in (1, 2, 3)},
        limits=(-1.6, 4.2, -1.8, 1.8),
    )


def rope_over_roller() -> Problem:
    """A load held by hand over a roller without friction (figure 3.3): one force in the whole rope."""
    p = Given(
        m=(10.0, "kg", "mass of the load"),
        phi=(0.6, "rad", "angle of the pull to the vertical", "real", r"\varphi"),
        g=(9.81, "m/s^2", "gravity"),
    )
    y = Outputs(f_S=("N", "force in the rope"), f_L=("N", "force of the bearing on the roller"))
    load = ForceSystem([rope((0, 0, 0), y.f_S, along=(0, 0, 1)), weight(p.m, p.g, (0, 0, 0))])
    bearing = _on_roller(p, y).vector
    return Problem(
        title="Rope over a roller",
        source="figure 3.3",
        parameters=p,
        outputs=y,
        formulas={"f_S": reactions(load, [y.f_S])[y.f_S], "f_L": sqrt(bearing.dot(bearing))},
        scene=_roller_scene,
        sweep="phi",
    )


def _on_roller(p: Given, y: Outputs) -> Force:
    """The rope's force on the roller, in its axle: one end runs down to the load, the other to the hand."""
    return pulley((0, 0, 0), y.f_S, [(0, 0, -1), (sin(p.phi), 0, -cos(p.phi))])


def _roller_scene(problem: Problem) -> Scene:
    """Roller with the rope; on the free load, at the hand and on the free roller the forces."""
    p, y = problem.parameters, problem.outputs
    scale, radius, low = 0.006, 0.3, -1.5  # m/N, m
    along, start = Matrix([sin(p.phi), -cos(p.phi)]), radius * Matrix([cos(p.phi), sin(p.phi)])
    hand = start + 1.3 * along
    pull = Force((y.f_S * along[0], 0, y.f_S * along[1]), (hand[0], 0, hand[1]))
    return Scene(
        shapes=(
            Line(((-radius, low), (-radius, 0))),
            Line((start, hand)),
            Disc(radius, (0, 0), spokes=0),
            Hinge((0, 0), support=(0, 1)),
            Line((start, (start[0], start[1] - 1.3)), role="reference", dashed=True),
            AngleMark(0.9, p.phi, frame=UPRIGHT @ _turned_down(start), label=p.phi),
            Box(0.36, 0.36, (-radius, low - 0.18)),
            PointMass(hand, 0.05),
            force_arrow(rope((-radius, 0, low), y.f_S, along=(0, 0, 1)), scale, y.f_S),
            force_arrow(weight(p.m, p.g, (-radius, 0, low - 0.18)), scale, "m g"),
            force_arrow(pull, scale, y.f_S),
            force_arrow(-_on_roller(p, y), scale, y.f_L),
        ),
        description=(
            "A rope runs over a roller on a fixed bearing. Its left end carries a load; at its right end a hand "
            "pulls at an angle to the vertical. Arrows to scale show the weight of the load and the rope force on "
            "it, equally long; the pull of the hand, also equally long; and the force of the bearing on the roller, "
            "which balances both ends of the rope."
        ),
        ranges={"phi": (0.0, 1.6), "m": (2.0, 15.0), "g": (1.0, 25.0)},
        limits=(-1.2, 2.4, -2.8, 1.9),
    )


def _turned_down(at: Matrix) -> Pose:
    """Frame in a point of the page whose x points down and whose y points to the right."""
    return Pose(Matrix([[0, 1, 0], [0, 0, -1], [-1, 0, 0]]), Matrix([at[0], 0, at[1]]))


def hinged_beam() -> Problem:
    """A beam on a hinge with a force on either side (figure 3.7): its moment about e_x, which points to the viewer."""
    p = Given(
        f_z1=(20.0, "N", "force on the right, positive upwards", "real", "f_{z,1}"),
        f_z2=(30.0, "N", "force on the left, positive upwards", "real", "f_{z,2}"),
        l1=(1.5, "m", "distance of the force on the right", "positive", "l_1"),
        l2=(0.8, "m", "distance of the force on the left", "positive", "l_2"),
    )
    y = Outputs(
        tau_1=("N m", "moment of the force on the right", r"\tau_{x,1}^{(0)}"),
        tau_2=("N m", "moment of the force on the left", r"\tau_{x,2}^{(0)}"),
        tau=("N m", "resultant moment", r"\tau_x^{(0)}"),
    )
    right, left = Force((0, 0, p.f_z1), (0, p.l1, 0)), Force((0, 0, p.f_z2), (0, -p.l2, 0))
    about = {
        name: ForceSystem(loads) for name, loads in (("tau_1", [right]), ("tau_2", [left]), ("tau", [right, left]))
    }
    return Problem(
        title="Beam on a hinge",
        source="figure 3.7",
        parameters=p,
        outputs=y,
        formulas={name: loads.moment_about_axis(along=(1, 0, 0)) for name, loads in about.items()},
        scene=_beam_scene,
        sweep="l2",
    )


def _beam_scene(problem: Problem) -> Scene:
    """The beam in the y-z plane with both forces; an arc shows the resulting moment."""
    p, y = problem.parameters, problem.outputs
    scale = 0.02  # m/N
    ends = ((p.l1, p.f_z1, p.l1), (-p.l2, p.f_z2, p.l2))
    return Scene(
        shapes=(
            Rod((-2, 0), (2, 0), 0.08),
            Hinge((0, 0), support=(0, -1)),
            Arrow((-1.9, 0.6), (-1.4, 0.6), "e_y", role="axis"),
            Arrow((-1.9, 0.6), (-1.9, 1.1), "e_z", role="axis"),
            *(Dimension((0, -0.65), (place, -0.65), length) for place, _, length in ends),
            *(
                Arrow((place, 0), (place, scale * f), label, role="force")
                for (place, f, _), label in zip(ends, (p.f_z1, p.f_z2), strict=True)
            ),
            ValueArc(0.4, y.tau, reference=20.0, turn=1.57, label=y.tau, role="coordinate"),
        ),
        description=(
            "A horizontal beam can turn about a hinge at its middle. One force acts on it to the right of the hinge "
            "at the distance l1, one to the left at the distance l2. A curved arrow about the hinge shows the "
            "resultant moment, counterclockwise if it is positive; the axis e_x points towards the viewer."
        ),
        ranges={"f_z1": (-50.0, 50.0), "f_z2": (-50.0, 50.0), "l1": (0.1, 2.0), "l2": (0.1, 2.0)},
        limits=(-2.3, 2.3, -1.5, 1.6),
    )


def moment_in_space() -> Problem:
    """Moment of one force about the origin (figure 3.8); (3.6)-(3.10). The force can be shifted along its line."""
    p = Given(
        r=((1.2, 0.2, 0.5), "m", "point of application", "real"),
        f=((5.0, 12.0, 22.0), "N", "force", "real"),
        s=(0.0, "m", "shift of the force along its line of action", "real"),
    )
    y = Outputs(
        tau=("N m", "moment about the origin", r"\tau^{(0)}", 3),
        d=("m", "distance of the line of action from the origin"),
    )
    tau = _shifted(p).moment()
    return Problem(
        title="Moment of a force",
        source="figure 3.8, (3.6)-(3.10)",
        parameters=p,
        outputs=y,
        formulas={"tau": tau, "d": sqrt(tau.dot(tau) / p.f.dot(p.f))},
        conditions={"A force of zero has no line of action": p.f.dot(p.f) > 0},
        scene=_moment_scene,
        sweep="s",
    )


def _shifted(p: Given) -> Force:
    return Force(p.f, p.r + p.s * p.f / sqrt(p.f.dot(p.f)))


def _moment_scene(problem: Problem) -> Scene:
    """Origin, lever, force and moment; the triangle of lever and force keeps its area when the force is shifted."""
    p, y = problem.parameters, problem.outputs
    scale, force = 0.035, _shifted(p)  # m/N
    head = force.point + scale * force.vector
    direction = p.f / sqrt(p.f.dot(p.f))
    return Scene(
        shapes=(
            *(Arrow((0, 0, 0), e, f"e_{k}", frame=UPRIGHT, role="axis") for k, e in zip("xyz", _AXES, strict=True)),
            Line(((0, 0, 0), force.point, head), closed=True, frame=UPRIGHT, role="reference"),
            Line((p.r - 2 * direction, p.r + 2 * direction), frame=UPRIGHT, role="guide", dashed=True),
            Arrow((0, 0, 0), force.point, "r", frame=UPRIGHT),
            force_arrow(force, scale, "f"),
            *couple_arrow(Couple(y.tau), (0, 0, 0), 0.035, r"\tau^{(0)}"),
            Text(force.point + Matrix([0, 0, -0.15]), "P", frame=UPRIGHT),
        ),
        description=(
            "In space, a lever arm r leads from the origin to a point P, at which a force f acts; its line of action "
            "is dashed. An arrow with two heads at the origin shows the moment: it is perpendicular to both, and "
            "does not change when the force is shifted along its line of action. Its magnitude is twice the area of "
            "the triangle of lever arm and force."
        ),
        projection=Projection.axonometric(azimuth=0.5, elevation=0.35),
        ranges={
            "s": (-1.5, 1.5),
            **{f"r_{k}": (-1.5, 1.5) for k in "xyz"},
            **{f"f_{k}": (-30.0, 30.0) for k in "xyz"},
        },
        limits=(-2.2, 2.6, -1.8, 2.0),
    )


_AXES = ((0.6, 0, 0), (0, 0.6, 0), (0, 0, 0.6))
