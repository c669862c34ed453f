"""Rolling resistance: the normal force acts ahead of the axle by a lever l_mu; lecture 3.5.3, figure 3.28.

All functions take numbers and symbols. Angles are small, so that all forces have the lever r or l_mu.
"""

from typing import Any, NamedTuple

from sympy import Expr, Matrix, Symbol, linear_eq_to_matrix

from ..aliases import Scalar
from ..checking import checked

__all__ = ["DrivenWheel", "TowedWheel", "driven_wheel", "towed_wheel"]


class TowedWheel(NamedTuple):
    """Forces on a towed wheel.

    Attributes
    ----------
    f_H : Expr
        Force at the axle, N.
    f_R : Expr
        Resistance at the ground, N.
    mu_R : Expr
        Coefficient of rolling resistance, f_R / f_N.
    """

    f_H: Expr
    f_R: Expr
    mu_R: Expr


class DrivenWheel(NamedTuple):
    """Forces on a driven wheel.

    Attributes
    ----------
    f_Z : Expr
        Pull on the vehicle, N.
    f_R : Expr
        Force of the ground, N.
    tau_A_min : Expr
        Torque that only overcomes the resistance, N m.
    mu_R : Expr
        Coefficient of rolling resistance.
    """

    f_Z: Expr
    f_R: Expr
    tau_A_min: Expr
    mu_R: Expr


@checked(positive="r", nonnegative="l_mu")
def towed_wheel(f_N: Scalar, r: Scalar, l_mu: Scalar) -> TowedWheel:
    """Wheel that is pulled at its axle at constant speed (*Laufrad*), from its balances.

    f_H - f_R = 0,  f_V - f_N = 0,  r f_R - l_mu f_N = 0                         (3.89)
    f_R = l_mu / r f_N = mu_R f_N                                                (3.90)

    Parameters
    ----------
    f_N : Expr or float
        Normal force, equal to the load of the wheel f_V, N.
    r : Expr or float
        Radius, m.
    l_mu : Expr or float
        Lever of the normal force about the axle, m.

    Returns
    -------
    TowedWheel
    """
    f_H, f_R = unknowns = Symbol("f_H"), Symbol("f_R")
    f_H, f_R = _solved([f_H - f_R, r * f_R - l_mu * f_N], unknowns)
    return TowedWheel(f_H, f_R, l_mu / r)


@checked(positive="r", nonnegative="l_mu")
def driven_wheel(f_N: Scalar, r: Scalar, l_mu: Scalar, tau_A: Scalar) -> DrivenWheel:
    """Wheel that is driven by a torque at constant speed (*Treibrad*), from its balances; Aufgabe 3.13.

    f_Z - f_R = 0,  f_V - f_N = 0,  tau_A - r f_R - l_mu f_N = 0

    Parameters
    ----------
    f_N : Expr or float
        Normal force, equal to the load of the wheel f_V, N.
    r : Expr or float
        Radius, m.
    l_mu : Expr or float
        Lever of the normal force about the axle, m.
    tau_A : Expr or float
        Torque of the drive, N m.

    Returns
    -------
    DrivenWheel
        The pull is tau_A / r - mu_R f_N: the towed wheel's resistance is lost; (3.90).
    """
    f_Z, f_R, tau = Symbol("f_Z"), Symbol("f_R"), Symbol("tau_A")
    pull, ground = _solved([f_Z - f_R, tau_A - r * f_R - l_mu * f_N], (f_Z, f_R))
    (least,) = _solved([tau - l_mu * f_N], (tau,))  # the same balance without pull
    return DrivenWheel(pull, ground, least, l_mu / r)


def _solved(balances: list[Any], unknowns: tuple[Symbol, ...]) -> Matrix:
    """Unknowns of linear balances."""
    A, b = linear_eq_to_matrix(balances, unknowns)
    return A.LUsolve(b)
