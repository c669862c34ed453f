"""The quarter car of Aufgabe A.4 on its way over a road: bump, ramp, waves, cobbles."""

from collections.abc import Callable
from typing import Any

from sympy import Expr, Piecewise, Rational, Symbol, cos, lambdify, pi, sign, sin

from ..lagrange import LagrangianSystem
from ..model import ModelError, Parameters
from ..poses import rotation, translation
from ..rotations import rotation_z
from ..scene import Disc, Line, Scene, Shape
from ..state_space import StateSpaceSystem
from ..symbols import t
from ..systems.self_study.quarter_car import HUB, Law, car, dampers, quarter_car
from ..systems.self_study.rows import rows

__all__ = ["ROADS", "drive", "quarter_car_on_road"]

BEFORE = 0.6  # way before the road rises, m
REACH, POINTS = 1.7, 68  # of the drawn road to either side of the wheel, m

Pieces = list[tuple[Any, Any, Any]]
"""From where, to where (or None), height there; elsewhere the road is level."""


def bump(s: Expr, h: Expr, L: Expr) -> Pieces:
    """A round bump of the height h and the length L that begins at s = 0.

    Parameters
    ----------
    s : Expr
        Place along the road, m.
    h, L : Expr
        Height and length of the bump, m.

    Returns
    -------
    list of (start, end, height)
        m.
    """
    return [(0, L, h / 2 * (1 - cos(2 * pi * s / L)))]


def ramp(s: Expr, h: Expr, L: Expr) -> Pieces:
    """A step up by h that takes the length L.

    Parameters
    ----------
    s : Expr
        Place along the road, m.
    h, L : Expr
        Height and length of the ramp, m.

    Returns
    -------
    list of (start, end, height)
        m.
    """
    return [(0, L, h / 2 * (1 - cos(pi * s / L))), (L, None, h)]


def waves(s: Expr, h: Expr, L: Expr) -> Pieces:
    """Waves of the height h and the length L, without end.

    Parameters
    ----------
    s : Expr
        Place along the road, m.
    h, L : Expr
        Height and length of a wave, m.

    Returns
    -------
    list of (start, end, height)
        m.
    """
    return [(0, None, h / 2 * (1 - cos(2 * pi * s / L)))]


def cobbles(s: Expr, h: Expr, L: Expr) -> Pieces:
    """Stones of about the length L: three waves whose lengths have no common multiple; at most h high.

    Parameters
    ----------
    s : Expr
        Place along the road, m.
    h, L : Expr
        Height and length of the stones, m.

    Returns
    -------
    list of (start, end, height)
        m.
    """
    parts = (
        (Rational(5, 10), 1),
        (Rational(3, 10), Rational(171, 100)),
        (Rational(2, 10), Rational(289, 100)),
    )
    return [(0, None, h * sum(share * sin(pi * factor * s / L) ** 2 for share, factor in parts))]


def height(road: str, s: Expr, h: Expr, L: Expr) -> Expr:
    """Height of a road at the place s, which can be differentiated.

    Parameters
    ----------
    road : str
        Name of the road.
    s : Expr
        Place along the road, m.
    h, L : Expr
        Height and length of the unevenness, m.

    Returns
    -------
    Expr
        m.
    """
    pieces = ROADS[road](s, h, L)
    return Piecewise(*((e, s > a if b is None else (s > a) & (s < b)) for a, b, e in pieces), (0, True))


def drawn_height(road: str, s: Expr, h: Expr, L: Expr) -> Expr:
    """The same without cases, in which sympy would take seconds for a hundred points.

    Parameters
    ----------
    road : str
        Name of the road.
    s : Expr
        Place along the road, m.
    h, L : Expr
        Height and length of the unevenness, m.

    Returns
    -------
    Expr
        m.
    """
    pieces = ROADS[road](s, h, L)
    return sum(e * (sign(s - a) + (1 if b is None else -sign(s - b))) / 2 for a, b, e in pieces)


ROADS: dict[str, Callable[[Any, Any, Any], Pieces]] = {
    "bump": bump,
    "ramp": ramp,
    "waves": waves,
    "cobbles": cobbles,
}
SIZES = {
    "bump": (3.0, 0.1, 1.0),
    "ramp": (3.0, 0.1, 0.4),
    "waves": (8.0, 0.04, 3.0),
    "cobbles": (6.0, 0.03, 0.3),
}
"""Usual speed, height and length for each of them."""


def drive(
    road: str = "bump", v: float | None = None, h: float | None = None, L: float | None = None
) -> dict[str, Callable]:
    """Inputs of `quarter_car` on a road: x_U(t) and its rate, as functions of (t, x); for ``simulate(..., u=drive())``.

    Parameters
    ----------
    road : str
        ``"bump"``, ``"ramp"``, ``"waves"`` or ``"cobbles"``; it begins 0.6 m before the wheel.
    v, h, L : float, optional
        Speed, m/s, height and length of the unevenness, m; the usual ones unless given.

    Raises
    ------
    ModelError
        for an unknown road, or a speed or size that is not positive.
    """
    check_known(road)
    sizes = [usual if given is None else float(given) for given, usual in zip((v, h, L), SIZES[road], strict=True)]
    if not all(size > 0 for size in sizes):
        raise ModelError(f"Speed, height and length of a road must be positive; got v, h, L = {sizes}.")
    time = Symbol("t", real=True)
    speed, *size = sizes
    x_U = height(road, speed * time - BEFORE, *size)
    found = {"x_U": lambdify(time, x_U, "math"), "x_U_d": lambdify(time, x_U.diff(time), "math")}
    return {name: (lambda t, x, f=f: float(f(t))) for name, f in found.items()}


