"""The one place of a student's formula at which a single change would make it right; found from numbers alone.

`mechanics.checks.grown` says which value each part needs. A part that has twice the value that it needs at every
point, or the sine of an angle where it needs the cosine, is where the mistake is, and this is what is said: the part in
the student's own words, and what is wrong with it. What would be right there is not said.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from mechanics.checks.angles import changes, rebuilt
from mechanics.checks.compare import Column
from mechanics.checks.evaluate import number
from mechanics.checks.evidence import listed
from mechanics.checks.grown import Part, grown
from mechanics.checks.quote import cut, sum_of, term_of
from mechanics.checks.signs import turned
from mechanics.formulas.text import text_of_tree
from mechanics.formulas.tree import Tree, has_floats, names_of, nodes

__all__ = ["repair"]

POINTS = 6
MOST = 400  # parts of a formula that is searched
_MANY = 8  # from this rank on
_OTHER = {"sin": math.cos, "cos": math.sin, "tan": math.tan}
_MISSING = {
    "a sine": math.sin,
    "a cosine": math.cos,
    "a tangent": math.tan,
    "an exponential function": lambda x: math.exp(x) if x < 500 else math.inf,
    "a logarithm": lambda x: math.log(x) if x > 0 else math.nan,
}
_POWERS = (1, 2, 3, 4, -1, -2, -3, 0.5, -0.5)
_SIGN = re.compile("The sign of `([^`]*)` is wrong.")
Floats = Sequence[float]
Found = Iterator[tuple[int, str]]
"""Sentences with their ranks; the lowest is said."""


def repair(
    tree: Tree,
    names: Sequence[str],
    points: Sequence[Sequence[str]],
    needed: Column,
    off: int = 0,
    close: float = 1e-11,
) -> str:
    """What is wrong with a formula, if a single change at a single place would make it right.

    Parameters
    ----------
    tree : Tree
        The wrong formula.
    names : sequence of str
        Names of the task.
    points : sequence of sequence of str
        Decimal texts of the values of all names; the first few points are used, which must differ in all names.
    needed : Column
        Right values at the points.
    off : int
        At so many points at the end a right formula has other values: of ``x_dd - x`` no 0 = 0 is made.
    close : float
        Relative difference of values that count as equal, if no number in the formula is rounded.

    Returns
    -------
    str
        A sentence; empty where no change, or more than one, would do.
    """
    if sum(1 for _ in nodes(tree)) > MOST:
        return ""
    used = [*range(POINTS), *range(len(points) - off, len(points))]
    if len(points) < POINTS + off:
        return ""
    at = [dict(zip(names, map(number, points[index]), strict=True)) for index in used]
    root = grown(tree, at, [needed[index] for index in used])
    if root is None:
        return ""
    columns = {name: [float(point[name]) for point in at] for name in names}
    search = _Search(columns, 1e-7 if has_floats(tree) else close)
    found = [
        (rank, say[0].upper() + say[1:]) for part in root.walk() if part.needed for rank, say in search.about(part)
    ]
    best = min((rank for rank, _ in found), default=0)
    return _said(list(dict.fromkeys(say for rank, say in found if rank == best)), best)


def _said(sentences: list[str], rank: int) -> str:
    """One sentence, or alternatives: each of them would make the formula right."""
    if len(sentences) < 2 or rank >= _MANY:
        return min(sentences, key=len, default="")  # the others say the same of what is around
    signs = [match[1] for say in sentences if (match := _SIGN.fullmatch(say))]
    if len(signs) == len(sentences) == 2:
        return f"The signs of `{signs[0]}` and `{signs[1]}` do not fit each other."
    return f"One of two things is wrong. Either: {sentences[0]} Or: {sentences[1]}" if len(sentences) == 2 else ""


class _Search:
    """Looks for a simple relation between what a part is and what it should be.

    Parameters
    ----------
    names : mapping
        Values of each name at the points.
    tolerance : float
        Relative difference of values that count as equal.
    """

    def __init__(self, names: Mapping[str, Floats], tolerance: float) -> None:
        self.names, self.tolerance = names, tolerance

    def about(self, part: Part) -> Found:
        """What is wrong with a part alone, if that explains everything.

        Yields
        ------
        tuple of (int, str)
            Rank and sentence.
        """
        v, w = [[float(x) for x in column or ()] for column in (part.values, part.needed)]
        if self.same(v, w):
            return
        if _there([abs(b) <= self.tolerance * abs(a) for a, b in zip(v, w, strict=True)]):
            if part.parent is not None and part.parent.head == "+":
                yield 6, f"`{cut(text_of_tree(part.tree))}` does not belong in the sum{sum_of(part.parent)}."
            return
        yield from self._leaf(part, w)
        yield from self._function(part, v, w)
        yield from self._power(part, v, w)
        yield from self._operation(part, w)
        if part.parent is None or part.parent.head not in ("*", "^"):  # a factor of a factor is one of the product
            yield from self._factor(part, v, w)
        if part.parent is None or part.parent.head not in ("+", "^"):
            yield from self._summand(part, v, w)

    def same(self, a: Floats, b: Floats) -> bool:
        """Whether two columns are equal, but not where a right formula has other values."""
        sizes = [max(abs(x), abs(y)) for x, y in zip(a, b, strict=True)]
        if math.inf in sizes:
            return False
        return _there([abs(x - y) <= self.tolerance * s for x, y, s in zip(a, b, sizes, strict=True)])

    def _constant(self, column: Floats) -> bool:
        return _there([abs(x - column[0]) <= 10 * self.tolerance * abs(column[0]) for x in column])

    def _leaf(self, part: Part, w: Floats) -> Found:
        place = term_of(part)
        if type(part.tree) is str and part.tree != "pi":
            if any(name != part.tree and self.same(column, w) for name, column in self.names.items()):
                yield 3, f"{place}`{part.tree}` is not the right quantity: another one belongs there."
            elif any(self.same([-x for x in column], w) for name, column in self.names.items() if name != part.tree):
                yield 3, f"{place}`{part.tree}` is not the right quantity, and the sign is wrong, too."
        elif not part.head and part.tree not in ("pi", 1, -1) and not _is_exponent(part):
            sign = -1 if float(part.values[0]) < 0 else 1
            if any(self.same([sign * x for x in column], w) for column in self.names.values()):
                yield 3, f"{place}the number `{text_of_tree(part.tree)}` stands where a symbol of the task belongs."
            elif self._constant(w):
                yield from self._number(part, w, place)

    def _number(self, part: Part, w: Floats, place: str) -> Found:
        has, needs = float(part.values[0]), w[0]
        if needs and 0 < abs(has - needs) <= 5e-3 * abs(needs) and has_floats(part.tree):
            digits = math.floor(math.floor(math.log10(abs(needs))) + 1 - math.log10(2 * abs(has - needs)))
            text = text_of_tree(part.tree)
            yield 4, f"{place}`{text}` is right to {digits} digits only: write numbers like 1/12 or sqrt(2) exactly."
        elif needs == -has:
            if part.parent is None or part.parent.head not in ("+", "*"):  # there it is the sign of the term
                yield 1, f"{place}the sign of `{text_of_tree(part.tree)}` is wrong."
        else:
            yield 4, f"{place}the number `{text_of_tree(part.tree)}` is wrong."

    def _function(self, part: Part, v: Floats, w: Floats) -> Found:
        place = term_of(part)
        if part.head in _OTHER:
            x = [float(value) for value in part.arguments[0].values]
            inside = text_of_tree(part.arguments[0].tree)
            if part.head != "tan" and self.same([_OTHER[part.head](a) for a in x], w):
                yield 2, f"{place}sine and cosine of `{cut(inside)}` are exchanged."
            elif self.same(x, w):
                yield 7, f"{place}`{part.head}` is superfluous: only its argument belongs there."
            yield from self._argument(part, w, place)
        elif not part.head or part.head in "+*":
            for name, function in _MISSING.items():
                if self.same([function(a) for a in v], w):
                    yield 7, f"{place}{name} is missing around `{cut(text_of_tree(part.tree))}`."
        elif part.head != "^" and self.same([float(x) for x in part.arguments[0].values], w):
            yield 4, f"{place}`{part.head}` is superfluous: only its argument belongs there."

    def _argument(self, part: Part, w: Floats, place: str) -> Found:
        """Simple changes inside the angle of a sine, cosine or tangent."""
        function = getattr(math, part.head)
        for inner in part.arguments[0].walk():
            for rank, say, changed in changes(inner, self.names):
                if self.same([function(a) for a in rebuilt(inner, changed, part)], w):
                    text = cut(text_of_tree(inner.tree))
                    yield rank, f"{place}the angle in `{cut(text_of_tree(part.tree))}` is wrong: {say.format(text)}."

    def _power(self, part: Part, v: Floats, w: Floats) -> Found:
        base, exponent = (part.arguments[0], part.arguments[1].values[0]) if part.head == "^" else (part, 1)
        if (part.head != "^" and part.parent and part.parent.head == "^") or (
            part.head in ("*",) or not names_of(part.tree) or (part.head == "^" and names_of(part.tree[2]))
        ):
            return
        x = [float(value) for value in base.values]
        for power in _POWERS:
            if power == exponent or (power != int(power) and min(x) <= 0) or (power < 0 and 0.0 in x):
                continue
            if not self.same([a**power for a in x], w):
                continue
            text, place = cut(text_of_tree(base.tree)), term_of(part)
            if power * exponent < 0:
                yield 5, f"{place}`{text}` is on the wrong side of the fraction bar, or its power is wrong."
            else:
                yield 5, f"{place}the power of `{text}` is too {'low' if abs(power) > abs(exponent) else 'high'}."
            return

    def _operation(self, part: Part, w: Floats) -> Found:
        columns = [[float(x) for x in argument.values] for argument in part.arguments]
        texts = [cut(text_of_tree(argument.tree)) for argument in part.arguments]
        if part.head == "+" and self.same([math.prod(row) for row in zip(*columns, strict=True)], w):
            yield 9, f"{term_of(part)}`{cut(text_of_tree(part.tree))}` is a sum where a product belongs."
        if part.head == "+" and (wrong := turned(columns, w, self.same)):
            yield 5, f"The signs of {listed([texts[index] for index in wrong])} are wrong{sum_of(part)}."
        if part.head == "*":
            for i in range(len(columns)):
                for j in range(i):
                    rest = [c for k, c in enumerate(columns) if k not in (i, j)]
                    least = [math.prod(row) for row in zip(*rest, strict=True)] if rest else [1.0] * len(w)
                    added = [(a + b) * c for a, b, c in zip(columns[i], columns[j], least, strict=True)]
                    if self.same(added, w):
                        yield 9, f"{term_of(part)}`{texts[j]}` and `{texts[i]}` are multiplied where a sum belongs."

    def _factor(self, part: Part, v: Floats, w: Floats) -> Found:
        text, is_term = cut(text_of_tree(part.tree)), part.parent is not None
        what = f"in `{text}`" if is_term else ""
        if 0.0 in v or 0.0 in w:
            return
        ratio = [b / a for a, b in zip(v, w, strict=True)]
        if self._constant(ratio):
            if abs(ratio[0] + 1) <= self.tolerance:
                yield 1, f"The sign of `{text}` is wrong{sum_of(part.parent)}."
            elif is_term:
                yield 8, f"A constant factor is wrong or missing {what}{sum_of(part.parent)}."
            return
        for sentence, rest in self._monomial(ratio, part):
            yield 8, f"{f'{sentence} {what}'.strip()}. {self._beside(rest)}".strip()

    def _beside(self, rest: Floats) -> str:
        """What is wrong beside the names, a constant factor."""
        sentences = {1: "", -1: "The sign is wrong, too."}
        return next((s for x, s in sentences.items() if abs(rest[0] - x) < 1e-6), "A number is wrong, too.")

    def _monomial(self, ratio: Floats, part: Part) -> Iterator[tuple[str, Floats]]:
        """Whether a factor is a power of a name, or a quotient of two, times a constant, which is given with it."""
        own, known = names_of(part.tree), {name: x for name, x in self.names.items() if 0.0 not in x}
        for name, column in known.items():
            for power in _POWERS if min(column) > 0 else filter(lambda x: x == int(x), _POWERS):
                rest = [a / b**power for a, b in zip(ratio, column, strict=True)]
                if self._constant(rest):
                    more = "" if abs(power) == 1 else " (not only once)"
                    if power > 0:
                        yield f"The factor `{name}` is missing{more}", rest
                    elif name in own:
                        yield f"The factor `{name}` is superfluous{more}", rest
                    else:
                        yield f"A division by `{name}` is missing{more}", rest
                    return
        for one, column in known.items():
            for other in sorted(own & known.keys()):
                rest = [a * b / c for a, b, c in zip(ratio, known[other], column, strict=True)]
                if one != other and self._constant(rest):
                    yield f"The factor `{one}` is missing, and `{other}` is superfluous", rest
                    return

    def _summand(self, part: Part, v: Floats, w: Floats) -> Found:
        """Whether a number or a name is missing in a sum."""
        difference = [b - a for a, b in zip(v, w, strict=True)]
        if min(map(abs, difference)) < 1e-6 * max(max(map(abs, v)), max(map(abs, w))):
            return
        text = cut(text_of_tree(part.tree))
        where = f"beside `{text}`{sum_of(part.parent)}" if part.parent else ""
        if self._constant(difference):
            if part.parent:
                yield 10, f"A number is missing or superfluous {where}."
            return
        for name, column in self.names.items():
            if 0.0 not in column and self._constant([a / b for a, b in zip(difference, column, strict=True)]):
                yield 10, f"A term with `{name}` is missing or wrong {where}".strip() + "."


def _there(true: Sequence[bool]) -> bool:
    """Whether something is true at the points, and false at one of those at which it must not be."""
    return all(true[:POINTS]) and not (true[POINTS:] and all(true[POINTS:]))


def _is_exponent(part: Part) -> bool:
    return part.parent is not None and part.parent.head == "^" and part.parent.arguments[1] is part
