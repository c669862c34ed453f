"""Second moments of a mass, and the inertia tensor made of them: (5.10)-(5.13)."""

from typing import Any

from sympy import ImmutableMatrix, Rational, SympifyError, eye

from ..model import ModelError

__all__ = ["inertia_of", "second_moments", "square_matrix"]


def inertia_of(J: Any) -> ImmutableMatrix:
    """Inertia tensor from the second moments of a mass, kg m².

    I = tr(J) E − J,   J = ∫ r rᵀ dm                                             (5.10), (5.13)

    Moments of inertia stand on the diagonal, I_xx = ∫ (y² + z²) dm, and beside it the deviation moments *with a minus
    sign*, I_xy = −∫ x y dm.

    Parameters
    ----------
    J : (3, 3), kg m²
    """
    J = square_matrix(J, "The second moments of a mass")
    return ImmutableMatrix(J.trace() * eye(3) - J)


def second_moments(inertia: Any) -> ImmutableMatrix:
    """Second moments of a mass from its inertia tensor, the reverse of `inertia_of`, kg m².

    J = ½ tr(I) E − I                                                            (5.11)

    On the diagonal stands ∫ x² dm and so on: none of them can be negative, in no axes.
    """
    I = square_matrix(inertia, "An inertia tensor")
    return ImmutableMatrix(Rational(1, 2) * I.trace() * eye(3) - I)


def square_matrix(value: Any, what: str) -> ImmutableMatrix:
    """A 3x3 matrix, or a `ModelError`."""
    try:
        matrix = ImmutableMatrix(value)
    except (TypeError, ValueError, SympifyError):
        matrix = ImmutableMatrix()
    if matrix.shape != (3, 3):
        raise ModelError(f"{what} must be a 3x3 matrix in kg m^2; got {value!r}.")
    return matrix
