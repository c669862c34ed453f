"""Whether a sentence on a wrong formula is true, and of use: its claim is computed from the answer and the right one.

Nothing of the code that finds reasons is used here: formulas are changed as a sentence says, and compared with the
right one by floats at fresh points.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mechanics.formulas.reader import read_formula, shorten
from mechanics.formulas.text import text_of_tree
from mechanics.formulas.tree import Tree, names_of
from mechanics.units import parse_unit

from .truth_values import Drawn, column, level, places, same

MANY = 400
NAMES = r"((?:`(?:\w+|\[[\w, ]+\])`(?:, | and )?)+(?:\d+ other names)?)"
QUOTE = r"`([^`]+)`"


@dataclass
class Entry:
    """One wrong entry: the answer's formula, the right one, and what counts as right."""

    answer: Tree
    reference: Tree
    drawn: Drawn
    domain: Mapping[str, str]
    mistakes: Mapping[str, Tree]

    def right(self, tree: Tree) -> bool:
        found, right = column(tree, self.drawn.points), column(self.reference, self.drawn.points)
        if not any(right):  # zero, but for the rounding of terms of the size of the answer
            size = max((abs(x) for x in column(self.answer, self.drawn.points) if x is not None), default=0.0)
            return same([None if x is None else x + size for x in found], [size] * len(right))
        return same(found, right)

    def equals_answer(self, tree: Tree) -> bool:
        points = self.drawn.points
        if not any(column(tree, points)):
            pairs = zip(column(self.answer, points), column(_gross(self.answer), points), strict=True)
            return all(a is not None and abs(a) <= 1e-12 * (b or 0.0) for a, b in pairs)
        return same(column(self.answer, self.drawn.points), column(tree, self.drawn.points))

    def pairs(self, points: Sequence[dict[str, float]] | None = None) -> list[tuple[float, float]]:
        points = self.drawn.points if points is None else points
        both = zip(column(self.answer, points), column(self.reference, points), strict=True)
        return [(a, b) for a, b in both if a is not None and b is not None]

    def depends(self, right: bool, name: str) -> bool:
        """Whether the answer, or the right result, depends on a name."""
        tree = self.reference if right else self.answer
        pairs = zip(column(tree, self.drawn.changed(name)), column(tree, self.drawn.points), strict=True)
        return any(not same([a], [b]) for a, b in pairs if a is not None and b is not None)

    @property
    def names(self) -> list[str]:
        """All that may stand in a formula of the answer."""
        return list(self.domain)

    def error_depends(self, name: str, ratio: bool, held: Sequence[str] = ()) -> bool:
        """Whether difference or quotient of answer and right result depends on a name, if others are held."""
        points = self.drawn.points, self.drawn.changed(name, held=held)
        before, after = ([a / b if ratio else a - b for a, b in self.pairs(at) if b or not ratio] for at in points)
        floor = 1e-9 if ratio else 1e-9 * max((abs(b) for _, b in self.pairs()), default=1.0)
        if len(before) != len(after):
            return False
        return any(abs(x - y) > 1e-6 * max(abs(x), floor) for x, y in zip(before, after, strict=True))

    def times(self, text: str) -> list[float]:
        """The answer divided by the right result and by a product of names."""
        columns = [column(x, self.drawn.points) for x in (self.answer, self.reference, read_formula(text))]
        return [a / (b * c) for a, b, c in zip(*columns, strict=True) if None not in (a, b, c) and b]

    def zero(self, names: str) -> bool:
        """Whether the answer is right where one of these names is zero."""
        for name in _named(names):
            points = self.drawn.changed(name, 0.0)
            a, b = column(self.answer, points), column(self.reference, points)
            if not same(a, b) or not any(b):
                return False
        return True

    def found(self, quoted: str) -> list[tuple[Tree, Callable[[Tree], Tree]]]:
        """Parts of the answer that a sentence quotes."""
        start = quoted.removesuffix(" ...")
        texts = [(node, wrap, text_of_tree(node)) for node, wrap in places(self.answer)]
        return [
            (node, wrap) for node, wrap, text in texts if text == quoted or (start != quoted and text.startswith(start))
        ]

    def any_change(self, quoted: str, change: Callable[[Tree], Sequence[Tree]]) -> bool:
        """Whether one of the changes of a quoted part makes the answer right."""
        return any(self.right(wrap(new)) for node, wrap in self.found(quoted) for new in change(node))

    def constant(self, quoted: str, make: Callable[[Tree, Tree], Tree]) -> float | None:
        """The number with which a quoted part is to be combined, so that the answer is right; None without one."""
        for node, wrap in self.found(quoted):
            for guess in self._solutions(lambda c, node=node, wrap=wrap: wrap(make(node, c))):
                if self.right(wrap(make(node, guess))):
                    return guess
        return None

    @property
    def wanted_first(self) -> float | None:
        """The right value at the first point."""
        return column(self.reference, self.drawn.points[:1])[0]

    def _solutions(self, formula: Callable[[Tree], Tree]) -> Iterator[float]:
        """Numbers that make the answer right at the first point, by Newton's method from several starts."""
        point = self.drawn.points[:1]

        def error(c: float) -> float:
            (a,), b = column(formula(c), point), self.wanted_first
            return math.nan if a is None or b is None else a - b

        for c in (1.0, 0.3, -1.0, 2.0, -3.0, 0.05, 10.0):
            for _ in range(60):
                e, step = error(c), 1e-6 * max(abs(c), 1e-3)
                slope = (error(c + step) - e) / step
                if not math.isfinite(slope) or slope == 0:
                    break
                c -= e / slope
                if abs(e) < 1e-14 * max(abs(slope * c), 1e-12):
                    break
            if math.isfinite(c):
                yield c


