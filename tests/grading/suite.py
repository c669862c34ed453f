"""All hostile and broken submissions in one table: what was handed in, and the points that it must get."""

from typing import NamedTuple

from .conftest import cells, notebook
from .hostile_answers import ANSWERS_TRIED
from .hostile_functions import FUNCTIONS
from .hostile_notebooks import NOTEBOOKS
from .hostile_reach import REACHING, World

MOST = 7


class Case(NamedTuple):
    """A submission.

    Attributes
    ----------
    content : of the file; None if there is none
    points : that it must get; of those that break their own Python, the most it may get
    exactly : whether it must get just these
    """

    content: bytes | None
    points: float
    exactly: bool = True

    def agrees(self, points: float) -> bool:
        """Whether somebody who got these got what he must."""
        return points == self.points if self.exactly else points <= self.points


def suite(outside: World) -> dict[str, Case]:
    """Submissions by what they try."""
    found = {what: _case({"mass_answer": source}, points) for what, (source, points) in ANSWERS_TRIED.items()}
    found |= {
        f"function: {what}": _case({"square_answer": source}, points + 5)
        for what, (source, points) in FUNCTIONS.items()
    }
    found |= {f"reach: {what}": _case({"mass_answer": outside.source(what)}, 2) for what in REACHING}
    return found | {f"file: {what}": Case(*NOTEBOOKS[what][:2]) for what in NOTEBOOKS}


def _case(answers: dict[str, str], points: float | None) -> Case:
    # whoever breaks his own Python may lose everything, but the mass and the force are not to be had
    return Case(notebook(cells(**answers)), 2 if points is None else points, points is not None)
