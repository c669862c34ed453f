"""What the machine lends: folders that can be written, a browser for the tests, a boundary for submissions."""

import os
import shlex
import shutil
import sys
from pathlib import Path

from mechanics.doctor.finding import Finding
from mechanics.grading.sandbox import boundary
from mechanics.launch import homes
from mechanics.workspace import ROOMS, can_be_written, settings_folder

__all__ = ["browser", "code_boundary", "find_browser", "home", "workspace"]

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def workspace(folder: Path) -> Finding:
    """Look whether the student's folder can be written, with all folders that were laid into it."""
    rooms = (path for name in ROOMS for path in (folder / name, *(folder / name).glob("*/")))
    closed = next((path for path in (folder, settings_folder(folder), *rooms) if not can_be_written(path)), None)
    if closed is None:
        return Finding("workspace", str(folder))
    if closed == folder and not folder.is_dir():
        mend = "name a folder of your own: mechanics lab FOLDER"
    else:
        mend = f"it was made by another user; take it over: {_take_over(folder)}, or name another: mechanics lab FOLDER"
    return Finding("workspace", f"{closed} cannot be written", mend, problem="wrong")


def home() -> list[Finding]:
    """Look for folders of Jupyter at home that cannot be written, as after a ``sudo jupyter``."""
    try:
        closed = [path for path in homes().values() if not can_be_written(path)]
    except ImportError:
        return []
    if not closed:
        return []
    mend = f"`mechanics lab` writes into the workspace instead; to mend it: {_home_again(closed)}"
    return [Finding("home", f"{closed[0]} cannot be written", mend, needed=False, problem="wrong")]


def _home_again(closed: list[Path]) -> str:
    """Take over what lies at home and belongs to another; nothing above it, where there is no home at all."""
    existing = {next(place for place in (path, *path.parents) if place.exists()) for path in closed}
    here = Path(os.path.expanduser("~"))
    if here.is_dir() and here != Path(here.anchor) and all(place.is_relative_to(here) for place in existing):
        return _take_over(*existing)
    return "name a home that is yours: export HOME=FOLDER"


def _take_over(*folders: Path) -> str:
    return f'sudo chown -R "$USER" {" ".join(sorted(shlex.quote(str(folder)) for folder in folders))}'


def find_browser() -> str | None:
    """Find the Chromium that the browser tests drive; ``MECHANICS_CHROMIUM`` names another one."""
    named = os.environ.get("MECHANICS_CHROMIUM")
    return named or next((path for path in map(shutil.which, _BROWSERS) if path), None)


def browser() -> Finding:
    """Look for the browser of the tests."""
    path = find_browser()
    mend = "only the browser tests need it: apt-get install chromium, or name one in MECHANICS_CHROMIUM"
    return Finding("chromium", path or "not found", "" if path else mend, needed=False)


def code_boundary() -> Finding:
    """Look for what keeps the code of a submission in when it is graded."""
    mend = "only `mechanics grade` needs it"
    if not sys.platform.startswith("linux"):
        mend += ": grade on Linux" + (", which comes by: wsl --install" if os.name == "nt" else "")
    elif "sysctl" not in boundary().reason:  # no switch of the kernel forbids it, so a container does
        mend += ": docker run --security-opt seccomp=unconfined --cap-add SYS_ADMIN"
    return Finding("boundary", boundary().reason, "" if boundary().holds else mend, needed=False)
