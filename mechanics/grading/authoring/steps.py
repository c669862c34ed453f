"""A test cell taken apart: what students see of it, its hidden part, and what it asks for."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..notebooks import Cell, split_hidden

__all__ = ["Step", "calls_of", "loaded", "step_of", "stored"]

PARAMETERS = ("name", "answer", "reference", "kind", "domain", "mistakes")
"""Of `mechanics.checks.verify`, in their order."""


@dataclass(frozen=True)
class Step:
    """One test cell.

    Attributes
    ----------
    cell, visible, hidden : Cell
        The whole cell, what students see of it, and its hidden lines.
    value : str
        What it judges, Python text; empty where it calls no check.
    kind : str
        Kind of `mechanics.checks`; empty where it calls no check.
    arguments, options : tuple
        Of `verify`, where it is a function, or a choice.
    """

    cell: Cell
    visible: Cell
    hidden: Cell
    value: str = ""
    kind: str = ""
    arguments: tuple[Any, ...] = ()
    options: tuple[str, ...] = ()

    @property
    def names(self) -> dict[str, list[str]]:
        """Names of the checks that it calls, by function: ``check`` and ``verify``."""
        calls = calls_of(self.cell.source)
        return {f: [_text(c.args[0]) for c in calls if _name(c) == f and c.args] for f in ("check", "verify")}

    def asked(self, namespace: Mapping[str, Any]) -> dict[str, Any]:
        """What the hidden part hands to `verify`: its reference, its domain, its mistakes and all other options.

        Parameters
        ----------
        namespace : mapping
            Of the task, with its solution.

        Returns
        -------
        dict
            By the names of the parameters of `verify`; empty if there is no such call.
        """
        names = dict(namespace)
        for statement in ast.parse(self.hidden.source).body:
            call = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(call, ast.Call) and _name(call) == "verify":
                positional = dict(zip(PARAMETERS, call.args, strict=False))
                given = positional | {word.arg: word.value for word in call.keywords if word.arg}
                return {name: _value(node, names) for name, node in given.items()}
            exec(compile(ast.Module([statement], []), f"<cell {self.cell.id}>", "exec"), names)
        return {}


def step_of(cell: Cell) -> Step:
    """Take a test cell apart.

    Parameters
    ----------
    cell : Cell
        As its author wrote it.

    Returns
    -------
    Step
        The same in parts.
    """
    visible, hidden = split_hidden(cell.source)
    parts = Cell(cell.id, visible, "check", cell.points), Cell(cell.id, "\n".join(hidden), "check", cell.points)
    calls = {_name(call): call for call in calls_of(cell.source) if len(call.args) > 1}
    if not calls:
        return Step(cell, *parts)
    asked = calls.get("check", calls.get("verify"))
    words = {word.arg: word.value for word in calls["verify"].keywords} if "verify" in calls else {}
    options = {name: _literal(words[name]) for name in ("kind", "arguments", "options") if name in words}
    return Step(
        cell,
        *parts,
        ast.unparse(asked.args[1]) if asked else "",
        options.get("kind") or "expression",
        tuple(options.get("arguments") or ()),
        tuple(options.get("options") or ()),
    )


def calls_of(source: str) -> list[ast.Call]:
    """The calls of ``check`` and ``verify`` in a text.

    Parameters
    ----------
    source : str
        Python text.

    Returns
    -------
    list of ast.Call
        In no particular order.
    """
    return [x for x in ast.walk(ast.parse(source)) if isinstance(x, ast.Call) and _name(x) in ("check", "verify")]


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _text(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)


def _literal(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def _value(node: ast.expr, names: dict[str, Any]) -> Any:
    return eval(compile(ast.Expression(node), "<check>", "eval"), names)


@cache
def loaded(source: str) -> frozenset[str]:
    """Names that a cell uses.

    Parameters
    ----------
    source : str
        Python text.

    Returns
    -------
    frozenset of str
        Those inside of functions included.
    """
    return frozenset(x.id for x in _names(ast.parse(source)) if isinstance(x.ctx, ast.Load))


@cache
def stored(source: str) -> frozenset[str]:
    """Names that a cell sets: its functions, and what it assigns outside of them.

    Parameters
    ----------
    source : str
        Python text.

    Returns
    -------
    frozenset of str
        Names.
    """
    found: set[str] = set()
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.FunctionDef):
            found.add(statement.name)
        else:
            found |= {x.id for x in _names(statement) if isinstance(x.ctx, ast.Store)}
    return frozenset(found)


def _names(tree: ast.AST) -> Iterator[ast.Name]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Name))
