"""Measure, print, and write RESULTS.md: ``python -m benchmarks [words of the tables to measure]``."""

import os
import sys
from collections.abc import Iterator

# Before numpy loads: variables that force OpenBLAS or numpy onto slow code, and threads for 4 x 4 matrices.
for _name in list(os.environ):
    if _name.startswith(("OPENBLAS_", "NVPL_", "NPY_", "MKL_")):
        del os.environ[_name]
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

from pathlib import Path  # noqa: E402

from mechanics import systems  # noqa: E402

from . import book, constrained, grading, grading_cluster, grading_replay, ours, report, startup, tasks, trees  # noqa: E402
from .cases import cases  # noqa: E402
from .report import Target  # noqa: E402
from .slider import SLIDERS, Response, in_page  # noqa: E402
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
Simulations share the tolerance, not the error: a run without a compiler spends only a part of the tolerance on each
step (docs/accuracy.md), so that it errs less than its peers and takes more steps than it would for their error.
"""
MOTIONS = ("simulation", "end_to_end")


def main(words: list[str]) -> None:
    """Measure the tables whose key contains one of the words; write the file only when all were measured."""
    measured = dict(_measured(words))
    if "book" in words:
        print(book.table(book.measured()), flush=True)
    if "startup" in words:
        print(startup.table_of(startup.measured()), flush=True)
    if "replay" in words:
        grading_replay.write()
    if not words:
        _write(measured)


def _measured(words: list[str]) -> Iterator[tuple[str, dict]]:
    """Measure and print one table after the other: its key and its results."""
    for key, row in (TABLES | _own_tables()).items():
        if not words or any(word in key for word in words):
            results = row[3]() if len(row) > 3 else _of_all_cases(key)
            print(report.comparison(*row[:3], results), flush=True)
            yield key, results


def _of_all_cases(key: str) -> dict:
    wanted = [case for case in cases() if case.is_regular or key not in MOTIONS]
    return {case.name: getattr(tasks, key)(case) for case in wanted}


def _write(measured: dict) -> None:
    """Measure what is no comparison with peers, and write all of it, the targets first."""
    imports, slider = ours.imports(), ours.slider()
    screens, played = {system: in_jupyterlab(system) for system in SLIDERS}, dict(in_page(systems.names()))
    pages, starts = book.measured(), startup.measured()
    targets = [*_targets(measured, imports, played, screens), *startup.targets(starts), *book.targets(pages)]
    extra = [
        report.targets(targets),
        startup.table_of(starts),
        book.table(pages),
        _of_responses(slider, played, screens),
        _of_modules(imports),
    ]
    print("\n".join(extra))
    titles = TABLES | _own_tables()
    tables = [report.comparison(*titles[key][:3], results) for key, results in measured.items()]
    RESULTS.write_text("\n".join([INTRODUCTION, report.machine(tasks.missing()), *extra, *tables]), "utf-8")


def _of_modules(imports: dict) -> str:
    head = ["statement", "CPU s", "modules", "of numba, matplotlib, Jupyter"]
    rows = [[f"`{s}`", f"{t:.2f}", str(n), ", ".join(bad) or "none"] for s, (t, n, bad) in imports.items()]
    return "## Imports\n\n" + report.table(head, rows)


def _of_responses(slider: dict, played: dict[str, Response], screens: dict) -> str:
    head = ["system", "in a page: to the picture", "run", "drawing", "slider to run", "in Python, 10 s, as bytes"]
    rows = [[name, *_in_ms(played.get(name)), f"{t * 1e3:.1f}"] for name, t in slider.items()]
    said = "; ".join(f"`{system}`: {screen}" for system, screen in screens.items())
    shown = f"\nIn JupyterLab, in headless Chromium, {said}.\n"
    return "## From a slider to a new trajectory (ms)\n\n" + report.table(head, rows) + shown


def _in_ms(response: Response | None) -> list[str]:
    """A page without a kernel: until the picture and the end of a run, drawing, and all with the screen's rate."""
    if response is None:
        return ["–"] * 4
    picture = response.shown - response.drawing
    return [f"{1e3 * s:.1f}" for s in (picture, response.simulation, response.drawing, response.total)]


def _own_tables() -> dict:
    return {key: row for module in OTHERS for key, row in module.TABLES.items()}


