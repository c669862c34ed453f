"""Rotation matrices, SO(3): a matrix `R_0_1` maps components in frame 1 to components in frame 0 (lecture 4.1, 4.2)."""

from .elementary import identity, rotation_x, rotation_y, rotation_z, tilde, vee
from .sequences import euler_zyz, from_sequence, roll_pitch_yaw

__all__ = [
    "euler_zyz",
    "from_sequence",
    "identity",
    "roll_pitch_yaw",
    "rotation_x",
    "rotation_y",
    "rotation_z",
    "tilde",
    "vee",
]
