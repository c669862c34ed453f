"""A tree as text in Python's spelling, for sentences that quote a part of a formula."""

from .tree import Tree

__all__ = ["text_of_tree"]

_SUM, _PRODUCT, _POWER, _LEAF = range(4)


def text_of_tree(tree: Tree) -> str:
    """Text of a formula: ``m*g*sin(phi)/2``.

    Parameters
    ----------
    tree : Tree
        The formula.

    Returns
    -------
    str
        Can be read again by `mechanics.formulas.reader`.
    """
    return _text(tree)[0]


def _text(tree: Tree) -> tuple[str, int]:
    """The text, and how strongly its outermost operation binds."""
    if type(tree) is not list:
        text = f"{tree:.6g}" if type(tree) is float else str(tree)
        return text, _SUM if text.startswith("-") else _LEAF
    head, *arguments = tree
    if head == "rat":
        return f"{tree[1]}/{tree[2]}", _SUM if tree[1] < 0 else _PRODUCT
    if head in ("num", "error"):
        text = str(tree[1])[:12]
        return text, _SUM if text.startswith("-") else _LEAF
    if head == "+":
        return _sum(arguments), _SUM
    if head == "*":
        return _product(arguments)
    if head == "^":
        return _power(*arguments)
    return f"{head}({', '.join(text_of_tree(argument) for argument in arguments)})", _LEAF


def _sum(terms: list[Tree]) -> str:
    text = ""
    for term in terms:
        part = text_of_tree(term)
        text += part if not text else f" - {part[1:]}" if part.startswith("-") else f" + {part}"
    return text


def _product(factors: list[Tree]) -> tuple[str, int]:
    above, below, sign = [], [], ""
    for factor in factors:
        value = (factor[1] / factor[2]) if type(factor) is list and factor[0] == "rat" else factor
        if type(value) in (int, float) and value < 0:
            sign, factor = "" if sign else "-", ["rat", -factor[1], factor[2]] if type(factor) is list else -factor
        if factor == 1 and type(factor) is int:
            continue
        if type(factor) is list and factor[0] == "rat":
            above += [str(factor[1])] * (factor[1] != 1)
            below.append(str(factor[2]))
        elif type(factor) is list and factor[0] == "^" and _is_negative(factor[2]):
            inverse = -factor[2] if type(factor[2]) is int else ["rat", -factor[2][1], factor[2][2]]
            below.append(_bound(factor[1] if inverse == 1 else ["^", factor[1], inverse], _POWER))
        else:
            above.append(_bound(factor, _PRODUCT))
    quotient = "*".join(above) or "1"
    if below:
        quotient += "/" + (below[0] if len(below) == 1 else f"({'*'.join(below)})")
    return sign + quotient, _SUM if sign else _PRODUCT


def _is_negative(exponent: Tree) -> bool:
    if type(exponent) is list:
        return bool(exponent[0] == "rat" and exponent[1] < 0)
    return type(exponent) is int and exponent < 0


def _power(base: Tree, exponent: Tree) -> tuple[str, int]:
    if exponent == ["rat", 1, 2]:
        return f"sqrt({text_of_tree(base)})", _LEAF
    if _is_negative(exponent):
        return _product([["^", base, exponent]])
    return f"{_bound(base, _LEAF)}**{_bound(exponent, _LEAF)}", _POWER


def _bound(tree: Tree, least: int) -> str:
    """The text, in parentheses where its operation binds less than what stands around it."""
    text, binding = _text(tree)
    return text if binding >= least else f"({text})"
