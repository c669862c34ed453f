"""Checks of the numbers of a tree; the messages name the body."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...checking import array as array_of_numbers
from ...mass import checked_inertia
from ...model import ModelError

__all__ = ["check_body", "check_thickness", "fixed_array", "numbers"]

THIN = 1e-12  # of the largest moment: what a body must have about each axis through its inboard hinge


def fixed_array(name: str, value: ArrayLike, shape: tuple[int, ...]) -> np.ndarray:
    """The numbers as an array that cannot be written to.

    Parameters
    ----------
    name : str
        Name of the array, for the message.
    value : array_like
        Numbers.
    shape : tuple of int
        Shape that is expected.
    """
    array = numbers(name, value)
    if array.shape != shape:
        raise ModelError(
            f"{name} of a tree with {shape[0]} bodies has the shape {shape}; got an array of shape {array.shape}."
        )
    array.setflags(write=False)
    return array


def numbers(name: str, value: ArrayLike) -> np.ndarray:
    """The value as an array of finite numbers.

    Parameters
    ----------
    name : str
        Name of the value, for the message.
    value : array_like
        Numbers.
    """
    return array_of_numbers(value, name)


def check_body(name: str, m: float, J: np.ndarray) -> None:
    """Refuse a mass that is not positive, or an inertia about the mass centre that no body has.

    Parameters
    ----------
    name : str
        Name of the body.
    m : float
        Mass, kg.
    J : np.ndarray, shape (3, 3)
        Inertia tensor about the mass centre, kg m².
    """
    if m <= 0:
        raise ModelError(f"The mass of the body {name!r} must be positive; got {m:g} kg.")
    try:
        _check_inertia(J)
    except ModelError as error:
        raise ModelError(f"The inertia of the body {name!r}: {error}") from None


def _check_inertia(J: np.ndarray) -> None:
    """A quick check of the numbers, and the message of `mechanics.mass` where they are wrong."""
    second_moments = np.trace(J) / 2 * np.eye(3) - J
    if not np.array_equal(J, J.T) or np.linalg.eigvalsh(second_moments)[0] < 0:
        checked_inertia(J.tolist())


def check_thickness(bodies: Sequence[str], K: np.ndarray) -> None:
    """Refuse bodies without inertia about the line of their hinges: no equation determines their spin about this line.

    Parameters
    ----------
    bodies : sequence of str
        Names of the bodies.
    K : np.ndarray, shape (n, 3, 3)
        Inertia tensors about the inboard hinges, kg m².
    """
    moments = np.linalg.eigvalsh(K)
    for name, smallest, largest in zip(bodies, moments[:, 0], moments[:, 2], strict=True):
        if smallest <= THIN * largest:
            raise ModelError(
                f"The body {name!r} has no inertia about the line through its hinges and its mass centre: nothing "
                "determines how it turns about this line. Give it a thickness, J with three positive moments."
            )
