"""The machines of Aufgaben A.2, A.4 and A.6 a little changed, for the tasks."""

from types import SimpleNamespace

from sympy import Expr, Matrix, pi

from ..forces import Force, ForceSystem, force_arrow, reactions, weight
from ..lagrange import Body, Damper, LagrangianSystem, Spring
from ..model import Coordinates, Inputs, Parameters, Variables
from ..poses import rotation, translation
from ..problem import Given, Outputs, Problem
from ..rotations import rotation_z
from ..scene import (
    AngleMark,
    Arrow,
    Box,
    DamperShape,
    Dimension,
    Ground,
    Hinge,
    Line,
    PointMass,
    Scene,
    SpringShape,
    Text,
)
from ..symbols import parameter_symbol, t
from ..systems.self_study import hinged_frame_body as frame
from ..systems.self_study import quarter_car as car
from ..systems.self_study import turntable_mass as turntable
from ..systems.self_study.rows import rows
from .self_study_cuts import FLAT, arrow

__all__ = ["frame_from_the_right", "quarter_car_with_seat", "turntable_falling"]

SEAT = 1.75  # height of the driver above the road while all springs are relaxed, m


# --- A.2 --------------------------------------------------------------------------------------------------


def frame_from_the_right() -> Problem:
    """The frame of A.2 with the spring under its lower arm and the point mass on the upper one, at phi = 0."""
    p = Given(**rows(frame.hinged_frame_body().parameters))
    y = Outputs(f_c=("N", "force of the spring, pushing"), f_y=("N", "force of the bearing, upwards"))
    f_x = parameter_symbol("f_x", real=True)
    body = [weight(m, p.g, centre, (0, -1, 0)) for m, centre in right_parts(p)]
    body += [Force((0, y.f_c, 0), (p.d + p.l3, 0, 0)), Force((f_x, y.f_y, 0))]
    found = reactions(ForceSystem(body), [y.f_c, y.f_y, f_x])
    return Problem(
        title="The frame with the spring on the right",
        source="a variation of Aufgabe A.2",
        parameters=p,
        outputs=y,
        formulas={x.name: found[x] for x in (y.f_c, y.f_y)},
        scene=_right_scene,
        sweep="l_m",
    )


def right_parts(p: Variables) -> list[tuple[Expr, tuple]]:
    """Masses and mass centres at phi = 0: the bars of A.2, and the point mass on the upper arm.

    Parameters
    ----------
    p : Variables
        Inputs of the problem.

    Returns
    -------
    list of (Expr, tuple)
        Mass, kg, and mass centre (x, y), m.
    """
    short = frame.masses(p)
    bars = [(mass.subs(short), centre) for mass, centre, _ in list(frame.parts(p).values())[:3]]
    return [*bars, (p.m_m, (p.l_m - p.l2, p.l1 + 2 * p.d))]


