"""Jacobians of the planar manipulator (Beispiel 4.3)."""

from sympy import ImmutableMatrix, sqrt

from ...poses import Chain, chain_jacobian, ellipse_points, singular_determinant, translation
from ...problem import Given, Motion, Outputs, Problem
from ...scene import (
    AngleMark,
    Arrow,
    Dimension,
    Hinge,
    Line,
    PointMass,
    Rod,
    Scene,
    Trace,
    ValueArc,
)
from ...symbols import t
from .planar_manipulator_kinematics import arm_of

SCALE = 0.3  # m of an arrow for 1 m/s
POINTS = {"s1": 1, "s2": 2, "e2": 2}  # mass centres and end effector: number of the link


def planar_manipulator_jacobians() -> Problem:
    """Velocities of both mass centres and of the end effector; (4.66)-(4.70). phi2 is relative to link 1.

    In print, row 2 of J_v_s2 (4.69) and of J_v_e2 (4.70) has l_s1 in the place of l_1. The picture goes on with
    constant rates.
    """
    p = Given(
        phi1=(0.3, "rad", "angle of link 1 from the x axis", "real", r"\varphi_1"),
        phi2=(2.2, "rad", "angle of link 2 relative to link 1", "real", r"\varphi_2"),
        l1=(0.5, "m", "length of link 1"),
        l2=(0.4, "m", "length of link 2"),
        l_s1=(0.25, "m", "joint 1 to mass centre of link 1"),
        l_s2=(0.2, "m", "joint 2 to mass centre of link 2"),
        omega1=(0.35, "rad/s", "rate of φ₁", "real", r"\omega_1"),
        omega2=(-0.8, "rad/s", "rate of φ₂", "real", r"\omega_2"),
    )
    y = Outputs(
        **{f"J_v_{n}": ("m", f"linear Jacobian of {n}", rf"(J_v)_0^{{{n}}}", (3, 2)) for n in POINTS},
        **{f"J_w_{n}": ("1", f"angular Jacobian of {n}", rf"(J_\omega)_0^{{{n}}}", (3, 2)) for n in POINTS},
        **{f"v_{n}": ("m/s", f"velocity of {n}", rf"v_0^{{{n}}}", 3) for n in POINTS},
        omega_0_1=("rad/s", "angular velocity of link 1", r"\omega_0^1", 3),
        omega_0_2=("rad/s", "angular velocity of link 2", r"\omega_0^2", 3),
    )
    arm, rates = arm_of(p, p.phi1, p.phi2), ImmutableMatrix([p.omega1, p.omega2])
    J = {n: jacobian_of(p, arm, n) for n in POINTS}
    return Problem(
        title="Velocities of the planar manipulator",
        source="Beispiel 4.3, (4.66)-(4.70)",
        parameters=p,
        outputs=y,
        formulas={
            **{f"J_v_{n}": J[n][:3, :] for n in POINTS},
            **{f"J_w_{n}": J[n][3:, :] for n in POINTS},
            **{f"v_{n}": J[n][:3, :] * rates for n in POINTS},
            "omega_0_1": y.J_w_s1 * rates,
            "omega_0_2": y.J_w_s2 * rates,
        },
        motion=motion(p),
        scene=scene,
    )


def jacobian_of(p: Given, arm: Chain, name: str) -> ImmutableMatrix:
    """J_v above J_w of a mass centre or of the end effector, (6, 2); (4.65).

    Parameters
    ----------
    p : Given
        Inputs of the problem.
    arm : Chain
        Both links, as `arm_of` gives them.
    name : str
        `"s1"`, `"s2"` or `"e2"`.
    """
    along = {"s1": p.l_s1, "s2": p.l_s2, "e2": p.l2}[name]
    return chain_jacobian(arm, POINTS[name], (along, 0, 0))


