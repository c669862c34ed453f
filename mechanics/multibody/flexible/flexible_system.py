"""Mechanisms of rigid and flexible bodies: floating frames, joints between nodes, gravity and loads."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...checking import instances, mapping, number
from ...flexible.checking import array
from ...integration import Budget, output_times
from ...model import ModelError, unknown_name
from ...rotations.arrays import matrix_quaternion
from ..body.place import Place
from ..joints import Joint
from ..markers import GROUND_NAME
from .balance import warn_of_imbalance
from .flexible_body import FlexibleBody
from .flexible_run import FlexibleRun
from .index_one import BodyInMotion, Equations, constraints, pieces
from .integration import integrated
from .node_loads import NodeLoad
from .starts import closed, independent_rows, joined, moving_rightly

__all__ = ["FlexibleSystem"]


class FlexibleSystem:
    """Rigid and flexible bodies in floating frames, with joints between their nodes.

    Parameters
    ----------
    bodies : iterable of FlexibleBody
        At least one, with different names.
    joints : iterable of Joint, optional
        Joints of `mechanics.multibody` whose markers name a body, a node (``"rod.tip"``) or ``"ground"``.
    gravity : array_like, shape (3,), optional
        Inertial components, m/s².
    loads : iterable of NodeLoad, optional
        Forces and moments at nodes.
    stabilisation : tuple of float, optional
        Coefficients a and b of Baumgarte's terms −2 a ġ − b² g, 1/s.

    Attributes
    ----------
    states : tuple of str
        Names of the entries of a state: for a body ``rod`` its place rod_x, rod_y, rod_z, quaternion rod_q0 to rod_q3,
        velocity of R rod_vx, rod_vy, rod_vz in inertial and rod_w1 to rod_w3 in its own components, then the elastic
        coordinates rod_e1, ... and their rates rod_e1_d, ...

    Raises
    ------
    ModelError
        For names that are used twice or unknown.

    Examples
    --------
    >>> from mechanics.flexible import AssumedModes, Section, beam_shapes
    >>> from mechanics.multibody import Fixed, Marker
    >>> from mechanics.multibody.flexible import FlexibleBody, FlexibleSystem
    >>> section = Section(mu=1.2, EI_y=1.4e4, EI_z=1.4e4, r_y=0.02, r_z=0.02)
    >>> boom = FlexibleBody.beam("boom", AssumedModes(section, l=5.0, z=beam_shapes(1)), {"tip": 1.0})
    >>> clamp = Fixed(Marker("ground"), Marker("boom"))
    >>> system = FlexibleSystem([boom], [clamp], gravity=(0, 0, -9.81))
    >>> run = system.simulate(system.start(), t=2.0)
    >>> f"the tip sinks by {-run.place('boom.tip').r[:, 2].min():.2f} m"
    'the tip sinks by 2.10 m'
    """

    def __init__(
        self, bodies: Iterable[FlexibleBody], joints: Iterable[Joint] = (), *, gravity: ArrayLike = (0.0, 0.0, 0.0),
        loads: Iterable[NodeLoad] = (), stabilisation: tuple[float, float] = (5.0, 5.0),
    ):  # fmt: skip
        self.bodies = instances(bodies, FlexibleBody, "The bodies of a FlexibleSystem")
        self.joints = instances(joints, Joint, "The joints of a FlexibleSystem")
        self.loads = instances(loads, NodeLoad, "The loads of a FlexibleSystem")
        self.gravity = array("Gravity, in m/s²,", gravity, (3,))
        self._check_names()
        self.equations = Equations(self.bodies, self.joints, self.loads, self.gravity, stabilisation)
        self.states = tuple(name for body in self.bodies for name in _state_names(body))

    def start(
        self,
        places: Mapping[str, Place | tuple[ArrayLike, ArrayLike]] | None = None,
        velocities: Mapping[str, tuple[ArrayLike, ArrayLike]] | None = None,
        *,
        q: Mapping[str, ArrayLike] | None = None,
        q_d: Mapping[str, ArrayLike] | None = None,
        hold: Iterable[str] = (),
        t: float = 0.0,
    ) -> np.ndarray:
        """A state that satisfies all joints, near the given one: bodies move first, and deform only if they must.

        Parameters
        ----------
        places : mapping of str to Place, optional
            Approximate poses (r, A) of the frames R by the names of the bodies; the origin unless given.
        velocities : mapping of str to tuple, optional
            Approximate velocity of the origin of R in inertial components, m/s, and ω in those of R, rad/s.
        q, q_d : mapping of str to array_like (n_q,), optional
            Elastic coordinates and their rates; zero unless given.
        hold : iterable of str, optional
            Names of bodies that stay where they are and keep their velocity.
        t : float, optional
            Time, s.

        Returns
        -------
        np.ndarray, shape (n,)
            State.

        Raises
        ------
        ModelError
            For unknown names and wrong shapes, and where the joints cannot be closed.
        """
        tables = {"places": places, "velocities": velocities, "q": q, "q_d": q_d}
        given = {name: mapping(table, f"`{name}`", '{"boom": ...}') for name, table in tables.items()}
        hold, t = instances(hold, str, "`hold`"), number(t, "The time of the start", "s")
        names = [body.name for body in self.bodies]
        for name in [*(name for table in given.values() for name in table), *hold]:
            if name not in names:
                raise ModelError(unknown_name(name, names, "body"))
        parts = [_started(body, given) for body in self.bodies]
        parts = closed(self.equations, t, parts, hold)
        return joined(moving_rightly(self.equations, t, parts, hold))

    def simulate(
        self, start: ArrayLike, t: float | ArrayLike = 10.0, *, rtol: float = 1e-8, atol: float = 1e-10,
        method: str = "auto", time_limit: float | None = 60.0,
    ) -> FlexibleRun:  # fmt: skip
        """The motion from a consistent state.

        Parameters
        ----------
        start : array_like, shape (n,)
            State; `start` finds it.
        t : float, or array_like (k,)
            End time, or output times, s.
        rtol, atol : float, optional
            Tolerances of the integrator.
        method : str, optional
            ``"DOP853"``, explicit, which follows every vibration and keeps the energy; ``"Radau"``, implicit, for stiff
            axial modes that are damped or of no interest: it lets vibrations that it does not resolve die out.
            ``"auto"`` takes DOP853 unless the fastest mode would swing some ten thousand times.
        time_limit : float or None, optional
            Computing time, s; None for no limit.

        Returns
        -------
        FlexibleRun

        Raises
        ------
        ModelError
            For a start that violates a joint, or bad tolerances.
        SimulationError
            Where the run comes to no end, or a body leaves the range of small deformations or loses its stiffness.
        """
        times = output_times(t)  # type: ignore[arg-type]
        x0 = self._consistent(start, times[0])
        rows = independent_rows(self.equations, times[0], pieces(self.bodies, x0))
        budget = Budget(seconds=time_limit, states=(*self.states, "the work"))
        with np.errstate(all="ignore"):
            found = integrated(self.equations.only(rows), x0, times, rtol, atol, method, budget)
        run = FlexibleRun(self.equations, self.states, times, found[:, :-1], found[:, -1])
        warn_of_imbalance(run, rtol, atol)
        return run

    def _consistent(self, start: ArrayLike, t: float) -> np.ndarray:
        x = array("The start", start, (len(self.states),))
        parts = pieces(self.bodies, x)
        rows = constraints(self.equations, float(t), parts)
        rates = rows.G @ np.concatenate([part.u for part in parts]) + rows.gamma
        if np.abs(rows.g).max(initial=0.0) > 1e-6 or np.abs(rates).max(initial=0.0) > 1e-4:
            raise ModelError(
                f"The start is not consistent: a joint is open by {np.abs(rows.g).max():.3g}, or opens with "
                f"{np.abs(rates).max():.3g} per second. system.start(places, velocities) finds the nearest one that is."
            )
        return x

    def _check_names(self) -> None:
        names = [body.name for body in self.bodies]
        if not names or len(set(names)) < len(names):
            raise ModelError(f"Expected one or more bodies with different names; got {names}.")
        if len({joint.name for joint in self.joints}) < len(self.joints):
            raise ModelError(f"Expected joints with different names; got {[joint.name for joint in self.joints]}.")
        known = [GROUND_NAME, *(name for body in self.bodies for name in body.frames)]
        used = [marker.body for joint in self.joints for marker in (joint.P, joint.Q)]
        for name in [*used, *(load.at for load in self.loads)]:
            if name not in known:
                raise ModelError(unknown_name(name, known, "body or node"))
        for body in self.bodies:
            _check_mass(body)
        if self.gravity.shape != (3,) or not np.isfinite(self.gravity).all():
            raise ModelError(f"Expected gravity as three finite numbers in m/s²; got {self.gravity}.")


def _check_mass(body: FlexibleBody) -> None:
    """Refuse a body that can move without inertia; numpy would solve such a system without a warning."""
    M = body.mass_matrix(np.zeros(body.n_q))
    scale = 1 / np.sqrt(np.maximum(np.diag(M), 1e-300))
    if np.linalg.eigvalsh(scale[:, None] * M * scale)[0] < 1e-13:
        raise ModelError(
            f"The body {body.name!r} can move in some way without inertia, so its acceleration is undefined. A thin "
            "beam needs radii of gyration r_y and r_z in its Section, or it turns freely about its axis; a rigid body "
            "needs three positive moments of inertia; and modes must not move the body as a whole."
        )


def _state_names(body: FlexibleBody) -> list[str]:
    frame = "x y z q0 q1 q2 q3 vx vy vz w1 w2 w3"
    elastic = [f"e{k + 1}" for k in range(body.n_q)]
    return [f"{body.name}_{entry}" for entry in [*frame.split(), *elastic, *(f"{name}_d" for name in elastic)]]


def _started(body: FlexibleBody, given: Mapping[str, Mapping[str, Any]]) -> BodyInMotion:
    none = np.zeros(3)
    r, A = _pair("place (r, A)", body.name, given["places"].get(body.name, (none, np.eye(3))), (3, 3))
    v, w = _pair("velocity (v, ω)", body.name, given["velocities"].get(body.name, (none, none)), (3,))
    zero = np.zeros(body.n_q)
    q, q_d = (array(f"{key} of {body.name!r}", given[key].get(body.name, zero), zero.shape) for key in ("q", "q_d"))
    if not np.allclose(A.T @ A, np.eye(3), atol=1e-6) or np.linalg.det(A) < 0:
        raise ModelError(f"Expected a rotation matrix in the place of {body.name!r}, AᵀA = E and det A = 1; got {A}.")
    return BodyInMotion(Place(r, A), matrix_quaternion(A), np.concatenate([v @ A, w, q_d]), q)


def _pair(what: str, name: str, value: Any, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """A vector and a second array of the shape."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise ModelError(f"Expected a {what} of {name!r}, two entries; got {value!r:.60}.")
    return array(f"The {what} of {name!r}, first", value[0], (3,)), array(
        f"The {what} of {name!r}, second", value[1], shape
    )
