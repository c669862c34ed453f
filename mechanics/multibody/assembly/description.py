"""What a system of rigid bodies consists of: bodies, joints, force elements and loads, its states and constraints.

The equations of motion, consistent starts and reactions are built on this description (`index_one`, `starts`,
`reactions`); `RigidBodySystem` offers all of them as its methods.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...checking import mapping
from ...model import ModelError, unknown_name
from ...rotations.arrays import matrix_quaternion
from ..body import GROUND, Place, RigidBody
from ..elements.actuator import Actuator
from ..elements.element import ForceElement
from ..joints import Driven, Joint
from ..markers import GROUND_NAME
from ..number_checks import checked_numbers
from ..state_names import states_of
from .actuated import Actuated, check_sensors
from .applied import Applied
from .equations import State, attitudes, gyration, joined, split
from .given import check_names, checked_place, checked_stabilisation, checked_velocity, of_kind
from .inertias import Inertias
from .lacking import check_determined, lent
from .loads import Load
from .redundancy import dependent_rows
from .rows import Row, Rows, Values, motion_of_bodies

__all__ = ["SystemDescription"]


class SystemDescription:
    """The parts of a system, its states and its constraints; parameters and attributes as in `RigidBodySystem`."""

    def __init__(
        self,
        bodies: Iterable[RigidBody],
        joints: Iterable[Joint] = (),
        elements: Iterable[ForceElement | Actuator] = (),
        gravity: Sequence[float] = (0.0, 0.0, -9.81),
        loads: Iterable[Load] = (),
        stabilisation: tuple[float, float] = (5.0, 5.0),
        redundant: str = "allow",
    ):
        self.bodies: tuple[RigidBody, ...] = of_kind(bodies, RigidBody, "bodies")
        self.joints: tuple[Joint, ...] = of_kind(joints, Joint, "joints")
        self.elements: tuple[Any, ...] = of_kind(elements, (ForceElement, Actuator), "elements")
        self.loads: tuple[Load, ...] = of_kind(loads, Load, "loads")
        self.stabilisation, self.redundant = checked_stabilisation(stabilisation), redundant
        self.gravity = _gravity(gravity)
        self._check_names()
        self.index = {body.name: k for k, body in enumerate(self.bodies)} | {GROUND_NAME: len(self.bodies)}
        self._check_markers()
        M = np.array([body.mass_matrix for body in self.bodies])
        self.inertias = Inertias(M, self.gravity, lent(self.bodies, self.joints))
        self.applied = self._all_that_acts()
        self.rows = Rows.of(self.joints, self.index)

    def _all_that_acts(self) -> Applied:
        if not any(isinstance(element, Actuator) for element in self.elements):
            return Applied(self.inertias, self.elements, self.loads, self.index)
        check_sensors(self.elements, self.joints)
        return Actuated(self.inertias, self.elements, self.loads, self.index, self._reactions_under)

    def _reactions_under(self, t: float, state: State, A: np.ndarray, h: np.ndarray) -> Mapping[str, Any]:
        """Reactions of the joints by name under the forces h."""
        raise NotImplementedError

    def __repr__(self) -> str:
        names = ", ".join(body.name for body in self.bodies)
        return f"{type(self).__name__} of {names}; {len(self.joints)} joints with {len(self.rows)} constraints"

    # -- checks --------------------------------------------------------------------------------------------------

    def _check_names(self) -> None:
        if not self.bodies:
            raise ModelError("A system needs at least one body; got none.")
        if self.redundant not in ("allow", "refuse"):
            raise ModelError(f"redundant must be 'allow' or 'refuse'; got {self.redundant!r}.")
        check_names([body.name for body in self.bodies], "bodies")
        check_names([joint.name for joint in self.joints], "joints")
        check_names([element.name for element in self.elements], "force elements")
        if GROUND_NAME in [body.name for body in self.bodies]:
            raise ModelError(f"{GROUND_NAME!r} is the inertial frame; give this body another name.")

    def _check_markers(self) -> None:
        for thing in (*self.joints, *self.elements):
            for marker in thing.markers:
                self._check_body(marker.body, thing.name)
        for load in self.loads:
            self._check_body(load.at.body, load.name)
            if load.at.body == GROUND_NAME:
                raise ModelError(f"The load {load.name!r} acts on the ground, which does not move; name a body.")

    def _check_body(self, name: str, whose: str) -> None:
        if name not in self.index:
            raise ModelError(f"{whose}: {unknown_name(name, self.index, 'body')}")

    # -- states --------------------------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """Number of bodies."""
        return len(self.bodies)

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the entries of a state: all r, all quaternions, all (v; ω), then the own states of elements.

        For a body ``rod``: rod_x to rod_z in the inertial basis; rod_q0 to rod_q3, scalar first; rod_v1 to rod_v3 and
        rod_w1 to rod_w3 in its own basis. For a force element ``strut`` with own states: strut_s1, ...
        """
        return states_of((body.name for body in self.bodies), self.elements)

    def state(
        self,
        places: Mapping[str, Place] | None = None,
        velocities: Mapping[str, ArrayLike] | None = None,
        own: np.ndarray | None = None,
    ) -> np.ndarray:
        """The state of given poses and velocities, whether or not the joints allow them.

        Parameters
        ----------
        places : mapping of str, optional
            Poses of bodies by name; at the origin unless given.
        velocities : mapping of str, optional
            Velocities z = (v; ω) (6,) by name, basis of the body, m/s, rad/s; zero unless given.
        own : np.ndarray, optional
            Own states of force elements; their start unless given.
        """
        places = mapping(places, "`places`", '{"bob": Place((0, 0, 0), A)}')
        velocities = mapping(velocities, "`velocities`", '{"bob": (0, 0, 0, 0, 1.0, 0)}')
        for name in (*places, *velocities):
            if name not in self.index or name == GROUND_NAME:
                raise ModelError(unknown_name(name, [body.name for body in self.bodies], "body"))
        where = [checked_place(body.name, places.get(body.name, GROUND)) for body in self.bodies]
        r, A = np.array([place.r for place in where]), np.array([place.A for place in where])
        z = np.array([checked_velocity(body.name, velocities.get(body.name, np.zeros(6))) for body in self.bodies])
        own = self.applied.start(r, A) if own is None else np.asarray(own, dtype=float)
        return joined(State(r, matrix_quaternion(A), z, own))

    def split(self, x: np.ndarray) -> State:
        """Parts r, q, z, s of one state or many.

        Parameters
        ----------
        x : np.ndarray, shape (..., 13 n + own)
            One state or many.
        """
        return split(np.asarray(x, dtype=float), self.n)

    def place(self, x: np.ndarray, name: str) -> Place:
        """Pose of a body in one state or many.

        Parameters
        ----------
        x : np.ndarray, shape (..., 13 n + own)
            One state or many.
        name : str
            Name of the body, or ``"ground"``.
        """
        self._check_body(name, "place")
        if name == GROUND_NAME:
            return GROUND
        state, k = self.split(x), self.index[name]
        return Place(state.r[..., k, :], attitudes(state.q[..., k, :]))

    def velocity(self, x: np.ndarray, name: str) -> np.ndarray:
        """Velocity z = (v; ω) of a body in its own basis, in one state or many.

        Parameters
        ----------
        x : np.ndarray, shape (..., 13 n + own)
            One state or many.
        name : str
            Name of the body, or ``"ground"``.

        Returns
        -------
        np.ndarray, shape (..., 6)
            m/s, rad/s.
        """
        self._check_body(name, "velocity")
        z = self.split(x).z
        return np.zeros(z.shape[:-2] + (6,)) if name == GROUND_NAME else z[..., self.index[name], :]

    # -- constraints ---------------------------------------------------------------------------------------------

    def constraints(self, t: float | np.ndarray, x: np.ndarray, rows: Rows | None = None) -> Values:
        """Residuals, rates, Jacobian and γ' of the constraints, in one state or many.

        Parameters
        ----------
        t : float or np.ndarray
            Time or times, s.
        x : np.ndarray, shape (..., 13 n + own)
            One state or many.
        rows : Rows, optional
            Some of the rows; all of them unless given.
        """
        r, q, z, _ = self.split(x)
        W = gyration(z)[..., :3, :3]
        return (self.rows if rows is None else rows).values(t, *motion_of_bodies(r, attitudes(q), z[..., :3], W))

    def dependent(self, t: float, x: np.ndarray) -> np.ndarray:
        """Indices of the rows that are redundant in this position.

        Parameters
        ----------
        t : float
            Time, s.
        x : np.ndarray, shape (13 n + own,)
            State.
        """
        return dependent_rows(self.constraints(t, x).G @ self.inertias.half)

    def redundant_rows(self, t: float, x: np.ndarray) -> list[Row]:
        """Rows that add nothing in this position: each with its joint and the motion that is forbidden already.

        Parameters
        ----------
        t : float
            Time, s.
        x : np.ndarray, shape (13 n + own,)
            State.
        """
        return [self.rows.names[k] for k in self.dependent(t, x)]

    def freedoms(self, t: float, x: np.ndarray) -> int:
        """Number of degrees of freedom (*Freiheitsgrade*): 6 n minus the number of independent constraints.

        Parameters
        ----------
        t : float
            Time, s.
        x : np.ndarray, shape (13 n + own,)
            State.
        """
        return 6 * self.n - len(self.rows) + len(self.dependent(t, x))

    def check_determined(self, t: float, x: np.ndarray) -> None:
        """Refuse bodies without inertia whose rotation no joint holds in this position, by name.

        Parameters
        ----------
        t : float
            Time, s.
        x : np.ndarray, shape (13 n + own,)
            State.

        Raises
        ------
        ModelError
            Naming the body.
        """
        if len(self.inertias.lifted):
            check_determined(self.bodies, self.inertias, self.constraints(t, x).G)

    @cached_property
    def is_driven(self) -> bool:
        """Whether a joint follows a function of time."""
        return any(isinstance(joint, Driven) for joint in self.joints)

    # -- energies ------------------------------------------------------------------------------------------------

    def kinetic_energy(self, x: np.ndarray) -> np.ndarray:
        """Kinetic energy ½ Σ zᵀ M z, J.

        Parameters
        ----------
        x : np.ndarray, shape (..., 13 n + own)
            One state or many.
        """
        return self.inertias.kinetic(self.split(x).z)

    def potential_energy(self, t: float | np.ndarray, x: np.ndarray) -> np.ndarray:
        """Potential energy of weight (zero at the origin) and of force elements, J.

        Parameters
        ----------
        t : float or np.ndarray
            Time or times, s.
        x : np.ndarray, shape (..., 13 n + own)
            One state or many.
        """
        state = self.split(x)
        A = attitudes(state.q)
        weight = self.inertias.potential(state.r, A)
        return weight + self.applied.total("energy", t, state, A) if self.elements else weight


def _gravity(gravity: Sequence[float]) -> np.ndarray:
    return checked_numbers("Gravity has three components in m/s^2, such as (0, 0, -9.81)", gravity, (3,))
