"""Forces and moments from outside: functions of time at a marker, or of the state."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...model import ModelError
from ..body import Place
from ..markers import Marker

__all__ = ["Load"]

Vector = Any  # (3,) numbers, or a function of time that gives them


@dataclass(frozen=True, eq=False)
class Load:
    """A force and a moment that act on a body at a marker (*eingeprägte Kraft*), and on nothing else.

    Attributes
    ----------
    at : the marker
    force, moment : (3,) N, N m, or functions of time t (s) that return them
    basis : ``"ground"`` for components in the inertial basis (a weight), ``"marker"`` for such that turn with the body
    name : for messages

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
        if self.basis not in ("ground", "marker"):
            raise ModelError(
                f"The components of the load {self.name!r} are those of 'ground' or 'marker'; {self.basis!r} came."
            )

    def wrench(self, t: float, place: Place) -> np.ndarray:
        """(F; M_O) (6,) on the body in its basis: h = (F; r × F + M); R(2.4a), R(2.58)."""
        F, M = (self._value(part, t) for part in (self.force, self.moment))
        into = place.A.T if self.basis == "ground" else self.at.R
        F = into @ F
        return np.concatenate([F, np.cross(self.at.r, F) + into @ M])

    def _value(self, part: Any, t: float) -> np.ndarray:
        value = np.asarray(part(t) if callable(part) else part, dtype=float)
        if value.shape != (3,) or not np.isfinite(value).all():
            raise ModelError(
                f"The load {self.name!r} needs three finite components; {value.tolist()!r} came at t = {t:g} s."
            )
        return value
