"""Laws with own states: spring and damper in series, dry friction with memory, electric motor."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from .laws import Law
from .parameter_checks import finite, nonnegative, positive

__all__ = ["Hysteresis", "Motor", "Series"]


@dataclass(frozen=True)
class Series(Law):
    """Spring and damper in series (*Maxwell-Element*), optionally parallel to a second spring.

    F = k (l − l_0 − s) + k_p (l − l_0),   s_d = k (l − l_0 − s) / d

    The own state s is the elongation of the damper, m (rad). A fast motion feels the spring k, a slow one only k_p.

    Parameters
    ----------
    k : float
        Stiffness of the spring in series, N/m (N m/rad).
    d : float
        Damping in series, N s/m (N m s/rad).
    l_0 : float, optional
        Relaxed elongation, m (rad).
    k_p : float, optional
        Stiffness of the parallel spring, N/m (N m/rad).
    """

    k: float
    d: float
    l_0: float = 0.0
    k_p: float = 0.0

    def __post_init__(self) -> None:
        positive(self, "k", "d")
        finite(self, "l_0")
        nonnegative(self, "k_p")

    @property
    def states(self) -> int:
        """One: the elongation of the damper."""
        return 1

    def _branch(self, l: float, s: Sequence[float]) -> float:
        return self.k * (l - self.l_0 - s[0])

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> float:
        """The force of both branches."""
        return self._branch(l, s) + self.k_p * (l - self.l_0)

    def energy(self, l: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> float:
        """E = ½ k (l − l_0 − s)² + ½ k_p (l − l_0)²."""
        return 0.5 * self._branch(l, s) ** 2 / self.k + 0.5 * self.k_p * (l - self.l_0) ** 2

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> float:
        """P = d s_d², with the damper's own rate."""
        return self._branch(l, s) ** 2 / self.d

    def state_derivative(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> np.ndarray:
        """The damper carries the same force as the spring: s_d = k (l − l_0 − s) / d."""
        return np.array([self._branch(l, s) / self.d])


@dataclass(frozen=True)
class Hysteresis(Law):
    """Dry friction with memory (Dahl): F = k s,  s_d = l_d (1 − k s sgn(l_d) / F_C).

    The own state s is the elastic elongation of the contact, m (rad). Small motions see a spring k, large ones the
    friction F_C; F over l is a loop. Unlike a law of the rate alone it holds a constant load at rest, but under a load
    that vibrates it creeps, because every small motion also slips a little. `ElastoPlastic` does not.

    Parameters
    ----------
    F_C : float
        Friction while sliding, N (N m).
    k : float
        Stiffness of the contact while it sticks, N/m (N m/rad).
    """

    F_C: float
    k: float

    def __post_init__(self) -> None:
        positive(self, "F_C", "k")

    @property
    def states(self) -> int:
        """One: the elastic elongation."""
        return 1

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> float:
        """F = k s."""
        return self.k * s[0]

    def energy(self, l: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> float:
        """E = ½ k s²."""
        return 0.5 * self.k * s[0] ** 2

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> float:
        """P = (k s)² abs(l_d) / F_C."""
        return (self.k * s[0]) ** 2 * abs(l_d) / self.F_C

    def state_derivative(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> np.ndarray:
        """Elastic while F is small; the elongation stays constant once abs(F) has reached F_C."""
        return np.array([l_d - self.k * s[0] * abs(l_d) / self.F_C])


@dataclass(frozen=True)
class Motor(Law):
    """Direct-current motor (*Gleichstrommotor*) in a hinge: it turns body j against body i with the moment c i.

    F = −c i,   L i_d = U(t) − R i − c φ_d;   the own state is the current i, A.

    Parameters
    ----------
    U : callable or float
        Voltage as a function of t, or a constant, V.
    R : float
        Resistance, Ω.
    L : float
        Inductance, H.
    c : float
        Motor constant, N m/A = V s/rad.
    """

    U: Callable[[float], float] | float
    R: float
    L: float
    c: float

    def __post_init__(self) -> None:
        positive(self, "R", "L", "c")
        if not callable(self.U):
            finite(self, "U")

    @property
    def states(self) -> int:
        """One: the current."""
        return 1

    def voltage(self, t: float) -> float:
        """Voltage U(t), V.

        Parameters
        ----------
        t : float
            Time, s.
        """
        return self.U(t) if callable(self.U) else self.U

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> float:
        """The moment on body i, −c i; body j gets +c i."""
        return -self.c * s[0]

    def energy(self, l: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> float:
        """E = ½ L i², of the magnetic field."""
        return 0.5 * self.L * s[0] ** 2

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> float:
        """P = R i²."""
        return self.R * s[0] ** 2

    def supplied_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> float:
        """P = U i."""
        return self.voltage(t) * s[0]

    def state_derivative(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0,)) -> np.ndarray:
        """The mesh equation of the armature."""
        return np.array([(self.voltage(t) - self.R * s[0] - self.c * l_d) / self.L])
