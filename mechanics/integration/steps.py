"""Step after step of ẋ = f(x, t), by an explicit method that hands over to implicit ones where equations are stiff.

Stiff equations hold a fast motion that has died out long ago, and an explicit method must follow it all the same: its
steps stay at the edge of its stability, however little happens.
"""

import math
import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..model import ModelError, SimulationError, unknown_name
from .budget import Budget
from .errors import RUNAWAY, Derivative, guarded, not_evaluable, ran_away, stopped
from .stiffness import is_at_the_edge

__all__ = ["METHODS", "Options", "Step", "Steps"]

METHODS = ("auto", "LSODA", "DOP853", "RK45", "RK23", "Radau", "BDF")
IMPLICIT = "Radau"  # what DOP853 hands over to; LSODA, which is faster, does not always see that equations are stiff
# errors add up along a run, those of a multistep method most: `auto` takes this part of the tolerance for a step
SHARPER = {"DOP853": 1e-2, "LSODA": 1e-3, "Radau": 1.0}
FINEST = 3e-14  # relative tolerance that double precision allows
HITS, CLEAR = 15, 6  # stiff after 15 steps at the edge of stability, without six in succession below it


@dataclass(frozen=True)
class Options:
    """How to integrate.

    Attributes
    ----------
    rtol, atol : float
        Tolerances of the whole run.
    method : str
        One of `METHODS`.
    longest : float
        Longest step, s.
    budget : Budget
        What the run may cost.
    """

    rtol: float
    atol: float
    method: str = "auto"
    longest: float = math.inf
    budget: Budget | None = None

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ModelError(unknown_name(self.method, METHODS, "method"))

    def tolerances(self, method: str) -> dict[str, float]:
        """rtol and atol of one step of a method.

        Parameters
        ----------
        method : str
            The one in use; ``"auto"`` has several.
        """
        share = SHARPER[method] if self.method == "auto" else 1.0
        return {"rtol": max(FINEST, share * self.rtol), "atol": share * self.atol}


@dataclass(frozen=True)
class Step:
    """One accepted step; to be used before the next one is made.

    Attributes
    ----------
    start, end : float
        Its times, s.
    x : ndarray, shape (n,)
        State at its end.
    """

    start: float
    end: float
    x: np.ndarray
    solver: Any

    def at(self, t: Any) -> np.ndarray:
        """States within the step at one time (n,) or at k times (n, k)."""
        return self._interpolant(t)

    @cached_property
    def _interpolant(self) -> Any:
        return self.solver.dense_output()  # costs evaluations of f: only where it is asked for


class Steps:
    """The steps of a run from (t, x) to `end`.

    Parameters
    ----------
    derivative : callable
        f(x, t).
    t : float
        Time of the start, s.
    x : ndarray, shape (n,)
        State there.
    end : float
        Last time, s.
    options : Options
        How to integrate.
    first : float or None
        Size of the first step; chosen by the method unless given.
    """

    def __init__(
        self, derivative: Derivative, t: float, x: np.ndarray, end: float, options: Options, first: float | None = None
    ):
        self.options, self.end = options, end
        self.budget = options.budget or Budget()
        f, self._reasons = guarded(derivative, x)
        self._f = self.budget.watch.of(f, end)
        self._hits = self._clear = 0
        methods = ("DOP853", IMPLICIT) if options.method == "auto" else (options.method,)
        self._methods = list(methods)
        self._begin(t, np.array(x, dtype=float), first)

    @property
    def t(self) -> float:
        """Time reached, s."""
        return float(self._solver.t)

    @property
    def is_done(self) -> bool:
        """Whether the end is reached."""
        return self._solver.t >= self.end

    def advance(self) -> Step:
        """The next step.

        Raises
        ------
        SimulationError
            Where no method comes further, the state runs away, or the budget is used up.
        """
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.filterwarnings("ignore", module="scipy")  # what it says is in our own errors
            while not self._moves():
                self._hand_over()
        solver = self._solver
        if not (np.abs(solver.y) < RUNAWAY).all():
            raise ran_away(solver.t)
        self.budget.spend(solver.t, lambda: self._f(solver.y, solver.t), solver.y)
        step = Step(solver.t_old, solver.t, solver.y, solver)
        if self._is_stiff():
            self._leave_explicit()
        return step

    def _begin(self, t: float, x: np.ndarray, first: float | None) -> None:
        from scipy import integrate  # slow to import

        from . import explicit

        if not np.isfinite(np.asarray(self._f(x, t), dtype=float)).all():
            raise not_evaluable(self._reasons[-1] if self._reasons else "their values at the start are not finite")
        room = self.end - t
        method = self._methods[0]
        self._solver = getattr(explicit if hasattr(explicit, method) else integrate, method)(
            lambda t, x: self._f(x, t), t, x, self.end, max_step=self.options.longest,
            first_step=None if first is None else min(first, room), **self.options.tolerances(method),
        )  # fmt: skip

    def _moves(self) -> bool:
        """Whether the method in use makes a step."""
        try:
            self._solver.step()
        except (ValueError, np.linalg.LinAlgError) as error:
            if not _is_of_algebra(error):
                raise
            return False
        return self._solver.status != "failed" and bool(np.isfinite(self._solver.y).all())

    def _hand_over(self) -> None:
        """Go on with the next method, or end with a sentence."""
        solver, self._methods = self._solver, self._methods[1:]
        t, x = (solver.t_old, solver.y_old) if not np.isfinite(solver.y).all() else (solver.t, solver.y)
        if not self._methods or t is None or t + 1e-13 * (self.end - t) >= self.end:
            if self._reasons:
                raise not_evaluable(f"{self._reasons[-1]}, near t = {solver.t:.6g} s")
            raise stopped(solver.t, f"the steps became too short{self._steepest(solver)}")
        self._begin(float(t), np.array(x), None)

    def _steepest(self, solver: Any) -> str:
        """The state that changes fastest, in words."""
        rates = np.asarray(self._f(solver.y, solver.t), dtype=float)
        return self.budget.fastest(rates, solver.y)

    def _is_stiff(self) -> bool:
        """Whether the last steps all were as long as stability allows, not accuracy."""
        solver = self._solver
        if solver.status != "running":
            return False
        self._hits, self._clear = (self._hits + 1, 0) if is_at_the_edge(solver) else (self._hits, self._clear + 1)
        if self._clear >= CLEAR:
            self._hits = 0
        return self._hits >= HITS

    def _leave_explicit(self) -> None:
        """Go over to an implicit method; one who asked for an explicit one is told if it will take too long."""
        solver, self._hits = self._solver, 0
        if self.options.method == "auto":
            self._methods = self._methods[1:]
            self._begin(float(solver.t), solver.y, None)
            return
        wanted = (self.end - solver.t) / solver.h_previous
        if wanted > self.budget.left:
            raise SimulationError(
                f"The equations are stiff at t = {solver.t:.6g} s: {self.options.method} can only take steps of "
                f"{solver.h_previous:.2g} s there, {wanted:.2g} of them to the end"
                f"{self._steepest(solver)}. Leave out method=, or take method='Radau'."
            )


def _is_of_algebra(error: Exception) -> bool:
    """Whether linear algebra has failed, at a Jacobian without numbers, and not a function of the user."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    module = "" if trace is None else str(trace.tb_frame.f_globals.get("__name__"))
    return module.startswith(("numpy", "scipy.linalg", "scipy.sparse"))
