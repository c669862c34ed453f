"""Tables for people and spreadsheets: CSV without formulas, and HTML without anything active."""

import csv
import html
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .whole_files import whole_file

__all__ = ["Table", "write_rows"]

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_rows(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Write a table as CSV; the file is never half written.

    Parameters
    ----------
    path : Path
        The file; its folder is made where there is none, as in a course that nbgrader alone has graded until now.
    columns : sequence of str
        Their names, in order.
    rows : iterable of mapping
        Values by the names of the columns.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path, errors="replace") as file:
        table = csv.DictWriter(file, columns)
        table.writeheader()
        table.writerows({name: _harmless(value) for name, value in row.items()} for row in rows)


def _harmless(value: Any) -> Any:
    """A spreadsheet runs text that begins like a formula; an apostrophe in front of what students wrote stops it."""
    is_formula = isinstance(value, str) and value.startswith(FORMULA) and value != "-"
    return f"'{value}" if is_formula else value


class Table:
    """Rows of values with names of the columns; a notebook shows it as a table.

    Parameters
    ----------
    columns : sequence of str
        Names.
    rows : iterable of sequence
        Values, in the order of the columns.

    Attributes
    ----------
    columns : tuple of str
        Names.
    rows : list of tuple
        Values to compute with.
    """

    def __init__(self, columns: Sequence[str], rows: Iterable[Sequence[Any]]):
        self.columns, self.rows = tuple(columns), [tuple(row) for row in rows]

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        lines = [self.columns, *([_text(value) for value in row] for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines) + "\n(none)" * (
            not self.rows
        )

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in self.columns)
        body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in self.rows)
        empty = f'<tr><td colspan="{len(self.columns)}">(none)</td></tr>'
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body or empty}</tbody></table>"


def _cell(value: Any) -> str:
    side = "left" if isinstance(value, str) else "right"
    return f'<td style="text-align: {side}">{html.escape(_text(value))}</td>'


def _text(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
