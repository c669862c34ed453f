"""Poses of frames and bodies, SE(3), and chains of them (lecture 4.3, 4.4, 4.5)."""

from .pose import Pose, rotation, translation, vector

__all__ = ["Pose", "rotation", "translation", "vector"]
