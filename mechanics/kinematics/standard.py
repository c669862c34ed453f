"""The coordinates of the lecture, each given only by its map to Cartesian components."""

from sympy import cos, sin

from .coordinates import CurvilinearCoordinates

__all__ = ["CARTESIAN", "CYLINDRICAL", "POLAR", "SPHERICAL"]

CARTESIAN = CurvilinearCoordinates("x y z", lambda x, y, z: (x, y, z))
"""Fixed orthonormal basis; (2.1)-(2.4)."""

POLAR = CurvilinearCoordinates("r phi", lambda r, phi: (r * cos(phi), r * sin(phi)))
"""Distance r (m) and angle phi (rad) from the x axis, in the plane; (2.12)."""

CYLINDRICAL = CurvilinearCoordinates("r phi z", lambda r, phi, z: (r * cos(phi), r * sin(phi), z))
"""Polar coordinates and the height z (m)."""

SPHERICAL = CurvilinearCoordinates(
    "r theta phi",
    lambda r, theta, phi: (r * sin(theta) * cos(phi), r * sin(theta) * sin(phi), r * cos(theta)),
)
"""Distance r (m), angle theta (rad) from the z axis, azimuth phi (rad) from the x axis; (2.20)."""
