"""``python -I -S try_in_page.py LIBRARY``: runs tasks with their answers, and cells of chapters, as the page does.

Nothing else is installed for it. Each line of the standard input asks for one run and is answered with one line. Each
run has a process of its own, a copy of this one, which has imported sympy; where the system cannot fork, there is only
one line.
"""

import json
import os
import sys
import tempfile
import traceback
from typing import Any


def problem(outputs: list[dict[str, Any]]) -> str:
    """What keeps a check from judging a right answer as right; empty if nothing does."""
    said = [output for output in outputs if "html" in output or "absent" in output]
    if not said:
        return "no verdict"
    if "absent" in said[0]:
        return "absent"
    return "" if said[0]["text"][:1] in "✓…" else str(said[0]["text"])


def problems(notebook: dict[str, Any], keys: str, answers: dict[str, str]) -> dict[str, str]:
    """What keeps each check of a task from working, by its id."""
    from inpage.page import Page  # type: ignore[import-not-found]

    page, found = Page(notebook, keys), {}
    for cell in page.cells:
        if cell.is_check:
            said: dict[str, Any] = {}
            page.run(answers, cell.id, said.__setitem__)
            found[cell.id] = problem(said[cell.id])
    return found


def running(cells: list[dict[str, Any]]) -> dict[str, bool]:
    """The ids of the cells of a chapter that run, and whether they show anything."""
    found = _running(cells)
    while len(found) < len(cells):  # one may have used what another did before it failed
        cells = [cell for cell in cells if cell["id"] in found]
        found = _running(cells)
    return found


def _running(cells: list[dict[str, Any]]) -> dict[str, bool]:
    from inpage.page import Page

    page, good = Page({"cells": cells}, "{}"), {}
    for cell in page.cells:
        said: dict[str, Any] = {}
        page.run({}, cell.id, said.__setitem__)
        if not cell.needs and not any("error" in output for output in said[cell.id]):
            good[cell.id] = bool(said[cell.id])
    return good


def answer(line: str) -> str:
    """What one line asks for: arguments of `problems`, or of `running`."""
    asked = json.loads(line)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        found = problems(**asked) if "answers" in asked else running(**asked)
        os.chdir("/")
    return json.dumps(found)


def in_a_copy(line: str) -> None:
    """Answer in a process of its own; where that fails, this one ends, too."""
    if child := os.fork():
        if os.waitpid(child, 0)[1]:
            sys.exit(1)
        return
    status = 1
    try:
        print(answer(line), flush=True)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def main() -> None:
    """Answer each line."""
    sys.path[:0] = [os.path.join(sys.argv[1], name) for name in ("ours", "packages")]
    import inpage.page  # noqa: F401
    import sympy  # noqa: F401

    for line in sys.stdin:
        if hasattr(os, "fork"):
            in_a_copy(line)
        else:
            print(answer(line))


if __name__ == "__main__":
    main()
