"""``python -I -S try_task.py LIBRARY``: a task with its answers as the page runs it, with nothing else installed."""

import json
import os
import sys
import tempfile
from typing import Any


def problem(outputs: list[dict[str, Any]]) -> str:
    """What keeps a check from judging a right answer as right; empty if nothing does."""
    said = [output for output in outputs if "html" in output or "absent" in output]
    if not said:
        return "no verdict"
    if "absent" in said[0]:
        return "absent"
    return "" if said[0]["text"][:1] in "✓…" else str(said[0]["text"])


def main() -> None:
    """Read the task, its keys and the answers from the standard input; write what keeps each check from working."""
    sys.path[:0] = [os.path.join(sys.argv[1], name) for name in ("ours", "packages")]
    from inpage.page import Page  # type: ignore[import-not-found]

    asked = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        page, found = Page(asked["notebook"], asked["keys"]), {}
        for cell in page.cells:
            if cell.is_check:
                said: dict[str, Any] = {}
                page.run(asked["answers"], cell.id, said.__setitem__)
                found[cell.id] = problem(said[cell.id])
        os.chdir("/")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
