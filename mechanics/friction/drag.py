"""Drag in a fluid at rest, and the fall through an atmosphere whose density decreases with height; lecture 3.5.1.

All functions take numbers and symbols.
"""

import numpy as np
from sympy import Abs, Ei, Expr, ImmutableMatrix, exp, sqrt, sympify, tanh

from ..aliases import Scalar, Vector
from ..checking import checked
from ..poses import vector

__all__ = ["air_density", "drag_factor", "drag_force", "speed_from_rest", "speed_of_fall", "terminal_speed"]


@checked(positive="k", nonnegative="rho0")
def air_density(h: Scalar, rho0: Scalar, k: Scalar) -> Expr:
    """Density of an isothermal atmosphere: rho = rho0 exp(-h/k); Aufgabe 3.9.

    Parameters
    ----------
    h : Expr or float
        Height, m.
    rho0 : Expr or float
        Density at h = 0, kg/m³.
    k : Expr or float
        Height over which the density falls to 1/e, m.

    Returns
    -------
    Expr
        Density, kg/m³.
    """
    return rho0 * exp(-h / k)


@checked(nonnegative="c_w A rho")
def drag_factor(c_w: Scalar, A: Scalar, rho: Scalar) -> Scalar:
    """Drag divided by the square of the speed: c_w A rho / 2; (3.75).

    Parameters
    ----------
    c_w : Expr or float
        Drag coefficient (*Widerstandsbeiwert*).
    A : Expr or float
        Reference area, m².
    rho : Expr or float
        Density of the fluid, kg/m³.

    Returns
    -------
    Expr or float
        Factor, kg/m.
    """
    return c_w * A * rho / 2


@checked(nonnegative="c_w A rho")
def drag_force(v: Scalar | Vector, c_w: Scalar, A: Scalar, rho: Scalar) -> Expr | ImmutableMatrix:
    """Drag on a body that moves through a fluid at rest, against its motion.

    f_D = -c_w A rho / 2 v² e_v,  v = ||v||                                      (3.75)

    Parameters
    ----------
    v : Expr or float or array_like
        Velocity, m/s: a number along an axis, or a vector of 2 or 3 components.
    c_w : Expr or float
        Drag coefficient (*Widerstandsbeiwert*).
    A : Expr or float
        Reference area, m².
    rho : Expr or float
        Density of the fluid, kg/m³.

    Returns
    -------
    Expr or ImmutableMatrix
        Along the same axis, -c_w A rho / 2 v |v|, or a (3, 1) column, N.
    """
    if np.ndim(v):
        velocity = vector(v, "velocity v")
        return ImmutableMatrix(-drag_factor(c_w, A, rho) * sqrt(sum(x**2 for x in velocity)) * velocity)
    return -drag_factor(c_w, A, rho) * sympify(v) * Abs(v)


@checked(positive="m g c_w A rho")
def terminal_speed(m: Scalar, g: Scalar, c_w: Scalar, A: Scalar, rho: Scalar) -> Expr:
    """Speed at which the drag carries the weight: sqrt(2 m g / (c_w A rho)); from (3.75).

    Parameters
    ----------
    m : Expr or float
        Mass, kg.
    g : Expr or float
        Gravity, m/s².
    c_w : Expr or float
        Drag coefficient.
    A : Expr or float
        Reference area, m².
    rho : Expr or float
        Density of the fluid, kg/m³.

    Returns
    -------
    Expr
        Speed, m/s.
    """
    return sqrt(m * g / drag_factor(c_w, A, rho))


@checked(positive="v_T g")
def speed_from_rest(t: Scalar, v_T: Scalar, g: Scalar) -> Expr:
    """Speed of a fall from rest in air of constant density: v_T tanh(g t / v_T).

    Parameters
    ----------
    t : Expr or float
        Time, s.
    v_T : Expr or float
        Terminal speed, m/s.
    g : Expr or float
        Gravity, m/s².

    Returns
    -------
    Expr
        Speed, m/s.
    """
    return v_T * tanh(g * t / v_T)


@checked(positive="m g k", nonnegative="c_w A rho0")
def speed_of_fall(
    h: Scalar, h0: Scalar, v0: Scalar, *, m: Scalar, g: Scalar, c_w: Scalar, A: Scalar, rho0: Scalar, k: Scalar
) -> Expr:
    """Speed of a falling body at a height, without integration in time.

    With z = (c_w A rho0 k / m) exp(-h/k), the drag of (3.75) and Newton's law give a linear equation for v²,
    d(v²)/dh = -2 g + (z/k) v², with the solution

    v² = v0² exp(z0 - z) + 2 g k exp(-z) (Ei(z) - Ei(z0))                        Aufgabe 3.9

    Parameters
    ----------
    h, h0 : Expr or float
        Height and initial height, m; h ≤ h0.
    v0 : Expr or float
        Speed at h0, downwards, m/s.
    m : Expr or float
        Mass, kg.
    g : Expr or float
        Gravity, m/s².
    c_w : Expr or float
        Drag coefficient.
    A : Expr or float
        Reference area, m².
    rho0 : Expr or float
        Density of the air at h = 0, kg/m³.
    k : Expr or float
        Height over which the density falls to 1/e, m.

    Returns
    -------
    Expr
        Speed, m/s.
    """
    z, z0 = (2 * drag_factor(c_w, A, air_density(x, rho0, k)) * k / m for x in (h, h0))
    return sqrt(v0**2 * exp(z0 - z) + 2 * g * k * exp(-z) * (Ei(z) - Ei(z0)))
