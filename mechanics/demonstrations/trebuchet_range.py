"""How far the trebuchet throws, over the angle at which the sling lets go (Aufgabe A.15)."""

from contextlib import suppress
from functools import cache, lru_cache
from typing import Any

import numpy as np

from ..lagrange import LagrangianSystem
from ..model import SimulationError
from ..problem import Given, Outputs, Problem
from ..state_space import StateSpaceModel
from ..state_space.interpolation import hermite
from ..systems.self_study.rows import rows
from ..systems.self_study.trebuchet import trebuchet
from ..systems.self_study.trebuchet_phases import RELEASE, launch

LOWEST, HIGHEST = -0.3, 1.5  # rad, angles of release
STEP, END = 0.004, 3.0  # s
FINE = 20  # parts of a step in which the instant of release is looked for


def trebuchet_range() -> Problem:
    """Range over the angle of release, for any design: one simulation of the launch serves all angles."""
    p = Given(**rows(RELEASE), **rows(system().parameters))
    y = Outputs(
        range=("m", "range, from the axle", "x_R"),
        best=("m", "greatest range of this design", "x_{max}"),
        alpha_best=("rad", "angle of release for it", r"\alpha_{max}"),
        v_r=("m/s", "speed at the release", "v_r"),
        t_r=("s", "instant of the release", "t_r"),
        efficiency=("1", "part of the counterweight's energy that the shot takes along", r"\eta"),
    )
    return Problem(
        title="Range of the trebuchet",
        source="Aufgabe A.15",
        parameters=p,
        outputs=y,
        solution=solution,
        sweep="alpha",
    )


@cache
def system() -> LagrangianSystem:
    """The equations, derived once."""
    return trebuchet()


@cache
def _launch() -> Any:
    return launch(system())


def solution(alpha: float, **design: float) -> dict[str, float]:
    """What `trebuchet_range` asks for, from the state at the release.

    Raises
    ------
    SimulationError
        if the shot never flies at that angle.
    """
    values = tuple(design[name] for name in system().parameters)
    t, x = released(alpha, values)
    best, alpha_best = best_release(values)
    return {
        "range": float(_model(values).output("range", x)),
        "best": best,
        "alpha_best": alpha_best,
        "v_r": float(_model(values).output("speed", x)),
        "t_r": t,
        "efficiency": float(_model(values).output("efficiency", x)),
    }


# --- the launch -------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _model(values: tuple[float, ...]) -> StateSpaceModel:
    return _launch().numeric(alpha=LOWEST, **dict(zip(system().parameters, values, strict=True)))


@lru_cache(maxsize=256)
def flight(values: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Times, states and their rates while the shot flies in its sling; parameters in the order of the system.

    Parameters
    ----------
    values : tuple of float
        Parameters in the order of the system.

    Returns
    -------
    tuple of ndarray
        Times (k,), s, states (k, n) and rates (k, n).
    """
    model = _model(values)
    run = model.simulate(None, np.arange(0.0, END, STEP), rtol=1e-7, atol=1e-7)
    flying = run.mode == "in the sling"
    t, x = run.t[flying], run.x[flying]
    return t, x, model.state_derivative(t, x, mode="in the sling") if len(t) else x


def released(alpha: float, values: tuple[float, ...]) -> tuple[float, np.ndarray]:
    """Instant and state at which the shot's path has turned down to the angle alpha.

    Parameters
    ----------
    alpha : float
        Angle of release, rad.
    values : tuple of float
        Parameters in the order of the system.

    Returns
    -------
    float and ndarray
        Time, s, and state (n,).
    """
    t, x, rates = flight(values)
    turned = _turned(alpha, x)
    falls = np.flatnonzero((turned[:-1] > 0) & (turned[1:] <= 0))
    if not len(falls):
        raise SimulationError(
            f"The shot never flies at {alpha:.3g} rad above the horizontal; choose another angle, a lighter shot "
            "or a shorter sling."
        )
    here = slice(falls[0], falls[0] + 2)
    fine = np.linspace(t[falls[0]], t[falls[0] + 1], FINE + 1)
    states = hermite(t[here], x[here], rates[here], fine)
    over = _turned(alpha, states)
    k = int(np.argmax(over <= 0)) or 1
    part = over[k - 1] / (over[k - 1] - over[k])
    return float(fine[k - 1] + part * fine[1] - part * fine[0]), states[k - 1] + part * (states[k] - states[k - 1])


def _turned(alpha: float, x: np.ndarray) -> np.ndarray:
    """Positive while the path is steeper than alpha."""
    return x[:, 9] * np.cos(alpha) - x[:, 8] * np.sin(alpha)


@lru_cache(maxsize=256)
def best_release(values: tuple[float, ...]) -> tuple[float, float]:
    """Greatest range, and the angle of release for it.

    Parameters
    ----------
    values : tuple of float
        Parameters in the order of the system.

    Returns
    -------
    tuple of float
        m and rad.
    """
    angles, states = [], []
    for alpha in np.arange(LOWEST, HIGHEST, 0.02).tolist():
        with suppress(SimulationError):
            states.append(released(alpha, values)[1])
            angles.append(alpha)
    ranges = _model(values).output("range", np.array(states))
    best = int(np.argmax(ranges))
    return float(ranges[best]), angles[best]
