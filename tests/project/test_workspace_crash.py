"""The workspace when the power goes: whatever was under way, nothing of the student's is lost."""

import base64
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics.workspace import copy_course

FILES = ("course/a.ipynb", "course/b.txt", "exercises/t/task.ipynb")


class PowerCutError(BaseException):
    """The machine is off: nothing is written any more, not even on the way out."""


class Machine:
    """Counts what is done to the disk, and goes off before or after one of these deeds."""

    def __init__(self, patch: pytest.MonkeyPatch, stop: int | None, after: bool):
        self.done, self.stop, self.after, self.off = 0, stop, after, False
        for owner, name in ((os, "fsync"), (os, "replace"), (Path, "mkdir"), (Path, "unlink")):
            patch.setattr(owner, name, self.watched(getattr(owner, name)))

    def watched(self, deed: Callable) -> Callable:
        def act(*arguments: Any, **options: Any) -> Any:
            if self.off or (self.done == self.stop and not self.after):
                self.cut()
            result = deed(*arguments, **options)
            if self.done == self.stop:
                self.cut()
            self.done += 1
            return result

        return act

    def cut(self) -> None:
        self.off = True
        raise PowerCutError


def run(course: Path, desk: Path, stop: int | None = None, after: bool = False) -> int:
    """Lay the workspace, with a power cut at one deed; returns how many deeds there were."""
    with pytest.MonkeyPatch.context() as patch:
        machine = Machine(patch, stop, after)
        with contextlib.suppress(PowerCutError):
            copy_course(course, desk)
        return machine.done


def text(name: str, words: str) -> str:
    return f'{{"cells": [{{"cell_type": "code", "source": "{words}"}}]}}' if name.endswith(".ipynb") else words


def put(folder: Path, name: str, words: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text(name, words))


def contents(folder: Path, hidden: bool = True) -> list[str]:
    """What all files hold, with or without those of the program."""
    found = [path for path in folder.rglob("*") if path.is_file() and (hidden or ".mechanics" not in path.parts)]
    return [path.read_text() for path in found]


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    yield tmp_path / "material", tmp_path / "desk"


def fresh(folders: tuple[Path, Path], version: str) -> tuple[Path, Path]:
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    for name in FILES:
        put(folders[0], name, version)
    return folders


def test_a_first_run_and_an_update_survive_a_cut_at_every_deed(folders: tuple[Path, Path]) -> None:
    """First an update with one file of the student's; then every possible place to stop it, before and after."""
    course, desk = fresh(folders, "v1")
    deeds = run(course, desk)
    assert deeds > 3 * len(FILES), "the disk is not watched"
    for stop in range(deeds + 3):
        for after in (False, True):
            course, desk = fresh(folders, "v1")
            run(course, desk, stop, after)  # cut in the first run
            put(desk, FILES[2], "mine")
            for name in FILES:
                put(course, name, "v2")
            run(course, desk, stop, after)  # and again in the update
            for name in FILES:
                put(course, name, "v3")
            run(course, desk)
            assert text(FILES[2], "mine") in contents(desk, hidden=False), f"work lost by a cut at {stop}"
            for name in FILES[:2]:
                assert (desk / name).read_text() == text(name, "v3"), f"{name} was not renewed after a cut at {stop}"
                others = list((desk / name).parent.glob("* (new version *"))
                assert not others, f"{name} passed for the student's work after a cut at {stop}"
            assert (desk / FILES[2]).read_text() == text(FILES[2], "mine")


def test_new_pictures_survive_a_cut_at_every_deed(folders: tuple[Path, Path]) -> None:
    """An untouched chapter never passes for the student's work because of its stills, and gets the newest."""

    def draw(course: Path, picture: str) -> None:
        still = {"alt": "a picture", "width": 1, "simulation": False}
        put(course, "course/.stills/index.json", json.dumps({"a": {"cell": still}}))
        put(course, "course/.stills/a/cell.png", picture)
        (course / FILES[0]).write_text('{"cells": [{"id": "cell", "cell_type": "code", "source": "v1"}]}')

    course, desk = fresh(folders, "v1")
    draw(course, "old")
    deeds = run(course, desk)
    for stop in range(deeds + 3):
        for after in (False, True):
            course, desk = fresh(folders, "v1")
            draw(course, "old")
            run(course, desk, stop, after)  # cut in the first run
            draw(course, "new")
            run(course, desk, stop, after)  # and again in the update
            run(course, desk)
            assert base64.b64encode(b"new").decode() in (desk / FILES[0]).read_text(), f"old after a cut at {stop}"
            assert not list(desk.glob("*/* (new version *")), f"passed for work after a cut at {stop}"
            assert not (desk / "course/.stills").exists()


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("course"), st.sampled_from(FILES), st.integers(0, 3)),
        st.tuples(st.just("student"), st.sampled_from(FILES), st.integers(0, 9)),
        st.tuples(st.just("run"), st.integers(0, 40), st.booleans()),
    ),
    min_size=3,
    max_size=12,
)


@given(steps=STEPS)
def test_in_any_history_nothing_is_lost_and_everything_new_arrives(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple]
) -> None:
    """Updates, work and power cuts in any order: every word of the student's is still there, every file whole."""
    folders = tmp_path_factory.mktemp("history")
    course, desk = fresh((folders / "material", folders / "desk"), "v0")
    run(course, desk)
    written, wanted, known = {}, {name: text(name, "v0") for name in FILES}, {text(n, "v0") for n in FILES}
    for what, first, second in steps:
        if what == "run":
            run(course, desk, first, second)
        elif what == "student":
            put(desk, first, f"mine {second}")
            written[first] = text(first, f"mine {second}")
        else:
            put(course, first, f"v{second}")
            wanted[first] = text(first, f"v{second}")
        known |= {*written.values(), *wanted.values()}
    run(course, desk)
    for name, mine in written.items():
        assert (desk / name).read_text() == mine, f"the student's {name} was replaced"
    seen = contents(desk, hidden=False)
    assert set(seen) <= known, "a file is neither the course's nor the student's: it is not whole"
    for name in FILES:
        assert name in written or (desk / name).read_text() == wanted[name], f"{name} was not renewed"


def test_a_process_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    """The same for real: SIGKILL at random moments, sixty files."""
    course, desk = tmp_path / "material", tmp_path / "desk"
    names = [f"course/{i}.txt" for i in range(60)]
    line = [
        sys.executable,
        "-c",
        "import sys, pathlib; from mechanics.workspace import copy_course; print('go', flush=True);"
        "copy_course(*map(pathlib.Path, sys.argv[1:]))",
        *map(str, (course, desk)),
    ]
    random.seed(7)
    put(desk, names[5], "mine")
    for version in range(6):
        for name in names:
            put(course, name, f"v{version} " + "x" * 20_000)
        process = subprocess.Popen(line, stdout=subprocess.PIPE, cwd=tmp_path)
        assert process.stdout and process.stdout.readline()
        time.sleep(random.uniform(0.0, 0.03))
        process.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        process.communicate()
        seen = [path.read_text() for path in desk.glob("course/*")]
        assert "mine" in seen
        assert all(words == "mine" or len(words) == 20_003 for words in seen), "a file is half written"
    copy_course(course, desk)
    for name in names:
        assert (desk / name).read_text().startswith("mine" if name == names[5] else "v5")
