"""The fast path: a system's function and the integration compiled by numba (extra `fast`).

The generated source goes into a file of the user's cache folder, so that numba can keep the machine code beside it:
the first run of a system compiles for about a second, every later one – in this process or the next – loads it.
Parameters and constant inputs are arguments of the compiled function, so a slider never compiles again.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np

from ..cache import cache_folder
from ..codegen import Program
from ..integration import Budget
from ..integration.breaks import parts
from ..integration.errors import RUNAWAY, check_states, not_evaluable
from ..integration.sliding import Sliding
from ..integration.steps import Options, Steps
from ..integration.times import check_tolerances
from ..model import ModelError, SimulationError

__all__ = ["CompiledDerivative", "compile_derivative", "integrate_compiled"]

SLOW = 1e-3  # part of the remaining time that this many steps come on, at least
LOOKED_AT = 1_000  # steps in Python where they do not
AT_ONCE = 2_000  # steps without a look at the clock, or at the keyboard


@dataclass(frozen=True)
class CompiledDerivative:
    """ẋ = f(x, t) of one system as machine code.

    Attributes
    ----------
    function : callable
        Numba function ``f(x, t, constants)`` that returns ẋ as a tuple; other numba functions may call it.
    entry : numba cfunc
        The same on pointers, for loops that are compiled once for all systems.
    constants : callable
        Function of the values of parameters and inputs that returns the array `constants`.
    """

    function: Callable[[np.ndarray, float, np.ndarray], tuple[float, ...]]
    entry: Any
    constants: Callable[..., np.ndarray]


def compile_derivative(program: Program) -> CompiledDerivative:
    """Compile a program whose arguments are the states and whose outputs are their rates.

    Parameters
    ----------
    program : Program
        With parameters and inputs among its constants.

    Raises
    ------
    ModelError
        If numba is not installed.
    """
    if find_spec("numba") is None:
        raise ModelError('The compiled path needs numba: pip install "mechanics-course[fast]"')
    module = _module(program.source("numba"))
    return CompiledDerivative(
        module.derivative, module.entry, lambda *values: np.array(module.constants(*values), dtype=float)
    )


def integrate_compiled(
    derivative: CompiledDerivative,
    constants: np.ndarray,
    x0: np.ndarray,
    times: np.ndarray,
    options: Options,
    breaks: Sequence[float] = (),
) -> np.ndarray:
    """States at the output times, by DOP853 without a step in Python.

    Parameters
    ----------
    derivative : CompiledDerivative
        f(x, t) as machine code.
    constants : ndarray
        As ``derivative.constants`` returns them.
    x0 : ndarray, shape (n,)
        Start values.
    times : ndarray, shape (k,)
        Increasing output times, s.
    options : Options
        Tolerances, longest step and budget; a minute unless given.
    breaks : sequence of float
        Times at which f is not smooth, s; steps end there.

    Returns
    -------
    ndarray, shape (k, n)

    Raises
    ------
    SimulationError
        If the integration stops early, the state runs away or the budget is used up; the message names the time.
    """
    check_tolerances(options.rtol, options.atol)
    budget, x, states = options.budget or Budget(), np.array(x0, dtype=float), [np.array(x0, dtype=float)[None]]
    for start, end in parts(times[0], times[-1], breaks):
        inside = times[(times > start) & (times <= end)]
        found = _smooth(derivative, constants, x, np.unique([start, *inside, end]), options, budget)
        states.append(found[1 : len(inside) + 1])
        x = found[-1]
    return np.concatenate(states)


def _smooth(
    derivative: CompiledDerivative, constants: np.ndarray, x0: np.ndarray, times: np.ndarray, options: Options,
    budget: Budget,
) -> np.ndarray:  # fmt: skip
    """States at the output times of an interval in which f is smooth."""
    from . import dop853  # imports numba, which takes a second and may not be installed

    tolerances = options.rtol, options.atol, options.longest
    states = np.full((len(times), len(x0)), np.nan)
    times = np.ascontiguousarray(times, dtype=float)
    work, progress = dop853.workspace(x0, times[0])
    outcome, last, looked = dop853.UNFINISHED, float(times[0]), False
    while outcome == dop853.UNFINISHED:
        outcome, reached = dop853.solve(
            derivative.entry, len(x0), times, constants, work, progress, *tolerances, RUNAWAY, AT_ONCE, states
        )
        if outcome == dop853.UNFINISHED:
            budget.spend(reached, steps=AT_ONCE)
            if reached - last < SLOW * (times[-1] - reached) and not looked:
                looked = True
                _look_for_sliding(derivative, constants, times, states, replace(options, budget=budget))
            last = reached
    if outcome == dop853.BAD_START:
        raise not_evaluable("their values at the start are not finite")
    check_states(states, times, reached, "the steps became too short" if outcome == dop853.STEP_TOO_SMALL else "")
    return states


def _look_for_sliding(
    derivative: CompiledDerivative, constants: np.ndarray, times: np.ndarray, states: np.ndarray, options: Options
) -> None:
    """Some steps in Python from the last output on, which end a run that slides along a surface."""
    done = max(int(np.isfinite(states).all(axis=1).sum()) - 1, 0)
    try:
        steps = Steps(lambda x, t: derivative.function(x, t, constants), times[done], states[done], times[-1], options)
        for _ in range(LOOKED_AT):
            if steps.is_done:
                break
            steps.advance()
    except Sliding:
        raise
    except SimulationError:  # the compiled loop will say so itself
        return


@cache
def _module(source: str) -> ModuleType:
    """The source as a module that lives in a file, where numba finds it again in the next process."""
    name = f"mechanics_generated_{hashlib.sha256(source.encode()).hexdigest()[:24]}"
    path = cache_folder() / f"{name}.py"
    if not path.is_file() or path.read_text(encoding="utf-8") != source:
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            file.write(source)
        os.replace(file.name, path)  # another process never sees half a file
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module  # numba looks functions up there when it loads them
    exec(compile(source, str(path), "exec"), module.__dict__)
    return module
