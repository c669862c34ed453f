"""Rotation matrices, SO(3): a matrix `R_0_1` maps components in frame 1 to components in frame 0 (lecture 4.1, 4.2)."""

from .angles import RotationAngles, angles_of, euler_zyz_angles, roll_pitch_yaw_angles
from .angular_velocity import angular_velocity, angular_velocity_from_samples, total_angular_velocity
from .axis_angle import AxisAngle, axis_angle, rotation_about
from .checking import as_orientation, as_rotation, direction_cosines, nearest_rotation
from .elementary import identity, rotation_x, rotation_y, rotation_z, tilde, vee
from .interpolation import slerp
from .quaternion import Quaternion
from .rates import (
    axis_angle_rate_inverse,
    axis_angle_rate_matrix,
    quaternion_rate_inverse,
    quaternion_rate_matrix,
    rate_determinant,
    rate_inverse,
    rate_matrix,
)
from .sequences import euler_zyz, from_sequence, roll_pitch_yaw

__all__ = [
    "AxisAngle",
    "Quaternion",
    "RotationAngles",
    "angles_of",
    "angular_velocity",
    "angular_velocity_from_samples",
    "as_orientation",
    "as_rotation",
    "axis_angle",
    "axis_angle_rate_inverse",
    "axis_angle_rate_matrix",
    "direction_cosines",
    "euler_zyz",
    "euler_zyz_angles",
    "from_sequence",
    "identity",
    "nearest_rotation",
    "quaternion_rate_inverse",
    "quaternion_rate_matrix",
    "rate_determinant",
    "rate_inverse",
    "rate_matrix",
    "roll_pitch_yaw",
    "roll_pitch_yaw_angles",
    "rotation_about",
    "rotation_x",
    "rotation_y",
    "rotation_z",
    "slerp",
    "tilde",
    "total_angular_velocity",
    "vee",
]
