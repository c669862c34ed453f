"""Profiles that do what is asked: stop at a given place, stay within limits."""

from typing import Any, NamedTuple

import numpy as np

from ..model import ModelError
from ..symbols import t
from .profiles import MotionProfile, expression, text

__all__ = ["Braking", "bang_coast_bang", "braking", "jerk_limited"]


class Braking(NamedTuple):
    """How to stop: the acceleration a_min < 0 (m/s²) and the time t3 (s) of standstill."""

    a_min: Any
    t3: Any


def braking(a_max: Any, t0: Any, t1: Any, t2: Any, x_end: Any) -> Braking:
    """Braking from t2 on that ends with v = 0 at the position x_end (Beispiel 2.1), started at rest at x = 0.

    a_min = -a_max² (t1 - t0)² / (a_max (t1 - t0) (t0 + t1 - 2 t2) + 2 x_end)       (2.11)
    t3 = t2 - a_max / a_min (t1 - t0)                                               (2.9)

    Parameters
    ----------
    a_max
        acceleration on [t0, t1], m/s²; between t1 and t2 the velocity is constant
    t0, t1, t2
        s
    x_end
        position of standstill, m

    Raises
    ------
    ModelError
        for numbers that no braking can satisfy: x_end is passed before t2.
    """
    a_max, t0, t1, t2, x_end = (expression(x, "argument") for x in (a_max, t0, t1, t2, x_end))
    if (a_max.is_positive is False) or (t1 - t0).is_positive is False or (t2 - t1).is_negative:
        raise ModelError(
            f"A start needs a_max > 0 and t0 < t1 <= t2; a_max = {text(a_max)} m/s^2 and the times "
            f"{text(t0)}, {text(t1)}, {text(t2)} s came."
        )
    a_min = -(a_max**2) * (t1 - t0) ** 2 / (a_max * (t1 - t0) * (t0 + t1 - 2 * t2) + 2 * x_end)
    gone = a_max * (t1 - t0) * (2 * t2 - t0 - t1) / 2
    if (x_end - gone).is_positive is False:
        raise ModelError(
            f"x_end must be more than {text(gone)} m, the way that is behind at t2, before the brake acts; "
            f"{text(x_end)} m came. Brake earlier (smaller t1, t2), accelerate less, or choose a farther end."
        )
    return Braking(a_min, t2 - a_max / a_min * (t1 - t0))


def bang_coast_bang(a_max: Any, a_min: Any, t0: Any, t1: Any, t2: Any) -> MotionProfile:
    """Accelerate on [t0, t1], coast until t2, brake with a_min < 0 to standstill at t3; from rest at x = 0.

    v = a_max (t1 - t0) + a_min (t3 - t2) = 0 gives t3; (2.8), (2.9). The end position is that of (2.10). With
    t1 = t2 as numbers there is no phase of constant velocity.

    Raises
    ------
    ModelError
        for numbers with the wrong signs or an order of times that no motion has.
    """
    a_max, a_min, t0, t1, t2 = (expression(x, "argument") for x in (a_max, a_min, t0, t1, t2))
    if a_max.is_positive is False or a_min.is_negative is False:
        raise ModelError(
            f"The profile needs a_max > 0 and a_min < 0; {text(a_max)} and {text(a_min)} m/s^2 came."
        )
    t3 = t2 - a_max / a_min * (t1 - t0)
    if (t2 - t1).is_zero:
        return MotionProfile([t0, t1, t3], [a_max, a_min])
    return MotionProfile([t0, t1, t2, t3], [a_max, 0, a_min])


def jerk_limited(distance: float, v_max: float, a_max: float, j_max: float, t0: float = 0.0) -> MotionProfile:
    """Fastest motion from rest to rest whose velocity, acceleration and jerk stay within limits.

    Up to seven pieces, the acceleration a trapezoid forth and back; where the way is short, limits are not reached
    and pieces fall out. Each ramp of the acceleration takes T = min(∛(d / 2 j), √(v / j), a / j), the time at
    full acceleration follows from the limit of the velocity or from the distance.

    Parameters
    ----------
    distance
        m, negative for the other direction
    v_max, a_max, j_max
        limits, m/s, m/s², m/s³; positive
    t0
        beginning, s

    Raises
    ------
    ModelError
        for a distance of zero, or limits that are not positive.
    """
    given = [expression(x, "argument") for x in (distance, v_max, a_max, j_max, t0)]
    if not all(x.is_number for x in given) or distance == 0 or min(v_max, a_max, j_max) <= 0:
        raise ModelError(
            "A jerk-limited motion needs a distance that is not zero and positive limits; distance = "
            f"{distance}, v_max = {v_max}, a_max = {a_max}, j_max = {j_max}, t0 = {t0} came."
        )
    d = abs(distance)
    ramp = min(float(np.cbrt(d / (2 * j_max))), (v_max / j_max) ** 0.5, a_max / j_max)
    a = j_max * ramp
    full = max(min(v_max / a - ramp, (-3 * ramp + (ramp**2 + 4 * d / a) ** 0.5) / 2), 0.0)
    coast = max(d / (a * (ramp + full)) - (2 * ramp + full), 0.0)
    steps = [(ramp, 1), (full, 0), (ramp, -1), (coast, 0), (ramp, -1), (full, 0), (ramp, 1)]
    times, pieces, level = [float(t0)], [], 0.0
    for duration, slope in steps:
        if duration > 1e-12 * ramp:
            pieces.append(np.sign(distance) * (level + slope * j_max * (t - times[-1])))
            times.append(times[-1] + duration)
        level = level + slope * a if slope else level
    return MotionProfile(times, pieces)
