"""What lies outside of a sandbox cannot be reached from inside, and what is left inside ends with it."""

import contextlib
import os
from pathlib import Path

import pytest

from mechanics.grading.sandbox.fork_server import ForkServer

from .conftest import cells
from .hostile_reach import REACHING, world
from .processes import below, gone, parent


@pytest.mark.parametrize("what", REACHING)
def test_nothing_outside_can_be_reached(what, graded, outside):
    grade = graded(cells(mass_answer=outside.source(what)))
    assert grade.points == 2, "it found something, or the mass after it would not be missing"


@pytest.fixture(scope="module")
def outside(task):
    with world(task.folder) as found:
        yield found


def strangers() -> set[int]:
    """Processes in another process namespace than ours; not the sandboxes that other tests have open meanwhile."""
    ours = [os.getpid(), *below(os.getpid())]
    found = (int(process.name) for process in Path("/proc").glob("[0-9]*"))
    return {pid for pid in found if is_inside(pid) and outermost(pid) in (1, *ours)}


def is_inside(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return os.readlink(f"/proc/{pid}/ns/pid") != os.readlink("/proc/self/ns/pid")
    return False


def outermost(pid: int) -> int:
    """The process in our namespace that a sandbox hangs on; 1 where that has ended."""
    while is_inside(pid):
        pid = parent(pid) or 1
    return pid


@pytest.mark.parametrize(
    "source",
    [
        "import subprocess\nsubprocess.Popen(['sleep', '97'])",
        "import os\nif os.fork() == 0:\n    while True: pass",
        "import os\nif os.fork() == 0:\n    os.setsid()\n    while True: pass",
        "import threading\ndef f():\n    while True: pass\nthreading.Thread(target=f).start()",
    ],
)
def test_what_outlives_its_cell_is_ended_with_the_sandbox(graded, source):
    with ForkServer() as server:
        server.open_sandbox({})
        before = strangers()  # fork server and templates are in a namespace of their own, too
        server.open_sandbox({})
        assert strangers() - before, "a sandbox that is open should be seen"
    before = strangers()
    assert graded(cells(mass_answer=f"mass = rho*l*b*h\n{source}")).points >= 2
    assert gone([*strangers() - before], 5.0), "a process has outlived its sandbox"


def test_a_submission_leaves_nothing_behind(graded, task):
    key = (task.folder / "key.json").read_text()
    places = [Path(folder) / f"owned-{os.getpid()}" for folder in ("/tmp", "/dev/shm")]
    source = "".join(f"open({str(place)!r}, 'w').write('x')\n" for place in places)
    overwritten = "open('key.json', 'w').write('[]')\n"
    assert graded(cells(mass_answer=f"{source}{overwritten}mass = rho*l*b*h")).points == 7
    assert not any(place.exists() for place in places)
    assert (task.folder / "key.json").read_text() == key
