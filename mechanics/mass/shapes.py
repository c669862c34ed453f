"""The table of homogeneous shapes: density and dimensions in, a `Solid` out, with its mass centre where it lies.

Every function says where the origin and the axes are. Volumes take a density in kg/m³, plates and shells (`sigma`) in
kg/m², rods and rings (`mu`) in kg/m; `Solid.with_mass` gives a shape the mass that it has. The table is checked
against integrals over the same regions.
"""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any

from sympy import ImmutableMatrix, Rational, diag, eye, pi

from ..model import ModelError
from .inertia import cuboid, finite, parallel_axis, solid_cylinder, solid_sphere
from .solid import Solid

__all__ = [
    "ball",
    "box",
    "cone",
    "cylinder",
    "disc",
    "ellipsoid",
    "half_cylinder",
    "half_disc",
    "hemisphere",
    "plate",
    "point",
    "pyramid",
    "ring",
    "rod",
    "sphere_shell",
    "torus",
    "triangle",
    "tube",
    "wedge",
]

ORIGIN = (0, 0, 0)


def _checked(shape: Callable[..., Solid]) -> Callable[..., Solid]:
    """The shape, with a `ModelError` for densities and dimensions that are negative or not finite."""
    names = signature(shape)

    @wraps(shape)
    def build(*args: Any, **kwargs: Any) -> Solid:
        for name, value in names.bind(*args, **kwargs).arguments.items():
            if finite(value).is_negative:
                raise ModelError(
                    f"{name} of a {shape.__name__} must not be negative; got {value}. A hole is subtracted from its "
                    "body."
                )
        return shape(*args, **kwargs)

    return build


@_checked
def point(m: Any) -> Solid:
    """Point mass in the origin."""
    return Solid(m, ORIGIN, m * diag(0, 0, 0))


@_checked
def rod(mu: Any, l: Any) -> Solid:
    """Thin rod along y, about its middle: I = m l² / 12 across it."""
    m = mu * l
    return Solid(m, ORIGIN, m * l**2 / 12 * diag(1, 0, 1))


@_checked
def ring(mu: Any, R: Any) -> Solid:
    """Thin ring in the x-y plane, about its centre: I_zz = m R²."""
    m = mu * 2 * pi * R
    return Solid(m, ORIGIN, m * R**2 * diag(1, 1, 2) / 2)


@_checked
def plate(sigma: Any, a: Any, b: Any) -> Solid:
    """Thin rectangle a x b along x, y, about its centre: I_zz = m (a² + b²) / 12."""
    m = sigma * a * b
    return Solid(m, ORIGIN, cuboid(m, a, b, 0))


@_checked
def triangle(sigma: Any, a: Any, b: Any) -> Solid:
    """Thin plate with the right angle in the origin, legs a along x and b along y: S = (a/3, b/3), I_xy = +m a b / 36.

    The product of inertia is −∫ x y dm about S: positive, because the plate lies where x y < 0.
    """
    m = sigma * a * b / 2
    # fmt: off
    return Solid(m, (a / 3, b / 3, 0), m / 18 * ImmutableMatrix([[b**2,      a * b / 2, 0],
                                                                 [a * b / 2, a**2,      0],
                                                                 [0,         0,         a**2 + b**2]]))
    # fmt: on


@_checked
def disc(sigma: Any, R: Any) -> Solid:
    """Thin disc in the x-y plane, about its centre: I_zz = m R² / 2."""
    m = sigma * pi * R**2
    return Solid(m, ORIGIN, solid_cylinder(m, R, 0))


@_checked
def half_disc(sigma: Any, R: Any) -> Solid:
    """Thin half disc y ≥ 0, the centre of the circle in the origin: y_S = 4 R / (3 π)."""
    m = sigma * pi * R**2 / 2
    return _about_origin(m, (0, 4 * R / (3 * pi), 0), solid_cylinder(m, R, 0))


@_checked
def sphere_shell(sigma: Any, R: Any) -> Solid:
    """Thin hollow sphere about its centre: I = 2 m R² / 3."""
    m = sigma * 4 * pi * R**2
    return Solid(m, ORIGIN, Rational(2, 3) * m * R**2 * eye(3))


