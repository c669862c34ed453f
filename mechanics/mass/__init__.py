"""Mass geometry: centres of mass, moments of inertia, composite bodies (lecture 3.2, 3.7).

A `Solid` holds mass, mass centre and inertia tensor. It comes from a table of shapes (`mechanics.mass.shapes`), from
point masses, or from an integral over a `Region`; solids are moved, added, and subtracted where there is a hole.
Inertia tensors hold tensor components (`I_xy = -∫ x y dm`), kg m². All functions take numbers and symbols.
"""

from .inertia import (
    change_of_basis,
    checked_inertia,
    cuboid,
    moment_about_axis,
    parallel_axis,
    principal_axes,
    solid_cylinder,
    solid_sphere,
)
from .integrals import Region, integral, solid_by_integral
from .points import center_of_mass, point_masses, weight_moment
from .solid import Solid, composite

__all__ = [
    "Region",
    "Solid",
    "center_of_mass",
    "change_of_basis",
    "checked_inertia",
    "composite",
    "cuboid",
    "integral",
    "moment_about_axis",
    "parallel_axis",
    "point_masses",
    "principal_axes",
    "solid_by_integral",
    "solid_cylinder",
    "solid_sphere",
    "weight_moment",
]
