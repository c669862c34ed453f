"""A simulation of section 5.1 that is no example: a book that is thrown up spinning."""

from sympy import Matrix, sqrt

from ..mass import angular_acceleration, inertia_ellipsoid, rotational_energy, shapes
from ..mass.picture import ellipsoid_lines
from ..model import Parameters
from ..poses import Pose, rotation
from ..rotations import Quaternion, quaternion_rate_inverse
from ..scene import Arrow, Box, Projection, Scene, Trace, frame_arrows
from ..state_space import States, StateSpaceSystem

__all__ = ["thrown_book"]

SCALE = 0.022  # of the arrow of ω, m for 1 rad/s
QUARTER = 0.5**0.5  # of a turn: the book's y axis points upwards at the start


def thrown_book() -> StateSpaceSystem:
    """A book in the air, seen by somebody who falls along with it: no moment acts, and Euler's equations tell ω.

    The orientation is a unit quaternion, which no attitude of the body makes singular.
    """
    x = States(
        q_w=("1", "quaternion of the orientation, scalar part", QUARTER),
        q_x=("1", "quaternion of the orientation, x", QUARTER),
        q_y=("1", "quaternion of the orientation, y", 0.0),
        q_z=("1", "quaternion of the orientation, z", 0.0),
        omega_x=("rad/s", "angular velocity along the long edge", 0.05),
        omega_y=("rad/s", "angular velocity along the short edge of the cover", 7.0),
        omega_z=("rad/s", "angular velocity across the cover", 0.05),
    )
    p = Parameters(
        a=(0.24, "m", "long edge of the cover, along x1"),
        b=(0.16, "m", "short edge of the cover, along y1"),
        c=(0.04, "m", "thickness of the book, along z1"),
        rho=(700.0, "kg/m^3", "density"),
    )
    body = shapes.box(p.rho, p.a, p.b, p.c)
    orientation, omega = Quaternion(*x.symbols[:4]), Matrix(x.symbols[4:])
    rates = quaternion_rate_inverse(list(orientation), body=True) * omega
    R = orientation.unit.R
    l_1 = body.inertia * omega
    l = R * l_1
    return StateSpaceSystem(
        title="A thrown book",
        source="section 5.1, (5.17), (5.18)",
        states=x,
        parameters=p,
        equations=dict(zip(x.symbols, [*rates, *angular_acceleration(body.inertia, omega)], strict=True)),
        outputs={
            "T": (rotational_energy(body.inertia, omega), "J", "rotational energy", "T_r"),
            "l": (sqrt(l_1.dot(l_1)), "kg m^2/s", "size of the angular momentum"),
            "upright": (R[2, 1], "1", "height of the tip of y1: 1 upwards, -1 upside down", "(y_1)_z"),
            "l_0": l,
            "omega_0": R * omega,
        },
        scene=scene,
    )


def scene(system: StateSpaceSystem) -> Scene:
    """The book in its ellipsoid of constant energy; ω wanders, the angular momentum stays."""
    x, p = system.states, system.parameters
    pose = Pose(rotation(Quaternion(*x.symbols[:4]).unit.R).R, Matrix([0, 0, 0]))
    inertia = shapes.box(p.rho, p.a, p.b, p.c).inertia
    axes, _ = inertia_ellipsoid(inertia, 2 * system.outputs["T"])
    l = SCALE / inertia[1, 1] * system.outputs["l_0"]  # as long as ω about the middle axis
    tip = SCALE * system.outputs["omega_0"]
    return Scene(
        shapes=(
            Trace(tip, duration=3.0),
            Box(p.a, p.b, frame=pose, depth=p.c),
            *ellipsoid_lines(SCALE * axes, pose),
            *frame_arrows(pose, 0.17, 1),
            Arrow((0, 0, 0), l, "l", role="force"),
            Arrow((0, 0, 0), tip, r"\omega"),
        ),
        description=(
            "A book turns freely in the air, at first about the short edge of its cover, which points upwards. A red "
            "arrow, the angular momentum, stays where it is. A green arrow, the angular velocity, leaves it, and "
            "the book turns upside down and back again. Three ellipses around the book outline its ellipsoid of "
            "constant energy, on which the tip of the green arrow stays."
        ),
        projection=Projection.axonometric(azimuth=0.6, elevation=0.3, up="z"),
        sketch={"omega_x": 3.5, "omega_y": 6.0, "omega_z": 1.5},
        ranges={
            **dict.fromkeys(("omega_x", "omega_y", "omega_z"), (-8.0, 8.0)),
            **dict.fromkeys(("a", "b", "c"), (0.02, 0.3)),
        },
        limits=(-0.34, 0.34, -0.3, 0.3),
        duration=8.0,
    )
