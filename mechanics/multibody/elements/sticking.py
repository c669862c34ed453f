"""Friction that sticks: an elastic contact that does not creep, and slides beyond its limit."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, pi, sin

import numpy as np

from ...model import ModelError
from .laws import Law
from .parameter_checks import nonnegative, positive

__all__ = ["ElastoPlastic"]


@dataclass(frozen=True)
class ElastoPlastic(Law):
    """Stiction and sliding with an elastic contact that does not creep (elastoplastic model of Dupont et al.).

    F = k s + d s_d,  s_d = l_d (1 − α(s, l_d) s sgn(l_d) / s_max),  s_max = f(l_d)/k,
    f = F_C + (F_H − F_C) exp(−(l_d/v_S)²)

    The own state s is the elastic elongation of the contact, m (rad). For abs(s) up to s_b = breakaway F_C / k, and
    wherever s goes back, α = 0: the contact is a spring, and what it carries it carries without moving on, also when
    the load vibrates. From s_b to s_max α rises to one; there the contact slides with the force f. A constant load
    between both limits is held, too, but a vibrating one may creep.

    Source: P. Dupont, V. Hayward, B. Armstrong, F. Altpeter, *Single state elastoplastic friction models*, IEEE
    Transactions on Automatic Control 47 (2002) 787-792.

    Parameters
    ----------
    F_C : float
        Friction while sliding, N (N m).
    k : float
        Stiffness of the contact while it sticks, N/m (N m/rad).
    d : float, optional
        Damping of the contact while it sticks, N s/m (N m s/rad); about √(k m) lets a mass m come to rest soon.
    F_H : float, optional
        Limit of static friction, at least F_C; F_C unless given.
    v_S : float, optional
        Rate within which friction falls from F_H to F_C (Stribeck), m/s (rad/s).
    breakaway : float, optional
        Share of F_C that is carried by a purely elastic contact, between 0 and 1.

    Raises
    ------
    ModelError
        For F_H below F_C, or a share that is not between 0 and 1.

    Examples
    --------
    >>> brake = TorsionElement(Marker("frame"), Marker("drum"), ElastoPlastic(F_C=20.0, k=1e5, d=50.0))
    """

    F_C: float
    k: float
    d: float = 0.0
    F_H: float | None = None
    v_S: float = 1e-3
    breakaway: float = 0.9

    def __post_init__(self) -> None:
        positive(self, "F_C", "k", "v_S", "breakaway")
        nonnegative(self, "d")
        if self.F_H is None:
            object.__setattr__(self, "F_H", self.F_C)
        positive(self, "F_H")
        if self._static < self.F_C:
            raise ModelError(
                f"The limit of static friction F_H must not be below the sliding friction F_C; got F_H = {self.F_H:g}, "
                f"F_C = {self.F_C:g}."
            )
        if not self.breakaway < 1.0:
            raise ModelError(f"The breakaway of ElastoPlastic is a share of F_C below 1; got {self.breakaway:g}.")

    @property
    def _static(self) -> float:
        return self.F_C if self.F_H is None else self.F_H

    @property
    def states(self) -> int:
        """One: the elastic elongation."""
        return 1

    def _slip(self, l_d: float, s: float) -> float:
        """α s sgn(l_d) / s_max: the share of the rate that slides."""
        if s * l_d <= 0.0:
            return 0.0
        size, first = abs(s), self.breakaway * self.F_C / self.k
        last = (self.F_C + (self._static - self.F_C) * exp(-((l_d / self.v_S) ** 2))) / self.k
        if size <= first:
            return 0.0
        if size >= last:
            return size / last
        return (0.5 + 0.5 * sin(pi * (size - 0.5 * (first + last)) / (last - first))) * size / last

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> float:
        """F = k s + d s_d; where friction falls, the damping is not allowed to drive."""
        return self.k * s[0] + self.d * l_d * max(0.0, 1.0 - self._slip(l_d, s[0]))

    def energy(self, l: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> float:
        """E = ½ k s²."""
        return 0.5 * self.k * s[0] ** 2

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> float:
        """P = k s (l_d − s_d) + d l_d s_d."""
        slip = self._slip(l_d, s[0])
        return self.k * abs(s[0]) * slip * abs(l_d) + self.d * l_d**2 * max(0.0, 1.0 - slip)

    def state_derivative(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> np.ndarray:
        """Elastic while it sticks; s stays constant while it slides."""
        return np.array([l_d * (1.0 - self._slip(l_d, s[0]))])
