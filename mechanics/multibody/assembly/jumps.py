"""What jumps on a surface along which a motion slides: the elements and actuators whose forces differ on its sides."""

from collections.abc import Callable

import numpy as np

from .description import SystemDescription
from .equations import attitudes

__all__ = ["sides_of"]

DIFFERS = 1e-6  # of the size of a force


def sides_of(system: SystemDescription) -> Callable[[float, np.ndarray, np.ndarray], str]:
    """A function of the time and two states that names the forces that jump between them; see `Sides`.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    """
    size = len(system.states)

    def forces(t: float, x: np.ndarray) -> dict[str, np.ndarray]:
        state = system.split(x[:size])
        return system.applied.by_name(t, state, attitudes(state.q))

    def sides(t: float, left: np.ndarray, right: np.ndarray) -> str:
        a, b = forces(t, left), forces(t, right)
        jumps = {name: float(np.abs(a[name] - b[name]).max()) for name in a}
        found = [name for name in a if jumps[name] > DIFFERS * max(np.abs(a[name]).max(), np.abs(b[name]).max())]
        names = " and ".join(repr(name) for name in found)
        return f"the force of {names} jumps by {max(jumps[name] for name in found):.4g}" if found else ""

    return sides
