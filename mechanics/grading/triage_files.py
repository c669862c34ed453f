"""Files of a submission that are not graded because they are not where grading looks, and what they may be.

Nothing is renamed, unpacked or moved. Of a zip archive only notebooks are read, in memory, each up to its largest size.
"""

import os
import re
import shlex
import stat
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ..checks.hints import TAKEN
from .layout import Folders
from .submissions import LARGEST, read_submission
from .tasks import Task
from .triage_match import Matching, ids_of, is_notebook

__all__ = ["Stray", "Strays"]

ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")
EXPORTS = (".html", ".htm", ".py")
DOCUMENTS = (".pdf", ".docx", ".odt", ".txt", ".md", ".tex", ".json")  # only of interest where a notebook is missing
MOST = 200  # files of a student, and entries of an archive, that are looked at
MOST_IN_ARCHIVE = 4 * LARGEST  # bytes that are read of an archive
ASIDE = ".set-aside"  # folder for files that do not count; hidden ones are not looked at
DEEPEST = 4  # folders below that of the student


@dataclass(frozen=True)
class Stray:
    """A file that was handed in, and is not graded.

    Attributes
    ----------
    student : str
        Whose it is.
    path : Path
        The file.
    member : str
        Name within an archive; empty for the file itself.
    what : str
        Why it is not graded, a clause.
    task : str
        Name of the notebook that it may be; empty if none is known.
    by : str
        Whether that was told by its ``cells`` or its ``name``. ``nothing`` if it may be any of those that are missing,
        and empty if nothing speaks for any of them, or if it is no notebook.
    target : Path
        Where that notebook would be graded.
    is_second : bool
        Whether there is a notebook already.
    """

    student: str
    path: Path
    member: str
    what: str
    task: str
    by: str
    target: Path
    is_second: bool

    @property
    def name(self) -> str:
        """How people are told of the file."""
        inside = f" in {self.path.name}" if self.member else ""
        return f"{Path(self.member or self.path).name}{inside}"

    @property
    def needs_person(self) -> bool:
        """Whether points may depend on it."""
        return bool(self.task) or self.by == "nothing"

    @property
    def command(self) -> str:
        """What lets this file count, as a line for a shell; empty if nobody knows as what. No file is lost by it."""
        if self.by not in ("cells", "name"):
            return ""
        source, target, folder = (shlex.quote(str(path)) for path in (self.path, self.target, self.target.parent))
        first = "" if self.target.parent.is_dir() else f"mkdir -p {folder} && "
        if self.is_second:
            first = f"{self._aside} && mv -- {target} {folder}/{ASIDE}/ && "
        if not self.member:
            return f"{first}cp -- {source} {target}"
        pattern = re.sub(r"([*?\[\]\\])", r"\\\1", self.member)
        return f"{first}unzip -p {source} {shlex.quote(pattern)} > {target}"  # -p: no path in there becomes one here

    @property
    def dismissal(self) -> str:
        """What lets the notebook count that is there already, as a line for a shell; empty if there is none."""
        if not self.is_second:
            return ""
        return f"{self._aside} && mv -- {shlex.quote(str(self.path))} {shlex.quote(str(self.target.parent))}/{ASIDE}/"

    @property
    def _aside(self) -> str:
        return f"mkdir -p {shlex.quote(str(self.target.parent))}/{ASIDE}"

    def content(self) -> bytes | None:
        """The notebook; None if it is gone, or none."""
        if not self.member:
            return read_submission(self.path)
        with zipfile.ZipFile(self.path) as archive, archive.open(self.member) as file:
            return file.read(LARGEST + 1)

    def sentence(self) -> str:
        """What the student is told where this may be one of the notebooks."""
        if self.is_second:
            return (
                f"Also handed in: {self.name!r}, which is not graded. Your teachers will decide which of them counts."
            )
        return f"There is {self.name!r}, which may be it; your teachers will look at it."


