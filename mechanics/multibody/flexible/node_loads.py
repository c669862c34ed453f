"""Forces and moments at nodes of flexible bodies, given over time."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...model import ModelError

__all__ = ["NodeLoad"]


@dataclass(frozen=True, eq=False)
class NodeLoad:
    """A force and a moment at a node, given over time in inertial components.

    Parameters
    ----------
    at : str
        Body, or body and node, ``"rod.tip"``.
    force, moment : callable or array_like (3,), optional
        N and N m; a callable takes the time in s. Zero unless given.
    """

    at: str
    force: Any = (0.0, 0.0, 0.0)
    moment: Any = (0.0, 0.0, 0.0)

    def wrench(self, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Force and moment at one time, inertial components.

        Parameters
        ----------
        t : float
            Time, s.

        Raises
        ------
        ModelError
            For anything but three finite numbers each.
        """
        found = [np.asarray(part(t) if callable(part) else part, dtype=float) for part in (self.force, self.moment)]
        for name, value in zip(("force", "moment"), found, strict=True):
            if value.shape != (3,) or not np.isfinite(value).all():
                raise ModelError(f"The {name} at {self.at!r} must be three finite numbers at t = {t:g} s; got {value}.")
        return found[0], found[1]
