"""Tyre characteristics after Bakker, Nyborg and Pacejka: the magic formula, and both slips at once.

Source: E. Bakker, L. Nyborg, H. B. Pacejka, *Tyre modelling for use in vehicle dynamics studies*, SAE paper 870421
(1987), with the coefficients of its example tyre. Camber and the shifts of the curve are left out.
"""

from dataclasses import dataclass
from math import atan, degrees, exp, hypot, pi, sin, tan
from typing import Literal, NamedTuple

from ...model import ModelError

__all__ = ["LATERAL", "LONGITUDINAL", "Factors", "MagicFormula", "combined", "magic_formula"]


class Factors(NamedTuple):
    """The four factors of a curve y(x) under one load.

    Attributes
    ----------
    B : float
        Stiffness factor, 1/% or 1/°.
    C : float
        Shape factor, above 1.
    D : float
        Peak, N.
    E : float
        Curvature factor, below 1.
    """

    B: float
    C: float
    D: float
    E: float

    @property
    def peak(self) -> float:
        """Slip x of the largest force, % or °: B x − E (B x − arctan B x) = tan(π/2C)."""
        wanted = tan(pi / (2 * self.C))
        u = wanted  # from here Newton's method approaches the root from one side
        for _ in range(40):
            step = (u - self.E * (u - atan(u)) - wanted) / (1 - self.E + self.E / (1 + u * u))
            u -= step
            if abs(step) < 1e-13 * u:
                break
        return u / self.B


def magic_formula(x: float, B: float, C: float, D: float, E: float) -> float:
    """Force for a slip: y = D sin(C arctan(B x − E (B x − arctan B x))).

    The slope at x = 0 is B C D, the largest value D, and for large x the curve falls to D sin(½ π C).

    Parameters
    ----------
    x : float
        Slip, in the unit of 1/B.
    B, C, D, E : float
        Stiffness, shape, peak and curvature factor.

    Returns
    -------
    float
        In the unit of D.
    """
    u = B * x
    return D * sin(C * atan(u - E * (u - atan(u))))


@dataclass(frozen=True)
class MagicFormula:
    """Force of a tyre over slip and load, with eight coefficients fitted to measurements.

    D = a_1 F_z² + a_2 F_z and E = a_6 F_z² + a_7 F_z + a_8; the slope B C D is a_3 sin(a_4 arctan(a_5 F_z)) for the
    side force, (a_3 F_z² + a_4 F_z) exp(−a_5 F_z) for the brake force; F_z in kN, F in N.

    Parameters
    ----------
    C : float
        Shape factor, above 1.
    a : tuple of float, length 8
        Coefficients.
    kind : {"side", "brake"}
        Which formula B C D has, and with it the unit of the slip: degrees or per cent.
    """

    C: float
    a: tuple[float, ...]
    kind: Literal["side", "brake"]

    @property
    def largest_load(self) -> float:
        """Load at which D has its maximum, N; beyond it the fit means nothing."""
        return -500.0 * self.a[1] / self.a[0]

    def factors(self, F_z: float) -> Factors:
        """The curve under one load.

        Parameters
        ----------
        F_z : float
            Load of the wheel, N, positive.

        Raises
        ------
        ModelError
            For a load that is not positive, or beyond the range of the fit.
        """
        if not 0.0 < F_z <= self.largest_load:
            raise ModelError(
                f"The load of a tyre must be positive and at most {self.largest_load / 1e3:.1f} kN, where the fit of "
                f"its coefficients ends; got {F_z / 1e3:g} kN. Make the load smaller, or give other coefficients."
            )
        return self._factors(F_z / 1e3)

    def _factors(self, load: float) -> Factors:
        """The curve under a load in kN that has been checked."""
        a_1, a_2, a_3, a_4, a_5, a_6, a_7, a_8 = self.a
        D = a_1 * load**2 + a_2 * load
        slope = a_3 * sin(a_4 * atan(a_5 * load))
        if self.kind == "brake":
            slope = (a_3 * load**2 + a_4 * load) * exp(-a_5 * load)
        return Factors(slope / (self.C * D), self.C, D, a_6 * load**2 + a_7 * load + a_8)

    def __call__(self, slip: float, F_z: float, grip: float = 1.0) -> float:
        """The force for one slip, N; it has the sign of the slip.

        Parameters
        ----------
        slip : float
            Slip angle in rad, or longitudinal slip (1 is 100 %).
        F_z : float
            Load of the wheel, N.
        grip : float, optional
            Friction of the road relative to that of the measurement; by similarity F = grip F_0(slip/grip), so that
            small slips do not feel it.
        """
        return grip * magic_formula(self.scaled(slip) / grip, *self.factors(F_z))

    def scaled(self, slip: float) -> float:
        """A slip in the unit of the formula, degrees or per cent.

        Parameters
        ----------
        slip : float
            rad, or 1 for 100 %.
        """
        return degrees(slip) if self.kind == "side" else 100.0 * slip

    def peak(self, F_z: float) -> float:
        """Slip of the largest force, rad, or 1 for 100 %.

        Parameters
        ----------
        F_z : float
            Load of the wheel, N.
        """
        return self.factors(F_z).peak / self.scaled(1.0)


LATERAL = MagicFormula(1.30, (-22.1, 1011.0, 1078.0, 1.82, 0.208, 0.0, -0.354, 0.707), "side")
LONGITUDINAL = MagicFormula(1.65, (-21.3, 1144.0, 49.6, 226.0, 0.069, -0.006, 0.056, 0.486), "brake")


def combined(
    kappa: float,
    alpha: float,
    F_z: float,
    grip: float = 1.0,
    brake: MagicFormula = LONGITUDINAL,
    side: MagicFormula = LATERAL,
) -> tuple[float, float]:
    """Forces along and across the wheel with both slips at once.

    Each slip counts relative to that of its peak, ρ = |(κ/κ_m, α/α_m)|; each force is what its own curve gives for the
    slip ρ, times the share of its direction in ρ. With one slip alone that is its own curve, and the largest forces of
    all directions lie on an ellipse.

    Parameters
    ----------
    kappa : float
        Longitudinal slip (ω R − v_x)/|v_x|; positive when driving.
    alpha : float
        Slip angle, rad; positive where the wheel moves to its left.
    F_z : float
        Load, N.
    grip : float, optional
        Friction of the road relative to that of the measurement.
    brake, side : MagicFormula, optional
        The two curves; those of the source's example tyre unless given.

    Returns
    -------
    F_x, F_y : float
        Forwards and to the left, N.
    """
    if F_z <= 0.0:
        return 0.0, 0.0
    along, across = kappa / (grip * brake.peak(F_z)), alpha / (grip * side.peak(F_z))
    rho = hypot(along, across)
    if rho == 0.0:
        return 0.0, 0.0
    F_x = brake(rho * grip * brake.peak(F_z), F_z, grip)
    F_y = side(rho * grip * side.peak(F_z), F_z, grip)
    return along / rho * F_x, -across / rho * F_y
