"""A problem with numbers."""

from functools import cached_property
from typing import Any

from ..model import ModelError, unknown_name
from ..protocol import Model
from .evaluation import ProblemValues
from .values import text_of

__all__ = ["ProblemModel"]


class ProblemModel(Model[ProblemValues]):
    """Numeric model of a `Problem`; made by ``problem.numeric(...)``."""

    def __repr__(self) -> str:
        return f"ProblemModel of {self.system.id or self.system.title!r}: {text_of(self.parameters)}"

    @cached_property
    def _solution(self) -> dict[str, Any]:
        return self.system.solved(self.parameters)

    def solve(self) -> dict[str, Any]:
        """The outputs by name; see `Problem.solve`."""
        return dict(self._solution)

    def output(self, name: str) -> Any:
        """One of the outputs: a number, a list, a list of rows, or words.

        Raises
        ------
        ModelError
            For an unknown name, or as `solve`.
        """
        if name not in self.system.outputs:
            raise ModelError(unknown_name(name, self.system.outputs, "output"))
        return self._solution[name]
