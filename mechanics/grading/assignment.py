"""An assignment as it is sent to grading processes: the files of its folder, and hashes that tell versions apart."""

import glob
import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path

from .delimiters import as_usual

__all__ = ["RUBRIC", "Assignment", "Seconds", "files_in", "library", "read_assignment"]

RUBRIC = "rubric.json"
"""What marks by hand are given for: a file beside the notebooks that no grade of a check depends on, never released."""

JUDGES = ("numpy", "sympy", "symengine")
"""Libraries on whose version a verdict may depend."""


@dataclass(frozen=True)
class Seconds:
    """Time limits: of processor time, and of time in which a cell sleeps or waits; see `mechanics.grading.waiting`.

    Attributes
    ----------
    cell, question, notebook : float
        Seconds for a cell of the student, for a value that a check asks for, and for a whole notebook.
    """

    cell: float = 30.0
    question: float = 15.0
    notebook: float = 240.0


USUAL = Seconds()


@dataclass(frozen=True)
class Assignment:
    """An assignment.

    Attributes
    ----------
    files : mapping of str to bytes
        Files of its folder and of those in it, path to content.
    seconds : Seconds
        Time limits of its notebooks.
    """

    files: Mapping[str, bytes]
    seconds: Seconds = USUAL

    @cached_property
    def digest(self) -> str:
        """Hash of the files and the time limits."""
        return _digest([self._limits, *self._parts(sorted(self.files))])

    def version(self, task: str) -> str:
        """Hash of all that a grade depends on besides the submission: task, keys, time limits, this library.

        Parameters
        ----------
        task : str
            Name of the notebook.

        Returns
        -------
        str
            Hexadecimal digits.
        """
        beside = [name for name in sorted(self.files) if not name.endswith(".ipynb")]
        return _digest([library().encode(), self._limits, *self._parts([f"{task}.ipynb", *beside])])

    def write(self, folder: Path) -> None:
        """Write the files into a folder.

        Parameters
        ----------
        folder : Path
            An existing one.
        """
        for name, content in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)

    @property
    def _limits(self) -> bytes:
        return repr(self.seconds).encode()

    def _parts(self, names: Iterable[str]) -> Iterator[bytes]:
        for name in names:
            yield name.encode()
            yield self.files[name]


def read_assignment(
    folder: Path,
    seconds: Seconds = USUAL,
    ignored: list[str] | None = None,
    delimiters: Mapping[str, str] | None = None,
) -> Assignment:
    """Read an assignment.

    Parameters
    ----------
    folder : Path
        Its folder.
    seconds : Seconds
        Time limits.
    ignored : list of str, optional
        Patterns of file names that do not belong to it.
    delimiters : mapping of str to str, optional
        Of solutions and hidden tests, where the course has others than nbgrader; its notebooks get nbgrader's.

    Returns
    -------
    Assignment
        With all files but hidden ones and rubrics.
    """
    files = {name: path.read_bytes() for name, path in files_in(folder, ignored).items()}
    usual = {name: as_usual(text, delimiters or {}) for name, text in files.items() if name.endswith(".ipynb")}
    return Assignment(files | usual, seconds)


def files_in(folder: Path, ignored: list[str] | None = None) -> dict[str, Path]:
    """Files of an assignment: its notebooks, and what nbgrader would copy with them, from subfolders, too.

    Parameters
    ----------
    folder : Path
        Folder of the assignment.
    ignored : list of str, optional
        Patterns of names that do not belong to it, as in ``c.CourseDirectory.ignore``.

    Returns
    -------
    dict of str to Path
        By the path in the folder, sorted; hidden files are left out, and rubrics.
    """
    found = {path.name: path for path in folder.glob("[!.]*.ipynb")}
    for place, folders, names in os.walk(folder):
        left_out = {path for pattern in ignored or () for path in glob.glob(os.path.join(glob.escape(place), pattern))}
        kept = (Path(place, name) for name in names if os.path.join(place, name) not in left_out)
        beside = (path for path in kept if path.suffix != ".ipynb" and not path.name.startswith("."))
        found |= {path.relative_to(folder).as_posix(): path for path in beside}
        folders[:] = [n for n in folders if os.path.join(place, n) not in left_out and not n.startswith(".")]
    for path in found.values():
        if path.exists() and not path.is_file():
            raise ValueError(f"Expected an ordinary file, got a named pipe, a socket or a device: {path}. Remove it.")
    return {name: found[name] for name in sorted(found) if name != RUBRIC}


@cache
def library() -> str:
    """Hash of what judges here: the source of this library, and the versions of those that it computes with."""
    folder = Path(__file__).parents[1]
    texts = (path.read_bytes() for path in sorted(folder.rglob("*.py")))
    return _digest([*(f"{name} {version(name)}".encode() for name in JUDGES), *texts])


def _digest(parts: Iterable[bytes]) -> str:
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()
