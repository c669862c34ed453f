"""What the player and the sketch ask of a system of any kind: how it starts, what can be set, what is plotted."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ...model import ModelError, Variables, unknown_name
from ...protocol import Run, System
from ...scene import Scene
from ..panel import Axis, Quantity

__all__ = ["FEWEST", "FRAMES_PER_SECOND", "MOST", "AnySystem", "Playable", "instants"]

FRAMES_PER_SECOND = 60
FEWEST, MOST = 400, 3000

AnySystem = TypeVar("AnySystem", bound=System)


class Playable(ABC, Generic[AnySystem]):
    """A system as the player and the sketch see it; one subclass for each kind.

    Parameters
    ----------
    system : System
        What is shown.

    Attributes
    ----------
    starts : list of Quantity
        Start values that get a slider.
    defaults : dict of float
        Their usual values by name.
    quantities : list of Quantity
        What can be plotted, in the order of the columns.
    pairs : list of tuple of str
        Names for phase plots: the first is the abscissa.
    heading : str
        Above the sliders of the parameters.
    modes : sequence of str
        Names of the modes; where there are several, the last column is the number of the mode.
    """

    starts: list[Quantity]
    defaults: dict[str, float]
    quantities: list[Quantity]
    pairs: list[tuple[str, str]]
    heading = "Parameters"
    modes: Sequence[str] = ()

    def __init__(self, system: AnySystem):
        self.system = system

    @property
    def parameters(self) -> Variables:
        """What has a value that stays during a run."""
        return self.system.parameters

    @property
    def inputs(self) -> Variables:
        """What may be a function of time and state."""
        return self.system.inputs

    @property
    def scene(self) -> Scene:
        """What the system looks like."""
        return self.system.scene()

    @property
    def outputs(self) -> list[Quantity]:
        """Single numbers among the outputs whose meaning is known."""
        outputs = self.system.outputs
        described = self.system.described.values()
        return [Quantity.of(v) for v in described if not hasattr(outputs[v.name], "shape")]

    def axis(self, parameters: Mapping[str, float]) -> Axis:
        """What the player plays along: time, unless it is a problem.

        Parameters
        ----------
        parameters : mapping of float
            Values by name.
        """
        return Axis()

    def instants(self, t: ArrayLike | None, parameters: Mapping[str, float]) -> np.ndarray:
        """The times of a run.

        Parameters
        ----------
        t : float or array_like or None
            End time, or times of which the first and the last count, s; None for that of the scene.
        parameters : mapping of float
            Values by name.
        """
        return instants(self.scene.duration if t is None else t)

    # --- how it starts ------------------------------------------------------------------------------------------

    @abstractmethod
    def groups(self) -> dict[str, list[str]]:
        """The names that each argument for the start stands for."""

    def split(self, start: Mapping[str, float]) -> tuple[dict[str, float], dict[str, float]]:
        """Start values, and those of them that are parameters.

        Parameters
        ----------
        start : mapping of float
            Start values by name, as the user gave them.
        """
        return dict(start), {}

    def start(self, given: Mapping[str, float]) -> dict[str, float]:
        """Start values by name, the defaults where none is given.

        Parameters
        ----------
        given : mapping of float
            Start values by name.

        Raises
        ------
        ModelError
            For an unknown name.
        """
        for name in given:
            if name not in self.defaults:
                raise ModelError(unknown_name(name, self.defaults, "start value"))
        return self.defaults | {name: float(value) for name, value in given.items()}

    def named_start(self, given: Mapping[str, Sequence[float] | None]) -> dict[str, float]:
        """Start values by name from the arguments of `simulate`.

        Parameters
        ----------
        given : mapping
            Values by the argument's name, such as ``{"q0": [0.1, 0.5]}``; None for one that is not given.

        Raises
        ------
        ModelError
            For an argument that such a system does not have, or another number of values.
        """
        result: dict[str, float] = {}
        groups = self.groups()
        for key, values in given.items():
            if values is None:
                continue
            if key not in groups:
                start = f"starts from {' and '.join(groups)}" if groups else "takes no start values but parameters"
                raise ModelError(f"{self.system.id or self.system.title!r} {start}; got {key}.")
            if np.shape(values) != (len(groups[key]),):
                raise ModelError(f"{key} must have an entry for each of {', '.join(groups[key])}; got {values!r}.")
            result |= {name: float(value) for name, value in zip(groups[key], values, strict=True)}
        return result

    # --- its numbers --------------------------------------------------------------------------------------------

    @abstractmethod
    def snapshot(
        self, parameters: Mapping[str, float], start: Mapping[str, Any], expressions: Sequence[Any]
    ) -> np.ndarray:
        """Expressions of the scene at the start, shape (..., number of expressions).

        Parameters
        ----------
        parameters : mapping of float
            Values by name.
        start : mapping of float or ndarray
            Start values by name, one or several each.
        expressions : sequence of sympy Expr
            In the symbols of the system.
        """

    @abstractmethod
    def result(
        self, parameters: Mapping[str, float], start: Mapping[str, float], times: np.ndarray, u: Mapping[str, Any]
    ) -> Run | dict[str, Any]:
        """The run of a system that moves, the outputs of a problem by name.

        Parameters
        ----------
        parameters, start : mapping of float
            Values by name.
        times : ndarray, shape (k,)
            From `instants`.
        u : mapping
            Inputs by name: numbers, or functions of (t, x).

        Raises
        ------
        ModelError, SimulationError
            For unphysical values, a problem without a solution, or an integration that fails.
        """

    @abstractmethod
    def values(
        self,
        parameters: Mapping[str, float],
        start: Mapping[str, float],
        times: np.ndarray,
        u: Mapping[str, Any],
        expressions: Sequence[Any],
    ) -> np.ndarray:
        """Run it; expressions, then `quantities` and perhaps the number of the mode, shape (k, n).

        Parameters
        ----------
        parameters, start, times, u
            As for `result`.
        expressions : sequence of sympy Expr
            Of the scene, in the symbols of the system.
        """


def instants(t: ArrayLike) -> np.ndarray:
    """Equally spaced times for the screen.

    Parameters
    ----------
    t : float or array_like
        End time, or times of which the first and the last count, s.

    Raises
    ------
    ModelError
        Unless they increase.
    """
    ends = np.atleast_1d(np.asarray(t, dtype=float))
    start, end = (0.0, ends[0]) if ends.size == 1 else (ends[0], ends[-1])
    if not (np.isfinite([start, end]).all() and end > start):
        raise ModelError(f"t must be an end time after 0, or increasing times, in s; got {t!r}.")
    count = min(MOST, max(FEWEST, round(FRAMES_PER_SECOND * (end - start))))
    return np.linspace(start, end, count + 1)
