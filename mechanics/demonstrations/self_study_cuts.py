"""Bodies of Aufgaben A.2, A.4, A.6 and A.8 cut free: what the balances are written for."""

from typing import Any

from sympy import Abs, Expr, Matrix, Piecewise

from ..forces import Force, force_arrow
from ..poses import Pose, rotation, translation
from ..problem import Given, Outputs, Problem
from ..rotations import rotation_z
from ..scene import AngleMark, Arrow, Box, Disc, Ground, Hinge, Line, PointMass, Scene, SpringShape, Text
from ..systems.self_study import hinged_frame_body as frame
from ..systems.self_study import quarter_car as car
from ..systems.self_study import rope_drum as drum
from ..systems.self_study import turntable_mass as turntable
from ..systems.self_study.rows import rows

__all__ = ["frame_cut_free", "quarter_car_cut_free", "rope_drum_cut_free", "turntable_from_the_side"]

FLAT = Pose()
"""Planar problems of these tasks have y upwards."""


def arrow(force: tuple, at: tuple, scale: Expr, label: Expr = "", push: bool = False) -> Arrow:
    """A force in the plane of the page, to scale."""
    return force_arrow(Force((*force, 0), (*at, 0)), scale, label, push=push, frame=FLAT)


# --- A.2 --------------------------------------------------------------------------------------------------


def frame_cut_free() -> Problem:
    """The frame of A.2 at phi = 0 without bearing and spring; (A.15)-(A.19)."""
    p = Given(**rows(frame.hinged_frame_body().parameters))
    y = Outputs(
        f_c=("N", "force of the spring, pushing"),
        f_x=("N", "force of the bearing along x"),
        f_y=("N", "force of the bearing along y"),
        l_f0=("m", "relaxed length that the spring needs", "l_{f0}^{req}"),
    )
    values = frame.masses(p)
    found = {name: value.subs(values) for name, value in frame.at_rest(p).items()}
    return Problem(
        title="The frame cut free",
        source="figure A.5, (A.15)-(A.19)",
        parameters=Given(**{name: row for name, row in rows(p).items() if name != "l_f0"}),
        outputs=y,
        formulas={**found, "l_f0": p.l_f_phi0 + y.f_c / p.c},
        scene=_frame_scene,
        sweep="l_m",
    )


def _frame_scene(problem: Problem) -> Scene:
    """The frame with the weights of its parts, the force of the spring and those of the bearing."""
    p, y = problem.parameters, problem.outputs
    parts, values = list(frame.parts(p).values()), frame.masses(p)
    scale = 0.004  # m/N
    sizes = [(p.l2, p.d), (p.d, p.l1 + 2 * p.d), (p.l3, p.d)]
    names = ("m_1 g", "m_2 g", "m_3 g", "m_m g")
    top = frame.spring_top(p)
    return Scene(
        shapes=(
            *(Box(*size, centre) for size, (_, centre, _) in zip(sizes, parts, strict=False)),
            PointMass(parts[3][1], 0.028),
            *(
                arrow((0, -mass.subs(values) * p.g), centre, scale, name)
                for (mass, centre, _), name in zip(parts, names, strict=True)
            ),
            arrow((0, y.f_c), top, scale, "f_c"),
            arrow((0, y.f_y), (0, 0), scale, "f_y", push=True),
            arrow((y.f_x, 0), (0, 0), scale, "f_x", push=True),
            Hinge((0, 0)),
            Text((-0.05, 0.04), "A"),
            *(Text((x - 0.05, y_S + 0.045), f"{k}") for k, (_, (x, y_S), _) in enumerate(parts[:3], 1)),
        ),
        description=(
            "The frame with its upper arm to the left and its lower arm to the right, cut free from bearing and "
            "spring. Arrows to scale show the weights of its three bars and of the point mass in their mass centres, "
            "the force of the spring at the left end, and the force of the bearing in A, which points upwards."
        ),
        ranges={"l_m": (0.0, 0.4), "m_m": (0.0, 6.0), "rho": (300.0, 3000.0), "c": (150.0, 1500.0)},
        limits=(-0.75, 0.65, -0.5, 0.65),
    )


# --- A.4 --------------------------------------------------------------------------------------------------


def quarter_car_cut_free() -> Problem:
    """Body and wheel of A.4 cut apart, with the forces of springs and dampers; (A.38), (A.39)."""
    p = Given(
        x_A=(-0.1, "m", "height of the body", "real"),
        x_R=(0.0, "m", "height of the wheel", "real"),
        x_U=(0.015, "m", "height of the road", "real"),
        v_A=(0.0, "m/s", "velocity of the body", "real"),
        v_R=(0.5, "m/s", "velocity of the wheel", "real"),
        v_U=(3.0, "m/s", "velocity of the road", "real"),
        **rows(car.quarter_car().parameters),
    )
    y = Outputs(
        f_cA=("N", "force of the suspension spring", "f_{cA}"),
        f_dA=("N", "force of the suspension damper", "f_{dA}"),
        f_cR=("N", "force of the tyre spring", "f_{cR}"),
        f_dR=("N", "force of the tyre damper", "f_{dR}"),
        a_A=("m/s^2", "acceleration of the body", r"\dot{v}_A"),
        a_R=("m/s^2", "acceleration of the wheel", r"\dot{v}_R"),
    )
    return Problem(
        title="Body and wheel cut free",
        source="figure A.9, (A.38), (A.39)",
        parameters=p,
        outputs=y,
        formulas=_car_forces(p),
        scene=_car_scene,
        sweep="x_U",
    )


