"""Who grades: processes of this machine, or a cluster; and whether students' code can be isolated there."""

import contextlib
import sys
from collections.abc import Iterator

from .assignment import Assignment
from .class_run import Engine
from .cluster import Cluster
from .errors import GradingError
from .local import Local
from .sandbox import boundary

__all__ = ["engine_for"]

WARNING = (
    "mechanics: no boundary, as asked for: the students' code has limits, but runs with the rights of a user of this "
    "machine."
)


@contextlib.contextmanager
def engine_for(
    assignment: Assignment, jobs: int, scheduler: str = "", *, without_boundary: bool = False
) -> Iterator[Engine]:
    """An engine, for as long as the block runs.

    Parameters
    ----------
    assignment : Assignment
        What is graded.
    jobs : int
        Processes at the same time, on this machine.
    scheduler : str
        Address of a Dask scheduler such as ``tcp://10.0.0.5:8786``, whose workers grade instead; empty for none.
    without_boundary : bool
        Where there is no security boundary, run the students' code with limits only.

    Yields
    ------
    Engine
        The processes of this machine, or the cluster.

    Raises
    ------
    GradingError
        If there is no boundary, or no cluster.
    """
    if scheduler:
        with Cluster(scheduler, assignment, without_boundary=without_boundary) as cluster:
            yield cluster
        return
    with Local(assignment, jobs, isolated=_isolated(without_boundary)) as local:
        yield local


def _isolated(without_boundary: bool) -> bool:
    """Whether submissions run behind a boundary; without one only where there is none and that was asked for."""
    if boundary().holds:
        return True
    if not without_boundary:
        raise GradingError(
            f"This machine cannot isolate the code of a submission: {boundary().reason}. "
            "Grade on Linux, or in a container or virtual machine that allows user namespaces; or, if you would "
            "run this code yourself, with your own rights: --without-boundary"
        )
    print(WARNING, file=sys.stderr)
    return False
