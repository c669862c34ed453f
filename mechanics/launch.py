"""JupyterLab for a student: opened in the workspace, on the start page, with the button *Validate*."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from mechanics.workspace import WorkspaceError, can_be_written, chosen_language, is_checkout, settings_folder

__all__ = [
    "START",
    "command",
    "homes",
    "install_command",
    "jupyterlab_or_error",
    "open_lab",
    "prepare",
    "wait_for",
]

START = "course/00-start-here.ipynb"

_NBGRADER = ("formgrader", "assignment-list", "course-list", "create-assignment", "menu")
_UNUSED = (
    "@jupyter-notebook/lab-extension",  # a second way to show notebooks
    "@jupyterlab/apputils-extension:announcements",  # these two ask the internet
    "@jupyterlab/extensionmanager-extension",
    "@jupyterlab/debugger-extension",
    "@jupyterlab/lsp-extension",
    "@jupyterlab/fileeditor-extension:language-server",  # these two fail without it
    "@jupyterlab/notebook-extension:language-server",
    "@jupyterlab/notebook-extension:export",  # these two load all of nbconvert, for the formats of a menu
    "@jupyterlab/notebook-extension:update-raw-mimetype",
    "@jupyterlab/pluginmanager-extension",
    *(f"@jupyter/nbgrader:{page}" for page in _NBGRADER),
)
_UNUSED_SERVERS = (
    "jupyter_lsp",
    "notebook",
    "notebook_shim",
    *(f"nbgrader.server_extensions.{page.replace('-', '_')}" for page in _NBGRADER[:3]),
)

_VALIDATE = {"mechanics.grading.validate_button": True} if importlib.util.find_spec("nbgrader") else {}

_WATCH = (
    "--IPKernelApp.extra_extensions=mechanics.checks.session"  # which cell ended with an error, and what is missing
)

SETTINGS: dict[str, dict[str, Any]] = {
    "labconfig/page_config.json": {
        "buildAvailable": False,  # nobody compiles JupyterLab here; looking whether one could takes a second
        "buildCheck": False,
        "disabledExtensions": dict.fromkeys(_UNUSED, True),
    },
    "jupyter_lab_config.json": {"LabApp": {"extension_manager": "readonly"}},
    "jupyter_server_config.d/mechanics.json": {
        "ServerApp": {"jpserver_extensions": {**dict.fromkeys(_UNUSED_SERVERS, False), **_VALIDATE}}
    },
    "nbgrader_config.json": {"Execute": {"timeout": 60}},
    "kernels/python3/kernel.json": {
        "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}", _WATCH],
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "metadata": {"debugger": True},
    },
}
"""Settings of the student's JupyterLab: only what the course needs, no news pop-up, and of nbgrader only *Validate*.

*Validate* waits a minute for a cell, because the first one imports the library: a slow machine needs more than
nbgrader's 30 s. Notebooks run in this very Python: it comes before a kernel `python3` registered for another one.
"""


def install_command(extra: str) -> str:
    """Tell what to type so that this very Python gets an extra, from the checkout or as an installed package.

    Parameters
    ----------
    extra : str
        Name of the extra in ``pyproject.toml``.

    Returns
    -------
    str
        Command for pip or uv, whichever this environment has.
    """
    checkout = Path(__file__).resolve().parents[1]
    wanted = f'-e "{checkout}[{extra}]"' if is_checkout(checkout) else f'"mechanics-course[{extra}]"'
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    if _belongs_to_the_system():  # pip refuses to install into it
        environment = checkout / ".venv" if is_checkout(checkout) else Path.home() / "mechanics-env"
        return f'{python} -m venv "{environment}", then "{environment}/bin/python" -m pip install {wanted}'
    if not any(Path(entry, "pip").is_dir() for entry in sys.path):  # an environment made by uv
        return f"uv pip install --python {python} {wanted}"
    return f"{python} -m pip install {wanted}"


def _belongs_to_the_system() -> bool:
    """Tell whether a distribution keeps this Python for itself (PEP 668)."""
    in_environment = sys.prefix != sys.base_prefix
    return not in_environment and Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED").is_file()


def jupyterlab_or_error() -> None:
    """Check that this Python has JupyterLab.

    Raises
    ------
    WorkspaceError
        If not; it names the command that installs it.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise WorkspaceError(
            f"Expected JupyterLab in {sys.executable}, found none. Install it: {install_command('course')}"
        )