def check_known(road: str) -> None:
    """Raise an error for an unknown road.

    Parameters
    ----------
    road : str
        Name of the road.
    """
    if road not in ROADS:
        raise ModelError(f"Unknown road {road!r}; the roads are {', '.join(ROADS)}.")


def quarter_car_on_road(road: str = "bump", d_A: Law | None = None) -> StateSpaceSystem:
    """The quarter car that drives with the speed v over an unevenness of the height h and the length L.

    The equations are those of `quarter_car` (A.39) with x_U(t) put in; the drive begins at rest on the springs, (A.41),
    (A.42).

    Parameters
    ----------
    road : str
        ``"bump"``, ``"ramp"``, ``"waves"`` or ``"cobbles"``.
    d_A : callable, optional
        Damping as a formula of v_RA, N s/m; a parameter unless given.
    """
    check_known(road)
    model = quarter_car(d_A)
    form = model.state_space()
    v, h, L = SIZES[road]
    p = Parameters(
        v=(v, "m/s", "speed of the car"),
        h=(h, "m", "height of the unevenness", "nonnegative"),
        L=(L, "m", "length of the unevenness"),
        **rows(model.parameters),
    )
    x_U = height(road, p.v * t - BEFORE, p.h, p.L)
    under = {model.inputs.x_U: x_U, model.inputs.x_U_d: x_U.diff(t)}
    outputs = on_road(model, form, under)
    return StateSpaceSystem(
        title="Quarter car on a road",
        source="Aufgabe A.4, (A.38)-(A.42)",
        states=form.states,
        parameters=p,
        equations={x: rate.xreplace(under) for x, rate in form.modes[""].equations.items()},
        start={form.states.x_A: model.outputs["x_A_stat"], form.states.x_R: model.outputs["x_R_stat"],
               form.states.x_A_d: 0, form.states.x_R_d: 0},
        outputs=outputs,
        scene=lambda system: scene(system, road),
    )  # fmt: skip


def on_road(model: LagrangianSystem, form: StateSpaceSystem, under: dict[Expr, Expr]) -> dict[str, Any]:
    """The outputs of the quarter car in the states, with the measures of comfort and safety.

    Parameters
    ----------
    model : LagrangianSystem
        The quarter car.
    form : StateSpaceSystem
        Its state form.
    under : dict of Expr to Expr
        Height of the road under the wheel, m, and its rate, by the symbols of the inputs.

    Returns
    -------
    dict of str
        Expression, unit and description by name.
    """
    rates = {x.diff(t): form.symbols[f"{x}_d"] for x in model.coordinates.symbols}
    y = {name: model.outputs[name].subs(rates).xreplace(under) for name in ("f_cA", "f_dA", "f_cR", "f_dR")}
    p = model.parameters
    units = {name: (value, "N", model.described[name].description) for name, value in y.items()}
    return units | {
        "x_U": (under[model.inputs.x_U], "m", "height of the road below the wheel"),
        "f_R": (y["f_cR"] + y["f_dR"], "N", "force of the road on the wheel"),
        "a_A": ((y["f_cA"] + y["f_dA"]) / p.m_A - p.g, "m/s^2", "acceleration of the body"),
    }


def scene(system: StateSpaceSystem, road: str) -> Scene:
    """The car in front of a road that passes under its wheel."""
    p, y = system.parameters, system.outputs
    x_R, way = system.states.x_R, p.v * t - BEFORE
    places = [REACH * (2 * k / POINTS - 1) for k in range(POINTS + 1)]
    surface = [(s, drawn_height(road, way + s, p.h, p.L)) for s in places]
    wheel = translation(0, HUB + x_R - 0.06) @ rotation(rotation_z(-p.v * t / 0.36))
    return Scene(
        shapes=(
            Line((*surface, (REACH, -0.25), (-REACH, -0.25)), closed=True, role="ground"),
            Disc(0.36, frame=wheel, spokes=3, role="guide"),
            *_without_wheel(car(system, y, y["x_U"])),
        ),
        description=(
            "The road passes under the wheel of a car from the right to the left. The wheel follows it, the body "
            "stands on its spring and damper above the wheel and moves less. Arrows to scale show the weight of the "
            "body, the force of the suspension on it, and the force of the road on the wheel."
        ),
        ranges={"v": (0.5, 20.0), "h": (0.0, 0.15), "L": (0.2, 6.0), **dampers(system)},
        limits=(-1.3, 1.3, -0.2, 1.7),
        duration=3.0,
    )


def _without_wheel(shapes: tuple[Shape, ...]) -> list[Shape]:
    """The car without the circle that stands for the tyre: here it turns."""
    return [shape for shape in shapes if type(shape).__name__ != "Circle"]
