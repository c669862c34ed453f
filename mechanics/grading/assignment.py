"""An assignment as it is sent to whoever grades: the files of its folder, and what tells two versions apart."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path

__all__ = ["Assignment", "library", "read_assignment"]

JUDGES = ("numpy", "sympy", "symengine")
"""Libraries whose version a verdict may depend on."""


@dataclass(frozen=True)
class Assignment:
    """Files of an assignment's folder in `solutions/`, by name."""

    files: Mapping[str, bytes]

    @cached_property
    def digest(self) -> str:
        """The same for the same files only."""
        return _digest(part for name in sorted(self.files) for part in (name.encode(), self.files[name]))

    def version(self, task: str) -> str:
        """What a grade of one task depends on besides the submission: the task, its keys, this library."""
        beside = [name for name in sorted(self.files) if not name.endswith(".ipynb")]
        names = [f"{task}.ipynb", *beside]
        return _digest([library().encode(), *(part for n in names for part in (n.encode(), self.files[n]))])

    def write(self, folder: Path) -> None:
        """Write the files into a folder."""
        for name, content in self.files.items():
            (folder / name).write_bytes(content)


def read_assignment(folder: Path) -> Assignment:
    """The assignment that lies in a folder."""
    found = (path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    return Assignment({path.name: path.read_bytes() for path in found})


@cache
def library() -> str:
    """What would judge here: text of this library, and versions of those that it computes with."""
    folder = Path(__file__).parents[1]
    texts = (path.read_bytes() for path in sorted(folder.rglob("*.py")))
    return _digest([*(f"{name} {version(name)}".encode() for name in JUDGES), *texts])


def _digest(parts: Iterable[bytes]) -> str:
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()
