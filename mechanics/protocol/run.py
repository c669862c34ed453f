"""What every run has: a motion over time, the result of a simulation."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike

from ..model import ModelError, unknown_name
from .model import Model

__all__ = ["Event", "Events", "Histories", "Run"]


class Event(NamedTuple):
    """A zero crossing, or the transition that it triggered.

    Attributes
    ----------
    name : str
        Name of the event function or transition.
    t : float
        Time, s.
    mode, next_mode : str
        Modes before and after; both empty for a system without modes.
    before, after : ndarray, shape (n,)
        States before and after; equal where nothing is reset.
    """

    name: str
    t: float
    mode: str
    next_mode: str
    before: np.ndarray
    after: np.ndarray


class Events(list[Event]):
    """The events of a run in their order in time; ``events["impact"]`` gives the times of those of one name, s.

    Parameters
    ----------
    events : iterable of Event
        In any order.
    names : iterable of str
        All names that can occur; those of the events unless given.
    """

    def __init__(self, events: Iterable[Event] = (), names: Iterable[str] = ()):
        super().__init__(sorted(events, key=lambda event: event.t))
        self.names = tuple(dict.fromkeys([*names, *(event.name for event in self)]))

    @overload  # type: ignore[override]  # a list of its own kind, with names beside numbers
    def __getitem__(self, key: str) -> np.ndarray: ...
    @overload
    def __getitem__(self, key: int) -> Event: ...
    @overload
    def __getitem__(self, key: slice) -> list[Event]: ...
    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return super().__getitem__(key)
        if key not in self.names:
            raise ModelError(unknown_name(key, self.names, "event"))
        return np.array([event.t for event in self if event.name == key])

    def __contains__(self, item: object) -> bool:
        return item in self.names if isinstance(item, str) else super().__contains__(item)

    def keys(self) -> tuple[str, ...]:
        """All names, so that ``dict(run.events)`` gives the times by name."""
        return self.names


class Histories(Mapping[str, np.ndarray]):
    """The outputs along a run by name, each evaluated when it is first asked for."""

    def __init__(self, names: Iterable[str], history: Callable[[str], np.ndarray]):
        self._names, self._history, self._known = tuple(names), history, dict[str, np.ndarray]()

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._names:
            raise ModelError(unknown_name(name, self._names, "output"))
        if name not in self._known:
            self._known[name] = self._history(name)
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Run(ABC):
    """Motion over time, the result of a simulation.

    ``run["phi"]`` gives the history of one state, input or output.

    Attributes
    ----------
    model : Model
        What was simulated.
    t : ndarray, shape (k,)
        Output times, s.
    x : ndarray, shape (k, n)
        States at these times, in the order of `system.states`.
    u : dict of ndarray, each of shape (k,)
        Inputs along the motion, by name.
    events : Events
        Zero crossings and transitions.
    """

    model: Model[Any]
    t: np.ndarray
    x: np.ndarray
    u: dict[str, np.ndarray]
    events: Events

    def __repr__(self) -> str:
        name = self.model.system.id or self.model.system.title
        return f"{type(self).__name__} of {name!r}: {len(self.t)} times from {self.t[0]:g} to {self.t[-1]:g} s"

    @abstractmethod
    def __getitem__(self, name: str) -> np.ndarray:
        """History of one state, input or output, shape (k, ...)."""

    def __call__(self, name: str) -> np.ndarray:
        """The same as ``run[name]``."""
        return self[name]

    @cached_property
    def outputs(self) -> Mapping[str, np.ndarray]:
        """The outputs along the motion by name, each of shape (k, ...)."""
        return Histories(self.model.system.outputs, self.__getitem__)

    @property
    def energy(self) -> np.ndarray:
        """Total energy along the motion, J, shape (k,); the output ``energy`` of a system without bodies."""
        if "energy" not in self.outputs:
            raise ModelError(
                f"The energy of {self.model.system.id or self.model.system.title!r} is not known: its equations are "
                "given, not its bodies. Describe an output named 'energy'."
            )
        return self.outputs["energy"]

    @property
    def energy_error(self) -> np.ndarray:
        """E(t) − E(0) − work of everything that is not conservative, J, shape (k,).

        The work is that of forces, dampers and inputs, and what a motion that is prescribed feeds in. In a motion that
        obeys its equations the error is of the size of the tolerances; else an integrator has made it.

        Raises
        ------
        ModelError
            For a system whose equations are given, without its bodies and forces: its balance is not known.
        """
        raise ModelError(
            f"The energy balance of {self.model.system.id or self.model.system.title!r} is not known: its equations "
            "are given, not its bodies and forces. Compare the outputs of interest with those at a smaller rtol."
        )

    @abstractmethod
    def at(self, t: ArrayLike) -> np.ndarray:
        """States between the output times.

        Parameters
        ----------
        t : array_like
            One or many times within the run, s.

        Returns
        -------
        ndarray, shape (..., n)
            Cubic interpolation with the exact rates, in the order of `system.states`.

        Raises
        ------
        ModelError
            For a time outside of the run.
        """
