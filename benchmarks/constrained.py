"""Systems with closed loops and constraints, beside exudyn: CPU time and the error of the same runs."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

import numpy as np

from mechanics.multibody import (
    Marker,
    Revolute,
    RigidBody,
    RigidBodyMotion,
    RigidBodySystem,
    Spherical,
    Universal,
)
from mechanics.multibody.elements import Linear, LineElement
from mechanics.systems import load
from mechanics.systems.chapter_6.double_wishbone import Tyre

from .report import Target
from .timing import Run, race

__all__ = ["TABLES", "targets"]

Seconds = dict[str, float]
END = 1.0  # s
TITLE = f"Closed loops and joints, {END:g} s of simulation"
TOLERANCES = (1e-6, 1e-9)
STEPS = (1e-3, 1e-4)  # s, of exudyn
OURS = [f"mechanics, tolerance {tolerance:g}" for tolerance in TOLERANCES]
EXUDYN = [f"exudyn, steps of {step:g} s" for step in STEPS]


@dataclass
class Case:
    """A motion from its start, and what it is called."""

    name: str
    motion: RigidBodyMotion

    @property
    def system(self) -> RigidBodySystem:
        return self.motion.system

    def at_end(self, tolerance: float) -> np.ndarray:
        """Origins of all bodies at the end, (n, 3)."""
        x = self.motion.integrate(np.array([0.0, END]), tolerance, tolerance)
        return self.system.split(x[-1]).r


def cases() -> list[Case]:
    """Planar and spatial loops, a chain, and springs and dampers in a suspension."""
    return [
        Case("four-bar linkage", load("four_bar_linkage").numeric().motion),
        Case("slider-crank", load("slider_crank").numeric(driven=0.0).motion),
        Case("chain of 6 hinges", _chain(6)),
        Case("double wishbone", _suspension()),
    ]


def _chain(n: int) -> RigidBodyMotion:
    """Bodies on hinges whose axes are turned by a right angle from one to the next."""
    bodies = [RigidBody.about_centre(f"b{k}", 1.0, (2e-3, 1e-2, 1e-2), (0.15, 0, 0)) for k in range(n)]
    axes, joints = ((0, 1, 0), (0, 0, 1)), []
    for k in range(n):
        P = Marker.along(f"b{k - 1}" if k else "ground", (0.3, 0, 0) if k else (0, 0, 0), z=axes[k % 2])
        joints.append(Revolute(P, Marker.along(f"b{k}", z=axes[k % 2]), f"hinge {k}"))
    system = RigidBodySystem(bodies, joints)
    places = {f"b{k}": ((0.3 * k, 0.0, 0.0), np.eye(3)) for k in range(n)}
    return RigidBodyMotion(system, system.start(places))


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
def _measured() -> dict[str, tuple[Seconds, dict[str, float]]]:
    """CPU times, and errors of all positions at the end in m, by case and route."""
    return {case.name: _row(case) for case in cases()}


def _row(case: Case) -> tuple[Seconds, dict[str, float]]:
    exact = case.at_end(1e-12)
    solvers = dict(zip(OURS + (EXUDYN if find_spec("exudyn") else []), _solvers(case), strict=True))
    errors = {route: float(np.abs(solve() - exact).max()) for route, solve in solvers.items()}
    return race({route: Run(solve) for route, solve in solvers.items()}), errors


TABLES = {
    "constrained": (TITLE, "ms", 1e3, lambda: {name: times for name, (times, _) in _measured().items()}),
    "constrained_errors": (
        "Error of the positions at the end of these runs",
        "µm",
        1e6,
        lambda: {name: errors for name, (_, errors) in _measured().items()},
    ),
}


def targets(measured: dict) -> list[Target]:
    """Not slower than exudyn at steps that are no more accurate than our looser tolerance."""
    times, errors = (measured.get(key, {}) for key in TABLES)
    rows = []
    for name, row in times.items():
        fair = EXUDYN[0] in row and errors[name][OURS[0]] <= errors[name][EXUDYN[0]]
        value = row[EXUDYN[0]] / row[OURS[0]] if fair else None
        rows.append(Target(f"1 s of the {name}, against exudyn that errs more", value, 1))
    return rows


def _solvers(case: Case) -> list[Callable[[], np.ndarray]]:
    ours = [lambda tolerance=tolerance: case.at_end(tolerance) for tolerance in TOLERANCES]
    if not find_spec("exudyn"):
        return ours
    from .peers.exudyn_systems import simulated

    return ours + [simulated(case.system, case.motion.start, END, step) for step in STEPS]
