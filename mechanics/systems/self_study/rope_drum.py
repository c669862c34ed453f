"""Rope drum that rolls while a block hangs from its rope (Aufgabe A.8)."""

from typing import Any

from sympy import Eq, Expr, Matrix, cos, sin

from ...angular_momentum import Rotor, solve_balances
from ...forces import Force as Load
from ...forces import ForceSystem, pulley, reactions, rope, weight
from ...lagrange import Body, LagrangianSystem, Spring
from ...model import Coordinates, Parameters, Variables
from ...poses import rotation, translation
from ...rotations import rotation_z
from ...scene import (
    AngleMark,
    Arrow,
    Box,
    Dimension,
    Disc,
    Flow,
    Ground,
    Handle,
    Hinge,
    Line,
    Scene,
    SpringShape,
    Text,
    ValueArrow,
)
from ...symbols import parameter_symbol, t

PULLEY, RADIUS = 1.75, 0.07  # place and radius of the pulley in the picture, m
HANG, SIDE = 0.62, 0.2  # rope above the block while x_T = 0, edge of the block, m
NAMES = {1: "its upper side", -1: "it below the axle"}
WINDS = {1: "unwinds rope, so the block moves farther", -1: "winds rope up, so the block moves less"}
STATIC = ("f_S", "f_x", "f_y", "f_n", "f_t", "f_f")


def rope_drum(side: int = 1) -> LagrangianSystem:
    """Drum that rolls without slipping, pulled by a block over a pulley and held by a spring; (A.70)-(A.86).

    x_T is the length of the spring, positive towards the pulley. The output `static` holds the forces at rest
    [f_S, f_x, f_y, f_n, f_t, f_f] (A.70)-(A.76); f_S and f_t are those of the motion (A.81), (A.84). The rope is taken
    for taut: where f_S < 0 the model no longer holds.

    Parameters
    ----------
    side : int
        Where the rope leaves the drum, 1 above its axle as in the lecture, -1 below it.
    """
    q = Coordinates(x_T=("m", "position of the drum, towards the pulley", 0.5))
    p = Parameters(
        m_B=(2.0, "kg", "mass of the block"),
        m_T=(3.0, "kg", "mass of the drum"),
        I_T=(0.1, "kg m^2", "inertia of the drum about its axis"),
        r_i=(0.12, "m", "inner radius, on which the rope lies"),
        r_a=(0.25, "m", "outer radius, on which the drum rolls"),
        c=(80.0, "N/m", "stiffness of the spring"),
        s_f0=(0.5, "m", "relaxed length of the spring", "nonnegative", "s_{f0}"),
        g=(9.81, "m/s^2", "gravity"),
    )
    (x_T,) = q.symbols
    drum = translation(x_T) @ rotation(rotation_z(-x_T / p.r_a))  # rolls clockwise (A.78)
    y_B = fall(p, x_T, side)
    return LagrangianSystem(
        title="Rope drum",
        source="Aufgabe A.8, (A.70)-(A.86)",
        coordinates=q,
        parameters=p,
        bodies=[Body(p.m_T, drum, p.I_T, "drum"), Body(p.m_B, (0, -y_B, 0), name="block")],
        gravity=(0, -p.g, 0),
        springs=[Spring(x_T - p.s_f0, p.c)],
        outputs=lambda system: outputs(system, side),
        scene=lambda system: scene(system, side),
    )


def fall(p: Variables, x_T: Expr, side: int = 1) -> Expr:
    """Way of the block downwards: the drum comes nearer and unwinds rope, or winds it up (A.79).

    Parameters
    ----------
    p : Variables
        Parameters of the system, or the inputs of a problem with the same names.
    x_T : Expr
        Position of the drum, m.
    side : int
        Where the rope leaves the drum, 1 above its axle, -1 below it.

    Returns
    -------
    Expr
        m.
    """
    return (side * p.r_i + p.r_a) * x_T / p.r_a


