"""Sensors: what a controller can measure of a marker's motion, of a force element, or of the reaction in a joint."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ...checking import text
from ...model import ModelError, unknown_name
from ..body import Place
from ..body.place import cross, to_basis, turned
from ..markers import GROUND_NAME, Marker
from .element import ForceElement

__all__ = ["ForceSensor", "Measured", "ReactionSensor", "Sensor"]

AXES = {"x": 0, "y": 1, "z": 2}


class Measured(NamedTuple):
    """A system at one instant, as sensors see it.

    Attributes
    ----------
    t : float
        Time, s.
    places : mapping
        Poses of the bodies by name, that of the ground included.
    velocities : mapping
        Their velocities z = (v; ω) (6,), each in the basis of its body, m/s, rad/s.
    reactions : mapping
        Force and moment (3,) of the joints by name; empty where no sensor asks for one.
    """

    t: float
    places: Mapping[str, Place]
    velocities: Mapping[str, np.ndarray]
    reactions: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Sensor:
    """Measures the motion of a marker as an observer on another marker sees it.

    ==================  ==========================================================================================
    quantity            numbers
    ==================  ==========================================================================================
    position            3, from the reference to the marker, axes of the reference, m
    velocity            3, the derivatives of these components, m/s
    orientation         9, rotation matrix from the marker to the reference, row by row
    angle               1, of the marker about z of the reference, within ±π, as in `Revolute`, rad
    angular_velocity    3, of the marker relative to the reference, axes of the reference, rad/s
    ==================  ==========================================================================================

    Parameters
    ----------
    marker : Marker
        What is measured.
    quantity : str
        One of the table.
    axis : {"x", "y", "z"}, optional
        The component that is wanted, where there are three; all of them unless given.
    reference : Marker, optional
        The observer; the inertial frame unless given.

    Raises
    ------
    ModelError
        For a quantity or an axis that does not exist.

    Examples
    --------
    >>> height = Sensor(Marker("cabin"), "position", "z")
    >>> swing = Sensor(Marker("load"), "angle", reference=Marker.along("ground", z=(0, 1, 0)))
    """

    marker: Marker
    quantity: str
    axis: str | None = None
    reference: Marker = field(default_factory=lambda: Marker(GROUND_NAME))

    def __post_init__(self) -> None:
        for marker in (self.marker, self.reference):
            if not isinstance(marker, Marker):
                raise ModelError(f"A sensor measures a marker, such as Marker('cabin'); got {marker!r}.")
        if not isinstance(self.quantity, str) or self.quantity not in _QUANTITIES:
            raise ModelError(unknown_name(self.quantity, _QUANTITIES, "quantity of a sensor"))
        _check_axis(self.axis, _QUANTITIES[self.quantity][0] == 3, self.quantity)

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The markers that it needs."""
        return self.marker, self.reference

    @property
    def size(self) -> int:
        """How many numbers it gives."""
        return 1 if self.axis else _QUANTITIES[self.quantity][0]

    def read(self, measured: Measured) -> np.ndarray:
        """The numbers at one instant, shape (size,).

        Parameters
        ----------
        measured : Measured
            The system.
        """
        of = [_moving(marker, measured) for marker in (self.reference, self.marker)]
        return _component(_QUANTITIES[self.quantity][1](*of), self.axis)


@dataclass(frozen=True, eq=False)
class ReactionSensor:
    """Measures what a joint does to its body j at the marker Q, in the axes of P, as `RigidBodySystem.reactions` gives.

    Parameters
    ----------
    joint : str
        Name of the joint.
    quantity : {"force", "moment"}
        N or N m.
    axis : {"x", "y", "z"}, optional
        The component that is wanted; all three unless given.

    Examples
    --------
    >>> normal_force = ReactionSensor("guide", "force", "x")
    """

    joint: str
    quantity: str = "force"
    axis: str | None = None

    def __post_init__(self) -> None:
        text(self.joint, "The joint of a sensor, given by its name,")
        if not isinstance(self.quantity, str) or self.quantity not in ("force", "moment"):
            raise ModelError(f"A reaction is a 'force' or a 'moment'; got {self.quantity!r}.")
        _check_axis(self.axis, True, self.quantity)

    @property
    def markers(self) -> tuple[Marker, ...]:
        """None: the joint has its own."""
        return ()

    @property
    def size(self) -> int:
        """How many numbers it gives."""
        return 1 if self.axis else 3

    def read(self, measured: Measured) -> np.ndarray:
        """The numbers at one instant, shape (size,).

        Parameters
        ----------
        measured : Measured
            The system with its reactions.
        """
        return _component(np.asarray(getattr(measured.reactions[self.joint], self.quantity)), self.axis)


