"""The lecture's items and numbered equations, those of the multibody documents, and which tests prove them.

`items.csv` and `equations.csv` were copied once from the map of the lecture, `equations_W.csv` (trees with spherical
joints), `equations_R.csv` (rigid bodies) and `equations_F.csv` (flexible bodies) from the three documents. Kinds: D
definition or assumption, B balance law, I identity that can be derived, N number or closed form, S statement. The check
says how a test can prove it: sym symbolic difference, num random numbers, lin linear solution of the balances, quad
numerical integration, ode integrate and compare, fd finite differences.
"""

import ast
import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Equation:
    """One numbered equation."""

    number: str
    kind: str
    meaning: str
    check: str

    @property
    def chapter(self) -> str:
        return self.number.split(".")[0].split("(")[0]

    @property
    def is_definition(self) -> bool:
        """Only a definition: there is nothing in it that could be wrong, a test may be content to use it."""
        return self.kind == "D"


@dataclass(frozen=True)
class Mark:
    """One use of ``@pytest.mark.equation(...)``; a derivation is checked by itself, without the library."""

    test: str
    numbers: tuple[Any, ...]
    exercised: bool
    derivation: bool = False


DOCUMENTS = ("W", "R", "F")


def equations() -> dict[str, Equation]:
    """All numbered equations of the lecture, in its order, then those of the multibody documents."""
    files = ("equations.csv", *(f"equations_{document}.csv" for document in DOCUMENTS))
    return {row["number"]: Equation(**row) for name in files for row in _rows(name)}


def items() -> list[dict[str, str]]:
    """All examples and exercises: item, id, title, and the id of the system (empty where there is none)."""
    return _rows("items.csv")


def _rows(name: str) -> list[dict[str, str]]:
    with open(HERE / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def marks(folder: Path = HERE.parent) -> list[Mark]:
    """Every marker in the tests, read from their text: no test is run and none is missed."""
    files = sorted(folder.rglob("test_*.py"))
    texts = [(file.read_text(encoding="utf-8"), file.stem) for file in files]
    return [mark for text, name in texts if "mark.equation" in text for mark in marks_in(text, name)]


def marks_in(source: str, module: str) -> Iterator[Mark]:
    """The markers in one file of tests."""
    if "mark.equation" not in source:
        return
    for node in _statements(ast.parse(source)):
        for decorator in getattr(node, "decorator_list", ()):
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("mark.equation"):
                options = {k.arg: ast.literal_eval(k.value) for k in decorator.keywords}
                numbers = tuple(ast.literal_eval(a) for a in decorator.args)
                yield Mark(f"{module}::{node.name}", numbers, **{"exercised": False} | options)


def _statements(node: ast.AST) -> Iterator[Any]:
    """The statements below a node; their expressions, nine tenths of a file, hold no test."""
    for inner in getattr(node, "body", ()):
        yield inner
        yield from _statements(inner)


def coverage(found: list[Mark] | None = None) -> dict[str, str]:
    """``"checked"``, ``"exercised"`` or ``"open"`` for every equation."""
    status = dict.fromkeys(equations(), "open")
    for mark in sorted(marks() if found is None else found, key=lambda m: not m.exercised):
        status |= {str(number): "exercised" if mark.exercised else "checked" for number in mark.numbers}
    return status


def report() -> str:
    """Coverage a chapter, and the numbers that are still open."""
    table, status = equations(), coverage()
    lines = [f"{'chapter':8}{'checked':>9}{'exercised':>11}{'open':>6}"]
    for chapter in dict.fromkeys(e.chapter for e in table.values()):
        own = [status[n] for n, e in table.items() if e.chapter == chapter]
        lines.append(f"{chapter:8}{own.count('checked'):9}{own.count('exercised'):11}{own.count('open'):6}")
    for chapter in dict.fromkeys(e.chapter for e in table.values()):
        if still := [n for n, e in table.items() if e.chapter == chapter and status[n] == "open"]:
            lines.append(f"open in {chapter}: {', '.join(still)}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())