def outputs(system: LagrangianSystem, side: int) -> dict[str, Any]:
    """The forces in motion and at rest, and where the block is."""
    p, (x_T,) = system.parameters, system.coordinates.symbols
    y_B, (f_S, f_t) = fall(p, x_T, side), in_motion(p, x_T, side)
    rest = at_rest(p, side)
    return {
        "y_B": (y_B, "m", "way of the block downwards"),
        "f_S": (f_S, "N", "force in the rope"),
        "f_t": (f_t, "N", "tangential force of the ground on the drum, towards -x"),
        "static": Matrix([rest[name] for name in STATIC]),
        "y_B_dd": (y_B.diff(t, 2), "m/s^2", "acceleration of the block downwards", r"\ddot{y}_B"),
    }


def in_motion(p: Variables, x_T: Expr, side: int = 1) -> tuple[Expr, Expr]:
    """Rope force and tangential force from the momentum of the block (A.80) and the rotation of the drum (A.82).

    Parameters
    ----------
    p : Variables
        Parameters of the system.
    x_T : Expr
        Position of the drum, m.
    side : int
        Where the rope leaves the drum, 1 above its axle, -1 below it.

    Returns
    -------
    tuple of Expr
        f_S and f_t, N.
    """
    f_S, f_t = parameter_symbol("f_S"), parameter_symbol("f_t")
    block = Eq(p.m_B * fall(p, x_T, side).diff(t, 2), p.m_B * p.g - f_S, evaluate=False)
    drum = Rotor(p.I_T, x_T / p.r_a, [side * f_S * p.r_i, f_t * p.r_a])
    found = solve_balances([block, drum.balance], [f_S, f_t])
    return found[f_S], found[f_t]


def free_bodies(p: Variables, side: int = 1) -> tuple[list[ForceSystem], dict[str, Expr]]:
    """Block, pulley and drum at rest, each with all its forces in a plane with y upwards, and the unknowns by name.

    Parameters
    ----------
    p : Variables
        Parameters of the system, or the inputs of a problem with the same names.
    side : int
        Where the rope leaves the drum, 1 above its axle, -1 below it.

    Returns
    -------
    list of ForceSystem, and dict of str
        The bodies, and the symbols of the forces.
    """
    s = {name: parameter_symbol(name, real=True) for name in STATIC}
    down, left, touch = (0, -1, 0), (-1, 0, 0), (0, -p.r_a, 0)
    block = ForceSystem([weight(p.m_B, p.g, (0, 0, 0), down), rope((0, 0, 0), s["f_S"], along=(0, 1, 0))], "the block")
    axle = pulley((0, 0, 0), s["f_S"], [left, down])
    bearing = Load((s["f_x"], s["f_y"], 0), (0, 0, 0))
    drum = [
        weight(p.m_T, p.g, (0, 0, 0), down),
        rope((0, side * p.r_i, 0), s["f_S"], along=(1, 0, 0)),
        Load((-s["f_f"], 0, 0), (0, 0, 0), "spring"),
        Load((-s["f_t"], s["f_n"], 0), touch, "ground"),
    ]
    return [block, ForceSystem([axle, bearing], "the pulley"), ForceSystem(drum, "the drum")], s


def at_rest(p: Variables, side: int = 1) -> dict[str, Expr]:
    """Forces at rest by name, from the equilibrium of block, pulley and drum (A.70)-(A.76).

    Parameters
    ----------
    p : Variables
        Parameters of the system, or the inputs of a problem with the same names.
    side : int
        Where the rope leaves the drum, 1 above its axle, -1 below it.

    Returns
    -------
    dict of str
        N.
    """
    bodies, unknowns = free_bodies(p, side)
    found = reactions(bodies, list(unknowns.values()))
    return {name: found[unknown] for name, unknown in unknowns.items()}


