"""What ``nbgrader export --exporter=mechanics.grading.exports.NAME`` writes: totals, and files for Moodle and Canvas.

Points that still wait for a person, and assignments that are not due yet, stay empty there, and are listed.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook
from nbgrader.plugins import ExportPlugin
from traitlets import Unicode

from .course_totals import current_totals, write_totals
from .platforms import Directory, Sheet, read_sheet, scaled
from .settings import Settings
from .table import write_rows
from .totals import Part, Total

__all__ = ["Canvas", "Moodle", "MoodleWorksheet", "Totals"]

CANVAS_FIRST = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
POINTS_POSSIBLE = "    Points Possible"  # as Canvas writes it


class _Export(ExportPlugin):
    """What the exports have in common: totals of the students asked for, and one sentence where something is wrong."""

    def export(self, gradebook: Gradebook) -> None:
        """Write the file.

        Parameters
        ----------
        gradebook : nbgrader.api.Gradebook
            An open gradebook.
        """
        try:
            settings = Settings(Path(self.parent.coursedir.root))
            totals = current_totals(gradebook, settings)
            wanted = {str(student) for student in self.student}
            self._write([total for total in totals if not wanted or total.student in wanted], settings)
        except (ValueError, OSError) as error:
            self.parent.fail(str(error))

    def _write(self, totals: list[Total], settings: Settings) -> None:
        raise NotImplementedError

    def _path(self, settings: Settings, name: str) -> Path:
        path = Path(self.to) if self.to else settings.grading / name
        self.log.info("Exporting grades to %s", path)
        return path

    def _assignments(self, totals: list[Total]) -> list[str]:
        """Names of those asked for, or of all."""
        if not totals:
            raise ValueError("Expected students in the gradebook, found none of those asked for.")
        known = [part.assignment for part in totals[0].parts]
        for name in map(str, self.assignment):
            if name not in known:
                raise ValueError(f"There is no assignment {name!r} in the gradebook. There are: {', '.join(known)}.")
        return [str(name) for name in self.assignment] or known

    def _points(self, total: Total, part: Part, possible: str = "", excused: str = "") -> str:
        if part.state == "excused":
            return excused
        if part.needs_person:
            self.log.warning("%s: %s waits for a person and stays empty.", total.student, part.assignment)
        if part.needs_person or part.state == "open" or (part.state == "extra" and not part.handed_in):
            return ""
        return scaled(part.points, part.maximum, possible)


class Totals(_Export):
    """Total of the course for each student, as ``mechanics totals`` writes it."""

    def _write(self, totals: list[Total], settings: Settings) -> None:
        self._assignments(totals)
        write_totals(self._path(settings, "totals.csv"), totals)


class Moodle(_Export):
    """For Moodle's *Grades > Import > CSV file*: a line for each student, points by assignment, and the total."""

    def _write(self, totals: list[Total], settings: Settings) -> None:
        names = self._assignments(totals)
        columns = ["First name", "Last name", "ID number", "Email address", *names, "Course total (%)"]
        write_rows(self._path(settings, "moodle.csv"), columns, [self._row(total, names) for total in totals])

    def _row(self, total: Total, names: Iterable[str]) -> Mapping[str, object]:
        parts = {part.assignment: part for part in total.parts}
        return {
            "First name": total.first_name,
            "Last name": total.last_name,
            "ID number": total.student,
            "Email address": total.email,
            **{name: self._points(total, parts[name]) for name in names},
            "Course total (%)": "" if total.percent is None else f"{total.percent:.2f}",
        }


class MoodleWorksheet(_Export):
    """Fills in the grading worksheet of one assignment, which Moodle offers to download and takes back."""

    worksheet = Unicode(
        "", help="The downloaded worksheet; by default the CSV file among the downloads of the assignment."
    ).tag(config=True)
    identifier = Unicode("Identifier", help="Name of this column; it depends on the language.").tag(config=True)
    full_name = Unicode("Full name", help="Name of this column.").tag(config=True)
    email = Unicode("Email address", help="Name of this column.").tag(config=True)
    grade = Unicode("Grade", help="Name of this column.").tag(config=True)
    maximum = Unicode("Maximum Grade", help="Name of this column.").tag(config=True)
    ids = ("ID number", "Username")

    def _write(self, totals: list[Total], settings: Settings) -> None:
        names = self._assignments(totals)
        if len(names) != 1:
            raise ValueError(f"A worksheet covers one assignment. Name it: --assignment={names[0]}")
        sheet = read_sheet(Path(self.worksheet) if self.worksheet else downloaded_sheet(self.parent, names[0]))
        sheet.require(self.identifier, self.grade)
        fill(sheet, totals, partial(self._fill, names[0]), self)
        write_rows(self._path(settings, f"moodle-{names[0]}.csv"), sheet.columns, sheet.rows)

    def _fill(self, name: str, row: dict[str, str], total: Total) -> None:
        [part] = [part for part in total.parts if part.assignment == name]
        row[self.grade] = self._points(total, part, row.get(self.maximum, "")) or row[self.grade]

    def who(self, sheet: Sheet, row: Mapping[str, str]) -> tuple[list[str], str]:
        """Ids and name in a row."""
        return [row[column] for column in sheet.having(self.email, *self.ids)], row.get(self.full_name, "")


