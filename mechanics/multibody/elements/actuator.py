"""Actuators that a controller commands: forces from what sensors read, continuously or at sample instants."""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...checking import instances, text
from ...model import ModelError, SimulationError
from ..body import Place
from ..markers import Marker
from ..number_checks import checked_numbers
from .element import ForceElement
from .sensors import ForceSensor, Measured, ReactionSensor, Sensor

__all__ = ["Actuator"]

Controller = Callable[[float, np.ndarray, np.ndarray], ArrayLike]
"""A function of time t (s), readings y (m,) and own states s."""


class Actuator:
    """Force elements with a controller: to the forces of their laws come those that it computes from sensors.

    F_k = law_k(l, l_d, t, s) + command_k,   command = law(t, y, s)

    Positive pulls the markers of the element together, as for every law. A sensor may read the motion of any marker,
    the forces of another element, or the reaction of any joint; where the command acts on that reaction itself, both
    are solved for together.

    **Continuous**: ``rates(t, y, s)`` are the derivatives of the controller's own states. **Sampled**, with a
    `sample_time` T: at t = 0, T, 2 T, ... it reads its sensors, commands ``law(t, y, s)`` until the next sample, and
    its states become ``update(t, y, s)``. The integrator stops at every sample.

    Own states: those of the elements, those of the controller, and for a sampled one its commands. At a sample instant
    itself a run shows the values that held until then.

    Parameters
    ----------
    parts : ForceElement or sequence of them
        Where the commands act: one command for each elongation, one element after the other.
    sensors : sequence of Sensor, ForceSensor or ReactionSensor
        Their numbers, one after the other, are y.
    law : callable
        (t, y, s) -> command, one number or as many as there are elongations, N or N m. Where it jumps at a known time,
        name that time to `RigidBodySystem.simulate` as one of its ``breaks``: a push shorter than 1/500 of the run may
        lie between two steps and be missed.
    start : sequence of float, optional
        The controller's own states at the start.
    rates : callable, optional
        (t, y, s) -> derivatives of the own states; for a continuous controller with states.
    update : callable, optional
        (t, y, s) -> own states after a sample; for a sampled controller with states.
    sample_time : float, optional
        T, s; continuous unless given.
    name : str, optional
        Name of the actuator; by default made of the names of its parts.

    Raises
    ------
    ModelError
        For parts that are no force elements, functions that are missing or do not fit, a time that is not positive.

    Examples
    --------
    A motor that holds a pendulum upright; a second one that feels the wall it pushes against:

    >>> motor = TorsionElement(Marker("ground"), Marker("rod"), Force(0.0))
    >>> angle, rate = Sensor(Marker("rod"), "angle"), Sensor(Marker("rod"), "angular_velocity", "z")
    >>> drive = Actuator(motor, [angle, rate], lambda t, y, s: 40 * y[0] + 8 * y[1], name="drive")
    """

    def __init__(
        self,
        parts: ForceElement | Sequence[ForceElement],
        sensors: Sequence[Sensor | ForceSensor | ReactionSensor],
        law: Controller,
        *,
        start: Sequence[float] = (),
        rates: Controller | None = None,
        update: Controller | None = None,
        sample_time: float | None = None,
        name: str = "",
    ) -> None:
        given = (parts,) if isinstance(parts, ForceElement) else parts
        self.parts = instances(given, ForceElement, "What an actuator acts on")
        if not self.parts:
            raise ModelError(f"An actuator needs force elements on which its commands act; got {parts!r}.")
        made = "actuator of " + ", ".join(part.name for part in self.parts)
        self.name = text(made if isinstance(name, str) and not name else name, "The name of an actuator")
        self.sensors = instances(sensors, (Sensor, ForceSensor, ReactionSensor), f"The sensors of {self.name!r}")
        self.law, self.rates, self.update = law, rates, update
        self.controller_start = np.atleast_1d(self._numbers("start", start, np.shape(np.atleast_1d(start))))
        self.sample_time = sample_time
        self._check()
        ends = list(accumulate((part.states for part in self.parts), initial=0))
        self._parts_states = [slice(a, b) for a, b in zip(ends[:-1], ends[1:], strict=True)]
        self._own = slice(ends[-1], ends[-1] + len(self.controller_start))
        self.commands = sum(len(part.laws) for part in self.parts)
        held = self.commands if sample_time is not None else 0
        self._held = slice(self._own.stop, self._own.stop + held)
        self.states: int = self._held.stop

    def _check(self) -> None:
        T, has_states = self.sample_time, len(self.controller_start) > 0
        if T is not None and not (isinstance(T, int | float) and 0.0 < T < np.inf):
            raise ModelError(f"The sample time of {self.name!r} must be a positive number of seconds; got {T!r}.")
        if not callable(self.law):
            raise ModelError(f"The law of {self.name!r} must be a function of (t, y, s); got {self.law!r}.")
        wanted, other = ("update", "rates") if T is not None else ("rates", "update")
        if getattr(self, other) is not None or (has_states != callable(getattr(self, wanted))):
            kind = "sampled" if T is not None else "continuous"
            needs = f"{wanted}, a function of (t, y, s)" if has_states else "no function but its law"
            raise ModelError(
                f"The {kind} controller of {self.name!r} has {len(self.controller_start)} own states, so it needs "
                f"{needs}, and not {other}."
            )

    def __repr__(self) -> str:
        return f"Actuator({self.name!r}, {', '.join(part.name for part in self.parts)})"

    @property
    def P(self) -> Marker:
        """Marker P of its first part."""
        return self.parts[0].P

    @property
    def Q(self) -> Marker:
        """Marker Q of its first part."""
        return self.parts[0].Q

    @property
    def markers(self) -> tuple[Marker, ...]:
        """All markers that it needs."""
        return tuple(marker for thing in (*self.parts, *self.sensors) for marker in thing.markers)

    @property
    def joints(self) -> tuple[str, ...]:
        """Names of the joints whose reactions it reads."""
        return tuple(sensor.joint for sensor in self.sensors if isinstance(sensor, ReactionSensor))

    @property
    def depends_on_reactions(self) -> bool:
        """Whether a force of now depends on a reaction of now."""
        return bool(self.joints) and self.sample_time is None

    def start(self, places: Mapping[str, Place]) -> np.ndarray:
        """Own states at the start, (states,); no command before the first sample.

        Parameters
        ----------
        places : mapping
            Poses of the bodies by name.
        """
        parts = [part.start(places[part.P.body], places[part.Q.body]) for part in self.parts]
        return np.concatenate([*parts, self.controller_start, np.zeros(self._held.stop - self._held.start)])

    def readings(self, measured: Measured) -> np.ndarray:
        """Numbers of all sensors, one after the other."""
        return np.concatenate([np.zeros(0), *(sensor.read(measured) for sensor in self.sensors)])

    def command(self, measured: Measured, s: np.ndarray) -> np.ndarray:
        """What the controller commands, (commands,): now, or since the last sample.

        Parameters
        ----------
        measured : Measured
            The system.
        s : np.ndarray, shape (states,)
            Own states.
        """
        if self.sample_time is not None:
            return s[self._held]
        return self._called("law", self.law, measured, s, self.commands)

    def wrenches(self, measured: Measured, s: Any) -> list[tuple[str, np.ndarray]]:
        """Wrenches (6,) on the bodies by name, each in the basis of its body, N, N m."""
        found = []
        for part, own, F in self._each(measured, s):
            i, z_i, j, z_j = self._ends(part, measured)
            h_i, h_j = part.wrenches(i, z_i, j, z_j, measured.t, s[own])
            _, B_i, B_j = part.geometry(i, j, s[own])
            found += [(part.P.body, h_i - F @ B_i), (part.Q.body, h_j - F @ B_j)]
        return found

    def state_derivative(self, measured: Measured, s: Any) -> np.ndarray:
        """Rates of the own states, (states,); those of a sampled controller are constant between samples."""
        s_d = np.zeros(self.states)
        for part, own in zip(self.parts, self._parts_states, strict=True):
            if part.states:
                i, z_i, j, z_j = self._ends(part, measured)
                s_d[own] = part.state_derivative(i, z_i, j, z_j, measured.t, s[own])
        if self.rates is not None:
            s_d[self._own] = self._called("rates", self.rates, measured, s, len(self.controller_start))
        return s_d

    def sampled(self, measured: Measured, s: np.ndarray) -> np.ndarray:
        """Own states after a sample."""
        s = s.copy()
        command = self._called("law", self.law, measured, s, self.commands)
        if self.update is not None:
            s[self._own] = self._called("update", self.update, measured, s, len(self.controller_start))
        s[self._held] = command
        return s

    def total(self, what: str, measured: Measured, s: Any) -> float:
        """Energy or power of all parts; what the controller commands is supplied, P = −F e_d.

        Parameters
        ----------
        what : {"energy", "dissipated_power", "supplied_power"}
            Which of them.
        measured : Measured
            The system.
        s : np.ndarray, shape (states,)
            Own states.
        """
        found = 0.0
        for part, own in zip(self.parts, self._parts_states, strict=True):
            found += getattr(part, what)(*self._ends(part, measured), measured.t, s[own])
        if what == "supplied_power":
            for part, own, F in self._each(measured, s):
                place_i, z_i, place_j, z_j = self._ends(part, measured)
                _, B_i, B_j = part.geometry(place_i, place_j, s[own])
                found -= float(F @ (B_i @ z_i + B_j @ z_j))
        return found

    def _each(self, measured: Measured, s: Any) -> list[tuple[ForceElement, slice, np.ndarray]]:
        """Every part with its own states and its commands."""
        F, begin, found = self.command(measured, s), 0, []
        for part, own in zip(self.parts, self._parts_states, strict=True):
            found.append((part, own, F[begin : begin + len(part.laws)]))
            begin += len(part.laws)
        return found

    @staticmethod
    def _ends(part: ForceElement, measured: Measured) -> tuple[Place, np.ndarray, Place, np.ndarray]:
        i, j = part.P.body, part.Q.body
        return measured.places[i], measured.velocities[i], measured.places[j], measured.velocities[j]

    def _called(self, what: str, function: Controller, measured: Measured, s: np.ndarray, count: int) -> np.ndarray:
        """Numbers that a function of the controller returns."""
        y = self.readings(measured)
        try:
            value = function(measured.t, y, s[self._own])
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, ModelError):
                raise
            raise SimulationError(
                f"The {what} of the actuator {self.name!r} failed at t = {measured.t:.6g} s with y = {y.tolist()}: "
                f"{type(error).__name__}: {error}. It is a function of (t, y, s)."
            ) from error
        one = count == 1 and np.shape(value) == ()
        return np.atleast_1d(self._numbers(what, value, () if one else (count,), measured.t))

    def _numbers(self, what: str, value: ArrayLike, shape: tuple[int, ...], t: float | None = None) -> np.ndarray:
        count = shape[0] if shape else 1
        numbers = "one finite number" if count == 1 else f"{count} finite numbers"
        if t is None:
            return checked_numbers(f"The {what} of the actuator {self.name!r} must be finite numbers", value, shape)
        wanted = f"The {what} of the actuator {self.name!r} must return {numbers} at t = {t:.6g} s"
        return checked_numbers(wanted, value, shape, SimulationError)
