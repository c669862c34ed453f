"""Forces and moments at nodes of flexible bodies, given over time."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...checking import array, text

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

    def __post_init__(self) -> None:
        text(self.at, "The node of a load")
        for name in ("force", "moment"):
            if not callable(getattr(self, name)):
                array(getattr(self, name), f"The {name} at {self.at!r}", (3,))

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
        parts = {"force": self.force, "moment": self.moment}
        force, moment = (
            array(part(t) if callable(part) else part, f"The {name} at {self.at!r} at t = {t:g} s", (3,))
            for name, part in parts.items()
        )
        return force, moment
