"""The triage list of a run: what a person has to look at, and what is worth knowing, at the terminal and as a page."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .class_table import SECONDS_A_DAY, StepRow, Tables
from .handed_in_time import EXAMPLE, HandedInTime
from .triage_files import Stray
from .triage_page import page_of
from .triage_same import Same, Written, same_notebooks
from .triage_section import Line, Section
from .whole_files import whole_file

__all__ = ["Findings", "sections_of", "short", "write_page"]

SHOWN = 3  # lines of a section at the terminal
WIDTH = 118
NOT_GRADED = (
    "Files that may be a notebook of this assignment, but are not where grading looks for them. To decide: run one "
    "of the lines below the file, or rename it yourself; move what does not matter into a folder whose name begins "
    "with a dot. Then grade again."
)
UNREADABLE = "Notebooks that cannot be read: no points. Ask for another copy, or repair the file."
CUT_SHORT = "Something exceeded a limit of time, memory or processes and was stopped, which may have cost points."
UNDECIDED = "A check failed to run, which says nothing about the answer."
TIME_UNKNOWN = (
    "It is not known when this was handed in; until then it counts as on time. Write the time into the file, for "
    f"example {EXAMPLE}, and grade again."
)
BY_HAND = "In the formgrader, under Manual Grading."
LATE = "After the deadline; the tables show what it costs."
NO_TIME = "Handed in without timestamp.txt, although there is a deadline: counts as on time."
MISSING = "Students who handed in something, but not this."
OTHERS = "Files that belong to no notebook of this assignment."
SAME = (
    "Notebooks that are the same, or nearly: information, not a verdict. Students may work together, and short answers "
    "look alike."
)


@dataclass(frozen=True)
class Findings:
    """What is known of a class after a run.

    Attributes
    ----------
    assignment : str
        Its name.
    tables : Tables
        Their rows.
    strays : mapping of str to sequence of Stray
        Files that are not graded, by student.
    times : mapping of str to HandedInTime
        By student, of those who handed something in.
    written : mapping of str to mapping
        What each student wrote, by task and student.
    has_deadline : bool
        Whether the gradebook knows when the assignment is due.
    """

    assignment: str
    tables: Tables
    strays: Mapping[str, Sequence[Stray]]
    times: Mapping[str, HandedInTime]
    written: Mapping[str, Mapping[str, Written]]
    has_deadline: bool


def sections_of(found: Findings) -> list[Section]:
    """Sort what was found into sections.

    Parameters
    ----------
    found : Findings
        Of a class.

    Returns
    -------
    list of Section
        First those for people; empty ones are left out.
    """
    sections = [*_for_people(found), *_for_information(found)]
    return [section for section in sections if section.lines]


def _for_people(found: Findings) -> Iterator[Section]:
    strays = [stray for stray in _strays(found) if stray.needs_person]
    clear = any(stray.command and not stray.is_second for stray in strays)
    accept = f"mechanics grade {found.assignment} --accept" * clear
    yield Section("not graded", NOT_GRADED, [_of_stray(stray) for stray in strays], True, accept)
    yield Section("unreadable", UNREADABLE, list(_unreadable(found)), True)
    yield Section("cut short", CUT_SHORT, list(_cut_short(found)), True)
    yield Section("without a verdict", UNDECIDED, list(_undecided(found)), True)
    yield Section("time unknown", TIME_UNKNOWN, list(_unknown_times(found)), True)
    yield Section("to mark by hand", BY_HAND, list(_by_hand(found.tables.steps)), True)


def _for_information(found: Findings) -> Iterator[Section]:
    yield Section("late", LATE, list(_late(found)), False)
    yield Section("no time", NO_TIME, list(_without_time(found)), False)
    yield Section("missing", MISSING, list(_missing(found)), False)
    others = [_of_stray(stray) for stray in _strays(found) if not stray.needs_person]
    yield Section("other files", OTHERS, others, False)
    yield Section("the same", SAME, [_of_same(same) for same in _same(found)], False)


def _strays(found: Findings) -> Iterator[Stray]:
    for student in sorted(found.strays):
        yield from found.strays[student]


def short(sections: Sequence[Section], page: Path) -> str:
    """The list for a terminal: how many of each kind, and the first few.

    Parameters
    ----------
    sections : sequence of Section
        Of a run.
    page : Path
        Where all of it is.

    Returns
    -------
    str
        Some lines; a single one if there is nothing to tell.
    """
    told = []
    for title, wanted in (("For a person", True), ("For information", False)):
        these = [section for section in sections if section.for_people == wanted]
        told += [f"{title}:"] * bool(these)
        for section in these:
            first = "; ".join(str(line) for line in section.lines[:SHOWN])
            more = f"; ... {len(section.lines) - SHOWN} more" if len(section.lines) > SHOWN else ""
            told.append(_cut(f"  {section.count:5} {section.title:18} {first}", more))
            told += [f"{'':27}all that are clear: {section.command}"] * bool(section.command)
    return "\n".join([*told, f"{'All of it' if told else 'Nothing for a person to look at'} -> {page}"])


def write_page(path: Path, assignment: str, sections: Sequence[Section]) -> None:
    """Write the list as a page.

    Parameters
    ----------
    path : Path
        The file.
    assignment : str
        Name of the assignment.
    sections : sequence of Section
        Of a run.
    """
    with whole_file(path, errors="replace") as file:
        file.write(page_of(assignment, sections))


def _cut(text: str, more: str) -> str:
    room = WIDTH - len(more)
    return (text if len(text) <= room else f"{text[: room - 3]}...") + more


def _of_stray(stray: Stray) -> Line:
    told = {"cells": ", as its cells show", "name": ", as its name shows"}.get(stray.by, "")
    which = f"; it may be {stray.task}.ipynb{told}" if stray.task else ""
    second = ", of which there is one already" if stray.is_second else ""
    return Line(
        stray.student, stray.name, f"{stray.what[:1].upper()}{stray.what[1:]}{which}{second}.", _commands(stray)
    )


def _commands(stray: Stray) -> dict[str, str]:
    if not stray.command:
        return {}
    if stray.is_second:
        return {"Let this one count:": stray.command, "Keep the one that is graded:": stray.dismissal}
    return {"Let it count:": stray.command}


def _of_same(same: Same) -> Line:
    return Line(", ".join(same.students), same.task, same.why)


def _unreadable(found: Findings) -> Iterator[Line]:
    for row in found.tables.notebooks:
        if row.status == "unreadable":
            yield Line(row.student, row.notebook, row.note)


def _cut_short(found: Findings) -> Iterator[Line]:
    lost: dict[tuple[str, str], list[StepRow]] = defaultdict(list)
    for row in found.tables.steps:
        if row.status == "cut short":
            lost[row.student, row.task].append(row)
    for notebook in found.tables.notebooks:
        if notebook.status == "cut short":
            these = lost[notebook.student, notebook.notebook]
            points = sum(step.maximum - step.points for step in these)
            cost = f"{points:g} points of {', '.join(step.step for step in these)}" if these else "no points by itself"
            yield Line(notebook.student, notebook.notebook, f"{cost}: {notebook.note}")


def _undecided(found: Findings) -> Iterator[Line]:
    for row in found.tables.steps:
        if row.status == "review":
            yield Line(row.student, f"{row.task}/{row.step}", row.reason)


def _unknown_times(found: Findings) -> Iterator[Line]:
    for student, time in found.times.items():
        if time.problem:
            yield Line(student, "timestamp.txt", time.problem)


def _by_hand(steps: Iterable[StepRow]) -> Iterator[Line]:
    waiting: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in steps:
        if row.needs_person and (row.status == "by hand" or row.by_hand is not None):
            waiting[row.task, row.step].append(row.student)
    for (task, step), students in waiting.items():
        yield Line(", ".join(students), f"{task}/{step}", f"{len(students)} answers", count=len(students))


def _late(found: Findings) -> Iterator[Line]:
    late = {student: one.seconds_late for student, one in found.tables.submissions.items() if one.seconds_late > 0}
    for student in sorted(late, key=lambda student: -late[student]):
        yield Line(student, _duration(late[student]), "after the deadline")


def _without_time(found: Findings) -> Iterator[Line]:
    if found.has_deadline:
        names = [student for student, time in found.times.items() if time.at is None and not time.problem]
        if names:
            yield Line(", ".join(names), "", "no timestamp.txt", count=len(names))


def _missing(found: Findings) -> Iterator[Line]:
    missing: dict[str, list[str]] = defaultdict(list)
    somewhere = {(step.student, step.task) for step in found.tables.steps if step.needs_person}  # marks are undecided
    for row in found.tables.notebooks:
        if row.status == "missing" and (row.student, row.notebook) not in somewhere:
            missing[row.notebook].append(row.student)
    for task, students in missing.items():
        yield Line(", ".join(students), task, f"{len(students)} students", count=len(students))


def _same(found: Findings) -> Iterator[Same]:
    for task, students in found.written.items():
        yield from same_notebooks(task, (students[name] for name in sorted(students)))


def _duration(seconds: float) -> str:
    if seconds >= SECONDS_A_DAY:
        return f"{seconds / SECONDS_A_DAY:.1f} days"
    return f"{seconds / 3600:.1f} hours" if seconds >= 3600 else f"{seconds / 60:.0f} minutes"
