"""A system together with the values that sliders change: one run after another, each ready to be shown."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..scene import Scene
from .frames import Frames
from .panel import Quantity

__all__ = ["Experiment", "Mechanical"]

FRAMES_PER_SECOND = 60
FEWEST, MOST = 400, 3000
SETTINGS = {"rtol": 1e-7, "atol": 1e-7}  # far below what a picture shows


class Mechanical:
    """A `LagrangianSystem` as an experiment sees it: it starts from q0 and q_d0, and has energies."""

    def __init__(self, system: Any):
        self.system = system
        coordinates = list(system.coordinates.values())
        rates = [
            Quantity(f"{v.name}_d", dotted(v.latex), f"{v.unit}/s", f"rate of the {v.description}") for v in coordinates
        ]
        self.starts = [Quantity(v.name, v.latex, v.unit, v.description, main=True) for v in coordinates] + rates
        self.defaults = dict(system.coordinates.defaults) | {rate.name: 0.0 for rate in rates}
        inputs = [Quantity(v.name, v.latex, v.unit, v.description) for v in system.inputs.values()]
        self.quantities = [*self.starts, *inputs, *ENERGIES]

    def arguments(self, start: Mapping[str, float]) -> dict[str, list[float]]:
        """The start as arguments of `simulate`, those that differ from the default."""
        names = list(self.system.coordinates)
        q0, q_d0 = [start[name] for name in names], [start[f"{name}_d"] for name in names]
        given = {"q0": q0} if q0 != [self.defaults[name] for name in names] else {}
        return given | ({"q_d0": q_d0} if any(q_d0) else {})

    def values(
        self,
        parameters: Mapping[str, float],
        start: Mapping[str, float],
        times: np.ndarray,
        u: Mapping[str, Any],
        expressions: Sequence[Any],
    ) -> np.ndarray:
        """Run it; expressions, then quantities along the times, shape (k, n)."""
        names = list(self.system.coordinates)
        model = self.system.numeric(**parameters)
        q0, q_d0 = [start[name] for name in names], [start[f"{name}_d"] for name in names]
        run = model.simulate(q0, q_d0, times, u, **SETTINGS)
        scene = model.evaluate(expressions, run.q, run.q_d, run.u, run.t)
        return np.column_stack([scene, run.q, run.q_d, *run.u.values(), run.kinetic, run.potential, run.energy])


ENERGIES = [
    Quantity("kinetic_energy", "T", "J", "kinetic energy", energy=True),
    Quantity("potential_energy", "V", "J", "potential energy", energy=True),
    Quantity("energy", "E", "J", "total energy T + V", energy=True),
]


def dotted(latex: str) -> str:
    """LaTeX of the rate of a quantity: the dot stands on the letter, not on its index."""
    base, mark, index = latex.partition("_")
    return rf"\dot{{{base}}}{mark}{index}"


class Experiment:
    """A system, the present values of everything that can be set, and the runs that follow.

    Parameters
    ----------
    subject : the system, seen as `Mechanical`
    scene : what it looks like
    t : end time, or times, of which the first and the last count, s
    start : start values by name
    u : inputs by name, numbers or functions of (t, x)
    parameters : parameter values by name
    """

    def __init__(
        self,
        subject: Any,
        scene: Scene,
        t: float | Sequence[float],
        start: Mapping[str, float],
        u: Mapping[str, Any],
        parameters: Mapping[str, float],
    ):
        self.subject, self.scene = subject, scene.compile()
        self.times, self.t = instants(t), t
        system = subject.system
        self.functions = {name: value for name, value in u.items() if callable(value)}
        numbers = {name: value for name, value in u.items() if not callable(value)}
        inputs = system.inputs.values_with(numbers)
        for name in self.functions:
            system.inputs[name]  # an unknown name is an error here
        self.settings: dict[str, float] = {
            **system.parameters.values_with(parameters),
            **subject.defaults,
            **start,
            **{name: value for name, value in inputs.items() if name not in self.functions},
        }

    def frames(self, changes: Mapping[str, float]) -> Frames:
        """The run after some settings have changed; they stay only if there is one."""
        settings = self.settings | {name: float(value) for name, value in changes.items()}
        system = self.subject.system
        parameters = {name: settings[name] for name in system.parameters}
        start = {name: settings[name] for name in self.subject.defaults}
        u = {name: settings[name] for name in system.inputs if name not in self.functions} | self.functions
        values = self.subject.values(parameters, start, self.times, u, self.scene.expressions)
        bounds = self.scene.bounds(values)
        self.settings = settings
        return Frames(values, float(self.times[0]), float(self.times[-1]), bounds, settings, self.code())

    def code(self) -> str:
        """One line that gives this run."""
        system = self.subject.system
        arguments = [repr(system.id)]
        for name, value in system.parameters.defaults.items():
            if self.settings[name] != value:
                arguments.append(f"{name}={number(self.settings[name])}")
        for name, values in self.subject.arguments(self.settings).items():
            arguments.append(f"{name}=[{', '.join(map(number, values))}]")
        if inputs := self._inputs():
            arguments.append(f"u={{{', '.join(inputs)}}}")
        if not (np.isscalar(self.t) and self.t == 10.0):
            arguments.append(f"t={number(self.t)}" if np.isscalar(self.t) else f"t=[{number(self.times[0])}, {number(self.times[-1])}]")
        return f"simulate({', '.join(arguments)})"

    def _inputs(self) -> list[str]:
        """Those that are not at their default; a function shows by its name."""
        named = [f'"{name}": {getattr(f, "__name__", "function")}' for name, f in self.functions.items()]
        defaults = self.subject.system.inputs.defaults
        numbers = [
            f'"{name}": {number(self.settings[name])}'
            for name in defaults
            if name not in self.functions and self.settings[name] != defaults[name]
        ]
        return named + numbers


def instants(t: float | Sequence[float]) -> np.ndarray:
    """Equally spaced times for the screen from a given end, or from the first to the last of some times."""
    ends = np.atleast_1d(np.asarray(t, dtype=float))
    start, end = (0.0, ends[0]) if ends.size == 1 else (ends[0], ends[-1])
    if not (np.isfinite([start, end]).all() and end > start):
        raise ValueError(f"t must be an end time after 0, or increasing times, in s; {t!r} came.")
    count = min(MOST, max(FEWEST, round(FRAMES_PER_SECOND * (end - start))))
    return np.linspace(start, end, count + 1)


def number(value: Any) -> str:
    """A number as short as it can be typed without changing it by more than a slider's step."""
    return repr(float(f"{float(value):.10g}"))
