"""Systems of bodies for the browser: what Python does with their parameters and states, recorded as a program."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ...multibody import MultibodySystem
from ...multibody.assembly.simulation import after_samples
from .number import Number, Tape, Truth
from .paths import Path, paths_of
from .programs import evaluated
from .replaced import recording
from .script import script
from .verified import verify

__all__ = ["recorded_bodies"]

UNLIKE_ZERO = 0.01
TOLERANCE = 1e-12  # the rounding of so many operations would stop finer steps
ROUGH = 1e-6  # tolerance of the runs that are shown while a slider moves; the precise one follows when it rests
FEWEST = 60  # steps of such a run: what a longer step passes over is in the precise one
LARGE, ROUGH_IF_LARGE = 60, 2e-3  # states; steps with so many are short in any case, to be stable
SECONDS = 6.0  # of computing time in a page without a kernel, for chains of many bodies; most need a tenth of one
MOST_KNOWN = 20  # systems whose texts are kept

Data = dict[str, Any]
_KNOWN: dict[Any, Data] = {}


class Recording:
    """A system whose parameters are recorded.

    Parameters
    ----------
    system : MultibodySystem
        The system.
    values : mapping of str to float
        Values of its parameters, at which its checks are made.
    switches : names of parameters of which zero means something of its own
    """

    def __init__(self, system: MultibodySystem, values: Mapping[str, float], switches: tuple[str, ...]):
        self.system, self.tape, self.switches = system, Tape(), switches
        # a parameter that is zero could hide that it acts at all
        values = {name: value or (0.0 if name in switches else UNLIKE_ZERO) for name, value in values.items()}
        self.constants = [self.tape.input(f"c{k}", values[name], 0) for k, name in enumerate(system.parameters)]
        self.tape.switches = {self.constants[k].place for k, name in enumerate(system.parameters) if name in switches}
        self.values, model = values, system.numeric(**values)
        self.x = np.array([self.tape.input(f"x{k}", v, 1) for k, v in enumerate(model.start)], dtype=object)
        self.t: Any = self.tape.input("t", 0.0, 1)
        self._built: Any = None
        self.is_pointwise = _is_pointwise(model.motion)

    def motion(self) -> Any:
        """The bodies with recorded parameters."""
        if self._built is not None:
            return self._built
        decide, decided = self.tape.decide, list[bool]()

        def noted(truth: Truth) -> bool:
            decided.append(True)
            return decide(truth) if decide else truth.holds

        self.tape.decide = noted
        try:
            found = self.system.build(dict(zip(self.system.parameters, self.constants, strict=True)))
        finally:
            self.tape.decide = decide
        if not decided:  # the same on all ways
            self._built = found
        return found

    def text(self, run: Callable[[], Any], refuses: bool = False) -> str:
        """A function of the motion as JavaScript."""
        with recording():
            return script(self.tape, paths_of(self.tape, run), refuses)

    def script_and_paths(self, run: Callable[[], Any]) -> tuple[str, list[Path]]:
        """The same, and the ways through it."""
        with recording():
            paths = paths_of(self.tape, run)
            return script(self.tape, paths, False), paths

    def unwrapped(self, paths: list[Path]) -> list[tuple[int, float]]:
        """Columns that hold angles which go on beyond a half turn, or multiples of them, with their periods."""
        periods = periods_of(self.tape.rows)
        rows = next(path.outputs for path in paths if path.outputs is not None)
        places = [(k, x.place) for k, x in enumerate(rows) if isinstance(x, Number)]
        return [(k, abs(periods[place])) for k, place in places if place in periods]

    def breaks(self) -> Data:
        """Times at which the rates jump, as a program."""
        with recording():
            paths = paths_of(self.tape, lambda: getattr(self.motion(), "breaks", ()))
            count = max(len(path.outputs or ()) for path in paths)
            return {"breaks": script(self.tape, paths, False), "jumps": count} if count else {}

    def held(self, derivative: str) -> Data:
        """Where a motion is held as soon as its model does not hold any more: a second mode in which nothing moves."""
        if not hasattr(self.system.build(self.system.parameters.defaults), "margin_of"):
            return {}
        n = len(self.x)
        last: Data = {"rest": None, "holds": None, "when": None, "then": None, "transitions": []}
        ends = [{"name": "held", "condition": 0, "direction": -1, "to": 1}]
        moving = last | {
            "name": "moving", "derivative": derivative, "transitions": ends,
            "when": self.text(lambda: [self.motion().margin_of(self.x)]),
            "then": self.text(lambda: [1.0, *self.x]),
        }  # fmt: skip
        return {"modes": [moving, last | {"name": "held", "derivative": self.text(lambda: [0.0] * n)}]}

    def step(self) -> Data:
        """The step of a motion that is integrated with a fixed one, as a program."""
        fixed = hasattr(self.system.build(self.system.parameters.defaults), "fixed_step")
        return {"step": self.text(lambda: [self.motion().fixed_step])} if fixed else {}

    def samples(self) -> Data:
        """What controllers do at sample instants: the time between them, and the state after each of them."""
        found = {actuator.sample_time for actuator in _actuators(self.system.build(self.system.parameters.defaults))}
        if not found - {None}:
            return {}
        if len(found) > 1:
            raise NotImplementedError("Controllers sample at different instants.")
        return {
            "period": self.text(lambda: [_actuators(self.motion())[0].sample_time]),
            "sampled": self.text(lambda: after_samples(self.motion().system, self.t, self.x)),
        }

    def rows(self, motion: Any, expressions: tuple[Any, ...], outputs: list[str]) -> Iterator[Any]:
        """Expressions of the scene, outputs and energies in the present state."""
        t, x = np.array([self.t], dtype=object), self.x[None]
        if not self.is_pointwise:  # what is told of an instant refers to the first one
            t, x = np.array([0.0, self.t], dtype=object), np.array([motion.start, self.x], dtype=object)
        r, A = motion.places(t, x)
        r, A = np.asarray(r)[-1], np.asarray(A)[-1]
        poses = np.concatenate([r, A.reshape(len(A), 9)], axis=-1).reshape(-1)
        quantities = {name: np.asarray(value).reshape(-1)[-1] for name, value in motion.quantities(t, x).items()}
        known = {"t": self.t, **quantities, **{name: poses[k] for name, k in self.system.columns.items()}}
        program = self.system.program(expressions)
        yield from evaluated(program, self.constants, known)
        yield from (quantities[name] for name in outputs)
        kinetic, potential = (np.asarray(e).reshape(-1)[-1] for e in motion.energies(t, x))
        yield from (kinetic, potential, kinetic + potential)


def periods_of(rows: Sequence[tuple[Any, ...]]) -> dict[int, float]:
    """What a full turn changes, for each place that depends on an angle that goes on beyond a half turn.

    Parameters
    ----------
    rows : sequence of tuple
        Of a tape.

    Raises
    ------
    NotImplementedError
        Where something is not just added to an angle, or multiplied by a constant.
    """
    periods: dict[int, float] = {}
    for place, row in enumerate(rows):
        used = [part for part in row[1:] if isinstance(part, int) and part in periods]
        if row[0] == "unwrap":
            periods[place] = 2.0 * np.pi
        elif used and not (row[0] in ("sin", "cos", "tan", "?") and all(rows[k][0] == "unwrap" for k in used)):
            periods[place] = _period(row, used, periods)
    return periods


def _period(row: tuple[Any, ...], used: list[int], periods: dict[int, float]) -> float:
    name, others = row[0], [part for part in row[1:] if isinstance(part, str)]
    period = periods[used[0]]
    if len(used) == 1 and name in ("+", "-", "neg"):
        return period
    if len(used) == len(others) == 1 and (name == "*" or (name == "/" and row[1] == used[0])):
        return period * float(others[0]) if name == "*" else period / float(others[0])
    raise NotImplementedError("Something is computed from an angle that goes on beyond a half turn.")


def _actuators(motion: Any) -> list[Any]:
    """The actuators of a system of bodies."""
    applied = getattr(getattr(motion, "system", None), "applied", None)
    return [actuator for actuator, _ in getattr(applied, "actuators", ())]


def _is_pointwise(motion: Any) -> bool:
    """Whether outputs at an instant need no other one; those that count from the first one do."""
    t, x = np.array([0.0, 0.1]), np.array([motion.start, motion.start + 0.01])
    both, one = motion.quantities(t, x), motion.quantities(t[1:], x[1:])
    return all(np.allclose(np.asarray(both[name])[-1], np.asarray(one[name])[-1], equal_nan=True) for name in both)


def recorded_bodies(
    system: MultibodySystem, values: Mapping[str, float], expressions: Sequence[Any], switches: Sequence[str]
) -> Data:
    """The texts of a model in the browser: start, rates, rows.

    Parameters
    ----------
    system : MultibodySystem
        The system.
    values : mapping of str to float
        Values of its parameters, at which its checks are made.
    expressions : sequence of Expr
        Of the scene.
    switches : sequence of str
        Parameters of which zero means something of its own.

    Raises
    ------
    NotImplementedError
        Where the code does something with a number that no program can be recorded of.
    """
    key = (system.id or system, tuple(expressions), tuple(values.items()))
    if key not in _KNOWN:
        _KNOWN[key] = _recorded(system, values, expressions, tuple(switches))
        if len(_KNOWN) > MOST_KNOWN:
            _KNOWN.pop(next(iter(_KNOWN)))
    return dict(_KNOWN[key])


def _recorded(
    system: MultibodySystem, values: Mapping[str, float], expressions: Sequence[Any], switches: tuple[str, ...]
) -> Data:
    """The texts, by running the code of the system with recorded numbers; it may do with them what it likes."""
    try:
        return _texts(Recording(system, values, switches), expressions)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        raise NotImplementedError(f"The code does something that cannot be recorded: {error}") from error


def _texts(record: Recording, expressions: Sequence[Any]) -> Data:
    """Start, rates and rows of a motion, and what else belongs to it."""
    system = record.system
    outputs = list(system.described)
    first = record.text(lambda: record.motion().start, refuses=True)
    derivative, paths = record.script_and_paths(lambda: record.motion().state_derivative(record.t, record.x))
    verify(record.tape, paths, system, record.values, record.switches)
    rows, paths = record.script_and_paths(lambda: record.rows(record.motion(), tuple(expressions), outputs))
    names = tuple(system.parameters)
    found = {
        "kind": "motion", "tolerance": TOLERANCE, "seconds": SECONDS, "starts": names, "constants": names,
        "first": first, "derivative": derivative, "rows": rows,
        "states": list(system.states),
        "columns": len(expressions) + len(outputs) + 3,
        "angles": record.unwrapped(paths),
    }  # fmt: skip
    found |= record.samples() | record.breaks() | record.held(derivative)
    rough = {"rough": ROUGH_IF_LARGE, "large": True} if len(system.states) > LARGE else {"rough": ROUGH}
    return found | (record.step() or rough | {"fewest": FEWEST})
