"""The texts of programs that students read, as the catalogues of `mechanics.language` have to hold them.

Checks, demonstrations, predictions and worked examples build their sentences from constants and f-strings; a part that
is filled in is ``{}`` in a catalogue. The names, hints and reasons of a task come from its files.
"""

import ast
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mechanics.language import TASK_TEXTS

__all__ = ["of_program", "of_task", "update_task", "words"]

FIELD = re.compile(r"\{[^{}]*\}")
WORD = re.compile(r"[A-Za-zäöü]{2,}")
NO_PROSE = re.compile(
    r"^\[|\*\*\d|^[\w.]+ \| \w+$|[\[(]\?|\\[a-z]|^\W*\w+\(|<style|<div|border-left|^positive \[|^[\w*/+\-. ]+ = |^--"
)


FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`", re.DOTALL)
COMMAND = re.compile(r"\\[A-Za-z,]")  # of LaTeX; outside of $ it makes a text a displayed formula


def words(text: str) -> int:
    """Count the words of a message that need translation: formulas and code do not count."""
    prose = FORMULA.sub(" ", text)
    return 0 if COMMAND.search(prose) else len(re.findall(r"[^\W\d_]{2,}", prose))


def of_program(paths: Iterable[Path]) -> dict[str, str]:
    """Find the texts of modules: strings of at least two words that are no docstrings, formulas or options.

    Parameters
    ----------
    paths : iterable of Path
        Modules.

    Returns
    -------
    dict of str to str
        Where each text stands, by text.
    """
    return {text: place for path in paths for text, place in _texts_of(path)}


def _texts_of(path: Path) -> Iterator[tuple[str, str]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = {id(inner) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for inner in _below(node)}
    no_text = parts | {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = "" if id(node) in no_text else _text(node)
        if len(WORD.findall(text)) > 1 and " " in text.strip() and not NO_PROSE.search(text):
            yield text, f"{path}:{getattr(node, 'lineno', 0)}"


def _below(text: ast.JoinedStr) -> Iterator[ast.AST]:
    """The constants of an f-string; what is filled in may hold texts of its own."""
    for value in text.values:
        if isinstance(value, ast.Constant):
            yield value
        elif isinstance(value, ast.FormattedValue) and value.format_spec:
            yield from ast.walk(value.format_spec)


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return FIELD.sub("{}", node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def of_task(folder: Path) -> list[str]:
    """Find the names, hints and reasons of the steps of an assignment.

    Parameters
    ----------
    folder : Path
        With ``key.json``, ``hints.toml`` and notebooks.

    Returns
    -------
    list of str
    """
    keys, hints = folder / "key.json", folder / "hints.toml"
    checks = json.loads(keys.read_text(encoding="utf-8"))["checks"] if keys.is_file() else {}
    given = tomllib.loads(hints.read_text(encoding="utf-8")) if hints.is_file() else {}
    called = re.findall(r'check\(\\"([\w/-]+)\\"', "".join(path.read_text("utf-8") for path in folder.glob("*.ipynb")))
    names = [name.rsplit("/", 1)[-1].replace("-", " ").replace("_", " ") for name in [*checks, *called]]
    steps = [hint.strip() for step in given.values() for hint in step]
    return [*dict.fromkeys(text for text in [*names, *steps, *_reasons(checks)] if words(text))]


def _reasons(value: Any) -> Iterator[str]:
    """What checks say to known mistakes; the generic ones are texts of the program."""
    if isinstance(value, dict):
        if "say" in value and not value.get("generic"):
            yield value["say"]
        value = [part for name, part in value.items() if name != "generic"]
    if isinstance(value, list):
        for one in value:
            yield from _reasons(one)


def update_task(folder: Path, language: str) -> tuple[int, int]:
    """Bring the catalogue of an assignment up to date: new texts have no translation yet, old ones go.

    Parameters
    ----------
    folder : Path
        Of the assignment.
    language : str
        Such as ``"de"``.

    Returns
    -------
    int, int
        How many texts are translated, and how many there are.
    """
    path = folder / TASK_TEXTS.format(language)
    known = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    texts = {text: known.get(text, "") for text in of_task(folder)}
    if texts and texts != known:
        path.write_text(json.dumps(texts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return sum(bool(text) for text in texts.values()), len(texts)
