"""A plate that a small roller clamps in a housing (Aufgabe A.3): x to the right, y upwards, B in the origin."""

from dataclasses import replace
from typing import Any

from sympy import And, Matrix, Piecewise, Symbol, cos, pi, sin

from ...forces import Couple, Force, ForceSystem, RoughContact, force_arrow, reactions, weight
from ...poses import HERE, Pose, translation
from ...problem import Given, Outputs, Problem
from ...rotations import rotation_z
from ...scene import AngleMark, Box, Dimension, Disc, Ground, Line, PointMass, Scene, Shape, Text

__all__ = ["free_bodies", "hooked_plate", "plate_holder"]

SCALE, LARGE = 0.0006, 0.0008  # of the arrows, m/N
BELOW = 0.16  # of the plate below B, in the picture, m
GAP = 0.24  # between free bodies, m
FAR = 100.0  # outside of every window, m


def plate_holder() -> Problem:
    """Friction and clamped length by which a roller between a sloping wall and a plate holds the plate; (A.29)-(A.37).

    All forces grow with the weight of the plate, so their quotients do not: where the holder holds one plate, it holds
    every plate (*Selbsthemmung*). `mu_H` and `h`, the friction that is there and the length above B that is clamped,
    only count for the `state`.
    """
    return _problem(scene)


def free_bodies() -> Problem:
    """The same with the free bodies side by side: housing, roller and plate, cut from each other (figure A.7)."""
    return _problem(_scene_of_free_bodies)


def hooked_plate() -> Problem:
    """The same with a load `f_L` that hangs on the plate at the distance `x_L` from B: a variation to explore."""
    return _problem(scene, hook=True)


def _problem(picture: Any, hook: bool = False) -> Problem:
    load = {
        "f_L": (50.0, "N", "load on the hook", "nonnegative"),
        "x_L": (0.06, "m", "distance of the hook from B, to the right", "real"),
    }
    p = Given(
        alpha=(0.5, "rad", "angle of the wedge"),
        b=(0.08, "m", "width of the plate"),
        d=(0.06, "m", "diameter of the roller"),
        m=(5.0, "kg", "mass of the plate"),
        g=(9.81, "m/s^2", "gravity"),
        mu_H=(0.35, "1", "coefficient of static friction at A and B", "nonnegative"),
        h=(0.04, "m", "length of the plate above B", "nonnegative"),
        **(load if hook else {}),
    )
    y = Outputs(
        mu_H_min=("1", "smallest coefficient of static friction that holds", r"\mu_{H,min}"),
        h_min=("m", "smallest clamped length, up to which the wall must support the plate", "h_{min}"),
        f_An=("N", "normal force at A, between housing and roller", "f_{A,n}"),
        f_At=("N", "friction at A", "f_{A,t}"),
        f_Bn=("N", "normal force at B, between roller and plate", "f_{B,n}"),
        f_Bt=("N", "friction at B", "f_{B,t}"),
        f_Cn=("N", "normal force at C, of the smooth wall on the plate", "f_{C,n}"),
        state=("", "what the plate does"),
    )
    found = _reactions(p, y)
    return Problem(
        title="Plate holder",
        source="Aufgabe A.3, (A.29)-(A.37)",
        parameters=p,
        outputs=y,
        formulas={
            **{name: found[name] for name in ("f_An", "f_At", "f_Bn", "f_Bt", "f_Cn")},
            "mu_H_min": y.f_At / y.f_An,  # (A.31), (A.32)
            "h_min": found["tau_C"] / y.f_Cn,  # (A.37)
        },
        words={"state": {"slips": p.mu_H < y.mu_H_min, "tilts": p.h < y.h_min, "holds": True}},
        conditions={"The wall must slope towards the plate, alpha < pi": cos(p.alpha / 2) > 0},
        scene=picture,
        sweep="alpha",
    )


# --- the free bodies --------------------------------------------------------------------------------------


def _contact(p: Given) -> RoughContact:
    """The sloping wall at A, seen from the roller."""
    normal = Matrix([cos(p.alpha), sin(p.alpha), 0])
    return RoughContact(p.d / 2 * (Matrix([-1, 0, 0]) - normal), normal, p.mu_H)


def _on_roller(p: Given, y: Outputs) -> list[Force]:
    """Normal force and friction of the housing at A, of the plate at B; figure A.7."""
    at_A, down_the_wall = _contact(p), (sin(p.alpha), -cos(p.alpha), 0)
    return [
        at_A.force(y.f_An, 0, down_the_wall),
        at_A.force(0, y.f_At, down_the_wall),
        Force((-y.f_Bn, 0, 0), (0, 0, 0)),
        Force((0, -y.f_Bt, 0), (0, 0, 0)),
    ]


