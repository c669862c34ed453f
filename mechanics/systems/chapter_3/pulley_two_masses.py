"""Two masses on a block and tackle (Beispiel 3.6)."""

from sympy import Expr, sqrt

from ...lagrange import Body, LagrangianSystem
from ...model import Coordinates, Parameters
from ...momentum import Particle, solve
from ...poses import rotation, translation
from ...rotations import rotation_z
from ...scene import Arrow, Box, Disc, Flow, Ground, Handle, Line, Scene, Shape, Text, ValueArrow
from ...symbols import coordinate_symbol, parameter_symbol, t


def pulley_two_masses() -> LagrangianSystem:
    """Mass 1 on the movable pulley, mass 2 on the free end of the rope; e_z points DOWN; (3.45)-(3.49).

    z2 = z20 + dz2 and z1 = z10 - dz2/2, so dz2 > 0 lowers mass 2 and lifts mass 1. At rest only for m1 = 2 m2.
    """
    q = Coordinates(dz2=("m", "displacement of mass 2, downwards", 0.0, r"\Delta z_2"))
    p = Parameters(
        m1=(3.0, "kg", "mass on the movable pulley"),
        m2=(1.6, "kg", "mass on the free end of the rope"),
        g=(9.81, "m/s^2", "gravity"),
    )
    (dz2,) = q.symbols
    forces = cut_free(dz2, p)
    return LagrangianSystem(
        title="Block and tackle with two masses",
        source="Beispiel 3.6, (3.45)-(3.49)",
        coordinates=q,
        parameters=p,
        bodies=[
            Body(p.m1, (0, 0, -dz2 / 2), name="mass 1"),  # the start z10 of its place changes no energy difference
            Body(p.m2, (0, 0, dz2), name="mass 2"),
        ],
        gravity=(0, 0, p.g),
        outputs={
            "f_S": (forces["f_S"], "N", "force in the rope"),
            "z1_dd": (-dz2.diff(t, 2) / 2, "m/s^2", "acceleration of mass 1, downwards", r"\ddot{z}_1"),
            "z2_dd": (dz2.diff(t, 2), "m/s^2", "acceleration of mass 2, downwards", r"\ddot{z}_2"),
        },
        scene=scene,
    )


def cut_free(dz2: Expr, p: Parameters) -> dict[str, Expr]:
    """Rope force and acceleration from the second law of both masses; (3.45)-(3.49).

    Parameters
    ----------
    dz2 : Expr
        Displacement of mass 2, m.
    p : Parameters
        Parameters of the system.

    Returns
    -------
    dict of str
        `dz2_dd`, m/s², and the force `f_S` in the rope, N.
    """
    z1, z2 = coordinate_symbol("z1"), coordinate_symbol("z2")
    z10, z20, f_S = parameter_symbol("z10"), parameter_symbol("z20"), parameter_symbol("f_S")
    particles = [
        Particle(p.m1, (0, 0, z1), [(0, 0, p.m1 * p.g), (0, 0, -f_S), (0, 0, -f_S)]),
        Particle(p.m2, (0, 0, z2), [(0, 0, p.m2 * p.g), (0, 0, -f_S)]),
    ]
    found = solve(particles, [dz2.diff(t, 2), f_S], {z1: z10 - dz2 / 2, z2: z20 + dz2})
    return {"dz2_dd": found[dz2.diff(t, 2)], "f_S": found[f_S]}


RADIUS, CEILING = 0.16, 0.5  # of the pulleys; above the fixed pulley, m
BELOW = 0.5  # of mass 1 under its pulley, m
LOOSE, FIXED, FREE = (
    0.0,
    2 * RADIUS,
    3 * RADIUS,
)  # places of the movable pulley, the fixed one and the free end, m
Z10, Z20 = 2.2, 1.2  # where the masses start, below the fixed pulley, m
WEIGHT = 25.0  # N, drawn in the standard length


