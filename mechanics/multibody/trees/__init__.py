"""Trees of rigid bodies with spherical joints, after Wittenburg: W(1)-(67).

A `Tree` holds the data and the constants (hinge vectors d_ij, barycentres b_ij, augmented inertias K_i); its `Graph`
the incidence matrix S and the path matrix T. From orientations and angular velocities follow positions and the angular
accelerations: `taught` block by block as in the document, `dense` for all bodies at once.
"""

from .augmented import AugmentedBody
from .base import AT_REST, BaseMotion, BaseState
from .dense import K_blocks, M_dash, angular_accelerations, reactions, system_matrix
from .graph import BASE, Graph
from .kinematics import accelerations, gaps, hinge_positions, positions, velocities
from .taught import K_ij, M_dash_i
from .tree import Link, Tree

__all__ = [
    "AT_REST", "BASE", "AugmentedBody", "BaseMotion", "BaseState", "Graph", "K_blocks", "K_ij", "Link", "M_dash",
    "M_dash_i", "Tree", "accelerations", "angular_accelerations", "gaps", "hinge_positions", "positions", "reactions",
    "system_matrix", "velocities",
]  # fmt: skip
