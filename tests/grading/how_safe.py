"""Measure how safe grading is, and write docs/how-safe.md: ``python -m tests.grading.how_safe``; half an hour.

Words name the parts to measure anew: faults, mechanics, nbgrader.
"""

import json
import shutil
import sys
import tempfile
import textwrap
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "how-safe.md"
MEASURED = PAGE.parent / "_build" / "how-safe"  # a file for each part
ROUTES = {"mechanics": "`mechanics grade`", "nbgrader": "`nbgrader autograde`"}
FAULTS = 216  # asked for: the analysis has fewer writes than its share
INTRODUCTION = """# How safe grading is

Two tables of measurements, written by `python -m tests.grading.how_safe`. The tests in `tests/grading` try the same
submissions and faults, some of them with every change.

## Submissions that are hostile or broken

{submissions} submissions to a task of 7 points go through both routes: the command `mechanics grade`, and
`nbgrader autograde` with this course's configuration, which is also what the formgrader's button does. Among them is
the work of an honest student with everything right. *May get* is what the right answers of a submission earn; with ≤,
the submission has damaged its own Python and may lose more.

{verdict}

{hostile}
## Writes that fail

A class of 20 students, some of whose marks were given by hand, is graded with one fault. At the k-th write of the
process to the course's folder – gradebook, stored results, pages, records, tables – the disk is full from then on, the
disk fails once, access to the folder is denied from then on, or the process is killed halfway through the write. The
writes are spread evenly over all kinds of files. Then the same command runs once more.

{faults}

After every fault: each mark is either the old or the new one, none is missing or duplicated, and marks given by hand
are unchanged; the command has ended with exit code 2 and one sentence, or the fault did not affect it. After the next
run: the gradebook, pages, tables and records are those of a run without a fault, and no file is left behind.
"""


def main(words: list[str]) -> int:
    """Measure and write the page.

    Parameters
    ----------
    words : list of str
        Parts to measure; all if empty.

    Returns
    -------
    int
        Exit code: 1 if a submission got marks that it must not get.
    """
    warnings.simplefilter("ignore")
    MEASURED.mkdir(parents=True, exist_ok=True)
    for part in words or ["faults", *ROUTES]:
        with tempfile.TemporaryDirectory(prefix="how-safe-") as folder:
            found = _faults(Path(folder)) if part == "faults" else _hostile(Path(folder), part)
        (MEASURED / f"{part}.json").write_text(json.dumps(found), encoding="utf-8")
    faults, *routes = (_measured(part) for part in ("faults", *ROUTES))
    if not (faults and all(routes)):
        return 0  # another run measures the rest
    right = _write(faults, dict(zip(ROUTES, routes, strict=True)))
    return int(not right)


def _measured(part: str) -> Any:
    path = MEASURED / f"{part}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def _write(faults: Mapping[str, Mapping[str, int]], routes: Mapping[str, Mapping[str, tuple[str, str, bool]]]) -> bool:
    verdict, right = _verdict(routes)
    text = INTRODUCTION.format(
        submissions=len(routes["mechanics"]),
        verdict=textwrap.fill(verdict, 120),
        hostile=_table(routes),
        faults=_fault_table(faults),
    )
    PAGE.write_text(text, encoding="utf-8")
    print(verdict)
    return right


def _faults(place: Path) -> dict[str, dict[str, int]]:
    """How many faults of which kind each command has survived; an AssertionError if one did harm."""
    from .test_failing_writes import Faults

    (place / "faults").mkdir()
    faults = Faults(place / "faults", 20)
    faults.try_all(FAULTS)
    faults.close()
    return faults.counts


def _hostile(place: Path, route: str) -> dict[str, tuple[str, str, bool]]:
    """Of each submission what it may get, what it got, and whether that is right."""
    from .box_course import Course, released_box
    from .hostile_reach import world
    from .test_entry_points import Graded

    released = place / "released"
    if not released.exists():
        released_box(released)
    course = Course(Path(shutil.copytree(released, place / route / "course")))
    with world(course.solution.parent) as outside:
        graded = Graded(course, outside, True)
        graded.run(route, place / route / "around")
        assert not outside.visitors(), "a submission has reached a socket outside"
    assert graded.after == graded.before, "files outside were changed"
    assert not graded.left, f"left in the folder for temporary files: {graded.left}"
    scores = course.scores()
    return {
        student.split(" ", 1)[-1] if student[:3].isdigit() else student: (
            f"{'' if case.exactly else '≤ '}{case.points:g}",
            f"{scores[student][0]:g}" if student in scores else "none",
            student in scores and case.agrees(scores[student][0]) and not scores[student][1],
        )
        for student, case in graded.cases.items()
    }


def _verdict(routes: Mapping[str, Mapping[str, tuple[str, str, bool]]]) -> tuple[str, bool]:
    wrong = [f"{ROUTES[route]}: {what}" for route, found in routes.items() for what, row in found.items() if not row[2]]
    differ = [what for what, row in routes["mechanics"].items() if row[1] != routes["nbgrader"][what][1]]
    count = 2 * len(routes["mechanics"])
    text = (
        f"**{count - len(wrong)} of {count} marks are as they should be** (exceptions: {', '.join(wrong) or 'none'}); "
        f"the two routes differ in {len(differ)} ({', '.join(differ) or 'none'}). No submission changed a file outside "
        "its sandbox, reached a socket or another process, or left anything in the folder for temporary files; all "
        "other submissions got their marks."
    )
    return text, not wrong


def _table(routes: Mapping[str, Mapping[str, tuple[str, str, bool]]]) -> str:
    lines = [f"| submission | may get | {' | '.join(ROUTES.values())} |", "| --- | --- | --- | --- |"]
    for what, (may, got, _) in routes["mechanics"].items():
        lines.append(f"| {what.replace('|', '/')} | {may} | {got} | {routes['nbgrader'][what][1]} |")
    return "\n".join(lines) + "\n"


def _fault_table(faults: Mapping[str, Mapping[str, int]]) -> str:
    kinds = list(next(iter(faults.values())))
    names = {
        "grade": "`mechanics grade`",
        "grade again": "`mechanics grade --apply`, with new work and a changed check",
        "analysis": "`mechanics analysis`",
    }
    lines = [f"| command | {' | '.join(kinds)} | harm |", f"| --- |{' --- |' * len(kinds)} --- |"]
    for what, row in faults.items():
        lines.append(f"| {names[what]} | {' | '.join(str(row[kind]) for kind in kinds)} | 0 |")
    total: dict[str, Any] = {kind: sum(row[kind] for row in faults.values()) for kind in kinds}
    lines.append(f"| total {sum(total.values())} | {' | '.join(map(str, total.values()))} | 0 |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
