"""A system of many bodies with numbers, and its motion over time."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sympy import Expr

from ..integration import Budget, integrate, output_times
from ..integration.errors import check_states
from ..model import ModelError, unknown_name
from ..protocol import Events, Run
from ..state_space.arguments import Arguments, Values, check_mapping
from ..state_space.interpolation import hermite
from ..state_space.numeric import InputValues, NumericModel
from .balance import balance, refined, warn_of_imbalance
from .description import Motion, MultibodyDescription

__all__ = ["MultibodyModel", "MultibodyRun"]

EVALUATIONS = 10_000_000  # of the general integrator, which has several in a step


class MultibodyModel(NumericModel[MultibodyDescription]):
    """Numeric model of a `MultibodySystem`; made by ``system.numeric(...)``.

    Attributes
    ----------
    motion : Motion
        What the system built from the parameters; bodies, joints and equations can be inspected there.
    """

    def __init__(self, system: MultibodyDescription, parameters: Mapping[str, float], motion: Motion):
        super().__init__(system, parameters)
        self.motion = motion

    @property
    def start(self) -> np.ndarray:
        """The state in which a simulation starts, shape (n,)."""
        return self.motion.start

    def state_derivative(self, t: float, x: Values) -> np.ndarray:
        """ẋ = f(t, x).

        Parameters
        ----------
        t : float
            Time, s.
        x : array_like, shape (n,)
            State.

        Returns
        -------
        ndarray, shape (n,)
        """
        return self.motion.state_derivative(t, self._checked(x))

    def simulate(
        self,
        x0: Values | None = None,
        t: float | Values = 10.0,
        u: InputValues = None,
        *,
        rtol: float | None = None,
        atol: float | None = None,
        time_limit: float | None = 60.0,
    ) -> "MultibodyRun":
        """Motion from the start, or from another state.

        Parameters
        ----------
        x0 : array_like, shape (n,), or None
            State at the start; `start` unless given.
        t : float, or array_like of shape (k,)
            End time, or output times, s.
        u : None
            Such a system has no inputs.
        rtol, atol : float or None
            Tolerances of the integrator; the system's `accuracy` unless given.
        time_limit : float or None
            Computing time that the run may use, s; None for no limit.

        Returns
        -------
        MultibodyRun

        Raises
        ------
        ModelError, SimulationError
            For bad input, or an integration that fails or runs away.
        """
        times = output_times(t)
        check_mapping(u, self.system.inputs)
        rtol = self.system.accuracy if rtol is None else rtol
        atol = self.system.accuracy if atol is None else atol
        x0 = None if x0 is None else self._checked(x0)
        knows_power = hasattr(self.motion, "power")  # then the balance needs states between the outputs
        fine, every = refined(times) if knows_power else (times, 1)
        x, work = self._integrated(x0, fine, rtol, atol, time_limit)
        error = None if work is None else self.motion.energy_error(fine, x, work)  # type: ignore[attr-defined]
        if knows_power and (found := balance(self.motion, fine, x)):
            warn_of_imbalance(self.motion, fine, x, found, rtol, atol)
            error = found.error
        return MultibodyRun(self, times, x[::every], error if error is None else error[::every])

    def _integrated(
        self, x0: np.ndarray | None, times: np.ndarray, rtol: float, atol: float, time_limit: float | None
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """States at the output times, and the work where the motion's own integrator knows it."""
        own = getattr(self.motion, "integrate_with_work", None) or getattr(self.motion, "integrate", None)
        takes = signature(own).parameters if own else ()
        if own is None or (x0 is not None and "start" not in takes):
            start = self.start if x0 is None else x0
            return integrate(self._limited(time_limit), start, times, rtol, atol), None
        options = {"time_limit": time_limit} if "time_limit" in takes else {}
        found = own(times, rtol, atol, **options) if x0 is None else own(times, rtol, atol, **options, start=x0)
        x, work = found if isinstance(found, tuple) else (found, None)
        check_states(x, times, times[-1], "")
        return x, work

    def output(self, name: str, x: Values, t: float = 0.0) -> float:
        """One of `system.outputs` in one state.

        Parameters
        ----------
        name : str
            Name of the output.
        x : array_like, shape (n,)
            State.
        t : float
            Time, s.
        """
        if name not in self.system.described:
            raise ModelError(unknown_name(name, self.system.described, "output"))
        return float(self.motion.quantities(np.array([t], dtype=float), self._checked(x)[None])[name][0])

    def evaluate(self, expressions: Sequence[Expr], t: Values, x: np.ndarray) -> np.ndarray:
        """Any expressions in the symbols of frames, outputs, parameters and time.

        Parameters
        ----------
        expressions : sequence of Expr, length m
            In sympy.
        t : array_like, shape (k,)
            Times, s.
        x : ndarray, shape (k, n)
            States.

        Returns
        -------
        ndarray, shape (k, m)
        """
        return self._along(MultibodyRun(self, np.asarray(t, dtype=float), x), expressions)

    def _along(self, run: "MultibodyRun", expressions: Sequence[Any]) -> np.ndarray:
        key = tuple(expressions)
        table = {"t": run.t} | run.quantities | self._numbers(*run.places)
        columns = [np.asarray(table[name]) for name in self.system.program(key).arguments]
        return self._call(key, Arguments(columns, run.t.shape), key)

    def _numbers(self, r: np.ndarray, A: np.ndarray) -> dict[str, np.ndarray]:
        """The twelve numbers of every frame by name, each of shape (k,)."""
        rows = np.concatenate([r, A.reshape(*A.shape[:2], 9)], axis=-1).reshape(len(r), -1)
        return {name: rows[:, k] for name, k in self.system.columns.items()}

    def _limited(self, time_limit: float | None) -> Callable[[np.ndarray, float], np.ndarray]:
        """f(x, t) that spends from a budget."""
        budget, f = Budget(time_limit, EVALUATIONS, tuple(self.system.states)), self.motion.state_derivative

        def derivative(x: np.ndarray, t: float) -> np.ndarray:
            budget.spend(t)
            return f(t, x)

        return derivative

    def _checked(self, x: Values) -> np.ndarray:
        x = np.asarray(x, dtype=float)
        if x.shape != self.start.shape or not np.isfinite(x).all():
            raise ModelError(
                f"A state of {self.system.id!r} must have {len(self.start)} finite numbers, as `model.start` has; "
                f"got {'NaN or infinity' if x.shape == self.start.shape else f'an array of the shape {x.shape}'}."
            )
        return x