def _gross(tree: Tree) -> Tree:
    """A formula in which no terms cancel: its value is the size of rounding errors."""
    if type(tree) is not list or tree[0] in ("rat", "num", "error"):
        return tree
    return [tree[0], *(["Abs", _gross(x)] if tree[0] == "+" else _gross(x) for x in tree[1:])]


def _named(text: str) -> list[str]:
    return [name for quoted in re.findall(QUOTE, text) for name in re.findall(r"\w+", quoted)]


# What each sentence claims. The first group of functions is about the values alone.


def _times(entry: Entry, text: str) -> bool:
    factor = {"pi/180": math.pi / 180, "180/pi": 180 / math.pi}.get(text) or float(np.prod([_fraction(text)]))
    return all(abs(a - factor * b) <= 1e-3 * abs(factor * b) for a, b in entry.pairs()) and level(
        [a / b for a, b in entry.pairs() if b]
    )


def _fraction(text: str) -> float:
    above, _, below = text.partition("/")
    return float(above) / float(below or 1)


def _digits(entry: Entry, count: str) -> bool:
    worst = max(abs(a - b) / abs(b) for a, b in entry.pairs() if b)
    return 10.0 ** -(int(count) + 3) < worst <= 0.6 * 10.0 ** -int(count)


def _function_of(entry: Entry, name: str) -> bool:
    known = {"square": np.square, "square root": np.sqrt, "sine": np.sin, "cosine": np.cos, "tangent": np.tan}
    function = {**known, "exponential": np.exp, "logarithm": np.log}[name]
    return all(abs(a - function(b)) <= 1e-6 * abs(a) for a, b in entry.pairs()) and not level(
        [b for _, b in entry.pairs()]
    )


def _power(entry: Entry, text: str, number: str | None) -> bool:
    ratios = entry.times(text)
    return level(ratios) and (bool(number) or abs(ratios[0] - 1) < 1e-6)


def _dependence(entry: Entry, more: str, less: bool) -> bool:
    return all(entry.depends(less, name) and not entry.depends(not less, name) for name in _named(more))


def _only(entry: Entry, names: str, ratio: bool) -> bool:
    """Whether difference or quotient depends on these names only, while the formulas depend on others, too."""
    rest = [name for name in entry.drawn.kinds if name not in _named(names)]
    if not any(entry.depends(right, name) for name in rest for right in (True, False)):
        return False  # it says nothing
    return "other names" in names or not any(entry.error_depends(name, ratio, _named(names)) for name in rest)


# Changes of a part of the answer, as a sentence quotes it.


def _negative(node: Tree) -> list[Tree]:
    return [["*", -1, node]]


