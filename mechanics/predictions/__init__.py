"""What students predict before a simulation plays: kinds of questions, and those of the chapters.

`mechanics.predictions.questions` has the three kinds, `mechanics.predictions.chapter_02` and its like the questions of
one chapter each. They stand here and not in the cells of the chapters, where a reader would see the answer first.
"""

from .curves import Curves, curves_of, curves_shown
from .questions import Choose, Draw, Order, Question, named

__all__ = ["Choose", "Curves", "Draw", "Order", "Question", "curves_of", "curves_shown", "named"]
