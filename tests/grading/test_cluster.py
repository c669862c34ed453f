"""A class graded by the workers of a Dask cluster: the same grades, whoever of them is killed."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from mechanics.grading import cluster
from mechanics.grading.class_run import ClassRun, from_json
from mechanics.grading.cluster import Cluster
from mechanics.grading.errors import GradingError
from mechanics.grading.layout import Layout
from mechanics.grading.sandbox import boundary

from .conftest import cells, notebook
from .small_class import SmallClass

distributed = pytest.importorskip("distributed", reason="the extra cluster is not installed")
pytestmark = [
    pytest.mark.skipif(not boundary().holds, reason=f"no boundary on this machine: {boundary().reason}"),
    # nbgrader's own models are filled in an order that SQLAlchemy comments on
    pytest.mark.filterwarnings("ignore:Object of type:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
POINTS = {"ada": 7, "bob": 5, "eve": 0}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> ClassRun:
    """Three students: all right, one answer that ends the process, nothing."""
    folder: Path = tmp_path_factory.mktemp("cluster")
    source = folder / "solutions" / "boxes"
    source.mkdir(parents=True)
    (source / "box.ipynb").write_bytes(notebook(cells()))
    handed_in = {"ada": cells(), "bob": cells(square_answer="import os\nos._exit(0)"), "eve": []}
    for student, content in handed_in.items():
        target = folder / "submitted" / student / "boxes" / "box.ipynb"
        target.parent.mkdir(parents=True)
        target.write_bytes(notebook(content))
    return ClassRun(Layout.at(folder, source_directory="solutions").of("boxes"))


@pytest.fixture(scope="module")
def one_worker() -> Iterator[str]:
    """Address of a scheduler with a worker, both in this process."""
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0") as local:
        yield local.scheduler_address
    cluster.end_here()


def test_a_worker_gives_the_grades_and_needs_the_files_only_once(run, one_worker, monkeypatch):
    sent = []
    whole = Cluster.submit

    def submit(self: Cluster, task: str, content: bytes | None, tries: int) -> Any:
        sent.append(tries)
        return whole(self, task, content, tries)

    monkeypatch.setattr(Cluster, "submit", submit)
    monkeypatch.setattr(Cluster, "places", 1)
    with Cluster(one_worker, run.assignment) as engine:
        found = {handed.student: grade.points for handed, grade, _ in run.grades(engine)}
    assert found == POINTS
    assert sent == [0, 1, 0, 0], "the files should go along when the first was given away once more, and then never"


def test_notebooks_go_together_once_everybody_is_busy(run, one_worker, monkeypatch):
    right = next(handed for handed in run.handed() if handed.student == "ada")
    with Cluster(one_worker, run.assignment) as engine:
        orders, send = [], engine._executor.submit

        def submit(function: Any, *words: Any) -> Any:
            orders.append(len(words[-1]))
            return send(function, *words)

        monkeypatch.setattr(engine._executor, "submit", submit)
        assert engine.places == cluster.AHEAD * cluster.MOST, "there is one worker with one thread"
        grades = [engine.submit(right.task, right.content, 1) for _ in range(9)]
        points = [from_json(grade.result(timeout=60)).points for grade in grades]
    assert points == [POINTS["ada"]] * 9
    assert orders[:2] == [1, 1], "as long as somebody is idle a notebook goes by itself"
    assert sum(orders) == 9 and max(orders) == cluster.MOST, f"what waits goes together: {orders}"


def test_what_goes_wrong_with_an_order_is_told_of_each_of_its_notebooks(run, one_worker, monkeypatch):
    lost: Future[Any] = Future()
    with Cluster(one_worker, run.assignment) as engine:
        monkeypatch.setattr(engine._executor, "submit", lambda *_: lost)
        grades = [engine.submit("box", None, 0) for _ in range(3)]  # one goes at once, two together when it is back
        lost.set_exception(RuntimeError("the worker has gone"))
        for grade in grades:
            with pytest.raises(RuntimeError, match="the worker has gone"):
                grade.result(timeout=10)


def test_a_worker_with_another_version_is_refused(run, one_worker, monkeypatch):
    there = cluster.library()
    monkeypatch.setattr(cluster, "about", lambda: (there, ""))
    monkeypatch.setattr(cluster, "library", lambda: "another one")
    with pytest.raises(GradingError, match="a different version of this library"):
        Cluster(one_worker, run.assignment)


def test_a_worker_without_a_boundary_is_refused_unless_asked_for(run, one_worker, monkeypatch):
    there = cluster.library()
    monkeypatch.setattr(cluster, "about", lambda: (there, "its kernel forbids it"))
    with pytest.raises(GradingError, match="its kernel forbids it"):
        Cluster(one_worker, run.assignment)
    with Cluster(one_worker, run.assignment, without_boundary=True) as engine:
        assert engine.places == cluster.AHEAD * cluster.MOST, "there is one worker with one thread"


def test_a_scheduler_that_does_not_answer_is_named(run, monkeypatch):
    monkeypatch.setattr(cluster, "ANSWER", 1.0)
    with pytest.raises(GradingError, match="No scheduler answers at tcp://127.0.0.1:9"):
        Cluster("tcp://127.0.0.1:9", run.assignment)


def test_a_cluster_without_workers_is_given_up_after_a_while(run, one_worker, monkeypatch):
    with Cluster(one_worker, run.assignment) as engine:
        engine.refuse_to_wait()
        monkeypatch.setattr(Cluster, "_threads", lambda self: {})
        monkeypatch.setattr(cluster, "REFRESH", -1.0)
        engine.refuse_to_wait()
        monkeypatch.setattr(cluster, "PATIENCE", -1.0)
        with pytest.raises(GradingError, match="All workers of .* are gone"):
            engine.refuse_to_wait()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_worker_that_is_killed_changes_nothing(tmp_path):
    ten = SmallClass(tmp_path / "ten", 10)
    ten.reset()
    ten.grade("--jobs", "2")
    expected = ten.outcome()
    ten.reset()
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as two:
        process = ten.start("--scheduler", two.scheduler_address)
        while ten.finished() < 3 and process.poll() is None:
            time.sleep(0.05)
        os.kill(next(iter(two.workers.values())).pid, signal.SIGKILL)
        told, _ = process.communicate(timeout=600)
    assert process.returncode == 1, told
    assert ten.outcome() == expected, told
