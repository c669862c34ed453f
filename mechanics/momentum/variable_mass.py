"""Bodies that lose mass: momentum while mass is ejected, thrust, rockets; (3.50)-(3.55)."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp
from sympy import exp, log

from ..aliases import Scalar
from ..checking import checked
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


def _alike(*values: Any) -> None:
    """Refuse numbers together with columns, or columns of different lengths."""
    shapes = [value.shape if isinstance(value, sp.MatrixBase) else np.shape(value) for value in values]
    if any(shape != shapes[0] for shape in shapes) or any(isinstance(value, list | tuple) for value in values):
        raise ModelError(f"All of them must be numbers, or columns Matrix([x, y, z]) of one length; got {values}.")


@checked(positive="m", nonnegative="dm")
def momentum_after_ejection(
    m: Scalar, v: Scalar | sp.MatrixBase, dm: Scalar, dv: Scalar | sp.MatrixBase, w: Scalar | sp.MatrixBase
) -> sp.Expr | sp.MatrixBase:
    """Momentum of body and ejected mass together, after the body of mass m and velocity v has ejected dm.

    p(t + dt) = (m − dm)(v + dv) + dm (v + dv + w)                              (3.50)

    Parameters
    ----------
    m, dm : Expr or float
        Mass before, and ejected mass, kg.
    v, dv, w : Expr or float or Matrix
        Velocity before, its change, velocity of the ejected mass relative to the body: numbers, expressions or columns,
        m/s.

    Returns
    -------
    Expr or float or Matrix
        Momentum, kg m/s.
    """
    _alike(v, dv, w)
    return (m - dm) * (v + dv) + dm * (v + dv + w)


@checked(positive="m", nonnegative="dm")
def momentum_increment(
    m: Scalar, dm: Scalar, dv: Scalar | sp.MatrixBase, w: Scalar | sp.MatrixBase
) -> sp.Expr | sp.MatrixBase:
    """Change of the total momentum by the ejection: dp = m dv + dm w; (3.51).

    Parameters
    ----------
    m, dm : Expr or float
        Mass before, and ejected mass, kg.
    dv, w : Expr or float or Matrix
        Change of the velocity, and velocity of the ejected mass relative to the body, m/s.

    Returns
    -------
    Expr or float or Matrix
        Momentum, kg m/s.
    """
    _alike(dv, w)
    return m * dv + dm * w


@checked(nonnegative="gamma")
def thrust(gamma: Scalar, w: Scalar | sp.MatrixBase) -> sp.Expr | sp.MatrixBase:
    """Thrust f_t = −γ w, opposite to the ejected mass; (3.54).

    Parameters
    ----------
    gamma : Expr or float
        γ ≥ 0, ejected mass per time, kg/s; (3.53).
    w : Expr or float or Matrix
        Velocity of the ejected mass relative to the body, m/s; number, expression or column.

    Returns
    -------
    Expr or float or Matrix
        Thrust, N.
    """
    _alike(w)
    return -gamma * w


@checked(positive="m", nonnegative="gamma")
def variable_mass_rates(
    m: Scalar, f: Scalar | sp.MatrixBase, gamma: Scalar, w: Scalar | sp.MatrixBase
) -> tuple[sp.Expr | sp.MatrixBase, sp.Expr]:
    """Rates of velocity and mass of a body that ejects mass.

    m dv/dt = f − γ w,   dm/dt = −γ                                             (3.55)

    Parameters
    ----------
    m : Expr or float
        Mass at this moment, kg.
    f : Expr or float or Matrix
        External force, N; number, expression or column.
    gamma : Expr or float
        γ ≥ 0, ejected mass per time, kg/s.
    w : Expr or float or Matrix
        Velocity of the ejected mass relative to the body, m/s; in the form of f.

    Returns
    -------
    acceleration : Expr or float or Matrix
        dv/dt, m/s².
    mass_rate : Expr or float
        dm/dt, kg/s.
    """
    _alike(f, w)
    return (f + thrust(gamma, w)) / m, -gamma


@checked(positive="w m0")
def speed_gain(w: Scalar, m0: Scalar, m: Scalar) -> sp.Expr:
    """Gain in speed without other forces while the mass falls from m0 to m: Δv = w ln(m0/m) (Tsiolkovsky).

    The integral of (3.55) with f = 0; it does not matter how fast the mass is ejected.

    Parameters
    ----------
    w : Expr or float
        Exhaust speed, positive, m/s.
    m0, m : Expr or float
        Mass before and after, kg.

    Returns
    -------
    Expr
        Δv, m/s.

    Raises
    ------
    ModelError
        If m is not between 0 and m0.
    """
    ratio = sp.sympify(m0) / sp.sympify(m)
    if ratio.is_number and not ratio >= 1:
        raise ModelError(f"The mass can only fall, from m0 to a positive m; got m0 = {m0}, m = {m}.")
    return w * log(ratio)


@checked(positive="w")
def mass_ratio(dv: Scalar, w: Scalar) -> sp.Expr:
    """Ratio of masses that a gain in speed needs: m0/m = exp(Δv/w), the reverse of `speed_gain`.

    Parameters
    ----------
    dv : Expr or float
        Gain in speed Δv, m/s.
    w : Expr or float
        Exhaust speed, positive, m/s.

    Returns
    -------
    Expr
    """
    return exp(sp.sympify(dv) / w)


@checked(positive="w u m0 g")
@dataclass(frozen=True)
class Ascent:
    """Vertical ascent of a rocket from rest with a constant mass flow, without drag: (3.55) in closed form.

    Parameters
    ----------
    w : Expr or float
        Exhaust speed relative to the rocket, m/s.
    u : Expr or float
        Mass flow, kg/s.
    m0 : Expr or float
        Lift-off mass, kg.
    g : Expr or float, default 9.81
        Gravity, m/s².
    """

    w: Scalar
    u: Scalar
    m0: Scalar
    g: Scalar = 9.81

    @checked()
    def mass(self, t: Scalar) -> Scalar:
        """Mass m = m0 − u t.

        Parameters
        ----------
        t : Expr or float
            Time, s.

        Returns
        -------
        Expr or float
            Mass, kg.
        """
        return self.m0 - self.u * t

    @checked()
    def speed(self, t: Scalar) -> Scalar:
        """Speed v = w ln(m0/m) − g t: the gain by the ejection minus the loss to gravity.

        Parameters
        ----------
        t : Expr or float
            Time, s.

        Returns
        -------
        Expr or float
            Speed, m/s.
        """
        return speed_gain(self.w, self.m0, self.mass(t)) - self.g * t

    @checked()
    def height(self, t: Scalar) -> Scalar:
        """Height h = ∫ v dt = w t − (w m/u) ln(m0/m) − g t²/2.

        Parameters
        ----------
        t : Expr or float
            Time, s.

        Returns
        -------
        Expr or float
            Height, m.
        """
        m = self.mass(t)
        return self.w * t - m / self.u * speed_gain(self.w, self.m0, m) - self.g * t**2 / 2

    @property
    def lifts_off(self) -> bool | sp.Basic:
        """Whether the thrust exceeds the weight at the start, w u > m0 g."""
        return self.w * self.u > self.m0 * self.g

    @checked(positive="m_e")
    def burning_time(self, m_e: Scalar) -> Scalar:
        """Time until a mass is left.

        Parameters
        ----------
        m_e : Expr or float
            Mass at burnout, kg.

        Returns
        -------
        Expr or float
            Time, s.
        """
        return (self.m0 - m_e) / self.u

    @checked(positive="m_e")
    def peak(self, m_e: Scalar) -> Scalar:
        """Greatest height if the engine burns down to a mass and the rocket coasts on: h_1 + v_1²/(2 g).

        Parameters
        ----------
        m_e : Expr or float
            Mass at burnout, kg.

        Returns
        -------
        Expr or float
            Height, m.

        Raises
        ------
        ModelError
            If the rocket is not on its way up when the engine stops.
        """
        t1 = self.burning_time(m_e)
        v1 = self.speed(t1)
        if sp.sympify(v1).is_negative:
            raise ModelError(
                f"The engine is too weak: when it stops the rocket falls with {v1} m/s. Take more mass flow u."
            )
        return self.height(t1) + v1**2 / (2 * self.g)
