"""Kinematics of the rigid body R(2.1)-R(2.21): coordinates p = (ρ; α), velocities z = (v; ω), points and accelerations.

ρ are the *body* components of the vector from the inertial origin to O, α = (α, β, γ) the Cardan angles of the sequence
x-y-z, A = R_x(α) R_y(β) R_z(γ).
"""

import numpy as np
from numpy.typing import ArrayLike

from ...model import ModelError
from ...rotations.arrays import skew
from .place import cross

__all__ = [
    "acceleration_of_origin",
    "cardan_angles",
    "cardan_inverse",
    "cardan_matrix",
    "cardan_rotation",
    "kinematic_matrix",
    "point_acceleration",
    "point_velocity",
    "velocity_derivative",
]

SINGULAR = 1e-9  # of cos β, below which the rates of Cardan angles are not determined any more


def cardan_rotation(alpha: ArrayLike) -> np.ndarray:
    """Rotation matrix of Cardan angles (*Kardanwinkel*), A = R_x(α) R_y(β) R_z(γ), body -> inertial; W(65).

    Parameters
    ----------
    alpha : array_like, shape (3,)
        Cardan angles α, β, γ, rad.

    Returns
    -------
    np.ndarray, shape (3, 3)
        Rotation matrix, body to inertial.
    """
    (ca, cb, cg), (sa, sb, sg) = np.cos(alpha), np.sin(alpha)
    # fmt: off
    return np.array([[cb * cg,                -cb * sg,                 sb],
                     [ca * sg + sa * sb * cg,  ca * cg - sa * sb * sg, -sa * cb],
                     [sa * sg - ca * sb * cg,  sa * cg + ca * sb * sg,  ca * cb]])
    # fmt: on


def cardan_angles(A: np.ndarray) -> np.ndarray:
    """Cardan angles of a rotation matrix; the inverse of `cardan_rotation`.

    Parameters
    ----------
    A : np.ndarray, shape (3, 3)
        Rotation matrix, body to inertial.

    Returns
    -------
    np.ndarray, shape (3,)
        Angles α, β, γ, rad, with |β| ≤ π/2.
    """
    alpha, gamma = np.arctan2(-A[1, 2], A[2, 2]), np.arctan2(-A[0, 1], A[0, 0])
    return np.array([alpha, np.arctan2(A[0, 2], np.hypot(A[0, 0], A[0, 1])), gamma])


def cardan_matrix(alpha: ArrayLike) -> np.ndarray:
    """Matrix H of the kinematics of rotation, ω = H α̇ with ω in the basis of the body, R(2.6).

    Parameters
    ----------
    alpha : array_like, shape (3,)
        Cardan angles α, β, γ, rad.

    Returns
    -------
    np.ndarray, shape (3, 3)
        H, singular where cos β = 0.
    """
    (_, cb, cg), (_, sb, sg) = np.cos(alpha), np.sin(alpha)
    # fmt: off
    return np.array([[ cb * cg, sg, 0.0],
                     [-cb * sg, cg, 0.0],
                     [ sb,     0.0, 1.0]])
    # fmt: on


def cardan_inverse(alpha: ArrayLike, where: str = "a body") -> np.ndarray:
    """Inverse of `cardan_matrix`, α̇ = H⁻¹ ω, R(2.6).

    Parameters
    ----------
    alpha : array_like, shape (3,)
        Cardan angles α, β, γ, rad.
    where : str, optional
        Whose angles these are, for the message.

    Returns
    -------
    np.ndarray, shape (3, 3)
        H⁻¹.

    Raises
    ------
    ModelError
        Where cos β = 0: the first and the third axis coincide, and the rates are not determined.
    """
    (_, cb, cg), (_, sb, sg) = np.cos(alpha), np.sin(alpha)
    if not abs(cb) > SINGULAR:
        beta = np.asarray(alpha, dtype=float)[1]
        raise ModelError(
            f"The rates of the Cardan angles of {where} need cos(beta) other than 0, but beta = {beta:.6g} rad: "
            "the first and the third axis of rotation coincide there. Use quaternions, or choose other reference axes."
        )
    # fmt: off
    return np.array([[ cg / cb,       -sg / cb,      0.0],
                     [ sg,             cg,           0.0],
                     [-sb / cb * cg,   sb / cb * sg, 1.0]])
    # fmt: on


