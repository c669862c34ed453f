"""The constant force that speeds up the load of the rope hoist (Aufgabe A.9)."""

from collections.abc import Mapping
from typing import Any

from sympy import Expr

from ..problem import Given, Motion, Outputs, Problem
from ..scene import Box, Scene, Shape, Text, ValueArrow
from ..symbols import t
from ..systems.self_study.rope_hoist import LOAD, WEIGHT, RopeHoist, machine, rope_hoist
from ..systems.self_study.rows import rows

JOULE = 1.0 / 1000.0  # height of a bar, m
LEFT, WIDTH = -2.1, 0.3  # place and width of the bars, m


def hoist_force() -> Problem:
    """Constant force f that brings the load from v0 to v1 within the way s1, from the balance of energy; (A.87)-(A.96).

    With a constant force the acceleration is constant, too: the motion is s = v0 t + a t^2 / 2.
    """
    system = rope_hoist()
    p = Given(
        v0=(0.2, "m/s", "velocity of the load at the start, up the incline", "nonnegative"),
        v1=(2.0, "m/s", "velocity at the end", "positive"),
        s1=(2.0, "m", "way in between", "positive"),
        **rows(system.parameters),
    )
    y = Outputs(
        f=("N", "force on R2, downwards"),
        dT=("J", "increase of the kinetic energy", r"\Delta T"),
        dV=("J", "increase of the potential energy", r"\Delta V"),
        W_R=("J", "energy lost by friction"),
        W_E=("J", "work of the force"),
        a=("m/s^2", "acceleration of the load"),
        t1=("s", "time that it takes"),
    )
    found = energy_balance(system, p.s1, p.v0, p.v1)
    now = {system.coordinates.s: way(p, y), **system.abbreviations}
    return Problem(
        title="Force of the rope hoist",
        source="Aufgabe A.9, (A.87)-(A.96)",
        parameters=p,
        outputs=y,
        formulas={
            **{name: found[name] for name in ("f", "dT", "dV", "W_R")},
            "W_E": found["W_E"].subs(system.inputs.f, y.f),
            "a": (p.v1**2 - p.v0**2) / (2 * p.s1),
            "t1": 2 * p.s1 / (p.v0 + p.v1),
        },
        frames={name: pose.at_values(now) for name, pose in system.frames.items()},
        scene=scene,
        motion=Motion(y.t1, plotted(system, p, y)),
    )


def way(p: Given, y: Outputs) -> Expr:
    """Way of the load since t = 0, m; the acceleration is constant.

    Parameters
    ----------
    p, y : Given, Outputs
        Of `hoist_force`.
    """
    return p.v0 * t + y.a * t**2 / 2


def energy_balance(system: RopeHoist, s1: Expr, v0: Expr, v1: Expr) -> dict[str, Expr]:
    """The terms of T(t0) + V(t0) + W_E - W_R = T(t1) + V(t1), and the force that fulfils it; (A.87)-(A.96).

    Parameters
    ----------
    system : RopeHoist
        Its energies, its friction and its lever are used.
    s1 : Expr
        Way of the load, up the incline, m.
    v0, v1 : Expr
        Its velocities before and after, m/s.

    Returns
    -------
    dict of str to Expr
        ``f`` (A.96), N; ``dT`` (A.88), ``dV`` (A.92), ``W_R`` (A.95) and, with the symbol f, ``W_E`` (A.93), J.
    """
    (s,), f = system.coordinates.symbols, system.inputs.f
    rate = s.diff(t)
    T, V = system.kinetic_energy, system.potential_energy
    lever = system.generalized_forces[0].coeff(f)  # way of R2 over that of the load
    terms = {
        "dT": T.subs(rate, v1) - T.subs(rate, v0),
        "dV": (V.subs(s, s1) - V.subs(s, 0)).expand(),
        "W_R": system.friction.f_C * s1,
    }
    force = (terms["dT"] + terms["dV"] + terms["W_R"]) / (lever * s1)
    return {"f": force, "W_E": lever * f * s1, **terms}


