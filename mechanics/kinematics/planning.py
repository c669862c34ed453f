"""Motion profiles for given demands: stop at a given position, stay within limits."""

from typing import NamedTuple

from sympy import Expr, Max, Min, cbrt, sqrt

from ..aliases import Scalar
from ..model import ModelError
from ..symbols import t
from .profiles import MotionProfile, expression, text

__all__ = ["Braking", "JerkTimes", "bang_coast_bang", "braking", "jerk_limited", "jerk_times", "seven_pieces"]

TINY = 1e-12  # of the first duration: shorter ones are rounding errors


class Braking(NamedTuple):
    """How to stop.

    Attributes
    ----------
    a_min : Expr
        Acceleration while braking, negative, m/s².
    t3 : Expr
        Time of standstill, s.
    """

    a_min: Expr
    t3: Expr


def braking(a_max: Scalar, t0: Scalar, t1: Scalar, t2: Scalar, x_end: Scalar) -> Braking:
    """Braking from t2 on that ends with v = 0 at the position x_end (Beispiel 2.1), after a start from rest at x = 0.

    a_min = -a_max² (t1 - t0)² / (a_max (t1 - t0) (t0 + t1 - 2 t2) + 2 x_end)       (2.11)
    t3 = t2 - a_max / a_min (t1 - t0)                                               (2.9)

    Parameters
    ----------
    a_max : Expr or float
        Acceleration on [t0, t1], m/s²; between t1 and t2 the velocity is constant.
    t0, t1, t2 : Expr or float
        Times, s.
    x_end : Expr or float
        Position of standstill, m.

    Returns
    -------
    Braking

    Raises
    ------
    ModelError
        If no braking satisfies the numbers: x_end is passed before t2.
    """
    a_max, t0, t1, t2, x_end = (expression(x, "argument") for x in (a_max, t0, t1, t2, x_end))
    if (a_max.is_positive is False) or (t1 - t0).is_positive is False or (t2 - t1).is_negative:
        raise ModelError(
            f"A start needs a_max > 0 and t0 < t1 <= t2; got a_max = {text(a_max)} m/s^2 and the times "
            f"{text(t0)}, {text(t1)}, {text(t2)} s."
        )
    a_min = -(a_max**2) * (t1 - t0) ** 2 / (a_max * (t1 - t0) * (t0 + t1 - 2 * t2) + 2 * x_end)
    gone = a_max * (t1 - t0) * (2 * t2 - t0 - t1) / 2
    if (x_end - gone).is_positive is False:
        raise ModelError(
            f"x_end must be more than {text(gone)} m, the distance covered at t2, before the brake acts; "
            f"got {text(x_end)} m. Brake earlier (smaller t1, t2), accelerate less, or choose a more distant end."
        )
    return Braking(a_min, t2 - a_max / a_min * (t1 - t0))


def bang_coast_bang(a_max: Scalar, a_min: Scalar, t0: Scalar, t1: Scalar, t2: Scalar) -> MotionProfile:
    """Accelerate on [t0, t1], coast until t2, brake with a_min < 0 to standstill at t3; from rest at x = 0.

    v = a_max (t1 - t0) + a_min (t3 - t2) = 0 gives t3; (2.8), (2.9). The end position is that of (2.10). With
    t1 = t2 as numbers there is no phase of constant velocity.

    Parameters
    ----------
    a_max : Expr or float
        Acceleration on [t0, t1], positive, m/s².
    a_min : Expr or float
        Acceleration while braking, negative, m/s².
    t0, t1, t2 : Expr or float
        Times, s.

    Returns
    -------
    MotionProfile

    Raises
    ------
    ModelError
        If the numbers have the wrong signs or the times another order.
    """
    a_max, a_min, t0, t1, t2 = (expression(x, "argument") for x in (a_max, a_min, t0, t1, t2))
    if a_max.is_positive is False or a_min.is_negative is False:
        raise ModelError(f"The profile needs a_max > 0 and a_min < 0; got {text(a_max)} and {text(a_min)} m/s^2.")
    t3 = t2 - a_max / a_min * (t1 - t0)
    if (t2 - t1).is_zero:
        return MotionProfile([t0, t1, t3], [a_max, a_min])
    return MotionProfile([t0, t1, t2, t3], [a_max, 0, a_min])


class JerkTimes(NamedTuple):
    """How long the pieces of a jerk-limited motion take.

    Attributes
    ----------
    ramp : Expr
        Time in which the acceleration rises or falls, s.
    full : Expr
        Time at full acceleration, s.
    coast : Expr
        Time at constant velocity, s.
    """

    ramp: Expr
    full: Expr
    coast: Expr


