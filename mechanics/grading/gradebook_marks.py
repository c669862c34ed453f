"""A mark in the gradebook: set by a check, kept where a person has given one, and waiting for one or not."""

from typing import Any

__all__ = ["ask_for_a_person", "set_mark"]


def ask_for_a_person(entry: Any, needed: bool, again: bool, asked_for: bool) -> None:
    """Set whether a mark in the gradebook waits for a person.

    Parameters
    ----------
    entry : nbgrader.api.Grade
        The mark.
    needed : bool
        Whether it takes a person to judge this.
    again : bool
        Whether the notebook differs from the one that was entered before.
    asked_for : bool
        Whether the mark has been waiting; one that a person has given waits again only after a new hand-in.
    """
    if entry.manual_score is None:
        entry.needs_manual_grade = needed
    else:
        entry.needs_manual_grade = asked_for or again


def set_mark(entry: Any, points: float | None, needs_a_person: bool, again: bool) -> None:
    """Set the automatic mark of an entry, and whether it waits for a person; see `ask_for_a_person`."""
    entry.auto_score = points
    ask_for_a_person(entry, needs_a_person, again, entry.needs_manual_grade)
