"""Feedback in the language in which a student had the task: the notebook says which, so a class may be mixed."""

from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from mechanics.language import languages, tell
from mechanics.workspace import CATALOGUES, WorkspaceError, catalogue_of, material
from mechanics.workspace.markdown import retold

__all__ = ["language_of", "speak"]


def language_of(notebook: NotebookNode) -> str:
    """Read the language of a notebook that was handed in.

    Parameters
    ----------
    notebook : NotebookNode
        Anything may stand in its metadata.

    Returns
    -------
    str
        One of `mechanics.language.languages`; English if it says nothing sensible.
    """
    ours = notebook.metadata.get("mechanics")
    named = ours.get("language") if isinstance(ours, dict) else None
    return named if isinstance(named, str) and named in languages() else "en"


def speak(notebook: NotebookNode, language: str, source: Path) -> NotebookNode:
    """Translate the task's texts and what its checks said; answers and comments stay as they were written.

    Parameters
    ----------
    notebook : NotebookNode
        Autograded, without hidden tests; it is changed.
    language : str
        The student's.
    source : Path
        The notebook of the task in the folder of its assignment.

    Returns
    -------
    NotebookNode
        The same notebook.
    """
    if language == "en":
        return notebook
    words = _catalogue(source, language)
    for cell in notebook.cells:
        marks = cell.metadata.get("nbgrader", {})
        if cell.cell_type == "markdown" and marks.get("locked") and not marks.get("solution"):
            cell.source = retold(cell.source, lambda text: words.get(text, text))
        for output in cell.get("outputs", []) if marks.get("grade") else []:
            _retell(output, language, source.parent)
    return notebook


def _catalogue(source: Path, language: str) -> Any:
    try:
        folder = material() / CATALOGUES.format(language) / "exercises"
    except WorkspaceError:
        return {}
    return catalogue_of(folder / source.parent.name / source.name)


def _retell(output: Any, language: str, task: Path) -> None:
    if output.output_type == "error":
        output.traceback = [tell("\n".join(output.traceback), language, task)]
    elif output.output_type == "stream":
        output.text = "\n".join(tell(line, language, task) for line in "".join(output.text).split("\n"))
