"""Tolerance asked, error reached: published problems and systems of the course, integrated by every method.

``python -m benchmarks.accuracy`` measures and writes docs/accuracy.md. The error is the largest of the final state, in
relation to the largest state of the reference (at least 1). References: closed forms and published values where there
are any; else the method of order 8 at a tolerance of 3e-14, or Radau where a problem is stiff.

Sources: E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I* (Arenstorf orbit, Pleiades);
F. Mazzia, C. Magherini, *Test Set for Initial Value Problem Solvers* (Pleiades, Robertson, van der Pol).
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mechanics import systems
from mechanics.integration import Budget, integrate
from mechanics.lagrange import LagrangianSystem
from mechanics.model import SimulationError

__all__ = ["METHODS", "PUBLISHED", "OwnProblem", "Problem", "error", "measured", "own_problems", "worst_ratio"]

PAGE = Path(__file__).parents[1] / "docs" / "accuracy.md"
METHODS = ("auto", "LSODA", "DOP853", "RK45", "Radau")
TOLERANCES = (1e-4, 1e-6, 1e-8, 1e-10)
FLOOR = 1e-2  # of the tolerance: smaller errors count as none
LIMIT = 20.0  # s of computing time for one run
RATE = 0.2  # 1/s or m/s, of all coordinates at the start
LEFT_OUT = ("trebuchet",)
INTRODUCTION = """# How accurate a simulation is

The tolerances `rtol` and `atol` of a simulation bound the error of a single step; how large the error is at the end of
a run depends on the system. For each problem, the table gives the error at the end relative to the largest state (at
least 1), for four tolerances (rtol = atol), and the computing time. *auto*, the default, spends only part of the
tolerance on each step because the errors add up: it is never more than ten times worse than the best of these methods,
where errors below a hundredth of the tolerance count as none. A dash means that the method gave up or took longer than
20 s. Written by `python -m benchmarks.accuracy`.

