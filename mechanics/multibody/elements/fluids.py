"""Laws of elements that work with a fluid: air spring, orifice of a damper, hydraulic mount."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from ...model import SimulationError
from .laws import Law
from .parameter_checks import finite, nonnegative, positive

__all__ = ["AirSpring", "HydraulicMount", "Orifice"]


@dataclass(frozen=True)
class AirSpring(Law):
    """Air spring (*Luftfeder*): a piston of the area A on a closed volume of gas; it pushes.

    F = −(p − p_a) A,   p = p_0 (V_0/V)ⁿ,   V = V_0 + A (l − l_0)

    Near l_0 it has the stiffness n p_0 A²/V_0. Slow changes leave the gas time to exchange heat, n = 1; fast ones do
    not, n = 1.4 for air.

    Parameters
    ----------
    p_0 : float
        Absolute pressure at the length l_0, Pa.
    A : float
        Area of the piston, m².
    V_0 : float
        Volume at the length l_0, m³.
    l_0 : float, optional
        Length to which p_0 and V_0 belong, m.
    n : float, optional
        Polytropic exponent.
    p_a : float, optional
        Pressure of the surrounding air, Pa.

    Raises
    ------
    SimulationError
        Where no volume is left: the spring has been pushed together.

    Examples
    --------
    >>> bellows = AirSpring(p_0=6e5, A=0.02, V_0=0.004, l_0=0.2)
    """

    p_0: float
    A: float
    V_0: float
    l_0: float = 0.0
    n: float = 1.4
    p_a: float = 101325.0

    def __post_init__(self) -> None:
        positive(self, "p_0", "A", "V_0", "n")
        nonnegative(self, "p_a")
        finite(self, "l_0")

    def _ratio(self, l: float) -> float:
        """V_0/V."""
        V = self.V_0 + self.A * (l - self.l_0)
        if V <= 0.0:
            raise SimulationError(
                f"The air spring has no volume left at the length {l:.4g} m; it needs more than "
                f"{self.l_0 - self.V_0 / self.A:.4g} m. Add a bump stop (Contact) in Parallel, or make V_0 larger."
            )
        return self.V_0 / V

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """F = −(p − p_a) A."""
        return float(-(self.p_0 * self._ratio(l) ** self.n - self.p_a) * self.A)

    def energy(self, l: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """Work that gas and surrounding air have stored since l_0."""
        ratio, gas = self._ratio(l), self.p_0 * self.V_0
        stored = gas * log(ratio) if self.n == 1.0 else gas * (ratio ** (self.n - 1.0) - 1.0) / (self.n - 1.0)
        return float(stored + self.p_a * self.A * (l - self.l_0))


@dataclass(frozen=True)
class Orifice(Law):
    """Damper whose oil is pressed through an orifice (*Drossel*): F = d l_d |l_d|.

    With an `AirSpring` in `Parallel` it is the hydropneumatic strut of an aircraft.

    Parameters
    ----------
    d : float
        Damping, N s²/m².
    """

    d: float

    def __post_init__(self) -> None:
        nonnegative(self, "d")

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """F = d l_d |l_d|."""
        return self.d * l_d * abs(l_d)

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """P = d |l_d|³."""
        return self.d * abs(l_d) ** 3


@dataclass(frozen=True)
class HydraulicMount(Law):
    """Hydraulic mount (*Hydrolager*): rubber, and beside it a chamber whose fluid moves in a long channel.

    F = k (l − l_0) + d l_d + k_c (l − l_0 − s),   m_f s_dd + d_f s_d = k_c (l − l_0 − s)

    s is the motion of the fluid, reduced to that of the mount. Held still for long, the mount feels k; moved fast,
    k + k_c, because the fluid is too heavy to follow; near √(k_c/m_f) the fluid resonates and damps most.

    Parameters
    ----------
    k, d : float
        Stiffness and damping of the rubber, N/m, N s/m.
    k_c : float
        Stiffness of the walls of the chamber, N/m.
    m_f : float
        Reduced mass of the fluid in the channel, kg.
    d_f : float
        Damping in the channel, N s/m.
    l_0 : float, optional
        Relaxed length, m.
    """

    k: float
    d: float
    k_c: float
    m_f: float
    d_f: float
    l_0: float = 0.0

    def __post_init__(self) -> None:
        positive(self, "k_c", "m_f")
        nonnegative(self, "k", "d", "d_f")
        finite(self, "l_0")

    @property
    def states(self) -> int:
        """Two: the motion of the fluid and its rate."""
        return 2

    def _chamber(self, l: float, s: Sequence[float]) -> float:
        return self.k_c * (l - self.l_0 - s[0])

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0, 0.0)) -> float:
        """Rubber and chamber."""
        return self.k * (l - self.l_0) + self.d * l_d + self._chamber(l, s)

    def energy(self, l: float, t: float = 0.0, s: Sequence[float] = (0.0, 0.0)) -> float:
        """Both springs, and the fluid's kinetic energy."""
        springs = self.k * (l - self.l_0) ** 2 + self._chamber(l, s) ** 2 / self.k_c
        return 0.5 * float(springs + self.m_f * s[1] ** 2)

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0, 0.0)) -> float:
        """P = d l_d² + d_f s_d²."""
        return self.d * l_d**2 + self.d_f * s[1] ** 2

    def state_derivative(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = (0.0, 0.0)) -> np.ndarray:
        """Newton's law of the fluid."""
        return np.array([s[1], (self._chamber(l, s) - self.d_f * s[1]) / self.m_f])
