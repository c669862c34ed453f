"""``nbgrader autograde`` and the formgrader's button, as safe as ``mechanics grade``; nbgrader_config.py installs it.

nbgrader opens each submission twice, first to restore its locked cells, then to execute it. `SubmittedNotebook` is the
exporter for both: it never trusts the file, but gives a page of the task, in which every test cell has failed until it
was judged. `SafeExecute` stands for nbgrader's *Execute*: the student's code runs in a sandbox and is judged here,
verdicts become outputs. From these nbgrader's own `SaveAutoGrades` computes points; `SaveVerdicts` sees to it that a
test cell without a verdict gets none.
"""

import glob
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import NotebookExporter
from nbgrader import utils
from nbgrader.api import Gradebook
from nbgrader.converters import NbGraderException
from nbgrader.preprocessors import Execute, NbGraderPreprocessor, SaveAutoGrades
from traitlets import Bool, Float, default

from .assignment import USUAL, Seconds
from .attachments import exclude_harmful_files
from .autograde_folders import enter_empty_submissions, name_strays
from .before_autograde import refuse_unfit_course, told_by_nbgrader
from .extensions import grant
from .fork_servers import NOT_JUDGED, graded, not_judged, why_no_boundary
from .gradebook_marks import ask_for_a_person
from .grades import PASSED, UNDECIDED, Grade
from .numbered_pages import given_of, put_in_cells
from .pages import autograded
from .records import Record, fingerprint
from .submission_folders import SubmissionFolders
from .tasks import Task

__all__ = ["SafeExecute", "SaveVerdicts", "SubmittedNotebook"]

TIME = (
    "Seconds of processor time, and of time in which it sleeps or waits; not counted is time in which the machine runs "
    "other programs, up to ten times the limit."
)
EARNED = {*PASSED, "partial"}
VERDICTS = {*EARNED, "wrong", "cut short"}
NO_BOUNDARY = (
    "This machine cannot isolate the code of a submission: {}. Grade on Linux, or in a container or virtual "
    "machine that allows user namespaces. If you would run this code yourself, with your own rights, say so in "
    "nbgrader_config.py: c.SafeExecute.without_boundary = True"
)
WARNING = (
    "No boundary, as asked for by c.SafeExecute.without_boundary: the students' code has limits, but runs with the "
    "rights of a user of this machine."
)
CHANGED = (
    "The task {0!r} was changed after its release: its checks differ from those in the gradebook. Release it again: "
    "nbgrader generate_assignment {1} --force"
)


class SubmittedNotebook(NotebookExporter):
    """Gives a page of the task for whatever was handed in: the task's cells, the student's answers, no verdict yet.

    Raises
    ------
    NbGraderException
        Before the first submission, on a machine without a security boundary, or where gradebook, tasks or settings
        cannot be used.
    """

    def __init__(self, **kw: Any) -> None:
        super().__init__(**kw)
        converter: Any = self.parent
        if hasattr(converter, "coursedir"):  # a run begins
            with told_by_nbgrader(converter.log):
                SafeExecute(parent=self).begin()
                refuse_unfit_course(converter.coursedir)
                _check_deadlines(converter)
            exclude_harmful_files(converter)
            name_strays(converter)
            enter_empty_submissions(converter)

    def from_filename(self, filename: str, resources: Any = None, **kw: Any) -> tuple[Any, Any]:
        """Make the page and run all preprocessors; neither the submitted file nor the one that nbgrader made is parsed.

        Parameters
        ----------
        filename : str
            Ignored: where the submission is follows from `resources`.
        resources : dict
            As nbgrader passes them.
        **kw
            As nbconvert passes them.

        Returns
        -------
        str
            Text of the notebook.
        dict
            The resources.
        """
        assert self.parent
        folders = SubmissionFolders(self.parent.coursedir, resources["nbgrader"])
        content = folders.content()
        page = autograded(folders.task(), content, not_judged(folders.task()))
        return self.from_notebook_node(nbformat.reads(page, as_version=4), resources, **kw)