class Canvas(_Export):
    """For Canvas' *Grades > Import*: the exported gradebook of the course filled in, or a new file without one."""

    gradebook_file = Unicode(
        "", help="CSV file that Canvas exported; without it a new one is made from lms_user_id and names."
    ).tag(config=True)

    def _write(self, totals: list[Total], settings: Settings) -> None:
        names = self._assignments(totals)
        sheet = read_sheet(Path(self.gradebook_file)) if self.gradebook_file else _new_for_canvas(totals, names)
        sheet.require("Student", "ID")
        columns = {name: _column(sheet, name) for name in names}
        lines = [row for row in sheet.rows if "Points Possible" in row["Student"]]
        possible = {name: lines[0][column] if lines else "" for name, column in columns.items()}
        students = Sheet(sheet.path, sheet.columns, [row for row in sheet.rows if row not in lines and row["Student"]])

        def enter(row: dict[str, str], total: Total) -> None:
            parts = {part.assignment: part for part in total.parts}
            for name, column in columns.items():
                row[column] = self._points(total, parts[name], possible[name], "EX") or row[column]

        fill(students, totals, enter, self)
        write_rows(self._path(settings, "canvas.csv"), sheet.columns, sheet.rows)

    def who(self, sheet: Sheet, row: Mapping[str, str]) -> tuple[list[str], str]:
        """Ids and name in a row."""
        return [row[column] for column in sheet.having("ID", "SIS Login ID", "SIS User ID")], row["Student"]


def fill(sheet: Sheet, totals: list[Total], enter: Callable[[dict[str, str], Any], None], plugin: Any) -> None:
    """Fill in the rows of a sheet, and say which of them, and which students, have no counterpart.

    Parameters
    ----------
    sheet : Sheet
        Of the platform; changed.
    totals : list of Total
        Of the students.
    enter : callable
        Fills in a row, given the row and the total.
    plugin : _Export
        With ``who``, which identifies a row, and a log.
    """
    directory, found = Directory(totals), set()
    for row in sheet.rows:
        ids, full_name = plugin.who(sheet, row)
        person = directory.find(ids, full_name)
        if person is None:
            plugin.log.warning("In %s, but not in the gradebook: %s", sheet.path.name, full_name or ids)
            continue
        found.add(person.student)
        enter(row, person)
    for total in totals:
        if total.student not in found:
            plugin.log.warning("In the gradebook, but not in %s: %s", sheet.path.name, total.student)


def downloaded_sheet(application: Any, assignment: str) -> Path:
    """Find the worksheet among the downloads of an assignment.

    Parameters
    ----------
    application : nbgrader.apps.NbGrader
        With its configuration.
    assignment : str
        Name of the assignment.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    ValueError
        If there is none, or more than one.
    """
    folder = archive_of(application, assignment)
    found = sorted(folder.glob("*.csv"))
    if len(found) != 1:
        raise ValueError(
            f"Expected one CSV file, the grading worksheet from Moodle, in {folder}; found {len(found)}. "
            "Name it: --MoodleWorksheet.worksheet=FILE"
        )
    return found[0]


def archive_of(application: Any, assignment: str) -> Path:
    """Folder in which ``nbgrader zip_collect`` expects what was downloaded.

    Parameters
    ----------
    application : nbgrader.apps.NbGrader
        With its configuration.
    assignment : str
        Name of the assignment.

    Returns
    -------
    Path
        The folder.
    """
    from nbgrader.apps import ZipCollectApp  # imports all commands of nbgrader

    collect = ZipCollectApp(config=application.config)
    return Path(application.coursedir.root) / collect.collect_directory_structure.format(
        downloaded=collect.downloaded_directory, assignment_id=assignment, collect_step=collect.archive_directory
    )


def _column(sheet: Sheet, name: str) -> str:
    """The column of an assignment, which Canvas calls "NAME (ID)"."""
    for column in sheet.columns:
        if re.sub(r" \(\d+\)$", "", column) == name:
            return column
    raise ValueError(
        f"Expected a column '{name} (...)' in {sheet.path}, found none. Create an assignment of that name in Canvas, "
        "and export its gradebook again; or name the assignments to export: --assignment=NAME"
    )


def _new_for_canvas(totals: list[Total], names: list[str]) -> Sheet:
    maxima = {part.assignment: f"{part.maximum:g}" for part in totals[0].parts}
    empty = dict.fromkeys([*CANVAS_FIRST, *names], "")
    rows = [
        empty
        | {
            "Student": f"{total.last_name}, {total.first_name}".strip(", "),
            "ID": total.platform_id,
            "SIS Login ID": total.student,
        }
        for total in totals
    ]
    first = empty | {"Student": POINTS_POSSIBLE} | {name: maxima[name] for name in names}
    return Sheet(Path("canvas.csv"), list(empty), [first, *rows])
