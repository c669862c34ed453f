"""Forces and moments from outside: constant, or functions of time, at a marker."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...checking import instance, text
from ...model import ModelError
from ..body import Place
from ..elements.element import cross
from ..markers import Marker

__all__ = ["Load"]

Vector = ArrayLike  # of three numbers


@dataclass(frozen=True, eq=False)
class Load:
    """A force and a moment that act on a body at a marker (*eingeprägte Kraft*), and on nothing else.

    Attributes
    ----------
    at : Marker
        The marker.
    force, moment : array_like or callable, shape (3,)
        Force in N and moment in N m, or functions of time t (s) that return them.
    basis : str
        ``"ground"`` for components in the inertial basis (a weight), ``"marker"`` for such that turn with the body.
    name : str
        For messages.

    Examples
    --------
    >>> motor = Load(Marker("crank"), moment=lambda t: (0, 0, 2.0), basis="marker", name="motor")
    """

    at: Marker
    force: Vector | Callable[[float], Vector] = (0.0, 0.0, 0.0)
    moment: Vector | Callable[[float], Vector] = (0.0, 0.0, 0.0)
    basis: str = "ground"
    name: str = "load"

    def __post_init__(self) -> None:
        instance(self.at, Marker, f"What the load {text(self.name, 'The name of a load')!r} acts at")
        if not isinstance(self.basis, str) or self.basis not in ("ground", "marker"):
            raise ModelError(f"The basis of the load {self.name!r} must be 'ground' or 'marker'; got {self.basis!r}.")

        for part in (self.force, self.moment):
            if not callable(part):
                self._checked(part, 0.0)

    def wrench(self, t: float, place: Place) -> np.ndarray:
        """Force and moment about O on the body, h = (F; r × F + M); R(2.4a), R(2.58).

        Parameters
        ----------
        t : float
            Time, s.
        place : Place
            Pose of the body.

        Returns
        -------
        np.ndarray, shape (6,)
            Basis of the body, N, N m.
        """
        F, M = (self._checked(part(t), t) if callable(part) else np.asarray(part) for part in (self.force, self.moment))
        into = place.A.T if self.basis == "ground" else self.at.R
        F = into @ F
        return np.concatenate([F, cross(self.at.r, F) + into @ M])

    def _checked(self, value: ArrayLike, t: float) -> np.ndarray:
        try:
            numbers = np.array(value, dtype=float)
        except (TypeError, ValueError):
            numbers = np.zeros(0)
        if numbers.shape != (3,) or not math.isfinite(numbers.sum()):
            raise ModelError(
                f"The load {self.name!r} needs three finite components, or a function of time that returns them; "
                f"got {value!r} at t = {t:g} s."
            )
        return numbers
