"""Flexible bodies in a floating frame: standard data, and the equations of motion based on them (F).

`StandardData` holds the integrals of a body's modes; `equations` turns them into mass matrix, inertia forces and
accelerations, `energies` into energies and momenta; `FreeMotion` and `DrivenMotion` simulate. Not in the source and
left out: the rotary inertia of nodes. Geometric stiffening is an addition to the source, see `StandardData.K_geo`.

The data of beams come from `AssumedModes` or from finite elements, `BeamModel`, whose many coordinates `guyan`,
`craig_bampton` or `natural_shapes` reduce to few. Assumed shapes for all kinds of ends: `beam_shapes` and
`polynomial_shapes` for bending, `bar_shapes` and `bar_polynomials` for stretching and twisting. Flexible bodies in
mechanisms, with joints: `mechanics.multibody.flexible`.
"""

from .assumed_modes import AssumedModes
from .bars import Sinusoid, bar_polynomials, bar_roots, bar_shapes
from .beams import BeamShape, beam_roots, beam_shapes
from .centreline import Centreline, centrifugal_tension
from .energies import Momenta, elastic_energy, kinetic_energy, momenta, weight_energy
from .equations import (
    Acceleration,
    driven_acceleration,
    elastic_forces,
    free_acceleration,
    inertia_forces,
    reaction,
    weight,
)
from .exchange import from_json, to_json
from .finite_elements import BeamModel
from .flexible_motion import BodyState, FlexibleMotion
from .frames import FrameMotion, at_rest, turning
from .inertia import inertia_tensor, mass_centre, mass_matrix, rotational_coupling
from .motion import DrivenMotion, FreeMotion
from .moving import assembled, moved
from .nodes import Nodes
from .reduction import craig_bampton, guyan, modal_damping, natural_shapes
from .sections import Section
from .shapes import CantileverShape, cantilever_roots, cantilever_shapes, polynomial_shapes
from .standard_data import StandardData

__all__ = [
    "Acceleration", "AssumedModes", "BeamModel", "BeamShape", "BodyState", "CantileverShape", "Centreline",
    "DrivenMotion", "FlexibleMotion", "FrameMotion", "FreeMotion", "Momenta", "Nodes", "Section", "Sinusoid",
    "StandardData", "assembled", "at_rest", "bar_polynomials", "bar_roots", "bar_shapes", "beam_roots", "beam_shapes",
    "cantilever_roots", "cantilever_shapes", "centrifugal_tension", "craig_bampton", "driven_acceleration",
    "elastic_energy", "elastic_forces", "free_acceleration", "from_json", "guyan", "inertia_forces", "inertia_tensor",
    "kinetic_energy", "mass_centre", "mass_matrix", "modal_damping", "momenta", "moved", "natural_shapes",
    "polynomial_shapes", "reaction", "rotational_coupling", "to_json", "turning", "weight", "weight_energy",
]  # fmt: skip
