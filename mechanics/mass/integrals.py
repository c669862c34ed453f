"""Mass, mass centre and inertia tensor of a body with any density, by integrals over its region."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp
from sympy import ImmutableMatrix, Integral, cos, sin

from ..aliases import Scalar
from ..checking import real, shown
from ..model import ModelError
from .inertia import parallel_axis, place
from .second_moments import inertia_of
from .solid import Solid

__all__ = ["Region", "integral", "solid_by_integral"]

Limits = tuple[sp.Symbol, Scalar, Scalar]
"""Coordinate, lower limit, upper limit."""
NODES = (12, 24, 48, 96)  # of the Gauss-Legendre rule along each coordinate
ACCURACY = 1e-10  # relative; reached when two successive rules agree this well


@dataclass(frozen=True)
class Region:
    """A body's region in coordinates that suit it: three for a volume, two for a surface, one for a line.

    Attributes
    ----------
    limits : tuple of Limits
        (coordinate, lower, upper), the innermost integral first; limits may contain coordinates further out.
    position : ImmutableMatrix
        Position r as a function of the coordinates, (3, 1), m.

    Raises
    ------
    ModelError
        If there are not one to three coordinates, or limits contain a coordinate further in.

    Examples
    --------
    >>> r, phi, z, R, l = sp.symbols("r phi z R l", positive=True)
    >>> drum = Region.cylindrical((r, 0, R), (phi, 0, 2 * sp.pi), (z, 0, l))
    >>> integral(r**2, drum)
    pi*R**4*l/2
    """

    limits: tuple[Limits, ...]
    position: ImmutableMatrix

    def __post_init__(self) -> None:
        if not isinstance(self.limits, Sequence) or not 1 <= len(self.limits) <= 3:
            raise ModelError(f"A region has one, two or three coordinates; got {shown(self.limits)}.")
        limits = tuple(_limit(limit) for limit in self.limits)
        for k, (u, a, b) in enumerate(limits):
            inner = {x for x, _, _ in limits[: k + 1]} & (a.free_symbols | b.free_symbols)
            if inner:
                raise ModelError(
                    f"The limits of {u} contain {', '.join(map(str, inner))}, which is integrated earlier. Name "
                    "the innermost integral first."
                )
        object.__setattr__(self, "limits", limits)
        object.__setattr__(self, "position", place(self.position))

    @classmethod
    def cartesian(cls, *limits: Limits) -> "Region":
        """Coordinates x, y, z in any order of integration; their symbols are distinguished by name.

        Parameters
        ----------
        *limits : Limits
            Limits, the innermost integral first.

        Returns
        -------
        Region
        """
        return cls(limits, _sorted(limits, "x y z"))

    @classmethod
    def cylindrical(cls, r: Limits, phi: Limits, z: Limits) -> "Region":
        """Radius from the z axis, angle about it, and height; r is integrated first.

        Parameters
        ----------
        r, phi, z : Limits
            Limits, m and rad.

        Returns
        -------
        Region
        """
        (u, v, w) = (_limit(limit)[0] for limit in (r, phi, z))
        return cls((r, phi, z), ImmutableMatrix([u * cos(v), u * sin(v), w]))

    @classmethod
    def spherical(cls, r: Limits, theta: Limits, phi: Limits) -> "Region":
        """Radius from the origin, angle from the z axis, and angle about it; r is integrated first.

        Parameters
        ----------
        r, theta, phi : Limits
            Limits, m and rad.

        Returns
        -------
        Region
        """
        (u, v, w) = (_limit(limit)[0] for limit in (r, theta, phi))
        return cls((r, theta, phi), u * ImmutableMatrix([sin(v) * cos(w), sin(v) * sin(w), cos(v)]))

    @property
    def coordinates(self) -> list[sp.Symbol]:
        """The coordinates, the innermost first."""
        return [u for u, _, _ in self.limits]

    @cached_property
    def element(self) -> sp.Expr:
        """dV, dA or ds for unit steps of the coordinates: √det(JᵀJ) with the columns J = ∂r/∂u.

        It is r for cylindrical, r² sin θ for spherical coordinates.
        """
        J = self.position.jacobian(self.coordinates)
        return sp.powdenest(sp.sqrt(sp.trigsimp((J.T * J).det())), force=True)


def _limit(limit: Any) -> tuple[sp.Symbol, sp.Expr, sp.Expr]:
    """Coordinate, lower and upper limit; in a triple that is none, or without an extent, nothing can be integrated."""
    if not isinstance(limit, tuple | list) or len(limit) != 3 or not isinstance(limit[0], sp.Symbol):
        raise ModelError(f"The limits of an integral are (symbol, lower, upper); got {shown(limit)}.")
    lower, upper = (real(x, f"A limit of {limit[0]}") for x in limit[1:])
    return limit[0], lower, upper


def _sorted(limits: Sequence[Limits], names: str) -> ImmutableMatrix:
    """The position whose components are the coordinates of these names; 0 for one that is missing."""
    by_name = {str(u): u for u, _, _ in map(_limit, limits)}
    if unknown := by_name.keys() - set(names.split()):
        raise ModelError(f"Cartesian coordinates are called {names}; got {', '.join(sorted(unknown))}.")
    return ImmutableMatrix([by_name.get(name, 0) for name in names.split()])


def integral(f: Scalar, region: Region) -> sp.Expr:
    """∫ f dV over a region: a closed form where density, function or limits hold symbols, else a number.

    Parameters
    ----------
    f : Expr or float
        Expression in the coordinates of the region.
    region : Region
        Volume, surface or line.

    Returns
    -------
    Expr

    Raises
    ------
    ModelError
        If sympy finds no closed form (give numbers for all symbols then), or the quadrature does not converge.
    """
    return _integrals([real(f, "The function of an integral")], _checked(region))[0]


def solid_by_integral(region: Region, density: Scalar | Callable[..., Scalar] = 1) -> Solid:
    """Mass, mass centre and inertia tensor of a body that fills a region.

    m = ∫ ρ dV,   r_S = ∫ r ρ dV / m,   I_O = ∫ (rᵀr E − r rᵀ) ρ dV               (3.24), (3.28), (3.125)

    Parameters
    ----------
    region : Region
        Volume, surface or line.
    density : Expr or float or callable, default 1
        Density, kg/m³ (kg/m², kg/m): a constant, an expression in the coordinates of the region, or a Python function
        of the position, ``lambda x, y, z: ...``.

    Returns
    -------
    Solid

    Raises
    ------
    ModelError
        As for `integral`, and if the mass is not positive.
    """
    r, rho = _checked(region).position, _density(density, region)
    monomials = [1, *r, *(r[i] * r[j] for i, j in _PAIRS)]
    m, *rest = _integrals([rho * f for f in monomials], region)
    if m.is_zero or m.is_negative:
        raise ModelError(f"The mass of a body must be positive; the integral over its region gives {m}.")
    center = ImmutableMatrix([_quotient(x, m) for x in rest[:3]])
    second = sp.zeros(3)
    for (i, j), value in zip(_PAIRS, rest[3:], strict=True):
        second[i, j] = second[j, i] = value
    inertia = ImmutableMatrix(inertia_of(second) - parallel_axis(sp.zeros(3), m, center)).applyfunc(sp.expand)
    return Solid(m, center, inertia)


def _checked(region: Any) -> Region:
    if not isinstance(region, Region):
        raise ModelError(f"A Region was expected, such as Region.cartesian((x, 0, 1)); got {shown(region)}.")
    return region


def _quotient(a: Any, b: Any) -> Any:
    """a / b, shortened where both are polynomials."""
    ratio = a / b
    return sp.cancel(ratio) if ratio.is_rational_function(*ratio.free_symbols) else ratio


_PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))


def _density(density: Any, region: Region) -> Any:
    """The density as an expression in the coordinates of the region."""
    if not callable(density) or isinstance(density, sp.Basic):
        return real(density, "The density")
    try:
        found = density(*region.position)
    except TypeError as error:
        raise ModelError(
            "A density function must work with expressions: take sin, exp, Piecewise, ... from sympy, not from numpy "
            f"or math. It said: {error}"
        ) from None
    return real(found, "What a density function returns")


def _integrals(functions: Sequence[Any], region: Region) -> list[Any]:
    """∫ f dV of each function: closed forms where symbols remain, else numbers."""
    integrands = [f * region.element for f in functions]
    parts = [*integrands, *(x for _, a, b in region.limits for x in (a, b))]
    free = set().union(*(x.free_symbols for x in parts)) - set(region.coordinates)
    if not free:
        return _numeric(integrands, region)
    values = [_closed(f, region) for f in integrands]
    if any(value.has(Integral, sp.nan) for value in values):
        names = ", ".join(sorted(map(str, free)))
        raise ModelError(f"sympy finds no closed form of this integral; give numbers for {names}.")
    return values


def _closed(integrand: Any, region: Region) -> Any:
    """The iterated integral; it contains sympy's `Integral` where there is no closed form."""
    value = sp.expand(integrand)
    for limits in region.limits:
        value = sp.integrate(value, limits)
    return sp.factor_terms(sp.expand(value)) if not value.has(Integral) else value


