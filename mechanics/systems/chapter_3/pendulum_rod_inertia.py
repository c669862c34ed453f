"""Kinetic energy of a pendulum rod, in two ways (Beispiel 3.15)."""

from sympy import Expr, Matrix, pi

from ...mass import Solid
from ...mass.picture import center_mark
from ...mass.shapes import box
from ...poses import Pose, rotation
from ...problem import Given, Outputs, Problem
from ...rotations import rotation_z
from ...scene import AngleMark, Arrow, Box, Dimension, Hinge, Line, Scene, Shape, Text

ANGLE = 0.6  # of the rod in the picture, rad


def pendulum_rod_inertia() -> Problem:
    """Moments of inertia of a homogeneous cuboid rod about pivot and mass centre, and its energy; (3.128)-(3.135)."""
    p = Given(
        rho_S=(2700.0, "kg/m^3", "density"),
        l_S=(0.6, "m", "length"),
        b_S=(0.08, "m", "width, in the plane of motion"),
        h_S=(0.02, "m", "height, along the axis"),
        omega=(3.0, "rad/s", "angular velocity", "real", r"\dot{\varphi}"),
    )
    y = Outputs(
        m_S=("kg", "mass"),
        I_A=("kg m^2", "moment of inertia about the pivot A", r"I_{S,zz}^{(A)}"),
        I_S=("kg m^2", "moment of inertia about the mass centre S", r"I_{S,zz}^{(S)}"),
        T=("J", "kinetic energy"),
        T_t=("J", "kinetic energy of the translation of S", "T_t"),
        T_r=("J", "kinetic energy of the rotation about S", "T_r"),
    )
    body, v_S = rod(p), Matrix([0, 0, p.omega]).cross(rod(p).center)
    return Problem(
        title="Pendulum rod",
        source="Beispiel 3.15, (3.128)-(3.135)",
        parameters=p,
        outputs=y,
        formulas={
            "m_S": body.m,
            "I_A": body.about_axis((0, 0, 0)).expand(),
            "I_S": body.about_axis(body.center).expand(),
            "T": y.I_A * p.omega**2 / 2,
            "T_t": y.m_S * v_S.dot(v_S) / 2,
            "T_r": y.I_S * p.omega**2 / 2,
        },
        scene=scene,
        sweep="l_S",
    )


def rod(p: Given) -> Solid:
    """The rod in its own axes: it hangs from the pivot A in the origin along -y.

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    Solid
        With its mass, mass centre and inertia.
    """
    return box(p.rho_S, p.b_S, p.l_S, p.h_S).at((0, -p.l_S / 2, 0))


def scene(problem: Problem) -> Scene:
    """The swinging rod with the velocities along it, and its kinetic energy as a bar of two parts."""
    p, y = problem.parameters, problem.outputs
    turned = rotation(rotation_z(ANGLE))
    S, tip = rod(p).center, Matrix([0, -p.l_S])
    down = rotation(rotation_z(-pi / 2))
    return Scene(
        shapes=(
            Line(((0, 0), (0, -0.45)), role="reference", dashed=True),
            Box(p.b_S, p.l_S, S, frame=turned),
            *_velocities(p, turned),
            Hinge((0, 0), support=(0, 1)),
            Text((-0.06, -0.03), "A"),
            *center_mark(S, 0.014, frame=turned, shift=(-2.4, 0.5)),
            AngleMark(0.35, ANGLE, frame=down, label=r"\varphi"),
            Dimension(tip, (0, 0), p.l_S, offset=0.1, frame=turned, only="sketch"),
            Dimension((-p.b_S / 2, -p.l_S), (p.b_S / 2, -p.l_S), p.b_S, offset=-0.07, frame=turned, only="sketch"),
            *_bar(y.T_t, y.T_r),
        ),
        description=(
            "A rod, a flat cuboid, swings about a pivot A at its upper end. Green arrows show the velocities along "
            "it, which grow with the distance from A. A bar beside it shows the kinetic energy to scale: the larger "
            "lower part belongs to the motion of the mass centre S, the smaller upper part to the rotation about S."
        ),
        ranges={"l_S": (0.1, 1.0), "b_S": (0.01, 0.5), "h_S": (0.005, 0.05), "omega": (-6.0, 6.0)},
        limits=(-0.5, 1.2, -1.15, 0.25),
    )


def _velocities(p: Given, frame: Pose) -> list[Shape]:
    """Arrows of v = ω × r along the rod, to scale."""
    scale = 0.1  # m for 1 m/s
    places = [Matrix([0, -p.l_S * k / 4]) for k in range(1, 5)]
    return [Arrow(r, r + scale * Matrix([-p.omega * r[1], 0]), "v_S" if k == 1 else "", frame=frame)
            for k, r in enumerate(places)]  # fmt: skip


def _bar(T_t: Expr, T_r: Expr) -> tuple[Shape, ...]:
    """Both parts of the kinetic energy, one above the other."""
    scale, x, floor = 0.2, 0.72, -0.7  # m for 1 J; place, m
    low, high = scale * T_t, scale * T_r
    return (
        Box(0.08, low, (x, floor + low / 2)),
        Box(0.08, high, (x, floor + low + high / 2), role="force"),
        Line(((x - 0.06, floor), (x + 0.06, floor))),
        Text((x + 0.06, floor + low / 2), "T_t", anchor="left"),
        Text((x + 0.06, floor + low + high / 2), "T_r", anchor="left", role="force"),
    )
