"""``mechanics keys ASSIGNMENT``: what the visible checks know, computed from the solutions."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...checks import CheckFailed, write_keys
from ..errors import GradingError
from ..keys import kept, keys_of
from ..layout import Layout
from .courses import settings_at

__all__ = ["make_keys"]


def make_keys(assignments: Sequence[str], root: Path) -> int:
    """Write ``key.json`` of assignments, and print a line for each.

    Parameters
    ----------
    assignments : sequence of str
        Their names; all of the course if empty.
    root : Path
        Folder of the course.

    Returns
    -------
    int
        Exit code: 0, or 1 if a solution does not pass its own checks; its assignment keeps its older keys.

    Raises
    ------
    GradingError
        If there is no such assignment.
    """
    layout = settings_at(root).layout
    folders = [layout.of(name).source for name in assignments or _all(layout)]
    for folder in folders:
        if not any(folder.glob("[!.]*.ipynb")):
            known = ", ".join(_all(layout))
            raise GradingError(f"Expected an assignment with notebooks in {folder}. There are: {known or 'none'}.")
    written = [_written(folder) for folder in folders]  # each of them, whatever the others say
    return int(not all(written))


def _all(layout: Layout) -> list[str]:
    return [name for name in layout.assignments() if any(layout.of(name).source.glob("[!.]*.ipynb"))]


def _written(folder: Path) -> bool:
    keys: dict[str, Any] = {}
    for notebook in sorted(folder.glob("[!.]*.ipynb")):
        try:
            keys |= keys_of(notebook)
        except CheckFailed as error:
            print(f"{notebook}: the solution does not pass its own hidden test. {error}")
            return False
        except Exception as error:
            print(f"{notebook}: its keys cannot be computed, {type(error).__name__}: {error}")
            return False
    if keys:
        write_keys(folder / "key.json", kept(keys, folder / "key.json"))
    print(f"{folder / 'key.json'}: {len(keys)} checks" if keys else f"{folder}: no check needs a key")
    return True
