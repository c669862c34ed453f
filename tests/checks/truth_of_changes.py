"""Sentences on a change: of a part of the answer, so that it is right, or of the right formula, so that it is wrong."""

import math
import re
from collections.abc import Callable, Iterator, Sequence

from mechanics.formulas.text import text_of_tree
from mechanics.formulas.tree import Tree, names_of

from .truth_entry import Entry, named
from .truth_values import places

# Changes of a part of the answer, as a sentence quotes it.


def negative(node: Tree) -> list[Tree]:
    return [["*", -1, node]]


def signs(entry: Entry, terms: Sequence[str], quoted: str | None) -> bool:
    """Whether a sum is right when the signs of some of its terms are turned."""

    cut = [term.removesuffix(" ...") for term in terms if term.endswith(" ...")]

    def turned(node: Tree) -> list[Tree]:
        if type(node) is not list or node[0] != "+":
            return []
        new = ["+", *(["*", -1, x] if any(map(text_of_tree(x).startswith, cut)) or text_of_tree(x) in terms else x
                      for x in node[1:])]  # fmt: skip
        return [new]

    found = entry.found(quoted) if quoted else places(entry.answer)
    return any(entry.right(wrap(new)) for node, wrap in found for new in turned(node))


def other_name(entry: Entry, quoted: str, sign: int) -> bool:
    others = [["*", sign, name] for name in entry.names if name != quoted]
    return entry.any_change(quoted, lambda _: others)


def wrong_number(entry: Entry, quoted: str) -> bool:
    return entry.constant(quoted, lambda _, c: c) is not None


def rounded_number(entry: Entry, quoted: str, count: str) -> bool:
    right = entry.constant(quoted, lambda _, c: c)
    if right is None:
        return False
    last = 10.0 ** (math.floor(math.log10(abs(right))) + 1 - int(count))  # one unit of the last digit
    return abs(float(quoted) - right) <= 0.51 * last


def exchanged(entry: Entry, quoted: str) -> bool:
    swap = {"sin": "cos", "cos": "sin"}
    heads = [(n, w) for n, w in places(entry.answer) if type(n) is list and n[0] in swap]
    return any(
        text_of_tree(n[1]).startswith(quoted.removesuffix(" ...")) and entry.right(w([swap[n[0]], n[1]]))
        for n, w in heads
    )


def too_much(entry: Entry, head: str) -> bool:
    return any(entry.right(w(n[1])) for n, w in places(entry.answer) if type(n) is list and n[0] == head)


def around(entry: Entry, word: str, quoted: str) -> bool:
    names = {"sine": "sin", "cosine": "cos", "tangent": "tan", "exponential function": "exp", "logarithm": "log"}
    head = names[word]
    return entry.any_change(quoted, lambda node: [[head, node]])


def angle(entry: Entry, quoted: str, what: str) -> bool:
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


def power_of(entry: Entry, quoted: str, way: str) -> bool:
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


def product_belongs(entry: Entry, quoted: str) -> bool:
    return entry.any_change(quoted, lambda node: [["*", *node[1:]]] if type(node) is list and node[0] == "+" else [])


def sum_belongs(entry: Entry, one: str, other: str) -> bool:
    for node, wrap in places(entry.answer):
        if type(node) is list and node[0] == "*":
            for i, a in enumerate(node[1:]):
                for j, b in enumerate(node[1:]):
                    if i != j and text_of_tree(a).startswith(one[:50]) and text_of_tree(b).startswith(other[:50]):
                        rest = [x for k, x in enumerate(node[1:]) if k not in (i, j)]
                        if entry.right(wrap(["*", ["+", a, b], *rest])):
                            return True
    return False


def factor(entry: Entry, name: str, quoted: str | None, beside: str | None, sign: int) -> bool:
    return any(_with_factors(entry, quoted, beside, [["^", name, sign * power]]) for power in (1, 2, 3, 4, 0.5))


def factors(entry: Entry, one: str, other: str, quoted: str | None, beside: str | None) -> bool:
    return _with_factors(entry, quoted, beside, [one, ["^", other, -1]])


def _with_factors(entry: Entry, quoted: str | None, beside: str | None, factors: list[Tree]) -> bool:
    """Whether some factors make a quoted part right, alone or with what is said beside it."""
    quoted = quoted or text_of_tree(entry.answer)
    if beside and "number" in beside:
        found = entry.constant(quoted, lambda node, c: ["*", c, node, *factors])
        return found is not None and abs(abs(found) - 1) > 1e-6
    sign = -1 if beside else 1
    return entry.any_change(quoted, lambda node: [["*", sign, node, *factors]])


def summand(entry: Entry, name: str | None, quoted: str | None) -> bool:
    quoted = quoted or text_of_tree(entry.answer)
    return entry.constant(quoted, lambda node, c: ["+", node, ["*", c, name] if name else c]) is not None


# Changes of the right formula, which make the answer of it.


def mistaken(entry: Entry, change: Callable[[Tree], Iterator[Tree]]) -> bool:
    return any(entry.equals_answer(wrap(new)) for node, wrap in places(entry.reference) for new in change(node))


def of_terms(names: str | None, make: Callable[[Tree], list[Tree]]) -> Callable[[Tree], Iterator[Tree]]:
    def change(node: Tree) -> Iterator[Tree]:
        if type(node) is list and node[0] == "+":
            for index, term in enumerate(node[1:], start=1):
                wanted = set(named(names)) if names else set()
                if wanted <= names_of(term) if names else not names_of(term):
                    yield ["+", *node[1:index], *make(term), *node[index + 1 :]]

    return change


def of_factors(names: str, needs_name: bool) -> Callable[[Tree], Iterator[Tree]]:
    def change(node: Tree) -> Iterator[Tree]:
        if type(node) is list and node[0] == "*":
            for index, factor in enumerate(node[1:], start=1):
                rest = ["*", *node[1:index], *node[index + 1 :]]
                if set(named(names)) <= (names_of(factor) if needs_name else names_of(rest)) and (
                    needs_name or not names_of(factor)
                ):
                    yield rest

    return change


def not_squared(names: str) -> Callable[[Tree], Iterator[Tree]]:
    def change(node: Tree) -> Iterator[Tree]:
        if type(node) is list and node[0] == "^" and set(named(names)) <= names_of(node):
            yield node[1]

    return change


def angles(swap: bool, names: str | None = None) -> Callable[[Tree], Iterator[Tree]]:
    heads = {"sin": "cos", "cos": "sin"} if swap else {"sin": "sin", "cos": "cos", "tan": "tan"}

    def change(node: Tree) -> Iterator[Tree]:
        if type(node) is list and node[0] in heads and set(named(names or "")) <= names_of(node):
            yield [heads[node[0]], node[1] if swap else ["*", -1, node[1]]]

    return change


def everywhere(entry: Entry, make: Callable[[Tree], Tree]) -> bool:
    def changed(tree: Tree) -> Tree:
        if type(tree) is not list or tree[0] in ("rat", "num", "error"):
            return tree
        return make([tree[0], *map(changed, tree[1:])])

    return entry.equals_answer(changed(entry.reference))


def in_degrees(node: Tree) -> Tree:
    return [node[0], ["*", "pi", ["rat", 1, 180], node[1]]] if node[0] in ("sin", "cos", "tan") else node
