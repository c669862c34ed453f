"""Reads what a check says of a wrong answer, sentence by sentence, and tells whether it is true and of use.

A sentence that no rule knows counts as false, so that no new one goes untested.
"""

import re
from collections.abc import Callable, Sequence

import numpy as np

from mechanics.formulas.tree import Tree

from .truth import RULES
from .truth_case import Case
from .truth_entry import Entry
from .truth_of_calls import RULES as of_calls
from .truth_of_calls import CalledEntry
from .truth_of_equations import RULES as of_equations
from .truth_of_equations import EquationEntry
from .truth_of_systems import RULES as of_systems
from .truth_values import column, same

KINDS = ("useful", "where only", "vague", "false", "format", "nothing")
"""A reason that is true and says what is wrong; true, but only says which entry; true, but says nothing; not true;
no answer of the kind that is asked for; no answer at all, because the cell raised an error."""


_RULES = [
    (re.compile(pattern + r"\s*", re.IGNORECASE), claim, useful)
    for pattern, claim, useful in [*of_equations, *of_calls, *of_systems, *RULES]
]
_MANY = re.compile(
    r"It depends on [^.]*\d+ other names|"
    r"(?:The difference|It is right up to)[^.]*(?:\d+ other names|(?:`[^`]+`, ){2,}`[^`]+` and)"
)
_MANY_ENTRIES = re.compile(
    r"((?:Component \d+|Entry \(\d+, \d+\))(?:, (?:component \d+|entry \(\d+, \d+\)))+(?:, \.\.\.)?):\s*"
)
_HEAD = re.compile(r"(?:(Component (\d+)|Entry \((\d+), (\d+)\)|Equation (\d+)|The answer)( is not right\.|:)\s*)")


def truth(reason: str, case: Case) -> tuple[str, str]:
    """One of `KINDS` for a reason, and the sentence at fault where it is false or vague."""
    text, best = reason.strip(), "vague"
    about = [case.entries[index] for index in sorted(case.bad) or [0]]
    while text:
        head = _head(text, case)
        if head is not None:
            used, about, claimed = head
            if not claimed:
                return "false", text[:used]
            best = "where only" if best == "vague" and case.size != () else best
            text = text[used:]
            continue
        found = _sentence(text, case, about)
        if found is None:
            return "false", f"unknown: {text}"
        used, is_true, useful = found
        if not is_true:
            return "false", text[:used]
        many = _MANY.match(text[:used])  # of many names none is told
        best = "useful" if useful and not many else best
        text = text[used:]
    return best, ""


def _head(text: str, case: Case) -> tuple[int, list[Entry], bool] | None:
    """Which entries, or rows of a system that is solved, the next sentences are about, and whether these are wrong."""
    if found := _row_head(text, case):
        used, numbers, claimed = found
        return used, [case.rows[index] for index in numbers], claimed
    if found := _entry_head(text, case):
        used, numbers, claimed = found
        return used, [case.entries[index] for index in numbers], claimed
    return None


def _row_head(text: str, case: Case) -> tuple[int, list[int], bool] | None:
    wrong = {index for index, row in enumerate(case.rows) if not row.right(row.answer)}
    if match := re.match(
        r"Rows? ([\d, ]+) of the linear system that is solved (?:is|are) not right(; all others are)?\.\s*", text
    ):
        named = {int(x) - 1 for x in match[1].split(",")}
        return match.end(), sorted(named), named == wrong and bool(match[2]) == (len(wrong) < len(case.rows))
    if match := re.match(r"Row (\d+): ", text):
        return match.end(), [int(match[1]) - 1], int(match[1]) - 1 in wrong
    return None


def _entry_head(text: str, case: Case) -> tuple[int, list[int], bool] | None:
    """Which entries the next sentences are about, and whether these are wrong ones."""
    if match := re.match(r"Not right: ([^.]*)\.\s*|Equations ([\d, and]+) are not right\.\s*", text):
        named = {_index(x, case.size) for x in re.findall(r"component \d+|entry \(\d+, \d+\)", match[1] or "")}
        named |= {int(x) - 1 for x in re.findall(r"\d+", match[2] or "")}
        return match.end(), sorted(named), named == case.bad
    if match := re.match(r"([^.]*) of the result (?:is|are) not right(; all others are)?\.\s*", text):
        named = {_index(x.lower(), case.size) for x in re.findall(r"Component \d+|Entry \(\d+, \d+\)", match[1])}
        return match.end(), sorted(named), named == case.bad if match[2] else named <= case.bad
    if match := _MANY_ENTRIES.match(text):  # some of the entries that a sentence is about, or all of them
        named = {
            _index(x.lower(), case.size) for x in re.findall(r"component \d+|entry \(\d+, \d+\)", match[1].lower())
        }
        return match.end(), sorted(named), named <= case.bad
    if (match := _HEAD.match(text)) and not text.startswith("The answer "):
        index = int(match[5]) - 1 if match[5] else _index(match[1].lower(), case.size)
        return match.end(), [index], index in case.bad
    return None


def _index(name: str, size: tuple[int, ...]) -> int:
    numbers = [int(x) - 1 for x in re.findall(r"\d+", name)]
    return numbers[0] if len(numbers) == 1 else numbers[0] * size[1] + numbers[1]