def motion(p: Given) -> Motion:
    """The arm folds and stretches; its determinant is plotted, and how fast the end effector is.

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    Motion
        With `det`, m², and velocities, m/s.
    """
    arm = arm_of(p, p.phi1 + p.omega1 * t, p.phi2 + p.omega2 * t)
    J = jacobian_of(p, arm, "e2")[:3, :]
    v = J * ImmutableMatrix([p.omega1, p.omega2])
    return Motion(
        end=6.0,
        quantities={
            "det": (singular_determinant(J), "m^2", "determinant of the Jacobian", r"\det J_v"),
            "v": (sqrt(v.dot(v)), "m/s", "speed of the end effector"),
            "v_x": (v[0], "m/s", "velocity of the end effector along x"),
            "v_y": (v[1], "m/s", "velocity of the end effector along y"),
        },
    )


def scene(problem: Problem) -> Scene:
    """The arm with the velocities of its points, and the ellipse of all velocities for rates of unit size."""
    p = problem.parameters
    arm = arm_of(p, p.phi1 + p.omega1 * t, p.phi2 + p.omega2 * t)
    link1, link2, _ = arm.poses
    places = {"s1": link1.point((p.l_s1, 0)), "s2": link2.point((p.l_s2, 0)), "e2": link2.point((p.l2, 0))}
    rates, tip = ImmutableMatrix([p.omega1, p.omega2]), places["e2"]
    velocity = {n: SCALE * jacobian_of(p, arm, n)[:3, :] * rates for n in POINTS}
    ellipse = [tip + SCALE * e for e in ellipse_points(jacobian_of(p, arm, "e2")[:3, :], 48)]
    beyond = link1.point((p.l1 + 0.5 * p.l2, 0))
    return Scene(
        shapes=(
            Arrow((0, 0), (1.15 * (p.l1 + p.l2), 0), "x_0", role="axis"),
            Arrow((0, 0), (0, 0.5 * (p.l1 + p.l2)), "y_0", role="axis"),
            Line(tuple(ellipse), closed=True, role="guide"),
            Line((link2.p, beyond), role="reference", dashed=True),
            Trace(tip, duration=2.0),
            Hinge((0, 0), support=(0, -1)),
            Rod((0, 0), (p.l1, 0), 0.05, frame=link1),
            Rod((0, 0), (p.l2, 0), 0.04, frame=link2),
            Hinge((0, 0)),
            Hinge((0, 0), frame=link2),
            *(PointMass(places[n], 0.012) for n in ("s1", "s2")),
            AngleMark(0.7 * p.l1, p.phi1 + p.omega1 * t, label=p.phi1),
            AngleMark(0.4 * p.l2, p.phi2 + p.omega2 * t, frame=link1 @ translation(p.l1), label=p.phi2),
            Dimension((0, 0), (p.l1, 0), p.l1, offset=-0.14, frame=link1, only="sketch"),
            Dimension((0, 0), (p.l2, 0), p.l2, offset=-0.14, frame=link2, only="sketch"),
            *(Arrow(places[n], places[n] + velocity[n], f"v_{{{n}}}") for n in POINTS),
            ValueArc(0.1, p.omega1, reference=1.5, turn=2.4, label=p.omega1, role="coordinate"),
            ValueArc(0.09, p.omega2, reference=1.5, turn=2.4, frame=link2, label=p.omega2, role="coordinate"),
        ),
        description=(
            "A robot arm with two links moves in a plane. Arrows show the velocities of both mass centres and of the "
            "end effector. An ellipse around the end effector contains the tips of all its velocities for joint rates "
            "of unit size; it becomes a line across the arm when the arm is stretched or folded."
        ),
        sketch={"phi1": 0.5, "phi2": 1.1, "omega1": 0.8, "omega2": 0.7},
        ranges={
            "phi1": (-3.15, 3.15), "phi2": (-3.15, 3.15), "omega1": (-2.0, 2.0), "omega2": (-2.0, 2.0),
            "l_s1": (0.0, 0.8), "l_s2": (0.0, 0.8),
        },
    )  # fmt: skip