def _signs(entry: Entry, terms: Sequence[str], quoted: str | None) -> bool:
    """Whether a sum is right when the signs of some of its terms are turned."""

    def turned(node: Tree) -> list[Tree]:
        if type(node) is not list or node[0] != "+":
            return []
        left = [term.removesuffix(" ...") for term in terms]
        new = ["+", *(["*", -1, x] if any(text_of_tree(x).startswith(t) for t in left) else x for x in node[1:])]
        return [new]

    found = entry.found(quoted) if quoted else places(entry.answer)
    return any(entry.right(wrap(new)) for node, wrap in found for new in turned(node))


def _other_name(entry: Entry, quoted: str, sign: int) -> bool:
    others = [["*", sign, name] for name in entry.names if name != quoted]
    return entry.any_change(quoted, lambda _: others)


def _wrong_number(entry: Entry, quoted: str) -> bool:
    return entry.constant(quoted, lambda _, c: c) is not None


def _rounded_number(entry: Entry, quoted: str, count: str) -> bool:
    right = entry.constant(quoted, lambda _, c: c)
    if right is None:
        return False
    last = 10.0 ** (math.floor(math.log10(abs(right))) + 1 - int(count))  # one unit of the last digit
    return abs(float(quoted) - right) <= 0.51 * last


def _exchanged(entry: Entry, quoted: str) -> bool:
    swap = {"sin": "cos", "cos": "sin"}
    heads = [(n, w) for n, w in places(entry.answer) if type(n) is list and n[0] in swap]
    return any(
        text_of_tree(n[1]).startswith(quoted.removesuffix(" ...")) and entry.right(w([swap[n[0]], n[1]]))
        for n, w in heads
    )


def _too_much(entry: Entry, head: str) -> bool:
    return any(entry.right(w(n[1])) for n, w in places(entry.answer) if type(n) is list and n[0] == head)


def _around(entry: Entry, word: str, quoted: str) -> bool:
    names = {"sine": "sin", "cosine": "cos", "tangent": "tan", "exponential function": "exp", "logarithm": "log"}
    head = names[word]
    return entry.any_change(quoted, lambda node: [[head, node]])


def _angle(entry: Entry, quoted: str, what: str) -> bool:
    inner = re.findall(r"`([^`]+)`", what)
    for node, wrap in entry.found(quoted):
        inside = Entry(node, entry.reference, entry.drawn, entry.domain, {})
        for part, within in inside.found(inner[-1]):
            for new in _angle_changes(part, what, inner, entry):
                if entry.right(wrap(within(new))):
                    return True
    return False


def _angle_changes(part: Tree, what: str, quotes: list[str], entry: Entry) -> list[Tree]:
    if what.startswith("the sign"):
        return [["*", -1, part]]
    if what.startswith("a number"):
        return [["*", 2, part], ["*", 0.5, part]]
    if "superfluous" in what:
        return [["+", *(x for x in part[1:] if text_of_tree(x) != quotes[0])]]
    if "not the right quantity" in what:
        return list(entry.names)
    return [["+", part, ["*", sign, quotes[0]]] for sign in (1, -1)]


def _power_of(entry: Entry, quoted: str, way: str) -> bool:
    for node, wrap in places(entry.answer):
        is_power = type(node) is list and node[0] == "^"
        base, now = (node[1], node[2]) if is_power else (node, 1)
        if not text_of_tree(base).startswith(quoted.removesuffix(" ...")):
            continue
        size = now[1] / now[2] if type(now) is list and now[0] == "rat" else now
        if not isinstance(size, int | float):
            continue
        for power in (1, 2, 3, 4, -1, -2, -3, ["rat", 1, 2], ["rat", -1, 2]):
            new = power if type(power) is int else power[1] / power[2]
            fits = {"low": abs(new) > abs(size), "high": abs(new) < abs(size), "side": new * size < 0}[way]
            if fits and entry.right(wrap(["^", base, power])):
                return True
    return False


def _product_belongs(entry: Entry, quoted: str) -> bool:
    return entry.any_change(quoted, lambda node: [["*", *node[1:]]] if type(node) is list and node[0] == "+" else [])


