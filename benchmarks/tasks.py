"""The tasks that are compared. Each gives {route: seconds} for one case, and checks that all routes agree."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from sympy.core.cache import clear_cache

from mechanics.bridge import entries
from mechanics.lagrange.derivation import angular_jacobian

from .agreement import agree
from .cases import Case
from .peers import sympy_methods as sm
from .timing import Run, race

__all__ = ["accelerations", "derivation", "end_to_end", "many_states", "missing", "simulation"]

Seconds = dict[str, float]
TIMES = np.linspace(0.0, 10.0, 1001)
TOLERANCE = {"rtol": 1e-8, "atol": 1e-8}
MANY = 10_000
LONG = 5  # coordinates above which LagrangesMethod and its numeric functions take minutes
PEERS = ("casadi", "pydy", "Cython", "pinocchio", "mujoco", "exudyn", "numba")

OURS = "mechanics"
COMPILED = "mechanics, numba"
LAMBDIFY = "sympy lambdify + numpy solve"
CSE = "sympy lambdify(cse=True) + numpy solve"
SOLVE_IVP = f"solve_ivp DOP853 + {LAMBDIFY}"


def missing() -> list[str]:
    """Peers that are not installed and are left out."""
    return [name for name in PEERS if find_spec(name) is None]


def derivation(case: Case) -> Seconds:
    """From the description to M and the right-hand side, symbolically, nothing remembered from before."""
    routes = {
        OURS: Run(lambda system: (system.terms.M, system.terms.residual), _fresh(case.build)),
        "sympy Jacobians + Christoffel": Run(sm.by_jacobians, _fresh(case.describe)),
        "sympy KanesMethod": Run(sm.by_kane, _fresh(lambda: sm.kane(case.describe()))),
        "sympy LagrangesMethod": Run(lambda d: sm.by_lagrange(*d), _fresh(lambda: _with_lagrangian(case))),
    }
    if find_spec("casadi"):
        from .peers import casadi_sx

        routes["casadi SX"] = Run(casadi_sx.derive, lambda: casadi_sx.written(case.describe()))
    return race(routes)


def _fresh(make: Callable[[], Any]) -> Callable[[], Any]:
    """The description made anew, with sympy's memory emptied before."""

    def prepare() -> Any:
        _forget()
        return make()

    return prepare


def _forget() -> None:
    """Empty what sympy and our derivation remember of the round before."""
    clear_cache()
    angular_jacobian.cache_clear()
    entries.cache_clear()


def _with_lagrangian(case: Case) -> tuple[Any, Any]:
    d = case.describe()
    return d, sm.kinetic_energy(d) - d.potential


def accelerations(case: Case) -> Seconds:
    """One evaluation of q̈ (or ẋ, which contains it) from Python, arguments at hand in the form the route takes."""
    q, v = (values[0] for values in case.states(1))
    model, n = case.system.numeric(), len(case.q0)
    x, constants = np.concatenate([q, v]), list(case.values.values())
    derivative = case.system.program("derivative").make(constants, vector=True)
    calls: dict[str, tuple[Callable[[], Any], Callable[[Any], Any]]] = {
        OURS: (lambda: derivative(x, 0.0), lambda rates: rates[n:]),
        "mechanics, model.accelerations with all checks": (lambda: model.accelerations(q, v), _same),
    }
    if find_spec("numba"):
        function, fixed = model.compiled()
        state = model.state(q, v)
        calls[COMPILED] = (lambda: function(state, 0.0, fixed), lambda rates: model.split_state(rates)[1])
    calls |= _lambdified(case, q, v) | _generators(case, x) | _engines(case, q, v)
    agree({name: result(call()) for name, (call, result) in calls.items()}, 1e-8, f"{case.name}, q̈")
    return race({name: Run(call) for name, (call, _) in calls.items()}, budget=0.3)


def _same(value: Any) -> Any:
    return value


def _lambdified(case: Case, q: np.ndarray, v: np.ndarray) -> dict[str, Any]:
    """sympy's own functions of sympy's own equations."""
    d = case.describe()
    equations, ql, vl = sm.by_jacobians(d), q.tolist(), v.tolist()
    plain, cse = (sm.accelerations(d, equations, case.values, cse=flag) for flag in (False, True))
    return {LAMBDIFY: (lambda: plain(ql, vl), _same), CSE: (lambda: cse(ql, vl), _same)}


def _generators(case: Case, x: np.ndarray) -> dict[str, Any]:
    """Peers that generate code."""
    n, d = len(x) // 2, case.describe()
    calls: dict[str, tuple[Callable[[], Any], Callable[[Any], Any]]] = {}
    if find_spec("casadi"):
        from .peers import casadi_sx

        model = casadi_sx.written(d)
        f = casadi_sx.accelerations(case, d, model, casadi_sx.derive(model))
        q, v = x[:n].copy(), x[n:].copy()
        calls["casadi SX Function"] = (lambda: f(q, v), _same)
    if find_spec("pydy"):
        from .peers import pydy_system

        for generator in pydy_system.generators():
            g, p = pydy_system.derivative(pydy_system.built(case, d, TIMES, generator), case)
            calls[f"pydy {generator}"] = (
                _bound(g, x, 0.0, p),
                lambda rates: rates[n:].copy(),
            )  # its own buffer
    return calls