@dataclass(frozen=True, eq=False)
class ForceSensor:
    """Measures the forces of another force element, tension positive: those of its laws.

    Friction by the load of a spring, a contact or a tyre needs it.

    Parameters
    ----------
    element : ForceElement
        What is measured; it belongs to the system itself, and has no own states.

    Raises
    ------
    ModelError
        For anything else.

    Examples
    --------
    >>> press = LineElement(Marker("frame"), Marker("pad"), Linear(2e4, l_0=0.1), name="press")
    >>> load = ForceSensor(press)
    """

    element: ForceElement

    def __post_init__(self) -> None:
        if not isinstance(self.element, ForceElement):
            raise ModelError(f"A ForceSensor measures a force element, such as a LineElement; got {self.element!r}.")
        if self.element.states:
            raise ModelError(
                f"A ForceSensor measures elements without own states; {self.element.name} has {self.element.states}. "
                "Measure the motion of its markers with a Sensor instead."
            )

    @property
    def markers(self) -> tuple[Marker, ...]:
        """Those of the element."""
        return self.element.markers

    @property
    def size(self) -> int:
        """How many forces the element has."""
        return len(self.element.laws)

    def read(self, measured: Measured) -> np.ndarray:
        """The forces at one instant, shape (size,), N or N m.

        Parameters
        ----------
        measured : Measured
            The system.
        """
        ends = [(measured.places[m.body], measured.velocities[m.body]) for m in (self.element.P, self.element.Q)]
        return self.element.forces(*ends[0], *ends[1], measured.t)


class _Moving(NamedTuple):
    """A marker in motion, inertial components."""

    r: np.ndarray
    A: np.ndarray
    v: np.ndarray
    w: np.ndarray


def _moving(marker: Marker, measured: Measured) -> _Moving:
    place, z = measured.places[marker.body], np.asarray(measured.velocities[marker.body])
    here = marker.place(place)
    return _Moving(here.r, here.A, turned(place.A, marker.velocity(z)), turned(place.A, z[3:]))


def _position(P: _Moving, Q: _Moving) -> np.ndarray:
    return to_basis(P.A, Q.r - P.r)


def _velocity(P: _Moving, Q: _Moving) -> np.ndarray:
    return to_basis(P.A, Q.v - P.v - cross(P.w, Q.r - P.r))


def _orientation(P: _Moving, Q: _Moving) -> np.ndarray:
    return (P.A.T @ Q.A).ravel()


def _angle(P: _Moving, Q: _Moving) -> np.ndarray:
    A = P.A.T @ Q.A
    return np.array([np.arctan2(A[1, 0] - A[0, 1], A[0, 0] + A[1, 1])])


def _angular_velocity(P: _Moving, Q: _Moving) -> np.ndarray:
    return to_basis(P.A, Q.w - P.w)


_QUANTITIES = {
    "position": (3, _position),
    "velocity": (3, _velocity),
    "orientation": (9, _orientation),
    "angle": (1, _angle),
    "angular_velocity": (3, _angular_velocity),
}


def _check_axis(axis: str | None, has_axes: bool, quantity: str) -> None:
    if axis is not None and (not isinstance(axis, str) or axis not in AXES or not has_axes):
        choice = "'x', 'y' or 'z', or None for all three" if has_axes else "None, because it has no components"
        raise ModelError(f"The axis of a sensor for the {quantity} must be {choice}; got {axis!r}.")


def _component(numbers: np.ndarray, axis: str | None) -> np.ndarray:
    return numbers if axis is None else numbers[AXES[axis]][None]
