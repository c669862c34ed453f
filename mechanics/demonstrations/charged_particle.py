"""A charge in a magnetic and an electric field: a potential that depends on the velocity, (5.74)."""

from sympy import Matrix

from ..lagrange import Body, LagrangianSystem
from ..model import Coordinates, Parameters
from ..scene import Arrow, Handle, PointMass, Scene, Trace, ValueArrow
from ..symbols import t

STEP = 0.4  # m, between the field lines that are drawn


def charged_particle() -> LagrangianSystem:
    """Plane motion under V = e (φ - v·A) with A = B/2 (-y, x) for a field B along z and φ = -E y; own example.

    The forces e (E + v x B) follow from the potential alone; there are no others.
    """
    q = Coordinates(x=("m", "position along x", 0.0), y=("m", "position along y", 0.0))
    p = Parameters(
        m=(1.0, "kg", "mass"),
        e=(1.0, "C", "charge", "real"),
        B=(2.0, "T", "magnetic flux density, towards the viewer", "real"),
        E=(1.0, "V/m", "electric field along y", "real"),
    )
    position = Matrix(q.symbols)
    A = p.B / 2 * Matrix([-q.y, q.x])
    return LagrangianSystem(
        title="Charge in a magnetic field",
        source="own example for (5.74)",
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m, position, name="charge")],
        potential=-p.e * p.E * q.y - p.e * position.diff(t).dot(A),
        scene=scene,
    )


def scene(system: LagrangianSystem) -> Scene:
    """The charge with velocity and force; the field comes out of the page where circles with a dot are drawn."""
    p, charge = system.parameters, system.frame("charge").p
    x_d, y_d, _ = charge.diff(t)
    places = [(STEP * i, STEP * j) for i in range(-1, 14) for j in range(-2, 5)]
    field = [PointMass(place, 0.02, role="joint") for place in places]
    return Scene(
        shapes=(
            *field,
            Arrow((0, 0), (0.5, 0), "x", role="axis"),
            Arrow((0, 0), (0, 0.5), "y", role="axis"),
            Trace(charge, duration=8.0),
            PointMass(charge, 0.05, label=p.e),
            ValueArrow(charge, (1, 0), p.e * p.B * y_d, 4.0, label="f_x"),
            ValueArrow(charge, (0, 1), p.e * (p.E - p.B * x_d), 4.0, label="f_y"),
        ),
        description=(
            "A charged particle moves in a plane. A magnetic field points out of the plane, drawn as dots, and an "
            "electric field upwards. Arrows show the components of the force; its magnetic part is always across "
            "the velocity."
        ),
        sketch={"x": 2.2, "y": 0.6},
        handles=(Handle(charge, ("x", "y")),),
        ranges={"B": (0.5, 5.0), "E": (-2.0, 2.0), "e": (-2.0, 2.0), "x_d": (-2.0, 2.0), "y_d": (-2.0, 2.0)},
        duration=10.0,
    )
