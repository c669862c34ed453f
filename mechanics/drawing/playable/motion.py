"""What the systems that move have in common: the player shows a run."""

import warnings
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from ...model import SimulationError, SimulationWarning
from ...protocol import Run
from ..panel import Quantity
from .base import AnySystem, Playable

__all__ = ["ENERGIES", "PlayableMotion"]

ENERGIES = [
    Quantity("kinetic_energy", "T", "J", "kinetic energy", energy=True),
    Quantity("potential_energy", "V", "J", "potential energy", energy=True),
    Quantity("energy", "E", "J", "total energy T + V", energy=True),
]
_ENERGIES_OF_RUN = {"kinetic_energy": "kinetic", "potential_energy": "potential", "energy": "energy"}

AnyRun = TypeVar("AnyRun", bound=Run)


class PlayableMotion(Playable[AnySystem], Generic[AnySystem, AnyRun]):
    """A system that moves as the player sees it: its numbers come from a run.

    Attributes
    ----------
    accuracy : float
        Relative and absolute tolerance of a run, far below what a picture shows.
    """

    accuracy = 1e-7

    @abstractmethod
    def result(
        self, parameters: Mapping[str, float], start: Mapping[str, float], times: np.ndarray, u: Mapping[str, Any]
    ) -> AnyRun:
        """The run; see `Playable.result`."""

    @abstractmethod
    def signals(self, run: AnyRun, expressions: Sequence[Any]) -> np.ndarray:
        """Expressions of the scene along a run, shape (k, number of expressions).

        Parameters
        ----------
        run : Run
            From `result`.
        expressions : sequence of sympy Expr
            In the symbols of the system.
        """

    def values(
        self,
        parameters: Mapping[str, float],
        start: Mapping[str, float],
        times: np.ndarray,
        u: Mapping[str, Any],
        expressions: Sequence[Any],
    ) -> np.ndarray:
        """Simulate; see `Playable.values`. A motion that is in doubt is not shown: its sentence is."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", SimulationWarning)
                run = self.result(parameters, start, times, u)
        except SimulationWarning as doubt:
            raise SimulationError(str(doubt)) from None
        return np.column_stack([self.signals(run, expressions), *self.histories(run)])

    def histories(self, run: AnyRun) -> list[np.ndarray]:
        """The quantities along a run, each of shape (k,).

        Parameters
        ----------
        run : Run
            From `result`.
        """
        return [_history(run, quantity) for quantity in self.quantities]


def _history(run: Run, quantity: Quantity) -> np.ndarray:
    """A quantity along a run; kinetic and potential energy are attributes there."""
    return np.asarray(getattr(run, _ENERGIES_OF_RUN[quantity.name]) if quantity.energy else run[quantity.name])
