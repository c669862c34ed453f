"""Bars, hinges and circles that the planar linkages share: the plane x-z, e_z up, angles from x to z."""

import numpy as np
from numpy.typing import ArrayLike
from sympy import Matrix

from ...model import ModelError
from ...multibody import Load, Marker, Place, RigidBody, RigidBodySystem
from ...poses import Pose
from ...rotations.arrays import rotation_vector_matrix
from ...scene import Projection

__all__ = ["ACROSS", "PLANE", "VIEW", "angle", "angle_of", "bar", "elbow", "hinge", "moment_on_crank", "turned"]

ACROSS = (0.0, -1.0, 0.0)  # the axis of all hinges: towards the viewer
VIEW = Projection.axonometric(azimuth=0.35, elevation=0.25, up="z")


def bar(name: str, l: float, mass_per_length: float) -> RigidBody:
    """Thin bar from its origin along x; its thickness is a twentieth of the length.

    Parameters
    ----------
    name : str
        Of the body.
    l : float
        Length, m.
    mass_per_length : float
        kg/m.
    """
    m = mass_per_length * l
    small, large = m * (l / 20) ** 2 / 6, m * l**2 / 12 * (1 + 1 / 400)
    return RigidBody.about_centre(name, m, (small, large, large), r_S=(l / 2, 0.0, 0.0))


def hinge(body: str, x: float = 0.0, z: float = 0.0) -> Marker:
    """Marker at a point of the plane, z towards the viewer, x along that of the body.

    Parameters
    ----------
    body : str
        Name of the body, or ``"ground"``.
    x, z : float
        The point in the frame of the body, m.
    """
    return Marker.along(body, (x, 0.0, z), z=ACROSS, x=(1.0, 0.0, 0.0))


PLANE = Pose(Matrix([[1, 0, 0], [0, 0, -1], [0, 1, 0]]), Matrix([0, 0, 0]))
"""The plane of the linkage as a frame: its x is that of the ground, its y points upwards."""


def turned(r: ArrayLike, angle: float) -> Place:
    """Place of a bar whose x axis has an angle from x to z of the ground.

    Parameters
    ----------
    r : array_like, shape (2,)
        x and z of the bar's origin, m.
    angle : float
        rad.
    """
    x, z = np.asarray(r, dtype=float)
    return Place(np.array([x, 0.0, z]), rotation_vector_matrix(angle * np.array(ACROSS)))


def elbow(start: np.ndarray, end: np.ndarray, a: float, b: float, what: str) -> np.ndarray:
    """Point at the distances a from `start` and b from `end`, on the left when one goes from start to end.

    Parameters
    ----------
    start, end : ndarray, shape (2,)
        x and z, m.
    a, b : float
        Distances, m.
    what : str
        The linkage, for the message.

    Returns
    -------
    ndarray, shape (2,)
        x and z, m.

    Raises
    ------
    ModelError
        If the two circles do not meet.
    """
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
    """Angle of a vector from x to z, rad.

    Parameters
    ----------
    vector : ndarray, shape (2,)
        x and z.
    """
    return float(np.arctan2(vector[1], vector[0]))


def angle(system: RigidBodySystem, x: np.ndarray, name: str) -> np.ndarray:
    """Angle of a bar from x to z of the ground, rad, shape (k,).

    Parameters
    ----------
    system : RigidBodySystem
        The linkage.
    x : ndarray, shape (k, n)
        States.
    name : str
        Of the bar.
    """
    A = system.place(x, name).A
    return np.arctan2(A[..., 2, 0], A[..., 0, 0])


def moment_on_crank(M: float) -> list[Load]:
    """The drive of a linkage as a load; none where it is zero.

    Parameters
    ----------
    M : float
        Moment on the body ``"crank"``, towards the viewer, N m.
    """
    return [Load(hinge("crank"), moment=M * np.array(ACROSS), name="moment on the crank")] if M else []
