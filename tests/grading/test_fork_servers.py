"""A process that runs submissions may end at any moment: no grade is lost, and no fault of ours hides as a refusal."""

import os
import signal

import pytest

from mechanics.grading import fork_servers
from mechanics.grading.sandbox import boundary
from mechanics.grading.sandbox.fork_server import ForkServer
from mechanics.grading.sandbox.sandbox import Sandbox

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


def test_a_fault_of_ours_does_not_look_like_a_kernel_that_refuses():
    with pytest.raises(RuntimeError, match="TypeError"):
        Sandbox(lambda connection: None, {"name": "text where bytes belong"})
