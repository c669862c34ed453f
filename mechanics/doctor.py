"""What this machine has of what the course uses: one line each, with the mend where something is missing."""

import importlib.metadata
import os
import platform
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from mechanics import __version__
from mechanics.grading.sandbox import boundary
from mechanics.launch import install_command
from mechanics.workspace import WorkspaceError, material

__all__ = ["Finding", "find_browser", "findings"]

_CORE = ("numpy", "scipy", "sympy", "symengine")
_COURSE = ("jupyterlab", "ipywidgets", "anywidget", "matplotlib", "nbgrader")
_PAGE_PARTS = {
    "sliders": "@jupyter-widgets/jupyterlab-manager",
    "player": "anywidget",
    "Validate": "@jupyter/nbgrader",
}
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@dataclass(frozen=True)
class Finding:
    """One line of the report: what was looked for, what was found, and how to mend it."""

    name: str
    found: str
    mend: str = ""
    needed: bool = True
    """Whether the course does not run without it."""

    def __str__(self) -> str:
        mark = "ok     " if not self.mend else ("MISSING" if self.needed else "missing")
        return f"{mark} {self.name:<12} {self.found}" + (f" – {self.mend}" if self.mend else "")


def findings() -> list[Finding]:
    """Look at everything the course uses, in the order in which a newcomer should mend it."""
    return [
        _python(),
        Finding("mechanics", __version__),
        _chapters(),
        *(_package(name, install_command("course")) for name in (*_CORE, *_COURSE)),
        *(_page_part(name, folder) for name, folder in _PAGE_PARTS.items()),
        _bodies(),
        _package("numba", f"chains of bodies take minutes without it: {install_command('fast')}", needed=False),
        _browser(),
        _boundary(),
        _package("distributed", f"only grading on several machines needs it: {install_command('cluster')}", False),
    ]


def find_browser() -> str | None:
    """Find the Chromium that the browser tests drive; ``MECHANICS_CHROMIUM`` names another one."""
    named = os.environ.get("MECHANICS_CHROMIUM")
    return named or next((path for path in map(shutil.which, _BROWSERS) if path), None)


def _python() -> Finding:
    mend = "" if sys.version_info >= (3, 11) else "install Python 3.11 or newer"
    return Finding("python", f"{platform.python_version()} at {sys.executable}", mend)


def _chapters() -> Finding:
    try:
        return Finding("chapters", str(material() / "course"))
    except WorkspaceError as error:
        return Finding("chapters", "not found", str(error))


def _package(name: str, mend: str, needed: bool = True) -> Finding:
    try:
        return Finding(name, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        return Finding(name, "not installed", mend, needed)


def _page_part(name: str, folder: str) -> Finding:
    """Look for what a package adds to JupyterLab's page; without it a widget is only text."""
    places = (Path(sys.prefix), Path.home() / ".local")
    if any((place / "share/jupyter/labextensions" / folder).is_dir() for place in places):
        return Finding(name, f"JupyterLab finds {folder}")
    return Finding(name, f"JupyterLab does not find {folder}", install_command("course"))


def _bodies() -> Finding:
    """Look for three.js, which draws bodies in space; without it they are drawn in lines."""
    bundled = (Path(__file__).parent / "drawing/web/bodies.bundle.js").exists()
    mend = "install node (nodejs.org) and this package once more; until then bodies in space are drawn in lines"
    return Finding("three.js", "bundled" if bundled else "not bundled", "" if bundled else mend, needed=False)


def _browser() -> Finding:
    path = find_browser()
    mend = "only the browser tests need it: apt-get install chromium, or name one in MECHANICS_CHROMIUM"
    return Finding("chromium", path or "not found", "" if path else mend, needed=False)


def _boundary() -> Finding:
    """Look for what keeps the code of a submission in when it is graded."""
    mend = "only `mechanics grade` needs it: grade on Linux, where the kernel allows user namespaces"
    return Finding("boundary", boundary().reason, "" if boundary().holds else mend, needed=False)
