"""CPU times of several contestants, measured alternately so that all see the same machine."""

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

__all__ = ["Run", "race"]

BATCH = 0.004  # s; shorter calls are repeated within one measurement
BUDGET = 1.0  # s for each contestant
ROUNDS = 11


@dataclass
class Run:
    """What is timed, `task(prepared)`, and what comes before it and is not."""

    task: Callable[..., Any]
    prepare: Callable[[], Any] | None = None

    def seconds(self, repeats: int = 1) -> float:
        """CPU time of one call, averaged over `repeats`."""
        total = 0.0
        if self.prepare is None:
            start = process_time()
            for _ in range(repeats):
                self.task()
            return (process_time() - start) / repeats
        for _ in range(repeats):
            prepared = self.prepare()
            start = process_time()
            self.task(prepared)
            total += process_time() - start
        return total / repeats


def race(contestants: Mapping[str, Run], budget: float = BUDGET) -> dict[str, float]:
    """Median CPU time of one call of each contestant, s.

    They take turns; a slow one leaves when its budget is used up, after one round at least.
    """
    gc.collect()
    first = {name: run.seconds() for name, run in contestants.items()}  # warms up whatever is short
    times: dict[str, list[float]] = {name: [s] if s > budget else [] for name, s in first.items()}
    repeats = {name: max(1, min(20_000, round(BATCH / max(s, 1e-7)))) for name, s in first.items()}
    for _ in range(ROUNDS):
        for name, run in contestants.items():
            if sum(times[name]) * repeats[name] < budget:
                times[name].append(run.seconds(repeats[name]))
    return {name: median(values) for name, values in times.items()}
