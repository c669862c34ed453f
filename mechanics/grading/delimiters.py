"""Lines around solutions and hidden tests that a course calls otherwise than nbgrader does."""

import json
from collections.abc import Mapping
from typing import Any

from traitlets.config import Config

from .notebooks import BEGIN_HIDDEN, BEGIN_SOLUTION, END_HIDDEN, END_SOLUTION

__all__ = ["as_usual", "own_delimiters"]

USUAL = {
    ("ClearHiddenTests", "begin_test_delimeter"): BEGIN_HIDDEN,
    ("ClearHiddenTests", "end_test_delimeter"): END_HIDDEN,
    ("ClearSolutions", "begin_solution_delimeter"): BEGIN_SOLUTION,
    ("ClearSolutions", "end_solution_delimeter"): END_SOLUTION,
}


def own_delimiters(config: Config) -> dict[str, str]:
    """What ``c.ClearHiddenTests`` and ``c.ClearSolutions`` say.

    Parameters
    ----------
    config : Config
        Of the course.

    Returns
    -------
    dict of str to str
        nbgrader's delimiter by that of the course; empty where they are the same.
    """
    said = {str(config[kind][name]): usual for (kind, name), usual in USUAL.items() if name in config[kind]}
    return {own: usual for own, usual in said.items() if own and own != usual}


def as_usual(notebook: bytes, own: Mapping[str, str]) -> bytes:
    """A notebook with nbgrader's delimiters instead of those of the course.

    Parameters
    ----------
    notebook : bytes
        The file.
    own : mapping of str to str
        From `own_delimiters`.

    Returns
    -------
    bytes
        The same where there is nothing to replace, or where it cannot be read.
    """
    if not own:
        return notebook
    try:
        page = json.loads(notebook)
        for cell in page["cells"]:
            cell["source"] = "\n".join(_line(line, own) for line in "".join(cell["source"]).split("\n"))
    except (ValueError, TypeError, KeyError):
        return notebook
    return json.dumps(page, ensure_ascii=False).encode()


def _line(line: Any, own: Mapping[str, str]) -> str:
    """A line; the first delimiter that is in there counts, as in nbgrader."""
    found = next((name for name in own if name in line), "")
    return line.replace(found, own[found]) if found else str(line)
