"""Tables for people and spreadsheets: CSV in which no cell is taken for a formula."""

import csv
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

__all__ = ["write_rows"]

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_rows(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write a table; never half of one."""
    part = path.with_suffix(".part")
    with open(part, "w", newline="", encoding="utf-8", errors="replace") as file:
        table = csv.DictWriter(file, columns)
        table.writeheader()
        table.writerows({name: _harmless(value) for name, value in row.items()} for row in rows)
    os.replace(part, path)


def _harmless(value: Any) -> Any:
    """A spreadsheet runs text that begins like a formula; what students wrote gets a mark in front that stops it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