def scene(system: LagrangianSystem, side: int) -> Scene:
    """Drum between the wall with the spring and the pulley at the edge of the table; the block hangs beside it."""
    p, (x_T,), y = system.parameters, system.coordinates.symbols, system.outputs
    drum, y_B = system.frame("drum"), y["y_B"]
    mirrored = rotation(Matrix([[0, 1, 0], [1, 0, 0], [0, 0, -1]]))  # angles clockwise from the vertical
    level = side * p.r_i  # of the rope
    axle, hang = (PULLEY, level - RADIUS), PULLEY + RADIUS
    top = axle[1] - HANG - (y_B - fall(p, p.s_f0, side))
    force, loads = 2 * p.m_B * p.g, p.c * (x_T - p.s_f0)
    return Scene(
        shapes=(
            Ground((0, 0.45), (0, -p.r_a)),
            Ground((0, -p.r_a), (PULLEY - 0.2, -p.r_a)),
            Ground((PULLEY - 0.2, -p.r_a), (PULLEY - 0.2, -1.5)),
            Line(((PULLEY - 0.2, -p.r_a), axle)),
            SpringShape((0, 0), (x_T, 0), label=p.c),
            Disc(p.r_a, frame=drum, spokes=2),
            Disc(p.r_i, frame=drum, spokes=0),
            Hinge((x_T, 0)),
            Line(((x_T, level), (PULLEY, level))),
            Line(((hang, axle[1]), (hang, top))),
            Flow(((x_T, level), (PULLEY, level)), shift=y_B, spacing=0.15),
            Flow(((hang, axle[1]), (hang, top)), shift=y_B, spacing=0.15),
            Disc(RADIUS, frame=translation(*axle) @ rotation(rotation_z(-y_B / RADIUS))),
            Box(SIDE, SIDE, (hang, top - SIDE / 2)),
            Text((hang, top - SIDE / 2), p.m_B),
            AngleMark(0.8 * p.r_a, x_T / p.r_a, frame=translation(x_T) @ mirrored, label=r"\varphi", only="sketch"),
            Line(((0, -0.38), (0, -0.52)), role="reference"),
            Arrow((0, -0.46), (x_T, -0.46), label=x_T),
            Arrow((hang + 0.2, axle[1] - HANG - SIDE / 2), (hang + 0.2, top - SIDE / 2), "y_B"),
            Dimension((x_T, 0), (x_T + p.r_a * cos(-0.9), p.r_a * sin(-0.9)), p.r_a, only="sketch"),
            ValueArrow((x_T, level), (1, 0), y["f_S"], force, label="f_S"),
            ValueArrow((hang, top), (0, 1), y["f_S"], force, label="f_S"),
            ValueArrow((hang, top - SIDE), (0, -1), p.m_B * p.g, force, label="m_B g"),
            ValueArrow((x_T, 0), (-1, 0), loads, force, label="f_f"),
            ValueArrow((x_T, -p.r_a), (-1, 0), y["f_t"], force, label="f_t"),
        ),
        description=(
            f"A drum rolls on a table. A spring ties its axle to a wall on the left; a rope leaves {NAMES[side]} to "
            "the right, runs over a pulley at the edge of the table and carries a block. When the block sinks, the "
            f"drum rolls towards the pulley and {WINDS[side]} than the drum. Arrows to scale "
            "show the rope force on drum and block, the weight of the block, the spring force and the force of the "
            "table on the drum along the ground."
        ),
        sketch={"x_T": 0.75},
        handles=(Handle((x_T, 0), ("x_T",)),),
        ranges={"x_T": (0.35, 1.35), "x_T_d": (-2.0, 2.0), "c": (30.0, 200.0), "m_B": (0.5, 4.0), "m_T": (0.5, 6.0),
                "I_T": (0.01, 0.3), "r_i": (0.05, 0.25), "r_a": (0.13, 0.3), "s_f0": (0.3, 0.8)},
        limits=(-0.3, 2.3, -1.7, 0.6),
    )  # fmt: skip
