"""Whatever is killed while a class is graded: the next run goes on, and the gradebook is that of an undisturbed one."""

import contextlib
import os
import random
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mechanics.grading.sandbox import boundary
from mechanics.grading.sandbox.folders import own_folder

from .processes import below, command, gone, parent
from .small_class import ASSIGNMENT, SmallClass

pytestmark = [
    pytest.mark.skipif(not boundary().holds, reason=f"no boundary on this machine: {boundary().reason}"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where everything lies, temporary folders of the grading among it."""
    folder = tmp_path_factory.mktemp("kills")
    (folder / "tmp").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(folder / "tmp"))
        yield folder


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_run_that_is_disturbed_ends_as_one_that_is_not(place, capsys):
    ten = SmallClass(place / "ten", 10)
    expected = undisturbed(ten, 1)
    ten.reset()
    process = ten.start("--jobs", "1")
    wait_for(ten, process, 2)
    assert ten.grade("--jobs", "1") == 2
    assert f"number {process.pid}" in capsys.readouterr().err, "a second run should be refused and name the first"
    stop_by_ctrl_c(ten, process)
    told = disturbed(ten, random.Random(0), ("fork server", "coordinator", "sandbox"), 1)
    compare(ten, expected, place / "tmp", told)


def stop_by_ctrl_c(small: SmallClass, process: subprocess.Popen[str]) -> None:
    """It ends at once, with all that it has started, and says how to go on."""
    victims = below(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert f"To continue from there: mechanics grade {ASSIGNMENT}" in told and "Traceback" not in told
    assert gone(victims), "processes outlive the run"
    assert 2 <= small.finished() < small.size, "it should have been in the middle"


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_two_hundred_submissions_ten_times(place):
    kinds = ("worker", "fork server", "sandbox", "coordinator", "sandbox", "all", "fork server", "worker", "sandbox")
    many = SmallClass(place / "many", 200, ("first",))
    expected = undisturbed(many, 2)
    for number in range(10):
        many.reset()
        told = disturbed(many, random.Random(number), kinds, 2)
        compare(many, expected, place / "tmp", told)
        print(f"round {number}: {', '.join(told)}")


def undisturbed(small: SmallClass, jobs: int) -> dict[str, Any]:
    """What a run leaves that nobody disturbs."""
    small.reset()
    assert small.grade("--jobs", str(jobs)) == 1, "some need a look"
    expected = small.outcome()
    assert len({row[3] for row in expected["grades"]}) > 2, "the submissions should differ in their points"
    return expected


def compare(small: SmallClass, expected: dict[str, Any], temporary: Path, told: list[str]) -> None:
    """The same gradebook and pages, and nothing that lies about."""
    assert small.outcome() == expected, f"killed: {told}"
    leftovers = [path.name for path in temporary.glob("mechanics-*")]
    assert not leftovers, f"temporary folders are left behind: {leftovers}, killed: {told}"
    parts = [path.name for path in small.grading.rglob("*.part")]
    assert not parts, f"half-written files are left behind: {parts}, killed: {told}"


def disturbed(small: SmallClass, chance: random.Random, kinds: tuple[str, ...], jobs: int) -> list[str]:
    """Kill one process after the other at moments that chance chooses; start again where that ended the run."""
    told = []
    words = ("--jobs", str(jobs))
    process = small.start(*words)
    moments = sorted(chance.sample(range(int(0.8 * small.size)), len(kinds)))
    for kind, moment in zip(chance.sample(kinds, len(kinds)), moments, strict=True):
        wait_for(small, process, moment)
        time.sleep(chance.random() * 0.2)
        victims = [process.pid, *below(process.pid)] if kind in ("coordinator", "all") else []
        told.append(f"{kind} after {small.finished()}")
        kill(kind, process.pid, chance)
        if victims:
            process.communicate(timeout=60)
            assert gone(victims), f"processes outlive the one that started them: {told}"
            process = small.start(*words)
    output, _ = process.communicate(timeout=600)
    assert process.returncode == 1, f"{told}: exit code {process.returncode}\n{output}"
    return told


def wait_for(small: SmallClass, process: subprocess.Popen[str], finished: int) -> None:
    """Until so many grades are there, or the run has ended."""
    while small.finished() < finished and process.poll() is None:
        time.sleep(0.02)


def kill(kind: str, coordinator: int, chance: random.Random) -> None:
    """SIGKILL to one process of a kind, or to all there are."""
    if kind == "coordinator":
        send(coordinator)
    elif kind == "all":
        for pid in (coordinator, *below(coordinator)):
            send(pid)
    elif found := [pid for pid in below(coordinator) if kind_of(pid) == kind]:
        send(chance.choice(found))


def send(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def kind_of(pid: int) -> str:
    """What a process below the coordinator is."""
    if "mechanics.grading.worker" in command(pid):
        return "worker"
    return "fork server" if "mechanics.grading.worker" in command(parent(pid)) else "sandbox"


def test_what_a_killed_process_left_behind_is_tidied_up_by_the_next(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    in_use = own_folder("sandbox")
    left, other = tmp_path / "mechanics-sandbox-left", tmp_path / "mechanics-other"
    for folder in (left, other):
        folder.mkdir()
        (folder / "file").touch()
    assert own_folder("sandbox").is_dir() and in_use.is_dir() and other.is_dir()
    assert not left.exists()