def scene(system: LagrangianSystem) -> Scene:
    """The tackle hangs from the ceiling, the movable pulley on the left; the page's y axis points up, against e_z."""
    (dz2,) = system.coordinates.symbols
    p, f_S = system.parameters, system.outputs["f_S"]
    y1, y2 = -Z10 - system.frame("mass 1").p[2], -Z20 - system.frame("mass 2").p[2]
    pulley = translation(LOOSE, y1 + BELOW) @ rotation(rotation_z(dz2 / (2 * RADIUS)))
    fixed = translation(FIXED) @ rotation(rotation_z(-dz2 / RADIUS))
    return Scene(
        shapes=(
            Ground((1.1, CEILING), (-0.7, CEILING)),
            *rope(dz2, y1 + BELOW, y2),
            Line(((FIXED, CEILING), (FIXED, 0))),
            Disc(RADIUS, frame=fixed),
            Disc(RADIUS, frame=pulley),
            Line(((LOOSE, y1 + BELOW), (LOOSE, y1))),
            *load(LOOSE, y1, p.m1, p.g, "m_1 g"),
            *load(FREE, y2, p.m2, p.g, "m_2 g"),
            *(
                ValueArrow((x, y), (0, 1), f_S, WEIGHT, label=label)
                for x, y, label in (
                    (LOOSE - RADIUS, y1 + BELOW, "f_S"),
                    (LOOSE + RADIUS, y1 + BELOW, ""),
                    (FREE, y2 + edge(p.m2) / 2, "f_S"),
                )
            ),
            Line(((FREE + 0.2, -Z20), (FREE + 0.6, -Z20)), role="reference", dashed=True),
            Arrow((FREE + 0.5, -Z20), (FREE + 0.5, y2), label=dz2),
            Arrow((-0.6, 0), (-0.6, -0.5), label="e_z", role="axis"),
        ),
        description=(
            "A rope is fixed to the ceiling, runs down around a movable pulley, up over a fixed pulley and down "
            "to its free end. Mass 1 hangs from the movable pulley, mass 2 from the free end. Arrows show the "
            "weights and, to the same scale, the rope force: twice on the movable pulley, once on mass 2. "
            "Displacements count downwards."
        ),
        sketch={"dz2": 0.5},
        handles=(Handle((FREE, y2), ("dz2",)),),
        ranges={"m1": (0.5, 6.0), "m2": (0.3, 4.0), "dz2": (-0.8, 3.0), "dz2_d": (-2.0, 2.0)},
        limits=(-1.0, 1.5, -4.8, 0.8),
        duration=3.5,
    )


def edge(m: Expr) -> Expr:
    """Edge of the square that stands for a mass, m.

    Parameters
    ----------
    m : Expr
        Mass, kg.
    """
    return 0.2 * sqrt(m)


def load(x: Expr, y: Expr, m: Expr, g: Expr, label: str) -> tuple[Shape, ...]:
    """A mass with its weight, drawn as large as it is heavy.

    Parameters
    ----------
    x, y : Expr
        Where it hangs, m.
    m : Expr
        Its mass, kg.
    g : Expr
        Gravity, m/s².
    label : str
        LaTeX of its weight.
    """
    return (
        Box(edge(m), edge(m), (x, y)),
        Text((x, y), m),
        ValueArrow((x, y - edge(m) / 2), (0, -1), m * g, WEIGHT, label=label),
    )


def rope(dz2: Expr, y_pulley: Expr, y2: Expr) -> tuple[Shape, ...]:
    """The straight parts of the rope, with dots that run as the rope does.

    Parameters
    ----------
    dz2 : Expr
        Displacement of mass 2, m.
    y_pulley : Expr
        Height of the axle of the movable pulley, m.
    y2 : Expr
        Height of mass 2, m.
    """
    left, right = LOOSE - RADIUS, LOOSE + RADIUS
    return (
        Line(((left, CEILING), (left, y_pulley))),
        Line(((right, 0), (right, y_pulley))),
        Line(((FREE, 0), (FREE, y2))),
        Flow(((right, 0), (right, y_pulley)), shift=-dz2, spacing=0.2),
        Flow(((FREE, 0), (FREE, y2)), shift=dz2, spacing=0.2),
    )
