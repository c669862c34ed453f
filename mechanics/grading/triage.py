"""The triage list of a run: what a person has to look at, and what is worth knowing, at the terminal and as a page."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .class_table import SECONDS_A_DAY, NotebookRow, StepRow
from .gradebook_rows import Submission
from .handed_in_time import EXAMPLE, HandedInTime
from .triage_files import Stray
from .triage_page import page_of
from .triage_same import Same, Written, same_notebooks
from .triage_section import Line, Section

__all__ = ["Findings", "sections_of", "short", "write_page"]

SHOWN = 3  # lines of a section at the terminal
WIDTH = 118


@dataclass(frozen=True)
class Findings:
    """What is known of a class after a run.

    Attributes
    ----------
    assignment : str
        Its name.
    steps, notebooks : sequence of StepRow and of NotebookRow
        Rows of the tables.
    submissions : mapping of str to Submission
        By student.
    strays : mapping of str to sequence of Stray
        Files that are not graded, by student.
    times : mapping of str to HandedInTime
        By student, of those who handed something in.
    answers : mapping of str to mapping
        Texts of the answers, by task, student and name; those that were left as released are left out.
    has_deadline : bool
        Whether the gradebook knows when the assignment is due.
    """

    assignment: str
    steps: Sequence[StepRow]
    notebooks: Sequence[NotebookRow]
    submissions: Mapping[str, Submission]
    strays: Mapping[str, Sequence[Stray]]
    times: Mapping[str, HandedInTime]
    answers: Mapping[str, Mapping[str, Mapping[str, str]]]
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
    strays = [stray for student in sorted(found.strays) for stray in found.strays[student]]
    accept = any(stray.command and not stray.is_second for stray in strays)
    sections = [
        Section("not graded", "Files that may be a notebook of the task, and are not where grading looks. To decide: "
                "run the line beside the file, or rename it yourself, and grade again."
                + f" All that are clear at once: mechanics grade {found.assignment} --accept" * accept,
                [_of_stray(stray) for stray in strays if stray.needs_person], True),
        Section("unreadable", "Notebooks that cannot be read: no points. Ask for another copy, or repair the file.",
                list(_with_status(found, "unreadable")), True),
        Section("cut short", "A limit of time, memory or processes ended something, which may have cost points.",
                list(_cut_short(found)), True),
        Section("without a verdict", "A check failed to run, which says nothing about the answer.",
                list(_undecided(found)), True),
        Section("time unknown", "When this was handed in cannot be told; until then it counts as in time. Write the time "
                f"into the file, for example {EXAMPLE}, and grade again.", list(_unknown_times(found)), True),
        Section("to mark by hand", "In the formgrader: Nbgrader - Formgrader - Manual Grading.",
                list(_by_hand(found.steps)), True),
        Section("late", "After the deadline; what it costs is in the tables.", list(_late(found)), False),
        Section("no time", "Handed in without timestamp.txt, although there is a deadline: counts as in time.",
                list(_without_time(found)), False),
        Section("missing", "Students who handed in something, but not this.", list(_missing(found)), False),
        Section("other files", "Files that belong to no notebook of the task.",
                [_of_stray(stray) for stray in strays if not stray.needs_person], False),
        Section("the same", "Same or nearly the same notebooks: information, no verdict. Students may work together, "
                "and short answers look alike.", [_of_same(same) for same in _same(found)], False),
    ]  # fmt: skip
    return [section for section in sections if section.lines]


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
    return "\n".join([*told, f"{'All of it' if told else 'Nothing for a person to look at'} -> {page}"])


def write_page(path: Path, assignment: str, sections: Sequence[Section]) -> None:
    """Write the list as a page; the file is never half written.

    Parameters
    ----------
    path : Path
        The file.
    assignment : str
        Name of the assignment.
    sections : sequence of Section
        Of a run.
    """
    part = path.with_suffix(".part")
    part.write_text(page_of(assignment, sections), encoding="utf-8", errors="replace")
    os.replace(part, path)


def _cut(text: str, more: str) -> str:
    room = WIDTH - len(more)
    return (text if len(text) <= room else f"{text[: room - 3]}...") + more


def _of_stray(stray: Stray) -> Line:
    told = {"cells": "by its cells", "name": "by its name"}.get(stray.by, "")
    which = f" -> {stray.task}.ipynb ({told})" if told else f" -> {stray.task}.ipynb?" if stray.task else ""
    second = "; there is a notebook of this name already" if stray.is_second else ""
    return Line(stray.student, f"{stray.name}{which}", f"{stray.what}{second}", stray.command)


def _of_same(same: Same) -> Line:
    return Line(", ".join(same.students), same.task, same.why)


def _with_status(found: Findings, status: str) -> Iterator[Line]:
    for row in found.notebooks:
        if row.status == status:
            yield Line(row.student, row.notebook, row.note)


def _cut_short(found: Findings) -> Iterator[Line]:
    lost: dict[tuple[str, str], list[StepRow]] = defaultdict(list)
    for row in found.steps:
        if row.status == "cut short":
            lost[row.student, row.task].append(row)
    for row in found.notebooks:
        if row.status == "cut short":
            these = lost[row.student, row.notebook]
            points = sum(step.maximum - step.points for step in these)
            cost = f"{points:g} points of {', '.join(step.step for step in these)}" if these else "no points by itself"
            yield Line(row.student, row.notebook, f"{cost}: {row.note}")


def _undecided(found: Findings) -> Iterator[Line]:
    for row in found.steps:
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
    late = {student: one.seconds_late for student, one in found.submissions.items() if one.seconds_late > 0}
    for student in sorted(late, key=lambda student: -late[student]):
        yield Line(student, _duration(late[student]), "after the deadline")


def _without_time(found: Findings) -> Iterator[Line]:
    if found.has_deadline:
        names = [student for student, time in found.times.items() if time.at is None and not time.problem]
        if names:
            yield Line(", ".join(names), f"{len(names)} students", "no timestamp.txt", count=len(names))


def _missing(found: Findings) -> Iterator[Line]:
    missing: dict[str, list[str]] = defaultdict(list)
    for row in found.notebooks:
        if row.status == "missing" and not row.needs_person:
            missing[row.notebook].append(row.student)
    for task, students in missing.items():
        yield Line(", ".join(students), task, f"{len(students)} students", count=len(students))


def _same(found: Findings) -> Iterator[Same]:
    mistakes: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for row in found.steps:
        if row.status == "wrong" and row.reason:
            mistakes[row.student, row.task][row.step] = row.reason
    for task, students in found.answers.items():
        written = (Written(name, answers, mistakes[name, task]) for name, answers in sorted(students.items()))
        yield from same_notebooks(task, written)


def _duration(seconds: float) -> str:
    if seconds >= SECONDS_A_DAY:
        return f"{seconds / SECONDS_A_DAY:.1f} days"
    return f"{seconds / 3600:.1f} hours" if seconds >= 3600 else f"{seconds / 60:.0f} minutes"
