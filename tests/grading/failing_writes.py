"""Commands whose k-th write fails: with a full disk, a disk error, missing rights, or by the end of the process.

``python -m tests.grading.failing_writes`` is a process that has imported everything and forks a child for each command;
`FailingWrites` talks to it. Grades are drawn by a hash of what was handed in instead of being earned in a sandbox: so a
run takes a second, and the number of a write always means the same write. What sandboxes survive is tried elsewhere.
"""

import contextlib
import ctypes
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple

from mechanics.grading.grades import Grade, Mark

from .conftest import POINTS

__all__ = ["KINDS", "Ended", "FailingWrites", "chosen"]

KINDS = {"no space": 1, "disk error": 2, "no rights": 3, "killed": 4}
SOURCE = Path(__file__).with_suffix(".c")
KILLED = -9


class Ended(NamedTuple):
    """How a command ended.

    Attributes
    ----------
    code : exit code; minus the number of the signal that ended it
    told : what it printed
    writes : what it wrote, if that was asked for: "rename /gradebook.db"
    """

    code: int
    told: str
    writes: list[str]


class FailingWrites:
    """The process that runs commands, seen from a test.

    Parameters
    ----------
    place : an existing folder for its own files
    below : folder whose writes may fail
    """

    def __init__(self, place: Path, below: Path):
        self._place, self._below = place, below
        library = place / "failing_writes.so"
        compiler = shutil.which("cc") or shutil.which("gcc")
        assert compiler
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"], check=True)
        line = [sys.executable, "-m", "tests.grading.failing_writes", str(library), str(place)]
        self._process = subprocess.Popen(
            line, env=os.environ | {"LD_PRELOAD": str(library)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, cwd=SOURCE.parents[2],
        )  # fmt: skip

    def run(self, *words: str, kind: str = "", number: int = 0, drawn: str = "") -> Ended:
        """Run ``mechanics WORDS``.

        Parameters
        ----------
        words : of the command line
        kind : one of `KINDS`; empty for no fault
        number : of the write that fails, from 1
        drawn : another word lets other grades be drawn
        """
        request = {"words": words, "kind": KINDS.get(kind, 0), "number": number, "drawn": drawn,
                   "below": str(self._below)}  # fmt: skip
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        code = json.loads(self._process.stdout.readline())
        writes = (self._place / "writes").read_text().splitlines()
        return Ended(code, (self._place / "told").read_text(errors="replace"), writes)

    def __enter__(self) -> "FailingWrites":
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()


def chosen(writes: list[str], number: int) -> list[int]:
    """Numbers of writes, so many, evenly among all kinds of them: the first, the last, those between.

    Parameters
    ----------
    writes : of a run without faults
    number : how many
    """
    alike: dict[str, list[int]] = defaultdict(list)
    for position, write in enumerate(writes, 1):
        alike[_sort_of(write)].append(position)
    found: list[int] = []
    depth = 0
    while len(found) < min(number, len(writes)):
        for positions in alike.values():
            order = [positions[-1], positions[0], positions[len(positions) // 2], *positions]
            fresh = [p for p in order[: 3 + depth] if p not in found]
            found += fresh[:1]
        depth += 1
    return sorted(found[:number])


def _sort_of(write: str) -> str:
    """The same for writes of a kind: what is done to which kind of file."""
    what, _, path = write.partition(" ")
    parts = Path(path).parts
    return f"{what} {parts[1] if len(parts) > 1 else '/'} {''.join(Path(path).suffixes[-2:]) if parts else ''}"


class _Engine:
    """Draws grades: each of the three checks is right or wrong.

    Parameters
    ----------
    word : with another one, a third of the grades is another
    """

    places = 4

    def __init__(self, word: str):
        self._word = word

    def submit(self, task: str, content: bytes | None, tries: int) -> Future[str | None]:
        """A grade that is ready at once."""
        future: Future[str | None] = Future()
        future.set_result(self._grade(task, content).as_json())
        return future

    def _grade(self, task: str, content: bytes | None) -> Grade:
        drawn = hashlib.sha256(content or b"").digest()
        if self._word and drawn[0] % 3 == 0:
            drawn = hashlib.sha256(drawn + self._word.encode()).digest()
        marks = tuple(
            Mark(check, float(points), points, "right")
            if content and drawn[number] % 2
            else Mark(check, 0.0, points, "wrong", f"Not {drawn[number]}.")
            for number, (check, points) in enumerate(POINTS.items(), 1)
        )
        return Grade(task, marks, "graded" if content else "missing", "" if content else "Nothing here.")

    def refuse_to_wait(self) -> None:
        """Never."""


def main(library: str, place: str) -> None:
    """Read requests, one a line; answer each with the exit code of its command."""
    from mechanics import cli
    from mechanics.grading import analysis_notebook, command

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    switch, request = ctypes.CDLL(library), dict[str, Any]()  # the same object for all requests
    command.engine_for = lambda *_, **__: contextlib.nullcontext(_Engine(request["drawn"]))
    analysis_notebook._run = lambda notebook, folder: None  # its kernel would take seconds, and writes nothing here
    for line in sys.stdin:
        request.update(json.loads(line))
        code = _in_a_child(cli.main, switch, request, Path(place))
        print(json.dumps(code), file=answers, flush=True)


def _in_a_child(run: Any, switch: ctypes.CDLL, request: dict[str, Any], place: Path) -> int:
    told, writes = (os.open(place / name, os.O_CREAT | os.O_WRONLY | os.O_TRUNC) for name in ("told", "writes"))
    if (child := os.fork()) == 0:
        os.dup2(told, 1)
        os.dup2(told, 2)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        switch.fail_at(request["below"].encode(), request["number"], request["kind"], writes)
        code = 99
        try:
            code = run(request["words"])
            sys.stdout.flush()
        except BaseException:
            sys.excepthook(*sys.exc_info())
            code = 1
        finally:
            os._exit(code)
    for number in (told, writes):
        os.close(number)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    main(*sys.argv[1:])