def _sentence(text: str, case: Case, about: Sequence[Entry]) -> tuple[int, bool, bool] | None:
    for say, claim in case.mistakes.items():
        if text.startswith(say):
            return (
                len(say) + len(text[len(say) :]) - len(text[len(say) :].lstrip()),
                any(claim(_place(case, x)) for x in about),
                True,
            )
    if match := _whole(text, case):
        return match
    if match := re.match(r"(It is|But for the sign, it is) what belongs to ([^.]*)\.\s*", text):
        sign = 1 if match[1] == "It is" else -1
        return match.end(), all(_belongs(case, _place(case, x), _index(match[2], case.size), sign) for x in about), True
    for pattern, claim, useful in _RULES:
        if match := pattern.match(text):
            return match.end(), all(_claimed(claim, x, match.groups()) for x in about), useful
    return None


def _place(case: Case, entry: Entry) -> int:
    return next(index for index, other in enumerate(case.entries) if other is entry)


def _belongs(case: Case, entry: int, other: int, sign: int) -> bool:
    answer, right = case.entries[entry], case.entries[other]
    return entry != other and same(
        column(["*", sign, answer.answer], answer.drawn.points), column(right.reference, answer.drawn.points)
    )


def _claimed(claim: Callable[..., bool], entry: Entry, groups: Sequence[str | None]) -> bool:
    if isinstance(entry, EquationEntry):
        return any(claim(_with(entry, tree), *groups) for tree in entry.system)
    return claim(entry, *groups)


def _with(entry: EquationEntry, tree: Tree) -> EquationEntry:
    """The same answer, compared with another equation of the reference."""
    return EquationEntry(
        entry.answer, tree, entry.drawn, entry.domain, entry.mistakes, entry.system, entry.accelerations
    )


# Sentences on a whole vector, matrix, system or function.


def _whole(text: str, case: Case) -> tuple[int, bool, bool] | None:
    for pattern, claim, useful in _WHOLE:
        if match := re.match(pattern + r"\s*", text):
            return match.end(), claim(case, *match.groups()), useful
    return None


def _ordered(case: Case, order: Callable[[int, int, int, int], tuple[int, int]]) -> bool:
    rows, cols = case.size
    where = [order(r, c, rows, cols) for r in range(rows) for c in range(cols)]
    return all(_equal(case, i, r * cols + c) for i, (r, c) in enumerate(where))


def _equal(case: Case, i: int, j: int) -> bool:
    a, b = case.entries[i], case.entries[j]
    if isinstance(a, CalledEntry) and isinstance(b, CalledEntry):
        return all(abs(x - y) <= a.tolerance * max(abs(y), 1e-3) for x, y in zip(a.returned, b.wanted, strict=True))
    found, right = column(a.answer, a.drawn.points), column(b.reference, a.drawn.points)
    if not any(right):  # zero, but for the rounding of terms of the size of the others
        others = [x for e in case.entries for x in column(e.reference, a.drawn.points)]
        size = max((abs(x) for x in others if x is not None), default=0.0)
        return same([None if x is None else x + size for x in found], [size] * len(right))
    return same(found, right)


def _permuted(case: Case) -> bool:
    count = range(len(case.entries))
    return bool(case.bad) and all(any(_equal(case, i, j) for j in count) for i in count)


def _reordered(case: Case) -> bool:
    calls = zip(*([*zip(e.returned, e.wanted, strict=True)] for e in case.entries), strict=True)
    both = [[sorted(column) for column in zip(*call, strict=True)] for call in calls]
    return all(np.allclose(ours, right, rtol=1e-5, atol=1e-9) for ours, right in both)


def _exchanged(case: Case, one: str, other: str) -> bool:
    a, b = int(one) - 1, int(other) - 1
    return case.bad == {a, b} and _equal(case, a, b) and _equal(case, b, a)


_WHOLE: list[tuple[str, Callable[..., bool], bool]] = [
    (r"The components are right, but their order is not\.", _permuted, True),
    (r"The components are right, but not always in the right order\.", lambda c: _reordered(c), True),
    (r"Components (\d+) and (\d+) are exchanged\.", _exchanged, True),
    (r"The rows are in the opposite order\.", lambda c: _ordered(c, lambda i, j, m, n: (m - 1 - i, j)), True),
    (r"The columns are in the opposite order\.", lambda c: _ordered(c, lambda i, j, m, n: (i, n - 1 - j)), True),
    (
        r"Rows and columns are both in the opposite order: [^.]*\.",
        lambda c: _ordered(c, lambda i, j, m, n: (m - 1 - i, n - 1 - j)),
        True,
    ),
    (r"The matrix is transposed: [^.]*\.", lambda c: _ordered(c, lambda i, j, m, n: (j, i)), True),
    (r"Called with .* returns .*, which is not right\.", lambda c: bool(c.bad), False),
    (r"The function returns the same for all inputs\.", lambda c: all(_still(e) for e in c.entries), True),
    (r"It is wrong only where the right result is 0\.", lambda c: _cases(c) == {(True, False), (False, True)}, True),
    (r"The sign of the whole result is wrong\.", lambda c: all(_opposite(e) for e in c.entries), True),
    (r"Each equation holds, but they are not independent: [^.]*\.", lambda c: not c.bad, True),
]


def _cases(case: Case) -> set[tuple[bool, bool]]:
    """For which of zero and not zero there are right and wrong results."""
    pairs = [pair for entry in case.entries for pair in entry.pairs()]
    size = max(abs(right) for _, right in pairs)
    return {(right == 0, abs(found - right) <= 1e-6 * size) for found, right in pairs}


def _still(entry: Entry) -> bool:
    return isinstance(entry, CalledEntry) and max(entry.returned) - min(entry.returned) <= 1e-6 * max(entry.sizes)


def _opposite(entry: Entry) -> bool:
    return all(abs(a + b) <= 1e-6 * max(abs(b), 1e-9) for a, b in entry.pairs())
