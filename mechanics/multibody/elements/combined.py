"""Laws that are composed of other laws: several in parallel, or one that integrates its rate."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from ...model import ModelError
from .laws import Law, LawFunction, as_law

__all__ = ["Integrated", "Parallel"]


@dataclass(frozen=True, init=False)
class Parallel(Law):
    """Several laws in parallel: their forces add up, each keeps its own states.

    Parameters
    ----------
    laws : tuple of Law
        Laws or functions of (l, l_d, t, s).

    Examples
    --------
    >>> rubber = Parallel(Linear(k=2e4, l_0=0.3), lambda l, l_d, t, s: 1e5 * (l - 0.3) ** 3)
    """

    laws: tuple[Law, ...]

    def __init__(self, *laws: LawFunction) -> None:
        if not laws:
            raise ModelError("Parallel needs at least one law; got none.")
        object.__setattr__(self, "laws", tuple(as_law(law, "Parallel") for law in laws))

    @property
    def states(self) -> int:
        """The states of all laws, one after the other."""
        return sum(law.states for law in self.laws)

    @property
    def start(self) -> np.ndarray:
        """Starts of all laws."""
        return np.concatenate([law.start for law in self.laws])

    def _each(self, s: Sequence[float]) -> list[tuple[Law, Sequence[float]]]:
        ends = list(accumulate(law.states for law in self.laws))
        return [(law, s[end - law.states : end]) for law, end in zip(self.laws, ends, strict=True)]

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """F = Σ F_k."""
        return sum(law(l, l_d, t, own) for law, own in self._each(s))

    def energy(self, l: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """E = Σ E_k."""
        return sum(law.energy(l, t, own) for law, own in self._each(s))

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """The sum of all."""
        return sum(law.dissipated_power(l, l_d, t, own) for law, own in self._each(s))

    def supplied_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """The sum of all."""
        return sum(law.supplied_power(l, l_d, t, own) for law, own in self._each(s))

    def state_derivative(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> np.ndarray:
        """Rates of all states, one law after the other."""
        return np.concatenate([law.state_derivative(l, l_d, t, own) for law, own in self._each(s)])


@dataclass(frozen=True)
class Integrated(Law):
    """A law whose elongation is the integral of its rate: the first own state is l, s_d = l_d.

    For elements that have a relative velocity but no elongation that follows from the position, such as the teeth of
    two wheels that have rolled on each other.

    Parameters
    ----------
    law : Law
        The law, of which l is the first own state.
    """

    law: Law

    def __post_init__(self) -> None:
        object.__setattr__(self, "law", as_law(self.law, "Integrated"))

    @property
    def states(self) -> int:
        """The elongation, then the states of the law."""
        return 1 + self.law.states

    @property
    def start(self) -> np.ndarray:
        """No elongation, and the start of the law."""
        return np.concatenate([[0.0], self.law.start])

    def __call__(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """The law at l = s_0."""
        return self.law(s[0], l_d, t, s[1:])

    def energy(self, l: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """The law's at l = s_0."""
        return self.law.energy(s[0], t, s[1:])

    def dissipated_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """The law's at l = s_0."""
        return self.law.dissipated_power(s[0], l_d, t, s[1:])

    def supplied_power(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> float:
        """The law's at l = s_0."""
        return self.law.supplied_power(s[0], l_d, t, s[1:])

    def state_derivative(self, l: float, l_d: float, t: float = 0.0, s: Sequence[float] = ()) -> np.ndarray:
        """s_d = (l_d, rates of the law)."""
        return np.concatenate([[l_d], self.law.state_derivative(s[0], l_d, t, s[1:])])