def required_force(s1: float, v0: float, v1: float, **parameters: float) -> float:
    """Constant force that brings the load of the hoist from v0 to v1 within s1, N; (A.96).

    Parameters
    ----------
    s1 : float
        Way of the load, m.
    v0, v1 : float
        Velocities up the incline, m/s.
    **parameters : float
        Of `rope_hoist`; the defaults otherwise.
    """
    return hoist_force().solve(s1=s1, v0=v0, v1=v1, **parameters)["f"]


def plotted(system: RopeHoist, p: Given, y: Outputs) -> Mapping[str, tuple]:
    """Way, velocity, and the terms of the balance of energy along the way.

    Parameters
    ----------
    system : RopeHoist
        The hoist.
    p : Given
        Inputs of the problem.
    y : Outputs
        Outputs of the problem.

    Returns
    -------
    mapping of str
        Expression of t, unit, description and perhaps LaTeX by name.
    """
    s, v = way(p, y), p.v0 + y.a * t
    so_far = energy_balance(system, s, p.v0, v)
    return {
        "W": (so_far["W_E"].subs(system.inputs.f, y.f), "J", "work of the force so far", "W_E"),
        "T": (so_far["dT"], "J", "kinetic energy gained", r"\Delta T"),
        "V": (so_far["dV"], "J", "potential energy gained", r"\Delta V"),
        "R": (so_far["W_R"], "J", "lost by friction", "W_R"),
        "v": (v, "m/s", "velocity of the load"),
        "s": (s, "m", "way of the load"),
    }


def scene(problem: Problem) -> Scene:
    """The hoist on its way, and beside it where the work goes: one bar in, three bars out."""
    p, y = problem.parameters, problem.outputs
    energies = {name: row[0] for name, row in plotted(rope_hoist(), p, y).items()}
    parts = machine(problem, energies["s"])
    return Scene(
        shapes=(
            *parts.shapes,
            ValueArrow(parts.loose.p, (0, -1), y.f, WEIGHT, label="f"),
            ValueArrow((LOAD / 2, 0.2), (1, 0), energies["v"], 2.0, label="v", frame=parts.load, role="coordinate"),
            *bars(energies, y),
        ),
        description=(
            "The load moves up the incline while a constant force pulls pulley R2 down. On the left two columns grow: "
            "the work of the force, and what becomes of it, stacked - potential energy, kinetic energy, and the part "
            "that friction turns into heat. Both columns are equally high at every instant."
        ),
        ranges={
            "v0": (0.0, 2.0),
            "v1": (0.5, 4.0),
            "s1": (0.5, 3.0),
            "mu_c": (0.0, 0.8),
            "alpha": (0.1, 0.9),
        },
        sketch={"t": 1.5},
        limits=(-3.2, 5.2, -2.6, 3.4),
    )


def bars(energies: Mapping[str, Expr], y: Outputs) -> tuple[Shape, ...]:
    """Work on the left, its parts stacked on the right; the names stand where the parts end up.

    Parameters
    ----------
    energies : mapping of str to Expr
        W, V, T and R so far, J.
    y : Outputs
        Those at the end.
    """
    work = Box(WIDTH, JOULE * energies["W"], (LEFT - 0.6, JOULE * energies["W"] / 2), role="spring")
    to_come = [Box(WIDTH, JOULE * y.W_E, (x, JOULE * y.W_E / 2), role="guide") for x in (LEFT - 0.6, LEFT)]
    shapes: list[Shape] = [*to_come, work, _name(LEFT - 0.6, y.W_E / 2, "W_E", -1)]
    base: Any = 0
    end: Any = 0
    parts = (
        ("V", y.dV, r"\Delta V", "body"),
        ("T", y.dT, r"\Delta T", "mass"),
        ("R", y.W_R, "W_R", "ground"),
    )
    for name, final, label, role in parts:
        size = energies[name]
        shapes.append(Box(WIDTH, JOULE * size, (LEFT, JOULE * (base + size / 2)), role=role))
        shapes.append(_name(LEFT, end + final / 2, label, 1))
        base, end = base + size, end + final
    return tuple(shapes)


def _name(x: float, energy: Any, label: str, side: int) -> Text:
    return Text((x + side * (WIDTH / 2 + 0.08), JOULE * energy), label, anchor="left" if side > 0 else "right")
