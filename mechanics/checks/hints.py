r"""Hints of a task: read from ``hints.toml`` beside the notebook, unfolded one by one, counted in ``hints-taken.json``.

The file of an assignment looks like this. The names are those of the checks; each step has up to three hints, from what
to look at, over the law that helps, to how the answer begins. In single quotes a backslash is a backslash::

    "cart-pendulum/kinetic-energy" = [
        'Two bodies move. Where is each, as a function of $s$ and $\varphi$?',
        'Differentiate the positions; $T$ is the sum of $\frac12 m v^2$.',
        'It begins $T = \frac12 m_w \dot s^2 + \dots$',
    ]
"""

import contextlib
import json
import os
import time
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

__all__ = ["FILE", "MOST", "TAKEN", "HintsError", "counted", "hints_in", "take", "taken_in"]

FILE, TAKEN = "hints.toml", "hints-taken.json"
MOST = 3


class HintsError(ValueError):
    """A file of hints is not what it should be; the message says what was expected, what is there and how to fix it."""


def hints_in(folder: Path) -> dict[str, tuple[str, ...]]:
    """Read the hints of an assignment.

    Parameters
    ----------
    folder : Path
        Of the assignment.

    Returns
    -------
    dict of tuple of str
        Hints by the name of their check; empty where there is no file.

    Raises
    ------
    HintsError
        If the file cannot be read, or holds anything but up to three sentences for each check.
    """
    path = folder / FILE
    try:
        stamp = path.stat()
    except OSError:
        return {}
    return _read(path, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=16)
def _read(path: Path, *_stamp: int) -> dict[str, tuple[str, ...]]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise HintsError(f"Expected hints by the names of checks in {path}; it cannot be read: {problem}.") from None
    return {name: _checked(path, name, hints) for name, hints in content.items()}


def _checked(path: Path, name: str, hints: Any) -> tuple[str, ...]:
    is_list = isinstance(hints, list) and all(isinstance(hint, str) and hint.strip() for hint in hints)
    if not is_list or not 1 <= len(hints) <= MOST:
        raise HintsError(f'Expected "{name}" = [one to {MOST} sentences] in {path}; got {hints!r}.')
    return tuple(hint.strip() for hint in hints)


def taken_in(folder: Path) -> dict[str, int]:
    """How many hints a student took, by the name of the check.

    Parameters
    ----------
    folder : Path
        Of the assignment, or of a submission.

    Returns
    -------
    dict of int
        Numbers above zero; empty where there is no file, or one that says nothing sensible.
    """
    return counted(_file(folder))


def counted(content: bytes) -> dict[str, int]:
    """How many hints a file of hints taken tells of.

    Parameters
    ----------
    content : bytes
        Of the file; anything may stand in one that was handed in.

    Returns
    -------
    dict of int
        Numbers above zero by the name of the check; empty if the file says nothing sensible.
    """
    return {name: len(times) for name, times in _times(content).items() if times}


def take(folder: Path, name: str) -> int:
    """Count one more hint for a step, up to the last one.

    Parameters
    ----------
    folder : Path
        Of the assignment.
    name : str
        Of the check.

    Returns
    -------
    int
        How many the file tells of now. That is the same after the last one; where the folder cannot be written, nothing
        is remembered, and it is one more than before.
    """
    times = _times(_file(folder))
    own = [*times.get(name, []), round(time.time())][:MOST]
    text = json.dumps({**times, name: own}, indent=1, ensure_ascii=False) + "\n"
    with contextlib.suppress(OSError):
        beside = folder / f".{TAKEN}.{os.getpid()}"
        beside.write_text(text, encoding="utf-8")
        beside.replace(folder / TAKEN)
    return len(own)


def _file(folder: Path) -> bytes:
    try:
        return (folder / TAKEN).read_bytes()
    except OSError:
        return b""


def _times(content: bytes) -> dict[str, list[int]]:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, Mapping):
        return {}
    return {name: times[:MOST] for name, times in found.items() if isinstance(times, list)}
