"""Conditions that parameters and outputs of a problem must fulfil, each with its error message."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp
from sympy.logic.boolalg import Boolean

from ..bridge import to_engine
from ..codegen import Program
from ..model import ModelError
from .entries import text_of

__all__ = ["Conditions"]

STRICT = (sp.StrictGreaterThan, sp.StrictLessThan, sp.Unequality)


class Conditions:
    """Relations by the sentence that states them: ``{"The rope must be longer than the radius": l > r}``.

    Parameters
    ----------
    relations : mapping of str to Boolean
        In the symbols of parameters and outputs.

    Attributes
    ----------
    margins : list of Expr
        What must be positive, or not negative, in the same order.
    strict : ndarray of bool
        Whether it must be positive.
    """

    def __init__(self, relations: Mapping[str, Boolean]):
        self.sentences = [sentence.rstrip(".") for sentence in relations]
        self.margins = [_margin(relation) for relation in relations.values()]
        self.strict = np.array([isinstance(relation, STRICT) for relation in relations.values()], dtype=bool)

    def hold(self, margins: np.ndarray) -> np.ndarray:
        """Whether all conditions hold.

        Parameters
        ----------
        margins : ndarray, shape (..., m)
            Values of the m margins.

        Returns
        -------
        ndarray of bool, shape (...)
        """
        return np.asarray(np.where(self.strict, margins > 0, margins >= 0).all(axis=-1))

    def check(self, numbers: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        """An error for the first condition that does not hold; those about names without a number are left out.

        Parameters
        ----------
        numbers : mapping of str to float
            By the names of symbols.
        values : mapping
            Parameters by name, for the message.

        Raises
        ------
        ModelError
            With the sentence of the condition.
        """
        for sentence, (names, margin), strict in zip(self.sentences, self._functions, self.strict, strict=True):
            if not names <= numbers.keys():
                continue
            with np.errstate(all="ignore"):
                value = float(margin(*(numbers[name] for name in sorted(names)))[0])
            if not (value > 0 if strict else value >= 0):
                raise ModelError(f"{sentence}; got {text_of(values)}.")

    @cached_property
    def _functions(self) -> list[tuple[set[str], Callable]]:
        """Names and numpy function of each margin."""
        names = [{symbol.name for symbol in margin.free_symbols} for margin in self.margins]
        programs = [
            Program(tuple(sorted(own)), (), (to_engine(margin),))
            for own, margin in zip(names, self.margins, strict=True)
        ]
        return [(own, program.make((), "numpy")) for own, program in zip(names, programs, strict=True)]


def _margin(relation: Any) -> Any:
    """What is positive, or not negative, exactly where the relation holds."""
    return sp.Abs(relation.lhs - relation.rhs) if isinstance(relation, sp.Unequality) else relation.gts - relation.lts
