"""What is installed in this Python, and whether it works."""

import importlib.metadata
import platform
import subprocess
import sys
from pathlib import Path

from mechanics.doctor.finding import Finding
from mechanics.launch import install_command
from mechanics.workspace import WorkspaceError, is_checkout, material

__all__ = ["COURSE", "bodies", "chapters", "cluster", "course", "numba", "page_parts", "python"]

COURSE = (
    "numpy", "scipy", "sympy", "symengine", "jupyterlab", "ipykernel", "ipywidgets", "anywidget", "matplotlib",
    "nbgrader",
)  # fmt: skip
"""The packages that a student needs, by the name that both pip and Python know."""

_PAGE_PARTS = {
    "sliders": "@jupyter-widgets/jupyterlab-manager",
    "player": "anywidget",
    "Validate": "@jupyter/nbgrader",
}


def python() -> Finding:
    """Tell which Python this is (one that is too old does not get here), and whether ``make`` made another."""
    checkout = Path(__file__).parents[2]
    own = checkout / ".venv"
    fix = ""
    if is_checkout(checkout) and (own / "bin/python").exists() and Path(sys.prefix).resolve() != own.resolve():
        fix = f'the course has its own Python, run: "{own}/bin/python" -m mechanics.cli doctor'
    return Finding("python", f"{platform.python_version()} at {sys.executable}", fix, False, "wrong")


def chapters() -> Finding:
    """Look for the chapters, which an incomplete installation lacks."""
    try:
        return Finding("chapters", str(material() / "course"))
    except WorkspaceError as error:
        return Finding("chapters", "not found", str(error))


def course() -> list[Finding]:
    """Look for the packages that a student needs, and import them; one by one only where that fails."""
    there = [name for name in COURSE if _version(name)]
    fine = there if not _problem(", ".join(there)) else []
    return [_package(name, install_command("course"), known=name in fine) for name in COURSE]


def _package(name: str, fix: str, needed: bool = True, known: bool = False) -> Finding:
    """Look for a package and, if it is not `known` to work, import it: one made for another Python fails."""
    version = _version(name)
    if not version:
        return Finding(name, "not installed", fix, needed)
    problem = "" if known else _problem(name)
    if problem:
        again = f"install it again: {install_command('course')} --force-reinstall"
        return Finding(name, f"{version} does not work ({problem})", again, needed, problem="wrong")
    return Finding(name, version)


def _version(name: str) -> str:
    """Read which version is installed; empty if none is."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _problem(names: str) -> str:
    """The last line of the error of importing packages, if any; in another process, which they may even crash."""
    line = [sys.executable, "-W", "ignore", "-c", f"import {names or 'sys'}"]
    run = subprocess.run(line, cwd=Path(sys.prefix), capture_output=True, text=True, errors="replace")
    return (run.stderr.strip().splitlines() or ["Python crashed"])[-1] if run.returncode else ""


def numba() -> Finding:
    """Look for the compiler of simulations."""
    return _package("numba", f"chains of bodies take minutes without it: {install_command('fast')}", needed=False)


def cluster() -> Finding:
    """Look for the package that grades on more than one machine."""
    fix = f"only grading on several machines needs it: {install_command('cluster')}"
    return _package("distributed", fix, needed=False, known=True)


def page_parts() -> list[Finding]:
    """Look for the packages' extensions of JupyterLab; without them a widget is only text."""
    places = (Path(sys.prefix), Path.home() / ".local")
    return [
        Finding(name, f"JupyterLab finds {folder}")
        if any((place / "share/jupyter/labextensions" / folder).is_dir() for place in places)
        else Finding(name, f"JupyterLab does not find {folder}", install_command("course"))
        for name, folder in _PAGE_PARTS.items()
    ]


def bodies() -> Finding:
    """Look for three.js, which draws bodies in 3D; without it they are drawn as lines."""
    bundled = (Path(__file__).parents[1] / "drawing/web/bodies.bundle.js").exists()
    fix = f"bodies in 3D are drawn as lines; to have them with light and shadow: {install_command('course')}"
    return Finding("three.js", "bundled" if bundled else "not bundled", "" if bundled else fix, needed=False)