def _sum_belongs(entry: Entry, one: str, other: str) -> bool:
    for node, wrap in places(entry.answer):
        if type(node) is list and node[0] == "*":
            for i, a in enumerate(node[1:]):
                for j, b in enumerate(node[1:]):
                    if i != j and text_of_tree(a).startswith(one[:50]) and text_of_tree(b).startswith(other[:50]):
                        rest = [x for k, x in enumerate(node[1:]) if k not in (i, j)]
                        if entry.right(wrap(["*", ["+", a, b], *rest])):
                            return True
    return False


def _factor(entry: Entry, name: str, quoted: str | None, beside: str | None, sign: int) -> bool:
    return any(_with_factors(entry, quoted, beside, [["^", name, sign * power]]) for power in (1, 2, 3, 4, 0.5))


def _factors(entry: Entry, one: str, other: str, quoted: str | None, beside: str | None) -> bool:
    return _with_factors(entry, quoted, beside, [one, ["^", other, -1]])


def _with_factors(entry: Entry, quoted: str | None, beside: str | None, factors: list[Tree]) -> bool:
    """Whether some factors make a quoted part right, alone or with what is said beside it."""
    quoted = quoted or text_of_tree(entry.answer)
    if beside and "number" in beside:
        found = entry.constant(quoted, lambda node, c: ["*", c, node, *factors])
        return found is not None and abs(abs(found) - 1) > 1e-6
    sign = -1 if beside else 1
    return entry.any_change(quoted, lambda node: [["*", sign, node, *factors]])


def _summand(entry: Entry, name: str | None, quoted: str | None) -> bool:
    quoted = quoted or text_of_tree(entry.answer)
    return entry.constant(quoted, lambda node, c: ["+", node, ["*", c, name] if name else c]) is not None


# Changes of the right formula, which make the answer of it.


def _mistaken(entry: Entry, change: Callable[[Tree], Iterator[Tree]]) -> bool:
    return any(entry.equals_answer(wrap(new)) for node, wrap in places(entry.reference) for new in change(node))


def _of_terms(names: str | None, make: Callable[[Tree], list[Tree]]) -> Callable[[Tree], Iterator[Tree]]:
    def change(node: Tree) -> Iterator[Tree]:
        if type(node) is list and node[0] == "+":
            for index, term in enumerate(node[1:], start=1):
                named = set(_named(names)) if names else set()
                if named <= names_of(term) if names else not names_of(term):
                    yield ["+", *node[1:index], *make(term), *node[index + 1 :]]

    return change


def _of_factors(names: str, needs_name: bool) -> Callable[[Tree], Iterator[Tree]]:
    def change(node: Tree) -> Iterator[Tree]:
        if type(node) is list and node[0] == "*":
            for index, factor in enumerate(node[1:], start=1):
                rest = ["*", *node[1:index], *node[index + 1 :]]
                if set(_named(names)) <= (names_of(factor) if needs_name else names_of(rest)) and (
                    needs_name or not names_of(factor)
                ):
                    yield rest

    return change


def _not_squared(names: str) -> Callable[[Tree], Iterator[Tree]]:
    def change(node: Tree) -> Iterator[Tree]:
        if type(node) is list and node[0] == "^" and set(_named(names)) <= names_of(node):
            yield node[1]

    return change


def _angles(swap: bool, names: str | None = None) -> Callable[[Tree], Iterator[Tree]]:
    heads = {"sin": "cos", "cos": "sin"} if swap else {"sin": "sin", "cos": "cos", "tan": "tan"}

    def change(node: Tree) -> Iterator[Tree]:
        if type(node) is list and node[0] in heads and set(_named(names or "")) <= names_of(node):
            yield [heads[node[0]], node[1] if swap else ["*", -1, node[1]]]

    return change


def _everywhere(entry: Entry, make: Callable[[Tree], Tree]) -> bool:
    def changed(tree: Tree) -> Tree:
        if type(tree) is not list or tree[0] in ("rat", "num", "error"):
            return tree
        return make([tree[0], *map(changed, tree[1:])])

    return entry.equals_answer(changed(entry.reference))


def _in_degrees(node: Tree) -> Tree:
    return [node[0], ["*", "pi", ["rat", 1, 180], node[1]]] if node[0] in ("sin", "cos", "tan") else node