def _on_plate(p: Given, y: Outputs, h: Any = 0) -> list[Force]:
    """What the roller does to the plate at B, the wall at C, and the weight."""
    push, lift = (-force for force in _on_roller(p, y)[2:])
    return [push, lift, Force((-y.f_Cn, 0, 0), (p.b, h, 0)), _weight(p), *_load(p)]


def _weight(p: Given) -> Force:
    return weight(p.m, p.g, (p.b / 2, (p.h - BELOW) / 2, 0), down=(0, -1, 0))


def _load(p: Given) -> list[Force]:
    """What hangs on the hook, if there is one, at the lower edge of the plate."""
    return [Force((0, -p.f_L, 0), (p.x_L, -BELOW, 0))] if "f_L" in p else []


def _reactions(p: Given, y: Outputs) -> dict[str, Any]:
    """All forces by name, and the moment f_Cn h of the wall about B.

    Where the wall pushes is not known, and force times height is no linear unknown. But a force at the height h is the
    same force at the height of B together with the couple f_Cn h, and so the balances stay linear.
    """
    tau_C = Symbol("tau_C", real=True)
    roller = ForceSystem(_on_roller(p, y), name="the roller")
    plate = ForceSystem([*_on_plate(p, y), Couple((0, 0, tau_C))], name="the plate")
    unknowns = [y.f_An, y.f_At, y.f_Bn, y.f_Bt, y.f_Cn, tau_C]
    return {symbol.name: value for symbol, value in reactions([roller, plate], unknowns).items()}


# --- pictures ---------------------------------------------------------------------------------------------

RANGES = {"alpha": (0.25, 1.5), "mu_H": (0.0, 1.0), "b": (0.04, 0.12), "d": (0.03, 0.13), "m": (0.5, 8.0),
          "g": (1.0, 12.0), "h": (0.0, 0.08), "f_L": (0.0, 150.0), "x_L": (-0.05, 0.15)}  # fmt: skip


def scene(problem: Problem) -> Scene:
    """The plate in its housing, the forces from outside, the friction cone at A, and what becomes of the plate."""
    p, y = problem.parameters, problem.outputs
    at_A, C = _contact(p), Matrix([p.b, y.h_min, 0])
    across = Pose(Matrix.hstack(at_A.normal, _up_the_wall(p), Matrix([0, 0, 1])), at_A.at)  # x from the wall inwards
    housing = sum((force.vector for force in _on_roller(p, y)[:2]), Matrix([0, 0, 0]))
    return Scene(
        shapes=(
            *_housing(p),
            *_plate(p),
            _roller(p),
            *(Line((at_A.at, at_A.at + 1.4 * p.d * edge), role="trace") for edge in at_A.cone(_up_the_wall(p))),
            Line((at_A.at, (0, 0))),
            Line(((0, 0), (0.9 * p.d, 0)), frame=across, role="reference", dashed=True),
            AngleMark(0.75 * p.d, -p.alpha / 2, frame=across, label=r"\alpha/2", role="dimension"),
            *_wedge_angle(p),
            Text(at_A.at + Matrix([0.002, -0.016, 0]), "A"),
            Text((0.01, -0.014), "B"),
            Text(C + Matrix([-0.012, -0.012, 0]), "C"),
            PointMass(C, 0.003),
            force_arrow(Force(housing, at_A.at), SCALE, "f_A", push=True, frame=HERE),
            force_arrow(Force((-y.f_Cn, 0, 0), C), SCALE, y.f_Cn, push=True, frame=HERE),
            force_arrow(_weight(p), SCALE, "m g", frame=HERE),
            *(force_arrow(force, SCALE, p.f_L, frame=HERE) for force in _load(p)),
            *(Line((force.point, (p.b / 2, -BELOW)), role="body") for force in _load(p)),
            *(Dimension((0, -BELOW - 0.012), (p.x_L, -BELOW - 0.012), p.x_L, only="sketch") for _ in _load(p)),
            Dimension((p.b / 2, p.h), (p.b / 2, 0), p.h, only="sketch"),
            Dimension((0, p.h + 0.012), (p.b, p.h + 0.012), p.b, only="sketch"),
            *_lamp(p, y),
        ),
        description=(
            "A plate hangs in a housing that is open at the bottom. On its right it leans on a smooth vertical wall; "
            "on its left a small roller is wedged between the plate and a wall that slopes by alpha from the vertical "
            "and comes closer to the plate downwards. A line from the contact A, roller and housing, to the contact B, "
            "roller and plate, makes the angle alpha/2 with the normal at A; while it lies inside of the friction cone "
            "drawn there, the roller holds. Arrows to scale show the force of the housing on the roller, the force of "
            "the smooth wall and the weight."
        ),
        sketch={"alpha": 0.8, "mu_H": 0.6, "h": 0.06},
        ranges={name: limits for name, limits in RANGES.items() if name in p},
        limits=(-0.27, 0.33, -0.24, 0.2),
    )


