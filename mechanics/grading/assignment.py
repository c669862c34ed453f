"""An assignment as it is sent to whoever grades: the files of its folder, and what tells two versions apart."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path

__all__ = ["Assignment", "Seconds", "library", "read_assignment"]

JUDGES = ("numpy", "sympy", "symengine")
"""Libraries whose version a verdict may depend on."""


@dataclass(frozen=True)
class Seconds:
    """Time for a cell of the student, for a question of a check, and for a whole notebook."""

    cell: float = 30.0
    question: float = 15.0
    notebook: float = 240.0


USUAL = Seconds()


@dataclass(frozen=True)
class Assignment:
    """Files of an assignment's folder in `solutions/`, by name, and how long its notebooks may take."""

    files: Mapping[str, bytes]
    seconds: Seconds = USUAL

    @cached_property
    def digest(self) -> str:
        """The same for the same files only."""
        return _digest([self._limits, *self._parts(sorted(self.files))])

    def version(self, task: str) -> str:
        """What a grade of one task depends on besides the submission: the task, its keys, time, this library."""
        beside = [name for name in sorted(self.files) if not name.endswith(".ipynb")]
        return _digest([library().encode(), self._limits, *self._parts([f"{task}.ipynb", *beside])])

    def write(self, folder: Path) -> None:
        """Write the files into a folder."""
        for name, content in self.files.items():
            (folder / name).write_bytes(content)

    @property
    def _limits(self) -> bytes:
        return repr(self.seconds).encode()

    def _parts(self, names: Iterable[str]) -> Iterator[bytes]:
        for name in names:
            yield name.encode()
            yield self.files[name]


def read_assignment(folder: Path, seconds: Seconds = USUAL) -> Assignment:
    """The assignment that lies in a folder."""
    found = (path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    return Assignment({path.name: path.read_bytes() for path in found}, seconds)


@cache
def library() -> str:
    """What would judge here: text of this library, and versions of those that it computes with."""
    folder = Path(__file__).parents[1]
    texts = (path.read_bytes() for path in sorted(folder.rglob("*.py")))
    return _digest([*(f"{name} {version(name)}".encode() for name in JUDGES), *texts])


def _digest(parts: Iterable[bytes]) -> str:
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()