def _car_forces(p: Given) -> dict[str, Any]:
    """Those of the system, with numbers for heights and velocities."""
    model = car.quarter_car()
    x_A, x_R = model.coordinates.symbols
    state = {x_A.diff(): p.v_A, x_R.diff(): p.v_R, x_A: p.x_A, x_R: p.x_R}
    state |= {model.inputs.x_U: p.x_U, model.inputs.x_U_d: p.v_U}
    found = {name: model.outputs[name].subs(state) for name in ("f_cA", "f_dA", "f_cR", "f_dR")}
    a_A, a_R = (a.subs(state) for a in model.accelerations)
    return found | {"a_A": a_A, "a_R": a_R}


def _car_scene(problem: Problem) -> Scene:
    """Body above wheel above road with the cuts between them; what acts upwards on one acts downwards on the other."""
    p, y = problem.parameters, problem.outputs
    scale, body, hub, road = 0.0001, 1.25 + p.x_A, 0.4 + p.x_R, -0.35 + p.x_U
    pairs = [
        (-0.18, y.f_cA, "f_{cA}", body - 0.12, hub + 0.08),
        (0.18, y.f_dA, "f_{dA}", body - 0.12, hub + 0.08),
        (-0.1, y.f_cR, "f_{cR}", hub - 0.08, road),
        (0.1, y.f_dR, "f_{dR}", hub - 0.08, road),
    ]
    return Scene(
        shapes=(
            Ground((-0.6, road), (0.6, road)),
            Box(0.9, 0.24, (0, body)),
            Text((-0.3, body), p.m_A),
            Box(0.5, 0.16, (0, hub)),
            Text((-0.17, hub), p.m_R),
            *(
                shape
                for x, f, label, upper, lower in pairs
                for shape in _cut(x, f, upper, lower, scale, label)
            ),
            arrow((0, -p.m_A * p.g), (0, body), scale, "m_A g"),
            arrow((0, -p.m_R * p.g), (0, hub), scale, "m_R g"),
        ),
        description=(
            "The body of the car above its wheel above the road, cut apart. In each cut a spring force and a damper "
            "force act upwards on the upper part and, equally large, downwards on the lower one; arrows to scale show "
            "them together with the weights of body and wheel. Where a spring is stretched, both its arrows turn round."
        ),
        ranges={"x_A": (-0.2, 0.1), "x_R": (-0.05, 0.05), "x_U": (-0.01, 0.03), "v_A": (-2.0, 2.0),
                "v_R": (-2.0, 2.0), "v_U": (-4.0, 4.0), "d_R": (0.0, 1000.0), "d_A": (0.0, 5000.0)},
        limits=(-0.8, 0.8, -1.6, 1.6),
    )  # fmt: skip


def _cut(x: float, f: Any, upper: Any, lower: Any, scale: float, label: str) -> tuple[Arrow | Text, ...]:
    """One force on both sides of a cut, upwards on what is above it; its name on the outer side."""
    name = Text((x + 0.12 * (1 if x > 0 else -1), upper - 0.14), label, role="force")
    return arrow((0, f), (x, upper), scale, "", True), arrow((0, -f), (x, lower), scale, "", True), name


# --- A.6 --------------------------------------------------------------------------------------------------


def turntable_from_the_side() -> Problem:
    """The mass of A.6 in the plane through the axis, with all forces in the frame that turns along; figure A.13."""
    whole = turntable.turntable_mass()
    return Problem(
        title="The mass on the turntable, from the side",
        source="figure A.13, (A.46)-(A.53)",
        parameters=whole.parameters,
        outputs=whole.outputs,
        formulas={name: f for name, f in whole.formulas.items() if name != "sticks"},
        words={"sticks": {True: Abs(whole.outputs.f_r_needed) <= whole.outputs.f_r_max, False: True}},
        optional=tuple(whole.optional),
        scene=_side_scene,
        sweep="omega",
    )


