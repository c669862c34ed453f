"""The motion of a system of rigid bodies from its start, for simulations, sliders and pictures."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ...integration import Budget
from .balance import unexplained
from .equations import attitudes
from .index_one import equations_of_motion
from .rigid_body_system import RigidBodySystem
from .simulation import check_start, simulated
from .sparsity import sparse_order

__all__ = ["RigidBodyMotion"]


class RigidBodyMotion:
    """A `RigidBodySystem` that starts in a consistent state; what `MultibodySystem.build` returns.

    Parameters
    ----------
    system : RigidBodySystem
        Bodies, joints, elements.
    start : np.ndarray
        State; `RigidBodySystem.start` finds it.
    frames : sequence of str, optional
        Names of the bodies whose places are shown; all of them unless given.
    quantities : callable, optional
        Function (motion, t (k,), x (k, size)) that returns outputs by name, each (k,).
    breaks : sequence of float, optional
        Times at which something begins or ends, s; the integrator restarts there.

    Raises
    ------
    ModelError
        For a start that violates a constraint (named), redundant constraints where they are refused (named), and joints
        that leave no freedom; for a body without inertia whose rotation no joint holds (named).
    """

    def __init__(
        self,
        system: RigidBodySystem,
        start: np.ndarray,
        frames: Sequence[str] | None = None,
        quantities: Callable[["RigidBodyMotion", np.ndarray, np.ndarray], Mapping[str, np.ndarray]] | None = None,
        breaks: Sequence[float] = (),
    ):
        self.system, self.start, self.breaks = system, np.asarray(start, dtype=float), tuple(breaks)
        self.frames = [system.index[name] for name in (frames or [body.name for body in system.bodies])]
        self._quantities = quantities
        self.dependent = check_start(system, 0.0, self.start)
        kept = np.setdiff1d(np.arange(len(system.rows)), self.dependent)
        rows = system.rows.only(kept)
        self.state_derivative = equations_of_motion(system, rows.only(sparse_order(rows)))

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the entries of a state: all r, all quaternions, all (v; ω), then the own states of elements.

        For a body ``rod``: rod_x to rod_z in the inertial basis; rod_q0 to rod_q3, scalar first; rod_v1 to rod_v3 and
        rod_w1 to rod_w3 in its own basis. For a force element ``strut`` with own states: strut_s1, ...
        """
        return self.system.states

    def places(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Poses of the bodies that are shown.

        Parameters
        ----------
        t : np.ndarray, shape (k,)
            Times, s.
        x : np.ndarray, shape (k, 13 n + own)
            States.

        Returns
        -------
        r : np.ndarray, shape (k, b, 3)
            Origins, inertial basis, m.
        A : np.ndarray, shape (k, b, 3, 3)
            Rotation matrices, body to inertial.
        """
        state = self.system.split(x)
        return state.r[..., self.frames, :], attitudes(state.q[..., self.frames, :])

    def energies(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Kinetic and potential energy along a motion.

        Parameters
        ----------
        t : np.ndarray, shape (k,)
            Times, s.
        x : np.ndarray, shape (k, 13 n + own)
            States.

        Returns
        -------
        kinetic, potential : np.ndarray, shape (k,)
            J.
        """
        return self.system.kinetic_energy(x), self.system.potential_energy(t, x)

    def energy_error(self, t: np.ndarray, x: np.ndarray, work: np.ndarray) -> np.ndarray:
        """Energy that nothing explains along a motion, J, shape (k,).

        Parameters
        ----------
        t : np.ndarray, shape (k,)
            Times, s.
        x : np.ndarray, shape (k, 13 n + own)
            States.
        work : np.ndarray, shape (k,)
            Of all forces but weight, and of drives, J; see `integrate_with_work`.
        """
        return unexplained(self.system, x, work)

    def quantities(self, t: np.ndarray, x: np.ndarray) -> Mapping[str, np.ndarray]:
        """The outputs by name, (k,) each.

        Parameters
        ----------
        t : np.ndarray, shape (k,)
            Times, s.
        x : np.ndarray, shape (k, 13 n + own)
            States.
        """
        return self._quantities(self, t, x) if self._quantities else {}

    def integrate(self, times: np.ndarray, rtol: float, atol: float, time_limit: float | None = 60.0) -> np.ndarray:
        """States at the output times, with drift control; see `simulation.simulated`.

        Parameters
        ----------
        times : np.ndarray, shape (k,)
            Output times, increasing, s.
        rtol, atol : float
            Tolerances of the integrator.
        time_limit : float or None, optional
            Computing time that the run may use, s; None for no limit.

        Returns
        -------
        np.ndarray, shape (k, 13 n + own)
            States on the constraints.

        Raises
        ------
        SimulationError
            Where the integration stops, the joints do not determine the motion, or the time is used up.
        """
        return self.integrate_with_work(times, rtol, atol, time_limit)[0]

    def integrate_with_work(
        self, times: np.ndarray, rtol: float, atol: float, time_limit: float | None = 60.0
    ) -> tuple[np.ndarray, np.ndarray]:
        """States as `integrate` returns them, and the work of all forces but weight, and of drives, J, (k,).

        Parameters
        ----------
        times, rtol, atol, time_limit
            As for `integrate`.
        """
        budget, times = Budget(time_limit, states=self.states), np.asarray(times, dtype=float)
        return simulated(self.system, self.start, times, rtol, atol, self.breaks, budget, self.dependent)

    def drift(self, t: np.ndarray, x: np.ndarray) -> float:
        """Largest residual of any constraint along a motion, m or dimensionless.

        Parameters
        ----------
        t : np.ndarray, shape (k,)
            Times, s.
        x : np.ndarray, shape (k, 13 n + own)
            States.
        """
        return float(np.abs(self.system.constraints(np.asarray(t), x).g).max(initial=0.0))
