"""What the machine provides: writable folders, a browser for the tests, a security boundary for submissions."""

import os
import shlex
import shutil
import sys
from pathlib import Path

from mechanics.doctor.finding import Finding
from mechanics.grading.sandbox import boundary
from mechanics.launch import homes
from mechanics.workspace import COURSE_FOLDERS, can_be_written, settings_folder

__all__ = ["browser", "code_boundary", "find_browser", "home", "workspace"]

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def workspace(folder: Path) -> Finding:
    """Look whether the student's folder is writable, with all folders that `mechanics lab` has made in there.

    Parameters
    ----------
    folder : Path
        The workspace.

    Returns
    -------
    Finding
        The line of the report.
    """
    folders = (path for name in COURSE_FOLDERS for path in (folder / name, *(folder / name).glob("*/")))
    closed = next((path for path in (folder, settings_folder(folder), *folders) if not can_be_written(path)), None)
    if closed is None:
        return Finding("workspace", str(folder))
    if closed == folder and not folder.is_dir():
        fix = "name a folder of your own: mechanics lab FOLDER"
    else:
        fix = f"it belongs to another user; take it over: {_take_over(folder)}, or name another: mechanics lab FOLDER"
    return Finding("workspace", f"{closed} is not writable", fix, problem="wrong")


def home() -> list[Finding]:
    """Look for Jupyter's folders in the home directory that are not writable, as after a ``sudo jupyter``."""
    try:
        closed = [path for path in homes().values() if not can_be_written(path)]
    except ImportError:
        return []
    if not closed:
        return []
    fix = f"`mechanics lab` writes into the workspace instead; to fix it: {_home_again(closed)}"
    return [Finding("home", f"{closed[0]} is not writable", fix, needed=False, problem="wrong")]


def _home_again(closed: list[Path]) -> str:
    """What to type to own what is in the home directory; nothing above it where there is no home at all."""
    existing = {next(place for place in (path, *path.parents) if place.exists()) for path in closed}
    here = Path(os.path.expanduser("~"))
    if here.is_dir() and here != Path(here.anchor) and all(place.is_relative_to(here) for place in existing):
        return _take_over(*existing)
    return "name a home directory of your own: export HOME=FOLDER"


def _take_over(*folders: Path) -> str:
    return f'sudo chown -R "$USER" {" ".join(sorted(shlex.quote(str(folder)) for folder in folders))}'


def find_browser() -> str | None:
    """Find the Chromium that the browser tests drive.

    Returns
    -------
    str or None
        What the variable ``MECHANICS_CHROMIUM`` names, else the first one on the path; None if there is none.
    """
    named = os.environ.get("MECHANICS_CHROMIUM")
    return named or next((path for path in map(shutil.which, _BROWSERS) if path), None)


def browser() -> Finding:
    """Look for the browser of the tests."""
    path = find_browser()
    fix = "only the browser tests need it: apt-get install chromium, or name one in MECHANICS_CHROMIUM"
    return Finding("chromium", path or "not found", "" if path else fix, needed=False)


def code_boundary() -> Finding:
    """Look whether the code of a submission can be isolated when it is graded."""
    fix = "only `mechanics grade` needs it"
    if not sys.platform.startswith("linux"):
        fix += ": grade on Linux" + (", which you get by: wsl --install" if os.name == "nt" else "")
    elif "sysctl" not in boundary().reason:  # no setting of the kernel forbids it, so a container does
        fix += ": docker run --security-opt seccomp=unconfined --cap-add SYS_ADMIN"
    return Finding("boundary", boundary().reason, "" if boundary().holds else fix, needed=False)
