"""A problem of the lecture whose outputs follow from its parameters at once, as formulas or by a function."""

from typing import Any

from .evaluation import ProblemValues
from .model import ProblemModel

__all__ = ["Problem"]


class Problem(ProblemValues):
    """Outputs that follow from inputs: forces from a load, a centre of mass from masses.

    Parameters
    ----------
    inputs, outputs : named quantities
    formulas : ``{output name: sympy expression, column, matrix or list}`` of the inputs' symbols and of those of
        earlier outputs, or
    solution : function that takes the inputs by name, as numbers and arrays, and returns ``{output name: value}``
    words : ``{output name: {word: condition}}``, beside formulas: an output in words is the first whose condition
        holds, such as ``{"state": {"slips": f > f_H, "sticks": True}}``
    optional : names of outputs, beside formulas, that some inputs do not have: None where the formula is no real number
    conditions : ``{sentence: relation}`` that the inputs (or outputs) must fulfil, ``{"The rope must be longer than
        the radius.": l > r}``
    frames : frames by name that formulas and scene share, ``{"load": translation(l)}``
    scene : function of the problem that returns what it looks like
    sweep : input along which the outputs are plotted and the picture is played, or
    motion : how the picture moves in time
    title, source : for people

    Raises
    ------
    ModelError
        if formulas and outputs do not fit together, or a symbol is unknown.
    """

    def numeric(self, **values: Any) -> ProblemModel:
        """The problem with numbers: defaults, overridden by name.

        Raises
        ------
        ModelError
            for unknown names, wrong shapes, or values outside of the domain.
        """
        return ProblemModel(self, self.parameters.values_with(values))

    def solve(self, **values: Any) -> dict[str, Any]:
        """The outputs by name: numbers, lists, lists of rows, words.

        Parameters
        ----------
        values : of parameters by name that differ from the defaults

        Raises
        ------
        ModelError
            for unknown names, wrong shapes, values outside of the domain, a condition that does not hold, or inputs
            for which there is no finite solution.
        """
        return self.numeric(**values).solve()
