"""A sandbox without isolation: no boundary, but limits, a private folder, and nothing that outlives it."""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mechanics.checks.notebook import CheckFailed
from mechanics.grading.sandbox.fork_server import ForkServer
from mechanics.grading.student import Budget, Student

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot fork"),
    pytest.mark.skipif(sys.platform != "linux", reason="what is left over is looked for in /proc"),
]


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """Where the folders of these sandboxes are made; pytest's own may be entered by one user only."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture(scope="module")
def fork_server(place: Path) -> Iterator[ForkServer]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(place))
        process = ForkServer(isolated=False)
    with process:
        yield process


@pytest.fixture
def student(fork_server: ForkServer) -> Iterator[Callable[..., Student]]:
    opened = []

    def new() -> Student:
        opened.append(Student(fork_server, {"key.json": b"{}"}, Budget(cell=2.0, question=5.0, notebook=60.0)))
        return opened[-1]

    yield new
    for each in opened:
        each.close()


def value(student: Student, *sources: str) -> object:
    for source in sources:
        student.run(source)
    return student.value("x", None).get("tree")


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_cells_run_and_leave_values(student):
    assert value(student(), "x = 1", "x = x + 1") == 2


def test_an_end_of_the_process_costs_the_cell_that_ended_it(student):
    one = student()
    assert value(one, "x = 3", "import os; os._exit(0)") == 3
    assert one.cut_short


@pytest.mark.parametrize("source", [
    "import subprocess\nx = subprocess.Popen(['sleep', '96']).pid",
    "import subprocess\nx = subprocess.Popen(['sleep', '96'], start_new_session=True).pid",
    "import os\nread, write = os.pipe()\nif os.fork() == 0:\n    os.setsid()\n    pid = os.fork()\n    if pid == 0:\n"
    "        while True: pass\n    os.write(write, str(pid).encode())\n    os._exit(0)\nx = int(os.read(read, 20))",
])  # fmt: skip
def test_what_a_cell_started_ends_with_the_sandbox(student, source):
    one = student()
    pid = int(str(value(one, source)))
    assert is_alive(pid)
    one.close()
    assert not is_alive(pid), "a process has outlived its sandbox"


def test_a_loop_that_ignores_interrupts_is_ended(student):
    begin = time.monotonic()
    one = student()
    loop = "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True: pass"
    assert value(one, "x = 4", loop) == 4
    assert one.cut_short and time.monotonic() - begin < 30


def test_memory_is_limited(student):
    with pytest.raises(CheckFailed, match="MemoryError"):
        value(student(), "x = bytearray(8 * 2**30)")


def test_processes_are_limited(student):
    many = (
        "import os, time\nx = 0\nfor _ in range(500):\n    try:\n        if os.fork() == 0: time.sleep(60)\n"
        "        x += 1\n    except OSError: break"
    )
    assert 0 < int(str(value(student(), many))) < 500


def test_the_folder_is_private_and_is_gone_afterwards(student, place):
    one = student()
    assert value(one, "import os\nopen('own', 'w').write('x')\nx = len(os.listdir('.'))") == 2
    [folder] = place.glob("*/submission-*")
    assert {path.name for path in folder.iterdir()} == {"key.json", "own"}
    assert folder.stat().st_mode & 0o077 == 0, "others may look into it"
    one.close()
    assert not list(place.glob("*/submission-*"))


def test_the_variables_of_the_grader_are_not_there(student, monkeypatch):
    monkeypatch.setenv("MECHANICS_CANARY", "secret")
    assert "MECHANICS_CANARY" in os.environ
    assert value(student(), "import os\nx = int('MECHANICS_CANARY' in os.environ)") == 0