def _scene_of_free_bodies(problem: Problem) -> Scene:
    """Housing, roller and plate apart, with equal and opposite forces where they touched."""
    p, y = problem.parameters, problem.outputs
    wall, roller, plate, smooth = (translation(k * GAP) for k in (-2, -1, 0, 1))
    slope, *others = _housing(p)
    at_roller, at_plate = _on_roller(p, y), _on_plate(p, y, y.h_min)
    pushes = [
        (at_roller[0], y.f_An, roller), (at_roller[2], y.f_Bn, roller), (at_plate[0], y.f_Bn, plate),
        (at_plate[2], y.f_Cn, plate), (-at_roller[0], y.f_An, wall), (-at_plate[2], y.f_Cn, smooth),
    ]  # fmt: skip
    pulls = [
        (at_roller[1], y.f_At, roller), (at_roller[3], y.f_Bt, roller), (at_plate[1], y.f_Bt, plate),
        (at_plate[3], "m g", plate), (-at_roller[1], y.f_At, wall),
    ]  # fmt: skip
    return Scene(
        shapes=(
            replace(slope, frame=wall),
            *(replace(shape, frame=smooth) for shape in others),
            *(replace(shape, frame=plate) for shape in _plate(p)),
            replace(_roller(p), frame=roller),
            *(force_arrow(f, LARGE, label, push=True, frame=frame) for f, label, frame in pushes),
            *(force_arrow(f, LARGE, frame=frame) for f, _, frame in pulls),
            *(Text(frame.point(f.point + 1.6 * LARGE * f.vector), label, role="force") for f, label, frame in pulls),
        ),
        description=(
            "From left to right the free bodies: the sloping wall of the housing, the roller, the plate and the smooth "
            "wall. Where two of them touched, at A, B and C, each bears an arrow, the two are equal and opposite. The "
            "weight of the plate acts in its middle. All arrows are to scale."
        ),
        sketch={"alpha": 0.75, "h": 0.06, "b": 0.1, "d": 0.13},
        ranges={name: limits for name, limits in RANGES.items() if name in p},
    )


def _up_the_wall(p: Given) -> Matrix:
    return Matrix([-sin(p.alpha), cos(p.alpha), 0])


def _housing(p: Given) -> tuple[Shape, ...]:
    """The sloping wall, hatched on its left, and the smooth one on the right of the plate."""
    A, along = _contact(p).at, _up_the_wall(p)
    upper, lower = A + 0.09 / cos(p.alpha) * along, A - 0.05 * along
    return Ground(upper, lower), Ground((p.b, -0.06), (p.b, 0.12))


def _plate(p: Given) -> tuple[Shape, ...]:
    return (Box(p.b, p.h + BELOW, (p.b / 2, (p.h - BELOW) / 2)),)


def _roller(p: Given) -> Shape:
    return Disc(p.d / 2, (-p.d / 2, 0), spokes=0)


def _wedge_angle(p: Given) -> tuple[Shape, ...]:
    """From the vertical to the sloping wall, at its lower end."""
    corner = _contact(p).at - 0.05 * _up_the_wall(p)
    vertical = Pose(rotation_z(pi / 2), corner)
    return (
        Line(((0, 0), (0.1, 0)), frame=vertical, role="reference", dashed=True),
        AngleMark(0.085, p.alpha, frame=vertical, label=p.alpha),
    )


def _lamp(p: Given, y: Outputs) -> tuple[Shape, ...]:
    """What becomes of the plate, in words; those that are not true lie outside of the window."""
    slips, tilts = p.mu_H < y.mu_H_min, p.h < y.h_min
    holds = And(p.mu_H >= y.mu_H_min, p.h >= y.h_min)
    words = (
        ("holds", holds, "coordinate"),
        ("slips", slips, "force"),
        ("tilts", And(p.mu_H >= y.mu_H_min, tilts), "force"),
    )
    return tuple(
        Text((Piecewise((p.b / 2, condition), (FAR, True)), 0.1), word, role=role, only="player")
        for word, condition, role in words
    )
