"""Energy of a rigid body that moves: translation and rotation, mass matrix, weight; lecture section 5.1."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Expr, ImmutableMatrix
from sympy import Symbol as PlainSymbol
from sympy.core.function import AppliedUndef, Derivative

from ..bridge import from_engine, to_engine
from ..model import ModelError
from ..symbols import plain_name
from ..trigonometry import shortest
from .inertia import finite, place
from .second_moments import square_matrix
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
    T_t : of the translation, as if the whole mass moved with the reference point; (5.6)
    T_rt : mixed part; zero about the mass centre (5.7), and only there for every motion
    T_r : of the rotation about the reference point; (5.12)
    """

    T_t: Expr
    T_rt: Expr
    T_r: Expr

    @property
    def total(self) -> Expr:
        """T = T_t + T_rt + T_r; (5.5), (5.19)."""
        return self.T_t + self.T_rt + self.T_r


def rigid_body_energy(
    body: Solid, velocity: Sequence[Any], omega: Sequence[Any], at: Sequence[Any] | None = None
) -> KineticEnergy:
    """Kinetic energy of a rigid body.

    T = ½ m vᵀv + m vᵀ(ω × a) + ½ ωᵀ I ω                                         (5.5)-(5.7), (5.12)

    with the velocity v of a reference point, the vector a from there to the mass centre, and I about that point. For
    the mass centre itself a = 0 and T = T_t + T_r, which is (5.19).

    Parameters
    ----------
    body : mass, mass centre and inertia tensor, in the axes of velocity and omega
    velocity : of the reference point, m/s
    omega : angular velocity ω, rad/s
    at : reference point fixed to the body, m; its mass centre unless given
    """
    v, w = place(velocity), place(omega)
    point = body.center if at is None else place(at)
    mixed = body.m * v.dot(w.cross(body.center - point))
    return KineticEnergy(body.m * v.dot(v) / 2, mixed, rotational_energy(body.about(point), w))


def rotational_energy(inertia: Any, omega: Sequence[Any]) -> Any:
    """Energy of a rotation, J: T_r = ½ ωᵀ I ω; (5.12).

    Tensor and angular velocity stand in the same axes, both in frame 0 (5.12) or both in the body frame (5.18).

    Parameters
    ----------
    inertia : (3, 3), kg m²
    omega : rad/s
    """
    w = place(omega)
    return (w.T * square_matrix(inertia, "An inertia tensor") * w)[0] / 2


def mass_matrix(m: Any, J_v: Any, inertia: Any = None, J_w: Any = None) -> ImmutableMatrix:
    """Part of one body in the mass matrix of a system: T = ½ q̇ᵀ M q̇.

    M = J_vᵀ m J_v + J_ωᵀ I J_ω                                                  (5.21)

    Parameters
    ----------
    m : mass, kg
    J_v : (3, n) Jacobian of the velocity of the mass centre, v = J_v q̇
    inertia : (3, 3) about the mass centre, kg m²; none for a point mass
    J_w : (3, n) Jacobian of the angular velocity, ω = J_ω q̇, in the same axes as the tensor

    Returns
    -------
    (n, n), symmetric and never negative: q̇ᵀ M q̇ ≥ 0; each product of columns in its shortest trigonometric form

    Raises
    ------
    ModelError
        for Jacobians that do not have three rows and the same number of columns, or a tensor without a Jacobian.
    """
    J = _jacobian(J_v, "J_v")
    M = finite(m) * (J.T * J).applyfunc(_short)
    if inertia is None and J_w is None:
        return ImmutableMatrix(M)
    if inertia is None or J_w is None:
        raise ModelError("A rotation needs both the inertia tensor and the Jacobian J_w; got only one of them.")
    J_w = _jacobian(J_w, "J_w")
    if J_w.cols != J.cols:
        raise ModelError(f"J_v and J_w need a column for each coordinate; they have {J.cols} and {J_w.cols}.")
    rotation = J_w.T * square_matrix(inertia, "An inertia tensor") * J_w
    return ImmutableMatrix(M + rotation.applyfunc(_short))


def gravity_energy(m: Any, center: Sequence[Any], gravity: Sequence[Any]) -> Any:
    """Potential energy of a body in the field of gravity, J, zero where its mass centre lies in the origin.

    V = −m gᵀ p_S                                                                (5.20)

    Parameters
    ----------
    m : mass, kg
    center : position p_S of the mass centre, m
    gravity : vector of the gravitational acceleration, such as (0, −9.81, 0), m/s²; g e_g in the lecture
    """
    return -finite(m) * place(gravity).dot(place(center))


def angular_acceleration(inertia: Any, omega: Sequence[Any], moment: Sequence[Any] = (0, 0, 0)) -> ImmutableMatrix:
    """Angular acceleration of a rigid body, in its own axes, rad/s²: Euler's equations.

    ω̇ = I⁻¹ (τ − ω × I ω)

    They are the balance of angular momentum (3.105) about the mass centre for l = R I ω, written in the body frame.

    Parameters
    ----------
    inertia : (3, 3) about the mass centre in the body frame, kg m²
    omega : angular velocity in the body frame, rad/s
    moment : τ about the mass centre in the body frame, N m
    """
    I, w = square_matrix(inertia, "An inertia tensor"), place(omega)
    if I.det().is_zero:
        raise ModelError(
            "The inertia tensor has no inverse, so nothing determines the rotation about its axis of zero moment; "
            "give the body some thickness."
        )
    right = place(moment) - w.cross(I * w)
    if I.is_diagonal():
        return ImmutableMatrix([right[i] / I[i, i] for i in range(3)])
    return ImmutableMatrix(I.LUsolve(right))


def _jacobian(J: Any, name: str) -> ImmutableMatrix:
    matrix = ImmutableMatrix(J)
    if matrix.rows != 3 or matrix.cols == 0:
        raise ModelError(f"{name} must have three rows and a column for each coordinate; got the shape {matrix.shape}.")
    return matrix


def _short(expression: Expr) -> Expr:
    """The shortest trigonometric form; numbers stay as they are."""
    symbols = expression.atoms(PlainSymbol, AppliedUndef, Derivative)
    return from_engine(shortest(to_engine(expression)), {plain_name(x): x for x in symbols}) if symbols else expression
