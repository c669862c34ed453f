"""Bars, hinges and circles that the planar linkages share: the plane x-z, e_z up, angles from x to z."""

from typing import Any

import numpy as np
from sympy import Matrix

from ...model import ModelError
from ...multibody import Marker, Place, RigidBody
from ...poses import Pose
from ...rotations.arrays import rotation_vector_matrix

ACROSS = (0.0, -1.0, 0.0)  # the axis of all hinges: towards the viewer


def bar(name: str, l: float, mass_per_length: float) -> RigidBody:
    """Thin bar from its origin along x; its thickness is a twentieth of the length."""
    m = mass_per_length * l
    small, large = m * (l / 20) ** 2 / 6, m * l**2 / 12 * (1 + 1 / 400)
    return RigidBody.about_centre(name, m, (small, large, large), r_S=(l / 2, 0.0, 0.0))


def hinge(body: str, x: float = 0.0, z: float = 0.0) -> Marker:
    """Marker at a point of the plane, z towards the viewer, x along that of the body."""
    return Marker.along(body, (x, 0.0, z), z=ACROSS, x=(1.0, 0.0, 0.0))


PLANE = Pose(Matrix([[1, 0, 0], [0, 0, -1], [0, 1, 0]]), Matrix([0, 0, 0]))
"""The plane of the linkage as a frame: its x is that of the ground, its y points upwards."""


def turned(r: Any, angle: float) -> Place:
    """Place of a bar whose x axis has an angle from x to z of the ground; `r` (x, z)."""
    A = rotation_vector_matrix(angle * np.array(ACROSS))
    return Place(np.array([r[0], 0.0, r[1]]), A)


def elbow(start: np.ndarray, end: np.ndarray, a: float, b: float, what: str) -> np.ndarray:
    """Point at the distances a from `start` and b from `end`, on the left when one goes from start to end; (x, z)."""
    away = end - start
    d = float(np.hypot(*away))
    if not abs(a - b) < d < a + b:
        raise ModelError(
            f"{what} cannot close: its hinges are {d:.4g} m apart, and bars of {a:.4g} m and {b:.4g} m meet only "
            f"between {abs(a - b):.4g} m and {a + b:.4g} m. Change a length or the angle at the start."
        )
    along = (a**2 - b**2 + d**2) / (2 * d)
    across = np.array([-away[1], away[0]]) / d
    return np.asarray(start + along * away / d + np.sqrt(a**2 - along**2) * across)


def angle_of(vector: np.ndarray) -> float:
    """Angle of a vector (x, z) from x to z."""
    return float(np.arctan2(vector[1], vector[0]))
