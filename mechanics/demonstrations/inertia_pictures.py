"""Pictures of section 5.1 beyond the examples: a point of a moving body, a book that is thrown up spinning."""

from sympy import Matrix, sqrt

from ..mass import angular_acceleration, inertia_ellipsoid, rotational_energy, shapes
from ..mass.picture import ellipsoid_lines
from ..model import Parameters, t
from ..poses import Pose, rotation
from ..problem import Given, Motion, Outputs, Problem
from ..rotations import Quaternion, quaternion_rate_inverse
from ..scene import Arrow, Box, PointMass, Projection, Scene, Trace, frame_arrows
from ..state_space import States, StateSpaceSystem
from ..systems.chapter_5.inertia_tensor import turned

__all__ = ["point_of_a_body", "thrown_book"]

SCALE = 0.022  # of the arrow of ω, m for 1 rad/s
QUARTER = 0.5**0.5  # of a turn: the book's y axis points upwards at the start


def point_of_a_body() -> Problem:
    """Position and velocity of a point P of a rigid body by way of its mass centre (figure 5.1); (5.3), (5.4)."""
    p = Given(
        p_S=((0.5, 0.5, 0.75), "m", "mass centre at the start", "real", "p_0^S"),
        v_S=((0.25, -0.05, 0.2), "m/s", "velocity of the mass centre", "real", "v_0^S"),
        omega=((0.0, 0.4, 1.3), "rad/s", "angular velocity", "real"),
        p_1=((0.26, -0.16, -0.07), "m", "point P in the body frame", "real", "p_1"),
    )
    y = Outputs(
        p_0=("m", "position of P at the start", "p_0", 3),
        v_0=("m/s", "velocity of P at the start", r"\dot{p}_0", 3),
    )
    body = Pose(turned(p.omega), p.p_S + p.v_S * t)
    arm, place, velocity = _of_point(p, body)
    speeds = {"v": (velocity, "speed of P"), "v_turn": (p.omega.cross(arm), "speed of P about S")}
    return Problem(
        title="A point of a rigid body",
        source="figure 5.1, (5.3), (5.4)",
        parameters=p,
        outputs=y,
        formulas={"p_0": place.subs(t, 0), "v_0": velocity.subs(t, 0)},
        frames={"body": body},
        scene=point_scene,
        motion=Motion(5.0, {name: (sqrt(v.dot(v)), "m/s", text) for name, (v, text) in speeds.items()}),
    )


def _of_point(p: Given, body: Pose) -> tuple[Matrix, Matrix, Matrix]:
    """r = R p_1, p_0 = r + p_S and its velocity ω × r + v_S; (5.3), (5.4)."""
    arm = body.R * p.p_1
    return arm, arm + body.p, p.omega.cross(arm) + p.v_S


def point_scene(problem: Problem) -> Scene:
    """Body, frames, the way to P over S, and the two parts of its velocity."""
    p, body = problem.parameters, problem.frame("body")
    _, place, velocity = _of_point(p, body)
    return Scene(
        shapes=(
            *frame_arrows(Pose(), 0.45, 0),
            Trace(place, duration=6.0),
            Box(0.6, 0.36, frame=body, depth=0.16),
            *frame_arrows(body, 0.3, 1),
            Arrow((0, 0, 0), body.p, "p_0^S"),
            Arrow(body.p, place, "r"),
            Arrow((0, 0, 0), place, "p_0"),
            PointMass(place, 0.018, "P"),
            Arrow(place, place + p.v_S, "v_0^S", role="force"),
            Arrow(place + p.v_S, place + velocity, r"\omega \times r", role="force"),
        ),
        description=(
            "A box moves and turns in space. Arrows lead from the origin of the inertial frame to its mass centre S, "
            "from there to a point P of the box, and from the origin to P. At P two red arrows stand head to tail: "
            "the velocity of the mass centre, and the part omega times r, which is perpendicular to the arrow r."
        ),
        projection=Projection.axonometric(azimuth=0.5, elevation=0.35, up="z"),
        ranges={f"{name}_{axis}": (-1.0, 1.0) for name in ("v_S", "omega") for axis in "xyz"}
        | {"p_1_x": (-0.3, 0.3), "p_1_y": (-0.18, 0.18), "p_1_z": (-0.08, 0.08)},
        limits=(-1.0, 1.7, -0.6, 1.7),
    )


def thrown_book() -> StateSpaceSystem:
    """A book in the air, seen by an observer who falls with it: no moment acts, and ω follows from Euler's equations.

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
        frames={"book": rotation(R)},
        scene=scene,
    )


def scene(system: StateSpaceSystem) -> Scene:
    """The book in its ellipsoid of constant energy; ω wanders, the angular momentum stays."""
    p, book = system.parameters, system.frame("book")
    inertia = shapes.box(p.rho, p.a, p.b, p.c).inertia
    axes, _ = inertia_ellipsoid(inertia, 2 * system.outputs["T"])
    l = SCALE / inertia[1, 1] * system.outputs["l_0"]  # as long as ω about the middle axis
    tip = SCALE * system.outputs["omega_0"]
    return Scene(
        shapes=(
            Trace(tip, duration=3.0),
            Box(p.a, p.b, frame=book, depth=p.c),
            *ellipsoid_lines(SCALE * axes, book),
            *frame_arrows(book, 0.17, 1),
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
