"""The library reference: a page for each package of the library, generated from its docstrings."""

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

import mechanics

__all__ = ["reference_pages", "setup"]

LIBRARY = Path(mechanics.__file__).parent
LEFT_OUT = (
    "cache",
    "cli",
    "doctor",
    "launch",
    "precompile",
    "systems",
)  # commands, and the systems, which have an index of their own
PAGE = """# `{name}`

```{{eval-rst}}
.. automodule:: {name}
   :members:
   :inherited-members: tuple, dict, list, Mapping, BaseException, AppliedUndef, Derivative, Symbol, Protocol
```
"""
HEAD = """# Library

`mechanics` is built in layers: a package imports only from the layers below its own. From the bottom up:

{packages}

Why some of this is written here although there are packages that do it: [design decisions](decisions.md).
How close a simulation comes to the motion that is asked for: [accuracy](accuracy.md).
What hostile submissions and failing disks can do to grading: [how safe it is](how-safe.md).

```{{toctree}}
:hidden:

{names}
decisions
accuracy
how-safe
```
"""
# an entry of a list of parameters; one word alone is a type
ENTRY = re.compile(r"(?P<name>[\w, *]+) : (?P<about>.* .*)")
# what a type in the style of numpydoc begins with; its description is indented in the lines below it
TYPE = re.compile(
    r"\{|(?:list|tuple|set|dict|sequence|mapping|iterable) of \w"
    r"|(?:[a-z]+\.)*(?:array_like|ndarray|float|int|bool|str|complex|callable|object|dict|list|tuple|set|mapping|sequence"
    r"|iterable|hashable|None|[A-Z]\w+)"
    r"(?:$|,|\[| or )"
)


def packages() -> dict[str, str]:
    """Modules and packages of the library with their first sentence, the lowest layer first."""
    paths = [*LIBRARY.glob("*.py"), *LIBRARY.glob("*/__init__.py")]
    names = {path.parent.name if path.name == "__init__.py" else path.stem: path for path in paths}
    del names[LIBRARY.name]
    public = [name for name, path in names.items() if name not in LEFT_OUT and is_public(path)]
    layer = layers()
    return {name: about(names[name]) for name in sorted(public, key=lambda name: (layer[name], name))}


def layers() -> dict[str, int]:
    """The layer of each package, counted from the bottom, by the contract of import-linter."""
    project = tomllib.loads((LIBRARY.parent / "pyproject.toml").read_text(encoding="utf-8"))
    lines = project["tool"]["importlinter"]["contracts"][0]["layers"]
    return {name: layer for layer, line in enumerate(reversed(lines)) for name in line.split(" | ")}


def about(path: Path) -> str:
    """The first sentence of a module's docstring."""
    first = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n\n")[0]
    text = " ".join(first.split())
    return re.sub(r":math:`([^`]*)`", r"$\1$", text).replace("``", "`").replace("*", r"\*")


def is_public(path: Path) -> bool:
    """Whether a module defines `__all__`."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return any(isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__" for node in body)


def reference_pages(count: int | None = None) -> dict[str, str]:
    """The pages of the reference by file name; with a count only the first ones."""
    found = dict([*packages().items()][:count])
    pages = {f"library/{name}.md": PAGE.format(name=f"mechanics.{name}") for name in found}
    lines = "\n".join(f"- [`mechanics.{name}`](library/{name}.md): {said}" for name, said in found.items())
    names = "\n".join(f"library/{name}" for name in found)
    return pages | {"library.md": HEAD.format(packages=lines, names=names)}


def escape(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Docstrings contain formulas, ``|a|² E − a aᵀ``, in which docutils would see markup: escape them."""
    if not (getattr(obj, "__module__", None) or name).startswith("mechanics"):
        lines[:] = ["As in sympy or numpy."]
        return
    head = next((k for k, line in enumerate(lines[1:]) if set(line.strip()) == {"-"}), len(lines))
    below = [line if shown else literal(line) for line, shown in zip(lines[head:], examples(lines[head:]), strict=True)]
    pairs = zip(below, [*below[1:], ""], strict=False)  # each line with the one that follows
    parts = (part for line, following in pairs for part in entry(line, following))
    lines[:] = [*formulas(lines[:head]), *parts]


def examples(lines: list[str]) -> list[bool]:
    """Whether each line is part of an example: from ``>>>`` to the next blank line docutils sees no markup."""
    result, inside = [], False
    for line in lines:
        inside = bool(line.strip()) and (inside or line.lstrip().startswith(">>> "))
        result.append(inside)
    return result


def entry(line: str, following: str = "") -> list[str]:
    """A line of a list of parameters, for napoleon.

    A type in the style of numpydoc, with its description indented in the `following` line, stays as it is. Otherwise
    the text behind the colon is a description, which may go on over several lines.
    """
    found = ENTRY.fullmatch(line)
    if not found or (following.startswith(" ") and TYPE.match(found["about"])):
        return [line]
    return [found["name"], f"    {found['about']}"]


def formulas(lines: list[str]) -> list[str]:
    """Description of a docstring: an indented block is a formula, and keeps its lines."""
    result, inside = [], False
    for before, line in zip(["", *lines], lines, strict=False):
        indented = line.startswith(("  ", "\t"))
        inside = indented and (inside or not before.strip())
        result.append("| " + literal(line.strip()) if inside else literal(line))
    return result


def literal(line: str) -> str:
    """One line with the markup of docutils escaped, except inside backquotes."""
    parts = re.split(r"(``.+?``|`[^`]+`)", line)
    return "".join(
        part if k % 2 else re.sub(r"([*|])|(?<=\w)(_)(?!\w)", r"\\\1\2", part) for k, part in enumerate(parts)
    )


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    # before napoleon, whose own markup must stay
    app.connect("autodoc-process-docstring", escape, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
