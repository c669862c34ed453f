"""The file of the notebook that runs, as far as it is known: which cell defines a name, and what was edited since."""

import json
import os
import re
import symtable
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["FileCell", "OwnFile", "assigned"]

_ASSIGNS = re.compile(r"^(?:def\s+)?([^\W\d]\w*)\s*(?:=(?!=)|:\s*\w+\s*=|\()", re.MULTILINE)
_LONGEST = 40


def assigned(source: str) -> frozenset[str]:
    """Names that a cell assigns; of one with a syntax error those at the beginning of its lines.

    Parameters
    ----------
    source : str
        Text of the cell.
    """
    try:
        symbols = symtable.symtable(source, "<cell>", "exec").get_symbols()
    except (SyntaxError, ValueError, RecursionError):
        found = _ASSIGNS.finditer(source)
        return frozenset(match[1] for match in found if not match[0].endswith("(") or match[0].startswith("def"))
    return frozenset(symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported())


@dataclass(frozen=True)
class FileCell:
    """A code cell of the file.

    Attributes
    ----------
    id, source : str
        As they stand there.
    heading : str
        The last one above it.
    is_answer : bool
        Whether the student writes it.
    """

    id: str
    source: str
    heading: str
    is_answer: bool

    def __str__(self) -> str:
        """How a sentence names the cell."""
        lines = [text.strip() for text in self.source.splitlines() if text.strip()] or [""]
        begin = lines[0] if len(lines[0]) <= _LONGEST else lines[0][:_LONGEST].rstrip() + "…"
        return f"the cell `{begin}`" + (f" under “{self.heading}”" if self.heading else "")


class OwnFile:
    """The notebook of this kernel, whose name the server tells when it starts the kernel.

    Parameters
    ----------
    namespace : mapping
        Of the kernel: some editors name the file there.
    """

    def __init__(self, namespace: Mapping[str, Any]):
        self._folder, self._namespace = Path.cwd(), namespace

    def path(self) -> Path | None:
        """The file, if there is one of that name."""
        name = self._namespace.get("__vsc_ipynb_file__") or os.environ.get("JPY_SESSION_NAME", "")
        if not isinstance(name, str) or not name.endswith(".ipynb"):
            return None
        places = (Path(name), self._folder / Path(name).name)
        return next((place for place in places if place.is_absolute() and place.is_file()), None)

    def cells(self) -> list[FileCell]:
        """Its code cells; none where it is not known or cannot be read."""
        try:
            return list(_cells(self._content()))
        except (AttributeError, TypeError, KeyError):
            return []

    def _content(self) -> list[dict[str, Any]]:
        path = self.path()
        try:
            return list(json.loads(path.read_text(encoding="utf-8")).get("cells", [])) if path else []
        except (OSError, ValueError, AttributeError, TypeError):
            return []

    def _texts(self) -> list[str]:
        try:
            return ["".join(cell["source"]) for cell in self._content() if cell["cell_type"] == "markdown"]
        except (TypeError, KeyError):
            return []

    def cell_of(self, name: str) -> FileCell | None:
        """The first cell that assigns a name.

        Parameters
        ----------
        name : str
            The name.
        """
        return next((cell for cell in self.cells() if name in assigned(cell.source)), None)

    def quotes(self, name: str) -> bool:
        """Whether a name stands in quotes in its text, as the options of a choice do.

        Parameters
        ----------
        name : str
            The name.
        """
        return any(f"{sign}{name}{sign}" in text for text in self._texts() for sign in "'\"")

    def is_newer(self, identity: str, source: str, ran: float) -> bool:
        """Whether a cell was saved with another text after it had run.

        Parameters
        ----------
        identity, source : str
            Id of the cell, and the text that ran.
        ran : float
            When that was, s.
        """
        path = self.path()
        try:
            if path is None or path.stat().st_mtime <= ran:
                return False
        except OSError:
            return False
        saved = next((cell.source for cell in self.cells() if cell.id == identity), source)
        return _plain(saved) != _plain(source)


def _plain(source: str) -> list[str]:
    return [line.rstrip() for line in source.strip().splitlines()]


def _cells(cells: list[dict[str, Any]]) -> Any:
    heading = ""
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            titles = re.findall(r"^#{1,4}\s+(.+?)\s*$", source, re.MULTILINE)
            heading = titles[-1].replace("*", "") if titles else heading
        elif cell["cell_type"] == "code":
            is_answer = bool(cell.get("metadata", {}).get("nbgrader", {}).get("solution"))
            yield FileCell(str(cell.get("id", "")), source, heading, is_answer)
