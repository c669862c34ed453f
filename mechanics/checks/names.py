"""Names in an answer and names of the task: other spellings of the same name, and what to say about unknown ones."""

import difflib
import re
import unicodedata
from collections.abc import Collection, Iterable

from mechanics.formulas.reader import shorten
from mechanics.formulas.tree import SPECIAL, Tree, names_of

__all__ = ["names_in", "plain", "spelled_as", "unknown_name"]

_VARIANTS = re.compile(r"(?<![a-zA-Z])var(?=phi|theta|epsilon|rho|pi|kappa|sigma)")


def spelled_as(tree: Tree, names: Collection[str]) -> Tree:
    r"""The tree with every name as the task spells it: ``φ``, ``\varphi`` and ``m_{S}`` are ``phi`` and ``m_S``.

    Parameters
    ----------
    tree : Tree
        A formula.
    names : collection of str
        The names of the task, none of which is changed.
    """
    others = {name: plain(name) for name in names_of(tree) - set(names)}
    known = {name: other for name, other in others.items() if other in names}
    return _renamed(tree, known) if known else tree


def names_in(arguments: Iterable[str]) -> list[str]:
    """All names in the arguments of a function as a key has them: of ``"[x, y]"`` both.

    Parameters
    ----------
    arguments : iterable of str
        In their order.
    """
    return [name for text in arguments for name in re.findall(r"\w+", text)]


def plain(name: str) -> str:
    """A name in letters, digits and underscores, as Python code has it.

    Parameters
    ----------
    name : str
        As a symbol may have it: with Greek letters, or in LaTeX.
    """
    spelled = "".join(_letter(character) for character in name)
    return _VARIANTS.sub("", re.sub(r"[\\{}$\s]", "", spelled))


def _letter(character: str) -> str:
    """``φ`` is ``phi``, ``Ω`` is ``Omega``; any other character stays as it is."""
    words = unicodedata.name(character, "").split()
    if len(words) < 4 or words[0] != "GREEK" or words[2] != "LETTER":
        return {"ϕ": "phi", "ϑ": "theta", "ϵ": "epsilon", "µ": "mu"}.get(character, character)
    letter = {"LAMDA": "LAMBDA"}.get(words[3], words[3])
    return letter.lower() if words[1] == "SMALL" else letter.capitalize()


def _renamed(tree: Tree, names: dict[str, str]) -> Tree:
    if type(tree) is str:
        return names.get(tree, tree)
    if type(tree) is not list or tree[0] in SPECIAL:
        return tree
    return [tree[0], *(_renamed(argument, names) for argument in tree[1:])]


def unknown_name(name: str, names: Collection[str]) -> str:
    """Sentence about a name that no right answer has, with the nearest one that it may have.

    Parameters
    ----------
    name : str
        The unknown one.
    names : collection of str
        The names of the task.
    """
    if name == "e":
        return f"`{name}` is not a name of this task; Euler's number is written `exp(1)`, its powers `exp(x)`."
    near = difflib.get_close_matches(name, list(names), n=1, cutoff=0.5)
    hint = f": did you mean `{near[0]}`?" if near else "."
    has = f"it may contain {', '.join(names)}" if names else "a number is expected"
    return f"`{shorten(name)}` does not belong in this answer; {has}{hint}"  # the task may have it for another step
