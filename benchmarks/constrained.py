"""Systems with closed loops and constraints, beside exudyn: CPU time and the error of the same runs."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

import numpy as np

from mechanics.multibody import Marker, RigidBodyMotion, RigidBodySystem, Spherical, Universal
from mechanics.multibody.elements import Linear, LineElement
from mechanics.systems import load
from mechanics.systems.chapter_6.double_wishbone import Tyre

from .mechanisms import andrews, bricard, chain, four_bars, governor
from .report import Target
from .timing import Run, race

__all__ = ["TABLES", "targets"]

Seconds = dict[str, float]
END = 1.0  # s
LARGE = "Large, stiff and singular systems in joints"
TITLE = f"Closed loops and joints, {END:g} s of simulation"
ROUNDING = 1e-15  # m; an error may be none at all
TOLERANCES = (1e-6, 1e-9)
STEPS = (1e-3, 1e-4)  # s, of exudyn; other ones for motions that are faster, or take minutes
OURS = [f"mechanics, tolerance {tolerance:g}" for tolerance in TOLERANCES]
EXUDYN = [f"exudyn, steps of {step:g} s" for step in STEPS]


@dataclass
class Case:
    """A motion from its start, and what it is called."""

    name: str
    motion: RigidBodyMotion
    end: float = END
    steps: tuple[float, ...] = STEPS

    @property
    def system(self) -> RigidBodySystem:
        return self.motion.system

    def at_end(self, tolerance: float) -> np.ndarray:
        """Origins of all bodies at the end, (n, 3)."""
        x = self.motion.integrate(np.array([0.0, self.end]), tolerance, tolerance, time_limit=None)
        return self.system.split(x[-1]).r


def cases() -> list[Case]:
    """Planar and spatial loops, a chain, and springs and dampers in a suspension."""
    return [
        Case("four-bar linkage", load("four_bar_linkage").numeric().motion),
        Case("slider-crank", load("slider_crank").numeric(driven=0.0).motion),
        Case("chain of 6 hinges", chain(6)),
        Case("double wishbone", _suspension()),
    ]


def large_cases() -> list[Case]:
    """From 4 to 101 bodies, with loops, redundant rows and stiff elements; without runs of exudyn that take minutes."""
    return [
        Case("Bricard's mechanism", bricard()),
        Case("Andrews' mechanism, 0.03 s", andrews(), 0.03, ()),  # exudyn's Newton method fails in its first step
        Case("stiff governor", governor()),
        Case("stiff governor, 8 arms", governor(arms=8)),
        Case("5 four-bars", four_bars(5), 0.5),
        Case("50 four-bars, 101 bodies", four_bars(50), 0.5, (1e-3,)),
        Case("ladder, 41 bodies", four_bars(20, ends=1), 0.5, (1e-3,)),
        Case("chain of 25", chain(25)),
        Case("chain of 100", chain(100), END, (1e-3,)),
    ]


def _suspension() -> RigidBodyMotion:
    """The suspension without a bump, falling on its springs; a tyre that always touches, ball joints at the tie rod."""
    there = load("double_wishbone").numeric(h=0.0).motion
    system, law = there.system, there.system.elements[1].laws[0].law
    joints = [Spherical(j.P, j.Q, j.name) if isinstance(j, Universal) else j for j in system.joints]
    tyre = Tyre(Marker("ground"), Marker("carrier"), [Linear(law.k, law.l_0, law.d)], name="tyre")
    struts = [e for e in system.elements if isinstance(e, LineElement)]
    falling = RigidBodySystem(system.bodies, joints, [*struts, tyre])
    places = {b.name: system.place(there.start, b.name) for b in system.bodies}
    return RigidBodyMotion(falling, falling.start(places, speeds={"guide": -0.5}))


@cache
def _measured(large: bool = False) -> dict[str, tuple[Seconds, dict[str, float]]]:
    """CPU times, and errors of all positions at the end in m, by case and route."""
    return {case.name: _row(case) for case in (large_cases() if large else cases())}


def _row(case: Case) -> tuple[Seconds, dict[str, float]]:
    exact = case.at_end(1e-11)
    names = OURS + (EXUDYN[: len(case.steps)] if find_spec("exudyn") else [])
    solvers = dict(zip(names, _solvers(case), strict=True))
    errors = {route: max(ROUNDING, float(np.abs(solve() - exact).max())) for route, solve in solvers.items()}
    return race({route: Run(solve) for route, solve in solvers.items()}), errors


def _tables(title: str, large: bool) -> tuple[tuple, tuple]:
    """Times and errors of some cases."""
    return (
        (title, "ms", 1e3, lambda: {name: times for name, (times, _) in _measured(large).items()}),
        (
            "Error of the positions at the end of these runs",
            "µm",
            1e6,
            lambda: {name: errors for name, (_, errors) in _measured(large).items()},
        ),
    )


TABLES = dict(
    zip(
        ("constrained", "constrained_errors", "large", "large_errors"),
        (*_tables(TITLE, False), *_tables(LARGE, True)),
        strict=True,
    )
)


def targets(measured: dict) -> list[Target]:
    """Not slower than exudyn at equal error of the positions."""
    rows = []
    for kind in ("constrained", "large"):
        times, errors = measured.get(kind, {}), measured.get(f"{kind}_errors", {})
        for name, row in times.items():
            steps = [(errors[name][route], row[route]) for route in EXUDYN if route in row]
            value = _at_error(errors[name][OURS[0]], steps) / row[OURS[0]] if steps else None
            rows.append(Target(f"{name}, against exudyn at equal error", value, 1))
    return rows


def _at_error(error: float, steps: list[tuple[float, float]]) -> float:
    """The time that exudyn, a method of order 2, takes for an error: from the nearest (error, time) of its steps."""
    nearest, time = min(steps, key=lambda step: abs(np.log(step[0] / error)))
    return time * float(np.sqrt(nearest / error))


def _solvers(case: Case) -> list[Callable[[], np.ndarray]]:
    ours = [lambda tolerance=tolerance: case.at_end(tolerance) for tolerance in TOLERANCES]
    if not find_spec("exudyn"):
        return ours
    from .peers.exudyn_systems import simulated

    return ours + [simulated(case.system, case.motion.start, case.end, step) for step in case.steps]
