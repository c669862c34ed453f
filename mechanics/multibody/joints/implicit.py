"""Joints that have rows of their own beside those of `rows`, and joints that have no relative coordinates."""

from dataclasses import dataclass

import numpy as np

from ...model import ModelError
from .joint import Joint, MarkedJoint
from .relative import Subspace

__all__ = ["ImplicitJoint", "WithoutCoordinates", "checked_factor", "checked_length"]


class WithoutCoordinates(Joint):
    """A joint that is given by its constraints alone: it has no relative coordinates.

    In relative coordinates (`RelativeForm`) it is always one of the joints that stay constraints.
    """

    is_explicit = False

    @property
    def u(self) -> int:
        """Number of constraints."""
        return len(self.forbids)

    @property
    def f(self) -> int:
        """Number of degrees of freedom."""
        return 6 - self.u

    def pose(self, y: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Refused."""
        raise _without_coordinates(self)

    def subspace(self, y: np.ndarray, t: float = 0.0) -> Subspace:
        """Refused."""
        raise _without_coordinates(self)

    def measured(self, A_g: np.ndarray, s: np.ndarray) -> np.ndarray:
        """Refused."""
        raise _without_coordinates(self)


@dataclass(frozen=True, eq=False)
class ImplicitJoint(WithoutCoordinates, MarkedJoint):
    """Such a joint between two markers."""


def checked_factor(what: str, value: object) -> float:
    """A finite number other than zero.

    Parameters
    ----------
    what : str
        What the number is, with its unit, for the message.
    value : object
        What was given.
    """
    number = _number(value)
    if not np.isfinite(number) or number == 0.0:
        raise ModelError(f"{what} must be a finite number other than zero; got {value!r}.")
    return number


def checked_length(name: str, what: str, value: object) -> float:
    """A positive finite number.

    Parameters
    ----------
    name : str
        Name of the joint, for the message.
    what : str
        What the number is, such as ``"radius"``.
    value : object
        What was given, m.
    """
    number = _number(value)
    if not 0.0 < number < np.inf:
        raise ModelError(f"The {what} of the joint {name!r} must be a positive number in m; got {value!r}.")
    return number


def _number(value: object) -> float:
    """The value as a float, NaN where it is none."""
    try:
        return np.nan if isinstance(value, str | bool) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return np.nan


def _without_coordinates(joint: Joint) -> ModelError:
    return ModelError(
        f"The joint {joint.name!r} ({type(joint).__name__}) is given by its constraints and has no relative "
        "coordinates; name another joint, or use maximal coordinates."
    )
