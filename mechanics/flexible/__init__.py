"""Flexible bodies in a floating frame: standard data, and the equations of motion that stand on them (F).

`StandardData` holds the integrals of a body's modes; `equations` turns them into mass matrix, inertia forces and
accelerations, `energies` into energies and momenta. Not in the source and left out: the rotary inertia of nodes.
Geometric stiffening is an addition to the source, see `StandardData.K_geo`.
"""

from .energies import Momenta, elastic_energy, kinetic_energy, momenta, weight_energy
from .equations import (
    Acceleration,
    driven_acceleration,
    elastic_forces,
    free_acceleration,
    inertia_forces,
    inertia_tensor,
    mass_centre,
    mass_matrix,
    reaction,
    rotational_coupling,
    weight,
)
from .moving import assembled, moved
from .standard_data import StandardData

__all__ = [
    "Acceleration", "Momenta", "StandardData", "assembled", "driven_acceleration", "elastic_energy", "elastic_forces",
    "free_acceleration", "inertia_forces", "inertia_tensor", "kinetic_energy", "mass_centre", "mass_matrix", "momenta",
    "moved", "reaction", "rotational_coupling", "weight", "weight_energy",
]  # fmt: skip
