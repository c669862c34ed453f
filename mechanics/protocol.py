"""System → Model → Run: what every system of the course has, whatever its kind.

A `System` is a description in symbols, found by ``systems.load(id)``. With numbers for its parameters it becomes a
`Model`, by ``system.numeric(m_W=2.0)``. A model that moves is simulated, and gives a `Run`; a problem is solved.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from .model import ModelError, Variables, unknown_name
from .poses import Pose
from .scene import Scene

__all__ = ["System"]


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
    outputs : mapping of str
        Further quantities by name.
    described : Variables
        Those of the outputs whose unit and meaning are known.
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
