"""Typical mistakes made on purpose: variants of a correct formula, each with the sentence that explains it.

Mistakes that the judge can recognise from the correct values alone – overall sign, constant factor, another
order, transposed, wrong dependence – are not made here but found in `mechanics.checks.explain`.
"""

from collections.abc import Callable, Iterator, Sequence

from mechanics.checks.evidence import listed
from mechanics.formulas.tree import SPECIAL, Tree, mul, names_of

__all__ = ["EVERYWHERE", "generic_mistakes"]

_ANGLE_FUNCTIONS = ("sin", "cos", "tan")
_SWAP = {"sin": "cos", "cos": "sin"}
_WORDS = {"sin": "sine", "cos": "cosine", "tan": "tangent"}

_ALL_SWAPPED = "Sine and cosine are exchanged: from which line is the angle measured?"
_DEGREES = "The angles are treated as degrees; all angles here are in radians."
_ORDER = ("missing term", "sign of a term", "function", "power", "number", "half", "double", "factor", "angle")

#: sentences on mistakes that are made in the whole formula
EVERYWHERE = frozenset({_ALL_SWAPPED, _DEGREES})

Variants = Iterator[tuple[str, str, Tree]]
"""Which mistake, the sentence that explains it, and the formula with it."""


def generic_mistakes(tree: Tree) -> Iterator[tuple[str, Tree]]:
    """Wrong variants of a formula.

    Parameters
    ----------
    tree : Tree
        The right one.

    Yields
    ------
    tuple of (str, Tree)
        The sentence that explains a mistake, and the formula with it; the likeliest first.
    """
    yield _ALL_SWAPPED, _map(tree, lambda node: [_SWAP[node[0]], *node[1:]] if node[0] in _SWAP else node)
    yield _DEGREES, _map(tree, _in_degrees)
    found = [(kind, say, rebuild(wrong)) for node, rebuild in _places(tree) for kind, say, wrong in _variants(node)]
    yield from ((say, wrong) for _, say, wrong in sorted(found, key=lambda item: _ORDER.index(item[0])))


def _variants(node: Tree) -> Variants:
    head = node[0]
    if head == "+":
        yield from _sum_variants(node[1:])
    elif head == "*":
        yield from _product_variants(node[1:])
    elif head == "^" and node[2] == 2:
        yield "power", f"{_function(node[1])} is not squared in one of the terms.", node[1]
    elif head in _ANGLE_FUNCTIONS:
        if head in _SWAP:
            yield "function", f"In one place sine and cosine of {_names(node)} are exchanged.", [_SWAP[head], *node[1:]]
        say = (
            f"The angle in a {_WORDS[head]} of {_names(node)} has the wrong sign, or is not measured as in the sketch."
        )
        yield "angle", say, [head, mul(-1, node[1])]


def _sum_variants(terms: list[Tree]) -> Variants:
    for index, term in enumerate(terms):
        before, after = terms[:index], terms[index + 1 :]
        which = _term(term, [*before, *after])
        yield "missing term", f"{which} is missing.", ["+", *before, *after]
        yield "sign of a term", f"{which} has the wrong sign.", ["+", *before, mul(-1, term), *after]
        yield "half", f"{which} needs a factor 2.", ["+", *before, mul(["rat", 1, 2], term), *after]
        yield "double", f"{which} needs a factor 1/2.", ["+", *before, mul(2, term), *after]


def _product_variants(factors: list[Tree]) -> Variants:
    for index, factor in enumerate(factors):
        rest: Tree = ["*", *factors[:index], *factors[index + 1 :]]
        if names_of(factor):
            yield "factor", f"{_function(factor)} is missing as a factor in one of the terms.", rest
        elif factor != -1:
            other = sorted(names_of(rest))
            where = f" with {listed(other)}" if other else ""
            yield "number", f"A number such as 2 or 1/2 is missing in a term{where}.", rest


def _term(term: Tree, others: Sequence[Tree]) -> str:
    """A term by the names that only it has, or by all of its names."""
    names = names_of(term)
    own = names - set().union(*map(names_of, others))
    if own:
        return f"The term with {listed(sorted(own))}"
    return f"One of the terms with {listed(sorted(names))}" if names else "A number in a sum"


def _function(factor: Tree) -> str:
    """A factor without saying more of it than its names."""
    if type(factor) is str:
        return f"`{factor}`"
    return f"An expression with {listed(sorted(names_of(factor)))}"


def _names(node: Tree) -> str:
    return listed(sorted(names_of(node))) if names_of(node) else "a number"


def _in_degrees(node: Tree) -> Tree:
    return [node[0], mul("pi", ["rat", 1, 180], node[1])] if node[0] in _ANGLE_FUNCTIONS else node


def _map(tree: Tree, change: Callable[[Tree], Tree]) -> Tree:
    if type(tree) is not list or tree[0] in SPECIAL:
        return tree
    return change([tree[0], *(_map(argument, change) for argument in tree[1:])])


def _places(tree: Tree) -> Iterator[tuple[Tree, Callable[[Tree], Tree]]]:
    """Every inner node, with the function that puts a replacement in its place."""
    if type(tree) is not list or tree[0] in SPECIAL:
        return
    yield tree, lambda replacement: replacement
    for index, argument in enumerate(tree[1:], start=1):
        for node, rebuild in _places(argument):
            yield node, _inside(tree, index, rebuild)


def _inside(tree: Tree, index: int, rebuild: Callable[[Tree], Tree]) -> Callable[[Tree], Tree]:
    return lambda replacement: [*tree[:index], rebuild(replacement), *tree[index + 1 :]]
