"""Trees of rigid bodies with spherical joints, after Wittenburg: W(1)-(67).

A `Tree` holds the data and the constants (hinge vectors d_ij, barycentres b_ij, augmented inertias K_i); its `Graph`
the incidence matrix S and the path matrix T. From orientations and angular velocities follow positions and the angular
accelerations: `taught` block by block as in the document, `dense` for all bodies at once, `Recursion` in O(n). `Loads`
are weights, forces, and moments of springs, dampers and motors in the joints; `BaseState` is the motion of the base
at one instant. `TreeMotion` integrates them over time.
"""

from .augmented import AugmentedBody
from .base import AT_REST, BaseMotion, BaseState
from .dense import K_blocks, M_dash, angular_accelerations, reactions, system_matrix
from .energies import angular_momentum, gravity_energy, kinetic_energy, momentum
from .graph import BASE, Graph
from .guided import GuidedBase, Pieces
from .instants import Instants
from .kinematics import accelerations, gaps, hinge_positions, positions, velocities
from .link import Link
from .loads import Load, Loads, PointForce
from .moments import AxisSpring, JointDamper, JointElement, JointMotor, JointSpring
from .motion import TreeMotion
from .orientation import BRYANT, EULER, QUATERNION, Angles, Orientation, Quaternions
from .recursion import Accelerations, Recursion
from .taught import K_ij, M_dash_i
from .tree import Tree

__all__ = [
    "AT_REST", "BASE", "BRYANT", "EULER", "QUATERNION", "Accelerations", "Angles", "AugmentedBody", "AxisSpring",
    "BaseMotion", "BaseState", "Graph", "GuidedBase", "Instants", "JointDamper", "JointElement", "JointMotor",
    "JointSpring", "K_blocks", "K_ij", "Link", "Load", "Loads", "M_dash", "M_dash_i", "Orientation", "Pieces",
    "PointForce", "Quaternions", "Recursion", "Tree", "TreeMotion", "accelerations", "angular_accelerations",
    "angular_momentum", "gaps", "gravity_energy", "hinge_positions", "kinetic_energy", "momentum", "positions",
    "reactions", "system_matrix", "velocities",
]  # fmt: skip
