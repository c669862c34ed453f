"""What the isolation holds back when many processes, a group signal or a slow message try; and where CI runs."""

import os
import subprocess
import sys

import pytest

from mechanics.checks.notebook import CheckFailed
from mechanics.grading.sandbox import Boundary
from mechanics.grading.sandbox.fork_server import ForkServer
from mechanics.grading.sandbox.limits import Limits
from mechanics.grading.sandbox.support import refusal
from mechanics.grading.student import Budget, Student

from . import conftest

SMALL = Limits(memory=2**28)
CHILDREN = """
import os, time
for _ in range(8):
    if os.fork() == 0:
        held = bytearray(b"x" * (100 * 2**20))
        time.sleep(60)
        os._exit(0)
time.sleep(3)
"""
SHARED = """
import os, time
held = bytearray(b"x" * (100 * 2**20))
for _ in range(8):
    if os.fork() == 0:
        time.sleep(60)
        os._exit(0)
time.sleep(1)
x = 1
"""
GROUP = """
from mechanics.grading.sandbox.fork_server import ForkServer
from mechanics.grading.student import Budget, Student
with ForkServer() as fork_server:
    student = Student(fork_server, {}, Budget(3, 3, 20))
    student.run("import os, signal; os.kill(0, signal.SIGTERM)")
    student.run("x = 7")
    print(student.value("x", None)["tree"])
"""
ASKED = """
import sys
import sympy
module, asked = sys.modules["sympy.core.assumptions"], []
in_order = module.shuffle
def shuffle(facts):
    in_order(facts)
    asked.append(facts == sorted(facts))
module.shuffle = shuffle
x = sympy.Symbol("x", positive=True)
(x + sympy.Function("f")(x) * sympy.Symbol("y")).is_zero
seen = [len(asked) > 0, all(asked)]
"""


@pytest.fixture(scope="module")
def small(isolation):
    with ForkServer(SMALL) as process:
        yield process


@pytest.fixture
def student(small):
    one = Student(small, {}, Budget(5.0, 5.0, 60.0))
    yield one
    one.close()


def test_memory_of_many_processes_counts_together(student):
    student.run("x = 5")
    student.run(CHILDREN)
    assert student.trouble == "This was stopped: it used more than 256 MB of memory."
    assert student.value("x", None)["tree"] == 5, "what was right before stays"


def test_memory_that_processes_share_counts_once(student):
    student.run(SHARED)
    assert student.value("x", None)["tree"] == 1, student.trouble


def test_memory_of_one_process_is_limited(student):
    student.run("x = bytearray(2**29)")
    assert "MemoryError" in student.trouble


def test_a_signal_to_the_group_of_processes_stays_inside(isolation):
    """An ordinary user may send signals to his own processes, and a group of them crosses no namespace of users."""
    line = [sys.executable, "-c", GROUP]
    run = subprocess.run(line, capture_output=True, text=True, timeout=120, process_group=0)
    assert (run.returncode, run.stdout.strip()) == (0, "7"), run.stderr


def test_a_message_that_trickles_in_has_the_time_of_one_message(student):
    """Its 4096 bytes would take more than 200 s; the limits are 5 s of its own time, and 50 s on the clock."""
    student.run(
        "import os, signal, stat, struct, time\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\n"
        "opened = [n for n in range(3, 256) if os.path.lexists(f'/proc/self/fd/{n}')]\n"
        "[wire] = [n for n in opened if stat.S_ISSOCK(os.fstat(n).st_mode)]\n"
        "os.write(wire, struct.pack('<I', 2**12))\nwhile True:\n    os.write(wire, b' ')\n    time.sleep(0.05)"
    )
    assert "took too long" in student.trouble
    assert student.spent < 10


def test_a_sandbox_inherits_its_wire_and_nothing_else(student):
    student.run("import os\nx = sorted(os.readlink(f'/proc/self/fd/{n}')[:7] for n in range(3, 256)"
                " if os.path.lexists(f'/proc/self/fd/{n}'))")  # fmt: skip
    items = student.value("x", None)["items"]
    assert [item["text"] for item in items] == ["socket:"]


@pytest.mark.parametrize("files", [100_000])
def test_files_are_limited_in_number(student, files):
    student.run(f"for k in range({files}): open(f'{{k}}', 'w').close()")
    assert "No space left" in student.trouble


def test_the_variables_of_the_grader_are_not_there(student, monkeypatch):
    student.run("import os\nx = sorted(os.environ)")
    assert [item["text"] for item in student.value("x", None)["items"]] == ["HOME", "LANG", "PATH", "TMPDIR"]


def test_a_refusal_names_the_switch_of_the_kernel_that_forbids(tmp_path):
    error = PermissionError(1, "unshare")
    (tmp_path / "kernel").mkdir()
    (tmp_path / "kernel/apparmor_restrict_unprivileged_userns").write_text("1\n")
    (tmp_path / "kernel/unprivileged_userns_clone").write_text("1\n")
    said = refusal(error, tmp_path)
    assert "unshare" in said and said.endswith("by: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0")
    assert "sysctl" not in refusal(error, tmp_path / "none")


def test_where_there_is_no_boundary_ci_fails_and_others_skip_with_the_reason(monkeypatch):
    monkeypatch.setattr(conftest, "boundary", lambda: Boundary(False, "its kernel forbids it"))
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="its kernel forbids it"):
        conftest.needs_isolation()
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="its kernel forbids it"):
        conftest.needs_isolation()


def test_this_machine_has_a_boundary_where_ci_runs():
    if not os.environ.get("CI"):
        pytest.skip("CI is not set: a machine without a boundary may do without")
    conftest.needs_isolation()


def test_wrong_answers_are_told_as_such(student):
    with pytest.raises(CheckFailed, match="is not defined"):
        student.value("nothing", None)


def test_sympy_does_not_draw_the_order_of_its_assumptions_in_a_sandbox(student):
    student.run(ASKED)
    asked, in_order = (item["value"] for item in student.value("seen", None)["items"])
    assert asked, "sympy draws the order elsewhere now: `query_assumptions_in_order` has become useless, remove it"
    assert in_order, "the order is drawn again, which costs a tenth of the time of every derivation"
