"""Input shaping: a motion is split into shifted parts whose vibrations cancel. Not in the lecture.

A part of the motion makes a load swing; the same part half a period later makes it swing against that. Half of
the motion now and half of it half a period later leaves no swing, whatever the motion is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp

from ..aliases import Scalar
from ..checking import array, column
from ..model import ModelError
from ..symbols import t
from .profiles import MotionProfile, expression, text

ROUNDING = 1e-9

__all__ = ["ShapedProfile", "Shaper", "zero_vibration", "zero_vibration_derivative"]


@dataclass(frozen=True)
class Shaper:
    """Impulses A_i at the times t_i, with Σ A_i = 1, with which a motion is convolved.

    Attributes
    ----------
    amplitudes : tuple of Expr
        Amplitudes A_i.
    times : tuple of Expr
        Their times t_i, s, from zero on.
    """

    amplitudes: tuple[sp.Expr, ...]
    times: tuple[sp.Expr, ...]

    def __post_init__(self) -> None:
        amplitudes, times = column(self.amplitudes, "The amplitudes"), column(self.times, "The times of the impulses")
        total = sp.Add(*amplitudes)
        if len(amplitudes) != len(times) or not times or (total.is_number and abs(total - 1) > ROUNDING):
            raise ModelError(
                f"Impulses need a time each, and amplitudes whose sum is 1; got {len(times)} times and "
                f"{len(amplitudes)} amplitudes whose sum is {total}."
            )

    def shape(self, profile: MotionProfile) -> "ShapedProfile":
        """The shaped motion x(t) = Σ A_i x₀(t − t_i); it reaches the same position, t_n later.

        Parameters
        ----------
        profile : MotionProfile
            Motion x₀.

        Returns
        -------
        ShapedProfile
        """
        return ShapedProfile(profile, self)

    def residual(self, omega: Scalar, zeta: Scalar = 0) -> Scalar:
        """Residual swing of a load, as a fraction of that after a single impulse.

        V = e^(−ζ ω t_n) √((Σ A_i e^(ζ ω t_i) cos ω_d t_i)² + (Σ A_i e^(ζ ω t_i) sin ω_d t_i)²),  ω_d = ω √(1 − ζ²)

        Parameters
        ----------
        omega : Expr or float
            Natural frequency ω of the load, rad/s.
        zeta : Expr or float, default 0
            Damping ratio ζ, 0 ≤ ζ < 1.

        Returns
        -------
        Expr or float

        Raises
        ------
        ModelError
            If the load does not swing.
        """
        omega, zeta = _oscillation(omega, zeta)
        damped = omega * sp.sqrt(1 - zeta**2)
        sums = [
            sp.Add(*(A * sp.exp(zeta * omega * x) * function(damped * x) for A, x in zip(*self._rows, strict=True)))
            for function in (sp.cos, sp.sin)
        ]
        left = sp.exp(-zeta * omega * self.times[-1]) * sp.sqrt(sums[0] ** 2 + sums[1] ** 2)
        return float(left) if left.is_number else left

    @property
    def _rows(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        return self.amplitudes, self.times


class ShapedProfile:
    """A shaped motion; it has the same functions of time as a `MotionProfile`.

    Parameters
    ----------
    profile : MotionProfile
        Motion to be shaped.
    shaper : Shaper
        Impulses and their times.
    """

    def __init__(self, profile: MotionProfile, shaper: Shaper):
        if not isinstance(profile, MotionProfile) or not isinstance(shaper, Shaper):
            raise ModelError(f"A MotionProfile and a Shaper were expected; got {profile!r} and {shaper!r}.")
        self.profile, self.shaper = profile, shaper

    @property
    def start(self) -> sp.Expr:
        """Time of the beginning, s."""
        return self.profile.start

    @property
    def end(self) -> sp.Expr:
        """Time of the end, s: that of the last part."""
        return self.profile.end + self.shaper.times[-1]

    def acceleration(self, time: Scalar | np.ndarray = t) -> sp.Expr | np.ndarray:
        """Acceleration a(t).

        Parameters
        ----------
        time : Expr or float or ndarray, optional
            Symbol, number or array, s.

        Returns
        -------
        Expr, float or ndarray
            Acceleration, m/s², of the same kind.
        """
        return self._sum(self.profile.acceleration, time)

    def velocity(self, time: Scalar | np.ndarray = t) -> sp.Expr | np.ndarray:
        """Velocity v(t).

        Parameters
        ----------
        time : Expr or float or ndarray, optional
            Symbol, number or array, s.

        Returns
        -------
        Expr, float or ndarray
            Velocity, m/s, of the same kind.
        """
        return self._sum(self.profile.velocity, time)

    def position(self, time: Scalar | np.ndarray = t) -> sp.Expr | np.ndarray:
        """Position x(t).

        Parameters
        ----------
        time : Expr or float or ndarray, optional
            Symbol, number or array, s.

        Returns
        -------
        Expr, float or ndarray
            Position, m, of the same kind.
        """
        return self._sum(self.profile.position, time)

    def _sum(self, value: Callable[[Any], Any], time: Any) -> Any:
        if isinstance(time, sp.Basic):
            portions = zip(self.shaper.amplitudes, self.shaper.times, strict=True)
            return sp.Add(*(A * value(time - delay) for A, delay in portions))
        time = time if type(time) is float else array(time, "The time")
        return sum(A * value(time - delay) for A, delay in self._numbers)

    @cached_property
    def _numbers(self) -> list[tuple[float, float]]:
        return [(float(A), float(x)) for A, x in zip(self.shaper.amplitudes, self.shaper.times, strict=True)]


def zero_vibration(omega: Scalar, zeta: Scalar = 0) -> Shaper:
    """Two impulses that leave no swing (ZV): 1/(1 + K) now, K/(1 + K) half a period later, K = e^(−π ζ/√(1 − ζ²)).

    Parameters
    ----------
    omega : Expr or float
        Natural frequency of the load, rad/s; √(g/l) on a rope of length l under a driven trolley.
    zeta : Expr or float, default 0
        Damping ratio, 0 ≤ ζ < 1.

    Returns
    -------
    Shaper

    Raises
    ------
    ModelError
        If the frequency is not positive, or the load does not swing.
    """
    half, K = _half_period(omega, zeta)
    return Shaper((1 / (1 + K), K / (1 + K)), (sp.S.Zero, half))


def zero_vibration_derivative(omega: Scalar, zeta: Scalar = 0) -> Shaper:
    """Three impulses (ZVD), 1 : 2 K : K²: no swing, and little where ω is not known well, because dV/dω = 0 as well.

    The motion takes a whole period longer.

    Parameters
    ----------
    omega : Expr or float
        Natural frequency of the load, rad/s.
    zeta : Expr or float, default 0
        Damping ratio, 0 ≤ ζ < 1.

    Returns
    -------
    Shaper

    Raises
    ------
    ModelError
        If the frequency is not positive, or the load does not swing.
    """
    half, K = _half_period(omega, zeta)
    total = (1 + K) ** 2
    return Shaper((1 / total, 2 * K / total, K**2 / total), (sp.S.Zero, half, 2 * half))


def _half_period(omega: Any, zeta: Any) -> tuple[Any, Any]:
    """π / ω_d, and the factor by which a swing decays in that time."""
    omega, zeta = _oscillation(omega, zeta)
    root = sp.sqrt(1 - zeta**2)
    return sp.pi / (omega * root), sp.exp(-sp.pi * zeta / root)


def _oscillation(omega: Any, zeta: Any) -> tuple[sp.Expr, sp.Expr]:
    omega, zeta = expression(omega, "frequency"), expression(zeta, "damping ratio")
    if omega.is_positive is False or zeta.is_negative or (1 - zeta).is_positive is False:
        raise ModelError(
            f"Shaping needs a load that swings, omega > 0 and 0 <= zeta < 1; got omega = {text(omega)} rad/s, "
            f"zeta = {text(zeta)}."
        )
    return omega, zeta
