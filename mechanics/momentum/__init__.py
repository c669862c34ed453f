"""Momentum: point masses as free bodies, centre of mass, projectiles, bodies of variable mass; lecture section 3.3.

All functions take numbers and symbols alike. Positions are columns of an inertial frame and functions of the time
`t`; a `Particle` is a point mass as a free body, whose equations of motion are linear in accelerations and forces::

    load = Particle(m1, (0, 0, z1), [(0, 0, m1 * g), (0, 0, -2 * f_S)])
    solve([load, counterweight], [dz2.diff(t, 2), f_S], {z1: z10 - dz2 / 2, z2: z20 + dz2})
"""

from .particles import Particle, cut, equations, impulse, momentum, solve, whole
from .projectile import Projectile
from .variable_mass import (
    Ascent,
    mass_ratio,
    momentum_after_ejection,
    momentum_increment,
    speed_gain,
    thrust,
    variable_mass_rates,
)

__all__ = [
    "Ascent",
    "Particle",
    "Projectile",
    "cut",
    "equations",
    "impulse",
    "mass_ratio",
    "momentum",
    "momentum_after_ejection",
    "momentum_increment",
    "solve",
    "speed_gain",
    "thrust",
    "variable_mass_rates",
    "whole",
]
