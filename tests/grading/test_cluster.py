"""A class graded by the workers of a Dask cluster: the same grades, whoever of them is killed."""

import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from mechanics import cli
from mechanics.grading import cluster
from mechanics.grading.sandbox import boundary

from .small_class import ASSIGNMENT, SmallClass

distributed = pytest.importorskip("distributed", reason="the extra cluster is not installed")
pytestmark = [
    pytest.mark.skipif(not boundary().holds, reason=f"no boundary on this machine: {boundary().reason}"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def ten(tmp_path_factory: pytest.TempPathFactory) -> SmallClass:
    """Ten students, each with two notebooks."""
    return SmallClass(tmp_path_factory.mktemp("cluster") / "ten", 10)


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Any]:
    """Two workers in processes of their own."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        yield local


def test_a_worker_that_is_killed_changes_nothing(ten, two_workers):
    ten.reset()
    ten.run("--jobs", "1")
    expected = ten.outcome()
    ten.reset()
    process = ten.start("--scheduler", two_workers.scheduler_address)
    while ten.finished() < 3 and process.poll() is None:
        time.sleep(0.05)
    os.kill(next(iter(two_workers.workers.values())).pid, signal.SIGKILL)
    told, _ = process.communicate(timeout=250)
    assert process.returncode == 1, told
    assert ten.outcome() == expected, told


def test_a_cluster_that_cannot_grade_says_why(ten, monkeypatch, capsys):
    words = ["grade", ASSIGNMENT, "--course", str(ten.root), "--scheduler"]
    assert cli.main([*words, "tcp://127.0.0.1:9"]) == 2
    assert "No scheduler answers at tcp://127.0.0.1:9" in capsys.readouterr().err


def test_a_worker_with_another_version_is_refused(ten, two_workers, monkeypatch, capsys):
    monkeypatch.setattr(cluster, "library", lambda: "another one")
    words = ["grade", ASSIGNMENT, "--course", str(ten.root), "--scheduler", two_workers.scheduler_address]
    assert cli.main(words) == 2
    assert "another version of this library" in capsys.readouterr().err