def kinematic_matrix(rho: ArrayLike, alpha: ArrayLike) -> np.ndarray:
    """Matrix Z (6, 6) of ṗ = Z z, R(2.1).

    Z = [[E, ρ̃], [0, H⁻¹]], because ρ̇ = v − ω × ρ for the components in a turning basis.

    Parameters
    ----------
    rho : array_like, shape (3,)
        Body components of the position of O, m.
    alpha : array_like, shape (3,)
        Cardan angles, rad.

    Returns
    -------
    np.ndarray, shape (6, 6)
        Z.

    Raises
    ------
    ModelError
        Where cos β = 0.
    """
    Z = np.eye(6)
    Z[:3, 3:] = skew(np.asarray(rho, dtype=float))
    Z[3:, 3:] = cardan_inverse(alpha)
    return Z


def point_velocity(z: np.ndarray, r: ArrayLike) -> np.ndarray:
    """Velocity of the body-fixed point r, v_P = v + ω × r, R(2.17).

    Parameters
    ----------
    z : np.ndarray, shape (..., 6)
        Velocity (v; ω), basis of the body, m/s, rad/s.
    r : array_like, shape (..., 3)
        From O to the point, basis of the body, m.

    Returns
    -------
    np.ndarray, shape (..., 3)
        Basis of the body, m/s.
    """
    z = np.asarray(z)
    return z[..., :3] + cross(z[..., 3:], np.asarray(r, dtype=float))


def point_acceleration(z: np.ndarray, z_d: np.ndarray, r: ArrayLike) -> np.ndarray:
    """Absolute acceleration of the body-fixed point r, body components, R(2.21).

    a_P = v̇ + ω × v − r̃ ω̇ + ω × (ω × r)

    Parameters
    ----------
    z : np.ndarray, shape (..., 6)
        Velocities (v; ω).
    z_d : np.ndarray, shape (..., 6)
        Time derivatives (v̇; ω̇) of these components; v̇ is *not* the acceleration of O.
    r : array_like, shape (..., 3)
        From O to P, m.

    Returns
    -------
    np.ndarray, shape (..., 3)
        Basis of the body, m/s².
    """
    z, z_d, r = np.asarray(z), np.asarray(z_d), np.asarray(r, dtype=float)
    w = z[..., 3:]
    return acceleration_of_origin(z, z_d[..., :3]) + cross(z_d[..., 3:], r) + cross(w, cross(w, r))


def acceleration_of_origin(z: np.ndarray, v_d: np.ndarray) -> np.ndarray:
    """Absolute acceleration of O in body components, a_O = v̇ + ω × v, from the derivative v̇ of the components of v.

    The equations of flexible bodies F(0) multiply their mass matrix with this one, R(2.2) with v̇.

    Parameters
    ----------
    z : np.ndarray, shape (..., 6)
        Velocity (v; ω), basis of the body, m/s, rad/s.
    v_d : np.ndarray, shape (..., 3)
        Time derivatives of the components of v, m/s².

    Returns
    -------
    np.ndarray, shape (..., 3)
        Basis of the body, m/s².
    """
    z = np.asarray(z)
    return np.asarray(v_d) + cross(z[..., 3:], z[..., :3])


def velocity_derivative(z: np.ndarray, a_O: np.ndarray) -> np.ndarray:
    """Derivative of the body components of v from the acceleration of O, v̇ = a_O − ω × v.

    Parameters
    ----------
    z : np.ndarray, shape (..., 6)
        Velocity (v; ω), basis of the body, m/s, rad/s.
    a_O : np.ndarray, shape (..., 3)
        Acceleration of O, basis of the body, m/s².

    Returns
    -------
    np.ndarray, shape (..., 3)
        Derivatives of the components, m/s².
    """
    z = np.asarray(z)
    return np.asarray(a_O) - cross(z[..., 3:], z[..., :3])
