"""Distances of points and inertia tensors of bodies, in symbols."""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from ..checking import column, matrix, real
from ..mass import checked_inertia
from ..model import ModelError
from ..poses import vector

__all__ = ["distance", "inertia_tensor"]


def distance(a: Sequence[sp.Expr], b: Sequence[sp.Expr], near: sp.Expr = 0) -> sp.Expr:
    """Distance of two points, such as the length of a spring between them, m.

    Parameters
    ----------
    a, b : sequence of Expr, length 2 or 3
        Positions in the inertial frame, m.
    near : Expr
        With a value above 0 the result is √(|b − a|² + near²), which has a derivative also where the points meet, m.
    """
    parts = [x for x in (*(vector(b) - vector(a)), sp.sympify(near)) if x != 0]
    # sympy would search every sum of squares for its sign, which costs more than the whole derivation
    return sp.Pow(sp.Add(*(x**2 for x in parts)), sp.S.Half, evaluate=len(parts) < 2)


def inertia_tensor(value: sp.Expr | Sequence | sp.MatrixBase) -> sp.ImmutableMatrix:
    """Inertia tensor about the mass centre in the body frame.

    Parameters
    ----------
    value : Expr, sequence of three Expr, or Matrix of shape (3, 3)
        Moment of inertia about z, for plane motion; three principal values; or the tensor itself, kg m².

    Returns
    -------
    ImmutableMatrix, shape (3, 3)

    Raises
    ------
    ModelError
        For another shape, a matrix that is not symmetric, or numbers that no body can have. A single value about z is
        not checked.
    """
    plane = not isinstance(value, (list, tuple, sp.MatrixBase))
    try:
        tensor = _tensor(value)
    except ModelError:
        tensor = None
    if tensor is None or tensor.shape != (3, 3) or tensor != tensor.T:
        raise ModelError(
            f"An inertia is one value about z, three principal values or a symmetric 3x3 matrix; got {value}."
        )
    return tensor if plane else checked_inertia(tensor)


def _tensor(value: Any) -> sp.ImmutableMatrix:
    if isinstance(value, (list, tuple)) and len(value) == 3 and not isinstance(value[0], (list, tuple)):
        return sp.ImmutableMatrix(sp.diag(*column(value, "principal values")))
    if isinstance(value, (list, tuple, sp.MatrixBase)):
        return matrix(value, "a tensor")
    return sp.ImmutableMatrix(sp.diag(0, 0, real(value, "one value")))
