"""Point masses as free bodies: momentum, second law, centre-of-mass theorem; (3.33), (3.40)-(3.49)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike
from sympy.solvers.solveset import NonlinearError

from ..aliases import Scalar, Vector
from ..checking import array, number, real, shown, vector
from ..model import ModelError
from ..symbols import plain_name, t

__all__ = ["Particle", "cut", "equations", "impulse", "momentum", "solve", "whole"]

Relations = Mapping[Any, Any]


@dataclass(frozen=True)
class Particle:
    """A point mass as a free body (*Freischneiden*): its mass, its position, and every force on it.

    Parameters
    ----------
    mass : Expr or float
        Constant mass, kg; for a mass that changes see `variable_mass_rates`.
    position : array_like, shape (3,)
        r(t) in an inertial frame, 2 or 3 components, m.
    forces : sequence of array_like, optional
        Forces in the same frame, N.

    Raises
    ------
    ModelError
        If the mass is negative or depends on time, or position or forces are not vectors.
    """

    mass: sp.Expr
    position: sp.ImmutableMatrix
    forces: Sequence[sp.ImmutableMatrix] = ()

    def __post_init__(self) -> None:
        mass = real(self.mass, "The mass of a particle")
        if mass.has(t) or mass.is_nonpositive:
            raise ModelError(
                f"The mass of a particle must be positive and constant; got {mass}. "
                "For a mass that changes use variable_mass_rates."
            )
        object.__setattr__(self, "mass", mass)
        object.__setattr__(self, "position", _vector(self.position, "position"))
        if not np.iterable(self.forces):
            raise ModelError(f"The forces on a particle are a list of vectors; got {shown(self.forces)}.")
        object.__setattr__(self, "forces", tuple(_vector(f, "force") for f in self.forces))

    @property
    def velocity(self) -> sp.ImmutableMatrix:
        """v = dr/dt, m/s."""
        return self.position.diff(t)

    @property
    def momentum(self) -> sp.ImmutableMatrix:
        """p = m v, kg m/s."""
        return self.mass * self.velocity

    @property
    def resultant(self) -> sp.ImmutableMatrix:
        """f_R, the sum of all forces, N; (3.1)."""
        return _sum(self.forces)

    @property
    def law(self) -> list[sp.Eq]:
        """Newton's second law d(m v)/dt = f, a row for each direction; (3.33)."""
        rate = self.momentum.diff(t)
        return [sp.Eq(a, b, evaluate=False) for a, b in zip(rate, self.resultant, strict=True)]


def momentum(particles: Sequence[Particle]) -> sp.ImmutableMatrix:
    """Total momentum Σ m_i v_i.

    Parameters
    ----------
    particles : sequence of Particle
        Point masses.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)
        Momentum, kg m/s.
    """
    return _sum(particle.momentum for particle in _checked(particles))


def cut(first: Particle, second: Particle, force: Vector) -> tuple[Particle, Particle]:
    """Both particles after the connection between them is cut: `force` on the first, its opposite on the second.

    f_ji = −f_ij                                                                (3.40)

    Parameters
    ----------
    first, second : Particle
        The two particles.
    force : array_like, shape (3,)
        f_ij, the force of the connection on the first particle, N.

    Returns
    -------
    tuple of Particle, Particle
    """
    first, second = _checked((first, second))
    f = _vector(force, "force")
    return replace(first, forces=(*first.forces, f)), replace(second, forces=(*second.forces, -f))


def whole(particles: Sequence[Particle]) -> Particle:
    """All particles as one: the total mass in the centre of mass, under all forces.

    m r_S = Σ m_i r_i,   m r̈_S = Σ f_i                                          (3.42), (3.43)

    The forces between the particles cancel in the sum; that the others move the centre of mass like a point mass is the
    centre-of-mass theorem (*Schwerpunktsatz*).

    Parameters
    ----------
    particles : sequence of Particle
        Point masses, one at least.

    Returns
    -------
    Particle

    Raises
    ------
    ModelError
        If there is no particle.
    """
    if not _checked(particles):
        raise ModelError("A centre of mass needs at least one particle; got none.")
    mass = sp.Add(*(particle.mass for particle in particles))
    moment = _sum(particle.mass * particle.position for particle in particles)
    return Particle(mass, moment / mass, [f for particle in particles for f in particle.forces])


