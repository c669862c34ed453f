"""A process that runs submissions may end at any moment: no grade is lost, and no fault of ours hides as a refusal."""

import os
import signal
import subprocess
import sys

import pytest

from mechanics.grading import fork_servers
from mechanics.grading.assignment import Assignment
from mechanics.grading.class_run import from_json
from mechanics.grading.sandbox import boundary
from mechanics.grading.sandbox.fork_server import ForkServer
from mechanics.grading.sandbox.support import opened
from mechanics.grading.worker import Worker
from tests.conftest import CHECKOUT

from .conftest import cells, notebook

pytestmark = pytest.mark.skipif(not boundary().holds, reason=f"no boundary on this machine: {boundary().reason}")


@pytest.fixture(autouse=True)
def fresh():
    yield
    fork_servers.end_fork_servers()


def test_a_new_process_is_asked_where_the_old_one_was_killed(task):
    os.kill(fork_servers.fork_server(isolated=True)._process.pid, signal.SIGKILL)
    assert fork_servers.graded(task, notebook(cells())).points == 7


def test_what_cannot_be_run_at_all_is_left_to_a_person(task, monkeypatch):
    def refuse(*_):
        raise OSError("no more processes")

    monkeypatch.setattr(ForkServer, "open_sandbox", refuse)
    grade = fork_servers.graded(task, notebook(cells()))
    assert (grade.points, grade.status) == (0, "review") and grade.note


def test_worker_and_fork_server_run_this_very_library(task, tmp_path, monkeypatch):
    """Not the one that lies in the current folder, such as another checkout."""
    (tmp_path / "mechanics").mkdir()
    (tmp_path / "mechanics" / "__init__.py").write_text("raise SystemExit('the library of the current folder')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    assignment = Assignment({"box.ipynb": notebook(cells()), "key.json": b"{}"})
    worker = Worker()
    try:
        assert from_json(worker.grade(assignment, "box", notebook(cells()), isolated=True)).points == 7
    finally:
        worker.close()


def test_a_virtual_environment_may_be_a_link(tmp_path):
    """What is imported only when it is needed, as most of sympy is, is found inside, too."""
    (tmp_path / "env").symlink_to(sys.prefix)
    code = (
        "from mechanics.grading.sandbox.fork_server import ForkServer\n"
        "from mechanics.grading.student import Budget, Student\n"
        "with ForkServer() as sandboxes:\n"
        "    student = Student(sandboxes, {}, Budget(20, 20, 60))\n"
        "    student.run('import pytest')\n"
        "    print('said:', student.trouble)\n"
        "    student.close()"
    )
    python = tmp_path / "env" / "bin" / "python"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, cwd=CHECKOUT)
    assert done.stdout.strip() == "said:", done.stdout + done.stderr


def test_an_answer_cell_that_stopped_is_told_of_where_its_first_line_stands(task):
    """The line that the course hands out, ``mass = ...``, may still be there."""
    mark, *_ = fork_servers.graded(task, notebook(cells(mass_answer="mass = ...\nmass = 1 / 0"))).marks
    said = "Nothing entered yet. The cell before this check stopped with ZeroDivisionError: division by zero"
    assert mark.reason.endswith(said)


def test_a_fault_of_ours_does_not_look_like_a_kernel_that_refuses():
    trouble = opened(lambda connection: None, {"name": "text where bytes belong"})  # type: ignore[dict-item]
    assert trouble.startswith("RuntimeError: TypeError")
