"""Vertical model of a quarter of a car (Aufgabe A.4)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sympy import Expr, Symbol, sympify

from ...friction import check_dissipative
from ...lagrange import Body, Damper, LagrangianModel, LagrangianSystem, Spring
from ...model import Coordinates, Inputs, ModelError, Parameters
from ...protocol import System
from ...scene import Arrow, Box, Circle, DamperShape, Ground, Handle, Line, Scene, Shape, SpringShape, Text, ValueArrow
from ...state_space import StateSpaceSystem
from ...symbols import t
from .quarter_car_measured import MeasuredDamper

Law = Callable[[Any], Any]

FASTEST = 10.0  # speed of the damper up to which a characteristic is looked at, m/s
HUB, BODY = 0.42, 1.2  # heights of wheel and body above the road while all springs are relaxed, m
SIDE, WIDE, HIGH = 0.13, 0.9, 0.24  # springs and dampers beside the axis; size of the body, m
ROWS = {
    "m_A": (320.0, "kg", "mass of the body on this wheel"),
    "m_R": (40.0, "kg", "mass of the wheel"),
    "c_A": (20000.0, "N/m", "stiffness of the suspension"),
    "c_R": (180000.0, "N/m", "stiffness of the tyre"),
    "d_A": (1500.0, "N s/m", "damping of the suspension", "nonnegative"),
    "d_R": (100.0, "N s/m", "damping of the tyre", "nonnegative"),
    "g": (9.81, "m/s^2", "gravity"),
}


class QuarterCar(LagrangianSystem):
    """A `LagrangianSystem` whose parameter d_A may also be a function of the speed of the damper."""

    def numeric(self, **parameters: Any) -> LagrangianModel:
        """The model with numbers; d_A is a number or a function of v_RA = x_R_d − x_A_d that gives N s/m.

        A function that also works on symbols (sympy's, or plain arithmetic) becomes part of the equations; any other
        Python function is called wherever its value is needed.

        Raises
        ------
        ModelError
            for an unknown name, a value outside of its domain, or a damper that would drive.
        """
        d_A = parameters.get("d_A")
        if not callable(d_A) or "d_A" not in self.parameters:
            return super().numeric(**parameters)
        others = {name: value for name, value in parameters.items() if name != "d_A"}
        if is_formula(d_A):
            system = quarter_car(d_A)
            system.id = self.id
            return system.numeric(**others)
        return MeasuredDamper(_system(ROWS, Inputs(**INPUTS, d_A=("N s/m", "damping"))), others, d_A)


INPUTS = {
    "x_U": ("m", "height of the road"),
    "x_U_d": ("m/s", "rate of the height of the road", 0.0, r"\dot{x}_U"),
}


def quarter_car(d_A: Law | None = None) -> QuarterCar:
    """Body and wheel above a road of the height x_U, all three upwards; springs relaxed at zero; (A.38)-(A.42).

    Parameters
    ----------
    d_A : callable, optional
        Damping as a formula of the speed v_RA = x_R_d − x_A_d, N s/m, that takes symbols; a parameter unless
        given.

    Raises
    ------
    ModelError
        for a function that is not a formula, or a damper that would drive.
    """
    if d_A is None:
        return _system(ROWS, Inputs(**INPUTS))
    if not is_formula(d_A):
        raise ModelError(
            "quarter_car takes a d_A that works on symbols, such as lambda v: 1500 + 400 * v**2, or with sympy's "
            "Piecewise and tanh; for any other function use quarter_car().numeric(d_A=...)."
        )
    check_dissipative(lambda v: d_A(v) * v, FASTEST)
    return _system({name: row for name, row in ROWS.items() if name != "d_A"}, Inputs(**INPUTS), d_A)


def is_formula(d_A: Law) -> bool:
    """Whether a function takes a symbol and gives an expression of it.

    Parameters
    ----------
    d_A : Law
        Damping as a function of a speed.
    """
    v = Symbol("v_RA", real=True)
    try:
        return bool(sympify(d_A(v), strict=True).free_symbols <= {v})
    except Exception:  # whatever a function of numbers does with a symbol
        return False


def _system(rows: dict[str, tuple], u: Inputs, law: Law | None = None) -> QuarterCar:
    """The model with d_A as a parameter, as an input, or as a formula."""
    q = Coordinates(
        x_A=("m", "height of the body, from relaxed springs", -0.177),
        x_R=("m", "height of the wheel, from relaxed springs", -0.02),
    )
    p = Parameters(**{name: row for name, row in rows.items() if name not in u})
    x_A, x_R = q.symbols
    d_A = u.d_A if "d_A" in u else law or p.d_A
    damper = Damper(x_R - x_A, (lambda v: d_A(v) * v) if callable(d_A) else d_A)
    return QuarterCar(
        title="Quarter car",
        source="Aufgabe A.4, (A.38)-(A.42)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(p.m_A, (0, x_A, 0), name="body"), Body(p.m_R, (0, x_R, 0), name="wheel")],
        gravity=(0, -p.g, 0),
        springs=[Spring(x_R - x_A, p.c_A), Spring(u.x_U - x_R, p.c_R)],
        dampers=[damper],
        generalized_forces={"x_R": p.d_R * (u.x_U_d - x_R.diff(t))},
        outputs=lambda system: outputs(system, damper),
        scene=scene,
    )


def outputs(system: LagrangianSystem, damper: Damper) -> dict[str, Any]:
    """Forces of springs and dampers, upwards on the upper one of their two ends; (A.38), (A.41), (A.42)."""
    p, u, (x_A, x_R) = system.parameters, system.inputs, system.coordinates.symbols
    v_RA = (x_R - x_A).diff(t)
    f_cA, f_dA = p.c_A * (x_R - x_A), damper.force(v_RA)
    f_cR, f_dR = p.c_R * (u.x_U - x_R), p.d_R * (u.x_U_d - x_R.diff(t))
    rest = system.equilibria({"x_U": 0, "x_U_d": 0})[0]
    return {
        "f_cA": (f_cA, "N", "force of the suspension spring on the body", "f_{cA}"),
        "f_dA": (f_dA, "N", "force of the damper on the body", "f_{dA}"),
        "f_cR": (f_cR, "N", "force of the tyre spring on the wheel", "f_{cR}"),
        "f_dR": (f_dR, "N", "force of the tyre damper on the wheel", "f_{dR}"),
        "f_R": (f_cR + f_dR, "N", "force of the road on the wheel"),
        "x_A_dd": (x_A.diff(t, 2), "m/s^2", "acceleration of the body", r"\ddot{x}_A"),
        "x_A_stat": rest[x_A],
        "x_R_stat": rest[x_R],
    }


def dampers(system: System) -> dict[str, tuple[float, float]]:
    """Ranges of both dampings, N s/m; that of the body is none of the system's names where it is a formula.

    Parameters
    ----------
    system : System
        The car on its own, or on a road.
    """
    ranges = {"d_A": (0.0, 6000.0), "d_R": (0.0, 1000.0)}
    return {name: limits for name, limits in ranges.items() if name in system.symbols}


def scene(system: LagrangianSystem) -> Scene:
    """Body and wheel above each other on a plate that can be lifted, as on a test rig."""
    u = system.inputs
    line, arrow = _height(0.62, 0, u.x_U, u.x_U)
    plate = (
        Ground((-0.55, u.x_U), (0.55, u.x_U)),
        line,
        replace(arrow, only="player", label="x_U"),
        ValueArrow((0.62, 0), (0, 1), 1, label=u.x_U, role="coordinate", only="sketch"),
    )
    return Scene(
        shapes=(*plate, *car(system, system.outputs, u.x_U)),
        description=(
            "The body of a car stands on a spring and a damper on the mass of a wheel, and that on another spring and "
            "damper, the tyre, on the road. Body, wheel and road move up and down only; three arrows show their "
            "heights, each counted from where all springs are relaxed. Arrows to scale show the weight of the body "
            "and the forces of suspension and road."
        ),
        sketch={"x_A": 0.16, "x_R": 0.11},
        handles=tuple(
            Handle((0, zero + system.symbols[name]), (name,)) for name, zero in (("x_A", BODY), ("x_R", HUB))
        ),
        ranges={"x_A": (-0.35, 0.15), "x_R": (-0.1, 0.1), "x_U": (-0.1, 0.1), "x_U_d": (-0.5, 0.5), **dampers(system)},
        limits=(-1.0, 1.0, -0.3, 1.7),
        duration=3.0,
    )  # fmt: skip


def car(system: LagrangianSystem | StateSpaceSystem, y: Mapping[str, Expr], x_U: Expr) -> tuple[Shape, ...]:
    """Body and wheel with springs and dampers, on a road that is x_U high below the wheel.

    Parameters
    ----------
    system : LagrangianSystem or StateSpaceSystem
        With the parameters of the car and the heights x_A and x_R among its symbols.
    y : mapping of str to Expr
        Forces f_cA, f_dA and f_R, N.
    x_U : Expr
        Height of the road, m.
    """
    p, x_A, x_R = system.parameters, system.symbols["x_A"], system.symbols["x_R"]
    hub, body, load = HUB + x_R, BODY + x_A, (p.m_A + p.m_R) * p.g
    d_A = p.d_A if "d_A" in p else r"d_A(v_{RA})"
    return (
        SpringShape((-SIDE, x_U), (-SIDE, hub - 0.06), label=p.c_R),
        DamperShape((SIDE, x_U), (SIDE, hub - 0.06), label=p.d_R, side="right"),
        Circle(0.36, (0, hub - 0.06)),
        Box(0.44, 0.12, (0, hub)),
        Text((0, hub), p.m_R),
        SpringShape((-SIDE, hub + 0.06), (-SIDE, body - HIGH / 2), label=p.c_A),
        DamperShape((SIDE, hub + 0.06), (SIDE, body - HIGH / 2), label=d_A, side="right"),
        Box(WIDE, HIGH, (0, body)),
        Text((-0.2, body), p.m_A),
        *_height(0.62, BODY, x_A, "x_{A}"),
        *_height(0.62, HUB, x_R, "x_{R}"),
        ValueArrow((0, body), (0, -1), p.m_A * p.g, load, label="m_A g"),
        ValueArrow((-0.33, body - HIGH / 2), (0, 1), y["f_cA"] + y["f_dA"], load, label="f_A", only="player"),
        ValueArrow((-0.45, x_U), (0, 1), y["f_R"], load, label="f_R", only="player"),
    )


def _height(x: float, zero: float, height: Any, label: Any) -> tuple[Line, Arrow]:
    """A height as an arrow beside the car, from a dashed line on."""
    line = Line(((x - 0.12, zero), (x + 0.12, zero)), role="reference", dashed=True)
    return line, Arrow((x, zero), (x, zero + height), label=label)