class MultibodyRun(Run):
    """Motion of a `MultibodySystem`: energies and poses of frames, beside what every run has.

    Parameters
    ----------
    model : MultibodyModel
        What was simulated.
    t : ndarray, shape (k,)
        Output times, s.
    x : ndarray, shape (k, n)
        States at these times.
    energy_error : ndarray, shape (k,), or None
        Energy that nothing explains, J, where it was found on the way.
    """

    model: MultibodyModel

    def __init__(self, model: MultibodyModel, t: np.ndarray, x: np.ndarray, energy_error: np.ndarray | None = None):
        self.model, self.t, self.x, self._energy_error = model, t, x, energy_error
        self.u, self.events = {}, Events()

    @cached_property
    def _energies(self) -> tuple[np.ndarray, np.ndarray]:
        kinetic, potential = self.model.motion.energies(self.t, self.x)
        return kinetic, np.broadcast_to(potential, kinetic.shape)

    @property
    def kinetic(self) -> np.ndarray:
        """Kinetic energy, J, shape (k,)."""
        return self._energies[0]

    @property
    def potential(self) -> np.ndarray:
        """Potential energy, J, shape (k,)."""
        return self._energies[1]

    @property
    def energy(self) -> np.ndarray:
        """Total energy, J, shape (k,)."""
        return self.kinetic + self.potential

    @cached_property
    def energy_error(self) -> np.ndarray:
        """E(t) − E(0) − work from outside, J, shape (k,), where the motion knows it; see `Run.energy_error`."""
        if self._energy_error is not None:
            return self._energy_error
        found = balance(self.model.motion, self.t, self.x)
        return super().energy_error if found is None else found.error

    def evaluate(self, expressions: Sequence[Expr]) -> np.ndarray:
        """Any expressions along the run; see `MultibodyModel.evaluate`. Poses and outputs are evaluated only once.

        Parameters
        ----------
        expressions : sequence of Expr, length m
            In sympy.

        Returns
        -------
        ndarray, shape (k, m)
        """
        return self.model._along(self, expressions)

    @cached_property
    def places(self) -> tuple[np.ndarray, np.ndarray]:
        """Origins (k, b, 3) in m and rotation matrices (k, b, 3, 3) of the b frames, in their order."""
        return self.model.motion.places(self.t, self.x)

    @cached_property
    def quantities(self) -> dict[str, np.ndarray]:
        """The outputs by name, each of shape (k,)."""
        return dict(self.model.motion.quantities(self.t, self.x))

    def __getitem__(self, name: str) -> np.ndarray:
        system = self.model.system
        if name == "t":
            return self.t
        if name in system.described:
            return self.quantities[name]
        if name not in system.states:
            raise ModelError(unknown_name(name, [*system.described, *system.states], "state or output"))
        return self.x[:, list(system.states).index(name)]

    def at(self, t: ArrayLike) -> np.ndarray:
        """States between the output times; see `Run.at`."""
        rates = [self.model.motion.state_derivative(float(time), x) for time, x in zip(self.t, self.x, strict=True)]
        return hermite(self.t, self.x, np.array(rates), t)
