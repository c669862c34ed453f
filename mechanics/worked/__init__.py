"""Worked examples whose last steps are left to the reader: ``your_turn("05a/disc", M="[[..., ...], [..., ...]]")``.

`mechanics.worked.chapter_05a` and its like hold what is right and the known mistakes of one chapter each. They stand
here and not in the cells of the chapters, where a reader would see the answer first. Nothing is graded.
"""

from .question import check_yourself
from .steps import Step, Told, named, your_turn

__all__ = ["Step", "Told", "check_yourself", "named", "your_turn"]
