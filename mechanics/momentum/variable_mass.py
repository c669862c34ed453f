"""Bodies that lose mass: momentum while mass is ejected, thrust, rockets; (3.50)-(3.55)."""

from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy import exp, log

from ..model import ModelError

__all__ = [
    "Ascent",
    "mass_ratio",
    "momentum_after_ejection",
    "momentum_increment",
    "speed_gain",
    "thrust",
    "variable_mass_rates",
]


def momentum_after_ejection(m: Any, v: Any, dm: Any, dv: Any, w: Any) -> Any:
    """Momentum of body and ejected mass together, after the body of mass m and velocity v has ejected dm.

    p(t + dt) = (m − dm)(v + dv) + dm (v + dv + w)                              (3.50)

    Parameters
    ----------
    m, dm : mass before, and ejected mass, kg
    v, dv, w : velocity before, its change, velocity of the ejected mass relative to the body: numbers, symbols or
        columns, m/s
    """
    return (m - dm) * (v + dv) + dm * (v + dv + w)


def momentum_increment(m: Any, dm: Any, dv: Any, w: Any) -> Any:
    """dp = m dv + dm w, what the ejection changes the total momentum by; (3.51)."""
    return m * dv + dm * w


def thrust(gamma: Any, w: Any) -> Any:
    """Thrust f_t = −γ w, opposite to the ejected mass, N; (3.54).

    Parameters
    ----------
    gamma : γ ≥ 0, ejected mass per time, kg/s; (3.53)
    w : velocity of the ejected mass relative to the body, m/s; number, symbol or column
    """
    return -gamma * w


def variable_mass_rates(m: Any, f: Any, gamma: Any, w: Any) -> tuple[Any, Any]:
    """Rates of velocity and mass of a body that ejects mass.

    m dv/dt = f − γ w,   dm/dt = −γ                                             (3.55)

    Parameters
    ----------
    m : mass at this moment, kg
    f : force from outside, N; number, symbol or column
    gamma : γ ≥ 0, ejected mass per time, kg/s
    w : velocity of the ejected mass relative to the body, m/s; in the form of f

    Returns
    -------
    dv/dt (m/s²) and dm/dt (kg/s)
    """
    return (f + thrust(gamma, w)) / m, -gamma


def speed_gain(w: Any, m0: Any, m: Any) -> Any:
    """Δv = w ln(m0/m), what a body gains without other forces while its mass falls from m0 to m (Tsiolkovsky).

    The integral of (3.55) with f = 0; it does not matter how fast the mass is ejected.

    Parameters
    ----------
    w : exhaust speed, a positive number, m/s
    m0, m : mass before and after, kg

    Raises
    ------
    ModelError
        for numbers with m not between 0 and m0.
    """
    ratio = sp.sympify(m0) / m
    if ratio.is_number and not ratio >= 1:
        raise ModelError(f"The mass can only fall, from m0 to a positive m; got m0 = {m0}, m = {m}.")
    return w * log(ratio)


def mass_ratio(dv: Any, w: Any) -> Any:
    """m0/m = exp(Δv/w), what a speed gain Δv costs: the reverse of `speed_gain`."""
    return exp(sp.sympify(dv) / w)


@dataclass(frozen=True)
class Ascent:
    """Vertical ascent of a rocket from rest with a constant mass flow, without drag: (3.55) in closed form.

    Parameters
    ----------
    w : exhaust speed relative to the rocket, m/s
    u : mass flow, kg/s
    m0 : lift-off mass, kg
    g : gravity, m/s²
    """

    w: Any
    u: Any
    m0: Any
    g: Any = 9.81

    def mass(self, t: Any) -> Any:
        """m = m0 − u t, kg."""
        return self.m0 - self.u * t

    def speed(self, t: Any) -> Any:
        """v = w ln(m0/m) − g t, m/s: what the ejection gives and gravity takes."""
        return speed_gain(self.w, self.m0, self.mass(t)) - self.g * t

    def height(self, t: Any) -> Any:
        """h = ∫ v dt = w t − (w m/u) ln(m0/m) − g t²/2, m."""
        m = self.mass(t)
        return self.w * t - m / self.u * speed_gain(self.w, self.m0, m) - self.g * t**2 / 2

    @property
    def lifts_off(self) -> Any:
        """Whether the thrust exceeds the weight at the start, w u > m0 g."""
        return self.w * self.u > self.m0 * self.g

    def burning_time(self, m_e: Any) -> Any:
        """Time until the mass m_e is left, s."""
        return (self.m0 - m_e) / self.u

    def peak(self, m_e: Any) -> Any:
        """Greatest height if the engine burns down to the mass m_e and the rocket coasts on, h_1 + v_1²/(2 g), m.

        Raises
        ------
        ModelError
            for numbers with which the rocket is not on its way up when the engine stops.
        """
        t1 = self.burning_time(m_e)
        v1 = self.speed(t1)
        if sp.sympify(v1).is_negative:
            raise ModelError(
                f"The engine is too weak: at its end the rocket falls with {v1} m/s. Take more mass flow u."
            )
        return self.height(t1) + v1**2 / (2 * self.g)
