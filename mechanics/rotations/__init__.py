"""Rotation matrices, SO(3): a matrix `R_0_1` maps components in frame 1 to components in frame 0 (lecture 4.1, 4.2)."""

from .elementary import identity, rotation_x, rotation_y, rotation_z, tilde, vee
from .rates import (
    angular_velocity,
    angular_velocity_from_samples,
    axis_angle_rate_inverse,
    axis_angle_rate_matrix,
    quaternion_rate_inverse,
    quaternion_rate_matrix,
    rate_determinant,
    rate_inverse,
    rate_matrix,
    total_angular_velocity,
)
from .sequences import euler_zyz, from_sequence, roll_pitch_yaw

__all__ = [
    "angular_velocity",
    "angular_velocity_from_samples",
    "axis_angle_rate_inverse",
    "axis_angle_rate_matrix",
    "euler_zyz",
    "from_sequence",
    "identity",
    "quaternion_rate_inverse",
    "quaternion_rate_matrix",
    "rate_determinant",
    "rate_inverse",
    "rate_matrix",
    "roll_pitch_yaw",
    "rotation_x",
    "rotation_y",
    "rotation_z",
    "tilde",
    "total_angular_velocity",
    "vee",
]