def _side_scene(problem: Problem) -> Scene:
    """The rising plate to the right of the axis; the friction lies between two marks, its limits."""
    p, y = problem.parameters, problem.outputs
    plate = rotation(rotation_z(p.beta))
    edge, reach, scale = turntable.EDGE, p.l + p.s_m, 0.03  # scale in m/N
    mass, touch = plate.point((reach, edge / 2)), plate.point((reach, 0))
    along, normal = plate.R * Matrix([1, 0, 0]), plate.R * Matrix([0, 1, 0])
    f_r = Piecewise((y.f_r_max, y.f_r_needed > y.f_r_max), (-y.f_r_max, y.f_r_needed < -y.f_r_max),
                    (y.f_r_needed, True))  # fmt: skip
    forces = (
        ((0, -p.m * p.g, 0), mass, "f_g"),
        ((y.f_f, 0, 0), mass, "f_f"),
        (-y.f_c * along, plate.point((reach - edge / 2, edge / 2)), "f_c"),
        (y.f_N * normal, touch, "f_N"),
        (-f_r * along, touch, "f_r"),
    )
    marks = [plate @ translation(reach + side * scale * y.f_r_max, 0) for side in (-1, 1)]
    return Scene(
        shapes=(
            Line(((0, -0.15), (0, 0.45)), dashed=True, role="reference"),
            AngleMark(0.22, p.beta, label=p.beta),
            Line(((0, 0), (0.35, 0)), role="reference", dashed=True),
            Ground((0, 0), plate.point((reach + 0.25, 0))),
            *(Line(((0, -0.03), (0, 0.0)), frame=mark, role="spring") for mark in marks),
            SpringShape((p.l, edge / 2), (reach - edge / 2, edge / 2), label=p.c, frame=plate),
            Box(edge, edge, (reach, edge / 2), frame=plate),
            *(force_arrow(Force(f, at), scale, label, frame=FLAT) for f, at, label in forces),
        ),
        description=(
            "A plate rises from the axis to the right with the slope beta. On it lies the mass, tied to the axis by a "
            "spring. Arrows to scale show the weight downwards, the centrifugal force to the right, the spring force "
            "and the friction along the plate, and the normal force across it. Two short strokes on the plate mark "
            "how far the arrow of the friction can reach."
        ),
        sketch={"omega": 6.0},
        ranges=turntable.scene(problem).ranges,
        limits=(-0.2, 0.9, -0.3, 0.7),
    )


# --- A.8 --------------------------------------------------------------------------------------------------


def rope_drum_cut_free() -> Problem:
    """Block, pulley and drum of A.8 at rest, cut apart; (A.70)-(A.77)."""
    p = Given(**rows(drum.rope_drum().parameters))
    y = Outputs(
        f_S=("N", "force in the rope"),
        f_x=("N", "force of the bearing on the pulley, to the right"),
        f_y=("N", "force of the bearing on the pulley, upwards"),
        f_n=("N", "normal force on the drum"),
        f_t=("N", "tangential force on the drum, to the left"),
        f_f=("N", "force of the spring, to the left"),
    )
    return Problem(
        title="Drum, pulley and block cut free",
        source="figure A.16, (A.70)-(A.77)",
        parameters=p,
        outputs=y,
        formulas=drum.at_rest(p),
        scene=_drum_scene,
        sweep="r_i",
    )


def _drum_scene(problem: Problem) -> Scene:
    """The three bodies beside each other with the forces of rope, spring, bearing and ground."""
    p, y = problem.parameters, problem.outputs
    scale = 0.01  # m/N
    roller, block, r = (0.95, 0.1), (1.6, -0.35), 0.13
    return Scene(
        shapes=(
            Disc(p.r_a, spokes=0),
            Disc(p.r_i, spokes=0),
            Hinge((0, 0)),
            Text((0.04, 0.05), "S"),
            Text((-0.07, -p.r_a - 0.05), "M"),
            arrow((y.f_S, 0), (0, p.r_i), scale, "f_S"),
            arrow((-y.f_f, 0), (0, 0), scale, "f_f"),
            arrow((-y.f_t, 0), (0, -p.r_a), scale, "f_t"),
            arrow((0, y.f_n), (0, -p.r_a), scale, "f_n", push=True),
            arrow((0, -p.m_T * p.g), (0, 0), scale, "m_T g"),
            Disc(r, roller, spokes=0),
            Hinge(roller),
            arrow((-y.f_S, 0), (roller[0], roller[1] + r), scale, "f_S"),
            arrow((0, -y.f_S), (roller[0] + r, roller[1]), scale, "f_S"),
            arrow((y.f_x, 0), roller, scale, "f_x"),
            arrow((0, y.f_y), roller, scale, "f_y"),
            Box(0.2, 0.2, block),
            arrow((0, y.f_S), (block[0], block[1] + 0.1), scale, "f_S"),
            arrow((0, -p.m_B * p.g), (block[0], block[1] - 0.1), scale, "m_B g"),
        ),
        description=(
            "Drum, pulley and block at rest, cut free. On the drum act the rope force to the right at the inner "
            "radius, the spring force to the left in its axle, its weight, the normal force and the tangential force "
            "of the ground, which points to the right. On the pulley the rope pulls to the left and downwards, the "
            "bearing to the right and upwards. On the block act rope force and weight. All arrows are to one scale."
        ),
        ranges={"r_i": (0.02, 0.25), "r_a": (0.15, 0.3), "m_B": (0.5, 3.5), "m_T": (0.5, 5.0)},
        limits=(-0.75, 2.0, -0.85, 0.65),
    )
