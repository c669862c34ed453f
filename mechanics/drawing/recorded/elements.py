"""Methods that recorded numbers cannot go through as they are: measured curves, smoothed friction, tyres, models."""

from functools import cache
from typing import Any

import numpy as np
import sympy as sp

from ...bridge import to_engine
from ...codegen import Program
from ...friction import smooth_friction
from ...lagrange.quantities import LagrangianValues
from ...multibody.elements import tables
from ...multibody.elements.friction import StickSlip
from ...multibody.elements.magic_formula import Factors, MagicFormula
from .arrays import Formulas
from .number import pair, select
from .programs import evaluated, evaluated_for

__all__ = ["ELEMENTS"]

NEWTON = 8  # steps to the peak of a tyre's curve; the last ones only repeat it
formulas = Formulas()


# --- curves through points: cubics without overshoot, as scipy's PchipInterpolator has them --------------------------


def _curve(curve: Any, x: np.ndarray, y: np.ndarray) -> None:
    """The coefficients of each piece, the area below those before it, and what goes on beyond the ends."""
    h = np.diff(np.asarray(x, dtype=float))
    m = [(y[k + 1] - y[k]) / h[k] for k in range(len(h))]
    d = _slopes(h, m)
    areas: list[Any] = [0.0]
    curve.pieces = []
    for k, (step, slope) in enumerate(zip(h, m, strict=True)):
        a = (d[k] + d[k + 1] - 2.0 * slope) / step**2
        b = (3.0 * slope - 2.0 * d[k] - d[k + 1]) / step
        curve.pieces.append((float(x[k]), a, b, d[k], y[k], areas[k]))
        areas.append(_area(curve.pieces[k], x[k + 1]))
    curve.x, curve.ends = (float(x[0]), float(x[-1])), (y[0], y[-1])
    curve.slopes = np.array([d[0], d[-1]], dtype=object)
    curve.zero = _chosen(curve, min(max(0.0, x[0]), x[-1]), _area)


def _slopes(h: np.ndarray, m: list[Any]) -> list[Any]:
    """At the points: the weighted harmonic mean of both sides, zero where the curve turns."""
    if len(m) == 1:
        return [m[0], m[0]]
    inside = []
    for k in range(1, len(m)):
        w, v = 2.0 * h[k] + h[k - 1], h[k] + 2.0 * h[k - 1]
        inside.append(select(m[k - 1] * m[k] > 0.0, (w + v) / (w / m[k - 1] + v / m[k]), 0.0))
    return [_end(h[0], h[1], m[0], m[1]), *inside, _end(h[-1], h[-2], m[-1], m[-2])]


def _end(h: float, k: float, m: Any, n: Any) -> Any:
    """At an end: by three points, but without overshoot."""
    d = ((2.0 * h + k) * m - h * n) / (h + k)
    limited = select(m * n <= 0.0, select(abs(d) > 3.0 * abs(m), 3.0 * m, d), d)
    return select(d * m > 0.0, limited, 0.0)


def _value(piece: Any, x: Any) -> Any:
    start, a, b, c, y, _ = piece
    s = x - start
    return ((a * s + b) * s + c) * s + y


def _area(piece: Any, x: Any) -> Any:
    start, a, b, c, y, before = piece
    s = x - start
    return before + (((a / 4.0 * s + b / 3.0) * s + c / 2.0) * s + y) * s


def _chosen(curve: Any, x: Any, function: Any) -> Any:
    """A function of the piece in which x lies."""
    found = function(curve.pieces[-1], x)
    for k in range(len(curve.pieces) - 2, -1, -1):
        found = select(x < curve.pieces[k + 1][0], function(curve.pieces[k], x), found)
    return found


def _at(curve: Any, x: Any) -> Any:
    """The curve, beyond its ends a straight line."""
    below, above = pair("min", x - curve.x[0], 0.0), pair("max", x - curve.x[1], 0.0)
    return _chosen(curve, x - below - above, _value) + curve.slopes[0] * below + curve.slopes[1] * above


def _integral(curve: Any, x: Any) -> Any:
    """∫ y dx from the point of the table that is nearest to zero."""
    below, above = pair("min", x - curve.x[0], 0.0), pair("max", x - curve.x[1], 0.0)
    beyond = [(end + 0.5 * slope * over) * over
              for end, slope, over in zip(curve.ends, curve.slopes, (below, above), strict=True)]  # fmt: skip
    return _chosen(curve, x - below - above, _area) - curve.zero + beyond[0] + beyond[1]


# --- friction and tyres ---------------------------------------------------------------------------------------------


@cache
def _friction() -> Program:
    """The smoothed force of friction as a program of its parameters and the rate."""
    names = ("F_H", "F_C", "d", "v", "v_S", "width")
    F_H, F_C, d, v, v_S, width = (sp.Symbol(name, real=True, positive=name != "v" or None) for name in names)
    return Program(names, (), (to_engine(smooth_friction(F_H, F_C, 1, d, v, v_S, width)),))


def _sticking(law: StickSlip) -> Any:
    """The force over the rate."""
    given = {name: getattr(law, name) for name in ("F_H", "F_C", "d", "v_S", "width")}
    return lambda v: evaluated(_friction(), [], {**given, "v": v})[0]


def _peak(curve: Factors) -> Any:
    """Slip of the largest force: as many of Newton's steps as ever are needed."""
    u = wanted = formulas.tan(np.pi / (2.0 * curve.C))
    for _ in range(NEWTON):
        step = u - curve.E * (u - formulas.atan(u)) - wanted
        u = u - step / (1.0 - curve.E + curve.E / (1.0 + u * u))
    return u / curve.B


ELEMENTS: list[tuple[type, str, Any]] = [
    (tables._Curve, "__init__", _curve),
    (tables._Curve, "__call__", _at),
    (tables._Curve, "integral", _integral),
    (tables.DamperTable, "__post_init__", lambda law: None),  # its signs: the present values have passed
    (StickSlip, "_force", property(_sticking)),
    (Factors, "peak", property(_peak)),
    (LagrangianValues, "evaluate", evaluated_for),
    (MagicFormula, "factors", lambda formula, F_z: formula._factors(F_z / 1e3)),  # the present load has passed
]
