"""What the examples share: the plane x-y with gravity downwards, and the forces of elements along a motion."""

from typing import Any

import numpy as np

from ...multibody import ForceElement, Marker, Place, RigidBodyMotion, RigidBodySystem
from ...multibody.body import GROUND

__all__ = ["G", "UPRIGHT", "at", "ends_along", "force_along", "sliding", "upwards"]

UPRIGHT = np.eye(3)
G = 9.81  # gravity, m/s²


def at(x: float, y: float = 0.0, z: float = 0.0) -> Place:
    """Place of a body whose axes are those of the ground.

    Parameters
    ----------
    x, y, z : float
        Its origin, m.
    """
    return Place(np.array([x, y, z], dtype=float), UPRIGHT)


def sliding(body: str, x: float = 0.0, y: float = 0.0) -> Marker:
    """Marker of a body that slides to the right: its z axis is x.

    Parameters
    ----------
    body : str
        Name of the body.
    x, y : float
        The point, m.
    """
    return Marker.along(body, (x, y, 0.0), z=(1.0, 0.0, 0.0), x=(0.0, 1.0, 0.0))


def upwards(body: str, x: float = 0.0, y: float = 0.0) -> Marker:
    """Marker whose z axis points upwards, and whose x axis to the right.

    Parameters
    ----------
    body : str
        Name of the body.
    x, y : float
        The point, m.
    """
    return Marker.along(body, (x, y, 0.0), z=(0.0, 1.0, 0.0), x=(1.0, 0.0, 0.0))


def ends_along(system: RigidBodySystem, element: ForceElement, t: np.ndarray, x: np.ndarray) -> list[tuple[Any, ...]]:
    """Places and velocities of both bodies of an element, time and its own states, at every instant.

    Parameters
    ----------
    system : RigidBodySystem
        The system.
    element : ForceElement
        One of its elements.
    t : ndarray, shape (k,)
        Times, s.
    x : ndarray, shape (k, n)
        States.
    """
    part = next(entry[3] for entry in system.applied.elements if entry[0] is element)
    own = system.split(x).s[:, part]
    ends = [_moving(system, marker.body, x) for marker in (element.P, element.Q)]
    return [(*i, *j, float(now), s) for now, i, j, s in zip(t, *ends, own, strict=True)]


def _moving(system: RigidBodySystem, name: str, x: np.ndarray) -> list[tuple[Place, np.ndarray]]:
    if name == "ground":
        return [(GROUND, np.zeros(6))] * len(x)
    place, z = system.place(x, name), system.velocity(x, name)
    return [(Place(r, A), v) for r, A, v in zip(place.r, place.A, z, strict=True)]


def force_along(motion: RigidBodyMotion, number: int, t: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Forces of one element along a motion, tension positive, shape (k, m).

    Parameters
    ----------
    motion : RigidBodyMotion
        The motion.
    number : int
        Place of the element in its system.
    t : ndarray, shape (k,)
        Times, s.
    x : ndarray, shape (k, n)
        States.
    """
    element = motion.system.elements[number]
    return np.array([element.forces(*now) for now in ends_along(motion.system, element, t, x)])
