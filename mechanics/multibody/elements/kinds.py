"""The kinds of force elements: along a line, about a hinge axis, in three components, between two wheels."""

from collections.abc import Sequence
from math import hypot

import numpy as np

from ...model import ModelError
from ..body import Place
from ..markers import Marker, check_markers
from .combined import Integrated
from .element import ForceElement, Geometry, cross, skew_of
from .laws import LawFunction, as_law

__all__ = ["GearElement", "LineElement", "SpatialElement", "TorsionElement"]

SHORTEST = 1e-12  # m; below it a line has no direction
E3 = np.eye(3)
Laws = LawFunction | Sequence[LawFunction] | None
"""One law for each of three directions, one for all, or none."""


class LineElement(ForceElement):
    """Force along the line from marker P on body i to marker Q on body j (*axiales Kraftelement*); R(2.59)-R(2.61).

    r_f = A_ij (ρ_j + r_Q) − (ρ_i + r_P),   l = |r_f|,   n = r_f / l             R(2.59)

    F_f = n F on body i at P,   −A_ji n F on body j at Q                         R(2.60), R(2.61)

    l_d = n · (A_ij (v_j + w_j × r_Q) − (v_i + w_i × r_P)); the motion of n does not contribute, because |n| = 1.

    Parameters
    ----------
    P, Q : Marker
        Markers; only their points matter.
    law : Law or callable
        F = law(l, l_d, t, s), N; tension is positive.
    name : str, optional
        Name of the element.

    Raises
    ------
    ModelError
        Where the two points coincide: the line has no direction then.

    Examples
    --------
    >>> spring = LineElement(Marker("ground"), Marker("bob"), Linear(k=100.0, l_0=0.5, d=2.0), name="spring")
    """

    def __init__(self, P: Marker, Q: Marker, law: LawFunction, name: str = "") -> None:
        super().__init__(P, Q, [law], name)
        self._p, self._q = P.r.tolist(), Q.r.tolist()

    def geometry(self, place_i: Place, place_j: Place, s: Sequence[float] = ()) -> Geometry:
        """Length, and B = (−n, −r_P × n) and (A_ji n, r_Q × A_ji n)."""
        A_ji = place_j.A.T @ place_i.A
        r_f = ((place_j.r - place_i.r) @ place_i.A + self.Q.r @ A_ji - self.P.r).tolist()
        l = hypot(*r_f)
        if not l > SHORTEST:
            raise ModelError(
                f"{self.name} has the length {l:g} m, so its force has no direction: its markers on {self.P.body} and "
                f"{self.Q.body} coincide. Move one of them, or use a SpatialElement."
            )
        n = [x / l for x in r_f]
        n_j = (A_ji @ n).tolist()
        B_i = np.array([[-n[0], -n[1], -n[2], *cross(n, self._p)]])
        return Geometry(np.array([l]), B_i, np.array([[*n_j, *cross(self._q, n_j)]]))


class TorsionElement(ForceElement):
    """Moment about the z axis of marker P, which the z axis of marker Q shares: the axis of a hinge; R(2.63), R(2.64).

    M_f = n M on body i,   −A_ji n M on body j,   φ_d = n · (A_ij w_j − w_i)     R(2.63)

    φ is the rotation of Q relative to P about n, within ±π; with `turns=True` the element counts whole turns with an
    own state, as a clockwork spring needs.

    Parameters
    ----------
    P, Q : Marker
        Markers, whose z axes lie on the hinge; φ = 0 where the x axes are parallel.
    law : Law or callable
        M = law(φ, φ_d, t, s), N m; positive where it turns Q back towards smaller φ.
    name : str, optional
        Name of the element.
    turns : bool, optional
        Whether turns are counted.
    """

    def __init__(self, P: Marker, Q: Marker, law: LawFunction, name: str = "", turns: bool = False) -> None:
        if not isinstance(turns, bool | int):
            raise ModelError(f"Whether a TorsionElement counts turns must be True or False; got {turns!r}.")
        self.extra_states = int(bool(turns))
        super().__init__(P, Q, [law], name)

    def _angle(self, place_i: Place, place_j: Place) -> float:
        """φ within ±π."""
        A_PQ = self.P.R.T @ place_i.A.T @ place_j.A @ self.Q.R
        return float(np.arctan2(A_PQ[1, 0] - A_PQ[0, 1], A_PQ[0, 0] + A_PQ[1, 1]))

    def geometry(self, place_i: Place, place_j: Place, s: Sequence[float] = ()) -> Geometry:
        """Angle, and B = (0, −n) and (0, A_ji n)."""
        n, phi = self.P.R[:, 2], self._angle(place_i, place_j)
        if self.extra_states and len(s):
            phi += 2 * np.pi * np.round((s[0] - phi) / (2 * np.pi))
        B = np.zeros((2, 1, 6))
        B[0, 0, 3:], B[1, 0, 3:] = -n, place_j.A.T @ place_i.A @ n
        return Geometry(np.array([phi]), B[0], B[1])

    def start(self, place_i: Place, place_j: Place) -> np.ndarray:
        """The angle where turns are counted, then the start of the law."""
        counted = [self._angle(place_i, place_j)] * self.extra_states
        return np.concatenate([counted, self.laws[0].start])

    def state_derivative(
        self, place_i: Place, z_i: np.ndarray, place_j: Place, z_j: np.ndarray, t: float = 0.0, s: Sequence[float] = ()
    ) -> np.ndarray:
        """The angle's own rate where turns are counted, then the rates of the law."""
        own = super().state_derivative(place_i, z_i, place_j, z_j, t, s)
        if not self.extra_states:
            return own
        _, B_i, B_j = self.geometry(place_i, place_j, s)
        return np.concatenate([B_i @ z_i + B_j @ z_j, own])


