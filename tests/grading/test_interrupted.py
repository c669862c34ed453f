"""Ctrl-C or the end of the process at any moment: nothing runs on, no warm process complains, nothing is left behind.

What a killed process could not remove the next one of its kind removes, and nothing else.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .box_course import BOX, Course, released_box
from .conftest import cells, notebook

pytestmark = [
    pytest.mark.usefixtures("isolation"),
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
COMMANDS = {
    "grade": ["-m", "mechanics.cli", "grade", BOX, "--jobs", "2"],
    "autograde": ["-m", "nbgrader", "autograde", BOX, "--force"],
    "check": ["-m", "mechanics.cli", "check", f"exercises/{BOX}/{BOX}.ipynb"],
    "analysis": ["-m", "mechanics.cli", "analysis", BOX],
}
MOMENTS = 20


class Started:
    """A command in a session of its own, with a folder for temporary files of its own."""

    def __init__(self, course: Path, command: str, temporary: Path):
        self.temporary = temporary
        temporary.mkdir(exist_ok=True)
        self._begin = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, *COMMANDS[command]], cwd=course, env=os.environ | {"TMPDIR": str(temporary)},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip

    def end(self) -> float:
        """Let it come to its end; the seconds that it took."""
        self.told, _ = self.process.communicate(timeout=250)
        return time.monotonic() - self._begin

    def stop(self, kind: signal.Signals) -> None:
        """Ctrl-C goes to the group of processes, as a terminal sends it; SIGKILL to the first process alone."""
        if self.process.poll() is None:
            (os.killpg if kind == signal.SIGINT else os.kill)(self.process.pid, kind)
        self.end()

    def survivors(self) -> list[str]:
        """What is still running of it after a while."""
        end = time.monotonic() + 20
        while (found := _session(self.process.pid)) and time.monotonic() < end:
            time.sleep(0.05)
        return found

    def left(self) -> list[str]:
        return sorted(path.name for path in self.temporary.iterdir())


def _session(leader: int) -> list[str]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, *_, session = stat.read_text().rpartition(")")[2].split()[:4]
            if int(session) == leader and state not in "ZX":
                found.append((stat.parent / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = released_box(tmp_path_factory.mktemp("box") / "course")
    for number in range(3):
        Course(root).submit(f"s{number}", notebook(cells(mass_answer=f"mass = rho*l*b*h # {number}")))
    return root


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGKILL], ids=["interrupted", "killed"])
@pytest.mark.parametrize("command", COMMANDS)
def test_at_every_moment(command, kind, released, tmp_path):
    course = Path(shutil.copytree(released, tmp_path / "course"))
    whole = Started(course, command, tmp_path / "whole")
    seconds = whole.end()
    assert not whole.survivors() and not whole.left(), f"a run that nobody stopped leaves {whole.left()}"
    files = _files(course)
    for moment in range(MOMENTS):
        run = Started(course, command, tmp_path / "tmp")
        time.sleep((moment + 0.5) / MOMENTS * seconds)
        run.stop(kind)
        assert not run.survivors(), f"{moment}: processes run on"
        assert "messages.Broken" not in run.told, f"{moment}: a warm process complains\n{run.told}"
        if command != "autograde":  # nbgrader itself shows where Ctrl-C has met it
            allowed = {130, -signal.SIGINT, -signal.SIGKILL, 0, 1}
            assert run.process.returncode in allowed, f"{moment}: {run.process.returncode}\n{run.told}"
        odd = [name for name in run.left() if not name.startswith("mechanics-") or kind == signal.SIGINT]
        assert not odd or odd[0].startswith("mechanics-kernel"), f"{moment}: left behind: {odd}"
        assert {name for name in _files(course) - files if "kernel" in name} == set(), "sockets beside a notebook"
    last = Started(course, command, tmp_path / "tmp")
    last.end()
    assert not last.survivors() and not last.left(), f"the next run leaves {last.left()}\n{last.told}"


def _files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}
