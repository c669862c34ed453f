"""Viscous and mixed friction, and dampers with a characteristic; lecture 3.5.2, figure 3.26."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from sympy import Dummy, Expr, Piecewise, exp, lambdify, sympify, tanh

from ..aliases import Scalar
from ..checking import array, checked
from ..model import ModelError
from .cone import kinetic_friction

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


@checked(nonnegative="mu_V")
def viscous_friction(mu_V: Scalar, dv: Scalar) -> Scalar:
    """Friction of two bodies with a film of lubricant between them: f_r = mu_V dv; (3.83).

    Parameters
    ----------
    mu_V : Expr or float
        Viscous coefficient, N s/m.
    dv : Expr or float
        Velocity of the body relative to the other one, m/s.

    Returns
    -------
    Expr or float
        Force, N.
    """
    return mu_V * dv


@checked(nonnegative="mu_C mu_V")
def mixed_friction(mu_C: Scalar, f_N: Scalar, mu_V: Scalar, dv: Scalar) -> Expr:
    """Dry and viscous friction together (*Mischreibung*): f_r = mu_C f_N sgn(dv) + mu_V dv; (3.78), (3.83).

    Parameters
    ----------
    mu_C : Expr or float
        Coefficient of kinetic friction.
    f_N : Expr or float
        Normal force, N.
    mu_V : Expr or float
        Viscous coefficient, N s/m.
    dv : Expr or float
        Relative velocity, m/s.

    Returns
    -------
    Expr
        Force, N.
    """
    return kinetic_friction(mu_C, f_N, dv) + viscous_friction(mu_V, dv)


@checked(positive="v_S", nonnegative="mu_H mu_C mu_V")
def stribeck_friction(mu_H: Scalar, mu_C: Scalar, f_N: Scalar, mu_V: Scalar, dv: Scalar, v_S: Scalar) -> Expr:
    """Mixed friction that falls from the limit of stiction to that of sliding within a speed v_S (Stribeck).

    f_r = (mu_C + (mu_H - mu_C) exp(-(dv/v_S)²)) f_N sgn(dv) + mu_V dv, not in the lecture; v_S → 0 gives (3.78), (3.83)

    Parameters
    ----------
    mu_H, mu_C : Expr or float
        Coefficients of static and kinetic friction.
    f_N : Expr or float
        Normal force, N.
    mu_V : Expr or float
        Viscous coefficient, N s/m.
    dv : Expr or float
        Relative velocity, m/s.
    v_S : Expr or float
        Stribeck speed, m/s.

    Returns
    -------
    Expr
        Force, N.
    """
    return mixed_friction(mu_C + (mu_H - mu_C) * exp(-((dv / v_S) ** 2)), f_N, mu_V, dv)


@checked(positive="v_S", nonnegative="mu_H mu_C mu_V")
def smooth_friction(
    mu_H: Scalar, mu_C: Scalar, f_N: Scalar, mu_V: Scalar, dv: Scalar, v_S: Scalar, width: Scalar
) -> Expr:
    """`stribeck_friction` with tanh(dv / width) for the sign: no jump at rest; what should stick creeps.

    Parameters
    ----------
    mu_H, mu_C : Expr or float
        Coefficients of static and kinetic friction.
    f_N : Expr or float
        Normal force, N.
    mu_V : Expr or float
        Viscous coefficient, N s/m.
    dv : Expr or float
        Relative velocity, m/s.
    v_S : Expr or float
        Stribeck speed, m/s.
    width : Expr or float
        Speed below which friction falls to zero, m/s; small against every speed of interest.

    Returns
    -------
    Expr
        Force, N.

    Raises
    ------
    ModelError
        If the width is not positive.
    """
    if not sympify(width).is_positive:
        raise ModelError(f"The width of the smoothing is a positive speed in m/s; got {width}.")
    dry = (mu_C + (mu_H - mu_C) * exp(-((dv / v_S) ** 2))) * f_N * tanh(dv / width)
    return dry + viscous_friction(mu_V, dv)


@checked()
def damping(law: Law, dv: Scalar = 0) -> Expr:
    """Damping d = df_D/d(dv) of a damper about a speed: f_D ≈ d dv for a small speed.

    Parameters
    ----------
    law : Law
        Characteristic f_D, N, a function of the relative velocity.
    dv : Expr or float, default 0
        Speed at which the slope is taken, m/s.

    Returns
    -------
    Expr
        Damping, N s/m.
    """
    x = Dummy("dv", real=True)
    return sympify(law(x)).diff(x).subs(x, dv).doit()


def characteristic(points: Sequence[tuple[float, float]]) -> Law:
    """Damper characteristic through measured points, linear between them and beyond; figure 3.26.

    Parameters
    ----------
    points : sequence of tuple of float, float
        Pairs (relative velocity m/s, force N) with increasing velocities, on both sides of zero.

    Returns
    -------
    Law
        Function of the relative velocity, number or symbol; for `mechanics.lagrange.Damper`, too.

    Raises
    ------
    ModelError
        If there are fewer than two points, velocities do not increase, or the damper would feed in energy.
    """
    table = array(points, "The points of a characteristic")
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


@checked()
def check_dissipative(law: Law, largest: float) -> None:
    """Refuse a characteristic that would feed in energy: a damper has f_D(dv) dv ≥ 0 at every speed.

    Parameters
    ----------
    law : Law
        Characteristic f_D, N, a function of the relative velocity.
    largest : float
        Speed up to which both directions are checked, m/s.

    Raises
    ------
    ModelError
        With the speed at which the damper would feed in energy.
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
