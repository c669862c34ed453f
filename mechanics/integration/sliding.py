"""Sliding: a motion that is held on a surface by a jump of the forces, which switch there ever faster.

Both sides of the surface lead back to it, as with u = −sign(s): steps become so short that a run comes to no end.
Where evaluations do not come on, some of them are looked at. They show sliding if the rates go to and fro between two
values, and if their jump stays however near to each other the two sides are. Rates that err by rounding, as those of a
linkage near a dead centre, jump everywhere: each side by itself must be smooth.
"""

from collections.abc import Callable, Sequence

import numpy as np

from ..errors import SimulationError

__all__ = ["Sides", "Sliding", "SlidingWatch"]

Rates = Callable[[np.ndarray, float], Sequence[float] | np.ndarray]
Sides = Callable[[float, np.ndarray, np.ndarray], str]
"""Function of the time and the states on both sides of a jump that says what jumps there; empty if it does not know."""

Record = tuple[float, np.ndarray, np.ndarray]
"""Time, state and rates of an evaluation."""

OFTEN, SOON = 400, 100  # evaluations between two looks, and after a suspicion
SLOW = 1e-3  # part of the remaining time that they must come on, at least
RECORDED = 64  # evaluations that are looked at
SWITCHES = 8  # of them, to and fro
CLEAR = 1e-6  # jump in relation to the size of the rate
FEW = 6  # rates that may jump, of which the largest ones are looked at
HALVINGS = 60
PERSISTS = 0.3  # part of the jump that is left between neighbours; on the surface itself there may be a third value
BESIDE = (1e-6, 1e-4, 1e-2)  # of the way from one side to the other: rates that only err jump there, too
IN_SUCCESSION = 3
ZERO = 1e-9  # states smaller than this are not named
ADVICE = (
    "and both sides lead back to it, so that it would switch infinitely often. Replace the jump by a steep slope, such "
    "as tanh(s/0.01) for sign(s), or by a switch with hysteresis; sample the controller; or describe the sliding "
    "itself: as a mode of a StateSpaceSystem, dry friction by an element that sticks (ElastoPlastic)."
)


class Sliding(SimulationError):
    """The motion slides along a surface on which forces jump: no method comes further."""


class SlidingWatch:
    """Looks at the evaluations of a run.

    Attributes
    ----------
    states : sequence of str
        Names of the states, for the message.
    sides : callable or None
        See `Sides`.
    """

    def __init__(self, states: Sequence[str] = ()):
        self.states: tuple[str, ...] = tuple(states)
        self.sides: Sides | None = None
        self._count, self._last, self._suspicions = 0, -np.inf, 0
        self._records: list[Record] | None = None
        self._begin = np.inf

    def of(self, derivative: Rates, end: float) -> Rates:
        """The derivative, watched.

        Parameters
        ----------
        derivative : callable
            f(x, t).
        end : float
            Last time, s.

        Raises
        ------
        Sliding
            With the surface and the time.
        """

        def watched(x: np.ndarray, t: float) -> Sequence[float] | np.ndarray:
            rates = derivative(x, t)
            self._count += 1
            if self._records is not None:
                self._records.append((t, np.array(x, dtype=float), np.array(rates, dtype=float)))
                if len(self._records) == RECORDED:
                    self._judge(derivative)
            elif self._count >= (SOON if self._suspicions else OFTEN):
                self._look(t, end)
            return rates

        return watched

    def _look(self, t: float, end: float) -> None:
        """After some evaluations: where they have not come on, the next ones are recorded."""
        came, self._last, self._count = abs(t - self._last), t, 0
        if came < SLOW * (end - t):
            self._records = []
        else:
            self._suspicions = 0

    def _judge(self, derivative: Rates) -> None:
        records, self._records = self._records or [], None
        found = _jump(derivative, records)
        self._suspicions = self._suspicions + 1 if found else max(self._suspicions - 1, 0)
        if found and self._suspicions == 1:
            self._begin = found[0]
        if found and self._suspicions >= IN_SUCCESSION:
            raise Sliding(self._sentence(*found))

    def _sentence(self, t: float, left: np.ndarray, right: np.ndarray, change: np.ndarray) -> str:
        begin = min(self._begin, t)
        said = self.sides(t, left, right) if self.sides else ""
        if not said and self.states:
            k = int(np.abs(change[: len(self.states)]).argmax())
            said = f"the rate of {self.states[k]} jumps by {abs(change[k]):.4g}"
        named = [(name, value) for name, value in zip(self.states, left, strict=False) if abs(value) > ZERO]
        at = ", ".join(f"{name} = {value:.5g}" for name, value in named[:FEW])
        where = f", at {at}" if at else ""
        return (
            f"The motion slides along a surface from t = {begin:.6g} s on: {said or 'the rates jump'}{where}, {ADVICE}"
        )


def _jump(derivative: Rates, records: Sequence[Record]) -> tuple[float, np.ndarray, np.ndarray, np.ndarray] | None:
    """Time, the states on both sides of a jump of the rates that is passed again and again, and the jump."""
    rates = np.array([rate for _, _, rate in records])
    if not np.isfinite(rates).all():
        return None
    low, high = rates.min(axis=0), rates.max(axis=0)
    switches = np.count_nonzero(np.diff(rates > (low + high) / 2, axis=0), axis=0)
    jumps = (high - low > CLEAR * np.abs(rates).max(axis=0)) & (switches >= SWITCHES)
    largest = np.argsort(low - high)  # a rate that is zero but for rounding goes to and fro as well
    found = (_persisting(derivative, records, k) for k in largest[jumps[largest]][:FEW])
    return next((sides for sides in found if sides), None)


def _persisting(
    derivative: Rates, records: Sequence[Record], k: int
) -> tuple[float, np.ndarray, np.ndarray, np.ndarray] | None:
    """The two sides of a jump of the k-th rate, if it is there however near they are, and nowhere else."""
    rates = [rate[k] for _, _, rate in records]
    (t_a, a, f_a), (t_b, b, f_b) = records[int(np.argmin(rates))], records[int(np.argmax(rates))]

    def at(part: float) -> Record:
        t, x = t_a + part * (t_b - t_a), a + part * (b - a)
        return t, x, np.asarray(derivative(x, t), dtype=float)

    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        rate = at(middle)[2][k]
        low, high = (low, middle) if abs(rate - f_a[k]) > abs(rate - f_b[k]) else (middle, high)
    (t, left, f_left), (_, right, f_right) = at(low), at(high)
    jump = abs(f_right[k] - f_left[k])
    beside = ([at(low - d)[2][k] for d in BESIDE], [at(high + d)[2][k] for d in BESIDE])
    restless = max(np.ptp(side) for side in beside)
    is_jump = jump > PERSISTS * abs(f_b[k] - f_a[k]) and restless < PERSISTS * jump
    return (t, left, right, f_right - f_left) if is_jump else None
