"""What pictures ask of a system of any kind: how it starts, what can be set, what the player plays along."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..model import ModelError, Variables, unknown_name
from .panel import Axis, Quantity

__all__ = ["Subject", "instants"]

FRAMES_PER_SECOND = 60
FEWEST, MOST = 400, 3000


class Subject:
    """What the kinds of systems have in common."""

    system: Any
    starts: list[Quantity]
    defaults: dict[str, float]
    heading = "Parameters"
    # where there are several, the last column of the values is the number of the mode
    modes: Sequence[str] = ()

    @property
    def parameters(self) -> Variables:
        """What has a value that stays during a run."""
        return self.system.parameters

    @property
    def inputs(self) -> Variables:
        """What may be a function of time and state."""
        return self.system.inputs

    def axis(self, parameters: Mapping[str, float]) -> Axis:
        """What the player plays along."""
        return Axis()

    def instants(self, t: Any, parameters: Mapping[str, float]) -> np.ndarray:
        """The times of a run, `t` as the user gave it."""
        return instants(self._usual_end if t is None else t)

    @cached_property
    def scene(self) -> Any:
        """What the system looks like; putting it together takes a third of the time of a picture."""
        return self.system.scene()

    @property
    def _usual_end(self) -> float:
        return self.scene.duration

    def split(self, start: Mapping[str, float]) -> tuple[dict[str, float], dict[str, float]]:
        """Start values, and those of them that are parameters."""
        return dict(start), {}

    def start(self, given: Mapping[str, float]) -> dict[str, float]:
        """Start values by name, the defaults where none is given; an unknown name is an error."""
        for name in given:
            if name not in self.defaults:
                raise ModelError(unknown_name(name, self.defaults, "start value"))
        return self.defaults | {name: float(value) for name, value in given.items()}

    def groups(self) -> dict[str, list[str]]:
        """The names that each argument for the start stands for."""
        raise NotImplementedError

    def named_start(self, given: Mapping[str, Sequence[float] | None]) -> dict[str, float]:
        """Start values by name from the arguments of `simulate`."""
        result: dict[str, float] = {}
        groups = self.groups()
        for key, values in given.items():
            if values is None:
                continue
            if key not in groups:
                raise ModelError(f"{self.system!r} starts from {' and '.join(groups)}, not from {key}.")
            if np.shape(values) != (len(groups[key]),):
                raise ModelError(f"{key} must have an entry for each of {', '.join(groups[key])}; got {values!r}.")
            result |= {name: float(value) for name, value in zip(groups[key], values, strict=True)}
        return result

    def arguments(self, start: Mapping[str, float]) -> dict[str, list[float]]:
        """The start as arguments of `simulate`, those that differ from the default."""
        return {
            key: [start[name] for name in names]
            for key, names in self.groups().items()
            if any(start[name] != self.defaults[name] for name in names)
        }

    def _outputs(self) -> list[Quantity]:
        """Single numbers among the outputs whose meaning is known."""
        outputs = self.system.outputs
        return [
            Quantity(v.name, v.latex, v.unit, v.description)
            for v in self.system.described.values()
            if not hasattr(outputs[v.name], "shape")
        ]

    def _inputs(self) -> list[Quantity]:
        return [Quantity(v.name, v.latex, v.unit, v.description) for v in self.inputs.values()]


def instants(t: Any) -> np.ndarray:
    """Equally spaced times for the screen from a given end, or from the first to the last of some times."""
    ends = np.atleast_1d(np.asarray(t, dtype=float))
    start, end = (0.0, ends[0]) if ends.size == 1 else (ends[0], ends[-1])
    if not (np.isfinite([start, end]).all() and end > start):
        raise ModelError(f"t must be an end time after 0, or increasing times, in s; got {t!r}.")
    count = min(MOST, max(FEWEST, round(FRAMES_PER_SECOND * (end - start))))
    return np.linspace(start, end, count + 1)