@_checked
def box(rho: Any, a: Any, b: Any, c: Any) -> Solid:
    """Cuboid with the edges a, b, c along x, y, z, about its centre; (3.132)."""
    m = rho * a * b * c
    return Solid(m, ORIGIN, cuboid(m, a, b, c))


@_checked
def wedge(rho: Any, a: Any, b: Any, c: Any) -> Solid:
    """Half a cuboid: `triangle` with legs a along x, b along y, and the thickness c along z, centred in z."""
    flat = triangle(rho * c, a, b)
    return Solid(flat.m, flat.center, flat.inertia + flat.m * c**2 / 12 * diag(1, 1, 0))


@_checked
def pyramid(rho: Any, a: Any, b: Any, h: Any) -> Solid:
    """Rectangular base a x b centred in the x-y plane, apex at z = h: z_S = h / 4."""
    m = rho * a * b * h / 3
    I_xx, I_yy = (m * (4 * side**2 + 3 * h**2) / 80 for side in (b, a))
    return Solid(m, (0, 0, h / 4), diag(I_xx, I_yy, m * (a**2 + b**2) / 20))


@_checked
def cylinder(rho: Any, R: Any, l: Any) -> Solid:
    """Full cylinder (disc) of length l along z, about its centre: I_zz = m R² / 2; (3.122)."""
    m = rho * pi * R**2 * l
    return Solid(m, ORIGIN, solid_cylinder(m, R, l))


@_checked
def tube(rho: Any, R: Any, r: Any, l: Any) -> Solid:
    """Hollow cylinder, outer radius R, inner radius r, about its centre: I_zz = m (R² + r²) / 2."""
    if (finite(R) - r).is_negative:
        raise ModelError(f"The inner radius of a tube must be smaller than the outer one; got R = {R}, r = {r}.")
    return cylinder(rho, R, l) - cylinder(rho, r, l)


@_checked
def half_cylinder(rho: Any, R: Any, l: Any) -> Solid:
    """Half of `cylinder`, y ≥ 0, the axis through the origin: y_S = 4 R / (3 π)."""
    m = rho * pi * R**2 * l / 2
    return _about_origin(m, (0, 4 * R / (3 * pi), 0), solid_cylinder(m, R, l))


@_checked
def cone(rho: Any, R: Any, h: Any) -> Solid:
    """Circular cone, base of radius R in the x-y plane, apex at z = h: z_S = h / 4, I_zz = 3 m R² / 10."""
    m = rho * pi * R**2 * h / 3
    across = 3 * m * (4 * R**2 + h**2) / 80
    return Solid(m, (0, 0, h / 4), diag(across, across, 3 * m * R**2 / 10))


@_checked
def ball(rho: Any, R: Any) -> Solid:
    """Full sphere about its centre: I = 2 m R² / 5; (3.123)."""
    m = rho * Rational(4, 3) * pi * R**3
    return Solid(m, ORIGIN, solid_sphere(m, R))


@_checked
def hemisphere(rho: Any, R: Any) -> Solid:
    """Half of `ball`, flat face in z = 0, dome towards +z: z_S = 3 R / 8 (Aufgabe 3.4)."""
    m = rho * Rational(2, 3) * pi * R**3
    return _about_origin(m, (0, 0, 3 * R / 8), solid_sphere(m, R))


@_checked
def ellipsoid(rho: Any, a: Any, b: Any, c: Any) -> Solid:
    """Half axes a, b, c along x, y, z, about its centre: I_zz = m (a² + b²) / 5."""
    m = rho * Rational(4, 3) * pi * a * b * c
    return Solid(m, ORIGIN, m * diag(b**2 + c**2, a**2 + c**2, a**2 + b**2) / 5)


@_checked
def torus(rho: Any, R: Any, r: Any) -> Solid:
    """Full ring about z: circles of radius r whose centres have the distance R from the axis."""
    m = rho * 2 * pi**2 * R * r**2
    across = m * (4 * R**2 + 5 * r**2) / 8
    return Solid(m, ORIGIN, diag(across, across, m * (4 * R**2 + 3 * r**2) / 4))


def _about_origin(m: Any, center: Any, inertia: Any) -> Solid:
    """A half that inherits its tensor about the origin from the whole of twice its mass."""
    return Solid(m, center, ImmutableMatrix(inertia) - parallel_axis(diag(0, 0, 0), m, center))