# Units: how a part changes when the units of length, mass, time, ... are changed.

_BASES = ("m", "kg", "s", "A", "K")
_SCALES = (1.7, 2.3, 0.6, 1.3, 0.8)


def _scaling(entry: Entry, tree: Tree) -> float | None:
    """By what a part is multiplied when all its names are measured in other units; None where that is no constant."""
    factors = {}
    for name, kind in entry.domain.items():
        if "[" in kind:
            powers = parse_unit(kind.split("[")[1].rstrip("] "))[1]
            factors[name] = math.prod(s ** float(x) for s, x in zip(_SCALES, powers, strict=True))
    points = [
        entry.drawn.complete({n: p[n] * factors.get(n, 1.0) for n in entry.drawn.kinds}) for p in entry.drawn.points
    ]
    both = zip(column(tree, points), column(tree, entry.drawn.points), strict=True)
    ratios = [a / b for a, b in both if a is not None and b]
    return ratios[0] if ratios and level(ratios) else None


def _unit_scale(text: str) -> float:
    """By what a quantity is multiplied when the units are changed, for a unit such as ``kg^(1/2) m/(s A)``."""
    total = 1.0
    plain = re.sub(r"\((\d+/\d+)\)", lambda power: str(_fraction(power[1])), text.replace("no unit", "1"))
    for sign, side in zip((1, -1), plain.partition("/")[::2], strict=True):
        for name, power in re.findall(r"([A-Za-z]+)(?:\^([-\d.]+))?", side):
            powers = parse_unit(name)[1]
            scale = math.prod(s ** float(x) for s, x in zip(_SCALES, powers, strict=True))
            total *= scale ** (sign * float(power or 1))
    return total


def _parts(entry: Entry, quoted: str) -> list[Tree]:
    return [node for node, _ in places(entry.answer) if shorten(text_of_tree(node)) == quoted]


def _has_unit(entry: Entry, quoted: str, unit: str) -> bool:
    scales = [_scaling(entry, part) for part in _parts(entry, quoted)]
    return any(s is not None and abs(s - _unit_scale(unit)) < 1e-6 * s for s in map(_size, scales))


def _size(x: float | None) -> float | None:
    return None if x is None else abs(x)


def _added(entry: Entry, one: str, unit: str, other: str, other_unit: str) -> bool:
    return unit != other_unit and _has_unit(entry, one, unit) and _has_unit(entry, other, other_unit)


def _whole_unit(entry: Entry, has: str, should: str) -> bool:
    a, b = _scaling(entry, entry.answer), _scaling(entry, entry.reference)
    fits = [x is not None and abs(abs(x) - _unit_scale(u)) < 1e-6 * abs(x) for x, u in ((a, has), (b, should))]
    return all(fits) and has != should


def _undefined(entry: Entry) -> bool:
    return 2 * column(entry.answer, entry.drawn.points).count(None) >= len(entry.drawn.points)


def _sometimes_undefined(entry: Entry) -> bool:
    return None in column(entry.answer, Drawn(entry.domain, count=MANY).points)


Rule = tuple[str, Callable[..., bool], bool]
"""How a sentence begins, whether it is true, and whether it is of use."""

IN = rf"(?:In {QUOTE}, )?"
OF = rf"(?: in {QUOTE})?"
TOO = r"(?: (The sign is wrong, too|A number is wrong, too)\.)?"

