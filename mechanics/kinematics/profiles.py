"""Motion profiles along a line: acceleration given piece by piece, velocity and position by exact integration."""

import math
from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import sympy as sp

from ..aliases import Scalar
from ..checking import array, column, real
from ..model import ModelError
from ..symbols import t

__all__ = ["MotionProfile", "Phase", "expression", "text"]


@dataclass(frozen=True)
class Phase:
    """One piece of a profile; all entries are expressions, the last three in the time `t`.

    Attributes
    ----------
    start, end : Expr
        Times, s.
    acceleration, velocity, position : Expr
        As functions of t, m/s², m/s, m.
    """

    start: sp.Expr
    end: sp.Expr
    acceleration: sp.Expr
    velocity: sp.Expr
    position: sp.Expr

    def at(self, time: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
        """Velocity and position at a time, by the formulas of this phase.

        Parameters
        ----------
        time : Expr
            Time, s.

        Returns
        -------
        tuple of Expr, Expr
            Velocity (m/s) and position (m).
        """
        return self.velocity.subs(t, time), self.position.subs(t, time)


class MotionProfile:
    """Motion along a line with an acceleration that is given piece by piece.

    v(t) = v0 + ∫ a dτ,  x(t) = x0 + ∫ v dτ, integrated exactly in every piece and continued from piece to piece;
    (2.5)-(2.7). Before the first and after the last time the acceleration is zero.

    Parameters
    ----------
    times : sequence of Expr or float, shape (n + 1,)
        t0 < t1 < ... < tn, s; symbols or numbers.
    accelerations : sequence of Expr or float, shape (n,)
        The pieces, m/s²: numbers or expressions in the time `mechanics.symbols.t`.
    v0, x0 : Expr or float, default 0
        Velocity (m/s) and position (m) at t0.

    Attributes
    ----------
    phases : list of Phase
        The pieces after integration.

    Raises
    ------
    ModelError
        If times do not increase, or pieces do not match them or have no integral.
    """

    def __init__(self, times: Sequence[Scalar], accelerations: Sequence[Scalar], v0: Scalar = 0, x0: Scalar = 0):
        self.times = list(column(times, "The list of times"))
        pieces = list(column(accelerations, "The list of accelerations"))
        if len(self.times) != len(pieces) + 1 or not pieces:
            raise ModelError(
                f"A profile of {len(pieces)} accelerations needs {len(pieces) + 1} times, one more than pieces and "
                f"at least two; got {len(self.times)}."
            )
        if any((late - early).is_positive is False for early, late in pairwise(self.times)):
            raise ModelError(f"The times of a profile must increase; got {', '.join(map(text, self.times))}.")
        self.phases: list[Phase] = []
        state = expression(v0, "velocity"), expression(x0, "position")
        for (start, end), a in zip(pairwise(self.times), pieces, strict=True):
            phase = _phase(start, end, a, *state)
            self.phases.append(phase)
            state = phase.at(end)
        self._before = _phase(self.times[0], self.times[0], sp.S.Zero, *self.phases[0].at(self.times[0]))
        self._after = _phase(self.times[-1], sp.oo, sp.S.Zero, *state)

    @property
    def start(self) -> sp.Expr:
        """Time of the beginning, s."""
        return self.times[0]

    @property
    def end(self) -> sp.Expr:
        """Time of the end, s."""
        return self.times[-1]

    def acceleration(self, time: Scalar | np.ndarray = t) -> sp.Expr | np.ndarray:
        """Acceleration a(t); at a jump the value of the later piece.

        Parameters
        ----------
        time : Expr or float or ndarray, optional
            Symbol, number or array, s.

        Returns
        -------
        Expr, float or ndarray
            Acceleration, m/s², of the same kind.
        """
        return self._value("acceleration", time)

    def velocity(self, time: Scalar | np.ndarray = t) -> sp.Expr | np.ndarray:
        """Velocity v(t); (2.5a), (2.6a), (2.7a).

        Parameters
        ----------
        time : Expr or float or ndarray, optional
            Symbol, number or array, s.

        Returns
        -------
        Expr, float or ndarray
            Velocity, m/s, of the same kind.
        """
        return self._value("velocity", time)

    def position(self, time: Scalar | np.ndarray = t) -> sp.Expr | np.ndarray:
        """Position x(t); (2.5b), (2.6b), (2.7b).

        Parameters
        ----------
        time : Expr or float or ndarray, optional
            Symbol, number or array, s.

        Returns
        -------
        Expr, float or ndarray
            Position, m, of the same kind.
        """
        return self._value("position", time)

    def jerk(self, time: Scalar | np.ndarray = t) -> sp.Expr | np.ndarray:
        """Slope of the acceleration inside the pieces; its jumps between them are left out.

        Parameters
        ----------
        time : Expr or float or ndarray, optional
            Symbol, number or array, s.

        Returns
        -------
        Expr, float or ndarray
            Jerk, m/s³, of the same kind.
        """
        return self._value("jerk", time)

    def _value(self, what: str, time: Any) -> Any:
        if isinstance(time, sp.Basic):
            return self._formula[what].subs(t, time)
        if type(time) is float and math.isfinite(time) and self._has_numbers:  # an integrator asks thousands of times
            return self._single[what][bisect(self._edges, time)](time)
        times = array(time, "The time")
        if unknown := self._formula[what].free_symbols - {t}:
            if times.ndim:
                raise ModelError(
                    f"The profile has no numbers for {', '.join(sorted(s.name for s in unknown))}: build it with "
                    "numbers, or ask for one time."
                )
            return self._formula[what].subs(t, float(times))
        values = self._functions[what](times)
        return float(values) if times.ndim == 0 else values

    @cached_property
    def _formula(self) -> dict[str, sp.Expr]:
        """All quantities as expressions in t: the pieces one after the other."""
        ends = [self.start, *self.times[1:]]
        rows = [self._before, *self.phases, self._after]

        def piecewise(values: list[sp.Expr]) -> sp.Expr:
            conditions = [*(t < end for end in ends), True]
            return sp.Piecewise(*zip(values, conditions, strict=True), evaluate=False)

        table = {name: piecewise([getattr(r, name) for r in rows]) for name in ("acceleration", "velocity", "position")}
        return table | {"jerk": piecewise([r.acceleration.diff(t) for r in rows])}

    @cached_property
    def _has_numbers(self) -> bool:
        return not any(formula.free_symbols - {t} for formula in self._formula.values())

    @cached_property
    def _edges(self) -> list[float]:
        return [float(x) for x in self.times]

    @cached_property
    def _single(self) -> dict[str, list[Callable]]:
        """A function of one time for each piece."""
        rows = [self._before, *self.phases, self._after]
        names = ("acceleration", "velocity", "position")
        table = {name: [sp.lambdify(t, sp.sympify(getattr(r, name)).evalf(), "math") for r in rows] for name in names}
        return table | {"jerk": [sp.lambdify(t, r.acceleration.diff(t).evalf(), "math") for r in rows]}

    @cached_property
    def _functions(self) -> dict[str, Callable]:
        """The same as functions of arrays."""
        edges = self._edges
        rows = [self._before, *self.phases, self._after]

        def numeric(expressions: list[sp.Expr]) -> Callable:
            pieces = [sp.lambdify(t, x, "numpy") for x in expressions]

            def function(times: np.ndarray) -> np.ndarray:
                number = np.searchsorted(edges, times, side="right")
                return np.piecewise(times, [number == k for k in range(len(pieces))], pieces)

            return function

        names = ("acceleration", "velocity", "position")
        table = {name: numeric([getattr(r, name) for r in rows]) for name in names}
        return table | {"jerk": numeric([r.acceleration.diff(t) for r in rows])}


def expression(value: Scalar, what: str) -> sp.Expr:
    """A finite number or an expression.

    Parameters
    ----------
    value : Expr or float
        Number or expression.
    what : str
        What the message calls it.

    Returns
    -------
    Expr

    Raises
    ------
    ModelError
        If it is not finite, or neither a number nor an expression.
    """
    return real(value, f"Each {what}")


def text(value: sp.Expr) -> str:
    """A number with few digits, anything else as it is; for messages.

    Parameters
    ----------
    value : Expr
        Number or expression.

    Returns
    -------
    str
    """
    return f"{float(value):g}" if value.is_number else str(value)


def _phase(start: sp.Expr, end: sp.Expr, a: sp.Expr, v_start: sp.Expr, x_start: sp.Expr) -> Phase:
    """Integrate one piece twice, in the time since its start: exact, with a short result."""
    since = sp.Dummy("s", nonnegative=True)
    v = v_start + _integral(a.subs(t, start + since), since)
    x = x_start + _integral(v, since)
    if x.has(sp.Integral):
        raise ModelError(f"The acceleration {a} has no integral in closed form; give it in simpler pieces.")
    return Phase(start, end, a, v.subs(since, t - start), x.subs(since, t - start))


def _integral(rate: sp.Expr, s: sp.Symbol) -> sp.Expr:
    """Integral of a rate from 0 to s; a polynomial term by term, which leaves its coefficients as they are."""
    if not rate.is_polynomial(s):
        gained = sp.integrate(rate, s)
        return gained - gained.subs(s, 0)
    terms, power, derivative = [], 1, rate
    while derivative != 0:
        terms.append(derivative.subs(s, 0) * s**power / sp.factorial(power))
        power, derivative = power + 1, derivative.diff(s)
    return sp.Add(*terms)
