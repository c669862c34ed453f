"""All that acts on the bodies besides joints: weight, force elements, loads."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from ..body import GROUND, Place
from ..elements.element import ForceElement
from .equations import Inertias, State
from .loads import Load

__all__ = ["Applied"]

REST = np.zeros(6)


class Applied:
    """Generalised forces h of weight, force elements and loads; energies and own states of the elements.

    Parameters
    ----------
    inertias : of the bodies, with gravity
    elements, loads : as in `RigidBodySystem`
    index : numbers of the bodies by name; that of the ground is the last
    """

    def __init__(
        self, inertias: Inertias, elements: Sequence[ForceElement], loads: Sequence[Load], index: Mapping[str, int]
    ):
        self.inertias, self.loads = inertias, [(load, index[load.at.body]) for load in loads]
        ends = list(accumulate((element.states for element in elements), initial=0))
        self.own = ends[-1]
        self.elements: list[tuple[Any, int, int, slice]] = [
            (element, index[element.P.body], index[element.Q.body], slice(a, b))
            for element, a, b in zip(elements, ends[:-1], ends[1:], strict=True)
        ]

    def forces(self, t: float, state: State, A: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """h (n, 6) = (F; M_O) in the bases of the bodies, and the rates of the own states of the elements."""
        h, s_d = self.besides_weight(t, state, A)
        return h + self.inertias.weights(A), s_d

    def forces_along(self, t: np.ndarray, state: State, A: np.ndarray) -> np.ndarray:
        """h (k, n, 6) of k states."""
        weights = self.inertias.weights(A)
        if self.is_weight_alone:
            return weights
        rows = zip(t, A, *state, strict=True)
        return weights + [self.besides_weight(now, State(*parts), a)[0] for now, a, *parts in rows]

    @property
    def is_weight_alone(self) -> bool:
        """Whether nothing else acts."""
        return not self.elements and not self.loads

    def besides_weight(self, t: float, state: State, A: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The same without the weight."""
        n = len(A)
        h, s_d = np.zeros((n + 1, 6)), np.zeros(self.own)
        if self.is_weight_alone:
            return h[:n], s_d
        places, z = _places(state.r, A), [*state.z, REST]
        for element, i, j, part in self.elements:
            now = (places[i], z[i], places[j], z[j], t, state.s[part])
            h_i, h_j = element.wrenches(*now)
            h[i] += h_i
            h[j] += h_j
            if element.states:
                s_d[part] = element.state_derivative(*now)
        for load, i in self.loads:
            h[i] += load.wrench(t, places[i])
        return h[:n], s_d

    def of_elements(self, what: str, t: float, state: State, A: np.ndarray) -> dict[str, float]:
        """``"energy"``, ``"dissipated_power"`` or ``"supplied_power"`` of each element by its name, J or W."""
        places, z = _places(state.r, A), [*state.z, REST]
        return {
            element.name: getattr(element, what)(places[i], z[i], places[j], z[j], t, state.s[part])
            for element, i, j, part in self.elements
        }

    def total(self, what: str, t: float | np.ndarray, state: State, A: np.ndarray) -> np.ndarray:
        """The sum over all elements, of one state or many, (...)."""
        many = A.shape[:-3]
        if not many:
            return np.asarray(sum(self.of_elements(what, float(t), state, A).values()))
        t = np.broadcast_to(t, many)
        rows = (self.total(what, now, State(*parts), a) for now, a, *parts in zip(t, A, *state, strict=True))
        return np.array(list(rows))

    def start(self, r: np.ndarray, A: np.ndarray) -> np.ndarray:
        """Own states of the elements at the start."""
        places = _places(r, A)
        parts = [element.start(places[i], places[j]) for element, i, j, _ in self.elements]
        return np.concatenate([np.zeros(0), *parts])


def _places(r: np.ndarray, A: np.ndarray) -> list[Place]:
    return [*map(Place, r, A), GROUND]
