"""``make mutants``: all mutants of all solutions are graded; ``python -m tests.tasks.mutate [task ...]`` takes some."""

import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor

from mechanics.grading.authoring.verdicts import Verdict, verdict_on
from tests.tasks.course import TASKS
from tests.tasks.judging import task_of

CHUNK = 20


def _chunk(name: str, start: int) -> list[Verdict]:
    task = task_of(name)
    return [verdict_on(task, *pair) for pair in task.mutants[start : start + CHUNK]]


def all_verdicts(tasks: Sequence[str] = TASKS) -> list[Verdict]:
    """Verdicts on every mutant of the tasks, in several processes."""
    chunks = [(name, start) for name in tasks for start in range(0, len(task_of(name).mutants), CHUNK)]
    with ProcessPoolExecutor() as pool:
        parts = pool.map(_chunk, *zip(*chunks, strict=True))
        return [verdict for part in parts for verdict in part]


def report(verdicts: Iterable[Verdict]) -> str:
    """The mutants themselves, for the one who has to find out why."""
    return "\n\n".join(f"{x.task}, {x.cell}: {x.kind} ({x.what})\n{x.source}" for x in verdicts)


def main() -> int:
    """Print the counts and every mutant at fault; 1 if there is any."""
    start, tasks = time.perf_counter(), sys.argv[1:] or TASKS
    verdicts = all_verdicts(tasks)
    for name in tasks:
        counts = Counter(x.kind for x in verdicts if x.task == name)
        print(f"{name}: {counts.total()} mutants, " + ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())))
    faults = [x for x in verdicts if x.fault]
    print(f"all: {len(verdicts)} mutants, {len(faults)} at fault, {time.perf_counter() - start:.0f} s")
    print(report(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