def equations(particles: Sequence[Particle], relations: Relations | None = None) -> list[sp.Eq]:
    """The second law of every particle, without the rows 0 = 0; (3.45), with relations (3.48).

    Parameters
    ----------
    particles : sequence of Particle
        Point masses as free bodies.
    relations : Relations, optional
        Kinematic relations ``{z1: z10 - dz2 / 2}`` that are put in.

    Returns
    -------
    list of Eq
    """
    rows = [row for particle in _checked(particles) for row in particle.law]
    if relations:
        rows = [sp.Eq(*(side.subs(relations).doit() for side in row.args), evaluate=False) for row in rows]
    return [row for row in rows if row.lhs != 0 or row.rhs != 0]


def solve(
    particles: Sequence[Particle], unknowns: Sequence[sp.Expr], relations: Relations | None = None
) -> dict[sp.Expr, sp.Expr]:
    """Accelerations and unknown forces from the second law of every particle; (3.49).

    Parameters
    ----------
    particles : sequence of Particle
        Point masses as free bodies.
    unknowns : sequence of Expr
        Accelerations such as ``dz2.diff(t, 2)`` and symbols of forces, as many as there are equations.
    relations : Relations, optional
        Kinematic relations ``{z1: z10 - dz2 / 2}`` between the positions.

    Returns
    -------
    dict of Any to Expr
        Value of each unknown.

    Raises
    ------
    ModelError
        If the equations do not determine the unknowns, or are not linear in them.
    """
    rows = equations(particles, relations)
    names = {unknown: sp.Dummy(plain_name(unknown)) for unknown in unknowns}
    residuals = [(row.lhs - row.rhs).expand().xreplace(names) for row in rows]
    try:
        A, b = sp.linear_eq_to_matrix(residuals, list(names.values()))
    except NonlinearError:
        raise ModelError(f"Accelerations and forces must occur linearly in the equations; got {rows}.") from None
    if A.shape[0] != A.shape[1] or A.rank() < A.shape[1]:
        raise ModelError(
            f"{len(rows)} equations do not determine {', '.join(map(str, unknowns))} uniquely. "
            "Name as unknowns every acceleration and every force that is not given, and all relations."
        )
    return dict(zip(unknowns, A.LUsolve(b).applyfunc(sp.factor), strict=True))


def impulse(
    force: Vector | Callable[[float], ArrayLike], start: Scalar, end: Scalar
) -> sp.ImmutableMatrix | np.ndarray:
    """Impulse ∫ f dt, by which the momentum changes between two instants; the integral of (3.33).

    Parameters
    ----------
    force : array_like or callable, shape (3,)
        Expressions of the time `t`, or a function of the time that returns numbers, N.
    start, end : Expr or float
        Instants, s.

    Returns
    -------
    ImmutableMatrix or ndarray, shape (3, 1)
        Impulse, N s; for a function an array in the shape that it returns.
    """
    if not callable(force):
        limits = (t, real(start, "The start"), real(end, "The end"))
        return _vector(force, "force").integrate(limits)
    from scipy.integrate import quad_vec  # slow to import

    first, last = number(start, "The start", "s"), number(end, "The end", "s")
    array(force(first), "The value of a force as a function of the time")
    return quad_vec(force, first, last, epsrel=1e-10)[0]


def _checked(particles: Any) -> Sequence[Particle]:
    if not isinstance(particles, Sequence) or not all(isinstance(particle, Particle) for particle in particles):
        raise ModelError(f"A list of Particle(...) was expected; got {shown(particles)}.")
    return particles


def _vector(value: Any, what: str) -> sp.ImmutableMatrix:
    return vector(value, f"A {what}")


def _sum(vectors: Any) -> sp.ImmutableMatrix:
    return sum(vectors, sp.ImmutableMatrix([0, 0, 0]))
