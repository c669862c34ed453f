"""What inputs and outputs of a problem must fulfil, each with the sentence for one who gave others."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import sympy as sp

from ..model import ModelError
from .values import text_of

__all__ = ["Conditions"]

STRICT = (sp.StrictGreaterThan, sp.StrictLessThan, sp.Unequality)


class Conditions:
    """Relations by the sentence that says them: ``{"The rope must be longer than the radius": l > r}``.

    Attributes
    ----------
    margins : what must be positive, or not negative, in the same order
    """

    def __init__(self, relations: Mapping[str, Any]):
        self.sentences = [sentence.rstrip(".") for sentence in relations]
        self.margins = [_margin(relation) for relation in relations.values()]
        self.strict = np.array([isinstance(relation, STRICT) for relation in relations.values()], dtype=bool)

    def hold(self, margins: np.ndarray) -> np.ndarray:
        """Whether all conditions hold for values of the margins, shape (..., number of conditions) to (...)."""
        return np.asarray(np.where(self.strict, margins > 0, margins >= 0).all(axis=-1))

    def check(self, numbers: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        """A `ModelError` for the first condition that does not hold; those about names without a number are left out.

        Parameters
        ----------
        numbers : by the names of symbols
        values : of the inputs, for the message
        """
        for sentence, margin, strict in zip(self.sentences, self.margins, self.strict, strict=True):
            names = {symbol: numbers.get(symbol.name) for symbol in margin.free_symbols}
            if None in names.values():
                continue
            value = float(margin.subs(names))
            if not (value > 0 if strict else value >= 0):
                raise ModelError(f"{sentence}. {text_of(values)} came.")


def _margin(relation: Any) -> Any:
    """What is positive, or not negative, where the relation holds."""
    return (
        sp.Abs(relation.lhs - relation.rhs)
        if isinstance(relation, sp.Unequality)
        else relation.gts - relation.lts
    )
