"""Courses in which something is broken, for tests of what a command says to that."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

from .box_course import BOX

__all__ = ["BROKEN", "FORBIDDEN"]

GRADING = "workspace/grading"
BOOK = f"{GRADING}/gradebook.db"
SOURCE = f"solutions/{BOX}/{BOX}.ipynb"
CONFIG = "nbgrader_config.py"
Break = Callable[[Path], object]


def _write(name: str, content: bytes) -> Break:
    return lambda course: (course / name).write_bytes(content)


def _add(text: str) -> Break:
    return lambda course: (course / CONFIG).write_text((course / CONFIG).read_text() + f"\n{text}\n")


def _cut(name: str, share: float) -> Break:
    def cut(course: Path) -> None:
        content = (course / name).read_bytes()
        (course / name).write_bytes(content[: int(share * len(content))])

    return cut


def _noise(name: str, end: int | None = None) -> Break:
    def fill(course: Path) -> None:
        content = (course / name).read_bytes()
        there = slice(8192, end or len(content))
        (course / name).write_bytes(content[:8192] + os.urandom(len(content[there])) + content[there.stop :])

    return fill


def _replace(old: str, new: str) -> Break:
    """In the text of the task."""
    return lambda course: (course / SOURCE).write_text((course / SOURCE).read_text().replace(old, new, 1))


def _folder(name: str) -> Break:
    """A folder where a file belongs."""

    def make(course: Path) -> None:
        (course / name).unlink(missing_ok=True)
        (course / name).mkdir(parents=True)

    return make


def _file(name: str) -> Break:
    """A file where a folder belongs."""

    def make(course: Path) -> None:
        shutil.rmtree(course / name, ignore_errors=True)
        (course / name).parent.mkdir(parents=True, exist_ok=True)
        (course / name).touch()

    return make


def _forbid(name: str, mode: int = 0) -> Break:
    def forbid(course: Path) -> None:
        if not (course / name).exists():
            (course / name).mkdir(parents=True)
        (course / name).chmod(mode)

    return forbid


def _in_book(*lines: str, new: bool = False) -> Break:
    def change(course: Path) -> None:
        if new:
            (course / BOOK).unlink()
        with sqlite3.connect(course / BOOK) as book:
            for line in lines:
                book.execute(line)
        book.close()

    return change


def _link(name: str) -> Break:
    def make(course: Path) -> None:
        (course / name).unlink()
        (course / name).symlink_to("/nowhere/at/all")

    return make


def _pipe(name: str) -> Break:
    def make(course: Path) -> None:
        (course / name).unlink()
        os.mkfifo(course / name)

    return make


# what is broken: what breaks it, and what the sentence has to name
BROKEN: dict[str, tuple[Break, str]] = {
    "a gradebook that is a text": (_write(BOOK, b"marks\n" * 999), "not an SQLite database"),
    "a gradebook cut in half": (_cut(BOOK, 0.5), "damaged"),
    "a gradebook that lost its end": (_cut(BOOK, 0.9), "damaged"),
    "a gradebook with noise in it": (_noise(BOOK), "damaged"),
    "a gradebook with a damaged page": (_noise(BOOK, 12288), "damaged"),  # SQLite says so in two lines
    "the database of another program": (_in_book("create table places(url)", new=True), "not those of nbgrader"),
    "a gradebook of a later nbgrader": (_in_book("update alembic_version set version_num = 'f00'"), "another version"),
    "a gradebook without a table": (_in_book("drop table comment"), "nbgrader db upgrade"),
    "a gradebook without a column": (_in_book("alter table student drop column lms_user_id"), "nbgrader db upgrade"),
    "a folder for the gradebook": (_folder(BOOK), "cannot be opened"),
    "no gradebook": (lambda course: (course / BOOK).unlink(), "nbgrader generate_assignment box"),
    "a file for the stored results": (_file(f"{GRADING}/results"), "in the way"),
    "a file for the records": (_file(f"{GRADING}/records"), "in the way"),
    "a file for the pages": (_file(f"{GRADING}/autograded"), "in the way"),
    "a folder for a table": (_folder(f"{GRADING}/students-{BOX}.csv"), "in the way"),
    "a folder for the lock": (_folder(f"{GRADING}/results/.lock"), "in the way"),
    "a file for all submissions": (_file(f"{GRADING}/submitted"), "found none"),
    "settings with an open bracket": (_add("c = ("), "SyntaxError"),
    "settings that stop": (_add("1 / 0"), f"{CONFIG}, line"),
    "settings that need what is not there": (_add("import nowhere_at_all"), "nowhere_at_all"),
    "settings that end the program": (_add("raise SystemExit(1)"), f"{CONFIG}, line"),
    "a text for a number": (_add("c.SafeExecute.seconds_for_cell = 'long'"), "seconds_for_cell"),
    "a number for an address": (_add("c.CourseDirectory.db_url = 3"), "db_url"),
    "an address that is none": (_add("c.CourseDirectory.db_url = 'marks'"), "db_url"),
    "a database without its driver": (_add("c.CourseDirectory.db_url = 'mssql://x/y'"), "driver"),
    "a plugin that is not there": (_add("c.AssignLatePenalties.plugin_class = 'nowhere.Plugin'"), "plugin_class"),
    "a penalty that does not exist": (_add("c.LateSubmissionPlugin.penalty_method = 'all'"), "penalty_method"),
    "no notebook": (lambda course: (course / SOURCE).unlink(), "found none"),
    "no folder of the assignment": (lambda course: shutil.rmtree((course / SOURCE).parent), "no assignment"),
    "a notebook cut in half": (_cut(SOURCE, 0.5), "cannot be read"),
    "a list for a notebook": (_write(SOURCE, b"[]"), "cannot be read"),
    "bytes for a notebook": (_write(SOURCE, b"\xff\xfe"), "cannot be read"),
    "points that are a word": (_replace('"points": 1', '"points": "one"'), "cannot be read"),
    "points that changed": (_replace('"points": 1', '"points": 3'), "Release it again"),
    "a check of another name": (_replace('"grade_id": "mass-check"', '"grade_id": "weight"'), "Release it again"),
    "a test cell that is no Python": (_replace('verify(', 'verify(('), "not valid Python"),
    "a named pipe among the sources": (lambda course: os.mkfifo(course / SOURCE.replace(".ipynb", ".csv")), "pipe"),
    "a named pipe for the notebook": (_pipe(SOURCE), "pipe"),
    "a link for the key": (_link(f"solutions/{BOX}/key.json"), "key.json"),
}  # fmt: skip

# the same as an ordinary user, to whom something is forbidden
FORBIDDEN: dict[str, tuple[Break, str]] = {
    "a read-only gradebook": (_forbid(BOOK, 0o444), "read-only"),
    "an unreadable gradebook": (_forbid(BOOK), "cannot be opened"),
    "a read-only folder of the class": (_forbid(GRADING, 0o555), "rights"),
    "read-only pages": (_forbid(f"{GRADING}/autograded", 0o555), "rights"),
    "unreadable settings": (_forbid(CONFIG), CONFIG),
    "an unreadable notebook": (_forbid(SOURCE), SOURCE),
    "an unreadable key": (_forbid(f"solutions/{BOX}/key.json"), "key.json"),
}  # fmt: skip
