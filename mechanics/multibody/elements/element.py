"""What all force elements share: elongations between two markers, and the wrenches of their forces; R(2.57)."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from ...model import ModelError
from ..body import Place
from ..markers import Marker, check_markers
from .laws import Law, LawFunction, as_law

__all__ = ["ForceElement", "Geometry", "cross", "skew_of"]


class Geometry(NamedTuple):
    """Elongations of an element, and how velocities change them: e_d = B_i z_i + B_j z_j.

    Attributes
    ----------
    e : np.ndarray, shape (m,)
        Elongations, m or rad.
    B_i, B_j : np.ndarray, shape (m, 6)
        For z = (v; w) in the components of body i, body j.
    """

    e: np.ndarray
    B_i: np.ndarray
    B_j: np.ndarray


def cross(a: Sequence[float], b: Sequence[float]) -> list[float]:
    """Vector product a × b of two lists of three numbers; much faster than numpy's for so few.

    Parameters
    ----------
    a, b : sequence of float
        Three numbers each.
    """
    (a1, a2, a3), (b1, b2, b3) = a, b
    return [a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1]


def skew_of(a: np.ndarray) -> np.ndarray:
    """Matrix ã of one vector; `skew` is for many, and slower for one.

    Parameters
    ----------
    a : np.ndarray, shape (3,)
        Vector.
    """
    x, y, z = a.tolist()
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


class ForceElement:
    """A force element (*Kraftelement*) between the marker P on body i and the marker Q on body j.

    A kind of element defines its elongations e. Everything else follows: each elongation has a law that gives a force,
    and the virtual power of these forces gives the wrenches on both bodies,

    h_i = −B_iᵀ F,   h_j = −B_jᵀ F                                               R(2.57)

    so that the power supplied to the bodies is −Σ F e_d, and the forces and moments on both bodies balance.

    Wrenches h = (force; moment about O), velocities z = (v; w), both in components of the body, N, N m, m/s, rad/s;
    places hold r (3,) and A (3, 3) of the two bodies. t is the time, s (states,) the own states.

    Parameters
    ----------
    P, Q : Marker
        The markers on body i and on body j.
    laws : sequence of Law or callable
        One law for each elongation.
    name : str, optional
        Name of the element; by default its kind and its bodies.
    """

    def __init__(self, P: Marker, Q: Marker, laws: Sequence[LawFunction], name: str = "") -> None:
        check_markers(f"A {type(self).__name__}", P, Q)
        if not isinstance(name, str):
            raise ModelError(f"The name of a force element must be text; got {name!r}.")
        self.name = name or f"{type(self).__name__} {P.body} - {Q.body}"
        if P.body == Q.body:
            raise ModelError(
                f"{self.name} must act between two bodies; both markers are on {P.body}, where its forces cancel."
            )
        self.P, self.Q = P, Q
        self.laws: tuple[Law, ...] = tuple(as_law(law, self.name) for law in laws)
        ends = list(accumulate((law.states for law in self.laws), initial=self.extra_states))
        self._slices = [slice(a, b) for a, b in zip(ends[:-1], ends[1:], strict=True)]
        self.states: int = ends[-1]

    extra_states = 0
    """States of the element itself; they stand before those of its laws."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {', '.join(map(repr, self.laws))})"

    @property
    def markers(self) -> tuple[Marker, ...]:
        """All markers that it needs, P and Q first."""
        return self.P, self.Q

    def geometry(self, place_i: Place, place_j: Place, s: Sequence[float] = ()) -> Geometry:
        """Elongations and their Jacobians; a kind of element defines them.

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        s : sequence of float, shape (states,), optional
            Own states of the element.
        """
        raise NotImplementedError

    def start(self, place_i: Place, place_j: Place) -> np.ndarray:
        """Own states at the start, in these positions of the bodies.

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.

        Returns
        -------
        np.ndarray, shape (states,)
            Own states.
        """
        return np.concatenate([np.zeros(self.extra_states), *(law.start for law in self.laws)])

    def _seen(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, s: Sequence[float]
    ) -> list[tuple]:
        """Every law with its elongation, its rate, and its own states."""
        e, B_i, B_j = self.geometry(place_i, place_j, s)
        e_d = B_i @ z_i + B_j @ z_j
        return [
            (law, x, x_d, s[part])
            for law, x, x_d, part in zip(self.laws, e.tolist(), e_d.tolist(), self._slices, strict=True)
        ]

    def forces(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0, s: Sequence[float] = ()
    ) -> np.ndarray:
        """Forces of the laws; tension is positive.

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        z_i, z_j : np.ndarray, shape (6,)
            Velocities (v; ω), each in the basis of its body, m/s, rad/s.
        t : float, optional
            Time, s.
        s : sequence of float, shape (states,), optional
            Own states of the element.

        Returns
        -------
        np.ndarray, shape (m,)
            Forces in N or moments in N m.
        """
        return np.array([law(x, x_d, t, own) for law, x, x_d, own in self._seen(place_i, z_i, place_j, z_j, s)])

    def wrenches(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0, s: Sequence[float] = ()
    ) -> tuple[np.ndarray, np.ndarray]:
        """Wrenches on both bodies; R(2.57).

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        z_i, z_j : np.ndarray, shape (6,)
            Velocities (v; ω), each in the basis of its body, m/s, rad/s.
        t : float, optional
            Time, s.
        s : sequence of float, shape (states,), optional
            Own states of the element.

        Returns
        -------
        h_i, h_j : np.ndarray, shape (6,)
            Force and moment about O on body i and body j, each in its basis, N, N m.
        """
        e, B_i, B_j = self.geometry(place_i, place_j, s)
        e_d = (B_i @ z_i + B_j @ z_j).tolist()
        F = [
            law(x, e_d[k], t, s[self._slices[k]]) for k, (law, x) in enumerate(zip(self.laws, e.tolist(), strict=True))
        ]
        if len(F) == 1:  # most elements; a product of matrices would take longer
            return -F[0] * B_i[0], -F[0] * B_j[0]
        return -np.dot(F, B_i), -np.dot(F, B_j)

    def energy(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0, s: Sequence[float] = ()
    ) -> float:
        """Stored energy, J.

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        z_i, z_j : np.ndarray, shape (6,)
            Velocities (v; ω), each in the basis of its body, m/s, rad/s.
        t : float, optional
            Time, s.
        s : sequence of float, shape (states,), optional
            Own states of the element.
        """
        e = self.geometry(place_i, place_j, s).e.tolist()
        return float(sum(law.energy(x, t, s[part]) for law, x, part in zip(self.laws, e, self._slices, strict=True)))

    def dissipated_power(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0, s: Sequence[float] = ()
    ) -> float:
        """Power that becomes heat, W.

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        z_i, z_j : np.ndarray, shape (6,)
            Velocities (v; ω), each in the basis of its body, m/s, rad/s.
        t : float, optional
            Time, s.
        s : sequence of float, shape (states,), optional
            Own states of the element.
        """
        seen = self._seen(place_i, z_i, place_j, z_j, s)
        return float(sum(law.dissipated_power(x, x_d, t, own) for law, x, x_d, own in seen))

    def supplied_power(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0, s: Sequence[float] = ()
    ) -> float:
        """Power that comes from outside the system, W.

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        z_i, z_j : np.ndarray, shape (6,)
            Velocities (v; ω), each in the basis of its body, m/s, rad/s.
        t : float, optional
            Time, s.
        s : sequence of float, shape (states,), optional
            Own states of the element.
        """
        seen = self._seen(place_i, z_i, place_j, z_j, s)
        return float(sum(law.supplied_power(x, x_d, t, own) for law, x, x_d, own in seen))

    def state_derivative(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0, s: Sequence[float] = ()
    ) -> np.ndarray:
        """Rates of the own states.

        Parameters
        ----------
        place_i, place_j : Place
            Poses of body i and body j.
        z_i, z_j : np.ndarray, shape (6,)
            Velocities (v; ω), each in the basis of its body, m/s, rad/s.
        t : float, optional
            Time, s.
        s : sequence of float, shape (states,), optional
            Own states of the element.

        Returns
        -------
        np.ndarray, shape (states,)
            Rates.
        """
        if not self.states:
            return np.zeros(0)
        seen = self._seen(place_i, z_i, place_j, z_j, s)
        return np.concatenate([law.state_derivative(x, x_d, t, own) for law, x, x_d, own in seen])