def _right_scene(problem: Problem) -> Scene:
    """The frame upright, with the spring under the end of its lower arm."""
    p, tip = problem.parameters, (problem.parameters.d + problem.parameters.l3, 0)
    foot = (tip[0], -p.l_f_phi0)
    sizes = [(p.l2, p.d), (p.d, p.l1 + 2 * p.d), (p.l3, p.d)]
    parts, spots = right_parts(p), [(-0.1, -0.06), (0.06, 0.02), (0.02, 0.05)]
    labels = zip("123", parts, spots, strict=False)
    upright = rotation(rotation_z(pi / 2))
    return Scene(
        shapes=(
            Ground((tip[0] - 0.12, foot[1]), (tip[0] + 0.12, foot[1])),
            SpringShape(foot, tip, label=p.c, side="right"),
            *(Box(*size, centre) for size, (_, centre) in zip(sizes, parts, strict=False)),
            *(Text((c[0] + dx, c[1] + dy), k) for k, (_, c), (dx, dy) in labels),
            PointMass(parts[3][1], 0.028, "m_m"),
            Hinge((0, 0), support=(0, -1)),
            Text((-0.06, 0.02), "A"),
            AngleMark(0.62, 0.35, frame=upright, label=r"\varphi"),
            Line(((0, 0.5), (0, 0.66)), role="reference", dashed=True),
            Dimension((-p.l2, p.l1 + 2 * p.d), (p.l_m - p.l2, p.l1 + 2 * p.d), p.l_m, offset=0.1),
            Dimension((0, 0), (p.d, 0), p.d, offset=-0.06),
            Dimension((p.d, 0), tip, p.l3, offset=-0.14),
            Dimension((-p.l2, p.l1 + p.d), (0, p.l1 + p.d), p.l2, offset=-0.1),
            Dimension((p.d, p.d), (p.d, p.d + p.l1), p.l1, offset=-0.12),
            Dimension((tip[0] + 0.12, foot[1]), (tip[0] + 0.12, 0), p.l_f_phi0, offset=-0.08),
            Arrow((0, 0), (0.13, 0), "x", role="axis"),
            Arrow((0, 0), (0, 0.13), "y", role="axis"),
        ),
        description=(
            "A frame in the shape of a Z on a hinge A at the lower end of its upright. The upper arm leads to the "
            "left and carries a point mass on its upper side, the lower arm leads to the right. A spring stands on the "
            "ground below the end of the lower arm and holds its lower corner. The angle counts counterclockwise."
        ),
        sketch={"l_m": 0.15},
        ranges={"l_m": (0.0, 0.5), "m_m": (0.0, 6.0)},
    )


# --- A.4 --------------------------------------------------------------------------------------------------


def quarter_car_with_seat() -> LagrangianSystem:
    """The quarter car of A.4 with a driver of the mass m_S on a seat with spring and damper; all heights upwards."""
    q = Coordinates(
        x_S=("m", "height of the driver, from relaxed springs", -0.24),
        x_A=("m", "height of the body, from relaxed springs", -0.22),
        x_R=("m", "height of the wheel, from relaxed springs", -0.02),
    )
    p = Parameters(
        m_S=(80.0, "kg", "mass of the driver"),
        c_S=(12000.0, "N/m", "stiffness of the seat"),
        d_S=(600.0, "N s/m", "damping of the seat", "nonnegative"),
        **car.ROWS,
    )
    u = Inputs(**car.INPUTS)
    x_S, x_A, x_R = q.symbols
    rows = ((p.m_S, x_S, "driver"), (p.m_A, x_A, "body"), (p.m_R, x_R, "wheel"))
    return LagrangianSystem(
        title="Quarter car with a driver",
        source="a variation of Aufgabe A.4",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(m, (0, x, 0), name=name) for m, x, name in rows],
        gravity=(0, -p.g, 0),
        springs=[Spring(x_A - x_S, p.c_S), Spring(x_R - x_A, p.c_A), Spring(u.x_U - x_R, p.c_R)],
        dampers=[Damper(x_A - x_S, p.d_S), Damper(x_R - x_A, p.d_A)],
        generalized_forces={"x_R": p.d_R * (u.x_U_d - x_R.diff(t))},
        outputs={
            "a_S": (x_S.diff(t, 2), "m/s^2", "acceleration of the driver"),
            "a_A": (x_A.diff(t, 2), "m/s^2", "acceleration of the body"),
        },
        scene=_seat_scene,
    )


def _seat_scene(system: LagrangianSystem) -> Scene:
    """The quarter car with one mass more on top."""
    p, u, (x_S, x_A, x_R) = system.parameters, system.inputs, system.coordinates.symbols
    y = {"f_cA": p.c_A * (x_R - x_A), "f_dA": p.d_A * (x_R - x_A).diff(t), "f_R": p.c_R * (u.x_U - x_R)}
    low, high = car.BODY + x_A + car.HIGH / 2, SEAT + x_S
    return Scene(
        shapes=(
            Ground((-0.55, u.x_U), (0.55, u.x_U)),
            *car.car(system, y, u.x_U),
            SpringShape((-car.SIDE, low), (-car.SIDE, high - 0.09), label=p.c_S),
            DamperShape((car.SIDE, low), (car.SIDE, high - 0.09), label=p.d_S, side="right"),
            Box(0.4, 0.18, (0, high)),
            Text((0, high), p.m_S),
            *car._height(0.62, SEAT, x_S, "x_S"),
        ),
        description=(
            "A driver sits on a seat with a spring and a damper on the body of a car, which stands on the suspension, "
            "the wheel and the tyre. Three arrows show the heights of driver, body and wheel, each counted upwards "
            "from where all springs are relaxed."
        ),
        sketch={"x_S": 0.12, "x_A": 0.16, "x_R": 0.11},
        ranges={"x_U": (-0.1, 0.1), "x_U_d": (-0.5, 0.5), "d_A": (0.0, 6000.0), "d_S": (0.0, 3000.0)},
        limits=(-1.0, 1.0, -0.3, 2.2),
        duration=3.0,
    )


