"""The total of a course for each student: weighted, without the worst, with extensions, excuses and bonus."""

import datetime
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nbgrader.api import Gradebook

from .semester import Semester

__all__ = ["Part", "Total", "as_rows", "totals_of"]


@dataclass(frozen=True)
class Part:
    """An assignment in the total of one student.

    Attributes
    ----------
    assignment : str
        Its name.
    weight : float
        Share of it in the total; 0 if it does not count.
    points, maximum : float
        Points after a deduction for late submission, and maximum points.
    state : str
        ``counts``, ``dropped``, ``excused``, ``open`` (not due yet, nothing handed in), or ``extra``.
    handed_in : bool
        Whether anything was handed in.
    needs_person : bool
        Whether marks of it wait for a person.
    """

    assignment: str
    weight: float
    points: float
    maximum: float
    state: str = "counts"
    handed_in: bool = True
    needs_person: bool = False

    @property
    def fraction(self) -> float:
        """Points as a fraction of the maximum."""
        return self.points / self.maximum if self.maximum else 0.0

    def __str__(self) -> str:
        if self.state in ("excused", "open"):
            return self.state
        told = f"{100 * self.fraction:.1f}"
        return f"({told})" if self.state == "dropped" else told


@dataclass(frozen=True)
class Total:
    """The total of one student.

    Attributes
    ----------
    student, last_name, first_name, email, platform_id : str
        Id, name, address, and id on a learning platform (``lms_user_id``); empty if unknown.
    parts : tuple of Part
        All assignments, in the order of the gradebook.
    bonus : float
        Percentage points on top, from extra assignments and from the instructor.
    percent : float or None
        The total; None if nothing counts yet.
    """

    student: str
    last_name: str
    first_name: str
    email: str
    platform_id: str
    parts: tuple[Part, ...]
    bonus: float
    percent: float | None

    @property
    def note(self) -> str:
        """What the number alone does not say."""
        waiting = [part.assignment for part in self.parts if part.needs_person]
        missing = [part.assignment for part in self.parts if part.state == "counts" and not part.handed_in]
        told = [f"waits for a person: {', '.join(waiting)}"] if waiting else []
        return "; ".join([*told, *([f"nothing handed in: {', '.join(missing)}"] if missing else [])])


def totals_of(gradebook: Gradebook, semester: Semester, now: datetime.datetime | None = None) -> list[Total]:
    """Compute the totals of all students.

    An assignment counts for a student as soon as they have handed in, or their deadline has passed; one without a
    deadline as soon as anybody has handed in.

    Parameters
    ----------
    gradebook : nbgrader.api.Gradebook
        An open gradebook.
    semester : Semester
        Weights, deadlines, excuses, bonus.
    now : datetime, optional
        Time in UTC; the present unless given.

    Returns
    -------
    list of Total
        Sorted by name.

    Raises
    ------
    ValueError
        If the semester names what the gradebook does not know, or a weight belongs to an assignment without points.
    """
    assignments, students = list(gradebook.assignments), list(gradebook.students)
    semester.check({each.name: each.duedate for each in assignments}, {student.id for student in students})
    now = now or datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    of: dict[str, list[Part]] = {student.id: [] for student in students}
    for assignment in assignments:
        for student, part in _parts(gradebook, assignment, semester, list(of), now):
            of[student].append(part)
    found = [_total(student, of[student.id], semester) for student in students]
    return sorted(found, key=lambda total: (total.last_name.casefold(), total.first_name.casefold(), total.student))


def _parts(
    gradebook: Gradebook, assignment: Any, semester: Semester, students: Sequence[str], now: datetime.datetime
) -> Iterator[tuple[str, Part]]:
    name, due, maximum = assignment.name, assignment.duedate, float(assignment.max_score or 0.0)
    weight = maximum if semester.weights is None else semester.weights.get(name, 0.0)
    if not maximum and (weight or name in semester.extra):
        raise ValueError(f"Expected an assignment with points, got {name!r}, which has none. Give it the weight 0.")
    handed = {submission.student_id: submission for submission in gradebook.assignment_submissions(name)}
    for student in students:
        part = _part(name, 0.0 if name in semester.extra else weight, maximum, handed.get(student))
        deadline = semester.deadlines.get((name, student), due)
        is_over = deadline < now if deadline else bool(handed)
        if (name, student) in semester.excused:
            part = replace(part, state="excused", needs_person=False)
        elif name in semester.extra:
            part = replace(part, state="extra")
        elif not part.handed_in and not is_over:
            part = replace(part, state="open")
        yield student, part


def _part(name: str, weight: float, maximum: float, submission: Any) -> Part:
    if submission is None:
        return Part(name, weight, 0.0, maximum, handed_in=False)
    points = max(0.0, float(submission.score or 0.0) - float(submission.late_submission_penalty or 0.0))
    return Part(name, weight, points, maximum, needs_person=bool(submission.needs_manual_grade))


def _total(student: Any, parts: Sequence[Part], semester: Semester) -> Total:
    counting = [part for part in parts if part.state == "counts" and part.weight > 0]
    kept = _without_the_worst(counting, semester.drop_worst)
    dropped = {part.assignment for part in counting} - {part.assignment for part in kept}
    bonus = semester.bonus.get(student.id, 0.0)
    bonus += sum(semester.extra[part.assignment] * part.fraction for part in parts if part.state == "extra")
    percent = None if not kept else min(max(0.0, 100 * _mean(kept) + bonus), semester.at_most)
    shown = tuple(replace(part, state="dropped") if part.assignment in dropped else part for part in parts)
    return Total(
        student.id,
        student.last_name or "",
        student.first_name or "",
        student.email or "",
        student.lms_user_id or "",
        shown,
        bonus,
        percent,
    )


def _mean(parts: Sequence[Part]) -> float:
    return math.fsum(part.weight * part.fraction for part in parts) / math.fsum(part.weight for part in parts)


def _without_the_worst(parts: Sequence[Part], number: int) -> list[Part]:
    """Leave out those without which the weighted mean is largest; one is always kept.

    With weights that differ these need not be the ones with the lowest percentage. Those to keep are the ones with the
    largest w (f - m), where m is the mean that results; m is found by repetition, each time a larger one.
    """
    keep, mean = max(1, len(parts) - number), -math.inf
    kept = list(parts)
    while kept and (better := _mean(kept)) > mean + 1e-12:
        mean = better
        kept = sorted(parts, key=lambda part: part.weight * (part.fraction - mean), reverse=True)[:keep]
    return kept


def as_rows(totals: Sequence[Total]) -> list[Mapping[str, object]]:
    """Rows of a table: names, percent of each assignment, bonus, total, note.

    Parameters
    ----------
    totals : sequence of Total
        Of all students.

    Returns
    -------
    list of mapping
        Values by the names of the columns, the same in each row.
    """
    return [
        {
            "student": total.student,
            "last_name": total.last_name,
            "first_name": total.first_name,
            "email": total.email,
            **{part.assignment: str(part) for part in total.parts},
            "bonus": round(total.bonus, 2),
            "total": "" if total.percent is None else round(total.percent, 2),
            "note": total.note,
        }
        for total in totals
    ]
