"""The floors of the house: who may import whom, and what an import costs."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HEAVY = {
    "numba", "matplotlib", "IPython", "ipywidgets", "anywidget", "jupyterlab", "nbgrader", "nbformat",
    "traitlets", "scipy.integrate", "scipy.optimize", "pandas",
}  # fmt: skip


def contracts(checkout: Path) -> list[dict]:
    return tomllib.loads((checkout / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]


def test_rooms_import_only_from_floors_below(checkout: Path) -> None:
    line = [Path(sys.executable).with_name("lint-imports"), "--no-cache"]
    run = subprocess.run(line, cwd=checkout, capture_output=True, text=True)
    assert run.returncode == 0, f"a room imports from its own floor or from above:\n{run.stdout}"


def test_every_room_below_the_drawings_is_held_free_of_matplotlib_and_jupyter(checkout: Path) -> None:
    layers, forbidden = contracts(checkout)
    rows = [{room.strip(" ()") for room in layer.split("|")} for layer in layers["layers"]]
    [drawing] = [floor for floor, rooms in enumerate(rows) if "drawing" in rooms]
    rooms = {"checks"}.union(*rows[drawing + 1 :])
    built = {room for room in rooms if (checkout / "mechanics" / room).is_dir() or
             (checkout / "mechanics" / f"{room}.py").is_file()}  # fmt: skip
    assert set(forbidden["source_modules"]) == {f"mechanics.{room}" for room in built}


def loaded_by(imported: str) -> set[str]:
    """The modules that a fresh process has after an import."""
    code = f"import {imported}, sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


@pytest.mark.parametrize("imported", ["mechanics", "mechanics.systems", "mechanics.cli", "mechanics.checks"])
def test_an_import_loads_nothing_heavy(imported: str) -> None:
    """What it costs in time is printed by `make bench`."""
    heavy = loaded_by(imported) & HEAVY
    assert not heavy, f"`import {imported}` loads {sorted(heavy)}"


def test_the_package_alone_loads_not_even_sympy() -> None:
    assert not {"sympy", "numpy", "scipy"} & loaded_by("mechanics")


def modules(checkout: Path) -> list[Path]:
    return sorted((checkout / "mechanics").rglob("*.py"))


def test_modules_stay_short_enough_to_read(checkout: Path) -> None:
    lengths = {str(path.relative_to(checkout)): len(path.read_text().splitlines()) for path in modules(checkout)}
    long = {name: length for name, length in lengths.items() if length > 300}
    assert not long, f"one file is one concept, in at most 300 lines: {long}"


def body_lines(function: ast.FunctionDef) -> int:
    """Lines of a function without its docstring."""
    first, last = function.body[0], function.body[-1]
    if ast.get_docstring(function) and len(function.body) > 1:
        first = function.body[1]
    return (last.end_lineno or 0) - first.lineno + 1


def test_functions_stay_short_enough_to_read(checkout: Path) -> None:
    """A recipe of a system or picture is one long sentence and may take a page; any other over 30 lines is two."""
    long = [
        f"{path.relative_to(checkout)}:{node.lineno} {node.name} ({body_lines(node)} lines)"
        for path in modules(checkout)
        if not {"systems", "demonstrations"} & set(path.parts)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and body_lines(node) > 30
    ]
    assert not long, "functions over 30 lines: " + ", ".join(long)
