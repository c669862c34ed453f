"""The table of homogeneous shapes: from density and dimensions to a `Solid`, with its mass centre and inertia tensor.

Every function says where the origin and the axes are. Volumes take a density in kg/m³, plates and shells (`sigma`) in
kg/m², rods and rings (`mu`) in kg/m, lengths in m; `Solid.with_mass` scales a shape to a given mass. The table is
checked against integrals over the same regions.
"""

from sympy import Rational, diag, pi

from ..aliases import Scalar
from ..model import ModelError
from .inertia import cuboid, finite, solid_cylinder, solid_sphere
from .solid import Solid
from .thin_shapes import ORIGIN, about_origin, checked, disc, half_disc, plate, point, ring, rod, sphere_shell, triangle

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


@checked
def box(rho: Scalar, a: Scalar, b: Scalar, c: Scalar) -> Solid:
    """Cuboid with the edges a, b, c along x, y, z, about its centre; (3.132).

    Parameters
    ----------
    rho : Expr or float
        Density, kg/m³.
    a, b, c : Expr or float
        Edges, m.

    Returns
    -------
    Solid
    """
    m = rho * a * b * c
    return Solid(m, ORIGIN, cuboid(m, a, b, c))


@checked
def wedge(rho: Scalar, a: Scalar, b: Scalar, c: Scalar) -> Solid:
    """Half a cuboid: `triangle` with legs a along x, b along y, and the thickness c along z, centred in z.

    Parameters
    ----------
    rho : Expr or float
        Density, kg/m³.
    a, b, c : Expr or float
        Legs and thickness, m.

    Returns
    -------
    Solid
    """
    flat = triangle(rho * c, a, b)
    return Solid(flat.m, flat.center, flat.inertia + flat.m * c**2 / 12 * diag(1, 1, 0))


@checked
def pyramid(rho: Scalar, a: Scalar, b: Scalar, h: Scalar) -> Solid:
    """Rectangular base a x b centred in the x-y plane, apex at z = h: z_S = h / 4.

    Parameters
    ----------
    rho : Expr or float
        Density, kg/m³.
    a, b, h : Expr or float
        Edges of the base and height, m.

    Returns
    -------
    Solid
    """
    m = rho * a * b * h / 3
    I_xx, I_yy = (m * (4 * side**2 + 3 * h**2) / 80 for side in (b, a))
    return Solid(m, (0, 0, h / 4), diag(I_xx, I_yy, m * (a**2 + b**2) / 20))


@checked
def cylinder(rho: Scalar, R: Scalar, l: Scalar) -> Solid:
    """Solid cylinder (disc) of length l along z, about its centre: I_zz = m R² / 2; (3.122).

    Parameters
    ----------
    rho : Expr or float
        Density, kg/m³.
    R, l : Expr or float
        Radius and length, m.

    Returns
    -------
    Solid
    """
    m = rho * pi * R**2 * l
    return Solid(m, ORIGIN, solid_cylinder(m, R, l))


@checked
def tube(rho: Scalar, R: Scalar, r: Scalar, l: Scalar) -> Solid:
    """Hollow cylinder, outer radius R, inner radius r, about its centre: I_zz = m (R² + r²) / 2.

    Parameters
    ----------
    rho : Expr or float
        Density, kg/m³.
    R, r, l : Expr or float
        Outer radius, inner radius and length, m.

    Returns
    -------
    Solid

    Raises
    ------
    ModelError
        If the inner radius is larger than the outer one.
    """
    if (finite(R) - r).is_nonpositive:
        raise ModelError(f"The inner radius of a tube must be smaller than the outer one; got R = {R}, r = {r}.")
    return cylinder(rho, R, l) - cylinder(rho, r, l)


@checked
def half_cylinder(rho: Scalar, R: Scalar, l: Scalar) -> Solid:
    """Half of `cylinder`, y ≥ 0, the axis through the origin: y_S = 4 R / (3 π).

    Parameters
    ----------
    rho : Expr or float
        Density, kg/m³.
    R, l : Expr or float
        Radius and length, m.

    Returns
    -------
    Solid
    """
    m = rho * pi * R**2 * l / 2
    return about_origin(m, (0, 4 * R / (3 * pi), 0), solid_cylinder(m, R, l))


@checked
def cone(rho: Scalar, R: Scalar, h: Scalar) -> Solid:
    """Circular cone, base of radius R in the x-y plane, apex at z = h: z_S = h / 4, I_zz = 3 m R² / 10.

    Parameters
    ----------
    rho : Expr or float
        Density, kg/m³.
    R, h : Expr or float
        Radius of the base and height, m.

    Returns
    -------
    Solid
    """
    m = rho * pi * R**2 * h / 3
    across = 3 * m * (4 * R**2 + h**2) / 80
    return Solid(m, (0, 0, h / 4), diag(across, across, 3 * m * R**2 / 10))


@checked
def ball(rho: Scalar, R: Scalar) -> Solid:
    """Solid sphere about its centre: I = 2 m R² / 5; (3.123).

    Parameters
    ----------
    rho : Expr or float
        Density, kg/m³.
    R : Expr or float
        Radius, m.

    Returns
    -------
    Solid
    """
    m = rho * Rational(4, 3) * pi * R**3
    return Solid(m, ORIGIN, solid_sphere(m, R))


@checked
def hemisphere(rho: Scalar, R: Scalar) -> Solid:
    """Half of `ball`, flat face in z = 0, dome towards +z: z_S = 3 R / 8 (Aufgabe 3.4).

    Parameters
    ----------
    rho : Expr or float
        Density, kg/m³.
    R : Expr or float
        Radius, m.

    Returns
    -------
    Solid
    """
    m = rho * Rational(2, 3) * pi * R**3
    return about_origin(m, (0, 0, 3 * R / 8), solid_sphere(m, R))


@checked
def ellipsoid(rho: Scalar, a: Scalar, b: Scalar, c: Scalar) -> Solid:
    """Ellipsoid with half axes along x, y, z, about its centre: I_zz = m (a² + b²) / 5.

    Parameters
    ----------
    rho : Expr or float
        Density, kg/m³.
    a, b, c : Expr or float
        Half axes, m.

    Returns
    -------
    Solid
    """
    m = rho * Rational(4, 3) * pi * a * b * c
    return Solid(m, ORIGIN, m * diag(b**2 + c**2, a**2 + c**2, a**2 + b**2) / 5)


@checked
def torus(rho: Scalar, R: Scalar, r: Scalar) -> Solid:
    """Solid ring about z: circles of radius r whose centres have the distance R from the axis.

    Parameters
    ----------
    rho : Expr or float
        Density, kg/m³.
    R, r : Expr or float
        Radius of the ring and radius of its section, m.

    Returns
    -------
    Solid
    """
    m = rho * 2 * pi**2 * R * r**2
    across = m * (4 * R**2 + 5 * r**2) / 8
    return Solid(m, ORIGIN, diag(across, across, m * (4 * R**2 + 3 * r**2) / 4))
