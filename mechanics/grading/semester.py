"""What ``semester.toml`` beside the gradebook says: weights, deadlines, excuses, bonus, what hints cost."""

import datetime
import difflib
import math
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["FILE", "Semester", "read_semester"]

FILE = "semester.toml"
ENTRIES = ("drop_worst", "at_most", "hint_cost", "weights", "extra", "deadlines", "excused", "bonus")
EXAMPLE = "2030-05-08 23:59:00+02:00"


@dataclass(frozen=True)
class Semester:
    """How marks of assignments become the total of a course.

    Attributes
    ----------
    weights : mapping of str to float, or None
        Weight of each assignment; None if every point counts the same.
    extra : mapping of str to float
        Percentage points that an assignment can add to the total, by its name; it has no weight then.
    deadlines : mapping of (str, str) to datetime
        By assignment and student, the deadline that counts instead of the general one; in UTC, as in the gradebook.
    excused : frozenset of (str, str)
        Assignment and student: this assignment does not count for this student.
    bonus : mapping of str to float
        Percentage points that a student gets on top.
    drop_worst : int
        How many assignments are left out for each student, those that cost most.
    at_most : float
        Largest total, in percent.
    hint_cost : float
        Part of a step's points that each hint costs, 0 to 1.
    """

    weights: Mapping[str, float] | None = None
    extra: Mapping[str, float] = field(default_factory=dict)
    deadlines: Mapping[tuple[str, str], datetime.datetime] = field(default_factory=dict)
    excused: frozenset[tuple[str, str]] = frozenset()
    bonus: Mapping[str, float] = field(default_factory=dict)
    drop_worst: int = 0
    at_most: float = math.inf
    hint_cost: float = 0.0

    def of(self, assignment: str) -> dict[str, datetime.datetime]:
        """Deadlines of single students for one assignment.

        Parameters
        ----------
        assignment : str
            Its name.

        Returns
        -------
        dict of str to datetime
            By student, in UTC.
        """
        return {student: when for (name, student), when in self.deadlines.items() if name == assignment}

    def check_deadlines(self, due: Mapping[str, datetime.datetime | None], students: Collection[str]) -> None:
        """Complain about deadlines under names that the gradebook does not know, and about those that cannot be.

        Parameters
        ----------
        due : mapping of str to datetime or None
            All assignments of the gradebook, with their deadlines in UTC.
        students : collection of str
            Ids of all students.

        Raises
        ------
        ValueError
            With the first of them, and what to do.
        """
        for (assignment, student), when in self.deadlines.items():
            _known(assignment, due, "assignment")
            _known(student, students, "student")
            general = due[assignment]
            if general is None or when < general:
                raise ValueError(_impossible(assignment, student, when, general))

    def check(self, due: Mapping[str, datetime.datetime | None], students: Collection[str]) -> None:
        """The same for everything in the file; weights of assignments that are not released yet may be there.

        Parameters
        ----------
        due : mapping of str to datetime or None
            All assignments of the gradebook, with their deadlines in UTC.
        students : collection of str
            Ids of all students.

        Raises
        ------
        ValueError
            With the first fault, and what to do.
        """
        self.check_deadlines(due, students)
        for assignment in [*self.extra, *sorted(name for name, _ in self.excused)]:
            _known(assignment, due, "assignment")
        for student in [*self.bonus, *sorted(student for _, student in self.excused)]:
            _known(student, students, "student")
        for name in self.extra.keys() & (self.weights or {}).keys():
            raise ValueError(f"{FILE}: expected a weight or an entry in [extra] for {name!r}, got both.")
        left_out = [] if self.weights is None else [name for name in due if name not in {*self.weights, *self.extra}]
        if left_out:
            raise ValueError(
                f"{FILE}: expected a weight for each assignment, found none for {', '.join(map(repr, left_out))}. "
                "Write 0 for what does not count."
            )


def read_semester(folder: Path) -> Semester:
    """Read ``semester.toml``.

    Parameters
    ----------
    folder : Path
        Where the gradebook is.

    Returns
    -------
    Semester
        Without such a file, one in which every point counts the same.

    Raises
    ------
    ValueError
        With what is wrong in the file.
    """
    path = folder / FILE
    if not path.is_file():
        return Semester()
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ValueError(f"{path} cannot be read: {error}.") from None
    for name in said:
        _known(name, ENTRIES, "entry")
    return Semester(
        weights=_numbers(said, "weights") if "weights" in said else None,
        extra=_numbers(said, "extra"),
        deadlines=dict(_deadlines(_table(said, "deadlines"))),
        excused=frozenset(_excused(_table(said, "excused"))),
        bonus=_numbers(said, "bonus", least=-math.inf),
        drop_worst=_whole(said.get("drop_worst", 0)),
        at_most=_number(said.get("at_most", math.inf), "at_most"),
        hint_cost=_part(said.get("hint_cost", 0.0)),
    )


def _known(name: str, known: Collection[str], kind: str) -> None:
    if name in known:
        return
    near = difflib.get_close_matches(name, known, 1)
    hint = f" Did you mean {near[0]!r}?" if near else f" There are: {', '.join(sorted(known)[:20]) or 'none'}."
    raise ValueError(f"{FILE}: there is no {kind} {name!r}.{hint}")


def _impossible(assignment: str, student: str, when: datetime.datetime, general: datetime.datetime | None) -> str:
    if general is None:
        return (
            f"{FILE}: {student!r} has a deadline of their own for {assignment!r}, which has none. Set the general one: "
            f'nbgrader db assignment add {assignment} --duedate "{when:%Y-%m-%d %H:%M:%S} UTC"'
        )
    return (
        f"{FILE}: expected a deadline for {student!r} that is not before the general one of {assignment!r}, "
        f"{general:%Y-%m-%d %H:%M:%S} UTC; got {when:%Y-%m-%d %H:%M:%S} UTC."
    )


def _table(said: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = said.get(name, {})
    if not isinstance(found, dict):
        raise ValueError(f"{FILE}: expected a table [{name}], got {name} = {found!r}.")
    return found


def _numbers(said: Mapping[str, Any], name: str, least: float = 0.0) -> dict[str, float]:
    return {key: _number(value, f"{name}.{key}", least) for key, value in _table(said, name).items()}


def _number(value: Any, name: str, least: float = 0.0) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or math.isnan(value) or value < least or (math.isinf(value) and name != "at_most"):
        raise ValueError(
            f"{FILE}: expected a number{' of at least 0' if least == 0 else ''} for {name}, got {value!r}."
        )
    return float(value)


def _part(value: Any) -> float:
    if (part := _number(value, "hint_cost")) > 1:
        raise ValueError(
            f"{FILE}: expected a part of a step's points between 0 and 1 for hint_cost, such as 0.1; got {value!r}."
        )
    return part


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{FILE}: expected a whole number of at least 0 for drop_worst, got {value!r}.")
    return value


def _deadlines(table: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], datetime.datetime]]:
    for assignment in table:
        for student, when in _table(table, assignment).items():
            if not isinstance(when, datetime.datetime) or when.tzinfo is None:
                raise ValueError(
                    f"{FILE}: expected date, time and offset for deadlines.{assignment}.{student}, such as {EXAMPLE}; "
                    f"got {when}."
                )
            yield (assignment, student), when.astimezone(datetime.UTC).replace(tzinfo=None)


def _excused(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for assignment, students in table.items():
        if not isinstance(students, list) or not all(isinstance(student, str) for student in students):
            raise ValueError(
                f'{FILE}: expected a list of students for excused.{assignment}, such as ["ada"]; got {students!r}.'
            )
        yield from ((assignment, student) for student in students)
