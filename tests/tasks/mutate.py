"""``make mutants``: all mutants of all solutions are graded; ``python -m tests.tasks.mutate [task ...]`` takes some.

With ``--reasons`` what is said of each is tested, and a table printed of true, vague and false reasons; with
``--every N`` of each Nth mutant only.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby

from mechanics.grading.authoring.verdicts import Verdict, verdict_on
from tests.tasks.course import TASKS
from tests.tasks.judging import task_of
from tests.tasks.reasons import Told, table, told

CHUNK = 20


def _chunk(name: str, start: int) -> list[Verdict]:
    task = task_of(name)
    return [verdict_on(task, *pair) for pair in task.mutants[start : start + CHUNK]]


def all_verdicts(tasks: Sequence[str]) -> Iterator[tuple[str, list[Verdict]]]:
    """Verdicts on every mutant of each task, in several processes; a task as soon as it is done."""
    chunks = [(name, start) for name in tasks for start in range(0, len(task_of(name).mutants), CHUNK)]
    with ProcessPoolExecutor() as pool:
        parts = zip(chunks, pool.map(_chunk, *zip(*chunks, strict=True)), strict=True)
        for name, group in groupby(parts, key=lambda part: part[0][0]):
            yield name, [verdict for _, part in group for verdict in part]


def report(verdicts: Iterable[Verdict]) -> str:
    """The mutants themselves, for the one who has to find out why."""
    return "\n\n".join(f"{x.task}, {x.cell}: {x.kind} ({x.what})\n{x.source}" for x in verdicts)


def _told_chunk(name: str, start: int, step: int) -> list[Told]:
    task = task_of(name)
    found = [told(task, *pair) for pair in task.mutants[start : start + CHUNK * step : step]]
    return [item for item in found if item is not None]


def all_told(tasks: Sequence[str], step: int = 1) -> list[Told]:
    """What is said of every mutant, or of each of so many, in several processes."""
    chunks = [(name, start) for name in tasks for start in range(0, len(task_of(name).mutants), CHUNK * step)]
    with ProcessPoolExecutor() as pool:
        parts = pool.map(_told_chunk, *zip(*chunks, strict=True), [step] * len(chunks))
        return [item for part in parts for item in part]


def reasons(tasks: Sequence[str], step: int) -> int:
    """Print the table and every false reason; 1 if there is any."""
    start, items = time.perf_counter(), all_told(tasks, step)
    false = [item for item in items if item.verdict == "false"]
    for item in false:
        print(f"{item.task}, {item.check}, {item.what}: {item.said}\n  not true: {item.fault}\n")
    print(table(items))
    print(f"{len(items)} reasons, {len(false)} of them false, {time.perf_counter() - start:.0f} s")
    return 1 if false else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the counts and every mutant at fault; 1 if there is any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*", help="all unless given")
    parser.add_argument("--reasons", action="store_true", help="test what is said of each mutant")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="with --reasons: each Nth mutant only")
    options = parser.parse_args(arguments)
    tasks = options.tasks or TASKS
    return reasons(tasks, options.every) if options.reasons else marks(tasks)


def marks(tasks: Sequence[str]) -> int:
    """Print the counts and every mutant that keeps or loses its marks wrongly; 1 if there is any."""
    start = time.perf_counter()
    verdicts: list[Verdict] = []
    for name, found in all_verdicts(tasks):
        counts = Counter(x.kind for x in found)
        kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()))
        print(f"{name}: {len(found)} mutants, {kinds}", flush=True)
        verdicts += found
    faults = [x for x in verdicts if x.fault]
    print(f"all: {len(verdicts)} mutants, {len(faults)} at fault, {time.perf_counter() - start:.0f} s")
    print(report(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
