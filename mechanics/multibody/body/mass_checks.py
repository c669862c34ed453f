"""Masses, points and inertia tensors that a rigid body can have; the messages name the body."""

import numpy as np
from numpy.typing import ArrayLike

from ...checking import array, number, text
from ...mass import check_moments
from ...model import ModelError

__all__ = ["check_tensor", "checked_mass", "checked_tensor", "checked_vector"]


def checked_mass(name: str, m: float) -> float:
    """The mass of a body as a positive number.

    Parameters
    ----------
    name : str
        Name of the body, for the message.
    m : float
        Mass, kg.
    """
    value = number(m, f"The mass of the body {text(name, 'The name of a body')!r}", "kg")
    if value <= 0.0:
        raise ModelError(f"The mass of the body {name!r} must be a positive number of kg; got {m!r}.")
    return value


def checked_vector(name: str, r: ArrayLike) -> np.ndarray:
    """A point of a body as an array of three finite numbers.

    Parameters
    ----------
    name : str
        Name of the body, for the message.
    r : array_like, shape (3,)
        From O to the point, basis of the body, m.
    """
    value = array(r, f"A point of the body {name!r}")
    if value.shape != (3,):
        raise ModelError(f"A point of the body {name!r} is given by three finite numbers in m; got {r!r}.")
    return value


def checked_tensor(name: str, inertia: ArrayLike) -> np.ndarray:
    """An inertia tensor as an array (3, 3).

    Parameters
    ----------
    name : str
        Name of the body, for the message.
    inertia : array_like, shape (3, 3) or (3,)
        The tensor, or its diagonal, kg m².
    """
    value = array(inertia, f"The inertia of the body {name!r}")
    value = np.diag(value) if value.shape == (3,) else value
    if value.shape != (3, 3):
        raise ModelError(
            f"The inertia of the body {name!r} must be a (3, 3) tensor or its three diagonal entries in kg m^2; "
            f"got an array of shape {value.shape}."
        )
    return value


def check_tensor(name: str, I_S: np.ndarray) -> None:
    """Refuse a tensor about the mass centre that no body has, or that is zero about every axis.

    Parameters
    ----------
    name : str
        Name of the body, for the message.
    I_S : np.ndarray, shape (3, 3)
        Inertia tensor about the mass centre, kg m².
    """
    try:
        check_moments(I_S)
    except ModelError as error:
        raise ModelError(f"The inertia of the body {name!r} about its mass centre is impossible: {error}") from None
