"""``mechanics new-task NAME --assignment A``: a task that runs as it stands, to be changed into one's own."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...checks import read_keys, write_keys
from ..errors import GradingError
from ..keys import keys_of
from .courses import settings_at
from .rewrites import rewrites_file

__all__ = ["new_task"]

EXAMPLE = "example-task"
"""Name of the task in this folder that is copied; it stands in the names of its checks, too."""
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def new_task(name: str, assignment: str, root: Path) -> list[Path]:
    """Write a task with its key and its rewrites into a course.

    Parameters
    ----------
    name : str
        Name of the notebook: words with dashes.
    assignment : str
        Name of its assignment; made if it does not exist.
    root : Path
        Folder of the course.

    Returns
    -------
    list of Path
        The notebook, the file of keys, and that of the rewrites.

    Raises
    ------
    GradingError
        If the name cannot be used, or the task exists.
    """
    _refuse_name(name, assignment)
    folder = settings_at(root).layout.of(assignment).source
    notebook, keys = folder / f"{name}.ipynb", folder / "key.json"
    rewrites = rewrites_file(root, assignment, name)
    for path in (notebook, rewrites):
        if path.exists():
            raise GradingError(f"{path} already exists and is not overwritten. Choose another name, or move it away.")
    known = _known(keys)
    taken = [check for check in known if check.startswith(f"{name}/")]
    if taken:
        raise GradingError(f"{keys} has a check {taken[0]!r} of another task with this name. Choose another name.")
    _write(notebook, _example("ipynb", name))
    _write(rewrites, _example("rewrites.txt", name))
    write_keys(keys, {**known, **keys_of(notebook)})
    return [notebook, keys, rewrites]


def _refuse_name(name: str, assignment: str) -> None:
    if not NAME.fullmatch(name):
        raise GradingError(f"Expected a name of lower-case words with dashes, such as block-on-incline, got {name!r}.")
    if not re.fullmatch(r"[A-Za-z0-9][\w.-]*", assignment) or "+" in assignment:
        raise GradingError(
            f"Expected the name of an assignment without spaces and slashes, such as 01-statics, got {assignment!r}."
        )


def _known(path: Path) -> Mapping[str, Any]:
    """The keys of the other tasks of the assignment."""
    if not path.exists():
        return {}
    try:
        return read_keys(path)
    except (OSError, ValueError) as error:
        raise GradingError(f"Expected a file of keys in {path}, but it cannot be read: {error}") from None


def _example(kind: str, name: str) -> str:
    text = Path(__file__).with_name(f"{EXAMPLE}.{kind}").read_text(encoding="utf-8")
    return text.replace(EXAMPLE, name)


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise GradingError(f"{path} cannot be written: {error.strerror}.") from None
