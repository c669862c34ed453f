"""What every system has."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any

from ..model import ModelError, Variables, unknown_name
from ..poses import Pose
from ..scene import Scene
from .model import Model
from .pictures import check_scene

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
        self._drawn: Scene | None = None
        for name, pose in self._frames.items():
            if not isinstance(pose, Pose):
                raise ModelError(f"The frame {name} must be a Pose such as translation(x, y); got {pose!r}.")

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
    def start_names(self) -> tuple[str, ...]:
        """Names of what a simulation starts from, which handles of a scene may move: the states."""
        return tuple(self.states)

    @property
    def _frame_symbols(self) -> Collection[str]:
        """Names that poses of frames use beside `symbols`."""
        return ()

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
        """What the system looks like, as data; the same object each time.

        Raises
        ------
        ModelError
            If it was described without a scene, or the scene uses names or symbols that do not exist.
        """
        if self._drawn is not None:  # it takes a third of the time of a picture
            return self._drawn
        if self._scene is None:
            raise ModelError(f"The system {self.id or self.title!r} has no scene.")
        scene = self._scene(self)
        symbols, coordinates = [*self.symbols, *self._frame_symbols], getattr(self, "coordinates", {})
        sliders = [*getattr(self.parameters, "scalars", self.parameters), *self.inputs, *self.start_names, "t"]
        check_scene(scene, symbols, self.start_names, sliders, {name: v.symbol for name, v in coordinates.items()})
        self._drawn = scene
        return scene
