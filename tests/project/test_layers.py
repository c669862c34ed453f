"""The layers of the library: which packages may import which, what an import loads, and how long modules may be."""

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


def test_packages_import_only_from_layers_below(checkout: Path) -> None:
    line = [Path(sys.executable).with_name("lint-imports"), "--no-cache"]
    run = subprocess.run(line, cwd=checkout, capture_output=True, text=True)
    assert run.returncode == 0, f"an import that the contracts in pyproject.toml do not allow:\n{run.stdout}"


def test_no_module_imports_from_the_package_that_it_is_part_of(checkout: Path) -> None:
    """Such a circle hides from the contract of import-linter: it looks at modules side by side."""
    circles = [
        f"{path.relative_to(checkout)}:{node.lineno} {alias.name}"
        for path in modules(checkout)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.level
        for folder in [path.parents[node.level - 1].joinpath(*(node.module or "").split("."))]
        if folder in path.parents and folder.name != "mechanics"  # the package itself imports nothing
        for alias in node.names
        if not folder.joinpath(alias.name).is_dir() and not folder.joinpath(f"{alias.name}.py").is_file()
    ]
    assert not circles, f"import from the module that defines the name: {circles}"


def test_every_package_below_the_drawings_is_kept_free_of_matplotlib_and_jupyter(checkout: Path) -> None:
    [layers] = (c for c in contracts(checkout) if c["type"] == "layers" and c["containers"] == ["mechanics"])
    [forbidden] = (c for c in contracts(checkout) if c["type"] == "forbidden")
    rows = [{name.strip(" ()") for name in layer.split("|")} for layer in layers["layers"]]
    [drawing] = [layer for layer, names in enumerate(rows) if "drawing" in names]
    names = {"checks"}.union(*rows[drawing + 1 :])
    existing = {name for name in names if (checkout / "mechanics" / name).is_dir() or
                (checkout / "mechanics" / f"{name}.py").is_file()}  # fmt: skip
    assert set(forbidden["source_modules"]) == {f"mechanics.{name}" for name in existing}


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
    assert not long, f"modules over 300 lines: {long}"


def body_lines(function: ast.FunctionDef) -> int:
    """Lines of a function without its docstring."""
    first, last = function.body[0], function.body[-1]
    if ast.get_docstring(function) and len(function.body) > 1:
        first = function.body[1]
    return (last.end_lineno or 0) - first.lineno + 1


def test_functions_stay_short_enough_to_read(checkout: Path) -> None:
    """Descriptions of systems and pictures list data and may be longer; any other function over 30 lines is two."""
    long = [
        f"{path.relative_to(checkout)}:{node.lineno} {node.name} ({body_lines(node)} lines)"
        for path in modules(checkout)
        if not {"systems", "demonstrations"} & set(path.parts)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and body_lines(node) > 30
    ]
    assert not long, "functions over 30 lines: " + ", ".join(long)
