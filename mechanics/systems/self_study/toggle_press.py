"""Toggle press (Aufgabe A.10)."""

from functools import cache
from typing import Any

from sympy import Expr, asin, pi, sin

from ...lagrange import Body, Force, LagrangianSystem, Spring
from ...model import Coordinates, Inputs, Parameters, Variables
from ...poses import Pose, rotation, translation
from ...problem import Given, Outputs, Problem
from ...protocol import System
from ...rotations import rotation_z
from ...scene import (
    AngleMark,
    Arrow,
    Box,
    Dimension,
    Ground,
    Handle,
    Hinge,
    Line,
    PointMass,
    Rod,
    Scene,
    Shape,
    SpringShape,
    Text,
    ValueArrow,
)
from ...symbols import coordinate_symbol, t

WIDTH = 0.035  # of the levers, m
SLIDER = 0.12


def toggle_press() -> LagrangianSystem:
    """Two levers push a massless slider along the x axis; the second follows the first by (A.100); (A.97)-(A.107).

    f presses the knee down, f_L the slider towards -x. A full turn needs L1 < L2.
    """
    q = Coordinates(phi1=("rad", "angle of lever 1 from the x axis, counterclockwise", 1.2, r"\varphi_1"))
    p = Parameters(
        L1=(0.4, "m", "length of lever 1"),
        L2=(0.5, "m", "length of lever 2"),
        m1=(4.0, "kg", "mass of lever 1"),
        m2=(5.0, "kg", "mass of lever 2"),
        I1=(0.053, "kg m^2", "inertia of lever 1 about its mass centre"),
        I2=(0.104, "kg m^2", "inertia of lever 2 about its mass centre"),
        c_F=(300.0, "N/m", "stiffness of the return spring"),
        s_F0=(0.6, "m", "position of the slider at which the spring is relaxed", "positive", "s_{F0}"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(
        f=("N", "force that presses the knee down"),
        f_L=("N", "load on the slider, towards -x"),
    )
    phi2 = coordinate_symbol("phi2", r"\varphi_2")  # of lever 2; the slider's guide eliminates it
    lever1, lever2 = levers(q.phi1, phi2, p)
    x_slider = lever2.point((p.L2, 0))[0]
    return LagrangianSystem(
        title="Toggle press",
        source="Aufgabe A.10, (A.97)-(A.107)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[
            Body(p.m1, lever1 @ translation(p.L1 / 2), p.I1, "lever 1"),  # (A.101a)
            Body(p.m2, lever2 @ translation(p.L2 / 2), p.I2, "lever 2"),  # (A.101b)
        ],
        gravity=(0, -p.g, 0),
        springs=[Spring(x_slider - p.s_F0, p.c_F)],
        forces=[Force((0, -u.f, 0), lever2.p), Force((-u.f_L, 0, 0), (x_slider, 0, 0))],
        constraints={phi2: follower(q.phi1, p)},  # (A.100)
        outputs=outputs,
        frames={"bearing": lever1, "knee": lever2, "slider": translation(x_slider)},
        scene=scene,
    )


def outputs(system: LagrangianSystem) -> dict[str, Any]:
    """Angle of lever 2 (A.100), place and velocity of the slider."""
    (phi2,), (x, *_) = system.constraints.values(), system.frame("slider").p
    return {
        "phi2": (phi2, "rad", "angle of lever 2 below the x axis, seen from the knee", r"\varphi_2"),
        "x_slider": (x, "m", "position of the slider", "x_S"),
        "v_slider": (x.diff(t), "m/s", "velocity of the slider", "v_S"),
    }


def follower(phi1: Expr, p: Variables) -> Expr:
    """Angle of lever 2 that keeps the slider on the x axis: L1 sin φ1 = L2 sin φ2; (A.99), (A.100).

    Parameters
    ----------
    phi1 : Expr
        Angle of lever 1, rad.
    p : Variables
        Lengths L1 and L2, m.

    Returns
    -------
    Expr
        rad.
    """
    return asin(p.L1 / p.L2 * sin(phi1))


def levers(phi1: Expr, phi2: Expr, p: Variables) -> tuple[Pose, Pose]:
    """Frames in the bearing and in the knee, with their x axes along the levers; (A.98).

    Parameters
    ----------
    phi1, phi2 : Expr
        Angles of both levers, rad.
    p : Variables
        Length L1, m.
    """
    lever1 = rotation(rotation_z(phi1))
    return lever1, translation(*lever1.point((p.L1, 0))) @ rotation(rotation_z(-phi2))


@cache
def force_amplification() -> Problem:
    """How many times the force f at the knee the press holds as f_L, without weight and spring, over the angle φ1.

    From the balance of the generalized forces (A.107): f_q,f + f_q,fL = 0.
    """
    press = toggle_press()
    balance, f, f_L = press.generalized_forces[0].expand(), press.inputs.f, press.inputs.f_L
    at_rest = press.outputs["phi2"], press.outputs["x_slider"], -balance.coeff(f) / balance.coeff(f_L)
    p = Given(
        phi1=(0.5, "rad", "angle of lever 1 from the x axis", "positive", r"\varphi_1"),
        L1=(0.4, "m", "length of lever 1"),
        L2=(0.5, "m", "length of lever 2"),
        f=(300.0, "N", "force that presses the knee down"),
    )
    phi2, x, ratio = (e.xreplace({press.coordinates.phi1: p.phi1}) for e in at_rest)
    y = Outputs(
        amplification=("1", "load over force", "f_L/f"),
        f_L=("N", "load that is held"),
        x_slider=("m", "position of the slider", "x_S"),
        phi2=("rad", "angle of lever 2", r"\varphi_2"),
    )
    return Problem(
        title="Toggle press at rest",
        source="Aufgabe A.10, (A.107)",
        parameters=p,
        outputs=y,
        formulas={"amplification": ratio, "f_L": p.f * y.amplification, "x_slider": x, "phi2": phi2},
        conditions={
            "Lever 2 must reach down to the guide": p.L1 * sin(p.phi1) < p.L2,
            "The knee must stand above the guide, before the levers are at right angles": p.phi1 < pi / 2,
        },
        frames=dict(zip(("bearing", "knee"), levers(p.phi1, y.phi2, p), strict=True)),
        scene=scene_at_rest,
        sweep="phi1",
    )


def angle_for(amplification: float, L1: float = 0.4, L2: float = 0.5) -> float:
    """Angle φ1 of lever 1 at which the press holds f_L = amplification · f, rad; 0 < φ1 < π/2.

    Raises
    ------
    ModelError
        where lever 2 does not reach the guide.
    """
    from scipy.optimize import brentq  # takes half a second to import

    press = force_amplification()
    return brentq(
        lambda phi1: press.solve(phi1=phi1, L1=L1, L2=L2)["amplification"] - amplification,
        1e-6,
        1.57,
        xtol=1e-13,
    )


def scene_at_rest(problem: Problem) -> Scene:
    """The levers under the force f, and the load in scale with it."""
    p, y = problem.parameters, problem.outputs
    return Scene(
        shapes=(
            *press(problem, p.phi1, y.phi2, y.x_slider),
            ValueArrow(problem.frame("knee").p, (0, -1), p.f, 600.0, label=p.f, push=True),
            ValueArrow((y.x_slider + SLIDER / 2, 0), (-1, 0), y.f_L, 600.0, label="f_L", push=True),
        ),
        description=(
            "The toggle press at rest: a force presses the knee down, the load on the slider holds it. The nearer the "
            "two levers are to a straight line, the longer is the arrow of the load."
        ),
        sketch={"phi1": 0.5},
        ranges={"phi1": (0.04, 1.3), "L1": (0.2, 0.5), "L2": (0.4, 0.9), "f": (50.0, 600.0)},
        limits=(-0.25, 1.75, -0.35, 0.75),
    )


def scene(system: LagrangianSystem) -> Scene:
    """Bearing, levers, slider on its guide, return spring; both forces."""
    p, u, phi1 = system.parameters, system.inputs, system.coordinates.phi1
    phi2, x, knee = system.outputs["phi2"], system.outputs["x_slider"], system.frame("knee").p
    return Scene(
        shapes=(
            *press(system, phi1, phi2, x),
            SpringShape((0.0, -0.16), (x - SLIDER / 2, -0.16), label=p.c_F),
            Ground((0, -0.1), (0, -0.22)),
            Line(((x, 0), (x, -0.16)), role="body"),
            Line(((x - SLIDER / 2, -0.16), (x, -0.16)), role="body"),
            Arrow((0, -0.29), (x, -0.29), label="x_S", only="sketch"),
            ValueArrow(knee, (0, -1), u.f, 300.0, label=u.f, push=True),
            ValueArrow((x + SLIDER / 2, 0), (-1, 0), u.f_L, 1500.0, label=u.f_L, push=True),
        ),
        description=(
            "A toggle press: lever 1 turns about a fixed bearing on the left, its other end, the knee, is hinged to "
            "lever 2, which pushes a slider along a horizontal guide to the right. A spring pulls the slider back. "
            "A force presses the knee down, a load presses the slider to the left."
        ),
        sketch={"phi1": 0.75},
        handles=(Handle(knee, ("phi1",)),),
        ranges={
            "f": (-600.0, 600.0),
            "f_L": (-3000.0, 3000.0),
            "L1": (0.2, 0.42),
            "L2": (0.45, 0.9),
            "s_F0": (0.1, 1.2),
        },
        duration=6.0,
    )


def press(system: System, phi1: Expr, phi2: Expr, x: Expr) -> tuple[Shape, ...]:
    """Levers with their angles, slider and guide: x to the right, y upwards.

    Parameters
    ----------
    system : System
        With the lengths L1, L2 and the frames `bearing` and `knee`.
    phi1, phi2 : Expr
        Angles of both levers, rad.
    x : Expr
        Position of the slider, m.
    """
    p, lever1, lever2 = system.parameters, system.frame("bearing"), system.frame("knee")
    half = 0.6 * SLIDER
    return (
        Line(((0, 0), (p.L1 + p.L2, 0)), role="reference", dashed=True),
        Ground((0.15 * p.L2, -half), (p.L1 + p.L2 + SLIDER, -half)),
        Box(SLIDER, 2 * half, (x, 0)),
        Rod((0, 0), (p.L1, 0), WIDTH, frame=lever1),
        Rod((0, 0), (p.L2, 0), WIDTH, frame=lever2),
        Hinge((0, 0), support=(-1, 0)),
        Hinge((0, 0), frame=lever2),
        Hinge((x, 0)),
        PointMass((p.L1 / 2, 0), 0.008, frame=lever1),
        PointMass((p.L2 / 2, 0), 0.008, frame=lever2),
        Text((p.L1 / 2, 0.045), "S_1", frame=lever1, only="sketch"),
        Text((p.L2 / 2, 0.045), "S_2", frame=lever2, only="sketch"),
        Dimension((0, 0), (p.L1, 0), p.L1, offset=0.1, frame=lever1, only="sketch"),
        Dimension((0, 0), (p.L2, 0), p.L2, offset=0.1, frame=lever2, only="sketch"),
        AngleMark(0.3 * p.L1, phi1, label=r"\varphi_1"),
        AngleMark(0.3 * p.L2, pi - phi2, start=pi, center=(x, 0), label=r"\varphi_2"),
    )
