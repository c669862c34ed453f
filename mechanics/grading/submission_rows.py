"""The rows of a few submissions in the gradebook, read and made together: a statement for a table, not for a row."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from nbgrader import api
from nbgrader.api import Gradebook
from sqlalchemy import select

__all__ = ["Outline", "Rows"]

Place = tuple[str, str]
"""Names of a notebook and of a cell in there."""


class Outline:
    """The cells of an assignment, as plain data: after each commit the gradebook reads its own objects again.

    Parameters
    ----------
    assignment : nbgrader.api.Assignment
        From an open gradebook.

    Attributes
    ----------
    id : str
        Of the assignment.
    places : dict of str to (str, str)
        Names of notebook and cell, by the id of the cell.
    """

    def __init__(self, assignment: Any):
        self.id, self.places = assignment.id, dict[str, Place]()
        self._cells: dict[str, dict[Any, list[str]]] = {}
        for notebook in assignment.notebooks:
            marked = (*notebook.grade_cells, *notebook.task_cells)
            commented = (*notebook.solution_cells, *notebook.task_cells)
            self.places |= {cell.id: (notebook.name, cell.name) for cell in (*marked, *commented)}
            self._cells[notebook.id] = {
                api.Grade: [cell.id for cell in marked],
                api.Comment: [cell.id for cell in commented],
            }

    @property
    def notebooks(self) -> list[str]:
        """Ids of the notebooks."""
        return [*self._cells]

    def cells(self, notebook: str, kind: Any) -> list[str]:
        """Ids of the cells of a notebook that get a mark or a comment."""
        return self._cells[notebook][kind]


@dataclass
class Rows:
    """A submission, its marks and its comments.

    Attributes
    ----------
    submission : nbgrader.api.SubmittedAssignment
        The row of the whole.
    marks : dict
        Those of the cells, ``nbgrader.api.Grade`` by names of notebook and cell.
    comments : dict
        The same with ``nbgrader.api.Comment``.
    """

    submission: Any
    marks: dict[Place, Any] = field(default_factory=dict)
    comments: dict[Place, Any] = field(default_factory=dict)

    def _of(self, kind: Any) -> dict[Place, Any]:
        return self.marks if kind is api.Grade else self.comments

    @classmethod
    def of(cls, gradebook: Gradebook, outline: Outline, students: Collection[str]) -> "dict[str, Rows]":
        """The rows of those students who have a submission, by the id of the student.

        Parameters
        ----------
        gradebook : nbgrader.api.Gradebook
            An open gradebook.
        outline : Outline
            The assignment.
        students : collection of str
            Their ids.
        """
        of = api.SubmittedAssignment
        whole = gradebook.db.scalars(select(of).where(of.assignment_id == outline.id, of.student_id.in_(students)))
        found = {one.student_id: cls(one) for one in whole}
        pages = {page: found[student] for page, student in _pages(gradebook, outline, found)}
        for kind in (api.Grade, api.Comment):
            # both ids are named: the database finds an entry by cell and notebook together, by one of them it searches
            rows = select(kind).where(kind.cell_id.in_(outline.places), kind.notebook_id.in_(pages))
            for row in gradebook.db.scalars(rows) if pages else ():
                pages[row.notebook_id]._of(kind)[outline.places[row.cell_id]] = row
        return found

    @classmethod
    def new(cls, gradebook: Gradebook, outline: Outline, students: Iterable[str]) -> "dict[str, Rows]":
        """Rows for students without a submission; the same as by nbgrader's ``add_submission``.

        Parameters
        ----------
        gradebook, outline, students
            As for `of`.
        """
        made = {student: cls(api.SubmittedAssignment(**_of(outline.id, student))) for student in students}
        with gradebook.db.no_autoflush:
            _enrol(gradebook, made)
        for rows in made.values():
            pages = [api.SubmittedNotebook(**_page(rows.submission.id, notebook)) for notebook in outline.notebooks]
            for page in pages:
                for kind in (api.Grade, api.Comment):
                    for cell in outline.cells(page.notebook_id, kind):
                        rows._of(kind)[outline.places[cell]] = kind(cell_id=cell, notebook_id=page.id)
            gradebook.db.add_all([rows.submission, *pages, *rows.marks.values(), *rows.comments.values()])
        return made


def _pages(gradebook: Gradebook, outline: Outline, found: dict[str, Rows]) -> Iterator[tuple[str, str]]:
    """Ids of the submitted notebooks, and their students."""
    page = api.SubmittedNotebook
    students = {rows.submission.id: student for student, rows in found.items()}
    wanted = select(page.id, page.assignment_id).where(
        page.notebook_id.in_(outline.notebooks), page.assignment_id.in_(students)
    )
    for one, whole in gradebook.db.execute(wanted) if students else ():
        yield one, students[whole]


def _of(assignment: str, student: str) -> dict[str, str]:
    return {"id": api.new_uuid(), "assignment_id": assignment, "student_id": student}


def _page(whole: str, notebook: str) -> dict[str, str]:
    return {"id": api.new_uuid(), "assignment_id": whole, "notebook_id": notebook}


def _enrol(gradebook: Gradebook, students: Iterable[str]) -> None:
    """Enter those who are not in the course yet."""
    for student in students:
        gradebook.update_or_create_student(student)
