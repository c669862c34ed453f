"""How a tree moves from a given start: quaternions and angular velocities of all bodies, integrated over time.

ẋ consists of q̇ = ½ q ∘ (0, ω) and of the angular accelerations W(59). The length of a quaternion means nothing here:
its rotation matrix is that of q / |q|, so rounding may change the length but not the motion, and normalizing it at
the end costs no energy.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...cache import is_compiling
from ...integration import Budget, integrate, output_times
from ...integration.steps import Options
from ...integration.times import check_tolerances
from ...model import ModelError, SimulationError
from ...rotations.arrays import matrix_quaternion, quaternion_matrix, quaternion_rate
from ...state_space.compiled import CompiledDerivative, integrate_compiled
from ..number_checks import check_rotation, checked_numbers
from ..state_names import identifiers, state_names
from . import packing
from .base import BaseMotion, BaseState
from .dense import angular_accelerations
from .guided import GuidedBase
from .loads import Loads
from .recursion import Recursion
from .tree import Tree

__all__ = ["TreeDynamics"]

FEW = 20  # bodies


@dataclass(frozen=True, eq=False)
class TreeDynamics:
    """A tree with its start, its loads and its base, and the equations of its motion; attributes as in `TreeMotion`."""

    tree: Tree
    orientations: Any = None  # an array after construction, whatever was given; so is w
    w: Any = None
    loads: Any = None  # a `Loads` after construction
    base: BaseMotion = field(default_factory=GuidedBase)

    def __post_init__(self) -> None:
        n = self.tree.n
        A = (
            np.broadcast_to(np.eye(3), (n, 3, 3))
            if self.orientations is None
            else _rotations(self.orientations, self.tree)
        )
        wanted = f"The angular velocities need one row of three for each of {n} bodies, finite"
        w = np.zeros((n, 3)) if self.w is None else checked_numbers(wanted, self.w, (n, 3))
        loads = Loads(self.tree) if self.loads is None else self.loads
        if not isinstance(loads, Loads) or not callable(self.base):
            raise ModelError(
                "A tree moves under loads, Loads(tree, ...), on a base that is a function of time; got "
                f"{loads!r} and {self.base!r}."
            )
        for name, value in {"orientations": A, "w": w, "loads": loads}.items():
            object.__setattr__(self, name, value)

    @cached_property
    def recursion(self) -> Recursion:
        """The O(n) form of the equations."""
        return Recursion(self.tree)

    @cached_property
    def start(self) -> np.ndarray:
        """State at the start, (7n,)."""
        return np.concatenate([matrix_quaternion(self.orientations).ravel(), self.w.ravel()])

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the entries of a state: for bodies ``a``, ``b`` a_q0 to a_q3, b_q0 to b_q3, a_w1 to a_w3, ..."""
        bodies = identifiers(self.tree.bodies)
        return state_names(bodies, ("q0", "q1", "q2", "q3")) + state_names(bodies, ("w1", "w2", "w3"))

    def state_derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """Rate ẋ of one state, by the dense equations W(59).

        Parameters
        ----------
        t : float
            Time, s.
        x : np.ndarray, shape (7n,)
            State.
        """
        wanted = f"A state of this tree has {7 * self.tree.n} numbers, quaternions and angular velocities"
        if np.shape(x) != (7 * self.tree.n,):
            raise ModelError(f"{wanted}; got an array of shape {np.shape(x)}.")
        q, w = self.split(x)
        base, A = self.base(t), quaternion_matrix(q)
        if not isinstance(base, BaseState):
            raise SimulationError(f"The base of a tree must return a BaseState; at t = {t:.6g} s it gave {base!r}.")
        F, M, Y = self.loads.at(t, A, w, base)
        w_d = angular_accelerations(self.tree, A, w, F, M, Y, base)
        return np.concatenate([quaternion_rate(q, w).ravel(), w_d.ravel()])

    def integrate(self, times: np.ndarray, rtol: float, atol: float, time_limit: float | None = 60.0) -> np.ndarray:
        """States over time from the start on, by compiled code where numba is installed and knows the loads.

        A base that is guided piece by piece is integrated piece by piece, so that no jump of its acceleration is
        stepped over.

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
        np.ndarray, shape (k, 7n)
            States with quaternions of length one.
        """
        check_tolerances(rtol, atol)
        wanted = "The output times are increasing finite numbers in s"
        times = output_times(checked_numbers(wanted, times, np.shape(times) or (2,)))
        step = self._compiled_step() if self.runs_compiled else self._step
        options = Options(rtol, atol, "DOP853", budget=Budget(time_limit))
        breaks = self.base.breaks if isinstance(self.base, GuidedBase) else np.empty(0)
        inside = breaks[(breaks > times[0]) & (breaks < times[-1])]
        edges, x, rows = [times[0], *inside, times[-1]], self.start, []
        for begin, end in zip(edges, edges[1:], strict=False):
            here = times[(times >= begin) & (times < end)]
            grid = np.unique([begin, *here, end])
            states = step(x, grid, options)
            rows.append(states[np.searchsorted(grid, here)])
            x = states[-1]
        return self._normalized(np.concatenate([*rows, x[None]]))

    @property
    def is_compilable(self) -> bool:
        """Whether numba is installed, and compiled code knows the loads and the base."""
        return find_spec("numba") is not None and packing.is_compilable(self.loads, self.base)

    @property
    def runs_compiled(self) -> bool:
        """Whether compiled code integrates the motion: a small tree does not wait while another process compiles it.

        With many bodies waiting takes less time than computing with arrays.
        """
        return self.is_compilable and (self.tree.n > FEW or not is_compiling())

    def compiled(self, t: float = 0.0) -> tuple[Callable, np.ndarray]:
        """The derivative ẋ as machine code, and its constants around a time.

        Parameters
        ----------
        t : float, optional
            Time around which the base moves by these constants, s.

        Returns
        -------
        function : callable
            ``function(x, t, constants)`` returns ẋ (7n,).
        constants : np.ndarray
            Last argument of the function.

        Raises
        ------
        ModelError
            Where numba is missing, or loads or base are functions of time that compiled code does not know.
        """
        if not self.is_compilable:
            raise ModelError(
                'The compiled path needs numba, pip install "mechanics-course[fast]", a base that is a GuidedBase, '
                "and forces and motors that are numbers, not functions of time."
            )
        from . import compiled_recursion as compiled  # needs numba, which is optional and slow to import

        return compiled.state_derivative, self._constants(t)

    def rates(self, t: np.ndarray, x: np.ndarray) -> np.ndarray:
        """Angular accelerations of many states by compiled code.

        Parameters
        ----------
        t : np.ndarray, shape (k,)
            Times, s.
        x : np.ndarray, shape (k, 7n)
            States.

        Returns
        -------
        np.ndarray, shape (k, n, 3)
            Basis of each body, rad/s².
        """
        function, constants = self.compiled(float(t[0]))
        base = self._guided_base()
        pieces = np.searchsorted(base.breaks, t, side="right")
        rows = np.empty((len(t), 3 * self.tree.n))
        for k, state in enumerate(np.ascontiguousarray(x, dtype=float)):
            if k and pieces[k] != pieces[k - 1]:
                packing.guide(constants, base, self.loads.gravity, t[k])
            rows[k] = function(state, float(t[k]), constants)[4 * self.tree.n :]
        return rows.reshape(len(t), self.tree.n, 3)

    def split(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Quaternions and angular velocities of one state or many.

        Parameters
        ----------
        x : np.ndarray, shape (..., 7n)
            One state or many.

        Returns
        -------
        q : np.ndarray, shape (..., n, 4)
            Scalar first.
        w : np.ndarray, shape (..., n, 3)
            Basis of each body, rad/s.
        """
        n, x = self.tree.n, np.asarray(x, dtype=float)
        return x[..., : 4 * n].reshape(*x.shape[:-1], n, 4), x[..., 4 * n :].reshape(*x.shape[:-1], n, 3)

    def _normalized(self, x: np.ndarray) -> np.ndarray:
        """States with quaternions of length one."""
        q, w = self.split(x)
        q = q / np.linalg.norm(q, axis=-1, keepdims=True)
        return np.concatenate([q.reshape(len(x), -1), w.reshape(len(x), -1)], axis=1)

    def _guided_base(self) -> GuidedBase:
        assert isinstance(self.base, GuidedBase), "compiled code knows no other base; see `is_compilable`"
        return self.base

    def _constants(self, t: float) -> np.ndarray:
        constants = packing.packed(self.recursion, self.loads)
        packing.guide(constants, self._guided_base(), self.loads.gravity, t)
        return constants

    def _compiled_step(self) -> Callable:
        from . import compiled_recursion as compiled  # needs numba, which is optional and slow to import

        derivative = CompiledDerivative(compiled.state_derivative, compiled.entry, self._constants)
        constants, base = self._constants(0.0), self._guided_base()

        def step(x: np.ndarray, times: np.ndarray, options: Options) -> np.ndarray:
            packing.guide(constants, base, self.loads.gravity, times[0])
            return integrate_compiled(derivative, constants, x, times, options)

        return step

    def _step(self, x: np.ndarray, times: np.ndarray, options: Options) -> np.ndarray:
        def derivative(x: np.ndarray, t: float) -> Any:
            return self.state_derivative(t, x)

        # LSODA would take a chain for stiff
        return integrate(derivative, x, times, options.rtol, options.atol, "DOP853", budget=options.budget)


def _rotations(value: ArrayLike, tree: Tree) -> np.ndarray:
    """Rotation matrices of the bodies, one for all or one for each."""
    wanted = f"The orientations at the start are {tree.n} matrices of finite numbers, shape ({tree.n}, 3, 3)"
    A = checked_numbers(wanted, value, (3, 3) if np.shape(value) == (3, 3) else (tree.n, 3, 3))
    A = np.broadcast_to(A, (tree.n, 3, 3))
    for body, matrix in zip(tree.bodies, A, strict=True):
        check_rotation(f"The orientation of {body!r} at the start", matrix)
    return A
