"""Bodies to be cut free: pictures on which free-body diagrams are drawn, by name.

What acts on them is not said here, but in the hidden tests of the tasks.
"""

import difflib
from collections.abc import Callable

from ...errors import ModelError
from ...scene import CutBody
from . import chapter_3, chapter_5, friction, self_study_motion, self_study_rest

__all__ = ["body_names", "cut_body"]

MODULES = (chapter_3, friction, chapter_5, self_study_rest, self_study_motion)
BODIES: dict[str, Callable[[], CutBody]] = {body.__name__: body for module in MODULES for body in module.BODIES}


def body_names() -> list[str]:
    """List the names that `cut_body` takes."""
    return list(BODIES)


def cut_body(name: str) -> CutBody:
    """The body of this name.

    Parameters
    ----------
    name : str
        One of `body_names`.

    Returns
    -------
    CutBody
        Picture, points and directions.

    Raises
    ------
    ModelError
        For an unknown name.
    """
    if not isinstance(name, str) or name not in BODIES:
        near = difflib.get_close_matches(str(name), BODIES, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f": it is one of {', '.join(BODIES)}"
        raise ModelError(f"There is no body {name!r} to be cut free{hint}")
    return BODIES[name]()