def _targets(measured: dict, imports: dict, played: dict[str, Response], screens: dict) -> Iterator[Target]:
    """The targets, each for the system it was set for."""
    for part in (
        _targets_of_derivations,
        _targets_of_one_state,
        _targets_of_many_states,
        _targets_of_motions,
    ):
        yield from part(measured)
    for module in OTHERS:
        yield from module.targets(measured)
    yield from _targets_of_imports(imports)
    yield from _targets_of_sliders(played, screens)


def _faster(
    measured: dict, what: str, place: tuple[str, str], peer: str, wanted: float, route: str = tasks.OURS
) -> Target:
    """How many times the time of a route a peer takes, in the table and for the system that `place` names."""
    table, case = place
    times = measured[table][case]
    ratio = times[peer] / times[route] if peer in times and route in times else None
    return Target(f"{what}, against {peer.removeprefix('sympy ')}", ratio, wanted)


def _targets_of_derivations(measured: dict) -> Iterator[Target]:
    wanted = {"tower_crane": 40, "planar_robot": 100, "trebuchet": 100, "planar_manipulator": 100}
    for case, times in wanted.items():
        place = ("derivation", case)
        yield _faster(measured, f"derivation of {case}", place, "sympy LagrangesMethod", times)


def _targets_of_one_state(measured: dict) -> Iterator[Target]:
    for case in ("planar_robot", "tower_crane"):
        place, plain = ("accelerations", case), f"q̈ of {case}, no compiler"
        yield _faster(measured, plain, place, tasks.LAMBDIFY, 5)
        yield _faster(measured, plain, place, "pydy cython", 1)
        fast = measured["accelerations"][case].get(tasks.COMPILED)
        yield Target(f"q̈ of {case} with numba", fast and fast * 1e6, 1, "µs", at_least=False)
    for peer in ("pinocchio aba", "mujoco mj_forward"):
        place = ("accelerations", "pendulum 8")
        yield _faster(measured, "q̈ of 8 rods with numba", place, peer, 1, tasks.COMPILED)


def _targets_of_many_states(measured: dict) -> Iterator[Target]:
    seconds = measured["many_states"]["tower_crane"][tasks.OURS]
    yield Target("10 000 states of tower_crane, numpy alone", seconds * 1e9, 150, "ns a state", at_least=False)


def _targets_of_motions(measured: dict) -> Iterator[Target]:
    robot, crane, pydy = ("simulation", "planar_robot"), ("end_to_end", "tower_crane"), "pydy System lambdify"
    by_lagrange = "sympy LagrangesMethod + lambdify(cse=True)"
    yield _faster(measured, "10 s of planar_robot, no compiler", robot, pydy, 4)
    yield _faster(measured, "10 s of planar_robot, no compiler", robot, tasks.SOLVE_IVP, 10)
    yield _faster(measured, "10 s of planar_robot with numba", robot, pydy, 80, tasks.COMPILED)
    yield _faster(measured, "end to end tower_crane, no compiler", crane, pydy, 8)
    yield _faster(measured, "end to end tower_crane, no compiler", crane, by_lagrange, 60)


def _targets_of_imports(imports: dict) -> Iterator[Target]:
    slowest, unwanted = imports[ours.STATEMENTS[-1]][0], sum(len(bad) for *_, bad in imports.values())
    yield Target("`from mechanics import systems`", slowest, 0.6, "s", at_least=False)
    yield Target("modules of numba, matplotlib or Jupyter loaded by it", unwanted, 0, "", at_least=False)


def _targets_of_sliders(played: dict[str, Response], screens: dict) -> Iterator[Target]:
    for system, screen in screens.items():
        shown = screen.total * 1e3 if isinstance(screen, Response) else None
        wanted = 150 if isinstance(screen, Response) and screen.simulation else 33
        yield Target(f"slider to new picture in JupyterLab, {system}", shown, wanted, "ms", at_least=False)
    slowest = max((response.ours for response in played.values()), default=None)
    yield Target("slider, our part of a whole run, slowest system", slowest and slowest * 1e3, 20, "ms", at_least=False)
    picture = max((response.shown for response in played.values()), default=None)
    name = "slider, our part of a picture near the end of the motion, slowest system"
    yield Target(name, picture and picture * 1e3, 20, "ms", at_least=False)


if __name__ == "__main__":
    main(sys.argv[1:])
