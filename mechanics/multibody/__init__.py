"""Systems of many bodies: joints and force elements (R), trees with spherical joints after Wittenburg (W)."""

from .system import Motion, MultibodySystem

__all__ = ["Motion", "MultibodySystem"]
