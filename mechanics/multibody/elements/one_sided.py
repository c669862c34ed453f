"""Laws that act in one direction only: contact, rope, and play between two stops."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ...model import ModelError
from .laws import Law
from .parameter_checks import finite, nonnegative, positive

__all__ = ["Clearance", "Contact", "Rope"]


class _OneSided(Law):
    """A spring and damper that acts only for a depth δ > 0 and never against its own direction.

    The force of the contact is p(δ) + d(δ) δ_d, cut off at zero. With a width w it begins softly: p = k δ²/(2 w) and
    d(δ) = d (3 x² − 2 x³), x = δ/w, for δ < w, then p = k (δ − w/2), d(δ) = d. With w = 0, p = k δ and d jumps.
    """

    k: float
    l_0: float
    d: float
    width: float
    sense: int  # +1: pulls above l_0, -1: pushes below it

    def __post_init__(self) -> None:
        positive(self, "k")
        nonnegative(self, "d", "width")
        finite(self, "l_0")

    def depth(self, l: float) -> float:
        """Depth δ = ±(l − l_0), m; negative where there is no contact."""
        return self.sense * (l - self.l_0)

    def _elastic(self, delta: float) -> float:
        if delta < self.width:
            return self.k * delta**2 / (2 * self.width)
        return self.k * (delta - self.width / 2)

    def _damping(self, delta: float) -> float:
        if delta < self.width:
            x = delta / self.width
            return self.d * x * x * (3 - 2 * x)
        return self.d

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """The force of the contact, with its sign."""
        delta = self.depth(l)
        if delta <= 0:
            return 0.0
        return self.sense * max(0.0, self._elastic(delta) + self._damping(delta) * self.sense * l_d)

    def energy(self, l: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """E = ∫ p dδ."""
        delta, w = self.depth(l), self.width
        if delta <= 0:
            return 0.0
        if delta < w:
            return self.k * delta**3 / (6 * w)
        return 0.5 * self.k * ((delta - w / 2) ** 2 + w**2 / 12)

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """F l_d without what is stored; also where the cut-off leaves a spring that relaxes by itself."""
        delta = self.depth(l)
        return (self(l, l_d, t, s) - self.sense * self._elastic(delta)) * l_d if delta > 0 else 0.0


@dataclass(frozen=True)
class Contact(_OneSided):
    """One-sided contact (*einseitiger Kontakt*): pushes where l < l_0, and never pulls.

    F = −max(0, p(δ) + d(δ) δ_d),  δ = l_0 − l > 0, else 0

    Parameters
    ----------
    k : float
        Stiffness, N/m.
    l_0 : float
        Length at which the two touch, m.
    d : float, optional
        Damping while they touch, N s/m; cut off where it would pull.
    width : float, optional
        Depth over which force and damping set in smoothly, m; 0 is a kink, which slows down integrators.
    """

    k: float
    l_0: float
    d: float = 0.0
    width: float = 0.0
    sense = -1


@dataclass(frozen=True)
class Rope(_OneSided):
    """A rope: pulls where l > l_0, and never pushes.

    F = max(0, p(δ) + d(δ) δ_d),  δ = l − l_0 > 0, else 0

    Parameters
    ----------
    k : float
        Stiffness, N/m.
    l_0 : float
        Length at which it becomes tight, m.
    d : float
        Damping while it is tight, N s/m; cut off where it would push.
    width : float
        Elongation over which force and damping set in smoothly, m; 0 is a kink, which slows down integrators.
    """

    k: float
    l_0: float
    d: float = 0.0
    width: float = 0.0
    sense = 1


@dataclass(frozen=True)
class Clearance(Law):
    """Play (*Spiel*) between two stops: no force for lower < l < upper, a `Contact` below, a `Rope` above.

    Parameters
    ----------
    k : float
        Stiffness of the stops, N/m (N m/rad).
    lower, upper : float
        Elongations at which the stops begin, m (rad); lower < upper.
    d : float, optional
        Damping in the stops, N s/m (N m s/rad).
    width : float, optional
        Depth over which the stops set in, as in `Contact`, m (rad).
    """

    k: float
    lower: float
    upper: float
    d: float = 0.0
    width: float = 0.0

    def __post_init__(self) -> None:
        finite(self, "lower", "upper")
        if not self.lower < self.upper:
            raise ModelError(
                f"The play of a Clearance needs lower < upper; got lower = {self.lower:g}, upper = {self.upper:g}."
            )
        _ = self._stops  # their parameters are checked now

    @cached_property
    def _stops(self) -> tuple[_OneSided, _OneSided]:
        return Contact(self.k, self.lower, self.d, self.width), Rope(self.k, self.upper, self.d, self.width)

    def _stop(self, l: float) -> _OneSided:
        return self._stops[0 if l < self.lower else 1]

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """The force of the stop that is touched."""
        return self._stop(l)(l, l_d)

    def energy(self, l: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """The energy of the stop that is touched."""
        return self._stop(l).energy(l)

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """The heat of the stop that is touched."""
        return self._stop(l).dissipated_power(l, l_d)
