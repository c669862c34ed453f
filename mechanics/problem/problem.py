"""A problem of the lecture whose outputs follow directly from its parameters, by formulas or a function."""

from typing import Any

from .evaluation import ProblemValues
from .model import ProblemModel

__all__ = ["Problem"]


class Problem(ProblemValues):
    """Outputs that follow from parameters: forces from a load, a centre of mass from masses.

    Parameters
    ----------
    parameters : Given
        What is given; `inputs` is the earlier name of the same argument.
    outputs : Outputs
        What is asked.
    formulas : mapping of str to Expr, Matrix or list
        The outputs by name, in the symbols of the parameters and of earlier outputs; or
    solution : callable
        Function of the parameters by name, as numbers and arrays, that returns the outputs by name.
    words : mapping of str to mapping
        Beside formulas, outputs in words or truth values: the first one whose condition holds, as in
        ``{"state": {"slips": f > f_H, "sticks": True}}``.
    optional : sequence of str
        Beside formulas, names of outputs that do not always exist: None where the formula is no real number.
    conditions : mapping of str to Boolean
        Relations that parameters and outputs must fulfil, by the sentence for one who gave others:
        ``{"The rope must be longer than the radius": l > r}``.
    frames : mapping of str to Pose
        Frames by name that formulas and scene share, ``{"load": translation(l)}``.
    scene : callable
        Function of the problem that returns what it looks like, a `Scene`.
    sweep : str
        Name of the parameter along which the outputs are plotted and the picture is played; or
    motion : Motion
        How the picture moves in time.
    title, source : str
        For people.

    Raises
    ------
    ModelError
        If formulas and outputs do not fit together, a symbol is unknown, or units do not fit.

    Examples
    --------
    >>> from sympy import asin, cos
    >>> from mechanics.problem import Given, Outputs
    >>> p = Given(f_G=(100.0, "N", "weight"), r=(0.3, "m", "radius"), l=(0.6, "m", "length of the rope"))
    >>> y = Outputs(alpha=("rad", "angle of the rope"), f_S=("N", "force of the rope"))
    >>> formulas = {"alpha": asin(p.r / p.l), "f_S": p.f_G / cos(y.alpha)}
    >>> cylinder = Problem(parameters=p, outputs=y, formulas=formulas, title="Cylinder on a rope")
    >>> cylinder.solve(l=0.5)
    {'alpha': 0.6435011087932844, 'f_S': 125.0}
    """

    def numeric(self, **values: Any) -> ProblemModel:
        """The problem with numbers.

        Parameters
        ----------
        **values : float, array_like or str
            Values of parameters that differ from the defaults, by name.

        Raises
        ------
        ModelError
            For unknown names, wrong shapes, or values outside of the domain.
        """
        return ProblemModel(self, self.parameters.values_with(values))

    def solve(self, **values: Any) -> dict[str, Any]:
        """The outputs by name.

        Parameters
        ----------
        **values : float, array_like or str
            Values of parameters that differ from the defaults, by name.

        Returns
        -------
        dict
            Numbers, lists, lists of rows, truth values or words.

        Raises
        ------
        ModelError
            For unknown names, wrong shapes, values outside of the domain, a condition that does not hold, or values
            for which there is no finite solution.
        """
        return self.numeric(**values).solve()
