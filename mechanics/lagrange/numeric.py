"""A mechanical system with numbers: simulation, equilibria, closed loops, machine code."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike
from sympy import Expr

from ..checking import mapping
from ..integration import output_times
from ..model import ModelError
from ..protocol import Events
from ..state_space.arguments import Values, check_vector
from ..state_space.inputs import breakpoints_of
from .analysis import LagrangianAnalysis
from .closed_statics import closed_equilibria
from .compiled_simulation import Compiled, compiled
from .doubts import warn_of_doubts
from .equilibria import Equilibrium, numeric_equilibria
from .loop_closure import closed
from .loop_simulation import simulate_closed
from .quantities import Inputs
from .run import LagrangianRun
from .smoothness import check_smooth, check_steady

__all__ = ["LagrangianModel"]


class LagrangianModel(LagrangianAnalysis):
    """Numeric model of a `LagrangianSystem`; made by ``system.numeric(...)``.

    Beside what every model has: M, C, g, f, accelerations and energies for one state or many, linearization,
    equilibria, simulation.

    Attributes
    ----------
    system : LagrangianSystem
        What it was made from.
    parameters : dict
        Values of the parameters by name.
    """

    def closed(
        self, q: Values, q_d: Values | None = None, keep: Sequence[str] = (), u: Inputs = None, t: float = 0.0
    ) -> tuple[np.ndarray, np.ndarray]:
        """The nearest position and rates that close the loops and meet the nonholonomic constraints.

        Parameters
        ----------
        q : array_like, shape (n,)
            Position from which the search starts.
        q_d : array_like, shape (n,), or None
            Rates there; zero unless given.
        keep : sequence of str
            Names of coordinates that stay as they are, with their rates.
        u : mapping of str to float, or None
            Inputs by name; the defaults unless given.
        t : float
            Time, s; it matters where a constraint contains it.

        Returns
        -------
        q, q_d : ndarray, shape (n,)

        Raises
        ------
        ModelError
            If the loops do not close near q, or no rates meet all constraints.
        """
        q = check_vector(q, "q", self.system.coordinates)
        q_d = check_vector(np.zeros(self._n) if q_d is None else q_d, "q_d", self.system.coordinates)
        return closed(self, q, q_d, keep, u, float(t))

    def accelerations(self, q: Values, q_d: Values | None = None, u: Inputs = None, t: ArrayLike = 0.0) -> np.ndarray:
        """q̈ = M⁻¹ (f − C q̇ − g), with closed loops under their forces; (5.93).

        Parameters
        ----------
        q : array_like, shape (..., n)
            Coordinates.
        q_d : array_like, shape (..., n), or None
            Rates; zero unless given.
        u : mapping of str to array_like, or None
            Inputs by name, each of shape (...); the defaults unless given.
        t : array_like, shape (...)
            Time, s.

        Returns
        -------
        ndarray, shape (..., n)

        Raises
        ------
        ModelError
            Where the mass matrix is singular, a force is not defined, or closed loops are in a dead centre.
        """
        try:
            return super().accelerations(q, q_d, u, t)
        except ModelError as error:
            if not self.system.multipliers or "depend on each other" not in str(error):
                raise
            return self._with_dependent_loops(q, q_d, u, t, error)

    def compiled(self, u: Inputs = None) -> Compiled:
        """ẋ = f(x, t) as a numba function, for loops of your own: ``function, constants = model.compiled()``.

        It may be called by other numba functions. Compiling takes about a second, once for each system.

        Parameters
        ----------
        u : mapping of str to float, or None
            Constant inputs by name; the defaults unless given.

        Returns
        -------
        function : callable
            ``function(x, t, constants)`` takes x in the order of `system.states` and returns ẋ as a tuple.
        constants : ndarray
            From the values of parameters and inputs.

        Raises
        ------
        ModelError
            Without numba (the extra `fast`), or for an input that is a function.
        """
        return compiled(self, self._input_functions(u))

    def equilibria(self, u: Inputs = None, starts: Sequence[Values] | None = None) -> list[Equilibrium]:
        """Equilibria g(q) = f(q, 0, u) for constant inputs, each verified; see `numeric_equilibria`.

        Parameters
        ----------
        u : mapping of str to float, or None
            Inputs by name; the defaults unless given.
        starts : sequence of array_like, each of shape (n,), or None
            Positions from which the search starts; a grid unless given.

        Returns
        -------
        list of Equilibrium
            Sorted by the coordinates.

        Raises
        ------
        ModelError
            For unknown inputs, starts of the wrong shape, or a system that cannot rest.
        """
        self._open("searched for equilibria")
        return closed_equilibria(self, u, starts) if self.system.loops else numeric_equilibria(self, u, starts)

    def simulate(
        self,
        q0: Values | None = None,
        q_d0: Values | None = None,
        t: float | Values = 10.0,
        u: Inputs = None,
        *,
        rtol: float = 1e-8,
        atol: float = 1e-8,
        method: str = "auto",
        events: Mapping[str, Expr | Callable[[float, np.ndarray], float]] | None = None,
        breakpoints: Sequence[float] = (),
        time_limit: float | None = 60.0,
    ) -> LagrangianRun:
        """Motion from q0, q̇0; with constraints from the nearest start that meets them.

        Parameters
        ----------
        q0, q_d0 : array_like, shape (n,), or None
            Coordinates and rates at the start; the start values of the coordinates and rest unless given.
        t : float, or array_like of shape (k,)
            End time, or output times, s.
        u : mapping, or None
            By the name of the input: numbers, expressions of t, tables ``(times, values)``, functions of t, or feedback
            laws of (t, x).
        rtol, atol : float
            Tolerances of the run.
        method : str
            See `mechanics.integration.integrate`, or ``"compiled"``.
        events : mapping, or None
            Expressions or functions of (t, x) by name; their zero crossings are found in `run.events`, also two within
            one step. A zero at the start itself does not count.
        breakpoints : sequence of float
            Times at which a function among the inputs is not smooth, s: a short pulse is stepped over otherwise. Those
            of expressions and tables are known.
        time_limit : float or None
            Computing time after which the simulation gives up, s; None for no limit.

        Returns
        -------
        LagrangianRun

        Raises
        ------
        ModelError, SimulationError
            For bad input, or an integration that fails or runs away.

        Notes
        -----
        ``method="compiled"`` runs the equations and the integrator (DOP853) as machine code. It helps where one system
        is simulated many times, as in a parameter study: 200 runs take a tenth of the time. A single short run gains
        nothing, because the first one of a system takes up to a second to compile. Inputs must be constant, events
        are not found, and numba is needed (the extra `fast`).

        Where the equations become singular on the way, as when the rope of a crane is wound up to zero length, the
        steps of DOP853 become ever shorter until it stops with a `SimulationError`. LSODA may step over such a point:
        what follows has no meaning, and a `SimulationWarning` says so. So does one where the energy balance
        `run.energy_error` is off by more than the tolerances explain.

        Closed loops whose conditions depend on each other, everywhere or in a dead centre on the way, are integrated
        by steps of DOP853 that are projected onto the loops. A mechanism passes a dead centre without a jump of its
        rates; where it stands still in one, its motion is not determined, which is a `SimulationError`.

        Examples
        --------
        The period of a pendulum for 50 lengths, from when its rate changes sign for the second time after the start:

        >>> import numpy as np
        >>> from mechanics import systems
        >>> pendulum = systems.load("mathematical_pendulum")
        >>> times = np.linspace(0, 6, 601)
        >>> lengths = np.linspace(0.5, 2.0, 50)
        >>> runs = [pendulum.numeric(l=l).simulate([0.1], t=times, method="compiled") for l in lengths]
        >>> periods = [run.t[np.flatnonzero(np.diff(np.sign(run["phi_d"])))[2]] for run in runs]
        >>> bool(np.allclose(periods, 2 * np.pi * np.sqrt(lengths / 9.81), atol=0.02))
        True
        """
        coordinates = self.system.coordinates
        q0 = check_vector(list(coordinates.defaults.values()) if q0 is None else q0, "q0", coordinates)
        q_d0 = check_vector(np.zeros(self._n) if q_d0 is None else q_d0, "q_d0", coordinates)
        times = output_times(t)
        inputs = self._input_functions(u)
        check_steady(self, inputs)
        q0, q_d0 = self._closed_start(q0, q_d0, inputs, float(times[0]))
        is_compiled = method == "compiled"
        if is_compiled and events:
            raise ModelError(f'A compiled simulation finds no events; got {list(events)}. Leave out method="compiled".')
        check_smooth(self, q0, times, inputs)
        x0 = np.concatenate([q0, q_d0])
        given = mapping(events, "`events`", '{"upright": q.phi - pi}')
        functions = {name: self._event(name, e, inputs) for name, e in given.items()}
        breaks = breakpoints_of(inputs, times, breakpoints, self._timed_equations())
        options = self._options(times, inputs, rtol, atol, "DOP853" if is_compiled else method, time_limit)

        def fast() -> tuple[np.ndarray, Events]:
            # where there are loops, the rest of the time is for dead centres
            part = time_limit / 4 if time_limit and self.system.multipliers else time_limit
            quick = self._options(times, inputs, rtol, atol, options.method, part)
            return self._integrate(x0, times, inputs, quick, functions, breaks, is_compiled)

        if self.system.multipliers:
            x, found = simulate_closed(self, inputs, x0, times, options, fast, functions, breaks)
        else:
            x, found = fast()
        run = LagrangianRun(self, times, x[:, : self._n], x[:, self._n :], inputs, self._ordered(found), breaks)
        warn_of_doubts(run, method, rtol, atol)
        return run
