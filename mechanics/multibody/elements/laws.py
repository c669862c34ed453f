"""Scalar laws of force elements: a force of elongation, its rate, time and own states; R(2.56), R(2.62), R(2.64).

The same laws serve lengths (N, m) and angles (N m, rad). F > 0 is tension: it pulls the two markers together.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Real

import numpy as np

from ...model import ModelError
from .parameter_checks import finite, nonnegative

__all__ = ["Force", "Law", "LawFunction", "Linear", "OwnLaw", "as_law"]

LawFunction = Callable[[float, float, float, Sequence[float]], float]
"""F = law(l, l_d, t, s), a `Law` or any other function."""


class Law:
    """Base of all laws (*Kraftgesetz*): F = law(l, l_d, t, s); R(2.56).

    Every law accounts for its energy: what it takes from the bodies is stored or becomes heat, and what it gives may
    come from outside,

    F l_d = dE/dt + P_dissipated − P_supplied.

    Methods get the elongation l (m or rad), its rate l_d, the time t (s) and the law's own states s (states,).

    Attributes
    ----------
    states : int
        How many own states the law has.
    start : np.ndarray, shape (states,)
        Values of the own states at the start.
    """

    @property
    def states(self) -> int:
        """How many own states the law has."""
        return 0

    @property
    def start(self) -> np.ndarray:
        """Values of the own states at the start, (states,): zero unless a law says otherwise."""
        return np.zeros(self.states)

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """The force (N) or moment (N m); positive where it pulls the markers together."""
        raise NotImplementedError

    def energy(self, l: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """Stored energy E, J.

        Parameters
        ----------
        l : float
            Elongation, m or rad.
        t : float, optional
            Time, s.
        s : sequence of float, shape (states,), optional
            Own states of the law.
        """
        return 0.0

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """Power that becomes heat, W; never negative.

        Parameters
        ----------
        l : float
            Elongation, m or rad.
        l_d : float
            Rate of the elongation, m/s or rad/s.
        t : float, optional
            Time, s.
        s : sequence of float, shape (states,), optional
            Own states of the law.
        """
        return 0.0

    def supplied_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """Power that comes from outside (a drive, a moving support), W.

        Parameters
        ----------
        l : float
            Elongation, m or rad.
        l_d : float
            Rate of the elongation, m/s or rad/s.
        t : float, optional
            Time, s.
        s : sequence of float, shape (states,), optional
            Own states of the law.
        """
        return 0.0

    def state_derivative(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> np.ndarray:
        """Rates of the own states.

        Parameters
        ----------
        l : float
            Elongation, m or rad.
        l_d : float
            Rate of the elongation, m/s or rad/s.
        t : float, optional
            Time, s.
        s : sequence of float, shape (states,), optional
            Own states of the law.

        Returns
        -------
        np.ndarray, shape (states,)
            Rates.
        """
        return np.zeros(0)


@dataclass(frozen=True)
class Linear(Law):
    """Linear spring and damper: F = k (l − l_0) + d l_d; R(2.62), for angles R(2.64).

    Parameters
    ----------
    k : float
        Stiffness, N/m (N m/rad).
    l_0 : float, optional
        Elongation without force, m (rad).
    d : float, optional
        Damping, N s/m (N m s/rad).
    """

    k: float
    l_0: float = 0.0
    d: float = 0.0

    def __post_init__(self) -> None:
        nonnegative(self, "k", "d")
        finite(self, "l_0")

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """Spring and damper, R(2.62)."""
        return self.k * (l - self.l_0) + self.d * l_d

    def energy(self, l: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """E = ½ k (l − l_0)²."""
        return 0.5 * self.k * (l - self.l_0) ** 2

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """P = d l_d²."""
        return self.d * l_d**2


@dataclass(frozen=True)
class Force(Law):
    """A force that is given as a function of time, F = f(t): an actuator, or excitation by a force.

    Parameters
    ----------
    f : callable or float
        Function of t (s), or a constant; N (N m), positive pulls the markers together.
    """

    f: Callable[[float], float] | float

    def __post_init__(self) -> None:
        if not callable(self.f):
            finite(self, "f")

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """F = f(t)."""
        return self.f(t) if callable(self.f) else self.f

    def supplied_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """All that it gives to the bodies comes from outside: P = −F l_d."""
        return -self(l, l_d, t, s) * l_d


@dataclass(frozen=True)
class OwnLaw(Law):
    """Any Python function F = f(l, l_d, t, s) as a law; R(2.56).

    Nothing is known of what it stores: all that it takes from the bodies, F l_d, counts as dissipated, and that may be
    negative where it drives. Derive from `Law` to account for energy and to have own states.

    Parameters
    ----------
    f : Law or callable
        Function of (l, l_d, t, s) that returns the force, N (N m).

    Raises
    ------
    ModelError
        When it is evaluated and does not return one finite number.
    """

    f: LawFunction

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """What the function returns, if it is one finite number."""
        value = self.f(l, l_d, t, s)
        if not isinstance(value, Real) or not np.isfinite(float(value)):
            raise ModelError(
                f"A force law must return one finite number; {self._name} returned {value!r} for l = {l:g}, "
                f"l_d = {l_d:g}, t = {t:g}."
            )
        return float(value)

    @property
    def _name(self) -> str:
        return getattr(self.f, "__name__", type(self.f).__name__)

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """P = F l_d, all that it takes."""
        return self(l, l_d, t, s) * l_d


def as_law(law: LawFunction, name: str = "a force element") -> Law:
    """The law itself, or a function wrapped as `OwnLaw`.

    Parameters
    ----------
    law : Law or callable
        The law or function.
    name : str, optional
        Name of the element, for the message.

    Raises
    ------
    ModelError
        For anything that is neither, with the name of the element.
    """
    if isinstance(law, Law):
        return law
    if callable(law) and not isinstance(law, type):
        return OwnLaw(law)
    raise ModelError(
        f"The law of {name} must be a law such as Linear(k=1000, d=10) or a function of (l, l_d, t, s); got {law!r}."
    )
