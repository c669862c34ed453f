"""Mathematical pendulum (Beispiel 3.12)."""

from sympy import cos, pi, sin

from ...lagrange import Body, LagrangianSystem
from ...model import Coordinates, Parameters
from ...poses import rotation
from ...rotations import rotation_y
from ...scene import (
    AngleMark,
    Arrow,
    Dimension,
    Handle,
    Hinge,
    Line,
    PointMass,
    Projection,
    Rod,
    Scene,
    Trace,
    ValueArrow,
)
from ...symbols import t


def mathematical_pendulum() -> LagrangianSystem:
    """Point mass on a massless rod in the plane, hanging at rest; (3.108)-(3.115)."""
    q = Coordinates(phi=("rad", "deflection from the hanging position", 1.0, r"\varphi"))
    p = Parameters(
        m=(1.0, "kg", "mass"),
        l=(1.0, "m", "length of the rod"),
        g=(9.81, "m/s^2", "gravity"),
    )
    (phi,) = q.symbols
    position = (0, p.l * sin(phi), -p.l * cos(phi))
    return LagrangianSystem(
        title="Mathematical pendulum",
        source="Beispiel 3.12, (3.108)-(3.115)",
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m, position, name="mass")],
        gravity=(0, 0, -p.g),
        potential=p.m * p.g * p.l,
        outputs={
            "f_S": (p.m * p.g * cos(phi) + p.m * p.l * phi.diff(t) ** 2, "N", "force in the rod, positive in tension"),
        },
        scene=scene,
    )


def scene(system: LagrangianSystem) -> Scene:
    """Pendulum in the y-z plane, z upwards."""
    (phi,) = system.coordinates.symbols
    p = system.parameters
    hanging = rotation(rotation_y(pi / 2))  # x downwards, y to the right: angles count from the vertical
    mass = system.frame("mass").p
    hinge = -mass / p.l  # direction
    return Scene(
        shapes=(
            Line(((0, 0), (1.1 * p.l, 0)), frame=hanging, role="reference", dashed=True),
            Trace(mass, duration=1.0),
            Rod((0, 0, 0), mass),
            Hinge((0, 0, 0), support=(0, 0, 1)),
            PointMass(mass, 0.06 * p.l, label=p.m, only="sketch"),
            PointMass(mass, 0.06 * p.l, only="player"),
            ValueArrow(mass, (0, 0, -1), p.m * p.g, p.m * p.g, label="m g", only="player"),
            ValueArrow(mass, hinge, system.outputs["f_S"], p.m * p.g, label="f_S", only="player"),
            AngleMark(0.45 * p.l, phi, frame=hanging, label=phi),
            Dimension((0, 0, 0), mass, p.l, offset=0.12 * p.l, only="sketch"),
            Arrow((0, 0.95 * p.l, -0.1 * p.l), (0, 0.95 * p.l, -0.4 * p.l), "g", role="axis", only="sketch"),
            Arrow((0, -0.6 * p.l, -p.l), (0, -0.3 * p.l, -p.l), "e_y", role="axis", only="sketch"),
            Arrow((0, -0.6 * p.l, -p.l), (0, -0.6 * p.l, -0.7 * p.l), "e_z", role="axis", only="sketch"),
        ),
        description=(
            "A point mass on a massless rod swings in a vertical plane about a fixed hinge above it. Its "
            "deflection is the angle from the hanging position, positive to the right."
        ),
        projection=Projection(right=(0, 1, 0), up=(0, 0, 1)),
        sketch={"phi": 0.7},
        handles=(Handle(mass, ("phi",)),),
    )