# --- A.6 --------------------------------------------------------------------------------------------------


def turntable_falling() -> Problem:
    """The mass of A.6 on a plate that falls outwards; the weight now pulls outwards, too."""
    slope = {"beta": (0.3, "rad", "slope of the surface, which falls outwards", "nonnegative")}
    p = Given(**rows(turntable.turntable_mass().inputs) | slope)
    y = Outputs(
        f_N=("N", "normal force"),
        f_r_needed=("N", "friction that is needed, inwards", "f_r"),
        f_r_max=("N", "largest friction", "f_r^{max}"),
    )
    return Problem(
        title="Turntable with a plate that falls outwards",
        source="a variation of Aufgabe A.6",
        parameters=p,
        outputs=y,
        formulas={name: f for name, f in falling_forces(p).items() if name in y},
        scene=_falling_scene,
        sweep="omega",
    )


def falling_forces(p: Variables) -> dict[str, Expr]:
    """The forces of A.6 for a slope of the other sign.

    Parameters
    ----------
    p : Variables
        Inputs of the problem.

    Returns
    -------
    dict of str
        N, by the names of A.6.
    """
    names = ("m", "mu_H", "s_m", "s0", "l", "c", "g", "omega")
    return turntable.forces_on(SimpleNamespace(beta=-p.beta, **{name: getattr(p, name) for name in names}))


def _falling_scene(problem: Problem) -> Scene:
    """The falling plate to the right of the axis, and the mass without its forces."""
    p = problem.parameters
    plate = rotation(rotation_z(-p.beta))
    edge, reach = turntable.EDGE, p.l + p.s_m
    along = plate.R * Matrix([1, 0, 0])
    below = plate @ translation(0, -0.09)
    return Scene(
        shapes=(
            Line(((0, -0.2), (0, 0.3)), dashed=True, role="reference"),
            Arrow((0, 0.06), (0, 0.26), label=p.omega),
            Line(((0, 0), (0.5, 0)), role="reference", dashed=True),
            AngleMark(0.33, 0, start=-p.beta, label=p.beta, role="dimension"),
            Ground((0, 0), plate.point((reach + 0.25, 0))),
            SpringShape((p.l, edge / 2), (reach - edge / 2, edge / 2), label=p.c, frame=plate),
            Line(((p.l, 0), (p.l, edge)), frame=plate),
            Box(edge, edge, (reach, edge / 2), frame=plate),
            Text((reach, edge / 2), p.m, frame=plate),
            Dimension((0, 0), (p.l, 0), p.l, offset=-0.06, frame=below),
            Dimension((p.l, 0), (reach, 0), p.s_m, offset=-0.06, frame=below),
            force_arrow(Force(0.12 * along, plate.point((reach, 2.2 * edge))), 1, r"\mathrm{outwards}", frame=FLAT,
                        role="coordinate"),
            arrow((0, -0.1), (0.65, 0.25), 1, "g"),
        ),
        description=(
            "Side view of a turntable: a plate falls from the axis to the right with the slope beta. On it lies a mass "
            "that a spring ties to an anchor at the distance l from the axis, along the plate. An arrow along the "
            "plate, away from the axis, marks the positive direction."
        ),
        ranges={"omega": (0.0, 8.0), "beta": (0.0, 0.8), "mu_H": (0.0, 1.2)},
    )  # fmt: skip
