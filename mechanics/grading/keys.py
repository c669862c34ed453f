"""``make keys``: what the visible checks know, computed from the solutions.

Run as ``python -m mechanics.grading.keys solutions/05-euler-lagrange``; writes ``key.json`` into each folder.
"""

import contextlib
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..checks import recording, write_keys
from .notebooks import code_cells, folder_of, run

__all__ = ["keys_of", "main"]


def keys_of(notebook: Path | str) -> dict[str, dict[str, Any]]:
    """Keys of all checks of a solution notebook, by running its cells.

    Parameters
    ----------
    notebook : Path or str
        The file.

    Returns
    -------
    dict of str to dict
        Keys by the name of the check.

    Raises
    ------
    mechanics.checks.CheckFailed
        If the solution does not pass its own hidden test.
    ValueError
        If a hidden test cannot be used, or a check has no hidden test to compute its key from.
    """
    cells = code_cells(notebook)
    with folder_of(notebook), recording() as keys, contextlib.redirect_stdout(io.StringIO()):
        run(cells, {"__name__": "__main__"})
    checks = sum(cell.kind == "check" for cell in cells)
    if len(keys) != checks:
        raise ValueError(f"{notebook} has {checks} test cells, but hidden tests of the names {sorted(keys)}.")
    return keys


def main(arguments: Sequence[str] | None = None) -> int:
    """Write ``key.json`` of assignments.

    Parameters
    ----------
    arguments : sequence of str, optional
        Folders of the assignments; the command line unless given.

    Returns
    -------
    int
        Exit code.
    """
    for name in sys.argv[1:] if arguments is None else arguments:
        folder = Path(name)
        keys: dict[str, dict[str, Any]] = {}
        for notebook in sorted(folder.glob("*.ipynb")):
            keys |= keys_of(notebook)
        write_keys(folder / "key.json", keys)
        print(f"{folder / 'key.json'}: {len(keys)} checks")
    return 0


if __name__ == "__main__":
    sys.exit(main())
