"""The language of a workspace: chapters and tasks have their texts in it, and a later choice changes them.

The catalogues are those of the book, in gettext's format, one per page. Only texts change: code, ids and metadata of
the cells are the same in all languages, so a task can be graded whatever language it was solved in.
"""

import json
import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from mechanics.language import languages
from mechanics.workspace.files import write_atomically
from mechanics.workspace.places import WorkspaceError, settings_folder

__all__ = [
    "CATALOGUES",
    "catalogue_of",
    "chosen_language",
    "formulas_in",
    "in_language",
    "last_language",
    "remember",
    "with_texts_of",
]

CATALOGUES = "docs/locale/{}/LC_MESSAGES"
WORDS = re.compile(r"(?<=\\text\{)(\s*)([^{}]+?)(\s*)(?=\})")
OF_FORMULAS = {
    "de": {
        "and": "und",
        "or": "oder",
        "with": "mit",
        "that is": "das heißt",
        "otherwise.": "sonst.",
        "otherwise,": "sonst,",
        "for all": "für alle",
        "for every": "für jedes",
        "unless": "außer wenn",
        "to": "bis",
        "heat": "Wärme",
        "supplied": "zugeführt",
        "states": "Zustände",
        "if arc": "wenn der Bogen",
        "starts at body": "beim Körper beginnt:",
        "if it ends there,": "wenn er dort endet,",
        "instead of": "statt",
        "sticks, if": "haftet, wenn",
        "slides, otherwise:": "gleitet, sonst:",
    },
}
"""Words in formulas, by language; names and units are the same in all of them."""
_CHOICE = "language"


def chosen_language(workspace: Path, wanted: str | None = None) -> str:
    """Find the language of a workspace: the one wanted now, else the last one, else that of ``MECHANICS_LANGUAGE``.

    Parameters
    ----------
    workspace : Path
        The student's folder.
    wanted : str, optional
        Such as ``"de"``.

    Returns
    -------
    str

    Raises
    ------
    WorkspaceError
        If the course does not exist in that language.
    """
    chosen = wanted or last_language(workspace) or os.environ.get("MECHANICS_LANGUAGE") or "en"
    if chosen not in languages():
        raise WorkspaceError(f"Expected one of the languages {', '.join(languages())}; got {chosen!r}.")
    return chosen


def last_language(workspace: Path) -> str:
    """Read the language that was chosen last.

    Parameters
    ----------
    workspace : Path
        The student's folder.

    Returns
    -------
    str
        Empty for a folder without a choice: what is in it is English.
    """
    file = settings_folder(workspace) / _CHOICE
    return file.read_text(encoding="utf-8").strip() if file.is_file() else ""


def remember(workspace: Path, language: str) -> None:
    """Record the language of a workspace.

    Parameters
    ----------
    workspace : Path
        The student's folder.
    language : str
        The choice.
    """
    write_atomically(settings_folder(workspace) / _CHOICE, f"{language}\n".encode(), workspace)


def in_language(source: Path, name: str, data: bytes, language: str) -> bytes:
    """Translate a file of the course; a text without translation stays English.

    Parameters
    ----------
    source : Path
        Folder of the material.
    name : str
        Path of the file in it.
    data : bytes
        Its content.
    language : str
        Such as ``"de"``.

    Returns
    -------
    bytes
        The same notebook with other texts; other files as they are.
    """
    words = catalogue_of(source / CATALOGUES.format(language) / name) if name.endswith(".ipynb") else {}
    if not words:
        return data
    from mechanics.workspace.markdown import retold  # English needs neither this parser nor a catalogue

    notebook = json.loads(data)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            told = retold("".join(cell["source"]), lambda text: words.get(text, text))
            cell["source"] = _lines(formulas_in(told, language))
    notebook["metadata"]["mechanics"] = {"language": language}  # for the feedback of a task
    return _as_notebook(notebook)


def formulas_in(text: str, language: str) -> str:
    """Translate the words in formulas.

    Parameters
    ----------
    text : str
        Markdown.
    language : str
        Such as ``"de"``.

    Returns
    -------
    str
    """
    known = OF_FORMULAS.get(language, {})
    return WORDS.sub(lambda found: f"{found[1]}{known.get(found[2], found[2])}{found[3]}", text)


@cache
def catalogue_of(page: Path) -> Mapping[str, str]:
    """Read the translations of a page.

    Parameters
    ----------
    page : Path
        Of the page among the catalogues; its suffix does not matter.

    Returns
    -------
    mapping of str to str
        Text to translation, without those that a person has to look at again.
    """
    path = page.with_suffix(".po")
    if not path.is_file():
        return {}
    from babel.messages.pofile import read_po

    with path.open("rb") as stream:
        entries = [entry for entry in read_po(stream) if entry.id and entry.string and not entry.fuzzy]
    return {str(entry.id): str(entry.string) for entry in entries}


def with_texts_of(new: bytes, old: bytes, theirs: bytes) -> bytes:
    """Change the language of a student's notebook: the texts that are still those of the course.

    Parameters
    ----------
    new, old : bytes
        The notebook of the course in the new language and in the one before.
    theirs : bytes
        The student's, with answers, outputs and cells of its own.

    Returns
    -------
    bytes
        The student's notebook with new texts; as it is if it cannot be read.
    """
    try:
        notebook = json.loads(theirs)
        texts = {_key(one): two["source"] for one, two in zip(_cells(old), _cells(new), strict=True)}
        for cell in notebook["cells"]:
            cell["source"] = texts.get(_key(cell), cell["source"])
        notebook["metadata"] = {k: x for k, x in notebook["metadata"].items() if k != "mechanics"} | _said(new)
    except (ValueError, KeyError, TypeError, AttributeError):
        return theirs
    return _as_notebook(notebook)


def _said(data: bytes) -> dict[str, Any]:
    """What a notebook says about its language."""
    metadata = json.loads(data)["metadata"]
    return {"mechanics": metadata["mechanics"]} if "mechanics" in metadata else {}


def _cells(data: bytes) -> list[dict[str, Any]]:
    return [cell for cell in json.loads(data)["cells"] if cell["cell_type"] == "markdown"]


def _key(cell: Mapping[str, Any]) -> tuple[str, str]:
    return cell["cell_type"], "".join(cell["source"])


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _as_notebook(notebook: Any) -> bytes:
    return (json.dumps(notebook, ensure_ascii=False, indent=1) + "\n").encode()
