"""Reads what a check says of a wrong answer, sentence by sentence, and tells whether it is true and of use.

A sentence that no rule knows counts as false, so that no new one goes untested.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mechanics.checks.answers import AnswerError, entries, formula, resolve
from mechanics.checks.equalities import equations
from mechanics.checks.kinds.expression import trees_of
from mechanics.formulas.tree import Tree, TreeError, add, mul, names_of

from .truth import RULES, Entry, Rule
from .truth_values import Drawn, column, level, same, value

KINDS = ("useful", "where only", "vague", "false", "format", "nothing")
"""A reason that is true and says what is wrong; true, but only says which entry; true, but says nothing; not true;
no answer of the kind that is asked for; no answer at all, because the cell raised an error."""


@dataclass
class Case:
    """A wrong answer with all that a sentence on it may be about."""

    kind: str
    size: tuple[int, ...]
    entries: list[Entry]
    data: dict[str, Any] = field(default_factory=dict)
    mistakes: Mapping[str, Callable[[int], bool]] = field(default_factory=dict)

    @property
    def bad(self) -> set[int]:
        return {index for index, entry in enumerate(self.entries) if not entry.right(entry.answer)}


# Equations of motion: only what they say about the accelerations matters, not by what they are multiplied.


@dataclass
class EquationEntry(Entry):
    """One equation of an answer, left side minus right side."""

    system: Sequence[Tree] = ()
    accelerations: Sequence[str] = ()

    def right(self, tree: Tree) -> bool:
        return self._holds(tree, self.drawn.points)

    def _holds(self, tree: Tree, points: Sequence[dict[str, float]]) -> bool:
        for point in points:
            solved = self.solved(point)
            if solved is None:
                continue
            try:
                row = self.row(tree, point)
                rest = float(np.dot(row[:-1], solved) + row[-1])
            except (ArithmeticError, ValueError):
                return False
            size = np.abs(row[:-1]) @ np.maximum(np.abs(solved), 1e-3)
            if abs(rest) > 1e-6 * size or not size > 1e-12:  # 0 = 0 holds, but is not right
                return False
        return True

    def row(self, tree: Tree, point: dict[str, float]) -> np.ndarray:
        """Coefficients of the accelerations, and the rest."""
        rest = value(tree, {**point, **dict.fromkeys(self.accelerations, 0.0)})
        units = [{**dict.fromkeys(self.accelerations, 0.0), name: 1.0} for name in self.accelerations]
        return np.array([*(value(tree, {**point, **unit}) - rest for unit in units), rest])

    def solved(self, point: dict[str, float]) -> np.ndarray | None:
        try:
            rows = np.array([self.row(tree, point) for tree in self.system])
            return np.linalg.solve(rows[:, :-1], -rows[:, -1])
        except (ArithmeticError, ValueError, np.linalg.LinAlgError):
            return None

    def _solutions(self, formula: Callable[[Tree], Tree]) -> Any:
        """Numbers that fulfil the equation at the first point."""
        solved = self.solved(self.drawn.points[0])
        assert solved is not None
        point = {**self.drawn.points[0], **dict(zip(self.accelerations, map(float, solved), strict=True))}
        for start in (1.0, 0.3, -1.0, 2.0, -3.0, 0.05, 10.0):
            c = start
            try:
                for _ in range(60):
                    error, step = value(formula(c), point), 1e-6 * max(abs(c), 1e-3)
                    c -= error / ((value(formula(c + step), point) - error) / step)
            except (ArithmeticError, ValueError):
                pass
            yield c

    def equals_answer(self, tree: Tree) -> bool:
        try:
            pairs = [(self.row(self.answer, p), self.row(tree, p)) for p in self.drawn.points]
        except (ArithmeticError, ValueError):
            return False
        return all(_parallel(a, b) for a, b in pairs)

    def zero(self, names: str) -> bool:
        points = [self.drawn.changed(name, 0.0) for name in re.findall(r"`(\w+)`", names)]
        return all(self._holds(self.answer, at) and any(self.solved(p) is not None for p in at) for at in points)

    def references(self) -> list[Tree]:
        return list(self.system)

    def fits(self, which: str) -> bool:
        """Whether one part alone does not fit the others, compared with one equation of the reference."""
        names = [f"coefficient of `{name}`" for name in self.accelerations] + ["part without accelerations"]
        odd = names.index(which)
        for tree in self.system:
            rows = [(self.row(self.answer, p), self.row(tree, p)) for p in self.drawn.points]
            rest = [(np.delete(a, odd), np.delete(b, odd)) for a, b in rows]
            if all(_parallel(a, b) for a, b in rest) and not all(_parallel(a, b) for a, b in rows):
                return True
        return False

    def at_rest(self) -> bool:
        return self._holds(self.answer, self._at_rest()) and not self.right(self.answer)

    def _at_rest(self) -> list[dict[str, float]]:
        rates = [name[:-1] for name in self.accelerations]
        points = []
        for point in self.drawn.points:
            free = {name: point[name] for name in self.drawn.kinds} | {r: 0.0 for r in rates if r in self.drawn.kinds}
            points.append(self.drawn.complete(free))
        return points

    def opposite_at_rest(self) -> bool:
        """Whether at rest the equation is right if the sign of the terms without accelerations is turned."""
        answer, points = self.answer, self._at_rest()
        turned = [(self.row(answer, p) * ([1] * len(self.accelerations) + [-1]), self.solved(p)) for p in points]
        sizes = [np.abs(row[:-1]) @ np.maximum(np.abs(a), 1e-3) for row, a in turned if a is not None]
        errors = [abs(row[:-1] @ a + row[-1]) for row, a in turned if a is not None]
        return any(row[-1] for row, _ in turned) and all(e <= 1e-6 * s for e, s in zip(errors, sizes, strict=True))

    def right_by_itself(self, which: str) -> bool:
        """Whether one of the two parts of an equation is a multiple of the right one, and the other is not."""
        rows = [(self.row(self.answer, p), self.row(self.system[0], p)) for p in self.drawn.points]
        fits = [level([a[part] / b[part] for a, b in rows]) for part in (0, 1)]
        return fits == [which.startswith("coefficient"), which.startswith("part")]

    def nonlinear(self) -> bool:
        """Whether an acceleration does not enter linearly, or is in a denominator."""
        for name in self.accelerations:
            try:
                values = [value(self.answer, {**self.drawn.points[0], name: x}) for x in (0.0, 0.7, 1.4)]
            except (ArithmeticError, ValueError):
                return True
            if abs(values[0] - 2 * values[1] + values[2]) > 1e-9 * max(map(abs, values)):
                return True
        return False

    def turned(self) -> bool:
        """Whether the equation holds for the accelerations with the other sign."""
        for point in self.drawn.points:
            solved, row = self.solved(point), self.row(self.answer, point)
            if solved is not None and abs(-row[:-1] @ solved + row[-1]) > 1e-6 * (np.abs(row[:-1]) @ np.abs(solved)):
                return False
        return True


def _parallel(a: np.ndarray, b: np.ndarray) -> bool:
    size = np.linalg.norm(a) * np.linalg.norm(b)
    return bool(size) and bool(abs(abs(a @ b) - size) <= 1e-9 * size)


# Functions: called with fresh arguments.


@dataclass
class CalledEntry(Entry):
    """One component of what a function returns."""

    returned: Sequence[float] = ()
    wanted: Sequence[float] = ()
    sizes: Sequence[float] = ()
    vary: Sequence[tuple[str | None, int]] = ()
    inputs: Mapping[str, Sequence[float]] = field(default_factory=dict)
    tolerance: float = 1e-6
    zeros: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def equals_answer(self, tree: Tree) -> bool:
        complete = Drawn(self.domain).complete
        rows = zip(*self.inputs.values(), strict=True)
        points = [complete(dict(zip(self.inputs, row, strict=True))) for row in rows]
        return same(list(self.returned), column(tree, points))

    @property
    def names(self) -> list[str]:
        return list(self.inputs)

    @property
    def wanted_first(self) -> float | None:
        return self.wanted[0]

    def right(self, tree: Tree) -> bool:
        """Whether a formula, or what the function returns itself, is right for all arguments."""
        found = self.returned if tree is self.answer else column(tree, self.drawn.points)
        pairs = zip(found, self.wanted, self.sizes, strict=True)
        return all(a is not None and abs(a - b) <= self.tolerance * size for a, b, size in pairs)

    def pairs(self, points: Any = None) -> list[tuple[float, float]]:
        return list(zip(self.returned, self.wanted, strict=True))

    def depends(self, right: bool, name: str) -> bool:
        return self._moves(list(self.wanted if right else self.returned), name)

    def _moves(self, values: list[float], name: str) -> bool:
        pairs = [(x, values[base]) for x, (varied, base) in zip(values, self.vary, strict=True) if varied == name]
        return any(abs(x - y) > 1e-9 * max(map(abs, values)) for x, y in pairs)

    def error_depends(self, name: str, ratio: bool, held: Sequence[str] = ()) -> bool:
        if ratio and 0 in self.wanted:
            return True
        errors = [a / b if ratio else a - b for a, b in self.pairs()]
        pairs = [(x, errors[base]) for x, (varied, base) in zip(errors, self.vary, strict=True) if varied == name]
        size = max(map(abs, errors)) if ratio else max(map(abs, self.wanted))
        return any(abs(x - y) > 10 * self.tolerance * size for x, y in pairs)

    def zero(self, names: str) -> bool:
        pairs = [self.zeros.get(name) for name in re.findall(r"`(\w+)`", names)]
        return all(pair and abs(pair[0] - pair[1]) <= self.tolerance * abs(pair[1]) for pair in pairs)

    def times(self, text: str) -> list[float]:
        from mechanics.formulas.reader import read_formula

        at = [dict(zip(self.inputs, row, strict=True)) for row in zip(*self.inputs.values(), strict=True)]
        return [a / (b * value(read_formula(text), p)) for (a, b), p in zip(self.pairs(), at, strict=True) if b]

    def some(self) -> bool:
        pairs = zip(self.returned, self.wanted, self.sizes, strict=True)
        right = [abs(a - b) <= self.tolerance * size for a, b, size in pairs]
        return any(right) and not all(right)


MORE: list[Rule] = [
    (r"The accelerations have the wrong sign against all other terms\.", lambda e: e.turned(), True),
    (r"The accelerations do not enter linearly, as they do in equations of motion\.", lambda e: e.nonlinear(), True),
    (r"The (coefficient of `\w+`|part without accelerations) does not fit [^.]*\.", lambda e, x: e.fits(x), True),
    (r"It is right at rest, but the terms with velocities \([^)]*\) are not\.", lambda e: e.at_rest(), True),
    (
        r"The (coefficient of `\w+`|part without accelerations) is right, but for a number perhaps; [^.]* is not\.",
        lambda e, x: e.right_by_itself(x),
        True,
    ),
    (r"At rest, the other terms have the wrong sign against [^.]*\.", lambda e: e.opposite_at_rest(), True),
    (
        r"No acceleration is left in it: [^?]*\?",
        lambda e: not any(any(e.row(e.answer, p)[:-1]) for p in e.drawn.points),
        True,
    ),
    (r"For \d+ of \d+ calls it is right: it is wrong only for some arguments\.", lambda e: e.some(), True),
]
_RULES = [(re.compile(pattern + r"\s*", re.IGNORECASE), claim, useful) for pattern, claim, useful in [*MORE, *RULES]]
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
    about = sorted(case.bad) or [0]
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


def _head(text: str, case: Case) -> tuple[int, list[int], bool] | None:
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


def _sentence(text: str, case: Case, about: Sequence[int]) -> tuple[int, bool, bool] | None:
    for say, claim in case.mistakes.items():
        if text.startswith(say):
            return len(say) + len(text[len(say) :]) - len(text[len(say) :].lstrip()), any(map(claim, about)), True
    if match := _whole(text, case):
        return match
    if match := re.match(r"(It is|But for the sign, it is) what belongs to ([^.]*)\.\s*", text):
        sign = 1 if match[1] == "It is" else -1
        return match.end(), all(_belongs(case, i, _index(match[2], case.size), sign) for i in about), True
    for pattern, claim, useful in _RULES:
        if match := pattern.match(text):
            return match.end(), all(_claimed(claim, case.entries[i], match.groups()) for i in about), useful
    return None


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
    (r"The sign of the whole result is wrong\.", lambda c: all(_opposite(e) for e in c.entries), True),
    (r"Each equation holds, but they are not independent: [^.]*\.", lambda c: not c.bad, True),
]


def _still(entry: Entry) -> bool:
    return isinstance(entry, CalledEntry) and max(entry.returned) - min(entry.returned) <= 1e-6 * max(entry.sizes)


def _opposite(entry: Entry) -> bool:
    return all(abs(a + b) <= 1e-6 * max(abs(b), 1e-9) for a, b in entry.pairs())


# Cases of each kind of check.


def case_of(kind: str, data: dict[str, Any], definition: Mapping[str, Any], key: Mapping[str, Any]) -> Case | None:
    """What the sentences on an answer are about; None where the answer is none of that kind.

    `definition` has the data of the reference and of the mistakes, and the domain.
    """
    drawn = Drawn(definition["domain"])
    try:
        if kind == "equations":
            return _equations(data, definition, drawn)
        trees, size = trees_of(data, key), tuple(key["shape"])
    except (AnswerError, TreeError):
        return None
    names = list(definition["domain"])
    right = entries(_resolved(definition["reference"]), size, names)
    wrong = {say: entries(_resolved(item), size, names) for say, item in definition["mistakes"].items()}
    found = [Entry(a, b, drawn, definition["domain"], {}) for a, b in zip(trees, right, strict=True)]
    claims = {say: _claim(found, items) for say, items in wrong.items()}
    return Case(kind, size, found, data, claims)


def _resolved(data: dict[str, Any]) -> dict[str, Any]:
    data = resolve(data)
    return data["right"] if data["type"] == "equation" else data


def _claim(found: Sequence[Entry], trees: Sequence[Tree]) -> Callable[[int], bool]:
    """Whether an entry has a mistake of the author, who has no entry right that it changes.

    Where it makes an entry a number, all that it changes must be so.
    """
    changed = [i for i, entry in enumerate(found) if not entry.right(trees[i])]

    def claim(index: int) -> bool:
        places = [index] if names_of(trees[index]) else [index, *changed]
        made = all(found[i].equals_answer(trees[i]) for i in places)
        return made and not any(found[i].right(found[i].answer) for i in changed)

    return claim


def _equations(data: dict[str, Any], definition: Mapping[str, Any], drawn: Drawn) -> Case | None:
    names = list(definition["domain"])
    accelerations = [name for name in names if name.endswith("_dd")]
    trees, system = (_differences(x, names) for x in (data, definition["reference"]))
    if len(trees) != len(system) or not set().union(*map(names_of, trees)) & set(accelerations):
        return None
    found = [EquationEntry(t, t, drawn, definition["domain"], {}, system, accelerations) for t in trees]
    claims = {
        say: lambda i, item=item: any(found[i].equals_answer(t) for t in _differences(item, names))
        for say, item in definition["mistakes"].items()
    }
    return Case("equations", (len(trees),) if len(trees) > 1 else (), list(found), data, claims)


def _differences(data: dict[str, Any], names: Sequence[str]) -> list[Tree]:
    return [add(formula(left, names), mul(-1, formula(right, names))) for left, right in equations(resolve(data))]


def called_case(
    returned: Sequence[Sequence[float] | None],
    key: Mapping[str, Any],
    definition: Mapping[str, Any],
    traced: Sequence[Tree] | None = None,
) -> Case:
    """Of a function that was called with the inputs of a fresh key, and with symbols."""
    names = [name for text in key["arguments"] for name in re.findall(r"\w+", text)]
    more = [None] * len(key["values"]) + list(key["more"])
    wanted = key["values"] + [item["values"] for item in key["more"]]
    calls = [call for call in zip(returned, wanted, key["inputs"], more, strict=False) if call[0] is not None]
    zeros = {item["name"]: (row, right) for row, right, _, item in calls if item and item["zero"]}
    calls = [call for call in calls if not (call[3] and call[3]["zero"])]
    inputs = dict(zip(names, zip(*(_leaves(call[2]) for call in calls), strict=True), strict=True))
    sizes = [max(map(abs, call[1]), default=0.0) or 1.0 for call in calls]
    vary = [(call[3]["name"], call[3]["base"]) if call[3] else (None, 0) for call in calls]
    drawn = Drawn({})
    drawn.kinds = {name: "real" for name, _ in vary if name}
    drawn.points = [dict(zip(inputs, row, strict=True)) for row in zip(*inputs.values(), strict=True)]
    columns = (zip(*(call[i] for call in calls), strict=True) for i in (0, 1))
    right, domain = _resolved(definition["reference"]), definition["domain"]
    formulas = None if right["type"] == "function" else entries(right, tuple(key["shape"]), list(domain))
    found: list[Entry] = [
        CalledEntry(
            traced[i] if traced else 0,
            formulas[i] if formulas else 0,
            drawn,
            domain,
            {},
            a,
            b,
            sizes,
            vary,
            inputs,
            key["tolerance"],
            {n: (x[i], y[i]) for n, (x, y) in zeros.items()},
        )
        for i, (a, b) in enumerate(zip(*columns, strict=True))
    ]
    wrong = {item["say"]: item["values"] for item in key["mistakes"]}
    claims = {say: lambda _, rows=rows: _rows_equal(returned, rows, key["tolerance"]) for say, rows in wrong.items()}
    size = tuple(key["shape"]) if len(found) > 1 else ()
    return Case("function", size, found, {}, claims)


def _rows_equal(a: Sequence[Sequence[float]], b: Sequence[Sequence[float]], tolerance: float) -> bool:
    pairs = zip(a, b, strict=False)
    return all(
        abs(x - y) <= tolerance * max(map(abs, row)) for line, row in pairs for x, y in zip(line, row, strict=True)
    )


def _leaves(item: Any) -> list[float]:
    return [leaf for part in item for leaf in _leaves(part)] if isinstance(item, list) else [item]
