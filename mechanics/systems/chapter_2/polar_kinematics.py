"""A point in the plane in polar coordinates (lecture chapter 2)."""

from sympy import Expr, Matrix

from ...kinematics import POLAR
from ...problem import Given, Motion, Outputs, Problem
from ...scene import AngleMark, Arrow, Line, PointMass, Scene, Text, Trace
from ...symbols import t

DURATION = 6.0  # of the motion, s
V_SCALE, A_SCALE = 0.5, 0.35  # m of an arrow for 1 m/s, for 1 m/s²


def polar_kinematics() -> Problem:
    """Velocity and acceleration along e_r, e_phi and along the axes; (2.12)-(2.19), (2.22)-(2.27).

    The point is asked for at one instant; the picture continues with constant second derivatives r_dd, phi_dd.
    """
    p = Given(
        r=(0.6, "m", "distance from the origin"),
        phi=(0.3, "rad", "angle from the x axis", "real"),
        r_d=(0.15, "m/s", "rate of the distance", "real", r"\dot{r}"),
        phi_d=(1.3, "rad/s", "angular velocity", "real", r"\dot{\varphi}"),
        r_dd=(0.0, "m/s^2", "second derivative of the distance", "real", r"\ddot{r}"),
        phi_dd=(0.0, "rad/s^2", "angular acceleration", "real", r"\ddot{\varphi}"),
    )
    y = Outputs(
        v_x=("m/s", "velocity along x"),
        v_y=("m/s", "velocity along y"),
        a_x=("m/s^2", "acceleration along x"),
        a_y=("m/s^2", "acceleration along y"),
        v_r=("m/s", "radial velocity"),
        v_phi=("m/s", "circular velocity"),
        a_r=("m/s^2", "radial acceleration"),
        a_phi=("m/s^2", "circular acceleration"),
    )
    q, q_d, q_dd = (p.r, p.phi), (p.r_d, p.phi_d), (p.r_dd, p.phi_dd)
    v, a = POLAR.velocity(q, q_d), POLAR.acceleration(q, q_d, q_dd)
    along_v, along_a = (POLAR.vector(q, pair) for pair in ((y.v_r, y.v_phi), (y.a_r, y.a_phi)))
    path = motion(p)
    moving_v, moving_a = POLAR.velocity(path), POLAR.acceleration(path)
    return Problem(
        title="Polar coordinates",
        source="(2.12)-(2.27)",
        parameters=p,
        outputs=y,
        formulas={
            "v_r": v[0],
            "v_phi": v[1],
            "a_r": a[0],
            "a_phi": a[1],
            "v_x": along_v[0],
            "v_y": along_v[1],
            "a_x": along_a[0],
            "a_y": along_a[1],
        },  # fmt: skip
        motion=Motion(
            end=DURATION,
            quantities={
                "v_r": (moving_v[0], "m/s", "radial velocity"),
                "v_phi": (moving_v[1], "m/s", "circular velocity"),
                "a_r": (moving_a[0], "m/s^2", "radial acceleration"),
                "a_phi": (moving_a[1], "m/s^2", "circular acceleration"),
                "r": (path[0], "m", "distance"),
            },
        ),
        scene=scene,
    )


def motion(p: Given) -> list[Expr]:
    """Coordinates over time, from their values and derivatives at t = 0.

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    list of Expr
        r, m, and φ, rad, as functions of t.
    """
    half = t**2 / 2
    return [p.r + p.r_d * t + p.r_dd * half, p.phi + p.phi_d * t + p.phi_dd * half]


def scene(problem: Problem) -> Scene:
    """The point on its path, with its basis and the components of velocity and acceleration."""
    p = problem.parameters
    q = motion(p)
    place, basis = POLAR.position(q), POLAR.basis(q)
    e_r, e_phi = basis[:, 0], basis[:, 1]
    v_r, v_phi = V_SCALE * POLAR.velocity(q)
    a_r, a_phi = A_SCALE * POLAR.acceleration(q)
    whole = [place.subs(t, DURATION * k / 60) for k in range(61)]
    near = [place.subs(t, t + k / 10) for k in range(-9, 7)]

    axis = 1.1 * p.r

    def arrow(vector: Matrix, label: str, role: str) -> Arrow:
        return Arrow(place, place + vector, label=label, role=role)

    return Scene(
        shapes=(
            Arrow((0, 0), (axis, 0), label="e_x", role="axis"),
            Arrow((0, 0), (0, axis), label="e_y", role="axis"),
            Line(tuple(whole), role="guide", only="player"),
            Line(tuple(near), only="sketch"),
            Arrow((0, 0), place, label=p.r),
            Trace(place, duration=2.0),
            AngleMark(0.35 * p.r, q[1], label=p.phi),
            arrow(0.4 * p.r * e_r, "e_r", "axis"),
            arrow(0.4 * p.r * e_phi, r"e_{\varphi}", "axis"),
            arrow(a_r * e_r, "a_r", "force"),
            arrow(a_phi * e_phi, r"a_{\varphi}", "force"),
            arrow(v_r * e_r, "v_r", "coordinate"),
            arrow(v_phi * e_phi, r"v_{\varphi}", "coordinate"),
            PointMass(place, 0.03 * p.r),
            Text(place + Matrix([0.16 * p.r, 0.04 * p.r]), "P", only="sketch"),
        ),
        description=(
            "A point moves along a spiral or a circle about the origin. The unit vectors e_r and e_phi rotate with "
            "it; green arrows show the components of its velocity along them, red arrows those of its acceleration."
        ),
        sketch={"r": 2.0, "phi": 0.7, "r_d": 1.2, "phi_d": 0.55, "phi_dd": -1.2},
        ranges={
            "r": (0.2, 2.0), "phi": (-3.1, 3.1), "r_d": (-0.08, 0.5), "phi_d": (-3.0, 3.0),
            "r_dd": (-0.05, 0.2), "phi_dd": (-0.5, 0.5),
        },
    )  # fmt: skip
