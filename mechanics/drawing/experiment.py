"""A system together with the values that sliders change: one run after another, each ready to be shown."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..scene import Scene
from ..scene.compiled import evaluated
from ..state_space.integration import as_input
from .frames import Frames

__all__ = ["Experiment"]

STEP, TRIES = 1e-6, 12


class Experiment:
    """A system, the present values of everything that can be set, and the runs that follow.

    Parameters
    ----------
    subject : the system, seen as `Mechanical`
    scene : what it looks like
    t : end time, or times, of which the first and the last count, s; None for the usual one
    start : start values by name
    u : inputs by name, numbers, expressions of t or functions of (t, x)
    parameters : parameter values by name
    """

    def __init__(
        self,
        subject: Any,
        scene: Scene,
        t: float | Sequence[float] | None,
        start: Mapping[str, float],
        u: Mapping[str, Any],
        parameters: Mapping[str, float],
    ):
        self.subject, self.scene = subject, scene.compile("player")
        self.t = t
        start, more = subject.split(start)
        u = {name: as_input(value) for name, value in u.items()}
        self.functions = {name: value for name, value in u.items() if callable(value)}
        numbers = {name: value for name, value in u.items() if not callable(value)}
        inputs = subject.inputs.values_with(numbers)
        for name in self.functions:
            subject.inputs[name]  # an unknown name is an error here
        self.settings: dict[str, float] = {
            **subject.parameters.values_with({**parameters, **more}),
            **subject.start(start),
            **{name: value for name, value in inputs.items() if name not in self.functions},
        }

    def frames(self, changes: Mapping[str, float]) -> Frames:
        """The run after some settings have changed; they stay only if there is one."""
        settings = self.settings | {name: float(value) for name, value in changes.items()}
        subject = self.subject
        parameters = {name: settings[name] for name in subject.parameters}
        start = {name: settings[name] for name in subject.defaults}
        u = {name: settings[name] for name in subject.inputs if name not in self.functions} | self.functions
        times = subject.instants(self.t, parameters)
        values = subject.values(parameters, start, times, u, self.scene.expressions)
        bounds = self.scene.bounds(values)
        room = self.scene.room(values) if self.scene.projection.vertical else []
        self.settings = settings
        return Frames(values, float(times[0]), float(times[-1]), bounds, settings, self.code(), room)

    def answer(self, request: Mapping[str, Any]) -> Frames:
        """The run for a request of the player: changed values, and perhaps a handle dragged to a point."""
        changes, drag = dict(request.get("values", {})), request.get("drag")
        if drag:
            view = drag.get("camera", self.scene.projection.rows[:2])
            target = (drag["x"], drag["y"])
            changes |= self.dragged(self.settings | changes, int(drag["handle"]), target, view)
        return self.frames(changes)

    def dragged(
        self, settings: Mapping[str, float], handle: int, target: Sequence[float], view: Any
    ) -> dict[str, float]:
        """Coordinates that bring a handle as near to a point of the page as they can (Gauss-Newton).

        `view` holds the directions to the right and upwards on the page, for a scene in space.
        """
        point = self.scene.spec["handles"][handle]
        names = point["moves"]
        parameters = {name: settings[name] for name in self.subject.parameters}
        x = np.array([settings[name] for name in names])
        for _ in range(TRIES):
            # the position itself, then one row with each coordinate a little changed
            rows = np.vstack([x, x + STEP * np.eye(len(x))])
            start = {name: np.full(len(rows), settings[name]) for name in self.subject.defaults}
            start |= dict(zip(names, rows.T, strict=True))
            values = self.subject.snapshot(parameters, start, self.scene.expressions)
            places = np.column_stack([evaluated(entry, values) for entry in point["at"]])
            if not self.scene.projection.is_planar:
                places = places @ np.transpose(view)
            x = x + _step((places[1:] - places[0]).T / STEP, target - places[0])
        return dict(zip(names, x.tolist(), strict=True))

    def code(self) -> str:
        """One line that gives this run."""
        arguments = [self.name]
        for name, value in self.subject.parameters.defaults.items():
            if self.settings[name] != value:
                arguments.append(f"{name}={number(self.settings[name])}")
        for name, values in self.subject.arguments(self.settings).items():
            arguments.append(f"{name}=[{', '.join(map(number, values))}]")
        if inputs := self._inputs():
            arguments.append(f"u={{{', '.join(inputs)}}}")
        return f"simulate({', '.join([*arguments, *self.time])})"

    @property
    def name(self) -> str:
        """The system in a line of code."""
        return f'"{self.subject.system.id}"' if self.subject.system.id else "system"

    @property
    def time(self) -> list[str]:
        """The time in a line of code, where it was given."""
        if self.t is None:
            return []
        t = np.ravel(self.t)
        return [f"t={number(t[0])}" if t.size == 1 else f"t=[{number(t[0])}, {number(t[-1])}]"]

    def _inputs(self) -> list[str]:
        """Those that are not at their default; a function shows by its name."""
        named = [f'"{name}": {getattr(f, "__name__", "function")}' for name, f in self.functions.items()]
        defaults = self.subject.inputs.defaults
        numbers = [
            f'"{name}": {number(self.settings[name])}'
            for name in defaults
            if name not in self.functions and self.settings[name] != defaults[name]
        ]
        return named + numbers


def _step(J: np.ndarray, missing: np.ndarray) -> np.ndarray:
    """Damped Gauss-Newton step; the farther away the target, the shorter, so that it also ends out of reach."""
    damping = np.hypot(*missing) * np.linalg.norm(J) + 1e-9
    return np.linalg.solve(J.T @ J + damping * np.eye(J.shape[1]), J.T @ missing)


def number(value: Any) -> str:
    """A number as short as it can be typed without changing it by more than a slider's step."""
    return repr(float(f"{float(value):.10g}"))
