"""The rigid body about any point: kinematics R(2.1)-R(2.21), momenta and equations of motion R(2.22)-R(2.41).

Components are those of the body's own basis unless a name says otherwise; z = (v; ω) holds the velocity of the
reference point O and the angular velocity. Two accelerations that are easily confused have different names:
v̇ = d/dt of the *components* of v (`velocity_derivative`), and a_O = v̇ + ω × v (`acceleration_of_origin`).
"""

from .kinematics import (
    acceleration_of_origin,
    cardan_angles,
    cardan_inverse,
    cardan_matrix,
    cardan_rotation,
    kinematic_matrix,
    point_acceleration,
    point_velocity,
    velocity_derivative,
)
from .place import GROUND, Place
from .point_masses import PointMasses
from .rigid import RigidBody

__all__ = [
    "GROUND", "Place", "PointMasses", "RigidBody", "acceleration_of_origin", "cardan_angles", "cardan_inverse",
    "cardan_matrix", "cardan_rotation", "kinematic_matrix", "point_acceleration", "point_velocity",
    "velocity_derivative",
]  # fmt: skip
