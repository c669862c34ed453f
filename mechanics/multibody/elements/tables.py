"""Laws by table: measured characteristics of springs and dampers, interpolated by monotone cubics."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ...model import ModelError
from .laws import Law

__all__ = ["DamperTable", "SpringTable"]


class _Curve:
    """A curve through points without overshoot (pchip), extended linearly beyond the ends, and its integral."""

    def __init__(self, x: np.ndarray, y: np.ndarray) -> None:
        from scipy.interpolate import PchipInterpolator

        self.inside = PchipInterpolator(x, y)
        self.area = self.inside.antiderivative()
        slope = self.inside.derivative()
        self.x, self.ends, self.slopes = (x[0], x[-1]), self.inside(x[[0, -1]]), slope(x[[0, -1]])
        self.zero = float(self.area(min(max(0.0, x[0]), x[-1])))

    def __call__(self, x: float) -> float:
        near, side = self._nearest(x)
        if x == near:
            return float(self.inside(x))
        return float(self.ends[side] + self.slopes[side] * (x - near))

    def integral(self, x: float) -> float:
        """∫ y dx from the point of the table that is nearest to zero."""
        near, side = self._nearest(x)
        beyond = self.ends[side] * (x - near) + 0.5 * self.slopes[side] * (x - near) ** 2
        return float(self.area(near) - self.zero + beyond)

    def _nearest(self, x: float) -> tuple[float, int]:
        return (self.x[0], 0) if x < self.x[0] else (self.x[1], 1) if x > self.x[1] else (x, 0)


def _points(law: str, x: ArrayLike, y: ArrayLike, names: str) -> tuple[np.ndarray, np.ndarray]:
    """The columns of a table as increasing arrays, or a `ModelError`."""
    try:
        table = np.array([x, y], dtype=float)
    except (TypeError, ValueError):
        table = np.zeros(0)
    if table.ndim != 2 or table.shape[1] < 2 or not np.isfinite(table).all():
        raise ModelError(f"A {law} needs {names}, two or more finite numbers each; got {x!r} and {y!r}.")
    if (np.diff(table[0]) <= 0).any():
        raise ModelError(f"The first column of a {law} must increase; got {table[0].tolist()}.")
    return table[0], table[1]


@dataclass(frozen=True)
class SpringTable(Law):
    """Spring by table (*Kennlinie*): F(l) through measured points, with the energy ∫ F dl.

    Between the points the curve is a cubic without overshoot (pchip): where the points rise, the curve rises. Beyond
    the ends it is extended linearly.

    Parameters
    ----------
    l : sequence of float
        Elongations, m (rad), increasing.
    F : sequence of float
        Forces, N (N m).
    """

    l: Sequence[float]
    F: Sequence[float]

    def __post_init__(self) -> None:
        _points("SpringTable", self.l, self.F, "elongations l and forces F")

    @cached_property
    def curve(self) -> _Curve:
        """The curve through the points."""
        return _Curve(*_points("SpringTable", self.l, self.F, "elongations l and forces F"))

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """F(l)."""
        return self.curve(l)

    def energy(self, l: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """E = ∫ F dl."""
        return self.curve.integral(l)


@dataclass(frozen=True)
class DamperTable(Law):
    """Damper by table: F(l_d) through measured points and the origin.

    Parameters
    ----------
    l_d : sequence of float
        Rates, m/s (rad/s), increasing; (0, 0) is added where it is missing.
    F : sequence of float
        Forces, N (N m), with the signs of the rates.

    Raises
    ------
    ModelError
        For a damper that would supply energy somewhere.
    """

    l_d: Sequence[float]
    F: Sequence[float]

    def __post_init__(self) -> None:
        rates, forces = _points("DamperTable", self.l_d, self.F, "rates l_d and forces F")
        if (wrong := (rates * forces < 0) | ((rates == 0) & (forces != 0))).any():
            k = int(np.argmax(wrong))
            raise ModelError(
                "A damper dissipates energy at every rate, so force and rate have the same sign, and both are zero "
                f"together; this DamperTable has {forces[k]:g} at the rate {rates[k]:g}."
            )

    @cached_property
    def curve(self) -> _Curve:
        """The curve through the points and the origin."""
        rates, forces = np.array(self.l_d, dtype=float), np.array(self.F, dtype=float)
        if 0.0 not in rates:
            k = np.searchsorted(rates, 0.0)
            rates, forces = np.insert(rates, k, 0.0), np.insert(forces, k, 0.0)
        curve = _Curve(rates, forces)
        curve.slopes = np.maximum(curve.slopes, 0.0)  # a force that falls towards the end must not change its sign
        return curve

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """F(l_d)."""
        return self.curve(l_d)

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """P = F l_d."""
        return self.curve(l_d) * l_d
