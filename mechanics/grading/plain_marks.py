"""Marks of plain test cells: begun at their place in the notebook, finished when all answers have run."""

from dataclasses import dataclass, replace
from typing import Any

from .plain_tests import PlainTest, judged_inside
from .student import Student

__all__ = ["PlainMarks"]

MOST_COPIES = 32
"""Processes that wait in a sandbox; hidden tests beyond that are run at their place."""


@dataclass
class _Begun:
    test: PlainTest
    trouble: str  # why the cell before did not come to its end
    copy: int | None = None
    answer: dict[str, Any] | None = None
    is_cut_short: bool = False
    is_after_cut: bool = False  # a limit has ended something in this notebook before


class PlainMarks:
    """The plain tests of one notebook.

    Parameters
    ----------
    student : Student
        Whose cells they test.
    """

    def __init__(self, student: Student):
        self._student = student
        self._begun: dict[str, _Begun] = {}

    def begin(self, name: str, test: PlainTest | None, is_cut_short: bool = False) -> None:
        """Run the visible part of a test at its place, for what it defines, and keep the state for the hidden one.

        Parameters
        ----------
        name : str
            Of the test cell.
        test : PlainTest or None
            None if it is judged outside alone.
        is_cut_short : bool
            Whether a limit has ended something since the test before.
        """
        if not test:
            return
        begun = self._begun[name] = _Begun(
            test, self._student.trouble, is_cut_short=is_cut_short, is_after_cut=bool(self._student.cut_short)
        )
        if test.is_hidden and len(self._begun) <= MOST_COPIES:
            begun.copy = len(self._begun)
            self._student.keep_copy(begun.copy)
            self._student.run(test.visible)
        else:
            self._run(begun)
        self._student.trouble = begun.trouble

    def finished(self, mark: Any) -> Any:
        """The mark with the verdict of its plain test, where it has one and nothing else is wrong.

        Parameters
        ----------
        mark : Mark
            Of what was judged outside.

        Returns
        -------
        Mark
            The mark that counts.
        """
        begun = self._begun.get(mark.check)
        if not begun or mark.status != "right":
            return mark
        answer = begun.answer or self._run(begun)
        if "error" in answer:
            of_before = begun.trouble if answer["error"] == "NameError" else ""
            lost = begun.is_after_cut and answer["error"] == "NameError"  # a name that nothing defines any more
            status = "cut short" if begun.is_cut_short or lost else "wrong"
            return replace(mark, points=0.0, status=status, reason=of_before or begun.test.reason(answer))
        try:
            points = judged_inside(mark.maximum, answer.get("value"))
        except ValueError:
            return replace(mark, points=0.0, status="review", reason="This test gives more points than there are.")
        if points == mark.maximum:
            return mark
        return replace(mark, points=points, status="partial", reason=f"{points:g} of {mark.maximum:g} points.")

    def _run(self, begun: _Begun) -> dict[str, Any]:
        before = len(self._student.cut_short)
        begun.answer = self._student.test(begun.test.request, begun.copy)
        begun.is_cut_short |= len(self._student.cut_short) > before
        return begun.answer
