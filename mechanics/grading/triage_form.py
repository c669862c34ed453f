"""What an answer says, whatever its names, comments and layout are; and its text in overlapping pieces."""

import ast
import re
from functools import lru_cache

__all__ = ["normal_form", "shingles"]

WORDS = 6  # of a piece
LONGEST = 50_000  # characters of an answer that are looked at
_TOKEN = re.compile(r"\w+|[^\w\s]")


@lru_cache(maxsize=65536)
def normal_form(text: str) -> str:
    """What an answer says.

    Parameters
    ----------
    text : str
        Python, or anything else.

    Returns
    -------
    str
        The same for answers that differ in comments, layout, docstrings, the names of what they assign, or the order of
        sums and products. Of what is not Python, the words.
    """
    try:
        tree = _Normal().visit(ast.parse(text[:LONGEST]))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return " ".join(_TOKEN.findall(text[:LONGEST].lower()))
    return ast.dump(tree)


def shingles(text: str) -> set[int]:
    """Hashes of all pieces of six words or signs that follow each other.

    Parameters
    ----------
    text : str
        Of an answer, or of several.

    Returns
    -------
    set of int
        Empty for a shorter text.
    """
    words = _TOKEN.findall(text[:LONGEST].lower())
    return {hash(tuple(words[k : k + WORDS])) for k in range(len(words) - WORDS + 1)}


class _Normal(ast.NodeTransformer):
    """Numbers what is assigned in the order in which it is met, and sorts sums and products."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def visit_Module(self, node: ast.Module) -> ast.AST:
        """Find what is assigned, then rename it."""
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                self._names.setdefault(part.id, f"_{len(self._names)}")
            elif isinstance(part, ast.arg):
                self._names.setdefault(part.arg, f"_{len(self._names)}")
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Rename."""
        return ast.Name(self._names.get(node.id, node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Rename, without its type."""
        return ast.arg(self._names[node.arg])

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Remove docstrings, and other texts that do nothing."""
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_text else self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Sort the terms of a sum, or the factors of a product."""
        self.generic_visit(node)
        if not isinstance(node.op, ast.Add | ast.Mult):
            return node
        parts = sorted(_flat(node, type(node.op)), key=ast.dump)
        return ast.Call(ast.Name(type(node.op).__name__, ast.Load()), parts, [])


def _flat(node: ast.expr, kind: type) -> list[ast.expr]:
    """The parts of a sum or product, those of sums in sums included; inner ones have been sorted already."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, kind):
        return [*_flat(node.left, kind), *_flat(node.right, kind)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == kind.__name__:
        return list(node.args)
    return [node]
