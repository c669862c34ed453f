"""Typical mistakes made on purpose: variants of a correct formula, each with the sentence that explains it.

Mistakes that the judge can recognise from the correct values alone – overall sign, constant factor, another
order, transposed, wrong dependence – are not made here but found in `mechanics.checks.explain`.
"""

from collections.abc import Callable, Iterator

from mechanics.formulas.tree import SPECIAL, Tree, mul, names_of

__all__ = ["GENERIC", "generic_mistakes"]

_ANGLE_FUNCTIONS = ("sin", "cos", "tan")
_SWAP = {"sin": "cos", "cos": "sin"}

_ALL_SWAPPED = "Sine and cosine are exchanged: from which line is the angle measured?"
_ONE_SWAPPED = "In one place sine and cosine are exchanged."
_DEGREES = "The angles are treated as degrees; all angles here are in radians."
_NO_TERM = "One term of a sum is missing."
_TERM_SIGN = "One term of a sum has the wrong sign."
_NO_FACTOR = "A factor is missing in one of the terms."
_NUMBER = "A number in one of the terms is missing (such as 1/2 or 2)."
_NO_POWER = "An exponent is missing (something is not squared)."
_HALVED = "A factor 2 is missing in one of the terms."
_DOUBLED = "A factor 1/2 is missing in one of the terms."
_ANGLE_SIGN = "One angle inside a sine or cosine has the wrong sign or is not measured as in the sketch."


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
    found = [(sentence, rebuild(variant)) for node, rebuild in _places(tree) for sentence, variant in _variants(node)]
    yield from sorted(found, key=lambda item: _ORDER.index(item[0]))


_ORDER = [_NO_TERM, _TERM_SIGN, _ONE_SWAPPED, _NO_POWER, _NUMBER, _HALVED, _DOUBLED, _NO_FACTOR, _ANGLE_SIGN]


#: the sentences of generic mistakes; any other sentence is of the task
GENERIC = frozenset({_ALL_SWAPPED, _DEGREES, *_ORDER})


def _variants(node: Tree) -> Iterator[tuple[str, Tree]]:
    head = node[0]
    if head == "+":
        yield from _sum_variants(node[1:])
    elif head == "*":
        yield from _product_variants(node[1:])
    elif head == "^" and node[2] == 2:
        yield _NO_POWER, node[1]
    elif head in _ANGLE_FUNCTIONS:
        if head in _SWAP:
            yield _ONE_SWAPPED, [_SWAP[head], *node[1:]]
        yield _ANGLE_SIGN, [head, mul(-1, node[1])]


def _sum_variants(terms: list[Tree]) -> Iterator[tuple[str, Tree]]:
    for index, term in enumerate(terms):
        before, after = terms[:index], terms[index + 1 :]
        yield _NO_TERM, ["+", *before, *after]
        yield _TERM_SIGN, ["+", *before, mul(-1, term), *after]
        yield _HALVED, ["+", *before, mul(["rat", 1, 2], term), *after]
        yield _DOUBLED, ["+", *before, mul(2, term), *after]


def _product_variants(factors: list[Tree]) -> Iterator[tuple[str, Tree]]:
    for index, factor in enumerate(factors):
        rest: Tree = ["*", *factors[:index], *factors[index + 1 :]]
        if names_of(factor):
            yield _NO_FACTOR, rest
        elif factor != -1:
            yield _NUMBER, rest


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