class Strays:
    """Looks for files that are not where grading looks.

    Parameters
    ----------
    tasks : iterable of Task
        Of the assignment.
    folders : Folders
        Of the assignment.
    """

    def __init__(self, tasks: Iterable[Task], folders: Folders):
        self._tasks, self._folders = {task.name: task for task in tasks}, folders
        layout = folders.layout
        names = [name for name in layout.assignments() if name != folders.assignment]
        self._others = {name: layout.of(name).source for name in names}
        self._matching = Matching(self._tasks.values(), self._others)
        self._beside = {path.name for path in folders.source.iterdir()} | {"timestamp.txt", TAKEN}

    def of_class(self) -> dict[str, list[Stray]]:
        """Look through all folders of students.

        Returns
        -------
        dict of str to list of Stray
            By student; those without are left out.
        """
        return {student: strays for student in self.students() if (strays := list(self.of(student)))}

    def students(self) -> list[str]:
        """All who have a folder, whatever is in it."""
        above = self._top("x").parent
        return sorted(path.name for path in above.iterdir() if _is_folder(path)) if above.is_dir() else []

    def of(self, student: str) -> Iterator[Stray]:
        """Look through the folder of one student.

        Parameters
        ----------
        student : str
            Id of the student.

        Yields
        ------
        Stray
            Files that are not graded; those that belong to no assignment are left out where nothing is missing.
        """
        top = self._top(student)
        missing = [name for name in self._tasks if not os.path.lexists(self._target(student, name))]
        for number, path in enumerate(_files(top)):
            if number == MOST:
                what = f"one of more than {MOST} files, of which the others were not looked at"
                yield self._any(student, path, what, missing)
                return
            if self._is_expected(student, path):
                yield from self._exchanged(student, path)
            elif self._is_of_interest(student, path, bool(missing)):
                yield from self._looked_at(student, path, missing)

    def _top(self, student: str) -> Path:
        """The folder of all that a student has handed in; of this assignment alone, if students are below it."""
        here, of_another = (
            Path(self._folders.layout.of(n).submitted(student)) for n in (self._folders.assignment, "-")
        )
        above = Path(os.path.commonpath([here, of_another]))
        return above if above.name == student else here

    def _target(self, student: str, task: str) -> Path:
        return self._folders.submitted(student) / f"{task}.ipynb"

    def _is_expected(self, student: str, path: Path) -> bool:
        """Whether this is a notebook in its place, or one of the files that were handed out with it."""
        is_task = path.suffix == ".ipynb" and path.stem in self._tasks
        return path.parent == self._folders.submitted(student) and (
            is_task or (path.name in self._beside and path.suffix != ".ipynb")
        )

    def _exchanged(self, student: str, path: Path) -> Iterator[Stray]:
        """A notebook in its place that has the cells of another task: two may have each other's names."""
        content = b"" if path.suffix != ".ipynb" else read_submission(path) or b""
        if not content or self._matching.has_cells_of(path.stem, content):
            return
        task, by = self._matching.task(ids_of(content), path.name, [])
        if by == "cells" and task != path.stem:
            what = f"under the name of a task, but with the cells of {task!r}; two may have each other's names"
            yield Stray(student, path, "", what, task, "", self._target(student, task), False)

    def _other_of(self, student: str, path: Path) -> str:
        """The other assignment in whose folder a file is; empty if it is in none."""
        folders = ((name, self._folders.layout.of(name).submitted(student)) for name in self._others)
        return next((name for name, folder in folders if path.is_relative_to(folder)), "")

    def _is_of_interest(self, student: str, path: Path, is_missing: bool) -> bool:
        is_notebook = ".ipynb" in path.name.lower()
        if not (is_missing or path.is_relative_to(self._folders.submitted(student))):
            return False  # another assignment, or notes: nothing is lost
        if other := self._other_of(student, path):
            return is_notebook and not (self._others[other] / path.name).exists()
        return is_notebook or path.suffix.lower() in (*ARCHIVES, *EXPORTS, *DOCUMENTS * is_missing)

    def _looked_at(self, student: str, path: Path, missing: list[str]) -> Iterator[Stray]:
        kind, content = path.suffix.lower(), b"" if path.suffix.lower() in ARCHIVES else read_submission(path) or b""
        if kind == ".zip":
            yield from self._in_archive(student, path, missing)
        elif kind in ARCHIVES:
            yield self._any(student, path, "an archive, which is not opened", missing)
        elif is_notebook(content):
            yield from self._notebook(student, path, "", content, missing)
        else:
            task = self._matching.by_name(path.name, missing)
            what = "not readable as a notebook" if ".ipynb" in path.name.lower() else "not a notebook"
            if task in missing:
                yield self._stray(student, path, "", what, task, "", missing)
            elif kind in (*EXPORTS, ".ipynb"):
                yield self._any(student, path, what, missing)

    def _in_archive(self, student: str, path: Path, missing: list[str]) -> Iterator[Stray]:
        found: list[Stray] = []
        try:
            with zipfile.ZipFile(path) as archive:
                names = [info for info in islice(archive.infolist(), MOST) if _is_notebook_in_archive(info.filename)]
                left = MOST_IN_ARCHIVE
                for info in names:
                    with archive.open(info) as file:
                        content = file.read(min(left, LARGEST + 1))
                    left -= len(content)
                    found += self._notebook(student, path, info.filename, content, missing)
        except (OSError, RuntimeError, NotImplementedError, ValueError, zipfile.BadZipFile, EOFError) as error:
            yield self._any(student, path, f"an archive that cannot be read ({type(error).__name__})", missing)
            return
        if not names:
            found = [self._any(student, path, "an archive without a notebook", missing)]
        yield from found

    def _notebook(self, student: str, path: Path, member: str, content: bytes, missing: list[str]) -> Iterator[Stray]:
        ids = ids_of(content)
        task, by = self._matching.task(ids, member or path.name, missing)
        other = "" if task else self._matching.other(ids)
        if task and task not in missing and content == read_submission(self._target(student, task)):
            return  # the same once more
        if by != "cells" and self._other_of(student, path):
            return  # left to its own assignment
        is_here = not member and path.parent == self._folders.submitted(student)
        what = "not the name of a task" if is_here else "not in the folder of the assignment"
        if other:
            what = f"a notebook of the assignment {other!r}"
        elif member:
            what = "in an archive"
        if not (task or other) and missing:
            by = "nothing"  # speaks for any of them, nor against
        yield self._stray(student, path, member, what, task, by, missing)

    def _any(self, student: str, path: Path, what: str, missing: list[str]) -> Stray:
        """A file that may be, or contain, whatever is missing."""
        return self._stray(student, path, "", what, "", "nothing" if missing else "", missing)

    def _stray(self, student: str, path: Path, member: str, what: str, task: str, by: str, missing: list[str]) -> Stray:
        is_second = bool(task) and task not in missing
        return Stray(student, path, member, what, task, by, self._target(student, task), is_second)


def _is_notebook_in_archive(name: str) -> bool:
    return name.lower().endswith(".ipynb") and "__MACOSX" not in name


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _is_endless(path: Path) -> bool:
    """Whether this is a pipe, a socket or a device: to open one may wait for ever."""
    mode = path.lstat().st_mode if os.path.lexists(path) else 0
    return not (stat.S_ISREG(mode) or stat.S_ISLNK(mode) or stat.S_ISDIR(mode))


def _files(top: Path) -> Iterator[Path]:
    """Ordinary names below a folder, in order; no link is followed, hidden folders and caches are left out."""
    for folder, folders, names in os.walk(top):
        depth = len(Path(folder).relative_to(top).parts)
        folders[:] = sorted(f for f in folders if depth < DEEPEST and not f.startswith((".", "__")))
        found = (Path(folder) / name for name in sorted(names) if not name.startswith("."))
        yield from (path for path in found if not _is_endless(path))
