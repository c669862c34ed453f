"""Poses of frames and bodies, SE(3), and chains of them (lecture 4.3, 4.4, 4.5)."""

from .chain import Chain
from .joints import Cylindrical, Fixed, Freedom, Joint, Prismatic, Revolute, Screw, Spherical
from .pose import HERE, Pose, rotation, translation, vector

__all__ = [
    "HERE",
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
    "rotation",
    "translation",
    "vector",
]