def _numeric(integrands: Sequence[Any], region: Region) -> list[Any]:
    """Gauss-Legendre along each coordinate, with more and more nodes until the result converges."""
    # smooth integrands converge quickly; one that does not has a jump or a kink, which no such rule resolves
    evaluate = _evaluator(integrands, region)
    before = evaluate(NODES[0])
    for count in NODES[1:]:
        now = evaluate(count)
        size = max(np.abs(now).max(), np.finfo(float).tiny)
        if np.abs(now - before).max() <= ACCURACY * size:
            return [sp.Float(x) if abs(x) > ACCURACY * size else sp.S.Zero for x in now]
        before = now
    raise ModelError(
        "The integral does not converge: where density or limits jump or have a kink, divide the body there and add "
        "the parts."
    )


def _evaluator(integrands: Sequence[Any], region: Region) -> Callable[[int], np.ndarray]:
    """The integrals, shape (number of integrands,), as a function of the number of nodes."""
    coordinates = region.coordinates
    limits = [sp.lambdify(coordinates, limit[1:], "scipy") for limit in region.limits]
    f = sp.lambdify(coordinates, list(integrands), "scipy")

    def evaluate(count: int) -> np.ndarray:
        x, w = np.polynomial.legendre.leggauss(count)
        values: list[Any] = [0.0] * len(coordinates)
        weight: Any = 1.0
        for k in reversed(range(len(coordinates))):  # from outside to inside: inner limits need the outer coordinates
            lower, upper = limits[k](*values)
            shape = (count,) + (1,) * k  # each coordinate has an array axis of its own
            values[k] = lower + (upper - lower) * (x.reshape(shape) + 1) / 2
            weight = weight * (upper - lower) / 2 * w.reshape(shape)
        with np.errstate(all="ignore"):
            rows = [np.sum(row * weight * np.ones((count,) * len(coordinates))) for row in f(*values)]
        return np.array(rows, dtype=float)

    return evaluate
