"""The loop over the steps: explicit or implicit, back to the constraints after each, within a budget.

Explicit steps are those of Dormand and Prince of order 8. Where force elements are so stiff that stability and not
accuracy limits them, the implicit method of Radau takes over (`stiff`).

The work of forces and drives is integrated along with the states, as one more state that the step control leaves out.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...integration import Budget
from ...model import ModelError, SimulationError
from .choice import Choice, is_explicit
from .description import SystemDescription
from .index_one import projection, with_power
from .linearised import linearised
from .rows import Rows
from .work import Collocation, energies

__all__ = ["Stepper", "dead_centre"]

SHARE = 0.02  # of the tolerances, for explicit steps with force elements
LEAST = 2.5e-14  # what scipy takes for a tolerance
LOST = 1e-3  # of the largest kinetic energy: what a passage through a dead centre may change
NEAR = 1e-6  # squared sine between rows, below which a dead centre is near


class Stepper:
    """Integrates a system with some of its rows from one time to another.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    rows : Rows
        Independent rows, in a sparse order.
    tolerances : tuple of float
        rtol and atol.
    budget : Budget
        Steps and computing time that are left.
    longest : float
        Longest step, s.
    """

    def __init__(
        self, system: SystemDescription, rows: Rows, tolerances: tuple[float, float], budget: Budget, longest: float
    ):
        self.system, self.rows, self.budget, self.longest = system, rows, budget, longest
        self.options = dict(zip(("rtol", "atol"), tolerances, strict=True))
        self._both, self.project = with_power(system, rows), projection(system, rows)
        self._failed: ModelError | None = None
        self._calm: tuple[float, float] | None = None  # energy and largest kinetic energy before a dead centre
        self.is_conservative = not (system.elements or system.loads or system.is_driven)
        self.size, self.work, self._before = len(system.states), 0.0, 0.0
        self.choice = Choice(self.size)

    def f(self, t: float, x: np.ndarray) -> np.ndarray:
        """ẋ, and the power if the work is among the states; NaN where a force element fails: a shorter step may not."""
        try:
            x_d, power = self._both(t, x[: self.size])
        except SimulationError as error:
            self._failed = error
            return np.full(len(x), np.nan)
        return x_d if len(x) == self.size else np.append(x_d, power)

    def steps(
        self, x: np.ndarray, times: np.ndarray, accept: Callable[[float, np.ndarray], None]
    ) -> tuple[np.ndarray, np.ndarray]:
        """States at `times` (k, size), projected onto the constraints, and work until then (k,), J.

        Parameters
        ----------
        x : np.ndarray, shape (size,)
            Start.
        times : np.ndarray, shape (k,)
            From start to end, s; the last one is the end of a step.
        accept : callable
            Is told (t, x) of every step.
        """
        start, _ = self.project(times[0], x)
        self._both(times[0], start)  # what fails at once is told at once
        # a short first step: a system at rest would let the integrator choose one that steps over the beginning
        solver = self._explicit(times[0], start, times[-1], min(1e-3, 0.1 * float(times[-1] - times[0])))
        states, works, done = [start], [np.array([self.work])], 1
        while solver.status == "running":
            self._step(solver)
            step = self._between(solver)
            inside = times[done : np.searchsorted(times, solver.t, side="right")]
            if len(inside):
                # before the projection: the interpolant belongs to the step as it was integrated
                raw, work = step(inside)
                states += [self.project(t, state)[0] for t, state in zip(inside, raw, strict=True)]
                works.append(work)
                done += len(inside)
            other = self.choice.after(solver) if self.system.elements else None
            self._before, self.work = self.work, self._worked(solver, step)
            self._back(solver)
            accept(solver.t, solver.y[: self.size])
            if other and solver.status == "running":
                solver = self._changed(solver)
        return np.array(states), np.concatenate(works)

    def _between(self, solver: Any) -> Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]:
        """A function of times in this step that gives states (k, size) and work (k,)."""
        if not is_explicit(solver):
            return Collocation(self._both, solver, self.work)

        def between(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            found = solver.dense_output()(times).T
            return found[:, : self.size], found[:, self.size] if found.shape[1] > self.size else np.zeros(len(times))

        return between

    def _worked(self, solver: Any, step: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]) -> float:
        """The work at the end of a step."""
        if is_explicit(solver):
            return float(solver.y[self.size]) if len(solver.y) > self.size else 0.0
        return float(step(np.array([solver.t]))[1][0])

    def _changed(self, solver: Any) -> Any:
        """The other integrator, from where this one is."""
        first = min(self.choice.explicit_step, solver.t_bound - solver.t)
        make = self._implicit if is_explicit(solver) else self._explicit
        return make(solver.t, solver.y[: self.size], solver.t_bound, first)

    def _explicit(self, t: float, x: np.ndarray, end: float, first: float) -> Any:
        from ...integration.explicit import DOP853  # scipy.integrate is slow to import

        # Springs and dampers limit the steps by stability: then the interpolant errs more than the step, and a small
        # error of a length is a large one of the force.
        share = SHARE if self.system.elements else 1.0
        options: dict[str, Any] = {name: max(share * value, LEAST) for name, value in self.options.items()}
        if not self.is_conservative:
            x = np.append(x, self.work)
            options["atol"] = np.append(np.full(self.size, options["atol"]), np.inf)  # the work is not controlled
        return DOP853(self._watched(end), t, x, end, first_step=first, max_step=self.longest, **options)

    def _implicit(self, t: float, x: np.ndarray, end: float, first: float) -> Any:
        def linearise(t: float, x: np.ndarray) -> Any:
            return linearised(self.system, self.rows, t, x)

        from .stiff import StiffSolver  # scipy.integrate is slow to import

        return StiffSolver(
            self._watched(end), t, x, end, linearise, first_step=first, max_step=self.longest, **self.options
        )

    def _watched(self, end: float) -> Callable[[float, np.ndarray], np.ndarray]:
        """f(t, x), which ends a run that slides along a surface."""
        f = self.budget.watch.of(lambda x, t: self.f(t, x), end)
        return lambda t, x: f(x, t)  # type: ignore[return-value]

    def _step(self, solver: Any) -> None:
        """One step; every way in which it fails has its sentence."""
        self.budget.spend(solver.t, lambda: solver.f[: self.size], solver.y[: self.size])
        self._failed, before = None, solver.t
        with np.errstate(all="ignore"):
            solver.step()
        if solver.status == "failed" or not np.isfinite(solver.y).all():
            raise self._failed or dead_centre(before)

    def _back(self, solver: Any) -> None:
        """The state of the solver projected onto the constraints."""
        x, pivot = self.project(solver.t, solver.y[: self.size])
        if not np.isfinite(x).all():
            raise dead_centre(solver.t)
        self._watch_energy(solver, x, pivot)
        solver.y = np.concatenate([x, solver.y[self.size :]])
        solver.f = self.f(solver.t, solver.y)  # its first stage was evaluated at the state before the projection

    def _watch_energy(self, solver: Any, x: np.ndarray, pivot: float) -> None:
        """A motion that is not determined in a dead centre leaves it with another energy."""
        if pivot < NEAR and self._calm is None:
            kinetic, total = self._energies(solver.y_old[: self.size], self._before)
            self._calm = total, kinetic
        if self._calm is not None:
            kinetic, total = self._energies(x, self.work)
            self._calm = self._calm[0], max(kinetic, self._calm[1])
            if abs(total - self._calm[0]) > LOST * self._calm[1]:
                raise dead_centre(solver.t)
            if pivot > NEAR:
                self._calm = None

    def _energies(self, x: np.ndarray, work: float) -> tuple[float, float]:
        """Kinetic energy, and the total one without what forces and drives have given."""
        kinetic, weight = energies(self.system, x)
        return float(kinetic), float(kinetic + weight) - work


def dead_centre(t: float) -> SimulationError:
    """The error for a position in which the joints do not determine the motion.

    Parameters
    ----------
    t : float
        Time, s.
    """
    return SimulationError(
        f"The simulation stopped at t = {t:.6g} s: the constraints become dependent there (a dead centre, a "
        "linkage whose bodies are in line), or forces grow without bound. Change the lengths or the start."
    )
