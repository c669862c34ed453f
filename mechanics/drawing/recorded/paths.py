"""The ways through a function that decides by recorded numbers."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ...model import ModelError, SimulationError
from .number import Tape, Truth

__all__ = ["Path", "paths_of"]

MOST_PATHS = 64

Decision = tuple[tuple[Any, ...], bool]


@dataclass(frozen=True)
class Path:
    """One way through the code.

    Attributes
    ----------
    decisions : list of tuple
        Conditions in the order in which they are asked for, and what was decided.
    outputs : list
        Numbers, or None where the code refuses.
    refusal : str
        Its sentence then, numbers marked.
    """

    decisions: list[Decision]
    outputs: list[Any] | None
    refusal: str = ""


@dataclass
class _Asked:
    """What was decided on the present way, and what has to be decided to get onto it."""

    wanted: list[bool]
    decisions: list[Decision] = field(default_factory=list)
    others: list[list[bool]] = field(default_factory=list)

    def decide(self, truth: Truth) -> bool:
        for key, decided in self.decisions:
            if key == truth.key:
                return decided
        k = len(self.decisions)
        decided = self.wanted[k] if k < len(self.wanted) else truth.holds
        if k >= len(self.wanted):
            self.others.append([d for _, d in self.decisions] + [not decided])
        self.decisions.append((truth.key, decided))
        return decided


def paths_of(tape: Tape, run: Callable[[], Iterable[Any]]) -> list[Path]:
    """All ways through a function, by running it once on each.

    Parameters
    ----------
    tape : Tape
        Where it records.
    run : callable
        The function; it returns numbers.

    Raises
    ------
    NotImplementedError
        Where there are too many.
    """
    waiting, found = [list[bool]()], list[Path]()
    while waiting:
        asked = _Asked(waiting.pop())
        tape.decide = asked.decide
        try:
            outputs: list[Any] | None = list(run())
            refusal = ""
        except (ModelError, SimulationError) as error:
            outputs, refusal = None, str(error)
        finally:
            tape.decide = None
        found.append(Path(asked.decisions, outputs, refusal))
        waiting += asked.others
        if len(found) + len(waiting) > MOST_PATHS:
            raise NotImplementedError(f"The code has more than {MOST_PATHS} branches.")
    if all(path.outputs is None for path in found):
        raise NotImplementedError(found[0].refusal)
    return found
