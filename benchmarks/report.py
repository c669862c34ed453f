"""The tables as text: times and ratios, the machine, and the targets that are met or not."""

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version

__all__ = ["Target", "comparison", "machine", "table", "targets"]

PACKAGES = (
    "numpy", "scipy", "sympy", "symengine", "numba", "pydy", "cython", "casadi", "pin", "mujoco", "exudyn"
)  # fmt: skip
Results = Mapping[str, Mapping[str, float]]  # {case: {route: seconds}}


@dataclass(frozen=True)
class Target:
    """A figure to be reached: `value` at least, or at most, `bound`."""

    what: str
    value: float | None
    bound: float
    unit: str = "x"
    at_least: bool = True

    @property
    def is_met(self) -> bool | None:
        """None where it could not be measured."""
        if self.value is None:
            return None
        return self.value >= self.bound if self.at_least else self.value <= self.bound


def comparison(title: str, unit: str, scale: float, results: Results) -> str:
    """One table: routes in rows, cases in columns, each with the ratio to ours."""
    cases = list(results)
    routes = list(dict.fromkeys(route for times in results.values() for route in times))
    rows = [[route, *(_cell(results[case], route, scale) for case in cases)] for route in routes]
    return f"## {title} ({unit})\n\n" + table(["route", *cases], rows)


def _cell(times: Mapping[str, float], route: str, scale: float) -> str:
    if route not in times:
        return "–"
    ours = next(iter(times.values()))
    if ours == 0:  # an error below what can be told
        return f"{times[route] * scale:.3g}"
    ratio = times[route] / ours
    return f"{times[route] * scale:.3g} ({'1' if ratio == 1 else f'{ratio:.3g}'}×)"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table whose columns are aligned in plain text too."""
    lines = [list(map(str, row)) for row in (head, *rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    text = ["| " + " | ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)) + " |" for line in lines]
    rule = "|" + "|".join("-" * (w + 2) for w in widths) + "|"
    return "\n".join([text[0], rule, *text[1:]]) + "\n"


def targets(rows: Sequence[Target]) -> str:
    """Each target with what was measured, met or not met."""
    words = {True: "met", False: "**not met**", None: "not measured"}
    body = [
        [
            x.what,
            f"{'≥' if x.at_least else '≤'} {x.bound:g} {x.unit}",
            "–" if x.value is None else f"{x.value:.3g} {x.unit}",
            words[x.is_met],
        ]
        for x in rows
    ]
    return "## Targets\n\n" + table(["target", "bound", "measured", ""], body)


def machine(missing: Sequence[str]) -> str:
    """Date, cores, versions; nothing that names the machine."""
    versions = [f"{name} {found}" for name in PACKAGES if (found := _version(name))]
    lines = [
        f"Measured on {date.today().isoformat()}: {os.cpu_count()} cores, {platform.machine()}, "
        f"{platform.system()}, Python {platform.python_version()}, " + ", ".join(versions) + ".",
        "Medians of CPU time, contestants alternately; in brackets the multiple of our time (the first row). "
        "Absolute times move with the machine and its load; ratios hold to about ±30 %.",
    ]
    if missing:
        lines.append(f"Not installed, and left out: {', '.join(missing)}.")
    return "\n\n".join(lines) + "\n"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
