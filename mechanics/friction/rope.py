"""A rope around a drum that does not turn: the friction of Euler and Eytelwein; lecture Beispiel 3.9.

All functions but `rope_state` take numbers and symbols.
"""

import math
from typing import Any, NamedTuple

from sympy import cos, exp, log, sin

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
    """Forces on a piece of rope about to slip: growth of the tension df_S, friction df_r, normal force df_N."""

    df_S: Any
    df_r: Any
    df_N: Any


def rope_element(f_S: Any, mu: Any, dphi: Any) -> RopeElement:
    """Balances of a piece of rope of any angle dphi, about to slip towards its larger force, N; figure 3.27.

    f_S cos(dphi/2) + df_r - (f_S + df_S) cos(dphi/2) = 0                        small dphi: (3.84a)
    df_N - f_S sin(dphi/2) - (f_S + df_S) sin(dphi/2) = 0                        small dphi: (3.84b)
    with df_r = mu df_N; for a small angle df_S = mu f_S dphi                    (3.85), (3.86)

    Parameters
    ----------
    f_S : force at the end that is pulled less, N
    mu : coefficient of friction
    dphi : angle of wrap of the piece, rad
    """
    s, c = sin(dphi / 2), cos(dphi / 2)
    df_S = 2 * mu * f_S * s / (c - mu * s)
    df_N = (2 * f_S + df_S) * s
    return RopeElement(df_S, mu * df_N, df_N)


def rope_tension(f_S1: Any, mu: Any, alpha: Any) -> Any:
    """Tension after an angle alpha at which the rope is about to slip away from f_S1: f_S1 exp(mu alpha), N; (3.87)."""
    return f_S1 * exp(mu * alpha)


def rope_band(f_S1: Any, mu_H: Any, alpha: Any) -> tuple[Any, Any]:
    """Smallest and largest force at the other end for which the rope sticks, N; (3.88)."""
    return rope_tension(f_S1, -mu_H, alpha), rope_tension(f_S1, mu_H, alpha)


def wrap_angle(f_S1: Any, f_S2: Any, mu: Any) -> Any:
    """Angle of wrap at which a small force f_S1 just holds a large one f_S2: ln(f_S2 / f_S1) / mu, rad; from (3.87)."""
    return log(f_S2 / f_S1) / mu


def rope_friction_coefficient(f_S1: Any, f_S2: Any, alpha: Any) -> Any:
    """Coefficient of friction if f_S1 just holds f_S2 with the angle of wrap alpha; from (3.87)."""
    return log(f_S2 / f_S1) / alpha


def rope_state(f_S1: float, f_S2: float, mu_H: float, alpha: float) -> str:
    """Whether a rope sticks, or to which side it slips; (3.88).

    Returns
    -------
    str
        ``"sticks"``; ``"slips_left"`` towards side 2, whose force is too large; ``"slips_right"`` towards side 1

    Raises
    ------
    ModelError
        if a force is not positive, the coefficient or the angle is negative, or one of them is no number.
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
    """The value as a float, NaN if it is none."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return math.nan
