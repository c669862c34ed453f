"""What a student did in a workspace, and what it says: hints that unfold one by one, and how far one has come.

Everything is kept in the student's own folder, in ``.mechanics/`` and, for hints, beside the tasks. Nothing leaves the
machine.
"""

from .progress import progress
from .watching import attach

__all__ = ["attach", "progress"]
