"""Random systems with transitions and inputs that jump, for comparing one way of simulating them with another."""

from dataclasses import dataclass

import numpy as np
import sympy as sp

from mechanics.model import Inputs, Parameters
from mechanics.state_space import Mode, States, StateSpaceSystem, Transition
from mechanics.symbols import t as time

__all__ = ["Draw", "draw"]

END = 6.0


@dataclass(frozen=True)
class Draw:
    """One random system, with a start and inputs."""

    system: StateSpaceSystem
    x0: np.ndarray
    u: dict

    def run(self, tolerance, method="auto", shift=0.0):
        """The run from a start that may be shifted a little."""
        x0 = self.x0 + shift * np.cos(np.arange(len(self.x0)))
        times = np.linspace(0.0, END, 13)
        return self.system.numeric().simulate(
            x0, times, self.u, rtol=tolerance, atol=tolerance, method=method, time_limit=20
        )


def draw(seed):
    """A system of one or two oscillators with a counter: springs, damping, a cubic term, a force, transitions."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 3))
    states = States(**{f"s{k}": ("", "") for k in range(n)}, **{f"v{k}": ("", "") for k in range(n)}, n=("", ""))
    s, v, counter = states.symbols[:n], states.symbols[n : 2 * n], states.symbols[-1]
    u = Inputs(f=("", ""))
    modes = _modes(rng, s, v, counter, u.f)
    system = StateSpaceSystem(states=states, parameters=Parameters(), inputs=u, modes=modes, title=f"draw {seed}")
    return Draw(system, np.array([*rng.normal(size=2 * n), 0.0]), {"f": _force(rng)})


def _number(rng, low, high):
    return sp.Float(float(rng.uniform(low, high)), 17)


def _modes(rng, s, v, counter, f):
    names = ["a", "b"] if rng.random() < 0.5 else ["a"]
    return {
        name: Mode(_equations(rng, s, v, counter, f), _transitions(rng, s, v, counter, names), rest=None)
        for name in names
    }


def _equations(rng, s, v, counter, f):
    rates = dict(zip(s, v, strict=True)) | {counter: 0}
    stiffness, damping = 10.0 ** rng.uniform(-1, 3), 10.0 ** rng.uniform(-2, rng.choice([0.5, 4]))
    for k in range(len(s)):
        coupling = _number(rng, 0, 2) * (s[k] - s[k - 1])
        rates[v[k]] = (
            -sp.Float(stiffness) * s[k] - sp.Float(damping) * v[k] - _number(rng, 0, 1) * s[k] ** 3 - coupling + f
        )
    return rates


def _transitions(rng, s, v, counter, names):
    made = []
    for k in range(int(rng.integers(1, 4))):
        kind = rng.choice(["marker", "counter", "bounce", "switch"])
        where, direction = _number(rng, -1, 1), int(rng.integers(-1, 2))
        condition = s[0] - where if rng.random() < 0.7 else s[-1] + _number(rng, -0.5, 0.5) * v[0] - where
        if kind == "bounce":
            # a stop on one side, where the body comes with a speed and leaves with a part of it
            made.append(
                Transition(f"stop{k}", s[0] - where, direction or 1, reset={v[0]: -_number(rng, 0.3, 1) * v[0]})
            )
        else:
            reset = {counter: counter + 1} if kind == "counter" else {}
            to = names[-1] if kind == "switch" else None
            made.append(Transition(f"{kind}{k}", condition, direction, to=to, reset=reset))
    return made


def _force(rng):
    kind, start, width = rng.integers(5), _number(rng, 0.2, 4), sp.Float(10.0 ** rng.uniform(-3, 0))
    return [
        _number(rng, -3, 3),
        3 * sp.sin(_number(rng, 0.5, 6) * time),
        sp.Piecewise((1 / width, (time > start) & (time < start + width)), (0, True)),
        2 * sp.sign(sp.sin(_number(rng, 1, 6) * time)),
        ([0.0, float(start), float(start + width), 6.0], [1.0, -2.0, 3.0, 0.0]),
    ][kind]
