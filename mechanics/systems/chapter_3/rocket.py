"""Single-stage rocket (Aufgabe 3.6)."""

from typing import Any

from sympy import Abs, Expr, Max, Piecewise, log

from ...model import Inputs, Parameters
from ...momentum import thrust, variable_mass_rates
from ...scene import Arrow, Ground, Line, Scene, Shape, Text, ValueArrow
from ...state_space import Mode, States, StateSpaceSystem, Transition


def rocket() -> StateSpaceSystem:
    """Rocket that rises vertically and ejects the mass flow u with the speed w; (3.50)-(3.55).

    h_d = v, v_d = -g + w u / m, m_d = -u. Nothing holds it down: with less thrust than weight it sinks below h = 0.

    The tank is empty when the mass has fallen to sigma m0: then the engine stops and the rocket coasts, whatever u is.
    sigma is not a parameter of the lecture; `state_derivative` is that of the lecture at any mass unless
    mode="coasting" is asked for, and a simulation that starts with less than sigma m0 burns on.
    """
    x = States(
        h=("m", "altitude", 0.0),
        v=("m/s", "velocity, upwards", 0.0),
        m=("kg", "mass", 1000.0),
    )
    p = Parameters(
        w=(2500.0, "m/s", "speed of the exhaust relative to the rocket"),
        g=(9.81, "m/s^2", "gravity", "nonnegative"),
        m0=(1000.0, "kg", "lift-off mass", "positive", "m_0"),
        sigma=(0.05, "1", "share of the lift-off mass that is left when the tank is empty"),
    )
    u = Inputs(u=("kg/s", "mass flow of the propellant", 8.0))
    h, v, m = x.symbols
    is_empty = Abs(m - p.sigma * p.m0) < 1e-9 * p.m0
    return StateSpaceSystem(
        title="Single-stage rocket",
        source="Aufgabe 3.6, (3.50)-(3.55)",
        states=x,
        parameters=p,
        inputs=u,
        modes={
            "burning": Mode(
                ascent(x, p, u.u),
                [Transition("tank empty", m - p.sigma * p.m0, -1, "coasting", {m: p.sigma * p.m0})],
            ),
            "coasting": Mode(ascent(x, p, 0)),
        },
        start={m: p.m0},
        outputs={"thrust": (Piecewise((0, is_empty), (thrust(u.u, -p.w), True)), "N", "thrust", "f_t")},
        scene=scene,
    )


def ascent(x: States, p: Parameters, gamma: Expr) -> dict[Expr, Expr]:
    """The rates of h, v and m with the ejected mass flow gamma; (3.55) along e_z, against the field of gravity.

    Parameters
    ----------
    x : States
        States of the system.
    p : Parameters
        Parameters of the system.
    gamma : Expr
        Ejected mass per time, kg/s.

    Returns
    -------
    dict of Expr
        Rate of each state.
    """
    h, v, m = x.symbols
    v_d, m_d = variable_mass_rates(m, -m * p.g, gamma, -p.w)
    return {h: v, v: v_d.expand(), m: m_d}


HULL = ((-0.22, -1), (0.22, -1), (0.22, 0.65), (0, 1.15), (-0.22, 0.65))
FINS = (((-0.22, -0.6), (-0.42, -1.05), (-0.22, -1)), ((0.22, -0.6), (0.42, -1.05), (0.22, -1)))
TANK, HIGH = 0.15, (-0.85, 0.45)  # half its width; its bottom and its top
GAUGE, DECADE = -1.15, 0.42  # place of the scale of altitude; one power of ten on it
FLOOR = -1.3  # of the picture, where the rocket stands at the start


def scene(system: StateSpaceSystem) -> Scene:
    """The picture rises with the rocket: the ground falls away, a scale of powers of ten shows the altitude."""
    h, v, m = system.states.symbols
    p, u, force = system.parameters, system.inputs.u, system.outputs["thrust"]
    level = HIGH[0] + (HIGH[1] - HIGH[0]) * Max(0, m / p.m0 - p.sigma) / (1 - p.sigma)
    weight = 9810.0  # N, drawn in the standard length
    jet = 0.45 * force / weight
    return Scene(
        shapes=(
            Ground((-3, FLOOR - h / 100), (3, FLOOR - h / 100), endless=True),
            Line(((-0.14, -1.05), (0.14, -1.05), (0, -1.05 - jet)), closed=True, role="gap", only="player"),
            Line(((-0.14, -1.05), (0, -1.05 - jet), (0.14, -1.05)), role="force", only="player"),
            *(Line(fin, closed=True, role="body") for fin in FINS),
            Line(HULL, closed=True, role="body"),
            Line(box(HIGH[1]), closed=True),
            Line(box(level), closed=True, role="mass"),
            Text((0, 0.64), m),
            ValueArrow((0, -1.05), (0, 1), force, weight, label="f_t", push=True),
            ValueArrow((0, 0), (0, -1), m * p.g, weight, label="m g"),
            ValueArrow((0.6, -0.9), (0, -1), u, 8.0, label=u, role="coordinate"),
            ValueArrow((0.6, 0.4), (0, 1), v, 2000.0, label=v, role="coordinate"),
            *scale(h),
        ),
        description=(
            "A rocket rises vertically, and the view rises with it. Its tank empties, a jet leaves the nozzle "
            "downwards, and arrows show the upward thrust and the downward weight, which decreases with the mass. A "
            "scale on the left shows the altitude in powers of ten, from 10 m to 1000 km."
        ),
        sketch={"h": 60.0},
        ranges={"u": (0.0, 20.0), "w": (500.0, 5500.0), "m0": (500.0, 2000.0), "sigma": (0.02, 0.6)},
        limits=(-1.9, 1.5, -2.1, 1.4),
        duration=150.0,
    )


def box(top: Expr) -> tuple[tuple, ...]:
    """The tank, filled up to a height.

    Parameters
    ----------
    top : Expr
        Height up to which it is filled, m.

    Returns
    -------
    tuple of (x, y)
        Corners, m.
    """
    return ((-TANK, HIGH[0]), (TANK, HIGH[0]), (TANK, top), (-TANK, top))


def scale(h: Expr) -> tuple[Shape, ...]:
    """Altitude on a scale of powers of ten: beginning with 10 m.

    Parameters
    ----------
    h : Expr
        Altitude, m.
    """

    def place(altitude: Any) -> Any:
        return FLOOR + DECADE * log(1 + Max(0, altitude) / 10) / log(10)

    names = {
        100: r"100\,\mathrm{m}",
        1e3: r"1\,\mathrm{km}",
        1e4: r"10\,\mathrm{km}",
        1e5: r"100\,\mathrm{km}",
        1e6: r"1000\,\mathrm{km}",
    }
    marks = [Line(((GAUGE - 0.05, place(x)), (GAUGE + 0.05, place(x))), role="axis") for x in names]
    texts = [Text((GAUGE - 0.1, place(x)), text, anchor="right", role="axis") for x, text in names.items()]
    return (
        Line(((GAUGE, FLOOR), (GAUGE, 1.2)), role="axis"),
        *marks,
        *texts,
        Arrow((GAUGE + 0.3, FLOOR), (GAUGE + 0.3, place(h)), label=h),
    )