RULES: list[Rule] = [
    (r"The sign of the (?:whole expression|result) is wrong\.", lambda e: _times(e, "-1"), True),
    (r"It is zero, but the right result is not\.", lambda e: not any(a for a, _ in e.pairs()), True),
    (
        r"It is a number, but not the right one\.",
        lambda e: level([b for _, b in e.pairs()]) and not e.right(e.answer),
        True,
    ),
    (r"It is (\S+) times the right result: [^.]*\.", _times, True),
    (r"It is right to (\d+) digits only; at least \d+ are wanted\. Is there[^?]*\? Write[^.]*\.", _digits, True),
    (r"It is close, right to (\d+) digits, but not equal\.", _digits, True),
    (r"It is the right result times `([^`]+)`(, and a number)?\.", _power, True),
    (r"It is the ([a-z ]+) of the right result\.", lambda e, name: _function_of(e, name), True),
    (r"It is upside down: [^.]*\.", lambda e: level([a * b for a, b in e.pairs()]), True),
    (r"It differs from the right result by a constant: [^.]*\.", lambda e: level([a - b for a, b in e.pairs()]), True),
    (rf"It depends on {NAMES}, but the right result does not\.", lambda e, n: _dependence(e, n, False), True),
    (rf"It does not depend on {NAMES}, but the right result does\.", lambda e, n: _dependence(e, n, True), True),
    (rf"It is right where [^:]*: look at the terms with {NAMES}\.", lambda e, n: e.zero(n), True),
    (rf"The difference from the right result depends only on {NAMES}\.", lambda e, n: _only(e, n, False), True),
    (rf"It is right up to a factor that depends on {NAMES} only\.", lambda e, n: _only(e, n, True), True),
    (rf"The sign of {QUOTE} is wrong{OF}\.", lambda e, x, _: e.any_change(x, _negative), True),
    (
        rf"The signs of {QUOTE} and {QUOTE} do not fit each other\.",
        lambda e, x, y: e.any_change(x, _negative) and e.any_change(y, _negative),
        True,
    ),
    (
        rf"The signs of ((?:`[^`]+`(?:, | and )?)+) are wrong{OF}\.",
        lambda e, terms, x: _signs(e, re.findall(QUOTE, terms), x),
        True,
    ),
    (rf"{IN}the sign of {QUOTE} is wrong\.", lambda e, _, x: e.any_change(x, _negative), True),
    (rf"{IN}{QUOTE} is not the right quantity: another [^.]*\.", lambda e, _, x: _other_name(e, x, 1), True),
    (rf"{IN}{QUOTE} is not the right quantity, and the sign [^.]*\.", lambda e, _, x: _other_name(e, x, -1), True),
    (rf"{IN}the number {QUOTE} is wrong\.", lambda e, _, x: _wrong_number(e, x), True),
    (
        rf"{IN}the number {QUOTE} stands where a symbol [^.]*\.",
        lambda e, _, x: _other_name(e, x, -1 if x.startswith("-") else 1),
        True,
    ),
    (rf"{IN}{QUOTE} is right to (\d+) digits only: [^.]*\.", lambda e, _, x, n: _rounded_number(e, x, n), True),
    (rf"{IN}sine and cosine of {QUOTE} are exchanged\.", lambda e, _, x: _exchanged(e, x), True),
    (rf"{IN}`(\w+)` is superfluous: only its argument belongs there\.", lambda e, _, x: _too_much(e, x), True),
    (
        rf"{IN}an? (sine|cosine|tangent|exponential function|logarithm) is missing around {QUOTE}\.",
        lambda e, _, f, x: _around(e, f, x),
        True,
    ),
    (rf"{IN}the angle in {QUOTE} is wrong: ([^.]*)\.", lambda e, _, x, w: _angle(e, x, w), True),
    (rf"{IN}the power of {QUOTE} is too (low|high)\.", lambda e, _, x, w: _power_of(e, x, w), True),
    (rf"{IN}{QUOTE} is on the wrong side of the [^.]*\.", lambda e, _, x: _power_of(e, x, "side"), True),
    (rf"{IN}{QUOTE} is a sum where a product belongs\.", lambda e, _, x: _product_belongs(e, x), True),
    (rf"{IN}{QUOTE} and {QUOTE} are multiplied where a [^.]*\.", lambda e, _, x, y: _sum_belongs(e, x, y), True),
    (rf"{QUOTE} does not belong in the sum{OF}\.", lambda e, x, _: e.any_change(x, lambda n: [0]), True),
    (
        rf"A constant factor is wrong or missing{OF}{OF}\.",
        lambda e, x, _: e.constant(x, lambda n, c: ["*", c, n]) is not None,
        True,
    ),
    (
        rf"The factor `(\w+)` is missing, and `(\w+)` is superfluous{OF}\.{TOO}",
        lambda e, a, b, x, more: _factors(e, a, b, x, more),
        True,
    ),
    (
        rf"The factor `(\w+)` is missing(?: \(not only once\))?{OF}\.{TOO}",
        lambda e, n, x, more: _factor(e, n, x, more, 1),
        True,
    ),
    (
        rf"(?:The factor|A division by) `(\w+)` is (?:superfluous|missing)(?: \(not only once\))?{OF}\.{TOO}",
        lambda e, n, x, more: _factor(e, n, x, more, -1),
        True,
    ),
    (rf"A number is missing or superfluous beside {QUOTE}{OF}\.", lambda e, x, _: _summand(e, None, x), True),
    (
        rf"A term with `(\w+)` is missing or wrong(?: beside {QUOTE}{OF})?\.",
        lambda e, n, x, _: _summand(e, n, x),
        True,
    ),
    (
        rf"(?:The term|One of the terms) with {NAMES} is missing\.",
        lambda e, n: _mistaken(e, _of_terms(n, lambda t: [])),
        True,
    ),
    (r"A number in a sum is missing\.", lambda e: _mistaken(e, _of_terms(None, lambda t: [])), True),
    (
        rf"(?:The term|One of the terms) with {NAMES} has the wrong sign\.",
        lambda e, n: _mistaken(e, _of_terms(n, lambda t: [["*", -1, t]])),
        True,
    ),
    (
        r"A number in a sum has the wrong sign\.",
        lambda e: _mistaken(e, _of_terms(None, lambda t: [["*", -1, t]])),
        True,
    ),
    (
        rf"(?:The term|One of the terms) with {NAMES} needs a factor (2|1/2)\.",
        lambda e, n, k: _mistaken(e, _of_terms(n, lambda t: [["*", 1 / _fraction(k), t]])),
        True,
    ),
    (
        r"A number in a sum needs a factor (2|1/2)\.",
        lambda e, k: _mistaken(e, _of_terms(None, lambda t: [["*", 1 / _fraction(k), t]])),
        True,
    ),
    (
        rf"(?:An expression with )?{NAMES} is not squared in one of the terms\.",
        lambda e, n: _mistaken(e, _not_squared(n)),
        True,
    ),
    (
        rf"(?:An expression with )?{NAMES} is missing as a factor in one of the terms\.",
        lambda e, n: _mistaken(e, _of_factors(n, True)),
        True,
    ),
    (
        rf"A number such as 2 or 1/2 is missing in a term(?: with {NAMES})?\.",
        lambda e, n: _mistaken(e, _of_factors(n or "", False)),
        True,
    ),
    (
        rf"In one place sine and cosine of {NAMES} are exchanged\.",
        lambda e, n: _mistaken(e, _angles(True, n)),
        True,
    ),
    (
        rf"The angle in a \w+ of {NAMES} has the wrong sign, or is not measured as in the sketch\.",
        lambda e, n: _mistaken(e, _angles(False, n)),
        True,
    ),
    (
        r"Sine and cosine are exchanged: from which line is the angle measured\?",
        lambda e: _everywhere(e, lambda n: [{"sin": "cos", "cos": "sin"}.get(n[0], n[0]), *n[1:]]),
        True,
    ),
    (r"The angles are treated as degrees; [^.]*\.", lambda e: _everywhere(e, _in_degrees), True),
    (rf"The units do not fit: {QUOTE} \((.*?)\) and {QUOTE} \((.*?)\) are \w+\.", _added, True),
    (
        r"The units do not fit: the result has (?:the unit )?(.*?), but should have (?:the unit )?(.*?)\. ?",
        _whole_unit,
        True,
    ),
    (
        rf"The units do not fit: \w+ is taken of {QUOTE} \((.*?)\)\.",
        lambda e, x, u: u != "no unit" and _has_unit(e, x, u),
        True,
    ),
    (
        rf"The units do not fit: the exponent (?:of )?{QUOTE} \((.*?)\) (?:has a unit|is not a number)\.",
        lambda e, x, u: u != "no unit" and _has_unit(e, x, u),
        True,
    ),
    (r"It has no real, finite value: [^?]*\?", _undefined, True),
    (r"For some values of the names it has no real, finite value: [^?]*\?", _sometimes_undefined, True),
    (r"This is not the right (?:expression|equation of motion)\.", lambda e: not e.right(e.answer), False),
    (r"One of two things is wrong\. Either: ", lambda e: True, False),
    (r"Or: ", lambda e: True, False),
]
