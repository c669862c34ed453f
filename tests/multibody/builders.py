"""Random bodies, markers and chains for tests of systems, all drawn from one generator of numbers."""

import numpy as np
from scipy.spatial.transform import Rotation

from mechanics.multibody import Marker, Place, RigidBody


def rotation(random: np.random.Generator) -> np.ndarray:
    """A rotation matrix, anywhere."""
    return Rotation.random(random_state=random).as_matrix()


def body(random: np.random.Generator, name: str) -> RigidBody:
    """A body with its reference point away from the mass centre and axes that are not principal."""
    points = random.normal(size=(5, 3)) * 0.2
    masses = random.uniform(0.2, 1.0, 5)
    centre = masses @ points / masses.sum()
    arms = points - centre
    inertia = sum(m * (a @ a * np.eye(3) - np.outer(a, a)) for m, a in zip(masses, arms, strict=True))
    return RigidBody.about_centre(name, masses.sum(), inertia, centre)


def marker(random: np.random.Generator, name: str) -> Marker:
    """A marker at some distance, its axes anyhow."""
    return Marker(name, random.normal(size=3) * 0.3, rotation(random))


def place(random: np.random.Generator) -> Place:
    """A place anywhere."""
    return Place(random.normal(size=3), rotation(random))


def turned(angle: float) -> np.ndarray:
    """Rotation by an angle about -y, from x to z."""
    return Rotation.from_rotvec([0.0, -angle, 0.0]).as_matrix()
