"""Limits of dry friction: the force that stiction can hold, sliding friction, and the friction cone; lecture 3.5.2."""

from sympy import Expr, Float, atan, sign, sqrt, sympify

from ..aliases import Scalar, Vector
from ..checking import checked
from ..model import ModelError
from ..poses import vector

__all__ = ["cone_margin", "friction_angle", "holds", "kinetic_friction", "reaction_angle", "static_limit"]

ROUNDING = Float(1e-12)
"""A force that exceeds the limit by less than this fraction equals it up to rounding: the body still sticks."""


@checked(nonnegative="mu_H")
def static_limit(mu_H: Scalar, f_N: Scalar) -> Scalar:
    """Largest force that stiction (*Haftreibung*) can hold: f_H = mu_H f_N for f_N > 0; (3.77).

    Parameters
    ----------
    mu_H : Expr or float
        Coefficient of static friction.
    f_N : Expr or float
        Normal force, N.

    Returns
    -------
    Expr or float
        Force, N.
    """
    return mu_H * f_N


@checked(nonnegative="mu_C")
def kinetic_friction(mu_C: Scalar, f_N: Scalar, v: Scalar) -> Expr:
    """Friction of a sliding body (*Gleitreibung*), against its motion: f_C = mu_C f_N sgn(v); (3.78).

    Parameters
    ----------
    mu_C : Expr or float
        Coefficient of kinetic friction.
    f_N : Expr or float
        Normal force, N.
    v : Expr or float
        Velocity of the body, m/s.

    Returns
    -------
    Expr
        Force, N.
    """
    return mu_C * f_N * sign(v)


@checked()
def reaction_angle(f_r: Scalar, f_N: Scalar) -> Expr:
    """Angle of the contact force to the normal of the surface: tan(phi) = f_r / f_N; (3.81).

    Parameters
    ----------
    f_r : Expr or float
        Friction force, N.
    f_N : Expr or float
        Normal force, N.

    Returns
    -------
    Expr
        Angle, rad.
    """
    return atan(f_r / f_N)


@checked(nonnegative="mu_H")
def friction_angle(mu_H: Scalar) -> Expr:
    """Half the opening angle of the friction cone (*Haftkegel*): tan(phi_H) = mu_H; (3.82).

    Parameters
    ----------
    mu_H : Expr or float
        Coefficient of static friction.

    Returns
    -------
    Expr
        Angle, rad.
    """
    return atan(mu_H)


@checked(nonnegative="mu_H")
def cone_margin(force: Vector, normal: Vector, mu_H: Scalar) -> Expr:
    """Distance of a contact force from the edge of the friction cone: mu_H f_N - f_r; (3.77).

    Parameters
    ----------
    force : array_like, shape (3,)
        Force of the support on the body, 2 or 3 components, N.
    normal : array_like, shape (3,)
        Normal of the surface, out of the support, of any length.
    mu_H : Expr or float
        Coefficient of static friction.

    Returns
    -------
    Expr
        Positive inside the cone, zero on its edge, negative outside, N.
    """
    f, n = vector(force, "force"), vector(normal, "normal")
    n = n / sqrt(sum(x**2 for x in n))
    f_N = f.dot(n)
    f_r = f - f_N * n
    return static_limit(mu_H, f_N) - sqrt(sum(x**2 for x in f_r))


@checked(nonnegative="mu_H")
def holds(force: Vector, normal: Vector, mu_H: float) -> bool:
    """Whether a body at rest stays where it is: its contact force lies in the friction cone.

    Parameters
    ----------
    force : array_like, shape (3,)
        Force of the support on the body, numbers, N.
    normal : array_like, shape (3,)
        Normal of the surface, out of the support, of any length.
    mu_H : float
        Coefficient of static friction.

    Returns
    -------
    bool

    Raises
    ------
    ModelError
        If there are symbols in the arguments, or the coefficient is negative.
    """
    margin = sympify(cone_margin(force, normal, mu_H))
    if margin.free_symbols:
        raise ModelError(f"Numbers are needed to decide this; got {margin}. Use cone_margin for formulas.")
    if mu_H < 0:
        raise ModelError(f"The coefficient of static friction must not be negative; got {mu_H}.")
    size = sqrt(sum(x**2 for x in vector(force)))
    return bool(margin >= -ROUNDING * size)
