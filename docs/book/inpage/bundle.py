"""Python for the page: Pyodide's core from npm, sympy and mpmath as they are installed here, and parts of the library.

Everything lies in ``_static/python`` of the book and is loaded when a reader asks for the first check. Wheels of the
Pyodide distribution, such as numpy's, can be put into `WHEELS` before the book is built.
"""

import json
import os
import pickle
import re
import shutil
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution, version
from pathlib import Path
from typing import Any

from mechanics import systems
from mechanics.demonstrations.free_bodies import cut_body
from mechanics.scene import CutBody

from ..execute import LIBRARY, fingerprint
from ..files import digest
from ..web import run_node

__all__ = ["WHEELS", "library", "static_files"]

HERE = Path(__file__).parent
PAGE = HERE / "page"
WHEELS = HERE.parents[2] / "packaging" / "pyodide-wheels"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PACKAGES = ("sympy", "mpmath")
UNUSED = re.compile(r"/(?:tests|benchmarks)/|^sympy/parsing/(?:latex|autolev|c|fortran)/")
OURS = (
    "__init__.py", "aliases.py", "errors.py", "symbols.py", "model.py", "units.py", "scene/cut_body.py",
    "language/__init__.py", "language/checks/*.json",
    "displayed.py", "typeset.py", "worked/**/*.py",
    "formulas/**/*.py", "checking/**/*.py", "checks/**/*.py", "rotations/**/*.py",
)  # fmt: skip
BODIES = re.compile(r'draw\("(\w+)"')
ASKED = re.compile(r'systems\.(?:symbols|load)\(\s*"(\w+)"')


def library(build: Path, tasks: Iterable[Path]) -> Path:
    """The folder with all Python that the page has, as sources: packages, parts of the library, the page's own.

    Parameters
    ----------
    build : folder for everything that is made
    tasks : notebooks below ``exercises/``
    """
    folder = build / "inpage"
    packages, ours = folder / "packages", folder / "ours"
    key = digest(*(f"{name} {version(name)}".encode() for name in PACKAGES))
    if _read(packages / ".key") != key:
        shutil.rmtree(packages, ignore_errors=True)
        for name in PACKAGES:
            _copy_package(name, packages)
        (packages / ".key").write_text(key)
    text = "\n".join(path.read_text(encoding="utf-8").replace("\\", "") for path in tasks)
    ids, bodies = sorted(set(ASKED.findall(text))), sorted(set(BODIES.findall(text)))
    key = digest(fingerprint(LIBRARY).encode(), fingerprint(HERE).encode(), *(name.encode() for name in ids + bodies))
    if _read(ours / ".key") != key:
        shutil.rmtree(ours, ignore_errors=True)
        _copy_ours(ours, ids, bodies)
        (ours / ".key").write_text(key)
    return folder


def static_files(folder: Path, modules: Path, static: Path) -> None:
    """Lay out what a page loads: Pyodide, and the library compiled for it.

    Parameters
    ----------
    folder : what `library` has made
    modules : ``node_modules`` with Pyodide
    static : folder of static files
    """
    target, core = static / "python", modules / "pyodide"
    target.mkdir(parents=True, exist_ok=True)
    release = (core / "package.json").read_bytes() + (HERE / "compile.mjs").read_bytes() + Path(__file__).read_bytes()
    keys = {name: digest(release, (folder / name / ".key").read_bytes()) for name in ("packages", "ours")}
    kept = {name: modules.parent / f"{name}-{key}.zip" for name, key in keys.items()}  # for all editions
    if stale := [folder / name for name, path in kept.items() if not path.exists()]:
        run_node(HERE / "compile.mjs", modules, *stale)  # by the Python of the page, which takes much longer there
    for name, path in kept.items():
        if not path.exists():
            for old in modules.parent.glob(f"{name}-*.zip"):
                old.unlink()
            _pack(folder / name, path)
        mark = target / f"{name}.zip"
        if _read(folder / f"{name}.key") != keys[name] or not mark.exists():
            shutil.copy(path, mark)
            (folder / f"{name}.key").write_text(keys[name])
    for path in (*(core / name for name in CORE), *sorted(WHEELS.glob("*.whl"))):
        copy = target / path.name
        if not copy.exists() or copy.stat().st_size != path.stat().st_size:
            shutil.copy(path, copy)
    manifest = {"more": sorted(path.name.partition("-")[0] for path in WHEELS.glob("*.whl"))}
    (target / "manifest.json").write_text(json.dumps(manifest))


def _read(path: Path) -> str:
    return path.read_text() if path.is_file() else ""


def _copy_package(name: str, folder: Path) -> None:
    """The Python files of an installed package, without its tests."""
    for file in distribution(name).files or ():
        place = file.as_posix()
        if place.startswith(f"{name}/") and place.endswith(".py") and not UNUSED.search(place):
            _copy(Path(str(file.locate())), folder / place)


def _copy_ours(folder: Path, ids: Iterable[str], bodies: Iterable[str]) -> None:
    for path in _wanted():
        _copy(path, folder / path.relative_to(LIBRARY.parent))
    for path in PAGE.rglob("*.py"):
        place = path.relative_to(PAGE)
        overlay = place.parts[0] == "overlay"
        _copy(path, folder / (Path(*place.parts[1:]) if overlay else Path("inpage") / place))
    described = {name: systems.load(name) for name in ids}  # type: ignore[call-overload]
    tables = {
        "symbols": {name: dict(system.symbols) for name, system in described.items()},
        "outputs": {name: dict(system.outputs) for name, system in described.items() if hasattr(system, "coordinates")},
    }
    (folder / "mechanics" / "systems" / "symbols.pickle").write_bytes(pickle.dumps(tables, protocol=4))
    told = {name: _told(cut_body(name)) for name in bodies}
    (folder / "mechanics" / "drawing" / "bodies.json").write_text(json.dumps(told), encoding="utf-8")


def _told(body: CutBody) -> dict[str, Any]:
    """What can be said of a body to be cut free without its picture."""
    points = {name: what for name, (_, _, what) in body.points.items()}
    return {"title": body.title, "points": points, "directions": list(body.angles)}


def _wanted() -> Iterator[Path]:
    for pattern in OURS:
        yield from LIBRARY.glob(pattern)


def _copy(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def _pack(folder: Path, target: Path) -> None:
    """A zip of what a folder has for the page."""
    beside = target.with_suffix(f".{os.getpid()}")
    with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".pyc", ".pickle", ".json") and path.parent.name != "__pycache__":  # of this Python
                archive.write(path, path.relative_to(folder).as_posix())
                if path.suffix == ".pyc":
                    path.unlink()
    beside.replace(target)
