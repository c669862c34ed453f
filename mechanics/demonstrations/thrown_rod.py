"""Two point masses on a light rod, thrown (figure 3.16): an example of the course, not an item of the lecture."""

from sympy import Rational

from ..lagrange import Body, LagrangianSystem
from ..model import Coordinates, Parameters
from ..momentum import Particle
from ..poses import rotation, translation
from ..rotations import rotation_z
from ..scene import AngleMark, Arrow, Handle, Hinge, Line, PointMass, Rod, Scene, Text, Trace, ValueArrow


def thrown_rod() -> LagrangianSystem:
    """Rod with a mass at each end that flies and turns; its centre of mass S obeys (3.43).

    Output `f_ij`: tension of the rod, the force that pulls mass i towards mass j; (3.40).
    """
    q = Coordinates(
        x_S=("m", "horizontal position of the centre of mass", 0.0),
        z_S=("m", "height of the centre of mass", 1.0),
        phi=("rad", "angle of the rod", 0.0),
    )
    p = Parameters(
        m_i=(2.0, "kg", "mass at one end"),
        m_j=(0.5, "kg", "mass at the other end"),
        l=(1.0, "m", "length of the rod"),
        g=(9.81, "m/s^2", "gravity"),
    )
    rod = translation(q.x_S, q.z_S) @ rotation(rotation_z(q.phi))
    share = p.m_j / (p.m_i + p.m_j) * p.l  # distance of mass i from S, their weighted mean (3.42)
    r_i, r_j = rod.point((-share, 0)), rod.point((p.l - share, 0))
    needed = Particle(p.m_i, r_i, [(0, -p.m_i * p.g)]).law  # what the weight does not do, the rod must
    return LagrangianSystem(
        title="Thrown rod with two masses",
        source="Abbildung 3.16, (3.40)-(3.43)",
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m_i, r_i, name="mass i"), Body(p.m_j, r_j, name="mass j")],
        gravity=(0, -p.g, 0),
        outputs={"f_ij": (rod.R[:, 0].dot([row.lhs - row.rhs for row in needed]), "N", "tension in the rod")},
        frames={"S": rod},
        scene=scene,
    )


def scene(system: LagrangianSystem) -> Scene:
    """The rod with its weights, and the paths of both masses and of S."""
    q, p = system.coordinates, system.parameters
    r_i, r_j, S = (system.frame(name).p for name in ("mass i", "mass j", "S"))
    force, R = system.outputs["f_ij"], system.frame("S").R
    along, left = R[:, 0], R[:, 1]
    names = ((r_i, p.m_i), (r_j, p.m_j), (S, "S"))
    return Scene(
        shapes=(
            Arrow((0, 0), (0.5, 0), label="e_x", role="axis"),
            Arrow((0, 0), (0, 0.5), label="e_z", role="axis"),
            *(Trace(point, duration=10.0) for point in (r_j, S)),
            Line((S, (q.x_S + 0.6 * p.l, q.z_S)), role="reference", dashed=True, only="sketch"),
            AngleMark(0.45 * p.l, q.phi, center=S, label=q.phi, only="sketch"),
            Arrow((0, q.z_S), S, label=q.x_S, only="sketch"),
            Arrow((q.x_S, 0), S, label=q.z_S, only="sketch"),
            Rod(r_i, r_j, 0.04),
            ValueArrow(r_i, along, force, 40.0, label="f_{ij}", only="player"),
            ValueArrow(r_j, -along, force, 40.0, only="player"),
            ValueArrow(r_i, (0, -1), p.m_i * p.g, 40.0, label="f_i"),
            ValueArrow(r_j, (0, -1), p.m_j * p.g, 40.0, label="f_j"),
            PointMass(r_i, 0.09 * p.m_i ** Rational(1, 3)),
            PointMass(r_j, 0.09 * p.m_j ** Rational(1, 3)),
            Hinge(S),
            *(Text(place + 0.26 * left, label) for place, label in names),
        ),
        description=(
            "Two point masses at the ends of a light rod that flies through the air and spins. Arrows show their "
            "weights and the force of the rod on each of them. The centre of mass is closer to the heavier one; it "
            "traces a parabola, and the masses circle around it."
        ),
        sketch={"x_S": 1.2, "z_S": 1.2, "phi": 0.6},
        handles=(Handle(S, ("x_S", "z_S")), Handle(r_j, ("phi",))),
        ranges={
            "x_S_d": (0.0, 6.0),
            "z_S_d": (0.0, 10.0),
            "phi_d": (-12.0, 12.0),
            "m_i": (0.1, 5.0),
            "m_j": (0.1, 5.0),
        },
        limits=(-1.5, 9.0, -4.0, 5.0),
        duration=1.3,
    )