def jerk_times(distance: Scalar, v_max: Scalar, a_max: Scalar, j_max: Scalar) -> JerkTimes:
    """Durations of the fastest motion from rest to rest within limits of velocity, acceleration and jerk.

    T_j = min(∛(d / 2 j), √(v / j), a / j); with the acceleration â = j T_j that is reached, the time T_a at it is the
    smaller one of v / â - T_j (velocity reached) and (√(T_j² + 4 d / â) - 3 T_j) / 2 (distance used up).
    The remaining distance takes T_v at constant velocity. A duration of zero means that a limit is not reached.

    Parameters
    ----------
    distance : Expr or float
        Distance d, positive, m.
    v_max, a_max, j_max : Expr or float
        Limits v, a, j, m/s, m/s², m/s³; positive.

    Returns
    -------
    JerkTimes

    Raises
    ------
    ModelError
        If a number is not positive.
    """
    d, v, a, j = (expression(x, "argument") for x in (distance, v_max, a_max, j_max))
    if any(x.is_positive is False for x in (d, v, a, j)):
        raise ModelError(
            "A jerk-limited motion needs a distance that is not zero and positive limits; got distance = "
            f"{text(d)}, v_max = {text(v)}, a_max = {text(a)}, j_max = {text(j)}."
        )
    ramp = Min(cbrt(d / (2 * j)), sqrt(v / j), a / j)
    top = j * ramp
    full = Max(Min(v / top - ramp, (sqrt(ramp**2 + 4 * d / top) - 3 * ramp) / 2), 0)
    return JerkTimes(ramp, full, Max(d / (top * (ramp + full)) - 2 * ramp - full, 0))


def seven_pieces(times: JerkTimes, jerk: Scalar, t0: Scalar = 0) -> MotionProfile:
    """The motion with these durations: its acceleration is a trapezoid up and one down; a negative jerk moves back.

    Pieces that take no time are left out where the durations are numbers.

    Parameters
    ----------
    times : JerkTimes
        Durations, s.
    jerk : Expr or float
        Jerk, m/s³.
    t0 : Expr or float, default 0
        Start, s.

    Returns
    -------
    MotionProfile
    """
    if not isinstance(times, tuple | list) or len(times) != 3:
        raise ModelError(f"Three durations were expected, such as those of jerk_times(...); got {times!r}.")
    ramp, full, coast = (expression(x, "duration") for x in times)
    jerk = expression(jerk, "jerk")
    if any(x.is_negative for x in (ramp, full, coast)) or ramp.is_zero or jerk.is_zero:
        raise ModelError(
            "A motion needs durations that are not negative, a ramp and a jerk that are not zero; got "
            f"{', '.join(map(text, (ramp, full, coast)))} s and a jerk of {text(jerk)} m/s^3."
        )
    steps = [(ramp, 1), (full, 0), (ramp, -1), (coast, 0), (ramp, -1), (full, 0), (ramp, 1)]
    instants, pieces, level = [expression(t0, "time")], [], expression(0, "acceleration")
    for duration, slope in steps:
        if not duration.is_number or duration > TINY * ramp:
            pieces.append(level + slope * jerk * (t - instants[-1]))
            instants.append(instants[-1] + duration)
        level += slope * jerk * ramp
    return MotionProfile(instants, pieces)


def jerk_limited(distance: float, v_max: float, a_max: float, j_max: float, t0: float = 0.0) -> MotionProfile:
    """Fastest motion from rest to rest whose velocity, acceleration and jerk stay within limits.

    Up to seven pieces; over a short distance some limits are not reached, and their pieces are left out.

    Parameters
    ----------
    distance : float
        Distance, m; negative for the other direction.
    v_max, a_max, j_max : float
        Limits, m/s, m/s², m/s³; positive.
    t0 : float, default 0.0
        Start, s.

    Returns
    -------
    MotionProfile

    Raises
    ------
    ModelError
        If the distance is zero, or a limit is not positive.
    """
    given = [expression(x, "argument") for x in (distance, v_max, a_max, j_max, t0)]
    if not all(x.is_number for x in given):
        raise ModelError(f"Numbers were expected; got {given}. For symbols there are jerk_times and seven_pieces.")
    return seven_pieces(jerk_times(abs(distance), v_max, a_max, j_max), j_max if distance > 0 else -j_max, t0)
