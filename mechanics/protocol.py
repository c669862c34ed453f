"""System → Model → Run: what every system of the course has, whatever its kind.

A `System` is a description in symbols, found by ``systems.load(id)``. With numbers for its parameters it becomes a
`Model`, by ``system.numeric(m_W=2.0)``. A model that moves is simulated and gives a `Run`; a problem is solved at once.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike

from .model import ModelError, Variables, unknown_name
from .poses import Pose
from .scene import Scene

__all__ = ["Event", "Events", "Histories", "Model", "Run", "System"]


class System(ABC):
    """What can be loaded by an id, drawn, and given numbers.

    Attributes
    ----------
    id : str
        Name under which `systems.load` finds it; empty for one that is not in the list.
    title, source : str
        For people; the source is an equation, example or task of the lecture.
    parameters : Variables
        Quantities that stay constant in a run; their values are the arguments of `numeric`.
    inputs : Variables
        Quantities u that a simulation may take as functions of time and state.
    states : Variables
        States x in their order; none for a problem.
    """

    parameters: Variables
    inputs: Variables
    states: Variables

    def __init__(
        self, title: str, source: str, scene: Callable[[Any], Scene] | None, frames: Mapping[str, Pose] | None = None
    ):
        self.id = ""
        self.title, self.source = title, source
        self._scene, self._frames = scene, dict(frames or {})

    @abstractmethod
    def numeric(self, **values: Any) -> "Model":
        """The model with numbers: the defaults of the parameters, overridden by name."""

    @property
    @abstractmethod
    def symbols(self) -> Mapping[str, Any]:
        """Every symbol of the system by its name."""

    @property
    @abstractmethod
    def outputs(self) -> Mapping[str, Any]:
        """Further quantities by name."""

    @property
    @abstractmethod
    def described(self) -> Variables:
        """Those of the outputs whose unit and meaning are known."""

    @property
    def frames(self) -> Mapping[str, Pose]:
        """Frames by name, those of the bodies first: poses in the symbols of the system."""
        return MappingProxyType(self._frames)

    def frame(self, name: str) -> Pose:
        """Pose of a frame in the inertial frame, in the symbols of the system; what a scene attaches its shapes to.

        Parameters
        ----------
        name : str
            Name of a body, or of one of the further `frames`.

        Raises
        ------
        ModelError
            For an unknown name, with the nearest ones.
        """
        if name not in self.frames:
            raise ModelError(unknown_name(name, self.frames, "frame"))
        return self.frames[name]

    def scene(self) -> Scene:
        """What the system looks like, as data.

        Raises
        ------
        ModelError
            If it was described without a scene.
        """
        if self._scene is None:
            raise ModelError(f"The system {self.id or self.title!r} has no scene.")
        return self._scene(self)


AnySystem = TypeVar("AnySystem", bound=System, covariant=True)


class Model(ABC, Generic[AnySystem]):
    """A system with values of its parameters.

    A model that moves also has `simulate`, which returns a `Run`; that of a problem has `solve`.

    Attributes
    ----------
    system : System
        What it was made from.
    parameters : dict
        Values by name, in the units of `system.parameters`.
    """

    def __init__(self, system: AnySystem, parameters: Mapping[str, Any]):
        self.system = system
        self.parameters = dict(parameters)

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value:g}" for name, value in self.parameters.items())
        return f"{type(self).__name__} of {self.system.id or self.system.title!r}: {values}"

    output: Callable[..., Any]
    """One of `system.outputs` by name, at a state given as each kind takes it."""


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
