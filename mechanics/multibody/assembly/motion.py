"""The motion of a system of rigid bodies from its start, for simulations, sliders and pictures."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ...integration import Budget
from ...model import ModelError
from ..state_names import identifiers, state_names
from .drift import integrated
from .equations import attitudes
from .index_one import equations_of_motion
from .rigid_body_system import RigidBodySystem
from .sparsity import sparse_order
from .starts import check_consistent

__all__ = ["RigidBodyMotion"]

ENTRIES = (("x", "y", "z"), ("q0", "q1", "q2", "q3"), ("v1", "v2", "v3", "w1", "w2", "w3"))
"""What each body contributes to the three parts r, q and z of a state."""


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
        check_consistent(system, 0.0, self.start)
        self.dependent = system.dependent(0.0, self.start)
        self._check_redundant()
        kept = np.setdiff1d(np.arange(len(system.rows)), self.dependent)
        if len(kept) == 6 * system.n and not system.is_driven:
            names = ", ".join(joint.name for joint in system.joints)
            raise ModelError(
                f"No degree of freedom is left: the joints ({names}) hold all {6 * system.n} of the bodies. Remove a "
                "joint, replace one by a joint that allows more, or drive one as a function of time."
            )
        system.check_determined(0.0, self.start)
        rows = system.rows.only(kept)
        self.state_derivative = equations_of_motion(system, rows.only(sparse_order(rows)))

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the entries of a state: all r, all quaternions, all (v; ω), then the own states of elements.

        For a body ``rod``: rod_x to rod_z in the inertial basis; rod_q0 to rod_q3, scalar first; rod_v1 to rod_v3 and
        rod_w1 to rod_w3 in its own basis. For a force element ``strut`` with own states: strut_s1, ...
        """
        bodies = identifiers(body.name for body in self.system.bodies)
        elements = identifiers((element.name for element in self.system.elements), "element")
        own = (
            f"{name}_s{k + 1}"
            for name, element in zip(elements, self.system.elements, strict=True)
            for k in range(element.states)
        )
        return sum((state_names(bodies, entries) for entries in ENTRIES), ()) + tuple(own)

    def _check_redundant(self) -> None:
        if len(self.dependent) and self.system.redundant == "refuse":
            rows = [self.system.rows.names[k] for k in self.dependent]
            said = "; ".join(f"{row.joint} ({row.forbids})" for row in rows)
            raise ModelError(
                f"{len(rows)} constraints are redundant, because other joints forbid the same: {said}. Use joints that "
                "allow more motion there (a spherical or a cylindrical one), or redundant='allow'."
            )

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
        """States at the output times, with drift control; see `drift.integrated`.

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
        budget, times = Budget(time_limit, states=self.states), np.asarray(times, dtype=float)
        return integrated(self.system, self.start, times, rtol, atol, self.breaks, budget, self.dependent)

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
