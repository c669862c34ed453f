"""Boom on a slide, both held by springs (Aufgabe A.14)."""

from sympy import Matrix, pi

from ...lagrange import Body, Damper, Force, LagrangianSystem, Spring
from ...mass import Solid
from ...mass.shapes import box
from ...model import Coordinates, Inputs, Parameters, Variables
from ...poses import rotation, translation, vector
from ...rotations import rotation_z
from ...scene import (
    AngleMark,
    Arrow,
    Box,
    DamperShape,
    Dimension,
    Ground,
    Handle,
    Hinge,
    Line,
    PointMass,
    Scene,
    SpringShape,
    Text,
    Trace,
    ValueArrow,
)
from ...symbols import parameter_symbol
from .spiral_spring import spiral_spring

CLOCKWISE = rotation(Matrix([[-1, 0, 0], [0, 1, 0], [0, 0, -1]]))  # x to the left, y up


def elastic_boom() -> LagrangianSystem:
    """Beam of three sections, hinged on a slide that a spring carries; (A.159)-(A.174).

    phi lifts the LEFT end, so it counts clockwise. The force acts on the lower left corner, orthogonal to the beam, up
    for phi = 0. Outputs: mass of the beam m_B (A.159), distance l_s of its mass centre from the hinge, to the left
    (A.160). The inertia of the beam about its mass centre is given.
    """
    q = Coordinates(
        s=("m", "height of the slide", 0.85),
        phi=("rad", "angle of the beam, its left end UP", -0.25, r"\varphi"),
    )
    p = Parameters(
        m_S=(10.0, "kg", "mass of the slide"),
        rho=(2700.0, "kg/m^3", "density of the beam"),
        d=(0.05, "m", "depth of the beam"),
        b1=(0.06, "m", "height of the outer section"),
        b2=(0.1, "m", "height of the middle section"),
        b3=(0.2, "m", "height of the right section"),
        l1=(0.5, "m", "length of the outer section"),
        l2=(0.5, "m", "length of the middle section, from the hinge"),
        l3=(0.3, "m", "length of the right section, from the hinge"),
        I_B=(2.55, "kg m^2", "inertia of the beam about its mass centre", "positive", "I_{B,zz}^{(S)}"),
        c1=(2000.0, "N/m", "spring of the slide"),
        s10=(0.8, "m", "height at which it is relaxed", "real", "s_{10}"),
        c2=(150.0, "N m/rad", "torsion spring in the hinge, relaxed at φ = 0"),
        d1=(15.0, "N s/m", "viscous friction of the slide", "nonnegative"),
        d2=(1.5, "N m s/rad", "viscous friction in the hinge", "nonnegative"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(f_e=("N", "force on the lower left corner, orthogonal to the beam", 0.0, "f^e"))
    s, phi = q.symbols
    m_B, l_s = parameter_symbol("m_B", positive=True), parameter_symbol("l_s", real=True)
    beam = sections(p)
    slide = translation(0, s)
    turned = slide @ rotation(rotation_z(-phi))
    return LagrangianSystem(
        title="Boom on a slide",
        source="Aufgabe A.14, (A.159)-(A.174)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(p.m_S, slide, name="slide"), Body(m_B, turned @ translation(-l_s), p.I_B, "beam")],
        gravity=(0, -p.g, 0),
        springs=[Spring(s - p.s10, p.c1), Spring(phi, p.c2)],
        dampers=[Damper(s, p.d1), Damper(phi, p.d2)],
        forces=[Force(turned.R * vector((0, u.f_e)), turned.point((-(p.l1 + p.l2), -p.b1 / 2)))],
        abbreviations={m_B: beam.m, l_s: -beam.center[0]},
        outputs={
            "m_B": (beam.m, "kg", "mass of the beam"),
            "l_s": (-beam.center[0], "m", "distance of its mass centre from the hinge, to the left"),
        },
        frames={"hinge": turned},
        scene=scene,
    )


def sections(p: Variables) -> Solid:
    """The beam of three cuboids as one body, the hinge in the origin; (A.159), (A.160).

    Parameters
    ----------
    p : Variables
        With the lengths l1, l2, l3, the heights b1, b2, b3 and the depth d, m, and the density rho, kg/m³.
    """
    outer = box(p.rho, p.l1, p.b1, p.d).at((-(p.l2 + p.l1 / 2), 0, 0))
    middle = box(p.rho, p.l2, p.b2, p.d).at((-p.l2 / 2, 0, 0))
    right = box(p.rho, p.l3, p.b3, p.d).at((p.l3 / 2, 0, 0))
    return outer + middle + right


def scene(system: LagrangianSystem) -> Scene:
    """The slide on its guide between spring and damper, and the beam across it."""
    s, phi = system.coordinates.symbols
    p, f_e = system.parameters, system.inputs.f_e
    slide, turned, beam = system.frame("slide"), system.frame("hinge"), system.frame("beam")
    corner, counted = turned.point((-(p.l1 + p.l2), -p.b1 / 2)), slide @ CLOCKWISE
    foot = s - 0.2  # lower side of the slide
    return Scene(
        shapes=(
            Ground((-0.5, 0), (0.7, 0)),
            Line(((0.17, 0), (0.17, 1.15)), role="guide"),
            Line(((-0.17, 0), (-0.17, 1.15)), role="guide"),
            SpringShape((-0.08, 0), (-0.08, foot), label=p.c1),
            DamperShape((0.08, 0), (0.08, foot), label=p.d1, side="right"),
            Box(0.34, 0.2, (0, -0.1), frame=slide),
            Trace(corner, duration=1.5),
            Box(p.l1, p.b1, (-(p.l2 + p.l1 / 2), 0), frame=turned),
            Box(p.l2, p.b2, (-p.l2 / 2, 0), frame=turned),
            Box(p.l3, p.b3, (p.l3 / 2, 0), frame=turned),
            Line(((0, 0), (1.12 * (p.l1 + p.l2), 0)), frame=counted, role="reference", dashed=True),
            AngleMark(0.8 * (p.l1 + p.l2), phi, frame=counted, label=phi),
            spiral_spring(slide, -phi, 0.09, start=-pi / 2, end=pi),
            Hinge((0, 0), frame=slide, label="A"),
            PointMass((0, 0), 0.02, frame=beam),
            Text((-0.06, 0), "S", frame=beam),
            Line(((0.34, s), (0.6, s)), role="reference", dashed=True),
            Arrow((0.55, 0), (0.55, s), label=s),
            Dimension((-(p.l1 + p.l2), 0), (-p.l2, 0), p.l1, offset=0.17, frame=turned, only="sketch"),
            Dimension((-p.l2, 0), (0, 0), p.l2, offset=0.17, frame=turned, only="sketch"),
            Dimension((0, 0), (p.l3, 0), p.l3, offset=0.17, frame=turned, only="sketch"),
            ValueArrow((-(p.l1 + p.l2), -p.b1 / 2), (0, 1), f_e, 100.0, label=f_e, push=True, frame=turned),
            ValueArrow(beam.p, (0, -1), system.outputs["m_B"] * p.g, 400.0, label="m_B g"),
        ),
        description=(
            "A slide moves up and down in a guide, carried by a spring and braked by a damper. A beam of three "
            "sections turns about a hinge A on the slide; a torsion spring in the hinge holds it horizontal. The "
            "height s of the slide counts from the ground, the angle phi lifts the left, longer end of the beam. A "
            "force pushes against the lower left corner, always orthogonal to the beam; the weight of the beam acts in "
            "its mass centre S."
        ),
        sketch={"s": 0.8, "phi": 0.22},
        handles=(Handle(corner, ("phi",)), Handle((0, foot + 0.1), ("s",))),
        ranges={"f_e": (-150.0, 150.0), "phi": (-1.2, 1.2), "s": (0.5, 1.1), "s10": (0.6, 1.0)},
    )
