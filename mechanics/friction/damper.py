"""Viscous and mixed friction, and dampers with a characteristic; lecture 3.5.2, figure 3.26."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from sympy import Dummy, Piecewise, exp, lambdify, sympify, tanh

from ..model import ModelError
from .coulomb import kinetic_friction

__all__ = [
    "characteristic",
    "check_dissipative",
    "damping",
    "mixed_friction",
    "smooth_friction",
    "stribeck_friction",
    "viscous_friction",
]

Law = Callable[[Any], Any]
SAMPLES = 4001


def viscous_friction(mu_V: Any, dv: Any) -> Any:
    """Friction of two bodies with a film of lubricant between them: f_r = mu_V dv, N; (3.83).

    Parameters
    ----------
    mu_V : viscous coefficient, N s/m
    dv : velocity of the body relative to the other one, m/s
    """
    return mu_V * dv


def mixed_friction(mu_C: Any, f_N: Any, mu_V: Any, dv: Any) -> Any:
    """Dry and viscous friction together (*Mischreibung*): f_r = mu_C f_N sgn(dv) + mu_V dv, N; (3.78), (3.83)."""
    return kinetic_friction(mu_C, f_N, dv) + viscous_friction(mu_V, dv)


def stribeck_friction(mu_H: Any, mu_C: Any, f_N: Any, mu_V: Any, dv: Any, v_S: Any) -> Any:
    """Mixed friction that falls from the limit of stiction to that of sliding within a speed v_S (Stribeck), N.

    f_r = (mu_C + (mu_H - mu_C) exp(-(dv/v_S)²)) f_N sgn(dv) + mu_V dv, not in the lecture; v_S → 0 gives (3.78), (3.83)
    """
    return mixed_friction(mu_C + (mu_H - mu_C) * exp(-((dv / v_S) ** 2)), f_N, mu_V, dv)


def smooth_friction(mu_H: Any, mu_C: Any, f_N: Any, mu_V: Any, dv: Any, v_S: Any, width: Any) -> Any:
    """`stribeck_friction` with tanh(dv / width) for the sign: no jump at rest; what should stick creeps, N.

    Parameters
    ----------
    width : speed below which friction falls to zero, m/s; small against every speed of interest

    Raises
    ------
    ModelError
        for a width that is not positive.
    """
    if not sympify(width).is_positive:
        raise ModelError(f"The width of the smoothing is a positive speed in m/s; got {width}.")
    dry = (mu_C + (mu_H - mu_C) * exp(-((dv / v_S) ** 2))) * f_N * tanh(dv / width)
    return dry + viscous_friction(mu_V, dv)


def damping(law: Law, dv: Any = 0) -> Any:
    """Damping d = df_D/d(dv) of a damper about a speed, N s/m: f_D ≈ d dv for a small speed.

    Parameters
    ----------
    law : characteristic f_D, a function of the relative velocity
    dv : where the slope is wanted, m/s
    """
    x = Dummy("dv", real=True)
    return sympify(law(x)).diff(x).subs(x, dv).doit()


def characteristic(points: Sequence[tuple[float, float]]) -> Law:
    """Damper characteristic through measured points, straight between them and beyond; figure 3.26.

    Parameters
    ----------
    points : pairs (relative velocity m/s, force N) with increasing velocities, on both sides of zero

    Returns
    -------
    function of the relative velocity, number or symbol; for `mechanics.lagrange.Damper` too

    Raises
    ------
    ModelError
        for fewer than two points, velocities that do not increase, or a damper that would drive.
    """
    table = np.asarray(points, dtype=float)
    if table.ndim != 2 or table.shape[1] != 2 or len(table) < 2 or not np.isfinite(table).all():
        raise ModelError(f"A characteristic needs two or more pairs (velocity, force); got {points!r}.")
    speeds, forces = table.T.tolist()
    if np.any(np.diff(speeds) <= 0):
        raise ModelError(f"The velocities of a characteristic must increase; got {speeds}.")
    slopes = np.divide(np.diff(forces), np.diff(speeds)).tolist()

    def law(dv: Any) -> Any:
        lines = [f + d * (dv - v) for v, f, d in zip(speeds, forces, slopes, strict=False)]
        return Piecewise(
            *((line, dv < end) for line, end in zip(lines[:-1], speeds[1:-1], strict=True)), (lines[-1], True)
        )

    check_dissipative(law, max(map(abs, speeds)))
    return law


def check_dissipative(law: Law, largest: float) -> None:
    """Refuse a characteristic that would put energy in: a damper has f_D(dv) dv ≥ 0 at every speed.

    Parameters
    ----------
    law : characteristic f_D, a function of the relative velocity
    largest : speed up to which it is looked at in both directions, m/s

    Raises
    ------
    ModelError
        with the speed at which the damper would drive.
    """
    if not 0 < largest < np.inf:
        raise ModelError(f"The largest speed must be a positive number of m/s; got {largest!r}.")
    x = Dummy("dv", real=True)
    speeds = np.linspace(-largest, largest, SAMPLES)
    forces = np.broadcast_to(lambdify(x, sympify(law(x)))(speeds), speeds.shape)
    power = forces * speeds
    if not (power >= -1e-12 * np.abs(power).max(initial=0.0)).all():  # also catches NaN
        bad = int(np.argmin(power))
        raise ModelError(
            f"A damper takes energy out of a system at every speed, but this one has the force {forces[bad]:g} N at "
            f"{speeds[bad]:g} m/s: force and velocity must have the same sign."
        )
