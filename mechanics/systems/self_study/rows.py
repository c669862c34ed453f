"""Parameters of one system for another system or problem."""

from collections.abc import Mapping

from ...model import Variable

__all__ = ["rows"]


def rows(parameters: Mapping[str, Variable]) -> dict[str, tuple]:
    """Parameters as they are declared, for others with the same symbols: ``Given(**rows(system.parameters))``.

    Parameters
    ----------
    parameters : mapping of str to Variable
        Those of a system, or inputs of a problem.

    Returns
    -------
    dict of str to tuple
        Default, unit, description, domain and LaTeX by name.
    """
    return {name: (v.default, v.unit, v.description, v.domain, v.latex) for name, v in parameters.items()}
