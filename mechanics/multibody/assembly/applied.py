"""Everything that acts on the bodies besides joints: weight, force elements, loads."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from ..body import GROUND, Place
from ..elements import Linear, LineElement
from ..elements.element import ForceElement
from .element_failures import USUAL_ERRORS, failure
from .equations import State
from .inertias import Inertias
from .loads import Load

__all__ = ["Applied", "Lines"]

REST = np.zeros(6)
Entry = tuple[Any, int, int, slice]
"""An element, the numbers of its bodies, and its own states among those of all."""


class Lines(NamedTuple):
    """Linear springs and dampers along lines, F = k (l − l_0) + d l_d, as arrays for compiled loops.

    Attributes
    ----------
    i, j : np.ndarray, shape (m,)
        Numbers of the bodies.
    p, q : np.ndarray, shape (m, 3)
        Points of the markers in their bases, m.
    k, l_0, d : np.ndarray, shape (m,)
        Stiffness in N/m, relaxed length in m, damping in N s/m.
    """

    i: np.ndarray
    j: np.ndarray
    p: np.ndarray
    q: np.ndarray
    k: np.ndarray
    l_0: np.ndarray
    d: np.ndarray

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> "Lines":
        """Elements along lines with linear laws.

        Parameters
        ----------
        entries : sequence
            Elements, numbers of their bodies, own states.
        """
        laws = [element.laws[0] for element, *_ in entries]
        numbers = np.array([(law.k, law.l_0, law.d) for law in laws], dtype=float).reshape(-1, 3)
        ends = np.array([(i, j) for _, i, j, _ in entries], dtype=np.int64).reshape(-1, 2)
        points = np.array([(element.P.r, element.Q.r) for element, *_ in entries], dtype=float).reshape(-1, 2, 3)
        return cls(*map(np.ascontiguousarray, (*ends.T, points[:, 0], points[:, 1], *numbers.T)))


class Applied:
    """Generalized forces h of weight, force elements and loads; energies and own states of the elements.

    Parameters
    ----------
    inertias : Inertias
        Mass matrices of the bodies, and gravity.
    elements : sequence of ForceElement
        Force elements between markers of the bodies.
    loads : sequence of Load
        Forces and moments from outside.
    index : mapping of str
        Numbers of the bodies by name; that of the ground is the last.
    """

    def __init__(
        self, inertias: Inertias, elements: Sequence[ForceElement], loads: Sequence[Load], index: Mapping[str, int]
    ):
        self.inertias, self.loads = inertias, [(load, index[load.at.body]) for load in loads]
        ends = list(accumulate((element.states for element in elements), initial=0))
        self.own = ends[-1]
        self.elements: list[Entry] = [
            (element, index[element.P.body], index[element.Q.body], slice(a, b))
            for element, a, b in zip(elements, ends[:-1], ends[1:], strict=True)
        ]
        self.lines, self.not_lines = _sorted(self.elements)
        self.actuators: list[tuple[Any, slice]] = []

    def forces(self, t: float, state: State, A: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Forces on the bodies and rates of the own states of the elements, weight included.

        Parameters
        ----------
        t : float
            Time, s.
        state : State
            Parts of one state.
        A : np.ndarray, shape (n, 3, 3)
            Rotation matrices, body to inertial.

        Returns
        -------
        h : np.ndarray, shape (n, 6)
            Force and moment about O, basis of each body, N, N m.
        s_d : np.ndarray, shape (own,)
            Rates of the own states.
        """
        h, s_d = self.besides_weight(t, state, A)
        return h + self.inertias.weights(A), s_d

    def forces_along(self, t: np.ndarray, state: State, A: np.ndarray) -> np.ndarray:
        """Forces on the bodies in k states, weight included.

        Parameters
        ----------
        t : np.ndarray, shape (k,)
            Times, s.
        state : State
            Parts of k states.
        A : np.ndarray, shape (k, n, 3, 3)
            Rotation matrices, body to inertial.

        Returns
        -------
        np.ndarray, shape (k, n, 6)
            Force and moment about O, basis of each body, N, N m.
        """
        weights = self.inertias.weights(A)
        if self.is_weight_alone:
            return weights
        rows = zip(t, A, *state, strict=True)
        return weights + [self.besides_weight(now, State(*parts), a)[0] for now, a, *parts in rows]

    @property
    def is_weight_alone(self) -> bool:
        """Whether nothing but the weight acts."""
        return not self.elements and not self.loads

    def besides_weight(
        self, t: float, state: State, A: np.ndarray, elements: Sequence[Entry] | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Forces on the bodies and rates of the own states of the elements, without the weight.

        Parameters
        ----------
        t : float
            Time, s.
        state : State
            Parts of one state.
        A : np.ndarray, shape (n, 3, 3)
            Rotation matrices, body to inertial.
        elements : sequence, optional
            Some of `elements`; all of them unless given.

        Returns
        -------
        h : np.ndarray, shape (n, 6)
            Force and moment about O, basis of each body, N, N m.
        s_d : np.ndarray, shape (own,)
            Rates of the own states.
        """
        n = len(A)
        h, s_d = np.zeros((n + 1, 6)), np.zeros(self.own)
        if self.is_weight_alone:
            return h[:n], s_d
        places, z = _places(state.r, A), [*state.z, REST]
        for element, i, j, part in self.elements if elements is None else elements:
            now = (places[i], z[i], places[j], z[j], t, state.s[part])
            try:
                h_i, h_j = element.wrenches(*now)
                h[i] += h_i
                h[j] += h_j
                if element.states:
                    s_d[part] = element.state_derivative(*now)
            except USUAL_ERRORS as error:
                raise failure(element, now[:4], t, now[5], error) from error
        for load, i in self.loads:
            h[i] += load.wrench(t, places[i])
        if not np.isfinite(h).all():
            self._refuse_infinite(t, state, places, z)
        return h[:n], s_d

    def _refuse_infinite(self, t: float, state: State, places: list[Place], z: list[np.ndarray]) -> None:
        """Name the element whose force is not finite in a state that is."""
        for element, i, j, part in self.elements:
            ends = (places[i], z[i], places[j], z[j])
            if not np.isfinite(element.wrenches(*ends, t, state.s[part])).all():
                raise failure(element, ends, t, state.s[part], None)

    def of_elements(self, what: str, t: float, state: State, A: np.ndarray) -> dict[str, float]:
        """Energy or power of each element by its name.

        Parameters
        ----------
        what : {"energy", "dissipated_power", "supplied_power"}
            Which of them.
        t : float
            Time, s.
        state : State
            Parts of one state.
        A : np.ndarray, shape (n, 3, 3)
            Rotation matrices, body to inertial.

        Returns
        -------
        dict
            Numbers by name, J or W.
        """
        places, z = _places(state.r, A), [*state.z, REST]
        return {
            element.name: getattr(element, what)(places[i], z[i], places[j], z[j], t, state.s[part])
            for element, i, j, part in self.elements
        }

    def by_name(self, t: float, state: State, A: np.ndarray) -> dict[str, np.ndarray]:
        """What each element puts on its two bodies, (2, 6), by its name.

        Parameters
        ----------
        t : float
            Time, s.
        state : State
            Parts of one state.
        A : np.ndarray, shape (n, 3, 3)
            Rotation matrices, body to inertial.
        """
        places, z = _places(state.r, A), [*state.z, REST]
        return {
            element.name: np.array(element.wrenches(places[i], z[i], places[j], z[j], t, state.s[part]))
            for element, i, j, part in self.elements
        }

    def total(self, what: str, t: float | np.ndarray, state: State, A: np.ndarray) -> np.ndarray:
        """Energy or power of all elements together.

        Parameters
        ----------
        what : {"energy", "dissipated_power", "supplied_power"}
            Which of them.
        t : float or np.ndarray
            Time or times, s.
        state : State
            Parts of one state or many.
        A : np.ndarray, shape (..., n, 3, 3)
            Rotation matrices, body to inertial.

        Returns
        -------
        np.ndarray, shape (...)
            J or W.
        """
        many = A.shape[:-3]
        if not many:
            return np.asarray(sum(self.of_elements(what, float(t), state, A).values()))
        t = np.broadcast_to(t, many)
        rows = (self.total(what, now, State(*parts), a) for now, a, *parts in zip(t, A, *state, strict=True))
        return np.array(list(rows))

    def start(self, r: np.ndarray, A: np.ndarray) -> np.ndarray:
        """Own states of the elements at the start, in these positions of the bodies.

        Parameters
        ----------
        r : np.ndarray, shape (n, 3)
            Origins, inertial basis, m.
        A : np.ndarray, shape (n, 3, 3)
            Rotation matrices, body to inertial.

        Returns
        -------
        np.ndarray, shape (own,)
            Own states of all elements, one after the other.
        """
        places = _places(r, A)
        parts = [element.start(places[i], places[j]) for element, i, j, _ in self.elements]
        return np.concatenate([np.zeros(0), *parts])


def _places(r: np.ndarray, A: np.ndarray) -> list[Place]:
    return [*map(Place, r, A), GROUND]


def _sorted(elements: Sequence[Entry]) -> tuple[Lines, list[Entry]]:
    """The linear ones along lines as arrays, and the others."""
    plain = [entry for entry in elements if type(entry[0]) is LineElement and type(entry[0].laws[0]) is Linear]
    return Lines.of(plain), [entry for entry in elements if entry not in plain]
