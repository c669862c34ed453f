"""The rows of a few submissions in the gradebook, read and made together: a statement for a table, not for a row."""

import datetime
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from nbgrader import api
from nbgrader.api import Gradebook
from sqlalchemy import insert, select

__all__ = ["Outline", "Rows", "submissions_of"]

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

    All of them are plain objects with the columns as attributes where they are not in the database yet.
    """

    submission: Any
    marks: dict[Place, Any] = field(default_factory=dict)
    comments: dict[Place, Any] = field(default_factory=dict)
    pages: "list[_Page]" = field(default_factory=list)

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
        found = {one.student_id: cls(one) for one in submissions_of(gradebook, outline, students)}
        pages = {page: found[student] for page, student in _pages(gradebook, outline, found)}
        for kind in (api.Grade, api.Comment):
            # both ids are named: the database finds an entry by cell and notebook together, by one of them it searches
            rows = select(kind).where(kind.cell_id.in_(outline.places), kind.notebook_id.in_(pages))
            for row in gradebook.db.scalars(rows) if pages else ():
                pages[row.notebook_id]._of(kind)[outline.places[row.cell_id]] = row
        return found

    @classmethod
    def new(cls, outline: Outline, student: str) -> "Rows":
        """Rows for a student without a submission, the same as by nbgrader's ``add_submission``; see `insert`.

        Parameters
        ----------
        outline : Outline
            The assignment.
        student : str
            Id of the student.
        """
        rows = cls(_Submission(outline.id, student))
        for page in (_Page(rows.submission.id, notebook) for notebook in outline.notebooks):
            rows.pages.append(page)
            for kind, row in ((api.Grade, _Mark), (api.Comment, _Comment)):
                of_kind = rows._of(kind)
                for cell in outline.cells(page.notebook_id, kind):
                    of_kind[outline.places[cell]] = row(cell, page.id)
        return rows

    @staticmethod
    def insert(gradebook: Gradebook, new: "dict[str, Rows]") -> None:
        """Put new rows into the gradebook.

        Parameters
        ----------
        gradebook : nbgrader.api.Gradebook
            An open gradebook.
        new : dict of str to Rows
            By the id of the student.
        """
        for student in new:
            gradebook.update_or_create_student(student)
        every = [*new.values()]
        for kind, made in (
            (api.SubmittedAssignment, [rows.submission for rows in every]),
            (api.SubmittedNotebook, [page for rows in every for page in rows.pages]),
            (api.Grade, [mark for rows in every for mark in rows.marks.values()]),
            (api.Comment, [comment for rows in every for comment in rows.comments.values()]),
        ):
            if made:
                gradebook.db.execute(insert(kind.__table__), [vars(row) for row in made])


def submissions_of(gradebook: Gradebook, outline: Outline, students: Collection[str]) -> list[Any]:
    """Those of the students who have one; the parameters are those of `Rows.of`."""
    of = api.SubmittedAssignment
    wanted = select(of).where(of.assignment_id == outline.id, of.student_id.in_(students))
    return [*gradebook.db.scalars(wanted)]


def _pages(gradebook: Gradebook, outline: Outline, found: dict[str, Rows]) -> Iterator[tuple[str, str]]:
    """Ids of the submitted notebooks, and their students."""
    page = api.SubmittedNotebook
    students = {rows.submission.id: student for student, rows in found.items()}
    wanted = select(page.id, page.assignment_id).where(
        page.notebook_id.in_(outline.notebooks), page.assignment_id.in_(students)
    )
    for one, whole in gradebook.db.execute(wanted) if students else ():
        yield one, students[whole]


@dataclass
class _Submission:
    assignment_id: str
    student_id: str
    timestamp: datetime.datetime | None = None
    id: str = field(default_factory=api.new_uuid)


@dataclass
class _Page:
    assignment_id: str
    notebook_id: str
    id: str = field(default_factory=api.new_uuid)


@dataclass
class _Mark:
    cell_id: str
    notebook_id: str
    auto_score: float | None = None
    manual_score: float | None = None
    needs_manual_grade: bool = True
    id: str = field(default_factory=api.new_uuid)


@dataclass
class _Comment:
    cell_id: str
    notebook_id: str
    auto_comment: str | None = None
    id: str = field(default_factory=api.new_uuid)
