"""Measure, print, and write RESULTS.md: ``python -m benchmarks [words of the tables to measure]``."""

import os
import sys

# Before numpy loads: variables that force OpenBLAS or numpy onto slow code, and threads for 4 x 4 matrices.
for _name in list(os.environ):
    if _name.startswith(("OPENBLAS_", "NVPL_", "NPY_", "MKL_")):
        del os.environ[_name]
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

from pathlib import Path  # noqa: E402

from . import book, constrained, grading, grading_cluster, ours, report, tasks, trees  # noqa: E402
from .cases import cases  # noqa: E402
from .report import Target  # noqa: E402
from .slider import SLIDERS, Response  # noqa: E402
from .slider import measured as in_jupyterlab  # noqa: E402

RESULTS = Path(__file__).with_name("RESULTS.md")
TABLES = {
    "derivation": ("Deriving M and the right-hand side", "ms", 1e3),
    "accelerations": ("Evaluating q̈ once, from Python", "µs", 1e6),
    "many_states": ("Evaluating q̈ of 10 000 states in one call", "ns a state", 1e9),
    "simulation": ("10 s of simulation, tolerance 1e-8, 1001 outputs", "ms", 1e3),
    "end_to_end": ("Describe, derive, build and simulate 10 s", "ms", 1e3),
}
OTHERS = (trees, constrained, grading, grading_cluster)  # tables with cases of their own, and their targets
INTRODUCTION = """# How fast it is

Written by `make bench`. Every route gets the same expressions and the same task, and all must give the same numbers
in this run, or it stops. Motions of the trebuchet are chaotic, so only its equations are compared.
"""
MOTIONS = ("simulation", "end_to_end")


def main(words: list[str]) -> None:
    """Measure the tables whose key contains one of the words; write the file only when all were measured."""
    measured = {}
    for key, (title, unit, scale) in TABLES.items():
        if words and not any(word in key for word in words):
            continue
        measured[key] = {
            case.name: getattr(tasks, key)(case) for case in cases() if case.is_regular or key not in MOTIONS
        }
        print(report.comparison(title, unit, scale, measured[key]), flush=True)
    for key, (title, unit, scale, measure) in _own_tables().items():
        if not words or any(word in key for word in words):
            measured[key] = measure()
            print(report.comparison(title, unit, scale, measured[key]), flush=True)
    if "book" in words:
        print(book.table(book.measured()), flush=True)
    if words:
        return
    extra, imports, slider = [], ours.imports(), ours.slider()
    rows = [[f"`{s}`", f"{t:.2f}", str(n), ", ".join(bad) or "none"] for s, (t, n, bad) in imports.items()]
    head = ["statement", "CPU s", "modules", "of numba, matplotlib, Jupyter"]
    extra.append("## Imports\n\n" + report.table(head, rows))
    rows = [[name, f"{t * 1e3:.1f}"] for name, t in slider.items()]
    head = ["system", "in Python: parameters to packed bytes, ms"]
    screens = {system: in_jupyterlab(system) for system in SLIDERS}
    said = "; ".join(f"`{system}`: {screen}" for system, screen in screens.items())
    shown = f"\nIn JupyterLab, in headless Chromium, {said}.\n"
    extra.append("## From a slider to a new trajectory of 10 s\n\n" + report.table(head, rows) + shown)
    pages = book.measured()
    extra.append(book.table(pages))
    extra.append(report.targets([*_targets(measured, imports, slider, screens), *book.targets(pages)]))
    print("\n".join(extra))
    titles = TABLES | {key: row[:3] for key, row in _own_tables().items()}
    tables = [report.comparison(*titles[key], results) for key, results in measured.items()]
    RESULTS.write_text(
        "\n".join([INTRODUCTION, report.machine(tasks.missing()), *extra[::-1], *tables]), "utf-8"
    )


def _own_tables() -> dict:
    return {key: row for module in OTHERS for key, row in module.TABLES.items()}


def _targets(measured: dict, imports: dict, slider: dict, screens: dict) -> list[Target]:
    """The targets, each for the system it was set for."""

    def ratio(table: str, case: str, peer: str, route: str = tasks.OURS) -> float | None:
        times = measured[table][case]
        return times[peer] / times[route] if peer in times and route in times else None

    lagrange, pydy = "sympy LagrangesMethod", "pydy System lambdify"
    compiled, derived = tasks.COMPILED, ("planar_robot", "trebuchet", "planar_manipulator")
    slowest, unwanted = imports[ours.STATEMENTS[-1]][0], sum(len(bad) for *_, bad in imports.values())
    shown = [screen.total * 1e3 if isinstance(screen, Response) else None for screen in screens.values()]
    once, many = measured["accelerations"], measured["many_states"]
    rows = [
        Target(
            "derivation of tower_crane, against LagrangesMethod",
            ratio("derivation", "tower_crane", lagrange),
            40,
        )
    ]
    rows += [
        Target(f"derivation of {case}, against LagrangesMethod", ratio("derivation", case, lagrange), 100)
        for case in derived
    ]
    for case in ("planar_robot", "tower_crane"):
        fast = once[case].get(compiled)
        rows += [
            Target(
                f"q̈ of {case}, no compiler, against lambdify", ratio("accelerations", case, tasks.LAMBDIFY), 5
            ),
            Target(
                f"q̈ of {case}, no compiler, against pydy cython",
                ratio("accelerations", case, "pydy cython"),
                1,
            ),
            Target(f"q̈ of {case} with numba", fast and fast * 1e6, 1, "µs", at_least=False),
        ]
    chain = [("pinocchio", "pinocchio aba"), ("mujoco", "mujoco mj_forward")]
    rows += [
        Target(
            f"q̈ of 8 rods with numba, against {name}", ratio("accelerations", "pendulum 8", peer, compiled), 1
        )
        for name, peer in chain
    ]
    robot, crane = ("simulation", "planar_robot"), ("end_to_end", "tower_crane")
    by_lagrange = "sympy LagrangesMethod + lambdify(cse=True)"
    return [
        *rows,
        Target("10 s of planar_robot, no compiler, against pydy System", ratio(*robot, pydy), 4),
        Target("10 s of planar_robot, no compiler, against solve_ivp + lambdify", ratio(*robot, tasks.SOLVE_IVP), 10),
        Target("10 s of planar_robot with numba, against pydy System", ratio(*robot, pydy, compiled), 80),
        Target("end to end tower_crane, no compiler, against pydy", ratio(*crane, pydy), 8),
        Target("end to end tower_crane, no compiler, against LagrangesMethod", ratio(*crane, by_lagrange), 60),
        *(target for module in OTHERS for target in module.targets(measured)),
        Target("10 000 states of tower_crane, numpy alone", many["tower_crane"][tasks.OURS] * 1e9, 150, "ns a state",
               at_least=False),
        Target("`from mechanics import systems`", slowest, 0.6, "s", at_least=False),
        Target("modules of numba, matplotlib or Jupyter loaded by it", unwanted, 0, "", at_least=False),
        Target("slider to new picture, simulated in the browser", shown[0], 33, "ms", at_least=False),
        Target("slider to new picture, simulated in the kernel", shown[1], 150, "ms", at_least=False),
        Target("slider, our part, slowest system", max(slider.values()) * 1e3, 20, "ms", at_least=False),
    ]  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1:])
