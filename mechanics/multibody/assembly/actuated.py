"""What acts on the bodies of a system with controllers: their actuators read sensors before they push."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ...model import ModelError, SimulationError, unknown_name
from ..body import GROUND, Place
from ..elements.actuator import Actuator
from ..elements.sensors import Measured
from ..joints import Joint
from ..markers import GROUND_NAME
from .applied import REST, Applied, Entry, Lines
from .equations import State
from .inertias import Inertias
from .loads import Load

__all__ = ["Actuated", "check_sensors"]

MOST_STEPS = 200
CLOSE = 1e-12  # of the largest reading: where forces and the reactions they depend on agree
ReactionsUnder = Callable[[float, State, np.ndarray, np.ndarray], Mapping[str, Any]]
"""Reactions by name at (t, state, A) under given forces h (n, 6)."""


class Actuated(Applied):
    """`Applied`, with actuators among the elements.

    Parameters
    ----------
    inertias : Inertias
        Mass matrices of the bodies, and gravity.
    elements : sequence of ForceElement or Actuator
        Force elements and actuators.
    loads : sequence of Load
        Forces and moments from outside.
    index : mapping of str
        Numbers of the bodies by name; that of the ground is the last.
    reactions : callable
        (t, state, A, h) -> reactions of the joints by name under the forces h.
    """

    def __init__(
        self,
        inertias: Inertias,
        elements: Sequence[Any],
        loads: Sequence[Load],
        index: Mapping[str, int],
        reactions: ReactionsUnder,
    ):
        super().__init__(inertias, elements, loads, index)
        self.names, self._reactions = [*index], reactions
        self._index, self._in_order = index, self.elements
        self.actuators = [(element, part) for element, _, _, part in self.elements if isinstance(element, Actuator)]
        self.elements = [row for row in self.elements if not isinstance(row[0], Actuator)]
        self.lines, self.not_lines = Lines.of([]), self.elements  # a sensor of a reaction needs all forces

    @property
    def is_weight_alone(self) -> bool:
        """Never: there is an actuator."""
        return False

    def besides_weight(
        self, t: float, state: State, A: np.ndarray, elements: Sequence[Entry] | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Forces and rates as in `Applied`, those of actuators included; of all elements."""
        h, s_d = super().besides_weight(t, state, A)
        measured = self._measured(t, state, A, h)
        for actuator, part in self.actuators:
            self._add(h, actuator, measured, state.s[part])
            if actuator.states:
                s_d[part] = actuator.state_derivative(measured, state.s[part])
        return h, s_d

    def sampled(self, t: float, state: State, A: np.ndarray, due: Callable[[Actuator], bool]) -> np.ndarray:
        """Own states of all elements after a sample.

        Parameters
        ----------
        t : float
            Time, s.
        state : State
            Parts of one state.
        A : np.ndarray, shape (n, 3, 3)
            Rotation matrices, body to inertial.
        due : callable
            Whether an actuator takes a sample now.
        """
        s = state.s.copy()
        measured = self._measured(t, state, A, super().besides_weight(t, state, A)[0])
        for actuator, part in self.actuators:
            if due(actuator):
                s[part] = actuator.sampled(measured, state.s[part])
        return s

    def of_elements(self, what: str, t: float, state: State, A: np.ndarray) -> dict[str, float]:
        """Energy or power of each element and actuator by its name."""
        found = super().of_elements(what, t, state, A)
        measured = self._measured(t, state, A, super().besides_weight(t, state, A)[0])
        return found | {a.name: a.total(what, measured, state.s[part]) for a, part in self.actuators}

    def by_name(self, t: float, state: State, A: np.ndarray) -> dict[str, np.ndarray]:
        """What elements and actuators put on their bodies, by name."""
        measured = self._measured(t, state, A, super().besides_weight(t, state, A)[0])
        own = {a.name: np.array([h for _, h in a.wrenches(measured, state.s[part])]) for a, part in self.actuators}
        return super().by_name(t, state, A) | own

    def start(self, r: np.ndarray, A: np.ndarray) -> np.ndarray:
        """Own states of the elements and actuators at the start, in these positions of the bodies."""
        places = self._places(r, A)
        parts = [
            element.start(places) if isinstance(element, Actuator) else element.start(*self._ends(element, places))
            for element, *_ in self._in_order
        ]
        return np.concatenate([np.zeros(0), *parts])

    @staticmethod
    def _ends(element: Any, places: Mapping[str, Place]) -> tuple[Place, Place]:
        return places[element.P.body], places[element.Q.body]

    def _places(self, r: np.ndarray, A: np.ndarray) -> dict[str, Place]:
        return dict(zip(self.names, [*map(Place, r, A), GROUND], strict=True))

    def _add(self, h: np.ndarray, actuator: Actuator, measured: Measured, s: np.ndarray) -> None:
        for body, wrench in actuator.wrenches(measured, s):
            if body != GROUND_NAME:
                h[self._index[body]] += wrench

    def _measured(self, t: float, state: State, A: np.ndarray, h: np.ndarray) -> Measured:
        """What sensors see; with reactions, where one asks for them, that agree with the forces that depend on them."""
        velocities = dict(zip(self.names, [*state.z, REST], strict=True))
        measured = Measured(t, self._places(state.r, A), velocities, {})
        asked = {joint for actuator, _ in self.actuators for joint in actuator.joints}
        if not asked:
            return measured
        h = h + self.inertias.weights(A)
        for actuator, part in self.actuators:
            if not actuator.depends_on_reactions:
                self._add(h, actuator, measured, state.s[part])
        measured = measured._replace(reactions=self._reactions(t, state, A, h))
        if not any(actuator.depends_on_reactions for actuator, _ in self.actuators):
            return measured
        return self._consistent(t, state, A, h, measured)

    def _consistent(self, t: float, state: State, A: np.ndarray, h: np.ndarray, measured: Measured) -> Measured:
        """Reactions that agree with the forces that they make, by iteration: friction changes what presses."""
        for _ in range(MOST_STEPS):
            with_them = h.copy()
            for actuator, part in self.actuators:
                if actuator.depends_on_reactions:
                    self._add(with_them, actuator, measured, state.s[part])
            before, found = measured.reactions, self._reactions(t, state, A, with_them)
            measured = measured._replace(reactions=found)
            now, then = (np.ravel([[*r[k].force, *r[k].moment] for k in found]) for r in (found, before))
            if not np.abs(now - then).max() > CLOSE * (1.0 + np.abs(now).max()):
                return measured
        names = ", ".join(actuator.name for actuator, _ in self.actuators if actuator.depends_on_reactions)
        raise SimulationError(
            f"At t = {t:.6g} s no reactions agree with the forces that {names} compute from them: a force that depends "
            "on the reaction it causes must do so weakly (a coefficient of friction below one). Give the controller a "
            "state that follows the reaction, or a sample_time."
        )


def check_sensors(elements: Sequence[Any], joints: Sequence[Joint]) -> None:
    """Refuse sensors of joints that do not exist."""
    known = [joint.name for joint in joints]
    for element in elements:
        for joint in element.joints if isinstance(element, Actuator) else ():
            if joint not in known:
                raise ModelError(f"{element.name}: {unknown_name(joint, known, 'joint')}")
