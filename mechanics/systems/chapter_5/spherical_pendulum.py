"""Spherical pendulum with a horizontal force (Beispiel 5.3)."""

from sympy import Matrix, cos, sin

from ...lagrange import Body, Force, LagrangianSystem
from ...model import Coordinates, Inputs, Parameters
from ...poses import Pose
from ...scene import (
    AngleMark,
    Arrow,
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


def spherical_pendulum() -> LagrangianSystem:
    """Point mass on a massless rod in space, e_y up; (5.75)-(5.81).

    The external force acts along the negative x axis. The coordinates are singular at sin(theta) = 0.
    """
    q = Coordinates(
        theta=("rad", "deflection from the hanging position", 0.6),
        phi=("rad", "azimuth about the vertical", 0.0, r"\varphi"),
    )
    p = Parameters(
        m=(1.0, "kg", "mass"),
        l=(1.0, "m", "length of the rod"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(f_ex=("N", "external force, along -x", 0.0, "f_x^e"))
    theta, phi = q.symbols
    position = Matrix([p.l * sin(theta) * cos(phi), -p.l * cos(theta), p.l * sin(theta) * sin(phi)])
    force, weight = Matrix([-u.f_ex, 0, 0]), Matrix([0, -p.m * p.g, 0])
    return LagrangianSystem(
        title="Spherical pendulum",
        source="Beispiel 5.3, (5.75)-(5.81)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(p.m, position, name="mass")],
        gravity=(0, -p.g, 0),
        potential=p.m * p.g * p.l,
        forces=[Force(force, position)],
        outputs={"f_z": p.m * position.diff(t, 2) - force - weight},  # constraint force (5.50)
        states={"theta": theta, "omega_theta": theta.diff(t), "phi": phi, "omega_phi": phi.diff(t)},
        scene=scene,
    )


def scene(system: LagrangianSystem) -> Scene:
    """Pendulum in space seen from the front, with its shadow on the floor, where the azimuth is measured."""
    theta, phi = system.coordinates.symbols
    p, f_ex = system.parameters, system.inputs.f_ex
    mass = system.frame("mass").p
    floor = -1.25 * p.l
    center, shadow = (0, floor, 0), (mass[0], floor, mass[2])
    ground = Pose(Matrix([[1, 0, 0], [0, 0, -1], [0, 1, 0]]), Matrix(center))  # x-z plane
    swing = Pose(Matrix([[0, cos(phi), -sin(phi)], [-1, 0, 0], [0, sin(phi), cos(phi)]]), Matrix([0, 0, 0]))
    return Scene(
        shapes=(
            Arrow(center, (0.95 * p.l, floor, 0), "e_x", role="axis"),
            Arrow(center, (0, floor, 0.85 * p.l), "e_z", role="axis"),
            Arrow((0, 0, 0), (0, 0.4 * p.l, 0), "e_y", role="axis"),
            Line((center, (0, 0, 0)), role="reference", dashed=True),
            Trace(shadow, duration=4.0),
            Line((center, shadow), role="reference"),
            Line((shadow, mass), role="reference", dashed=True),
            AngleMark(0.5 * p.l, phi, frame=ground, label=phi),
            Trace(mass, duration=2.0),
            Rod((0, 0, 0), mass),
            Hinge((0, 0, 0)),
            AngleMark(0.45 * p.l, theta, frame=swing, label=theta),
            PointMass(mass, 0.06 * p.l, label=p.m),
            ValueArrow(mass, (-1, 0, 0), f_ex, 5.0, label=f_ex),
        ),
        description=(
            "A point mass on a massless rod swings in space about a fixed point above it. The angle theta "
            "is its deflection from the vertical, the angle phi its azimuth, measured on the floor from the"
            " x axis to the z axis; a vertical line leads from the mass to its shadow there. A horizontal "
            "force can pull it along -x."
        ),
        projection=Projection.axonometric(azimuth=0.5, elevation=0.35),
        sketch={"theta": 0.7, "phi": 0.75},
        handles=(Handle(mass, ("theta", "phi")),),
        ranges={"f_ex": (-10.0, 10.0), "theta": (0.05, 3.0)},
    )