class SpatialElement(ForceElement):
    """Three forces and three moments in the axes of marker P: a bushing, a rubber, a spatial clearance; R(2.57).

    The elongations are the components of r_f (from P to Q) in the axes of P, and those of the rotation vector θ that
    takes the axes of P to those of Q. Each has a law of its own. The forces act on both bodies **at Q**, because r_f is
    measured by an observer on body i: body i gets the moment r_f × F_f in addition. With forces at P and at Q, as
    R(2.57) has it for the line element, a pair F_f, −F_f across r_f would be out of balance.

    Parameters
    ----------
    P, Q : Marker
        Markers; the axes of P are those of the laws.
    translation : Law, callable or three of them, optional
        Three laws F_k = law(x_k, x_k_d, t, s) along x, y, z of P, N; or one law for all; None for no force.
    rotation : Law, callable or three of them, optional
        Three laws for the components of θ, N m; or one law for all; None for no moment.
    name : str, optional
        Name of the element.

    Raises
    ------
    ModelError
        For a rotation of half a turn, where θ has two values.

    Examples
    --------
    >>> bushing = SpatialElement(Marker("frame"), Marker("arm"), Linear(2e5, d=300.0), [Linear(40.0)] * 3)
    """

    def __init__(self, P: Marker, Q: Marker, translation: Laws = None, rotation: Laws = None, name: str = "") -> None:
        check_markers(f"A {type(self).__name__}", P, Q)
        label = name or f"{type(self).__name__} {P.body} - {Q.body}"
        forces, moments = (_three(laws, label) for laws in (translation, rotation))
        if not forces and not moments:
            raise ModelError(f"{label} has neither forces nor moments; give it laws for translation or rotation.")
        self._rows = slice(0 if forces else 3, 6 if moments else 3)
        super().__init__(P, Q, [*forces, *moments], name)

    def geometry(self, place_i: Place, place_j: Place, s: Sequence[float] = ()) -> Geometry:
        """Components of r_f and θ in the axes of P."""
        to_P, A_ij = self.P.R.T, place_i.A.T @ place_j.A
        tip = place_i.A.T @ (place_j.r - place_i.r) + A_ij @ self.Q.r  # Q from O_i, basis i
        theta, rate = self._turned(to_P @ A_ij @ self.Q.R)
        B_i, B_j = np.zeros((6, 6)), np.zeros((6, 6))
        B_i[:3, :3], B_i[:3, 3:] = -to_P, to_P @ skew_of(tip)
        B_j[:3, :3], B_j[:3, 3:] = to_P @ A_ij, -to_P @ A_ij @ skew_of(self.Q.r)
        B_i[3:, 3:], B_j[3:, 3:] = -rate @ to_P, rate @ to_P @ A_ij
        e = np.concatenate([to_P @ (tip - self.P.r), theta])
        return Geometry(e[self._rows], B_i[self._rows], B_j[self._rows])

    def _turned(self, A_PQ: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Rotation vector θ, and the matrix that makes its rate of the angular velocity: θ_d = rate w.

        rate = E − ½ θ̃ + c θ̃ θ̃,   c = (1 − ½ |θ| cot(½ |θ|)) / |θ|²
        """
        if self._rows.stop == 3:
            return np.zeros(3), E3
        twice_sine = np.array([A_PQ[2, 1] - A_PQ[1, 2], A_PQ[0, 2] - A_PQ[2, 0], A_PQ[1, 0] - A_PQ[0, 1]])
        sine = 0.5 * np.sqrt(twice_sine @ twice_sine)
        angle = np.arctan2(sine, 0.5 * (A_PQ[0, 0] + A_PQ[1, 1] + A_PQ[2, 2] - 1.0))
        if np.pi - angle < 1e-6:
            raise ModelError(
                f"{self.name} is turned by half a turn, where a rotation vector has two values; it is meant for angles "
                "below that. Turn the axes of one marker, or use a TorsionElement."
            )
        small = angle < 1e-4
        theta = 0.5 * twice_sine * (1.0 + angle**2 / 6.0 if small else angle / sine)
        c = 1.0 / 12.0 if small else (1.0 - 0.5 * angle / np.tan(0.5 * angle)) / angle**2
        cross_theta = skew_of(theta)
        return theta, E3 - 0.5 * cross_theta + c * cross_theta @ cross_theta


def _three(laws: Laws, name: str) -> list[LawFunction]:
    """Three laws out of three, one for all, or none."""
    if laws is None:
        return []
    if not isinstance(laws, Sequence):
        return [as_law(laws, name)] * 3
    if len(laws) != 3:
        raise ModelError(f"{name} needs three laws, for x, y and z, or one for all; got {len(laws)}.")
    return list(laws)


class GearElement(ForceElement):
    """Elastic gear (*elastisches Getriebe*): the teeth of wheel i at P and wheel j at Q press on each other.

    Both wheels turn about their z axes, which are parallel. At the pitch point between P and Q their rims have the
    relative velocity x_d along the common tangent τ; its integral x, an own state, is the elongation of the teeth. The
    law's force acts along τ at this point on both bodies. As a force of contact it needs no carrier and is in balance;
    the bearings of the wheels take the reaction. Stiff teeth give r_P φ_P = −r_Q φ_Q.

    Parameters
    ----------
    P, Q : Marker
        Markers at the centres of the wheels, z along their axes.
    r_P, r_Q : float
        Pitch radii, m; one of them is negative for a ring with internal teeth.
    law : Law or callable
        F = law(x, x_d, t, s) of the teeth, N.
    name : str, optional
        Name of the element.

    Raises
    ------
    ModelError
        For radii that are zero or opposite, and where the centres of the wheels coincide.
    """

    def __init__(self, P: Marker, Q: Marker, r_P: float, r_Q: float, law: LawFunction, name: str = "") -> None:
        super().__init__(P, Q, [Integrated(as_law(law, name or "a GearElement"))], name)
        radii = [r for r in (r_P, r_Q) if isinstance(r, int | float) and np.isfinite(r)]
        if len(radii) < 2 or r_P * r_Q * (r_P + r_Q) == 0:
            raise ModelError(
                f"The pitch radii of {self.name} must be numbers other than zero, with different absolute values if "
                f"one is negative (internal teeth); got r_P = {r_P!r}, r_Q = {r_Q!r}."
            )
        self.share = r_P / (r_P + r_Q)

    def geometry(self, place_i: Place, place_j: Place, s: Sequence[float] = ()) -> Geometry:
        """B of the relative velocity along the tangent at the pitch point; e is 0, the law integrates its rate."""
        A_ji, z = place_j.A.T @ place_i.A, self.P.R[:, 2]
        r_f = place_i.A.T @ (place_j.r - place_i.r) + self.Q.r @ A_ji - self.P.r
        across = r_f - (z @ r_f) * z
        l = np.sqrt(across @ across)
        if not l > SHORTEST:
            raise ModelError(f"The centres of the wheels of {self.name} coincide; move one marker away from the other.")
        tangent = np.array(cross(z, across)) / l
        point_i = self.P.r + self.share * across
        point_j, tangent_j = A_ji @ (point_i - self.P.r - r_f) + self.Q.r, A_ji @ tangent
        B_i = np.concatenate([-tangent, cross(tangent, point_i)])
        return Geometry(np.zeros(1), B_i[None], np.concatenate([tangent_j, cross(point_j, tangent_j)])[None])
