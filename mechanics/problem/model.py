"""A problem with numbers."""

from functools import cached_property
from typing import Any

from ..model import ModelError, unknown_name
from ..protocol import Model
from .entries import text_of
from .evaluation import ProblemValues

__all__ = ["ProblemModel"]


class ProblemModel(Model[ProblemValues]):
    """A `Problem` with numbers; made by ``problem.numeric(...)``.

    Attributes
    ----------
    system : Problem
        What it was made from.
    parameters : dict
        Values of the parameters by name.
    """

    def __repr__(self) -> str:
        return f"ProblemModel of {self.system.id or self.system.title!r}: {text_of(self.parameters)}"

    @cached_property
    def _solution(self) -> dict[str, Any]:
        return self.system.solved(self.parameters)

    def solve(self) -> dict[str, Any]:
        """The outputs by name; see `Problem.solve`."""
        return dict(self._solution)

    def output(self, name: str) -> float | bool | str | list | None:
        """One of the outputs.

        Parameters
        ----------
        name : str
            Name of the output.

        Returns
        -------
        float, bool, str, list or None
            A number, a truth value, words, a list or a list of rows; None for an optional one that does not exist.

        Raises
        ------
        ModelError
            For an unknown name, and as `solve`.
        """
        if name not in self.system.outputs:
            raise ModelError(unknown_name(name, self.system.outputs, "output"))
        return self._solution[name]
