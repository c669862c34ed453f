"""Homogeneous shapes without thickness: points, rods and rings by mass per length, plates and shells by mass per area.

They are part of the table in `mechanics.mass.shapes`.
"""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any

from sympy import ImmutableMatrix, Rational, diag, eye, pi

from ..aliases import Matrix, Scalar, Vector
from ..model import ModelError
from .inertia import cuboid, finite, parallel_axis, solid_cylinder
from .solid import Solid

__all__ = [
    "ORIGIN",
    "about_origin",
    "checked",
    "disc",
    "half_disc",
    "plate",
    "point",
    "ring",
    "rod",
    "sphere_shell",
    "triangle",
]

ORIGIN = (0, 0, 0)


def checked(shape: Callable[..., Solid]) -> Callable[..., Solid]:
    """The shape, with a `ModelError` for densities and dimensions that are negative or not finite."""
    names = signature(shape)

    @wraps(shape)
    def build(*args: Any, **kwargs: Any) -> Solid:
        for name, value in names.bind(*args, **kwargs).arguments.items():
            if finite(value, f"{name} of a {shape.__name__}").is_negative:
                raise ModelError(
                    f"{name} of a {shape.__name__} must not be negative; got {value}. A hole is subtracted from its "
                    "body."
                )
        return shape(*args, **kwargs)

    return build


def about_origin(m: Scalar, center: Vector, inertia: Matrix) -> Solid:
    """Half of a symmetric body; its tensor about the origin is that of a whole body of the same mass."""
    return Solid(m, center, ImmutableMatrix(inertia) - parallel_axis(diag(0, 0, 0), m, center))


@checked
def point(m: Scalar) -> Solid:
    """Point mass in the origin.

    Parameters
    ----------
    m : Expr or float
        Mass, kg.

    Returns
    -------
    Solid
    """
    return Solid(m, ORIGIN, m * diag(0, 0, 0))


@checked
def rod(mu: Scalar, l: Scalar) -> Solid:
    """Thin rod along y, about its middle: I = m l² / 12 across it.

    Parameters
    ----------
    mu : Expr or float
        Mass per length, kg/m.
    l : Expr or float
        Length, m.

    Returns
    -------
    Solid
    """
    m = mu * l
    return Solid(m, ORIGIN, m * l**2 / 12 * diag(1, 0, 1))


@checked
def ring(mu: Scalar, R: Scalar) -> Solid:
    """Thin ring in the x-y plane, about its centre: I_zz = m R².

    Parameters
    ----------
    mu : Expr or float
        Mass per length, kg/m.
    R : Expr or float
        Radius, m.

    Returns
    -------
    Solid
    """
    m = mu * 2 * pi * R
    return Solid(m, ORIGIN, m * R**2 * diag(1, 1, 2) / 2)


@checked
def plate(sigma: Scalar, a: Scalar, b: Scalar) -> Solid:
    """Thin rectangle a x b along x, y, about its centre: I_zz = m (a² + b²) / 12.

    Parameters
    ----------
    sigma : Expr or float
        Mass per area, kg/m².
    a, b : Expr or float
        Edges, m.

    Returns
    -------
    Solid
    """
    m = sigma * a * b
    return Solid(m, ORIGIN, cuboid(m, a, b, 0))


@checked
def triangle(sigma: Scalar, a: Scalar, b: Scalar) -> Solid:
    """Thin plate with the right angle in the origin, legs a along x and b along y: S = (a/3, b/3), I_xy = +m a b / 36.

    The product of inertia is −∫ x y dm about S: positive, because the plate lies where x y < 0.

    Parameters
    ----------
    sigma : Expr or float
        Mass per area, kg/m².
    a, b : Expr or float
        Legs, m.

    Returns
    -------
    Solid
    """
    m = sigma * a * b / 2
    # fmt: off
    return Solid(m, (a / 3, b / 3, 0), m / 18 * ImmutableMatrix([[b**2,      a * b / 2, 0],
                                                                 [a * b / 2, a**2,      0],
                                                                 [0,         0,         a**2 + b**2]]))
    # fmt: on


@checked
def disc(sigma: Scalar, R: Scalar) -> Solid:
    """Thin disc in the x-y plane, about its centre: I_zz = m R² / 2.

    Parameters
    ----------
    sigma : Expr or float
        Mass per area, kg/m².
    R : Expr or float
        Radius, m.

    Returns
    -------
    Solid
    """
    m = sigma * pi * R**2
    return Solid(m, ORIGIN, solid_cylinder(m, R, 0))


@checked
def half_disc(sigma: Scalar, R: Scalar) -> Solid:
    """Thin half disc y ≥ 0, the centre of the circle in the origin: y_S = 4 R / (3 π).

    Parameters
    ----------
    sigma : Expr or float
        Mass per area, kg/m².
    R : Expr or float
        Radius, m.

    Returns
    -------
    Solid
    """
    m = sigma * pi * R**2 / 2
    return about_origin(m, (0, 4 * R / (3 * pi), 0), solid_cylinder(m, R, 0))


@checked
def sphere_shell(sigma: Scalar, R: Scalar) -> Solid:
    """Thin hollow sphere about its centre: I = 2 m R² / 3.

    Parameters
    ----------
    sigma : Expr or float
        Mass per area, kg/m².
    R : Expr or float
        Radius, m.

    Returns
    -------
    Solid
    """
    m = sigma * 4 * pi * R**2
    return Solid(m, ORIGIN, Rational(2, 3) * m * R**2 * eye(3))
