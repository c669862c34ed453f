"""Which notebooks of a class are the same, or nearly: information for people, and no verdict.

Compared are texts as they were handed in, answers without names, comments and layout, and mistakes. Most students who
are right have the same short formula; therefore what would be expected by chance is left out, as if answers did not
depend on each other. No two notebooks are compared as such: those with a rare entry in common are found in an index, so
that the time grows with the class and not with its square.
"""

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations
from math import prod
from typing import Any

from .triage_form import normal_form, shingles

__all__ = ["Same", "Written", "same_notebooks"]

BY_CHANCE = 0.1  # pairs that a class is expected to have with these answers in common
BY_CHANCE_WRONG = 1.0  # the same for mistakes, of which there are few
FEWEST_STUDENTS = 10  # of which shares say something
RARE, MOST = 0.1, 20  # share of the class, and students, that have a rare entry at most
LONG = 300  # characters that are not the same by chance
FEWEST, SHARE = 12, 0.6  # shingles that two have in common, and their part of the shorter text, to be nearly the same
_DRAWN = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")

Pair = tuple[str, str]


@dataclass(frozen=True)
class Same:
    """Students whose notebooks have something in common.

    Attributes
    ----------
    task : str
        Name of the notebook.
    students : tuple of str
        Their ids, sorted.
    why : str
        What they have in common, a clause.
    """

    task: str
    students: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class Written:
    """What one student wrote into a notebook.

    Attributes
    ----------
    student : str
        Id of the student.
    answers : mapping of str to str
        Texts by name; those that were left as they had been released are left out.
    mistakes : mapping of str to str
        What the student was told, by checks that are wrong.
    """

    student: str
    answers: Mapping[str, str]
    mistakes: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def forms(self) -> frozenset[tuple[str, str]]:
        """What the answers say, by name."""
        return frozenset((name, normal_form(text)) for name, text in self.answers.items())

    @cached_property
    def pieces(self) -> Sequence[int]:
        """Hashes of their texts in overlapping pieces."""
        return array("q", shingles("\n".join(text for _, text in sorted(self.answers.items()))))

    def __post_init__(self) -> None:
        """Find at once what is compared, which takes longer than comparing it."""
        _ = self.forms, self.pieces


def same_notebooks(task: str, written: Iterable[Written]) -> list[Same]:
    """Find students of a class whose notebooks have more in common than chance explains.

    Parameters
    ----------
    task : str
        Name of the notebook.
    written : iterable of Written
        What each of them wrote; whoever wrote nothing is left out.

    Returns
    -------
    list of Same
        Groups with the same text first, then pairs with the same answers, nearly the same text, or the same mistakes.
    """
    class_ = [one for one in written if one.answers]
    found = list(_groups(task, class_))
    group = {student: number for number, same in enumerate(found) for student in same.students}
    reasons: dict[Pair, list[str]] = defaultdict(list)
    for pair, why in chain(_by_answers(class_), _by_text(class_), _by_mistakes(class_)):
        if group.get(pair[0], -1) != group.get(pair[1], -2):
            reasons[pair].append(why)
    pairs = sorted(reasons, key=lambda pair: (-len(reasons[pair]), pair))
    return found + [Same(task, pair, "; ".join(reasons[pair])) for pair in pairs]


def _groups(task: str, class_: Sequence[Written]) -> Iterator[Same]:
    """Those with the same text, if it is too long, or too rare, to be so by chance."""
    of: dict[tuple[tuple[str, str], ...], list[str]] = defaultdict(list)
    for one in class_:
        of[tuple(sorted(one.answers.items()))].append(one.student)
    count = Counter(entry for one in class_ for entry in one.answers.items())
    for entries, students in of.items():
        is_long = sum(len(text) for _, text in entries) >= LONG
        if len(students) > 1 and (is_long or _expected(entries, count, len(class_)) < BY_CHANCE):
            yield Same(task, tuple(sorted(students)), "the same text, character by character")


def _expected(entries: Iterable[Any], count: Mapping[Any, int], size: int) -> float:
    """Pairs that a class is expected to have with all these entries in common."""
    if size < FEWEST_STUDENTS:
        return float("inf")
    return size * (size - 1) / 2 * prod((count[entry] - 1) / (size - 1) for entry in entries)


def _by_answers(class_: Sequence[Written]) -> Iterator[tuple[Pair, str]]:
    entries = {one.student: one.forms for one in class_}
    for (a, b), rare in _unlikely(_Rare(entries), BY_CHANCE):
        together, of = len(entries[a] & entries[b]), min(len(entries[a]), len(entries[b]))
        yield (a, b), f"{together} of {of} answers the same but for names, comments and order, {rare} of them rare"


def _by_mistakes(class_: Sequence[Written]) -> Iterator[tuple[Pair, str]]:
    entries = {one.student: {(c, _DRAWN.sub("", why)) for c, why in one.mistakes.items()} for one in class_}
    for (a, b), rare in _unlikely(_Rare(entries), BY_CHANCE_WRONG):
        steps = ", ".join(sorted(str(check).removesuffix("-check") for check, _ in entries[a] & entries[b]))
        yield (a, b), f"the same mistakes, {rare} of them rare: {steps}"


def _by_text(class_: Sequence[Written]) -> Iterator[tuple[Pair, str]]:
    rare = _Rare({one.student: one.pieces for one in class_})
    for (a, b), common in rare.in_common().items() if len(class_) >= FEWEST_STUDENTS else ():
        share = len(common) / min(len(rare.of[a]), len(rare.of[b]))
        if len(common) >= FEWEST and share >= SHARE:
            yield (a, b), f"{share:.0%} of what only a few students wrote"


class _Rare:
    """Entries of students that few of them have."""

    def __init__(self, entries: Mapping[str, Iterable[Hashable]]):
        self.count: Counter[Hashable] = Counter(entry for own in entries.values() for entry in own)
        most = min(MOST, max(2, RARE * len(entries)))
        self.of = {student: {e for e in own if self.count[e] <= most} for student, own in entries.items()}

    def in_common(self) -> dict[Pair, list[Hashable]]:
        """By pair of students, the rare entries that both have."""
        students: dict[Hashable, list[str]] = defaultdict(list)
        for student in sorted(self.of):
            for entry in self.of[student]:
                students[entry].append(student)
        found: dict[Pair, list[Hashable]] = defaultdict(list)
        for entry, those in students.items():
            for pair in combinations(those, 2):
                found[pair].append(entry)
        return found


def _unlikely(rare: _Rare, by_chance: float) -> Iterator[tuple[Pair, int]]:
    """Pairs that have more in common than chance explains, and how many rare entries these are."""
    for pair, common in rare.in_common().items():
        if _expected(common, rare.count, len(rare.of)) < by_chance:
            yield pair, len(common)
