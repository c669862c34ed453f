"""Which chapters `make test` opens in JupyterLab: a fixed sample, and those that have changed since they were watched.

`make test-all` opens them all and writes down which it has seen, by a hash of the notebook, in ``watched.json``. The
others run in a kernel alone, which executes the same cells and moves the same sliders without a page that shows it.
"""

import hashlib
import json
from pathlib import Path

import pytest

__all__ = ["SAMPLE", "fingerprint", "is_due", "keep"]

RECORD = Path(__file__).with_name("watched.json")
SAMPLE = (
    "00-start-here",
    "04a-rotations",
    "05b-lagrange-equations",
    "07-spherical-joint-trees",
    "A15-trebuchet",
)


def fingerprint(chapter: Path) -> str:
    return hashlib.sha256(chapter.read_bytes()).hexdigest()[:16]


def is_due(chapter: Path, config: pytest.Config) -> bool:
    """Whether a run opens it in JupyterLab; one that leaves no test out (no ``-m``) opens all."""
    complete = not config.getoption("markexpr")
    return complete or chapter.stem in SAMPLE or _record().get(chapter.stem) != fingerprint(chapter)


def keep(seen: dict[str, str]) -> None:
    """Add what a run has watched, and forget chapters that are no more."""
    there = {path.stem for path in (RECORD.parents[2] / "course").glob("*.ipynb")}
    record = {name: seen for name, seen in sorted((_record() | seen).items()) if name in there}
    RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def _record() -> dict[str, str]:
    return json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