def _engines(case: Case, q: np.ndarray, v: np.ndarray) -> dict[str, Any]:
    """Rigid-body engines, in relative angles."""
    from .peers import engines

    calls: dict[str, Any] = {}
    relative_q, relative_v = np.diff(q, prepend=0.0), np.diff(v, prepend=0.0)
    for module, name, make in (
        ("pinocchio", "pinocchio aba", engines.by_pinocchio),
        ("mujoco", "mujoco mj_forward", engines.by_mujoco),
    ):
        if case.is_chain and find_spec(module):
            calls[name] = (_bound(make(case), relative_q, relative_v), np.cumsum)
    return calls


def _bound(call: Callable, *arguments: Any) -> Callable[[], Any]:
    return lambda: call(*arguments)


def many_states(case: Case) -> Seconds:
    """q̈ of 10 000 states in one call; the result is the time of one state."""
    q, v = case.states(MANY)
    model, d = case.system.numeric(), case.describe()
    equations = sm.by_jacobians(d)
    calls = {
        OURS: lambda: model.accelerations(q, v),
        "sympy lambdify + batched solve": sm.batched(d, equations, case.values, q, v, cse=False),
        "sympy lambdify(cse=True) + batched solve": sm.batched(d, equations, case.values, q, v, cse=True),
    }
    if find_spec("numba"):
        calls[COMPILED] = _numba_loop(model, q, v)
    agree({name: call() for name, call in calls.items()}, 1e-8, f"{case.name}, many states")
    return {name: s / MANY for name, s in race({k: Run(f) for k, f in calls.items()}, budget=0.5).items()}


def _numba_loop(model: Any, q: np.ndarray, v: np.ndarray) -> Callable[[], np.ndarray]:
    """A user's own loop around the compiled function."""
    from numba import njit

    function, constants = model.compiled()
    states = model.state(q, v)

    @njit
    def loop(states: Any, constants: Any) -> Any:
        result = np.empty_like(states)
        for k in range(len(states)):
            for i, rate in enumerate(function(states[k], 0.0, constants)):
                result[k, i] = rate
        return result

    return lambda: model.split_state(loop(states, constants))[1]


def simulation(case: Case) -> Seconds:
    """10 s, relative and absolute tolerance 1e-8, 1001 output times; functions are built before."""
    n, model = len(case.q0), case.system.numeric()
    calls: dict[str, Callable[[], np.ndarray]] = {OURS: lambda: model.simulate(case.q0, t=TIMES, **TOLERANCE).q}
    if find_spec("numba"):
        calls[COMPILED] = lambda: model.simulate(case.q0, t=TIMES, method="compiled", **TOLERANCE).q
    d = case.describe()
    equations = sm.by_jacobians(d)
    for name, cse in ((SOLVE_IVP, False), (f"solve_ivp DOP853 + {CSE}", True)):
        calls[name] = _bound(_solve_ivp, sm.accelerations(d, equations, case.values, cse=cse), case.q0)
    if find_spec("pydy"):
        from .peers import pydy_system

        for generator in pydy_system.generators():
            system = pydy_system.built(case, d, TIMES, generator)
            calls[f"pydy System {generator}"] = _bound(lambda s: s.integrate(**TOLERANCE)[:, :n], system)
    agree({name: call() for name, call in calls.items()}, 1e-4, f"{case.name}, 10 s")
    return race({name: Run(call) for name, call in calls.items()})


def _solve_ivp(f: Callable, q0: list[float]) -> np.ndarray:
    n = len(q0)

    def derivative(t: float, x: np.ndarray) -> np.ndarray:
        return np.concatenate([x[n:], f(x[:n].tolist(), x[n:].tolist())])

    start = np.concatenate([q0, np.zeros(n)])
    return solve_ivp(derivative, (0.0, TIMES[-1]), start, "DOP853", TIMES, **TOLERANCE).y[:n].T


def end_to_end(case: Case) -> Seconds:
    """Describe, derive, build, simulate: what a person waits for the first time."""
    n, ends = len(case.q0), {}

    def kept(name: str, task: Callable[[], np.ndarray]) -> Run:
        def timed(_: Any) -> None:
            ends[name] = task()

        return Run(timed, _forget)

    def by_lagrange() -> np.ndarray:
        d, lagrangian = _with_lagrangian(case)
        return _solve_ivp(sm.accelerations(d, sm.by_lagrange(d, lagrangian), case.values, cse=True), case.q0)

    routes = {OURS: kept(OURS, lambda: case.build().numeric().simulate(case.q0, t=TIMES, **TOLERANCE).q)}
    if find_spec("pydy"):
        from .peers import pydy_system

        routes["pydy System lambdify"] = kept(
            "pydy System lambdify",
            lambda: pydy_system.built(case, case.describe(), TIMES, "lambdify").integrate(**TOLERANCE)[:, :n],
        )
    if n <= LONG:
        routes["sympy LagrangesMethod + lambdify(cse=True)"] = kept("sympy LagrangesMethod", by_lagrange)
    seconds = race(routes)
    agree(ends, 1e-4, f"{case.name}, end to end")
    return seconds
