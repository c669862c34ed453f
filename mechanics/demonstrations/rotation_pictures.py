"""Simulations of section 3.7 beyond the examples: a mass element, a pendulum in steps, a sliding ball."""

from typing import Any

from sympy import Abs, And, Eq, Expr, Matrix, Not, Piecewise, cos, pi, sin, sqrt, tan

from ..angular_momentum import Rotor, angular_momentum, solve_balances
from ..mass import solid_sphere
from ..model import Parameters
from ..poses import rotation, translation
from ..rotations import rotation_z
from ..scene import (
    AngleMark,
    Arrow,
    Circle,
    Disc,
    Flow,
    Ground,
    Line,
    PointMass,
    Projection,
    Scene,
    ValueArrow,
)
from ..state_space import (
    Mode,
    States,
    StateSpaceSystem,
    Transition,
)
from ..symbols import coordinate_symbol, parameter_symbol, t
from .pendulum_in_steps import pendulum_in_steps

__all__ = ["mass_element", "pendulum_in_steps", "sliding_ball"]

Rates = dict[Any, Any]
VIEW = Projection(right=(0.94, 0.342, 0.0), up=(-0.15, 0.412, 0.899))  # x to the right, y to the back, z upwards
AXES = {"x": (0.75, 0, 0), "y": (0, 0.75, 0), "z": (0, 0, 0.9)}
SLIP = 1e-6  # m/s, what is left of the slip when the ball rolls


def mass_element() -> StateSpaceSystem:
    """Mass element of a body that turns about the fixed axis e_z (figure 3.32); (3.116)-(3.119).

    Its angular momentum about the origin has a part along the axis, and another one that turns along with it.
    """
    x = States(
        phi=("rad", "angle of the body", 0.6, r"\varphi"),
        omega=("rad/s", "angular velocity of the body", 1.5),
    )
    p = Parameters(
        m=(1.0, "kg", "mass of the element", "positive", r"\mathrm{d}m"),
        r=(0.5, "m", "distance of the element from the axis"),
        z=(0.35, "m", "height of the element", "real"),
        tau_z=(0.0, "N m", "moment on the element about the axis", "real"),
    )
    position = Matrix([p.r * cos(x.phi), p.r * sin(x.phi), p.z])
    velocity = position.diff(t).subs(x.phi.diff(t), x.omega)
    l = angular_momentum(position, p.m, velocity)
    balance = Rotor(p.m * p.r**2, x.phi, [p.tau_z]).balance
    return StateSpaceSystem(
        title="Mass element of a rotating body",
        source="figure 3.32, (3.116)-(3.119)",
        states=x,
        parameters=p,
        equations={x.phi: x.omega, x.omega: solve_balances([balance], [x.phi.diff(t, 2)])[x.phi.diff(t, 2)]},
        outputs={
            f"l_{name}": (value, "kg m^2/s", f"angular momentum about e_{name}")
            for name, value in zip("xyz", l, strict=True)
        }
        | {"r_dm": position, "v_dm": velocity, "l": l},
        scene=element_scene,
    )


def element_scene(system: StateSpaceSystem) -> Scene:
    """The element on its circle, its position, velocity and angular momentum; e_z points upwards."""
    phi, p = system.states.phi, system.parameters
    place, v, l = (system.outputs[name] for name in ("r_dm", "v_dm", "l"))
    circle, turned = translation(0, 0, p.z), rotation(rotation_z(phi))
    return Scene(
        shapes=(
            *(Arrow((0, 0, 0), e, f"e_{n}", role="axis") for n, e in AXES.items()),
            Circle(p.r),
            Circle(p.r, frame=circle),
            Line(((0, 0), (p.r, 0)), frame=turned, role="reference", dashed=True),
            Line(((p.r, 0, 0), (p.r, 0, p.z)), frame=turned, role="reference", dashed=True),
            AngleMark(0.55 * p.r, phi, label=phi),
            Line(((0, 0, p.z), (p.r, 0, p.z)), frame=turned, role="line"),
            Arrow((0, 0, 0), place, "r"),
            ValueArrow(place, v, sqrt(v.dot(v)), 1.0, label="v", role="coordinate"),
            Arrow((0, 0, 0), l, "l", role="force"),
            PointMass(place, 0.04, label=p.m),
        ),
        description=(
            "A small mass moves on a circle around a vertical axis, at some height above the origin. Arrows from the "
            "origin show its position and its angular momentum, an arrow along the circle its velocity. The angular "
            "momentum is inclined to the axis and rotates with the mass; only its component along the axis is "
            "constant."
        ),
        projection=VIEW,
        sketch={"phi": 0.6, "omega": 1.5},
        ranges={"z": (-0.6, 0.6), "tau_z": (-0.2, 0.2), "omega": (-3.0, 3.0), "r": (0.2, 0.8)},
        duration=8.0,
    )


