"""pydy: `System` with its generators lambdify and cython."""

import shutil
import warnings
from importlib.util import find_spec
from typing import Any

import numpy as np
from pydy.system import System

from ..cases import Case, Description
from .sympy_methods import kane, rates

__all__ = ["built", "derivative", "generators"]


def generators() -> list[str]:
    """Those that work on this machine: cython needs Cython and a C compiler."""
    has_compiler = find_spec("Cython") and any(map(shutil.which, ("cc", "gcc", "clang", "cl")))
    return ["lambdify", *(["cython"] if has_compiler else [])]


def built(case: Case, d: Description, times: np.ndarray, generator: str) -> System:
    """From frames and points to a `System` that is ready to integrate."""
    method = kane(d)
    method.kanes_equations(*method.given)
    start = dict(zip(d.q, case.q0, strict=True)) | dict.fromkeys(rates(d), 0.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        system = System(method, initial_conditions=start, times=times)
        # those that the equations hold; a stiffness to ground may be missing there
        system.constants = {p: case.values[p.name] for p in system.constants_symbols}
        system.generate_ode_function(generator=generator)
    return system


def derivative(system: System, case: Case) -> Any:
    """f(x, t, constants) and its constants."""
    # the order of a set, as pydy itself takes it
    return system.evaluate_ode_function, np.array([case.values[p.name] for p in system.constants_symbols])
