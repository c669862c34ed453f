"""Rolling resistance: the normal force acts ahead of the axle by a lever l_mu; lecture 3.5.3, figure 3.28.

All functions take numbers and symbols. Angles are small, so that all forces have the lever r or l_mu.
"""

from typing import Any, NamedTuple

from sympy import Matrix, Symbol, linear_eq_to_matrix

__all__ = ["DrivenWheel", "TowedWheel", "driven_wheel", "towed_wheel"]


class TowedWheel(NamedTuple):
    """What a towed wheel needs and feels: force at the axle f_H, resistance f_R at the ground, mu_R = f_R / f_N."""

    f_H: Any
    f_R: Any
    mu_R: Any


class DrivenWheel(NamedTuple):
    """A driven wheel: pull f_Z on the vehicle, force f_R of the ground, torque that only overcomes the resistance."""

    f_Z: Any
    f_R: Any
    tau_A_min: Any
    mu_R: Any


def towed_wheel(f_N: Any, r: Any, l_mu: Any) -> TowedWheel:
    """Wheel that is pulled at its axle with a steady speed (*Laufrad*), from its balances.

    f_H - f_R = 0,  f_V - f_N = 0,  r f_R - l_mu f_N = 0                         (3.89)
    f_R = l_mu / r f_N = mu_R f_N                                                (3.90)

    Parameters
    ----------
    f_N : normal force, equal to the load of the wheel f_V, N
    r : radius, m
    l_mu : lever of the normal force about the axle, m
    """
    f_H, f_R = unknowns = Symbol("f_H"), Symbol("f_R")
    f_H, f_R = _solved([f_H - f_R, r * f_R - l_mu * f_N], unknowns)
    return TowedWheel(f_H, f_R, l_mu / r)


def driven_wheel(f_N: Any, r: Any, l_mu: Any, tau_A: Any) -> DrivenWheel:
    """Wheel with a torque at its axle at a steady speed (*Treibrad*), from its balances; Aufgabe 3.13.

    f_Z - f_R = 0,  f_V - f_N = 0,  tau_A - r f_R - l_mu f_N = 0

    Parameters
    ----------
    f_N, r, l_mu : as in `towed_wheel`
    tau_A : torque of the drive, N m

    Returns
    -------
    DrivenWheel
        the pull is tau_A / r - mu_R f_N: the towed wheel's resistance is lost; (3.90)
    """
    f_Z, f_R, tau = Symbol("f_Z"), Symbol("f_R"), Symbol("tau_A")
    pull, ground = _solved([f_Z - f_R, tau_A - r * f_R - l_mu * f_N], (f_Z, f_R))
    (least,) = _solved([tau - l_mu * f_N], (tau,))  # the same balance without a pull
    return DrivenWheel(pull, ground, least, l_mu / r)


def _solved(balances: list[Any], unknowns: tuple[Symbol, ...]) -> Matrix:
    """Unknowns of linear balances."""
    A, b = linear_eq_to_matrix(balances, unknowns)
    return A.LUsolve(b)