def sliding_ball() -> StateSpaceSystem:
    """Ball that is thrown along a rough incline; it slides until its rim is as fast as its centre.

    Modes ``"slides"`` (the centre is faster), ``"spins"`` (the rim is faster) and ``"rolls"``. All follow from the
    same two balances: while the ball slides or spins the friction is known, while it rolls the rotation.
    """
    x = States(
        x=("m", "distance travelled by the centre, downhill", 0.0),
        v=("m/s", "speed of the centre", 4.0),
        phi=("rad", "angle of the ball", 0.0, r"\varphi"),
        omega=("rad/s", "angular velocity of the ball", 0.0),
    )
    p = Parameters(
        m=(6.0, "kg", "mass of the ball"),
        R=(0.11, "m", "radius of the ball"),
        mu=(0.2, "1", "coefficient of friction, static and kinetic", "nonnegative", r"\mu"),
        alpha=(0.0, "rad", "inclination", "nonnegative"),
        g=(9.81, "m/s^2", "gravity"),
        v0=(4.0, "m/s", "initial speed", "nonnegative"),
    )
    slip, rolling = x.v - p.R * x.omega, p.mu >= 2 * tan(p.alpha) / 7
    slides, spins, rolls, holding = motions(x, p)
    sliding = p.mu * p.m * p.g * cos(p.alpha)
    friction = Piecewise((sliding, slip > SLIP), (-sliding, slip < -SLIP), (holding, True))
    return StateSpaceSystem(
        title="A ball slides, then rolls",
        source="section 3.7",
        states=x,
        parameters=p,
        modes={
            "slides": Mode(slides, [Transition("rolls", slip, -1, to="rolls", guard=rolling)]),
            "spins": Mode(
                spins,
                [
                    Transition("rolls", slip, 1, to="rolls", guard=rolling),
                    Transition("slides", slip, 1, to="slides", guard=Not(rolling)),
                ],
                holds=slip < -SLIP,
            ),
            "rolls": Mode(rolls, holds=And(Abs(slip) <= SLIP, rolling)),
        },
        start={x.v: p.v0},
        outputs={
            "f_t": (friction, "N", "friction on the ball, uphill"),
            "rim": (p.R * x.omega, "m/s", "speed of the rim, R omega", r"R\omega"),
            "about_ground": (
                p.m * p.R * x.v + solid_sphere(p.m, p.R)[2, 2] * x.omega,
                "kg m^2/s",
                "angular momentum about a point on the ground",
                "l",
            ),
        },
        conditions={"The incline must be less steep than a wall": p.alpha < pi / 2},
        scene=ball_scene,
    )


def motions(x: States, p: Parameters) -> tuple[Rates, Rates, Rates, Expr]:
    """Rates of the states while the ball slides, spins and rolls, and the friction that rolling takes.

    Parameters
    ----------
    x : States
        States of the system.
    p : Parameters
        Parameters of the system.
    """
    way, angle = coordinate_symbol("way"), coordinate_symbol("angle")
    a, b, f = way.diff(t, 2), angle.diff(t, 2), parameter_symbol("f_t")
    momentum = Eq(p.m * a, p.m * p.g * sin(p.alpha) - f)
    about_centre = Rotor(solid_sphere(p.m, p.R)[2, 2], angle, [p.R * f]).balance

    def rates(third: Any) -> tuple[Rates, Any]:
        found = solve_balances([momentum, about_centre, third], [a, b, f])
        return {x.x: x.v, x.v: found[a], x.phi: x.omega, x.omega: found[b]}, found[f]

    sliding = p.mu * p.m * p.g * cos(p.alpha)
    return (rates(Eq(f, sliding))[0], rates(Eq(f, -sliding))[0], *rates(Eq(a, p.R * b)))


def ball_scene(system: StateSpaceSystem) -> Scene:
    """The ball seen by an observer who moves with its centre; dots of the ground run by."""
    s, v, phi, omega = system.states.symbols
    p = system.parameters
    incline = rotation(rotation_z(-p.alpha))
    centre, reach = incline @ translation(0, p.R), 6 * p.R
    along, below = incline.R * Matrix([1, 0, 0]), incline.point((0, p.R / 8))
    return Scene(
        shapes=(
            Ground(incline.point((-reach, 0)), incline.point((reach, 0)), endless=True),
            Flow((incline.point((-reach, -0.35 * p.R)), incline.point((reach, -0.35 * p.R))), -s, 3 * p.R),
            Disc(p.R, frame=centre @ rotation(rotation_z(-phi)), spokes=4),
            ValueArrow(centre.p, along, v, 4.0, label=v, role="coordinate"),
            ValueArrow(below, along, v - p.R * omega, 4.0, label=r"v - R\omega", role="coordinate"),
            ValueArrow(incline.point((0, -0.75 * p.R)), -along, system.outputs["f_t"], p.m * p.g / 4, label="f_t"),
        ),
        description=(
            "A ball moves along the ground; the view moves with its centre, and dots on the ground move past. Arrows "
            "show the velocity of the centre, that of the point of contact, and the friction. The friction acts "
            "until the point of contact is at rest: from then on the ball rolls."
        ),
        sketch={"v": 4.0, "omega": 10.0},
        duration=3.0,
    )
