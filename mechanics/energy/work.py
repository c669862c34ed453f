"""Power, work along a path, and kinetic energy: (3.57)-(3.60), for numbers and symbols alike."""

from collections.abc import Sequence

import numpy as np
import sympy as sp

from ..aliases import Matrix, Scalar
from ..checking import checked, matrix, shown, whole
from ..checking import column as as_column
from ..model import ModelError

__all__ = ["kinetic_energy", "koenig", "power", "quadratic_energy", "work"]


@checked()
def power(f: Sequence[Scalar], v: Sequence[Scalar]) -> sp.Expr:
    """Power of a force whose point of application moves with v: P = f · v; (3.57).

    Parameters
    ----------
    f : sequence of Expr or float
        Force, N.
    v : sequence of Expr or float
        Velocity of the point that it acts on, m/s, with the same number of components.

    Returns
    -------
    Expr
        Power, W.

    Raises
    ------
    ModelError
        If the numbers of components differ.
    """
    force, velocity = sp.Matrix(list(f)), sp.Matrix(list(v))
    if force.shape != velocity.shape:
        raise ModelError(
            f"Force and velocity must have the same number of components; got {len(force)} and {len(velocity)}."
        )
    return force.dot(velocity)


@checked()
def work(
    f: Sequence[Scalar], path: Sequence[Scalar], parameter: sp.Symbol, start: Scalar, end: Scalar, *, nodes: int = 0
) -> sp.Expr:
    """Work along a path: W = ∫ f · (dr/dσ) dσ from `start` to `end`; (3.58), (3.61).

    Parameters
    ----------
    f : sequence of Expr or float
        Force along the path as a function of the parameter, N.
    path : sequence of Expr or float
        Position r as a function of the parameter, m.
    parameter : Symbol
        σ, the symbol that runs along the path, such as the time.
    start, end : Expr or float
        Its first and its last value.
    nodes : int, default 0
        Nodes of a Gauss-Legendre formula that replaces the integral, exact for polynomials up to the degree 2 nodes −
        1; 0 for the integral itself.

    Returns
    -------
    Expr
        Work, J.

    Raises
    ------
    ModelError
        If the integral has no closed form and no nodes are given.
    """
    if not isinstance(parameter, sp.Symbol):
        raise ModelError(f"The parameter of a path is a symbol; got {shown(parameter)}.")
    rate = power(f, list(sp.Matrix(list(path)).diff(parameter)))
    if whole(nodes, "The number of nodes", 0):
        middle, half = (sp.sympify(start) + end) / 2, (sp.sympify(end) - start) / 2
        table = zip(*np.polynomial.legendre.leggauss(nodes), strict=True)
        return half * sum(float(w) * rate.subs(parameter, middle + half * float(x)) for x, w in table)
    result = sp.integrate(sp.expand(rate), (parameter, start, end))
    if result.has(sp.Integral):
        raise ModelError("The work along this path has no closed form; give `nodes`, or numbers to Field.work_along.")
    return result


@checked(nonnegative="m")
def kinetic_energy(m: Scalar, v: Sequence[Scalar]) -> sp.Expr:
    """Energy of a point mass, or the translational part of that of a rigid body: T = m v · v / 2; (3.59), (3.60).

    Parameters
    ----------
    m : Expr or float
        Mass, kg.
    v : sequence of Expr or float
        Velocity of the point, or of the centre of mass, m/s.

    Returns
    -------
    Expr
        Energy, J.
    """
    velocity = sp.Matrix(list(v))
    return m * velocity.dot(velocity) / 2


@checked(nonnegative="masses")
def koenig(masses: Sequence[Scalar], velocities: Sequence[Sequence[Scalar]]) -> tuple[sp.Expr, sp.Expr]:
    """Kinetic energy of several points in two parts: that of the centre of mass (3.60), and that relative to it.

    T = m v_S · v_S / 2 + Σ m_i (v_i − v_S) · (v_i − v_S) / 2

    Parameters
    ----------
    masses : sequence of Expr or float, shape (n,)
        Masses, kg.
    velocities : sequence of sequences of Expr or float, shape (n,)
        Velocities, m/s, one for each mass.

    Returns
    -------
    translational : Expr
        Part of the centre of mass, J.
    relative : Expr
        Part relative to it, J; for a rigid body the energy of its rotation.

    Raises
    ------
    ModelError
        If the numbers of masses and velocities differ.
    """
    if len(masses) != len(velocities) or not len(masses):
        raise ModelError(
            f"A velocity for each mass was expected; got {len(masses)} masses, {len(velocities)} velocities."
        )
    rows = [as_column(v, "A velocity") for v in velocities]
    total = sum(masses)
    if sp.sympify(total).is_zero or len({len(row) for row in rows}) > 1:
        raise ModelError(
            "Velocities with the same number of components, and masses of which one is not zero, expected."
        )
    centre = sum((m * v for m, v in zip(masses, rows, strict=True)), sp.zeros(*rows[0].shape)) / total
    relative = sum(kinetic_energy(m, list(v - centre)) for m, v in zip(masses, rows, strict=True))
    return kinetic_energy(total, list(centre)), relative


def quadratic_energy(K: Matrix, z: Sequence[Scalar]) -> sp.Expr:
    """Potential energy of linear springs: V = zᵀ K z / 2; (3.74).

    Parameters
    ----------
    K : array_like, shape (n, n)
        Stiffness matrix, N/m; it must be symmetric, or there is no potential energy (3.73).
    z : sequence of Expr or float, shape (n,)
        Displacements from the relaxed position, m.

    Returns
    -------
    Expr
        Energy, J.

    Raises
    ------
    ModelError
        If the matrix is not symmetric, or has another size.
    """
    stiffness, column = matrix(K, "A stiffness matrix"), as_column(z, "The displacements")
    if stiffness.shape != (len(column), len(column)):
        raise ModelError(
            f"A {len(column)} x {len(column)} stiffness matrix was expected; got the shape {stiffness.shape}."
        )
    if any(entry != 0 for entry in (stiffness - stiffness.T).applyfunc(sp.simplify)):
        raise ModelError(f"Only a symmetric stiffness matrix has a potential energy (3.73); got {stiffness.tolist()}.")
    return (column.T * stiffness * column)[0] / 2
