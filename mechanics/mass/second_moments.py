"""Second moments of a mass, and the inertia tensor that follows from them: (5.10)-(5.13)."""

from sympy import ImmutableMatrix, Rational, eye

from ..aliases import Matrix
from ..checking import matrix

__all__ = ["inertia_of", "second_moments", "square_matrix"]


def inertia_of(J: Matrix) -> ImmutableMatrix:
    """Inertia tensor from the second moments of a mass.

    I = tr(J) E − J,   J = ∫ r rᵀ dm                                             (5.10), (5.13)

    The diagonal holds the moments of inertia, I_xx = ∫ (y² + z²) dm, the rest the products of inertia *with a minus
    sign*, I_xy = −∫ x y dm.

    Parameters
    ----------
    J : array_like, shape (3, 3)
        Second moments, kg m².

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
        Inertia tensor, kg m².
    """
    J = square_matrix(J, "The second moments of a mass")
    return ImmutableMatrix(J.trace() * eye(3) - J)


def second_moments(inertia: Matrix) -> ImmutableMatrix:
    """Second moments of a mass from its inertia tensor, the reverse of `inertia_of`.

    J = ½ tr(I) E − I                                                            (5.11)

    The diagonal holds ∫ x² dm and so on: in no axes can one of them be negative.

    Parameters
    ----------
    inertia : array_like, shape (3, 3)
        Inertia tensor, kg m².

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
        Second moments, kg m².
    """
    I = square_matrix(inertia, "An inertia tensor")
    return ImmutableMatrix(Rational(1, 2) * I.trace() * eye(3) - I)


def square_matrix(value: Matrix, what: str) -> ImmutableMatrix:
    """A 3x3 matrix.

    Parameters
    ----------
    value : array_like, shape (3, 3)
        Numbers or expressions.
    what : str
        What the message calls it.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)

    Raises
    ------
    ModelError
        If it is anything else.
    """
    return matrix(value, what, (3, 3))
