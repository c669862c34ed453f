"""Every package that the code imports directly is declared in pyproject.toml, in a group that the code is run with."""

import ast
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import CHECKOUT

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
[PHYSICS] = (c for c in PROJECT["tool"]["importlinter"]["contracts"] if c["type"] == "forbidden")
OWN = {
    "mechanics",
    "docs",
    "tests",
    "benchmarks",
    "hatch_build",
    "inpage",
}  # inpage: in the book
# Packages that importlib.metadata knows nothing of, and whose names differ from that of the module.
NAMES = {"pinocchio": "pin"}


def groups(*names: str) -> set[str]:
    """Names of the packages that the library depends on, and of those in these extras and dependency groups."""
    extras = PROJECT["project"]["optional-dependencies"] | PROJECT["dependency-groups"]
    lines = [*PROJECT["project"]["dependencies"], *(line for name in names for line in extras[name])]
    return {str(canonicalize_name(Requirement(line).name)) for line in lines}


def modules(*places: str) -> Iterator[Path]:
    """The modules at these places of the checkout, which are modules or folders."""
    for place in (CHECKOUT / place for place in places):
        found = place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")]
        yield from (path for path in found if "_build" not in path.parts)  # which has copies of packages


def imported(tree: ast.AST) -> Iterator[str]:
    """Top-level names that a module imports, wherever in it, also by ``pytest.importorskip``."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name.split(".")[0] for alias in names)
            case ast.ImportFrom(module=str(name), level=0):
                yield name.split(".")[0]
            case ast.Call(func=ast.Attribute(attr="importorskip"), args=[ast.Constant(value=str(name)), *_]):
                yield name.split(".")[0]


def third_party(paths: Iterable[Path]) -> dict[str, set[str]]:
    """The packages that modules import, each with the names it may have; the standard library is left out."""
    found: set[str] = set()
    for path in paths:
        found.update(imported(ast.parse(path.read_text(encoding="utf-8"))))
    installed = packages_distributions()
    return {
        name: {str(canonicalize_name(NAMES.get(name, each))) for each in installed.get(name, [name])}
        for name in found - OWN - sys.stdlib_module_names
    }


PARTS = {
    "the physics and the checks": ([name.replace(".", "/") for name in PHYSICS["source_modules"]], ["fast"]),
    "the library": (["mechanics"], ["course", "fast", "cluster"]),
    "the book": (["docs"], ["course", "fast", "book", "test"]),
    "the tests": (["tests"], ["course", "fast", "cluster", "book", "test"]),
    "the benchmarks": (["benchmarks"], ["course", "cluster", "test", "bench"]),
    "the build hook": (["packaging"], ["build"]),
}


@pytest.mark.parametrize("part", PARTS)
def test_every_package_that_is_imported_directly_is_declared(part: str) -> None:
    places, extras = PARTS[part]
    declared, needed = groups(*extras), third_party(modules(*places))
    assert needed, f"{part}: no import found in {places}"
    missing = sorted(name for name, names in needed.items() if not names & declared)
    assert not missing, (
        f"{part}: {', '.join(missing)} is imported but not declared. Add it in pyproject.toml to the dependencies of "
        f"the project or to {' or '.join(extras)}, then run `make lock`."
    )


def test_an_undeclared_import_is_found_wherever_it_is(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("import os, numpy.linalg\nfrom . import near\ndef f():\n    from yaml.nodes import Node\n")
    assert third_party([path]) == {"numpy": {"numpy"}, "yaml": {"pyyaml"}}
