"""A class with a small assignment, for tests that end processes: quick to grade, with notebooks of every kind."""

import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook

from mechanics import cli
from tests.tasks import course

from .conftest import cells, notebook, own

ASSIGNMENT = "boxes"
ROWS = """
select s.student_id, n.name, c.name, g.auto_score, g.manual_score, g.extra_credit, g.needs_manual_grade
from grade g join base_cell c on c.id = g.cell_id join submitted_notebook m on m.id = g.notebook_id
join notebook n on n.id = m.notebook_id join submitted_assignment s on s.id = m.assignment_id order by 1, 2, 3
"""
COMMENTS = """
select s.student_id, n.name, c.name, k.auto_comment, k.manual_comment
from comment k join base_cell c on c.id = k.cell_id join submitted_notebook m on m.id = k.notebook_id
join notebook n on n.id = m.notebook_id join submitted_assignment s on s.id = m.assignment_id order by 1, 2, 3
"""


def handed_in(student: int) -> bytes | None:
    """What a student hands in; every tenth is of the same kind."""
    number = f"mass = rho*l*b*h # {student}"  # no two have the same bytes
    kinds = [
        cells(mass_answer=number),
        cells(mass_answer=number, force_answer=f"force = {student}*mass"),
        cells(mass_answer=number, square_answer="import os\nos._exit(0)"),
        cells(mass_answer=number, square_answer="def square(x):\n    import os\n    os.kill(0, 9)"),
        cells(mass_answer=f"import subprocess\nsubprocess.Popen(['sleep', '300'])\n{number}"),
        cells(mass_answer=f"print('a'*10**6)\n{number}", force_answer="force = ["),
        [*cells(mass_answer=number), own("x = bytearray(10**12)"), own("raise SystemExit")],
        cells(mass_answer=number, force_answer="import os\nwhile True:\n    os.fork()"),
    ]
    kind = student % 10
    if kind == 8:
        return b'{"cells": [' + number.encode()
    return notebook(kinds[kind]) if kind < 8 else None


# The sandbox, the kernel's limit or the end of the process: chance tells which of them ends a fork bomb first.
STOPPED = re.compile(
    rb"This (?:was stopped: it started more than 64 processes[^.]*|ended the whole Python process[^.]*)\."
)


class SmallClass:
    """A course folder with a released assignment, what was handed in, and some marks given by hand.

    Parameters
    ----------
    root : folder; made
    students : how many
    tasks : notebooks of the assignment
    """

    def __init__(self, root: Path, students: int, tasks: tuple[str, ...] = ("first", "second")):
        self.root, self.grading = root, root / "workspace" / "grading"
        source = root / "solutions" / ASSIGNMENT
        source.mkdir(parents=True)
        shutil.copy(course.CHECKOUT / "nbgrader_config.py", root)
        self.tasks, self.size = tasks, students * len(tasks)
        for task in tasks:
            (source / f"{task}.ipynb").write_bytes(notebook(cells()))
        (source / "key.json").write_text("{}")
        result = course.nbgrader_of(root).generate_assignment(ASSIGNMENT)
        assert result["success"], result.get("log")
        for student in range(students):
            self._hand_in(f"s{student:03}", student)
        self._mark_by_hand()
        self.keep()

    def keep(self) -> None:
        """What `reset` goes back to."""
        shutil.copy(self.grading / "gradebook.db", self.root / "before.db")

    def reset(self) -> None:
        """Forget all that was graded."""
        for name in ("results", "records", "autograded"):
            shutil.rmtree(self.grading / name, ignore_errors=True)
        for left in self.grading.glob("gradebook.db*"):
            left.unlink()
        shutil.copy(self.root / "before.db", self.grading / "gradebook.db")

    def start(self, *words: str) -> subprocess.Popen[str]:
        """``mechanics grade``, in a session of its own, which Ctrl-C reaches wherever the tests were started."""
        line = [
            sys.executable,
            "-m",
            "mechanics.cli",
            "grade",
            ASSIGNMENT,
            "--course",
            str(self.root),
            *words,
        ]
        return subprocess.Popen(
            line,
            start_new_session=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's `&` leaves it ignored
        )

    def grade(self, *words: str) -> int:
        """``mechanics grade`` in this process."""
        return cli.main(["grade", ASSIGNMENT, "--course", str(self.root), *words])

    def finished(self) -> int:
        """Number of grades that are kept."""
        return len(list((self.grading / "results").rglob("*.json")))

    def outcome(self) -> dict[str, Any]:
        """All that a run leaves: every row of the gradebook, and the pages."""
        with sqlite3.connect(self.grading / "gradebook.db") as book:
            rows, comments = list(book.execute(ROWS)), list(book.execute(COMMENTS))
        book.close()
        return {"grades": rows, "comments": comments, "pages": dict(self._pages())}

    def _pages(self) -> Iterator[tuple[str, bytes]]:
        for path in sorted((self.grading / "autograded").rglob("*.ipynb")):
            yield str(path.relative_to(self.grading)), STOPPED.sub(b"This was stopped.", path.read_bytes())

    def _hand_in(self, name: str, student: int) -> None:
        folder = self.grading / "submitted" / name / ASSIGNMENT
        folder.mkdir(parents=True)
        for task in self.tasks:
            content = handed_in(student)
            if content is not None:
                (folder / f"{task}.ipynb").write_bytes(content)

    def _mark_by_hand(self) -> None:
        """A person was there already: every fourth has a mark for the first check, and a word."""
        with Gradebook(f"sqlite:///{self.grading / 'gradebook.db'}", "mechanics") as book:
            for name in [folder.name for folder in sorted((self.grading / "submitted").iterdir())][::4]:
                book.update_or_create_student(name)
                submission = book.update_or_create_submission(ASSIGNMENT, name)
                submission.notebooks[0].grades[0].manual_score = 0.5
                submission.notebooks[0].comments[0].manual_comment = "See me."
            book.db.commit()
