"""Inverted L of two rods on a torsion spring (Aufgabe A.13)."""

from sympy import Matrix, pi

from ...lagrange import Body, Force, LagrangianSystem, Spring
from ...mass import Solid
from ...mass.shapes import rod
from ...model import Coordinates, Inputs, Parameters, Variables
from ...poses import Pose, rotation, translation, vector
from ...rotations import rotation_z
from ...scene import (
    AngleMark,
    Dimension,
    Handle,
    Hinge,
    Line,
    PointMass,
    Rod,
    Scene,
    Text,
    Trace,
    ValueArc,
    ValueArrow,
)
from .spiral_spring import spiral_spring

THICK, THIN = 0.05, 0.04  # of the rods in the picture, m
CLOCKWISE = rotation(Matrix([[0, 1, 0], [1, 0, 0], [0, 0, -1]]))  # x up, y to the right


def torsion_spring_body() -> LagrangianSystem:
    """Two rods at a right angle that stand on a hinge, held by a torsion spring; (A.142)-(A.158).

    phi counts CLOCKWISE from the upright long rod, where the spring is relaxed. The force f acts in the corner along
    the short rod, whatever phi is. Outputs: mass centre for phi = 0 (A.144), inertia about it (A.146).
    """
    q = Coordinates(phi=("rad", "angle from upright, CLOCKWISE", 0.0, r"\varphi"))
    p = Parameters(
        m=(1.0, "kg", "mass of the long rod; the short one has half of it"),
        L_S=(1.0, "m", "length of the long rod; the short one has half of it"),
        c_F=(8.0, "N m/rad", "torsion spring"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(f=("N", "force in the corner along the short rod", 0.0))
    (phi,) = q.symbols
    turned = rotation(rotation_z(-phi))
    body = two_rods(p)
    pose = turned @ translation(*body.center)
    return LagrangianSystem(
        title="Body on a torsion spring",
        source="Aufgabe A.13, (A.142)-(A.158)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(body.m, pose, body.inertia[2, 2], "both rods")],
        gravity=(0, -p.g, 0),
        springs=[Spring(phi, p.c_F)],
        forces=[Force(turned.R * vector((u.f, 0)), turned.point((0, p.L_S)))],
        outputs={
            "I_S": (body.inertia[2, 2], "kg m^2", "inertia about the mass centre", "I_{zz}^{(S)}"),
            "p_S_phi0": body.center,
            "p_S": pose.p,
            "tau_c": (p.c_F * phi, "N m", "torque of the spring, against phi", r"\tau_c"),
            "tau_g": (p.g * body.m * pose.p[0], "N m", "moment of the weight, along phi", r"\tau_g"),
        },
        frames={"hinge": turned},
        scene=scene,
    )


def two_rods(p: Variables) -> Solid:
    """The long rod upright on the origin, the short one from its end along x; (A.142)-(A.146).

    Parameters
    ----------
    p : Variables
        Mass m, kg, and length L_S, m, of the long rod.
    """
    upright = rod(p.m / p.L_S, p.L_S).at((0, p.L_S / 2, 0))
    across = rod(p.m / p.L_S, p.L_S / 2).moved(translation(p.L_S / 4, p.L_S) @ rotation(rotation_z(pi / 2)))
    return upright + across


def scene(system: LagrangianSystem) -> Scene:
    """The body on its hinge, the vertical from which the angle counts, the weight and the force."""
    (phi,) = system.coordinates.symbols
    p, f = system.parameters, system.inputs.f
    turned, S = system.frame("hinge"), system.frame("both rods")
    corner, end = turned.point((0, p.L_S)), turned.point((p.L_S / 2, p.L_S))
    weight, torque = system.bodies[0].mass * p.g, system.outputs["tau_c"]
    return Scene(
        shapes=(
            Line(((0, 0), (0, 1.15 * p.L_S)), role="reference", dashed=True),
            Trace(corner, duration=2.0),
            Hinge((0, 0), support=(0, -1)),
            Rod((0, 0), (0, p.L_S), THICK, frame=turned),
            Rod((0, p.L_S), (p.L_S / 2, p.L_S), THIN, frame=turned),
            spiral_spring(Pose(), -phi, 0.12 * p.L_S),
            Hinge((0, 0)),
            AngleMark(0.65 * p.L_S, phi, frame=CLOCKWISE, label=phi),
            PointMass(S.p, 0.025),
            Text(S.point((-0.01, 0.07)), "S"),
            ValueArrow(S.p, (0, -1), weight, weight, label=r"\frac{3}{2} m g"),
            ValueArrow((0, p.L_S), (1, 0), f, 5.0, label=f, push=True, frame=turned),
            ValueArc(0.17 * p.L_S, torque, reference=p.c_F, turn=0.3, label=r"c_F\,\varphi"),
            Dimension((0, 0), (0, p.L_S), p.L_S, offset=0.12, frame=turned, only="sketch"),
            Dimension((0, p.L_S), (p.L_S / 2, p.L_S), r"\frac{1}{2} L_S", offset=0.1, frame=turned, only="sketch"),
            Text((-0.2 * p.L_S, 0), p.c_F),
        ),
        description=(
            "A long rod stands on a hinge, a short rod is fixed to its upper end at a right angle and points to the "
            "right. A torsion spring in the hinge holds the body upright, its torque is shown as a curved arrow. The "
            "angle phi counts clockwise from upright. The weight acts in the common mass centre S; a force in the "
            "corner always pushes along the short rod."
        ),
        sketch={"phi": 0.5},
        handles=(Handle(end, ("phi",)),),
        ranges={"f": (-15.0, 15.0), "c_F": (2.0, 30.0), "phi": (-2.5, 2.5)},
    )
