"""Mass geometry: centres of mass, moments of inertia, composite bodies, and their energy (lecture 3.2, 3.7, 5.1).

A `Solid` holds mass, mass centre and inertia tensor. It comes from a table of shapes (`mechanics.mass.shapes`), from
point masses, or from an integral over a `Region`; solids are moved, added, and subtracted where there is a hole.
Inertia tensors hold tensor components (`I_xy = -∫ x y dm`), kg m². All functions take numbers and symbols.
`rigid_body_energy` and `mass_matrix` turn mass and tensor into the energy of a moving body.
"""

from .ellipsoid import equivalent_ellipsoid, inertia_ellipsoid
from .inertia import (
    change_of_basis,
    check_moments,
    checked_inertia,
    cuboid,
    moment_about_axis,
    parallel_axis,
    principal_axes,
    solid_cylinder,
    solid_sphere,
)
from .integrals import Region, integral, solid_by_integral
from .motion import (
    KineticEnergy,
    angular_acceleration,
    gravity_energy,
    mass_matrix,
    rigid_body_energy,
    rotational_energy,
)
from .points import center_of_mass, point_masses, weight_moment
from .second_moments import inertia_of, second_moments
from .solid import Solid, composite

__all__ = [
    "KineticEnergy", "Region", "Solid", "angular_acceleration", "center_of_mass", "change_of_basis", "check_moments",
    "checked_inertia",
    "composite", "cuboid", "equivalent_ellipsoid", "gravity_energy", "inertia_ellipsoid", "inertia_of", "integral",
    "mass_matrix", "moment_about_axis", "parallel_axis", "point_masses", "principal_axes", "rigid_body_energy",
    "rotational_energy", "second_moments", "solid_by_integral", "solid_cylinder", "solid_sphere", "weight_moment",
]  # fmt: skip