class SafeExecute(NbGraderPreprocessor):
    """Judge the submission as ``mechanics grade`` does, and write the verdicts as outputs of the test cells."""

    without_boundary = Bool(
        False,
        help="Run the students' code even if this machine has no boundary: with limits, but with your own rights.",
    ).tag(config=True)

    seconds_for_cell = Float(
        help=f"Time for a cell of the student; at least {USUAL.cell:g}, or c.Execute.timeout if that is more. {TIME}"
    ).tag(config=True)
    seconds_for_question = Float(USUAL.question, help=f"Time for a value, or a call of a function. {TIME}").tag(
        config=True
    )
    seconds_for_notebook = Float(help=f"Time for a whole notebook. {TIME}").tag(config=True)

    @default("seconds_for_cell")
    def _seconds_of_the_course(self) -> float:
        """What the course gives a cell without this library, where that is more; none and -1 mean no limit there."""
        own = Execute(config=self.config).timeout
        return max(USUAL.cell, USUAL.notebook if own is None or own < 0 else own)

    @default("seconds_for_notebook")
    def _room_for_two_cells(self) -> float:
        return max(USUAL.notebook, 2 * self.seconds_for_cell)

    def begin(self) -> None:
        """Refuse, or warn, where there is no boundary."""
        reason = why_no_boundary()
        if not reason:
            return
        if not self.without_boundary:
            self.log.error(NO_BOUNDARY.format(reason))
            raise NbGraderException(NO_BOUNDARY.format(reason))
        self.log.warning(WARNING)

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Make the page with its verdicts.

        Parameters
        ----------
        nb : nbformat.NotebookNode
            Ignored: the submission is read again.
        resources : dict
            As nbgrader passes them; ``mechanics`` is added, the record of the grade.

        Returns
        -------
        nbformat.NotebookNode
            The page.
        dict
            The resources.
        """
        folders = SubmissionFolders(self.parent.parent.coursedir, resources["nbgrader"])
        task, content = folders.task(), folders.content()
        _refuse_changed(task, resources["nbgrader"])
        own = task.with_numbers(folders.numbers(self.config))
        result = folders.noticed(content, self._grade(own, content))
        self.log.info("%s: %s of %s points, %s", task.name, result.points, result.maximum, result.status)
        resources["mechanics"] = Record(fingerprint(content), result)
        resources["mechanics_given"] = given_of(own)
        return nbformat.reads(autograded(task, content, result), as_version=4), resources

    def _grade(self, task: Task, content: bytes | None) -> Grade:
        isolated = not (self.without_boundary and why_no_boundary())
        return graded(task, content, isolated=isolated, seconds=self.seconds)

    @property
    def seconds(self) -> Seconds:
        """All time limits."""
        return Seconds(self.seconds_for_cell, self.seconds_for_question, self.seconds_for_notebook)


class SaveVerdicts(SaveAutoGrades):
    """Save points as nbgrader does, but nothing for a test cell without a verdict, which a person has to see."""

    def preprocess_cell(self, cell: Any, resources: Any, cell_index: int) -> tuple[Any, Any]:
        """Turn a missing verdict into an error: nbgrader gives full marks where there is no output.

        Parameters
        ----------
        cell : nbformat.NotebookNode
            A cell of the page.
        resources : dict
            As nbgrader passes them.
        cell_index : int
            Number of the cell.

        Returns
        -------
        nbformat.NotebookNode
            The cell.
        dict
            The resources.
        """
        is_test = utils.is_grade(cell) and not utils.is_solution(cell) and cell.cell_type == "code"
        if is_test and not _has_verdict(cell):
            cell.metadata["mechanics"] = {"status": "review"}
            cell.outputs = [
                nbformat.v4.new_output("error", ename="CheckFailed", evalue=NOT_JUDGED, traceback=[NOT_JUDGED])
            ]
        return super().preprocess_cell(cell, resources, cell_index)

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Save the points, and record for which answers.

        Parameters
        ----------
        nb : nbformat.NotebookNode
            The page with its verdicts.
        resources : dict
            As nbgrader passes them.

        Returns
        -------
        nbformat.NotebookNode
            The page.
        dict
            The resources.
        """
        names, record = resources["nbgrader"], resources.get("mechanics")
        put_in_cells(nb, resources.get("mechanics_given", {}))
        folders = SubmissionFolders(self.parent.parent.coursedir, names)
        records = folders.records()
        known = records.of(names["student"]).get(names["notebook"])
        self._again = bool(record and known and known.handed != record.handed)
        nb, resources = super().preprocess(nb, resources)
        if record:
            records.keep(names["student"], {names["notebook"]: record})
        _grant_deadline(folders, names)
        return nb, resources

    def _add_score(self, cell: Any, resources: Any) -> None:
        """Ask for a person as `mechanics grade` does; nbgrader would ask again for what people have marked."""
        name = cell.metadata["nbgrader"]["grade_id"]
        entry = self.gradebook.find_grade(name, self.notebook_id, self.assignment_id, self.student_id)
        asked_for = entry.needs_manual_grade
        super()._add_score(cell, resources)
        if utils.is_solution(cell) and not cell.source.strip():
            entry.auto_score = 0.0  # left out, or emptied
        needed = entry.auto_score is None or _status(cell) in UNDECIDED
        ask_for_a_person(entry, needed, self._again, asked_for)
        self.gradebook.db.commit()


def _check_deadlines(converter: Any) -> None:
    """Refuse to begin where semester.toml has a deadline under a name that is not known: it would be lost."""
    course = converter.coursedir
    try:
        semester = SubmissionFolders(course, {"student": "*", "assignment": course.assignment_id}).semester()
        with Gradebook(course.db_url, course.course_id) as book:
            due = {each.name: each.duedate for each in book.assignments}
            submissions = glob.glob(converter._format_source(course.assignment_id, "*"))
            handed_in = {Path(folder).parent.name for folder in submissions}
            semester.check_deadlines(due, handed_in | {student.id for student in book.students})
    except ValueError as error:
        raise NbGraderException(str(error)) from None


def _grant_deadline(folders: SubmissionFolders, names: Any) -> None:
    """Before nbgrader looks how late it is: the deadline that semester.toml has for this student."""
    deadlines = folders.semester().of(names["assignment"])
    if names["student"] in deadlines:
        with Gradebook(names["db_url"]) as book:
            grant(book, names["assignment"], names["student"], deadlines)


def _status(cell: Any) -> str:
    return str(cell.metadata.get("mechanics", {}).get("status", ""))


def _has_verdict(cell: Any) -> bool:
    """Whether status and outputs of a test cell agree."""
    failed = any(output.output_type == "error" for output in cell.outputs)
    return _status(cell) in VERDICTS and failed == (_status(cell) not in EARNED)


def _refuse_changed(task: Task, names: Any) -> None:
    """Complain where the checks or points in the gradebook differ from those of the task."""
    with Gradebook(names["db_url"]) as book:
        cells = book.find_notebook(names["notebook"], names["assignment"]).grade_cells
        released = {cell.name: float(cell.max_score) for cell in cells}
    if released != {check.id: check.points for check in task.checks.values()} | dict(task.by_hand):
        raise NbGraderException(CHANGED.format(names["notebook"], names["assignment"]))
