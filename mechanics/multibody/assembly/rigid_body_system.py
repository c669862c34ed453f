"""Systems of rigid bodies with joints and force elements, in maximal coordinates.

Every body keeps its six velocities z = (v; ω), every joint adds its constraints with their multipliers λ:

    [[M, -Gᵀ], [G, 0]] [ż; λ] = [h - Q; -γ' - 2 a ġ - b² g]
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...integration import Budget, output_times
from ...integration.times import check_tolerances
from ...model import ModelError
from ..body import Place
from ..number_checks import checked_numbers
from .description import SystemDescription
from .equations import State, attitudes, joined, rates
from .given import checked_start
from .index_one import Accelerations, solve
from .reactions import Reaction, reactions, reactions_under
from .run import RigidBodyRun
from .simulation import check_start, simulated
from .starts import Hold, consistent

__all__ = ["Accelerations", "RigidBodySystem"]


class RigidBodySystem(SystemDescription):
    """Rigid bodies, joints between them, force elements and loads.

    Parameters
    ----------
    bodies : iterable of RigidBody
        At least one, with different names.
    joints : iterable of Joint, optional
        Joints between markers of these bodies and ``"ground"``.
    elements : iterable of ForceElement or Actuator, optional
        Force elements between such markers, and actuators with their controllers.
    gravity : sequence of float, shape (3,), optional
        Acceleration of free fall, inertial basis, m/s².
    loads : iterable of Load, optional
        Forces and moments from outside.
    stabilisation : tuple of float, optional
        Coefficients a and b of Baumgarte's terms -2 a ġ - b² g, which pull a state back to its constraints, 1/s.
    redundant : {"allow", "refuse"}, optional
        Whether constraints may be redundant; the λ of smallest norm are taken then.

    Attributes
    ----------
    rows : Rows
        Constraints of all joints as arrays.
    inertias : Inertias
        Mass matrices and gravity.
    applied : Applied
        Weight, force elements and loads.

    Raises
    ------
    ModelError
        For names that are used twice or unknown.

    Examples
    --------
    >>> pendulum = RigidBodySystem([bob], [Revolute(Marker("ground"), Marker("bob"), "hinge")])
    >>> x = pendulum.start({"bob": Place((0, 0, 0), A)})
    >>> pendulum.accelerations(0.0, x).z_d
    """

    def start(
        self,
        places: Mapping[str, Place],
        velocities: Mapping[str, ArrayLike] | None = None,
        *,
        hold: Hold = (),
        speeds: Mapping[str, ArrayLike] | None = None,
        t: float = 0.0,
    ) -> np.ndarray:
        """A state that satisfies all constraints, near the given one.

        Parameters
        ----------
        places : mapping of str
            Approximate poses of the bodies by name; the origin unless given.
        velocities : mapping of str, optional
            Approximate z = (v; ω) (6,) by name, basis of the body, m/s, rad/s; rest unless given.
        hold : iterable or mapping of str, optional
            Bodies, coordinates and joints that keep their values, as in `starts.consistent`.
        speeds : mapping of str, optional
            Relative speeds of joints by name, rad/s, m/s.
        t : float, optional
            Time, s.

        Returns
        -------
        np.ndarray, shape (13 n + own,)
            State.

        Raises
        ------
        ModelError
            Where no such state is found; the message names the constraint that stays open, and by how much.
        """
        return consistent(self, self.state(places, velocities), hold, speeds, t)

    def simulate(
        self,
        x0: ArrayLike | None = None,
        t: float | Sequence[float] | np.ndarray = 10.0,
        *,
        places: Mapping[str, Place] | None = None,
        velocities: Mapping[str, ArrayLike] | None = None,
        hold: Hold = (),
        speeds: Mapping[str, ArrayLike] | None = None,
        rtol: float = 1e-8,
        atol: float = 1e-8,
        breaks: Sequence[float] = (),
        time_limit: float | None = 60.0,
    ) -> RigidBodyRun:
        """Motion from a start: a consistent state, or places and velocities of which `start` makes one.

        Parameters
        ----------
        x0 : array_like, shape (13 n + own,), optional
            Consistent state; unless given, the one that `start` finds from the next four.
        t : float, or array_like of shape (k,)
            End time, or output times, s.
        places, velocities, hold, speeds : optional
            As in `start`.
        rtol, atol : float, optional
            Tolerances of the integrator.
        breaks : sequence of float, optional
            Times at which a load or a drive begins or ends, s; the integrator restarts there.
        time_limit : float or None, optional
            Computing time that the run may take, s; None for no limit.

        Returns
        -------
        RigidBodyRun
            t, x, energies, places, reactions.

        Raises
        ------
        ModelError, SimulationError
            For bad input, a start that is not consistent, or an integration that fails or takes too long.

        Examples
        --------
        >>> run = pendulum.simulate(places={"bob": Place((0, 0, 0), A)}, t=5.0)
        >>> run.places["bob"].r, run.reactions["hinge"].force, abs(run.energy_error).max()
        """
        times = output_times(t)
        check_tolerances(rtol, atol)
        budget = Budget(time_limit, states=self.states)
        if x0 is None:
            x0 = self.start(places or {}, velocities, hold=hold, speeds=speeds, t=float(times[0]))
        elif places or velocities or hold or speeds:
            raise ModelError("A simulation starts from a state x0, or from places and velocities; got both.")
        x = checked_start(x0, self.states, self.n)
        check_start(self, float(times[0]), x)
        states, work = simulated(self, x, times, rtol, atol, _checked_breaks(breaks), budget)
        return RigidBodyRun(self, times, states, self.state_derivative, work)

    def state_derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """ẋ of one state, with redundant constraints.

        Parameters
        ----------
        t : float
            Time, s.
        x : np.ndarray, shape (13 n + own,)
            State.
        """
        state, now = self.split(x), self.accelerations(t, x)
        return joined(State(*rates(attitudes(state.q), state.q, state.z), now.z_d, now.s_d))

    def accelerations(self, t: float, x: np.ndarray) -> Accelerations:
        """Accelerations ż and multipliers λ of one state, by the index-1 equations with stabilisation.

        Parameters
        ----------
        t : float
            Time, s.
        x : np.ndarray, shape (13 n + own,)
            State.

        Returns
        -------
        Accelerations
            With the λ of smallest norm where constraints are redundant.
        """
        return solve(self, t, np.asarray(x, dtype=float))

    def reactions(self, t: float | np.ndarray, x: np.ndarray) -> dict[str, Reaction]:
        """Force and moment of each joint on body j at Q, by the joint's name; of one state or many.

        Parameters
        ----------
        t : float or np.ndarray
            Time or times, s.
        x : np.ndarray, shape (13 n + own,)
            State; or many, shape (k, 13 n + own).

        Returns
        -------
        dict
            A `Reaction`, force and moment (3,) or (k, 3) in the axes of P, N, N m, by the name of the joint.
        """
        x = np.asarray(x, dtype=float)
        if x.ndim == 2:
            return reactions(self, np.broadcast_to(t, len(x)), x)
        once = reactions(self, np.array([t], dtype=float), x[None])
        return {name: Reaction(*(part[0] for part in reaction)) for name, reaction in once.items()}

    def _reactions_under(self, t: float, state: State, A: np.ndarray, h: np.ndarray) -> dict[str, Reaction]:
        """Reactions of the joints by name under the forces h (n, 6), weight included."""
        return reactions_under(self, t, state, A, h)


def _checked_breaks(breaks: Sequence[float]) -> tuple[float, ...]:
    wanted, shape = "The breaks of a simulation are a list of times in s, finite numbers", np.shape(breaks)
    found = checked_numbers(wanted, breaks, shape if len(shape) == 1 else (0,))
    return tuple(found.tolist())