A tolerance bounds only the errors that the integrator sees. In free motion its steps would grow until one passes over a
contact or a short push. Therefore a step is at most a fiftieth of the run, unless the equations are polynomials in the
states, which act everywhere. It is at most a two-hundredth of the run where forces fade in and out (`tanh`, `exp`).
Where forces act only for a moment or in one place (`Piecewise`, `Max`, functions of time, contacts, ropes), it is at
most a five-hundredth of the run and at most the distance between output times. For anything faster than that, ask for
more output times, or set `breakpoints=`. Where a motion comes to rest after ever shorter bounces, it does so at the
moment to which the bounces converge. `run.energy_error` gives the energy balance of a run; a `SimulationWarning` says
when it does not close.
"""
Result = dict[str, dict[float, tuple[float, float]]]  # {method: {tolerance: (error, seconds)}}


@dataclass(frozen=True)
class Problem:
    """ẋ = f(x, t) from x0 at 0 to `end`.

    Attributes
    ----------
    f : callable
        f(x, t).
    x0 : ndarray
        Start values.
    end : float
        s.
    reference : ndarray or None
        Known final state.
    is_stiff : bool
        Whether a reference has to be made by an implicit method.
    smallest : float
        atol as a part of rtol; below 1 where states are very small.
    """

    f: Callable
    x0: np.ndarray
    end: float
    reference: np.ndarray | None = None
    is_stiff: bool = False
    smallest: float = 1.0

    def final(self, method: str, tolerance: float) -> np.ndarray:
        """The final state by a method."""
        times = np.linspace(0.0, self.end, 101)
        atol = tolerance * self.smallest
        return integrate(self.f, self.x0, times, tolerance, atol, method, budget=Budget(LIMIT))[-1]

    def solution(self) -> np.ndarray:
        """The known final state, or a very accurate one."""
        if self.reference is not None:
            return self.reference
        return self.final("Radau" if self.is_stiff else "DOP853", 1e-12 if self.is_stiff else 3e-14)


def kepler(eccentricity: float, periods: int) -> Problem:
    """Motion of a planet; after whole periods it is where it was."""

    def f(x: np.ndarray, t: float) -> list[float]:
        cube = (x[0] ** 2 + x[1] ** 2) ** 1.5
        return [x[2], x[3], -x[0] / cube, -x[1] / cube]

    start = np.array([1 - eccentricity, 0, 0, math.sqrt((1 + eccentricity) / (1 - eccentricity))])
    return Problem(f, start, 2 * math.pi * periods, start)


def arenstorf() -> Problem:
    """A closed orbit of a satellite around earth and moon."""
    mu = 0.012277471

    def f(y: np.ndarray, t: float) -> list[float]:
        a, b, u, v = y
        earth, moon = ((a + mu) ** 2 + b**2) ** 1.5, ((a - 1 + mu) ** 2 + b**2) ** 1.5
        pull = (1 - mu) / earth, mu / moon
        return [u, v, a + 2 * v - pull[0] * (a + mu) - pull[1] * (a - 1 + mu), b - 2 * u - (pull[0] + pull[1]) * b]

    start = np.array([0.994, 0, 0, -2.00158510637908252240537862224])
    return Problem(f, start, 17.0652165601579625588917206249, start)


def pleiades() -> Problem:
    """Seven stars in a plane; published values of the positions at t = 3."""
    mass = np.arange(1.0, 8.0)

    def f(s: np.ndarray, t: float) -> np.ndarray:
        x, y = s[:7], s[7:14]
        dx, dy = x - x[:, None], y - y[:, None]
        cube = (dx**2 + dy**2) ** 1.5 + np.eye(7)
        return np.concatenate([s[14:], (mass * dx / cube).sum(1), (mass * dy / cube).sum(1)])

    x, y = [3, 3, -1, -3, 2, -2, 2], [3, -3, 2, 0, 0, -4, 4]
    return Problem(f, np.array([*x, *y, 0, 0, 0, 0, 0, 1.75, -1.5, 0, 0, 0, -1.25, 1, 0, 0], dtype=float), 3.0)


def van_der_pol(mu: float, end: float, reference: list[float] | None) -> Problem:
    """A relaxation oscillation, very stiff for large mu."""
    known = None if reference is None else np.array(reference)
    return Problem(lambda x, t: [x[1], mu * (1 - x[0] ** 2) * x[1] - x[0]], np.array([2.0, 0.0]), end, known, mu > 100)


def robertson() -> Problem:
    """Three reactions whose rates differ by nine powers of ten; published values at t = 1e11."""

    def f(y: np.ndarray, t: float) -> list[float]:
        slow, fast, fastest = 0.04 * y[0], 1e4 * y[1] * y[2], 3e7 * y[1] ** 2
        return [fast - slow, slow - fast - fastest, fastest]

    known = np.array([0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050])
    return Problem(f, np.array([1.0, 0, 0]), 1e11, known, True, 1e-6)


PUBLISHED: Mapping[str, Problem] = {
    "Kepler, e = 0.5, 20 periods": kepler(0.5, 20),
    "Kepler, e = 0.9, 100 periods": kepler(0.9, 100),
    "Arenstorf orbit": arenstorf(),
    "Pleiades": pleiades(),
    "van der Pol, μ = 1000": van_der_pol(1000, 2000, [1.706167732170469, -8.928097010248125e-4]),
    "Robertson": robertson(),
}


@dataclass(frozen=True)
class OwnProblem:
    """A system of the course from its start values and with small rates, through the public surface."""

    name: str
    end: float = 5.0

    def final(self, method: str, tolerance: float) -> np.ndarray:
        """The final state by a method."""
        model = systems.load(self.name).numeric()
        rates = [RATE] * len(model.system.coordinates)
        times = np.linspace(0.0, self.end, 101)
        run = model.simulate(None, rates, times, rtol=tolerance, atol=tolerance, method=method, time_limit=LIMIT)
        return run.x[-1]

    def solution(self) -> np.ndarray:
        """A very accurate final state."""
        return self.final("DOP853", 3e-14)


def own_problems() -> dict[str, OwnProblem]:
    """The systems of the course that move by the equations of Lagrange; the trebuchet has phases, and is chaotic."""
    moving = [name for name in systems.names() if isinstance(systems.load(name), LagrangianSystem)]
    return {name: OwnProblem(name) for name in moving if name not in LEFT_OUT}


def error(problem: Problem | OwnProblem, method: str, tolerance: float, exact: np.ndarray) -> float:
    """The error of a run; infinite where it fails or takes too long."""
    try:
        return float(np.abs(problem.final(method, tolerance) - exact).max() / max(1.0, np.abs(exact).max()))
    except SimulationError:
        return math.inf


def measured(problem: Problem | OwnProblem, tolerances: tuple[float, ...] = TOLERANCES) -> Result:
    """Errors and times of all methods."""
    exact = problem.solution()
    results: Result = {}
    for method in METHODS:
        for tolerance in tolerances:
            start = time.process_time()
            wrong = error(problem, method, tolerance, exact)
            results.setdefault(method, {})[tolerance] = wrong, time.process_time() - start
    return results


def worst_ratio(results: Result) -> float:
    """By how much `auto` is worse than the best method at the same tolerance, at most."""
    ratios = []
    for tolerance, (mine, _) in results["auto"].items():
        best = min(results[method][tolerance][0] for method in METHODS)
        ratios.append(mine / max(best, FLOOR * tolerance))
    return max(ratios)


def _page(tables: Mapping[str, Result]) -> Iterator[str]:
    yield INTRODUCTION
    header = " | ".join(f"{tolerance:.0e}" for tolerance in TOLERANCES)
    yield f"| problem | method | {header} | `auto` / best |\n| --- | --- |{' --- |' * (len(TOLERANCES) + 1)}"
    for name, results in tables.items():
        for method, row in results.items():
            cells = " | ".join(_cell(*cell) for cell in row.values())
            ratio = f"{worst_ratio(results):.1f}" if method == "auto" else ""
            yield f"| {name if method == 'auto' else ''} | {method} | {cells} | {ratio} |"


def _cell(wrong: float, seconds: float) -> str:
    return f"{wrong:.1e} ({1e3 * seconds:.0f} ms)" if math.isfinite(wrong) else "–"


def main() -> None:
    """Measure everything, and write the page."""
    tables = {}
    for name, problem in ({**PUBLISHED, **own_problems()}).items():
        tables[name] = measured(problem)
        print(f"{name}: auto / best {worst_ratio(tables[name]):.2g}", flush=True)
    PAGE.write_text("\n".join(_page(tables)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
