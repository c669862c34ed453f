"""A rope around a drum that does not turn: the friction of Euler and Eytelwein; lecture Beispiel 3.9.

All functions but `rope_state` take numbers and symbols.
"""

import math
from typing import Any, NamedTuple

from sympy import Expr, cos, exp, log, sin

from ..aliases import Scalar
from ..checking import checked
from ..model import ModelError

__all__ = [
    "RopeElement",
    "rope_band",
    "rope_element",
    "rope_friction_coefficient",
    "rope_state",
    "rope_tension",
    "wrap_angle",
]


class RopeElement(NamedTuple):
    """Forces on a piece of rope that is about to slip.

    Attributes
    ----------
    df_S : Expr
        Growth of the tension, N.
    df_r : Expr
        Friction, N.
    df_N : Expr
        Normal force, N.
    """

    df_S: Expr
    df_r: Expr
    df_N: Expr


@checked(nonnegative="f_S mu")
def rope_element(f_S: Scalar, mu: Scalar, dphi: Scalar) -> RopeElement:
    """Balances of a piece of rope of any angle dphi, about to slip towards its larger force; figure 3.27.

    f_S cos(dphi/2) + df_r - (f_S + df_S) cos(dphi/2) = 0                        small dphi: (3.84a)
    df_N - f_S sin(dphi/2) - (f_S + df_S) sin(dphi/2) = 0                        small dphi: (3.84b)
    with df_r = mu df_N; for a small angle df_S = mu f_S dphi                    (3.85), (3.86)

    Parameters
    ----------
    f_S : Expr or float
        Force at the end with the smaller tension, N.
    mu : Expr or float
        Coefficient of friction.
    dphi : Expr or float
        Angle of wrap of the piece, rad.

    Returns
    -------
    RopeElement
    """
    s, c = sin(dphi / 2), cos(dphi / 2)
    df_S = 2 * mu * f_S * s / (c - mu * s)
    df_N = (2 * f_S + df_S) * s
    return RopeElement(df_S, mu * df_N, df_N)


@checked()
def rope_tension(f_S1: Scalar, mu: Scalar, alpha: Scalar) -> Expr:
    """Tension behind an angle of wrap if the rope is about to slip away from f_S1: f_S1 exp(mu alpha); (3.87).

    Parameters
    ----------
    f_S1 : Expr or float
        Tension before the drum, N.
    mu : Expr or float
        Coefficient of friction.
    alpha : Expr or float
        Angle of wrap, rad.

    Returns
    -------
    Expr
        Tension, N.
    """
    return f_S1 * exp(mu * alpha)


@checked(nonnegative="f_S1 mu_H alpha")
def rope_band(f_S1: Scalar, mu_H: Scalar, alpha: Scalar) -> tuple[Expr, Expr]:
    """Smallest and largest force at the other end for which the rope sticks; (3.88).

    Parameters
    ----------
    f_S1 : Expr or float
        Force at one end, N.
    mu_H : Expr or float
        Coefficient of static friction.
    alpha : Expr or float
        Angle of wrap, rad.

    Returns
    -------
    tuple of Expr, Expr
        Forces, N.
    """
    return rope_tension(f_S1, -mu_H, alpha), rope_tension(f_S1, mu_H, alpha)


@checked(positive="f_S1 f_S2 mu")
def wrap_angle(f_S1: Scalar, f_S2: Scalar, mu: Scalar) -> Expr:
    """Angle of wrap at which a small force just holds a large one: ln(f_S2 / f_S1) / mu; from (3.87).

    Parameters
    ----------
    f_S1, f_S2 : Expr or float
        Small and large force, N.
    mu : Expr or float
        Coefficient of friction.

    Returns
    -------
    Expr
        Angle, rad.
    """
    return log(f_S2 / f_S1) / mu


@checked(positive="f_S1 f_S2 alpha")
def rope_friction_coefficient(f_S1: Scalar, f_S2: Scalar, alpha: Scalar) -> Expr:
    """Coefficient of friction if a small force just holds a large one; from (3.87).

    Parameters
    ----------
    f_S1, f_S2 : Expr or float
        Small and large force, N.
    alpha : Expr or float
        Angle of wrap, rad.

    Returns
    -------
    Expr
    """
    return log(f_S2 / f_S1) / alpha


def rope_state(f_S1: float, f_S2: float, mu_H: float, alpha: float) -> str:
    """Whether a rope sticks, or to which side it slips; (3.88).

    Parameters
    ----------
    f_S1, f_S2 : float
        Forces at the ends, N.
    mu_H : float
        Coefficient of static friction.
    alpha : float
        Angle of wrap, rad.

    Returns
    -------
    str
        ``"sticks"``; ``"slips_left"`` towards side 2, whose force is too large; ``"slips_right"`` towards side 1.

    Raises
    ------
    ModelError
        If a force is not positive, the coefficient or the angle is negative, or one of them is not a number.
    """
    numbers = tuple(map(_number, (f_S1, f_S2, mu_H, alpha)))
    if not (all(f > 0 for f in numbers[:2]) and all(x >= 0 for x in numbers[2:])):  # NaN is neither
        raise ModelError(
            "A rope needs two positive forces, and a coefficient and an angle that are not negative; "
            f"got f_S1 = {f_S1}, f_S2 = {f_S2}, mu_H = {mu_H}, alpha = {alpha}."
        )
    near, far, *rest = numbers
    low, high = rope_band(near, *rest)
    if far > high:
        return "slips_left"
    return "slips_right" if far < low else "sticks"


def _number(value: Any) -> float:
    """The value as a float, NaN if it is not a number."""
    try:
        return math.nan if isinstance(value, str | bool) or math.isinf(value) else float(value)
    except (TypeError, ValueError):
        return math.nan
