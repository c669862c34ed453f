"""``make keys``: what the visible checks know, computed from the solutions.

Run as ``python -m mechanics.grading.keys solutions/05-euler-lagrange``; writes ``key.json`` into each folder.
"""

import ast
import contextlib
import io
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..checks import read_keys, recording, write_keys
from .declarations import declarations
from .follow_through import refuse_wrong_follows
from .notebooks import code_cells, folder_of, run
from .tasks import Task, tasks_of

__all__ = ["agree", "kept", "keys_of", "main"]

ROUNDED = 1e-8  # far below the tolerance of any check


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
    without = sorted({name for cell in cells if cell.kind == "check" for name in _checked(cell.source)} - set(keys))
    if without:
        raise ValueError(
            f"{Path(notebook).name} calls check({without[0]!r}, ...), but has no hidden test "
            f"verify({without[0]!r}, ...), from which its key is computed."
        )
    return keys


def _checked(source: str) -> list[str]:
    """Names of the checks that a test cell calls; a plain test calls none, and needs no key."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and len(node.args) > 1]
    named = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "check"]
    return [str(call.args[0].value) for call in named if isinstance(call.args[0], ast.Constant)]


def kept(keys: Mapping[str, dict[str, Any]], path: Path) -> dict[str, dict[str, Any]]:
    """The keys, those of the file where nothing but the last digits of numbers differs.

    A simulation rounds differently on another processor; the committed file shall not change with the machine.

    Parameters
    ----------
    keys : mapping of str to dict
        Keys by the name of the check.
    path : Path
        ``key.json``, which need not exist.

    Returns
    -------
    dict of str to dict
    """
    try:
        earlier = read_keys(path)
    except (OSError, ValueError):
        earlier = {}
    return {name: earlier[name] if agree(key, earlier.get(name)) else key for name, key in keys.items()}


def agree(a: Any, b: Any) -> bool:
    """Whether two values of JSON are the same but for the rounding of numbers.

    Parameters
    ----------
    a, b : object
        Mappings, lists, numbers and texts.
    """
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(agree(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(agree, a, b))
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=ROUNDED, abs_tol=ROUNDED)
    return type(a) is type(b) and bool(a == b)


def _refuse_broken(task: Task) -> None:
    """Complain about a hidden test that the grader cannot use: it runs the locked cells, but no answers."""
    for check in task.checks.values():
        try:
            for call in task.calls(check):
                if call.definition:
                    call.definition.hidden()
        except Exception as error:
            raise ValueError(
                f"The test cell {check.id!r} of {task.name} stops with {type(error).__name__}: {error}. Locked cells "
                "and earlier test cells are all that it can use: an answer that a student has changed must not decide."
            ) from error


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
        for task in tasks_of(folder):
            refuse_wrong_follows(task)
            for cell in task.cells:
                declarations(cell.source)  # complains about wrong ones
            _refuse_broken(task)
        write_keys(folder / "key.json", kept(keys, folder / "key.json"))
        print(f"{folder / 'key.json'}: {len(keys)} checks")
    return 0


if __name__ == "__main__":
    sys.exit(main())
