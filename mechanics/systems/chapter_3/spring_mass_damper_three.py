"""Three masses on springs and dampers (Beispiel 3.10)."""

from collections.abc import Sequence
from typing import Any

from sympy import Expr, Matrix

from ...lagrange import Body, LagrangianSystem
from ...lagrange import Damper as LagrangeDamper
from ...lagrange import Spring as LagrangeSpring
from ...model import Coordinates, Inputs, Parameters, Variables
from ...oscillators import GROUND, Damper, Oscillator, Spring
from ...scene import Arrow, Box, DamperShape, Ground, Handle, Line, Scene, Shape, SpringShape, Text, ValueArrow
from ...symbols import t


def spring_mass_damper_three() -> LagrangianSystem:
    """Two masses on the ground and a third one on top of them; (3.91)-(3.97).

    Outputs: position of rest q_R under the load f_L (3.96), rate of the energy E_d (3.101).
    """
    q = Coordinates(
        s1=("m", "height of mass 1 above ground", 0.6),
        s2=("m", "height of mass 2 above ground", 0.6),
        s3=("m", "height of mass 3 above ground", 1.2),
    )
    p = Parameters(
        m1=(1.0, "kg", "mass 1"),
        m2=(1.5, "kg", "mass 2"),
        m3=(2.0, "kg", "mass 3"),
        c11=(150.0, "N/m", "stiffness between ground and mass 1"),
        c22=(200.0, "N/m", "stiffness between ground and mass 2"),
        c13=(120.0, "N/m", "stiffness between masses 1 and 3"),
        c23=(80.0, "N/m", "stiffness between masses 2 and 3"),
        d11=(1.0, "N s/m", "damper between ground and mass 1", "nonnegative"),
        d22=(1.5, "N s/m", "damper between ground and mass 2", "nonnegative"),
        d13=(0.8, "N s/m", "damper between masses 1 and 3", "nonnegative"),
        s011=(0.6, "m", "relaxed length of the spring between ground and mass 1", "real"),
        s022=(0.6, "m", "relaxed length of the spring between ground and mass 2", "real"),
        s013=(0.6, "m", "relaxed length of the spring between masses 1 and 3", "real"),
        s023=(0.6, "m", "relaxed length of the spring between masses 2 and 3", "real"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(f_L=("N", "load on mass 3, positive downwards"))
    s, q_d = dict(zip(q, q.symbols, strict=True)), [x.diff(t) for x in q.symbols]
    whole = oscillator(p)
    return LagrangianSystem(
        title="Three masses on springs and dampers",
        source="Beispiel 3.10, (3.91)-(3.97)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(mass, (0, 0, s[name]), name=name) for name, mass in masses(p).items()],
        gravity=(0, 0, -p.g),
        springs=[LagrangeSpring(x.deflection(s), x.stiffness) for x in springs(p, (p.s011, p.s022, p.s013, p.s023))],
        dampers=[LagrangeDamper(x.stretch(s), x.damping) for x in dampers(p)],
        generalized_forces={"s3": -u.f_L},
        outputs={
            "q_R": whole.static_position([u.f_L]),
            "E_d": (whole.energy_rate(q_d, [u.f_L]), "W", "rate of the energy T + V", r"\dot{E}"),
        },
        scene=scene,
    )


def masses(p: Variables) -> dict[str, Expr]:
    """The three masses by the names of their coordinates.

    Parameters
    ----------
    p : Variables
        Parameters of the system, or the inputs of a problem with the same names.

    Returns
    -------
    dict of str
        kg.
    """
    return {"s1": p.m1, "s2": p.m2, "s3": p.m3}


def springs(p: Variables, lengths: Sequence[Expr] = (0, 0, 0, 0)) -> list[Spring]:
    """The four springs with their relaxed lengths.

    Parameters
    ----------
    p : Variables
        Stiffnesses c11, c22, c13, c23, N/m.
    lengths : sequence of Expr
        Relaxed lengths in the same order, m.
    """
    ends = ((GROUND, "s1"), (GROUND, "s2"), ("s1", "s3"), ("s2", "s3"))
    stiffnesses = (p.c11, p.c22, p.c13, p.c23)
    return [Spring(*pair, c, length) for pair, c, length in zip(ends, stiffnesses, lengths, strict=True)]


def dampers(p: Variables) -> list[Damper]:
    """The three dampers.

    Parameters
    ----------
    p : Variables
        Dampings d11, d22, d13, N s/m.
    """
    return [Damper(GROUND, "s1", p.d11), Damper(GROUND, "s2", p.d22), Damper("s1", "s3", p.d13)]


def oscillator(p: Variables) -> Oscillator:
    """The matrices M, D, K, k and b = [0, 0, −1]; (3.92)-(3.95).

    Parameters
    ----------
    p : Variables
        Parameters of the system, or the inputs of a problem with the same names.
    """
    lengths = (p.s011, p.s022, p.s013, p.s023)
    return Oscillator.of_elements(masses(p), springs(p, lengths), dampers(p), {"f_L": {"s3": -1}}, p.g)


def scene(system: LagrangianSystem) -> Scene:
    """Heights upwards: masses 1 and 2 side by side, mass 3 as a beam above both; dashed, where they come to rest."""
    p, f_L = system.parameters, system.inputs.f_L
    s1, s2, s3 = system.coordinates.symbols
    left, right, half = -0.45, 0.45, 0.07
    q_R = Matrix(system.outputs["q_R"])

    def mass(x: float, s: Any, width: float, label: Any, rest: Any) -> list[Shape]:
        level = ((x - width / 2 - 0.1, rest), (x + width / 2 + 0.1, rest))
        return [
            Line(level, role="reference", dashed=True),
            Box(width, 2 * half, (x, s)),
            Text((x, s), label, only="sketch"),
        ]

    def height(x: float, s: Any, edge: float) -> list[Shape]:
        return [Line(((x, s), (edge, s)), role="dimension"), Arrow((x, 0), (x, s), label=s)]

    def spring(x: float, low: Any, high: Any, label: Any) -> Shape:
        return SpringShape((x, low), (x, high - half), label=label, side="right")

    def damper(x: float, low: Any, high: Any, label: Any) -> Shape:
        return DamperShape((x, low), (x, high - half), label=label)

    return Scene(
        shapes=(
            Ground((-1.4, 0), (1.25, 0)),
            *height(-0.95, s1, left - 0.23),
            *height(1.05, s2, right + 0.23),
            *height(-1.25, s3, -0.75),
            *mass(left, s1, 0.46, p.m1, q_R[0]),
            *mass(right, s2, 0.46, p.m2, q_R[1]),
            *mass(0, s3, 1.5, p.m3, q_R[2]),
            spring(left + 0.12, 0, s1, p.c11),
            damper(left - 0.12, 0, s1, p.d11),
            spring(right + 0.12, 0, s2, p.c22),
            damper(right - 0.12, 0, s2, p.d22),
            spring(left + 0.12, s1 + half, s3, p.c13),
            damper(left - 0.12, s1 + half, s3, p.d13),
            spring(right, s2 + half, s3, p.c23),
            Line(((0, s3 + 0.3), (0, s3 + 0.3)), role="gap"),  # room for the load
            ValueArrow((0, s3 + half), (0, -1), f_L, 10.0, label=f_L, push=True),
        ),
        description=(
            "Two masses are side by side, each supported by a spring and a damper on the ground. A third mass is "
            "above them: a spring and a damper connect it to the left mass, a spring to the right one, and a load "
            "pushes it down. Heights are measured upwards from the ground; dashed lines show where the masses come "
            "to rest."
        ),
        sketch={"s1": 0.6, "s2": 0.6, "s3": 1.2},
        handles=(Handle((left, s1), ("s1",)), Handle((right, s2), ("s2",)), Handle((0, s3), ("s3",))),
        ranges={
            "f_L": (-20.0, 20.0),
            **dict.fromkeys(("s1", "s2", "s011", "s022", "s013", "s023"), (0.3, 0.9)),
            "s3": (0.7, 1.7),
            "g": (1.0, 20.0),
        },
    )
