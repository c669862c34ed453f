"""Times at which an expression of the time is not smooth: where `Piecewise`, `Heaviside`, `sign` or `floor` switch."""

from collections.abc import Iterable, Iterator

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

from ..symbols import t as time

__all__ = ["jumps", "steps_of"]

SAMPLES = 20_000  # in which a switch that is not linear in the time is looked for
MOST = 100_000
SWITCHES = (sp.Heaviside, sp.sign, sp.Abs, Relational, sp.floor, sp.ceiling, sp.Mod, sp.Min, sp.Max)


def jumps(expressions: Iterable[sp.Basic], start: float, end: float) -> list[float]:
    """Times within an interval at which one of the expressions may jump or have a kink.

    Exact where the argument of the switch is linear in the time, as in ``Piecewise((1, t < 2), (0, True))`` or
    ``floor(t / T)``; otherwise found from 20 000 samples.

    Parameters
    ----------
    expressions : iterable of sympy
        What also depends on anything but the time is passed over.
    start, end : float
        First and last time, s.

    Returns
    -------
    list of float
        Increasing, s.
    """
    steps = dict.fromkeys(step for e in expressions for step in steps_of(sp.sympify(e)) if step.free_symbols == {time})
    found = [s for step in steps for s in _changes(step, start, end) if start < s < end]
    return sorted(dict.fromkeys(found))


def steps_of(expression: sp.Basic) -> Iterator[sp.Expr]:
    """Expressions that jump by one where the given one is not smooth: the floor or the step of an argument.

    Parameters
    ----------
    expression : sympy Basic
        Any.
    """
    for switch in expression.atoms(*SWITCHES):
        if isinstance(switch, Relational):
            yield sp.Heaviside(switch.lhs - switch.rhs)
        elif isinstance(switch, (sp.floor, sp.ceiling)):
            yield sp.floor(switch.args[0])
        elif isinstance(switch, sp.Mod):
            yield sp.floor(switch.args[0] / switch.args[1])
        elif isinstance(switch, (sp.Min, sp.Max)):
            yield from (sp.Heaviside(a - b) for k, a in enumerate(switch.args) for b in switch.args[:k])
        else:
            yield sp.Heaviside(switch.args[0])


def _changes(step: sp.Expr, start: float, end: float) -> list[float]:
    argument = step.args[0]
    slope = sp.diff(argument, time)
    levels = [0.0] if isinstance(step, sp.Heaviside) else None
    if slope.is_number and slope.is_finite and slope != 0:
        a, b = float(slope), float(argument.subs(time, 0))
        first, last = sorted((a * start + b, a * end + b))
        return [
            (level - b) / a for level in (levels or np.arange(np.ceil(first), min(last, first + MOST) + 1).tolist())
        ]
    return _sampled(argument, levels is None, start, end)


def _sampled(argument: sp.Expr, is_floor: bool, start: float, end: float) -> list[float]:
    """Times at which the floor or the sign of an argument changes, by halving."""
    function = sp.lambdify(time, argument, "numpy")

    def level(s: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            values = np.broadcast_to(np.asarray(function(s), dtype=float), s.shape)
        return np.floor(values) if is_floor else np.sign(values)

    times = np.linspace(start, end, SAMPLES + 1)
    levels = level(times)
    k = np.flatnonzero(levels[1:] != levels[:-1])
    low, high, below = times[k], times[k + 1], levels[k]
    for _ in range(60):
        middle = 0.5 * (low + high)
        stays = level(middle) == below
        low, high = np.where(stays, middle, low), np.where(stays, high, middle)
    return high.tolist()
