"""The library reference: a page for each room of the library, from its docstrings."""

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
)  # commands, and what has an index of its own
PAGE = """# `{name}`

```{{eval-rst}}
.. automodule:: {name}
   :members:
```
"""
HEAD = """# Library

`mechanics` is built in floors: a room imports only from those below it. From the ground up:

{rooms}

```{{toctree}}
:hidden:

{names}
```
"""
# an entry of a list of parameters; one word alone would be a type
ENTRY = re.compile(r"(?P<name>[\w, *]+) : (?P<about>.* .*)")


def rooms() -> dict[str, str]:
    """Modules and packages of the library with their first sentence, those first that others are built on."""
    paths = [*LIBRARY.glob("*.py"), *LIBRARY.glob("*/__init__.py")]
    names = {path.parent.name if path.name == "__init__.py" else path.stem: path for path in paths}
    del names[LIBRARY.name]
    public = [name for name, path in names.items() if name not in LEFT_OUT and is_public(path)]
    floor = floors()
    return {name: about(names[name]) for name in sorted(public, key=lambda name: (floor[name], name))}


def floors() -> dict[str, int]:
    """The floor of each room, by the contract that the project is checked against."""
    project = tomllib.loads((LIBRARY.parent / "pyproject.toml").read_text(encoding="utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    return {room: floor for floor, line in enumerate(reversed(layers)) for room in line.split(" | ")}


def about(path: Path) -> str:
    """What a module says of itself in its first sentence."""
    first = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n\n")[0]
    text = " ".join(first.split())
    return re.sub(r":math:`([^`]*)`", r"$\1$", text).replace("``", "`").replace("*", r"\*")


def is_public(path: Path) -> bool:
    """Whether a module says what it offers."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return any(isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__" for node in body)


def reference_pages(count: int | None = None) -> dict[str, str]:
    """The pages of the reference by file name; with a count only the first ones."""
    found = dict([*rooms().items()][:count])
    pages = {f"library/{name}.md": PAGE.format(name=f"mechanics.{name}") for name in found}
    lines = "\n".join(f"- [`mechanics.{name}`](library/{name}.md): {said}" for name, said in found.items())
    names = "\n".join(f"library/{name}" for name in found)
    return pages | {"library.md": HEAD.format(rooms=lines, names=names)}


def escape(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Docstrings hold formulas, ``|a|² E − a aᵀ``, in which docutils would see its own marks: take them as text."""
    if not (getattr(obj, "__module__", None) or name).startswith("mechanics"):
        lines[:] = ["As in sympy or numpy."]
        return
    head = next((k for k, line in enumerate(lines[1:]) if set(line.strip()) == {"-"}), len(lines))
    lines[:] = [*formulas(lines[:head]), *(part for line in lines[head:] for part in entry(literal(line)))]


def entry(line: str) -> list[str]:
    """A line of a list of parameters: what we write behind the colon is a description, often of more lines, no type."""
    found = ENTRY.fullmatch(line)
    return [found["name"], f"    {found['about']}"] if found else [line]


def formulas(lines: list[str]) -> list[str]:
    """Description of a docstring: an indented block is a formula, and keeps its lines."""
    result, inside = [], False
    for before, line in zip(["", *lines], lines, strict=False):
        indented = line.startswith(("  ", "\t"))
        inside = indented and (inside or not before.strip())
        result.append("| " + literal(line.strip()) if inside else literal(line))
    return result


def literal(line: str) -> str:
    """One line with the marks of docutils escaped, except what stands in backquotes."""
    parts = re.split(r"(``.+?``|`[^`]+`)", line)
    return "".join(
        part if k % 2 else re.sub(r"([*|])|(?<=\w)(_)(?!\w)", r"\\\1\2", part) for k, part in enumerate(parts)
    )


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx asks for this."""
    # before napoleon, whose own marks must stay
    app.connect("autodoc-process-docstring", escape, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
