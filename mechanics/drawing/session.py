"""A session of the player: the present value of everything that can be set, and the runs that follow from it."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..protocol import Run
from ..scene.compiled import evaluated
from ..state_space.inputs import as_input
from .frames import Frames
from .playable import Playable

__all__ = ["Session"]

STEP, TRIES = 1e-6, 12  # of the Gauss-Newton iteration that follows a dragged handle


class Session:
    """A system, the present values of everything that can be set, and the runs that follow.

    Parameters
    ----------
    playable : Playable
        The system.
    t : float or array_like or None
        End time, or times of which the first and the last count, s; None for the usual one.
    start : mapping of float
        Start values by name.
    u : mapping
        Inputs by name: numbers, expressions of t, or functions of (t, x).
    parameters : mapping of float
        Values by name that differ from the defaults.

    Attributes
    ----------
    scene : CompiledScene
        What the system looks like.
    functions : dict of callable
        The inputs that are functions; they have no slider.
    settings : dict of float
        Present values of parameters, start values and the other inputs, by name.

    Raises
    ------
    ModelError
        For an unknown name or an unphysical value.
    """

    def __init__(
        self,
        playable: Playable,
        t: ArrayLike | None,
        start: Mapping[str, float],
        u: Mapping[str, Any],
        parameters: Mapping[str, float],
    ):
        self.playable, self.scene = playable, playable.scene.compile("player")
        self.t = t
        start, more = playable.split(start)
        u = {name: as_input(value) for name, value in u.items()}
        self.functions: dict[str, Callable] = {name: value for name, value in u.items() if callable(value)}
        numbers = {name: value for name, value in u.items() if not callable(value)}
        inputs = playable.inputs.values_with(numbers)
        for name in self.functions:
            playable.inputs[name]  # raises for an unknown name
        self.settings: dict[str, float] = {
            **playable.parameters.values_with({**parameters, **more}),
            **playable.start(start),
            **{name: value for name, value in inputs.items() if name not in self.functions},
        }

    def frames(self, changes: Mapping[str, float]) -> Frames:
        """The run after some settings have changed.

        Parameters
        ----------
        changes : mapping of float
            Values by name; they stay only if there is a run.

        Raises
        ------
        ModelError, SimulationError
            For unphysical values, or a simulation that fails.
        """
        settings = self.settings | {name: float(value) for name, value in changes.items()}
        run = self._arguments(settings)
        values = self.playable.values(*run, self.scene.expressions)
        bounds = self.scene.bounds(values)
        corners = self.scene.room(values) if self.scene.projection.vertical else []
        self.settings = settings
        self.__dict__.pop("result", None)  # that of the earlier settings
        times = run[2]
        return Frames(values, float(times[0]), float(times[-1]), bounds, settings, corners)

    @cached_property
    def result(self) -> Run | dict[str, Any]:
        """The run with the present settings, for a problem its outputs by name."""
        return self.playable.result(*self._arguments(self.settings))

    def _arguments(
        self, settings: Mapping[str, float]
    ) -> tuple[dict[str, float], dict[str, float], np.ndarray, dict[str, Any]]:
        """Parameters, start values, times and inputs, as `Playable.result` takes them."""
        playable = self.playable
        parameters = {name: settings[name] for name in playable.parameters}
        start = {name: settings[name] for name in playable.defaults}
        u = {name: settings[name] for name in playable.inputs if name not in self.functions} | self.functions
        return parameters, start, playable.instants(self.t, parameters), u

    def answer(self, request: Mapping[str, Any]) -> Frames:
        """The run for a request of the player.

        Parameters
        ----------
        request : mapping
            ``{"values": {name: value}}`` for moved sliders, ``{"drag": {"handle": 0, "x": 0.1, "y": 0.2}}`` for a
            handle dragged to a point on the page, m; in a view that was rotated also its ``"camera"``.

        Raises
        ------
        ModelError, SimulationError
            As for `frames`.
        """
        changes, drag = dict(request.get("values", {})), request.get("drag")
        if drag:
            view = drag.get("camera", self.scene.projection.rows[:2])
            target = (drag["x"], drag["y"])
            changes |= self.dragged(self.settings | changes, int(drag["handle"]), target, view)
        return self.frames(changes)

    def dragged(
        self, settings: Mapping[str, float], handle: int, target: Sequence[float], view: ArrayLike
    ) -> dict[str, float]:
        """Coordinates that bring a handle as close to a point on the page as possible (Gauss-Newton).

        Parameters
        ----------
        settings : mapping of float
            Values by name to start from.
        handle : int
            Its position among the handles of the scene.
        target : sequence of float, shape (2,)
            Point on the page, m.
        view : array_like, shape (2, 3)
            Directions to the right and upwards on the page, for a scene in space.

        Returns
        -------
        dict of float
            Values of the coordinates that the handle moves, by name.
        """
        point = self.scene.spec["handles"][handle]
        names = point["moves"]
        parameters = {name: settings[name] for name in self.playable.parameters}
        x = np.array([settings[name] for name in names])
        for _ in range(TRIES):
            # the position itself, then one row for each coordinate with that one slightly changed
            rows = np.vstack([x, x + STEP * np.eye(len(x))])
            start = {name: np.full(len(rows), settings[name]) for name in self.playable.defaults}
            start |= dict(zip(names, rows.T, strict=True))
            values = self.playable.snapshot(parameters, start, self.scene.expressions)
            places = np.column_stack([evaluated(entry, values) for entry in point["at"]])
            if not self.scene.projection.is_planar:
                places = places @ np.transpose(view)
            x = x + _step((places[1:] - places[0]).T / STEP, target - places[0])
        return dict(zip(names, x.tolist(), strict=True))


def _step(J: np.ndarray, missing: np.ndarray) -> np.ndarray:
    """Damped Gauss-Newton step; the farther the target, the shorter, so that it converges even out of reach."""
    damping = np.hypot(*missing) * np.linalg.norm(J) + 1e-9
    return np.linalg.solve(J.T @ J + damping * np.eye(J.shape[1]), J.T @ missing)


def number(value: float) -> str:
    """A number as short as it can be typed without changing it by more than a slider's step."""
    return repr(float(f"{float(value):.10g}"))
