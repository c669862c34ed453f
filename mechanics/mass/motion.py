"""Energy of a rigid body that moves: translation and rotation, mass matrix, weight; lecture section 5.1."""

from dataclasses import dataclass
from typing import Any

from sympy import Expr, ImmutableMatrix
from sympy import Symbol as PlainSymbol
from sympy.core.function import AppliedUndef, Derivative

from ..aliases import Matrix, Scalar, Vector
from ..bridge import from_engine, to_engine
from ..checking import matrix as as_matrix
from ..checking import shown
from ..model import ModelError
from ..symbols import plain_name
from ..trigonometry import shortest
from .inertia import finite, place, symmetric_tensor
from .solid import Solid

__all__ = [
    "KineticEnergy",
    "angular_acceleration",
    "gravity_energy",
    "mass_matrix",
    "rigid_body_energy",
    "rotational_energy",
]


@dataclass(frozen=True)
class KineticEnergy:
    """Kinetic energy of a rigid body in the three parts of (5.5), J.

    Attributes
    ----------
    T_t : Expr
        Of the translation, as if the whole mass moved with the reference point, J; (5.6).
    T_rt : Expr
        Mixed part, J; zero about the mass centre (5.7), and only there for every motion.
    T_r : Expr
        Of the rotation about the reference point, J; (5.12).
    """

    T_t: Expr
    T_rt: Expr
    T_r: Expr

    @property
    def total(self) -> Expr:
        """T = T_t + T_rt + T_r; (5.5), (5.19)."""
        return self.T_t + self.T_rt + self.T_r


def rigid_body_energy(body: Solid, velocity: Vector, omega: Vector, at: Vector | None = None) -> KineticEnergy:
    """Kinetic energy of a rigid body.

    T = ½ m vᵀv + m vᵀ(ω × a) + ½ ωᵀ I ω                                         (5.5)-(5.7), (5.12)

    with the velocity v of a reference point, the vector a from there to the mass centre, and I about that point. For
    the mass centre itself a = 0 and T = T_t + T_r, which is (5.19).

    Parameters
    ----------
    body : Solid
        Mass, mass centre and inertia tensor, in the axes of velocity and omega.
    velocity : array_like, shape (3,)
        Velocity of the reference point, m/s.
    omega : array_like, shape (3,)
        Angular velocity ω, rad/s.
    at : array_like, shape (3,), optional
        Reference point fixed to the body, m; its mass centre unless given.

    Returns
    -------
    KineticEnergy
    """
    if not isinstance(body, Solid) or body.m.is_negative:
        raise ModelError(f"A solid whose mass is not negative was expected; got {shown(body)}.")
    v, w = place(velocity, "The velocity"), place(omega, "The angular velocity")
    point = body.center if at is None else place(at, "The reference point")
    mixed = body.m * v.dot(w.cross(body.center - point))
    return KineticEnergy(body.m * v.dot(v) / 2, mixed, rotational_energy(body.about(point), w))


def rotational_energy(inertia: Matrix, omega: Vector) -> Expr:
    """Energy of a rotation: T_r = ½ ωᵀ I ω; (5.12).

    Tensor and angular velocity have the same axes, both in frame 0 (5.12) or both in the body frame (5.18).

    Parameters
    ----------
    inertia : array_like, shape (3, 3)
        Inertia tensor, kg m².
    omega : array_like, shape (3,)
        Angular velocity, rad/s.

    Returns
    -------
    Expr
        Energy, J.
    """
    w = place(omega, "The angular velocity")
    return (w.T * symmetric_tensor(inertia) * w)[0] / 2


