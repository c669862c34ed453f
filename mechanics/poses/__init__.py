"""Poses of frames and bodies, SE(3), and chains of them (lecture 4.3, 4.4, 4.5)."""

from .chain import Chain
from .dexterity import VelocityEllipsoid, ellipse_points, joint_rates, velocity_ellipsoid
from .jacobians import (
    angular_jacobian,
    chain_jacobian,
    jacobian,
    jacobian_rate,
    linear_jacobian,
    point_acceleration,
    point_velocity,
    singular_determinant,
)
from .joints import Cylindrical, Fixed, Freedom, Joint, Prismatic, Revolute, Screw, Spherical
from .planar_arm import ArmAngles, arm_angles
from .pose import HERE, Pose, rotation, translation, vector

__all__ = [
    "HERE",
    "ArmAngles",
    "Chain",
    "Cylindrical",
    "Fixed",
    "Freedom",
    "Joint",
    "Pose",
    "Prismatic",
    "Revolute",
    "Screw",
    "Spherical",
    "VelocityEllipsoid",
    "angular_jacobian",
    "arm_angles",
    "chain_jacobian",
    "ellipse_points",
    "jacobian",
    "jacobian_rate",
    "joint_rates",
    "linear_jacobian",
    "point_acceleration",
    "point_velocity",
    "rotation",
    "singular_determinant",
    "translation",
    "vector",
    "velocity_ellipsoid",
]
