"""What the numbers of a tree must be; the sentences name the body."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...mass import checked_inertia
from ...model import ModelError

__all__ = ["check_body", "check_thickness", "fixed_array", "numbers"]

THIN = 1e-12  # of the largest moment: what a body must have about each axis through its inboard hinge


def fixed_array(name: str, value: ArrayLike, shape: tuple[int, ...]) -> np.ndarray:
    """The numbers as an array that nobody can change."""
    array = numbers(name, value)
    if array.shape != shape:
        raise ModelError(
            f"{name} of a tree with {shape[0]} bodies has the shape {shape}; got an array of shape {array.shape}."
        )
    array.setflags(write=False)
    return array


def numbers(name: str, value: ArrayLike) -> np.ndarray:
    """The value as an array of finite numbers."""
    try:
        array = np.array(value, dtype=float)
    except (TypeError, ValueError):
        raise ModelError(f"{name} must hold numbers, one row per body; got {value!r}.") from None
    if not np.isfinite(array).all():
        raise ModelError(f"{name} must hold finite numbers; got {array.tolist()}.")
    return array


def check_body(name: str, m: float, J: np.ndarray) -> None:
    """A positive mass, and an inertia about the mass centre that a body can have."""
    if m <= 0:
        raise ModelError(f"The mass of the body {name!r} must be positive; got {m:g} kg.")
    try:
        _check_inertia(J)
    except ModelError as error:
        raise ModelError(f"The inertia of the body {name!r}: {error}") from None


def _check_inertia(J: np.ndarray) -> None:
    """Quick look at the numbers, and the sentence of `mechanics.mass` where they are wrong."""
    second_moments = np.trace(J) / 2 * np.eye(3) - J
    if not np.array_equal(J, J.T) or np.linalg.eigvalsh(second_moments)[0] < 0:
        checked_inertia(J.tolist())


def check_thickness(bodies: Sequence[str], K: np.ndarray) -> None:
    """A body without inertia about the line of its hinges has no equation for its turning about this line."""
    moments = np.linalg.eigvalsh(K)
    for name, smallest, largest in zip(bodies, moments[:, 0], moments[:, 2], strict=True):
        if smallest <= THIN * largest:
            raise ModelError(
                f"The body {name!r} has no inertia about the line through its hinges and its mass centre: nothing "
                "determines how it turns about this line. Give it a thickness, J with three positive moments."
            )