def prepare(workspace: Path) -> dict[str, str]:
    """Write the settings of the student's JupyterLab.

    Parameters
    ----------
    workspace : Path
        The student's folder.

    Returns
    -------
    dict of str to str
        Environment variables with which JupyterLab reads them.
    """
    folder = settings_folder(workspace) / "jupyter"
    for name, content in SETTINGS.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    _copy_logos(folder / "kernels/python3")
    first = {name: _before(folder, os.environ.get(name)) for name in ("JUPYTER_CONFIG_PATH", "JUPYTER_PATH")}
    tabs = {"JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces")}  # each folder has its own open tabs
    language = {"MECHANICS_LANGUAGE": chosen_language(workspace)}  # of pictures and checks, which kernels inherit
    return {**os.environ, **tabs, **language, **first, **_instead_of_home(folder / "home")}


def _before(folder: Path, known: str | None) -> str:
    return os.pathsep.join([str(folder), *([known] if known else [])])


def _copy_logos(folder: Path) -> None:
    """Copy the logos that JupyterLab shows for a kernel from ipykernel."""
    for place in getattr(importlib.util.find_spec("ipykernel"), "submodule_search_locations", ()):
        for logo in Path(place, "resources").glob("logo-*"):
            shutil.copyfile(logo, folder / logo.name)


def _instead_of_home(folder: Path) -> dict[str, str]:
    """Name folders of the workspace for what Jupyter writes into the home directory, if that is not writable."""
    return {name: str(folder / name.lower()) for name, path in homes().items() if not can_be_written(path)}


def homes() -> dict[str, Path]:
    """Where Jupyter and matplotlib write outside of the workspace.

    Returns
    -------
    dict of str to Path
        Folders by the environment variable that can name another one.

    Raises
    ------
    ImportError
        If Jupyter is not installed.
    """
    from jupyter_core import paths  # may be missing, and this module is needed without it

    usual = {
        "JUPYTER_CONFIG_DIR": paths.jupyter_config_dir(),
        "JUPYTER_DATA_DIR": paths.jupyter_data_dir(),
        "JUPYTER_RUNTIME_DIR": paths.jupyter_runtime_dir(),
        "IPYTHONDIR": os.environ.get("IPYTHONDIR", "~/.ipython"),
        "MPLCONFIGDIR": os.environ.get("MPLCONFIGDIR", "~/.config/matplotlib"),
    }
    return {name: Path(os.path.expanduser(path)) for name, path in usual.items()}


def command(workspace: Path, arguments: list[str]) -> list[str]:
    """Build the command that opens JupyterLab in the workspace.

    Parameters
    ----------
    workspace : Path
        The student's folder.
    arguments : list of str
        Further options for Jupyter.

    Returns
    -------
    list of str
        Program and arguments.
    """
    line = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={workspace}"]
    if (workspace / START).is_file():
        line.append(f"--LabApp.default_url=/lab/tree/{START}")
    if _is_root():
        line.append("--allow-root")  # Jupyter refuses to start for root otherwise
    if not _has_screen():
        line.append("--no-browser")
    return line + arguments


def open_lab(workspace: Path, arguments: list[str]) -> int:
    """Open JupyterLab in the workspace and wait until it ends.

    Parameters
    ----------
    workspace : Path
        The student's folder.
    arguments : list of str
        Further options for Jupyter.

    Returns
    -------
    int
        Its exit code. Except on Windows this process becomes JupyterLab, and nothing is returned.
    """
    line, environment = command(workspace, arguments), prepare(workspace)
    if os.name == "posix":
        sys.stdout.flush()
        os.chdir(workspace)
        os.execve(line[0], line, environment)  # Ctrl-C and other signals reach JupyterLab itself
    return wait_for(line, workspace, environment)


def wait_for(line: list[str], folder: Path, environment: dict[str, str]) -> int:
    """Run a command and wait for its end; Ctrl-C is left to it, because JupyterLab asks before it shuts down.

    Parameters
    ----------
    line : list of str
        Program and arguments.
    folder : Path
        Working folder.
    environment : dict of str to str
        Environment variables.

    Returns
    -------
    int
        Its exit code.
    """
    with subprocess.Popen(line, cwd=folder, env=environment) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _has_screen() -> bool:
    """Tell whether a browser can open: on Linux a display is needed."""
    return not sys.platform.startswith("linux") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("WSL_DISTRO_NAME")
    )
