"""Drag in a fluid at rest, and the fall through an atmosphere that thins with height; lecture 3.5.1.

All functions take numbers and symbols.
"""

from typing import Any

import numpy as np
from sympy import Abs, Ei, ImmutableMatrix, exp, sqrt, tanh

from ..poses import vector

__all__ = ["air_density", "drag_factor", "drag_force", "speed_from_rest", "speed_of_fall", "terminal_speed"]


def air_density(h: Any, rho0: Any, k: Any) -> Any:
    """Density of an atmosphere of one temperature: rho = rho0 exp(-h/k), kg/m³; Aufgabe 3.9.

    Parameters
    ----------
    h : height, m
    rho0 : density at h = 0, kg/m³
    k : height in which the density falls to 1/e, m
    """
    return rho0 * exp(-h / k)


def drag_factor(c_w: Any, A: Any, rho: Any) -> Any:
    """Drag by the square of the speed: c_w A rho / 2, kg/m; (3.75)."""
    return c_w * A * rho / 2


def drag_force(v: Any, c_w: Any, A: Any, rho: Any) -> Any:
    """Drag on a body that moves with v through a fluid at rest, against its motion, N.

    f_D = -c_w A rho / 2 v² e_v,  v = ||v||                                      (3.75)

    Parameters
    ----------
    v : velocity, m/s: a number along an axis, or a vector of 2 or 3 components
    c_w : drag coefficient (*Widerstandsbeiwert*)
    A : reference area, m²
    rho : density of the fluid, kg/m³

    Returns
    -------
    number along the same axis (-c_w A rho / 2 v |v|), or (3, 1) column
    """
    if np.ndim(v):
        velocity = vector(v, "velocity v")
        return ImmutableMatrix(-drag_factor(c_w, A, rho) * sqrt(sum(x**2 for x in velocity)) * velocity)
    return -drag_factor(c_w, A, rho) * v * Abs(v)


def terminal_speed(m: Any, g: Any, c_w: Any, A: Any, rho: Any) -> Any:
    """Speed at which the drag carries the weight: sqrt(2 m g / (c_w A rho)), m/s; from (3.75)."""
    return sqrt(m * g / drag_factor(c_w, A, rho))


def speed_from_rest(t: Any, v_T: Any, g: Any) -> Any:
    """Speed of a fall from rest in air of constant density, with the terminal speed v_T: v_T tanh(g t / v_T), m/s."""
    return v_T * tanh(g * t / v_T)


def speed_of_fall(h: Any, h0: Any, v0: Any, *, m: Any, g: Any, c_w: Any, A: Any, rho0: Any, k: Any) -> Any:
    """Speed at the height h of a body that falls from h0 with the speed v0, without integration in time, m/s.

    With z = (c_w A rho0 k / m) exp(-h/k), the drag of (3.75) and Newton's law give a linear equation for v²,
    d(v²)/dh = -2 g + (z/k) v², with the solution

    v² = v0² exp(z0 - z) + 2 g k exp(-z) (Ei(z) - Ei(z0))                        Aufgabe 3.9

    Parameters
    ----------
    h, h0 : heights, m; h ≤ h0
    v0 : speed at h0, downwards, m/s
    m, g, c_w, A, rho0, k : as in `terminal_speed` and `air_density`
    """
    z, z0 = (2 * drag_factor(c_w, A, air_density(x, rho0, k)) * k / m for x in (h, h0))
    return sqrt(v0**2 * exp(z0 - z) + 2 * g * k * exp(-z) * (Ei(z) - Ei(z0)))
