"""Whether a recorded computation gives what Python computes, for other numbers than those of the recording."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .number import COMPARED, Number, Tape
from .paths import Path
from .subprograms import values_at

__all__ = ["evaluated_at", "verify"]

SAME = 1e-6  # of the size of the rates
STATES = 3


def evaluated_at(tape: Tape, paths: Sequence[Path], inputs: Mapping[str, float]) -> np.ndarray | None:
    """The outputs for given inputs; None where the code refuses.

    Parameters
    ----------
    tape : Tape
        Where the computation was recorded.
    paths : sequence of Path
        Ways through it.
    inputs : mapping of str to float
        Values of its inputs by name.
    """
    values = values_at(tape, inputs)

    def part(x: Any) -> float:
        return values[x] if isinstance(x, int) else float(x)

    def holds(key: tuple[Any, ...]) -> bool:
        return bool(COMPARED[key[0]](part(key[1]), part(key[2])))

    way = next(path for path in paths if all(holds(key) is decided for key, decided in path.decisions))
    if way.outputs is None:
        return None
    return np.array([values[x.place] if isinstance(x, Number) else float(x) for x in way.outputs])


def verify(tape: Tape, paths: Sequence[Path], system: Any, values: Mapping[str, float], kept: Sequence[str]) -> None:
    """Compare rates with Python's in a few states, with all parameters changed a little.

    Parameters
    ----------
    tape : Tape
        Where they were recorded.
    paths : sequence of Path
        Ways through them.
    system : MultibodySystem
        The system.
    values : mapping of str to float
        Values of its parameters.
    kept : sequence of str
        Parameters that stay: switches.

    Raises
    ------
    NotImplementedError
        Where they differ.
    """
    random = np.random.default_rng(6)
    for k in range(STATES):
        other = {name: v if name in kept else v * random.uniform(0.98, 1.02) for name, v in values.items()}
        motion = system.build(other)
        x = np.asarray(motion.start, dtype=float)
        x, t = x + (k and 0.02) * random.uniform(-1.0, 1.0, x.shape), 0.7 * k
        inputs = dict(zip((f"c{i}" for i in range(len(other))), other.values(), strict=True)) | {"t": t}
        found = evaluated_at(tape, paths, inputs | {f"x{i}": float(v) for i, v in enumerate(x)})
        wanted = np.asarray(motion.state_derivative(t, x), dtype=float)
        if found is None or not np.allclose(found, wanted, rtol=SAME, atol=SAME * max(1.0, np.abs(wanted).max())):
            raise NotImplementedError("The recorded rates are not those of Python.")