def mass_matrix(m: Scalar, J_v: Matrix, inertia: Matrix | None = None, J_w: Matrix | None = None) -> ImmutableMatrix:
    """Contribution of one body to the mass matrix of a system: T = ½ q̇ᵀ M q̇.

    M = J_vᵀ m J_v + J_ωᵀ I J_ω                                                  (5.21)

    Parameters
    ----------
    m : Expr or float
        Mass, kg.
    J_v : array_like, shape (3, n)
        Jacobian of the velocity of the mass centre, v = J_v q̇.
    inertia : array_like, shape (3, 3), optional
        Inertia tensor about the mass centre, kg m²; none for a point mass.
    J_w : array_like, shape (3, n), optional
        Jacobian of the angular velocity, ω = J_ω q̇, in the same axes as the tensor.

    Returns
    -------
    ImmutableMatrix, shape (n, n)
        Symmetric and positive semidefinite; each product of columns in its shortest trigonometric form.

    Raises
    ------
    ModelError
        If the Jacobians do not have three rows and the same number of columns, or only one of tensor and J_w is given.
    """
    J = _jacobian(J_v, "J_v")
    M = finite(m, "A mass") * (J.T * J).applyfunc(_short)
    if inertia is None and J_w is None:
        return ImmutableMatrix(M)
    if inertia is None or J_w is None:
        raise ModelError("A rotation needs both the inertia tensor and the Jacobian J_w; got only one of them.")
    J_r = _jacobian(J_w, "J_w")
    if J_r.cols != J.cols:
        raise ModelError(f"J_v and J_w need a column for each coordinate; they have {J.cols} and {J_r.cols}.")
    rotation = J_r.T * symmetric_tensor(inertia) * J_r
    return ImmutableMatrix(M + rotation.applyfunc(_short))


def gravity_energy(m: Scalar, center: Vector, gravity: Vector) -> Expr:
    """Potential energy of a body in the field of gravity, zero where its mass centre lies in the origin.

    V = −m gᵀ p_S                                                                (5.20)

    Parameters
    ----------
    m : Expr or float
        Mass, kg.
    center : array_like, shape (3,)
        Position p_S of the mass centre, m.
    gravity : array_like, shape (3,)
        Gravitational acceleration, such as (0, −9.81, 0), m/s²; g e_g in the lecture.

    Returns
    -------
    Expr
        Energy, J.
    """
    return -finite(m, "A mass") * place(gravity, "Gravity").dot(place(center, "The mass centre"))


def angular_acceleration(inertia: Matrix, omega: Vector, moment: Vector = (0, 0, 0)) -> ImmutableMatrix:
    """Angular acceleration of a rigid body, in its own axes: Euler's equations.

    ω̇ = I⁻¹ (τ − ω × I ω)

    This is the balance of angular momentum (3.105) about the mass centre for l = R I ω, in the body frame.

    Parameters
    ----------
    inertia : array_like, shape (3, 3)
        Inertia tensor about the mass centre in the body frame, kg m².
    omega : array_like, shape (3,)
        Angular velocity in the body frame, rad/s.
    moment : array_like, shape (3,), default (0, 0, 0)
        Moment τ about the mass centre in the body frame, N m.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)
        Angular acceleration in the body frame, rad/s².

    Raises
    ------
    ModelError
        If the tensor is singular.
    """
    I, w = symmetric_tensor(inertia), place(omega, "The angular velocity")
    if I.det().is_zero:
        raise ModelError(
            "The inertia tensor has no inverse, so nothing determines the rotation about its axis of zero moment; "
            "give the body some thickness."
        )
    right = place(moment, "The moment") - w.cross(I * w)
    if I.is_diagonal():
        return ImmutableMatrix([right[i] / I[i, i] for i in range(3)])
    return ImmutableMatrix(I.LUsolve(right))


def _jacobian(J: Any, name: str) -> ImmutableMatrix:
    matrix = as_matrix(J, name)
    if matrix.rows != 3 or matrix.cols == 0:
        raise ModelError(f"{name} must have three rows and a column for each coordinate; got the shape {matrix.shape}.")
    return matrix


def _short(expression: Expr) -> Expr:
    """The shortest trigonometric form; numbers stay as they are."""
    symbols = expression.atoms(PlainSymbol, AppliedUndef, Derivative)
    return from_engine(shortest(to_engine(expression)), {plain_name(x): x for x in symbols}) if symbols else expression
