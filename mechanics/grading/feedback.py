"""Feedback pages: a sentence for what failed, no part of a hidden test, nothing that runs or is fetched.

Plain nbgrader prints the hidden tests twice into the page that a student gets back: as source of the test cell and, if
a test fails, as traceback. ``nbgrader_config.py`` puts `FeedbackPage` in its place.
"""

import html
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from nbconvert.exporters import HTMLExporter
from nbconvert.exporters.exporter import Exporter
from nbconvert.filters import strip_ansi
from nbformat import NotebookNode

from mechanics.language import FEEDBACK, catalogue, tell

from .feedback_language import language_of, speak
from .feedback_steps import Report, report_of
from .formulas import sentence_html
from .notebooks import split_hidden
from .sketches import sketches_of
from .standing import Standing, standing_of

__all__ = ["FeedbackPage", "clean", "page_of", "sentence"]

TEMPLATES = Path(__file__).parent / "templates"
_QUOTED = "(This output quoted a test that is not shown.)"
_SHORTEST = 16  # characters; shorter lines of a hidden test give nothing away and occur elsewhere


class FeedbackPage(HTMLExporter):
    """HTML of an autograded notebook as a student may see it; it needs neither scripts nor the network."""

    def from_notebook_node(self, nb: NotebookNode, resources: Any = None, **kw: Any) -> tuple[Any, Any]:
        """Clean the notebook, then write the page.

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
        nb, resources = Exporter.from_notebook_node(self, clean(nb), resources, **kw)  # runs the preprocessors
        names = resources.get("nbgrader", {})
        standing = standing_of(names)
        name = names.get("notebook") or resources.get("metadata", {}).get("name", "Feedback")
        language = language_of(nb)
        source = self._source(names)
        report = report_of(speak(nb, language, source).cells, sketches_of(source), standing, name, language)
        page = page_of(report, standing or _sum_of(report), name, names.get("assignment", ""), language, source.parent)
        return page, resources

    def _source(self, names: Any) -> Path:
        """The task of this notebook in the source folder, as far as nbgrader runs this."""
        course = getattr(self.parent, "coursedir", None)
        if course is None or "assignment" not in names:
            return Path("none")
        folder = course.format_path(course.source_directory, ".", names["assignment"])
        return Path(folder) / f"{names['notebook']}.ipynb"


def page_of(
    report: Report, standing: Standing, name: str, assignment: str, language: str = "en", task: Path = Path()
) -> str:
    """Write the page.

    Parameters
    ----------
    report : Report
        The steps.
    standing : Standing
        The total.
    name, assignment : str
        Of the notebook and its assignment.
    language : str
        Of the page.
    task : Path
        Folder of the assignment.

    Returns
    -------
    str
        HTML.
    """
    words = catalogue(language, FEEDBACK)
    return (
        _templates()
        .get_template("feedback.html.j2")
        .render(
            title=sentence_html(report.title.replace("*", "")),
            notes=report.notes,
            steps=report.steps,
            total=standing,
            name=html.escape(name),
            assignment=html.escape(assignment),
            language=language,
            said=lambda text, *parts: _filled(words.get(text) or tell(text, language, task), parts),
            style=(TEMPLATES / "feedback.css").read_text(encoding="utf-8"),
        )
    )


@cache
def _templates() -> Environment:
    found = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=False)  # what is inserted is HTML, or escaped
    found.filters |= {"points": _points, "sentence": lambda text: sentence_html(text.replace("*", ""))}
    return found


def _filled(text: str, parts: tuple[object, ...]) -> str:
    shown = [_points(part) if isinstance(part, int | float) else str(part) for part in parts]
    return text.format(*shown) if parts else text  # a title may hold braces of its own


def _points(value: float) -> str:
    return f"{round(float(value), 2) + 0:g}"  # no "-0"


def _sum_of(report: Report) -> Standing:
    """The total of a notebook that no gradebook knows."""
    return Standing(sum(step.points for step in report.steps), sum(step.maximum for step in report.steps))


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
    """An output without secrets: formulas as text, pictures as pictures."""
    if output.output_type == "error":
        lines = [sentence(output)] if is_check else output.traceback
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
