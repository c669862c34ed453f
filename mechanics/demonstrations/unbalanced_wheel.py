"""A flywheel with a hole on a horizontal axle: an example of the course, not an item of the lecture."""

from sympy import pi

from ..lagrange import Body, Damper, LagrangianSystem
from ..mass import Solid
from ..mass.picture import center_mark
from ..mass.shapes import cylinder
from ..model import Coordinates, Parameters
from ..poses import rotation, translation
from ..rotations import rotation_z
from ..scene import AngleMark, Circle, Dimension, Disc, Handle, Hinge, Line, Scene, ValueArrow


def unbalanced_wheel() -> LagrangianSystem:
    """Disc with a hole beside its centre, turning about the axle through its centre with little friction.

    The hole counts as a body of negative mass, (3.31); the centre of mass S lies opposite of it and ends up below.
    """
    q = Coordinates(phi=("rad", "angle of the hole from the top", 2.0, r"\varphi"))
    p = Parameters(
        rho=(7850.0, "kg/m^3", "density"),
        R=(0.15, "m", "radius of the wheel"),
        l=(0.02, "m", "thickness"),
        r=(0.06, "m", "radius of the hole"),
        e=(0.08, "m", "distance of the hole from the axle", "nonnegative"),
        d=(0.1, "N m s/rad", "friction of the axle", "nonnegative"),
        g=(9.81, "m/s^2", "gravity"),
    )
    solid, turned = wheel(p), rotation(rotation_z(q.phi))
    return LagrangianSystem(
        title="Wheel with a hole",
        source="section 3.2, (3.31)",
        coordinates=q,
        parameters=p,
        bodies=[Body(solid.m, turned @ translation(*solid.center), solid.inertia, name="wheel")],
        gravity=(0, -p.g, 0),
        dampers=[Damper(q.phi, p.d)],
        frames={"axle": turned},
        scene=scene,
    )


def wheel(p: Parameters) -> Solid:
    """The full disc without the material of the hole, in the axes of the wheel; the hole lies on +y.

    Parameters
    ----------
    p : Parameters
        Parameters of the system.

    Returns
    -------
    Solid
        About the axle, kg, m and kg m².
    """
    return cylinder(p.rho, p.R, p.l) - cylinder(p.rho, p.r, p.l).at((0, p.e))


def scene(system: LagrangianSystem) -> Scene:
    """The wheel seen along its axle, with S and the weight in S."""
    p, phi = system.parameters, system.coordinates.phi
    turned, wheel = system.frame("axle"), system.frame("wheel")
    return Scene(
        shapes=(
            Line(((0, 0), (0, 1.25 * p.R)), role="reference", dashed=True),
            Disc(p.R, frame=turned, spokes=0),
            Disc(p.r, (0, p.e), frame=turned, spokes=0, role="joint"),
            Circle(p.e),
            Line(((0, 0), (0, p.e - p.r)), frame=turned, role="reference", dashed=True),
            Hinge((0, 0)),
            ValueArrow(wheel.p, (0, -1), system.bodies[0].mass * p.g, 150.0, label="m g"),
            *center_mark((0, 0, 0), 0.005, frame=wheel, shift=(2.0, -0.5)),
            AngleMark(0.55 * p.R, phi + pi / 2, start=pi / 2, label=phi),
            Dimension((0, 0), (p.R, 0), p.R, offset=-1.15 * p.R, only="sketch"),
        ),
        description=(
            "A wheel, seen along its horizontal axle, with a circular hole beside its centre. A small ball marks the "
            "centre of mass S, a little away from the axle on the side opposite the hole; an arrow there shows the "
            "weight. The wheel swings to and fro until the hole is at the top."
        ),
        sketch={"phi": 0.7},
        handles=(Handle(turned.point((0, p.e)), ("phi",)),),
        ranges={"r": (0.01, 0.065), "e": (0.0, 0.08), "R": (0.15, 0.3), "d": (0.0, 0.5), "phi": (-3.1, 3.1)},
        duration=20.0,
    )
