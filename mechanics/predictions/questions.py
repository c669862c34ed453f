"""Three kinds of predictions: choose one of several, order three cases, draw a curve.

What is right is never written down: `observe` looks at the curves that are shown, or runs other cases to compare them
with, and says which option they prove right.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .curves import Curves

__all__ = ["Choose", "Draw", "Order", "Question", "named"]


@dataclass(frozen=True)
class Choose:
    """One of several options.

    Attributes
    ----------
    question : str
        What happens? Plain text.
    options : mapping of str
        Texts of the options by a short name, in the order in which they are shown.
    observe : callable
        Takes the curves that the player shows, by name; returns the short name of the option that is right, and a
        sentence with the numbers.
    reason : str
        Why it is so, in plain text.
    """

    question: str
    options: Mapping[str, str]
    observe: Callable[[Curves], tuple[str, str]]
    reason: str


@dataclass(frozen=True)
class Order:
    """Cases that are to be put in an order.

    Attributes
    ----------
    question : str
        In which order, and what comes first. Plain text.
    cases : mapping of str
        Texts of the cases by a short name; as they are shown at first, which should not be the right order.
    observe : callable
        As in `Choose`, with all short names in the right order.
    reason : str
        Why it is so, in plain text.
    """

    question: str
    cases: Mapping[str, str]
    observe: Callable[[Curves], tuple[tuple[str, ...], str]]
    reason: str


@dataclass(frozen=True)
class Draw:
    """A curve, drawn by hand; it begins where the run begins.

    Attributes
    ----------
    question : str
        What is to be drawn. Plain text.
    curve : str
        Name of the quantity, one that the player can plot.
    low, high : float
        Ends of the vertical axis, in the unit of the quantity.
    reason : str
        Why it is so, in plain text.
    """

    question: str
    curve: str
    low: float
    high: float
    reason: str


Question = Choose | Draw | Order


def named(name: str) -> Question:
    """Return a question of a chapter.

    Parameters
    ----------
    name : str
        Chapter and question, such as ``"03f/mass-on-top"``.

    Raises
    ------
    ValueError
        If there is no such question.
    """
    chapter, _, question = name.partition("/")
    package = __name__.rpartition(".")[0]
    known = [module.name.removeprefix("chapter_") for module in pkgutil.iter_modules(_folder())]
    if chapter.lower() not in known:
        raise ValueError(
            f'Expected the name of a question, such as "02/braking", got {name!r}; there are questions of the chapters '
            f"{', '.join(known)}."
        )
    questions = importlib.import_module(f"{package}.chapter_{chapter.lower()}").QUESTIONS
    if question not in questions:
        raise ValueError(f"Chapter {chapter} has the questions {', '.join(questions)}; got {question!r}.")
    return questions[question]


def _folder() -> list[str]:
    return list(importlib.import_module(__name__.rpartition(".")[0]).__path__)
