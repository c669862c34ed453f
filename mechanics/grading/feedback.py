"""Feedback pages: a sentence for what failed, no part of a hidden test, nothing that runs or is fetched.

Plain nbgrader prints the hidden tests twice into the page that a student gets back: as source of the test cell and, if
a test fails, as traceback. ``nbgrader_config.py`` puts `FeedbackPage` in its place.
"""

import html
import re
import textwrap
from collections.abc import Iterator
from typing import Any

from nbconvert.exporters import HTMLExporter
from nbconvert.filters import strip_ansi
from nbformat import NotebookNode
from traitlets import default

from .notebooks import split_hidden

__all__ = ["FeedbackPage", "clean", "sentence"]

_SCRIPT = re.compile(r"<script\b.*?</script\s*>", re.DOTALL | re.IGNORECASE)
_QUOTED = "(This output quoted a test that is not shown.)"
_SHORTEST = 16  # characters; shorter lines of a hidden test give nothing away and occur elsewhere


class FeedbackPage(HTMLExporter):
    """HTML of an autograded notebook as a student may see it; it needs neither scripts nor the network."""

    @default("sanitize_html")
    def _sanitize_html(self) -> bool:
        return True

    def from_notebook_node(self, nb: NotebookNode, resources: Any = None, **kw: Any) -> tuple[Any, Any]:
        """Clean the notebook, then convert it.

        Parameters
        ----------
        nb : nbformat.NotebookNode
            An autograded notebook.
        resources : dict, optional
            As nbconvert passes them.
        **kw
            As nbconvert passes them.

        Returns
        -------
        str
            The page.
        dict
            The resources.
        """
        page, resources = super().from_notebook_node(clean(nb), resources, **kw)
        return _SCRIPT.sub("", page), resources


def clean(notebook: NotebookNode) -> NotebookNode:
    """Take the hidden tests out of sources and outputs, and turn what a test cell raised into a sentence.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        An autograded notebook, which is changed.

    Returns
    -------
    nbformat.NotebookNode
        The same.
    """
    hidden = set()
    for cell in _code(notebook):
        cell.source, lines = split_hidden(cell.source)
        hidden |= {line.strip() for line in lines}
    visible = {line.strip() for cell in _code(notebook) for line in cell.source.split("\n")}
    secrets = {line for line in hidden - visible if len(line) >= _SHORTEST}
    for cell in _code(notebook):
        is_check = cell.metadata.get("nbgrader", {}).get("grade", False)
        cell.outputs = [_output(output, secrets, is_check) for output in cell.outputs]
    return notebook


def _code(notebook: Any) -> Iterator[Any]:
    return (cell for cell in notebook.cells if cell.cell_type == "code")


def _output(output: Any, secrets: set[str], is_check: bool) -> Any:
    """An output without secrets; formulas as text, because no script typesets LaTeX, pictures as pictures."""
    if output.output_type == "error":
        lines = textwrap.wrap(sentence(output), 90) if is_check else output.traceback
        output.traceback = [_QUOTED] if _quotes("\n".join(lines), secrets) else lines
        return output
    if output.output_type == "stream":
        output.text = _QUOTED if _quotes(output.text, secrets) else output.text
        return output
    data = output.data
    if "text/plain" in data:
        data.pop("text/latex", None)
    if "image/png" in data:
        data.pop("text/html", None)  # the same picture once more; the sanitizer of HTML would show it as text
    if any(isinstance(text, str) and _quotes(text, secrets) for text in data.values()):
        output.data = type(data)({"text/plain": _QUOTED})
    return output


def _quotes(text: str, secrets: set[str]) -> bool:
    plain = html.unescape(strip_ansi(text))
    return any(secret in plain for secret in secrets)


def sentence(error: NotebookNode) -> str:
    """What an error in a test cell means to the student.

    Parameters
    ----------
    error : nbformat.NotebookNode
        An output of the type ``error``.

    Returns
    -------
    str
        A sentence without traceback.
    """
    name, value = str(error.ename), strip_ansi(str(error.evalue))
    missing = re.match(r"name '(\w+)' is not defined", value)
    if name == "CheckFailed":
        return value
    if name == "NameError" and missing:
        return (
            f"`{missing[1]}` is not defined: the answer cell before this check stopped with an error, "
            "or assigns its result to another name."
        )
    if "Timeout" in name:
        return "This check did not finish in time: is there an endless loop?"
    return f"{name}: {value}" if value else name
